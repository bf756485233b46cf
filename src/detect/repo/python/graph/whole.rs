//! Nodes that hand the whole state back: what reducers add up is then added to itself.

use super::super::repository::Repository;
use super::super::syntax::{Expr, ExprKind, Function, Span, Stmt, StmtKind};
use super::changed::changed;
use super::parts::{Added, Ways, parts};
use super::runner::{Runner, runner};
use super::taken::fields_of;
use super::untaken::{is_plain, updates};
use super::value::Value;
use crate::domain::facts::{GraphFact, Lines, ReducerFact, WholeReturn};
use std::collections::BTreeSet;

/// Methods of a state that change nothing in it.
pub(super) const READING: &[&str] =
    &["get", "keys", "values", "items", "copy", "model_dump", "dict"];

/// Lists the nodes of a graph that return the state that they are given, with the fields that are added up and that
/// something was put into by then.
///
/// `runs` are the nodes with what runs there, `ways` what decides on the ways between them.
pub(super) fn returns<'r>(
    repository: &Repository<'r>,
    graph: &GraphFact,
    runs: &[(String, Value<'r>)],
    ways: Ways<'_, 'r>,
    reducers: &[ReducerFact],
) -> Vec<WholeReturn> {
    let routers = ways.routers;
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
    let routed = asked_by(repository, routers, &added);
    // A model is built anew from what a channel holds: what a node appends does not reach the channel.
    let name = graph.state_class.as_deref().and_then(|name| name.rsplit('.').next());
    let in_place = name.is_some_and(|name| !is_model(repository, name));
    let mut found: Vec<WholeReturn> = Vec::new();
    for (node, runner, param) in &runners {
        let Some((span, replaced)) = handed_back(runner.function, param) else { continue };
        let Some(seen) = seen_of(repository, runner, param) else { continue };
        let before = before(graph, node);
        let mut filled = BTreeSet::new();
        if in_place {
            filled.extend(appended(runner.function, param));
        }
        filled.extend(put_before(repository, &runners, &before, in_place));
        filled.retain(|field| seen.is_empty() || seen.contains(field));
        // What a router asks for may lead elsewhere.
        filled.retain(|field| !asked_for(runner.function, param, field) && !routed.contains(field));
        let doubled = added.difference(&replaced).filter(|field| filled.contains(*field));
        let fields: Vec<String> = doubled.cloned().collect();
        if !fields.is_empty() && found.iter().all(|one| one.node != *node) {
            let place = repository.modules[runner.at.module].place(span);
            let changes = changed(runner.function, param).into_iter().collect();
            let node = (*node).to_owned();
            found.push(WholeReturn { node, fields, changes, partly: false, place });
        }
    }
    for (node, runs) in runs {
        let filled = put_before(repository, &runners, &before(graph, node), in_place);
        let doubled = added.intersection(&filled).filter(|field| !routed.contains(*field));
        let fields: Vec<String> = doubled.cloned().collect();
        if let Some(place) = passed_on(repository, runs).filter(|_| !fields.is_empty()) {
            let (node, changes) = (node.clone(), Vec::new());
            found.push(WholeReturn { node, fields, changes, partly: false, place });
        }
    }
    found.extend(parts(repository, graph, &runners, &Added { all: &added, routed: &routed, ways }));
    found
}

/// Where a lambda gives what it is given: `lambda state: state`.
fn passed_on(repository: &Repository<'_>, runs: &Value<'_>) -> Option<Lines> {
    let Value::Lambda(at, lambda) = runs else { return None };
    let given = lambda.params.first()?.name;
    matches!(lambda.body.kind, ExprKind::Name(name) if name == given)
        .then(|| repository.modules[at.module].place(lambda.body.span))
}

/// The fields that the nodes before one put something into.
fn put_before<'r>(
    repository: &Repository<'r>,
    runners: &[(&str, Runner<'r>, &str)],
    before: &BTreeSet<&str>,
    in_place: bool,
) -> BTreeSet<String> {
    let mut filled = BTreeSet::new();
    for (_, earlier, param) in runners.iter().filter(|(node, ..)| before.contains(node)) {
        let empty = empty(earlier.function);
        let told = updates(repository, earlier).into_iter();
        let told = told.filter(|(_, span)| !empty.contains(&(span.start, span.end)));
        filled.extend(told.map(|(key, _)| key));
        if in_place {
            filled.extend(appended(earlier.function, param));
        }
    }
    filled
}

/// The fields that a node is given, by the annotation of its parameter; empty for all of the state, and `None` where
/// they are not known.
pub(super) fn seen_of<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    param: &str,
) -> Option<BTreeSet<String>> {
    let param = runner.function.params.iter().find(|one| one.name == param)?;
    match &param.annotation {
        Some(annotation) => fields_of(repository, annotation, runner.at),
        None => Some(BTreeSet::new()),
    }
}

/// Whether a class is a Pydantic model, as its own line says.
pub(super) fn is_model(repository: &Repository<'_>, name: &str) -> bool {
    let begins = format!("class {name}(");
    let mut lines = repository.modules.iter().flat_map(|module| module.text.lines());
    lines.any(|line| {
        line.trim_start().starts_with(&begins)
            && !["TypedDict", "MessagesState"].iter().any(|base| line.contains(base))
    })
}

/// Where the keys stand that a function gives nothing: `{"notes": []}`.
pub(super) fn empty(function: &Function<'_>) -> BTreeSet<(usize, usize)> {
    let is_nothing = |value: &Expr<'_>| match &value.kind {
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => items.is_empty(),
        ExprKind::Dict(pairs) => pairs.is_empty(),
        ExprKind::None => true,
        ExprKind::Literal(number) => number.parse::<f64>() == Ok(0.0),
        ExprKind::Str(_) => value.text().is_some_and(|text| text.is_empty()),
        _ => false,
    };
    let mut spans = BTreeSet::new();
    Stmt::each(&function.body, &mut |stmt| {
        for value in stmt.expressions() {
            value.each(&mut |part| {
                let ExprKind::Dict(pairs) = &part.kind else { return };
                let nothing = pairs.iter().filter(|(_, value)| is_nothing(value));
                let keys = nothing.filter_map(|(key, _)| key.as_ref());
                spans.extend(keys.map(|key| (key.span.start, key.span.end)));
            });
        }
    });
    spans
}

