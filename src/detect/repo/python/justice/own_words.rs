//! Caps that look for words in evidence which the program itself writes where it found no flaw.
//!
//! `if "os.system" in evidence.content` holds as well for the evidence `content="subprocess only; no os.system"`.

use super::super::syntax::{Call, Expr, ExprKind, Passing, Piece, Stmt, StmtKind};
use super::Hearing;
use super::alone::{STEPS, assigned};
use super::court::Key;
use super::found::Found;
use super::terms::{has, speaks, statements};
use crate::domain::facts::DeniedWords;

/// The fields of evidence that hold its text.
const TEXTS: &[&str] = &["content", "rationale", "description", "details", "summary"];
/// What stands before words to say that the thing is not there.
const DENIES: &[&str] =
    &["no ", "not ", "without ", "never ", "no use of ", "instead of ", "avoids "];

/// A text that is looked for.
struct Sought<'r> {
    word: String,
    /// Whether upper and lower case are the same.
    lowered: bool,
    test: &'r Expr<'r>,
    key: Key,
}

impl<'r> Hearing<'r, '_> {
    /// The words for which a cap of the function looks in evidence, where evidence that the program writes denies them.
    pub(super) fn denied(&self, key: Key, found: &Found<'r>) -> Option<DeniedWords> {
        let mut sought = Vec::new();
        for cap in &found.caps {
            self.sought(key, cap.test, STEPS, &mut sought);
        }
        sought.iter().find_map(|one| {
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

    /// Collects the texts that a condition looks for in evidence, also by what it calls.
    fn sought(&self, key: Key, test: &'r Expr<'r>, steps: usize, sought: &mut Vec<Sought<'r>>) {
        let Some(steps) = steps.checked_sub(1) else { return };
        match &test.kind {
            ExprKind::Logic(_, sides) => {
                self.sought(key, &sides.0, steps + 1, sought);
                self.sought(key, &sides.1, steps + 1, sought);
            }
            ExprKind::Compare(sides, operators) => {
                if let ([word, words], ["in"]) = (sides.as_slice(), operators.as_slice())
                    && let Some(word) = word.text()
                    && self.is_of_evidence(key, words, STEPS)
                {
                    let lowered = lowers(words);
                    sought.push(Sought { word, lowered, test, key });
                }
            }
            ExprKind::Call(call) => {
                for helper in self.run_by(key, call).iter().filter(|one| self.reached.contains(one))
                {
                    for test in self.yes(*helper) {
                        self.sought(*helper, test, steps, sought);
                    }
                }
            }
            ExprKind::Name(name) => {
                for value in assigned(self.function(key), name) {
                    self.sought(key, value, steps, sought);
                }
            }
            _ => {}
        }
    }

    /// The conditions under which a function says yes by one of them alone.
    fn yes(&self, key: Key) -> Vec<&'r Expr<'r>> {
        let mut found = Vec::new();
        statements(&self.function(key).body, &mut |stmt| {
            if let StmtKind::If { branches, .. } = &stmt.kind {
                let says = |stmt: &Stmt<'_>| {
                    matches!(&stmt.kind, StmtKind::Return(Some(value))
                        if matches!(value.kind, ExprKind::Bool(true)))
                };
                let ours = branches.iter().filter(|(_, body)| body.first().is_some_and(says));
                found.extend(ours.map(|(test, _)| test));
            }
        });
        found
    }

    /// Whether a text is made of what evidence says.
    fn is_of_evidence(&self, key: Key, words: &'r Expr<'r>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        if self.names_words(key, words, STEPS) {
            return false;
        }
        words.any(&|part| match &part.kind {
            ExprKind::Attribute(object, name) => {
                TEXTS.contains(name) && !speaks(object, &["opinion", "=op", "judge", "rubric"])
            }
            ExprKind::Name(name) => {
                let mut given = assigned(self.function(key), name).into_iter();
                given.any(|value| self.is_of_evidence(key, value, steps))
            }
            _ => false,
        })
    }

    /// Where evidence is written, and marked as found, in whose fixed text the word is denied.
    fn denial(&self, sought: &Sought<'_>) -> Option<(usize, &'r Expr<'r>)> {
        let mut found = None;
        for (key, part) in &self.court.parts {
            if self.court.module(*key).in_tests {
                continue;
            }
            statements(&part.function.body, &mut |stmt| {
                for value in stmt.expressions() {
                    value.each(&mut |part| {
                        let ExprKind::Call(call) = &part.kind else { return };
                        let text = written(call).into_iter().find_map(|text| {
                            let is_denial = fixed(text).iter().any(|said| denies(said, sought));
                            is_denial.then_some((key.0, text))
                        });
                        if found.is_none() {
                            found = text;
                        }
                    });
                }
            });
        }
        found
    }
}

/// The texts of evidence that is marked as found, whatever was looked at.
fn written<'r>(call: &'r Call<'r>) -> Vec<&'r Expr<'r>> {
    let given = || {
        call.args.iter().filter_map(|arg| match arg.passing {
            Passing::Keyword(name) => Some((name, &arg.value)),
            _ => None,
        })
    };
    let is_found =
        given().any(|(name, value)| name == "found" && matches!(value.kind, ExprKind::Bool(true)));
    if !is_found || !has(call.callee_name(), &["evidence"]) {
        return Vec::new();
    }
    given().filter(|(name, _)| TEXTS.contains(name)).map(|(_, value)| value).collect()
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

fn lowers(value: &Expr<'_>) -> bool {
    value.any(&|part| {
        matches!(&part.kind, ExprKind::Call(call) if matches!(call.callee_name(), "lower" | "casefold"))
    })
}
