//! Replies that hold several things, each of which is held against a schema by itself.

use super::super::asking::reply;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Clause, Expr, ExprKind, Stmt, StmtKind};

/// Methods that ask several times at once, or give one reply in pieces.
const SEVERAL_REPLIES: [&str; 6] = ["abatch", "astream", "batch", "gather", "map", "stream"];

/// Whether what `asked` gives is one reply, and `checked` holds one after another of what is in it against a schema: in
/// a loop or comprehension over it, which does not ask again itself.
pub(in super::super) fn of_several(asked: &Site<'_>, checked: &Site<'_>) -> bool {
    let Some(function) = checked.function() else { return false };
    let is_same = asked.at.module == checked.at.module
        && asked.function().is_some_and(|other| other.id == function.id);
    if !is_same || SEVERAL_REPLIES.contains(&asked.call.callee_name()) {
        return false;
    }
    let (checks, asks) = (checked.expr.span, asked.expr.span);
    let names = reply::names(function, asked);
    let takes = |target: &Expr<'_>| {
        let mut bound = std::collections::BTreeSet::new();
        target.each(&mut |part| {
            if let ExprKind::Name(name) = part.kind {
                bound.insert(name);
            }
        });
        checked.call.args.iter().any(|arg| reply::uses(&arg.value, &bound))
    };
    // A client's own lists, as that of the choices between replies, are attributes.
    let of_reply = |iterable: &Expr<'_>| {
        !matches!(iterable.kind, ExprKind::Attribute(..))
            && !iterable
                .any(&|part| part.called().is_some_and(|name| SEVERAL_REPLIES.contains(&name)))
            && reply::comes_from(iterable, asked, &names)
    };
    let mut found = false;
    let mut asked_often = false;
    Stmt::each_own(&function.body, &mut |stmt| {
        if let StmtKind::For { target, iterable, .. } = &stmt.kind
            && stmt.span.holds(checks)
        {
            let again = stmt.span.holds(asks) && !iterable.span.holds(asks);
            found |= !again && of_reply(iterable) && takes(target);
        }
        stmt.walk(&mut |part| {
            let ExprKind::Comprehension(comprehension) = &part.kind else { return };
            let first = comprehension.clauses.iter().find_map(|clause| match clause {
                Clause::For { iterable, .. } => Some(iterable),
                Clause::If(_) => None,
            });
            // The first source alone is made once.
            let is_once = first.is_some_and(|first| first.span.holds(asks));
            asked_often |= part.span.holds(asks) && !is_once;
            if part.span.holds(checks) {
                found |= comprehension.clauses.iter().any(|clause| match clause {
                    Clause::For { target, iterable } => of_reply(iterable) && takes(target),
                    Clause::If(_) => false,
                });
            }
        });
    });
    found && !asked_often
}
