//! A repository as its commits, its tree and its sources.

/// One file of the tree with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Path inside the repository, with `/` between its parts.
    pub path: String,
    /// Hexadecimal id of the blob.
    pub blob: String,
    /// The file's bytes, exactly as stored.
    pub bytes: Vec<u8>,
}
