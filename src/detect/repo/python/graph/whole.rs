//! Nodes that hand the whole state back: what reducers add up is then added to itself.

use super::super::repository::Repository;
use super::super::syntax::{Expr, ExprKind, Function, Span, Stmt, StmtKind};
use super::untaken::{Runner, is_plain, runner, updates};
use super::value::Value;
use crate::domain::facts::{GraphFact, ReducerFact, ReducerKind, WholeReturn};
use std::collections::BTreeSet;

/// Methods of a state that change nothing in it.
const READING: &[&str] = &["get", "keys", "values", "items", "copy", "model_dump", "dict"];

/// Lists the nodes of a graph that return the state that they are given, with the fields that are added up and that
/// something was put into by then.
///
/// `runs` are the nodes with what runs there.
pub(super) fn returns<'r>(
    repository: &Repository<'r>,
    graph: &GraphFact,
    runs: &[(String, Value<'r>)],
    reducers: &[ReducerFact],
) -> Vec<WholeReturn> {
    let added = added_up(graph, reducers);
    if added.is_empty() {
        return Vec::new();
    }
    let runners: Vec<(&str, Runner<'r>, &str)> = runs
        .iter()
        .filter_map(|(node, runs)| {
            let runner = runner(repository, runs)?;
            let is_self = |name: &str| runner.is_method && matches!(name, "self" | "cls");
            let mut params = runner.function.params.iter().map(|param| param.name);
            let param = params.find(|name| !is_self(name))?;
            Some((node.as_str(), runner, param))
        })
        .collect();
    let mut found: Vec<WholeReturn> = Vec::new();
    for (node, runner, param) in &runners {
        let Some((span, replaced)) = handed_back(runner.function, param) else { continue };
        let before = before(graph, node);
        let mut filled = appended(runner.function, param);
        for (_, earlier, param) in runners.iter().filter(|(node, ..)| before.contains(node)) {
            filled.extend(updates(repository, earlier).into_iter().map(|(key, _)| key));
            filled.extend(appended(earlier.function, param));
        }
        let doubled = added.difference(&replaced).filter(|field| filled.contains(*field));
        let fields: Vec<String> = doubled.cloned().collect();
        if !fields.is_empty() && found.iter().all(|one| one.node != *node) {
            let place = repository.modules[runner.at.module].place(span);
            found.push(WholeReturn { node: (*node).to_owned(), fields, place });
        }
    }
    found
}

/// The nodes from which a way leads to a node.
fn before<'g>(graph: &'g GraphFact, node: &'g str) -> BTreeSet<&'g str> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![node]);
    while let Some(node) = open.pop() {
        let plain = graph.edges.iter().filter(|edge| edge.to == node).map(|edge| &edge.from);
        let routed =
            graph.conditional.iter().filter(|edge| edge.targets.iter().any(|to| to == node));
        let earlier = plain.chain(routed.map(|edge| &edge.from)).map(String::as_str);
        open.extend(earlier.filter(|earlier| seen.insert(*earlier)));
    }
    seen
}

/// The fields that a function puts something into where they are: `state["notes"].append(note)`.
fn appended(function: &Function<'_>, param: &str) -> BTreeSet<String> {
    let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == param);
    let mut fields = BTreeSet::new();
    Stmt::each(&function.body, &mut |stmt| {
        for value in stmt.expressions() {
            value.each(&mut |part| {
                let ExprKind::Call(call) = &part.kind else { return };
                let ExprKind::Attribute(list, "append" | "extend") = &call.callee.kind else {
                    return;
                };
                put(list, &is_it, &mut fields);
            });
        }
    });
    fields
}

/// The fields of the graph's state that a reducer adds up; none where the state's class is not the only one of its
/// name.
fn added_up(graph: &GraphFact, reducers: &[ReducerFact]) -> BTreeSet<String> {
    let Some(state) = graph.state_class.as_deref() else { return BTreeSet::new() };
    let name = state.rsplit('.').next().unwrap_or(state);
    let of_state = |fact: &&ReducerFact| {
        fact.class == name || fact.inherited_by.iter().any(|class| class == name)
    };
    let ours: Vec<&ReducerFact> = reducers.iter().filter(of_state).collect();
    let files: BTreeSet<&str> = ours
        .iter()
        .filter(|fact| fact.class == name)
        .map(|fact| fact.place.file.as_str())
        .collect();
    if files.len() > 1 {
        return BTreeSet::new();
    }
    let added = ours.iter().filter(|fact| fact.kind == ReducerKind::OperatorAdd);
    added.map(|fact| fact.field.clone()).collect()
}

