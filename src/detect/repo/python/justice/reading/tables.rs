//! Tables of rules: rows of a condition and of what is done where it holds, gone through one by
//! one.

use super::functions::court::{Court, Key};
use super::variables::terms::statements;
use crate::detect::repo::python::repository::{At, Origin};
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, StmtKind};

/// What stands in a row: a function, or a value that is worked out of a lambda's parameters.
#[derive(Clone, Copy)]
pub(super) enum Step<'r> {
    Function(Key),
    Value(&'r Expr<'r>),
}

/// A condition and what follows where it holds.
pub(super) struct Row<'r> {
    pub when: Step<'r>,
    pub then: Step<'r>,
}

/// By what a loop names a part of a row.
enum Member {
    Index(usize),
    Field(String),
}

/// The rows that the function `key` goes through, in their order.
pub(super) fn rows<'r>(court: &Court<'r, '_>, key: Key) -> Vec<Row<'r>> {
    let mut rows = Vec::new();
    let Some(part) = court.parts.get(&key) else { return rows };
    statements(&part.function.body, &mut |stmt| {
        let StmtKind::For { target, iterable, body, .. } = &stmt.kind else { return };
        let Some((when, then)) = members(target, body) else { return };
        for origin in court.repository.origins(iterable, part.inside) {
            let Origin::Value(at, table) = origin else { continue };
            let (ExprKind::List(listed) | ExprKind::Tuple(listed)) = &table.kind else { continue };
            for row in listed {
                let step = |member| step(court, item(row, member)?, at, key);
                if let (Some(when), Some(then)) = (step(&when), step(&then)) {
                    rows.push(Row { when, then });
                }
            }
        }
    });
    rows
}

/// Which part of a row is asked by an `if`, and which other part is then called.
fn members<'r>(
    target: &'r Expr<'r>,
    body: &'r [crate::detect::repo::python::syntax::Stmt<'r>],
) -> Option<(Member, Member)> {
    let mut when = None;
    let mut calls = Vec::new();
    crate::detect::repo::python::syntax::Stmt::each_own(body, &mut |stmt| {
        let tests: Vec<_> = match &stmt.kind {
            StmtKind::If { branches, .. } => branches.iter().map(|(test, _)| test).collect(),
            _ => Vec::new(),
        };
        stmt.walk(&mut |part| {
            let ExprKind::Call(call) = &part.kind else { return };
            let tested = tests.iter().any(|test| test.span.holds(part.span));
            match member(call, target) {
                Some(found) if tested => when = when.take().or(Some(found)),
                Some(found) => calls.push(found),
                None => {}
            }
        });
    });
    Some((when?, calls.into_iter().next()?))
}

fn member(call: &Call<'_>, target: &Expr<'_>) -> Option<Member> {
    match (&call.callee.kind, &target.kind) {
        (ExprKind::Name(called), ExprKind::Tuple(items)) => {
            items.iter().position(|item| item.is_name(called)).map(Member::Index)
        }
        (ExprKind::Subscript(object, indices), ExprKind::Name(row)) => {
            if !object.is_name(row) {
                return None;
            }
            let index = indices.first()?;
            match index.kind {
                ExprKind::Literal(number) => number.parse().ok().map(Member::Index),
                _ => index.text().map(Member::Field),
            }
        }
        _ => None,
    }
}

fn item<'r>(row: &'r Expr<'r>, member: &Member) -> Option<&'r Expr<'r>> {
    match (&row.kind, member) {
        (ExprKind::Tuple(items) | ExprKind::List(items), Member::Index(index)) => items.get(*index),
        (ExprKind::Dict(pairs), Member::Field(field)) => pairs
            .iter()
            .find(|(key, _)| key.as_ref().and_then(Expr::text).as_ref() == Some(field))
            .map(|(_, value)| value),
        _ => None,
    }
}

fn step<'r>(court: &Court<'r, '_>, value: &'r Expr<'r>, at: At, from: Key) -> Option<Step<'r>> {
    if let ExprKind::Lambda(lambda) = &value.kind {
        // `lambda p, d: override(p, d)` is `override`.
        if let ExprKind::Call(call) = &lambda.body.kind
            && let [key] = court.resolve(&call.callee, from).as_slice()
        {
            return Some(Step::Function(*key));
        }
        return Some(Step::Value(&lambda.body));
    }
    court.repository.origins(value, at).into_iter().find_map(|origin| match origin {
        Origin::Function(at, function) => Some(Step::Function((at.module, function.id))),
        Origin::Value(_, Expr { kind: ExprKind::Lambda(lambda), .. }) => {
            Some(Step::Value(&lambda.body))
        }
        _ => None,
    })
}
