//! Probes of the commit history.

mod people;
mod steps;

pub(in super::super) use steps::Steps;

use super::super::{About, Answer, Ask, Record, Undecided, count, listed};
use crate::detect::repo::rhythm::says_nothing;
use crate::domain::evidence::Finding;
use crate::domain::facts::{CommitFact, HistoryFacts, Place};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use people::People;
use serde::Deserialize;
use std::borrow::Cow;
use std::num::NonZeroUsize;

/// How many commits there are.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Commits {
    #[serde(default = "four")]
    at_least: NonZeroUsize,
}

fn four() -> NonZeroUsize {
    const { NonZeroUsize::new(4).expect("4 is not 0") }
}

impl Ask for Commits {
    const ABOUT: About = About {
        kind: "history.commits",
        artifact: Artifact::GithubRepo,
        summary: "The history has at least so many commits; those of services such as Dependabot or a classroom's template are left out.",
        parameters: &[("at_least", "number of commits; 4")],
        example: r#"{"at_least": 4}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let people = People::of(&record.repository()?.history);
        let history = people.history.as_ref();
        let (commits, at_least) = (history.commits.len(), self.at_least.get());
        // Commits that were rebased or picked need not be dated in their order.
        let (Some(first), Some(last)) = (
            history.commits.iter().min_by_key(|commit| commit.author_time),
            history.commits.iter().max_by_key(|commit| commit.author_time),
        ) else {
            return Err(incomplete(history, "no commit could be read"));
        };
        if commits < at_least && is_incomplete(history) {
            return Err(incomplete(
                history,
                &format!("only {} could be read", count(commits, "commit")),
            ));
        }
        let few =
            if commits < at_least { format!("; fewer than {at_least}") } else { String::new() };
        let statement = people.telling(&format!(
            "{}{} {} {}{}{few}.",
            part_of(history),
            count(commits, "commit"),
            authors(history.authors.len(), history.rhythm.author_names.len()),
            between(&day(first), &day(last)),
            match history.merges {
                0 => String::new(),
                merges => format!(", including {}", count(merges as usize, "merge")),
            }
        ));
        let finding = Finding {
            places: vec![commit(first), commit(last)],
            ..Finding::found(
                commit(first),
                "Walked every parent from the audited commit; places: the earliest and the latest commit.",
            )
        };
        // The line that tells how many more there are is one of the twelve that are shown.
        let shown = if commits > 12 { 11 } else { 12 };
        let mut log: Vec<String> = history.commits.iter().take(shown).map(line).collect();
        if commits > log.len() {
            log.push(format!("… {} more", commits - log.len()));
        }
        Ok(Answer {
            outcome: Outcome::of_share(commits, at_least),
            statement,
            missing: missing(commits < at_least, || {
                format!("{} more", count(at_least - commits, "commit"))
            }),
            findings: vec![finding.quoting(log.join("\n"))],
        })
    }
}

/// Whether the subjects say what changed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Messages {
    #[serde(default = "a_quarter", deserialize_with = "super::super::a_share")]
    vague_at_most: f64,
}

fn a_quarter() -> f64 {
    0.25
}

impl Ask for Messages {
    const ABOUT: About = About {
        kind: "history.messages",
        artifact: Artifact::GithubRepo,
        summary: "The commit messages say what changed: few consist of empty words such as `update` or `fix` alone.",
        parameters: &[("vague_at_most", "largest share of subjects that say nothing, 0–1; 0.25")],
        example: r#"{"vague_at_most": 0.25}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        self.answer(&People::of(&record.repository()?.history))
    }
}

