//! Tells secrets from what only looks like one.

use super::rules::FEWEST_DIGITS;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeMap;

/// Words that only stand in values that are no secret, in lower case.
const PLACEHOLDERS: [&str; 32] = [
    "example",
    "placeholder",
    "your",
    "xxxx",
    "changeme",
    "change-me",
    "change_me",
    "dummy",
    "fake",
    "sample",
    "redacted",
    "insert",
    "replace",
    "todo",
    "foobar",
    "...",
    "***",
    "___",
    "----",
    "goes",
    "-here",
    "_here",
    "mock",
    "secret",
    "password",
    "apikey",
    "api_key",
    "api-key",
    "0000000",
    "_test_",
    "pk_live_",
    "lorem",
];
/// How keys begin that are made to be published: they let everybody send, and nobody read.
/// The last is the key of the emulator of Azure's storage, the same on all machines.
const PUBLIC: [&str; 3] =
    ["phc_", "pk.eyJ", "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6"];
/// Longest run of neighbours in the alphabet, such as `abcde` or `11111`, that chance may bring.
const RUN: usize = 5;

/// Whether the value only stands for one, or is none: a word for it, a run of neighbours, hardly any variety, or a key that
/// is made to be published.
pub(super) fn is_placeholder(value: &[u8]) -> bool {
    if PUBLIC.iter().any(|start| value.starts_with(start.as_bytes())) {
        return true;
    }
    let lower = value.to_ascii_lowercase();
    let within = |text: &[u8]| {
        PLACEHOLDERS.iter().any(|word| text.windows(word.len()).any(|part| part == word.as_bytes()))
    };
    within(&lower) || has_run(&lower) || written_out(value).is_some_and(|text| within(&text))
}

/// The text that Base64 stands for, in lower case; nothing where it stands for other bytes, as a key does.
fn written_out(value: &[u8]) -> Option<Vec<u8>> {
    let text = STANDARD.decode(value).ok()?;
    let is_text = text.len() >= 12 && text.iter().all(|byte| matches!(byte, b' '..=b'~'));
    is_text.then(|| text.to_ascii_lowercase())
}

fn has_run(value: &[u8]) -> bool {
    [-1_i16, 0, 1].into_iter().any(|step| {
        let mut length = 1;
        value.windows(2).any(|pair| {
            let follows = i16::from(pair[1]) - i16::from(pair[0]) == step;
            length = if follows && pair[0].is_ascii_alphanumeric() { length + 1 } else { 1 };
            length >= RUN + usize::from(step == 0)
        })
    })
}

/// Shannon entropy in bits per byte; 0 for an empty value.
#[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^52")]
pub(super) fn entropy(value: &[u8]) -> f64 {
    let mut counts: BTreeMap<u8, usize> = BTreeMap::new();
    for byte in value {
        *counts.entry(*byte).or_default() += 1;
    }
    let total = value.len() as f64;
    counts.values().map(|count| *count as f64 / total).map(|share| -share * share.log2()).sum()
}

/// Whether the value is the body of a key: Base64, with line ends as they are or written as `\n`.
pub(super) fn is_key_body(value: &[u8]) -> bool {
    let base64 = value.iter().filter(|b| b.is_ascii_alphanumeric() || b"+/=".contains(b)).count();
    // Sources write one line of the key per string, with quotes and signs between them.
    base64 >= 100 && base64 * 10 >= value.len() * 8
}

/// Whether the value is a JSON web token that proves something to somebody.
///
/// The well-known sample token and the public keys of a kind of hosted database are none.
pub(super) fn is_web_token(value: &[u8]) -> bool {
    let mut parts = value.split(|byte| *byte == b'.').map(decode);
    let (Some(Some(header)), Some(Some(claims))) = (parts.next(), parts.next()) else {
        return false;
    };
    let (header, claims) = (String::from_utf8_lossy(&header), String::from_utf8_lossy(&claims));
    let is_sample = claims.contains("1234567890") || claims.contains("John Doe");
    let is_public = claims.contains("\"anon\"");
    header.contains("\"alg\"") && claims.starts_with('{') && !is_sample && !is_public
}

/// When a JSON web token stops to be good for anything, in seconds since 1970-01-01 UTC.
pub(super) fn expiry(token: &[u8]) -> Option<i64> {
    let claims = decode(token.split(|byte| *byte == b'.').nth(1)?)?;
    let claims: serde_json::Value = serde_json::from_slice(&claims).ok()?;
    claims.get("exp")?.as_i64()
}

/// Base64 in the alphabet for addresses, without padding.
fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut held, mut bits) = (0_u32, 0_u32);
    for byte in text {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'-' | b'+' => 62,
            b'_' | b'/' => 63,
            b'=' => continue,
            _ => return None,
        };
        held = (held << 6) | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from((held >> bits) & 0xff).unwrap_or_default());
            held &= (1 << bits) - 1;
        }
    }
    Some(bytes)
}

/// Whether a host stands for none, or for the reader's own machine, as those in documents do.
pub(super) fn is_nowhere(host: &[u8]) -> bool {
    let host = String::from_utf8_lossy(host).to_ascii_lowercase();
    let last = host.rsplit('.').next().unwrap_or_default();
    host.starts_with("127.")
        || host.starts_with("0.")
        || matches!(last, "localhost" | "test" | "example" | "invalid")
        || host.split('.').any(|label| label.contains("example") || label == "localhost")
}

