//! Whether what a clone raises is caught on the way to whoever started it.

use super::Found;
use super::care::{checks, is_limited};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Handler, Span, Stmt, StmtKind};
use crate::domain::facts::Lines;

/// Calls that are followed from inside out.
const STEPS: usize = 4;

/// What a clone raises.
#[derive(Clone, Copy)]
pub(super) enum Raised {
    /// That its time is up.
    Limit,
    /// That it failed.
    Failure,
}

/// Whether nothing catches the exception of a limit of `subprocess.run` that is reached, and the calls of its function
/// of which that is so, where something may catch it at others.
///
/// Says so only where every caller is known.
pub(super) fn of_limit(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    site: &Site<'_>,
    found: &Found<'_>,
) -> (bool, Vec<Lines>) {
    let raises = matches!(
        found.method.as_str(),
        "subprocess.run" | "subprocess.call" | "subprocess.check_call" | "subprocess.check_output"
    );
    if raises && is_limited(site.call) {
        uncaught(repository, sites, (site, found), Raised::Limit)
    } else {
        (false, Vec::new())
    }
}

/// As [`of_limit`] for what a clone raises when it fails.
pub(super) fn of_failure(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    site: &Site<'_>,
    found: &Found<'_>,
) -> (bool, Vec<Lines>) {
    if found.raises || checks(site.call) {
        uncaught(repository, sites, (site, found), Raised::Failure)
    } else {
        (false, Vec::new())
    }
}

/// Whether a clone does nothing about a failure but to raise it, with no `try` around it or around each call of its
/// function.
pub(super) fn only_raises(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    site: &Site<'_>,
    found: &Found<'_>,
) -> bool {
    (found.raises || checks(site.call))
        && found.inner.is_none()
        && !is_guarded(repository, sites, site, STEPS)
}

fn is_guarded(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    site: &Site<'_>,
    steps: usize,
) -> bool {
    let Some(steps) = steps.checked_sub(1) else { return false };
    if site.around.guarded {
        return true;
    }
    let Some(function) = site.function() else { return false };
    let mut callers = ours(repository, sites.callers(site.at.module, function)).peekable();
    callers.peek().is_some() && callers.all(|caller| is_guarded(repository, sites, caller, steps))
}

fn ours<'s, 'r: 's>(
    repository: &'s Repository<'r>,
    callers: Vec<&'s Site<'r>>,
) -> impl Iterator<Item = &'s Site<'r>> {
    callers.into_iter().filter(|caller| !caller.module(repository).in_tests)
}

fn uncaught(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    (site, found): (&Site<'_>, &Found<'_>),
    raised: Raised,
) -> (bool, Vec<Lines>) {
    let nowhere = (false, Vec::new());
    let Some(function) = site.function() else { return nowhere };
    if found.guessed
        || found.inner.is_some()
        || site.around.class.is_some()
        || !function.decorators.is_empty()
        || is_caught(&function.body, site.expr.span, raised, 0)
    {
        return nowhere;
    }
    let callers: Vec<_> = ours(repository, sites.callers(site.at.module, function)).collect();
    let (open, other): (Vec<&Site<'_>>, Vec<&Site<'_>>) =
        callers.into_iter().partition(|caller| escapes(repository, sites, caller, raised, STEPS));
    let at = if other.is_empty() { Vec::new() } else { open.clone() };
    let places = at.into_iter().map(|caller| caller.module(repository).place(caller.expr.span));
    (!open.is_empty(), places.collect())
}

fn escapes(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    site: &Site<'_>,
    raised: Raised,
    steps: usize,
) -> bool {
    let Some(steps) = steps.checked_sub(1) else { return false };
    let module = site.module(repository);
    let Some(function) = site.function() else {
        return !is_caught(&module.syntax.body, site.expr.span, raised, 0);
    };
    // A method may be called by anything of its name, and what is decorated by what decorates it.
    if site.around.class.is_some()
        || !function.decorators.is_empty()
        || is_caught(&function.body, site.expr.span, raised, 0)
    {
        return false;
    }
    ours(repository, sites.callers(site.at.module, function))
        .all(|caller| escapes(repository, sites, caller, raised, steps))
}

/// Whether a `try` around `span` catches what is raised.
fn is_caught(body: &[Stmt<'_>], span: Span, raised: Raised, depth: usize) -> bool {
    let holds = |stmt: &&Stmt<'_>| stmt.span.holds(span);
    let Some(stmt) = body.iter().find(holds).filter(|_| depth < 64) else { return false };
    let here = matches!(&stmt.kind, StmtKind::Try { body, handlers, .. }
        if body.iter().any(|stmt| holds(&stmt)) && handlers.iter().any(|one| catches(one, raised)));
    let suppressed = matches!(&stmt.kind, StmtKind::With { items, .. }
        if items.iter().any(|(value, _)| value.is_call_of("suppress")));
    let mut blocks = stmt.blocks().into_iter();
    here || suppressed || blocks.any(|block| is_caught(block, span, raised, depth + 1))
}

pub(super) fn catches(handler: &Handler<'_>, raised: Raised) -> bool {
    let is_one = |value: &Expr<'_>| match value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => !others(raised).contains(&name),
        _ => true,
    };
    handler.caught.is_empty()
        || handler.caught.iter().any(|caught| match &caught.kind {
            ExprKind::Tuple(items) => items.iter().any(is_one),
            _ => is_one(caught),
        })
}

/// Exceptions that are none of these.
fn others(raised: Raised) -> &'static [&'static str] {
    match raised {
        Raised::Limit => &[
            "CalledProcessError",
            "OSError",
            "FileNotFoundError",
            "ValueError",
            "IOError",
            "PermissionError",
            "KeyError",
            "TypeError",
            "RuntimeError",
            "GitError",
            "GitCommandError",
            "NotADirectoryError",
        ],
        Raised::Failure => &[
            "TimeoutExpired",
            "FileNotFoundError",
            "ImportError",
            "JSONDecodeError",
            "KeyError",
            "NotADirectoryError",
            "PermissionError",
            "TypeError",
            "ValueError",
        ],
    }
}