impl Messages {
    fn answer(&self, people: &People<'_>) -> Result<Answer, Undecided> {
        let history = people.history.as_ref();
        let own: Vec<&CommitFact> =
            history.commits.iter().filter(|commit| commit.parents.len() < 2).collect();
        if own.is_empty() {
            return Err(incomplete(history, "no commit could be read"));
        }
        let (vague, telling): (Vec<&CommitFact>, Vec<&CommitFact>) =
            own.iter().copied().partition(|commit| says_nothing(commit));
        let is_again = |one: &&CommitFact| history.rhythm.repeated_subjects.contains(&one.id);
        // What a subject says it says once.
        let more = telling.iter().copied().filter(is_again).count();
        let all = own.len() - more;
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
        let share = vague.len() as f64 / all as f64;
        // Of commits that nobody saw, any number may say what changed.
        if share > self.vague_at_most && (history.shallow || history.cut) {
            let seen =
                format!("{} of the {all} subjects that could be read say nothing", vague.len());
            return Err(incomplete(history, &seen));
        }
        let statement = match vague.len() {
            0 if all == 1 => "The one subject does not consist of empty words alone".to_owned(),
            0 => format!("None of the {all} subjects consists of empty words alone"),
            // What holds is told first.
            some if share <= self.vague_at_most => format!(
                "{} of {all} subjects {} of more than empty words; {some} {} nothing about {} change",
                all - some,
                if all - some == 1 { "consists" } else { "consist" },
                if some == 1 { "says" } else { "say" },
                if some == 1 { "its" } else { "their" }
            ),
            1 => format!("1 of {all} subjects says nothing about its change"),
            some => format!("{some} of {all} subjects say nothing about their change"),
        };
        let again = again(vague.iter().copied().filter(is_again).count(), more);
        let merges = merges(history.commits.len() - own.len());
        let statement = people.telling(&format!("{}{statement}{again}{merges}.", part_of(history)));
        let finding = match vague.first() {
            Some(first) => Finding {
                places: vague.iter().take(8).map(|c| commit(c)).collect(),
                ..Finding::found(
                    commit(first),
                    "Subjects of empty words alone, such as `update` or `fix`, or of these and the name of what the commit does not change, or of `update` and the one file that it changes; merges left out.",
                )
            }
            .with_confidence(Confidence::STRONG)
            .quoting(vague.iter().take(8).map(|c| line(c)).collect::<Vec<_>>().join("\n")),
            None => Finding::absent(
                Place::Tree { scope: format!("all {} subjects", own.len()) },
                "Looked for subjects of empty words alone, such as `update` or `fix`.",
            ),
        };
        Ok(Answer {
            outcome: if share <= self.vague_at_most {
                Outcome::Holds
            } else if vague.len() == all {
                Outcome::Fails
            } else {
                Outcome::Partly { share: 1.0 - share }
            },
            statement,
            missing: missing(share > self.vague_at_most, || {
                "subjects that say what changed".into()
            }),
            findings: vec![finding],
        })
    }
}

fn is_incomplete(history: &HistoryFacts) -> bool {
    history.shallow || history.truncated || !history.damage.is_empty()
}

/// What a statement begins with that tells of less than all commits.
fn part_of(history: &HistoryFacts) -> &'static str {
    if is_incomplete(history) { "Readable part: " } else { "" }
}

fn incomplete(history: &HistoryFacts, what: &str) -> Undecided {
    let why: Cow<'_, str> = if history.shallow {
        "the clone is shallow".into()
    } else if let Some(damage) = history.damage.first() {
        damage.trim_end_matches('.').into()
    } else if let Some(seconds) = history.counted_seconds {
        format!("there were {seconds} s for counting, which were too few").into()
    } else if history.truncated {
        "the walk ended at its limit".into()
    } else {
        "they are too large, or their files are missing".into()
    };
    Undecided::new(Place::Tree { scope: "history".into() }, format!("{what}; {why}"))
}

/// Which commits' changes could not be counted.
fn not_counted(commits: &[&CommitFact]) -> String {
    /// Most of them that are named.
    const NAMED: usize = 3;
    let ids = commits.iter().take(NAMED).map(|one| one.id.get(..7).unwrap_or(&one.id));
    let more = match commits.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named = listed(ids);
    let all = count(commits.len(), "commit");
    format!("the changes of {all} could not be counted ({named}{more})")
}

fn missing(is: bool, what: impl FnOnce() -> String) -> Vec<String> {
    if is { vec![what()] } else { Vec::new() }
}

fn commit(commit: &CommitFact) -> Place {
    Place::Commit { id: commit.id.clone() }
}

/// One line of a log: short id, day, subject.
fn line(commit: &CommitFact) -> String {
    let subject: String = commit.subject.chars().take(90).collect();
    format!("{} {} {subject}", commit.id.get(..7).unwrap_or(&commit.id), day(commit))
}

