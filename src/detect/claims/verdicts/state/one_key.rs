//! That what several nodes put under one key is joined there.

use super::super::{Verdict, is_read_whole};
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Undecided};
use crate::domain::facts::{ReducerFact, ReducerKind, RepositoryFacts};
use std::sync::LazyLock;

/// That several are said to put what they find under one key, without one taking another's place.
static JOINED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"(?i)\b(?P<many>(?:multiple|several|parallel|concurrent|different|both|all|two|three) (?:\w+ ){0,2}?(?:detectives?|nodes?|branches|agents?|investigators?))\b",
        r"[^.;]{0,40}?\b(?:add|append|contribut|accumulat|merg|combin|writ|put|collect)\w* (?:\w+ ){0,3}?`?evidences?`?(?: \w+){0,2} (?:under|to|into) the same (?:\w+ ){0,2}(?:keys?|dimensions?|criterion|criteria)\b",
    ))
});

/// That it is said not to be so, or to be so only sometimes.
static OTHERWISE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:no|not|never|cannot|without|avoid\w*|prevent\w*|unless|if|when\w*|should|would|could|must|might|lose\w*|lost|overwrites?|clobber\w*|collision\w*|conflict\w*|race\w*)\b|n't\b",
    )
});

/// What stands against evidence that several are said to add under one key, where the operator that merges it keeps one of
/// two values of a key.
pub(super) fn joined(
    repository: &RepositoryFacts,
    ours: &[&ReducerFact],
    text: &str,
) -> Option<Verdict> {
    let found = JOINED.captures(text)?;
    let said = found.name("many").map_or(text, |many| &text[many.start()..]);
    let mut of_evidence =
        ours.iter().filter(|one| one.field.to_lowercase().starts_with("evidence")).peekable();
    let first = *of_evidence.peek()?;
    let replaces = of_evidence.all(|one| one.kind == ReducerKind::OperatorIor && !one.passed_over);
    if !replaces || OTHERWISE.is_match(said) {
        return None;
    }
    let fact = format!(
        "`{}.{}` is merged by `{}`, which of two values of one key keeps one alone",
        first.class, first.field, first.resolved
    );
    let status = if is_read_whole(repository) { Contradicted } else { Undecided };
    Some(Verdict::of(status, fact, [&first.place]))
}
