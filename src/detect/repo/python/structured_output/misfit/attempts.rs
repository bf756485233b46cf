//! Loops that try something again, and after which failures: every way through what catches one is followed.

use crate::detect::repo::python::names::words::speaks_of;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Handler, Stmt, StmtKind};

/// Parts of names and texts that tell of failures which pass by themselves, or with a shorter request, whatever a model
/// replies.
const PASSING: &[&str] = &[
    "429",
    "502",
    "503",
    "connection",
    "context_length",
    "contextlength",
    // Those of the clients `httpx` and `requests`; what does not fit has come.
    "httperror",
    "httpstatuserror",
    "networkerror",
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
    "token_limit",
    "tokenlimit",
    "toomanyrequests",
    "too_many_requests",
    "transient",
    "unavailable",
];

/// Failures that have nothing to do with what a model replies.
const OTHERS: &[&str] = &[
    "AuthenticationError",
    "CancelledError",
    "FileNotFoundError",
    "ImportError",
    "KeyboardInterrupt",
    "ModuleNotFoundError",
    "NotImplementedError",
    "PermissionError",
    "SystemExit",
];

/// Calls that make something be tried again.
const RETRIERS: &[&str] = &["retry", "Retrying", "AsyncRetrying", "retry_call", "backoff"];

/// Where the program goes after a failure that it catches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Ways {
    /// To the next round, by `continue`.
    pub again: When,
    /// On with what comes after the handler.
    pub falls: When,
    /// Out of the block by `raise`.
    pub raises: When,
    /// Out of the loop or the function, by `break` or with what is returned.
    pub leaves: When,
}

/// After which failures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct When {
    /// After any that is caught.
    pub any: bool,
    /// After those alone that pass by themselves.
    pub passing: bool,
}

impl When {
    /// After none.
    pub(in super::super) fn is_never(self) -> bool {
        !self.any && !self.passing
    }

    fn add(&mut self, other: Self) {
        self.any |= other.any;
        self.passing |= other.passing;
    }

    /// The same, for failures that pass alone.
    fn of_passing(self) -> Self {
        Self { any: false, passing: self.any || self.passing }
    }
}

/// Where a handler goes, be it for the failures alone that it catches.
pub(in super::super) fn ways(handler: &Handler<'_>) -> Ways {
    let mut ways = Ways::default();
    let caught = When { any: true, passing: false };
    let caught = if covers_misfits(handler) {
        caught
    } else if each_caught(handler).into_iter().all(is_of_others) {
        When::default()
    } else {
        caught.of_passing()
    };
    let rest = ways.follow(&handler.body, caught, 0);
    ways.falls.add(rest);
    ways
}

/// Whether a handler catches replies that do not fit, as far as the names of what it catches tell.
pub(in super::super) fn covers_misfits(handler: &Handler<'_>) -> bool {
    let may = |caught: &Expr<'_>| !speaks_of_passing(caught) && !is_of_others(caught);
    handler.caught.is_empty() || each_caught(handler).into_iter().any(may)
}

/// Whether a handler catches whatever fails, and never raises it anew.
pub(in super::super) fn keeps_all(handler: &Handler<'_>) -> bool {
    let is_any =
        |caught: &Expr<'_>| matches!(caught.kind, ExprKind::Name("Exception" | "BaseException"));
    let catches = handler.caught.is_empty() || each_caught(handler).into_iter().any(is_any);
    catches && ways(handler).raises.is_never()
}

/// The classes that a handler names.
fn each_caught<'h, 'r>(handler: &'h Handler<'r>) -> Vec<&'h Expr<'r>> {
    let named = handler.caught.iter().flat_map(|caught| match &caught.kind {
        ExprKind::Tuple(items) => items.iter().collect(),
        _ => vec![caught],
    });
    named.collect()
}

/// Whether no reply can be the cause of such a failure.
fn is_of_others(caught: &Expr<'_>) -> bool {
    caught.last_name().is_some_and(|name| OTHERS.contains(&name))
}

/// Whether what calls something again does so for failures that pass alone, as far as it names their classes.
pub(in super::super) fn passing_classes_alone(call: &Call<'_>) -> bool {
    let mut classes = Vec::new();
    for arg in &call.args {
        arg.value.each(&mut |part| {
            if let Some(name) = part.last_name()
                && name.starts_with(char::is_uppercase)
                && name.contains(char::is_lowercase)
            {
                classes.push(part);
            }
        });
    }
    !classes.is_empty() && classes.into_iter().all(speaks_of_passing)
}