/// Where a function returns what it is given, and the fields that it puts something else into before; `None` where
/// it does anything else with the whole of it.
fn handed_back(function: &Function<'_>, param: &str) -> Option<(Span, BTreeSet<String>)> {
    if !is_plain(function) {
        return None;
    }
    let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == param);
    let (mut found, mut is_other) = (None, false);
    let mut replaced = BTreeSet::new();
    let (mut seen, mut known) = (0_usize, 0_usize);
    Stmt::each(&function.body, &mut |stmt| {
        for value in stmt.expressions() {
            value.each(&mut |part| {
                seen += usize::from(is_it(part));
                known += match &part.kind {
                    ExprKind::Subscript(object, _) => usize::from(is_it(object)),
                    ExprKind::Attribute(object, name) => {
                        let is_method =
                            matches!(*name, "update" | "pop" | "clear" | "setdefault" | "popitem");
                        is_other |= is_it(object) && is_method && !READING.contains(name);
                        usize::from(is_it(object))
                    }
                    _ => 0,
                };
            });
        }
        match &stmt.kind {
            StmtKind::Return(Some(value)) if is_it(value) => {
                known += 1;
                found = found.or(Some(value.span));
            }
            StmtKind::Return(Some(Expr { kind: ExprKind::Dict(pairs), span })) => {
                let spread =
                    pairs.iter().filter(|(key, value)| key.is_none() && is_it(value)).count();
                if spread > 0 {
                    known += spread;
                    found = found.or(Some(*span));
                    replaced.extend(pairs.iter().filter_map(|(key, _)| key.as_ref()?.text()));
                }
            }
            StmtKind::Assign { targets, value, .. } => {
                let mut into = BTreeSet::new();
                for target in targets {
                    put(target, &is_it, &mut into);
                    is_other |= is_it(target);
                }
                // What was there and something more is still what was there.
                let keeps =
                    |field: &String| value.as_ref().is_some_and(|it| reads(it, &is_it, field));
                replaced.extend(into.into_iter().filter(|field| !keeps(field)));
            }
            StmtKind::Augment { target, .. } => is_other |= is_it(target),
            StmtKind::For { target, .. } => is_other |= target.any(&is_it),
            StmtKind::With { items, .. } => {
                is_other |= items.iter().any(|(_, name)| name.as_ref().is_some_and(&is_it));
            }
            // What another function returns is not what this one does.
            StmtKind::Function(_) | StmtKind::Class(_) => is_other = true,
            StmtKind::Other(inner) => is_other |= inner.iter().any(|value| value.any(&is_it)),
            _ => {}
        }
    });
    found.filter(|_| !is_other && seen == known).map(|span| (span, replaced))
}

/// Whether a value is made from what the field holds: `state["notes"] + [note]`.
fn reads(value: &Expr<'_>, is_it: &impl Fn(&Expr<'_>) -> bool, field: &str) -> bool {
    let same = |text: Option<String>| text.as_deref() == Some(field);
    value.any(&|part| match &part.kind {
        ExprKind::Subscript(object, indices) => {
            is_it(object) && same(indices.first().and_then(Expr::text))
        }
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "get") => {
                is_it(object) && same(call.position(0).and_then(Expr::text))
            }
            _ => false,
        },
        ExprKind::Attribute(object, name) => is_it(object) && *name == field,
        _ => false,
    })
}

/// Notes the field that an assignment puts something into.
fn put(target: &Expr<'_>, is_it: &impl Fn(&Expr<'_>) -> bool, replaced: &mut BTreeSet<String>) {
    match &target.kind {
        ExprKind::Subscript(object, indices) if is_it(object) => {
            replaced.extend(indices.first().and_then(Expr::text));
        }
        ExprKind::Attribute(object, name) if is_it(object) => {
            replaced.insert((*name).to_owned());
        }
        ExprKind::Tuple(parts) | ExprKind::List(parts) => {
            for part in parts {
                put(part, is_it, replaced);
            }
        }
        _ => {}
    }
}
