//! Commands of which each is said to have a limit of time.

use super::{Asked, Verdict, done, is_read_whole};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::{ClaimKind, Practice};
use std::sync::LazyLock;

/// That every command has a limit of time.
static EVERY: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:all|every|each) (?:of (?:the|its|our) )?(?:(?:external|git|child|single) )?`?(?:subprocess(?:\.run)?`? )?",
        r"(?:calls?|commands?|subprocess(?:es)?|invocations?|executions?)\b[^.;]{0,60}\btime-?outs?\b",
    ))
});

/// What stands against it: a command that is waited for as long as it runs.
pub(super) fn not_every(asked: Asked<'_>) -> Option<Verdict> {
    let Asked { kind, sentence, repository, .. } = asked;
    if kind != ClaimKind::SafeCommands || !EVERY.is_match(sentence) || !is_read_whole(repository) {
        return None;
    }
    let found = done(&repository.python, Practice::CommandUnlimited);
    let first = found.iter().find(|fact| fact.live)?;
    let fact = format!("`{}` runs a command without a limit of time", first.by);
    let places = found.iter().filter(|fact| fact.live).map(|fact| &fact.place);
    Some(Verdict::of(Contradicted, fact, places))
}
