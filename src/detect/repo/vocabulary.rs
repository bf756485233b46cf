//! The words of the tree that look like names in code, and the packages that its manifests name.
//!
//! Words are read as they stand, so that what is missing here surely stands nowhere; that one is there says no
//! more than that.

mod numbers;
mod ports;

use super::python::in_tests;
use crate::detect::runs::letters_and;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{TreeFacts, Vocabulary};
use memchr::memchr_iter;
use std::collections::{BTreeSet, HashSet};

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
    let (mut names, mut packages) = (HashSet::new(), BTreeSet::new());
    let mut fractions = numbers::Fractions::default();
    let (mut rubrics, mut ports) = (Vec::new(), Vec::new());
    for source in sources.iter().filter(|source| !in_tests(&source.path)) {
        let text = source.text();
        if is_manifest(&source.path) {
            let locked = is_lock(&source.path);
            named_packages(&text, locked, &mut packages);
        }
        let python = source.is_python();
        if python {
            ports.extend(ports::ports(source, &text));
        }
        if python || KEYED.contains(&ending(&source.path)) && !is_lock(&source.path) {
            let lines = text.lines().filter(|line| !python || !line.trim_start().starts_with('#'));
            lines.for_each(|line| names_of(line, python, &mut names));
        }
        if !is_lock(&source.path) {
            fractions.read(&source.path, &text);
            rubrics.extend(numbers::rubric(&source.path, &text));
        }
        if names.len() > NAMES {
            return None;
        }
    }
    let mut names: Vec<String> = names.into_iter().collect();
    names.sort_unstable();
    let packages = packages.into_iter().collect();
    Some(Vocabulary { names, packages, fractions: fractions.sorted(), rubrics, ports })
}

pub(super) fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

pub(super) fn ending(path: &str) -> &str {
    base(path).rsplit_once('.').map_or("", |(_, ending)| ending)
}

pub(super) fn is_lock(path: &str) -> bool {
    ending(path) == "lock"
}

/// Whether a file tells which packages the program wants, or pins them.
pub(super) fn is_manifest(path: &str) -> bool {
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

/// The words of a manifest that may be packages; in a lock file those that are quoted as a whole, as most others
/// are digests.
pub(super) fn named_packages(text: &str, locked: bool, packages: &mut BTreeSet<String>) {
    let inside = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
    let mut add = |word: &str| {
        let begins = word.starts_with(|first: char| first.is_ascii_alphabetic());
        if begins && LENGTHS.contains(&word.len()) {
            let name = word.trim_matches(['-', '_', '.']);
            packages.insert(name.replace(['_', '.'], "-").to_ascii_lowercase());
        }
    };
    if !locked {
        return text.split(|letter| !inside(letter)).for_each(add);
    }
    let mut last = None;
    for quote in memchr_iter(b'"', text.as_bytes()) {
        let word = last.and_then(|last: usize| text.get(last + 1..quote));
        let is_short = |word: &&str| LENGTHS.contains(&word.len());
        if let Some(word) = word.filter(is_short).filter(|word| word.chars().all(inside)) {
            add(word);
        }
        last = Some(quote);
    }
}

/// Which bytes a name may consist of.
const INSIDE: [bool; 256] = letters_and(b"_");

/// The words of a line that look like names in code.
fn names_of(line: &str, python: bool, names: &mut HashSet<String>) {
    let bytes = line.as_bytes();
    let is_inside = |byte: &u8| INSIDE[usize::from(*byte)];
    let mut at = 0;
    while let Some(start) = bytes[at..].iter().position(is_inside).map(|from| at + from) {
        let length = bytes[start..].iter().position(|byte| !is_inside(byte));
        let end = length.map_or(bytes.len(), |length| start + length);
        at = end;
        let word = &line[start..end];
        if !LENGTHS.contains(&word.len()) || bytes[start].is_ascii_digit() {
            continue;
        }
        let before = start.checked_sub(1).map(|before| bytes[before]);
        let after = bytes.get(end).copied();
        let quoted = matches!(before, Some(b'"' | b'\'')) && before == after;
        let is_class = before == Some(b'.') && bytes[start].is_ascii_uppercase();
        let is_name = (python && (quoted || is_class || after == Some(b'('))) || has_parts(word);
        if is_name && !names.contains(word) {
            names.insert(word.to_owned());
        }
    }
}

/// Whether a word is made of several, as `several_words` and `SeveralWords` are.
fn has_parts(word: &str) -> bool {
    word.trim_matches('_').contains('_')
        || word.bytes().filter(u8::is_ascii_uppercase).nth(1).is_some()
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
        let code = "# old_name\nfrom pydantic import Field\nx = Field(prefix='made_up_')\nd = {'scores': 1, **ast.Call}\n";
        let found = read(&[
            ("src/a.py", code),
            ("rules.json", "{\"synthesis_rules\": 1, \"plain\": 2}"),
            ("tests/test_a.py", "only_here = 1\n"),
        ]);
        let names = found.expect("all was read").names;
        assert_eq!(names, ["Call", "Field", "made_up_", "scores", "synthesis_rules"]);
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
