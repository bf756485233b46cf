//! Fingerprints of content.

use ring::digest::{Context, SHA256, digest};

/// SHA-256 of `bytes`, 32 of them.
#[must_use]
pub fn sha256(bytes: &[u8]) -> impl AsRef<[u8]> {
    digest(&SHA256, bytes)
}

/// SHA-256 of `bytes` as 64 lowercase hexadecimal digits.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(digest(&SHA256, bytes).as_ref())
}

/// SHA-256 over `parts`, each preceded by its length, so that no two lists of parts collide by
/// moving a boundary.
#[must_use]
pub fn sha256_of_parts(parts: &[&str]) -> String {
    let mut hasher = Context::new(&SHA256);
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hex(hasher.finish().as_ref())
}

/// The SHA-256 of bytes that come one piece after the other.
#[derive(Clone)]
pub struct Running(Context);

impl Default for Running {
    fn default() -> Self {
        Self(Context::new(&SHA256))
    }
}

impl Running {
    /// Takes the next piece in.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest as 64 lowercase hexadecimal digits.
    #[must_use]
    pub fn finish(self) -> String {
        hex(self.0.finish().as_ref())
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_of_the_empty_text_is_the_published_one() {
        assert_eq!(
            sha256_hex(b""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }

    #[test]
    fn bytes_have_one_digest_however_they_come() {
        let mut running = Running::default();
        running.push(b"ab");
        running.push(b"");
        running.push(b"c");
        assert_eq!(running.finish(), sha256_hex(b"abc"));
    }

    #[test]
    fn moving_a_boundary_changes_the_digest() {
        assert_ne!(sha256_of_parts(&["ab", "c"]), sha256_of_parts(&["a", "bc"]));
    }
}
