//! Probes of the commit history.

use super::{About, Answer, Ask, Record, Undecided, count};
use crate::detect::repo::rhythm::says_nothing;
use crate::domain::evidence::Finding;
use crate::domain::facts::{Burst, CommitFact, HistoryFacts, Place};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;

/// How many commits there are.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Commits {
    #[serde(default = "four")]
    at_least: usize,
}

fn four() -> usize {
    4
}

impl Ask for Commits {
    const ABOUT: About = About {
        kind: "history.commits",
        artifact: Artifact::GithubRepo,
        summary: "The history has at least so many commits.",
        parameters: &[("at_least", "number of commits; 4")],
        example: r#"{"at_least": 4}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let history = &record.repository()?.history;
        let commits = history.commits.len();
        let (Some(first), Some(last)) = (history.commits.first(), history.commits.last()) else {
            return Err(incomplete(history, "no commit could be read"));
        };
        if commits < self.at_least && is_incomplete(history) {
            return Err(incomplete(
                history,
                &format!("only {} could be read", count(commits, "commit")),
            ));
        }
        let statement = format!(
            "{} by {} {}{}.",
            count(commits, "commit"),
            count(history.authors.len(), "author"),
            between(&day(first), &day(last)),
            match history.merges {
                0 => String::new(),
                merges => format!(", including {}", count(merges as usize, "merge")),
            }
        );
        let finding = Finding {
            places: vec![commit(first), commit(last)],
            ..Finding::found(
                commit(first),
                "Walked every parent from the audited commit; places: the first and the last commit.",
            )
        };
        // The line that tells how many more there are is one of the twelve that are shown.
        let shown = if commits > 12 { 11 } else { 12 };
        let mut log: Vec<String> = history.commits.iter().take(shown).map(line).collect();
        if commits > log.len() {
            log.push(format!("… {} more", commits - log.len()));
        }
        Ok(Answer {
            outcome: Outcome::of_share(commits, self.at_least),
            statement,
            missing: missing(commits < self.at_least, || {
                format!("{} more", count(self.at_least - commits, "commit"))
            }),
            findings: vec![finding.quoting(log.join("\n"))],
        })
    }
}

/// Whether the work came in steps.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Steps {
    #[serde(default = "most_of_it")]
    largest_share: f64,
    #[serde(default = "an_hour")]
    span_minutes: i64,
}

fn most_of_it() -> f64 {
    0.8
}

fn an_hour() -> i64 {
    60
}

impl Ask for Steps {
    const ABOUT: About = About {
        kind: "history.steps",
        artifact: Artifact::GithubRepo,
        summary: "The work came in steps: no single commit brought most of the lines, and the commits are not clustered within minutes.",
        parameters: &[
            ("largest_share", "largest share of all added lines that one commit may bring; 0.8"),
            ("span_minutes", "shortest time from the first to the last commit in minutes; 60"),
        ],
        example: r#"{"largest_share": 0.8, "span_minutes": 60}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let history = &record.repository()?.history;
        let added: Vec<(u64, &CommitFact)> = history
            .commits
            .iter()
            .filter(|commit| commit.parents.len() < 2)
            .filter_map(|commit| commit.written().map(|lines| (u64::from(lines), commit)))
            .collect();
        let total: u64 = added.iter().map(|(lines, _)| lines).sum();
        let Some((most, largest)) = added.iter().max_by_key(|(lines, _)| *lines) else {
            return Err(incomplete(history, "no commit's changes could be counted"));
        };
        let uncounted =
            history.commits.iter().filter(|c| c.parents.len() < 2).count() - added.len();
        if is_incomplete(history) || uncounted > 0 {
            let what =
                format!("the changes of {} could not be counted", count(uncounted, "commit"));
            return Err(incomplete(
                history,
                if uncounted > 0 { &what } else { "the history is not all there" },
            ));
        }
        #[expect(clippy::cast_precision_loss, reason = "line counts are far below 2^52")]
        let share = if total == 0 { 0.0 } else { *most as f64 / total as f64 };
        let times = history.commits.iter().map(|commit| commit.author_time);
        let span = times.clone().max().unwrap_or(0) - times.min().unwrap_or(0);
        let (stepwise, spread) = (share <= self.largest_share, span >= self.span_minutes * 60);
        let left_out = if history.commits.iter().any(|commit| commit.locked_insertions > 0) {
            ", lock files left out"
        } else {
            ""
        };
        let statement = format!(
            "The largest commit brought {:.0} % of all added lines ({most} of {total}{left_out}); first and last commit are {} apart{}.{}",
            share * 100.0,
            duration(span, nearest),
            days(history),
            burst(history).unwrap_or_default()
        );
        let finding = match (stepwise, history.commits.first(), history.commits.last()) {
            // Where the time alone falls short, it is no commit's own fault.
            (true, Some(first), Some(last)) if !spread => Finding {
                places: vec![commit(first), commit(last)],
                ..Finding::found(commit(first), "Times of writing, by the commits themselves; the places are the first and the last commit.")
            }
            .quoting(format!("{}\n{}", line(first), line(last))),
            _ => Finding::found(commit(largest), "Lines counted against the first parent, merges left out; the place is the largest commit.")
                .quoting(line(largest)),
        };
        Ok(Answer {
            outcome: match (stepwise, spread) {
                (true, true) => Outcome::Holds,
                (false, false) => Outcome::Fails,
                (true, false) | (false, true) => Outcome::Partly { share: 0.5 },
            },
            statement,
            missing: [
                missing(!stepwise, || {
                    "changes split into commits that can be reviewed one by one".into()
                }),
                missing(!spread, || {
                    "commits as the work goes on, over more than one sitting".into()
                }),
            ]
            .concat(),
            findings: vec![finding],
        })
    }
}

