//! Names as whole words of a text.

use std::collections::BTreeSet;

/// Names that are looked for among the words of texts.
pub(super) struct Wanted<'n> {
    names: BTreeSet<&'n str>,
    /// For each first byte the lengths that names have which begin with it; few words of a text come so far.
    lengths: [u64; 256],
}

impl<'n> Wanted<'n> {
    pub(super) fn new(names: impl IntoIterator<Item = &'n str>) -> Self {
        let names: BTreeSet<&str> = names.into_iter().collect();
        let mut lengths = [0; 256];
        for name in &names {
            if let Some(first) = name.bytes().next() {
                lengths[usize::from(first)] |= length(name.len());
            }
        }
        Self { names, lengths }
    }

    /// The name that a word is.
    pub(super) fn get(&self, word: &[u8]) -> Option<&'n str> {
        let first = usize::from(*word.first()?);
        if self.lengths[first] & length(word.len()) == 0 {
            return None;
        }
        self.names.get(std::str::from_utf8(word).ok()?).copied()
    }

    /// The words of a text that are names, and where each begins, in bytes.
    pub(super) fn in_text<'t>(&'t self, text: &'t [u8]) -> impl Iterator<Item = (usize, &'n str)> {
        let mut at = 0;
        std::iter::from_fn(move || {
            loop {
                let start = at + text[at..].iter().position(|byte| is_part(*byte))?;
                let length = text[start..].iter().position(|byte| !is_part(*byte));
                at = length.map_or(text.len(), |length| start + length);
                if let Some(name) = self.get(&text[start..at]) {
                    return Some((start, name));
                }
            }
        })
    }
}

/// A set of lengths with this one alone; all long ones are one.
fn length(bytes: usize) -> u64 {
    1 << bytes.min(63)
}

/// Whether a byte may belong to a name; those of letters outside ASCII do.
pub(super) fn is_part(byte: u8) -> bool {
    const PARTS: [bool; 256] = {
        let mut parts = [false; 256];
        let mut byte = 0_u8;
        loop {
            parts[byte as usize] = byte >= 0x80 || byte == b'_' || byte.is_ascii_alphanumeric();
            match byte.checked_add(1) {
                Some(next) => byte = next,
                None => break parts,
            }
        }
    };
    PARTS[usize::from(byte)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_where_they_are_whole_words() {
        let long = "a".repeat(70);
        let wanted = Wanted::new(["run", "läuft", "_run", long.as_str()]);
        let text = format!("run run_all; x.run(_run) läuft läufte {long} {long}a\nrun");
        let found: Vec<(usize, &str)> = wanted.in_text(text.as_bytes()).collect();
        let end = text.len() - 3;
        assert_eq!(
            found,
            [(0, "run"), (15, "run"), (19, "_run"), (25, "läuft"), (40, &long), (end, "run")]
        );
        assert_eq!(wanted.in_text(b"").count(), 0);
    }
}
