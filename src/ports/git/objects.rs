//! Single objects of the database, checked against their names.

use super::kept::Kept;
use gix::objs::{Find, Kind, compute_hash, encode};
use gix::{ObjectId, OdbHandle, hash};
use sha1::{Digest, Sha1};

/// Why an object could not be used. Completes "commit 1a2b… …".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// No pack and no loose file holds it.
    Missing,
    /// It is there, but cannot be decoded, has another kind, or does not match its name.
    Damaged,
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Missing => "is missing from the object database",
            Self::Damaged => "is damaged",
        })
    }
}

/// Reads the object `id` of this kind into `buffer`.
///
/// The bytes are hashed again: the database trusts loose files and indices to hold what they say.
pub(super) fn object<'a>(
    objects: &OdbHandle,
    id: ObjectId,
    kind: Kind,
    buffer: &'a mut Vec<u8>,
) -> Result<&'a [u8], Lost> {
    let found = objects.try_find(&id, buffer).map_err(|_| Lost::Damaged)?.ok_or(Lost::Missing)?;
    if found.kind == kind && is_named(id, kind, found.data) {
        Ok(found.data)
    } else {
        Err(Lost::Damaged)
    }
}

/// Whether an object of this content has the name `id`.
///
/// This is asked of every object that is read, for damage alone. What was made to have another's name is looked for
/// where a pack is received, by a hash that takes ten times as long.
fn is_named(id: ObjectId, kind: Kind, content: &[u8]) -> bool {
    if id.kind() != hash::Kind::Sha1 {
        return compute_hash(id.kind(), kind, content).is_ok_and(|hash| hash == id);
    }
    let header = encode::loose_header(kind, content.len() as u64);
    let hash = Sha1::new().chain_update(header).chain_update(content).finalize();
    hash.as_slice() == id.as_slice()
}

/// Reads the blob `id` as [`object`] does, without inflating it again where it was kept.
pub(super) fn blob(git: &gix::Repository, kept: &Kept, id: ObjectId) -> Result<Vec<u8>, Lost> {
    if let Some(blob) = kept.take(id) {
        return if is_named(id, Kind::Blob, &blob) { Ok(blob) } else { Err(Lost::Damaged) };
    }
    // What a blob is put together in is several times as large, and serves for the next one.
    let found = git.try_find_object(id).map_err(|_| Lost::Damaged)?.ok_or(Lost::Missing)?;
    let is_it = found.kind == Kind::Blob && is_named(id, Kind::Blob, &found.data);
    is_it.then(|| found.data.clone()).ok_or(Lost::Damaged)
}

/// A commit's parts, as they stand.
pub(super) struct Commit<'a> {
    /// `None` when it is not named in a form that can be read.
    pub(super) tree: Option<ObjectId>,
    /// Those parents that are named in a form that can be read.
    pub(super) parents: Vec<ObjectId>,
    /// How many parents are named in another form.
    pub(super) odd_parents: usize,
    pub(super) author: Option<&'a [u8]>,
    pub(super) committer: Option<&'a [u8]>,
    pub(super) message: &'a [u8],
}

/// Takes a commit apart.
///
/// An odd author, a damaged signature or a header in disorder is no reason to lose a commit and all that
/// came before it. Returns `None` only when the bytes name neither a tree nor a parent.
pub(super) fn commit(bytes: &[u8]) -> Option<Commit<'_>> {
    let end = bytes.windows(2).position(|pair| pair == b"\n\n");
    let (header, message) = match end {
        Some(end) => (&bytes[..end], &bytes[end + 2..]),
        None => (bytes, &bytes[bytes.len()..]),
    };
    let mut found = Commit {
        tree: None,
        parents: Vec::new(),
        odd_parents: 0,
        author: None,
        committer: None,
        message,
    };
    for line in header.split(|byte| *byte == b'\n') {
        // What comes after the author is a signature or a note, in which a parent is a quotation.
        let is_open = found.author.is_none() && found.committer.is_none();
        if let Some(tree) = line.strip_prefix(b"tree ").filter(|_| is_open) {
            found.tree = found.tree.or_else(|| ObjectId::from_hex(tree).ok());
        } else if let Some(parent) = line.strip_prefix(b"parent ").filter(|_| is_open) {
            match ObjectId::from_hex(parent) {
                Ok(parent) => found.parents.push(parent),
                Err(_) => found.odd_parents += 1,
            }
        } else if let Some(author) = line.strip_prefix(b"author ") {
            found.author = found.author.or(Some(author));
        } else if let Some(committer) = line.strip_prefix(b"committer ") {
            found.committer = found.committer.or(Some(committer));
        }
    }
    (found.tree.is_some() || !found.parents.is_empty()).then_some(found)
}
