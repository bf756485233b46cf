//! Dissent requirement: a spread above 2 is explained.

use super::hearing::Hearing;
use super::step;
use super::variance::contested;
use crate::domain::ids::EvidenceId;
use crate::domain::opinion::JudicialOpinion;
use crate::domain::score::Score;
use crate::domain::verdict::{Rule, RuleStep};

/// Says why the judges disagreed; `Some` exactly where the first hearing's spread exceeds 2.
/// Source: contract §3.3 and §6.3 `dissent_requirement`.
pub(super) fn summary(hearing: &Hearing<'_>, ruled: Score) -> Option<String> {
    if !hearing.is_contested() {
        return None;
    }
    let lowest = hearing.first.iter().min_by_key(|opinion| opinion.score)?;
    let highest = hearing.first.iter().max_by_key(|opinion| opinion.score)?;
    let views = format!(
        "The {} ({}) rests on {}; the {} ({}) rests on {}.",
        lowest.judge,
        lowest.score,
        grounds(hearing, lowest, highest),
        highest.judge,
        highest.score,
        grounds(hearing, highest, lowest)
    );
    let flaw = hearing.evidence.iter().find(|evidence| evidence.confirms_flaw());
    let overruled = flaw.map_or_else(String::new, |flaw| {
        format!(" {} is a confirmed flaw, so the higher view is overruled on fact.", flaw.id)
    });
    Some(format!("{views}{overruled} The ruling is {ruled}."))
}

/// What one judge cites and the other does not, in words.
fn grounds(hearing: &Hearing<'_>, one: &JudicialOpinion, other: &JudicialOpinion) -> String {
    let own =
        |id: &EvidenceId| one.cited_evidence.contains(id) && !other.cited_evidence.contains(id);
    let told: Vec<String> = hearing
        .readings
        .iter()
        .filter_map(|reading| {
            let id = reading.evidence.iter().find(|id| own(id))?;
            Some(format!("{} ({id})", reading.in_brief()))
        })
        .take(2)
        .collect();
    if told.is_empty() {
        "the same evidence, weighed differently".to_owned()
    } else {
        // A statement is a sentence of its own, which no other can go on with.
        format!("this: {}", told.join("; "))
    }
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
