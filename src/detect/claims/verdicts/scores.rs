//! How the judges' scores become one.

use super::super::{rules, wording};
use super::{Verdict, bench, done, is_read_whole};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{JusticeFact, Lines, Practice, PracticeFact, RepositoryFacts};

/// Whether the synthesis has every rule that is stated, with the limit that is stated.
pub(super) fn synthesis_rules(repository: &RepositoryFacts, text: &str) -> Verdict {
    let python = &repository.python;
    let ours = bench::court(python);
    let stated = rules::stated(text);
    let known: Vec<&PracticeFact> = done(python, Practice::SpreadLimit);
    let claimed = rules::limits(text);
    let missing =
        claimed.iter().find(|limit| !known.iter().any(|f| rules::compared(&f.by) == Some(**limit)));
    if let [limit] = claimed.as_slice()
        && is_read_whole(repository)
        && let Some(other) = greater_limit(&ours, &known, *limit)
    {
        let fact = format!("the distance between scores is compared by `{}`", other.by);
        return Verdict::of(Contradicted, fact, known.iter().map(|fact| &fact.place));
    }
    let has = |rule: &&str| ours.iter().any(|justice| justice.rules.iter().any(|one| one == rule));
    if let Some(missing) = stated.iter().find(|rule| !has(rule)) {
        return Verdict::undecided(format!("no code was recognised that implements `{missing}`"));
    }
    if let Some(limit) = missing {
        let fact = format!("no comparison was found by which a distance of {limit} is the least");
        return Verdict::of(Undecided, fact, known.first().map(|fact| &fact.place));
    }
    let fits = |fact: &&&PracticeFact| {
        rules::compared(&fact.by).is_some_and(|limit| claimed.contains(&limit))
    };
    let limits = known.iter().filter(fits).take(1).map(|fact| &fact.place);
    let judged = ours.iter().filter(|j| !j.rules.is_empty()).map(|justice| &justice.place);
    let places: Vec<&Lines> = limits.chain(judged).collect();
    Verdict::of(Supported, format!("the code implements {}", stated.join(", ")), places)
}

/// The limit that the synthesis has, where every comparison of distances asks for more than is said: what is
/// said of a greater distance than the code's holds all the same.
fn greater_limit<'f>(
    ours: &[&JusticeFact],
    known: &[&'f PracticeFact],
    said: u32,
) -> Option<&'f PracticeFact> {
    let greater =
        known.iter().all(|fact| rules::compared(&fact.by).is_some_and(|limit| limit > said));
    let inside = |place: &Lines| ours.iter().any(|justice| justice.place.file == place.file);
    known.iter().find(|fact| greater && inside(&fact.place)).copied()
}

/// Whether the scores become one in another way than by a plain average.
pub(super) fn averaging(repository: &RepositoryFacts, text: &str) -> Verdict {
    let python = &repository.python;
    let court = bench::court(python);
    let average = court.iter().find_map(|justice| Some((justice, justice.average.as_ref()?)));
    let ordered = done(python, Practice::Ordered);
    let median = wording::names_median(text);
    let Some((justice, place)) = average else {
        return Verdict::undecided("no plain average of the judges' scores was recognised");
    };
    if median && !(ordered.is_empty() && is_read_whole(repository)) {
        let fact = "whether a median of the scores is taken could not be followed";
        return Verdict::of(Undecided, fact, ordered.iter().map(|fact| &fact.place));
    }
    let fact = format!("`{}` takes a plain average of the judges' scores", justice.function);
    let fact = if median { format!("{fact}, and nothing takes a median") } else { fact };
    Verdict::of(Contradicted, fact, [place])
}
