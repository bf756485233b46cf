//! Whether the work came in steps.

mod duration;
mod hasty;
mod restored;

use super::{People, commit, incomplete, is_incomplete, line, missing, not_counted};
use crate::detect::phrase::Phrase;
use crate::detect::probes::{About, Answer, Ask, Record, Undecided, a_share};
use crate::domain::evidence::Finding;
use crate::domain::facts::{Burst, CommitFact, HistoryFacts, Place};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::wording::capitalised;
use duration::{duration, nearest, up};
use hasty::hasty;
use restored::restored;
use serde::Deserialize;
use std::sync::LazyLock;

/// Fewest lines of programs by which a history is measured; one with fewer is measured by all of its lines.
const FEWEST: u64 = 100;

/// The share of the lines of code from which on the other commits are additions to one upload, where they are few.
const UPLOAD: f64 = 0.95;
/// Most other commits with code beside such an upload.
const ADDITIONS: usize = 10;

/// The share of the lines from which on one commit, or several within minutes, brought so much that the others hardly
/// count.
const NEARLY_ALL: f64 = 0.8;
/// Whether the work came in steps.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::detect::probes) struct Steps {
    #[serde(default = "half", deserialize_with = "a_share")]
    largest_share: f64,
    #[serde(default = "an_hour")]
    span_minutes: u32,
    #[serde(default = "half", deserialize_with = "a_share")]
    burst_share: f64,
    #[serde(default = "three_quarters", deserialize_with = "a_share")]
    hasty_share: f64,
}

fn an_hour() -> u32 {
    60
}

fn half() -> f64 {
    0.5
}

fn three_quarters() -> f64 {
    0.75
}

impl Ask for Steps {
    const ABOUT: About = About {
        kind: "history.steps",
        artifact: Artifact::GithubRepo,
        summary: "The work came in steps: no single commit brought most of the lines, and the commits are not clustered within minutes. Lines of code are measured where there are enough of them, else all lines.",
        parameters: &[
            (
                "largest_share",
                "largest share of the added lines that one commit may bring, other than by a pull request; 0.5",
            ),
            ("span_minutes", "shortest time from the first to the last commit in minutes; 60"),
            (
                "burst_share",
                "largest share of the added lines that commits within minutes may bring together; 0.5",
            ),
            (
                "hasty_share",
                "largest share of ten commits or more that may come less than 5 minutes after the one before; 0.75",
            ),
        ],
        example: r#"{"largest_share": 0.5, "span_minutes": 60}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let people = People::of(&record.repository()?.history);
        let history = people.history.as_ref();
        let own = || history.commits.iter().filter(|commit| commit.parents.len() < 2);
        let uncounted: Vec<&CommitFact> =
            own().filter(|commit| commit.insertions.is_none()).collect();
        if own().count() == uncounted.len() {
            return Err(incomplete(history, "no commit's changes could be counted"));
        }
        if !uncounted.is_empty() {
            return Err(incomplete(history, &not_counted(&uncounted)));
        }
        if is_incomplete(history) {
            return Err(incomplete(history, "the history is not all there"));
        }
        let Some(heaps) = Heaps::of(history) else {
            return Err(incomplete(history, "no commit's changes could be counted"));
        };
        let answer = self.answer(history, &heaps);
        Ok(Answer { statement: people.telling(&answer.statement), ..answer })
    }
}

