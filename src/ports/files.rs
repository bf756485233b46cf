//! Files that are there whole or not at all.

use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

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

/// Whether a file lies in a folder, by whatever names either is called. The folder `.git` is named where the tree around
/// it is meant.
#[must_use]
pub fn lies_within(file: &Path, folder: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    let tree = |folder: PathBuf| match folder.file_name() {
        Some(name) if name == ".git" => folder.parent().map(Path::to_owned),
        _ => Some(folder),
    };
    let place = file.parent().and_then(real);
    let folder = real(folder).and_then(tree);
    folder.zip(place).is_some_and(|(folder, place)| place.starts_with(folder))
}

/// The bytes of a file that the operator named, at most `most`. Reading from a device or a pipe might never end.
///
/// # Errors
/// What follows the file's name in a sentence.
pub fn bytes_of(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let unread = |error: std::io::Error| format!("cannot be read: {error}");
    let kind = path.metadata().map_err(unread)?;
    if !kind.is_file() && !kind.is_dir() {
        return Err("is a device or a pipe; give it as a file".to_owned());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unread)?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() as u64 > most {
        return Err(format!("has more than {} MiB", most >> 20));
    }
    Ok(bytes)
}

/// A file beside its place, under a name of its own, until it is kept. It is removed if it is not. What a
/// killed process left is taken over by whoever writes the same file next.
#[derive(Debug)]
pub struct Draft {
    file: File,
    /// Where it is being written.
    part: TempPath,
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
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let usual = folder.join(format!(".{name}.part"));
        let (file, part) = if let Some(file) = taken(&usual).map_err(place)? {
            (file, TempPath::try_from_path(usual).map_err(place)?)
        } else {
            // Somebody writes the same file at this moment; whoever ends last has the last word.
            let mut builder = tempfile::Builder::new();
            builder.prefix(".").suffix(".part").permissions(permissions());
            builder.tempfile_in(folder).map_err(place)?.into_parts()
        };
        Ok(Self { file, part, path: path.to_owned() })
    }

    /// A file with this text.
    ///
    /// # Errors
    /// What the system says against it.
    pub fn of(path: &Path, text: &str) -> Result<Self, FileError> {
        let draft = Self::holding(path, text)?;
        draft.secure()?;
        Ok(draft)
    }

    /// Files with these texts. They are secured together, which takes the disk hardly longer than one.
    ///
    /// # Errors
    /// What the system says against one of them.
    pub fn all_of(files: &[(PathBuf, String)]) -> Result<Vec<Self>, FileError> {
        let drafts = files.iter().map(|(path, text)| Self::holding(path, text));
        let drafts = drafts.collect::<Result<Vec<_>, _>>()?;
        drafts.iter().try_for_each(Self::secure)?;
        Ok(drafts)
    }

    fn holding(path: &Path, text: &str) -> Result<Self, FileError> {
        let mut draft = Self::new(path)?;
        draft.push(text)?;
        Ok(draft)
    }

    /// Makes what was written safe from the loss of power.
    fn secure(&self) -> Result<(), FileError> {
        self.file.sync_all().map_err(|source| self.error(source))
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
        let Self { file: _locked, part, path } = self;
        match part.persist(&path) {
            Ok(()) => Ok(()),
            Err(error) => Err(FileError { path, source: error.error }),
        }
    }

    fn error(&self, source: std::io::Error) -> FileError {
        FileError { path: self.path.clone(), source }
    }
}

/// The empty file of this name, held by this process; `None` where another one holds it.
fn taken(path: &Path) -> std::io::Result<Option<File>> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false).mode(MODE).custom_flags(NO_LINK);
    let file = match options.open(path) {
        Ok(file) => file,
        // A link or a folder of this name is nobody's draft.
        Err(_) if path.symlink_metadata().is_ok_and(|found| !found.is_file()) => return Ok(None),
        Err(error) => return Err(error),
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    // Whoever had it may have put it in its place before the lock was ours.
    let (ours, there) = (file.metadata()?, path.symlink_metadata());
    let is_there = there.is_ok_and(|there| there.ino() == ours.ino() && there.dev() == ours.dev());
    if !is_there || ours.nlink() != 1 {
        return Ok(None);
    }
    file.set_len(0)?;
    Ok(Some(file))
}

/// Refuses to open a symbolic link.
const NO_LINK: i32 = rustix::fs::OFlags::NOFOLLOW.bits().cast_signed();

/// What an ordinary new file may be; the umask takes away from it.
const MODE: u32 = 0o666;

fn permissions() -> std::fs::Permissions {
    std::fs::Permissions::from_mode(MODE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_killed_process_left_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.md");
        // A process that is killed removes nothing, and its locks are gone.
        std::fs::write(folder.path().join(".report.md.part"), "half of something longer").unwrap();
        Draft::of(&path, "whole").unwrap().keep().unwrap();
        assert_eq!(names(folder.path()), ["report.md"]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "whole");
    }

    #[test]
    fn two_at_once_do_not_write_into_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.md");
        let first = Draft::of(&path, "the first").unwrap();
        let second = Draft::of(&path, "the second one").unwrap();
        first.keep().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "the first");
        second.keep().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "the second one");
        assert_eq!(names(folder.path()), ["report.md"]);
    }

    #[test]
    fn what_is_not_kept_is_gone_and_a_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.md");
        drop(Draft::of(&path, "no").unwrap());
        assert_eq!(names(folder.path()), [""; 0]);
        let elsewhere = folder.path().join("elsewhere");
        std::fs::write(&elsewhere, "precious").unwrap();
        std::os::unix::fs::symlink(&elsewhere, folder.path().join(".report.md.part")).unwrap();
        Draft::of(&path, "yes").unwrap().keep().unwrap();
        assert_eq!(std::fs::read_to_string(&elsewhere).unwrap(), "precious");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "yes");
    }
}
