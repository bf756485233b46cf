//! Names in capitals and names of decorators, wherever in the tree they stand: what is missing here surely stands
//! nowhere.

use super::vocabulary::base;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{Lines, MarkFact};
use memchr::{memchr_iter, memchr2_iter};
use std::collections::BTreeMap;

/// Most names that are told: a tree with more holds data.
const NAMES: usize = 6_000;
/// Most letters of a name.
const LONGEST: usize = 80;
/// Endings of files that are written for readers.
const TOLD: &[&str] = &["adoc", "htm", "html", "md", "mdx", "rst", "tex", "txt"];

/// All of them, sorted by name; nothing where there are too many.
#[must_use]
pub fn marks(sources: &[Source]) -> Option<Vec<MarkFact>> {
    let mut found: BTreeMap<String, MarkFact> = BTreeMap::new();
    for source in sources {
        let name = base(&source.path);
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let is_told = TOLD.contains(&ending) && !name.contains("requirement");
        let text = source.text();
        let mut end = 0;
        for at in memchr2_iter(b'_', b'@', text.as_bytes()) {
            let Some(range) = (at >= end).then(|| name_at(&text, at)).flatten() else { continue };
            end = range.end;
            let name = &text[range.clone()];
            let known = found.get(name);
            if known.is_some_and(|known| is_told || !known.only_told) {
                continue;
            }
            let line = memchr_iter(b'\n', &text.as_bytes()[..range.start]).count() + 1;
            let line = u32::try_from(line).unwrap_or(u32::MAX);
            let place = Lines::new(&source.path, &source.blob, line, line);
            let name = name.to_owned();
            found.insert(name.clone(), MarkFact { name, only_told: is_told, place });
        }
        if found.len() > NAMES {
            return None;
        }
    }
    Some(found.into_values().collect())
}

/// The name that a sign at this place belongs to, if it is one of these.
fn name_at(text: &str, at: usize) -> Option<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let inside = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if bytes[at] == b'@' {
        let begins =
            at.checked_sub(1).is_none_or(|before| !inside(&bytes[before]) && bytes[before] != b'.');
        let part = |byte: &u8| inside(byte) || *byte == b'.';
        let length = bytes[at + 1..].iter().take_while(|byte| part(byte)).count();
        let length = text[at + 1..at + 1 + length].trim_end_matches('.').len();
        let named = bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic);
        return (begins && named && length < LONGEST).then_some(at..at + 1 + length);
    }
    let before = bytes[..at].iter().rev().take(LONGEST).take_while(|byte| inside(byte)).count();
    let after = bytes[at..].iter().take(LONGEST).take_while(|byte| inside(byte)).count();
    let range = at - before..at + after;
    is_constant(&text[range.clone()]).then_some(range)
}

/// Whether a name is of several words in capitals.
pub(in crate::detect) fn is_constant(name: &str) -> bool {
    let inner = name.trim_matches('_');
    inner.len() > 3
        && inner.len() < LONGEST
        && inner.contains('_')
        && inner.starts_with(|first: char| first.is_ascii_uppercase())
        && !inner.bytes().any(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_where_code_has_them_and_otherwise_where_texts_do() {
        let source = |path: &str, text: &str| Source {
            path: path.into(),
            blob: "b".into(),
            bytes: text.as_bytes().to_vec(),
        };
        let found = marks(&[
            source(
                "a.py",
                "# MAX_ROUNDS\nx = os.getenv('APP_KEY')\n@app.get('/a')\n@retry\nmail = 'a@example.org'\n_a_b = A__B\n",
            ),
            source("README.md", "Set APP_KEY and OLD_KEY.\n"),
            source(".env.example", "OLD_KEY=1\n"),
        ]);
        let found = found.expect("they are few");
        let shown: Vec<_> =
            found.iter().map(|one| (&*one.name, one.only_told, one.place.to_string())).collect();
        let expected = [
            ("@app.get", false, "a.py:3"),
            ("@retry", false, "a.py:4"),
            ("APP_KEY", false, "a.py:2"),
            ("A__B", false, "a.py:6"),
            ("MAX_ROUNDS", false, "a.py:1"),
            ("OLD_KEY", false, ".env.example:1"),
        ];
        assert_eq!(shown, expected.map(|(name, told, place)| (name, told, place.to_owned())));
        let told = marks(&[source("README.md", "Set APP_KEY.\n")]).expect("they are few");
        assert!(told[0].only_told);
    }
}
