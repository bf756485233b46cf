//! Numbers that are said: how often is asked again, how much a judge's score weighs, which URLs are taken.

use super::{Verdict, done, is_read_whole};
use crate::detect::parts::{Groups, Parts};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{Lines, Practice, PracticeFact, RepositoryFacts};
use std::sync::LazyLock;

static ROUNDS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\b(?P<count>[0-9]+|two|three|four|five|six|seven|eight|nine|ten)[- ](?:(?:more|further|additional) )?(?:retry|retries|attempts?|tries|times)\b",
    )
});

/// What sees to retries besides a loop.
const RETRIERS: &[&str] = &["RetryPolicy", "retry_policy", "with_retry", "max_retries_per_call"];

/// What stands against the number of retries that is said, where one loop around the bound call is all that asks
/// again, and neither its rounds nor those after the first are as many.
pub(super) fn other_rounds(repository: &RepositoryFacts, sentence: &str) -> Option<Verdict> {
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
pub(super) fn open_rounds(repository: &RepositoryFacts, text: &str) -> Option<String> {
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

/// The personas as texts name them, each with its name among the facts.
static PERSONAS: LazyLock<[(&str, Phrase); 3]> = LazyLock::new(|| {
    [
        ("Prosecutor", Phrase::new(r"(?i)\bprosecut(?:or|ion)")),
        ("Defense", Phrase::new(r"(?i)\bdefen[sc]e")),
        ("TechLead", Phrase::new(r"(?i)\btech[- _]?lead")),
    ]
});

/// Numbers that follow a weight, or that are told with what they are for: `weighted 0.4, 0.6 for the graph`.
static WEIGHT: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"(?i)\bweight(?:ed|s|ing)?\b[^.;0-9]{0,16}?(?P<first>0?\.[0-9]+)\b",
        r"|(?:,|\band) (?P<next>0?\.[0-9]+) (?:for|in|on|by|where|when)\b",
    ))
});

/// The one persona that a text names.
pub(in super::super) fn persona(text: &str) -> Option<&'static str> {
    let mut named = PERSONAS.iter().filter(|(_, words)| words.is_match(text));
    let (one, other) = (named.next()?, named.next());
    other.is_none().then_some(one.0)
}

/// The personas that a text names.
pub(super) fn personas(text: &str) -> Vec<&'static str> {
    PERSONAS.iter().filter(|(_, words)| words.is_match(text)).map(|(name, _)| *name).collect()
}

/// Whether the score of the persona that is named weighs as much as is said.
pub(super) fn weights(repository: &RepositoryFacts, text: &str) -> Verdict {
    let Some(persona) = persona(text) else {
        return Verdict::undecided("not one judge is named");
    };
    let number = |found: Groups<'_>| {
        found.name("first").or(found.name("next")).map(|number| number.as_str().to_owned())
    };
    let said: Vec<String> = WEIGHT.captures_iter(text).filter_map(number).collect();
    let facts = done(&repository.python, Practice::Weight);
    let tables: Vec<(f64, &PracticeFact)> = facts
        .iter()
        .filter_map(|fact| Some((fact.by.strip_prefix(persona)?.trim().parse().ok()?, *fact)))
        .collect();
    if said.is_empty() || tables.is_empty() || facts.iter().any(|fact| fact.by == "?") {
        return Verdict::undecided(
            "no table was found that alone tells what each judge's score weighs",
        );
    }
    let is =
        |said: &str, known: f64| said.parse::<f64>().is_ok_and(|said| (said - known).abs() < 1e-9);
    let other = said.iter().find(|said| !tables.iter().any(|(known, _)| is(said, *known)));
    let Some(other) = other else {
        let fits = tables.iter().filter(|(known, _)| said.iter().any(|said| is(said, *known)));
        let fact = format!("the score of `{persona}` weighs {}", said.join(" and "));
        return Verdict::of(Supported, fact, fits.map(|(_, fact)| &fact.place));
    };
    let mut known: Vec<String> = tables.iter().map(|(known, _)| format!("{known}")).collect();
    known.sort();
    known.dedup();
    let fact = format!("the score of `{persona}` weighs {}, nowhere {other}", known.join(" or "));
    // What does not add up to one is divided by its sum.
    let shares = facts.iter().filter_map(|fact| fact.by.rsplit_once(' ')?.1.parse::<f64>().ok());
    let whole = shares.sum::<f64>();
    let even = (whole - whole.round()).abs() < 1e-6 && tables.iter().all(|(known, _)| *known < 1.0);
    let status = if even && is_read_whole(repository) { Contradicted } else { Undecided };
    Verdict::of(status, fact, tables.iter().map(|(_, fact)| &fact.place))
}

/// Whether URLs of `https` alone are taken, which is so of no check that takes `http` as well.
pub(super) fn schemes(repository: &RepositoryFacts) -> Verdict {
    let python = &repository.python;
    let clones: Vec<&Lines> = python
        .clone
        .iter()
        .filter(|clone| !clone.in_tests && clone.live != Some(false))
        .map(|clone| &clone.place)
        .collect();
    let checks = done(python, Practice::Schemes);
    let inside = |fact: &&&PracticeFact| {
        clones.iter().any(|clone| {
            clone.file == fact.place.file
                && (clone.line..=clone.end_line).contains(&fact.place.line)
        })
    };
    let plain = |fact: &PracticeFact| {
        let schemes: Vec<&str> = fact.by.split(", ").collect();
        ["http", "https"].iter().all(|one| schemes.contains(one))
    };
    let Some(check) = checks.iter().find(inside) else {
        return Verdict::undecided("no check of a URL's scheme was recognised where it is cloned");
    };
    if checks.iter().all(|fact| plain(fact)) && is_read_whole(repository) {
        let fact = format!("the check of the URL takes {}", check.by);
        return Verdict::of(Contradicted, fact, [&check.place]);
    }
    Verdict::of(
        Undecided,
        "whether all checks together take `https` alone was not followed",
        [&check.place],
    )
}
