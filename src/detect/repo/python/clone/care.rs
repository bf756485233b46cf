//! Whether a clone that fails, or that never ends, is noticed.

use super::dropped::{self, Fate};
use super::object::BY_OBJECT;
use super::{Found, runs_commands};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Passing, Stmt, StmtKind};

/// How a limit of time is called by those who take one.
const LIMITS: [&str; 4] = ["timeout", "kill_after_timeout", "timeout_s", "timeout_seconds"];

/// How the outcome of a command is called by those who look at it.
const OUTCOMES: [&str; 7] =
    ["returncode", "return_code", "exit_code", "check_returncode", "status", "retcode", "rc "];

/// Whether failures of a clone are noticed; `None` where the code that would notice them is not known.
pub(super) fn handles_errors(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    site: &Site<'_>,
    found: &Found<'_>,
) -> Option<bool> {
    if looks_at(repository, site) == Some(true) {
        return Some(true);
    }
    let raises = found.raises || checks(site.call);
    let outside = if raises { Some(true) } else { outcome(repository, site, found) };
    let Some(inner) = &found.inner else {
        return match outside {
            Some(true) if raises => match dropped::fate(repository, sites, site) {
                Fate::Kept => Some(true),
                Fate::Dropped => Some(false),
                Fate::Open => dropped::is_looked_for(repository, site).filter(|found| *found),
            },
            Some(true) => outside,
            None | Some(false) => match dropped::is_looked_for(repository, site) {
                Some(false) => outside,
                looked => looked,
            },
        };
    };
    if outside == Some(true) {
        return outside;
    }
    match notices(repository, inner) {
        Some(true) => Some(true),
        _ if found.guessed => None,
        Some(false) => Some(false),
        // What the wrapper hands on is looked at where it is called, or not.
        None => outside,
    }
}

/// Whether a limit of time bounds a clone; `None` where the code that would set one is not known.
pub(super) fn timeout(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    site: &Site<'_>,
    found: &Found<'_>,
) -> Option<bool> {
    let calls = [Some(site), found.inner.as_ref()].into_iter().flatten();
    let keeps = runs_commands(&found.method) || found.method == BY_OBJECT;
    let takes = |one: &Site<'_>| {
        let inner = found.inner.as_ref().filter(|inner| inner.expr.span != one.expr.span);
        keeps && given(one.call).any(|name| inner.is_none_or(|inner| !drops(inner, name)))
    };
    let bounded = |site: &Site<'_>| takes(site) || waits(repository, sites, site);
    if found.timed || calls.clone().any(bounded) {
        return Some(true);
    }
    let hands_on = |site: &Site<'_>| site.call.args.iter().any(|arg| arg.passing == Passing::Named);
    (!found.guessed && !calls.clone().any(hands_on)).then_some(false)
}

/// Whether a clone is given a limit that the library that makes it does not keep: `GitPython` starts its process and
/// waits for it before it comes to `kill_after_timeout`.
pub(super) fn limit_ignored(site: &Site<'_>, found: &Found<'_>) -> bool {
    found.method.starts_with("git.") && found.method != BY_OBJECT && is_limited(site.call)
}

/// What says how long a clone may take, where the call that clones is given that itself.
pub(super) fn limit<'r>(site: &Site<'r>, found: &Found<'_>) -> Option<&'r Expr<'r>> {
    let keeps = found.inner.is_none() && !found.guessed && runs_commands(&found.method);
    keeps.then(|| limits(site.call).next())?
}

pub(super) fn is_limited(call: &Call<'_>) -> bool {
    limits(call).next().is_some()
}

fn limits<'c, 'r>(call: &'c Call<'r>) -> impl Iterator<Item = &'c Expr<'r>> {
    given(call).filter_map(|name| call.keyword(name))
}

