//! Sentences that give a part of the work to an agent of its own.

use super::super::sentence::elsewhere;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// That an agent or a node of a name does something.
static DONE_BY: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?:is|are) (?:executed|performed|run|carried out|handled|driven|conducted) by (?:the|an?) `?(?P<name>[A-Z][a-z]{3,}(?: ?[A-Z][a-z]+)?)`? ?(?:Agent|Node|agent|node)\b",
    )
});

/// Words by which the sentence speaks of another time, of others or of what is not so.
static ELSEWHERE: LazyLock<Phrase> =
    LazyLock::new(|| elsewhere::of_a_claim(r"never|not|cannot|must|target|students?"));

/// The name of the agent that is said to do something.
pub(in crate::detect::claims) fn agent(sentence: &str) -> Option<&str> {
    let found = DONE_BY.captures(sentence).filter(|_| !ELSEWHERE.is_match(sentence))?;
    Some(found.name("name")?.as_str())
}
