//! What is asked for by a key, as only dictionaries are, and the classes of what stands in the fields of models.

use super::model;
use crate::detect::repo::python::classes::fields;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{Class, Expr, ExprKind, Stmt, StmtKind};

/// What is asked for what stands under a key that is spelled out, and whether by `get`.
pub(super) fn asks_by_key<'e, 'r>(part: &'e Expr<'r>) -> Option<(&'e Expr<'r>, bool)> {
    let (object, key, is_get) = match &part.kind {
        ExprKind::Subscript(object, indices) => match indices.as_slice() {
            [key] => (&**object, key, false),
            _ => return None,
        },
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "get") if call.args.len() < 3 => {
                (&**object, call.position(0)?, true)
            }
            _ => return None,
        },
        _ => return None,
    };
    let is_followed = match &object.kind {
        ExprKind::Name(_) => true,
        ExprKind::Attribute(of, _) => matches!(of.kind, ExprKind::Name(_)),
        _ => false,
    };
    (is_followed && key.text().is_some()).then_some((object, is_get))
}

/// Whether the file asks first what an object of the name is: what is done with a dictionary is not done with a model.
pub(super) fn is_asked_first(module: &Module<'_>, name: &str) -> bool {
    ["isinstance", "hasattr", "type"]
        .iter()
        .any(|asks| module.text.contains(&format!("{asks}({name}")))
}

/// Whether neither a class nor anything that is written of it gives its objects a `get`.
pub(super) fn has_no_get(repository: &Repository<'_>, class: &Class<'_>) -> bool {
    let gives = |stmt: &Stmt<'_>| match &stmt.kind {
        StmtKind::Function(function) => matches!(function.name, "get" | "__getattr__"),
        StmtKind::Assign { targets, .. } => targets.iter().any(|target| target.is_name("get")),
        _ => false,
    };
    let plain = class.bases.iter().all(|base| {
        matches!(base.value.kind, ExprKind::Name("BaseModel") | ExprKind::Attribute(_, "BaseModel"))
    });
    plain && !class.body.iter().any(gives) && !repository.texts.hold(".get = ")
}

/// The class of what a field of a model surely holds: it is declared to hold an object of that class, which Pydantic sees
/// to where the model is made, and nothing gives it anything afterwards.
pub(super) fn held<'r>(
    repository: &Repository<'r>,
    (at, class): (At, &'r Class<'r>),
    field: &str,
) -> Option<(At, &'r Class<'r>)> {
    let text = repository.modules[at.module].text_of(class.span)?;
    // What validates may replace it, and what constructs a model by hand validates nothing.
    if text.contains("validator")
        || repository.texts.hold("construct")
        || is_given(repository, field)
    {
        return None;
    }
    let (_, annotation, _) = fields(class).find(|(name, ..)| *name == field)?;
    match repository.origins(annotation, at).as_slice() {
        [Origin::Class(at, class)] => model(repository, *at, class),
        _ => None,
    }
}

/// Whether a statement gives something to an attribute of the name.
fn is_given(repository: &Repository<'_>, name: &str) -> bool {
    let mut found = false;
    for module in repository.modules.iter().filter(|module| module.text.contains(name)) {
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if let StmtKind::Assign { targets, .. } = &stmt.kind {
                found |= targets.iter().any(|target| {
                    target.any(
                        &|part| matches!(part.kind, ExprKind::Attribute(_, other) if other == name),
                    )
                });
            }
        });
    }
    found || repository.texts.hold("setattr(")
}
