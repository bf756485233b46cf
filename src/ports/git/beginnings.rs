//! The first bytes of large files, without inflating the rest of them.

use super::Repository;
use super::lines::is_binary;
use gix::ObjectId;
use gix::odb::pack::Bundle;
use gix::odb::pack::data::entry::Header;
use gix::zlib::Inflate;
use std::path::PathBuf;

/// Most packs that are looked into; repositories that are packed at times have a few.
const PACKS: usize = 16;
/// How many bytes tell whether a file is binary.
const TELLING: usize = 8000;
/// Stored bytes that hold so many for certain, also where storing made them no smaller.
const STORED: u64 = 9000;

/// The packs of one repository, for a look at how files begin.
pub(super) struct Beginnings(Vec<Bundle>);

impl Beginnings {
    /// Opens the packs; what cannot be opened is left to whoever reads whole files.
    pub(super) fn of(repo: &Repository) -> Self {
        let git = repo.inner.to_thread_local();
        let folder = git.common_dir().join("objects/pack");
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut indices: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "idx"))
            .collect();
        indices.sort();
        let open = |path| Bundle::at(path, git.object_hash()).ok();
        Self(indices.into_iter().take(PACKS).filter_map(open).collect())
    }

    /// Whether the file is known to be binary by its first bytes. A file that is stored as what
    /// differs from another one, or apart from the packs, is not known.
    pub(super) fn is_binary(&self, id: ObjectId) -> bool {
        self.0.iter().find_map(|bundle| begins_binary(bundle, id)).unwrap_or(false)
    }
}

fn begins_binary(bundle: &Bundle, id: ObjectId) -> Option<bool> {
    let at = bundle.index.lookup(id)?;
    let entry = bundle.pack.entry(bundle.index.pack_offset_at_index(at)).ok()?;
    if !matches!(entry.header, Header::Blob) {
        return Some(false);
    }
    let end = (entry.data_offset + STORED).min(bundle.pack.pack_end() as u64);
    let stored = bundle.pack.entry_slice(entry.data_offset..end)?;
    let mut first = [0; TELLING];
    let (_, _, written) = Inflate::default().prefix(stored, &mut first).ok()?;
    Some(is_binary(first.get(..written)?))
}

#[cfg(test)]
mod tests {
    use super::super::fixture::TestRepo;
    use super::super::open;
    use super::*;
    use crate::domain::limits::Limits;

    #[test]
    fn a_packed_file_is_known_by_its_beginning() {
        let repo = TestRepo::new();
        let noise: Vec<u8> =
            (0..40_000_u32).flat_map(|n| n.wrapping_mul(n).to_le_bytes()).collect();
        repo.write("picture", &noise);
        repo.write("text", "a line of text\n".repeat(4_000));
        repo.commit_all("both");
        let id = |path: &str| {
            let id = repo.git(&["rev-parse", &format!("HEAD:{path}")]);
            ObjectId::from_hex(id.as_bytes()).unwrap()
        };
        let known = |path| {
            let opened = open(repo.path(), &Limits::default()).unwrap();
            Beginnings::of(&opened).is_binary(id(path))
        };
        assert!(!known("picture"), "it is not packed yet");
        repo.git(&["gc", "-q"]);
        assert!(known("picture"));
        assert!(!known("text"));
    }
}