impl Steps {
    fn answer(&self, history: &HistoryFacts, heaps: &Heaps<'_>) -> Answer {
        let times = history.commits.iter().map(|commit| commit.author_time);
        let span = times.clone().max().unwrap_or(0) - times.min().unwrap_or(0);
        let merged = heaps.merged();
        let stepwise = heaps.share() <= self.largest_share || merged.is_some();
        let spread = span >= i64::from(self.span_minutes) * 60;
        let bursts = &history.rhythm;
        // What is measured is what such a run has to have brought.
        let burst = burst(match heaps.of_programs {
            Some(_) => &bursts.bursts_of_programs,
            None => &bursts.bursts,
        });
        let together = burst.map_or(0.0, |burst| heaps.share_of(burst));
        let crowded = together > self.burst_share;
        let apart = apart(history, span);
        let (largest, burst_told) =
            (heaps.told(), burst.map(|burst| heaps.brought(burst)).unwrap_or_default());
        // What falls short comes first, and its place with it.
        let statement = match (stepwise, spread, crowded) {
            (_, false, _) => format!("{}.{burst_told} {largest}.", capitalised(&apart)),
            (true, true, true) => format!("{} {largest}; {apart}.", burst_told.trim_start()),
            (_, true, _) => format!("{largest}; {apart}.{burst_told}"),
        };
        let hasty = hasty(history).filter(|hasty| hasty.share() > self.hasty_share);
        let is_hasty = hasty.is_some() && stepwise && spread && !crowded;
        let statement = match hasty.filter(|_| is_hasty) {
            Some(hasty) => format!("{} {statement}", hasty.told()),
            None => statement,
        };
        let restored = restored(history);
        let merged = merged.filter(|_| heaps.share() > self.largest_share).unwrap_or_default();
        let statement = statement + &merged + restored.as_ref().map_or("", |one| one.0.as_str());
        let ends = match (stepwise, spread, crowded) {
            (true, false, _) => Some((history.commits.first(), history.commits.last())),
            (true, true, true) => burst.map(|burst| ends(burst, history)),
            (_, _, _) => None,
        };
        Answer {
            outcome: match (stepwise, spread, crowded) {
                (false, _, _) if heaps.is_upload(history) => Outcome::Fails,
                (true, true, false) if !is_hasty => Outcome::Holds,
                (false, true, _) if heaps.share() <= NEARLY_ALL => Outcome::Partly { share: 0.75 },
                (true, true, _) if together <= NEARLY_ALL => Outcome::Partly { share: 0.75 },
                (false, false, _) if heaps.share() > NEARLY_ALL => Outcome::Fails,
                (_, _, _) => Outcome::Partly { share: 0.5 },
            },
            statement,
            missing: [
                missing(!stepwise, || {
                    "changes split into commits that can be reviewed one by one".into()
                }),
                missing(!spread, || {
                    "commits as the work goes on, over more than one sitting".into()
                }),
                missing(stepwise && spread && (crowded || is_hasty), || {
                    "commits when each step is done, not many of them within minutes".into()
                }),
            ]
            .concat(),
            findings: std::iter::once(finding(heaps, ends))
                .chain(restored.map(|one| one.1))
                .collect(),
        }
    }
}

/// What says that a commit brings a pull request, whose steps are its own: `Add judges (#12)`.
static PULLED: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"\(#[0-9]+\)\s*$"));

/// The commits that are spoken of, those first by which the history falls short.
fn finding(heaps: &Heaps<'_>, ends: Option<(Option<&CommitFact>, Option<&CommitFact>)>) -> Finding {
    let ends: Vec<&CommitFact> =
        ends.into_iter().flat_map(|(first, last)| [first, last]).flatten().collect();
    let one = heaps.of_programs.is_none_or(|(_, commit)| commit.id == heaps.largest.1.id);
    let how = if ends.is_empty() && one {
        "Lines counted against the first parent, merges left out, as `git log --numstat` counts them: of a file that moved, those that changed; the place is the largest commit."
    } else if ends.is_empty() {
        "Lines counted against the first parent, merges left out, as `git log --numstat` counts them: of a file that moved, those that changed; the places are the largest commits, of all lines and of the lines of code."
    } else {
        "Times of writing, by the commits themselves; the places are the first and the last of these commits, then the largest."
    };
    let mut shown: Vec<&CommitFact> = Vec::new();
    for commit in ends.into_iter().chain([heaps.largest.1]).chain(heaps.of_programs.map(|of| of.1))
    {
        if !shown.iter().any(|known| known.id == commit.id) {
            shown.push(commit);
        }
    }
    let places: Vec<Place> = shown.iter().map(|shown| commit(shown)).collect();
    let lines: Vec<String> = shown.iter().map(|shown| line(shown)).collect();
    let first = places.first().cloned().unwrap_or(Place::Tree { scope: "history".into() });
    Finding { places, ..Finding::found(first, how) }.quoting(lines.join("\n"))
}

