//! Files that are there whole or not at all.

use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Why a file could not be written. Completes "failed to …: ".
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{}`: {source}", path.display())]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system said.
    #[source]
    pub source: std::io::Error,
}

/// A file beside its place, under a name of its own, until it is kept. It is removed if it is not.
#[derive(Debug)]
pub struct Draft {
    file: NamedTempFile,
    path: PathBuf,
}

impl Draft {
    /// Begins a file; its folder is made if it is not there.
    ///
    /// # Errors
    /// What the system says against it.
    pub fn new(path: &Path) -> Result<Self, FileError> {
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            Some(_) | None => Path::new("."),
        };
        let place = |source| FileError { path: folder.to_owned(), source };
        std::fs::create_dir_all(folder).map_err(place)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".report-").permissions(permissions());
        Ok(Self { file: builder.tempfile_in(folder).map_err(place)?, path: path.to_owned() })
    }

    /// A file with this text.
    ///
    /// # Errors
    /// What the system says against it.
    pub fn of(path: &Path, text: &str) -> Result<Self, FileError> {
        let mut draft = Self::new(path)?;
        draft.push(text)?;
        draft.file.as_file().sync_all().map_err(|source| draft.error(source))?;
        Ok(draft)
    }

    /// Adds to it.
    ///
    /// # Errors
    /// What the system says against it.
    pub fn push(&mut self, text: &str) -> Result<(), FileError> {
        self.file.write_all(text.as_bytes()).map_err(|source| self.error(source))
    }

    /// Puts it in its place: whole, or not at all.
    ///
    /// # Errors
    /// What the system says against it.
    pub fn keep(self) -> Result<(), FileError> {
        let Self { file, path } = self;
        match file.persist(&path) {
            Ok(_) => Ok(()),
            Err(error) => Err(FileError { path, source: error.error }),
        }
    }

    fn error(&self, source: std::io::Error) -> FileError {
        FileError { path: self.path.clone(), source }
    }
}

/// What an ordinary new file may be; the umask takes away from it.
fn permissions() -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    std::fs::Permissions::from_mode(0o666)
}
