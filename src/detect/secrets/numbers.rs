//! Keys in Python that are written as hexadecimal numbers or as UUIDs.
//!
//! A number in itself says nothing: it may be a digest, a commit or the name of a row. Only a name that says what it is
//! makes it a key, and only where the value stands beside that name.

use super::sieve;
use super::{line_around, rules};
use regex::bytes::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// How names end that say that what they name is nobody's business.
const ENDINGS: [&str; 33] = [
    "accesskey",
    "accountkey",
    "adminkey",
    "anthropickey",
    "apikey",
    "authkey",
    "azurekey",
    "consumersecret",
    "coherekey",
    "encryptionkey",
    "geminikey",
    "groqkey",
    "hmackey",
    "jwtkey",
    "langsmithkey",
    "licencekey",
    "licensekey",
    "masterkey",
    "mistralkey",
    "openaikey",
    "passwd",
    "password",
    "pineconekey",
    "privatekey",
    "secret",
    "secretkey",
    "serpkey",
    "servicekey",
    "sharedkey",
    "signingkey",
    "subscriptionkey",
    "tavilykey",
    "token",
];

/// Parts of names of what is handed around in the open, or is only tried.
const OPEN: [&str; 33] = [
    "bad",
    "cache",
    "cancel",
    "captcha",
    "check",
    "client_t",
    "clientt",
    "continu",
    "contract",
    "correlat",
    "csrf",
    "cursor",
    "dedup",
    "demo",
    "dummy",
    "example",
    "expected",
    "fake",
    "idempot",
    "invalid",
    "mock",
    "next",
    "nonce",
    "page",
    "placeholder",
    "public",
    "request",
    "sample",
    "sync",
    "test",
    "trace",
    "wrong",
    "xsrf",
];

/// Words of lines that show how something is used.
const SHOWING: [&str; 9] =
    ["e.g.", "example", "sample", "placeholder", "dummy", "fake", "mock", ">>>", "doctest"];

/// Numbers that everybody knows: digests of nothing and of common words, and the UUIDs of documents.
const KNOWN: [&str; 12] = [
    "d41d8cd98f00b204e9800998ecf8427e",
    "5d41402abc4b2a76b9719d911017c592",
    "5f4dcc3b5aa765d61d8327deb882cf99",
    "098f6bcd4621d373cade4e832627b4f6",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "550e8400-e29b-41d4-a716-446655440000",
    "123e4567-e89b-12d3-a456-426614174000",
    "f47ac10b-58cc-4372-a567-0e02b2c3d479",
    "3fa85f64-5717-4562-b3fc-2c963f66afa6",
];

/// Lowest entropy in bits per sign; chance gives 32 signs about 3.6.
const ENTROPY: f64 = 3.1;

/// The keys in a source of Python, in bytes.
pub(super) fn given(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for part in rules::parts(bytes) {
        // `…?api_key=` is one run with the value.
        let inner =
            bytes[part.clone()].iter().rposition(|byte| *byte == b'=').map_or(0, |at| at + 1);
        let value = part.start + inner..part.end;
        if is_key(&bytes[value.clone()]) && is_named(bytes, &value) {
            found.push(value);
        }
    }
    found
}

/// Whether a value is a number that chance made, in digits of hexadecimal numbers or as a UUID.
fn is_key(value: &[u8]) -> bool {
    let plain = value.to_ascii_lowercase();
    let is_number = (32..=128).contains(&value.len()) && value.iter().all(u8::is_ascii_hexdigit);
    let is_random =
        (is_number && sieve::changes(value) * 4 >= value.len()) || is_random_uuid(&plain);
    is_random
        && sieve::entropy(&plain) >= ENTROPY
        && !KNOWN.iter().any(|known| known.as_bytes() == plain)
        && !sieve::is_placeholder(value)
}

/// Whether a value is a UUID of the fourth version, in small letters; the others are made from what anybody may know.
fn is_random_uuid(value: &[u8]) -> bool {
    sieve::is_uuid(value)
        && value[14] == b'4'
        && b"89ab".contains(&value[19])
        && value.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-')
}

/// What stands before a value that is given to a name, up to the value itself.
static BEFORE: LazyLock<[Regex; 4]> = LazyLock::new(|| {
    [
        // `api_key = "`, `"api_key": "`, `environ["API_KEY"] = "`, `api_key: str = "`, `api_key=("`
        r#"([A-Za-z][A-Za-z0-9_.-]*)["']?\]?[ \t]*(?::[ \t]*[A-Za-z][A-Za-z0-9_\[\], |]*)?(?:=|:)[ \t]*\(?[ \t]*[bfru]?["']$"#,
        // `getenv("API_KEY", "`, `("--api-key", default="`
        r#"["']-{0,2}([A-Za-z][A-Za-z0-9_.-]*)["'][ \t]*,[ \t]*(?:default[ \t]*=[ \t]*)?[bfru]?["']$"#,
        // `getenv("API_KEY") or "`
        r#"["']?([A-Za-z][A-Za-z0-9_.-]*)["']?[\])]{0,2}[ \t]+or[ \t]+[bfru]?["']$"#,
        // `api_key: str = Field(default="`
        r#"([A-Za-z][A-Za-z0-9_]*)[ \t]*(?::[ \t]*[A-Za-z][A-Za-z0-9_\[\], |]*)?=[ \t]*[A-Za-z_.]+\((?:default[ \t]*=[ \t]*)?[bfru]?["']$"#,
    ]
    .map(|pattern| Regex::new(pattern).expect("the pattern is valid"))
});

