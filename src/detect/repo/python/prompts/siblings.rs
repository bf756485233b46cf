//! Texts that stand under the same key for each persona: where one of them instructs, the others do.

use super::{Holder, persona_in};
use crate::domain::facts::PromptFact;
use std::collections::BTreeSet;

/// Adds to the texts that instruct those that `perhaps` do and stand under the key of one of them for another persona:
/// `{"prosecutor": {"guide": "…"}, "defense": {"guide": "…"}}`.
pub(super) fn add(facts: &mut Vec<(PromptFact, Holder)>, perhaps: Vec<(PromptFact, Holder)>) {
    if perhaps.is_empty() {
        return;
    }
    let known: BTreeSet<Vec<String>> =
        facts.iter().filter_map(|(_, holder)| place(&holder.around)).collect();
    let alike = perhaps
        .into_iter()
        .filter(|(_, holder)| place(&holder.around).is_some_and(|place| known.contains(&place)));
    facts.extend(alike);
}

/// Where a text stands whichever persona it is of; nothing where the key of none stands around its own.
fn place(around: &[String]) -> Option<Vec<String>> {
    let (own, outer) = around.split_last()?;
    let (persona, outer) = outer.split_last()?;
    let is_key = |name: &String| name.starts_with(['"', '\'']);
    let is_one = is_key(own) && is_key(persona) && persona_in(persona).is_some();
    (is_one && persona_in(own).is_none()).then(|| outer.iter().chain([own]).cloned().collect())
}

/// The persona under whose key a text stands beside others.
pub(super) fn keyed(around: &[String]) -> Option<&'static str> {
    place(around).and_then(|_| persona_in(&around[around.len() - 2]))
}
