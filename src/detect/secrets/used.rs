//! Texts that the code itself uses as keys, however little they look like one.
//!
//! Whoever reads the code can sign what the program believes. That is no leak of somebody's key, so it is told apart from
//! one, and words that plainly wait for a key are none.

use super::{context, sieve};
use crate::domain::facts::Language;
use regex::bytes::Regex;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// What such a text is called.
pub(super) const KIND: &str = "text that the code uses as a key";

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
        let is_there = memchr::memmem::find(bytes, self.word.as_bytes()).is_some();
        let found = is_there.then(|| self.pattern.captures_iter(bytes));
        found.into_iter().flatten().filter_map(|one| Some(one.get(1)?.range()))
    }
}

/// Where a text itself is the key.
static SPELLED: [Form; 7] = [
    // Settings of web frameworks in Python, also as what stands in for a variable that is not set.
    form!(
        "SECRET_KEY",
        r#"(?m)^[ \t]*(?:[\w.]*\bconfig\[["'])?SECRET_KEY(?:_\w+)?(?:["']\])?[ \t]*(?::[ \t]*str[ \t]*)?=[ \t]*["']([^"'\n]{3,120})["'][ \t]*(?:#.*)?\r?$"#
    ),
    form!(
        "SECRET_KEY",
        r#"(?m)^[ \t]*(?:[\w.]*\bconfig\[["'])?SECRET_KEY(?:["']\])?[ \t]*=[ \t]*os\.(?:environ\.get|getenv)\([ \t]*["']\w+["'][ \t]*(?:\)[ \t]*or[ \t]*b?|,[ \t]*)["']([^"'\n]{3,120})["']"#
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

/// Where a name is the key.
static NAMED: [Form; 3] = [
    form!("jwt", concat!(jwt!(), r"([A-Za-z_]\w*)[ \t]*[,)]")),
    form!("SignedString", r"\bSignedString\([ \t]*(?:\[\]byte\([ \t]*)?([A-Za-z_]\w*)[ \t]*\)"),
    form!("HMAC", r"\bAlgorithm\.HMAC(?:256|384|512)\([ \t]*([A-Za-z_]\w*)[ \t]*\)"),
];

/// A name that is bound to a text once, by itself.
static BOUND: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r#"(?m)^[ \t]*(?:(?:export|const|let|var|private|public|static|final|String|string)[ \t]+){0,5}([A-Za-z_]\w*)[ \t]*(?:string[ \t]*)?(?::[ \t]*(?:str|string)[ \t]*)?:?=[ \t]*(?:\[\]byte\()?["']([^"'\n]{3,120})["']\)?[ \t]*;?[ \t]*(?:(?:#|//).*)?\r?$"#,
    )
});

fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}

/// The texts of a source that its code uses as keys, in order.
pub(super) fn used_as_keys(path: &str, bytes: &[u8]) -> Vec<Range<usize>> {
    if Language::of(path).is_none() || context::of(path) == context::Context::Prose {
        return Vec::new();
    }
    let mut found: Vec<Range<usize>> = SPELLED.iter().flat_map(|form| form.keys(bytes)).collect();
    let names = NAMED.iter().flat_map(|form| form.keys(bytes));
    let names: BTreeSet<&[u8]> = names.map(|name| &bytes[name]).collect();
    if !names.is_empty() {
        let bound = BOUND.captures_iter(bytes).filter_map(|one| Some((one.get(1)?, one.get(2)?)));
        let bound: Vec<(&[u8], Range<usize>)> =
            bound.map(|(name, text)| (name.as_bytes(), text.range())).collect();
        for name in names {
            // Of a name with several values nobody knows which of them is the key.
            let mut values = bound.iter().filter(|(bound, _)| *bound == name);
            if let (Some((_, text)), None) = (values.next(), values.next()) {
                found.push(text.clone());
            }
        }
    }
    found.retain(|range| is_key(bytes, range));
    found.sort_by_key(|range| range.start);
    found.dedup();
    found
}

