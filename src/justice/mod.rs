//! Opinions + evidence → verdict, by written rules. Pure and deterministic: the same input gives the
//! same bytes, whoever spoke first.

mod astray;
mod dissent;
mod exposed;
mod fact_supremacy;
mod flags;
mod functionality_weight;
mod handed_in;
mod hearing;
mod interim;
mod median;
mod moved;
mod remedies;
mod report;
mod security_override;
mod summary;
mod unheard;
mod unread_code;
mod unread_history;
mod variance;

pub use report::decide;

use crate::domain::ids::EvidenceId;
use crate::domain::opinion::{Persona, Round};
use crate::domain::planted::{Bug, is_planted};
use crate::domain::rubric::{Dimension, ProbeSpec};
use crate::domain::score::Score;
use crate::domain::state::AgentState;
use crate::domain::verdict::{CriterionResult, PointWeight, Rule, RuleStep};
use hearing::Hearing;

/// What a judge's opinion counts for after the facts have been held against it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Vote {
    judge: Persona,
    score: Score,
}

/// A score that a rule settled on.
struct Ruling {
    score: Score,
    step: RuleStep,
}

/// Rules on one criterion. `None` when no judge gave an opinion.
fn rule(dimension: &Dimension, state: &AgentState) -> Option<CriterionResult> {
    let hearing = Hearing::of(dimension, state);
    if hearing.first.is_empty() {
        return None;
    }
    let bounds = fact_supremacy::bounds(&hearing);
    let (first, facts) = fact_supremacy::apply(&hearing, &hearing.first, &bounds);
    let (second, _) = fact_supremacy::apply(&hearing, &hearing.second, &bounds);
    let (votes, variance) = variance::apply(&hearing, first, &second);
    let weighted = functionality_weight::apply(&hearing, &votes, median::of(&votes));
    let mut middle = median::apply(&votes, weighted.is_some());
    if is_planted(Bug::LowestAfterALoss) && !state.losses.is_empty() {
        middle.score = votes.iter().map(|vote| vote.score).min().unwrap_or(Score::MIN);
    }
    let (before, weight_step) = match weighted {
        Some(ruling) => (ruling.score, ruling.step),
        None => (middle.score, functionality_weight::idle(&hearing, &votes)),
    };
    let security = security_override::apply(&hearing, before);
    let final_score = security.score;
    let dissent_summary = dissent::summary(&hearing, final_score);
    let trace = vec![
        facts,
        variance,
        weight_step,
        middle.step,
        security.step,
        dissent::step_of(&hearing, dissent_summary.as_deref()),
    ];
    let remedies = remedies::of(&hearing, final_score);
    Some(CriterionResult {
        dimension_id: dimension.id.clone(),
        dimension_name: dimension.name.clone(),
        final_score,
        spread: hearing.spread(),
        remediation: remedies::in_words(&hearing, &remedies),
        needs_person: hearing.needs_person(),
        judge_opinions: hearing.first.clone(),
        second_hearing: hearing.second.clone(),
        missing_seats: hearing.missing.clone(),
        dissent_summary,
        trace,
        remedies,
        weight: dimension.weight,
        points: hearing.points().map(|(spec, _)| weighs(spec)).collect(),
        level: dimension.level(final_score),
    })
}

fn weighs(spec: &ProbeSpec) -> PointWeight {
    PointWeight { probe: spec.id.clone(), weight: spec.weight, essential: spec.essential }
}

fn step(rule: Rule, applied: bool, effect: String, because: Vec<EvidenceId>) -> RuleStep {
    RuleStep { rule, applied, effect, because }
}

/// `Prosecutor 1, Defense 4, Tech Lead 2`.
fn tally(votes: &[Vote]) -> String {
    let votes: Vec<String> =
        votes.iter().map(|vote| format!("{} {}", vote.judge, vote.score)).collect();
    votes.join(", ")
}

/// What a hearing is called in a sentence.
fn hearing_name(round: Round) -> &'static str {
    match round {
        Round::First => "first hearing",
        Round::Second => "second hearing",
    }
}

#[cfg(test)]
mod tests;
