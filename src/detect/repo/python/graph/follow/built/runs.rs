//! What of one construction is one graph: a function that is given the names of nodes builds another with others, and what
//! a function returns is another graph for each that wires it on.

use super::super::interpreter::traces::{Place, place_of};
use super::super::values::value::{Built, Step, Value, Wiring};
use super::wiring::unresolved;
use crate::detect::repo::python::graph::shape::facts::is_open;
use crate::detect::repo::python::repository::Repository;
use crate::domain::facts::GapAbout;
use std::collections::{BTreeMap, BTreeSet};

/// Graphs of one construction that are told apart.
const MOST: usize = 8;

/// Names that a call adds.
type Names = BTreeSet<(String, String)>;

/// What calls added in one run, by the names in it.
type Added = BTreeMap<Place, Names>;

/// What is added by whoever gets the graph from the function that makes it: the calls that it is got by, and the names.
#[derive(Clone, Default, PartialEq, Eq)]
struct Onward {
    by: BTreeSet<Place>,
    names: Names,
}

/// What tells one graph of a construction from another.
type Key = (Added, Onward);

/// Unites the runs of one construction, apart where other calls wire what it gives, and where the same call adds
/// other names in another run.
pub(in crate::detect::repo::python::graph) fn apart<'r>(
    repository: &Repository<'r>,
    runs: Vec<Built<'r>>,
) -> Vec<Built<'r>> {
    let mut groups: Vec<(BTreeSet<Place>, Vec<Built<'r>>)> = Vec::new();
    let mut unwired = Vec::new();
    for run in runs {
        let calls: BTreeSet<Place> = run.steps.iter().map(call).collect();
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

/// The runs that say what the program builds: where its own calls do, or nothing is left open without one, what tests
/// give says nothing of it.
fn ours(mut runs: Vec<Built<'_>>) -> Vec<Built<'_>> {
    let is_open = |run: &Built<'_>| run.steps.iter().any(|step| is_open(&step.wiring));
    let is_said = |run: &Built<'_>| {
        let is_ours = run.live && !run.for_tests && !run.steps.is_empty();
        is_ours && (!run.uncalled || !is_open(run))
    };
    if runs.iter().any(is_said) {
        runs.retain(|run| !run.for_tests);
    }
    runs
}

fn by_names<'r>(repository: &Repository<'r>, runs: Vec<Built<'r>>) -> Vec<Built<'r>> {
    let varying = varying(&runs);
    let mut loose = Vec::new();
    let onward = onward(&runs);
    let mut graphs: Vec<(Key, Vec<Built<'r>>)> = Vec::new();
    for (run, onward) in runs.into_iter().zip(onward) {
        let mut names = added(&run.steps);
        names.retain(|call, _| varying.contains(call));
        let is_same = |((known, further), _): &&mut (Key, _)| {
            *known == names && (further.by == onward.by || is_nested(&further.names, &onward.names))
        };
        if names.is_empty() && onward.by.is_empty() {
            loose.push(run);
        } else if let Some((_, same)) = graphs.iter_mut().find(is_same) {
            same.push(run);
        } else {
            graphs.push(((names, onward), vec![run]));
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
        let own = handed_on(&graph.steps).names;
        let calls: BTreeSet<Place> = graph.steps.iter().map(call).collect();
        let fits = |run: &&Built<'r>| {
            (for_tests || !run.for_tests) && handed_on(&run.steps).names.is_subset(&own)
        };
        for run in loose.iter().filter(fits) {
            extend(graph, without_open(run.clone(), &calls));
        }
        graph.for_tests = for_tests;
    }
    if let Some(first) = graphs.first_mut().filter(|_| more > 0) {
        let lists = if more == 1 { "1 more list" } else { &format!("{more} more lists") };
        let ways = if more == 1 { "1 more way" } else { &format!("{more} more ways") };
        let reason = if first.steps.iter().any(|step| step.got_by.is_some()) {
            format!("it is wired on in {ways}, not followed here")
        } else {
            format!("it is built with {lists} of names, not followed here")
        };
        let (module, expr) = (first.at.module, first.construction);
        let wiring = unresolved(GapAbout::Node, &reason);
        let (choices, root, got_by) = (Vec::new(), 0, None);
        first.steps.push(Step { module, expr, wiring, choices, root, got_by, sure: false });
    }
    let place = |graph| if is_run { graph } else { in_place(repository, graph) };
    graphs.into_iter().map(place).collect()
}

/// The calls that add other names in one run than in another, and not only more.
fn varying(runs: &[Built<'_>]) -> BTreeSet<Place> {
    let added: Vec<Added> = runs.iter().map(|run| added(&run.steps)).collect();
    let varies = |call: &&Place| {
        let sets: Vec<_> = added.iter().filter_map(|run| run.get(*call)).collect();
        let pairs = sets.iter().enumerate().map(|(at, one)| (one, &sets[at + 1..]));
        pairs.into_iter().any(|(one, rest)| rest.iter().any(|other| !is_nested(one, other)))
    };
    added.iter().flat_map(BTreeMap::keys).filter(varies).copied().collect()
}

/// What each call added; calls of which something could not be followed are left out.
fn added(steps: &[Step<'_>]) -> Added {
    let open: BTreeSet<Place> =
        steps.iter().filter(|step| is_open(&step.wiring)).map(call).collect();
    let mut added = Added::new();
    for step in steps.iter().filter(|step| !open.contains(&call(step))) {
        if let Some(names) = names(step) {
            added.entry(call(step)).or_default().insert(names);
        }
    }
    added
}

/// The names that a step adds.
fn names(step: &Step<'_>) -> Option<(String, String)> {
    match &step.wiring {
        Wiring::Edge { from, to, .. } => Some((from.clone(), to.clone())),
        Wiring::Node { name, .. } | Wiring::Conditional { from: name, .. } => {
            Some((name.clone(), String::new()))
        }
        Wiring::Unresolved(..) => None,
    }
}

/// What others add to the graph of each run; nothing where none of them does otherwise than another.
///
/// Whoever adds nothing that another does not has the beginning of the same graph.
fn onward(runs: &[Built<'_>]) -> Vec<Onward> {
    let all: Vec<Onward> = runs.iter().map(|run| handed_on(&run.steps)).collect();
    let differ = |one: &Onward, other: &Onward| {
        !is_nested(&one.by, &other.by) && !is_nested(&one.names, &other.names)
    };
    let varies = |one: &Onward| all.iter().any(|other| differ(one, other));
    if !all.iter().any(varies) {
        return vec![Onward::default(); runs.len()];
    }
    let is_part = |one: &Onward| {
        let is_less = |other: &Onward| one.names.len() < other.names.len();
        all.iter().any(|other| is_less(other) && one.names.is_subset(&other.names))
    };
    all.iter().map(|one| if is_part(one) { Onward::default() } else { one.clone() }).collect()
}

/// What is added by whoever gets the graph from elsewhere.
fn handed_on(steps: &[Step<'_>]) -> Onward {
    let mut onward = Onward::default();
    for (step, by) in steps.iter().filter_map(|step| Some((step, step.got_by?))) {
        if let Some(names) = names(step).filter(|_| !is_open(&step.wiring)) {
            onward.by.insert(by);
            onward.names.insert(names);
        }
    }
    onward
}

fn is_nested<T: Ord>(one: &BTreeSet<T>, other: &BTreeSet<T>) -> bool {
    one.is_subset(other) || other.is_subset(one)
}

fn call(step: &Step<'_>) -> Place {
    place_of(step.module, step.expr)
}

/// One graph of all the runs.
fn united(runs: Vec<Built<'_>>) -> Option<Built<'_>> {
    ours(runs).into_iter().reduce(|mut known, run| {
        extend(&mut known, run);
        known
    })
}

fn extend<'r>(known: &mut Built<'r>, run: Built<'r>) {
    let (mut new, (before, after)) = (run.runs, (known.uncalled, run.uncalled));
    // What is not known where nobody is seen to call a function is known where somebody does.
    let settle = |open: &mut Vec<(String, Value<'r>)>, told: &[(String, Value<'r>)]| {
        open.retain(|(node, runs)| {
            !matches!(runs, Value::Unknown) || !told.iter().any(|(other, _)| other == node)
        });
    };
    match (before, after) {
        (true, false) => settle(&mut known.runs, &new),
        (false, true) => settle(&mut new, &known.runs),
        _ => {}
    }
    known.steps.extend(run.steps);
    known.same.extend(run.same);
    // A function that nobody is seen to call has what it is given by default.
    let is_known = known.schema.same(&run.schema) || (run.uncalled && !known.uncalled);
    if known.uncalled && !run.uncalled {
        known.schema = run.schema;
    } else if !is_known {
        known.schema = Value::Unknown;
    }
    known.uncalled &= run.uncalled;
    known.live |= run.live;
    known.for_tests &= run.for_tests;
    known.runs.extend(new);
    known.routers.extend(run.routers);
    known.variable = known.variable.take().or(run.variable);
}

/// A run of which only that is left open which is wired nowhere else: where nobody is seen to call a function, nothing
/// is known of what it is given.
fn without_open<'r>(mut run: Built<'r>, calls: &BTreeSet<Place>) -> Built<'r> {
    if run.uncalled {
        run.steps.retain(|step| !is_open(&step.wiring) || !calls.contains(&call(step)));
    }
    run
}

/// A graph whose place alone tells whether it is the tests'.
fn in_place<'r>(repository: &Repository<'r>, graph: Built<'r>) -> Built<'r> {
    Built { for_tests: repository.modules[graph.at.module].in_tests, ..graph }
}
