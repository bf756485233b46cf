//! Text strings outside of pages: metadata, notes, replacements.

/// Decodes a text string of the file: UTF-16 or UTF-8 with a mark, else one byte per character.
///
/// At most `longest` characters are kept, none of them a control character.
pub(super) fn decode(bytes: &[u8], longest: usize) -> String {
    let text: String = match bytes {
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        plain => match std::str::from_utf8(plain) {
            Ok(text) => text.to_string(),
            Err(_) => plain.iter().map(|&byte| char::from(byte)).collect(),
        },
    };
    clean(&text, longest)
}

/// The text in one line without control characters, at most `longest` characters of it.
pub(super) fn clean(text: &str, longest: usize) -> String {
    let plain = text.chars().filter_map(|c| match c {
        '\r' | '\n' | '\t' => Some(' '),
        other if other.is_control() => None,
        other => Some(other),
    });
    plain.take(longest).collect::<String>().trim().to_string()
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// The message in characters that have no shape, if they carry one.
///
/// Emoji, ligatures and places to break a line need up to seven of them in a row; tags, variation selectors and
/// zero-width signs in longer rows spell something.
pub(super) fn smuggled(unseen: &[char]) -> Option<String> {
    const MESSAGE: usize = 8;
    if unseen.len() < MESSAGE {
        return None;
    }
    let spelled: String = unseen.iter().filter_map(|&c| letter(c)).collect();
    if spelled.chars().filter(char::is_ascii_alphanumeric).count() >= MESSAGE / 2 {
        return Some(spelled);
    }
    let mut kinds: Vec<char> = unseen.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    let names: Vec<String> = kinds.iter().map(|&c| format!("U+{:04X}", u32::from(c))).collect();
    Some(format!("{} characters without shape: {}", unseen.len(), names.join(", ")))
}

/// The letter that a tag or a variation selector stands for.
fn letter(unseen: char) -> Option<char> {
    let code = u32::from(unseen);
    let byte = match code {
        0xE0020..=0xE007E => code - 0xE0000,
        0xFE00..=0xFE0F => code - 0xFE00,
        0xE0100..=0xE01EF => code - 0xE0100 + 16,
        _ => return None,
    };
    char::from_u32(byte).filter(|c| !c.is_control())
}
