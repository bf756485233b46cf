//! Numbers that are said: how often is asked again, how much a judge's score weighs, which URLs are taken.

use super::{Verdict, done, is_read_whole};
use crate::detect::parts::{Groups, Parts};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{Lines, Practice, PracticeFact, RepositoryFacts};
use std::sync::LazyLock;

static ROUNDS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\b(?P<count>[0-9]+|two|three|four|five)[- ](?:retry|retries|attempts?|tries|times)\b",
    )
});

/// What sees to retries besides a loop.
const RETRIERS: &[&str] = &["RetryPolicy", "retry_policy", "with_retry", "max_retries_per_call"];

/// What stands against the number of retries that is said, where one loop around the bound call is all that asks
/// again, and neither its rounds nor those after the first are as many.
pub(super) fn other_rounds(repository: &RepositoryFacts, sentence: &str) -> Option<Verdict> {
    let mut said = ROUNDS.captures_iter(sentence);
    let (Some(said), None) = (said.next(), said.next()) else { return None };
    let said: u32 = match &said["count"].to_ascii_lowercase()[..] {
        "two" => 2,
        "three" => 3,
        "four" => 4,
        "five" => 5,
        digits => digits.parse().ok()?,
    };
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
