//! Texts that the code itself uses as keys, however little they look like one.
//!
//! Whoever reads the code can sign what the program believes. That is no leak of somebody's key, so it is told apart from
//! one, and words that plainly wait for a key are none.

use super::{context, sieve};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::Language;
use regex::bytes::{Match, Regex, RegexBuilder};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

mod compared;
mod connections;
mod defaults;
mod deployed;

pub(super) use compared::guards;
pub(super) use connections::beside_users;
pub(super) use defaults::of_settings;
pub(super) use deployed::{DEPLOYED, given_to_services};

/// What such a text is called.
const KIND: &str = "text that the code uses as a key";
/// What one is called that is used where the environment has none.
pub(super) const DEFAULT: &str = "default that the code uses as a key";

/// A text that is used as a key.
pub(super) struct Used {
    /// Where it stands, in bytes.
    pub range: Range<usize>,
    /// Whether the environment may have another.
    pub is_default: bool,
}

impl Used {
    /// What it is called.
    pub(super) fn kind(&self) -> &'static str {
        if self.is_default { DEFAULT } else { KIND }
    }
}

/// Words that stand in the place of a key until there is one.
const WAITING: [&str; 12] = [
    "change",
    "your",
    "replace",
    "todo",
    "example",
    "placeholder",
    "dummy",
    "fake",
    "mock",
    "insert",
    "xxx",
    "insecure-local",
];

/// What a key is used by: a pattern whose first group is the key, and a word without which it is nowhere. Most sources
/// have none of the words, and what takes longer is left out for them.
struct Form {
    word: &'static str,
    pattern: LazyLock<Regex>,
}

/// A form by its word and its pattern.
macro_rules! form {
    ($word:literal, $pattern:expr) => {
        Form { word: $word, pattern: LazyLock::new(|| compiled($pattern)) }
    };
}

/// A call that signs or checks a token, up to its key.
macro_rules! jwt {
    () => {
        r#"\bjwt\.(?:encode|decode|sign|verify)\([^\n"'`();]{0,80}(?:\{[^\n{}]{0,120}\})?[^\n"'`();]{0,40},[ \t]*"#
    };
}

impl Form {
    /// The ranges of the keys.
    fn keys<'b>(&'b self, bytes: &'b [u8]) -> impl Iterator<Item = Range<usize>> + 'b {
        let found = has(bytes, self.word).then(|| self.pattern.captures_iter(bytes));
        found.into_iter().flatten().filter_map(|one| Some(one.get(1)?.range()))
    }
}