/// What stands before a value in a header or in an address.
static WITHIN: LazyLock<[Regex; 2]> = LazyLock::new(|| {
    [
        r#"(?i)\bauthorization["']?\]?[ \t]*[:=,][ \t]*[bfru]?["'](?:bearer|token|bot|apikey|key) $"#,
        r"(?i)[?&](?:api[_-]?key|(?:access|auth)?[_-]?token|secret|subscription-key)=$",
    ]
    .map(|pattern| Regex::new(pattern).expect("the pattern is valid"))
});

/// Whether the line gives the value to a name that says what it is.
fn is_named(bytes: &[u8], value: &Range<usize>) -> bool {
    let line = line_around(bytes, value.start);
    let lower = bytes[line.clone()].to_ascii_lowercase();
    let shows = |word: &str| memchr::memmem::find(&lower, word.as_bytes()).is_some();
    let start = line.start.max(value.start.saturating_sub(LONGEST));
    let before = &bytes[start..value.start];
    let is_whole = |end: Option<&u8>| end.is_some_and(|byte| matches!(byte, b'"' | b'\''));
    if SHOWING.iter().any(|word| shows(word)) {
        return false;
    }
    let quoted = is_whole(before.last()) && is_whole(bytes.get(value.end));
    if !quoted {
        return WITHIN.iter().any(|pattern| pattern.is_match(before));
    }
    BEFORE.iter().any(|pattern| {
        let found = pattern.captures(before);
        let compares = |at: usize| before[at..].windows(2).any(|two| matches!(two, b"==" | b"!="));
        found.and_then(|found| found.get(1)).is_some_and(|name| {
            !compares(name.end()) && says_so(&String::from_utf8_lossy(name.as_bytes()))
        })
    })
}

/// Most that is looked at before a value.
const LONGEST: usize = 200;

/// Whether a name says that what it names is a key.
fn says_so(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name).to_ascii_lowercase();
    let plain: String = last.chars().filter(char::is_ascii_alphanumeric).collect();
    ENDINGS.iter().any(|end| plain.ends_with(end)) && !OPEN.iter().any(|word| last.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEX: &str = "7fd14c1604ab93de0021cc98e7f1a3b6";
    const UUID: &str = "c4ac7c7c-9fc7-4fd5-a255-b6a69c485f66";

    #[track_caller]
    fn check(line: &str, value: &str, is: bool) {
        let line = line.replace("{}", value);
        assert_eq!(given(line.as_bytes()).len(), usize::from(is), "{line}");
    }

    #[test]
    fn a_number_is_a_key_where_it_is_given_to_a_name_that_says_so() {
        for line in [
            "API_KEY = \"{}\"",
            "token='{}'",
            "client = Client(host, api_key=\"{}\", region='us')",
            "\"x-api-key\": \"{}\",",
            "os.environ[\"SERVICE_TOKEN\"] = \"{}\"",
            "key = os.getenv(\"SERVICE_API_KEY\", \"{}\")",
            "key = os.environ.get('API_KEY') or '{}'",
            "SUBSCRIPTION_KEY: str = \"{}\"",
            "api_key: str = Field(default=\"{}\")",
            "parser.add_argument(\"--api-key\", default=\"{}\")",
            "headers = {\"Authorization\": \"Bearer {}\"}",
            "get('https://api.service.io/v1?city=x&api_key={}')",
            "url = 'rtsp://camera.service.io/live?secret={}'",
            "SECRET = bytes.fromhex(\"{}\")",
            "self.authToken = \"{}\"",
            "token = (\"{}\")",
        ] {
            check(line, HEX, true);
            check(line, UUID, true);
        }
    }

    #[test]
    fn other_numbers_are_none() {
        for line in [
            "digest = \"{}\"",
            "commit = \"{}\"",
            "token_hash = \"{}\"",
            "secret_id = \"{}\"",
            "cache_key = \"{}\"",
            "client_id = \"{}\"",
            "csrf_token = \"{}\"",
            "start(ClientToken='{}')",
            "next_page_token = \"{}\"",
            "if token == \"{}\":",
            "assert sha256(token) == \"{}\"",
            ">>> Client(token=\"{}\")",
            "API_KEY = \"{}\"  # an example",
            "expected_token = \"{}\"",
            "print(\"the token {}\")",
            "url = 'https://service.io/{}'",
            "public_api_key = '{}'",
            "TOKEN = \"sha256:{}\"",
        ] {
            check(line, HEX, false);
            check(line, UUID, false);
        }
        for value in [
            "d41d8cd98f00b204e9800998ecf8427e",
            "550e8400-e29b-41d4-a716-446655440000",
            "00000000000000000000000000000001",
            "0123456789abcdef0123456789abcdef",
            "deadbeefdeadbeefdeadbeefdeadbeef",
            "11111111-2222-4333-8444-555555555555",
            "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
            "12345678901234567890123456789012",
        ] {
            check("API_KEY = \"{}\"", value, false);
        }
    }
}
