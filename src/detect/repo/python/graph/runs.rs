//! What of one construction is one graph: a function that is given the names of nodes builds another with others.

use super::super::repository::Repository;
use super::facts::is_open;
use super::value::{Built, Step, Wiring};
use super::wiring::unresolved;
use crate::domain::facts::GapAbout;
use std::collections::{BTreeMap, BTreeSet};

/// Graphs of one construction that are told apart.
const MOST: usize = 8;

/// Where a call stands: module, beginning and end.
type Call = (usize, usize, usize);

/// What calls added in one run, by the names in it.
type Added = BTreeMap<Call, BTreeSet<(String, String)>>;

/// Unites the runs of one construction, apart where other calls wire what it gives, and where the same call adds
/// other names in another run.
pub(super) fn apart<'r>(repository: &Repository<'r>, runs: Vec<Built<'r>>) -> Vec<Built<'r>> {
    let mut groups: Vec<(BTreeSet<Call>, Vec<Built<'r>>)> = Vec::new();
    let mut unwired = Vec::new();
    for run in runs {
        let calls: BTreeSet<Call> = run.steps.iter().map(call).collect();
        if calls.is_empty() {
            unwired.push(run);
            continue;
        }
        let (mut near, far): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|(known, _)| !known.is_disjoint(&calls));
        near.push((calls, vec![run]));
        let joined = near.into_iter().reduce(|mut all, (calls, runs)| {
            all.0.extend(calls);
            all.1.extend(runs);
            all
        });
        groups = far.into_iter().chain(joined).collect();
    }
    if groups.is_empty() {
        return united(unwired).map(|graph| in_place(repository, graph)).into_iter().collect();
    }
    groups.into_iter().flat_map(|(_, runs)| by_names(repository, runs)).collect()
}

fn by_names<'r>(repository: &Repository<'r>, runs: Vec<Built<'r>>) -> Vec<Built<'r>> {
    let varying = varying(&runs);
    let mut loose = Vec::new();
    let mut graphs: Vec<(Added, Vec<Built<'r>>)> = Vec::new();
    for run in runs {
        let mut names = added(&run.steps);
        names.retain(|call, _| varying.contains(call));
        if names.is_empty() {
            loose.push(run);
        } else if let Some((_, same)) = graphs.iter_mut().find(|(known, _)| *known == names) {
            same.push(run);
        } else {
            graphs.push((names, vec![run]));
        }
    }
    if graphs.is_empty() {
        return united(loose).map(|graph| in_place(repository, graph)).into_iter().collect();
    }
    let mut graphs: Vec<Built<'r>> =
        graphs.into_iter().filter_map(|(_, runs)| united(runs)).collect();
    // Names that tests alone give are not those of the program.
    let is_open = loose.iter().any(|run| !run.for_tests && !run.uncalled);
    if is_open && graphs.iter().all(|graph| graph.for_tests) {
        return united(loose).map(|graph| in_place(repository, graph)).into_iter().collect();
    }
    let is_run = graphs.iter().any(|graph| !graph.for_tests);
    graphs.sort_by_key(|graph| graph.for_tests);
    // Those of tests are left out without a word where the program builds others.
    let ours = graphs.iter().filter(|graph| !is_run || !graph.for_tests).count();
    let more = ours.saturating_sub(MOST);
    graphs.truncate(MOST);
    for graph in &mut graphs {
        // What was followed without the names holds for each of them.
        let for_tests = graph.for_tests;
        for run in &loose {
            extend(graph, run.clone());
        }
        graph.for_tests = for_tests;
    }
    if let Some(first) = graphs.first_mut().filter(|_| more > 0) {
        let lists = if more == 1 { "1 more list" } else { &format!("{more} more lists") };
        let reason = format!("it is built with {lists} of names, not followed here");
        let (module, expr) = (first.at.module, first.construction);
        let wiring = unresolved(GapAbout::Node, &reason);
        first.steps.push(Step { module, expr, wiring, choices: Vec::new() });
    }
    let place = |graph| if is_run { graph } else { in_place(repository, graph) };
    graphs.into_iter().map(place).collect()
}

/// The calls that add other names in one run than in another, and not only more.
fn varying(runs: &[Built<'_>]) -> BTreeSet<Call> {
    let added: Vec<Added> = runs.iter().map(|run| added(&run.steps)).collect();
    let varies = |call: &&Call| {
        let sets: Vec<_> = added.iter().filter_map(|run| run.get(*call)).collect();
        let nested =
            |one: &&BTreeSet<_>, other: &&BTreeSet<_>| one.is_subset(other) || other.is_subset(one);
        let pairs = sets.iter().enumerate().map(|(at, one)| (one, &sets[at + 1..]));
        pairs.into_iter().any(|(one, rest)| rest.iter().any(|other| !nested(one, other)))
    };
    added.iter().flat_map(BTreeMap::keys).filter(varies).copied().collect()
}

/// What each call added; calls of which something could not be followed are left out.
fn added(steps: &[Step<'_>]) -> Added {
    let open: BTreeSet<Call> =
        steps.iter().filter(|step| is_open(&step.wiring)).map(call).collect();
    let mut added = Added::new();
    for step in steps.iter().filter(|step| !open.contains(&call(step))) {
        let names = match &step.wiring {
            Wiring::Node { name, .. } => (name.clone(), String::new()),
            Wiring::Edge { from, to, .. } => (from.clone(), to.clone()),
            Wiring::Conditional { from, .. } => (from.clone(), String::new()),
            Wiring::Unresolved(..) => continue,
        };
        added.entry(call(step)).or_default().insert(names);
    }
    added
}

fn call(step: &Step<'_>) -> Call {
    (step.module, step.expr.span.start, step.expr.span.end)
}

/// One graph of all the runs.
fn united(runs: Vec<Built<'_>>) -> Option<Built<'_>> {
    runs.into_iter().reduce(|mut known, run| {
        extend(&mut known, run);
        known
    })
}

fn extend<'r>(known: &mut Built<'r>, run: Built<'r>) {
    known.steps.extend(run.steps);
    known.live |= run.live;
    known.for_tests &= run.for_tests;
    known.runs.extend(run.runs);
    known.routers.extend(run.routers);
    known.variable = known.variable.take().or(run.variable);
}

/// A graph whose place alone tells whether it is the tests'.
fn in_place<'r>(repository: &Repository<'r>, graph: Built<'r>) -> Built<'r> {
    Built { for_tests: repository.modules[graph.at.module].in_tests, ..graph }
}
