//! Functions that work something out without a model.

use super::uses;
use crate::detect::repo::python::names::built_in::is_within;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{ExprKind, Function, Stmt};

/// How far what is called is followed.
const STEPS: usize = 4;

/// Packages whose functions may bring what somebody else has worked out.
const OUTSIDE: &[&str] = &[
    "aiohttp",
    "anthropic",
    "google",
    "groq",
    "httpx",
    "litellm",
    "ollama",
    "openai",
    "requests",
    "subprocess",
    "urllib",
];

/// Whether neither a function nor what it calls asks a model. What is not found may ask one.
pub(in super::super) fn asks_nobody<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
) -> bool {
    !may_ask(repository, at, function, STEPS)
}

fn may_ask<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    steps: usize,
) -> bool {
    // Further down it is looked at alone.
    let Some(steps) = steps.checked_sub(1) else { return asks(function) };
    let inside = repository.inside(at, function.id);
    let mut asked = asks(function);
    Stmt::walk_all(&function.body, &mut |part| {
        let ExprKind::Call(call) = &part.kind else { return };
        if asked {
            return;
        }
        let origins = repository.origins(&call.callee, inside);
        asked |= origins.iter().any(|origin| match origin {
            Origin::Function(_, called) if std::ptr::eq(*called, function) => false,
            Origin::Function(at, called) => may_ask(repository, *at, called, steps),
            // A method of a comprehension's variable is one like any other.
            Origin::External(name) => match name.strip_prefix("builtins.") {
                Some(name) => !name.contains('.') && !is_within(name),
                None => OUTSIDE.contains(&name.split('.').next().unwrap_or_default()),
            },
            _ => false,
        });
    });
    asked
}

fn asks(function: &Function<'_>) -> bool {
    let mut asks = false;
    Stmt::each(&function.body, &mut |stmt| {
        asks |= stmt.any(
            &|part| matches!(&part.kind, ExprKind::Call(call) if uses::invokes(call.callee_name())),
        );
    });
    asks
}
