//! The folder in which one audit keeps what it fetched.

use crate::domain::ids::AuditId;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder of one audit; it is removed when this value is dropped.
#[derive(Debug)]
pub struct Workroom(Kind);

#[derive(Debug)]
enum Kind {
    Temporary(TempDir),
    Kept {
        path: PathBuf,
        /// Held as long as the room is in use.
        _lock: File,
    },
    Imagined,
}

impl Workroom {
    /// A folder among the system's temporary files, under a name that nobody else has.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn temporary() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("auditor-").tempdir()?;
        Ok(Self(Kind::Temporary(folder)))
    }

    /// The folder of this audit below `parent`. After the process was killed the next one finds there
    /// what the audit fetched before.
    ///
    /// # Errors
    /// When it cannot be made; [`ResourceBusy`](io::ErrorKind::ResourceBusy) where another process is in it.
    pub fn kept(parent: &Path, audit: &AuditId) -> io::Result<Self> {
        use std::os::unix::fs::DirBuilderExt;
        let path = std::path::absolute(parent.join(audit.as_str()))?;
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&path)?;
        let lock = File::create(lock(&path))?;
        // The system takes the lock away from a process that is gone.
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                let why = format!("audit {audit} is being conducted by another process");
                io::Error::new(io::ErrorKind::ResourceBusy, why)
            }
            TryLockError::Error(error) => error,
        })?;
        Ok(Self(Kind::Kept { path, _lock: lock }))
    }

    /// No folder at all, for audits whose reader needs none; it holds whatever it is asked for.
    #[must_use]
    pub fn imagined() -> Self {
        Self(Kind::Imagined)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        match &self.0 {
            Kind::Temporary(folder) => folder.path(),
            Kind::Kept { path, .. } => path,
            Kind::Imagined => Path::new("/nowhere"),
        }
    }

    /// Whether a file or folder that an audit was told of is still there.
    #[must_use]
    pub fn holds(&self, path: &Path) -> bool {
        match &self.0 {
            Kind::Temporary(_) | Kind::Kept { .. } => path.exists(),
            Kind::Imagined => true,
        }
    }
}

/// The file that says that a room is in use.
fn lock(room: &Path) -> PathBuf {
    room.with_extension("lock")
}

impl Drop for Workroom {
    fn drop(&mut self) {
        let Kind::Kept { path, .. } = &self.0 else { return };
        let removed = std::fs::remove_dir_all(path).and_then(|()| std::fs::remove_file(lock(path)));
        if let Err(error) = removed {
            tracing::warn!(%error, path = %path.display(), "the audit's folder is left behind");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_room_is_found_again_and_removed_at_the_end() {
        let parent = tempfile::tempdir().unwrap();
        let audit = AuditId::new("a").unwrap();
        let room = Workroom::kept(parent.path(), &audit).unwrap();
        let clone = room.path().join("repository.git");
        std::fs::write(&clone, "x").unwrap();
        assert!(Workroom::kept(parent.path(), &audit).is_err(), "it is in use");
        // A process that is killed removes nothing, and its locks are gone.
        let Kind::Kept { _lock: file, .. } = &room.0 else { panic!("it is kept") };
        file.unlock().unwrap();
        std::mem::forget(room);
        let room = Workroom::kept(parent.path(), &audit).unwrap();
        assert!(room.holds(&clone));
        drop(room);
        assert_eq!(std::fs::read_dir(parent.path()).unwrap().count(), 0);
    }
}
