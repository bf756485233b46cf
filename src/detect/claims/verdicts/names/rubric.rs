//! The rubric file that is said to be read, and a rubric that is said to have been changed, and never was.

use super::super::{NO_NAME, Verdict, is_read_whole};
use crate::detect::claims::wording;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{
    CommitFact, FunctionFact, Lines, Practice, PracticeFact, RepositoryFacts, TreeEntry,
};
use std::sync::LazyLock;

/// Fewest letters that tell a commit from others.
const SHORT: usize = 8;

/// What the history says to a rubric that is said to have been changed; nothing of other sentences.
pub(in super::super) fn changed(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    wording::names::is_changed(text)
        .then(|| as_brought(repository).unwrap_or_else(|| Verdict::undecided(NO_NAME)))
}

/// The one rubric of the tree, where a single commit touches a file of its name.
fn as_brought(repository: &RepositoryFacts) -> Option<Verdict> {
    let base = |path: &str| path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let is_rubric = |entry: &&TreeEntry| {
        base(&entry.path).contains("rubric")
            && [".json", ".yaml", ".yml", ".toml"]
                .iter()
                .any(|end| base(&entry.path).ends_with(end))
    };
    let mut rubrics = repository.tree.entries.iter().filter(is_rubric);
    let (Some(rubric), None) = (rubrics.next(), rubrics.next()) else { return None };
    let history = &repository.history;
    let known =
        |commit: &CommitFact| !commit.names_changed.is_empty() || commit.files_changed == Some(0);
    let whole = !history.goes_further_back()
        && history.damage.is_empty()
        && history.commits.iter().all(known)
        && is_read_whole(repository);
    let touches = |commit: &&CommitFact| {
        commit.names_changed.iter().any(|name| name.to_ascii_lowercase() == base(&rubric.path))
    };
    let mut touching = history.commits.iter().filter(touches);
    let (Some(first), None) = (touching.next().filter(|_| whole), touching.next()) else {
        return None;
    };
    let commit = first.id.get(..SHORT).unwrap_or(&first.id);
    let fact =
        format!("`{}` is as commit `{commit}` brought it, and no other changes it", rubric.path);
    let place = Lines::new(&rubric.path, &rubric.blob, 1, 1);
    Some(Verdict::of(Contradicted, fact, [&place]))
}

static JSON_FILE: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"[\w-]+\.json\b"));

/// Endings of the files of other programs, which may read what no Python source does.
const PROGRAMS: [&str; 10] = ["js", "jsx", "mjs", "ts", "tsx", "sh", "go", "rs", "java", "ipynb"];

/// That something is read before any function runs.
static AT_IMPORT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:at|on|during|upon) (?:\w+ )?(?:import|load)(?:[- ]?time)?\b|\bmodule[- ]level\b",
    )
});

/// Whether the rubric file that is named is in the tree, and a source names it. The code contradicts it where
/// nothing in it has the name of a rubric, and nothing reads data from any file.
pub(in super::super) fn rubric_file(repository: &RepositoryFacts, text: &str) -> Verdict {
    let named = JSON_FILE.words(text);
    let base = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    let ours = || repository.python.practices.iter().filter(|fact| !fact.in_tests);
    let files = ours().filter(|fact| {
        fact.practice == Practice::RubricFile
            && named.is_none_or(|name| base(&fact.by) == name)
            && repository.tree.entries.iter().any(|entry| base(&entry.path) == base(&fact.by))
    });
    let files: Vec<&PracticeFact> = files.collect();
    let functions = &repository.python.functions;
    let at_import = |fact: &&&PracticeFact| {
        let inside = |function: &FunctionFact| {
            function.place.file == fact.place.file
                && (function.place.line..=function.place.end_line).contains(&fact.place.line)
        };
        !functions.iter().any(inside)
    };
    if let Some(fact) = files.first() {
        let read = format!("`{}` is read", fact.by);
        if !AT_IMPORT.is_match(text) {
            return Verdict::of(Supported, read, [&fact.place]);
        }
        if let Some(fact) = files.iter().find(at_import) {
            return Verdict::of(Supported, read, [&fact.place]);
        }
        let told = format!("{read} where a function runs, and no other reading was followed");
        return Verdict::of(Undecided, told, [&fact.place]);
    }
    let open =
        |fact: &PracticeFact| matches!(fact.practice, Practice::RubricFile | Practice::RubricOpen);
    let foreign =
        |path: &str| path.rsplit_once('.').is_some_and(|(_, ending)| PROGRAMS.contains(&ending));
    let python_alone = !repository.tree.entries.iter().any(|entry| foreign(&entry.path));
    if !ours().any(open) && python_alone && is_read_whole(repository) {
        let fact = "no source names a file of a rubric, and no source reads JSON from a file";
        return Verdict::of(Contradicted, fact, []);
    }
    Verdict::undecided("no source was recognised that reads it")
}
