//! What is come to where a call gave nothing: the branch that asks for that.

use super::super::sites::Site;
use super::super::syntax::{Expr, ExprKind, Function, Handler, Stmt, StmtKind};
use super::again::{asks_for_none, given};
use super::attempts::ways;

/// Whether the program goes on behind the handlers, or in another round, whatever they catch.
pub(super) fn lets_all_go(handlers: &[&Handler<'_>]) -> bool {
    !handlers.is_empty() && handlers.iter().all(|handler| ways(handler).leaves.is_never())
}

/// The blocks of `function` behind `site` that are come to where the variable that is given what the call gives holds
/// nothing; it holds that where no reply fits because the call gives it, or because it did before.
pub(super) fn blocks<'r>(
    function: &'r Function<'r>,
    path: &[&'r Stmt<'r>],
    site: &Site<'r>,
    is_given: bool,
) -> Vec<&'r [Stmt<'r>]> {
    let mut found = Vec::new();
    let Some(name) = given(path.last().copied(), site) else { return found };
    let mut is_nothing = is_given;
    Stmt::each_own(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            let sets = matches!(targets.as_slice(), [Expr { kind: ExprKind::Name(own), .. }] if *own == name);
            is_nothing |= sets
                && matches!(value.kind, ExprKind::None)
                && stmt.span.start < site.expr.span.start;
        }
        StmtKind::If { branches, otherwise } if stmt.span.start > site.expr.span.start => {
            let [(test, then), others @ ..] = branches.as_slice() else { return };
            match asks_for_none(test, name) {
                Some(true) => found.push(then.as_slice()),
                Some(false) => {
                    found.extend(others.iter().map(|(_, body)| body.as_slice()));
                    found.push(otherwise.as_slice());
                }
                None => {}
            }
        }
        _ => {}
    });
    if is_nothing { found } else { Vec::new() }
}
