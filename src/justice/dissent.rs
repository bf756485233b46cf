//! Dissent requirement: a spread above 2 is explained.

use super::hearing::Hearing;
use super::step;
use super::variance::contested;
use crate::domain::ids::EvidenceId;
use crate::domain::opinion::JudicialOpinion;
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

/// What the two cite that the other does not, in words.
fn views(hearing: &Hearing<'_>, lowest: &JudicialOpinion, highest: &JudicialOpinion) -> String {
    let name = |one: &JudicialOpinion| format!("{} ({})", one.judge, one.score);
    let (low, high) = (name(lowest), name(highest));
    let [low_alone, high_alone] =
        [(lowest, highest), (highest, lowest)].map(|(one, other)| alone(hearing, one, other));
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
