//! Facts about the files at the audited commit.

use super::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The files of the tree, sorted by path.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TreeFacts {
    /// Every entry that is not itself a tree.
    pub entries: Vec<TreeEntry>,
    /// What could not be read, each a full sentence.
    pub damage: Vec<String>,
    /// Whether the walk ended at the limit on entries.
    pub truncated: bool,
}

/// One file, link or submodule.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub struct TreeEntry {
    /// Path inside the repository; bytes that are no UTF-8 are replaced.
    pub path: String,
    /// Hexadecimal id of the blob, or of the commit of a submodule.
    pub blob: String,
    /// `file`, `executable`, `link` or `submodule`.
    pub mode: String,
}

/// What git names a file without content.
const EMPTY: &str = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

impl TreeEntry {
    /// Whether it is a file without content.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blob == EMPTY
    }
}

impl TreeFacts {
    /// Finds an entry by its exact path.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&TreeEntry> {
        self.entries.binary_search_by(|e| e.path.as_str().cmp(path)).ok().map(|i| &self.entries[i])
    }
}

/// Whether a file of this name is source text of a program: no prose, no data, no output.
#[must_use]
pub fn is_program(name: &str) -> bool {
    const OTHERS: &[&str] = &[
        "bash", "c", "cc", "cpp", "cs", "cxx", "h", "hpp", "kt", "php", "ps1", "rb", "scala", "sh",
        "swift",
    ];
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    Language::of(name).is_some() || ending.is_some_and(|ending| OTHERS.contains(&ending))
}

/// Whether a file of this name, without its folders, pins versions and is written by a tool, not by hand.
#[must_use]
pub fn is_lock_file(name: &[u8]) -> bool {
    const NAMES: &[&[u8]] = &[
        b"package-lock.json",
        b"npm-shrinkwrap.json",
        b"packages.lock.json",
        b"pnpm-lock.yaml",
        b"go.sum",
        b"Package.resolved",
        b"gradle.lockfile",
    ];
    name.ends_with(b".lock") || NAMES.contains(&name)
}
