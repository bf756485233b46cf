//! Caps that look for words in evidence which the program itself writes where it found no flaw.
//!
//! `if "os.system" in evidence.content` holds as well for the evidence `content="subprocess only; no os.system"`, and
//! for `goal="ensure no os.system", found=not has_os_system`.

mod asked;
mod besides;

use super::super::Hearing;
use super::super::reading::found::Found;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::{has, statements};
use super::alone::STEPS;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Passing, Piece};
use crate::domain::facts::DeniedWords;
use asked::Sought;

/// The fields of evidence that hold its text.
const TEXTS: &[&str] = &["content", "rationale", "description", "details", "summary", "goal"];
/// Parts of words that name a flaw, so that a text which denies them says that all is well.
const FLAWS: &[&str] = &[
    "os.system",
    "os.popen",
    "shell",
    "inject",
    "unsafe",
    "unsaniti",
    "eval",
    "exec",
    "vulnerab",
    "insecure",
    "danger",
    "malicious",
    "hardcoded",
    "security",
];
/// What stands before words to say that the thing is not there.
const DENIES: &[&str] =
    &["no ", "not ", "without ", "never ", "no use of ", "instead of ", "avoids "];

impl<'r> Hearing<'r, '_> {
    /// The words for which a cap of the function looks in evidence, where evidence that the program writes denies them.
    pub(in super::super) fn denied(&self, key: Key, found: &Found<'r>) -> Option<DeniedWords> {
        let mut sought = Vec::new();
        for cap in &found.caps {
            self.sought(key, cap.test, &[], STEPS, &mut sought);
        }
        sought.iter().filter(|one| has(&one.word, FLAWS)).find_map(|one| {
            let (module, value) = self.denial(one)?;
            let modules = &self.repository.modules;
            Some(DeniedWords {
                word: one.word.clone(),
                says: modules[module].written(value.span, 120),
                said: modules[module].place(value.span),
                place: modules[one.key.0].place(one.test.span),
            })
        })
    }

    /// Where evidence is written, and marked as found, in whose fixed text the word is denied.
    fn denial(&self, sought: &Sought<'r>) -> Option<(usize, &'r Expr<'r>)> {
        let mut found = None;
        for (key, part) in &self.court.parts {
            if self.court.module(*key).in_tests {
                continue;
            }
            statements(&part.function.body, &mut |stmt| {
                stmt.walk(&mut |part| {
                    let ExprKind::Call(call) = &part.kind else { return };
                    if found.is_some() || !is_written_as_found(call, &sought.word) {
                        return;
                    }
                    let text = texts(call).into_iter().find_map(|(field, text)| {
                        let is_denial = sought.fields.contains(field)
                            && fixed(text).iter().any(|said| denies(said, sought));
                        is_denial.then_some((key.0, text))
                    });
                    found = text.filter(|_| self.lets_through(sought, call));
                });
            });
        }
        found
    }
}

/// The fields of evidence that hold its text, as a call gives them.
fn texts<'r>(call: &'r Call<'r>) -> Vec<(&'r str, &'r Expr<'r>)> {
    let given = call.args.iter().filter_map(|arg| match arg.passing {
        Passing::Keyword(name) => Some((name, &arg.value)),
        _ => None,
    });
    given.filter(|(name, _)| TEXTS.contains(name)).collect()
}

/// Whether a call writes evidence that is marked as found where the flaw is not there: whatever was looked at, or by
/// `not has_os_system`.
fn is_written_as_found(call: &Call<'_>, word: &str) -> bool {
    if !has(call.callee_name(), &["evidence"]) {
        return false;
    }
    let letters =
        |text: &str| text.replace(|c: char| !c.is_ascii_alphanumeric(), "").to_lowercase();
    call.keyword("found").is_some_and(|found| match &found.kind {
        ExprKind::Bool(true) => true,
        ExprKind::Not(inner) => match inner.kind {
            ExprKind::Name(name) => has(name, FLAWS) || letters(name).contains(&letters(word)),
            _ => false,
        },
        _ => false,
    })
}

/// The pieces of a text that are always in it.
fn fixed(value: &Expr<'_>) -> Vec<String> {
    match &value.kind {
        ExprKind::Str(pieces) => pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Literal(text) => Some(text.clone()),
                Piece::Hole(_) => None,
            })
            .collect(),
        ExprKind::Binary("+", sides) => {
            let mut all = fixed(&sides.0);
            all.extend(fixed(&sides.1));
            all
        }
        _ => Vec::new(),
    }
}

/// Whether a text says that the word is not there.
fn denies(text: &str, sought: &Sought<'_>) -> bool {
    let held = if sought.lowered { text.to_lowercase() } else { text.to_owned() };
    let mut ways = held.match_indices(&sought.word);
    ways.any(|(at, _)| {
        let before = held[..at].to_lowercase();
        DENIES.iter().any(|word| before.ends_with(word))
    })
}
