//! Whether the judges' scores are averaged, and what an average leaves of rules that are said to decide.

use super::super::{Verdict, done, is_read_whole};
use super::caps;
use super::rules::decides;
use crate::detect::claims::wording;
use crate::detect::phrase::Phrase;
use crate::detect::synthesis::Synthesis;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{ClaimKind, JusticeFact, Lines, Practice, PythonFacts, RepositoryFacts};
use std::sync::LazyLock;

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
pub(in super::super) fn averaging(repository: &RepositoryFacts, text: &str) -> Verdict {
    let python = &repository.python;
    if wording::justice::takes_average(text) {
        return taken(python, text);
    }
    let court = Synthesis::of(python).live;
    let usual = court.iter().find_map(|justice| Some((justice, justice.average.as_ref()?)));
    let median = wording::justice::names_median(text);
    // Who denies all averages denies those of a single branch as well.
    let branched = || {
        court.iter().find_map(|justice| {
            let plain = justice.averages.iter().find(|one| !one.weighed)?;
            Some((justice, &plain.place))
        })
    };
    let denies = wording::justice::denies_average(text) && !median;
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
        if wording::justice::denies_any_average(text) {
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

/// That rules stand in the place of an average.
static NO_AVERAGE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:rather than|instead of|not|never|no)\b (?:(?:an?|the|simple|simply|plain|probabilistic|mere|naive|blind) ){0,2}averag(?:es?|ing)\b",
    )
});

/// Whether a sentence says that the scores are not averaged, and does not speak of a model's averaging.
fn denies_average(sentence: &str) -> bool {
    NO_AVERAGE.is_match(sentence)
}

/// What stands against written rules that are said to stand in an average's place, where there is an average.
pub(in super::super) fn averaged_too(
    kind: ClaimKind,
    sentence: &str,
    python: &PythonFacts,
) -> Option<Verdict> {
    let rules = matches!(kind, ClaimKind::DeterministicSynthesis | ClaimKind::SynthesisRules);
    let averages = sentence.to_ascii_lowercase().contains("averag");
    if !rules || !averages || wording::justice::denies_another(sentence) {
        return None;
    }
    let court = Synthesis::of(python).live;
    let (justice, place) = court.iter().find_map(|justice| {
        let place = justice.average.as_ref().or(justice.weighted_average.as_ref())?;
        Some((justice, place))
    })?;
    let function = &justice.function;
    let fact = if justice.rules.iter().any(|rule| decides(rule)) {
        format!("`{function}` follows rules, and takes an average of scores as well")
    } else {
        format!("`{function}` takes an average of scores")
    };
    // Who denies a weighted average may mean the plain one.
    let denied = justice.average.is_some() && denies_average(sentence);
    // Where no rule sets a score, none is in the average's place.
    let alone = kind == ClaimKind::DeterministicSynthesis && caps::are_no_rules(python);
    let status = if denied && alone { Contradicted } else { Undecided };
    Some(Verdict { at_odds: denied && status == Undecided, ..Verdict::of(status, fact, [place]) })
}

/// That the score is none of the extremes of those that the judges gave.
static BETWEEN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bneither the (?:highest|lowest|maximum|minimum|max|min)\b[^.;]{0,24}\bnor\b|\bbetween the (?:highest|lowest)\b",
    )
});

/// That rules are what resolves or decides.
static BY_RULES: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"(?i)\brules?\b"));

/// What an average leaves open of a synthesis that is said to go by rules, or to give none of the scores themselves:
/// where judges agree an average is the highest and the lowest of them.
pub(in super::super) fn average_alone(
    kind: ClaimKind,
    sentence: &str,
    python: &PythonFacts,
) -> Option<Verdict> {
    if !matches!(kind, ClaimKind::DeterministicSynthesis | ClaimKind::SynthesisRules) {
        return None;
    }
    let court = Synthesis::of(python).live;
    let average = |justice: &&JusticeFact| -> Option<Lines> {
        justice.average.clone().or_else(|| justice.weighted_average.clone())
    };
    let (justice, place) = court.iter().find_map(|one| Some((*one, average(one)?)))?;
    let function = &justice.function;
    let fact = if BETWEEN.is_match(sentence) {
        format!(
            "`{function}` takes an average of scores, which is the highest and the lowest of them where judges agree"
        )
    } else if BY_RULES.is_match(sentence)
        // Who speaks of a rule by its name may mean that of dissent.
        && !court.iter().flat_map(|one| &one.rules).any(|rule| decides(rule) || kind == ClaimKind::SynthesisRules)
    {
        format!(
            "`{function}` takes an average of scores, and no rule of the rubric that sets a score was recognised in the synthesis"
        )
    } else {
        return None;
    };
    // Who says so may think of judges who do not agree.
    Some(Verdict::of(Undecided, fact, [&place]))
}
