//! Branches that only leave: where there is nothing to go by, or where the scores lie close together.

use super::effects::{changed, changes_score, is_text};
use super::signs::is_blank;
use super::variables::terms::{any_stmt, each_target, has, statements};
use crate::detect::repo::python::syntax::{
    Arg, Body, Expr, ExprKind, Function, Span, Stmt, StmtKind,
};

/// Whether a branch leaves because something is missing, and gives nothing, or a text that is written there.
pub(super) fn is_guard(test: &Expr<'_>, body: &Body<'_>) -> bool {
    is_missing(test) && matches!(body.as_slice(), [only] if gives_nothing(only))
}

fn gives_nothing(stmt: &Stmt<'_>) -> bool {
    let is_nothing = |value: &Expr<'_>| {
        matches!(value.kind, ExprKind::None | ExprKind::Bool(_)) || value.text().is_some()
    };
    match &stmt.kind {
        StmtKind::Return(Some(Expr { kind: ExprKind::Tuple(items), .. })) => {
            items.iter().all(is_nothing)
        }
        StmtKind::Return(Some(value)) => is_nothing(value),
        StmtKind::Return(None) => true,
        _ => false,
    }
}

/// Whether a branch leaves with a report of an earlier run, where nothing is judged anew: `return state["previous_report"]`.
pub(in super::super) fn takes_over(body: &Body<'_>) -> bool {
    const EARLIER: &[&str] = &["previous", "cached", "prior"];
    let is_kept = |value: &Expr<'_>| {
        let named = |part: &Expr<'_>| match &part.kind {
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => has(name, EARLIER),
            ExprKind::Str(_) => part.text().is_some_and(|text| has(&text, EARLIER)),
            _ => false,
        };
        match &value.kind {
            ExprKind::Subscript(..) | ExprKind::Name(_) | ExprKind::Attribute(..) => {
                value.any(&named)
            }
            ExprKind::Call(call) => call.callee_name() == "get" && value.any(&named),
            _ => false,
        }
    };
    match body.last().map(|last| &last.kind) {
        Some(StmtKind::Return(Some(Expr { kind: ExprKind::Dict(pairs), .. }))) => {
            !pairs.is_empty() && pairs.iter().all(|(_, value)| is_kept(value))
        }
        Some(StmtKind::Return(Some(value))) => is_kept(value),
        _ => false,
    }
}

/// Whether a condition asks that something is not there: `not opinions`, `len(opinions) < 2`, `opinion is None`.
pub(in super::super) fn is_missing(test: &Expr<'_>) -> bool {
    match &test.kind {
        ExprKind::Not(inner) => {
            matches!(inner.kind, ExprKind::Name(_) | ExprKind::Attribute(..) | ExprKind::Call(_))
        }
        ExprKind::Logic(_, sides) => is_missing(&sides.0) && is_missing(&sides.1),
        ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
            ([_, Expr { kind: ExprKind::None, .. }], ["is" | "=="]) => true,
            ([Expr { kind: ExprKind::Call(call), .. }, _], ["<" | "<=" | "=="]) => {
                call.callee_name() == "len"
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether a condition asks that something is small: `spread <= 2`.
pub(super) fn asks_less(test: &Expr<'_>) -> bool {
    match &test.kind {
        ExprKind::Compare(_, operators) => matches!(operators.as_slice(), ["<" | "<="]),
        ExprKind::Logic(_, sides) => asks_less(&sides.0) || asks_less(&sides.1),
        _ => false,
    }
}

/// Whether a branch only gives back what the function was given: `return score, notes`.
pub(super) fn gives_back(function: &Function<'_>, body: &Body<'_>) -> bool {
    let [Stmt { kind: StmtKind::Return(Some(value)), .. }] = body.as_slice() else { return false };
    let first = match &value.kind {
        ExprKind::Tuple(items) => items.first().unwrap_or(value),
        _ => value,
    };
    let ExprKind::Name(name) = first.kind else { return false };
    let is_given = function.param(name).is_some();
    let sets = |target: &Expr<'_>| target.is_name(name);
    is_given
        && !any_stmt(&function.body, &|stmt| match &stmt.kind {
            StmtKind::Assign { targets, .. } => each_target(targets).into_iter().any(sets),
            StmtKind::Augment { target, .. } => sets(target),
            _ => false,
        })
}

/// Whether all that a block does to scores is to hold one to a number: `score = min(score, 2)`, be it to give it back with
/// a text beside it.
pub(in super::super) fn only_caps(body: &Body<'_>) -> bool {
    let caps = |stmt: &Stmt<'_>| match &stmt.kind {
        StmtKind::Return(Some(Expr { kind: ExprKind::Tuple(items), .. })) => {
            let held = |item: &Expr<'_>| match &item.kind {
                ExprKind::Name(name) => {
                    is_bound(body, name, &|value| is_cap(value) || is_text(value))
                }
                ExprKind::None | ExprKind::Bool(_) => true,
                _ => is_cap(item) || is_text(item),
            };
            items.iter().all(held)
        }
        StmtKind::Assign { value: Some(value), .. } | StmtKind::Return(Some(value)) => {
            is_cap(value)
        }
        _ => false,
    };
    changes_score(body) && !any_stmt(body, &|stmt| changed(stmt) && !caps(stmt))
}

/// Whether a value is a score that is held to a number.
fn is_cap(value: &Expr<'_>) -> bool {
    let is_number = |arg: &Arg<'_>| matches!(arg.value.kind, ExprKind::Literal(_));
    matches!(&value.kind, ExprKind::Call(call)
        if call.callee_name() == "min" && call.args.iter().any(is_number))
}

/// Whether a block binds a variable, and to nothing but such values.
fn is_bound(body: &Body<'_>, name: &str, fits: &dyn Fn(&Expr<'_>) -> bool) -> bool {
    let (mut some, mut all) = (false, true);
    Stmt::each(body, &mut |stmt| {
        let (targets, value) = match &stmt.kind {
            StmtKind::Assign { targets, value, .. } => (each_target(targets), value.as_ref()),
            StmtKind::Augment { target, value } => (vec![target], Some(value)),
            _ => return,
        };
        if targets.iter().any(|target| target.is_name(name)) {
            some = true;
            all &= targets.len() == 1 && value.is_some_and(fits);
        }
    });
    some && all
}