/// Whether a condition asks for a field: the state may be returned where nothing is in it.
fn asked_for(function: &Function<'_>, param: &str, field: &str) -> bool {
    let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == param);
    let mut asked = false;
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::If { branches, .. } = &stmt.kind {
            let holds = |part: &Expr<'_>| is_field(part, &is_it, field);
            asked |= branches.iter().any(|(test, _)| test.any(&holds));
        }
    });
    asked
}

/// Those of the fields that routers speak of; all of them where one could not be followed.
fn asked_by<'r>(
    repository: &Repository<'r>,
    routers: &[(String, Value<'r>)],
    fields: &BTreeSet<String>,
) -> BTreeSet<String> {
    let mut asked = BTreeSet::new();
    for (_, router) in routers {
        let text = match (router, runner(repository, router)) {
            (_, Some(runner)) => {
                let span = runner.function.span;
                repository.modules[runner.at.module].text.get(span.start..span.end)
            }
            (Value::Lambda(at, lambda), None) => {
                let span = lambda.body.span;
                repository.modules[at.module].text.get(span.start..span.end)
            }
            (_, None) => None,
        };
        let Some(text) = text else { return fields.clone() };
        asked.extend(fields.iter().filter(|field| text.contains(field.as_str())).cloned());
    }
    asked
}

/// The nodes from which a way leads to a node.
pub(super) fn before<'g>(graph: &'g GraphFact, node: &'g str) -> BTreeSet<&'g str> {
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
pub(super) fn appended(function: &Function<'_>, param: &str) -> BTreeSet<String> {
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

/// The reducers of the class of a graph's state, by its name.
pub(super) fn of_state<'f>(
    graph: &'f GraphFact,
    reducers: &'f [ReducerFact],
) -> impl Iterator<Item = &'f ReducerFact> {
    let name = graph.state_class.as_deref().and_then(|name| name.rsplit('.').next());
    reducers.iter().filter(move |fact| {
        name.is_some_and(|name| fact.class == name || fact.inherited_by.iter().any(|it| it == name))
    })
}

/// The fields of the graph's state that a reducer adds up; none where the state's class is not the only one of its
/// name.
fn added_up(graph: &GraphFact, reducers: &[ReducerFact]) -> BTreeSet<String> {
    let Some(state) = graph.state_class.as_deref() else { return BTreeSet::new() };
    let name = state.rsplit('.').next().unwrap_or(state);
    let ours: Vec<&ReducerFact> = of_state(graph, reducers).collect();
    let files: BTreeSet<&str> = ours
        .iter()
        .filter(|fact| fact.class == name)
        .map(|fact| fact.place.file.as_str())
        .collect();
    if files.len() > 1 {
        return BTreeSet::new();
    }
    let added = ours.iter().filter(|fact| fact.adds_up());
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
                    // `"notes" not in state`
                    ExprKind::Compare(sides, operators) => {
                        let asks = operators.iter().all(|operator| operator.contains("in"));
                        sides.iter().filter(|side| asks && is_it(side)).count()
                    }
                    _ => 0,
                };
            });
        }
        match &stmt.kind {
            // The last one is where most has been put in.
            StmtKind::Return(Some(value)) if is_it(value) => {
                known += 1;
                found = Some(value.span);
            }
            StmtKind::Return(Some(Expr { kind: ExprKind::Dict(pairs), span })) => {
                let spread =
                    pairs.iter().filter(|(key, value)| key.is_none() && is_it(value)).count();
                // What else is spread over it may replace anything.
                is_other |=
                    spread > 0 && pairs.iter().filter(|(key, _)| key.is_none()).count() > spread;
                if spread > 0 {
                    known += spread;
                    found = Some(*span);
                    replaced.extend(pairs.iter().filter_map(|(key, _)| key.as_ref()?.text()));
                }
            }
            StmtKind::Assign { targets, value, .. } => {
                let mut into = BTreeSet::new();
                for target in targets {
                    put(target, &is_it, &mut into);
                    is_other |= is_it(target) || is_any_field(target, &is_it);
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

/// Whether a value is what the field holds, with something more: `state["notes"] + [note]`.
fn reads(value: &Expr<'_>, is_it: &impl Fn(&Expr<'_>) -> bool, field: &str) -> bool {
    match &value.kind {
        ExprKind::Binary("+" | "|", sides) => {
            reads(&sides.0, is_it, field) || reads(&sides.1, is_it, field)
        }
        ExprKind::Logic(_, sides) => reads(&sides.0, is_it, field),
        ExprKind::List(items) => items.iter().any(|item| match &item.kind {
            ExprKind::Starred(inner) => reads(inner, is_it, field),
            _ => false,
        }),
        _ => is_field(value, is_it, field),
    }
}

/// Whether a value is the field: `state["notes"]`, `state.get("notes")` or `state.notes`.
pub(super) fn is_field(value: &Expr<'_>, is_it: &impl Fn(&Expr<'_>) -> bool, field: &str) -> bool {
    let same = |text: Option<String>| text.as_deref() == Some(field);
    match &value.kind {
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
    }
}

/// Whether an assignment goes into a field whose name is not spelled out.
fn is_any_field(target: &Expr<'_>, is_it: &impl Fn(&Expr<'_>) -> bool) -> bool {
    matches!(&target.kind, ExprKind::Subscript(object, indices)
        if is_it(object) && indices.first().and_then(Expr::text).is_none())
}

/// Notes the field that an assignment puts something into.
pub(super) fn put(
    target: &Expr<'_>,
    is_it: &impl Fn(&Expr<'_>) -> bool,
    replaced: &mut BTreeSet<String>,
) {
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
