//! Clones that are said to be shallow, or not to stay.

use super::super::{NO_NAME, Verdict, is_read_whole};
use crate::detect::claims::wording;
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::{CloneFact, Remains, RepositoryFacts};

/// What stands against a sentence on what is left of clones, and where that is all it tells, what else it comes to.
pub(in super::super) fn told(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    otherwise(repository, text)
        .or_else(|| wording::history::tells_of_clones(text).then(|| Verdict::undecided(NO_NAME)))
}

/// What stands against clones that are said to have no history, or to be removed: all of them have the whole of it, or
/// nothing removes any of them.
fn otherwise(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let ours = repository.python.clone.iter().filter(|clone| !clone.in_tests);
    let ours: Vec<&CloneFact> = ours.filter(|clone| clone.live != Some(false)).collect();
    if ours.is_empty() || !is_read_whole(repository) {
        return None;
    }
    let names = |word: &str| repository.vocabulary.as_ref().is_none_or(|words| words.names(word));
    let is_deep = |clone: &&CloneFact| {
        clone.shallow == Some(false) && clone.depth.is_none() && clone.perhaps.is_none()
    };
    let deep = wording::history::is_shallow(text)
        && ours.iter().all(is_deep)
        && !["depth", "--depth", "shallow_since", "shallow"].iter().any(|word| names(word));
    let left = wording::history::is_removed(text)
        && ours.iter().all(|clone| clone.remains == Some(Remains::Left));
    let method = &ours[0].method;
    let fact = match (deep, left) {
        (true, true) => {
            format!("`{method}` fetches the whole history, and nothing removes what it has cloned")
        }
        (true, false) => format!("`{method}` fetches the whole history"),
        (false, true) => format!("nothing removes what `{method}` has cloned"),
        (false, false) => return None,
    };
    Some(Verdict::of(Contradicted, fact, ours.iter().map(|clone| &clone.place)))
}
