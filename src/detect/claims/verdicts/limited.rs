//! Commands of which each is said to have a limit of time.

use super::{Asked, Verdict, done, is_read_whole};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::{ClaimKind, Practice, PracticeFact};
use std::sync::LazyLock;

/// That every command has a limit of time.
static EVERY: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:all|every|each) (?:of (?:the|its|our) )?(?:(?:external|git|child|single) )?`?(?:subprocess(?:\.run)?`? )?",
        r"(?:calls?|commands?|subprocess(?:es)?|invocations?|executions?)\b[^.;]{0,60}\btime-?outs?\b",
    ))
});

/// Names of what limits the time of whatever is called.
const AROUND: [&str; 6] =
    ["with_timeout", "time_limit", "wait_for", "func_timeout", "alarm", "timeout_decorator"];

/// What stands against it: a command that is waited for as long as it runs.
pub(super) fn not_every(asked: Asked<'_>) -> Option<Verdict> {
    let Asked { kind, sentence, repository, .. } = asked;
    if kind != ClaimKind::SafeCommands || !EVERY.is_match(sentence) || !is_read_whole(repository) {
        return None;
    }
    let names = |name: &&str| repository.vocabulary.as_ref().is_none_or(|words| words.names(name));
    if !sentence.contains("timeout=") && AROUND.iter().any(names) {
        return None;
    }
    let limited = done(&repository.python, Practice::CommandLimited);
    let is_beside =
        |fact: &&PracticeFact| limited.iter().any(|other| other.place.file == fact.place.file);
    let mut found = done(&repository.python, Practice::CommandUnlimited);
    found.retain(|fact| fact.live);
    found.sort_by_key(|fact| !is_beside(fact));
    let first = found.first()?;
    let fact = format!("`{}` is called without a `timeout`", first.by);
    Some(Verdict::of(Contradicted, fact, found.iter().map(|fact| &fact.place)))
}
