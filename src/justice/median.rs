//! Median: where no stronger rule decides, the middle of the votes does.

use super::{Ruling, Vote, step, tally};
use crate::domain::score::Score;
use crate::domain::verdict::Rule;

/// The middle vote of three; of two the mean, halves rounded up, since an empty seat is our failure
/// and must not cost the submission; of one that one. Of none the worst score, which no ruling uses.
pub(super) fn of(votes: &[Vote]) -> Score {
    let mut scores: Vec<u8> = votes.iter().map(|vote| vote.score.get()).collect();
    scores.sort_unstable();
    match scores.as_slice() {
        [] => Score::MIN,
        [low, high] => Score::nearest(f64::from(low + high) / 2.0),
        more => Score::nearest(f64::from(more[more.len() / 2])),
    }
}

/// Rules by the median, unless a stronger rule has `decided` already.
pub(super) fn apply(votes: &[Vote], decided: bool) -> Ruling {
    let score = of(votes);
    let effect = if decided {
        format!("Decided by a stronger rule; the median of {} would be {score}.", tally(votes))
    } else {
        format!("The median of {} is {score}.", tally(votes))
    };
    Ruling { score, step: step(Rule::Median, !decided, effect, Vec::new()) }
}
