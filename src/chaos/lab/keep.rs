//! What experiments leave behind: `runs.csv`, `events.jsonl`, `summary.json` and a page.

use super::cases::Case;
use super::sweep::Hall;
use crate::chaos::analysis::{Experiment, Summary, runs_csv, summary};
use crate::chaos::chronicle::Entry;
use crate::chaos::page::page;
use crate::chaos::plan::Plan;
use crate::chaos::run::Run;
use crate::domain::task::Task;
use crate::ports::files::{Draft, FileError};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// Of which runs every event is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Of those whose hypothesis did not hold.
    #[default]
    Failing,
    /// Of all.
    All,
}

/// Why results could not be kept. Completes "cannot keep the results: …".
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// A file could not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A run that was run again for its events was another one.
    #[error(
        "the audit with seed {seed} under {faults} was another one when it was run again, which is a bug"
    )]
    NotRepeatable {
        /// Its seed.
        seed: u64,
        /// Its faults.
        faults: String,
    },
}

/// Writes what the runs of these cases show into a folder, which is made if it is not there; each file whole or
/// not at all. Runs whose events are written are run again, and have to be the same.
///
/// # Errors
/// [`KeepError`] where a file cannot be written, or a run is not the same again.
pub fn keep_results(
    folder: &Path,
    experiment: &Experiment,
    cases: &[Case],
    runs: &[Run],
    detail: Detail,
) -> Result<Summary, KeepError> {
    let mut record = Record::begin(folder, detail)?;
    let mut hall = Hall::default();
    for (nth, (case, run)) in cases.iter().zip(runs).enumerate() {
        if !record.wants(run) {
            continue;
        }
        let trial = hall.trial(case);
        if trial.trace() != run.trace {
            let faults = run.faults.join(" ");
            return Err(KeepError::NotRepeatable { seed: run.seed, faults });
        }
        record.note(nth, &case.experiment, &case.plan, &trial.entries)?;
    }
    Ok(keep_summary(folder, experiment, runs, record)?)
}

/// The events of runs, written down one run after the other.
pub struct Record {
    draft: Draft,
    detail: Detail,
}

impl Record {
    /// Begins `events.jsonl` in a folder.
    ///
    /// # Errors
    /// What the system says against it.
    pub fn begin(folder: &Path, detail: Detail) -> Result<Self, FileError> {
        Ok(Self { draft: Draft::new(&folder.join("events.jsonl"))?, detail })
    }

    /// Whether the events of this run are written.
    #[must_use]
    pub fn wants(&self, run: &Run) -> bool {
        self.detail == Detail::All || !run.held()
    }

    /// Writes the events of a run: a line with the plan, then one for each thing that happened; `run` numbers it.
    ///
    /// # Errors
    /// What the system says against it.
    pub fn note(
        &mut self,
        run: usize,
        experiment: &str,
        plan: &Plan,
        entries: &[(Duration, Entry)],
    ) -> Result<(), FileError> {
        self.draft.push(&lines(run, experiment, plan, entries))
    }
}

/// Writes what the runs show into a folder, with the events that were recorded.
///
/// # Errors
/// [`FileError`] where a file cannot be written.
///
/// # Panics
/// Never: a summary is plain data.
pub fn keep_summary(
    folder: &Path,
    experiment: &Experiment,
    runs: &[Run],
    record: Record,
) -> Result<Summary, FileError> {
    let summary = summary(experiment, runs);
    let json = serde_json::to_string_pretty(&summary).expect("invariant: a summary is plain data");
    let files = [
        Draft::of(&folder.join("runs.csv"), &runs_csv(runs))?,
        Draft::of(&folder.join("summary.json"), &(json + "\n"))?,
        Draft::of(&folder.join("index.html"), &page(&summary, runs))?,
    ];
    for file in files {
        file.keep()?;
    }
    record.draft.keep()?;
    Ok(summary)
}

fn lines(run: usize, experiment: &str, plan: &Plan, entries: &[(Duration, Entry)]) -> String {
    let plan = json!({ "run": run, "what": "plan", "experiment": experiment, "plan": plan });
    let entries = entries.iter().map(|(at, entry)| {
        let mut line = json!({ "run": run, "at_ms": at.as_secs_f64() * 1000.0 });
        let told = told(entry);
        if let (Some(line), Value::Object(told)) = (line.as_object_mut(), told) {
            line.extend(told);
        }
        line
    });
    let lines: Vec<String> =
        std::iter::once(plan).chain(entries).map(|line| line.to_string()).collect();
    lines.join("\n") + "\n"
}

fn told(entry: &Entry) -> Value {
    match entry {
        Entry::Life(life) => json!({ "what": "life", "life": life }),
        Entry::Struck(struck) => json!({
            "what": "struck", "kind": struck.kind.name(), "site": struck.site, "key": struck.key,
            "fault": struck.fault, "opportunity": struck.opportunity,
        }),
        Entry::Told(event) => json!({ "what": "told", "event": event }),
        Entry::Death(under_way) => {
            let under_way: Vec<String> = under_way.iter().map(Task::to_string).collect();
            json!({ "what": "death", "under_way": under_way })
        }
        Entry::End(words) => json!({ "what": "end", "words": words }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chaos::lab::Expectation;

    fn case(fault: &str) -> Case {
        let faults = vec![fault.parse().unwrap()];
        Case::alone(Plan { seed: 3, faults, dimensions: 1 }, Expectation::COMPLETE)
    }

    #[test]
    fn four_files_are_written_and_only_failing_runs_tell_their_events() {
        let cases = [case("message:duplicate:1"), case("judge[Defense]:panic:1")];
        let mut hall = Hall::default();
        let runs: Vec<Run> = cases.iter().map(|case| hall.run(case)).collect();
        let folder = tempfile::tempdir().unwrap();
        let kept = |detail| {
            keep_results(folder.path(), &Experiment::default(), &cases, &runs, detail).unwrap();
            std::fs::read_to_string(folder.path().join("events.jsonl")).unwrap()
        };
        let failing = kept(Detail::Failing);
        assert!(failing.lines().all(|line| line.contains("\"run\":1")), "{failing}");
        assert!(failing.contains("\"what\":\"struck\"") && failing.contains("\"what\":\"end\""));
        assert!(kept(Detail::All).lines().any(|line| line.contains("\"run\":0")));
        let mut names: Vec<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|file| file.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["events.jsonl", "index.html", "runs.csv", "summary.json"]);
    }

    #[test]
    fn a_run_that_is_another_one_when_it_is_repeated_is_told() {
        let cases = [case("judge[Defense]:panic:1")];
        let mut run = Hall::default().run(&cases[0]);
        run.trace = "0000000000000000".to_owned();
        let folder = tempfile::tempdir().unwrap();
        let kept =
            keep_results(folder.path(), &Experiment::default(), &cases, &[run], Detail::Failing);
        assert!(kept.unwrap_err().to_string().contains("another one"));
    }
}
