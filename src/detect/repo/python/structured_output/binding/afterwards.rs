//! Replies that may be held against a class after they came, on ways that were not followed: a source asks a model, reads
//! JSON, and holds what it reads against a class of the sources or against one that it is given.

use super::by_hand::asks;
use super::json::VALIDATES;
use super::schemas::class_name;
use crate::detect::repo::python::names::words::speaks_of;
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Passing};
use crate::domain::facts::HeldAfterwards;
use std::collections::BTreeSet;

/// Places at most that are told.
const PLACES: usize = 8;

/// Names by which JSON is read from files, which no model sends.
const FILES: &[&str] = &["open", "load", "safe_load", "read_text", "read_bytes"];

/// Where replies may be held against a class, in sources outside the tests.
pub(in crate::detect::repo::python) fn held_afterwards<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
) -> Vec<HeldAfterwards> {
    let asking: BTreeSet<usize> = of_modules(sites, &|site| {
        asks(site) || site.call.callee_name().to_ascii_lowercase().contains("llm")
    });
    let reading: BTreeSet<usize> = of_modules(sites, &|site| {
        repository.external(&site.call.callee, site.at).as_deref() == Some("json.loads")
            || matches!(site.call.callee_name(), "model_validate_json" | "parse_raw")
    });
    let is_own = |module: &Module<'_>| !module.in_tests;
    let may = |site: &&Site<'r>| {
        let at = site.at.module;
        !site.around.dead
            && asking.contains(&at)
            && reading.contains(&at)
            && is_own(&repository.modules[at])
            && !reads_files(sites, site)
    };
    let held = sites.all.iter().filter(may).filter_map(|site| against(repository, sites, site));
    held.take(PLACES).collect()
}

/// The modules with a call that can run for which something holds.
fn of_modules<'r>(sites: &Sites<'r>, holds: &dyn Fn(&Site<'r>) -> bool) -> BTreeSet<usize> {
    let live = sites.all.iter().filter(|site| !site.around.dead && holds(site));
    live.map(|site| site.at.module).collect()
}

/// Whether the function of a call reads files.
fn reads_files<'r>(sites: &Sites<'r>, site: &Site<'r>) -> bool {
    let Some(function) = site.function() else { return true };
    let inside = sites.inside(site.at.module, function);
    inside.iter().any(|other| FILES.contains(&other.call.callee_name()))
}

/// What a call holds something against: a class of pydantic's by its name, or, without a name, whatever class is given.
fn against<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    site: &Site<'r>,
) -> Option<HeldAfterwards> {
    let whole = || matches!(site.call.args.as_slice(), [only] if only.passing == Passing::Named);
    let class = match &site.call.callee.kind {
        ExprKind::Attribute(object, name) if VALIDATES.contains(name) => &**object,
        ExprKind::Name(_) | ExprKind::Attribute(..) if whole() => &site.call.callee,
        _ => return None,
    };
    let schema = class_name(repository, sites, site.at, class);
    let is_class = match &schema {
        Some(name) => repository.is_model(name),
        None => is_given(repository, class, site),
    };
    let place = || site.module(repository).place(site.expr.span);
    is_class.then(|| HeldAfterwards { schema, place: place() })
}

/// Whether something is a parameter, or an attribute that is called like a class.
fn is_given<'r>(repository: &Repository<'r>, class: &'r Expr<'r>, site: &Site<'r>) -> bool {
    match &class.kind {
        ExprKind::Attribute(_, name) => speaks_of(name, &["model", "schema", "class", "cls"]),
        ExprKind::Name(_) => repository
            .origins(class, site.at)
            .iter()
            .any(|origin| matches!(origin, Origin::Param(..))),
        _ => false,
    }
}