/// The names under which a call is given a limit.
fn given(call: &Call<'_>) -> impl Iterator<Item = &'static str> {
    let is_one = |value: &Expr<'_>| !matches!(value.kind, ExprKind::None);
    LIMITS.into_iter().filter(move |name| call.keyword(name).is_some_and(is_one))
}

/// Whether the function around a call takes something under a name and makes no use of it.
fn drops(inner: &Site<'_>, name: &str) -> bool {
    let is_it = |part: &Expr<'_>| matches!(&part.kind, ExprKind::Name(other) if *other == name);
    inner.function().is_some_and(|function| {
        let mut used = false;
        Stmt::each(&function.body, &mut |stmt| used |= stmt.any(&is_it));
        function.param(name).is_some() && !used
    })
}

pub(super) fn checks(call: &Call<'_>) -> bool {
    call.keyword("check").is_some_and(|value| matches!(value.kind, ExprKind::Bool(true)))
}

/// Whether a failure of the call is noticed where it stands; `None` where its outcome goes elsewhere. A `try` alone notices
/// none: a command that fails raises nothing by itself.
fn notices(repository: &Repository<'_>, site: &Site<'_>) -> Option<bool> {
    if checks(site.call) { Some(true) } else { looks_at(repository, site) }
}

/// As [`looks_at`], where a call gives the number with which the command ends.
fn outcome(repository: &Repository<'_>, site: &Site<'_>, found: &Found<'_>) -> Option<bool> {
    let looks = looks_at(repository, site);
    let gives_number = matches!(found.method.as_str(), "subprocess.call" | "os.system");
    let (StmtKind::Assign { targets, .. }, Some(function), None) =
        (&site.stmt.kind, site.function(), looks)
    else {
        return looks;
    };
    let is_it = |part: &Expr<'_>| match (&part.kind, targets.as_slice()) {
        (ExprKind::Name(name), [Expr { kind: ExprKind::Name(target), .. }]) => name == target,
        _ => false,
    };
    let mut asked = false;
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::If { branches, .. } = &stmt.kind {
            let is_behind = stmt.span.start >= site.stmt.span.end;
            asked |= is_behind && branches.iter().any(|(test, _)| test.any(&is_it));
        }
    });
    if gives_number && asked { Some(true) } else { None }
}

/// Whether the outcome of a call is looked at where it stands; `None` where it goes elsewhere.
pub(in crate::detect::repo::python) fn looks_at(
    repository: &Repository<'_>,
    site: &Site<'_>,
) -> Option<bool> {
    let targets = match &site.stmt.kind {
        StmtKind::If { .. } => return Some(true),
        StmtKind::Expr(whole) => {
            let command = match &whole.kind {
                ExprKind::Await(inner) => inner.as_ref(),
                _ => whole,
            };
            return (command.span == site.expr.span).then_some(false);
        }
        StmtKind::Assign { targets, .. } => targets,
        _ => return None,
    };
    let function = site.function()?;
    let module = site.module(repository);
    let after = module.text.get(site.expr.span.end..function.span.end).unwrap_or_default();
    if OUTCOMES.iter().any(|name| after.contains(name)) {
        return Some(true);
    }
    // What nobody names again, nobody looks at.
    let is_named = |target: &Expr<'_>| match &target.kind {
        ExprKind::Name(name) => after.contains(name),
        _ => true,
    };
    (!targets.iter().any(is_named)).then_some(false)
}

/// Whether something waits for the call with a limit: `wait_for`, `communicate(timeout=…)`.
fn waits(repository: &Repository<'_>, sites: &Sites<'_>, site: &Site<'_>) -> bool {
    let Some(function) = site.function() else { return false };
    sites.inside(site.at.module, function).into_iter().any(|other| match &other.call.callee.kind {
        ExprKind::Attribute(_, "communicate" | "wait") => other.call.keyword("timeout").is_some(),
        _ => repository.external(&other.call.callee, other.at).is_some_and(|name| {
            matches!(name.as_str(), "asyncio.wait_for" | "asyncio.timeout" | "signal.alarm")
        }),
    })
}
