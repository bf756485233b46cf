//! Nodes that are coroutines and never wait for anything, so that nothing else runs in their event loop until they end.

use super::super::follow::built::begun::runs_graph;
use super::super::follow::values::value::{Closure, Value};
use super::super::state::updates::untaken::is_plain;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt};
use std::collections::BTreeSet;

/// Coroutines that are followed inside each other.
const CALLS: usize = 4;

/// What lets others run while a function that never waits does.
const PATCHES: &[&str] = &["nest_asyncio", "gevent", "greenlet", "eventlet"];

/// The nodes whose coroutines never wait for anything, sorted; none where nothing starts a graph in an event loop.
pub(super) fn nodes<'r>(
    repository: &Repository<'r>,
    sites: &[Site<'r>],
    runs: &[(String, Value<'r>)],
) -> Vec<String> {
    let starts = |site: &Site<'r>| {
        let name = site.call.callee_name();
        name.starts_with('a')
            && runs_graph(site.call)
            && !repository.modules[site.at.module].in_tests
            && !site.around.dead
    };
    let patched = || PATCHES.iter().any(|patch| repository.texts.hold(patch));
    let never_waits = |value: &Value<'r>| match value {
        Value::Function(Closure { at, function, .. }) => {
            never_waits(repository, *at, function, CALLS)
        }
        _ => false,
    };
    if !runs.iter().any(|(_, value)| never_waits(value)) || !sites.iter().any(starts) || patched() {
        return Vec::new();
    }
    let names: BTreeSet<&String> = runs.iter().map(|(name, _)| name).collect();
    let all = |name: &&String| {
        runs.iter().filter(|(other, _)| other == *name).all(|(_, value)| never_waits(value))
    };
    names.into_iter().filter(all).cloned().collect()
}

/// Whether a function is a coroutine that waits for nothing but others of the sources that wait for nothing.
fn never_waits<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    calls: usize,
) -> bool {
    let Some(calls) = calls.checked_sub(1) else { return false };
    let module = &repository.modules[at.module];
    let text = module.text_of(function.span).unwrap_or_default();
    // `async with` and `async for` wait as well.
    let is_one = text.starts_with("async")
        && text.matches("async ").count() == 1
        && !text.contains("yield")
        && is_plain(function);
    let inside = repository.inside(at, function.id);
    let mut waits = false;
    Stmt::walk_all(&function.body, &mut |part| {
        if let ExprKind::Await(awaited) = &part.kind {
            waits |= !is_own(repository, awaited, inside, calls);
        }
    });
    is_one && !waits
}

/// Whether what is awaited is a coroutine of the sources that never waits.
fn is_own<'r>(repository: &Repository<'r>, awaited: &'r Expr<'r>, at: At, calls: usize) -> bool {
    let ExprKind::Call(call) = &awaited.kind else { return false };
    match repository.origins(&call.callee, at).as_slice() {
        [Origin::Function(at, function)] => never_waits(repository, *at, function, calls),
        _ => false,
    }
}
