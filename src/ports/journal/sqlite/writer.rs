//! The one thread that writes. All that is waiting is committed at once, and only then answered.

use super::deed::{Asked, Deed, Safe};
use super::fault::{fault, io_fault};
use super::frames::FRAME;
use super::ledger::Ledger;
use super::schema::PAGE;
use super::{log, place};
use crate::ports::clock::Calendar;
use crate::ports::journal::JournalError;
use rusqlite::Connection;
use std::path::PathBuf;
use std::sync::mpsc as threads;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Most deeds that wait; whoever comes then waits for a place.
const MOST_WAITING: usize = 1_024;
/// Most deeds of one commit.
const MOST_AT_ONCE: usize = 512;
/// Longest wait for whoever else writes, where a commit failed.
const HOLD: Duration = Duration::from_secs(1);
/// Frames of a log that stays as it is when the file is opened: to look through half a MiB takes less than to take it in.
const SHORT_LOG: usize = (512 << 10) / (FRAME + PAGE);
/// Longest wait for the last commit when the journal is dropped.
const FAREWELL: Duration = Duration::from_secs(1);

/// Speaks to the thread that writes. Dropping it ends the thread, once what is waiting is committed.
#[derive(Debug)]
pub(super) struct Writer {
    path: PathBuf,
    /// Present until the drop.
    waiting: Option<mpsc::Sender<Box<dyn Deed>>>,
    ended: Mutex<threads::Receiver<()>>,
}

impl Writer {
    /// Starts the thread.
    pub(super) fn start(
        connection: Connection,
        path: PathBuf,
        calendar: Calendar,
    ) -> Result<Self, JournalError> {
        let (waiting, deeds) = mpsc::channel(MOST_WAITING);
        let (end, ended) = threads::channel();
        let mut pen = Pen { connection, path: path.clone(), calendar, safe: Safe::AtOnce };
        let thread = std::thread::Builder::new().name("journal".to_owned());
        let started = thread.spawn(move || {
            pen.take_in();
            pen.write(deeds);
            // Closing the file is part of the end.
            pen.close();
            // Nobody may be waiting for the end.
            let _ = end.send(());
        });
        started.map_err(io_fault(&path))?;
        Ok(Self { path, waiting: Some(waiting), ended: Mutex::new(ended) })
    }

    /// Has something done, and returns what came of it once that is kept. What was asked is done even
    /// when nobody waits for the answer any more. `act` may be called twice, when the commit that it was
    /// part of failed for another's sake.
    pub(super) async fn ask<T, F>(&self, safe: Safe, act: F) -> Result<T, JournalError>
    where
        T: Send + 'static,
        F: FnMut(&Ledger<'_>) -> Result<T, JournalError> + Send + 'static,
    {
        let ended = |()| JournalError::Ended { path: self.path.clone() };
        let (answer, answered) = oneshot::channel();
        let deed = Box::new(Asked { safe, act, done: None, answer });
        let waiting = self.waiting.as_ref().expect("the writer is spoken to until it is dropped");
        waiting.send(deed).await.map_err(|_| ended(()))?;
        answered.await.map_err(|_| ended(()))?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.waiting = None;
        // Waiting a moment leaves one file behind that has all that counts. Nothing depends on it.
        let _ = self.ended.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(FAREWELL);
    }
}

/// What the thread owns.
struct Pen {
    connection: Connection,
    path: PathBuf,
    calendar: Calendar,
    /// When what is committed is safe.
    safe: Safe,
}

/// Why a transaction came to nothing.
enum Setback {
    /// It could not even begin: trying its deeds one by one would not help.
    Start(JournalError),
    /// The deed of this number failed, and everything was taken back.
    Deed(usize, JournalError),
    /// Nothing of it could be kept, and everything was taken back.
    Commit(JournalError),
}

impl Pen {
    fn write(&mut self, mut deeds: mpsc::Receiver<Box<dyn Deed>>) {
        while let Some(first) = deeds.blocking_recv() {
            let mut group = vec![first];
            while group.len() < MOST_AT_ONCE
                && let Ok(next) = deeds.try_recv()
            {
                group.push(next);
            }
            self.keep(group);
        }
    }

    /// Takes what former processes left in the log into the file, where that has become long, while whoever opened it
    /// reads a submission.
    fn take_in(&self) {
        if !matches!(log::frames_read(&self.connection), Ok(None | Some(..=SHORT_LOG))) {
            self.checkpoint("PRAGMA wal_checkpoint(PASSIVE)");
        }
    }

