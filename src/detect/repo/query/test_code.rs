//! Which code is a test.

use super::packages;
use crate::detect::repo::python::in_tests;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::Language;
use regex::bytes::Regex;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;
use tree_sitter::Tree;

/// Folders that hold tests, in any language.
const FOLDERS: [&str; 8] =
    ["test", "tests", "testing", "__tests__", "spec", "specs", "e2e", "testdata"];

/// Whether a file is a test by its path, as the tools of its language decide.
pub(super) fn is_test_file(path: &str) -> bool {
    let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
    if folders.split('/').any(|folder| FOLDERS.contains(&folder)) {
        return true;
    }
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    match Language::of(path) {
        Some(Language::Python) => in_tests(path),
        Some(Language::Javascript | Language::Typescript | Language::Tsx) => {
            [".test", ".spec", ".cy", ".e2e"].iter().any(|ending| stem.ends_with(ending))
        }
        Some(Language::Go) => stem.ends_with("_test"),
        Some(Language::Java) => {
            ["Test", "Tests", "IT", "TestCase"].iter().any(|ending| stem.ends_with(ending))
        }
        Some(Language::Rust) => {
            matches!(stem, "tests" | "test") || stem.ends_with("_test") || stem.ends_with("_tests")
        }
        None => false,
    }
}

/// Rust files that a `#[cfg(test)] mod name;` elsewhere makes tests, and those of packages that serve tests alone.
pub(super) fn declared_files(sources: &[&Source], asked: bool) -> BTreeSet<String> {
    let mut declared = BTreeSet::new();
    if !asked {
        return declared;
    }
    let rust: Vec<&&Source> =
        sources.iter().filter(|s| Language::of(&s.path) == Some(Language::Rust)).collect();
    let mut roots = Vec::new();
    for source in &rust {
        for found in DECLARATION.captures_iter(&source.bytes) {
            let name = String::from_utf8_lossy(&found[1]);
            roots.push(format!("{}{name}", inside(&source.path)));
        }
    }
    let packages = packages::of_tests(sources);
    for source in &rust {
        let below = |root: &String| {
            source
                .path
                .strip_prefix(root.as_str())
                .is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
        };
        let in_package = |folder: &String| source.path.starts_with(folder.as_str());
        if roots.iter().any(below) || packages.iter().any(in_package) {
            declared.insert(source.path.clone());
        }
    }
    declared
}

static DECLARATION: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"(?m)^[ \t]*#\[cfg\(\s*(?:test|all\(\s*test\b[^\]]*|any\(\s*test\s*,\s*feature\s*=\s*"[a-z_-]*(?:test|mock)[a-z_-]*"\s*\))\s*\)\s*\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([a-z: ]*\))?\s+)?mod\s+([A-Za-z0-9_]+)\s*;"#;
    Regex::new(pattern).expect("the pattern is valid")
});

/// The folder of the modules that a Rust file declares, with its final slash.
fn inside(path: &str) -> String {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    match file.strip_suffix(".rs").unwrap_or(file) {
        "mod" | "lib" | "main" => folder,
        stem => format!("{folder}{stem}/"),
    }
}

/// Ranges in bytes of the Rust items that are compiled for tests alone, in order.
///
/// Walks the tree once and without recursion.
pub(super) fn ranges(tree: &Tree, bytes: &[u8]) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut cursor = tree.walk();
    // Whether the attributes right before, on each level, make the next item a test.
    let mut pending = vec![false];
    loop {
        let node = cursor.node();
        let is_test = pending.last().copied().unwrap_or_default();
        let mut descend = true;
        match node.kind() {
            "attribute_item" => {
                let text = bytes.get(node.byte_range()).unwrap_or_default();
                if let Some(last) = pending.last_mut() {
                    *last |= marks_test(text);
                }
                descend = false;
            }
            "inner_attribute_item" => {
                let text = bytes.get(node.byte_range()).unwrap_or_default();
                if pending.len() == 2 && marks_test(text) {
                    let whole = 0..bytes.len();
                    return Vec::from([whole]);
                }
                descend = false;
            }
            "line_comment" | "block_comment" => descend = false,
            _ => {
                if let Some(last) = pending.last_mut() {
                    *last = false;
                }
                if is_test {
                    ranges.push(node.byte_range());
                    descend = false;
                }
            }
        }
        if descend && cursor.goto_first_child() {
            pending.push(false);
            continue;
        }
        while !cursor.goto_next_sibling() {
            pending.pop();
            if !cursor.goto_parent() {
                return ranges;
            }
        }
    }
}

