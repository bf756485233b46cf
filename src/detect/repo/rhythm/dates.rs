//! Dates that no clock can have shown.

use super::DAY;
use crate::domain::facts::{BEFORE_GIT, CommitFact, OddDate};
use std::collections::HashMap;

/// The first moment of 2100, in seconds since 1970-01-01 UTC.
const TO_COME: i64 = 4_102_444_800;

/// The dates that are out of all range, and those by which a commit was made days before what it is made of. Clocks
/// that differ by less are usual.
pub(super) fn odd(commits: &[CommitFact]) -> Vec<OddDate> {
    let times: HashMap<&str, i64> =
        commits.iter().map(|commit| (commit.id.as_str(), commit.committer_time)).collect();
    let odd = commits.iter().filter_map(|commit| {
        let is_out = |time: &i64| *time < BEFORE_GIT || *time >= TO_COME;
        let both = [commit.committer_time, commit.author_time];
        if let Some(time) = both.into_iter().find(is_out) {
            return Some(OddDate { id: commit.id.clone(), time, days_back: None });
        }
        let parents = commit.parents.iter().filter_map(|parent| times.get(parent.as_str()));
        // A parent whose own date is out of range is told by itself.
        let latest = parents.copied().filter(|time| !is_out(time)).max()?;
        let time = commit.committer_time;
        let days =
            u32::try_from(latest.saturating_sub(time) / DAY).ok().filter(|days| *days > 0)?;
        Some(OddDate { id: commit.id.clone(), time, days_back: Some(days) })
    });
    odd.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks what is told of commits of which each is the parent of the next, by the times at which they are dated.
    #[track_caller]
    fn check(times: &[i64], expected: &[&str]) {
        let commit = |(at, time): (usize, &i64)| CommitFact {
            id: format!("c{at}"),
            parents: at.checked_sub(1).map(|parent| format!("c{parent}")).into_iter().collect(),
            author_time: *time,
            committer_time: *time,
            ..CommitFact::default()
        };
        let commits: Vec<CommitFact> = times.iter().enumerate().map(commit).collect();
        let told: Vec<String> = odd(&commits).iter().map(ToString::to_string).collect();
        assert_eq!(told, expected, "{times:?}");
    }

    #[test]
    fn dates_that_cannot_be_true_are_told() {
        let now = 1_767_225_600;
        check(&[now, now + 5, now - 3600, now + DAY], &[]);
        check(&[now, now - 2 * DAY], &["Commit c1 is dated 2025-12-30, 2 days before its parent."]);
        check(&[now, now - DAY], &["Commit c1 is dated 2025-12-31, 1 day before its parent."]);
        check(&[-1000, now], &["Commit c0 is dated 1969-12-31, before there was git."]);
        check(
            &[now, 253_402_300_799, now],
            &["Commit c1 is dated in the year 9999, which is still to come."],
        );
        check(&[4_102_444_800], &["Commit c0 is dated 2100-01-01, which is still to come."]);
    }
}
