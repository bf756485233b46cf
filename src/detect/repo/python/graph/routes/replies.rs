//! What routers see of a node's reply beyond what the state has fields for.
//!
//! `LangGraph` hands a router `{**reply, **state}` where both are dictionaries and the router does not say by a class what
//! it is given.

use super::super::follow::values::value::{Built, Value, Wiring};
use super::super::shape::runner::runner;
use super::super::state::reads::attributes::OPEN;
use super::super::state::reads::unfed::read_by;
use crate::detect::repo::python::classes::bare;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::Expr;
use std::collections::BTreeSet;

/// Whether a router may see all that the node before it returned.
pub(super) fn sees<'r>(repository: &Repository<'r>, router: &Value<'r>) -> bool {
    if matches!(router, Value::Lambda(..)) {
        return true;
    }
    let Some(runner) = runner(repository, router) else { return true };
    let first = runner.state();
    let annotation = first.and_then(|param| param.annotation.as_ref());
    annotation.is_none_or(|annotation| is_open(repository, annotation, runner.at))
}

/// Whether an annotation says no more than that something is a dictionary, or not even that.
pub(in super::super) fn is_open<'r>(
    repository: &Repository<'r>,
    annotation: &'r Expr<'r>,
    at: At,
) -> bool {
    matches!(repository.origins(bare(annotation), at).as_slice(), [Origin::External(name)]
        if OPEN.contains(&name.as_str()))
}

/// The keys that routers see of the replies of the nodes that they stand behind, each with its node, also where the state
/// has no field for them.
pub(in super::super) fn read<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
) -> BTreeSet<(String, String)> {
    let seeing = built.routers.iter().filter(|(_, router)| sees(repository, router));
    let mut found = BTreeSet::new();
    for (written, router) in seeing {
        let keys: Vec<String> =
            read_by(repository, router).into_iter().map(|read| read.key).collect();
        for node in sources(built, written) {
            found.extend(keys.iter().map(|key| (node.to_owned(), key.clone())));
        }
    }
    found
}

/// Whether a router sees a key in the reply of a node that it stands behind; `returned` are the keys that nodes return.
pub(in super::super) fn gives<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
    (written, router): (&str, &Value<'r>),
    key: &str,
    returned: &BTreeSet<(String, String)>,
) -> bool {
    sees(repository, router)
        && sources(built, written).any(|node| returned.contains(&(node.to_owned(), key.to_owned())))
}

/// The nodes behind which a router stands.
fn sources<'b>(built: &'b Built<'_>, written: &'b str) -> impl Iterator<Item = &'b str> {
    built.steps.iter().filter_map(move |step| match &step.wiring {
        Wiring::Conditional { from, router, .. } if router == written => Some(from.as_str()),
        _ => None,
    })
}
