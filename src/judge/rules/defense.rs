//! The Defense: what was achieved counts.
//!
//! What is half done counts for more than half, what is undecided is left out of account, scores
//! round up, and neither an essential that is not met in full nor a flaw takes away more than the top
//! score.

use super::{AGAINST, Argument, Credit, IN_FAVOUR, Point, Policy, enumerated, evidence, weight};
use crate::domain::reading::Outcome;
use crate::domain::score::Score;

pub(super) const POLICY: Policy = Policy { credit, score, reconsider, argue };

fn credit(point: &Point<'_>) -> Credit {
    let (counts, granted) = match point.reading.outcome {
        Outcome::Holds => (1.0, 1.0),
        Outcome::Partly { share } => (1.0, 0.5 + 0.5 * share),
        Outcome::Unknown { .. } => (0.0, 0.0),
        Outcome::Fails => (1.0, 0.0),
    };
    Credit { weight: weight(point) * counts, granted }
}

fn score(ratio: f64, points: &[Point<'_>]) -> Score {
    let score = Score::nearest((1.0 + 4.0 * ratio - 0.1).ceil());
    let score =
        if points.iter().any(Point::holds) { score.max(Score::MIN.better()) } else { score };
    let failed =
        points.iter().any(|point| point.is_flaw() || (point.spec.essential && point.fails()));
    if failed { score.min(Score::MAX.worse()) } else { score }
}

/// Concedes one step where a flaw or a failed essential is confirmed.
fn reconsider(first: Score, points: &[Point<'_>]) -> Score {
    let confirmed =
        points.iter().any(|point| point.is_flaw() || (point.spec.essential && point.fails()));
    if confirmed { first.worse() } else { first }
}

fn argue(_: Score, points: &[Point<'_>]) -> Argument {
    let met = points.iter().filter(|point| point.holds());
    let half = points.iter().filter(|point| point.is_half());
    let failed = points.iter().filter(|point| point.fails());
    let open = points.iter().filter(|point| point.is_open()).count();
    let mut words = Vec::new();
    if met.clone().next().is_some() {
        words.push(format!("Achieved: {}.", enumerated(met.clone(), IN_FAVOUR)));
    }
    if half.clone().next().is_some() {
        words.push(format!("In part: {}.", enumerated(half.clone(), AGAINST)));
    }
    if met.clone().chain(half.clone()).next().is_none() {
        words.push(format!(
            "Little speaks for the submission here: {}.",
            enumerated(failed.clone(), AGAINST)
        ));
    } else if failed.clone().next().is_some() {
        let left = failed.clone().count();
        let verb = if left == 1 { "remains" } else { "remain" };
        words.push(format!("{left} of {} points {verb}.", points.len()));
    }
    match open {
        0 => {}
        1 => words.push("One point is undecided and may not be held against it.".into()),
        some => words.push(format!("{some} points are undecided and may not be held against it.")),
    }
    let favour = evidence(met.chain(half));
    let rests_on = if favour.is_empty() { evidence(failed) } else { favour };
    Argument { words: words.join(" "), rests_on }
}
