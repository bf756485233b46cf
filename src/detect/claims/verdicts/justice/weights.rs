//! How much a judge's score is said to weigh.

use super::super::{Verdict, done, is_read_whole};
use crate::detect::claims::wording::bench::persona;
use crate::detect::parts::{Groups, Parts};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{Practice, PracticeFact, RepositoryFacts};
use std::sync::LazyLock;

/// Numbers that follow a weight, or that are told with what they are for: `weighted 0.4, 0.6 for the graph`.
static WEIGHT: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"(?i)\bweight(?:ed|s|ing)?\b[^.;0-9]{0,16}?(?P<first>0?\.[0-9]+)\b",
        r"|(?:,|\band) (?P<next>0?\.[0-9]+) (?:for|in|on|by|where|when)\b",
    ))
});

/// Whether the score of the persona that is named weighs as much as is said.
pub(in super::super) fn weights(repository: &RepositoryFacts, text: &str) -> Verdict {
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
