//! What of a repository is not there to be read though it belongs to it, and how the operator gets it.

use crate::domain::facts::{HistoryFacts, RepositoryFacts};
use crate::domain::request::RepoSource;
use crate::domain::state::AgentState;
use crate::domain::wording::count;

/// What mends a damaged repository of this machine.
const MENDED: &str = " `git fsck` in it names what is damaged or missing; clone it again without `--depth` and `--filter`, and audit the new clone.";

/// Notices for a reader who takes what was read for all that there is.
pub(super) fn notices(state: &AgentState) -> impl Iterator<Item = String> {
    let is_here = matches!(state.request.repo, RepoSource::Local { .. });
    let facts = state.repository();
    let shallow = facts.and_then(|facts| shallow(&facts.history));
    let damaged = facts.and_then(|facts| damaged(facts, is_here));
    shallow.into_iter().chain(damaged)
}

/// That older commits were left out when the repository was cloned.
fn shallow(history: &HistoryFacts) -> Option<String> {
    let held = count(history.commits.len(), "commit");
    history.shallow.then(|| {
        format!(
            "The clone is shallow: {held} of its history could be read, and what the older ones would show is undecided. `git fetch --unshallow` in it gets them (in a CI job, a checkout with `fetch-depth: 0`); then audit it again."
        )
    })
}

/// What of a repository could not be read though it belongs to it, where that is anything.
fn damaged(facts: &RepositoryFacts, is_here: bool) -> Option<String> {
    let hides = facts.history.cut || facts.history.rhythm.uncounted > 0;
    let history = if hides { &facts.history.damage[..] } else { &[] };
    let all: Vec<&String> = facts.tree.damage.iter().chain(history).collect();
    let (first, more) = all.split_first()?;
    let others = match more.len() {
        0 => String::new(),
        1 => " One more remark stands under Reservations.".to_owned(),
        more => format!(" {more} more remarks stand under Reservations."),
    };
    let mended = if is_here { MENDED } else { "" };
    Some(format!("Part of the repository could not be read. {first}{others}{mended}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{CommitFact, Rhythm, TreeFacts};

    fn history(damage: &[&str]) -> HistoryFacts {
        let damage = damage.iter().map(|&one| one.to_owned()).collect();
        HistoryFacts { damage, commits: vec![CommitFact::default(); 2], ..HistoryFacts::default() }
    }

    /// What is said of damage to the tree and to the history.
    #[track_caller]
    fn check(tree: &[&str], history: HistoryFacts, is_here: bool, expected: Option<&str>) {
        let damage = tree.iter().map(|&one| one.to_owned()).collect();
        let tree = TreeFacts { damage, ..TreeFacts::default() };
        let facts = RepositoryFacts { history, tree, ..RepositoryFacts::default() };
        let begins = "Part of the repository could not be read. ";
        let expected = expected.map(|rest| format!("{begins}{rest}"));
        assert_eq!(damaged(&facts, is_here), expected);
    }

    #[test]
    fn damage_is_told_with_what_mends_a_repository_of_this_machine() {
        let broken = "`a.py` is damaged.";
        check(&[broken], history(&[]), false, Some(broken));
        check(&[broken], history(&[]), true, Some(&format!("{broken}{MENDED}")));
        let cut = || HistoryFacts { cut: true, ..history(&["A commit is missing."]) };
        let more = format!("{broken} One more remark stands under Reservations.");
        check(&[broken], cut(), false, Some(&more));
        check(&[], cut(), false, Some("A commit is missing."));
    }

    #[test]
    fn damage_that_hides_what_commits_changed_is_told_and_an_odd_date_is_not() {
        let rhythm = Rhythm { uncounted: 1, ..Rhythm::default() };
        let hidden = HistoryFacts { rhythm, ..history(&["A directory is missing."]) };
        check(&[], hidden, false, Some("A directory is missing."));
        check(&[], history(&["A commit states no date."]), true, None);
    }

    #[test]
    fn a_shallow_clone_is_told_with_how_to_get_the_rest() {
        assert_eq!(shallow(&history(&[])), None);
        let told = shallow(&HistoryFacts { shallow: true, ..history(&[]) }).unwrap();
        assert!(told.contains("2 commits of its history could be read"), "{told}");
        assert!(told.contains("`git fetch --unshallow`"), "{told}");
    }
}
