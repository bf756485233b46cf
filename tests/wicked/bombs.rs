//! Small files that unpack into large ones.

use crate::forge::{Forge, says};
use automaton_auditor::domain::limits::Limits;
use gix::ObjectId;
use gix::objs::Kind;
use std::io::Write;

const MIB: usize = 1 << 20;

#[test]
fn a_blob_of_nothing_but_zeros_is_not_unpacked() {
    let forge = Forge::new();
    let bomb = forge.bulk(&vec![b' '; 24 * MIB]);
    assert!(std::fs::metadata(forge.loose(bomb)).unwrap().len() < MIB as u64);
    forge.only(&[("100644", "a.py", forge.blob("x = 1\n")), ("100644", "b.py", bomb)]);
    let limits = Limits { object_bytes: 4 * MIB as u64, ..Limits::default() };
    let facts = forge.examine(&limits).unwrap();
    says(&facts.limits_reached, "`b.py` has 25165824 bytes", "it was not read.");
    assert_eq!(facts.python.unreadable.len(), 1, "what was not read is not called empty");
    assert_eq!((facts.python.files, facts.history.commits[0].insertions), (1, None));
}

#[test]
fn a_blob_that_lies_about_its_size_is_damage() {
    let forge = Forge::new();
    let named = forge.blob("x = 1\n");
    forge.only(&[("100644", "a.py", named)]);
    let limits = Limits { object_bytes: 4 * MIB as u64, ..Limits::default() };
    for (size, bytes) in [(10, vec![b' '; 24 * MIB]), (1 << 40, b"x".to_vec())] {
        forge.object_as(named, Kind::Blob, size, &bytes);
        let facts = forge.examine(&limits).expect("the rest can be read");
        assert_eq!(facts.python.files, 0);
        assert_eq!(facts.python.unreadable.len(), 1, "{size}");
    }
}

#[test]
fn a_pack_whose_deltas_multiply_is_not_unfolded() {
    let forge = Forge::new();
    let small = forge.blob("x = 1\n");
    let mut pack = Pack::new();
    let mut size = MIB / 4;
    pack.whole(&vec![b'#'; size]);
    // Four levels of sixteen copies each: from a quarter of a mebibyte to sixteen gibibytes.
    for _ in 0..4 {
        size = pack.copies(size, 16);
    }
    let bomb = ObjectId::from_hex(&[b'a'; 40]).unwrap();
    pack.install(&forge, bomb);
    forge.only(&[("100644", "a.py", small), ("100644", "b.py", bomb)]);
    let facts = forge.facts();
    says(&facts.limits_reached, "`b.py` has 17179869184 bytes", "it was not read.");
    assert_eq!((facts.python.files, facts.python.unreadable.len()), (1, 1));
    assert_eq!(facts.history.commits[0].insertions, None);
}

/// A pack that is written by hand: one whole blob, then deltas, each against the one before.
struct Pack {
    bytes: Vec<u8>,
    offsets: Vec<usize>,
}

impl Pack {
    fn new() -> Self {
        Self { bytes: b"PACK\0\0\0\x02\0\0\0\0".to_vec(), offsets: Vec::new() }
    }

    fn whole(&mut self, blob: &[u8]) {
        self.entry(3, blob.len(), &[], blob);
    }

    /// Adds a blob that is `count` copies of the last one, which has `size` bytes; returns its size.
    fn copies(&mut self, size: usize, count: usize) -> usize {
        let mut delta = [number(size), number(size * count)].concat();
        for _ in 0..count {
            // A copy takes at most 16 MiB − 1, so larger blobs are taken in pieces.
            let mut at = 0;
            while at < size {
                let take = (size - at).min(8 * MIB);
                delta.push(0xff);
                delta.extend(&u32::try_from(at % (1 << 32)).unwrap().to_le_bytes());
                delta.extend(&u32::try_from(take).unwrap().to_le_bytes()[..3]);
                at += take;
            }
        }
        let distance = self.bytes.len() - self.offsets.last().unwrap();
        let back = distance_back(distance);
        self.entry(6, delta.len(), &back, &delta);
        size * count
    }

    fn entry(&mut self, kind: u8, size: usize, base: &[u8], content: &[u8]) {
        self.offsets.push(self.bytes.len());
        let mut rest = size >> 4;
        let mut byte = (kind << 4) | u8::try_from(size & 15).unwrap();
        while rest > 0 {
            self.bytes.push(byte | 0x80);
            byte = u8::try_from(rest & 0x7f).unwrap();
            rest >>= 7;
        }
        self.bytes.push(byte);
        self.bytes.extend(base);
        let mut packed =
            flate2::write::ZlibEncoder::new(&mut self.bytes, flate2::Compression::best());
        packed.write_all(content).unwrap();
        packed.finish().unwrap();
    }

    /// Writes the pack, and an index that gives the last entry the name `last` and the others made-up ones.
    fn install(mut self, forge: &Forge, last: ObjectId) {
        let count = u32::try_from(self.offsets.len()).unwrap();
        self.bytes[8..12].copy_from_slice(&count.to_be_bytes());
        let checksum = sha1(&self.bytes);
        self.bytes.extend(checksum.as_slice());
        let mut index = b"\xfftOc\0\0\0\x02".to_vec();
        let mut names: Vec<Vec<u8>> =
            (1..count).map(|n| vec![u8::try_from(n).unwrap(); 20]).collect();
        names.push(last.as_slice().to_vec());
        for first in 0..=255_u8 {
            let below = names.iter().filter(|name| name[0] <= first).count();
            index.extend(u32::try_from(below).unwrap().to_be_bytes());
        }
        index.extend(names.concat());
        index.extend(vec![0; names.len() * 4]);
        for offset in &self.offsets {
            index.extend(u32::try_from(*offset).unwrap().to_be_bytes());
        }
        index.extend(checksum.as_slice());
        let own = sha1(&index);
        index.extend(own.as_slice());
        let folder = forge.path().join("objects/pack");
        std::fs::write(folder.join(format!("pack-{checksum}.pack")), &self.bytes).unwrap();
        std::fs::write(folder.join(format!("pack-{checksum}.idx")), index).unwrap();
    }
}

/// A number as deltas hold it, the lowest seven bits first.
fn number(mut value: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 0x7f {
        bytes.push(u8::try_from(value & 0x7f).unwrap() | 0x80);
        value >>= 7;
    }
    bytes.push(u8::try_from(value).unwrap());
    bytes
}

/// A distance to the base as packs hold it.
fn distance_back(mut distance: usize) -> Vec<u8> {
    let mut bytes = vec![u8::try_from(distance & 0x7f).unwrap()];
    distance >>= 7;
    while distance > 0 {
        distance -= 1;
        bytes.insert(0, u8::try_from(distance & 0x7f).unwrap() | 0x80);
        distance >>= 7;
    }
    bytes
}

fn sha1(bytes: &[u8]) -> ObjectId {
    let mut hasher = gix::hash::hasher(gix::hash::Kind::Sha1);
    hasher.update(bytes);
    hasher.try_finalize().unwrap()
}
