//! The one thread that writes. All that is waiting is committed at once, and only then answered.

use super::fault::{fault, io_fault};
use super::ledger::Ledger;
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
        let pen = Pen { connection, path: path.clone(), calendar };
        let thread = std::thread::Builder::new().name("journal".to_owned());
        let started = thread.spawn(move || {
            pen.write(deeds);
            // Closing the file is part of the end.
            drop(pen);
            // Nobody may be waiting for the end.
            let _ = end.send(());
        });
        started.map_err(io_fault(&path))?;
        Ok(Self { path, waiting: Some(waiting), ended: Mutex::new(ended) })
    }

    /// Has something done, and returns what came of it once that is kept. What was asked is done even
    /// when nobody waits for the answer any more. `act` may be called twice, when the commit that it was
    /// part of failed for another's sake.
    pub(super) async fn ask<T, F>(&self, act: F) -> Result<T, JournalError>
    where
        T: Send + 'static,
        F: FnMut(&Ledger<'_>) -> Result<T, JournalError> + Send + 'static,
    {
        let ended = |()| JournalError::Ended { path: self.path.clone() };
        let (answer, answered) = oneshot::channel();
        let deed = Box::new(Asked { act, done: None, answer });
        let waiting = self.waiting.as_ref().expect("the writer is spoken to until it is dropped");
        waiting.send(deed).await.map_err(|_| ended(()))?;
        answered.await.map_err(|_| ended(()))?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.waiting = None;
        // Waiting a moment leaves one whole file behind, without a log beside it. Nothing depends on it.
        let _ = self.ended.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(FAREWELL);
    }
}

/// Something to be done, and somebody who waits for it.
trait Deed: Send {
    /// Does it, within a transaction.
    fn attempt(&mut self, ledger: &Ledger<'_>) -> Result<(), JournalError>;
    /// Says what came of it: what the last attempt returned, or why it was in vain.
    fn answer(self: Box<Self>, outcome: Result<(), JournalError>);
}

struct Asked<T, F> {
    act: F,
    done: Option<T>,
    answer: oneshot::Sender<Result<T, JournalError>>,
}

impl<T, F> Deed for Asked<T, F>
where
    T: Send,
    F: FnMut(&Ledger<'_>) -> Result<T, JournalError> + Send,
{
    fn attempt(&mut self, ledger: &Ledger<'_>) -> Result<(), JournalError> {
        self.done = Some((self.act)(ledger)?);
        Ok(())
    }

    fn answer(self: Box<Self>, outcome: Result<(), JournalError>) {
        let done = self.done;
        let answer = outcome.map(|()| done.expect("an attempt that succeeded left its result"));
        // Whoever asked may have gone, which harms nobody.
        let _ = self.answer.send(answer);
    }
}

/// What the thread owns.
struct Pen {
    connection: Connection,
    path: PathBuf,
    calendar: Calendar,
}

/// Why a transaction came to nothing.
enum Setback {
    /// It could not even begin: trying its deeds one by one would not help.
    Start(JournalError),
    /// Something in it failed, and everything was taken back.
    Whole(JournalError),
}

impl Pen {
    fn write(&self, mut deeds: mpsc::Receiver<Box<dyn Deed>>) {
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

    /// Commits a group and answers each of it. A group that fails as a whole is tried one by one, so that
    /// nobody pays for another's damage.
    fn keep(&self, mut group: Vec<Box<dyn Deed>>) {
        match self.commit(&mut group) {
            Ok(outcomes) => {
                for (deed, outcome) in group.into_iter().zip(outcomes) {
                    deed.answer(outcome);
                }
            }
            Err(Setback::Whole(_)) if group.len() > 1 => {
                for deed in group {
                    self.keep(vec![deed]);
                }
            }
            Err(Setback::Start(error) | Setback::Whole(error)) => {
                for deed in group {
                    deed.answer(Err(error.clone()));
                }
            }
        }
    }

    fn commit(
        &self,
        group: &mut [Box<dyn Deed>],
    ) -> Result<Vec<Result<(), JournalError>>, Setback> {
        let at = fault(&self.path);
        let run = |sql: &str| self.connection.prepare_cached(sql)?.execute([]).map(drop);
        run("BEGIN IMMEDIATE").map_err(|error| Setback::Start(at(error)))?;
        let outcomes: Result<Vec<_>, _> = group.iter_mut().map(|deed| self.apart(deed)).collect();
        let kept = outcomes.and_then(|outcomes| run("COMMIT").map(|()| outcomes).map_err(at));
        if kept.is_err() && !self.connection.is_autocommit() {
            // It fails only where SQLite has rolled back by itself.
            let _ = run("ROLLBACK");
        }
        kept.map_err(Setback::Whole)
    }

    /// Does one deed of a transaction apart from the others: what it returns, or, where it ended the whole
    /// transaction, the reason.
    fn apart(&self, deed: &mut Box<dyn Deed>) -> Result<Result<(), JournalError>, JournalError> {
        let at = fault(&self.path);
        let run = |sql: &str| self.connection.prepare_cached(sql)?.execute([]).map(drop);
        run("SAVEPOINT deed").map_err(at)?;
        let now_ms = self.calendar.now().as_millis();
        let ledger = Ledger {
            connection: &self.connection,
            path: &self.path,
            now_ms: i64::try_from(now_ms).unwrap_or(i64::MAX),
        };
        let outcome = deed.attempt(&ledger);
        if let Err(error) = &outcome {
            if self.connection.is_autocommit() {
                return Err(error.clone());
            }
            run("ROLLBACK TO deed").map_err(at)?;
        }
        run("RELEASE deed").map_err(at)?;
        Ok(outcome)
    }
}
