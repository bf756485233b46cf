//! Caps for flaws that hold where a detective found nothing, whatever the reason: evidence that says `found=False` because
//! nothing could be looked at brings them about as well.

use super::super::Hearing;
use super::super::reading::found::{Cap, Found};
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::{speaks, statements};
use super::alone::assigned;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Passing, Stmt, StmtKind};
use crate::domain::facts::UnconfirmedFlaw;

/// Fields of evidence that tell why something was not found, or how sure that is.
const TELLING: &[&str] = &[
    "content",
    "rationale",
    "tags",
    "tag",
    "confidence",
    "error",
    "status",
    "details",
    "metadata",
];
/// What a flag stands for.
const STEPS: usize = 4;

impl<'r> Hearing<'r, '_> {
    /// The evidence that all caps of a function ask no more of than that it was not found, where a handler of a failure
    /// writes it so.
    pub(in super::super) fn unconfirmed(
        &self,
        key: Key,
        found: &Found<'r>,
    ) -> Option<UnconfirmedFlaw> {
        if found.unseen || !found.rows.is_empty() {
            return None;
        }
        // What another cap raised a flag for asks no more than that one.
        let caps = found.caps.iter().filter(|cap| !self.is_flagged(key, cap, found));
        let caps = caps.map(|cap| self.unfound_in(key, cap));
        let caps: Vec<(String, &Cap<'r>)> = caps.collect::<Option<_>>()?;
        let (evidence, cap) = caps.first()?;
        let written = self.failing(evidence)?;
        Some(UnconfirmedFlaw {
            evidence: evidence.clone(),
            written,
            place: self.court.module(key).place(cap.test.span),
        })
    }

    /// The name under which a cap looks up the evidence that it wants not to be found, where it asks nothing else of it.
    fn unfound_in<'c>(&self, key: Key, cap: &'c Cap<'r>) -> Option<(String, &'c Cap<'r>)> {
        let mut parts = Vec::new();
        self.conjuncts(key, cap.test, STEPS, &mut parts);
        let object = parts.iter().find_map(|part| unfound(part))?;
        let name = self.looked_up_as(key, object)?;
        let is_it = |value: &Expr<'r>| self.looked_up_as(key, value).as_ref() == Some(&name);
        let tells = |part: &Expr<'r>| match &part.kind {
            ExprKind::Attribute(of, field) => TELLING.contains(field) && is_it(of),
            ExprKind::Call(call) => call.args.iter().any(|arg| is_it(&arg.value)),
            _ => false,
        };
        (!parts.iter().any(|part| part.any(&tells))).then_some((name, cap))
    }

    /// Whether a cap asks for a flag alone that nothing but the blocks of other caps sets.
    fn is_flagged(&self, key: Key, cap: &Cap<'r>, found: &Found<'r>) -> bool {
        let ExprKind::Name(flag) = cap.test.kind else { return false };
        let given = assigned(self.function(key), flag);
        let is_within = |value: &&Expr<'r>| {
            let mut others = found.caps.iter().filter(|other| !std::ptr::eq(*other, cap));
            others.any(|other| other.body.iter().any(|stmt| stmt.span.holds(value.span)))
        };
        let is_true = |value: &&&Expr<'r>| matches!(value.kind, ExprKind::Bool(true));
        given.iter().any(|value| matches!(value.kind, ExprKind::Bool(true)))
            && given.iter().all(|value| matches!(value.kind, ExprKind::Bool(_)))
            && given.iter().filter(is_true).all(is_within)
    }

    /// The conditions that all have to hold, flags for what they stand for.
    fn conjuncts(&self, key: Key, test: &'r Expr<'r>, steps: usize, parts: &mut Vec<&'r Expr<'r>>) {
        match &test.kind {
            ExprKind::Logic("and", sides) => {
                self.conjuncts(key, &sides.0, steps, parts);
                self.conjuncts(key, &sides.1, steps, parts);
            }
            ExprKind::Name(flag) if steps > 0 => match assigned(self.function(key), flag)[..] {
                [value] => self.conjuncts(key, value, steps - 1, parts),
                _ => parts.push(test),
            },
            _ => parts.push(test),
        }
    }

    /// The text under which evidence is looked up that a value is: `state["evidences"].get("scan")`, and the variable that
    /// is set to it, or goes through it.
    fn looked_up_as(&self, key: Key, value: &Expr<'r>) -> Option<String> {
        let by = |value: &Expr<'r>| match &value.kind {
            ExprKind::Subscript(object, indices) => {
                indices.first().and_then(Expr::text).filter(|_| is_store(object))
            }
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, "get") => {
                    call.position(0).and_then(Expr::text).filter(|_| is_store(object))
                }
                _ => None,
            },
            _ => None,
        };
        let ExprKind::Name(name) = value.kind else { return by(value) };
        let function = self.function(key);
        let mut from = assigned(function, name);
        statements(&function.body, &mut |stmt| {
            if let StmtKind::For { target, iterable, .. } = &stmt.kind
                && target.is_name(name)
            {
                from.push(iterable);
            }
        });
        match from[..] {
            [value] => by(value),
            _ => None,
        }
    }

    /// Where a handler of a failure writes evidence of this name that was not found, and something else writes it otherwise.
    fn failing(&self, evidence: &str) -> Option<crate::domain::facts::Lines> {
        let mut failing = None;
        let mut otherwise = false;
        for module in self.repository.program() {
            Stmt::each(&module.syntax.body, &mut |stmt| {
                if let StmtKind::Try { handlers, .. } = &stmt.kind {
                    for handler in handlers {
                        each_made(&handler.body, evidence, &mut |part, is_found| {
                            if is_found == Some(false) && failing.is_none() {
                                failing = Some(module.place(part.span));
                            }
                        });
                    }
                }
            });
            each_made(&module.syntax.body, evidence, &mut |_, is_found| {
                otherwise |= is_found != Some(false);
            });
        }
        failing.filter(|_| otherwise)
    }
}

