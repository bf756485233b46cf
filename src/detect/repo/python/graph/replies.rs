//! What routers see of a node's reply beyond what the state has fields for.
//!
//! `LangGraph` hands a router `{**reply, **state}` where both are dictionaries and the router does not say by a class what
//! it is given.

use super::super::classes::bare;
use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{Expr, Param};
use super::attributes::OPEN;
use super::runner::runner;
use super::unfed::read_by;
use super::value::{Built, Value};
use std::collections::BTreeSet;

/// Whether a router may see all that the node before it returned.
pub(super) fn sees<'r>(repository: &Repository<'r>, router: &Value<'r>) -> bool {
    if matches!(router, Value::Lambda(..)) {
        return true;
    }
    let Some(runner) = runner(repository, router) else { return true };
    let is_self = |param: &&Param<'r>| runner.is_method && matches!(param.name, "self" | "cls");
    let first = runner.function.params.iter().find(|param| !is_self(param));
    let annotation = first.and_then(|param| param.annotation.as_ref());
    annotation.is_none_or(|annotation| is_open(repository, annotation, runner.at))
}

/// Whether an annotation says no more than that something is a dictionary, or not even that.
pub(super) fn is_open<'r>(repository: &Repository<'r>, annotation: &'r Expr<'r>, at: At) -> bool {
    matches!(repository.origins(bare(annotation), at).as_slice(), [Origin::External(name)]
        if OPEN.contains(&name.as_str()))
}

/// The keys that routers read which see them also where the state has no field for them.
pub(super) fn read<'r>(repository: &Repository<'r>, built: &Built<'r>) -> BTreeSet<String> {
    let routers = built.routers.iter().map(|(_, router)| router);
    let seeing = routers.filter(|router| sees(repository, router));
    seeing.flat_map(|router| read_by(repository, router)).map(|read| read.key).collect()
}
