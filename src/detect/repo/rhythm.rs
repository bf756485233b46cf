//! Commits → how the work came.

mod dates;
mod subjects;

use crate::domain::facts::{Burst, CommitFact, LargestCommit, Rhythm};
use std::collections::{BTreeMap, BTreeSet};
pub(in super::super) use subjects::says_nothing;

/// Longest pause inside a burst, in seconds.
const PAUSE: i64 = 600;
/// Fewest commits of a burst.
const FEWEST: usize = 3;
/// One day, in seconds.
const DAY: i64 = 86_400;

/// States how the work came, from commits that are oldest first.
#[must_use]
pub fn rhythm(commits: &[CommitFact]) -> Rhythm {
    let own = || commits.iter().filter(|commit| commit.parents.len() < 2);
    let uncounted = own().filter(|commit| commit.insertions.is_none()).count();
    let days: BTreeSet<i64> = own().map(own_day).collect();
    let mut seen = BTreeSet::new();
    let names = commits.iter().map(|commit| &commit.author.name);
    Rhythm {
        author_names: names.filter(|name| seen.insert((*name).clone())).cloned().collect(),
        author_times: ends(commits.iter().map(|commit| commit.author_time)),
        committer_times: ends(commits.iter().map(|commit| commit.committer_time)),
        largest: largest(own(), CommitFact::written),
        largest_of_programs: largest(own(), CommitFact::of_programs),
        uncounted: number(uncounted),
        bursts: bursts(own(), CommitFact::written),
        bursts_of_programs: bursts(own(), CommitFact::of_programs),
        days_active: number(days.len()),
        empty_subjects: own()
            .filter(|commit| says_nothing(commit))
            .map(|commit| commit.id.clone())
            .collect(),
        repeated_subjects: repeated(own()),
        odd_dates: dates::odd(commits),
    }
}

/// Those that have the subject of an earlier one. What was picked onto another branch is the same change, which keeps its
/// time.
fn repeated<'a>(commits: impl Iterator<Item = &'a CommitFact>) -> Vec<String> {
    let mut times: BTreeMap<String, BTreeSet<i64>> = BTreeMap::new();
    let mut repeats = Vec::new();
    for commit in commits {
        let subject = commit.subject.trim().to_lowercase();
        let known = times.entry(subject).or_default();
        if !known.is_empty() && !known.contains(&commit.author_time) {
            repeats.push(commit.id.clone());
        }
        known.insert(commit.author_time);
    }
    repeats
}

/// The day by the author's own clock.
fn own_day(commit: &CommitFact) -> i64 {
    commit.author_time.saturating_add(i64::from(commit.author_offset)).div_euclid(DAY)
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn ends(times: impl Iterator<Item = i64> + Clone) -> Option<(i64, i64)> {
    Some((times.clone().min()?, times.max()?))
}

/// The first of those that added most of the lines that are counted.
fn largest<'a>(
    commits: impl Iterator<Item = &'a CommitFact>,
    counted: fn(&CommitFact) -> Option<u32>,
) -> Option<LargestCommit> {
    let added: Vec<(u32, &CommitFact)> =
        commits.filter_map(|commit| Some((counted(commit)?, commit))).collect();
    let total: u64 = added.iter().map(|(lines, _)| u64::from(*lines)).sum();
    // `max_by_key` would take the last of several.
    let (insertions, commit) =
        added.into_iter().reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    #[expect(clippy::cast_precision_loss, reason = "line counts are far below 2^52")]
    let share = f64::from(insertions) / total as f64;
    (total > 0).then(|| LargestCommit { id: commit.id.clone(), insertions, share })
}

