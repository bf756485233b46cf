//! Where a class's results lie: its folder, what is in it, and who may write there.
//!
//! `grades.csv`, `index.html` and others of the class; a folder per submission with its newest report and
//! all former ones; and `.docket` with the journal of the class and of its audits.

use crate::domain::ids::{AuditId, SubmissionId};
use crate::ports::clock::Calendar;
use crate::ports::journal::{JournalError, Sqlite};
use std::fs::{File, TryLockError};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a class's folder cannot be used. Completes "failed to open the class: ".
#[derive(Debug, thiserror::Error)]
pub enum CabinetError {
    /// It cannot be made or opened.
    #[error("`{}` cannot be used: {source}", path.display())]
    Folder {
        /// The folder or file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// Something else than a folder has its name.
    #[error("`{}` is no folder, and a class's results need one", path.display())]
    NoFolder {
        /// What is there.
        path: PathBuf,
    },
    /// Another process is at work on it.
    #[error("another process is at work on `{}`; wait for its end, or stop it", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// There is no class.
    #[error("there is no class in `{}`: it has no folder `.docket`; name by `--class` the folder that `auditor batch` or `auditor watch` writes to", path.display())]
    Absent {
        /// The folder.
        path: PathBuf,
    },
    /// Its journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// A class's folder.
#[derive(Clone, Debug)]
pub struct Cabinet {
    folder: PathBuf,
}

/// The right to conduct a class's audits; one process has it at a time.
#[derive(Debug)]
pub struct Key {
    /// The system takes the lock away from a process that is gone.
    _lock: File,
}

impl Cabinet {
    /// Makes the folder where there is none.
    ///
    /// # Errors
    /// When something else has its name, or it cannot be made.
    pub fn new(folder: &Path) -> Result<Self, CabinetError> {
        let at = |path: &Path| {
            let path = path.to_owned();
            move |source| CabinetError::Folder { path, source }
        };
        let folder = std::path::absolute(folder).map_err(at(folder))?;
        if folder.exists() && !folder.is_dir() {
            return Err(CabinetError::NoFolder { path: folder });
        }
        let cabinet = Self { folder };
        let state = cabinet.state();
        std::fs::create_dir_all(&cabinet.folder).map_err(at(&cabinet.folder))?;
        let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&state);
        made.map_err(at(&state))?;
        Ok(cabinet)
    }

    /// A class that is there already.
    ///
    /// # Errors
    /// When it is not.
    pub fn existing(folder: &Path) -> Result<Self, CabinetError> {
        let path = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let cabinet = Self { folder: path.clone() };
        if cabinet.state().join("journal.db").is_file() {
            Ok(cabinet)
        } else {
            Err(CabinetError::Absent { path })
        }
    }

    /// Takes the right to conduct audits.
    ///
    /// # Errors
    /// When another process has it.
    pub fn key(&self) -> Result<Key, CabinetError> {
        let path = self.state().join("lock");
        let at = |source| CabinetError::Folder { path: path.clone(), source };
        let lock = File::options().write(true).create(true).truncate(false).open(&path);
        let lock = lock.map_err(at)?;
        match lock.try_lock() {
            Ok(()) => Ok(Key { _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(CabinetError::Busy { path: self.folder.clone() }),
            Err(TryLockError::Error(source)) => Err(at(source)),
        }
    }

    /// Opens the journal of the class.
    ///
    /// # Errors
    /// When it cannot be used.
    pub fn journal(&self) -> Result<Arc<Sqlite>, CabinetError> {
        Ok(Sqlite::open(&self.state().join("journal.db"), Calendar::default())?)
    }

    /// The folder of results.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the class is called: its folder's name.
    #[must_use]
    pub fn title(&self) -> String {
        let name = self.folder.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// The journal's folder.
    #[must_use]
    pub fn state(&self) -> PathBuf {
        self.folder.join(".docket")
    }

    /// The folder of open audits.
    #[must_use]
    pub fn work(&self) -> PathBuf {
        self.state().join("work")
    }

    /// A file of a submission's newest result.
    #[must_use]
    pub fn of(&self, id: &SubmissionId, name: &str) -> PathBuf {
        self.folder.join(id.as_str()).join(name)
    }

    /// The Markdown file of one audit's report; its other forms lie beside it.
    #[must_use]
    pub fn report(&self, id: &SubmissionId, audit: &AuditId) -> PathBuf {
        self.of(id, "audits").join(audit.as_str()).join("report.md")
    }

    /// What a submission is compared with others by.
    #[must_use]
    pub fn print(&self, id: &SubmissionId) -> PathBuf {
        self.state().join("prints").join(format!("{id}.json"))
    }

    /// A path as it is told: from the folder of results, with `/` between its parts.
    #[must_use]
    pub fn told(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.folder).unwrap_or(path);
        let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
        parts.join("/")
    }
}
