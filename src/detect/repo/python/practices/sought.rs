//! Words of code that are looked for in the text of a source, where they may as well stand in a comment.

use super::super::names::words::speaks_of;
use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{Expr, ExprKind, Function};
use super::Found;
use crate::domain::facts::Practice;
use std::collections::BTreeSet;

/// Longest word that is looked for, in bytes: longer ones are messages and prompts.
const LONGEST: usize = 60;
/// Shortest word that may stand for a part of another one, in bytes.
const TELLING: usize = 6;

/// Words of names by which a text is no source.
const NO_SOURCES: &[&str] = &[
    "pdf", "doc", "report", "readme", "markdown", "page", "manifest", "toml", "require", "rubric",
    "prompt", "env", "log", "stdout", "stderr", "error", "message", "url", "reply", "response",
    "argument", "opinion",
];

/// Endings of the names of files.
const FILES: &[&str] =
    &[".py", ".md", ".json", ".toml", ".txt", ".pdf", ".yaml", ".yml", ".lock", ".git"];

/// What was found so far of what is sought, and how else the sources name it.
#[derive(Default)]
pub(super) struct Sought {
    /// Where the words begin that are sought in a text, by their module.
    words: BTreeSet<(usize, usize)>,
    /// The names in all other short texts.
    named: BTreeSet<String>,
}

impl Sought {
    /// Takes in that a word is sought in a text.
    pub(super) fn word(&mut self, module: usize, word: &Expr<'_>) {
        self.words.insert((module, word.span.start));
    }

    /// Takes in a text that stands in the sources, unless it is one of those words.
    pub(super) fn text(&mut self, module: usize, start: usize, text: &str) {
        let known = self.words.contains(&(module, start));
        if text.len() <= LONGEST && !text.contains(char::is_whitespace) && !known {
            self.named.extend(names(text).map(str::to_owned));
        }
    }

    /// Whether nothing but tests of texts names a part of the word, so that nothing of a syntax tree is held against it.
    fn is_alone(&self, word: &str) -> bool {
        let is_part = |name: &str, other: &str| {
            other.len() >= TELLING && name.len() >= TELLING && name.contains(other)
        };
        let is_like = |name: &str, other: &String| {
            name == other || is_part(name, other) || is_part(other, name)
        };
        !names(word).any(|name| self.named.iter().any(|other| is_like(name, other)))
    }
}

/// The names in a word of code: `operator` and `add` in `operator.add`.
fn names(word: &str) -> impl Iterator<Item = &str> {
    let inside = |letter: char| letter.is_alphanumeric() || letter == '_';
    word.split(move |letter| !inside(letter)).filter(|name| !name.is_empty())
}

/// The word that a comparison looks for in the text of a source: `"operator.add" in source`.
pub(super) fn word<'r>(
    repository: &Repository<'r>,
    (function, source): (&Function<'r>, &str),
    (sides, by): (&'r [Expr<'r>], &[&str]),
    at: At,
) -> Option<String> {
    let ([left, right], ["in" | "not in"]) = (sides, by) else { return None };
    let word = left.text().filter(|word| is_code(word))?;
    let text = match &right.kind {
        // Small letters are those of the same text.
        ExprKind::Call(call) if matches!(call.callee_name(), "lower" | "casefold") => {
            match &call.callee.kind {
                ExprKind::Attribute(text, _) => &**text,
                _ => return None,
            }
        }
        _ => right,
    };
    let ExprKind::Name(name) = text.kind else { return None };
    if speaks_of(name, NO_SOURCES) || speaks_of(function.name, NO_SOURCES) {
        return None;
    }
    (is_parsed(source, name) || is_read(repository, text, at)).then_some(word)
}

/// Whether a text is a word of code, and no word of prose nor the name of a file.
fn is_code(word: &str) -> bool {
    let capitals = word.chars().filter(char::is_ascii_uppercase).count();
    let camel = capitals > 1
        && word.starts_with(|first: char| first.is_ascii_uppercase())
        && word.contains(|letter: char| letter.is_ascii_lowercase())
        && word.chars().all(char::is_alphanumeric);
    let dotted = word.contains(['_', '(']) || word.trim_end_matches('.').contains('.');
    let is_file = word.contains('/') || FILES.iter().any(|ending| word.ends_with(ending));
    let plain = !word.contains(char::is_whitespace) && word.len() <= LONGEST && !is_file;
    plain && (camel || dotted) && word.contains(|letter: char| letter.is_ascii_alphabetic())
}

/// Whether the function parses the text of that name as code.
fn is_parsed(source: &str, name: &str) -> bool {
    source.match_indices("ast.parse(").any(|(at, found)| {
        let given = source[at + found.len()..].trim_start();
        given.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with([')', ',']))
    })
}

/// Whether the text is what a file was read for.
fn is_read<'r>(repository: &Repository<'r>, text: &'r Expr<'r>, at: At) -> bool {
    let reads = |value: &Expr<'_>| {
        matches!(&value.kind, ExprKind::Call(call)
            if matches!(call.callee_name(), "read_text" | "read" | "read_file" | "read_source"))
    };
    let other =
        |value: &Expr<'_>| value.last_name().is_some_and(|name| speaks_of(name, NO_SOURCES));
    let of = |origin: &Origin<'r>| match origin {
        Origin::Value(_, value) => value.any(&reads) && !value.any(&other),
        _ => false,
    };
    repository.origins(text, at).iter().any(of)
}

/// Notes the words that nothing but texts are asked for.
pub(super) fn alone(found: &mut Found) {
    let words: Vec<_> = found
        .noted
        .iter()
        .filter(|one| one.fact.practice == Practice::WordSought && !one.fact.in_tests)
        .filter(|one| found.sought.is_alone(&one.fact.by))
        .map(|one| one.fact.clone())
        .collect();
    for fact in words {
        let fact = super::PracticeFact { practice: Practice::OnlyWordSought, ..fact };
        found.noted.push(super::Noted { fact, in_court: false });
    }
}
