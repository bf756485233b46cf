//! Whether the judges' scores are averaged.

use super::super::wording;
use super::scores::decides;
use super::{Verdict, done, is_read_whole};
use crate::detect::synthesis::Synthesis;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{Practice, PythonFacts, RepositoryFacts};

/// Whether the scores become one by a plain average.
fn taken(python: &PythonFacts, text: &str) -> Verdict {
    let court = Synthesis::of(python).live;
    let usual = court.iter().find_map(|justice| Some((justice, justice.average.as_ref()?)));
    let Some((justice, place)) = usual else {
        return Verdict::undecided("no plain average of the judges' scores was recognised");
    };
    let fact = format!("`{}` takes a plain average of the judges' scores", justice.function);
    let is_base = text.to_ascii_lowercase().contains("base");
    if !is_base && court.iter().flat_map(|one| &one.rules).any(|rule| decides(rule)) {
        let fact = format!("{fact} where none of the rules decides");
        return Verdict::of(Undecided, fact, [place]);
    }
    Verdict::of(Supported, fact, [place])
}

/// Whether the scores become one in another way than by a plain average, or by one where that is what is said.
pub(super) fn averaging(repository: &RepositoryFacts, text: &str) -> Verdict {
    let python = &repository.python;
    if wording::takes_average(text) {
        return taken(python, text);
    }
    let court = Synthesis::of(python).live;
    let usual = court.iter().find_map(|justice| Some((justice, justice.average.as_ref()?)));
    let median = wording::names_median(text);
    // Who denies all averages denies those of a single branch as well.
    let branched = || {
        court.iter().find_map(|justice| {
            let plain = justice.averages.iter().find(|one| !one.weighed)?;
            Some((justice, &plain.place))
        })
    };
    let denies = wording::denies_average(text) && !median;
    let in_a_branch = usual.is_none() && denies;
    // Where judges differ much it matters most what is taken: a report may say that consent is averaged.
    let apart = usual.and_then(|(justice, _)| {
        let mut plain = justice.averages.iter().filter(|one| !one.weighed);
        plain.find(|one| one.apart).map(|one| &one.place)
    });
    let average = usual.or_else(|| branched().filter(|_| in_a_branch));
    let ordered = done(python, Practice::Ordered);
    let Some((justice, place)) = average else {
        let weighted =
            court.iter().find_map(|justice| Some((justice, justice.weighted_average.as_ref()?)));
        let Some((justice, place)) = weighted else {
            return Verdict::undecided("no plain average of the judges' scores was recognised");
        };
        let fact = format!("`{}` takes a weighted average of the judges' scores", justice.function);
        if wording::denies_any_average(text) {
            return Verdict::of(Contradicted, fact, [place]);
        }
        // Who denies an average may mean the plain one.
        return Verdict { at_odds: !median, ..Verdict::of(Undecided, fact, [place]) };
    };
    if median && !(ordered.is_empty() && is_read_whole(repository)) {
        let fact = "whether a median of the scores is taken could not be followed";
        return Verdict::of(Undecided, fact, ordered.iter().map(|fact| &fact.place));
    }
    let fact = format!("`{}` takes a plain average of the judges' scores", justice.function);
    let when = match apart {
        _ if in_a_branch => " under one of its conditions",
        Some(_) => ", also where they lie far apart",
        None if justice.rules.iter().any(|rule| decides(rule)) => {
            " where none of its rules decides"
        }
        None => "",
    };
    let fact = format!("{fact}{when}");
    let place = apart.unwrap_or(place);
    let fact = if median { format!("{fact}, and nothing takes a median") } else { fact };
    // Who denies an average of a kind may take one of another kind.
    if !median && !denies {
        return Verdict { at_odds: true, ..Verdict::of(Undecided, fact, [place]) };
    }
    Verdict::of(Contradicted, fact, [place])
}