/// What the largest commits brought.
struct Heaps<'h> {
    /// Lines and commit, of all lines that no tool writes.
    largest: (u64, &'h CommitFact),
    total: u64,
    /// The same of the lines of code, where there are enough of them.
    of_programs: Option<(u64, &'h CommitFact)>,
    total_of_programs: u64,
    /// What was left out, in words.
    left_out: &'static str,
}

/// Which lines do not count, since tools write them.
fn left_out(history: &HistoryFacts) -> &'static str {
    let any = |lines: fn(&CommitFact) -> u32| history.commits.iter().any(|one| lines(one) > 0);
    match (any(|one| one.locked_insertions), any(|one| one.installed_insertions)) {
        (false, false) => "",
        (true, false) => ", lock files left out",
        (false, true) => ", what packaging tools wrote left out",
        (true, true) => ", lock files and what packaging tools wrote left out",
    }
}

impl<'h> Heaps<'h> {
    fn of(history: &'h HistoryFacts) -> Option<Self> {
        let (largest, total) = most(history, CommitFact::written)?;
        let (of_programs, total_of_programs) = most(history, CommitFact::of_programs)?;
        Some(Self {
            largest,
            total,
            of_programs: (total_of_programs >= FEWEST).then_some(of_programs),
            total_of_programs,
            left_out: left_out(history),
        })
    }

    /// The share of one commit in the lines by which the history is measured.
    fn share(&self) -> f64 {
        match self.of_programs {
            Some((lines, _)) => share(lines, self.total_of_programs),
            None => share(self.largest.0, self.total),
        }
    }

    /// That the largest commit brought what was worked out in a pull request, as a sentence after a space.
    fn merged(&self) -> Option<String> {
        let commit = self.of_programs.map_or(self.largest.1, |(_, commit)| commit);
        PULLED.is_match(&commit.subject).then(|| {
            format!(
                " The subject of `{}` names a pull request, whose steps are not in this history.",
                short(commit)
            )
        })
    }

    /// Whether nearly all lines of code came at once, and few commits brought the others.
    fn is_upload(&self, history: &HistoryFacts) -> bool {
        let Some((_, largest)) = self.of_programs else { return false };
        let with_code = |commit: &&CommitFact| {
            commit.parents.len() < 2
                && commit.id != largest.id
                && commit.of_programs().unwrap_or_default() > 0
        };
        self.share() >= UPLOAD && history.commits.iter().filter(with_code).count() <= ADDITIONS
    }

    /// The share of several commits in the same lines.
    fn share_of(&self, burst: &Burst) -> f64 {
        match self.of_programs {
            Some(_) => share(burst.program_insertions.into(), self.total_of_programs),
            None => share(burst.insertions.into(), self.total),
        }
    }

    /// What the largest commits brought, as a sentence without its end.
    fn told(&self) -> String {
        let (lines, largest) = self.largest;
        let all = format!(
            "The largest commit, `{}`, brought {} of all added lines ({lines} of {}{})",
            short(largest),
            percent(share(lines, self.total)),
            self.total,
            self.left_out,
        );
        let Some((of_programs, commit)) = self.of_programs else {
            return all;
        };
        let numbers = format!("{of_programs} of {}", self.total_of_programs);
        let part = percent(share(of_programs, self.total_of_programs));
        if commit.id == largest.id {
            return format!("{all} and {part} of the lines of code ({numbers})");
        }
        format!(
            "{all}{}; of the lines of code `{}` brought most, {part} ({numbers})",
            elsewhere(largest, lines),
            short(commit),
        )
    }