    /// Takes the log into the file and leaves it empty, unless somebody reads in it for long.
    fn empty_log(&self) {
        self.checkpoint("PRAGMA wal_checkpoint(TRUNCATE)");
    }

    /// Where it fails nothing is lost: what is committed stays in the log.
    fn checkpoint(&self, sql: &str) {
        if let Err(error) = self.connection.query_row(sql, [], |_| Ok(())) {
            tracing::debug!(%error, "the log was not taken into the journal's file");
        }
    }

    /// Closes the file. The log stays beside it, which spares whoever waits for the end some visits to the disk: what
    /// is left is the same as after a kill.
    fn close(self) {
        if let Err(error) = place::keep_log_on_close(&self.connection, true) {
            tracing::debug!(%error, "the log is taken into the journal's file");
        }
    }

    /// Commits a group and answers each of it. What fails is answered by itself and the others are tried again without
    /// it; where the commit fails they are tried one by one, so that nobody pays for another's damage.
    fn keep(&mut self, mut group: Vec<Box<dyn Deed>>) {
        loop {
            match self.commit(&mut group) {
                Ok(()) => {
                    if group.iter().any(|deed| deed.safe() == Safe::AtOnceForGood) {
                        self.empty_log();
                    }
                    return group.into_iter().for_each(|deed| deed.answer(Ok(())));
                }
                Err(Setback::Deed(at, error)) => {
                    group.remove(at).answer(Err(error));
                    if group.is_empty() {
                        return;
                    }
                }
                Err(Setback::Commit(_)) if group.len() > 1 => {
                    return group.into_iter().for_each(|deed| self.keep(vec![deed]));
                }
                Err(Setback::Start(error) | Setback::Commit(error)) => {
                    return group.into_iter().for_each(|deed| deed.answer(Err(error.clone())));
                }
            }
        }
    }

    fn commit(&mut self, group: &mut [Box<dyn Deed>]) -> Result<(), Setback> {
        self.be_safe(group).map_err(Setback::Start)?;
        let at = fault(&self.path);
        let run = |sql: &str| self.connection.prepare_cached(sql)?.execute([]).map(drop);
        run("BEGIN IMMEDIATE").map_err(|error| Setback::Start(at(error)))?;
        let now_ms = self.calendar.now().as_millis();
        let ledger = Ledger {
            connection: &self.connection,
            path: &self.path,
            now_ms: i64::try_from(now_ms).unwrap_or(i64::MAX),
        };
        let mut deeds = group.iter_mut().enumerate();
        let done = deeds.try_for_each(|(nth, deed)| {
            deed.attempt(&ledger).map_err(|error| Setback::Deed(nth, error))
        });
        let kept = done.and_then(|()| run("COMMIT").map_err(|error| Setback::Commit(at(error))));
        if kept.is_err() {
            if !self.connection.is_autocommit() {
                // It fails only where SQLite has rolled back by itself.
                let _ = run("ROLLBACK");
            }
            self.cut_log();
        }
        kept
    }

    /// Cuts off what a commit that failed has left in the log, as it does where the disk takes it but cannot force it
    /// down: behind a shorter commit it would look like damage. Where that fails as well, a salvage finds out.
    fn cut_log(&self) {
        let cut = || {
            let _held = place::hold(&self.path, HOLD).map_err(fault(&self.path))?;
            let frames = log::frames_read(&self.connection).map_err(fault(&self.path))?;
            frames
                .map_or(Ok(()), |frames| log::cut_behind(&self.path, frames))
                .map_err(io_fault(&self.path))
        };
        if let Err(error) = cut() {
            tracing::warn!(%error, "what a failed commit left stays in the journal's log");
        }
    }

