//! What files are said to hold or to do: some have no content, and some names stand in none.

use super::super::{Verdict, is_read_whole};
use super::{definitions, named_file};
use crate::detect::claims::{wording, words};
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::{Lines, RepositoryFacts, TreeEntry};

/// What stands against a file that is said to do something: each file that may be meant is empty, or what is named in it
/// is named nowhere.
pub(in super::super) fn contents(repository: &RepositoryFacts, text: &str) -> Verdict {
    let empty = wording::names::worked_on(text).and_then(|path| empty(repository, path));
    empty
        .or_else(|| nowhere(repository, text))
        .unwrap_or_else(|| Verdict::undecided("what the file does was not followed"))
}

fn empty(repository: &RepositoryFacts, path: &str) -> Option<Verdict> {
    let is_it = |entry: &&TreeEntry| named_file::is_named(&entry.path, path);
    let files: Vec<&TreeEntry> = repository.tree.entries.iter().filter(is_it).collect();
    let first = files.first().filter(|_| !path.ends_with("__init__.py"))?;
    if !files.iter().all(|file| file.is_empty()) {
        return None;
    }
    let place = Lines::new(&first.path, &first.blob, 1, 1);
    Some(Verdict::of(Contradicted, format!("`{}` is an empty file", first.path), [&place]))
}

/// What stands against a drawn tree that has names beside a source: no source names them.
fn nowhere(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let all = wording::names::commented(text);
    let told = all.first()?;
    let named = repository.vocabulary.as_ref().filter(|_| is_read_whole(repository))?;
    let is_it = |entry: &&TreeEntry| named_file::is_named(&entry.path, told.path);
    let file = repository.tree.entries.iter().find(is_it)?;
    let known = definitions::known(&repository.python);
    let lacking = |name: &&&str| !named.names(name) && !known.contains_key(&words::plain(name));
    let lacking: Vec<String> =
        told.names.iter().filter(lacking).map(|name| format!("`{name}`")).collect();
    let (last, others) = lacking.split_last()?;
    let listed =
        if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) };
    let place = Lines::new(&file.path, &file.blob, 1, 1);
    Some(Verdict::of(Contradicted, format!("no source names {listed}"), [&place]))
}
