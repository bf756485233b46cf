//! Whether replies that do not fit are asked for again, and how often.

use super::super::{Verdict, done, is_read_whole};
use super::unbound;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{Misfit, Practice, PracticeFact, PythonFacts, RepositoryFacts};
use std::sync::LazyLock;

/// Whether malformed replies are asked for again.
pub(in super::super) fn retry(repository: &RepositoryFacts, text: &str) -> Verdict {
    unbound::asks_once(repository, text)
        .or_else(|| passing(&repository.python, text))
        .unwrap_or_else(|| retried(&repository.python))
}

/// That failures which pass by themselves are tried again, and not replies that do not fit.
static PASSING: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:transient|temporary|intermittent|network|connection)(?: \w+)? (?:failures?|errors?|issues?|outages?)\b|\brate[- ]limit(?:s|ing)?\b",
    )
});

/// Whether the graph tries again what asks a model, where that is said of failures that pass by themselves.
fn passing(python: &PythonFacts, text: &str) -> Option<Verdict> {
    let ours = python.structured_output.iter().filter(|call| !call.in_tests);
    let ours = ours.filter(|call| call.live != Some(false));
    let retried: Vec<_> = ours.filter(|call| call.misfit == Some(Misfit::TransientOnly)).collect();
    let function = retried.first()?.function.as_deref().filter(|_| PASSING.is_match(text))?;
    let fact = format!("the graph tries `{function}` again after failures that pass by themselves");
    Some(Verdict::of(Supported, fact, retried.iter().map(|call| &call.place)))
}

/// Whether a retry stands around a model's reply.
pub(in super::super) fn retried(python: &PythonFacts) -> Verdict {
    let ours = python.structured_output.iter().filter(|call| !call.in_tests);
    let seen_to = ours.filter(|call| call.is_seen_to() == Some(true));
    let (ours, handled): (Vec<_>, Vec<_>) =
        seen_to.partition(|call| call.misfit.is_none_or(|misfit| misfit == Misfit::AskedAgain));
    match ours.first() {
        Some(first) => {
            // What is no call of its own only asks for the form of a reply.
            let named = ours.iter().find(|call| call.method.contains(['_', '.'])).unwrap_or(first);
            let what = if named.method.contains(['_', '.']) {
                format!("`{}`", named.method)
            } else {
                "a question to a model".to_owned()
            };
            let fact = format!("a retry stands around {what}");
            Verdict::of(Supported, fact, ours.iter().map(|call| &call.place))
        }
        None if handled.iter().any(|call| call.misfit == Some(Misfit::AskedUnbound)) => {
            Verdict::of(
                Undecided,
                "the model is asked again, though what it replies then is bound to nothing",
                handled.iter().map(|call| &call.place),
            )
        }
        None if !handled.is_empty() => Verdict::of(
            Undecided,
            "what fails is handled, and no retry was recognised around a model's reply",
            handled.iter().map(|call| &call.place),
        ),
        None => Verdict::undecided("no retry was recognised around a model's reply"),
    }
}

/// A number of retries.
static ROUNDS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\b(?P<count>[0-9]+|two|three|four|five|six|seven|eight|nine|ten)[- ](?:(?:more|further|additional) )?(?:retry|retries|attempts?|tries|times)\b",
    )
});

/// What sees to retries besides a loop.
const RETRIERS: &[&str] = &["RetryPolicy", "retry_policy", "with_retry", "max_retries_per_call"];

/// What stands against the number of retries that is said, where one loop around the bound call is all that asks
/// again, and neither its rounds nor those after the first are as many.
pub(in super::super) fn other_rounds(
    repository: &RepositoryFacts,
    sentence: &str,
) -> Option<Verdict> {
    let (said, _) = rounds_said(sentence)?;
    let python = &repository.python;
    let [round] = done(python, Practice::Attempts)[..] else { return None };
    let rounds: u32 = round.by.parse().ok()?;
    let bound = python.structured_output.iter().filter(|call| !call.in_tests);
    let mut bound = bound.filter(|call| call.live != Some(false));
    let words = repository.vocabulary.as_ref()?;
    let retried_otherwise = RETRIERS.iter().any(|name| words.names(name))
        || python.imports.iter().any(|one| ["tenacity", "backoff"].contains(&one.module.as_str()));
    let certain = round.live
        && rounds.abs_diff(said) > 1
        && bound.any(|call| call.place.file == round.place.file)
        && !retried_otherwise
        && is_read_whole(repository);
    let fact = format!("the one loop of attempts goes round {rounds} times, the first included");
    certain.then(|| Verdict::of(Contradicted, fact, [&round.place]))
}

/// The one number of retries that a sentence tells, and whether the first round surely is one of them.
fn rounds_said(sentence: &str) -> Option<(u32, bool)> {
    const WORDS: [&str; 9] =
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let mut said = ROUNDS.captures_iter(sentence);
    let (Some(said), None) = (said.next(), said.next()) else { return None };
    let count = said["count"].to_ascii_lowercase();
    let whole = said.get(0)?.as_str().to_ascii_lowercase();
    let all = whole.contains("attempt") || whole.ends_with("tries") && !whole.ends_with("retries");
    let word = WORDS.iter().zip(2..).find(|(word, _)| **word == count);
    Some((word.map(|(_, number)| number).or_else(|| count.parse().ok())?, all))
}

/// What leaves open a number of retries that is said: no loop around a bound call is known to go round as often, be
/// the first round one of them or not.
pub(in super::super) fn open_rounds(repository: &RepositoryFacts, text: &str) -> Option<String> {
    let (said, all) = rounds_said(text)?;
    let bound = repository.python.structured_output.iter().filter(|call| !call.in_tests);
    let files: Vec<&str> = bound
        .filter(|call| call.live != Some(false))
        .map(|call| call.place.file.as_str())
        .collect();
    let loops = done(&repository.python, Practice::Attempts);
    let mut beside = loops.iter().filter(|one| one.live && files.contains(&&*one.place.file));
    let as_said = |rounds: u32| {
        rounds == said || (!all && rounds.checked_sub(1).is_some_and(|retries| retries == said))
    };
    let fits = |one: &&PracticeFact| one.by.parse().is_ok_and(as_said);
    if beside.clone().any(fits) {
        return None;
    }
    let other = beside.find(|one| one.by != "?");
    let known = other.map(|one| {
        format!(
            "the loop of attempts at `{}` goes round {} times, the first included",
            one.place, one.by
        )
    });
    Some(known.unwrap_or_else(|| format!("whether {said} attempts are made was not followed")))
}
