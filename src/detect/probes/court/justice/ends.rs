//! What is told of a synthesis besides how often it branches.

use crate::detect::probes::listed;
use crate::domain::facts::{AbsentJudge, AverageFact, JusticeFact, LeadAlone, Lines, SpreadUse};
use std::collections::BTreeSet;

/// Where the judges' scores are averaged, whose score decides and what is never called, as the end of a sentence.
pub(super) fn told(ours: &[&JusticeFact], uncalled: &[&str]) -> String {
    [average(ours), lead(ours), idle(uncalled)].concat()
}

/// Whether a function, by its name and by what was recognised in it, only words what others decide, or tells whether
/// scores lie far apart and puts down none.
pub(super) fn only_words(justice: &JusticeFact) -> bool {
    let name = justice.function.to_ascii_lowercase();
    let is_named =
        ["summary", "remediation", "narrative", "markdown"].iter().any(|it| name.contains(it));
    let writes = is_named && justice.spread.is_none() && justice.picks == 0;
    let measures = justice.scoreless && justice.spread == Some(SpreadUse::Words);
    // A dissent is words as well.
    let words = justice.only_words && justice.rules.iter().all(|rule| rule == "dissent");
    (words || ((writes || measures) && justice.rules.is_empty()))
        && !(justice.calls_model || justice.asks_model || justice.reply_unclear)
        && justice.average.is_none()
        && justice.weighted_average.is_none()
}

/// Where the judges' scores are averaged, as the end of a sentence.
fn average(ours: &[&JusticeFact]) -> String {
    let all = ours.iter().flat_map(|justice| &justice.averages);
    let (weighed, plain): (Vec<_>, Vec<_>) = all.partition(|one| one.weighed);
    let first = |of: fn(&JusticeFact) -> Option<&Lines>| ours.iter().find_map(|one| of(one));
    let (plain, weighed) = (places(plain), places(weighed));
    let plain = plain.or_else(|| Some(format!("`{}`", first(|one| one.average.as_ref())?)));
    match (plain, weighed) {
        (Some(at), None) => format!("; the judges' scores are averaged at {at}"),
        (None, Some(at)) => format!("; the judges' scores are averaged by weight at {at}"),
        (Some(at), Some(by_weight)) => {
            format!("; the judges' scores are averaged at {at}, and by weight at {by_weight}")
        }
        (None, None) => String::new(),
    }
}

/// How many places of one kind are named at most.
const NAMED: usize = 4;

/// Where averages are taken: what decides where the scores lie far apart comes first.
fn places(mut averages: Vec<&AverageFact>) -> Option<String> {
    averages.sort_by_key(|one| !one.apart);
    let told = averages.iter().take(NAMED).map(|one| {
        let apart = if one.apart { " (where they lie far apart)" } else { "" };
        format!("`{}`{apart}", one.place)
    });
    let more = averages.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("{more} more"));
    let told: Vec<String> = told.chain(more).collect();
    match told.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        [first @ .., last] => Some(format!("{} and {last}", first.join(", "))),
    }
}

/// That the score is the Tech Lead's in every case, as the end of a sentence.
fn lead(ours: &[&JusticeFact]) -> String {
    let alone = ours.iter().find_map(|one| Some((&one.function, one.lead_alone.as_ref()?)));
    let Some((function, LeadAlone { bounded, .. })) = alone else { return String::new() };
    let bounded: Vec<String> = bounded.iter().map(|place| format!("`{place}`")).collect();
    let but = if bounded.is_empty() {
        String::new()
    } else {
        format!(", or that held to the bound at {}", bounded.join(", "))
    };
    format!("; the score that `{function}` gives is the Tech Lead's in every case{but}")
}

/// That judges count who gave no opinion, a sentence.
pub(super) fn absent(ours: &[&JusticeFact]) -> String {
    let all: Vec<&AbsentJudge> = ours.iter().flat_map(|justice| &justice.absent).collect();
    let scores: BTreeSet<u32> = all.iter().map(|one| one.score).collect();
    let scores: Vec<String> = scores.into_iter().map(|score| score.to_string()).collect();
    let places: BTreeSet<&Lines> = all.iter().map(|one| &one.place).collect();
    if places.is_empty() {
        return String::new();
    }
    let more = places.len().saturating_sub(NAMED);
    let named = places.into_iter().take(NAMED).map(|place| format!("`{place}`"));
    let places: Vec<String> = named.chain((more > 0).then(|| format!("{more} more"))).collect();
    note!(
        "for a judge who gave no opinion the code has the score {} ({})",
        one_of(&scores),
        places.join(", ")
    )
}

/// `1, 2 or 3`
fn one_of(words: &[String]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => words.concat(),
    }
}

/// What is defined and called by nothing, as the end of a sentence.
fn idle(uncalled: &[&str]) -> String {
    match uncalled {
        [] => String::new(),
        [one] => format!("; `{one}` is defined and called by nothing that runs"),
        some => {
            let names = listed(some.iter().copied());
            format!("; {names} are defined and called by nothing that runs")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::facts;
    use super::*;
    use crate::detect::synthesis::Synthesis;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let facts = facts(text);
        let synthesis = Synthesis::of(&facts);
        let ours = &synthesis.live;
        let told = format!("{}.{}", told(ours, &synthesis.uncalled()), absent(ours));
        assert_eq!(told, expected, "{text}");
    }

    #[test]
    fn averages_and_scores_that_nobody_gave_are_told_with_their_places() {
        check(
            "def chief_justice(s, scores):\n    p_score = scores.get('Prosecutor', 1)\n    if max(scores) - min(scores) > 2:\n        return (p_score + scores['Defense'] + scores['TechLead']) / 3\n    if s.modular:\n        return p_score * 0.25 + scores['Defense'] * 0.25 + scores['TechLead'] * 0.5\n    return sum(scores) / len(scores)\n",
            "; the judges' scores are averaged at `src/nodes/justice.py:4` (where they lie far apart) and `src/nodes/justice.py:7`, and by weight at `src/nodes/justice.py:6`. Note: for a judge who gave no opinion the code has the score 1 (`src/nodes/justice.py:2`).",
        );
        check("def chief_justice(s):\n    return max(s.scores)\n", ".");
    }

    #[test]
    fn a_verdict_that_is_one_judges_score_is_told_as_that() {
        let text = "def resolve_score(prosecutor, tech_lead):\n    final = tech_lead.score\n    if prosecutor.flaw.security:\n        final = min(3, tech_lead.score)\n    return final\n";
        check(
            text,
            "; the score that `resolve_score` gives is the Tech Lead's in every case, or that held to the bound at `src/nodes/justice.py:4`.",
        );
        check(&text.replace("min(3, tech_lead.score)", "prosecutor.score"), ".");
    }
}
