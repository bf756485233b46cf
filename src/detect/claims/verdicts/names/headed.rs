//! Definitions that a report shows under the path of a file, against what that file defines.

use super::super::Verdict;
use super::named_file;
use crate::detect::claims::shown::Headed;
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::{Lines, RepositoryFacts};

/// Most functions that the facts list: with so many, some may be left out.
const LISTED: usize = 4_000;

/// Fewest letters of a name that may be another's beginning or end.
const SHORTEST: usize = 5;

/// What stands against a definition that is shown as a file's: the file was read, and defines nothing of that name.
/// Nothing where no file or several have the path, which is held against the tree as any other.
pub(super) fn headed(shown: &Headed, repository: &RepositoryFacts) -> Option<Verdict> {
    let python = &repository.python;
    let entries = repository.tree.entries.iter().map(|entry| entry.path.as_str());
    let mut files = entries.filter(|path| named_file::is_named(path, &shown.path));
    let (Some(file), None) = (files.next(), files.next()) else { return None };
    let plain = |name: &str| name.to_ascii_lowercase().replace('_', "");
    let wanted = plain(&shown.name);
    let functions = python.functions.iter().map(|one| (one.name.as_str(), &one.place));
    let classes = python.classes.iter().map(|one| (one.name.as_str(), &one.place));
    let defined: Vec<(&str, &Lines)> = classes.chain(functions).collect();
    let inside = |place: &Lines| place.file == file;
    let is_read = defined.iter().any(|(_, place)| inside(place))
        && !python.unreadable.iter().any(|one| inside(&one.place))
        && (shown.is_class || python.functions.len() < LISTED);
    let alike = |name: &str| {
        let name = plain(name);
        name.contains(&wanted) || (name.len() >= SHORTEST && wanted.contains(&name))
    };
    // A name that was changed a little is the same definition as it was before.
    if !is_read || defined.iter().any(|(name, place)| inside(place) && alike(name)) {
        return None;
    }
    let what = if shown.is_class { "class" } else { "function" };
    let elsewhere: Vec<&Lines> =
        defined.iter().filter(|(name, _)| *name == shown.name).map(|(_, place)| *place).collect();
    let fact = match elsewhere.first() {
        Some(place) => {
            format!("`{file}` defines no {what} `{}`, which is defined at `{place}`", shown.name)
        }
        None => format!(
            "`{file}` defines no {what} `{}`, and no other file was seen to do so",
            shown.name
        ),
    };
    Some(Verdict::of(Contradicted, fact, elsewhere))
}