/// Where a text itself is the key.
static SPELLED: [Form; 6] = [
    // Settings of web frameworks in Python.
    form!(
        "SECRET_KEY",
        r#"(?m)^[ \t]*(?:[\w.]*\bconfig\[["'])?SECRET_KEY(?:_\w+)?(?:["']\])?[ \t]*(?::[ \t]*str[ \t]*)?=[ \t]*["']([^"'\n]{3,120})["'][ \t]*(?:#.*)?\r?$"#
    ),
    form!(
        "secret_key",
        r#"(?m)^[ \t]*(?:app|application)\.secret_key[ \t]*=[ \t]*b?["']([^"'\n]{3,120})["']"#
    ),
    // Tokens that are signed or checked.
    form!("jwt", concat!(jwt!(), r#"["'`]([^"'`\n$]{3,120})["'`]"#)),
    form!("SignedString", r#"\bSignedString\([ \t]*\[\]byte\([ \t]*"([^"\n]{3,120})"[ \t]*\)"#),
    form!("HMAC", r#"\bAlgorithm\.HMAC(?:256|384|512)\([ \t]*"([^"\n]{3,120})""#),
    // Sessions that are signed.
    form!(
        "session(",
        r#"\bsession\([ \t\r\n]*\{[^{}]{0,300}?\bsecret[ \t]*:[ \t]*["']([^"'\n]{3,120})["']"#
    ),
];

/// Where a text is the key unless the environment has another: it runs, so that words that wait for a key are one too.
static FALLBACKS: [Form; 3] = [
    form!(
        "SECRET_KEY",
        r#"(?m)^[ \t]*(?:[\w.]*\bconfig\[["'])?SECRET_KEY(?:["']\])?[ \t]*(?::[ \t]*str[ \t]*)?=[ \t]*(?:os\.(?:environ\.get|getenv)|(?:env|config)(?:\.str)?|getenv)\([ \t]*["']\w+["'][ \t]*(?:\)[ \t]*or[ \t]*b?|,[ \t]*(?:default[ \t]*=[ \t]*)?)["']([^"'\n]{3,120})["']"#
    ),
    form!(
        "secret_key",
        r#"\bsecret_key[ \t]*=[ \t]*os\.(?:environ\.get|getenv)\([ \t]*["']\w+["'][ \t]*(?:\)[ \t]*or[ \t]*b?|,[ \t]*)["']([^"'\n]{3,120})["']"#
    ),
    form!(
        "jwt",
        concat!(
            jwt!(),
            r#"process\.env\.\w+[ \t]*(?:\|\||\?\?)[ \t]*["'`]([^"'`\n$]{3,120})["'`]"#
        )
    ),
];

/// Where a name is the key.
static NAMED: [Form; 3] = [
    form!("jwt", concat!(jwt!(), r"([A-Za-z_]\w*)[ \t]*[,)]")),
    form!("SignedString", r"\bSignedString\([ \t]*(?:\[\]byte\([ \t]*)?([A-Za-z_]\w*)[ \t]*\)"),
    form!("HMAC", r"\bAlgorithm\.HMAC(?:256|384|512)\([ \t]*([A-Za-z_]\w*)[ \t]*\)"),
];

/// A name that is bound to what the environment has, or else to a text.
static BOUND_OR_ELSE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r#"(?m)^[ \t]*(?:(?:export|const|let|var)[ \t]+){0,2}([A-Za-z_]\w*)[ \t]*(?::[ \t]*(?:str|string)[ \t]*)?=[ \t]*(?:os\.(?:environ\.get|getenv)\([ \t]*["']\w+["'][ \t]*(?:\)[ \t]*or|,)|process\.env\.\w+[ \t]*(?:\|\||\?\?))[ \t]*["']([^"'\n]{3,120})["']"#,
    )
});

/// A name that is bound to a text once, by itself.
static BOUND: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r#"(?m)^[ \t]*(?:(?:export|const|let|var|private|public|static|final|String|string)[ \t]+){0,5}([A-Za-z_]\w*)[ \t]*(?:string[ \t]*)?(?::[ \t]*(?:str|string)[ \t]*)?:?=[ \t]*(?:\[\]byte\()?["']([^"'\n]{3,120})["']\)?[ \t]*;?[ \t]*(?:(?:#|//).*)?\r?$"#,
    )
});

fn compiled(pattern: &str) -> Regex {
    over_bytes(pattern).expect("the pattern is valid")
}

/// Compiles the forms by which keys are found, for the copies that this process will make of itself.
pub(super) fn compile_at_once() {
    let forms = SPELLED.iter().chain(&FALLBACKS).chain(&NAMED);
    forms.map(|form| &form.pattern).chain([&BOUND_OR_ELSE, &BOUND, &CONNECTED]).for_each(force);
    compared::FORMS.into_iter().for_each(force);
    [&deployed::GIVEN, &connections::SETTING, &defaults::FIELD].into_iter().for_each(force);
}

fn force(pattern: &LazyLock<Regex>) {
    LazyLock::force(pattern);
}

/// Code is ASCII wherever it matters here, and a class of all characters but a few takes long to compile.
fn over_bytes(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern).unicode(false).build()
}

/// Whether a word stands there.
fn has(bytes: &[u8], word: &str) -> bool {
    memchr::memmem::find(bytes, word.as_bytes()).is_some()
}

