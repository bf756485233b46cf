//! Single objects of the database, checked against their names.

use gix::objs::{Find, Kind, compute_hash};
use gix::{ObjectId, OdbHandle};

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
    let hash = compute_hash(id.kind(), found.kind, found.data).map_err(|_| Lost::Damaged)?;
    if found.kind == kind && hash == id { Ok(found.data) } else { Err(Lost::Damaged) }
}

/// A commit's parts, as they stand.
pub(super) struct Commit<'a> {
    pub(super) tree: ObjectId,
    pub(super) parents: Vec<ObjectId>,
    pub(super) author: Option<&'a [u8]>,
    pub(super) committer: Option<&'a [u8]>,
    pub(super) message: &'a [u8],
}

/// Takes a commit apart.
///
/// Only the tree and the parents must be in order, as for git itself: an odd author or a damaged signature
/// is no reason to lose a commit. Returns `None` when they are not.
pub(super) fn commit(bytes: &[u8]) -> Option<Commit<'_>> {
    let end = bytes.windows(2).position(|pair| pair == b"\n\n");
    let (header, message) = match end {
        Some(end) => (&bytes[..end], &bytes[end + 2..]),
        None => (bytes, &bytes[bytes.len()..]),
    };
    let mut lines = header.split(|byte| *byte == b'\n').peekable();
    let tree = ObjectId::from_hex(lines.next()?.strip_prefix(b"tree ")?).ok()?;
    let mut parents = Vec::new();
    while let Some(parent) = lines.peek().and_then(|line| line.strip_prefix(b"parent ")) {
        parents.push(ObjectId::from_hex(parent).ok()?);
        lines.next();
    }
    let (mut author, mut committer) = (None, None);
    for line in lines {
        author = author.or_else(|| line.strip_prefix(b"author "));
        committer = committer.or_else(|| line.strip_prefix(b"committer "));
    }
    Some(Commit { tree, parents, author, committer, message })
}
