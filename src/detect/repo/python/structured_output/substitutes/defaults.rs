//! Scores that a reply is given which has none.

use super::super::asking::{reply, uses};
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{Arg, Class, Expr, ExprKind, Passing, Stmt, StmtKind};
use crate::domain::facts::StandIn;
use std::collections::BTreeSet;

/// The numbers that are read in the function of `asked` where what a model replied there has no score; of questions that
/// are bound a reply has one.
pub(in super::super) fn scores<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    asked: &Site<'r>,
    is_bound: &dyn Fn(&Site<'r>) -> bool,
) -> Vec<StandIn> {
    let Some(function) = asked.function() else { return Vec::new() };
    let own = |site: &&&Site<'r>| {
        site.function().is_some_and(|own| own.id == function.id) && !site.around.dead
    };
    let inside = sites.inside(asked.at.module, function);
    let questions = inside.iter().filter(own).filter(|site| {
        uses::invokes(site.call.callee_name()) || std::ptr::eq(site.expr, asked.expr)
    });
    let mut found = Vec::new();
    for question in questions.filter(|site| !is_bound(site)) {
        let names = reply::names(function, question);
        let read = inside.iter().filter(own).filter_map(|site| {
            let score = default(site)?;
            let ExprKind::Attribute(object, _) = &site.call.callee.kind else { return None };
            let is_reply = reply::uses(object, &names);
            let is_built = || inside.iter().all(|other| !fails_around(repository, other, site));
            (is_reply && is_built()).then(|| StandIn {
                score: Some(score),
                place: site.module(repository).place(site.expr.span),
            })
        });
        found.extend(read);
    }
    found
}

/// The numbers that the class of a schema gives its score where a reply names none, as a default of the field.
pub(in super::super) fn of_schema(repository: &Repository<'_>, schema: &str) -> Vec<StandIn> {
    let mut found = Vec::new();
    for module in repository.program() {
        Stmt::each(&module.syntax.body, &mut |stmt| {
            let StmtKind::Class(class) = &stmt.kind else { return };
            let is_it = schema.split(", ").any(|name| name == class.name);
            if !is_it || !is_model(class) || class.body.iter().any(sets_up) {
                return;
            }
            found.extend(class.body.iter().filter_map(|field| {
                let StmtKind::Assign { targets, value: Some(value), annotation: Some(_) } =
                    &field.kind
                else {
                    return None;
                };
                let is_score = matches!(
                    targets.as_slice(),
                    [Expr { kind: ExprKind::Name("score" | "rating" | "grade"), .. }]
                );
                let score = field_default(value).filter(|_| is_score)?;
                Some(StandIn { score: Some(score), place: module.place(field.span) })
            }));
        });
    }
    found
}

/// The number that a field has by default: `= 3`, `= Field(3)`, `= Field(default=3)`.
fn field_default(value: &Expr<'_>) -> Option<u32> {
    match &value.kind {
        ExprKind::Literal(number) => number.parse().ok(),
        ExprKind::Call(call) if call.callee_name() == "Field" => {
            match call.argument(0, "default")?.kind {
                ExprKind::Literal(number) => number.parse().ok(),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether `read` stands in a call of `other` that builds a model of the repository's own without a field which it has to
/// be given: nothing comes of it.
fn fails_around(repository: &Repository<'_>, other: &Site<'_>, read: &Site<'_>) -> bool {
    let (mut given, mut is_open) = (BTreeSet::new(), false);
    for arg in &other.call.args {
        match arg.passing {
            Passing::Keyword(name) => {
                given.insert(name);
            }
            Passing::Position | Passing::Rest | Passing::Named => is_open = true,
        }
    }
    let holds = other.call.args.iter().any(|arg| arg.value.span.holds(read.expr.span));
    holds
        && !is_open
        && repository.origins(&other.call.callee, other.at).into_iter().any(|origin| match origin {
            Origin::Class(_, class) => required(class).iter().any(|name| !given.contains(name)),
            _ => false,
        })
}

/// The fields that a model has to be given by their names.
fn required<'r>(class: &'r Class<'r>) -> Vec<&'r str> {
    if !is_model(class) || class.body.iter().any(sets_up) {
        return Vec::new();
    }
    let fields = class.body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Assign { targets, value, annotation: Some(_) } => match targets.as_slice() {
            [Expr { kind: ExprKind::Name(name), .. }] if needs_a_value(value.as_ref()) => {
                Some(*name)
            }
            _ => None,
        },
        _ => None,
    });
    fields.collect()
}

/// Whether a class is derived from Pydantic's own.
fn is_model(class: &Class<'_>) -> bool {
    class.bases.iter().any(|base| {
        matches!(base.value.kind, ExprKind::Name("BaseModel") | ExprKind::Attribute(_, "BaseModel"))
    })
}

/// Whether a class has code that may fill its fields: what looks at them before, or what gives them other names.
fn sets_up(stmt: &Stmt<'_>) -> bool {
    match &stmt.kind {
        StmtKind::Function(function) => {
            let before = |decorator: &Expr<'_>| {
                decorator.any(&|part| part.text().as_deref() == Some("before"))
                    || decorator.is_call_of("root_validator")
            };
            matches!(function.name, "__init__" | "__new__")
                || function.decorators.iter().any(before)
        }
        StmtKind::Assign { targets, .. } => {
            targets.iter().any(|target| target.is_name("model_config"))
        }
        StmtKind::Class(_) => true,
        _ => false,
    }
}

/// Whether a field has no default: `name: str`, `name: str = Field(description="…")`.
fn needs_a_value(value: Option<&Expr<'_>>) -> bool {
    let Some(value) = value else { return true };
    let ExprKind::Call(call) = &value.kind else { return false };
    let gives = |arg: &Arg<'_>| match arg.passing {
        Passing::Keyword(name) => {
            matches!(name, "default" | "default_factory" | "alias" | "validation_alias")
        }
        Passing::Position | Passing::Rest | Passing::Named => true,
    };
    call.callee_name() == "Field" && !call.args.iter().any(gives)
}

/// The score that `reply.get("score", 3)` gives where there is none.
fn default(site: &Site<'_>) -> Option<u32> {
    let field = site.call.position(0).and_then(Expr::text)?;
    let is_read = site.call.callee_name() == "get" && matches!(field.as_str(), "score" | "rating");
    match site.call.position(1)?.kind {
        ExprKind::Literal(number) if is_read => number.parse().ok(),
        _ => None,
    }
}