impl Ways {
    /// Follows a block, and gives the failures after which its end is come to.
    fn follow(&mut self, body: &[Stmt<'_>], when: When, depth: usize) -> When {
        let mut here = when;
        for stmt in body {
            if here.is_never() || depth > 64 {
                break;
            }
            let left = match &stmt.kind {
                StmtKind::Continue => &mut self.again,
                StmtKind::Raise(_) => &mut self.raises,
                StmtKind::Return(_) | StmtKind::Break => &mut self.leaves,
                StmtKind::If { branches, otherwise } => {
                    let (mut rest, mut after) = (here, When::default());
                    for (test, body) in branches {
                        let (taken, left) = match asks_for_passing(test) {
                            Some(true) => (rest.of_passing(), rest),
                            Some(false) => (rest, rest.of_passing()),
                            None => (rest, rest),
                        };
                        after.add(self.follow(body, taken, depth + 1));
                        rest = left;
                    }
                    after.add(self.follow(otherwise, rest, depth + 1));
                    here = after;
                    continue;
                }
                StmtKind::With { body, .. } => {
                    here = self.follow(body, here, depth + 1);
                    continue;
                }
                // What stands in these may run or not.
                StmtKind::Try { .. } | StmtKind::Match { .. } => {
                    for block in stmt.blocks() {
                        self.follow(block, here, depth + 1);
                    }
                    continue;
                }
                _ => continue,
            };
            left.add(here);
            here = When::default();
        }
        here
    }
}

/// Whether a condition holds for failures alone that pass, or is one under which they are left out.
pub(in super::super) fn asks_for_passing(condition: &Expr<'_>) -> Option<bool> {
    match &condition.kind {
        ExprKind::Not(inner) => asks_for_passing(inner).map(|asks| !asks),
        ExprKind::Compare(_, operators)
            if operators.iter().any(|operator| matches!(*operator, "not in" | "!=")) =>
        {
            speaks_of_passing(condition).then_some(false)
        }
        _ => speaks_of_passing(condition).then_some(true),
    }
}

/// Whether a condition is one of failures that pass, and of no others.
fn speaks_of_passing(condition: &Expr<'_>) -> bool {
    let has = |text: &str| speaks_of(text, PASSING);
    match &condition.kind {
        ExprKind::Not(_) => false,
        ExprKind::Logic("or", sides) => speaks_of_passing(&sides.0) && speaks_of_passing(&sides.1),
        ExprKind::Logic(_, sides) => speaks_of_passing(&sides.0) || speaks_of_passing(&sides.1),
        ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Set(items) => {
            items.iter().all(speaks_of_passing)
        }
        ExprKind::Call(call) if call.callee.is_name("isinstance") => {
            call.position(1).is_some_and(speaks_of_passing)
        }
        ExprKind::Name(name) | ExprKind::Attribute(_, name) if has(name) => true,
        ExprKind::Str(_) => condition.text().is_some_and(|text| has(&text)),
        ExprKind::Literal(number) => has(number),
        _ => condition.parts().into_iter().any(speaks_of_passing),
    }
}

/// Whether a block surely leaves the function or the loop.
fn ends(body: &[Stmt<'_>]) -> bool {
    matches!(
        body.last().map(|stmt| &stmt.kind),
        Some(StmtKind::Return(_) | StmtKind::Raise(_) | StmtKind::Break)
    )
}

/// Whether a loop comes to another round by itself: some of its ways end it, and its last line does not.
pub(in super::super) fn goes_round(body: &[Stmt<'_>]) -> bool {
    !ends(body) && leaves(body, 0)
}

/// Whether a loop is left once something has worked.
pub(in super::super) fn leaves(body: &[Stmt<'_>], depth: usize) -> bool {
    depth < 64
        && body.iter().any(|stmt| match &stmt.kind {
            StmtKind::Break | StmtKind::Return(_) => true,
            StmtKind::Function(_) | StmtKind::Class(_) => false,
            _ => stmt.blocks().into_iter().any(|block| leaves(block, depth + 1)),
        })
}

/// Whether a loop has one round at most.
pub(in super::super) fn runs_once(iterable: &Expr<'_>) -> bool {
    matches!(&iterable.kind, ExprKind::Call(call) if call.callee_name() == "range"
        && matches!(call.args.as_slice(), [only]
            if matches!(only.value.kind, ExprKind::Literal("0" | "1"))))
}

/// Whether a loop over attempts stands in `body`, or a call that tries again what it is given.
pub(in super::super) fn tries_again(body: &[Stmt<'_>], depth: usize) -> bool {
    let counts = |value: &Expr<'_>| speaks_of_attempts(value, 0);
    depth < 64
        && body.iter().any(|stmt| {
            let own = match &stmt.kind {
                StmtKind::For { target, iterable, .. } => counts(target) || counts(iterable),
                StmtKind::While { test, .. } => counts(test),
                _ => false,
            };
            let retries =
                |part: &Expr<'_>| part.called().is_some_and(|name| RETRIERS.contains(&name));
            let own = own || stmt.any(&retries);
            own || stmt.blocks().into_iter().any(|block| tries_again(block, depth + 1))
        })
}

/// Whether a loop that counts or has no end leaves with what it was given, and goes round once more where that fails.
pub(in super::super) fn goes_on_after_failure(body: &[Stmt<'_>]) -> bool {
    let mut found = false;
    let mut look = |body: &[Stmt<'_>]| {
        for stmt in body {
            let StmtKind::Try { body, handlers, .. } = &stmt.kind else { continue };
            let is_left = body.last().is_some_and(|stmt| {
                matches!(stmt.kind, StmtKind::Return(Some(_)) | StmtKind::Break)
            });
            let goes_on = handlers.iter().any(|handler| {
                let mut leaves = false;
                Stmt::each_own(&handler.body, &mut |stmt| {
                    leaves |= matches!(
                        stmt.kind,
                        StmtKind::Return(_) | StmtKind::Raise(_) | StmtKind::Break
                    );
                });
                covers_misfits(handler) && !leaves
            });
            found |= is_left && goes_on;
        }
    };
    let mut walk = |stmt: &Stmt<'_>| match &stmt.kind {
        StmtKind::For { iterable, body, .. } if !runs_once(iterable) && is_range(iterable) => {
            look(body);
        }
        StmtKind::While { body, .. } => look(body),
        _ => {}
    };
    Stmt::each_own(body, &mut walk);
    found
}

fn is_range(value: &Expr<'_>) -> bool {
    value.is_call_of("range")
}

/// Whether something is counted by attempts.
pub(in crate::detect::repo::python) fn speaks_of_attempts(value: &Expr<'_>, depth: usize) -> bool {
    let own = match &value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
            speaks_of(name, &["attempt", "retry", "retries", "tries"])
        }
        _ => false,
    };
    own || (depth < 32 && value.parts().into_iter().any(|part| speaks_of_attempts(part, depth + 1)))
}