/// A call that connects to a service at an address with a password in it; the groups are the password and the host.
static CONNECTED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r#"(?i)(?:\b|_)(?:connect|connect_async|MongoClient|create_engine|create_async_engine|createConnection|createPool|createClient|create_pool|Pool|Client|Sequelize|from_url|Redis|Open|connect_lazy|getConnection)\([ \t\r\n]*(?:\{[ \t\r\n]*)?(?:(?:url|uri|dsn|host|connectionString)[ \t]*[:=][ \t]*)?["'`][a-z][a-z0-9+.-]{1,30}://[^\s:@/'"<>{}$`]{1,60}:([^\s:@/'"<>{}$()`]{4,100})@([a-z0-9-]+(?:\.[a-z0-9-]+)+)"#,
    )
});

/// The passwords that calls connect with, at hosts that others can reach.
fn connected(bytes: &[u8]) -> Vec<Range<usize>> {
    // Most addresses name nobody who connects.
    let mut addresses = memchr::memmem::find_iter(bytes, b"://").map(|at| &bytes[at..]);
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"\"'<>`".contains(byte);
    if !addresses.any(|from| from.iter().take_while(|byte| !is_end(byte)).any(|byte| *byte == b'@'))
    {
        return Vec::new();
    }
    let found = CONNECTED.captures_iter(bytes).filter_map(|one| Some((one.get(1)?, one.get(2)?)));
    let is_one = |password: &[u8], host: &[u8]| {
        let bare = [&b"password"[..], b"passwd", b"pass", b"secret", b"user", b"****"];
        let is_bare = bare.iter().any(|word| password.eq_ignore_ascii_case(word));
        !is_bare && sieve::is_real_host(host)
    };
    found
        .filter(|(password, host)| is_one(password.as_bytes(), host.as_bytes()))
        .map(|(password, _)| password.range())
        .collect()
}

/// The texts of a source that its code uses as keys, in order; `imported` are the names by which others guard what they do.
pub(super) fn used_as_keys(path: &str, bytes: &[u8], imported: &BTreeSet<Vec<u8>>) -> Vec<Used> {
    if !is_read(path) {
        return Vec::new();
    }
    let mut found: Vec<Range<usize>> = SPELLED.iter().flat_map(|form| form.keys(bytes)).collect();
    let mut running: Vec<Range<usize>> =
        FALLBACKS.iter().flat_map(|form| form.keys(bytes)).collect();
    let names = NAMED.iter().flat_map(|form| form.keys(bytes));
    let names: BTreeSet<&[u8]> = names.map(|name| &bytes[name]).collect();
    let (bound, or_else) = named(bytes, &names);
    found.extend(bound);
    running.extend(or_else);
    let guards = guards(bytes);
    let mut guarding = guards.names;
    guarding.extend(imported.iter().map(Vec::as_slice));
    let (bound, or_else) = named(bytes, &guarding);
    let says = |range: &Range<usize>| !compared::is_bare(&bytes[range.clone()]);
    // The fields of pydantic's settings have a default alone.
    let is_settings = has(bytes, "(BaseSettings");
    let (fields, bound): (Vec<_>, Vec<_>) = bound.into_iter().partition(|_| is_settings);
    found.extend(bound.into_iter().chain(guards.texts).filter(says));
    running.extend(fields.into_iter().chain(or_else).filter(says));
    found.retain(|range| !is_waiting(&bytes[range.clone()]) && is_key(bytes, range));
    running.retain(|range| defaults::runs_with(bytes, range));
    found.extend(connected(bytes));
    let of = |is_default: bool| move |range: Range<usize>| Used { range, is_default };
    let mut used: Vec<Used> = found.into_iter().map(of(false)).collect();
    used.extend(running.into_iter().filter(|range| is_key(bytes, range)).map(of(true)));
    used.sort_by_key(|used| used.range.start);
    used.dedup_by(|next, first| next.range == first.range);
    let is_python = Language::of(path) == Some(Language::Python);
    used.retain(|one| !(is_python && is_documented(&bytes[..one.range.start])));
    used
}

