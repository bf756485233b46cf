//! Takes off disguises that cover whole words: encodings, ciphers, and letters that are spread.

use super::Technique;
use crate::detect::runs::{Runs, letters_and};
use base64::Engine;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use regex::bytes::Regex;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

/// A passage as it reads once its disguise is off.
#[derive(Debug)]
pub(super) struct Unmasked {
    /// Where it stands in the original.
    pub range: Range<usize>,
    /// What it says.
    pub text: String,
    /// What was taken off.
    pub technique: Technique,
}

/// Most passages of one text that are unmasked; far more than any honest text has that reads as prose.
const MOST: usize = 400;
/// Shortest run of an encoding, in bytes: eight binary digits.
const SHORTEST: usize = 8;
/// Longest encoded run that is decoded, in bytes.
const LONGEST: usize = 16_384;

/// Everything in a text that reads as prose once a disguise is off.
pub(super) fn unmasked(text: &str) -> Vec<Unmasked> {
    let mut found = Vec::new();
    encoded(text, &mut found);
    escaped(text, &mut found);
    super::spread::spread(text, &mut found);
    super::spread::ciphered(text, &mut found);
    found.truncate(MOST);
    found
}

/// Whether bytes are text in words.
pub(super) fn is_prose(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let (mut letters, mut spaces, mut others) = (0, 0, 0);
    for letter in text.chars() {
        match letter {
            c if c.is_alphabetic() => letters += 1,
            c if c.is_whitespace() => spaces += 1,
            c if c.is_control() => return false,
            _ => others += 1,
        }
    }
    letters >= 8 && letters > others * 3 && (spaces > 0 || !text.is_ascii() || letters >= 24)
}

static DECODERS: LazyLock<[GeneralPurpose; 2]> = LazyLock::new(|| {
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    [GeneralPurpose::new(&STANDARD, config), GeneralPurpose::new(&URL_SAFE, config)]
});

/// Base64, hexadecimal and binary digits.
fn encoded(text: &str, found: &mut Vec<Unmasked>) {
    let bytes = text.as_bytes();
    let mut runs = Runs::of(bytes, SHORTEST, is_code);
    while let Some(Range { start, mut end }) = runs.next() {
        if found.len() >= MOST {
            return;
        }
        if end - start == SHORTEST
            && bytes[start..end].iter().all(|byte| matches!(byte, b'0' | b'1'))
        {
            runs.go_on_at(binary(text, start, found));
            continue;
        }
        if end - start >= 16 && end - start <= LONGEST {
            let mut run = bytes[start..end].to_vec();
            // Wrapped lines of one encoding follow each other with nothing but a line end between them.
            while run.len() >= 56 && run.len() <= LONGEST && bytes.get(end) == Some(&b'\n') {
                let next = bytes[end + 1..].iter().take_while(|byte| is_code(**byte)).count();
                if next < 4 {
                    break;
                }
                run.extend_from_slice(&bytes[end + 1..=end + next]);
                end += next + 1;
                runs.go_on_at(end + 1);
            }
            if let Some((said, technique)) = decode(&run) {
                found.push(Unmasked { range: start..end, text: said, technique });
            }
        }
    }
}

/// Which bytes an encoding may consist of.
const CODE: [bool; 256] = letters_and(b"+/=_-");

fn is_code(byte: u8) -> bool {
    CODE[usize::from(byte)]
}

fn decode(run: &[u8]) -> Option<(String, Technique)> {
    if run.len() >= 24 && run.len().is_multiple_of(2) && run.iter().all(u8::is_ascii_hexdigit) {
        let bytes: Vec<u8> = run.chunks_exact(2).filter_map(hex).collect();
        if is_prose(&bytes) {
            return Some((String::from_utf8(bytes).ok()?, Technique::CharacterCodes));
        }
    }
    let has = |class: fn(&u8) -> bool| run.iter().any(class);
    if !has(u8::is_ascii_uppercase) || !has(u8::is_ascii_lowercase) {
        return None;
    }
    DECODERS.iter().find_map(|decoder| {
        let mut head = [0; 12];
        let length = decoder.decode_slice(&run[..16], &mut head).ok()?;
        let printable = |byte: &u8| *byte >= 0x20 || matches!(byte, b'\n' | b'\t' | b'\r');
        // A letter of several bytes may be cut at the end, and only there.
        let valid = match std::str::from_utf8(&head[..length]) {
            Ok(_) => true,
            Err(error) => error.error_len().is_none(),
        };
        if !valid || !head[..length].iter().all(printable) {
            return None;
        }
        let bytes = decoder.decode(run).ok()?;
        is_prose(&bytes).then_some(())?;
        Some((String::from_utf8(bytes).ok()?, Technique::Base64))
    })
}

fn hex(two: &[u8]) -> Option<u8> {
    u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok()
}