/// Whether the text is no word that waits for a key, no name of an algorithm and stands in no comment.
fn is_key(bytes: &[u8], range: &Range<usize>) -> bool {
    let value = bytes[range.clone()].to_ascii_lowercase();
    let has = |word: &&str| value.windows(word.len()).any(|part| part == word.as_bytes());
    let line = super::line_around(bytes, range.start);
    let start = bytes[line].trim_ascii_start();
    let is_comment = [&b"#"[..], b"//", b"*", b"/*"].iter().any(|sign| start.starts_with(sign));
    let is_template = value.contains(&b'{') || value.starts_with(b"<") || value.starts_with(b"$");
    let is_algorithm =
        matches!(value.as_slice(), b"hs256" | b"hs384" | b"hs512" | b"rs256" | b"es256" | b"none");
    let is_test = value == b"test" || value.starts_with(b"test-") || value.starts_with(b"test_");
    !is_comment
        && !is_template
        && !is_algorithm
        && !is_test
        && !WAITING.iter().any(has)
        && sieve::entropy(&value) > 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let found = used_as_keys(path, text.as_bytes());
        let found: Vec<&str> = found.into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected, "{path}: {text}");
    }

    #[test]
    fn texts_that_sign_are_keys_however_they_look() {
        check("config.py", "app.config['SECRET_KEY'] = 'random'\n", &["random"]);
        check(
            "config.py",
            "SECRET_KEY = os.environ.get('SECRET_KEY') or 'you-will-never-guess'\n",
            &["you-will-never-guess"],
        );
        check("config.py", "SECRET_KEY = os.getenv('KEY', 'dev')\n", &["dev"]);
        check("a.py", "app.secret_key = b'dance'\n", &["dance"]);
        check("a.py", "token = jwt.encode({'a': 1}, 'dance', algorithm='HS256')\n", &["dance"]);
        check(
            "a.py",
            "KEY = \"dance\"\n\ndef f(p):\n    return jwt.encode(p, KEY, algorithm=\"HS256\")\n",
            &["dance"],
        );
        check(
            "a.js",
            "app.use(session({\n  resave: true,\n  secret: 'keyboard cat'\n}))\n",
            &["keyboard cat"],
        );
        check(
            "a.ts",
            "return jwt.sign({ id: user.id }, 'dance', { expiresIn: '1h' });\n",
            &["dance"],
        );
        check(
            "a.go",
            "const Key = \"A String\"\nfunc f() { t.SignedString([]byte(Key)) }\n",
            &["A String"],
        );
        check("A.java", "    Algorithm a = Algorithm.HMAC256(\"dance\");\n", &["dance"]);
    }

    #[test]
    fn what_waits_for_a_key_or_comes_from_elsewhere_is_none() {
        for (path, text) in [
            ("config.py", "SECRET_KEY = 'change-me'\n"),
            ("config.py", "SECRET_KEY = os.environ['SECRET_KEY']\n"),
            ("config.py", "# SECRET_KEY = 'dance'\n"),
            ("config.py", "SECRET_KEY_NAME_HELP = f'{x}'\n"),
            ("tests/a.py", "SECRET_KEY = 'dance'\n"),
            ("examples/a.py", "SECRET_KEY = 'dance'\n"),
            ("README.md", "SECRET_KEY = 'dance'\n"),
            ("a.py", "jwt.decode(token, key, algorithms=['HS256'])\n"),
            ("a.py", "key = 'one'\nkey = 'two'\njwt.encode(p, key)\n"),
            ("a.js", "jwt.verify(token, process.env.KEY)\n"),
            ("a.js", "jwt.sign(user, key, { algorithm: 'HS256' })\n"),
            ("a.go", "t.SignedString([]byte(os.Getenv(\"KEY\")))\n"),
            ("a.js", "const form = { secret: 'keyboard cat' }\n"),
        ] {
            check(path, text, &[]);
        }
    }
}