/// The runs of those commits that brought some of the lines that are counted.
fn bursts<'a>(
    commits: impl Iterator<Item = &'a CommitFact>,
    counted: fn(&CommitFact) -> Option<u32>,
) -> Vec<Burst> {
    let brought = |commit: &&CommitFact| counted(commit).is_none_or(|lines| lines > 0);
    let mut commits: Vec<&CommitFact> = commits.filter(brought).collect();
    commits.sort_by_key(|commit| commit.author_time);
    let close = |pair: &&CommitFact, next: &&CommitFact| {
        next.author_time.saturating_sub(pair.author_time) < PAUSE
    };
    let runs = commits.chunk_by(close).filter(|run| run.len() >= FEWEST);
    runs.filter_map(|run| {
        let (first, last) = (run.first()?, run.last()?);
        let sum = |counted: fn(&CommitFact) -> Option<u32>| {
            run.iter().filter_map(|commit| counted(commit)).fold(0, u32::saturating_add)
        };
        Some(Burst {
            insertions: sum(CommitFact::written),
            program_insertions: sum(CommitFact::of_programs),
            first: first.id.clone(),
            last: last.id.clone(),
            commits: number(run.len()),
            seconds: last.author_time.saturating_sub(first.author_time),
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Commits from their author times and added lines.
    fn commits(work: &[(i64, u32)]) -> Vec<CommitFact> {
        let commit = |(number, (time, lines)): (usize, &(i64, u32))| CommitFact {
            id: format!("c{number}"),
            author_time: *time,
            committer_time: time + 5,
            insertions: Some(*lines),
            subject: "graph: add a node".into(),
            ..CommitFact::default()
        };
        work.iter().enumerate().map(commit).collect()
    }

    #[test]
    fn the_largest_commit_and_its_share_are_told() {
        let largest = rhythm(&commits(&[(0, 10), (1, 60), (2, 60), (3, 70), (4, 0)])).largest;
        let largest = largest.expect("lines were added");
        assert_eq!((largest.id.as_str(), largest.insertions), ("c3", 70));
        assert!((largest.share - 0.35).abs() < 1e-9, "{}", largest.share);
        assert_eq!(rhythm(&commits(&[(0, 0)])).largest, None);
        assert_eq!(rhythm(&[]), Rhythm::default());
    }

    #[test]
    fn lock_files_are_no_work() {
        let mut work = commits(&[(0, 10), (1, 90)]);
        work[1].locked_insertions = 85;
        let largest = rhythm(&work).largest.expect("lines were added");
        assert_eq!((largest.id.as_str(), largest.insertions), ("c0", 10));
    }

    #[test]
    fn lines_of_programs_are_counted_on_their_own() {
        let mut work = commits(&[(0, 10), (1, 90), (2, 5)]);
        work[0].program_insertions = 9;
        work[2].program_insertions = 3;
        assert_eq!(rhythm(&work).bursts_of_programs, [], "two commits brought code");
        let facts = rhythm(&work);
        let largest = facts.largest_of_programs.expect("lines were added");
        assert_eq!((largest.id.as_str(), largest.insertions), ("c0", 9));
        assert!((largest.share - 0.75).abs() < 1e-9, "{}", largest.share);
        assert_eq!(facts.largest.map(|largest| largest.id).as_deref(), Some("c1"));
        assert_eq!((facts.bursts[0].insertions, facts.bursts[0].program_insertions), (105, 12));
        assert_eq!(rhythm(&commits(&[(0, 10)])).largest_of_programs, None);
    }

    #[test]
    fn a_subject_is_repeated_by_another_change_alone() {
        let repeated = |subjects: &[(&str, i64)]| {
            let times: Vec<(i64, u32)> = subjects.iter().map(|(_, time)| (*time, 1)).collect();
            let mut work = commits(&times);
            for (commit, (subject, _)) in work.iter_mut().zip(subjects) {
                commit.subject = (*subject).to_owned();
            }
            rhythm(&work).repeated_subjects
        };
        assert_eq!(
            repeated(&[("add x", 0), ("Add x ", 1), ("add y", 2), ("add x", 3)]),
            ["c1", "c3"]
        );
        // Picked onto another branch.
        assert_eq!(repeated(&[("add x", 0), ("add x", 0)]), [""; 0]);
        assert_eq!(repeated(&[("add x", 0), ("add y", 0)]), [""; 0]);
    }

    #[test]
    fn three_commits_within_minutes_are_a_burst() {
        let facts = rhythm(&commits(&[(0, 1), (599, 1), (1198, 1), (1798, 1), (90_000, 1)]));
        let burst = Burst {
            first: "c0".into(),
            last: "c2".into(),
            commits: 3,
            seconds: 1198,
            insertions: 3,
            program_insertions: 0,
        };
        assert_eq!(facts.bursts, [burst]);
        assert_eq!(facts.days_active, 2);
        assert_eq!(facts.author_times, Some((0, 90_000)));
        assert_eq!(facts.committer_times, Some((5, 90_005)));
        assert!(rhythm(&commits(&[(0, 1), (599, 1)])).bursts.is_empty());
        assert!(rhythm(&commits(&[(0, 1), (300, 0), (599, 1)])).bursts.is_empty());
    }
}
