//! Names that guard a way in: what they are bound to is compared with what a request brings, or hashed.

use super::{compiled, form_literal, has, over_bytes};
use regex::bytes::{Captures, Regex};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// What a source is guarded by.
#[derive(Default)]
pub(in crate::detect::secrets) struct Guards<'b> {
    /// The names of what is compared or hashed.
    pub names: BTreeSet<&'b [u8]>,
    /// The texts that stand in the comparison itself.
    pub texts: Vec<Range<usize>>,
}

/// One side of a comparison: a name with what is taken from it, or a text.
macro_rules! side {
    () => {
        r#"(b?["'][^"'\n]{3,120}["']|[A-Za-z_]\w*(?:\.\w+|\[[^\]\n]{1,60}\]|\([^()\n]{0,80}\))*)"#
    };
}

/// Two sides that are compared.
static COMPARED: LazyLock<Regex> =
    LazyLock::new(|| compiled(concat!(side!(), r"[ \t]*[!=]==?[ \t]*", side!())));

/// Two sides that are compared in a time that tells nothing.
static DIGESTS: LazyLock<Regex> = LazyLock::new(|| {
    compiled(concat!(
        r"\bcompare_digest\([ \t\r\n]*",
        side!(),
        r"[ \t\r\n]*,[ \t\r\n]*",
        side!(),
        r"[ \t\r\n]*,?[ \t\r\n]*\)"
    ))
});

/// A name that something is hashed or encrypted by.
static HASHED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"\b(?:hashlib\.\w+\(|hmac\.new\([ \t\r\n]*(?:key[ \t]*=[ \t]*)?|Fernet\(|pbkdf2_hmac\([^,\n]{1,40},|createHmac\([^,\n]{1,40},)[ \t\r\n]*(?:\w+\.)*([A-Za-z_]\w*)(?:\.encode\([^()\n]{0,40}\))?[ \t\r\n]*[,)]",
    )
});

/// What a request brings, by the words that frameworks have for it.
static BROUGHT: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"\b(?:request|req)\b|\bheaders?\b|\bcookies\b|^(?:body|payload|credentials|creds|form|form_data)\.",
    )
});

/// A name that holds a key, at the end of a way to it.
static HELD: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"^(?:\w+\.)*?([A-Za-z_]\w*)(?:\.(?:encode|strip|get_secret_value|trim)\([^()]*\))*$")
});

