//! How many commits the history is said to have.

use super::super::Verdict;
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{CommitFact, HistoryFacts};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Most commits among which the one is looked for at which the history was as long as is said.
const FOLLOWED: usize = 2_000;
/// Letters of an id that are shown.
const SHOWN: usize = 7;

static COMMITS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)(?P<least>(?:over|more than|at least|>=?|exceeds)\s*)?(?P<count>[0-9]+)(?P<more>\+)? (?:[a-z][\w-]* ){0,2}commits\b",
    )
});

/// Whether the history has as many commits as is said. A report is older than the last commit, so that a smaller
/// number contradicts nothing, and a greater one only where all branches and tags together have fewer.
pub(in super::super) fn counted(history: &HistoryFacts, text: &str) -> Verdict {
    let whole = history.damage.is_empty() && !history.truncated && !history.shallow;
    let Some(found) = COMMITS.captures(text) else {
        return Verdict::undecided("no number of commits is named");
    };
    let Ok(count) = found["count"].parse::<usize>() else {
        return Verdict::undecided("the number is too large");
    };
    let all = history.commits.len();
    let plain = all - usize::try_from(history.merges).unwrap_or_default().min(all);
    let least = found.name("least").is_some() || found.name("more").is_some();
    if (least && plain >= count) || (whole && (all == count || plain == count)) {
        return Verdict::of(Supported, format!("the history has {all} commits"), []);
    }
    let most = history.everywhere.and_then(|most| usize::try_from(most).ok());
    if let Some(most) = most.filter(|most| whole && *most < count) {
        let fact = format!(
            "all branches and tags together have {most} commits, and if there were more, their history was rewritten or left out"
        );
        return Verdict::of(Contradicted, fact, []);
    }
    if let Some(commit) = (whole && count < all).then(|| once(&history.commits, count)).flatten() {
        let id = &commit.id[..commit.id.len().min(SHOWN)];
        let fact =
            format!("the history has {all} commits, and had {count} at `{id}`{}", day(commit));
        return Verdict::of(Undecided, fact, []);
    }
    Verdict::undecided(format!("the history that was read has {all} commits"))
}

/// The day of a commit by its author's own clock, in brackets behind it.
fn day(commit: &CommitFact) -> String {
    let time = commit.author_time.saturating_add(commit.author_offset.into());
    jiff::Timestamp::from_second(time)
        .map_or_else(|_| String::new(), |time| time.strftime(" (%Y-%m-%d)").to_string())
}

/// The commit of the main line that so many lead to, itself included.
fn once(commits: &[CommitFact], count: usize) -> Option<&CommitFact> {
    if commits.len() > FOLLOWED {
        return None;
    }
    let known: BTreeMap<&str, &CommitFact> =
        commits.iter().map(|commit| (commit.id.as_str(), commit)).collect();
    let mut next = commits.last();
    while let Some(commit) = next {
        let (mut seen, mut open) = (BTreeSet::new(), vec![commit]);
        while let Some(one) = open.pop() {
            if seen.insert(one.id.as_str()) {
                open.extend(one.parents.iter().filter_map(|parent| known.get(parent.as_str())));
            }
        }
        match seen.len() {
            length if length == count => return Some(commit),
            length if length < count => return None,
            _ => next = known.get(commit.parents.first()?.as_str()).copied(),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::ClaimStatus;

    /// A line of `length` commits, of which `merges` are merges, with as many everywhere.
    fn history(length: usize, everywhere: Option<u32>) -> HistoryFacts {
        let commit = |at: usize| CommitFact {
            id: format!("{at:040x}"),
            parents: at.checked_sub(1).map(|before| format!("{before:040x}")).into_iter().collect(),
            ..CommitFact::default()
        };
        let commits = (0..length).map(commit).collect();
        HistoryFacts { commits, everywhere, ..HistoryFacts::default() }
    }

    #[track_caller]
    fn check(history: &HistoryFacts, text: &str, status: ClaimStatus, fact: &str) {
        let found = counted(history, text);
        assert_eq!(found.status, status, "{text:?}: {}", found.fact);
        assert!(found.fact.contains(fact), "{text:?}: {}", found.fact);
    }

    #[test]
    fn a_number_of_commits_is_held_against_all_branches() {
        let known = history(20, Some(24));
        check(&known, "It has 20 commits.", Supported, "has 20");
        check(&known, "It has 15+ commits.", Supported, "has 20");
        check(&known, "It has 12 atomic commits.", Undecided, "had 12 at `0000000` (1970-01-01)");
        check(&known, "4 12 atomic commits were made.", Undecided, "had 12 at `0000000`");
        check(&known, "It has 23 commits.", Undecided, "that was read");
        check(&known, "It has 25 commits.", Contradicted, "together have 24");
        check(&known, "It has over 25 commits.", Contradicted, "together have 24");
        check(&history(20, None), "It has 25 commits.", Undecided, "that was read");
        let cut = HistoryFacts { truncated: true, ..history(20, Some(24)) };
        check(&cut, "It has 25 commits.", Undecided, "that was read");
    }
}
