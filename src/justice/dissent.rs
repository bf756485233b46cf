//! Dissent requirement: a spread above 2 is explained.

use super::hearing::Hearing;
use super::step;
use super::variance::contested;
use crate::domain::ids::EvidenceId;
use crate::domain::opinion::JudicialOpinion;
use crate::domain::reading::{Outcome, Reading};
use crate::domain::score::Score;
use crate::domain::verdict::{Rule, RuleStep};

/// Most points of each side that are told.
const MOST_POINTS: usize = 2;

/// Says why the judges disagreed; `Some` exactly where the first hearing's spread exceeds 2.
/// Source: contract §3.3 and §6.3 `dissent_requirement`.
pub(super) fn summary(hearing: &Hearing<'_>, ruled: Score) -> Option<String> {
    if !hearing.is_contested() {
        return None;
    }
    let lowest = hearing.first.iter().min_by_key(|opinion| opinion.score)?;
    let highest = hearing.first.iter().max_by_key(|opinion| opinion.score)?;
    let views = views(hearing, lowest, highest);
    let flaw = hearing.evidence.iter().find(|evidence| evidence.confirms_flaw());
    let overruled = flaw.map_or_else(String::new, |flaw| {
        format!(" {} is a confirmed flaw, so the higher view is overruled on fact.", flaw.id)
    });
    Some(format!("{views}{overruled} The ruling is {ruled}."))
}

/// What the two weigh differently, and what one of them cites that the other does not, in words.
fn views(hearing: &Hearing<'_>, lowest: &JudicialOpinion, highest: &JudicialOpinion) -> String {
    let name = |one: &JudicialOpinion| format!("{} ({})", one.judge, one.score);
    let (low, high) = (name(lowest), name(highest));
    let [low_alone, high_alone] =
        [(lowest, highest), (highest, lowest)].map(|(one, other)| alone(hearing, one, other));
    let rests_on = |one: &str, alone: Option<String>| {
        alone.map_or_else(String::new, |more| format!(" The {one} rests on this as well: {more}."))
    };
    if let Some(disputed) = disputed(hearing, lowest, highest) {
        let [more, further] = [rests_on(&low, low_alone), rests_on(&high, high_alone)];
        return format!(
            "The {low} and the {high} weigh this differently: {disputed}.{more}{further}"
        );
    }
    match (low_alone, high_alone) {
        (None, None) => {
            format!("The {low} and the {high} cite the same evidence and weigh it differently.")
        }
        (Some(low_alone), Some(high_alone)) => {
            format!("The {low} rests on this: {low_alone}; the {high} rests on this: {high_alone}.")
        }
        (None, Some(more)) => {
            format!(
                "The {low} cites nothing that the {high} does not, who rests on this as well: {more}."
            )
        }
        (Some(more), None) => {
            format!(
                "The {high} cites nothing that the {low} does not, who rests on this as well: {more}."
            )
        }
    }
}

/// What both cite and what does not simply hold: that is what scores can differ on; `None` where there is nothing
/// of the kind.
fn disputed(
    hearing: &Hearing<'_>,
    one: &JudicialOpinion,
    other: &JudicialOpinion,
) -> Option<String> {
    let by_both =
        |id: &&EvidenceId| one.cited_evidence.contains(id) && other.cited_evidence.contains(id);
    let is_open = |reading: &&Reading| reading.outcome != Outcome::Holds && !reading.is_moot();
    let mut points = hearing.readings.iter().filter(is_open).filter_map(|reading| {
        let id = reading.evidence.iter().find(by_both)?;
        Some(format!("{} ({id})", reading.in_brief()))
    });
    let told: Vec<String> = points.by_ref().take(MOST_POINTS).collect();
    let more = points.count();
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    (!told.is_empty()).then(|| format!("{}{more}", told.join("; ")))
}

/// What one judge cites and the other does not: the points that it belongs to, or its ids; `None` where there
/// is nothing of the kind.
fn alone(hearing: &Hearing<'_>, one: &JudicialOpinion, other: &JudicialOpinion) -> Option<String> {
    let is_own = |id: &&EvidenceId| !other.cited_evidence.contains(id);
    let own: Vec<&EvidenceId> = one.cited_evidence.iter().filter(is_own).collect();
    let points = hearing.readings.iter().filter_map(|reading| {
        let id = reading.evidence.iter().find(|id| own.contains(id))?;
        Some(format!("{} ({id})", reading.in_brief()))
    });
    let points: Vec<String> = points.take(MOST_POINTS).collect();
    let ids =
        || own.iter().take(MOST_POINTS).map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let told = if points.is_empty() { ids() } else { points.join("; ") };
    (!own.is_empty()).then_some(told)
}

/// What the rule did.
pub(super) fn step_of(hearing: &Hearing<'_>, summary: Option<&str>) -> RuleStep {
    let effect = match summary {
        Some(_) => format!("Spread {}: the dissent is summarised.", hearing.spread()),
        None => format!("Spread {}, not above 2: no dissent to explain.", hearing.spread()),
    };
    let because = if summary.is_some() { contested(hearing) } else { Vec::new() };
    step(Rule::DissentRequirement, summary.is_some(), effect, because)
}
