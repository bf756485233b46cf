//! Loops that try something again, and after which failures.

use super::super::syntax::{Expr, ExprKind, Handler, Stmt, StmtKind};

/// Parts of names and texts that tell of failures which pass by themselves.
const PASSING: &[&str] = &[
    "429",
    "502",
    "503",
    "connection",
    "overloaded",
    "quota",
    "rate limit",
    "rate_limit",
    "ratelimit",
    "resource_exhausted",
    "resourceexhausted",
    "throttl",
    "timed out",
    "timeout",
    "transient",
];

/// Calls that make something be tried again.
const RETRIERS: &[&str] = &["retry", "Retrying", "AsyncRetrying", "retry_call", "backoff"];

/// Whether the program goes on after failures that pass by themselves, and after no other: a reply that does not
/// fit ends it.
pub(super) fn passing_alone(handlers: &[Handler<'_>]) -> bool {
    let mut passing = false;
    for handler in handlers {
        let mut turns = Turns::default();
        turns.read(&handler.body, false);
        if turns.always || !ends(&handler.body) {
            return false;
        }
        passing |= turns.passing;
    }
    passing
}

/// Under which conditions a handler goes on with the next round.
#[derive(Default)]
struct Turns {
    /// On a condition that speaks of failures that pass.
    passing: bool,
    /// On none, or on another.
    always: bool,
}

impl Turns {
    fn read(&mut self, body: &[Stmt<'_>], passing: bool) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Continue if passing => self.passing = true,
                StmtKind::Continue => self.always = true,
                StmtKind::If { branches, otherwise } => {
                    for (test, body) in branches {
                        self.read(body, passing || speaks_of_passing(test));
                    }
                    self.read(otherwise, passing);
                }
                StmtKind::For { .. } | StmtKind::While { .. } => {}
                _ => stmt.blocks().into_iter().for_each(|block| self.read(block, passing)),
            }
        }
    }
}

/// Whether a condition is one of failures that pass, and of no others.
fn speaks_of_passing(condition: &Expr<'_>) -> bool {
    let has = |text: &str| {
        let text = text.to_ascii_lowercase();
        PASSING.iter().any(|word| text.contains(word))
    };
    match &condition.kind {
        ExprKind::Not(_) => false,
        ExprKind::Logic("or", sides) => speaks_of_passing(&sides.0) && speaks_of_passing(&sides.1),
        ExprKind::Logic(_, sides) => speaks_of_passing(&sides.0) || speaks_of_passing(&sides.1),
        ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Set(items) => {
            items.iter().all(speaks_of_passing)
        }
        ExprKind::Call(call) if matches!(call.callee.kind, ExprKind::Name("isinstance")) => {
            call.position(1).is_some_and(speaks_of_passing)
        }
        ExprKind::Name(name) | ExprKind::Attribute(_, name) if has(name) => true,
        ExprKind::Str(_) => condition.text().is_some_and(|text| has(&text)),
        ExprKind::Literal(number) => has(number),
        _ => condition.parts().into_iter().any(speaks_of_passing),
    }
}

/// Whether a handler goes on with the next round somewhere.
pub(super) fn turns(body: &[Stmt<'_>]) -> bool {
    let mut turns = Turns::default();
    turns.read(body, false);
    turns.always || turns.passing
}

/// Whether a block surely leaves the function or the loop.
pub(super) fn ends(body: &[Stmt<'_>]) -> bool {
    matches!(
        body.last().map(|stmt| &stmt.kind),
        Some(StmtKind::Return(_) | StmtKind::Raise(_) | StmtKind::Break)
    )
}

/// Whether a loop over attempts stands in `body`, or a call that tries again what it is given.
pub(super) fn tries_again(body: &[Stmt<'_>], depth: usize) -> bool {
    let counts = |value: &Expr<'_>| speaks_of_attempts(value, 0);
    depth < 64
        && body.iter().any(|stmt| {
            let own = match &stmt.kind {
                StmtKind::For { target, iterable, .. } => counts(target) || counts(iterable),
                StmtKind::While { test, .. } => counts(test),
                _ => false,
            };
            let retries = |part: &Expr<'_>| matches!(&part.kind, ExprKind::Call(call) if RETRIERS.contains(&call.callee_name()));
            let own = own || stmt.expressions().into_iter().any(|value| value.any(&retries));
            own || stmt.blocks().into_iter().any(|block| tries_again(block, depth + 1))
        })
}

/// Whether something is counted by attempts.
pub(in super::super) fn speaks_of_attempts(value: &Expr<'_>, depth: usize) -> bool {
    let own = match &value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
            let name = name.to_ascii_lowercase();
            ["attempt", "retry", "retries", "tries"].iter().any(|word| name.contains(word))
        }
        _ => false,
    };
    own || (depth < 32 && value.parts().into_iter().any(|part| speaks_of_attempts(part, depth + 1)))
}
