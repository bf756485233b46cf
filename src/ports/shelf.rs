//! A folder out of which nothing leads.
//!
//! Every part of a path is opened relative to the open folder before it and is never a link, so that no
//! change made meanwhile leads elsewhere. Nothing is opened that was not seen to be an ordinary file: opening
//! a pipe or a device may wait, or do something.

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat, openat, statat};
use rustix::io::Errno;
use std::fs::File;
use std::io::Read;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

/// What is opened is neither followed nor waited for, and no program that is started has it.
const CAREFULLY: OFlags =
    OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::CLOEXEC).union(OFlags::NOCTTY);

/// An open folder.
#[derive(Debug)]
pub(crate) struct Shelf(OwnedFd);

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thing {
    File,
    Folder,
    Link,
    Pipe,
    Socket,
    Device,
}

impl Thing {
    fn of(kind: FileType) -> Self {
        match kind {
            FileType::RegularFile => Self::File,
            FileType::Directory => Self::Folder,
            FileType::Symlink => Self::Link,
            FileType::Fifo => Self::Pipe,
            FileType::Socket => Self::Socket,
            FileType::CharacterDevice | FileType::BlockDevice | FileType::Unknown => Self::Device,
        }
    }

    /// What it is, with its article.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::File => "a file",
            Self::Folder => "a folder",
            Self::Link => "a symbolic link, which is not followed",
            Self::Pipe => "a pipe",
            Self::Socket => "a socket",
            Self::Device => "a device",
        }
    }
}

/// By what a file is known to be what it was. The last two are the system's own, which nobody sets at will.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) size: u64,
    /// When its content changed, in nanoseconds since the beginning of 1970 in UTC.
    pub(crate) changed: i128,
    inode: u64,
    touched: i128,
}

impl Mark {
    #[allow(
        clippy::unnecessary_cast,
        clippy::cast_sign_loss,
        clippy::cast_lossless,
        reason = "the types of these fields differ between systems"
    )]
    fn of(stat: &Stat) -> Self {
        let moment = |seconds: i128, part: i128| seconds * 1_000_000_000 + part;
        Self {
            size: stat.st_size as u64,
            changed: moment(stat.st_mtime as i128, stat.st_mtime_nsec as i128),
            inode: stat.st_ino as u64,
            touched: moment(stat.st_ctime as i128, stat.st_ctime_nsec as i128),
        }
    }
}

/// Why a path is refused: what follows its name in a sentence.
pub(crate) type Refused = String;

impl Shelf {
    /// Opens the operator's own folder; a link to it is followed, since the operator named it.
    pub(crate) fn open(path: &Path) -> std::io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self(rustix::fs::open(path, flags, Mode::empty())?))
    }

    /// Names in the folder and what they stand for, sorted, at most `most`; and whether there are more. Hidden
    /// ones are left out, and count for whether the folder holds too much all the same.
    pub(crate) fn names(&self, most: usize) -> std::io::Result<(Vec<(String, Thing)>, bool)> {
        let mut names = Vec::new();
        for (seen, found) in Dir::read_from(self.0.as_fd())?.enumerate() {
            let found = found?;
            if seen > most.saturating_mul(4) {
                return Ok((sorted(names), true));
            }
            // A name that is no text cannot stand in a report either; hidden ones are nobody's submission.
            let Ok(name) = found.file_name().to_str() else { continue };
            if name.starts_with('.') {
                continue;
            }
            if names.len() == most {
                return Ok((sorted(names), true));
            }
            let thing = match found.file_type() {
                FileType::Unknown => match look(self.0.as_fd(), name) {
                    Ok(stat) => Thing::of(FileType::from_raw_mode(stat.st_mode)),
                    Err(_) => continue,
                },
                known => Thing::of(known),
            };
            names.push((name.to_owned(), thing));
        }
        Ok((sorted(names), false))
    }

    /// Opens a folder in this one.
    pub(crate) fn folder(&self, name: &str) -> Result<Self, Refused> {
        enter(self.0.as_fd(), name).map(Self).map_err(|error| refusal(error, "a folder"))
    }

    /// What is at a path below the folder; `None` where nothing is.
    ///
    /// # Errors
    /// When the path leads out of the folder, or through a link.
    pub(crate) fn thing(&self, path: &Inside) -> Result<Option<(Thing, Mark)>, Refused> {
        let Some((folder, name)) = self.reach(path)? else { return Ok(None) };
        match look(folder.as_fd(), &name) {
            Ok(stat) => {
                Ok(Some((Thing::of(FileType::from_raw_mode(stat.st_mode)), Mark::of(&stat))))
            }
            Err(Errno::NOENT | Errno::NOTDIR) => Ok(None),
            Err(error) => Err(refusal(error, "a file")),
        }
    }

    /// Opens an ordinary file below the folder; `None` where nothing is.
    ///
    /// # Errors
    /// When anything else is there, or the path leads out of the folder or through a link.
    pub(crate) fn file(&self, path: &Inside) -> Result<Option<(File, Mark)>, Refused> {
        match self.thing(path)? {
            Some((Thing::File, _)) => {}
            Some((other, _)) => return Err(format!("is {}", other.name())),
            None => return Ok(None),
        }
        let Some((folder, name)) = self.reach(path)? else { return Ok(None) };
        let file = match openat(folder.as_fd(), &*name, OFlags::RDONLY | CAREFULLY, Mode::empty()) {
            Ok(file) => file,
            Err(Errno::NOENT) => return Ok(None),
            Err(error) => return Err(refusal(error, "a file")),
        };
        // It may have been replaced since it was looked at.
        let stat = rustix::fs::fstat(&file).map_err(|error| refusal(error, "a file"))?;
        match Thing::of(FileType::from_raw_mode(stat.st_mode)) {
            Thing::File => Ok(Some((File::from(file), Mark::of(&stat)))),
            other => Err(format!("is {}", other.name())),
        }
    }

    /// The folder that holds the last part of a path, and that part.
    fn reach(&self, path: &Inside) -> Result<Option<(OwnedFd, String)>, Refused> {
        let Some((last, before)) = path.0.split_last() else { return Ok(None) };
        let mut here = self.0.try_clone().map_err(|error| format!("cannot be opened: {error}"))?;
        for part in before {
            here = match enter(here.as_fd(), part) {
                Ok(next) => next,
                Err(Errno::NOENT) => return Ok(None),
                // A link is told apart from a file, which may well have the name of a folder elsewhere.
                Err(Errno::NOTDIR | Errno::LOOP) => {
                    return match look(here.as_fd(), part).map(|stat| stat.st_mode) {
                        Ok(mode) if FileType::from_raw_mode(mode) == FileType::Symlink => {
                            Err(format!("leads through `{part}`, which is {}", Thing::Link.name()))
                        }
                        Ok(_) | Err(_) => Ok(None),
                    };
                }
                Err(error) => return Err(refusal(error, "a folder")),
            };
        }
        Ok(Some((here, last.clone())))
    }
}

