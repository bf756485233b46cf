//! The Prosecutor: the submission bears the burden of proof.
//!
//! What is half done counts for little, what is undecided counts as unproven, scores round down, a
//! failed essential leaves at most 2, a confirmed flaw leaves 1.

use super::{AGAINST, Argument, Credit, IN_FAVOUR, Point, Policy, enumerated, evidence, weight};
use crate::domain::reading::Outcome;
use crate::domain::score::Score;

pub(super) const POLICY: Policy = Policy { credit, score, reconsider, argue };

fn credit(point: &Point<'_>) -> Credit {
    let granted = match point.reading.outcome {
        Outcome::Holds => 1.0,
        Outcome::Partly { share } => 0.5 * share,
        Outcome::Unknown { .. } => 0.25,
        Outcome::Fails => 0.0,
    };
    Credit { weight: weight(point), granted }
}

fn score(ratio: f64, points: &[Point<'_>]) -> Score {
    let score = Score::nearest((1.0 + 4.0 * ratio + 0.1).floor());
    if points.iter().any(Point::is_flaw) {
        Score::MIN
    } else if points.iter().any(|point| point.spec.essential && point.fails()) {
        score.min(Score::MIN.better())
    } else {
        score
    }
}

/// Gives way by one where nothing is confirmed against the submission and most of it is proven.
fn reconsider(first: Score, points: &[Point<'_>]) -> Score {
    let proven: f64 = points.iter().filter(|point| point.holds()).map(weight).sum();
    let all: f64 = points.iter().map(weight).sum();
    if points.iter().any(Point::is_flaw) || proven * 2.0 < all { first } else { first.better() }
}

fn argue(_: Score, points: &[Point<'_>]) -> Argument {
    let flaws = points.iter().filter(|point| point.is_flaw());
    let unmet = points.iter().filter(|point| !point.is_flaw() && point.fails());
    let half = points.iter().filter(|point| !point.is_flaw() && point.is_half());
    let open = points.iter().filter(|point| point.is_open());
    let met = points.iter().filter(|point| point.holds());
    let mut words = Vec::new();
    if flaws.clone().next().is_some() {
        words.push(format!(
            "A confirmed flaw: {}. Everything else is second to it.",
            enumerated(flaws.clone(), AGAINST)
        ));
    }
    if unmet.clone().next().is_some() {
        words.push(format!("Not met: {}.", enumerated(unmet.clone(), AGAINST)));
    }
    if half.clone().next().is_some() {
        words.push(format!("No more than in part: {}.", enumerated(half.clone(), AGAINST)));
    }
    if open.clone().next().is_some() {
        words.push(format!(
            "Unproven, and the burden is the submission's: {}.",
            enumerated(open.clone(), AGAINST)
        ));
    }
    if words.is_empty() {
        let in_words = points.iter().any(|point| point.spec.from_words);
        let none = if in_words {
            "No point that was looked up falls short"
        } else {
            "No point falls short of what the rubric asks"
        };
        words.push(format!("{none}: {}.", enumerated(met.clone(), IN_FAVOUR)));
    }
    let against = evidence(flaws.chain(unmet).chain(half).chain(open));
    let rests_on = if against.is_empty() { evidence(met) } else { against };
    Argument { words: words.join(" "), rests_on }
}
