//! Walks a second time over a file in which something that hides text is taken away.
//!
//! The interpreter obeys layers and maps of characters. What it would say without them is learned from a copy of
//! the file with an update at its end, in which the keys of the layers or maps have other names.

use hayro_syntax::Pdf;
use hayro_syntax::object::ObjectIdentifier;
use std::fmt::Write;

/// A dictionary that the copy has in place of another.
#[derive(Clone)]
pub(super) struct Amendment {
    pub(super) object: ObjectIdentifier,
    pub(super) dictionary: Vec<u8>,
}

impl Amendment {
    /// Gives every key `from` in the dictionary's bytes the name `to`; `None` when it has no such key.
    pub(super) fn rename(
        object: ObjectIdentifier,
        dictionary: &[u8],
        from: &[u8],
        to: &[u8],
    ) -> Option<Self> {
        Some(Self { object, dictionary: renamed(dictionary, from, to)? })
    }
}

/// The dictionary's bytes with others in the place of a dictionary that stands in it; `None` where it does not.
pub(super) fn with_part(whole: &[u8], part: &[u8], new: &[u8]) -> Option<Vec<u8>> {
    let start = (part.as_ptr() as usize).checked_sub(whole.as_ptr() as usize)?;
    let end = start + part.len();
    (end <= whole.len()).then(|| [&whole[..start], new, &whole[end..]].concat())
}

/// The bytes with every key `from` named `to`; `None` where there is no such key.
pub(super) fn renamed(dictionary: &[u8], from: &[u8], to: &[u8]) -> Option<Vec<u8>> {
    let mut renamed = Vec::with_capacity(dictionary.len());
    let (mut rest, mut found) = (dictionary, false);
    while let Some((&first, tail)) = rest.split_first() {
        let next = rest.get(from.len()).copied().unwrap_or(b' ');
        if rest.starts_with(from) && !next.is_ascii_alphanumeric() {
            renamed.extend_from_slice(to);
            (rest, found) = (&rest[from.len()..], true);
        } else {
            renamed.push(first);
            rest = tail;
        }
    }
    found.then_some(renamed)
}

/// The file with these dictionaries in place of others; `None` when such a copy cannot be made.
pub(super) fn amend(bytes: &[u8], pdf: &Pdf, amendments: &[Amendment]) -> Option<Pdf> {
    // The strings of an encrypted file would have to be encrypted anew.
    if amendments.is_empty() || find_last(bytes, b"/Encrypt").is_some() {
        return None;
    }
    let mut copy = bytes.to_vec();
    copy.push(b'\n');
    let mut table = String::from("xref\n");
    let mut largest = u32::try_from(pdf.len()).ok()?;
    for Amendment { object, dictionary } in amendments {
        let (number, generation) = (object.obj_number, object.gen_number);
        largest = largest.max(number);
        write!(table, "{number} 1\n{:010} {generation:05} n \n", copy.len()).ok()?;
        copy.extend_from_slice(format!("{number} {generation} obj\n").as_bytes());
        copy.extend_from_slice(dictionary);
        copy.extend_from_slice(b"\nendobj\n");
    }
    let start = copy.len();
    let root = pdf.xref().root_id();
    write!(
        table,
        "trailer\n<</Size {} /Root {} {} R /Prev {}>>\nstartxref\n{start}\n%%EOF\n",
        largest.saturating_add(1),
        root.obj_number,
        root.gen_number,
        previous_table(bytes)?,
    )
    .ok()?;
    copy.extend_from_slice(table.as_bytes());
    Pdf::new(copy).ok()
}

/// Where the file says that its table of objects is.
fn previous_table(bytes: &[u8]) -> Option<usize> {
    let after = &bytes[find_last(bytes, b"startxref")? + b"startxref".len()..];
    let text: String = after.iter().take(24).map(|&byte| char::from(byte)).collect();
    text.split_whitespace().next()?.parse().ok()
}

fn find_last(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).rposition(|window| window == wanted)
}
