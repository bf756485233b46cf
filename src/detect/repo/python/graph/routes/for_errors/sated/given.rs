//! Routers that ask for what nothing gives them: fields that no node that runs, and no caller, sets to what they ask for.

use super::super::errors::speaks;
use super::{Nodes, decided, held, putting};
use crate::detect::repo::python::failures::unbound::Failing;
use crate::detect::repo::python::graph::follow::built::begun::Begun;
use crate::detect::repo::python::graph::follow::values::value::{START, Value, Wiring};
use crate::detect::repo::python::graph::shape::runner::runner;
use crate::detect::repo::python::graph::state::reads::asked::reads;
use crate::detect::repo::python::graph::state::reads::unfed::{is_indirect, read_by};
use crate::detect::repo::python::graph::state::updates::parts::Ways;
use crate::detect::repo::python::graph::state::updates::taken::Taken;
use crate::detect::repo::python::graph::state::updates::untaken::is_lacking;
use crate::detect::repo::python::graph::state::updates::whole::of_state;
use crate::detect::repo::python::graph::state::updates::writes::{Constant, Domain, values};
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Stmt, StmtKind};
use crate::domain::facts::{ConditionalEdge, Lines, ReducerFact, ReducerKind};
use std::collections::{BTreeMap, BTreeSet};

/// By what a router is decided.
pub(super) struct Settled {
    /// The fields that always hold something.
    pub fields: BTreeSet<String>,
    /// The nodes that put something into some of them.
    pub filled_by: Vec<String>,
    /// Those that nothing sets to what would lead elsewhere, sorted.
    pub given: Vec<String>,
    /// The lines behind which something would, and that fail whenever they run.
    pub behind: Vec<Lines>,
    /// The node that it always leads to, where that is known.
    pub way: Option<String>,
}

/// A way that is taken to be never taken, by the number of its edge.
type Never = (usize, String);

