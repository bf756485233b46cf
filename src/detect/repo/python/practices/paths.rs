//! Claimed paths that are held against those that exist.

use super::super::names::words::speaks_of;
use super::super::repository::Repository;
use super::super::running::sites::Sites;
use super::super::syntax::{Body, Clause, Expr, ExprKind, Piece, Stmt, StmtKind};

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
    let mut bodies = branches.iter().map(|(_, body)| body).chain([otherwise]);
    bodies.find_map(listed)
}

/// Whether a condition asks if a path is there, or is in a list of paths.
fn asks_paths(test: &Expr<'_>) -> bool {
    test.any(&|part| match &part.kind {
        // `any(path in known for known in files)`
        ExprKind::Comprehension(made) => made.clauses.iter().any(|clause| match clause {
            Clause::For { target, iterable } => {
                names_paths(iterable) && holds_against(&made.element, target)
            }
            Clause::If(_) => false,
        }),
        ExprKind::Compare(sides, operators) => {
            operators.iter().any(|one| matches!(*one, "in" | "not in"))
                && sides.iter().skip(1).any(|side| names_paths(side) && side.text().is_none())
        }
        ExprKind::Call(call) => EXISTS.contains(&call.callee_name()),
        ExprKind::Name(name) => speaks_of(name, &["exist"]),
        _ => false,
    })
}

/// Whether something is compared with what a loop goes through: `path == known`, `known.endswith(path)`.
fn holds_against(test: &Expr<'_>, target: &Expr<'_>) -> bool {
    let ExprKind::Name(known) = target.kind else { return false };
    let is_it = |value: &Expr<'_>| value.is_name(known);
    test.any(&|part| match &part.kind {
        ExprKind::Compare(sides, operators) => {
            let compares = |one: &&str| matches!(*one, "in" | "not in" | "==");
            operators.iter().any(compares)
                && sides.iter().any(|side| side.any(&is_it))
                && sides.iter().all(|side| side.text().is_none())
        }
        ExprKind::Call(call) => {
            matches!(call.callee_name(), "endswith" | "startswith")
                && call.args.len() == 1
                && part.any(&is_it)
                && call.args.iter().all(|arg| arg.value.text().is_none())
        }
        _ => false,
    })
}

/// The statement that puts down a path as one that does not exist, where a loop over those that exist met none like it:
/// `for known in files: if path == known: is_there = True`, and then `if not is_there: …`.
pub(super) fn unmet<'e, 'r>(body: &'e Body<'r>) -> Option<(&'e Stmt<'r>, &'r str)> {
    body.iter().enumerate().find_map(|(at, stmt)| {
        let StmtKind::If { branches, otherwise } = &stmt.kind else { return None };
        let [(test, then)] = branches.as_slice() else { return None };
        let (flag, missed) = match &test.kind {
            ExprKind::Not(inner) => (inner.as_ref(), then),
            _ => (test, otherwise),
        };
        let ExprKind::Name(flag) = flag.kind else { return None };
        let is_met = body[..at].iter().any(|before| match &before.kind {
            StmtKind::For { target, iterable, body, .. } => {
                names_paths(iterable) && body.iter().any(|stmt| meets(stmt, flag, target))
            }
            _ => false,
        });
        if is_met { listed(missed) } else { None }
    })
}

/// Whether a statement sets a flag where what a loop goes through is like something.
fn meets(stmt: &Stmt<'_>, flag: &str, target: &Expr<'_>) -> bool {
    let StmtKind::If { branches, .. } = &stmt.kind else { return false };
    let sets = |stmt: &Stmt<'_>| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            matches!(value.kind, ExprKind::Bool(true)) && targets.iter().any(|it| it.is_name(flag))
        }
        _ => false,
    };
    branches.iter().any(|(test, body)| holds_against(test, target) && body.iter().any(sets))
}

/// The statement of a block that adds to a list of what does not exist.
fn listed<'e, 'r>(body: &'e Body<'r>) -> Option<(&'e Stmt<'r>, &'r str)> {
    let mut found = None;
    Stmt::each(body, &mut |stmt| {
        let StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) = &stmt.kind else { return };
        if let ExprKind::Attribute(list, "append" | "add") = &call.callee.kind
            && let ExprKind::Name(name) | ExprKind::Attribute(_, name) = list.kind
            && speaks_of(name, MISSED)
        {
            found = found.or(Some((stmt, name)));
        }
    });
    found
}

/// Whether a condition asks for a text in a field that no call of the sources was seen to give one: `"cited" in
/// item.goal`. `given` tells whether one is.
pub(super) fn is_never_given(test: &Expr<'_>, given: &dyn Fn(&str, &str) -> bool) -> bool {
    match &test.kind {
        ExprKind::Logic("and", sides) => {
            is_never_given(&sides.0, given) || is_never_given(&sides.1, given)
        }
        ExprKind::Compare(sides, operators) => {
            let ([wanted, field], ["in"]) = (sides.as_slice(), operators.as_slice()) else {
                return false;
            };
            let (Some(wanted), Some(field)) = (wanted.text(), field_of(field)) else {
                return false;
            };
            !given(field, &wanted)
        }
        _ => false,
    }
}

/// Whether a call of the sources gives a field a text with this one in it, or what may be one.
pub(super) fn is_given(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    field: &str,
    text: &str,
) -> bool {
    let ours = sites.all.iter().filter(|site| !site.module(repository).in_tests);
    let mut given = ours.filter_map(|site| site.call.keyword(field)).peekable();
    let text = text.to_lowercase();
    let has_it = |piece: &Piece<'_>| match piece {
        Piece::Literal(given) => given.to_lowercase().contains(&text),
        Piece::Hole(_) => false,
    };
    given.peek().is_none()
        || given.any(|value| match &value.kind {
            ExprKind::Str(pieces) => pieces.iter().any(has_it),
            _ => true,
        })
}

/// The field that is read, be it turned into small letters.
fn field_of<'r>(value: &Expr<'r>) -> Option<&'r str> {
    match &value.kind {
        ExprKind::Attribute(object, name) => {
            matches!(object.kind, ExprKind::Name(_)).then_some(*name)
        }
        ExprKind::Call(call) if call.callee_name() == "lower" => match &call.callee.kind {
            ExprKind::Attribute(object, _) => field_of(object),
            _ => None,
        },
        _ => None,
    }
}

fn names_paths(value: &Expr<'_>) -> bool {
    value.any(&|part| part.last_name().is_some_and(|name| speaks_of(name, PATHS)))
}
