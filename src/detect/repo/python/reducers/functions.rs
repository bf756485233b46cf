//! What reducers do that the sources define themselves.

use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{Expr, ExprKind};
use super::{by_key, emptied, replacement};

/// Whether a reducer is a function that gives up what the field holds where an update is empty.
pub(super) fn empties<'r>(repository: &Repository<'r>, at: At, value: &'r Expr<'r>) -> bool {
    repository.function(value, at).is_some_and(|(_, function)| emptied::empties(function))
}

/// Whether a reducer is a function that adds up.
pub(super) fn sums<'r>(repository: &Repository<'r>, at: At, value: &'r Expr<'r>) -> bool {
    match repository.origins(value, at).as_slice() {
        [Origin::Function(_, function)] => {
            replacement::sums(function) || by_key::sums_by_key(function)
        }
        [Origin::Value(_, Expr { kind: ExprKind::Lambda(lambda), .. })] => {
            replacement::is_sum(&lambda.body, &lambda.params)
        }
        // LangGraph's own channel, spelled out.
        [Origin::Value(at, Expr { kind: ExprKind::Call(call), .. })] => {
            let made = repository.external(&call.callee, *at);
            let is_channel =
                made.is_some_and(|made| made.rsplit('.').next() == Some("BinaryOperatorAggregate"));
            let operator = call.argument(1, "operator").filter(|_| is_channel);
            operator.is_some_and(|operator| sums(repository, *at, operator))
        }
        _ => false,
    }
}
