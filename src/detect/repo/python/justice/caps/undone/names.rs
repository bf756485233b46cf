//! What values and statements name.

use crate::detect::repo::python::justice::reading::variables::terms::{
    any_expr, any_stmt, statements, uses,
};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Functions that make one number of others and bound none.
pub(super) const PLAIN: &[&str] = &[
    "round",
    "int",
    "float",
    "abs",
    "sum",
    "len",
    "max",
    "mean",
    "fmean",
    "median",
    "median_low",
    "sorted",
    "next",
];

/// Whether a value is a number as far as it can be seen: no function but a plain one makes it.
pub(super) fn is_number(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Name(_) | ExprKind::Literal(_) => true,
        ExprKind::Attribute(object, _) => is_number(object),
        ExprKind::Subscript(object, indices) => {
            is_number(object) && indices.iter().all(|one| one.text().is_some() || is_number(one))
        }
        ExprKind::Binary(_, sides) => is_number(&sides.0) && is_number(&sides.1),
        ExprKind::Call(call) => {
            let is_plain = PLAIN.contains(&call.callee_name()) || call.callee_name() == "min";
            is_plain && call.args.iter().all(|arg| is_number(&arg.value))
        }
        // Of each that is gone through: `sum(one.score for one in opinions)`.
        ExprKind::Comprehension(made) => made.key.is_none() && is_number(&made.element),
        _ => false,
    }
}

pub(super) fn number(value: &Expr<'_>) -> Option<f64> {
    value.number()
}

/// Whether a statement binds the score, speaks of it in a definition, or leaves the function or the loop.
pub(super) fn touches(stmt: &Stmt<'_>, score: &str) -> bool {
    let one = BTreeSet::from([score]);
    let leaves = |stmt: &Stmt<'_>| match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().any(|target| uses(target, &one)),
        StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => uses(target, &one),
        StmtKind::Return(_) | StmtKind::Raise(_) | StmtKind::Break | StmtKind::Continue => true,
        StmtKind::Other(parts) => parts.iter().any(|part| uses(part, &one)),
        _ => false,
    };
    let speaks = |body: &Body<'_>| any_expr(body, &|part| uses(part, &one));
    match &stmt.kind {
        StmtKind::Function(_) | StmtKind::Class(_) => stmt.blocks().into_iter().any(speaks),
        _ => {
            let inside = |body: &Body<'_>| any_stmt(body, &leaves);
            leaves(stmt) || stmt.blocks().into_iter().any(inside)
        }
    }
}

/// Whether a statement may leave the function or the loop.
pub(super) fn leaves(stmt: &Stmt<'_>) -> bool {
    let own = |stmt: &Stmt<'_>| stmt.leaves();
    own(stmt) || stmt.blocks().into_iter().any(|block| any_stmt(block, &own))
}

/// Whether a block binds the score.
pub(super) fn binds(body: &Body<'_>, score: &str) -> bool {
    let one = BTreeSet::from([score]);
    any_stmt(body, &|stmt| match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().any(|target| uses(target, &one)),
        StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => uses(target, &one),
        _ => false,
    })
}

/// The names that a value reads, without those of the functions that it calls.
pub(super) fn names<'r>(value: &Expr<'r>) -> BTreeSet<&'r str> {
    let (mut names, mut called) = (BTreeSet::new(), BTreeSet::new());
    value.each(&mut |part| match &part.kind {
        ExprKind::Name(name) => {
            names.insert(*name);
        }
        ExprKind::Call(call) => {
            if let ExprKind::Name(name) = call.callee.kind {
                called.insert(name);
            }
        }
        _ => {}
    });
    names.difference(&called).copied().collect()
}

/// The names that an assignment to a target changes: `scores` in `scores[one.id]`.
pub(super) fn roots<'r>(target: &Expr<'r>) -> BTreeSet<&'r str> {
    match &target.kind {
        ExprKind::Subscript(object, _) | ExprKind::Attribute(object, _) => roots(object),
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().flat_map(roots).collect(),
        _ => names(target),
    }
}

/// The names, and all names that something computed from them, or under a condition on them, is bound to; `but` is
/// left out, and so is what only stands in for something that is missing.
pub(super) fn derived<'r>(
    body: &'r Body<'r>,
    mut known: BTreeSet<&'r str>,
    but: Option<&str>,
) -> BTreeSet<&'r str> {
    let mut bindings: Vec<(BTreeSet<&'r str>, BTreeSet<&'r str>)> = Vec::new();
    let stand_ins = but.map(|_| stand_ins(body)).unwrap_or_default();
    statements(body, &mut |stmt| match &stmt.kind {
        _ if stand_ins.contains(&stmt.span.start) => {}
        StmtKind::Assign { targets, value: Some(value), .. } => {
            bindings.push((targets.iter().flat_map(roots).collect(), names(value)));
        }
        StmtKind::Augment { target, value } => bindings.push((roots(target), names(value))),
        StmtKind::For { target, iterable, .. } => bindings.push((roots(target), names(iterable))),
        StmtKind::If { branches, .. } => {
            let asked: BTreeSet<&str> = branches.iter().flat_map(|(test, _)| names(test)).collect();
            for block in stmt.blocks() {
                statements(block, &mut |inner| {
                    if let StmtKind::Assign { targets, .. } = &inner.kind {
                        bindings.push((targets.iter().flat_map(roots).collect(), asked.clone()));
                    }
                });
            }
        }
        _ => {}
    });
    loop {
        let before = known.len();
        for (bound, read) in &bindings {
            if !read.is_disjoint(&known) {
                known.extend(bound.iter().filter(|name| but != Some(**name)));
            }
        }
        if known.len() == before {
            return known;
        }
    }
}

/// Where the statements begin that give a variable something else because it has nothing: `if not lead: lead = other`. It
/// must have been given a value before that is not written there.
fn stand_ins(body: &Body<'_>) -> BTreeSet<usize> {
    let is_it = |value: &Expr<'_>, name: &str| value.is_name(name);
    let mut found = BTreeSet::new();
    statements(body, &mut |stmt| {
        let StmtKind::If { branches, .. } = &stmt.kind else { return };
        let Some((test, block)) = branches.first() else { return };
        let missing = match &test.kind {
            ExprKind::Not(inner) => &**inner,
            ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
                ([one, Expr { kind: ExprKind::None, .. }], ["is" | "=="]) => one,
                _ => return,
            },
            _ => return,
        };
        let ExprKind::Name(name) = missing.kind else { return };
        let is_given = any_stmt(body, &|other| match &other.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let is_made = matches!(value.kind, ExprKind::Call(_) | ExprKind::Subscript(..));
                is_made
                    && other.span.start < stmt.span.start
                    && targets.iter().any(|one| is_it(one, name))
            }
            _ => false,
        });
        for inner in block.iter().filter(|_| is_given) {
            if let StmtKind::Assign { targets, .. } = &inner.kind
                && let [target] = targets.as_slice()
                && is_it(target, name)
            {
                found.insert(inner.span.start);
            }
        }
    });
    found
}
