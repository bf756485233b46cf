//! Commits that came within minutes of each other.

use super::share;
use crate::domain::facts::HistoryFacts;

/// Fewest commits of which it tells something that most came within minutes.
const SEVERAL: usize = 10;
/// The time after the commit before, in seconds, that is too short for much work.
const AT_ONCE: i64 = 300;

/// How many commits came so soon after the one before that little was done in between.
pub(super) struct Hasty {
    soon: usize,
    all: usize,
}

/// The commits that came within minutes, where there are enough to tell.
pub(super) fn hasty(history: &HistoryFacts) -> Option<Hasty> {
    let own = history.commits.iter().filter(|commit| commit.parents.len() < 2);
    let mut times: Vec<i64> = own.map(|commit| commit.author_time).collect();
    times.sort_unstable();
    let soon = times.windows(2).filter(|pair| pair[1].saturating_sub(pair[0]) < AT_ONCE).count();
    (times.len() >= SEVERAL).then_some(Hasty { soon, all: times.len() })
}

impl Hasty {
    pub(super) fn share(&self) -> f64 {
        share(self.soon as u64, self.all as u64)
    }

    pub(super) fn told(&self) -> String {
        let Self { soon, all } = self;
        format!("{soon} of {all} commits came less than 5 minutes after the one before.")
    }
}
