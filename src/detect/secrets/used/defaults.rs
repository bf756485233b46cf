//! Defaults that are used as keys wherever the environment has none.

use super::{BOUND_OR_ELSE, compiled, has, is_key, over_bytes};
use crate::detect::secrets::{context, line_around};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::Language;
use regex::bytes::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

/// Words by which a program goes on with what it has, after it has said so.
const SAYING: [&str; 4] = ["warn", "log", "print(", "console."];
/// Words by which it does not go on, or not with that.
const REFUSING: [&str; 8] =
    ["raise", "assert", "exit", "throw", "abort", "panic", "token_", "random"];

/// Whether a program goes on with the default at `range`: one that compares its key with it and does more than say so does
/// not.
pub(super) fn runs_with(bytes: &[u8], range: &Range<usize>) -> bool {
    let others = memchr::memmem::find_iter(bytes, &bytes[range.clone()]);
    others.filter(|at| *at != range.start).all(|at| {
        let line = line_around(bytes, at);
        let statement = &bytes[line.clone()];
        let is_asked = ["getenv", "environ"].into_iter().any(|word| has(statement, word));
        // What is part of a longer text is told to somebody, and compared with nothing.
        if is_asked || !is_whole(bytes, at, range.len()) {
            return true;
        }
        let compares = ["==", " is "].into_iter().any(|sign| has(statement, sign));
        let guarded = guarded(bytes, &line);
        let says = |word: &&str| has(&guarded, word);
        compares && SAYING.iter().any(says) && !REFUSING.iter().any(says)
    })
}

/// Whether what stands at `at` is a text by itself, between its quotes.
fn is_whole(bytes: &[u8], at: usize, length: usize) -> bool {
    let quotes =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(|b| b"\"'`".contains(b));
    quotes(at.checked_sub(1)) && quotes(Some(at + length))
}

/// The statement on a line with what stands below it and further in, in small letters.
fn guarded(bytes: &[u8], line: &Range<usize>) -> Vec<u8> {
    let indent = |text: &[u8]| text.len() - text.trim_ascii_start().len();
    let own = indent(&bytes[line.clone()]);
    let below = bytes[line.end..].split(|byte| *byte == b'\n').skip(1);
    let inside = below.take_while(|text| text.trim_ascii().is_empty() || indent(text) > own);
    let mut all = bytes[line.clone()].to_ascii_lowercase();
    for text in inside.take(24) {
        all.push(b'\n');
        all.extend(text.to_ascii_lowercase());
    }
    all
}

/// The ends of the names of fields that hold a key.
const FIELDS: [&str; 4] = ["secret_key", "jwt_secret", "signing_key", "session_secret"];

/// A field of settings that holds a key, and its default.
pub(super) static FIELD: LazyLock<Regex> = LazyLock::new(|| {
    let names = FIELDS.join("|");
    compiled(&format!(
        r#"(?mi)^[ \t]+(\w*(?:{names}))[ \t]*:[ \t]*(?:str|SecretStr)[ \t]*=[ \t]*(?:(?:Field|SecretStr)\([ \t]*(?:default[ \t]*=[ \t]*)?|os\.(?:getenv|environ\.get)\([ \t]*["']\w+["'][ \t]*,[ \t]*)?["']([^"'\n]{{3,120}})["']"#
    ))
});

/// The defaults that some other source signs by, be they of pydantic's settings or of names that are imported; `sources`
/// are all of the tree.
pub(in crate::detect::secrets) fn of_settings(
    path: &str,
    bytes: &[u8],
    sources: &[Source],
) -> Vec<Range<usize>> {
    if Language::of(path) != Some(Language::Python) || context::of(path) == context::Context::Prose
    {
        return Vec::new();
    }
    let is_settings = has(bytes, "BaseSettings");
    let asks = |one: &Captures<'_>| has(&one[0], "os.");
    let found = |pattern: &'static Regex| pattern.captures_iter(bytes);
    let fields = ((is_settings || has(bytes, "os.")) && names_field(bytes)).then(|| found(&FIELD));
    let fields = fields.into_iter().flatten().filter(|one| is_settings || asks(one));
    let names = (asks_environment(bytes) && is_telling(bytes)).then(|| found(&BOUND_OR_ELSE));
    let telling = |one: &Captures<'_>| one.get(1).is_some_and(|name| is_telling(name.as_bytes()));
    let names = names.into_iter().flatten().filter(telling);
    let all = fields.chain(names).filter_map(|one| Some((one.get(1)?, one.get(2)?)));
    all.filter(|(name, value)| {
        let name = String::from_utf8_lossy(name.as_bytes());
        !is_checked(bytes, &name)
            && runs_with(bytes, &value.range())
            && is_key(bytes, &value.range())
            && signs_by(&name, path, sources)
    })
    .map(|(_, value)| value.range())
    .collect()
}