/// Shows what makes evidence of this name, and whether it is said to be found, where that is written there.
fn each_made<'r>(
    body: &'r [Stmt<'r>],
    evidence: &str,
    see: &mut dyn FnMut(&'r Expr<'r>, Option<bool>),
) {
    let is_named = |call: &Call<'_>| {
        call.args.iter().any(|arg| {
            matches!(arg.passing, Passing::Keyword("id" | "key" | "name" | "evidence_id"))
                && arg.value.text().as_deref() == Some(evidence)
        })
    };
    let found = |call: &'r Call<'r>| {
        call.keyword("found").map(|value| match value.kind {
            ExprKind::Bool(found) => Some(found),
            _ => None,
        })
    };
    Stmt::each(body, &mut |stmt| {
        stmt.walk(&mut |part| match &part.kind {
            ExprKind::Call(call) if is_named(call) => {
                if let Some(is_found) = found(call) {
                    see(part, is_found);
                }
            }
            // `{"scan": [Evidence(found=False, …)]}`
            ExprKind::Dict(pairs) => {
                let ours = pairs.iter().filter(|(key, _)| {
                    key.as_ref().and_then(Expr::text).as_deref() == Some(evidence)
                });
                for (_, value) in ours {
                    value.each(&mut |part| {
                        if let ExprKind::Call(call) = &part.kind
                            && let Some(is_found) = found(call)
                        {
                            see(part, is_found);
                        }
                    });
                }
            }
            _ => {}
        });
    });
}

/// What a condition says was not found: `not scan.found`, `scan.found is False`.
fn unfound<'r>(test: &'r Expr<'r>) -> Option<&'r Expr<'r>> {
    let of = |value: &'r Expr<'r>| match &value.kind {
        ExprKind::Attribute(object, "found") => Some(&**object),
        _ => None,
    };
    match &test.kind {
        ExprKind::Not(inner) => of(inner),
        ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
            ([value, Expr { kind: ExprKind::Bool(false), .. }], ["is" | "=="]) => of(value),
            _ => None,
        },
        _ => None,
    }
}

/// Whether evidence is kept in it, by its name.
fn is_store(value: &Expr<'_>) -> bool {
    speaks(value, &["evidenc", "finding"])
}