/// A word that a side asks for in brackets.
static ASKED: LazyLock<Regex> = LazyLock::new(|| compiled(r#"["']([\w-]+)["'][^"']*[\])]$"#));

/// All of them.
pub(super) static FORMS: [&LazyLock<Regex>; 6] =
    [&COMPARED, &DIGESTS, &HASHED, &BROUGHT, &HELD, &ASKED];

/// The ends of names that say they hold a key, in small letters and without anything between the words.
const TELLING: [&str; 24] = [
    "apikey",
    "accesskey",
    "adminkey",
    "authkey",
    "masterkey",
    "internalkey",
    "servicekey",
    "privatekey",
    "sharedkey",
    "signingkey",
    "encryptionkey",
    "webhookkey",
    "secretkey",
    "secret",
    "secrettoken",
    "apitoken",
    "accesstoken",
    "admintoken",
    "authtoken",
    "bearertoken",
    "password",
    "passwd",
    "passcode",
    "passphrase",
];

/// Whether a name says that it holds a key or a password.
pub(in crate::detect::secrets) fn is_telling(name: &[u8]) -> bool {
    let letters = letters(name);
    TELLING.iter().any(|word| letters.ends_with(word.as_bytes()))
}

/// Whether any name there may say that it holds a key or a password.
fn may_tell(part: &[u8]) -> bool {
    let letters = letters(part);
    TELLING.iter().any(|word| memchr::memmem::find(&letters, word.as_bytes()).is_some())
}

/// Letters and digits, in small letters, without anything between them.
fn letters(text: &[u8]) -> Vec<u8> {
    text.iter().filter(|b| b.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect()
}

/// How far behind the beginning of a call its key may stand.
const CALL: usize = 400;

/// What the source is guarded by. Most sources have none of the words, and what takes longer is left out for them.
pub(in crate::detect::secrets) fn guards(bytes: &[u8]) -> Guards<'_> {
    let mut all = Guards::default();
    let has = |word: &str| has(bytes, word);
    let calls_with_key = |word: &str| {
        memchr::memmem::find_iter(bytes, word)
            .any(|at| may_tell(&bytes[at..bytes.len().min(at + CALL)]))
    };
    if ["hashlib", "hmac", "Fernet", "createHmac"].into_iter().any(calls_with_key) {
        let names = HASHED.captures_iter(bytes).filter_map(|one| Some(one.get(1)?.as_bytes()));
        all.names.extend(names.filter(|name| is_telling(name)));
    }
    if has("compare_digest") {
        DIGESTS.captures_iter(bytes).for_each(|one| all.take(&one, |_| true, |_| true));
    }
    let asks = ["request", "req.", "Header", "headers", "Security(", "credentials"];
    let compares_key = |line: &[u8]| is_compared(line) && may_tell(line);
    if asks.iter().any(|word| has(word)) && bytes.split(|byte| *byte == b'\n').any(compares_key) {
        let brings = |side: &[u8]| is_brought(bytes, side);
        let varied = |text: &[u8]| text.iter().any(u8::is_ascii_digit);
        COMPARED.captures_iter(bytes).for_each(|one| all.take(&one, brings, varied));
    }
    all
}

/// Whether a line asks if something is, or is not, the same.
fn is_compared(line: &[u8]) -> bool {
    has(line, "==") || has(line, "!=")
}

impl<'b> Guards<'b> {
    /// Takes what two sides say of a guard, where the other side is one that counts.
    fn take(
        &mut self,
        sides: &Captures<'b>,
        counts: impl Fn(&[u8]) -> bool,
        is_text: impl Fn(&[u8]) -> bool,
    ) {
        let (Some(left), Some(right)) = (sides.get(1), sides.get(2)) else { return };
        for (side, other) in [(left, right), (right, left)] {
            if let Some(text) = form_literal(&side) {
                // What a text is compared with says whether it is a password.
                let is_asked = last_word(other.as_bytes()).is_some_and(is_telling);
                let value = &side.as_bytes()[text.start - side.start()..text.end - side.start()];
                if is_asked && counts(other.as_bytes()) && is_text(value) {
                    self.texts.push(text);
                }
            } else if form_literal(&other).is_none()
                && !BROUGHT.is_match(side.as_bytes())
                && let Some(name) = held(side.as_bytes()).filter(|name| is_telling(name))
                && held(other.as_bytes()) != Some(name)
                && counts(other.as_bytes())
            {
                self.names.insert(name);
            }
        }
    }
}

/// The name that holds the key: the last of a way to it, without the call that makes bytes of it.
fn held(side: &[u8]) -> Option<&[u8]> {
    Some(HELD.captures(side)?.get(1)?.as_bytes())
}

/// The word that says what a side asks for: `password` of `request.form["password"]` and of `credentials.password.encode()`.
fn last_word(side: &[u8]) -> Option<&[u8]> {
    held(side).or_else(|| Some(ASKED.captures(side)?.get(1)?.as_bytes()))
}

/// Whether a side is what a request brings, by itself or by what the source binds it to.
fn is_brought(bytes: &[u8], side: &[u8]) -> bool {
    if BROUGHT.is_match(side) {
        return true;
    }
    let is_name = side.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let Some(name) = std::str::from_utf8(side).ok().filter(|_| is_name) else { return false };
    let asked = r"(?:Header|Query|Cookie|Security|Form|Body)\(|\b(?:request|req)\.|\bheaders\b";
    let bound = format!(
        r"(?m)(?:^|[\s(,]){name}[ \t]*(?::[^=,\n]{{1,60}})?=[ \t]*[^\n=]{{0,60}}?(?:{asked})|(?:^|[\s(,]){name}[ \t]*:[ \t]*Annotated\[[^\n]{{0,80}}(?:{asked})|\{{[^{{}}\n]{{0,80}}\b{name}\b[^{{}}\n]{{0,80}}\}}[ \t]*=[ \t]*(?:await[ \t]+)?req(?:uest)?\."
    );
    over_bytes(&bound).is_ok_and(|bound| bound.is_match(bytes))
}

/// Whether a text says no more than what it would stand for, such as the name of a header or of a field.
pub(in crate::detect::secrets) fn is_bare(value: &[u8]) -> bool {
    const WORDS: [&[u8]; 14] = [
        b"passphrase",
        b"password",
        b"passwd",
        b"passcode",
        b"secret",
        b"token",
        b"bearer",
        b"access",
        b"header",
        b"auth",
        b"pass",
        b"user",
        b"api",
        b"key",
    ];
    const ALONE: [&[u8]; 4] = [b"", b"x", b"my", b"the"];
    let mut letters = letters(value);
    for word in WORDS {
        while let Some(at) = memchr::memmem::find(&letters, word) {
            letters.drain(at..at + word.len());
        }
    }
    ALONE.contains(&letters.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, names: &[&str], texts: &[&str]) {
        let found = guards(source.as_bytes());
        let held: Vec<&str> =
            found.names.iter().map(|name| std::str::from_utf8(name).unwrap()).collect();
        let spelled: Vec<&str> = found.texts.iter().map(|range| &source[range.clone()]).collect();
        assert_eq!((held.as_slice(), spelled.as_slice()), (names, texts), "{source}");
    }

    #[test]
    fn what_is_compared_with_a_request_or_hashed_guards_a_way_in() {
        check("def f(key: str = Header(None)):\n    if key != API_KEY:\n", &["API_KEY"], &[]);
        check("def f(key: Annotated[str, Header()]):\n    if API_KEY == key:\n", &["API_KEY"], &[]);
        check("if request.headers.get('X-Key') == settings.API_KEY:\n", &["API_KEY"], &[]);
        check("if (req.headers['x-key'] !== adminPassword) {\n", &["adminPassword"], &[]);
        check("const { password } = req.body\nif (password === SECRET)\n", &["SECRET"], &[]);
        check(
            "ok = hmac.compare_digest(given, ADMIN_PASSWORD.encode())\n",
            &["ADMIN_PASSWORD"],
            &[],
        );
        check("a = hashlib.sha256(API_KEY.encode()).hexdigest()\n", &["API_KEY"], &[]);
        check("if request.form['password'] == 'admin123':\n", &[], &["admin123"]);
        check("secrets.compare_digest(credentials.password, 'swordfish')\n", &[], &["swordfish"]);
    }

    #[test]
    fn what_no_request_brings_and_what_holds_no_key_guards_nothing() {
        for source in [
            "import requests\nif token == END_TOKEN:\n    pass\n",
            "if given == API_KEY:\n    pass\n",
            "def f(x: str = Header(None)):\n    if kind == API_KEY:\n",
            "if request.method == POST:\n",
            "hashlib.sha256(text.encode())\n",
            "if request.form['user'] == 'admin123':\n",
            "if request.form['password'] == 'none':\n",
            "secrets.compare_digest(credentials.username, 'admin')\n",
        ] {
            check(source, &[], &[]);
        }
        assert!(is_bare(b"X-API-Key") && is_bare(b"password") && is_bare(b"my-secret-token"));
        assert!(!is_bare(b"1122332211") && !is_bare(b"app_password"));
    }
}
