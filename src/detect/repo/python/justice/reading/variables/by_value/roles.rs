//! What the variables of a function are used for: what is passed on as a score or a dissent is one.

use super::super::terms::{PROSE, SCORE, SPREAD, each_target, has, statements};
use super::Names;
use super::kinds::{Kind, Known};
use crate::detect::repo::python::syntax::{
    Clause, Comprehension, Expr, ExprKind, Function, Passing, StmtKind,
};
use std::collections::BTreeMap;

/// The names that callers give what a function returns, one by one where it is unpacked.
#[derive(Default)]
pub(super) struct Unpacked<'r>(BTreeMap<&'r str, Vec<&'r str>>);

impl<'r> Unpacked<'r> {
    /// Reads the calls in all functions, by the new names of their variables.
    pub(super) fn read(functions: &[&Function<'r>], names: &BTreeMap<usize, Names<'r>>) -> Self {
        let mut unpacked = BTreeMap::new();
        for function in functions {
            let own = names.get(&function.id);
            statements(&function.body, &mut |stmt| {
                let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else {
                    return;
                };
                let ExprKind::Call(call) = &value.kind else { return };
                let given = each_target(targets).into_iter().map(|target| match target.kind {
                    ExprKind::Name(name) => {
                        own.and_then(|own| own.get(name)).copied().unwrap_or(name)
                    }
                    _ => "",
                });
                unpacked.entry(call.callee_name()).or_insert_with(|| given.collect());
            });
        }
        Self(unpacked)
    }
}

/// What the variables are used for.
pub(super) fn roles<'r>(
    function: &Function<'r>,
    unpacked: &Unpacked<'_>,
    known: &Known<'r>,
) -> Known<'r> {
    let mut roles = Known::new();
    let given = unpacked.0.get(function.name);
    statements(&function.body, &mut |stmt| {
        if let (StmtKind::Return(Some(value)), Some(given)) = (&stmt.kind, given) {
            match &value.kind {
                ExprKind::Tuple(items) if items.len() == given.len() => {
                    for (item, name) in items.iter().zip(given) {
                        note(item, name, &mut roles);
                    }
                }
                _ if given.len() == 1 => note(value, given[0], &mut roles),
                _ => {}
            }
        }
        if let StmtKind::For { target, iterable, body, .. } = &stmt.kind {
            hears(target, iterable, &mut roles, |is_score| {
                body.iter().any(|stmt| stmt.any(is_score))
            });
        }
        stmt.walk(&mut |part| passed(part, &mut roles));
    });
    // What a verdict is made of alone is one as well.
    for _ in 0..2 {
        statements(&function.body, &mut |stmt| {
            let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
            for target in targets {
                let ExprKind::Name(name) = target.kind else { continue };
                let role = roles.get(name).copied().or_else(|| role_of(name));
                if let (Some(kind @ (Kind::Final | Kind::Score)), Some(inner)) = (role, held(value))
                    && known.get(inner).is_none_or(|known| *known == Kind::Score)
                {
                    roles.entry(inner).or_insert(kind);
                }
            }
        });
    }
    roles
}

/// The variable that a value is, or is but for rounding and bounds.
fn held<'r>(value: &Expr<'r>) -> Option<&'r str> {
    match &value.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Call(call)
            if matches!(call.callee_name(), "round" | "int" | "float" | "min" | "max") =>
        {
            let mut inner = call
                .args
                .iter()
                .filter(|arg| !matches!(arg.value.kind, ExprKind::Literal(_)))
                .map(|arg| &arg.value);
            let only = inner.next()?;
            held(only).filter(|_| inner.next().is_none())
        }
        _ => None,
    }
}

/// What is passed by name: `final_score=outcome`, `{"dissent_summary": objection}`.
fn passed<'r>(part: &Expr<'r>, roles: &mut Known<'r>) {
    match &part.kind {
        ExprKind::Call(call) => {
            for arg in &call.args {
                if let Passing::Keyword(name) = arg.passing {
                    note(&arg.value, name, roles);
                }
            }
        }
        ExprKind::Dict(pairs) => {
            for (key, value) in pairs {
                if let Some(key) = key.as_ref().and_then(Expr::text) {
                    note(value, &key, roles);
                }
            }
        }
        ExprKind::Comprehension(made) => heard(made, roles),
        _ => {}
    }
}

fn note<'r>(value: &Expr<'r>, name: &str, roles: &mut Known<'r>) {
    let value = match &value.kind {
        ExprKind::Logic("or", sides) => &sides.0,
        _ => value,
    };
    if let (Some(variable), Some(kind)) = (held(value), role_of(name)) {
        roles.entry(variable).or_insert(kind);
    }
}

/// What something of a name is used for.
fn role_of(name: &str) -> Option<Kind> {
    if has(name, &["dissent"]) {
        return Some(Kind::Dissent);
    }
    if has(name, PROSE) {
        return Some(Kind::Prose);
    }
    let is_other =
        has(name, SPREAD) || has(name, &["=scores", "weight", "prosecut", "defen", "tech"]);
    if is_other || !has(name, &["score"]) || !has(name, SCORE) {
        return None;
    }
    Some(if has(name, &["final"]) { Kind::Final } else { Kind::Score })
}

/// What opinions are drawn from: `votes` in `[one.score for one in votes]`.
fn heard<'r>(made: &Comprehension<'r>, roles: &mut Known<'r>) {
    if let Some(Clause::For { target, iterable }) = made.clauses.first() {
        hears(target, iterable, roles, |is_score| made.element.any(is_score));
    }
}

fn hears<'r>(
    target: &Expr<'r>,
    iterable: &Expr<'r>,
    roles: &mut Known<'r>,
    any: impl Fn(&dyn Fn(&Expr<'r>) -> bool) -> bool,
) {
    let (ExprKind::Name(one), ExprKind::Name(list)) = (&target.kind, &iterable.kind) else {
        return;
    };
    let is_score = |part: &Expr<'r>| match &part.kind {
        ExprKind::Attribute(object, "score") => object.is_name(one),
        _ => false,
    };
    if any(&is_score) {
        roles.entry(list).or_insert(Kind::Opinions);
    }
}