/// Whether a host is one that others can reach, and not one that documents write.
pub(super) fn is_real_host(host: &[u8]) -> bool {
    let host = String::from_utf8_lossy(host).to_ascii_lowercase();
    let is_local = host.starts_with("127.")
        || host.starts_with("0.")
        || host.starts_with("192.168.")
        || host.starts_with("10.")
        || host.starts_with("localhost");
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_reserved =
        matches!(last, "local" | "localhost" | "internal" | "test" | "example" | "invalid");
    let is_sample =
        ["example", "host", "domain", "company", "acme", "server", "mysite", "foo", "bar"]
            .iter()
            .any(|word| {
                host.split('.').any(|label| {
                    label == *word || label.strip_prefix("my").is_some_and(|l| l == *word)
                })
            });
    !is_local && !is_reserved && !is_sample && host.contains('.')
}

/// Whether a short value mixes letters of both cases and digits as no word does, not even one with a number
/// behind it.
pub(super) fn is_mixed(value: &[u8]) -> bool {
    let has = |class: fn(&u8) -> bool| value.iter().filter(|b| class(b)).count() >= 2;
    has(u8::is_ascii_digit)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && changes(value) * 2 >= value.len()
}

/// Whether a value that somebody gave to a name is random enough to be a secret, and not a name, a path,
/// a version, an address or an identifier that anybody may know.
pub(super) fn is_random(value: &[u8]) -> bool {
    let has = |class: fn(&u8) -> bool| value.iter().filter(|b| class(b)).count();
    let digits = has(u8::is_ascii_digit);
    let (upper, lower) = (has(u8::is_ascii_uppercase), has(u8::is_ascii_lowercase));
    let mixes = (upper >= 2 && lower >= 2) || is_hexadecimal(value);
    let mixes = mixes && digits >= FEWEST_DIGITS;
    // Of sixteen signs ten are digits, so that chance changes between them and letters less often.
    let fewest = if is_hexadecimal(value) { 4 } else { 3 };
    mixes && changes(value) * fewest >= value.len() && !is_uuid(value) && !made_of_words(value)
}

/// Whether a value is written in the sixteen signs of hexadecimal numbers, which have less variety than letters.
pub(super) fn is_hexadecimal(value: &[u8]) -> bool {
    value.len() >= 32 && value.iter().all(u8::is_ascii_hexdigit)
}

/// How often the class of characters changes; words and numbers keep theirs for longer than chance does.
pub(super) fn changes(value: &[u8]) -> usize {
    let class = |byte: u8| match byte {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        _ => 3,
    };
    value.windows(2).filter(|pair| class(pair[0]) != class(pair[1])).count()
}

pub(super) fn is_uuid(value: &[u8]) -> bool {
    let lengths: Vec<usize> = value.split(|byte| *byte == b'-').map(<[u8]>::len).collect();
    lengths == [8, 4, 4, 4, 12]
}

/// `GPT4-Turbo-2024-Preview`, `src/Config2/Keys.json`: parts that are words or numbers.
fn made_of_words(value: &[u8]) -> bool {
    let parts: Vec<&[u8]> =
        value.split(|b| b"-_./=+~".contains(b)).filter(|part| !part.is_empty()).collect();
    let is_plain = |part: &&[u8]| {
        let changes =
            part.windows(2).filter(|p| p[0].is_ascii_digit() != p[1].is_ascii_digit()).count();
        changes <= 1
    };
    parts.len() > 1 && parts.iter().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_runs_stand_for_values() {
        for value in [
            "AKIAIOSFODNN7EXAMPLE",
            "ghp_your_token_here",
            "sk-xxxxxxxx",
            "sk_abcdefgh",
            "AIza12345",
            "changeme99",
            "key-aaaaaa",
            "t9z-fake-k3y",
            "sk_test_Q9m7Rz0LmW2xVb",
            "fedcba",
            "phc_q7Rz0LmW2xVbT9c4Kd8sYp1NfHgJ3uEa",
            // replace-with-real-anthropic-api-key
            "cmVwbGFjZS13aXRoLXJlYWwtYW50aHJvcGljLWFwaS1rZXk=",
        ] {
            assert!(is_placeholder(value.as_bytes()), "{value}");
        }
        for value in ["q7Rz0LmW2xVb", "AKIAQ3EGWYTR2LMV", "cTdSejBMbVcyeFZiVDljNEtkOHM="] {
            assert!(!is_placeholder(value.as_bytes()), "{value}");
        }
    }

    #[test]
    fn entropy_is_measured_in_bits() {
        let close = |value: &str, bits: f64| (entropy(value.as_bytes()) - bits).abs() < 1e-9;
        assert!(close("aaaa", 0.0) && close("abab", 1.0) && close("abcd", 2.0) && close("", 0.0));
    }

    #[test]
    fn names_and_identifiers_are_not_random() {
        for value in [
            "gpt4-Turbo-2024-Preview-A1",
            "550e8400-e29b-41d4-a716-446655440000",
            "ConnectionString2047Prod59x",
            "src/Config2/Keys.json.v123",
            "ALL_UPPER_NAME_1234567",
        ] {
            assert!(!is_random(value.as_bytes()) || entropy(value.as_bytes()) < 3.7, "{value}");
        }
        assert!(is_random(b"q7Rz0LmW2xVbN8sKd4TyPf1a"));
        assert!(is_random(b"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"));
    }

    #[test]
    fn hosts_that_documents_write_are_not_real() {
        for host in
            ["localhost.localdomain", "127.0.0.1", "db.example.com", "myhost.com", "db.internal"]
        {
            assert!(!is_real_host(host.as_bytes()), "{host}");
        }
        assert!(is_real_host(b"cluster0.q8x2k.mongodb.net"));
    }
}
