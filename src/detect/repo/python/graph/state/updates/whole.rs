//! Nodes that hand the whole state back: what reducers add up is then added to itself.

use super::super::reads::fields::{is_field, put};
use super::super::reads::handing::filled;
use super::super::reads::reading::DEPTH;
use super::super::reads::unread::may_hand_back;
use super::back::handed_back;
use super::changed::{changed, hands_out};
use super::clash::{is_of_messages, is_unread};
use super::copies::copies;
use super::parts::{Added, Ways, parts};
use super::taken::fields_of;
use super::telling::tell_all;
use super::untaken::updates;
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::routes::routed::may_lead_elsewhere;
use crate::detect::repo::python::graph::shape::runner::{Runner, is_followed, runner};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::{GraphFact, Lines, ReducerFact, UntakenKey, WholeReturn};
use std::collections::{BTreeMap, BTreeSet};

/// Methods of a state that change nothing in it.
pub(in super::super) const READING: &[&str] =
    &["get", "keys", "values", "items", "copy", "model_dump", "dict"];

/// The nodes of a graph that return what they are given.
#[derive(Default)]
pub(in crate::detect::repo::python::graph) struct Returns {
    /// Those that return the state, or a field with what it held, with the fields that are added up and that something
    /// was put into by then.
    pub doubling: Vec<WholeReturn>,
    /// Those that return the state, or a field with what it held, where nothing was seen to be put into any of these
    /// fields by then.
    pub idle: Vec<WholeReturn>,
    /// Those that return the state, or a field with what it held, with the fields that something was put into where
    /// routers lead here by then, which could not be followed.
    pub open: Vec<WholeReturn>,
    /// Those that come behind others and may return the state, for all that is seen.
    pub unread: Vec<String>,
}

/// The functions at the nodes, each with the parameter by which it is given the state.
pub(in crate::detect::repo::python::graph) fn runners<'n, 'r>(
    repository: &Repository<'r>,
    runs: &'n [(String, Value<'r>)],
) -> Vec<(&'n str, Runner<'r>, &'r str)> {
    let runners = runs.iter().filter_map(|(node, runs)| {
        let runner = runner(repository, runs)?;
        let param = runner.param()?;
        Some((node.as_str(), runner, param))
    });
    runners.collect()
}