/// Whether what a source says is used: it is no test, no template and no manual.
fn is_read(path: &str) -> bool {
    Language::of(path).is_some() && context::of(path) != context::Context::Prose
}

/// The texts that these names are bound to, and those that they are bound to where the environment has none.
fn named(bytes: &[u8], names: &BTreeSet<&[u8]>) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    if names.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let of = |all: Vec<(&[u8], Range<usize>)>| -> Vec<Range<usize>> {
        // Of a name with several values nobody knows which of them is the key.
        let alone = |name: &&[u8]| {
            let mut values = all.iter().filter(|(bound, _)| bound == name);
            let first = values.next().map(|(_, text)| text.clone());
            first.filter(|_| values.next().is_none())
        };
        names.iter().filter_map(alone).collect()
    };
    (of(bound_texts(bytes, &BOUND)), of(bound_texts(bytes, &BOUND_OR_ELSE)))
}

/// The names by which sources in Python guard what they do, and which they take from another.
pub(super) fn imported_guards(sources: &[Source]) -> BTreeSet<Vec<u8>> {
    let mut all = BTreeSet::new();
    for source in sources.iter().filter(|source| source.is_python() && is_read(&source.path)) {
        for name in guards(&source.bytes).names {
            let Ok(name) = std::str::from_utf8(name) else { continue };
            let taken =
                format!(r"\.{name}\b|\bimport\b[^\n]*\b{name}\b|(?m)^[ \t]+{name},[ \t]*\r?$");
            if over_bytes(&taken).is_ok_and(|taken| taken.is_match(&source.bytes)) {
                all.insert(name.as_bytes().to_vec());
            }
        }
    }
    all
}

/// Whether what follows such a beginning of a source stands in a text of several lines, which shows how something is used.
fn is_documented(before: &[u8]) -> bool {
    [&b"\"\"\""[..], b"'''"]
        .iter()
        .any(|quotes| memchr::memmem::find_iter(before, quotes).count() % 2 == 1)
}

/// The text of a side that is one, without its quotes.
fn form_literal(side: &Match<'_>) -> Option<Range<usize>> {
    let start = side.as_bytes().iter().take(2).position(|byte| matches!(byte, b'"' | b'\''))?;
    Some(side.start() + start + 1..side.end() - 1)
}

/// The names that are bound to a text, with the text.
fn bound_texts<'b>(bytes: &'b [u8], pattern: &Regex) -> Vec<(&'b [u8], Range<usize>)> {
    let bound = pattern.captures_iter(bytes).filter_map(|one| Some((one.get(1)?, one.get(2)?)));
    bound.map(|(name, text)| (name.as_bytes(), text.range())).collect()
}

/// Whether the text waits for a key.
fn is_waiting(value: &[u8]) -> bool {
    let value = value.to_ascii_lowercase();
    let has = |word: &&str| value.windows(word.len()).any(|part| part == word.as_bytes());
    WAITING.iter().any(has)
}

/// Whether the text is no template and no name of an algorithm, and stands in no comment.
fn is_key(bytes: &[u8], range: &Range<usize>) -> bool {
    let value = bytes[range.clone()].to_ascii_lowercase();
    let line = super::line_around(bytes, range.start);
    let start = bytes[line].trim_ascii_start();
    let is_comment = [&b"#"[..], b"//", b"*", b"/*"].iter().any(|sign| start.starts_with(sign));
    let is_template = value.contains(&b'{') || value.starts_with(b"<") || value.starts_with(b"$");
    let is_algorithm =
        matches!(value.as_slice(), b"hs256" | b"hs384" | b"hs512" | b"rs256" | b"es256" | b"none");
    let is_test = value == b"test" || value.starts_with(b"test-") || value.starts_with(b"test_");
    !is_comment && !is_template && !is_algorithm && !is_test && sieve::entropy(&value) > 1.0
}

#[cfg(test)]
mod tests;