fn sorted(mut names: Vec<(String, Thing)>) -> Vec<(String, Thing)> {
    names.sort_by(|(a, _), (b, _)| a.cmp(b));
    names
}

fn look(folder: BorrowedFd<'_>, name: &str) -> Result<Stat, Errno> {
    statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)
}

fn enter(folder: BorrowedFd<'_>, name: &str) -> Result<OwnedFd, Errno> {
    openat(folder, name, OFlags::RDONLY | OFlags::DIRECTORY | CAREFULLY, Mode::empty())
}

fn refusal(error: Errno, wanted: &str) -> Refused {
    match error {
        Errno::LOOP => format!("is {}", Thing::Link.name()),
        Errno::NOTDIR => format!("is not {wanted}"),
        other => format!("cannot be opened: {}", std::io::Error::from(other)),
    }
}

/// Reads a file, and never more of it than `most` bytes.
///
/// # Errors
/// When it has more, or the system refuses.
pub(crate) fn read(file: File, most: u64) -> Result<Vec<u8>, Refused> {
    let mut bytes = Vec::new();
    let read = file.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| format!("cannot be read: {error}"))?;
    if bytes.len() as u64 > most {
        return Err(format!("has more than the limit of {most} bytes"));
    }
    Ok(bytes)
}

/// Opens an ordinary file that lies within `folder`, at `path`, which begins with the folder's.
///
/// # Errors
/// What follows the path in a sentence: nothing is there, it is no ordinary file, or the way leads through a link.
pub(crate) fn open_within(folder: &Path, path: &Path) -> Result<File, Refused> {
    let rest = path.strip_prefix(folder).ok().and_then(Path::to_str);
    let rest = rest.ok_or_else(|| format!("does not lie within `{}`", folder.display()))?;
    let shelf = Shelf::open(folder).map_err(|error| format!("cannot be opened: {error}"))?;
    match shelf.file(&Inside::new(rest)?)? {
        Some((file, _)) => Ok(file),
        None => Err("does not exist".into()),
    }
}

/// Reads a file as [`open_within`] opens it, and never more of it than `most` bytes.
///
/// # Errors
/// Those of [`open_within`] and of [`read`].
pub(crate) fn bytes_within(folder: &Path, path: &Path, most: u64) -> Result<Vec<u8>, Refused> {
    read(open_within(folder, path)?, most)
}

/// A relative path that stays below where it begins: at most 32 names, none of them `..`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Inside(Vec<String>);

impl Inside {
    /// Checks a path as it is written in a list.
    ///
    /// # Errors
    /// What follows its name in a sentence.
    pub(crate) fn new(text: &str) -> Result<Self, Refused> {
        if text.starts_with('/') || text.starts_with('~') {
            return Err("is an absolute path; give one inside the folder of the list".into());
        }
        if text.chars().any(|c| c.is_control() || c == '\\') {
            return Err("has characters that no path needs".into());
        }
        let parts: Vec<String> =
            text.split('/').filter(|part| !matches!(*part, "" | ".")).map(str::to_owned).collect();
        if parts.iter().any(|part| part == "..") {
            return Err("leads out of the folder with `..`; give a path inside of it".into());
        }
        if parts.is_empty() || parts.len() > 32 || parts.iter().any(|part| part.len() > 255) {
            return Err("is no path of a file".into());
        }
        Ok(Self(parts))
    }

    /// The path below `self` that `rest` is.
    pub(crate) fn join(&self, rest: &Self) -> Self {
        Self(self.0.iter().chain(&rest.0).cloned().collect())
    }

    /// The path with `/` between its parts.
    pub(crate) fn text(&self) -> String {
        self.0.join("/")
    }
}
