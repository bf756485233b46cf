//! In which file, or in which lines of it, a definition is said to stand.

use super::super::{Verdict, is_read_whole};
use super::{definitions, named_file};
use crate::detect::claims::{wording, words};
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{Lines, RepositoryFacts, TreeEntry};
use std::sync::LazyLock;

/// What stands against the lines in which a function or class is said to be, where the file defines one of that name
/// and less than half of it is there, or another file defines it. Whoever cites a part of it says nothing wrong.
pub(super) fn elsewhere(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let said = wording::names::located(text)?;
    let mut inside = defined(repository, said.name);
    inside.retain(|place| named_file::is_named(&place.file, said.path));
    let place = match inside[..] {
        [place] => place,
        [] => return in_another(repository, said.path, said.name, true),
        // A file may define a name twice, as several folders may have a file of one name.
        [..] => return None,
    };
    if is_near(place, said.lines) {
        return None;
    }
    let fact = format!("`{}` is defined at `{place}`", said.name);
    if is_moved(place, said.lines) {
        let fact = format!("{fact}, as many lines as are said, which later changes may have moved");
        return Some(Verdict { at_odds: true, ..Verdict::of(Undecided, fact, [place]) });
    }
    let status = if is_read_whole(repository) { Contradicted } else { Undecided };
    Some(Verdict::of(status, fact, [place]))
}

/// How far from its first line a definition may be cited, for what stands above it.
const ABOVE: u32 = 3;

/// What leaves open that a function or class is at the line that is cited: the file defines it elsewhere, or another
/// file does. Later changes may have moved it.
pub(super) fn off_line(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    wording::names::named_at(text).into_iter().find_map(|(name, cited)| {
        let all = defined(repository, name);
        let (from, to) = cited.lines;
        let is_there = |place: &&Lines| {
            named_file::is_named(&place.file, cited.path)
                && place.line.saturating_sub(ABOVE) <= to
                && from <= place.end_line.max(place.line + ABOVE)
        };
        let is_it = |path: &str| named_file::is_named(path, cited.path);
        let own = all.iter().find(|place| is_it(&place.file)).or(all.first());
        let place = own.filter(|_| !all.iter().any(is_there))?;
        // What no file of the tree is called may be the rest of a path that was broken by a line's end.
        let known = || repository.tree.entries.iter().any(|entry| is_it(&entry.path));
        if !is_it(&place.file) && !known() {
            return None;
        }
        let fact =
            format!("`{name}` is defined at `{place}`, and not at line {from} of `{}`", cited.path);
        Some(Verdict::of(Undecided, fact, [*place]))
    })
}

/// Whether files define the names that they are said to have: what stands against it is that another file does, and
/// this one does not. Nothing where one of them is not known, and none stands elsewhere.
pub(super) fn filed(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let said = wording::names::filed(text);
    let first = said.first()?;
    let all = said.iter().filter_map(|one| in_another(repository, one.path, one.name, one.defined));
    let mut all: Vec<Verdict> = all.collect();
    all.sort_by_key(|one| one.status != Contradicted);
    all.truncate(TOLD);
    let Some(worst) = all.first().map(|one| one.status) else {
        let inside = |one: &wording::names::Filed<'_>| {
            let mut places = defined(repository, one.name).into_iter();
            places.find(|place| named_file::is_named(&place.file, one.path))
        };
        let places = said.iter().map(inside).collect::<Option<Vec<_>>>()?;
        let fact = format!("`{}` is defined in that file", first.name);
        return Some(Verdict::of(Supported, fact, places));
    };
    all.retain(|one| one.status == worst);
    let fact = all.iter().map(|one| one.fact.as_str()).collect::<Vec<_>>().join("; ");
    let places = all.iter().flat_map(|one| &one.places);
    Some(Verdict { at_odds: worst == Undecided, ..Verdict::of(worst, fact, places) })
}

/// Most names of one sentence that are told of.
const TOLD: usize = 2;

