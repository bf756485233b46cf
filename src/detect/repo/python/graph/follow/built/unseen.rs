//! Graphs whose constructor comes by a name that does not say so: by a parameter, as what a helper gives, as an attribute.

use super::super::values::making::is_builder;
use crate::detect::repo::python::graph::MARKS;
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Import, Span, Stmt, StmtKind};
use crate::domain::facts::{GapAbout, GraphFact, Lines, Unresolved};
use std::collections::BTreeSet;

/// Methods that wire `LangGraph`'s graphs and those of hardly anything else.
const TELLING: &[&str] = &[
    "add_conditional_edges",
    "set_entry_point",
    "set_finish_point",
    "set_conditional_entry_point",
];

/// Functions that look at a class and make nothing of it.
const LOOKING: &[&str] =
    &["isinstance", "issubclass", "hasattr", "callable", "print", "type", "cast"];

/// The calls that wire something, whoever made it, and those that are given what constructs a graph.
pub(in crate::detect::repo::python::graph) fn roots<'s, 'r>(
    repository: &Repository<'r>,
    sites: &'s [Site<'r>],
) -> Vec<&'s Site<'r>> {
    if !repository.texts.hold("langgraph") {
        return Vec::new();
    }
    let hands_on = |site: &Site<'r>| {
        site.call.args.iter().any(|arg| {
            let origins = repository.origins(&arg.value, site.at);
            origins
                .iter()
                .any(|origin| matches!(origin, Origin::External(name) if is_builder(name)))
        })
    };
    let names = repository.texts.hold("Graph");
    let is_root =
        |site: &&Site<'r>| MARKS.contains(&site.call.callee_name()) || names && hands_on(site);
    sites.iter().filter(is_root).collect()
}

/// What tells that a graph may be built which was not seen; nothing where one was seen outside the tests.
pub(in crate::detect::repo::python) fn unmade(
    repository: &Repository<'_>,
    sites: &[Site<'_>],
    graphs: &[GraphFact],
) -> Option<Unresolved> {
    // A class of its own with these methods is no graph of `LangGraph`'s, and is told by itself.
    let is_own = ["class StateGraph", "def add_edge", "def add_conditional_edges"]
        .iter()
        .any(|words| repository.texts.hold(words));
    if is_own || graphs.iter().any(|graph| !graph.in_tests) || !repository.texts.hold("langgraph") {
        return None;
    }
    let told =
        |reason: String, place: Lines| Unresolved { reason, about: GapAbout::Anything, place };
    let wired = sites.iter().find(|site| {
        !site.around.dead && !site.module(repository).in_tests && wires(repository, site)
    });
    if let Some(site) = wired {
        let module = site.module(repository);
        let written = module.written(site.call.callee.span, 60);
        let reason = format!("`{written}` wires a graph, and what makes it was not found");
        return Some(told(reason, module.place(site.expr.span)));
    }
    repository.program().find_map(|module| {
        let span = named(&module.syntax.body)?;
        let written = module.written(span, 60);
        let reason = format!("what is made of `{written}` was not followed");
        Some(told(reason, module.place(span)))
    })
}

/// Whether a call wires something as only graphs of `LangGraph`'s are wired, whose maker is not known.
fn wires(repository: &Repository<'_>, site: &Site<'_>) -> bool {
    let ExprKind::Attribute(object, name) = &site.call.callee.kind else { return false };
    let is_telling = TELLING.contains(name)
        || matches!(*name, "add_node" | "add_edge")
            && site.function().is_some_and(|function| {
                let text = site.module(repository).text_of(function.span).unwrap_or_default();
                text.contains(".compile(")
            });
    is_telling
        && repository.origins(object, site.at).iter().all(|origin| match origin {
            Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) => {
                let makers = repository.origins(&call.callee, *at);
                !makers.iter().any(|maker| matches!(maker, Origin::External(_) | Origin::Class(..)))
            }
            Origin::Param(..) | Origin::Part(..) | Origin::Unknown | Origin::Value(..) => true,
            Origin::External(_)
            | Origin::Perhaps(_)
            | Origin::Module(_)
            | Origin::Function(..)
            | Origin::Class(..)
            | Origin::With(..) => false,
        })
}

/// Where the first statement stands that names the constructor of a graph as a value.
fn named(body: &[Stmt<'_>]) -> Option<Span> {
    let mut names = BTreeSet::new();
    Stmt::each(body, &mut |stmt| {
        if let StmtKind::Import(imports) = &stmt.kind {
            names.extend(imports.iter().filter(|import| brings(import)).filter_map(Import::binds));
        }
    });
    let mut found = None;
    Stmt::each(body, &mut |stmt| {
        let values: Vec<&Expr<'_>> = match &stmt.kind {
            StmtKind::Assign { value: Some(value), .. } | StmtKind::Return(Some(value)) => {
                vec![value]
            }
            StmtKind::Expr(value @ Expr { kind: ExprKind::Call(_), .. }) => vec![value],
            _ => Vec::new(),
        };
        found = found.or(values.into_iter().find_map(|value| given(value, &names)));
    });
    found
}

/// Whether an import brings the constructor by its name.
fn brings(import: &Import<'_>) -> bool {
    import.level == 0
        && import.name.is_some_and(|name| is_builder(&format!("{}.{name}", import.module)))
}

/// Where in a value the constructor is given, put or handed on.
fn given(value: &Expr<'_>, names: &BTreeSet<&str>) -> Option<Span> {
    match &value.kind {
        ExprKind::Name(name) => names.contains(name).then_some(value.span),
        ExprKind::Attribute(object, "StateGraph" | "MessageGraph") => {
            // `self.StateGraph` is whatever was put there.
            (!object.is_self()).then_some(value.span)
        }
        ExprKind::Call(call) if LOOKING.contains(&call.callee_name()) => None,
        ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::Str(_) => None,
        _ => value.parts().into_iter().find_map(|part| given(part, names)),
    }
}