/// How many of the subjects that say nothing repeat an earlier one, and how many more repeat one that says something: these
/// are not counted.
fn again(empty: usize, more: usize) -> String {
    let empty = match empty {
        0 => String::new(),
        1 => "; 1 of these repeats that of an earlier commit".to_owned(),
        some => format!("; {some} of these repeat that of an earlier commit"),
    };
    let more = match more {
        0 => String::new(),
        1 => "; 1 more repeats that of an earlier commit and is not counted again".to_owned(),
        some => format!("; {some} more repeat that of an earlier commit and are not counted again"),
    };
    empty + &more
}

/// What is said of merges, whose subjects are not counted.
fn merges(merges: usize) -> String {
    match merges {
        0 => String::new(),
        1 => "; 1 merge is left out".to_owned(),
        some => format!("; {some} merges are left out"),
    }
}

/// Under how many names the commits are, and of how many authors these are as far as an address or a spelling tells.
/// Whether two of those are one person's nobody knows.
fn authors(authors: usize, names: usize) -> String {
    match (authors, names) {
        (0 | 1, 0 | 1) => format!("by {}", count(authors, "author")),
        (0 | 1, names) => format!("by {} under {names} names", count(authors, "author")),
        (authors, names) if names > authors => format!(
            "under {names} author names ({authors} authors, as far as addresses and spellings tell)"
        ),
        (authors, _) => format!("under {authors} author names"),
    }
}

/// Two days in words, which may be one.
fn between(first: &str, last: &str) -> String {
    if first == last { format!("on {first}") } else { format!("from {first} to {last}") }
}

/// The day by the author's own clock, `2026-02-23`.
fn day(commit: &CommitFact) -> String {
    jiff::Timestamp::from_second(commit.author_time.saturating_add(commit.author_offset.into()))
        .map_or_else(|_| "an impossible date".into(), |time| time.strftime("%Y-%m-%d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_not_said_to_be_persons_and_repeats_are_told() {
        assert_eq!(authors(1, 1), "by 1 author");
        assert_eq!(authors(1, 2), "by 1 author under 2 names");
        assert_eq!(authors(3, 3), "under 3 author names");
        assert_eq!(
            authors(2, 3),
            "under 3 author names (2 authors, as far as addresses and spellings tell)"
        );
        assert_eq!(again(0, 0), "");
        assert_eq!(again(1, 0), "; 1 of these repeats that of an earlier commit");
        assert_eq!(
            again(2, 3),
            "; 2 of these repeat that of an earlier commit; 3 more repeat that of an earlier commit and are not counted again"
        );
        assert_eq!([merges(0), merges(1)], ["", "; 1 merge is left out"]);
        assert_eq!(merges(20), "; 20 merges are left out");
    }

    #[test]
    fn empty_subjects_decide_nothing_where_older_commits_are_not_there() {
        let commit = |id: &str| CommitFact {
            id: id.into(),
            subject: "update".into(),
            ..CommitFact::default()
        };
        let read = |shallow, cut| {
            let commits = vec![commit("a"), commit("b")];
            let damage = if cut { vec!["A commit is missing.".into()] } else { Vec::new() };
            let history = HistoryFacts { commits, damage, cut, shallow, ..HistoryFacts::default() };
            let answer = Messages { vague_at_most: 0.25 }.answer(&People::of(&history));
            answer.map(|answer| answer.outcome).map_err(|undecided| undecided.reason)
        };
        assert_eq!(read(false, false).unwrap(), Outcome::Fails);
        for (shallow, cut, why) in
            [(true, false, "the clone is shallow"), (false, true, "is missing")]
        {
            let reason = read(shallow, cut).unwrap_err();
            assert!(reason.starts_with("2 of the 2 subjects that could be read"), "{reason}");
            assert!(reason.contains(why), "{reason}");
        }
    }

    #[test]
    fn days_are_those_of_the_author() {
        let at = |author_time, author_offset| {
            day(&CommitFact { author_time, author_offset, ..CommitFact::default() })
        };
        assert_eq!(at(0, 0), "1970-01-01");
        assert_eq!(at(86_000, 10_800), "1970-01-02");
        assert_eq!(at(i64::MAX, 0), "an impossible date");
        assert_eq!(between("1970-01-01", "1970-01-02"), "from 1970-01-01 to 1970-01-02");
        assert_eq!(between("1970-01-01", "1970-01-01"), "on 1970-01-01");
    }
}
