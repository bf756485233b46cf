//! What nodes and routers read of the state that the state has no field for.

use super::super::updates::taken::Taken;
use super::super::updates::untaken::{in_order, is_lacking, returned};
use super::asked;
use super::attributes::is_dictionary;
use super::reading::{Read, reads};
use crate::detect::repo::python::graph::follow::values::value::{Built, Value};
use crate::detect::repo::python::graph::routes::replies::gives;
use crate::detect::repo::python::graph::shape::runner::runner;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::uses::Uses;
use crate::detect::repo::python::syntax::{Expr, Span};
use crate::domain::facts::UntakenKey;
use std::cell::LazyCell;

/// Lists what is read in vain, by node or router and key; nothing where the key may be a field's that is not known.
pub(in crate::detect::repo::python::graph) fn keys<'r>(
    repository: &Repository<'r>,
    (built, uses): (&Built<'r>, &Uses<'r>),
    taken: &Taken,
) -> Vec<UntakenKey> {
    if is_indirect(repository) {
        return Vec::new();
    }
    // Whoever is sent to is given what is sent, and not the state.
    let sent = repository.mentions_of("Send") > 0;
    let nodes = built.runs.iter().filter(|_| !sent);
    let is_dictionary = is_dictionary(repository, built);
    let mut found = Vec::new();
    let replied = LazyCell::new(|| returned(repository, built, taken));
    let nodes = nodes.map(|(node, runs)| (node, runs, false));
    for (node, runs, is_router) in
        nodes.chain(built.routers.iter().map(|(router, runs)| (router, runs, true)))
    {
        for read in read_by(repository, runs) {
            let by_attribute = is_dictionary && read.attribute;
            let is_told =
                || is_router && gives(repository, built, (node, runs), &read.key, &replied);
            if by_attribute || (is_lacking(repository, taken, &read.key) && !is_told()) {
                let place = repository.modules[read.module].place(read.span);
                found.push(UntakenKey {
                    node: node.clone(),
                    key: read.key,
                    by_attribute,
                    under: None,
                    wanted: None,
                    place,
                });
            }
        }
    }
    let more = asked::keys(repository, (built, uses), taken, &found);
    found.extend(more);
    in_order(found)
}

/// Whether what is read in vain could be given by other means: what is partly applied is given something else first,
/// and an object may have accessors of its own.
pub(in crate::detect::repo::python::graph) fn is_indirect(repository: &Repository<'_>) -> bool {
    repository.mentions_of("partial") > 0
        || ["def __getitem__", "def __getattr__(self"].iter().any(|own| repository.texts.hold(own))
}

/// The keys that what runs at a node or as a router reads.
pub(in crate::detect::repo::python::graph) fn read_by<'r>(
    repository: &Repository<'r>,
    runs: &Value<'r>,
) -> Vec<Read> {
    let runner = runner(repository, runs);
    if let (Value::Lambda(at, lambda), None) = (runs, &runner) {
        let Some(param) = lambda.params.first() else { return Vec::new() };
        let (module, mut read) = (at.module, Vec::new());
        lambda.body.each(&mut |part| {
            let found = key(part, param.name);
            read.extend(found.map(|(key, span)| Read {
                key,
                module,
                span,
                own: true,
                attribute: false,
            }));
        });
        return read;
    }
    runner.map_or_else(Vec::new, |runner| reads(repository, &runner))
}

/// The key that `state.get("key")` or `state["key"]` reads.
pub(in crate::detect::repo::python::graph) fn key(
    value: &Expr<'_>,
    param: &str,
) -> Option<(String, Span)> {
    Some((value.item_of(|object| object.is_name(param))?, value.span))
}