/// Whether a name of a module says that it holds a key.
fn is_telling(name: &[u8]) -> bool {
    ["SECRET", "SIGNING", "JWT_KEY"].into_iter().any(|word| has(name, word))
}

/// Whether a source asks the environment for anything.
fn asks_environment(bytes: &[u8]) -> bool {
    ["getenv", "environ", "process.env"].into_iter().any(|word| has(bytes, word))
}

/// Whether a source has the end of a name of [`FIELD`].
fn names_field(bytes: &[u8]) -> bool {
    let small = bytes.to_ascii_lowercase();
    FIELDS.iter().any(|name| has(&small, name))
}

/// Whether something looks at what a field is given.
fn is_checked(bytes: &[u8], name: &str) -> bool {
    let checks = format!(
        r#"validator\([^)]*["']{}["']|model_validator|root_validator"#,
        regex::escape(name)
    );
    over_bytes(&checks).is_ok_and(|checks| checks.is_match(bytes))
}

/// Whether another source that is no test signs by what has this name.
fn signs_by(name: &str, path: &str, sources: &[Source]) -> bool {
    let signs = format!(
        r"(?s)(?:jwt\.(?:encode|decode)|Serializer|SessionMiddleware|Fernet|hmac\.new)\b.{{0,300}}?\b{}\b",
        regex::escape(name)
    );
    let Ok(signs) = over_bytes(&signs) else { return false };
    sources.iter().any(|source| {
        source.is_python()
            && source.path != path
            && context::of(&source.path) != context::Context::Prose
            && signs.is_match(&source.bytes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(settings: &str, signer: &str, expected: &[&str]) {
        let source = |path: &str, text: &str| Source {
            path: path.into(),
            blob: "b".into(),
            bytes: text.as_bytes().to_vec(),
        };
        let sources = [source("app/config.py", settings), source("app/auth.py", signer)];
        let found = of_settings("app/config.py", settings.as_bytes(), &sources);
        let found: Vec<&str> = found.into_iter().map(|range| &settings[range]).collect();
        assert_eq!(found, expected, "{settings}");
    }

    #[test]
    fn a_default_of_settings_is_a_key_where_something_signs_by_it() {
        let settings = |field: &str| format!("class Settings(BaseSettings):\n    {field}\n");
        let signer = "token = jwt.encode(\n    {'exp': now()},\n    settings.jwt_secret_key,\n    algorithm='HS256')\n";
        for field in [
            "jwt_secret_key: str = 'dev-secret'",
            "jwt_secret_key: str = Field(default='dev-secret', min_length=3)",
            "jwt_secret_key: SecretStr = SecretStr('dev-secret')",
        ] {
            check(&settings(field), signer, &["dev-secret"]);
        }
        check(&settings("jwt_secret_key: str = 'dev-secret'"), "print(settings.name)\n", &[]);
        check(&settings("jwt_secret_key: str = ''"), signer, &[]);
        check(&settings("jwt_secret_key: str"), signer, &[]);
        check(&settings("jwt_secret_key: str = Field(...)"), signer, &[]);
        let checked = "jwt_secret_key: str = 'dev-secret'\n    @field_validator('jwt_secret_key')\n    def strong(cls, v):\n        return v";
        check(&settings(checked), signer, &[]);
        check("class Settings:\n    jwt_secret_key: str = 'dev-secret'\n", signer, &[]);
        let asked = "class Settings:\n    jwt_secret_key: str = os.getenv('KEY', 'dev-secret')\n";
        check(asked, signer, &["dev-secret"]);
        let named = "JWT_SECRET = os.getenv('JWT_SECRET', 'dev-secret')\n";
        check(named, "from config import JWT_SECRET\njwt.encode(p, JWT_SECRET)\n", &["dev-secret"]);
        check(named, "print(JWT_SECRET)\n", &[]);
    }
}
