//! A repository as its commits, its tree and its sources.

use crate::domain::facts::{HistoryFacts, TreeFacts, Unreadable};
use std::borrow::Cow;
use std::path::Path;

/// One file of the tree with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Path inside the repository, with `/` between its parts.
    pub path: String,
    /// Hexadecimal id of the blob.
    pub blob: String,
    /// The file's bytes as stored, or in UTF-8 where they are marked as UTF-16. Those of Python are always as
    /// stored, since Python itself reads no UTF-16.
    pub bytes: Vec<u8>,
}

impl Source {
    /// Whether it is a Python module, by its ending, or where it has none by the interpreter that its first line names.
    #[must_use]
    pub fn is_python(&self) -> bool {
        match Path::new(&self.path).extension() {
            Some(ending) => ending == "py" || ending == "pyw",
            None => {
                self.bytes.starts_with(b"#!") && {
                    let end = self.bytes.iter().take(200).position(|byte| *byte == b'\n');
                    let first = &self.bytes[..end.unwrap_or_default()];
                    first.windows(6).any(|part| part == b"python")
                }
            }
        }
    }

    /// Whether the bytes are marked as UTF-16.
    #[must_use]
    pub fn is_utf16(&self) -> bool {
        self.bytes.starts_with(&[0xff, 0xfe]) || self.bytes.starts_with(&[0xfe, 0xff])
    }

    /// The bytes as text, with a sign for each part that is none. Borrowed, and several times as fast, where all of
    /// them are.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        std::str::from_utf8(&self.bytes)
            .map_or_else(|_| String::from_utf8_lossy(&self.bytes), Cow::Borrowed)
    }
}

/// Everything that was read from a repository at one commit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RepoExhibit {
    /// Full hexadecimal id of the commit at `HEAD`.
    pub commit: String,
    /// Name of the branch at `HEAD`, without `refs/heads/`; `None` when `HEAD` names no branch.
    pub branch: Option<String>,
    /// The commits, oldest first.
    pub commits: HistoryFacts,
    /// The files at `commit`.
    pub tree: TreeFacts,
    /// The text files at `commit`, Python first, each group in path order; what is installed comes after all of them.
    pub sources: Vec<Source>,
    /// The files that may be text and whose text was not read: damaged, too large, or elsewhere.
    pub unread: Vec<Unreadable>,
    /// Limits that were reached while reading, each a full sentence.
    pub limits_reached: Vec<String>,
}
