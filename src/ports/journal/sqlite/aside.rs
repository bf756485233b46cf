//! Where a file goes in whose place a salvage puts another: beside it, under a name that says what it is.

use super::place::{beside, length};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Most names that are tried for a file that is set aside.
const MOST: u32 = 10_000;
/// What files are called that were set aside.
const DAMAGED: &str = "damaged";
const FORMER: &str = "former";

/// Puts the fresh file in the other one's place, and returns where that is now: under a name that says whether it is
/// damaged.
pub(super) fn swap(path: &Path, fresh: &Path, is_damaged: bool) -> io::Result<PathBuf> {
    let is = if is_damaged { DAMAGED } else { FORMER };
    let aside = (1..MOST).map(|n| beside(path, &format!(".{is}-{n}")));
    let mut free = aside.filter(|aside| !aside.exists() && !beside(aside, "-wal").exists());
    let aside = free.next().ok_or(io::ErrorKind::AlreadyExists)?;
    // Under its other name it is whole before anything changes under the first.
    let log = beside(path, "-wal");
    keep_as(path, &aside)?;
    if log.exists() {
        keep_as(&log, &beside(&aside, "-wal"))?;
        // A log must never stand beside a file that it does not belong to.
        fs::remove_file(&log)?;
    }
    fs::rename(fresh, path)?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(aside)
}

/// Gives a file another name besides its own, or a copy where the file system knows no second names.
fn keep_as(path: &Path, aside: &Path) -> io::Result<()> {
    fs::hard_link(path, aside).or_else(|_| {
        fs::copy(path, aside)?;
        fs::File::open(aside)?.sync_all()
    })
}

/// The other name of a file whose log is there alone: whoever set it aside was stopped before the fresh one was in
/// its place.
pub(super) fn half_aside(path: &Path) -> Option<PathBuf> {
    let file = fs::metadata(path).ok()?;
    if file.nlink() < 2 || length(&beside(path, "-wal")) > 0 {
        return None;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let own = path.file_name()?.to_string_lossy().into_owned();
    let names = [DAMAGED, FORMER].map(|is| format!("{own}.{is}-"));
    let is_same = |other: &PathBuf| {
        let name = other.file_name().unwrap_or_default().to_string_lossy();
        names.iter().any(|beginning| name.starts_with(beginning))
            && length(&beside(other, "-wal")) > 0
            && fs::metadata(other)
                .is_ok_and(|other| (other.dev(), other.ino()) == (file.dev(), file.ino()))
    };
    folder.flatten().map(|other| other.path()).find(is_same)
}

/// Gives a file its log back where it was only half set aside.
pub(super) fn take_back(path: &Path) -> io::Result<()> {
    let Some(aside) = half_aside(path) else { return Ok(()) };
    fs::rename(beside(&aside, "-wal"), beside(path, "-wal"))?;
    fs::remove_file(aside)
}
