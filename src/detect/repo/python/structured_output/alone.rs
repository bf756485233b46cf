//! Functions that work something out without a model.

use super::super::built_in::is_within;
use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{ExprKind, Function, Stmt};
use super::uses;

/// Whether neither a function nor what it calls asks a model. What is not found may ask one.
pub(super) fn asks_nobody<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
) -> bool {
    let inside = repository.inside(at, function.id);
    let mut asked = asks(function);
    Stmt::each(&function.body, &mut |stmt| {
        for value in stmt.expressions() {
            value.each(&mut |part| {
                let ExprKind::Call(call) = &part.kind else { return };
                let origins = repository.origins(&call.callee, inside);
                asked |= origins.iter().any(|origin| match origin {
                    Origin::Function(_, called) => asks(called),
                    // A method of a comprehension's variable is one like any other.
                    Origin::External(name) => name
                        .strip_prefix("builtins.")
                        .is_some_and(|name| !name.contains('.') && !is_within(name)),
                    _ => false,
                });
            });
        }
    });
    !asked
}

fn asks(function: &Function<'_>) -> bool {
    let mut asks = false;
    Stmt::each(&function.body, &mut |stmt| {
        for value in stmt.expressions() {
            asks |= value.any(&|part| {
                matches!(&part.kind, ExprKind::Call(call) if uses::invokes(call.callee_name()))
            });
        }
    });
    asks
}
