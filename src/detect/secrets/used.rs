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

mod defaults;

pub(super) use defaults::of_settings;

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
        let is_there = memchr::memmem::find(bytes, self.word.as_bytes()).is_some();
        let found = is_there.then(|| self.pattern.captures_iter(bytes));
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
        r#"(?m)^[ \t]*(?:[\w.]*\bconfig\[["'])?SECRET_KEY(?:["']\])?[ \t]*(?::[ \t]*str[ \t]*)?=[ \t]*os\.(?:environ\.get|getenv)\([ \t]*["']\w+["'][ \t]*(?:\)[ \t]*or[ \t]*b?|,[ \t]*)["']([^"'\n]{3,120})["']"#
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
    Regex::new(pattern).expect("the pattern is valid")
}

/// A call that connects to a service at an address with a password in it; the groups are the password and the host.
static CONNECTED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r#"(?i)(?:\b|_)(?:connect|connect_async|MongoClient|create_engine|create_async_engine|createConnection|createPool|createClient|create_pool|Pool|Client|Sequelize|from_url|Redis|Open|connect_lazy|getConnection)\([ \t\r\n]*(?:\{[ \t\r\n]*)?(?:(?:url|uri|dsn|host|connectionString)[ \t]*[:=][ \t]*)?["'`][a-z][a-z0-9+.-]{1,30}://[^\s:@/'"<>{}$`]{1,60}:([^\s:@/'"<>{}$()`]{4,100})@([a-z0-9-]+(?:\.[a-z0-9-]+)+)"#,
    )
});

/// The passwords that calls connect with, at hosts that others can reach.
fn connected(bytes: &[u8]) -> Vec<Range<usize>> {
    if memchr::memmem::find(bytes, b"://").is_none() {
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

/// The texts of a source that its code uses as keys, in order.
pub(super) fn used_as_keys(path: &str, bytes: &[u8]) -> Vec<Used> {
    if Language::of(path).is_none() || context::of(path) == context::Context::Prose {
        return Vec::new();
    }
    let mut found: Vec<Range<usize>> = SPELLED.iter().flat_map(|form| form.keys(bytes)).collect();
    let mut running: Vec<Range<usize>> =
        FALLBACKS.iter().flat_map(|form| form.keys(bytes)).collect();
    let names = NAMED.iter().flat_map(|form| form.keys(bytes));
    let names: BTreeSet<&[u8]> = names.map(|name| &bytes[name]).collect();
    if !names.is_empty() {
        let bound = bound_texts(bytes, &BOUND);
        let or_else = bound_texts(bytes, &BOUND_OR_ELSE);
        for name in names {
            // Of a name with several values nobody knows which of them is the key.
            let of = |all: &[(&[u8], Range<usize>)]| {
                let mut values = all.iter().filter(|(bound, _)| *bound == name);
                let first = values.next().map(|(_, text)| text.clone());
                first.filter(|_| values.next().is_none())
            };
            found.extend(of(&bound));
            running.extend(of(&or_else));
        }
    }
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

/// Whether what follows such a beginning of a source stands in a text of several lines, which shows how something is used.
fn is_documented(before: &[u8]) -> bool {
    [&b"\"\"\""[..], b"'''"]
        .iter()
        .any(|quotes| memchr::memmem::find_iter(before, quotes).count() % 2 == 1)
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
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let found = used_as_keys(path, text.as_bytes());
        let found: Vec<&str> = found.into_iter().map(|used| &text[used.range]).collect();
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
        check("config.py", "SECRET_KEY = os.getenv('KEY', 'change-me')\n", &["change-me"]);
        let warns = |then: &str| {
            format!(
                "SECRET_KEY = os.getenv('KEY', 'change-me')\nif SECRET_KEY == 'change-me':\n    {then}\n"
            )
        };
        check("config.py", &warns("logger.warning('the default key is used')"), &["change-me"]);
        check("config.py", &warns("raise ValueError('set a key')"), &[]);
        check("config.py", &warns("SECRET_KEY = secrets.token_hex(32)"), &[]);
        check("config.py", &warns("print('no key')\n    sys.exit(1)"), &[]);
        check(
            "a.py",
            "KEY = os.getenv('K', 'your-key')\n\njwt.encode(p, KEY, algorithm='HS256')\n",
            &["your-key"],
        );
        check("a.js", "jwt.sign(user, process.env.KEY || 'change-me')\n", &["change-me"]);
        check(
            "a.py",
            "app.add_middleware(SessionMiddleware, secret_key=os.getenv('KEY', 'dev'))\n",
            &["dev"],
        );
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
    fn a_password_that_a_call_connects_with_is_one_however_it_reads() {
        check(
            "server.js",
            "mongoose.connect(\n  \"mongodb://app:app-password@cluster0.q8x2k.mongodb.net:27017/a\",\n  {})\n",
            &["app-password"],
        );
        check("a.py", "create_engine('postgresql://u:hunter2@db.firm.io/x')\n", &["hunter2"]);
        for text in [
            "mongoose.connect('mongodb://app:app-password@localhost:27017/a')\n",
            "mongoose.connect('mongodb+srv://user:password@cluster0.q8x2k.mongodb.net/a')\n",
            "mongoose.connect('mongodb+srv://user:<password>@cluster0.q8x2k.mongodb.net/a')\n",
            "mongoose.connect(`mongodb+srv://user:${word}@cluster0.q8x2k.mongodb.net/a`)\n",
            "show('mongodb://app:app-password@cluster0.q8x2k.mongodb.net/a')\n",
            "create_engine('postgresql://user:secret@db.example.com/x')\n",
        ] {
            check("a.js", text, &[]);
        }
    }

    #[test]
    fn what_waits_for_a_key_or_comes_from_elsewhere_is_none() {
        for (path, text) in [
            ("config.py", "SECRET_KEY = 'change-me'\n"),
            ("config.py", "SECRET_KEY = os.environ['SECRET_KEY']\n"),
            (
                "config.py",
                "SECRET_KEY = os.getenv('K', 'change-me')\nassert SECRET_KEY != 'change-me'\n",
            ),
            ("config.py", "# SECRET_KEY = 'dance'\n"),
            (
                "a.py",
                "def f():\n    \"\"\"Like this:\n    jwt.decode(token, 'dance')\n    \"\"\"\n",
            ),
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