/// `#[test]`, `#[tokio::test(…)]`, `#[rstest]`, `#[cfg(test)]`, `#[cfg(all(test, …))]`, and
/// `#[cfg(any(test, feature = "…"))]` where the feature is one for tests.
fn marks_test(attribute: &[u8]) -> bool {
    let text: String =
        String::from_utf8_lossy(attribute).chars().filter(|c| !c.is_whitespace()).collect();
    let Some(inside) = text.trim_start_matches(['#', '!']).strip_prefix('[') else { return false };
    let name = inside.split(['(', ']']).next().unwrap_or_default();
    let last = name.rsplit("::").next().unwrap_or(name);
    match name {
        "cfg" => {
            let is_for_tests = |feature: &str| feature.contains("test") || feature.contains("mock");
            let other = inside.strip_prefix("cfg(any(test,feature=\"");
            inside.starts_with("cfg(test)")
                || inside.starts_with("cfg(all(test,")
                || other
                    .and_then(|rest| rest.split_once("\"))"))
                    .is_some_and(|(name, _)| is_for_tests(name))
        }
        _ => matches!(last, "test" | "rstest" | "test_case" | "bench" | "quickcheck"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, expected: bool) {
        assert_eq!(is_test_file(path), expected, "{path}");
    }

    #[test]
    fn test_files_are_told_by_the_customs_of_their_language() {
        for path in [
            "tests/a.py",
            "src/test_graph.py",
            "conftest.py",
            "a/graph_test.py",
            "web/app.test.tsx",
            "web/__tests__/app.js",
            "server_test.go",
            "src/test/java/A.java",
            "src/AppTest.java",
            "src/parse/tests.rs",
            "tests/cli/main.rs",
        ] {
            check(path, true);
        }
        for path in [
            "src/graph.py",
            "src/latest.py",
            "web/app.ts",
            "server.go",
            "contest.go",
            "src/Test.md",
            "src/App.java",
            "src/parse.rs",
            "src/attest.rs",
        ] {
            check(path, false);
        }
    }

    #[test]
    fn attributes_mark_tests_and_nothing_else_does() {
        for text in [
            "#[test]",
            "#[tokio::test(start_paused = true)]",
            "#[cfg(all(test, unix))]",
            "#![cfg( test )]",
            "#[cfg(any(test, feature = \"socket_test\"))]",
        ] {
            assert!(marks_test(text.as_bytes()), "{text}");
        }
        for text in [
            "#[cfg(not(test))]",
            "#[cfg(any(test, unix))]",
            "#[cfg(any(test, feature = \"serde\"))]",
            "#[derive(Test)]",
            "#[cfg_attr(test, x)]",
        ] {
            assert!(!marks_test(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn modules_declared_for_tests_are_tests_with_all_below_them() {
        let source = |path: &str, text: &str| Source {
            path: path.into(),
            blob: "b".into(),
            bytes: text.as_bytes().to_vec(),
        };
        let all = [
            source(
                "src/git/mod.rs",
                "#[cfg(test)]\nmod fixture;\nmod read;\n#[cfg(any(test, feature = \"mocks\"))]\npub mod pretend;\n",
            ),
            source("src/git/pretend.rs", ""),
            source("src/git/fixture.rs", ""),
            source("src/git/read.rs", "#[cfg(test)] #[allow(x)] pub(crate) mod cases;"),
            source("src/git/read/cases/one.rs", ""),
            source("src/git/cases.rs", ""),
        ];
        let declared = declared_files(&all.iter().collect::<Vec<_>>(), true);
        assert_eq!(
            declared.into_iter().collect::<Vec<_>>(),
            ["src/git/fixture.rs", "src/git/pretend.rs", "src/git/read/cases/one.rs"]
        );
    }
}