/// Whether the subjects say what changed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Messages {
    #[serde(default = "a_third")]
    vague_at_most: f64,
}

fn a_third() -> f64 {
    0.34
}

impl Ask for Messages {
    const ABOUT: About = About {
        kind: "history.messages",
        artifact: Artifact::GithubRepo,
        summary: "The commit messages say what changed: few consist of empty words such as `update` or `fix` alone.",
        parameters: &[("vague_at_most", "largest share of subjects that say nothing, 0–1; 0.34")],
        example: r#"{"vague_at_most": 0.34}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let history = &record.repository()?.history;
        let own: Vec<&CommitFact> =
            history.commits.iter().filter(|commit| commit.parents.len() < 2).collect();
        if own.is_empty() {
            return Err(incomplete(history, "no commit could be read"));
        }
        let vague: Vec<&CommitFact> =
            own.iter().copied().filter(|commit| says_nothing(commit)).collect();
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
        let share = vague.len() as f64 / own.len() as f64;
        let statement = match vague.len() {
            0 => format!("None of the {} subjects consists of empty words alone.", own.len()),
            1 => format!("1 of {} subjects says nothing about its change.", own.len()),
            some => format!("{some} of {} subjects say nothing about their change.", own.len()),
        };
        let finding = match vague.first() {
            Some(first) => Finding {
                places: vague.iter().take(8).map(|c| commit(c)).collect(),
                ..Finding::found(
                    commit(first),
                    "Subjects of empty words alone, such as `update` or `fix`; merges left out.",
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
            } else if vague.len() == own.len() {
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

fn incomplete(history: &HistoryFacts, what: &str) -> Undecided {
    let why = if history.shallow {
        "the clone is shallow"
    } else if let Some(damage) = history.damage.first() {
        damage.trim_end_matches('.')
    } else if history.truncated {
        "the walk ended at its limit"
    } else {
        "they are too large, or their files are missing"
    };
    Undecided::new(Place::Tree { scope: "history".into() }, format!("{what}; {why}"))
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

/// On how many days something was written, where the time between first and last commit does not tell.
fn days(history: &HistoryFacts) -> String {
    match history.rhythm.days_active {
        0 | 1 => String::new(),
        days => format!(", with commits on {days} days"),
    }
}

/// The densest run of commits, where it is too dense for work that was done in it.
fn burst(history: &HistoryFacts) -> Option<String> {
    let dense = |fewest: u32, each: i64| {
        let bursts = history.rhythm.bursts.iter();
        bursts.filter(move |burst| {
            burst.commits >= fewest && burst.seconds <= i64::from(burst.commits) * each
        })
    };
    // The highest rate tells most, and of equal ones the longest run.
    let slower = |one: &&Burst, other: &&Burst| {
        let pauses = |burst: &Burst| i64::from(burst.commits) - 1;
        let (left, right) = (one.seconds * pauses(other), other.seconds * pauses(one));
        right.cmp(&left).then(one.commits.cmp(&other.commits))
    };
    // Three commits may well be made within minutes, but hardly within seconds.
    let burst = dense(5, 120).max_by(slower).or_else(|| dense(3, 10).max_by(slower))?;
    Some(format!(" {} commits were made within {}.", burst.commits, duration(burst.seconds, up)))
}

/// The day by the author's own clock, `2026-02-23`.
/// Two days in words, which may be one.
fn between(first: &str, last: &str) -> String {
    if first == last { format!("on {first}") } else { format!("from {first} to {last}") }
}

fn day(commit: &CommitFact) -> String {
    jiff::Timestamp::from_second(commit.author_time.saturating_add(commit.author_offset.into()))
        .map_or_else(|_| "an impossible date".into(), |time| time.strftime("%Y-%m-%d").to_string())
}

/// A time in words; `rounded` takes it and the unit's seconds.
fn duration(seconds: i64, rounded: fn(i64, i64) -> i64) -> String {
    match seconds {
        0 | 1 => "1 second".to_owned(),
        s if s < 120 => format!("{s} seconds"),
        s if s < 7_200 => format!("{} minutes", rounded(s, 60)),
        s if s < 172_800 => format!("{} hours", rounded(s, 3_600)),
        // Beside the days of the first and the last commit, a half would be taken for an error.
        s if s < 864_000 => format!("{} days", tenths(rounded(s, 8_640))),
        s => format!("{} days", rounded(s, 86_400)),
    }
}

/// A number of tenths, `4.6` or `4`.
fn tenths(count: i64) -> String {
    match count % 10 {
        0 => (count / 10).to_string(),
        rest => format!("{}.{rest}", count / 10),
    }
}

/// For distances.
fn nearest(seconds: i64, unit: i64) -> i64 {
    seconds.saturating_add(unit / 2) / unit
}

/// For what happened within a time: less would not hold all of it.
fn up(seconds: i64, unit: i64) -> i64 {
    seconds.saturating_add(unit - 1) / unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_that_hold_something_are_rounded_up_and_distances_to_the_nearest() {
        assert_eq!(duration(286, up), "5 minutes");
        assert_eq!(duration(324, up), "6 minutes");
        assert_eq!(duration(300, up), "5 minutes");
        assert_eq!(duration(324, nearest), "5 minutes");
        assert_eq!(duration(344_736, nearest), "4 days");
        assert_eq!(duration(397_440, nearest), "4.6 days");
        assert_eq!(duration(1_000_000, nearest), "12 days");
        assert_eq!(duration(119, up), "119 seconds");
        assert_eq!(duration(0, up), "1 second");
        assert_eq!(duration(7_200, nearest), "2 hours");
    }

    #[test]
    fn few_commits_are_told_where_they_came_within_seconds() {
        let told = |runs: &[(u32, i64)]| {
            let run = |(commits, seconds): &(u32, i64)| Burst {
                first: "a".into(),
                last: "b".into(),
                commits: *commits,
                seconds: *seconds,
            };
            let mut history = HistoryFacts::default();
            history.rhythm.bursts = runs.iter().map(run).collect();
            burst(&history)
        };
        assert_eq!(told(&[(3, 1)]).as_deref(), Some(" 3 commits were made within 1 second."));
        assert_eq!(told(&[(4, 40)]).as_deref(), Some(" 4 commits were made within 40 seconds."));
        assert_eq!(told(&[(3, 31)]), None);
        assert_eq!(told(&[(4, 126)]), None);
        assert_eq!(told(&[(5, 601)]), None);
        let both = told(&[(3, 1), (8, 600)]);
        assert_eq!(both.as_deref(), Some(" 8 commits were made within 10 minutes."));
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
