//! Probe of keys and passwords that stand where others can read them.

use super::super::{About, Answer, Ask, Record, Undecided, capitalised, count, listed};
use crate::detect::secrets::{is_default, is_deployed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{Place, RepositoryFacts, SecretFact, SecretOrigin};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Whether a repository is free of secrets.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Secrets {
    #[serde(default = "everywhere")]
    history: bool,
    #[serde(default)]
    tests: bool,
}

const fn everywhere() -> bool {
    true
}

impl Ask for Secrets {
    const ABOUT: About = About {
        kind: "secrets",
        artifact: Artifact::GithubRepo,
        summary: "No key or password stands in the tree, in older commits or in commit messages; placeholders and examples never count.",
        parameters: &[
            ("history", "whether older commits and messages count too; true"),
            ("tests", "whether tests and fixtures count too; false"),
        ],
        example: r#"{"history": true}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        self.answer(record.repository()?)
    }
}

impl Secrets {
    fn answer(&self, repository: &RepositoryFacts) -> Result<Answer, Undecided> {
        let counts = |fact: &&SecretFact| {
            (self.tests || !fact.in_tests) && (self.history || fact.origin == SecretOrigin::Tree)
        };
        let (used, all): (Vec<&SecretFact>, Vec<&SecretFact>) =
            repository.secrets.iter().filter(counts).partition(|fact| fact.by_use);
        let (expired, found): (Vec<&SecretFact>, Vec<&SecretFact>) =
            all.into_iter().partition(|fact| fact.is_expired(&repository.history));
        if found.is_empty() {
            if !used.is_empty() {
                return Ok(by_use(&used));
            }
            return self.none(repository, &expired);
        }
        let mut kinds: Vec<&str> = found.iter().map(|fact| fact.kind.as_str()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let beside = if used.is_empty() {
            String::new()
        } else {
            format!("; besides, {}: {}", in_words(&used), places(&used))
        };
        Ok(Answer {
            outcome: Outcome::Fails,
            statement: format!(
                "{}: {}, at {}{beside}.",
                count(distinct(&found), "secret"),
                kinds.join(", "),
                places(&found)
            ),
            missing: Vec::new(),
            findings: found.iter().take(10).map(|fact| finding(fact)).collect(),
        })
    }

    fn none(
        &self,
        repository: &RepositoryFacts,
        expired: &[&SecretFact],
    ) -> Result<Answer, Undecided> {
        let files = repository.tree.entries.len();
        let scope = if self.history {
            format!("all {} and {}", count(files, "file"), commits(repository))
        } else {
            format!("all {}", count(files, "file"))
        };
        let scope = Place::Tree { scope };
        let gaps = &repository.limits_reached;
        let gap = if repository.tree.truncated || !repository.tree.damage.is_empty() {
            Some("not all of the tree could be read".to_owned())
        } else if let Some(gap) = repository.tree.gap("") {
            Some(gap)
        } else if let Some(gap) = gaps.first() {
            Some(gap.trim_end_matches('.').to_owned())
        } else if self.history {
            repository.secrets_unsearched.first().map(|gap| gap.trim_end_matches('.').to_owned())
        } else {
            None
        };
        if let Some(gap) = gap {
            let reason = format!("none was found, but not everything was searched: {gap}");
            return Err(Undecided::new(scope, reason));
        }
        let wherever =
            if self.history { "the tree, older commits and messages" } else { "the tree" };
        let rationale = format!(
            "Looked for keys and passwords by the forms that are known, in {wherever}. One in another form would not be seen."
        );
        let statement = match expired.first() {
            None => format!("No key or password in a form that is known was found in {wherever}."),
            Some(first) => format!(
                "No key or password in a form that is known, and still good for anything, was found in {wherever}; the {} at `{}` had expired before the last commit.",
                first.kind,
                first.whereabouts()
            ),
        };
        Ok(Answer {
            outcome: Outcome::Holds,
            statement,
            missing: Vec::new(),
            findings: vec![Finding::absent(scope, rationale).with_confidence(Confidence::STRONG)],
        })
    }
}

/// What is to be said where no secret is known by its form, and the code uses texts as keys or settings spell out passwords.
fn by_use(used: &[&SecretFact]) -> Answer {
    let only_defaults = used.iter().all(|fact| is_default(fact));
    Answer {
        outcome: Outcome::Partly { share: 0.5 },
        statement: format!(
            "No key or password in a form that is known was found, but {}: {}.",
            in_words(used),
            places(used)
        ),
        missing: only_defaults
            .then(|| "a start that is refused where the environment has no key".to_owned())
            .into_iter()
            .collect(),
        findings: used.iter().take(10).map(|fact| finding(fact)).collect(),
    }
}

/// What the code uses as keys and what settings spell out, as one clause.
fn in_words(used: &[&SecretFact]) -> String {
    let (given, keys): (Vec<&SecretFact>, Vec<&SecretFact>) =
        used.iter().copied().partition(|fact| is_deployed(fact));
    let texts = count(distinct(&keys), "text");
    let mut how = Vec::new();
    if keys.iter().any(|fact| !is_default(fact)) {
        how.push(format!("the code uses {texts} as a key that it spells out"));
    } else if !keys.is_empty() {
        how.push(format!(
            "where the environment has none the code uses {texts} that it spells out as a key"
        ));
    }
    if !given.is_empty() {
        let passwords = count(distinct(&given), "password");
        how.push(format!("settings spell out {passwords} of services"));
    }
    how.join(", and ")
}

/// Where the first of them stand.
fn places(all: &[&SecretFact]) -> String {
    let places: Vec<String> = all.iter().take(5).map(|fact| fact.whereabouts()).collect();
    let more = if all.len() > places.len() { " and elsewhere" } else { "" };
    format!("{}{more}", listed(places.iter().map(String::as_str)))
}

/// How many secrets there are, however many places hold each.
fn distinct(found: &[&SecretFact]) -> usize {
    found.iter().map(|fact| fact.hash.as_str()).collect::<BTreeSet<_>>().len()
}

fn commits(repository: &RepositoryFacts) -> String {
    count(repository.history.commits.len(), "commit")
}

fn finding(fact: &SecretFact) -> Finding {
    let origin = fact.origin.in_words();
    let known = if fact.by_use { "by its use" } else { "by its form" };
    let rationale =
        format!("{} with SHA-256 {}…, {known}, {origin}.", capitalised(&fact.kind), fact.hash);
    let quoted = format!("[redacted {} {}]", fact.kind, fact.hash);
    let content = fact.file.as_ref().map_or(quoted.clone(), |file| format!("{file}: {quoted}"));
    Finding::found(fact.place.clone(), rationale).quoting(content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{CommitFact, HistoryFacts};

    fn secret(origin: SecretOrigin, in_tests: bool) -> SecretFact {
        SecretFact {
            origin,
            place: Place::Commit { id: "c".repeat(40) },
            kind: "GitHub token".into(),
            hash: "1a2b3c4d".into(),
            file: (origin == SecretOrigin::History).then(|| "src/a.py:3".into()),
            in_tests,
            expires: None,
            by_use: false,
        }
    }

    #[track_caller]
    fn check(with: &str, facts: &RepositoryFacts, expected: &str) {
        let probe: Secrets = serde_json::from_str(with).unwrap();
        let answer = probe.answer(facts).unwrap_or_else(Undecided::into_answer);
        assert!(answer.statement.contains(expected), "{}", answer.statement);
        assert!(!answer.findings.is_empty());
    }

    #[test]
    fn secrets_are_told_by_kind_and_place() {
        let facts = |secrets: Vec<SecretFact>| RepositoryFacts { secrets, ..Default::default() };
        let old = facts(vec![secret(SecretOrigin::History, false)]);
        check("{}", &old, "1 secret: GitHub token, at `src/a.py:3 in commit cccccccccc`");
        check(
            r#"{"history": false}"#,
            &old,
            "No key or password in a form that is known was found in the tree.",
        );
        let used = SecretFact { by_use: true, ..secret(SecretOrigin::Tree, false) };
        check(
            "{}",
            &facts(vec![used.clone()]),
            "but the code uses 1 text as a key that it spells out",
        );
        let default = "default that the code uses as a key".to_owned();
        let default = SecretFact { kind: default, ..used.clone() };
        check(
            "{}",
            &facts(vec![default]),
            "but where the environment has none the code uses 1 text that it spells out as a key",
        );
        let given =
            SecretFact { kind: "password that settings spell out".to_owned(), ..used.clone() };
        check(
            "{}",
            &facts(vec![given.clone()]),
            "but settings spell out 1 password of services: `",
        );
        check(
            "{}",
            &facts(vec![given, used.clone()]),
            "uses 1 text as a key that it spells out, and settings spell out 1 password of services",
        );
        let both = facts(vec![used, secret(SecretOrigin::Tree, false)]);
        check(
            "{}",
            &both,
            "1 secret: GitHub token, at `commit cccccccccc`; besides, the code uses",
        );
        let test = facts(vec![secret(SecretOrigin::Tree, true)]);
        check("{}", &test, "No key or password");
        check(r#"{"tests": true}"#, &test, "1 secret");
    }

    #[test]
    fn what_had_expired_before_the_last_commit_is_told_and_accuses_nobody() {
        let facts = |expires| {
            let commits = vec![CommitFact { committer_time: 1_000, ..CommitFact::default() }];
            RepositoryFacts {
                secrets: vec![SecretFact { expires, ..secret(SecretOrigin::Tree, false) }],
                history: HistoryFacts { commits, ..HistoryFacts::default() },
                ..Default::default()
            }
        };
        check("{}", &facts(Some(999)), "the GitHub token at `commit cccccccccc` had expired");
        check("{}", &facts(Some(1_001)), "1 secret: GitHub token");
        check("{}", &facts(None), "1 secret: GitHub token");
    }

    #[test]
    fn what_nobody_searched_is_not_called_free_of_secrets() {
        let gap = || vec!["The clone is shallow; older commits are not in it.".to_owned()];
        let facts = RepositoryFacts { secrets_unsearched: gap(), ..Default::default() };
        check("{}", &facts, "not everything was searched: The clone is shallow");
        check(r#"{"history": false}"#, &facts, "No key or password");
        let facts = RepositoryFacts { limits_reached: gap(), ..Default::default() };
        check(r#"{"history": false}"#, &facts, "not everything was searched");
    }
}
