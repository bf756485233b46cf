//! The Tech Lead: does it work, and can it be kept working?
//!
//! What is half done counts for what it is, what is undecided counts half on half the weight, scores
//! round to the nearest, a failed essential leaves at most 3, a confirmed flaw at most 2.

use super::{AGAINST, Argument, Credit, IN_FAVOUR, Point, Policy, enumerated, evidence, weight};
use crate::domain::reading::Outcome;
use crate::domain::score::Score;

pub(super) const POLICY: Policy = Policy { credit, score, reconsider, argue };

fn credit(point: &Point<'_>) -> Credit {
    let (counts, granted) = match point.reading.outcome {
        Outcome::Holds => (1.0, 1.0),
        Outcome::Partly { share } => (1.0, share),
        Outcome::Unknown { .. } => (0.5, 0.5),
        Outcome::Fails => (1.0, 0.0),
    };
    Credit { weight: weight(point) * counts, granted }
}

fn score(ratio: f64, points: &[Point<'_>]) -> Score {
    let score = Score::nearest(1.0 + 4.0 * ratio);
    if points.iter().any(Point::is_flaw) {
        score.min(Score::MIN.better())
    } else if points.iter().any(|point| point.spec.essential && point.fails()) {
        score.min(Score::nearest(3.0))
    } else {
        score
    }
}

fn reconsider(first: Score, _: &[Point<'_>]) -> Score {
    first
}

fn argue(score: Score, points: &[Point<'_>]) -> Argument {
    let load = points.iter().filter(|point| point.spec.essential && point.holds());
    let sound = points.iter().filter(|point| !point.spec.essential && point.holds());
    let broken = points.iter().filter(|point| point.fails() || point.is_half());
    let open = points.iter().filter(|point| point.is_open());
    let mut words = Vec::new();
    if load.clone().next().is_some() {
        words.push(format!(
            "What carries the load is in place: {}.",
            enumerated(load.clone(), IN_FAVOUR)
        ));
    } else if sound.clone().next().is_some() {
        words.push(format!("Sound: {}.", enumerated(sound.clone(), IN_FAVOUR)));
    }
    if broken.clone().next().is_some() {
        let verb = if score >= Score::nearest(4.0) {
            "Worth fixing"
        } else {
            "Has to be fixed before this can be relied on"
        };
        words.push(format!("{verb}: {}.", enumerated(broken.clone(), AGAINST)));
    }
    if words.is_empty() {
        words.push(format!(
            "Nothing here can be built on yet: {}.",
            enumerated(open.clone(), AGAINST)
        ));
    }
    Argument {
        words: words.join(" "),
        rests_on: evidence(load.chain(broken).chain(sound).chain(open)),
    }
}