/// What stands against a name that a file is said to have, and that another alone defines: that the file only has it may
/// be true of what it imports.
fn in_another(
    repository: &RepositoryFacts,
    path: &str,
    name: &str,
    is_defined: bool,
) -> Option<Verdict> {
    let [place] = defined(repository, name)[..] else {
        // Other words may be those of a title.
        let is_code = !is_defined || words::is_snake(name) || words::is_camel(name);
        return is_code.then(|| nowhere(repository, path, name))?;
    };
    let is_it = |entry: &TreeEntry| named_file::is_named(&entry.path, path);
    if named_file::is_named(&place.file, path) || !is_read_whole(repository) {
        return None;
    }
    let there = format!("`{name}` is defined at `{place}`");
    if repository.tree.entries.iter().any(is_it) {
        let fact = format!("{there}, and not in `{path}`");
        let status = if is_defined { Contradicted } else { Undecided };
        return Some(Verdict { at_odds: !is_defined, ..Verdict::of(status, fact, [place]) });
    }
    if let Some(left) =
        repository.history.departures.iter().find(|left| named_file::is_named(&left.path, path))
    {
        let id = left.commit.get(..SHOWN).unwrap_or(&left.commit);
        let fact = format!("{there}, and `{path}` left the tree at `{id}`");
        return Some(Verdict { at_odds: true, ..Verdict::of(Undecided, fact, [place]) });
    }
    // What is no folder of the tree may be the rest of a path that was broken by a line's end.
    let (folder, _) = path.split_once('/')?;
    let is_folder = |entry: &TreeEntry| entry.path.split('/').rev().skip(1).any(|f| f == folder);
    let fact = format!("{there}, and no file `{path}` is in the tree");
    let known = repository.tree.entries.iter().any(is_folder);
    known.then(|| Verdict::of(Contradicted, fact, [place]))
}

/// That a name stands nowhere.
pub(in crate::detect::claims) const NO_WORD: &str = "no source has a word";

/// What stands against a name that a file is said to have, where no source has a word of it.
fn nowhere(repository: &RepositoryFacts, path: &str, name: &str) -> Option<Verdict> {
    let words = repository.vocabulary.as_ref()?;
    let of_tests = path.contains("test") || name.starts_with("test");
    // The end of a line may have broken it.
    let begun = words.names.iter().any(|other| other.starts_with(name));
    // A node or a function may be spoken of by another spelling of its name.
    let alike = definitions::known(&repository.python).contains_key(&words::plain(name));
    let known = begun || alike || words.names(name) || !defined(repository, name).is_empty();
    if of_tests || known || !is_read_whole(repository) {
        return None;
    }
    let mut files = repository.tree.entries.iter();
    let file = files.find(|entry| named_file::is_named(&entry.path, path));
    let was =
        repository.history.departures.iter().any(|left| named_file::is_named(&left.path, path));
    let fact = format!("{NO_WORD} `{name}`");
    Some(match file {
        Some(_) => Verdict::of(Contradicted, format!("`{path}` has no `{name}`: {fact}"), []),
        None if was => return None,
        None => {
            Verdict::of(Contradicted, format!("no file `{path}` is in the tree, and {fact}"), [])
        }
    })
}

/// Letters of an id that are shown.
const SHOWN: usize = 7;

/// Where functions and classes of a name are defined.
fn defined<'r>(repository: &'r RepositoryFacts, name: &str) -> Vec<&'r Lines> {
    let python = &repository.python;
    let functions = python.functions.iter().filter(|one| one.name == name);
    let classes = python.classes.iter().filter(|one| one.name == name);
    functions.map(|one| &one.place).chain(classes.map(|one| &one.place)).collect()
}

/// Fewest lines by whose number a definition is known again.
const LONG: u32 = 8;

/// Whether a definition is as long as the lines that are said, and stands a little further up or down.
fn is_moved(place: &Lines, (from, to): (u32, u32)) -> bool {
    let (length, said) = (place.end_line - place.line, to - from);
    length.abs_diff(said) <= 1 && said >= LONG && place.line.abs_diff(from) <= said * 2
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
    let is_it = |path_there: &str| named_file::is_named(path_there, &path);
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
