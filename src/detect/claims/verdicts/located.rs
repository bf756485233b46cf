//! In which lines a definition is said to stand.

use super::{Verdict, is_read_whole, places};
use crate::detect::claims::wording;
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::{Contradicted, Undecided};
use crate::domain::facts::{Lines, RepositoryFacts};
use std::sync::LazyLock;

/// What stands against the lines in which a function or class is said to be, where the file defines one of that name
/// and less than half of it is there. Whoever cites a part of it says nothing wrong.
pub(super) fn elsewhere(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let said = wording::located(text)?;
    let python = &repository.python;
    let functions = python.functions.iter().filter(|one| one.name == said.name);
    let classes = python.classes.iter().filter(|one| one.name == said.name);
    let all = functions.map(|one| &one.place).chain(classes.map(|one| &one.place));
    let mut all = all.filter(|place| places::is_named(&place.file, said.path));
    // A file may define a name twice, as several folders may have a file of one name.
    let (place, None) = (all.next()?, all.next()) else { return None };
    if is_near(place, said.lines) {
        return None;
    }
    let fact = format!("`{}` is defined at `{place}`", said.name);
    let status = if is_read_whole(repository) { Contradicted } else { Undecided };
    Some(Verdict::of(status, fact, [place]))
}

/// Whether the lines that are said are a part of the definition, or hold half of it.
fn is_near(place: &Lines, (from, to): (u32, u32)) -> bool {
    let inside = place.line <= from && to <= place.end_line;
    let shared = (to.min(place.end_line) + 1).saturating_sub(from.max(place.line));
    inside || shared * 2 > place.end_line - place.line
}

/// What stands against a function that a file of the tree is said to have: no source has a word of that name.
pub(super) fn of_no_file(repository: &RepositoryFacts, text: &str, name: &str) -> Option<Verdict> {
    let mut all = FUNCTION.captures_iter(text);
    let path = all.find(|found| found["name"] == *name)?.name("path")?.as_str().to_owned();
    let known = repository.vocabulary.as_ref()?.names(name);
    let is_it = |path_there: &str| places::is_named(path_there, &path);
    let there = repository.tree.entries.iter().filter(|entry| is_it(&entry.path)).count() == 1;
    let certain = there && !known && is_read_whole(repository);
    let fact = format!("no source has a function `{name}`, or any other word of that name");
    let inside = repository.python.functions.iter().filter(|one| is_it(&one.place.file));
    certain.then(|| Verdict::of(Contradicted, fact, inside.map(|one| &one.place).take(1)))
}

/// A function behind the file that is said to have it: `src/graph.py build_graph()`.
static FUNCTION: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?P<path>(?:[\w-]+/)*[\w-]+\.py)`?:{0,2} ?(?:[a-z]+ ){0,2}\(?`?(?P<name>_?[a-z][a-z0-9]*_\w+)\(",
    )
});
