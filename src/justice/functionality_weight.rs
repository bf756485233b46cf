//! Functionality weight: an architecture criterion follows a Tech Lead who confirms it.

use super::hearing::Hearing;
use super::{Ruling, Vote, step};
use crate::domain::opinion::Persona;
use crate::domain::score::Score;
use crate::domain::verdict::{Rule, RuleStep};

/// From this score on the Tech Lead confirms that the architecture is modular and works.
const CONFIRMS: u8 = 4;

/// Settles an architecture criterion on the Tech Lead's score when that is 4 or 5, unless the median
/// is higher still: a confirmation lifts a score and never lowers one. `None` when the criterion is
/// none of architecture, the seat is empty, or the Tech Lead does not confirm. Scores are 1–5.
/// Source: contract §6.3 `functionality_weight`.
pub(super) fn apply(hearing: &Hearing<'_>, votes: &[Vote], median: Score) -> Option<Ruling> {
    let confirms = |score: &Score| hearing.dimension.architecture && score.get() >= CONFIRMS;
    let score = tech_lead(votes).filter(confirms).filter(|score| *score >= median)?;
    let cited = hearing.first.iter().find(|opinion| opinion.judge == Persona::TechLead);
    let because = cited.map(|opinion| opinion.cited_evidence.clone()).unwrap_or_default();
    let effect =
        format!("The Tech Lead confirms this with {score}, which carries the highest weight here.");
    Some(Ruling { score, step: step(Rule::FunctionalityWeight, true, effect, because) })
}

/// Why the rule did not settle anything.
pub(super) fn idle(hearing: &Hearing<'_>, votes: &[Vote]) -> RuleStep {
    let effect = match (hearing.dimension.architecture, tech_lead(votes)) {
        (false, _) => "The Tech Lead's word does not carry the highest weight here.".to_owned(),
        (true, None) => "The Tech Lead gave no opinion.".to_owned(),
        (true, Some(score)) if score.get() >= CONFIRMS => {
            format!("The Tech Lead confirms this with {score}; the median is higher.")
        }
        (true, Some(score)) => {
            format!("The Tech Lead does not confirm this ({score}).")
        }
    };
    step(Rule::FunctionalityWeight, false, effect, Vec::new())
}

fn tech_lead(votes: &[Vote]) -> Option<Score> {
    votes.iter().find(|vote| vote.judge == Persona::TechLead).map(|vote| vote.score)
}
