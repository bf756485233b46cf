//! Bytes that are written in letters: five for four bytes (ISO 32000-1, section 7.4.3).

use std::io::{Read, Result};

/// Reads them a piece at a time; what is odd in any way is its end.
pub(super) struct Ascii85<'d> {
    letters: std::slice::Iter<'d, u8>,
    /// The last four, and how many of them were handed out.
    group: ([u8; 4], usize),
}

impl<'d> Ascii85<'d> {
    pub(super) fn new(letters: &'d [u8]) -> Self {
        Self { letters: letters.iter(), group: ([0; 4], 4) }
    }

    /// The next four bytes. A group that is not whole stands at the end, and what it holds is not asked for.
    fn next_group(&mut self) -> Option<[u8; 4]> {
        let mut value = 0_u32;
        let mut digits = 0;
        while digits < 5 {
            match self.letters.next()? {
                // White space as the format knows it.
                0 | b'\t' | b'\n' | 12 | b'\r' | b' ' => {}
                b'z' if digits == 0 => return Some([0; 4]),
                digit @ b'!'..=b'u' => {
                    value = value.checked_mul(85)?.checked_add(u32::from(digit - b'!'))?;
                    digits += 1;
                }
                _ => return None,
            }
        }
        Some(value.to_be_bytes())
    }
}

impl Read for Ascii85<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            if self.group.1 == 4 {
                let Some(group) = self.next_group() else {
                    self.letters = [].iter();
                    break;
                };
                self.group = (group, 0);
            }
            let (group, from) = &mut self.group;
            let taken = (buffer.len() - filled).min(4 - *from);
            buffer[filled..filled + taken].copy_from_slice(&group[*from..*from + taken]);
            filled += taken;
            *from += taken;
        }
        Ok(filled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read three bytes at a time.
    fn read(letters: &[u8]) -> Vec<u8> {
        let mut reader = Ascii85::new(letters);
        let (mut all, mut some) = (Vec::new(), [0; 3]);
        while let Ok(read @ 1..) = reader.read(&mut some) {
            all.extend_from_slice(&some[..read]);
        }
        all
    }

    #[test]
    fn groups_are_read_as_far_as_they_are_whole() {
        let text = b"Hello, world\0\0\0\0end.";
        assert_eq!(read(b"87cUR\nD_*#T DfTZ)zASu$2~>"), text);
        assert_eq!(read(b"87cURD_*#TDfTZ)zASu$2"), text);
        assert_eq!(read(b"87cURD_*#"), b"Hell");
        assert_eq!(read(b""), b"");
    }

    #[test]
    fn what_is_odd_is_the_end() {
        assert_eq!(read(b"87cURv87cUR"), b"Hell");
        assert_eq!(read(b"87cUR8z87cUR"), b"Hell");
        assert_eq!(read(b"87cURuuuuu87cUR"), b"Hell");
    }
}
