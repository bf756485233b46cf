//! Objects that nodes return, of which the state takes nothing.
//!
//! Of an object `LangGraph` takes the fields of the state that the object has, and passes over the rest without a word.

use super::taken::{Taken, fields_of};
use super::untaken::{is_as_written, is_lacking};
use crate::detect::repo::python::classes::{Ancestor, ancestors, bare};
use crate::detect::repo::python::graph::follow::values::value::Built;
use crate::detect::repo::python::graph::shape::runner::{Runner, runner};
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{
    Call, Class, Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind,
};
use crate::domain::facts::UntakenObject;
use std::collections::BTreeSet;

/// What objects of `pydantic` have besides their fields.
const INHERITED: &[&str] = &["copy", "dict", "json", "schema", "construct", "validate"];

/// Lists the objects that nodes of a graph return in vain, by node and place.
pub(in crate::detect::repo::python::graph) fn objects<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
    taken: &Taken,
) -> Vec<UntakenObject> {
    let mut found = Vec::new();
    for (node, runs) in &built.runs {
        let Some(runner) = runner(repository, runs) else { continue };
        let module = &repository.modules[runner.at.module];
        found.extend(returned(repository, &runner, taken).into_iter().map(|(class, span)| {
            UntakenObject {
                node: node.clone(),
                class: class.to_owned(),
                place: module.place(Span { last: span.first, ..span }),
            }
        }));
    }
    found.sort_by(|one, other| (&one.node, one.place.line).cmp(&(&other.node, other.place.line)));
    found.dedup();
    found
}

/// The classes of the objects that a function surely returns and the state takes nothing of, each with its place.
fn returned<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    taken: &Taken,
) -> Vec<(&'r str, Span)> {
    let function = runner.function;
    let text = repository.modules[runner.at.module].text_of(function.span).unwrap_or("yield");
    if text.contains("yield") || !is_as_written(repository, function) {
        return Vec::new();
    }
    let at = repository.inside(runner.at, function.id);
    let mut found = Vec::new();
    Stmt::each_returned(&function.body, &mut |value| {
        let call = match &value.kind {
            ExprKind::Call(call) => Some(&**call),
            ExprKind::Name(name) => made(function, name),
            _ => None,
        };
        let class = call.and_then(|call| passed_over(repository, at, call, taken));
        found.extend(class.map(|class| (class, value.span)));
    });
    found
}

/// The class that a call makes an object of, where the state has no field that the object has.
fn passed_over<'r>(
    repository: &Repository<'r>,
    at: At,
    call: &'r Call<'r>,
    taken: &Taken,
) -> Option<&'r str> {
    let origins = repository.origins(bare(&call.callee), at);
    let [Origin::Class(defined, class)] = origins.as_slice() else { return None };
    let fields = fields_of(repository, &call.callee, at)?;
    let is_plain = call.args.iter().all(|arg| match arg.passing {
        Passing::Position => true,
        Passing::Keyword(name) => fields.contains(name),
        Passing::Rest | Passing::Named => false,
    });
    let has = attributes(repository, *defined, class)?;
    let none = fields.iter().all(|field| is_lacking(repository, taken, field))
        && has.iter().chain(INHERITED).all(|name| !taken.fields.contains(*name))
        && !taken.fields.iter().any(|field| field.starts_with("model_"));
    (is_plain && none && !fields.is_empty()).then_some(class.name)
}

/// The methods and other names of a class with those before it; `None` where it may have any.
pub(in super::super) fn attributes<'r>(
    repository: &Repository<'r>,
    at: At,
    class: &'r Class<'r>,
) -> Option<BTreeSet<&'r str>> {
    let mut all = vec![class];
    for ancestor in ancestors(repository, at, class) {
        match ancestor {
            Ancestor::Class(_, base) => all.push(base),
            Ancestor::Made(_) | Ancestor::Messages(_) => return None,
        }
    }
    let mut found = BTreeSet::new();
    for stmt in all.into_iter().flat_map(|class| &class.body) {
        match &stmt.kind {
            StmtKind::Function(method) => _ = found.insert(method.name),
            StmtKind::Class(inner) => _ = found.insert(inner.name),
            StmtKind::Assign { targets, value, .. } => {
                // `model_config = ConfigDict(extra="allow")`
                let is_open = |value: &Expr<'_>| {
                    value.any(&|part| part.text().is_some_and(|text| text == "allow"))
                };
                if value.as_ref().is_some_and(is_open) {
                    return None;
                }
                found.extend(targets.iter().filter_map(Expr::name));
            }
            _ => {}
        }
    }
    let opens = ["__getattr__", "__getattribute__", "__call__", "__new__", "Config"];
    opens.iter().all(|name| !found.contains(name)).then_some(found)
}

/// What makes the object that a variable of a function holds, where it only ever holds that one, and nothing puts more
/// into it.
pub(in super::super) fn made<'r>(
    function: &'r Function<'r>,
    variable: &str,
) -> Option<&'r Call<'r>> {
    if function.param(variable).is_some() {
        return None;
    }
    let is_it = |value: &Expr<'_>| value.is_name(variable);
    let (mut calls, mut bound) = (Vec::new(), 0_usize);
    Stmt::each(&function.body, &mut |stmt| {
        let targets = match &stmt.kind {
            StmtKind::Assign { targets, value, .. } => {
                if let (true, Some(ExprKind::Call(call))) =
                    (targets.iter().any(is_it), value.as_ref().map(|value| &value.kind))
                {
                    calls.push(&**call);
                }
                targets.iter().collect()
            }
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => vec![target],
            StmtKind::With { items, .. } => {
                items.iter().filter_map(|(_, name)| name.as_ref()).collect()
            }
            _ => Vec::new(),
        };
        bound += targets.into_iter().filter(|target| target.any(&is_it)).count();
    });
    match calls.as_slice() {
        [call] if bound == 1 => Some(call),
        _ => None,
    }
}
