//! Words that only the tree tells to be paths: files with unusual endings, directories that end in no slash.
//!
//! What is found here is in the tree, so that nothing becomes absent by it.

use super::super::citations::{citations, line};
use super::super::path_names::{names_directory, names_file, names_library};
use super::super::path_words::{Word, words};
use super::super::running::Running;
use super::super::sentences::sentence;
use super::catalog::{Catalog, Fit};
use crate::domain::facts::{CitedPath, PathStatus, ReportPage};

/// Most such words that are kept of one report.
const MOST: usize = 500;

/// The words of the pages that are paths by the tree alone, in reading order.
pub(super) fn familiar(pages: &[ReportPage], catalog: &Catalog<'_>) -> Vec<CitedPath> {
    let running = Running::of(pages.iter().map(|page| page.text.as_str()));
    let mut found: Vec<CitedPath> = Vec::new();
    for ReportPage { number, text, .. } in pages {
        let known = citations(text);
        let is_known = |word: &Word<'_>| {
            known.iter().any(|one| word.start < one.end.max(one.start + 1) && one.start < word.end)
        };
        for word in words(text) {
            if running.has(line(text, word.start)) {
                continue;
            }
            let Some(path) = path(text, &word, catalog).filter(|_| !is_known(&word)) else {
                continue;
            };
            let cited = CitedPath {
                path,
                written: word.text.to_owned(),
                status: PathStatus::Unchecked,
                matched: None,
                reason: String::new(),
                page: *number,
                sentence: sentence(text, &(word.start..word.end)),
                heading: None,
            };
            if found.len() < MOST && !found.contains(&cited) {
                found.push(cited);
            }
        }
    }
    found
}

/// The path of the tree that a word names, if it names one and no form of paths tells so.
fn path(text: &str, word: &Word<'_>, catalog: &Catalog<'_>) -> Option<String> {
    let written = word.text.trim_start_matches("./").trim_end_matches('/');
    // What is called a directory may be written from the root of the tree.
    let rooted = written.strip_prefix('/').filter(|_| is_called_directory(text, word));
    let body = rooted.unwrap_or(written);
    let told = names_file(word.text) || names_directory(word.text) || names_library(body);
    if told || body.starts_with(['/', '~', '.']) || body.contains('*') {
        return None;
    }
    let path = body.replace('\\', "/");
    if !catalog.knows(&path) {
        return None;
    }
    let deep = path.contains('/');
    let is_one = match catalog.fit(&path) {
        Fit::Exact(_) | Fit::Suffix(_) => {
            rooted.is_none() && if deep { !is_choice(&path) } else { has_ending(&path) }
        }
        Fit::Directory(_) if rooted.is_some() => true,
        Fit::Directory(_) if deep => !is_choice(&path),
        Fit::Directory(_) => {
            is_no_word(&path) && (is_called_directory(text, word) || is_argument(text, word))
        }
        Fit::Stem(_)
        | Fit::Several(_)
        | Fit::Namesakes(_)
        | Fit::Pattern(_)
        | Fit::OtherCase(_)
        | Fit::Elsewhere(_)
        | Fit::Package(_)
        | Fit::Nothing => false,
    };
    is_one.then_some(path)
}

/// Whether a command has the word as an argument: behind `cd`, or behind an option.
fn is_argument(text: &str, word: &Word<'_>) -> bool {
    let before = text[..word.start].strip_suffix([' ', '=']).unwrap_or_default();
    let last = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    last == "cd" || last.strip_prefix("--").is_some_and(|option| !option.is_empty())
}

/// Whether a bare name ends as one of a file does, whatever the ending.
fn has_ending(name: &str) -> bool {
    let letters = |part: &str| part.chars().any(char::is_alphabetic);
    name.rsplit_once('.').is_some_and(|(stem, ending)| letters(stem) && letters(ending))
}

/// Whether two plain words stand around one slash, as in `train/test`, which are no path for being one of the tree.
fn is_choice(path: &str) -> bool {
    path.matches('/').count() == 1
        && path.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '/')
}

/// Whether a name has signs or digits in it, as no word has that may stand there for itself.
fn is_no_word(name: &str) -> bool {
    name.contains(|letter: char| letter == '_' || letter == '-' || letter.is_ascii_digit())
}

/// Whether a word beside the name calls it a directory.
fn is_called_directory(text: &str, word: &Word<'_>) -> bool {
    const CALLED: [&str; 2] = ["directory", "folder"];
    const SIGNS: [char; 8] = ['`', '"', '“', '”', '\'', '’', '/', ' '];
    let before = text[..word.start].trim_end_matches(SIGNS).to_lowercase();
    let after: String = text[word.end..].trim_start_matches(SIGNS).chars().take(9).collect();
    CALLED.iter().any(|called| {
        before.ends_with(called) || after.to_lowercase().trim_start().starts_with(called)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::document::numbered;
    use crate::domain::facts::{TreeEntry, TreeFacts};

    const TREE: [&str; 9] = [
        "LICENSE",
        "broker/mosquitto.acl",
        "data/train/test/a.csv",
        "fine-tuning/run.py",
        "meter_component.st",
        "models/gpu/first_model/x.bin",
        "store/index.idx",
        "store_two/chunks.blob",
        "store_three/chunks.blob",
    ];

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let entry = |path: &&str| TreeEntry { path: (*path).into(), ..TreeEntry::default() };
        let tree = TreeFacts { entries: TREE.iter().map(entry).collect(), ..TreeFacts::default() };
        let found = familiar(&numbered(&[text]), &Catalog::new(&tree));
        let found: Vec<&str> = found.iter().map(|cited| cited.path.as_str()).collect();
        assert_eq!(found, expected, "in {text:?}");
    }

    #[test]
    fn files_of_the_tree_are_cited_whatever_their_ending() {
        check("Edit mosquitto.acl and `store/index.idx`.", &["mosquitto.acl", "store/index.idx"]);
        check("Build: make meter_component.st -o meter", &["meter_component.st"]);
        check("It is in store_two/chunks.blob.", &["store_two/chunks.blob"]);
        // Several files, another one, and one that is a path by its form.
        check("It is in chunks.blob, x.idx and fine-tuning/run.py.", &[]);
        check("The LICENSE is that of index.idx()", &[]);
    }

    #[test]
    fn directories_of_the_tree_are_cited_where_nothing_else_can_be_meant() {
        check("See models/gpu/first_model for it.", &["models/gpu/first_model"]);
        check("Go to the fine-tuning directory.", &["fine-tuning"]);
        check("in the folder `fine-tuning`", &["fine-tuning"]);
        check("$ cd fine-tuning", &["fine-tuning"]);
        check("run.sh --from fine-tuning --all", &["fine-tuning"]);
        check("in the directory /models, where", &["models"]);
        check("The route /models lists them, cd models", &[]);
        check("Fine-tuning is costly, and fine-tuning takes long.", &[]);
        check("a train/test split, a models folder, models/gpu", &[]);
    }
}
