//! Graphs that `LangGraph` refuses to compile.

use super::super::follow::values::family::is_marked;
use super::super::follow::values::value::{Built, END, START, Step, Wiring};
use super::facts::is_open;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Stmt, StmtKind};
use crate::domain::facts::Refusal;
use std::collections::{BTreeMap, BTreeSet};

/// A construction, by its module and place.
type Made = (usize, usize);

/// What lets each construction be refused in every run that compiles it.
pub(super) fn refusals(
    repository: &Repository<'_>,
    built: &[Built<'_>],
) -> BTreeMap<Made, Refusal> {
    let mut all: BTreeMap<Made, Option<Refusal>> = BTreeMap::new();
    for one in built {
        let made = (one.at.module, one.construction.span.start);
        let Some(wired) = one.compiled.and_then(|wired| one.steps.get(..wired)) else { continue };
        let refusal = refusal(repository, one, wired);
        let known = all.entry(made).or_insert_with(|| refusal.clone());
        *known = known.take().filter(|_| refusal.is_some());
    }
    let all: BTreeMap<Made, Refusal> =
        all.into_iter().filter_map(|(made, refusal)| Some((made, refusal?))).collect();
    if all.is_empty() || !decorates(repository) { all } else { BTreeMap::new() }
}

/// Whether a function that adds nodes stands as a decorator: what it is given is not always followed.
fn decorates(repository: &Repository<'_>) -> bool {
    let (mut adding, mut standing) = (BTreeSet::new(), BTreeSet::new());
    for module in repository.modules {
        Stmt::each(&module.syntax.body, &mut |stmt| {
            let StmtKind::Function(function) = &stmt.kind else { return };
            let text = module.text_of(function.span);
            if text.is_some_and(|text| text.contains(".add_node(")) {
                adding.insert(function.name);
            }
            standing.extend(function.decorators.iter().map(|decorator| match &decorator.kind {
                ExprKind::Name(name) | ExprKind::Attribute(_, name) => *name,
                ExprKind::Call(call) => call.callee_name(),
                _ => "",
            }));
        });
    }
    !adding.is_disjoint(&standing)
}

/// Whether all that may wire a graph was followed, in the order in which it runs, and by names that are sure.
fn is_followed(built: &Built<'_>) -> bool {
    let mut roots = built.steps.iter().map(|step| step.root);
    // What several files wire at their own level is wired in the order of their imports; a class is followed method by
    // method.
    let is_one = roots.next().is_none_or(|root| roots.all(|other| other == root));
    let is_here =
        built.owner.is_some() && built.steps.iter().all(|it| it.module == built.at.module);
    // What a class of the sources does to it besides is its own.
    let is_plain = built.class.is_none() && !built.steps.iter().any(|step| is_open(&step.wiring));
    is_plain && !built.doubtful && (is_one || is_here)
}

/// What lets one be refused; nothing where not all of it was followed.
fn refusal(repository: &Repository<'_>, built: &Built<'_>, wired: &[Step<'_>]) -> Option<Refusal> {
    if !is_followed(built) {
        return None;
    }
    let told = |step: &Step<'_>, reason: String| {
        let place = repository.modules[step.module].place(step.expr.span);
        Some(Refusal { reason, place })
    };
    let mut nodes: BTreeSet<&str> = BTreeSet::new();
    let mut added: BTreeMap<(usize, &str), &Expr<'_>> = BTreeMap::new();
    let mut sources: BTreeSet<&str> = BTreeSet::new();
    for step in wired {
        match &step.wiring {
            Wiring::Node { name, .. } => {
                if step.sure && matches!(name.as_str(), START | END) {
                    return told(step, format!("a node is called `{name}`, which is reserved"));
                }
                // What one call adds again and again may come from something that holds each name once.
                let known = added.get(&(step.root, name.as_str()));
                if step.sure && known.is_some_and(|other| !std::ptr::eq(*other, step.expr)) {
                    return told(step, format!("the node `{name}` is added twice"));
                }
                nodes.insert(name);
                if step.sure {
                    added.entry((step.root, name)).or_insert(step.expr);
                }
            }
            Wiring::Edge { from, to, .. } => {
                if step.sure && from == END {
                    return told(step, "an edge leaves `END`".to_owned());
                }
                if step.sure && to == START {
                    return told(step, "an edge leads to `START`".to_owned());
                }
                sources.insert(from);
            }
            Wiring::Conditional { from, .. } => {
                sources.insert(from);
            }
            Wiring::Unresolved(..) => return None,
        }
    }
    let is_node = |name: &str| nodes.contains(name) || is_marked(name);
    for step in wired.iter().filter(|step| step.sure) {
        let (from, targets) = match &step.wiring {
            Wiring::Edge { from, to, .. } => (from, std::slice::from_ref(to)),
            Wiring::Conditional { from, routes, .. } => (from, routes.mapped.as_slice()),
            Wiring::Node { .. } | Wiring::Unresolved(..) => continue,
        };
        if from != START && !is_node(from) {
            return told(step, format!("an edge leaves `{from}`, and no node is called so"));
        }
        if let Some(lost) = targets.iter().find(|to| *to != END && !is_node(to)) {
            return told(step, format!("an edge leads to `{lost}`, and no node is called so"));
        }
    }
    let is_begun = wired.is_empty() || sources.contains(START);
    let place = repository.modules[built.at.module].place(built.construction.span);
    let reason = "no edge leaves `START`, so that nothing is run first".to_owned();
    (!is_begun).then_some(Refusal { reason, place })
}