    /// Makes the next commit as safe as the one of its deeds that asks for most.
    fn be_safe(&mut self, group: &[Box<dyn Deed>]) -> Result<(), JournalError> {
        let at_once = group.iter().any(|deed| deed.safe() != Safe::WithTheNext);
        let safe = if at_once { Safe::AtOnce } else { Safe::WithTheNext };
        if safe != self.safe {
            let set = self.connection.pragma_update(None, "synchronous", safe.synchronous());
            set.map_err(fault(&self.path))?;
            self.safe = safe;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::AuditId;
    use crate::ports::journal::sqlite::Bounds;
    use std::path::Path;

    /// How the next commit is forced to the disk, as `SQLite` counts it.
    async fn synchronous(writer: &Writer, safe: Safe) -> i64 {
        let ask = |ledger: &Ledger<'_>| {
            let asked = ledger.connection.pragma_query_value(None, "synchronous", |row| row.get(0));
            Ok(asked.expect("a setting can be read"))
        };
        writer.ask(safe, ask).await.expect("nothing is written")
    }

    #[tokio::test]
    async fn only_what_could_be_had_again_waits_for_the_disk_with_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.db");
        let connection = place::to_write(&path, Bounds::default()).unwrap();
        let writer = Writer::start(connection, path, Calendar::default()).unwrap();
        let (full, normal) = (2, 1);
        for (safe, expected) in [
            (Safe::AtOnce, full),
            (Safe::WithTheNext, normal),
            (Safe::WithTheNext, normal),
            (Safe::AtOnce, full),
        ] {
            assert_eq!(synchronous(&writer, safe).await, expected);
        }
        // What is committed together is as safe as its most demanding part.
        let (one, other) = tokio::join!(
            synchronous(&writer, Safe::WithTheNext),
            synchronous(&writer, Safe::AtOnce)
        );
        assert_eq!(other, full);
        assert!([normal, full].contains(&one), "it may be committed by itself first");
    }

    #[test]
    fn what_a_failed_commit_left_in_the_log_goes_before_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.db");
        let (connection, log) = (
            place::to_write(&path, Bounds::default()).unwrap(),
            folder.path().join("journal.db-wal"),
        );
        let pen = Pen { connection, path, calendar: Calendar::default(), safe: Safe::AtOnce };
        let known = std::fs::read(&log).unwrap();
        std::fs::write(&log, [&known[..], &known[32..]].concat()).unwrap();
        pen.cut_log();
        assert!(std::fs::read(&log).unwrap() == known);
    }

    /// The names of all audits in a journal, in the order of the alphabet.
    fn names(path: &Path) -> Vec<String> {
        let Ok(connection) = place::to_read(path, Duration::ZERO) else { return Vec::new() };
        let mut statement = connection.prepare("SELECT id FROM audits ORDER BY id").unwrap();
        let names = statement.query_map([], |row| row.get(0)).unwrap();
        names.map(Result::unwrap).collect()
    }

    #[tokio::test]
    async fn a_log_that_has_become_long_is_in_the_file_soon_after_the_next_opening() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.db");
        let open = || {
            let connection = place::to_write(&path, Bounds::default()).unwrap();
            Writer::start(connection, path.clone(), Calendar::default()).unwrap()
        };
        let alone = folder.path().join("alone.db");
        let taken_in = || {
            std::fs::copy(&path, &alone).unwrap();
            names(&alone)
        };
        let long = "x".repeat(SHORT_LOG * (FRAME + PAGE));
        for (safe, name, terms) in
            [(Safe::AtOnce, "first", "{}"), (Safe::WithTheNext, "second", long.as_str())]
        {
            let writer = open();
            let (audit, terms) = (AuditId::new(name).unwrap(), terms.to_owned());
            writer.ask(safe, move |ledger| ledger.enrol(&audit, "1", &terms)).await.unwrap();
            drop(writer);
            assert!(taken_in().is_empty(), "nobody waits for it at the end, or while it is short");
        }
        let _writer = open();
        while taken_in() != ["first", "second"] {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    #[test]
    fn what_fails_takes_nothing_else_of_its_commit_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.db");
        let connection = place::to_write(&path, Bounds::default()).unwrap();
        let mut pen = Pen {
            connection,
            path: path.clone(),
            calendar: Calendar::default(),
            safe: Safe::AtOnce,
        };
        let mut answers = Vec::new();
        let group = ["one", "", "two", ""].map(|name| {
            let act = move |ledger: &Ledger<'_>| match AuditId::new(name) {
                Ok(audit) => ledger.enrol(&audit, "1", "{}"),
                Err(_) => Err(JournalError::ReadOnly { path: ledger.path.to_owned() }),
            };
            let (answer, answered) = oneshot::channel();
            answers.push(answered);
            Box::new(Asked { safe: Safe::AtOnce, act, done: None, answer }) as Box<dyn Deed>
        });
        pen.keep(group.into());
        let kept = answers.into_iter().map(|answer| answer.blocking_recv().unwrap().is_ok());
        assert_eq!(kept.collect::<Vec<_>>(), [true, false, true, false]);
        assert_eq!(names(&path), ["one", "two"]);
    }
}
