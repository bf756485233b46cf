//! Routers that ask only whether a field holds anything, where the nodes before them put something there whatever
//! happens: the way for missing evidence is never taken.

mod ahead;
mod placeholders;
mod unset;

use super::super::repository::Repository;
use super::super::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use super::asking::decided_by;
use super::entries::{Held, Wanted, gives};
use super::inputs::is_known;
use super::runner::{Runner, runner};
use super::spread::lacks;
use super::value::{START, Value};
use super::whole::{of_state, passed_on};
use crate::domain::facts::{ConditionalEdge, GraphFact, ReducerFact, ReducerKind};
use std::collections::{BTreeMap, BTreeSet};

/// Marks the routers for errors that always go the same way, because nodes before them always put something into what
/// they ask for; these handle no missing evidence.
pub(super) fn mark<'r>(
    repository: &Repository<'r>,
    graph: &mut GraphFact,
    runs: &[(String, Value<'r>)],
    routers: &[(String, Value<'r>)],
    reducers: &[ReducerFact],
) {
    let asks =
        |edge: &ConditionalEdge| edge.handles_errors == Some(true) && edge.starved.is_empty();
    // Where a node says itself what runs next, not all ways are edges.
    let jumps = repository.mentions_of("Command") > 0;
    if jumps || !graph.conditional.iter().any(asks) || !is_known(graph, runs) {
        return;
    }
    let growing = growing(repository, graph, reducers);
    if growing.is_empty() {
        return;
    }
    let runners: Vec<(&str, Runner<'r>)> = runs
        .iter()
        .filter_map(|(node, runs)| Some((node.as_str(), runner(repository, runs)?)))
        .collect();
    // What a node gives that only passes the state on was there before.
    let is_followed = |(node, runs): &(String, Value<'r>)| {
        runners.iter().any(|(known, _)| known == node) || passed_on(repository, runs).is_some()
    };
    if !runs.iter().all(is_followed) {
        return;
    }
    for index in 0..graph.conditional.len() {
        let edge = &graph.conditional[index];
        let ours = routers.iter().filter(|(name, _)| *name == edge.router);
        let ours: Vec<&Value<'r>> = ours.map(|(_, router)| router).collect();
        if !asks(edge) || ours.is_empty() {
            continue;
        }
        let nodes = Nodes { repository, graph, runners: &runners, growing: &growing };
        let before = nodes.filled_before(&edge.from, None);
        let held = before.iter().map(|(field, (held, _))| (field.clone(), *held)).collect();
        if let Some(fields) = decided(repository, &ours, &held) {
            let filled_by = putting(&before, &fields);
            let edge = &mut graph.conditional[index];
            edge.handles_errors = Some(false);
            edge.filled = fields.into_iter().collect();
            edge.filled_by = filled_by;
        } else if let Some(never) = unset::unset(&nodes, &ours) {
            let edge = &mut graph.conditional[index];
            edge.handles_errors = Some(false);
            edge.never_set = Some(never);
        } else if let Some(placeholders) = placeholders::placeholders(&nodes, edge, &ours) {
            let edge = &mut graph.conditional[index];
            edge.handles_errors = None;
            edge.placeholders = Some(placeholders);
        }
    }
}

/// What surely is in fields at a point of a graph, with the nodes that put it there.
type Filled = BTreeMap<String, (Held, Vec<String>)>;

/// A graph with what runs at its nodes.
struct Nodes<'n, 'r> {
    repository: &'n Repository<'r>,
    graph: &'n GraphFact,
    runners: &'n [(&'n str, Runner<'r>)],
    /// The fields from which nothing is taken away.
    growing: &'n BTreeSet<String>,
}

impl Nodes<'_, '_> {
    /// What surely is in the fields when a run comes to a node or to the router behind it, whatever `without` puts there.
    fn filled_before(&self, node: &str, without: Option<&str>) -> Filled {
        let Self { repository, graph, runners, .. } = self;
        let before = self.growing.iter().filter_map(|field| {
            let filling = filling(repository, graph, runners, (node, without), field)?;
            Some((field.clone(), filling))
        });
        before.collect()
    }
}

/// The fields for whose entries alone routers always go the same way.
fn decided<'r>(
    repository: &Repository<'r>,
    routers: &[&Value<'r>],
    held: &BTreeMap<String, Held>,
) -> Option<BTreeSet<String>> {
    if held.is_empty() {
        return None;
    }
    let decided = routers.iter().map(|router| {
        let router = runner(repository, router)?;
        decided_by(repository, (router.at, router.function), router.param()?, held)
    });
    Some(decided.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
}

/// The nodes that put something into these fields, sorted.
fn putting(filled: &Filled, fields: &BTreeSet<String>) -> Vec<String> {
    let nodes = fields.iter().filter_map(|field| filled.get(field)).flat_map(|(_, nodes)| nodes);
    nodes.collect::<BTreeSet<_>>().into_iter().cloned().collect()
}

/// The fields of the state from which no update takes anything away.
fn growing(
    repository: &Repository<'_>,
    graph: &GraphFact,
    reducers: &[ReducerFact],
) -> BTreeSet<String> {
    let keeps = |fact: &&ReducerFact| match fact.kind {
        ReducerKind::OperatorAdd | ReducerKind::OperatorIor => true,
        ReducerKind::Function => {
            !fact.empties && (fact.sums || merges_all(repository, &fact.resolved))
        }
        ReducerKind::AddMessages | ReducerKind::Lambda | ReducerKind::Replacement => false,
    };
    let mut all: BTreeMap<&str, bool> = BTreeMap::new();
    for fact in of_state(graph, reducers) {
        *all.entry(&fact.field).or_insert(true) &= keeps(&fact);
    }
    let kept = all.into_iter().filter(|(_, keeps)| *keeps).map(|(field, _)| field.to_owned());
    kept.filter(|field| !is_emptied(repository, field)).collect()
}

/// Whether something of this name is emptied anywhere: `state["notes"].clear()`.
fn is_emptied(repository: &Repository<'_>, field: &str) -> bool {
    repository.modules.iter().filter(|module| !module.in_tests).any(|module| {
        module.text.match_indices(field).any(|(start, _)| {
            let rest = module.text.get(start + field.len()..).unwrap_or_default();
            let rest = rest.trim_start_matches(['"', '\'', ']', ')']);
            [".clear(", ".pop(", ".popitem("].iter().any(|taking| rest.starts_with(taking))
        })
    })
}

/// What surely is in a field whenever a run comes past a node, and the nodes that put it there; `None` where that may be
/// nothing. What one node puts there may be left out.
fn filling<'r>(
    repository: &Repository<'r>,
    graph: &GraphFact,
    runners: &[(&str, Runner<'r>)],
    (at, without): (&str, Option<&str>),
    field: &str,
) -> Option<(Held, Vec<String>)> {
    let sure: BTreeMap<&str, Held> = runners
        .iter()
        .filter(|(node, _)| Some(*node) != without)
        .filter_map(|(node, runner)| {
            let held = gives(repository, runner.at, runner.function, Wanted::Field(field))?;
            Some((*node, held))
        })
        .collect();
    // What has run by then has put something there, whichever way leads here.
    let early = |is_it: &dyn Fn(&str) -> bool| {
        sure.keys().any(|node| is_it(node) && ahead::runs_before(graph, node, at))
    };
    let is_sure = |node: &str| sure.contains_key(node);
    if !reaches(graph, at, &|_| false) || (reaches(graph, at, &is_sure) && !early(&is_sure)) {
        return None;
    }
    let full = |node: &str| sure.get(node) == Some(&Held::Full);
    // What runs only after a point that nothing leads back to takes nothing's place there.
    let is_later = |node: &str| {
        node != at && !reaches_from(graph, node, at) && !leads(graph, START, node, &|on| on == at)
    };
    // What another node gives under the same key takes its place.
    let is_replaced = || {
        let of = |is_full: bool| {
            let nodes = runners
                .iter()
                .filter(|(node, _)| full(node) == is_full && (is_full || !is_later(node)));
            let keys: Option<Vec<_>> =
                nodes.map(|(_, runner)| keys(repository, runner, field)).collect();
            keys.map(|keys| keys.into_iter().flatten().collect::<BTreeSet<String>>())
        };
        match (of(true), of(false)) {
            (_, Some(others)) if others.is_empty() => false,
            (Some(ours), Some(others)) => !ours.is_disjoint(&others),
            _ => true,
        }
    };
    let held = if (!reaches(graph, at, &full) || early(&full)) && !is_replaced() {
        Held::Full
    } else {
        Held::Something
    };
    let enough = |node: &&&str| sure.get(**node).is_some_and(|one| *one >= held);
    let nodes = sure.keys().filter(enough).filter(|node| reaches_from(graph, node, at));
    Some((held, nodes.map(|node| (*node).to_owned()).collect()))
}

/// Whether a way leads from START to behind a node without any that `stops`.
fn reaches(graph: &GraphFact, node: &str, stops: &dyn Fn(&str) -> bool) -> bool {
    !stops(node) && leads(graph, START, node, stops)
}

fn reaches_from(graph: &GraphFact, from: &str, to: &str) -> bool {
    from == to || leads(graph, from, to, &|_| false)
}

fn leads(graph: &GraphFact, from: &str, to: &str, stops: &dyn Fn(&str) -> bool) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(node) = open.pop() {
        let plain = graph.edges.iter().filter(|edge| edge.from == node).map(|edge| &edge.to);
        let routed = graph.conditional.iter().filter(|edge| edge.from == node);
        let next = plain.chain(routed.flat_map(|edge| &edge.targets)).map(String::as_str);
        open.extend(next.filter(|next| !stops(next) && seen.insert(*next)));
    }
    seen.contains(to)
}

/// The keys that what runs at a node gives for a field; `None` where they are not all spelled out.
fn keys(repository: &Repository<'_>, runner: &Runner<'_>, field: &str) -> Option<BTreeSet<String>> {
    let text = repository.modules[runner.at.module].text;
    let text = text.get(runner.function.span.start..runner.function.span.end)?;
    let mut keys = Some(BTreeSet::new());
    Stmt::each_own(&runner.function.body, &mut |stmt| {
        let StmtKind::Return(Some(value)) = &stmt.kind else { return };
        let given = match &value.kind {
            ExprKind::Dict(pairs) => {
                let may_be_field = |(key, part): &&(Option<Expr<'_>>, Expr<'_>)| match key {
                    Some(key) => key.text().is_none_or(|key| key == field),
                    None => !lacks(runner.function, part, field),
                };
                let given: Option<Vec<_>> = pairs
                    .iter()
                    .filter(may_be_field)
                    .map(|(key, value)| key.as_ref().and_then(|_| spelled_out(value)))
                    .collect();
                given.map(|given| given.concat())
            }
            // What never names the field gives nothing for it, or what it holds.
            ExprKind::Name(_)
                if !text.contains(&format!("\"{field}\""))
                    && !text.contains(&format!("'{field}'")) =>
            {
                Some(Vec::new())
            }
            ExprKind::None => Some(Vec::new()),
            _ => None,
        };
        keys = keys.take().zip(given).map(|(mut keys, given)| {
            keys.extend(given);
            keys
        });
    });
    keys
}

/// The keys of a dictionary that spells all of them out.
fn spelled_out(value: &Expr<'_>) -> Option<Vec<String>> {
    match &value.kind {
        ExprKind::Dict(pairs) => pairs.iter().map(|(key, _)| key.as_ref()?.text()).collect(),
        _ => None,
    }
}

/// Whether a reducer of the sources puts all of its second value into what it gives.
fn merges_all(repository: &Repository<'_>, resolved: &str) -> bool {
    let Some((path, name)) = resolved.rsplit_once(':') else { return false };
    let mut found =
        repository.modules.iter().filter(|module| module.path == path).flat_map(|module| {
            module.syntax.body.iter().filter_map(|stmt| match &stmt.kind {
                StmtKind::Function(function) if function.name == name => Some(&**function),
                _ => None,
            })
        });
    let (Some(function), None) = (found.next(), found.next()) else { return false };
    takes_all(function).unwrap_or(false)
}

/// Whether a function copies its first value and goes through all of the second, each part of which it adds.
fn takes_all(function: &Function<'_>) -> Option<bool> {
    let [left, right] = function.params.as_slice() else { return None };
    let (last, before) = function.body.split_last()?;
    let StmtKind::Return(Some(Expr { kind: ExprKind::Name(merged), .. })) = last.kind else {
        return None;
    };
    let names = |value: &Expr<'_>, name: &str| {
        value.any(&|part| matches!(part.kind, ExprKind::Name(other) if other == name))
    };
    let (mut copies, mut takes, mut is_plain) = (false, false, true);
    for stmt in before {
        match &stmt.kind {
            StmtKind::Expr(value) if value.text().is_some() => {}
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let binds = targets.iter().any(|target| names(target, merged));
                copies |= binds && names(value, left.name);
            }
            StmtKind::For { target, iterable, body, .. } if names(iterable, right.name) => {
                let ExprKind::Tuple(parts) = &target.kind else { return None };
                let [_, Expr { kind: ExprKind::Name(part), .. }] = parts.as_slice() else {
                    return None;
                };
                takes |= body.iter().any(|stmt| puts(stmt, merged, part));
            }
            _ => is_plain = false,
        }
    }
    Some(copies && takes && is_plain)
}

/// Whether a statement puts a value into a dictionary on each of its ways: `merged[key] = merged[key] + part`.
fn puts(stmt: &Stmt<'_>, merged: &str, part: &str) -> bool {
    let is_merged = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == merged);
    let is_part = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == part);
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            let into = |target: &Expr<'_>| matches!(&target.kind, ExprKind::Subscript(object, _) if is_merged(object));
            let keeps = match &value.kind {
                ExprKind::Binary("+", sides) => is_part(&sides.0) || is_part(&sides.1),
                ExprKind::Call(call) => {
                    call.callee_name() == "list" && call.position(0).is_some_and(is_part)
                }
                _ => is_part(value),
            };
            targets.iter().any(into) && keeps
        }
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
            let ExprKind::Attribute(object, "extend") = &call.callee.kind else { return false };
            object.any(&is_merged) && call.position(0).is_some_and(is_part)
        }
        StmtKind::If { branches, otherwise } => {
            let mut bodies = branches.iter().map(|(_, body)| body).chain([otherwise]);
            bodies.all(|body| body.iter().any(|stmt| puts(stmt, merged, part)))
        }
        _ => false,
    }
}
