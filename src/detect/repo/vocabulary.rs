//! The words of the tree that look like names in code, and the packages that its manifests name.
//!
//! Words are read as they stand, so that what is missing here surely stands nowhere; that one is there says no
//! more than that.

use super::python::in_tests;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{TreeFacts, Vocabulary};
use std::collections::BTreeSet;

/// Most names that are listed: a tree with more holds data, and its words tell nothing.
const NAMES: usize = 20_000;
/// Fewest and most letters of a name.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=60;
/// Endings of files that hold names as keys and values.
const KEYED: &[&str] = &["json", "yaml", "yml", "toml"];

/// Reads all sources; nothing where some file was left out, or where there are too many names.
#[must_use]
pub fn vocabulary(sources: &[Source], tree: &TreeFacts) -> Option<Vocabulary> {
    let read: BTreeSet<&str> = sources.iter().map(|source| source.path.as_str()).collect();
    let matters = |path: &str| is_manifest(path) || ending(path) == "py";
    let left_out = |path: &str| matters(path) && !in_tests(path) && !read.contains(path);
    if tree.truncated || tree.entries.iter().any(|entry| left_out(&entry.path)) {
        return None;
    }
    let (mut names, mut packages) = (BTreeSet::new(), BTreeSet::new());
    for source in sources.iter().filter(|source| !in_tests(&source.path)) {
        let text = source.text();
        if is_manifest(&source.path) {
            let locked = is_lock(&source.path);
            text.lines().for_each(|line| named_packages(line, locked, &mut packages));
        }
        let python = source.is_python();
        if python || KEYED.contains(&ending(&source.path)) && !is_lock(&source.path) {
            let lines = text.lines().filter(|line| !python || !line.trim_start().starts_with('#'));
            lines.for_each(|line| names_of(line, python, &mut names));
        }
        if names.len() > NAMES {
            return None;
        }
    }
    Some(Vocabulary {
        names: names.into_iter().collect(),
        packages: packages.into_iter().collect(),
    })
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn ending(path: &str) -> &str {
    base(path).rsplit_once('.').map_or("", |(_, ending)| ending)
}

fn is_lock(path: &str) -> bool {
    ending(path) == "lock"
}

/// Whether a file tells which packages the program wants, or pins them.
fn is_manifest(path: &str) -> bool {
    let name = base(path);
    matches!(
        name,
        "pyproject.toml"
            | "setup.py"
            | "setup.cfg"
            | "Pipfile"
            | "environment.yml"
            | "environment.yaml"
            | "requires.txt"
    ) || is_lock(name)
        || (name.contains("requirement") && matches!(ending(name), "txt" | "in"))
        || (path.contains("requirements/") && ending(name) == "txt")
}

/// The words of a line of a manifest that may be packages; in a lock file those that are quoted as a whole, as
/// most others are digests.
fn named_packages(line: &str, locked: bool, packages: &mut BTreeSet<String>) {
    let inside = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
    let quoted = |word: &&str| {
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        line[..start].ends_with('"') && line[start + word.len()..].starts_with('"')
    };
    let words = line.split(|letter| !inside(letter)).filter(|word| !locked || quoted(word));
    let is_name = |word: &&str| {
        LENGTHS.contains(&word.len()) && word.starts_with(|first: char| first.is_ascii_alphabetic())
    };
    let names = words.map(|word| word.trim_matches(['-', '_', '.'])).filter(is_name);
    packages.extend(names.map(|word| word.replace(['_', '.'], "-").to_ascii_lowercase()));
}

/// The words of a line that look like names in code.
fn names_of(line: &str, python: bool, names: &mut BTreeSet<String>) {
    let inside = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    for word in line.split(|letter| !inside(letter)).filter(|word| LENGTHS.contains(&word.len())) {
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        let before = line[..start].chars().next_back();
        let after = line[start + word.len()..].chars().next();
        let quoted = before.is_some_and(|mark| matches!(mark, '"' | '\'')) && before == after;
        let several = word.trim_matches('_').contains('_')
            || word.chars().filter(char::is_ascii_uppercase).count() > 1;
        let begins = !word.starts_with(|first: char| first.is_ascii_digit());
        let is_name = begins && (several || (python && (quoted || after == Some('('))));
        if is_name && !names.contains(word) {
            names.insert(word.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::TreeEntry;

    fn read(files: &[(&str, &str)]) -> Option<Vocabulary> {
        let source = |(path, text): &(&str, &str)| Source {
            path: (*path).into(),
            blob: "b".into(),
            bytes: text.as_bytes().to_vec(),
        };
        let sources: Vec<Source> = files.iter().map(source).collect();
        vocabulary(&sources, &TreeFacts::default())
    }

    #[test]
    fn names_stand_in_code_strings_and_keys_and_not_in_comments_or_tests() {
        let code = "# old_name\nfrom pydantic import Field\nx = Field(prefix='made_up_')\nd = {'scores': 1}\n";
        let found = read(&[
            ("src/a.py", code),
            ("rules.json", "{\"synthesis_rules\": 1, \"plain\": 2}"),
            ("tests/test_a.py", "only_here = 1\n"),
        ]);
        let names = found.expect("all was read").names;
        assert_eq!(names, ["Field", "made_up_", "scores", "synthesis_rules"]);
    }

    #[test]
    fn packages_are_those_of_manifests_and_locks() {
        let found = read(&[
            ("pyproject.toml", "dependencies = [\"langchain-ollama>=1\", \"PyPDF2\"]\n"),
            ("requirements-dev.txt", "tree_sitter==1\n"),
            ("uv.lock", "name = \"httpx\"\nhash = \"sha256:abcdef\"\n"),
            ("notes.txt", "docling\n"),
        ]);
        let packages = found.expect("all was read").packages;
        for name in ["langchain-ollama", "pypdf2", "tree-sitter", "httpx"] {
            assert!(packages.iter().any(|package| package == name), "{name} of {packages:?}");
        }
        for name in ["docling", "abcdef"] {
            assert!(!packages.iter().any(|package| package == name), "{name} of {packages:?}");
        }
    }

    #[test]
    fn nothing_is_known_to_be_missing_where_a_file_was_not_read() {
        let entry = TreeEntry { path: "uv.lock".into(), ..TreeEntry::default() };
        let tree = TreeFacts { entries: vec![entry], ..TreeFacts::default() };
        assert_eq!(vocabulary(&[], &tree), None);
    }
}
