//! What the thread that writes is asked to do.

use super::ledger::Ledger;
use crate::ports::journal::JournalError;
use tokio::sync::oneshot;

/// When something has to be safe from the loss of power. It is safe from the end of the process as soon as it
/// is answered, in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Safe {
    /// Before it is answered.
    AtOnce,
    /// The same, and nothing of what was there before it stays in the log.
    AtOnceForGood,
    /// Before anything is answered that has to be safe at once: it could be had again for nothing.
    WithTheNext,
}

impl Safe {
    /// What `SQLite` calls it.
    pub(super) fn synchronous(self) -> &'static str {
        match self {
            Self::AtOnce | Self::AtOnceForGood => "FULL",
            Self::WithTheNext => "NORMAL",
        }
    }
}

/// Something to be done, and somebody who waits for it.
pub(super) trait Deed: Send {
    /// When it has to be safe.
    fn safe(&self) -> Safe;
    /// Does it, within a transaction.
    fn attempt(&mut self, ledger: &Ledger<'_>) -> Result<(), JournalError>;
    /// Says what came of it: what the last attempt returned, or why it was in vain.
    fn answer(self: Box<Self>, outcome: Result<(), JournalError>);
}

/// A deed that was asked for, with its answer.
pub(super) struct Asked<T, F> {
    pub(super) safe: Safe,
    pub(super) act: F,
    pub(super) done: Option<T>,
    pub(super) answer: oneshot::Sender<Result<T, JournalError>>,
}

impl<T, F> Deed for Asked<T, F>
where
    T: Send,
    F: FnMut(&Ledger<'_>) -> Result<T, JournalError> + Send,
{
    fn safe(&self) -> Safe {
        self.safe
    }

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
