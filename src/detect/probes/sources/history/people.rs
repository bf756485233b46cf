//! Commits that services make, such as the template of a classroom or new versions of libraries: they are nobody's work.

use super::count;
use crate::detect::repo::rhythm::rhythm;
use crate::domain::facts::{CommitFact, HistoryFacts};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Names that services commit under, with or without `[bot]` behind them. Programs that write code for somebody are none.
const SERVICES: [&str; 14] = [
    "github-classroom",
    "github-actions",
    "github action",
    "dependabot",
    "dependabot-preview",
    "renovate",
    "renovate-bot",
    "pre-commit-ci",
    "semantic-release-bot",
    "allcontributors",
    "imgbot",
    "snyk-bot",
    "pyup-bot",
    "mergify",
];

/// A history without the commits of services.
pub(super) struct People<'h> {
    pub history: Cow<'h, HistoryFacts>,
    /// What is said behind a statement of what was left out; empty where that is nothing.
    pub left_out: String,
}

impl<'h> People<'h> {
    /// All of the history where nobody else wrote any of it.
    pub(super) fn of(history: &'h HistoryFacts) -> Self {
        let (theirs, own): (Vec<&CommitFact>, Vec<&CommitFact>) =
            history.commits.iter().partition(|commit| is_service(&commit.author.name));
        if theirs.is_empty() || own.is_empty() {
            return Self { history: Cow::Borrowed(history), left_out: String::new() };
        }
        let names: BTreeSet<String> =
            theirs.iter().map(|commit| format!("`{}`", commit.author.name)).collect();
        let left_out = format!(
            "; {} by {} {} left out",
            count(theirs.len(), "commit"),
            Vec::from_iter(names).join(" and "),
            if theirs.len() == 1 { "is" } else { "are" }
        );
        let commits: Vec<CommitFact> = own.into_iter().cloned().collect();
        let merges = commits.iter().filter(|commit| commit.parents.len() > 1).count();
        let mut authors = history.authors.clone();
        authors.retain(|author| !is_service(&author.name));
        let history = HistoryFacts {
            rhythm: rhythm(&commits),
            commits,
            merges: u32::try_from(merges).unwrap_or(u32::MAX),
            authors,
            ..history.clone()
        };
        Self { history: Cow::Owned(history), left_out }
    }

    /// A statement with what was left out told before its stop.
    pub(super) fn telling(&self, statement: &str) -> String {
        let told = statement.trim_end_matches('.');
        if self.left_out.is_empty() {
            statement.into()
        } else {
            format!("{told}{}.", self.left_out)
        }
    }
}

fn is_service(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    SERVICES.contains(&name.strip_suffix("[bot]").unwrap_or(&name).trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::Identity;

    fn history(names: &[&str]) -> HistoryFacts {
        let author = |name: &&str| Identity { name: (*name).into(), email: String::new() };
        let commit = |name: &&str| CommitFact { author: author(name), ..CommitFact::default() };
        let commits = names.iter().map(commit).collect();
        HistoryFacts {
            commits,
            authors: names.iter().map(author).collect(),
            ..HistoryFacts::default()
        }
    }

    #[test]
    fn what_a_service_commits_is_left_out_and_told() {
        let all = history(&["github-classroom[bot]", "Ada", "Dependabot[bot]", "Ada"]);
        let people = People::of(&all);
        assert_eq!(people.history.commits.len(), 2);
        assert_eq!(people.history.authors.len(), 2);
        assert_eq!(people.history.rhythm.author_names, ["Ada"]);
        assert_eq!(
            people.telling("2 commits."),
            "2 commits; 2 commits by `Dependabot[bot]` and `github-classroom[bot]` are left out."
        );
    }

    #[test]
    fn programs_that_write_for_somebody_and_services_alone_are_not_left_out() {
        for names in [&["copilot-swe-agent[bot]", "Ada"][..], &["github-actions[bot]"], &["Ada"]] {
            let all = history(names);
            let people = People::of(&all);
            assert_eq!(people.history.commits.len(), names.len());
            assert_eq!(people.telling("Told."), "Told.");
        }
    }
}
