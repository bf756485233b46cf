//! Paths of other places in the data of a tree: what a program found in a repository that it was run on.
//!
//! A file of data of which most paths are none of the tree's is about another place, and a report that names one of
//! those need not speak of its own repository. Where most of them are the tree's, as in an audit of the program itself,
//! the others are paths that the tree lacks.

use crate::detect::document::names_file;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{OthersPath, TreeFacts, is_installed};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Endings of files of data.
const DATA: [&str; 6] = ["csv", "json", "jsonl", "ndjson", "yaml", "yml"];
/// Fewest paths that are none of the tree's, for a file to be about another place.
const FEWEST: usize = 2;
/// Most bytes that are read of one file.
const LONGEST: usize = 2 << 20;
/// Most paths that are kept.
const MOST: usize = 10_000;

/// The paths of other places, sorted, each with the first file that names it.
#[must_use]
pub fn others_paths(sources: &[Source], tree: &TreeFacts) -> Vec<OthersPath> {
    let is_data = |source: &&Source| {
        let ending = source.path.rsplit_once('.').map_or("", |(_, ending)| ending);
        DATA.contains(&ending)
            && !is_setting(&source.path)
            && !is_installed(source.path.as_bytes())
            && !is_own_audit(&source.path)
    };
    let mut known: Option<HashSet<&str>> = None;
    let mut found: BTreeMap<String, &str> = BTreeMap::new();
    for source in sources.iter().filter(is_data) {
        let text = source.bytes.get(..LONGEST).unwrap_or(&source.bytes);
        let text = String::from_utf8_lossy(text);
        let all: BTreeSet<&str> = paths(&text).collect();
        if all.len() < FEWEST {
            continue;
        }
        let known = known.get_or_insert_with(|| ends(tree));
        let is_strange = |path: &&&str| {
            // The repository's own name may stand before it.
            let mut inner = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
            !known.contains(**path) && !inner.any(|end| end.contains('/') && known.contains(end))
        };
        let strange: Vec<&str> = all.iter().filter(is_strange).copied().collect();
        if strange.len() >= FEWEST && strange.len() * 3 >= all.len() * 2 {
            for path in strange.into_iter().take(MOST.saturating_sub(found.len())) {
                found.entry(path.to_owned()).or_insert(&source.path);
            }
        }
    }
    let one = |(path, named_in): (String, &str)| OthersPath { path, named_in: named_in.to_owned() };
    found.into_iter().map(one).collect()
}

/// Whether a path is one of an audit of the program itself: what that names and the tree lacks is missed all the same.
fn is_own_audit(path: &str) -> bool {
    let path = path.to_lowercase();
    path.contains("audit") && !path.contains("peer")
}

/// Whether a file tells how the program is built and run: what it names is to be there then.
fn is_setting(path: &str) -> bool {
    const NAMES: [&str; 9] = [
        "compose",
        "docker-compose",
        "dvc",
        "mkdocs",
        "package",
        "pnpm",
        "render",
        "tsconfig",
        "vercel",
    ];
    let name = path.rsplit('/').next().unwrap_or(path);
    path.starts_with(".github/")
        || name.starts_with('.')
        || NAMES.iter().any(|one| name.starts_with(one))
}

/// All paths of the tree with all their ends.
fn ends(tree: &TreeFacts) -> HashSet<&str> {
    let ends = |path: &'_ str| -> Vec<usize> {
        std::iter::once(0).chain(path.match_indices('/').map(|(at, _)| at + 1)).collect()
    };
    let paths = tree.entries.iter().map(|entry| entry.path.as_str());
    paths.flat_map(|path| ends(path).into_iter().map(move |at| &path[at..])).collect()
}

/// The words of a text that name files.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let parts = |letter: char| !letter.is_ascii_alphanumeric() && !"_-./@".contains(letter);
    text.split(parts)
        .filter(|word| word.len() < 200 && word.contains('.') && !word.contains("//"))
        .map(|word| word.trim_start_matches("./").trim_matches('-').trim_end_matches(['.', '/']))
        .filter(|word| !word.starts_with('/') && (!word.starts_with('.') || word.contains('/')))
        .filter(|word| names_file(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::TreeEntry;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let entry = |path: &&str| TreeEntry { path: (*path).into(), ..TreeEntry::default() };
        let entries = ["README.md", "src/graph.py", "src/state.py"].iter().map(entry).collect();
        let tree = TreeFacts { entries, ..TreeFacts::default() };
        let source = Source { path: path.into(), blob: "b".into(), bytes: text.into() };
        let found = others_paths(&[source], &tree);
        assert!(found.iter().all(|one| one.named_in == path));
        let found: Vec<&str> = found.iter().map(|one| one.path.as_str()).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn data_on_another_place_names_files_that_are_none_of_the_tree() {
        let listed = r#"{"nodes": ["src/core/Task.ts", "src/api/a.ts", "file::src/week4/map.py"]}"#;
        let all = ["src/api/a.ts", "src/core/Task.ts", "src/week4/map.py"];
        check("out/modules.json", listed, &all);
        check("out/modules.jsonl", &listed.replace(", ", "\n"), &all);
        check("out/modules.yaml", "path: ./src/core/Task.ts\nand: src/api/a.ts\n", &all[..2]);
        // One file of its own is told with them.
        check(
            "a.json",
            r#"["src/core/Task.ts", "src/api/a.ts", "src/graph.py"]"#,
            &["src/api/a.ts", "src/core/Task.ts"],
        );
    }

    #[test]
    fn data_on_the_tree_itself_does_not() {
        let own = r#"["src/graph.py", "me/src/state.py", "src/judges.py", "README.md"]"#;
        check("audit/run.json", own, &[]);
        check("audit/run.json", r#"{"location": "src/judges.py"}"#, &[]);
        let prose = "See src/core/Task.ts and src/api/a.ts and https://a.com/b/c.py";
        check("notes.md", prose, &[]);
        check("docker-compose.yml", "- ./src/core/Task.ts:/a\n- ${X:-src/api/a.ts}\n", &[]);
        check("audit/run.json", r#"["src/core/Task.ts", "src/api/a.ts"]"#, &[]);
        check("src/a.py", prose, &[]);
        check("node_modules/x/a.json", r#"["src/core/Task.ts", "src/api/a.ts"]"#, &[]);
    }
}
