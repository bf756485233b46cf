//! Variance re-evaluation: a wide spread calls a second hearing, and its votes count.

use super::hearing::Hearing;
use super::{Vote, hearing_name, step, tally};
use crate::domain::ids::EvidenceId;
use crate::domain::opinion::Round;
use crate::domain::verdict::{Rule, RuleStep};

/// Chooses the votes that count. A judge who was heard in the first hearing only keeps that vote.
/// Source: contract §6.3 `variance_re_evaluation`; the spread is that of the first hearing.
pub(super) fn apply(
    hearing: &Hearing<'_>,
    first: Vec<Vote>,
    second: &[Vote],
) -> (Vec<Vote>, RuleStep) {
    if !hearing.is_contested() {
        let effect = format!("Spread {}, not above 2: no second hearing.", hearing.spread());
        return (first, step(Rule::VarianceReEvaluation, false, effect, Vec::new()));
    }
    if second.is_empty() {
        let effect = format!(
            "Spread {}: a second hearing was called and nobody could be heard; the {} counts.",
            hearing.spread(),
            hearing_name(Round::First)
        );
        return (first, step(Rule::VarianceReEvaluation, false, effect, contested(hearing)));
    }
    let votes: Vec<Vote> = first
        .iter()
        .map(|vote| second.iter().find(|again| again.judge == vote.judge).unwrap_or(vote).clone())
        .collect();
    let moved = if votes == first {
        format!("nobody moved, and {} count as before", tally(&first))
    } else {
        format!("{} became {}", tally(&first), tally(&votes))
    };
    let effect = format!("Spread {}: the judges heard each other; {moved}.", hearing.spread());
    (votes, step(Rule::VarianceReEvaluation, true, effect, contested(hearing)))
}

/// The evidence that one judge cites and another does not, in the order of the evidence.
pub(super) fn contested(hearing: &Hearing<'_>) -> Vec<EvidenceId> {
    let cites =
        |id: &EvidenceId| hearing.first.iter().filter(|o| o.cited_evidence.contains(id)).count();
    let among = |id: &&EvidenceId| (1..hearing.first.len()).contains(&cites(id));
    hearing.evidence.iter().map(|evidence| &evidence.id).filter(among).take(8).cloned().collect()
}