/// Lists the nodes of a graph that return what they are given.
///
/// `runs` are the nodes with what runs there, `ways` what decides on the ways between them.
pub(in crate::detect::repo::python::graph) fn returns<'r>(
    repository: &Repository<'r>,
    graph: &GraphFact,
    runs: &[(String, Value<'r>)],
    ways: Ways<'_, 'r>,
    reducers: &[ReducerFact],
) -> Returns {
    let mut found = Returns::default();
    let added = added_up(graph, reducers);
    if added.is_empty() {
        return found;
    }
    let runners = runners(repository, runs);
    // A model is built anew from what a channel holds: what a node appends does not reach the channel.
    let name = graph.state_class.as_deref().and_then(|name| name.rsplit('.').next());
    let in_place = name.is_some_and(|name| !repository.is_model(name));
    for (node, value) in runs {
        let one = runners.iter().find(|(name, ..)| name == node);
        let whole = match one {
            Some((_, runner, param)) => of_function(repository, runner, param, &added),
            None => passed_on(repository, value).map(|place| Whole::of_lambda(&added, place)),
        };
        let before = before(graph, node);
        let Some(Whole { candidates, mut changes, unsure, place }) = whole else {
            let may = |(_, runner, param): &(&str, Runner<'r>, &'r str)| {
                is_given(repository, runner, param, &added)
                    && may_hand_back(repository, runner, param)
            };
            if !before.is_empty() && !found.unread.contains(node) && one.is_some_and(may) {
                found.unread.push(node.clone());
            }
            continue;
        };
        // What the state has no field for is not in what it returns.
        changes.retain(|field| graph.state_fields.is_empty() || graph.state_fields.contains(field));
        let mut filled = put_before(repository, &runners, &before, in_place);
        let asked = |field: &str| {
            one.is_some_and(|(_, runner, param)| asked_for(runner.function, param, field))
        };
        if let Some((_, runner, param)) = one.filter(|_| in_place) {
            filled.extend(appended(runner.function, param));
        }
        let told = |fields: Vec<String>| WholeReturn {
            node: node.clone(),
            fields,
            changes: changes.clone(),
            unsure,
            partly: false,
            anew: false,
            veiled: false,
            place: place.clone(),
        };
        let is_new = |known: &[WholeReturn]| known.iter().all(|one| one.node != *node);
        let put = candidates.iter().filter(|field| filled.contains(*field) && !asked(field));
        // What a router asks for may lead elsewhere.
        let (perhaps, doubled): (Vec<String>, Vec<String>) = put
            .cloned()
            .partition(|field| may_lead_elsewhere(repository, ways, &before, node, field));
        let mut idle: Vec<String> = candidates.difference(&filled).cloned().collect();
        idle.retain(|_| is_followed(repository, runs, &before));
        if !doubled.is_empty() && is_new(&found.doubling) {
            found.doubling.push(told(doubled));
            continue;
        }
        if !perhaps.is_empty() && is_new(&found.open) {
            found.open.push(told(perhaps));
        }
        if !idle.is_empty() && is_new(&found.idle) {
            let veiled = !tell_all(repository, runs, &before);
            found.idle.push(WholeReturn { veiled, ..told(idle) });
        }
    }
    let parts = parts(repository, graph, &runners, &Added { all: &added, runs, ways });
    found.doubling.extend(parts.doubling);
    found.idle.extend(parts.idle);
    found.open.extend(parts.open);
    found
}

/// A node that returns all of the state.
struct Whole {
    /// The fields that it may double.
    candidates: BTreeSet<String>,
    changes: Vec<String>,
    /// Whether it may change more, for all that is seen.
    unsure: bool,
    place: Lines,
}

impl Whole {
    fn of_lambda(added: &BTreeSet<String>, place: Lines) -> Self {
        Self { candidates: added.clone(), changes: Vec::new(), unsure: false, place }
    }
}

fn of_function<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    param: &str,
    added: &BTreeSet<String>,
) -> Option<Whole> {
    let back = handed_back(repository, (runner.at, runner.function), param, DEPTH)?;
    let seen = seen_of(repository, runner, param)?;
    let candidates =
        added.difference(&back.replaced).filter(|field| seen.is_empty() || seen.contains(*field));
    let mut changes = changed(repository, runner, param);
    changes.extend(back.by_others.iter().flatten().cloned());
    let mut unsure = back.by_others.is_some() || hands_out(repository, runner, param);
    for copy in copies(runner.function, param) {
        changes.extend(changed(repository, runner, copy));
        unsure |= hands_out(repository, runner, copy);
    }
    Some(Whole {
        candidates: candidates.cloned().collect(),
        changes: changes.into_iter().collect(),
        unsure,
        place: repository.modules[runner.at.module].place(back.span),
    })
}

/// Where a lambda gives what it is given: `lambda state: state`.
pub(in crate::detect::repo::python::graph) fn passed_on(
    repository: &Repository<'_>,
    runs: &Value<'_>,
) -> Option<Lines> {
    let Value::Lambda(at, lambda) = runs else { return None };
    let given = lambda.params.first()?.name;
    lambda.body.is_name(given).then(|| repository.modules[at.module].place(lambda.body.span))
}

/// The fields that the nodes before one put something into.
fn put_before<'r>(
    repository: &Repository<'r>,
    runners: &[(&str, Runner<'r>, &str)],
    before: &BTreeSet<&str>,
    in_place: bool,
) -> BTreeSet<String> {
    let earlier = runners.iter().filter(|(node, ..)| before.contains(node));
    earlier.flat_map(|(_, runner, _)| filled(repository, runner, in_place)).collect()
}

/// The fields that a node is given, by the annotation of its parameter; empty for all of the state, and `None` where
/// they are not known.
pub(in super::super) fn seen_of<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    param: &str,
) -> Option<BTreeSet<String>> {
    let param = runner.function.param(param)?;
    match &param.annotation {
        Some(annotation) => fields_of(repository, annotation, runner.at),
        None => Some(BTreeSet::new()),
    }
}

