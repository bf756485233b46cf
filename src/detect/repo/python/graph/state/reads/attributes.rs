//! What `getattr` sees of a state: a dictionary has no attribute for what it holds.

use crate::detect::repo::python::classes::class_kind;
use crate::detect::repo::python::graph::follow::values::value::Built;
use crate::detect::repo::python::graph::routes::replies::is_open;
use crate::detect::repo::python::graph::shape::runner::runner;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Stmt, StmtKind};
use crate::domain::facts::ClassKind;

/// What dictionaries and models have that is no field.
const OWN: &[&str] = &[
    "get",
    "keys",
    "items",
    "values",
    "copy",
    "pop",
    "update",
    "clear",
    "setdefault",
    "dict",
    "json",
];

/// Annotations by which a function is given the state as the graph holds it.
pub(in crate::detect::repo::python::graph) const OPEN: &[&str] = &[
    "typing.Any",
    "typing.Dict",
    "typing.Mapping",
    "typing.MutableMapping",
    "collections.abc.Mapping",
    "collections.abc.MutableMapping",
    "builtins.dict",
];

/// Whether an object may have an attribute of a name that is no field's.
pub(in super::super) fn may_have(repository: &Repository<'_>, name: &str) -> bool {
    let defined = format!("def {name}(");
    OWN.contains(&name)
        || name.starts_with("model_")
        || repository.texts.hold(&defined)
        || repository.modules.iter().any(|module| is_of_class(&module.syntax.body, name))
}

/// Whether a class binds a name without saying that it is a field: `name = 1`.
fn is_of_class(body: &Body<'_>, name: &str) -> bool {
    let is_it = |target: &Expr<'_>| target.is_name(name);
    let binds = |stmt: &Stmt<'_>| match &stmt.kind {
        StmtKind::Assign { targets, annotation: None, .. } => targets.iter().any(is_it),
        _ => false,
    };
    let mut found = false;
    Stmt::each(body, &mut |stmt| {
        if let StmtKind::Class(class) = &stmt.kind {
            found |= class.body.iter().any(binds);
        }
    });
    found
}

/// Whether all that runs in a graph is given its state as a dictionary: the state is a `TypedDict`, and nobody asks
/// for another class.
pub(in crate::detect::repo::python::graph) fn is_dictionary<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
) -> bool {
    let ExprKind::Call(call) = &built.construction.kind else { return false };
    let Some(state) = call.argument(0, "state_schema") else { return false };
    let given = built.runs.iter().chain(&built.routers).filter_map(|(_, runs)| {
        let runner = runner(repository, runs)?;
        let first = runner.state()?;
        Some((first.annotation.as_ref()?, runner.at))
    });
    let mut given = given.filter(|(annotation, _)| {
        let written = annotation.text();
        written.is_none() || written.as_ref() != built.state.as_ref()
    });
    is_typed(repository, state, built.at)
        && given.all(|(annotation, at)| {
            is_typed(repository, annotation, at) || is_open(repository, annotation, at)
        })
}

fn is_typed<'r>(repository: &Repository<'r>, value: &'r Expr<'r>, at: At) -> bool {
    matches!(repository.origins(value, at).as_slice(), [Origin::Class(at, class)]
        if class_kind(repository, *at, class) == ClassKind::TypedDict)
}
