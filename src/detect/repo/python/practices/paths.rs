//! Claimed paths that are held against those that exist.

use super::super::syntax::{Body, Clause, Expr, ExprKind, Stmt, StmtKind};
use super::statements::has;

/// What paths, and lists of them, are called.
const PATHS: &[&str] =
    &["path", "file", "claim", "mention", "cite", "citation", "repo", "manifest", "exist", "verif"];
/// What those are called that do not exist, or what tells of them.
const MISSED: &[&str] = &["hallucinat", "cross_ref", "crossref"];
/// Calls that ask whether a path is there.
const EXISTS: &[&str] = &["exists", "is_file", "isfile", "is_dir", "isdir"];

/// Whether a value is made by a comparison of paths: those of a list that are not in another, what one set has more
/// than another, what does not exist.
pub(super) fn compares_paths(value: &Expr<'_>) -> bool {
    let by_clause = |part: &Expr<'_>| match &part.kind {
        ExprKind::Comprehension(made) => made.clauses.iter().any(|clause| match clause {
            Clause::If(test) => asks_paths(test),
            Clause::For { .. } => false,
        }),
        ExprKind::Binary("-", sides) => names_paths(&sides.0) && names_paths(&sides.1),
        ExprKind::Call(call) => {
            call.callee_name() == "difference"
                && call.args.iter().any(|arg| names_paths(&arg.value))
        }
        _ => false,
    };
    value.any(&by_clause)
}

/// The statement that puts down, as one that does not exist, what a condition held against paths.
pub(super) fn put_down<'e, 'r>(
    branches: &'e [(Expr<'r>, Body<'r>)],
    otherwise: &'e Body<'r>,
) -> Option<(&'e Stmt<'r>, &'r str)> {
    if !branches.iter().any(|(test, _)| asks_paths(test)) {
        return None;
    }
    let bodies = branches.iter().map(|(_, body)| body).chain([otherwise]);
    let mut found = None;
    for body in bodies {
        Stmt::each(body, &mut |stmt| {
            let StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) = &stmt.kind else {
                return;
            };
            if let ExprKind::Attribute(list, "append" | "add") = &call.callee.kind
                && let ExprKind::Name(name) | ExprKind::Attribute(_, name) = list.kind
                && has(name, MISSED)
            {
                found = found.or(Some((stmt, name)));
            }
        });
    }
    found
}

/// Whether a condition asks if a path is there, or is in a list of paths.
fn asks_paths(test: &Expr<'_>) -> bool {
    test.any(&|part| match &part.kind {
        ExprKind::Compare(sides, operators) => {
            operators.iter().any(|one| matches!(*one, "in" | "not in"))
                && sides.iter().skip(1).any(|side| names_paths(side) && side.text().is_none())
        }
        ExprKind::Call(call) => EXISTS.contains(&call.callee_name()),
        ExprKind::Name(name) => has(name, &["exist"]),
        _ => false,
    })
}

fn names_paths(value: &Expr<'_>) -> bool {
    value.any(&|part| match &part.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => has(name, PATHS),
        _ => false,
    })
}