    /// What commits within minutes brought, as a sentence of its own after a space.
    fn brought(&self, burst: &Burst) -> String {
        let part = percent(self.share_of(burst));
        let what = if self.of_programs.is_some() { "the lines of code" } else { "all added lines" };
        let (commits, within) = (burst.commits, duration(burst.seconds, up));
        format!(" {commits} commits within {within} brought {part} of {what}.")
    }
}

/// Where most lines of a commit stand that brought few to programs.
fn elsewhere(commit: &CommitFact, lines: u64) -> String {
    let folder = commit.heaviest_folder.as_ref();
    let folder = folder.filter(|folder| u64::from(folder.insertions) * 2 > lines);
    match folder {
        Some(folder) if u64::from(commit.program_insertions) * 2 < lines => format!(
            ", {} of them in files under `{}/` and {} in code",
            folder.insertions, folder.folder, commit.program_insertions
        ),
        Some(_) | None => String::new(),
    }
}

/// The first commit of those that brought most of the lines that are counted, with their number and that of all.
fn most(
    history: &HistoryFacts,
    counted: fn(&CommitFact) -> Option<u32>,
) -> Option<((u64, &CommitFact), u64)> {
    let own = history.commits.iter().filter(|commit| commit.parents.len() < 2);
    let all: Vec<(u64, &CommitFact)> =
        own.filter_map(|commit| Some((u64::from(counted(commit)?), commit))).collect();
    let total = all.iter().map(|(lines, _)| lines).sum();
    let best = all.into_iter().reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    Some((best, total))
}

#[expect(clippy::cast_precision_loss, reason = "line counts are far below 2^52")]
fn share(lines: u64, total: u64) -> f64 {
    if total == 0 { 0.0 } else { lines as f64 / total as f64 }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn short(commit: &CommitFact) -> &str {
    commit.id.get(..7).unwrap_or(&commit.id)
}

/// The first and the last commit of a run.
fn ends<'h>(
    burst: &Burst,
    history: &'h HistoryFacts,
) -> (Option<&'h CommitFact>, Option<&'h CommitFact>) {
    let of = |id: &str| history.commits.iter().find(|commit| commit.id == id);
    (of(&burst.first), of(&burst.last))
}

/// How far apart the commits are, as a clause; and on how many days something was written, where that does not tell.
fn apart(history: &HistoryFacts, span: i64) -> String {
    let days = match history.rhythm.days_active {
        0 | 1 => String::new(),
        days => format!(", with commits on {days} days"),
    };
    match (history.commits.len(), span) {
        (1, _) => "there is one commit".to_owned(),
        (_, 0) => "all commits are of the same second".to_owned(),
        (_, span) => format!("first and last commit are {} apart{days}", duration(span, nearest)),
    }
}

/// The run of commits that brought most, of those that are too dense for work that was done in them.
fn burst(bursts: &[Burst]) -> Option<&Burst> {
    let dense = |fewest: u32, each: i64| {
        bursts.iter().filter(move |burst| {
            burst.commits >= fewest && burst.seconds <= i64::from(burst.commits) * each
        })
    };
    // Of those that brought as much, the highest rate tells most, and of equal ones the longest run.
    let less = |one: &&Burst, other: &&Burst| {
        let brought = |burst: &Burst| (burst.program_insertions, burst.insertions);
        let pauses = |burst: &Burst| i64::from(burst.commits) - 1;
        let (left, right) = (one.seconds * pauses(other), other.seconds * pauses(one));
        brought(one)
            .cmp(&brought(other))
            .then(right.cmp(&left))
            .then(one.commits.cmp(&other.commits))
    };
    // Three commits may well be made within minutes, but hardly within seconds.
    dense(5, 120).max_by(less).or_else(|| dense(3, 10).max_by(less))
}

#[cfg(test)]
mod tests;
