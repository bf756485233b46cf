//! Evidence that is written before anything was looked at: it says that something was found, holds nothing that a look
//! could have given, and is reached whatever there is.
//!
//! Only what is certain is told. Where a condition, a value or a way out may hang on a look, nothing is said.

mod beforehand;
mod held;
mod leftover;
mod plain;
mod ways;

use super::classes::{Ancestor, ancestors, fields};
use super::repository::{At, Origin, Repository};
use super::running::reach::Reach;
use super::running::sites::{Site, Sites};
use super::sources::parse::Module;
use super::syntax::{Class, Expr, ExprKind, Passing};
use crate::detect::repo::python::names::words::speaks_of;
use crate::domain::facts::{ConstantEvidence, GraphFact};
use beforehand::Beforehand;
use held::Held;
use std::collections::BTreeSet;

/// Most that are stated.
const MOST: usize = 20;

/// Fields by which evidence says that something is there.
const FOUND: &[&str] = &["found", "exists", "present", "is_found"];

/// Fields in which evidence says what it saw, or why it thinks so, the most telling first.
const SAYS: &[&str] = &["content", "rationale", "description", "summary", "finding", "details"];

/// Words of files and functions that only show how something looks.
const SHOWN: &[&str] = &[
    "debug", "demo", "dummy", "example", "fake", "fixture", "mock", "sample", "seed", "simulat",
    "stub", "test",
];

/// The evidence that detectives of the program write before they look, by place.
pub(super) fn evidence(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    reach: &Reach,
    graphs: &[GraphFact],
) -> Vec<ConstantEvidence> {
    let of_graphs = imported_by_graphs(repository, graphs);
    let mut found: Vec<ConstantEvidence> = Vec::new();
    for site in &sites.all {
        let module = site.module(repository);
        if of_graphs.contains(&site.at.module)
            && let Some(evidence) = foregone(repository, sites, site)
            && !is_shown(module, site)
            && reach.runs(repository, sites, site) == Some(true)
        {
            found.push(evidence);
        }
    }
    found.extend(plain::plain(repository, graphs));
    found.sort_by(|one, other| one.place.cmp(&other.place));
    found.truncate(MOST);
    found
}

/// The modules that graphs of the program are built in, and those that they bring in.
fn imported_by_graphs(repository: &Repository<'_>, graphs: &[GraphFact]) -> BTreeSet<usize> {
    let builds = |module: &Module<'_>| {
        let here = |graph: &&GraphFact| graph.live && graph.place.file == module.path;
        !module.in_tests && graphs.iter().any(|graph| here(&graph))
    };
    let all = repository.modules.iter().enumerate();
    let mut open: Vec<usize> =
        all.filter(|(_, module)| builds(module)).map(|(index, _)| index).collect();
    let mut found = BTreeSet::new();
    while let Some(index) = open.pop() {
        if found.insert(index) {
            open.extend(repository.imported(index));
        }
    }
    found
}

/// Whether a place is only there to show or try something.
fn is_shown(module: &Module<'_>, site: &Site<'_>) -> bool {
    let says = |name: &str| speaks_of(name, SHOWN);
    module.in_tests
        || module.path.split('/').any(says)
        || site.around.functions.iter().any(|function| says(function.name))
        || site.around.class.is_some_and(|class| says(class.name))
}

/// The evidence that a call builds, if that was written beforehand.
fn foregone<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    site: &Site<'r>,
) -> Option<ConstantEvidence> {
    let [Origin::Class(at, class)] = repository.origins(&site.call.callee, site.at)[..] else {
        return None;
    };
    let names = evidence_fields(repository, at, class)?;
    let given = given(site, &names)?;
    let of = |field: &str| given.iter().find(|(name, _)| *name == field).map(|(_, value)| *value);
    let mut says_found = FOUND.iter().filter_map(|field| of(field));
    let held = Held::at(site);
    if !says_found.any(|value| held.is_true(value)) {
        return None;
    }
    let beforehand = Beforehand { repository, site };
    if !given.iter().all(|(_, value)| beforehand.is_known(value)) {
        return None;
    }
    let said = || SAYS.iter().filter_map(|field| of(field)).map(|value| held.chosen(value));
    let says = said().find_map(|value| value.text().filter(|text| text.len() > 1));
    let repeats = match says {
        Some(_) => None,
        None => Some(said().find_map(|value| beforehand.success(value))?),
    };
    let way = ways::way(repository, sites, site, repeats.is_some())?;
    let module = site.module(repository);
    Some(ConstantEvidence {
        class: class.name.to_owned(),
        says: says.unwrap_or_default(),
        repeats,
        answers: way.answers,
        leftover: way.leftover,
        fallback: way.fallback,
        function: site.around.function(),
        place: module.place(site.expr.span),
    })
}

/// The fields of a class of evidence, in order: one says whether something is there, and others say what and where.
fn evidence_fields<'r>(
    repository: &Repository<'r>,
    at: At,
    class: &'r Class<'r>,
) -> Option<Vec<&'r str>> {
    let mut all = Vec::new();
    for ancestor in ancestors(repository, at, class).into_iter().rev() {
        if let Ancestor::Class(_, base) = ancestor {
            all.extend(fields(base).map(|(name, annotation, _)| (name, annotation)));
        }
    }
    all.extend(fields(class).map(|(name, annotation, _)| (name, annotation)));
    let is_of = |annotation: &Expr<'_>, kind: &str| {
        annotation.any(&|part| match &part.kind {
            ExprKind::Name(name) => *name == kind,
            ExprKind::Str(_) => part.text().is_some_and(|text| text.contains(kind)),
            _ => false,
        })
    };
    let says_found =
        all.iter().any(|(name, annotation)| FOUND.contains(name) && is_of(annotation, "bool"));
    let says_what = all.iter().any(|(name, annotation)| {
        (SAYS.contains(name) || *name == "location") && is_of(annotation, "str")
    });
    (says_found && says_what).then(|| all.into_iter().map(|(name, _)| name).collect())
}

/// What the fields are given in a call; `None` where that is not written there.
fn given<'r>(site: &Site<'r>, names: &[&'r str]) -> Option<Vec<(&'r str, &'r Expr<'r>)>> {
    let mut found = Vec::new();
    for (index, arg) in site.call.args.iter().enumerate() {
        match arg.passing {
            Passing::Position => found.push((*names.get(index)?, &arg.value)),
            Passing::Keyword(name) => found.push((name, &arg.value)),
            Passing::Named => {
                let ExprKind::Dict(pairs) = &arg.value.kind else { return None };
                for (key, value) in pairs {
                    let key = key.as_ref()?.text()?;
                    found.push((*names.iter().find(|name| **name == key)?, value));
                }
            }
            Passing::Rest => return None,
        }
    }
    Some(found)
}
