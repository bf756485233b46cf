//! What a real audit leaves in its folder: the journal, and the report's files.

use super::trial::RealError;
use crate::chaos::aftermath::{under_way, whole};
use crate::domain::event::AuditEvent;
use crate::domain::ids::AuditId;
use crate::domain::kept;
use crate::domain::task::Task;
use crate::ports::journal::{Call, JournalError, Outcome, Sqlite, State};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The report as Markdown and as JSON.
pub(super) type Files = [Vec<u8>; 2];

/// What the journal says of the audit in a folder.
#[derive(Default)]
pub(super) struct Kept {
    pub name: Option<String>,
    pub is_over: bool,
    /// The events, and when each was kept, in milliseconds since 1970 began.
    pub events: Vec<(u64, Arc<AuditEvent>)>,
    pub calls: Vec<Call>,
}

impl Kept {
    /// The events alone.
    pub fn record(&self) -> Vec<Arc<AuditEvent>> {
        self.events.iter().map(|(_, event)| Arc::clone(event)).collect()
    }

    /// The work that was under way when the process died.
    pub fn under_way(&self) -> Vec<Task> {
        under_way(&self.record(), |step| {
            let task = step.task.to_string();
            self.calls.iter().any(|call| call.task == task && call.attempt == step.attempt)
        })
    }

    /// The keys of calls whose replies are kept.
    pub fn finished(&self) -> BTreeSet<String> {
        let is_finished = |call: &&Call| matches!(call.outcome, Some(Outcome::Reply(_)));
        let finished = self.calls.iter().filter(is_finished);
        finished.map(|call| call.idempotency_key.clone()).collect()
    }
}

/// The calls that were in flight when the process died. The book has one row for all times that a call was begun,
/// so that these are told apart by their number.
#[derive(Default)]
pub(super) struct CutOff(BTreeSet<(String, u64)>);

impl CutOff {
    /// The process died, and left the book like this.
    pub fn note(&mut self, calls: &[Call]) {
        self.0.extend(Self::open(calls));
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        whole(self.0.len())
    }

    /// Calls that came to an outcome which was kept, by a book that was left like this at the end: whatever was
    /// begun and was not cut off. One that failed and was begun again came to two.
    pub fn answered(&self, calls: &[Call]) -> u32 {
        let begun: u64 = calls.iter().map(|call| call.begun).sum();
        let open = Self::open(calls).filter(|one| !self.0.contains(one)).count();
        let begun = usize::try_from(begun).unwrap_or(usize::MAX);
        whole(begun.saturating_sub(self.0.len() + open))
    }

    fn open(calls: &[Call]) -> impl Iterator<Item = (String, u64)> {
        let open = calls.iter().filter(|call| call.outcome.is_none());
        open.map(|call| (call.idempotency_key.clone(), call.begun))
    }
}

/// The journal of the audit in a folder.
pub(super) fn journal(folder: &Path) -> PathBuf {
    folder.join("state").join("journal.db")
}

/// What the journal in a folder says; nothing where there is none that holds an event.
pub(super) fn kept(folder: &Path) -> Result<Kept, RealError> {
    let file = journal(folder);
    if !file.exists() {
        return Ok(Kept::default());
    }
    runtime()?.block_on(async {
        // One that was killed while it made the file left no journal.
        let Ok(journal) = Sqlite::read_only(&file) else { return Ok(Kept::default()) };
        let all = journal.audits().await?;
        let Some(entry) = all.into_iter().find(|entry| entry.events > 0) else {
            return Ok(Kept::default());
        };
        Ok(Kept {
            is_over: entry.state == State::Closed,
            events: events(&journal, &entry.id).await?,
            calls: journal.calls(&entry.id).await?,
            name: Some(entry.id.to_string()),
        })
    })
}

async fn events(
    journal: &Sqlite,
    audit: &AuditId,
) -> Result<Vec<(u64, Arc<AuditEvent>)>, RealError> {
    let sound = journal.log(audit).await?;
    if let Some(damage) = sound.damage {
        return Err(damage.into());
    }
    let read = |body: &str| {
        serde_json::from_str(body).map_err(|_| JournalError::Spoilt {
            path: journal.path().to_owned(),
            audit: audit.clone(),
            what: "an event".to_owned(),
        })
    };
    let bodies = sound.events.iter().map(|event| read(&event.body));
    let events: Vec<AuditEvent> = bodies.collect::<Result<_, JournalError>>()?;
    Ok(sound.events.iter().map(|event| event.at_ms).zip(kept::whole(events)).collect())
}

/// Counts the events of an audit while another process keeps them.
pub(super) struct Watch {
    file: PathBuf,
    runtime: tokio::runtime::Runtime,
    journal: Option<Arc<Sqlite>>,
}

impl Watch {
    /// Watches the journal in a folder, which need not be there yet.
    pub fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self { file: journal(folder), runtime: runtime()?, journal: None })
    }

    /// The events that are kept, as far as they can be seen.
    pub fn events(&mut self) -> u64 {
        if self.journal.is_none() && self.file.exists() {
            // It is being made at this moment, and is looked at again in the next.
            self.journal = Sqlite::read_only(&self.file).ok();
        }
        let Some(journal) = &self.journal else { return 0 };
        let audits = self.runtime.block_on(journal.audits()).unwrap_or_default();
        audits.iter().map(|entry| entry.events).sum()
    }
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

/// The report in a folder, if it is whole.
pub(super) fn written(folder: &Path) -> Option<Files> {
    let mut files = [None, None];
    for entry in std::fs::read_dir(folder.join("out")).ok()?.flatten() {
        let path = entry.path();
        // A process that was killed while it wrote leaves a draft behind, which has no ending.
        let place = match path.extension().and_then(OsStr::to_str) {
            Some("md") => 0,
            Some("json") => 1,
            Some(_) | None => continue,
        };
        files[place] = Some(std::fs::read(&path).ok()?);
    }
    let [markdown, json] = files;
    Some([markdown?, json?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::failure::{Failure, FailureKind};

    fn call(key: &str, begun: u64, is_failed: bool) -> Call {
        let failure = Failure::passing(FailureKind::RateLimited, "later");
        Call {
            task: "hear Defense on x".to_owned(),
            attempt: 1,
            call: key.to_owned(),
            idempotency_key: key.to_owned(),
            begun,
            begun_at_ms: 0,
            finished_at_ms: None,
            outcome: is_failed.then_some(Outcome::Failure(failure)),
        }
    }

    #[test]
    fn a_call_that_failed_before_a_kill_and_was_begun_again_was_answered_twice() {
        let mut cut = CutOff::default();
        // At the kill `a` had failed, which its loss does not say yet, and `b` was in flight.
        cut.note(&[call("a", 1, true), call("b", 1, false)]);
        // Both were begun again: the server saw four calls and answered three.
        let last = [call("a", 2, true), call("b", 2, true)];
        assert_eq!((cut.count(), cut.answered(&last)), (1, 3));
    }

    #[test]
    fn a_call_that_is_open_at_the_end_was_not_answered() {
        let mut cut = CutOff::default();
        assert_eq!(cut.answered(&[call("a", 1, true), call("b", 1, false)]), 1);
        // One that was cut off and never begun again is not counted a second time.
        cut.note(&[call("b", 1, false)]);
        assert_eq!(cut.answered(&[call("a", 1, true), call("b", 1, false)]), 1);
        assert_eq!(cut.answered(&[call("a", 1, true), call("b", 2, false)]), 1);
    }
}
