//! A field that is said to be merged, and has no reducer.

use super::super::{Verdict, is_read_whole};
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::Undecided;
use crate::domain::facts::{ReducerFact, RepositoryFacts};
use std::sync::LazyLock;

static FIELD: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"(?:\b(?i:field|key|channel) `?(?P<field>[a-z]\w*)`?|`(?:(?P<class>[A-Z]\w*)\.)?(?P<name>[a-z]\w*)`(?: (?:field|key|channel))?|\b(?P<bare>[a-z]\w*_\w+) (?:field|key|channel)) ",
        r"(?:(?:is|are|gets?) (?:\w+ly )?(?:merged|reduced|combined|accumulated|aggregated|annotated|joined|appended)\b|",
        r"(?:carries|has|uses|declares) (?:an? |the )?(?:`?operator\.|`?add_messages|(?:[\w-]+ )?reducer\b))",
    ))
});

/// What leaves open that a field which is named is merged: other fields have reducers, and none is known of this one.
pub(super) fn unmerged(
    repository: &RepositoryFacts,
    ours: &[&ReducerFact],
    text: &str,
) -> Option<Verdict> {
    let found = FIELD.captures(text).filter(|_| !ours.is_empty())?;
    let field = ["field", "name", "bare"].into_iter().find_map(|group| found.name(group))?.as_str();
    let class = found.name("class").map(|class| class.as_str());
    let of_class = |name: &str| class.is_none_or(|class| class == name);
    let plain = words::plain(field);
    let is_near = |other: &str| {
        let other = words::plain(other);
        other.starts_with(&plain) || plain.starts_with(&other)
    };
    if ours.iter().any(|one| is_near(&one.field) && of_class(&one.class)) {
        return None;
    }
    let holds = |field_of: &Vec<String>| field_of.iter().any(|one| one == field);
    let classes = repository.python.classes.iter().filter(|class| !class.in_tests);
    let mut holders = classes.filter(|class| of_class(&class.name) && holds(&class.fields));
    let Some(holder) = holders.next() else {
        return Some(Verdict::undecided(format!("no field `{field}` was found that is merged")));
    };
    let fact = format!("no reducer was found for `{}.{field}`", holder.name);
    let at_odds = is_read_whole(repository);
    Some(Verdict { at_odds, ..Verdict::of(Undecided, fact, [&holder.place]) })
}