/// The conditional edges, by their number, that always go one way for what nothing gives to a field.
pub(super) fn settled<'r>(
    nodes: &Nodes<'_, 'r>,
    (runs, ways): (&[(String, Value<'r>)], Ways<'_, 'r>),
    (taken, sites): (&Taken, &[Site<'r>]),
    reducers: &[ReducerFact],
) -> Vec<(usize, Settled)> {
    let Nodes { repository, graph, .. } = nodes;
    let ours = |edge: &ConditionalEdge| {
        let ours = ways.routers.iter().filter(|(name, _)| *name == edge.router);
        ours.map(|(_, router)| router).collect::<Vec<&Value<'r>>>()
    };
    let open: Vec<usize> = (0..graph.conditional.len())
        .filter(|index| {
            let edge = &graph.conditional[*index];
            edge.handles_errors == Some(true) && edge.starved.is_empty() && !ours(edge).is_empty()
        })
        .collect();
    if open.is_empty() || is_indirect(repository) || repository.mentions_of("update_state") > 0 {
        return Vec::new();
    }
    let routers = open.iter().flat_map(|index| ours(&graph.conditional[*index]));
    let keys: BTreeSet<String> = routers.flat_map(|router| asked(repository, router)).collect();
    let callers = Begun { repository, sites, runs, routers: ways.routers, graph };
    let mut begun: BTreeMap<&str, BTreeSet<Constant>> = BTreeMap::new();
    for key in &keys {
        if is_lacking(repository, taken, key) {
            begun.insert(key, BTreeSet::new());
        } else if graph.state_fields.contains(key) && keeps(nodes, reducers, key) {
            begun.extend(callers.of(key).map(|domain| (key.as_str(), domain)));
        }
    }
    let failing = Failing::of(repository);
    let wanted: BTreeSet<&str> = begun.keys().copied().collect();
    let mut never: Vec<Never> = open
        .iter()
        .flat_map(|index| {
            let speaking = graph.conditional[*index].targets.iter().filter(|to| speaks(to));
            speaking.map(|to| (*index, to.clone()))
        })
        .collect();
    loop {
        let reached = reached(nodes, &never);
        let running = runs.iter().filter(|(node, _)| reached.contains(node.as_str()));
        let state = graph.state_class.as_deref();
        let is_known = runs.iter().all(|(_, value)| gives_its_own(repository, value));
        let written = values(repository, running, (&wanted, state), &failing).filter(|_| is_known);
        let Some(written) = written else { return Vec::new() };
        let given: BTreeMap<String, BTreeSet<Constant>> = begun
            .iter()
            .filter_map(|(key, begun)| {
                let is_lacking = is_lacking(repository, taken, key);
                let written = written.found.get(*key).filter(|_| !is_lacking);
                let all = joined(begun, written.unwrap_or(&Some(BTreeSet::new())))?;
                // What is added up is another text.
                let is_merged = of_state(graph, reducers).any(|fact| fact.field == **key);
                let is_text = all.iter().any(|one| *one != Constant::Nothing);
                (!is_merged || !is_text).then(|| ((*key).to_owned(), all))
            })
            .collect();
        let mut found: BTreeMap<usize, (Settled, Option<String>)> = BTreeMap::new();
        for index in &open {
            let edge = &graph.conditional[*index];
            let routers = ours(edge);
            let before = nodes.filled_at(edge, &routers, reducers);
            let Some((fields, way)) = decided(repository, &routers, &held(&before), &given) else {
                continue;
            };
            let leads = |key: &String, domain: &Domain| {
                let known = given.get(key);
                let is_known = |domain: &BTreeSet<Constant>| {
                    known.is_some_and(|known| domain.is_subset(known))
                };
                fields.contains(key) && !domain.as_ref().is_some_and(is_known)
            };
            let behind = written.behind.iter().filter(|(key, domain, ..)| leads(key, domain));
            let behind: BTreeSet<Lines> =
                behind.map(|(.., module, name)| repository.modules[*module].place(*name)).collect();
            let is_given = |field: &&String| {
                given.contains_key(*field) && !is_lacking(repository, taken, field)
            };
            let given: Vec<String> = fields.iter().filter(is_given).cloned().collect();
            let is_filled =
                |field: &&String| before.contains_key(*field) && !given.contains(*field);
            let fields: BTreeSet<String> = fields.iter().filter(is_filled).cloned().collect();
            let behind = behind.into_iter().collect();
            // What is read in vain alone is told of the state.
            if !fields.is_empty() || !given.is_empty() {
                let filled_by = putting(&before, &fields);
                let target = way.as_deref().and_then(|way| led_to(ways, edge, way));
                let settled = Settled { fields, filled_by, given, behind, way: target };
                found.insert(*index, (settled, way));
            }
        }
        let count = never.len();
        never.retain(|(index, target)| {
            let way = found.get(index).and_then(|(_, way)| way.as_deref());
            way.and_then(|way| led_to(ways, &graph.conditional[*index], way))
                .is_some_and(|to| to != *target)
        });
        if never.len() == count {
            return found.into_iter().map(|(index, (settled, _))| (index, settled)).collect();
        }
    }
}

/// The keys that a router reads itself, be it after it put something there: that reaches nobody.
fn asked<'r>(repository: &Repository<'r>, router: &Value<'r>) -> BTreeSet<String> {
    let Some((runner, param)) =
        runner(repository, router).and_then(|runner| Some((runner.function, runner.param()?)))
    else {
        let read = read_by(repository, router).into_iter();
        return read.filter(|read| !read.attribute).map(|read| read.key).collect();
    };
    let mut keys = BTreeSet::new();
    Stmt::walk_all(&runner.body, &mut |part| keys.extend(reads(part, param)));
    keys
}

/// Whether all that a node returns is made by the sources: a function of a library may give any key.
fn gives_its_own<'r>(repository: &Repository<'r>, value: &Value<'r>) -> bool {
    let Some(runner) = runner(repository, value) else { return true };
    let at = repository.inside(runner.at, runner.function.id);
    let is_own = |value: &'r Expr<'r>| {
        let value = match &value.kind {
            ExprKind::Await(inner) => inner,
            _ => value,
        };
        match &value.kind {
            ExprKind::Call(call) => {
                let known = ["dict", "copy", "deepcopy"].contains(&call.callee_name());
                known
                    || matches!(
                        repository.origins(&call.callee, at).as_slice(),
                        [Origin::Function(..)]
                    )
            }
            _ => true,
        }
    };
    let mut returned: BTreeSet<&str> = BTreeSet::new();
    let mut is_known = true;
    Stmt::each_returned(&runner.function.body, &mut |value| {
        is_known &= is_own(value);
        if let ExprKind::Name(name) = value.kind {
            returned.insert(name);
        }
    });
    Stmt::each_own(&runner.function.body, &mut |stmt| {
        let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
        let is_returned = |target: &Expr<'_>| matches!(target.kind, ExprKind::Name(name) if returned.contains(name));
        is_known &= !targets.iter().any(is_returned) || is_own(value);
    });
    is_known
}

/// Whether nothing but what nodes and callers give a field comes into it.
fn keeps(nodes: &Nodes<'_, '_>, reducers: &[ReducerFact], key: &str) -> bool {
    let mut facts = of_state(nodes.graph, reducers).filter(|fact| fact.field == key);
    facts.all(|fact| matches!(fact.kind, ReducerKind::OperatorAdd | ReducerKind::OperatorIor))
}

fn joined(begun: &BTreeSet<Constant>, written: &Domain) -> Domain {
    let mut all = begun.clone();
    all.extend(written.clone()?);
    Some(all)
}

/// The nodes that a run may come to that never goes some ways.
fn reached<'g>(nodes: &Nodes<'g, '_>, never: &[Never]) -> BTreeSet<&'g str> {
    let graph = nodes.graph;
    let (mut seen, mut open) = (BTreeSet::new(), vec![START]);
    while let Some(node) = open.pop() {
        let plain = graph.edges.iter().filter(|edge| edge.from == node).map(|edge| &edge.to);
        let routed = graph.conditional.iter().enumerate().filter(|(_, edge)| edge.from == node);
        let routed = routed.flat_map(|(index, edge)| {
            let is_taken = move |to: &&String| !never.contains(&(index, (*to).clone()));
            edge.targets.iter().filter(is_taken)
        });
        open.extend(plain.chain(routed).map(String::as_str).filter(|next| seen.insert(*next)));
    }
    seen
}

/// The node that a text leads to which a router returns, where that is spelled out.
pub(super) fn led_to(ways: Ways<'_, '_>, edge: &ConditionalEdge, way: &str) -> Option<String> {
    let name = |value: &Expr<'_>| match value.kind {
        ExprKind::Name("END") => {
            Some(crate::detect::repo::python::graph::follow::values::value::END.to_owned())
        }
        _ => value.text(),
    };
    let mut steps = ways.steps.iter().filter(|step| {
        matches!(&step.wiring, Wiring::Conditional { from, router, .. }
            if *from == edge.from && *router == edge.router)
    });
    let ExprKind::Call(call) = &steps.next()?.expr.kind else { return None };
    match call.argument(2, "path_map").map(|map| &map.kind) {
        None => Some(way.to_owned()),
        Some(ExprKind::Dict(pairs)) => {
            let mut pairs = pairs.iter();
            let found = pairs.find(|(key, _)| key.as_ref().and_then(name).as_deref() == Some(way));
            name(&found?.1)
        }
        Some(_) => None,
    }
}