/// Whether a node is given one of these fields, for all that is known.
fn is_given<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    param: &str,
    fields: &BTreeSet<String>,
) -> bool {
    let seen = seen_of(repository, runner, param);
    seen.is_none_or(|seen| seen.is_empty() || !seen.is_disjoint(fields))
}

/// Whether a condition asks for a field: the state may be returned where nothing is in it.
fn asked_for(function: &Function<'_>, param: &str, field: &str) -> bool {
    let is_it = |value: &Expr<'_>| value.is_name(param);
    let mut asked = false;
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::If { branches, .. } = &stmt.kind {
            let holds = |part: &Expr<'_>| is_field(part, &is_it, field);
            asked |= branches.iter().any(|(test, _)| test.any(&holds));
        }
    });
    asked
}

/// The nodes from which a way leads to a node.
pub(in super::super) fn before<'g>(graph: &'g GraphFact, node: &'g str) -> BTreeSet<&'g str> {
    let mut into: BTreeMap<&str, Vec<&'g str>> = BTreeMap::new();
    for edge in &graph.edges {
        into.entry(&edge.to).or_default().push(&edge.from);
    }
    for edge in &graph.conditional {
        for to in &edge.targets {
            into.entry(to).or_default().push(&edge.from);
        }
    }
    let (mut seen, mut open) = (BTreeSet::new(), vec![node]);
    while let Some(node) = open.pop() {
        let earlier = into.get(node).into_iter().flatten().copied();
        open.extend(earlier.filter(|earlier| seen.insert(*earlier)));
    }
    seen
}

/// The fields that a function puts something into where they are: `state["notes"].append(note)`.
pub(in super::super) fn appended(function: &Function<'_>, param: &str) -> BTreeSet<String> {
    let is_it = |value: &Expr<'_>| value.is_name(param);
    let mut fields = BTreeSet::new();
    Stmt::walk_all(&function.body, &mut |part| {
        let ExprKind::Call(call) = &part.kind else { return };
        let ExprKind::Attribute(list, "append" | "extend") = &call.callee.kind else {
            return;
        };
        put(list, &is_it, &mut fields);
    });
    fields
}

/// The reducers of the class of a graph's state, by its name.
pub(in crate::detect::repo::python::graph) fn of_state<'f>(
    graph: &'f GraphFact,
    reducers: &'f [ReducerFact],
) -> impl Iterator<Item = &'f ReducerFact> {
    let name = graph.state_class.as_deref().and_then(|name| name.rsplit('.').next());
    reducers.iter().filter(move |fact| {
        name.is_some_and(|name| fact.class == name || fact.inherited_by.iter().any(|it| it == name))
    })
}

/// What a node surely returns for a field of the state that no reducer merges, the first of them; what a library brings
/// has reducers of its own.
pub(in crate::detect::repo::python::graph) fn unmerged<'r>(
    repository: &Repository<'r>,
    graph: &GraphFact,
    (runners, brought): (&[(&str, Runner<'r>, &str)], &[&str]),
    reducers: &[ReducerFact],
) -> Option<UntakenKey> {
    let merged = |key: &str| {
        brought.contains(&key)
            || is_of_messages(repository, key)
            || of_state(graph, reducers).any(|fact| fact.field == key)
    };
    let is_known = !is_unread(graph, reducers);
    let known = |key: &String| is_known && graph.state_fields.contains(key) && !merged(key);
    runners.iter().find_map(|(node, runner, _)| {
        let updates = updates(repository, runner);
        let (key, span) = updates.into_iter().find(|(key, _)| known(key))?;
        let place = repository.modules[runner.at.module].place(span);
        let node = (*node).to_owned();
        Some(UntakenKey { node, key, by_attribute: false, under: None, wanted: None, place })
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
