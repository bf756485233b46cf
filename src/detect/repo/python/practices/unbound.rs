//! Language models that are asked as they were made, bound to no schema.

mod unchecked;

use super::super::names::scope::Binding;
use super::super::repository::{At, Repository};
use super::super::running::sites::{Site, Sites};
use super::super::syntax::{Call, Expr, ExprKind, Function, Passing, Stmt, StmtKind};
use super::Found;
use super::models::MAKERS;
use crate::domain::facts::Practice;

/// Methods that send something to a model.
const INVOKES: &[&str] =
    &["invoke", "ainvoke", "stream", "astream", "batch", "abatch", "predict", "generate_content"];

/// Arguments that may ask for a reply of some form.
const FORMS: &[&str] = &[
    "extra_body",
    "format",
    "functions",
    "generation_config",
    "guided_json",
    "model_kwargs",
    "response_format",
    "response_mime_type",
    "response_model",
    "response_schema",
    "tools",
];

/// Notes the functions that ask a model which they made themselves and bound to nothing.
pub(super) fn read<'r>(repository: &Repository<'r>, sites: &Sites<'r>, found: &mut Found) {
    for site in sites.all.iter().filter(|site| !site.around.dead && is_plain(site.call)) {
        let Some(function) = site.function() else { continue };
        if is_asked_here(site) || asks(repository, sites, site, function) {
            let module = site.module(repository);
            let place = module.place(site.expr.span);
            if unchecked::keeps(site, function) {
                let place = place.clone();
                found.practice(Practice::KeepsUnchecked, function.name, place, module.in_tests);
            }
            found.practice(Practice::AsksUnbound, function.name, place, module.in_tests);
        }
    }
}

/// Whether no argument of a call asks for a form, nor may.
fn is_plain(call: &Call<'_>) -> bool {
    call.args.iter().all(|arg| match arg.passing {
        Passing::Position => true,
        Passing::Keyword(name) => !FORMS.contains(&name),
        Passing::Rest | Passing::Named => false,
    })
}

/// Whether the call sends messages by the client of a provider: `client.chat.completions.create(…)`.
fn is_asked_here(site: &Site<'_>) -> bool {
    let of = |object: &Expr<'_>| {
        matches!(object.kind, ExprKind::Attribute(_, "completions" | "messages"))
    };
    matches!(&site.call.callee.kind, ExprKind::Attribute(object, "create") if of(object))
        && site.call.keyword("messages").is_some()
}

/// Whether the call asks a model that is made there, or by a function for it, or that a variable of the function holds as it was
/// made.
fn asks<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    site: &Site<'r>,
    function: &'r Function<'r>,
) -> bool {
    let ExprKind::Attribute(object, method) = &site.call.callee.kind else { return false };
    if !INVOKES.contains(method) {
        return false;
    }
    let name = match &object.kind {
        ExprKind::Name(name) => *name,
        _ => return is_given(repository, sites, object, site.at),
    };
    let bindings = repository.scope(site.at).bindings.get(name);
    let given = |value: &'r Expr<'r>| is_given(repository, sites, value, site.at);
    let made = bindings.is_some_and(|bindings| {
        bindings.iter().all(|one| matches!(one, Binding::Value(value) if given(value)))
    });
    made && !is_used_otherwise(sites, site.at.module, function, name)
}

/// Whether a value is a model as it is made there, or by a function that does nothing else with it.
fn is_given<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    value: &'r Expr<'r>,
    at: At,
) -> bool {
    let ExprKind::Call(call) = &value.kind else { return false };
    if is_made(value) {
        return true;
    }
    let Some((at, function)) = repository.function(&call.callee, at) else { return false };
    let inside = repository.inside(at, function.id);
    let held = |name: &str| {
        let bindings = repository.scope(inside).bindings.get(name);
        bindings.is_some_and(|bindings| {
            bindings.iter().all(|one| matches!(one, Binding::Value(value) if is_made(value)))
        }) && !is_used_otherwise(sites, at.module, function, name)
    };
    let (mut some, mut all) = (false, true);
    Stmt::each_own(&function.body, &mut |stmt| {
        let StmtKind::Return(returned) = &stmt.kind else { return };
        some = true;
        all &= returned.as_ref().is_some_and(|value| match value.kind {
            ExprKind::Name(name) => held(name),
            _ => is_made(value),
        });
    });
    let is_kept = |name: &&str| name.contains("cache");
    let decorated = |value: &Expr<'_>| match &value.kind {
        ExprKind::Call(call) => is_kept(&call.callee_name()),
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => is_kept(name),
        _ => false,
    };
    some && all && function.decorators.iter().all(decorated)
}

/// Whether a value is a model as it is made, with nothing said of the form of its replies.
fn is_made(value: &Expr<'_>) -> bool {
    matches!(&value.kind, ExprKind::Call(call)
        if MAKERS.contains(&call.callee_name()) && is_plain(call))
}

/// Whether the function also binds the model, whose plain call may be what it falls back to, or changes it.
fn is_used_otherwise(
    sites: &Sites<'_>,
    module: usize,
    function: &Function<'_>,
    name: &str,
) -> bool {
    let of_it = |value: &Expr<'_>| {
        matches!(&value.kind, ExprKind::Attribute(object, _)
            if object.is_name(name))
    };
    let invokes = |call: &Call<'_>| INVOKES.contains(&call.callee_name());
    let mut inside = sites.inside(module, function).into_iter();
    let binds = inside.any(|other| of_it(&other.call.callee) && !invokes(other.call));
    let mut changes = false;
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            changes |= targets.iter().any(of_it);
        }
    });
    binds || changes
}
