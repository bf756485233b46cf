//! Routers that ask only whether a field holds anything, where the nodes before them put something there whatever
//! happens: the way for missing evidence is never taken.

mod ahead;
mod given;
mod growing;
mod placeholders;
mod unset;
mod wanting;

use super::super::asking::{Fields, decided_by};
use super::inputs::is_known;
use crate::detect::repo::python::graph::follow::values::spread::lacks;
use crate::detect::repo::python::graph::follow::values::value::{START, Value};
use crate::detect::repo::python::graph::shape::runner::{Runner, runner};
use crate::detect::repo::python::graph::state::reads::unfed::read_by;
use crate::detect::repo::python::graph::state::updates::entries::{Held, Wanted, gives};
use crate::detect::repo::python::graph::state::updates::parts::Ways;
use crate::detect::repo::python::graph::state::updates::taken::Taken;
use crate::detect::repo::python::graph::state::updates::whole::{of_state, passed_on};
use crate::detect::repo::python::graph::state::updates::writes::Constant;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Stmt};
use crate::domain::facts::{ConditionalEdge, GraphFact, ReducerFact};
use growing::growing;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Marks the routers for errors that always go the same way, because nodes before them always put something into what
/// they ask for; these handle no missing evidence.
pub(in crate::detect::repo::python::graph) fn mark<'r>(
    repository: &Repository<'r>,
    graph: &mut GraphFact,
    runs: &[(String, Value<'r>)],
    ways: Ways<'_, 'r>,
    (taken, sites): (&Taken, &[Site<'r>]),
    reducers: &[ReducerFact],
) {
    let routers = ways.routers;
    let asks =
        |edge: &ConditionalEdge| edge.handles_errors == Some(true) && edge.starved.is_empty();
    // Where a node says itself what runs next, not all ways are edges.
    let jumps = repository.mentions_of("Command") > 0;
    if jumps || !graph.conditional.iter().any(asks) || !is_known(graph, runs) {
        return;
    }
    let growing = growing(repository, graph, reducers);
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
    let sure = Sure::default();
    for index in 0..graph.conditional.len() {
        let edge = &graph.conditional[index];
        let ours = routers.iter().filter(|(name, _)| *name == edge.router);
        let ours: Vec<&Value<'r>> = ours.map(|(_, router)| router).collect();
        if !asks(edge) || ours.is_empty() {
            continue;
        }
        let nodes = Nodes { repository, graph, runners: &runners, growing: &growing, sure: &sure };
        let before = nodes.filled_at(edge, &ours, reducers);
        if let Some((fields, way)) = decided(repository, &ours, &held(&before), &BTreeMap::new()) {
            let filled_by = putting(&before, &fields);
            let only_way = way.and_then(|way| given::led_to(ways, edge, &way));
            let edge = &mut graph.conditional[index];
            edge.only_way = only_way;
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
        } else if let Some(wanting) = wanting::wanting(&nodes, edge, &ours, (runs, reducers)) {
            let edge = &mut graph.conditional[index];
            edge.handles_errors = Some(false);
            edge.placeholders = Some(wanting);
        }
    }
    let nodes = Nodes { repository, graph, runners: &runners, growing: &growing, sure: &sure };
    let settled = given::settled(&nodes, (runs, ways), (taken, sites), reducers);
    for (index, given::Settled { fields, filled_by, given, behind, way }) in settled {
        let edge = &mut graph.conditional[index];
        edge.handles_errors = Some(false);
        edge.filled = fields.into_iter().collect();
        edge.only_way = way;
        (edge.filled_by, edge.settled, edge.behind) = (filled_by, given, behind);
    }
}

/// What is sure to be in fields, whoever put it there.
fn held(filled: &Filled) -> BTreeMap<String, Held> {
    filled.iter().map(|(field, (held, _))| (field.clone(), *held)).collect()
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
    sure: &'n Sure,
}

/// What is sure to be in what each node gives for a field, by the field and the number of what runs there: it is asked
/// for again at every edge.
#[derive(Default)]
struct Sure(RefCell<BTreeMap<String, Vec<Option<Held>>>>);

impl Nodes<'_, '_> {
    /// What is sure to be in what each node gives for a field, in the order of what runs.
    fn sure_of(&self, field: &str) -> Vec<Option<Held>> {
        if let Some(known) = self.sure.0.borrow().get(field) {
            return known.clone();
        }
        let gives = |(_, runner): &(&str, Runner<'_>)| {
            gives(self.repository, runner.at, runner.function, Wanted::Field(field))
        };
        let each: Vec<_> = self.runners.iter().map(gives).collect();
        self.sure.0.borrow_mut().insert(field.to_owned(), each.clone());
        each
    }
}

impl Nodes<'_, '_> {
    /// What surely is in the fields when a run comes to a node or to the router behind it, whatever `without` puts there.
    fn filled_before(&self, node: &str, without: Option<&str>) -> Filled {
        let before = self.growing.iter().filter_map(|field| {
            let sure = self.sure_of(field);
            let known = self.runners.iter().zip(sure);
            let sure = known.filter_map(|((node, _), held)| Some((*node, held?)));
            let sure = sure.filter(|(node, _)| Some(*node) != without).collect();
            Some((field.clone(), self.filling(node, field, &sure)?))
        });
        before.collect()
    }

    /// What surely is in a field whenever a run comes past a node, and the nodes that put it there; `None` where that may be
    /// nothing. `sure` is what nodes surely put there.
    fn filling(
        &self,
        at: &str,
        field: &str,
        sure: &BTreeMap<&str, Held>,
    ) -> Option<(Held, Vec<String>)> {
        let Self { repository, graph, runners, .. } = self;
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
            node != at
                && !graph.leads(node, at)
                && !graph.behind_past(START, |on| on == at).contains(node)
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
        let nodes = sure.keys().filter(enough).filter(|node| graph.leads(node, at));
        Some((held, nodes.map(|node| (*node).to_owned()).collect()))
    }

    /// What surely is in the fields when a run comes to a router, with what the node before it puts into a field that no
    /// reducer merges: whoever else gave it something in the same step would end the run.
    fn filled_at(
        &self,
        edge: &ConditionalEdge,
        routers: &[&Value<'_>],
        reducers: &[ReducerFact],
    ) -> Filled {
        let Self { repository, graph, runners, .. } = self;
        let mut filled = self.filled_before(&edge.from, None);
        let Some((node, runner)) = sole(runners, &edge.from) else { return filled };
        let read = routers.iter().flat_map(|router| read_by(repository, router));
        for key in read.map(|read| read.key) {
            let is_merged = of_state(graph, reducers).any(|fact| fact.field == key);
            if is_merged || !graph.state_fields.contains(&key) || filled.contains_key(&key) {
                continue;
            }
            let held = gives(repository, runner.at, runner.function, Wanted::Field(&key));
            filled.extend(held.map(|held| (key, (held, vec![(*node).to_owned()]))));
        }
        filled
    }
}

/// What runs at a node, where that is one function. A graph that is wired in several passes has its nodes in each of them.
fn sole<'n, 'r>(
    runners: &'n [(&'n str, Runner<'r>)],
    node: &str,
) -> Option<&'n (&'n str, Runner<'r>)> {
    let mut ours = runners.iter().filter(|(name, _)| *name == node);
    let first = ours.next()?;
    let of = |runner: &Runner<'_>| (runner.at.module, runner.function.id);
    ours.all(|(_, other)| of(other) == of(&first.1)).then_some(first)
}

/// The fields for whose entries alone routers always go the same way, and that way where it is one text.
fn decided<'r>(
    repository: &Repository<'r>,
    routers: &[&Value<'r>],
    held: &BTreeMap<String, Held>,
    given: &BTreeMap<String, BTreeSet<Constant>>,
) -> Option<(BTreeSet<String>, Option<String>)> {
    if held.is_empty() && given.is_empty() {
        return None;
    }
    let decided = routers.iter().map(|router| {
        let router = runner(repository, router)?;
        let fields = Fields { held, given };
        decided_by(repository, (router.at, router.function), router.param()?, fields)
    });
    let decided = decided.collect::<Option<Vec<_>>>()?;
    let mut ways = decided.iter().map(|(_, way)| way.clone());
    let way = ways.next().flatten();
    let is_one = ways.all(|other| other == way);
    let fields = decided.into_iter().flat_map(|(fields, _)| fields).collect();
    Some((fields, way.filter(|_| is_one)))
}

/// The nodes that put something into these fields, sorted.
fn putting(filled: &Filled, fields: &BTreeSet<String>) -> Vec<String> {
    let nodes = fields.iter().filter_map(|field| filled.get(field)).flat_map(|(_, nodes)| nodes);
    nodes.collect::<BTreeSet<_>>().into_iter().cloned().collect()
}

/// Whether a way leads from START to behind a node without any that `stops`.
fn reaches(graph: &GraphFact, node: &str, stops: &dyn Fn(&str) -> bool) -> bool {
    !stops(node) && graph.behind_past(START, stops).contains(node)
}

fn reaches_from(graph: &GraphFact, from: &str, to: &str) -> bool {
    graph.leads(from, to)
}

/// The keys that what runs at a node gives for a field; `None` where they are not all spelled out.
pub(in super::super) fn keys(
    repository: &Repository<'_>,
    runner: &Runner<'_>,
    field: &str,
) -> Option<BTreeSet<String>> {
    keys_by(repository, runner, field, &spelled_out)
}

/// The same, where `spelled` tells the keys of a value that is given for the field.
pub(in crate::detect::repo::python::graph) fn keys_by(
    repository: &Repository<'_>,
    runner: &Runner<'_>,
    field: &str,
    spelled: &dyn Fn(&Expr<'_>) -> Option<Vec<String>>,
) -> Option<BTreeSet<String>> {
    let text = repository.modules[runner.at.module].text_of(runner.function.span)?;
    let mut keys = Some(BTreeSet::new());
    Stmt::each_returned(&runner.function.body, &mut |value| {
        let given = match &value.kind {
            ExprKind::Dict(pairs) => {
                let may_be_field = |(key, part): &&(Option<Expr<'_>>, Expr<'_>)| match key {
                    Some(key) => key.text().is_none_or(|key| key == field),
                    None => !lacks(runner.function, part, field),
                };
                let given: Option<Vec<_>> = pairs
                    .iter()
                    .filter(may_be_field)
                    .map(|(key, value)| key.as_ref().and_then(|_| spelled(value)))
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
pub(in crate::detect::repo::python::graph) fn spelled_out(value: &Expr<'_>) -> Option<Vec<String>> {
    match &value.kind {
        ExprKind::Dict(pairs) => pairs.iter().map(|(key, _)| key.as_ref()?.text()).collect(),
        _ => None,
    }
}
