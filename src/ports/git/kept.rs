//! Blobs that were read for the history's counts, and that are wanted again.
//!
//! To inflate a file costs more than all else that is done with it, and what changed is just what is looked at
//! again: as a source of the tree or as a file of an older commit.

use gix::ObjectId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Most bytes that are kept.
const ROOM: usize = 8 << 20;

/// Blobs by their ids, within a bound on their bytes. Clones share them.
///
/// What is kept only saves time: what no longer has room is read again.
#[derive(Clone, Default)]
pub(super) struct Kept(Arc<Mutex<Blobs>>);

#[derive(Default)]
struct Blobs {
    bytes: usize,
    by_id: HashMap<ObjectId, Vec<u8>>,
}

impl Kept {
    /// Keeps a blob if there is room for it.
    pub(super) fn keep(&self, id: ObjectId, blob: Vec<u8>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = kept.bytes.saturating_add(blob.len());
        if bytes <= ROOM && !kept.by_id.contains_key(&id) {
            kept.bytes = bytes;
            kept.by_id.insert(id, blob);
        }
    }

    /// Hands a blob out, which is not kept any more.
    pub(super) fn take(&self, id: ObjectId) -> Option<Vec<u8>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let blob = kept.by_id.remove(&id)?;
        kept.bytes -= blob.len();
        Some(blob)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blob_is_handed_out_once_and_makes_room_for_others() {
        let id = |n: u8| ObjectId::from_bytes_or_panic(&[n; 20]);
        let kept = Kept::default();
        kept.keep(id(1), vec![1; ROOM]);
        kept.keep(id(2), vec![2]);
        assert_eq!(kept.take(id(2)), None);
        assert_eq!(kept.take(id(1)).map(|blob| blob.len()), Some(ROOM));
        assert_eq!(kept.take(id(1)), None);
        kept.keep(id(2), vec![2]);
        assert_eq!(kept.take(id(2)), Some(vec![2]));
    }
}