/// What a condition asks for one by one, without that a value lies above the one that takes its place in the branch, where
/// another part asks for that one.
pub(in super::super) fn conditions<'r>(test: &'r Expr<'r>, body: &Body<'r>) -> Vec<&'r Expr<'r>> {
    let mut parts = Vec::new();
    each_part(test, &mut parts);
    let takes = |limit: &str| {
        any_stmt(body, &|stmt| match &stmt.kind {
            StmtKind::Assign { value: Some(value), .. } | StmtKind::Return(Some(value)) => {
                value.is_name(limit)
            }
            _ => false,
        })
    };
    let is_written = |part: &&Expr<'r>| match limit(part) {
        Some(limit) => {
            let names = |other: &Expr<'_>| other.any(&|inner| inner.is_name(limit));
            takes(limit) && parts.iter().any(|other| other.span != part.span && names(other))
        }
        None => false,
    };
    parts.iter().copied().filter(|part| !is_written(part)).collect()
}

/// Adds all that a condition asks together.
pub(in super::super) fn each_part<'r>(test: &'r Expr<'r>, parts: &mut Vec<&'r Expr<'r>>) {
    match &test.kind {
        ExprKind::Logic("and", sides) => {
            each_part(&sides.0, parts);
            each_part(&sides.1, parts);
        }
        _ => parts.push(test),
    }
}

/// The variable that a value is said to lie above.
fn limit<'r>(test: &Expr<'r>) -> Option<&'r str> {
    let ExprKind::Compare(sides, operators) = &test.kind else { return None };
    match (sides.as_slice(), operators.as_slice()) {
        ([_, Expr { kind: ExprKind::Name(limit), .. }], [">" | ">="]) => Some(limit),
        _ => None,
    }
}

/// What is behind a branch that leaves its function, to the end of the function.
pub(in super::super) fn behind(function: &Function<'_>, guard: &Stmt<'_>) -> Option<Span> {
    let StmtKind::If { branches, otherwise } = &guard.kind else { return None };
    let [(_, body)] = branches.as_slice() else { return None };
    let leaves = matches!(body.last()?.kind, StmtKind::Return(_)) && otherwise.is_empty();
    let mut rest = function.body.iter().filter(|stmt| stmt.span.start > guard.span.start);
    let is_own = function.body.iter().any(|stmt| stmt.span.start == guard.span.start);
    let first = rest.next().filter(|_| leaves && is_own)?;
    let last = rest.next_back().unwrap_or(first);
    Some(Span { end: last.span.end, last: last.span.last, ..first.span })
}

/// The last statement of a function that gives a text which is put together there, behind a branch that only leaves.
pub(super) fn told(function: &Function<'_>) -> Option<Span> {
    let guarded = function.body.iter().any(|stmt| match &stmt.kind {
        StmtKind::If { branches, .. } => branches.iter().any(|(test, body)| is_guard(test, body)),
        _ => false,
    });
    let mut found = None;
    statements(&function.body, &mut |stmt| {
        if let StmtKind::Return(Some(value)) = &stmt.kind
            && !(matches!(value.kind, ExprKind::Compare(..)) || is_blank(value))
            && value.text().is_none()
        {
            found = Some(stmt.span);
        }
    });
    found.filter(|_| guarded)
}
