//! Connections that read, a few at a time, on threads that may block.

use super::place;
use crate::ports::journal::JournalError;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;

/// Most readers at a time.
const MOST: usize = 4;

/// Connections that read.
#[derive(Debug)]
pub(super) struct Readers {
    path: PathBuf,
    patience: Duration,
    idle: Mutex<Vec<Connection>>,
    permits: Arc<Semaphore>,
}

impl Readers {
    /// Connections are made when they are wanted.
    pub(super) fn new(path: &Path, patience: Duration) -> Self {
        let permits = Arc::new(Semaphore::new(MOST));
        Self { path: path.to_owned(), patience, idle: Mutex::default(), permits }
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Takes a connection in that nobody uses.
    pub(super) fn add(&self, connection: Connection) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
    }

    /// Reads on a thread that may block.
    pub(super) async fn read<T, F>(self: &Arc<Self>, look: F) -> Result<T, JournalError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection, &Path) -> Result<T, JournalError> + Send + 'static,
    {
        let ended = || JournalError::Ended { path: self.path.clone() };
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| ended())?;
        let readers = Arc::clone(self);
        let read = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let idle = readers.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let connection = match idle {
                Some(connection) => connection,
                None => place::to_read(&readers.path, readers.patience)?,
            };
            let result = look(&connection, &readers.path);
            // A connection that failed may hold on to what it failed on.
            if result.is_ok() {
                readers.add(connection);
            }
            result
        });
        read.await.map_err(|_| ended())?
    }
}