/// Groups of eight binary digits; returns the place behind them.
fn binary(text: &str, start: usize, found: &mut Vec<Unmasked>) -> usize {
    let mut bytes = Vec::new();
    let mut end = start;
    for group in text[start..].split_inclusive([' ', '\n', ',']) {
        let digits = group.trim_end_matches([' ', '\n', ',']);
        match u8::from_str_radix(digits, 2) {
            Ok(byte) if digits.len() == 8 => bytes.push(byte),
            Ok(_) | Err(_) => break,
        }
        end += group.len();
        if bytes.len() > LONGEST {
            break;
        }
    }
    if is_prose(&bytes) {
        let said = String::from_utf8_lossy(&bytes).into_owned();
        found.push(Unmasked {
            range: start..end,
            text: said,
            technique: Technique::CharacterCodes,
        });
    }
    end.max(start + 8)
}

/// Characters as numbers, one form after the other in one run.
///
/// Patterns over bytes: over letters of all scripts they would take fifty times as long to compile.
const ESCAPES: [(&str, &str); 5] = [
    ("\\x", r"(?-u)(?:\\x[0-9a-fA-F]{2}[ .,]?){8,}"),
    ("\\u", r"(?-u)(?:\\u\{?[0-9a-fA-F]{4,6}\}?[ .,]?){6,}"),
    ("&#", r"(?-u)(?:&#(?:[0-9]{2,6}|x[0-9a-fA-F]{2,5});[ ]?){6,}[^<\n]{0,200}"),
    ("%", r"(?-u)(?:[A-Za-z0-9.,:!'()_+-]{0,20}%[0-9a-fA-F]{2}){3,}[A-Za-z0-9.,:!'()_+-]{0,20}"),
    ("0x", r"(?-u)(?:0x[0-9a-fA-F]{2}[ ,]+){8,}(?:0x[0-9a-fA-F]{2})?"),
];

/// The same, each compiled for the first text that has its sign.
static COMPILED: [OnceLock<Regex>; ESCAPES.len()] = [const { OnceLock::new() }; ESCAPES.len()];

fn escaped(text: &str, found: &mut Vec<Unmasked>) {
    for ((sign, pattern), compiled) in ESCAPES.iter().zip(&COMPILED) {
        if !text.contains(sign) {
            continue;
        }
        let pattern = compiled.get_or_init(|| Regex::new(pattern).expect("the pattern is fixed"));
        for run in pattern.find_iter(text.as_bytes()).take(MOST) {
            // It begins with a letter of ASCII, and may end within another one.
            let range = run.start()..text.floor_char_boundary(run.end());
            let run = &text[range.clone()];
            let bytes = numbers(&run[..ceil(run, LONGEST)], sign);
            if is_prose(&bytes) {
                found.push(Unmasked {
                    range,
                    text: String::from_utf8_lossy(&bytes).into_owned(),
                    technique: Technique::CharacterCodes,
                });
            }
        }
    }
}

fn ceil(text: &str, most: usize) -> usize {
    (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The bytes of a run of numbers.
fn numbers(run: &str, sign: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = run;
    while !rest.is_empty() {
        let Some(after) = rest.strip_prefix(sign) else {
            let letter = rest.chars().next().unwrap_or(' ');
            // Between numbers only an address has letters of its own.
            if matches!(sign, "%" | "&#") {
                let shown = if letter == '+' && sign == "%" { ' ' } else { letter };
                bytes.extend(shown.to_string().bytes());
            }
            rest = &rest[letter.len_utf8()..];
            continue;
        };
        let (value, length) = number(after, sign);
        match value {
            Some(value) if matches!(sign, "\\u" | "&#") => {
                bytes.extend(char::from_u32(value).unwrap_or(' ').to_string().bytes());
            }
            Some(value) => bytes.extend(u8::try_from(value)),
            None => {}
        }
        rest = after.get(length..).unwrap_or_default();
    }
    bytes
}

/// The number behind a sign, and how long it is.
fn number(after: &str, sign: &str) -> (Option<u32>, usize) {
    let is_hex = |c: &char| c.is_ascii_hexdigit();
    match sign {
        "&#" => {
            let end = after.find(';').unwrap_or(after.len());
            let digits = &after[..end];
            let value = match digits.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16).ok(),
                None => digits.parse().ok(),
            };
            (value, end + 1)
        }
        "\\u" => {
            let braced = after.starts_with('{');
            let digits: String = after
                .chars()
                .skip(usize::from(braced))
                .take_while(is_hex)
                .take(if braced { 6 } else { 4 })
                .collect();
            let length = digits.len() + if braced { 2 } else { 0 };
            (u32::from_str_radix(&digits, 16).ok(), length)
        }
        _ => (after.get(..2).and_then(|two| u32::from_str_radix(two, 16).ok()), 2),
    }
}
