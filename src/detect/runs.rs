//! Long runs of bytes of one class, found with a look at a few bytes only.

use std::ops::Range;

/// The class of the letters and digits of ASCII and some `others`, by byte.
pub(super) const fn letters_and(others: &[u8]) -> [bool; 256] {
    let mut class = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        class[byte as usize] = byte.is_ascii_alphanumeric();
        byte += 1;
    }
    let mut at = 0;
    while at < others.len() {
        class[others[at] as usize] = true;
        at += 1;
    }
    class
}

/// The runs of at least `shortest` bytes that all are of a class, in order.
pub(super) struct Runs<'a, F> {
    bytes: &'a [u8],
    shortest: usize,
    is_one: F,
    at: usize,
}

impl<'a, F: Fn(u8) -> bool> Runs<'a, F> {
    /// Looks through `bytes`; `shortest` is at least 1.
    pub(super) fn of(bytes: &'a [u8], shortest: usize, is_one: F) -> Self {
        Self { bytes, shortest, is_one, at: 0 }
    }

    /// Looks no more at what stands before a place.
    pub(super) fn go_on_at(&mut self, at: usize) {
        self.at = self.at.max(at);
    }
}

impl<F: Fn(u8) -> bool> Iterator for Runs<'_, F> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let is_other = |byte: &u8| !(self.is_one)(*byte);
        // A run that is long enough holds one of every so many bytes, so the others need no look.
        while let Some(head) = self.bytes.get(self.at..self.at + self.shortest) {
            if let Some(last) = head.iter().rposition(is_other) {
                self.at += last + 1;
                continue;
            }
            let start = self.at;
            let length = self.bytes[start..].iter().position(is_other);
            let end = length.map_or(self.bytes.len(), |length| start + length);
            self.at = end + 1;
            return Some(start..end);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn they_are_those_that_a_look_at_each_byte_finds(
            text in "[ab ]{0,60}",
            shortest in 1_usize..6,
        ) {
            let mut all = Vec::new();
            let mut at = 0;
            for part in text.split(' ') {
                if part.len() >= shortest {
                    all.push(at..at + part.len());
                }
                at += part.len() + 1;
            }
            let found: Vec<_> = Runs::of(text.as_bytes(), shortest, |byte| byte != b' ').collect();
            prop_assert_eq!(found, all);
        }
    }
}
