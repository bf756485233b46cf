//! What a file is for, by its path.

use crate::detect::repo::vendored;

/// What may be believed of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// Sources and other settings: what they say is used.
    Code,
    /// Settings whose values stand without quotes, such as `key: value`.
    Settings,
    /// Documents, templates, tests, locks and data: what they say may be an example.
    Prose,
}

/// What may be believed of the file at `path`.
pub(super) fn of(path: &str) -> Context {
    let lower = path.to_ascii_lowercase();
    let name = lower.rsplit('/').next().unwrap_or(&lower);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_prose = matches!(
        ending,
        "md" | "rst"
            | "txt"
            | "adoc"
            | "html"
            | "svg"
            | "ipynb"
            | "lock"
            | "sum"
            | "csv"
            | "tsv"
            | "jsonl"
            | "log"
            | "map"
            | "po"
    );
    let is_template =
        ["example", "sample", "template", "dist", "default"].iter().any(|w| name.contains(w));
    let is_generated = name.contains(".min.")
        || name.contains("-lock.")
        || ["vendor/", "dist/", "third_party/"]
            .iter()
            .any(|folder| lower.starts_with(folder) || lower.contains(&format!("/{folder}")));
    if is_prose || is_template || is_generated || is_trial(path) || vendored::by_path(path) {
        Context::Prose
    } else if matches!(ending, "properties" | "yml" | "yaml" | "ini" | "cfg" | "conf") {
        Context::Settings
    } else {
        Context::Code
    }
}

/// Whether the file tells readers how to use something, such as a manual or the description of an interface.
pub(super) fn is_manual(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    let (folders, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    matches!(ending, "md" | "mdx" | "rst" | "adoc" | "po")
        || ["readme", "openapi", "swagger"].iter().any(|word| stem.starts_with(word))
        || folders.split('/').any(|folder| matches!(folder, "doc" | "docs" | "documentation"))
}

/// Whether the file is a test, a fixture or an example, where made-up secrets belong, or somebody else's.
pub(super) fn is_trial(path: &str) -> bool {
    if vendored::by_path(path) {
        return true;
    }
    let lower = path.to_ascii_lowercase();
    let (folders, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let words = [
        "test",
        "tests",
        "testing",
        "__tests__",
        "testdata",
        "fixtures",
        "fixture",
        "mocks",
        "examples",
        "example",
        "samples",
        "spec",
        "specs",
    ];
    folders.split('/').any(|folder| words.contains(&folder))
        || name.starts_with("test_")
        || ["_test.", ".test.", ".spec.", "_tests.", "conftest."]
            .iter()
            .any(|part| name.contains(part))
        || matches!(name, "tests.rs" | "tests.py")
}

/// Whether the file lies in the folder that a browser puts beside a page which it saves.
pub(super) fn is_saved_page(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    let Some((folders, name)) = lower.rsplit_once('/') else { return false };
    let is_part =
        [".js", ".js.download", ".html", ".htm", ".css"].iter().any(|end| name.ends_with(end));
    is_part && folders.split('/').any(|folder| folder.ends_with("_files"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_a_browser_saved_has_a_folder_beside_it() {
        assert!(is_saved_page("img/Part 2_ Forms_files/analytics.js"));
        assert!(is_saved_page("docs/Page_files/frame.html"));
        for path in ["src/analytics.js", "user_files/config.py", "files/a.js"] {
            assert!(!is_saved_page(path), "{path}");
        }
    }

    #[test]
    fn documents_templates_and_tests_may_hold_examples() {
        for path in [
            "README.md",
            ".env.example",
            "a/.env.sample",
            "tests/a.py",
            "Cargo.lock",
            "web/package-lock.json",
            "src/test_a.py",
        ] {
            assert_eq!(of(path), Context::Prose, "{path}");
        }
        for path in ["docs/publish.md", "README-zh_CN.md", "api/openapi3.yml", "docs/a.html"] {
            assert!(is_manual(path), "{path}");
        }
        for path in ["src/a.py", "token.txt", "notes.ipynb", "deploy/run.sh"] {
            assert!(!is_manual(path), "{path}");
        }
        assert!(is_trial("lib/python3.10/site-packages/PyJWT-2.4.0.dist-info/METADATA"));
        for path in [".env", "src/config.py", ".env.local"] {
            assert_eq!(of(path), Context::Code, "{path}");
        }
        for path in ["deploy/app.yaml", "src/main/resources/application.properties"] {
            assert_eq!(of(path), Context::Settings, "{path}");
        }
    }
}
