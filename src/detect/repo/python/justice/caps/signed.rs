//! Caps that ask for a judge by a name with which no opinion is signed.

use super::super::Hearing;
use super::super::reading::found::Found;
use super::super::reading::functions::court::Key;
use super::alone::looked_up;
use crate::detect::repo::python::prompts::persona_in;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Passing, Span, Stmt, StmtKind};
use crate::domain::facts::{Lines, UnsignedJudge};

/// What opinions keep the name of their judge under.
const SEATS: &[&str] = &["judge", "judge_name"];

impl<'r> Hearing<'r, '_> {
    /// The judge that every cap of the function asks for, where opinions are signed otherwise.
    pub(in super::super) fn unsigned(&self, key: Key, found: &Found<'r>) -> Option<UnsignedJudge> {
        if found.unseen {
            return None;
        }
        let mut all = found.caps.iter().map(|cap| {
            let mut names = Vec::new();
            asked(cap.test, &mut names);
            let (name, signed, at) = names.into_iter().find_map(|name| self.otherwise(name))?;
            let place = self.court.module(key).place(cap.place);
            let is_elsewhere = is_named_elsewhere(self.repository, &name, &|_, _| false);
            Some(UnsignedJudge { name, signed, signed_at: at, is_elsewhere, place })
        });
        let first = all.next()??;
        all.all(|one| one.is_some()).then_some(first)
    }

    /// What the same judge's opinions are signed with, where that is another name.
    fn otherwise(&self, name: String) -> Option<(String, String, Lines)> {
        let persona = persona_in(&name)?;
        let mut signed = signatures(self.repository);
        if signed.iter().any(|(known, _)| *known == name) {
            return None;
        }
        signed.retain(|(known, _)| persona_in(known) == Some(persona));
        let (known, at) = signed.into_iter().next()?;
        Some((name, known, at))
    }
}

/// The names of judges that a condition asks for, whatever else it asks.
fn asked(test: &Expr<'_>, names: &mut Vec<String>) {
    match &test.kind {
        ExprKind::Logic("and", sides) => {
            asked(&sides.0, names);
            asked(&sides.1, names);
        }
        ExprKind::Compare(sides, operators) if operators.as_slice() == ["=="] => {
            if let [one, other] = sides.as_slice() {
                let name = |left, right: &Expr<'_>| is_seat(left).then(|| right.text()).flatten();
                names.extend(name(one, other).or_else(|| name(other, one)));
            }
        }
        _ => {}
    }
}

/// `opinion.judge`, `opinion["judge"]`, `getattr(opinion, "judge", "")`.
fn is_seat(value: &Expr<'_>) -> bool {
    let named = |key: Option<&Expr<'_>>| {
        key.and_then(Expr::text).is_some_and(|key| SEATS.contains(&key.as_str()))
    };
    match &value.kind {
        ExprKind::Attribute(_, name) => SEATS.contains(name),
        ExprKind::Subscript(_, indices) => named(indices.first()),
        ExprKind::Call(call) if call.callee_name() == "get" => named(call.position(0)),
        _ => looked_up(value).is_some_and(|(_, name)| SEATS.contains(&name.as_str())),
    }
}

/// The names that opinions are given outside the tests.
fn signatures(repository: &Repository<'_>) -> Vec<(String, Lines)> {
    let mut found = Vec::new();
    for module in repository.program() {
        let mut sign = |value: &Expr<'_>| {
            found.extend(value.text().map(|name| (name, module.place(value.span))));
        };
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
                && targets.iter().any(is_seat)
            {
                sign(value);
            }
            stmt.walk(&mut |part| match &part.kind {
                ExprKind::Call(call) => {
                    for arg in &call.args {
                        if matches!(arg.passing, Passing::Keyword(name) if SEATS.contains(&name)) {
                            sign(&arg.value);
                        }
                    }
                }
                ExprKind::Dict(pairs) => {
                    for (key, value) in pairs {
                        let key = key.as_ref().and_then(Expr::text).unwrap_or_default();
                        if SEATS.contains(&key.as_str()) {
                            sign(value);
                        }
                    }
                }
                _ => {}
            });
        });
    }
    found
}

/// Tells what stands in that part of a module.
pub(in super::super) fn own_words(module: usize, own: Span) -> impl Fn(usize, Span) -> bool {
    move |other, span| other == module && own.holds(span)
}

/// Whether a name stands in a text, or is an attribute, outside of tests, of documentation, of what it is compared with,
/// and of what `left_out` tells.
pub(in super::super) fn is_named_elsewhere(
    repository: &Repository<'_>,
    name: &str,
    left_out: &dyn Fn(usize, Span) -> bool,
) -> bool {
    let mut found = false;
    for (index, module) in repository.modules.iter().enumerate() {
        if module.in_tests || !module.text.contains(name) {
            continue;
        }
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if matches!(&stmt.kind, StmtKind::Expr(Expr { kind: ExprKind::Str(_), .. })) {
                return;
            }
            for value in stmt.expressions() {
                found |= says(value, name, &|span| left_out(index, span));
            }
        });
    }
    found
}

fn says(value: &Expr<'_>, name: &str, left_out: &dyn Fn(Span) -> bool) -> bool {
    if left_out(value.span) {
        return false;
    }
    let here = match &value.kind {
        ExprKind::Str(_) => value.template().is_some_and(|text| text.contains(name)),
        ExprKind::Attribute(_, attribute) => *attribute == name,
        _ => false,
    };
    let is_compared = |part: &Expr<'_>| {
        matches!(value.kind, ExprKind::Compare(..)) && part.text().is_some_and(|text| text == name)
    };
    here || value.parts().into_iter().any(|part| !is_compared(part) && says(part, name, left_out))
}
