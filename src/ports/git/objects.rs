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
