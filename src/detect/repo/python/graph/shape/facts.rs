//! What was followed → facts, one per place of construction.

use super::super::follow::built::runs;
use super::super::follow::interpreter::traces::{Place, place_of};
use super::super::follow::interpreter::usual;
use super::super::follow::values::family;
use super::super::follow::values::value::{Built, Step, Value, Wiring};
use super::super::routes::for_errors::{anyway, barred, dictated, inputs, passed, rejoined, sated};
use super::super::routes::{sent, unreturned};
use super::super::state::reads::{anew, early, unfed, unmatched, unshown, within};
use super::super::state::updates::parts::Ways;
use super::super::state::updates::{clash, objects, replaced, resets, taken, untaken, whole};
use super::leaving::closed;
use super::refusal::refusals;
use super::runner::{Runner, runner};
use super::summary::{show, summarise};
use super::{inner, steps, unyielding};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::{Site, is_unmade};
use crate::detect::repo::python::running::uses::Uses;
use crate::detect::repo::python::syntax::{Expr, ExprKind};
use crate::domain::facts::{
    Choice, ConditionalEdge, Edge, GapAbout, GraphFact, Lines, ReducerFact, SameChoice, Unfollowed,
    Unresolved,
};
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

/// Graphs at most that are looked at as ones that tests alone build.
const RETIRED: usize = 64;

/// Graphs of a repository of which it is asked what their nodes read too early: for each, all sources are gone through.
const FEW: usize = 16;

/// Turns what was built into facts. What was followed several times is united, as far as it is one graph.
pub(in super::super) fn facts<'r>(
    repository: &Repository<'r>,
    sites: &[Site<'r>],
    built: Vec<Built<'r>>,
    reducers: &[ReducerFact],
) -> Vec<GraphFact> {
    let closed = closed(repository, &built);
    let made =
        built.iter().map(|one| repository.modules[one.at.module].place(one.construction.span));
    let made: Vec<Lines> = made.collect();
    let refusals = refusals(repository, &built);
    let mut places: BTreeMap<(usize, usize), Vec<Built<'r>>> = BTreeMap::new();
    for graph in built {
        places.entry((graph.at.module, graph.construction.span.start)).or_default().push(graph);
    }
    let built = places.into_values().flat_map(|runs| runs::apart(repository, runs));
    let built: Vec<Built<'r>> = built.collect();
    let (uses, are_few) = (LazyCell::new(|| Uses::new(repository)), built.len() <= FEW);
    let mut graphs = built
        .iter()
        .map(|built| fact(repository, (sites, &uses, are_few, &closed), built, reducers))
        .collect::<Vec<_>>();
    for (graph, built) in graphs.iter_mut().zip(&built) {
        let made = (built.at.module, built.construction.span.start);
        let is_known = graph.unresolved.is_empty() && graph.families.is_empty();
        graph.refused = refusals.get(&made).filter(|_| is_known).cloned();
    }
    retire(repository, &mut graphs);
    let unmade = |built: &Built<'r>| {
        let is_test = repository.modules[built.at.module].in_tests;
        !is_test && built.owner.is_some_and(|it| is_unmade(repository, it))
    };
    let unmade: Vec<bool> = built.iter().map(unmade).collect();
    // Where nothing else is there, whoever uses the program may make it.
    let runs = |graph: &GraphFact| graph.is_in_use();
    if graphs.iter().zip(&unmade).any(|(graph, unmade)| !unmade && runs(graph)) {
        for (graph, unmade) in graphs.iter_mut().zip(unmade) {
            graph.live &= !unmade;
        }
    }
    inner::mark(repository, sites, (&built, &made), &mut graphs);
    graphs
}

/// Marks the graphs of functions that only tests name, and those in files that no import finds, where the program
/// builds another graph.
///
/// Without another one nobody knows what starts the program: a server may name the function.
fn retire(repository: &Repository<'_>, graphs: &mut [GraphFact]) {
    let modules = |in_tests: bool| {
        repository.modules.iter().filter(move |module| module.in_tests == in_tests)
    };
    let calls = |in_tests: bool, name: &str| {
        modules(in_tests).any(|module| module.syntax.mentions.contains_key(name))
    };
    let runs = |graph: &GraphFact| {
        let is_called = graph.function.as_deref().is_none_or(|name| calls(false, name));
        graph.is_in_use() && is_called
    };
    if !graphs.iter().any(runs) {
        return;
    }
    let shadowed = |graph: &GraphFact| {
        let mut hidden = repository.hidden.keys();
        hidden.any(|index| repository.modules[*index].path == graph.place.file)
    };
    if graphs.iter().any(|graph| runs(graph) && !shadowed(graph)) {
        for graph in graphs.iter_mut().filter(|graph| shadowed(graph)) {
            graph.live = false;
        }
    }
    let is_tested = |graph: &&mut GraphFact| {
        let only_there = |name: &str| calls(true, name) && !calls(false, name);
        !graph.in_tests && graph.function.as_deref().is_some_and(only_there)
    };
    for graph in graphs.iter_mut().filter(is_tested).take(RETIRED) {
        let name = graph.function.as_deref().unwrap_or_default();
        let written = |text: &str| text.matches(name).count();
        // Its own definition is the one place that may name it; a text may be an export.
        let named: usize = modules(false).map(|module| written(module.text)).sum();
        graph.live &= named > 1;
    }
}

fn fact<'r>(
    repository: &Repository<'r>,
    (sites, uses, are_few, closed): (&[Site<'r>], &Uses<'r>, bool, &BTreeSet<usize>),
    built: &Built<'r>,
    reducers: &[ReducerFact],
) -> GraphFact {
    let module = &repository.modules[built.at.module];
    let taken = taken::taken(repository, built);
    let mut untaken = untaken::keys(repository, built, &taken);
    within::mark(repository, built, &taken, &mut untaken);
    let untaken_objects = objects::objects(repository, built, &taken);
    let unfed = unfed::keys(repository, (built, uses), &taken);
    let fields = taken.all();
    let mut graph = GraphFact {
        function: built.function.clone(),
        variable: built.variable.clone(),
        state_class: built.state.clone(),
        place: module.place(built.construction.span),
        in_tests: built.for_tests,
        live: built.live,
        state_fields: fields.into_iter().collect(),
        unfollowed: taken.unfollowed.clone(),
        untaken,
        untaken_objects,
        unfed,
        ..GraphFact::default()
    };
    // What one pass could not resolve may be resolved by another, with the arguments of a caller.
    let resolved = resolved(&built.steps);
    let is_resolved = |step: &&Step<'_>| resolved.contains(&place_of(step.module, step.expr));
    for step in built.steps.iter().filter(|step| !is_family(&step.wiring) || !is_resolved(step)) {
        steps::add(repository, &mut graph, step, &resolved);
    }
    if built.steps.is_empty() {
        graph.unresolved.push(unwired(&graph));
    }
    family::settle(&mut graph);
    unreturned::leave_to_others(&mut graph.conditional);
    depend_on_nodes(&mut graph);
    let lost = built.runs.iter().filter(|(_, runs)| hands_on(repository, runs));
    graph.unfollowed.extend(lost.map(|(node, _)| Unfollowed::Node(family::shown(node))));
    graph.unfollowed.sort();
    graph.unfollowed.dedup();
    let has_inner = built.runs.iter().any(|(_, runs)| match runs {
        Value::Compiled(graph) => !closed.contains(graph),
        runs => matches!(runs, Value::Prebuilt | Value::Tools(_)),
    });
    if has_inner && repository.mentions_of("PARENT") > 0 {
        let reason = "a graph within it may lead on in it by `Command.PARENT`".to_owned();
        let about = GapAbout::Conditional;
        graph.unresolved.push(Unresolved { reason, about, place: graph.place.clone() });
    }
    inputs::mark(repository, &mut graph, &built.runs, &built.routers);
    dictated::mark(repository, &mut graph, &built.runs, &built.routers);
    let ways = Ways { routers: &built.routers, steps: &built.steps };
    sated::mark(repository, &mut graph, &built.runs, ways, (&taken, sites), reducers);
    rejoined::mark(repository, &mut graph, &built.runs);
    anyway::mark(repository, &mut graph, &built.routers);
    barred::mark(repository, &mut graph, &built.runs, &built.routers);
    sent::mark(repository, &mut graph, &built.routers);
    graph.unshown = unshown::judges(repository, sites, &graph, &built.runs);
    graph.unyielding = unyielding::nodes(repository, sites, &built.runs);
    graph.unmatched = unmatched::judges(repository, &graph, &built.runs);
    unshown::mark_asked(repository, sites, &mut graph, &built.runs);
    graph.keyed = unmatched::keyed(repository, &graph, &built.runs);
    tell_nodes(repository, &mut graph, &built.runs);
    if are_few {
        graph.early = early::reads(repository, (&graph, built), (&taken, sites), reducers);
    }
    show(&mut graph);
    let same = built.same.iter().map(|((module, line), first)| {
        let path = repository.modules[*module].path;
        SameChoice { at: format!("{path}:{line}"), first: format!("{path}:{first}") }
    });
    graph.same = same.collect();
    graph.usual = usual::branches(repository, sites, (&graph, built.at.module));
    summarise(&mut graph);
    passed::mark(repository, &mut graph, &built.runs, &taken);
    let found = whole::returns(repository, &graph, &built.runs, ways, reducers);
    (graph.whole_returns, graph.idle_returns) = (found.doubling, found.idle);
    (graph.open_returns, graph.unread) = (found.open, found.unread);
    let runners = whole::runners(repository, &built.runs);
    let brought = taken::brought(repository, built);
    graph.vain_resets = resets::resets(repository, &graph, &runners, reducers);
    graph.unmerged = whole::unmerged(repository, &graph, (&runners, &brought), reducers);
    graph.own_looks = anew::looks(repository, &graph, &built.runs, reducers);
    graph.replaced =
        replaced::replaced(repository, &graph, (&built.runs, &built.routers), reducers);
    graph.clashes = clash::clashes(repository, &graph, &built.runs, &built.routers, reducers);
    graph
}

/// Notes what runs at each node, and the nodes that do nothing or leave the evidence of the state as it is.
fn tell_nodes<'r>(
    repository: &Repository<'r>,
    graph: &mut GraphFact,
    runs: &[(String, Value<'r>)],
) {
    for node in &mut graph.nodes {
        let ours = runs.iter().filter(|(name, _)| *name == node.name);
        let ours: Vec<_> = ours.map(|(_, runs)| runner(repository, runs)).collect();
        let place = |runner: &Option<Runner<'r>>| Some(runner.as_ref()?.place(repository));
        let mut places: Vec<Option<Lines>> = ours.iter().map(place).collect();
        places.dedup();
        node.runs = if places.len() == 1 { places.remove(0) } else { None };
        let all = |holds: fn(&Runner<'r>) -> bool| {
            !ours.is_empty() && ours.iter().all(|runner| runner.as_ref().is_some_and(holds))
        };
        if all(Runner::is_passive) {
            graph.passive.push(node.name.clone());
        } else if all(Runner::leaves_evidence) {
            graph.inert.push(node.name.clone());
        }
    }
}

/// That a graph has nothing, as far as was seen.
fn unwired(graph: &GraphFact) -> Unresolved {
    let reason = "nothing was seen to wire it".to_owned();
    Unresolved { reason, about: GapAbout::Anything, place: graph.place.clone() }
}

/// Whether what runs at a node hands what it is given on to something that was not found.
fn hands_on<'r>(repository: &Repository<'r>, runs: &Value<'r>) -> bool {
    let Value::Lambda(_, lambda) = runs else {
        return runner(repository, runs).is_some_and(|runner| runner.is_veiled(repository));
    };
    let given = lambda.params.first().map(|param| param.name);
    let is_it =
        |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if Some(name) == given);
    matches!(&lambda.body.kind, ExprKind::Call(call) if call.args.iter().any(|arg| is_it(&arg.value)))
        && runner(repository, runs).is_none()
}

/// Whether names in it stand for values that are not known.
fn is_family(wiring: &Wiring) -> bool {
    match wiring {
        Wiring::Node { name, .. } => family::is_marked(name),
        Wiring::Edge { from, to, .. } => family::is_marked(from) || family::is_marked(to),
        Wiring::Conditional { from, .. } => family::is_marked(from),
        Wiring::Unresolved(..) => false,
    }
}

/// The calls that one pass at least resolved wholly: what several passes of a loop add is resolved where all of it is.
fn resolved(steps: &[Step<'_>]) -> BTreeSet<Place> {
    let mut passes: BTreeMap<(usize, Place), bool> = BTreeMap::new();
    for step in steps {
        let pass = (step.root, place_of(step.module, step.expr));
        *passes.entry(pass).or_insert(true) &= !is_open(&step.wiring);
    }
    passes.into_iter().filter(|(_, is_whole)| *is_whole).map(|((_, call), _)| call).collect()
}

pub(in super::super) fn is_open(wiring: &Wiring) -> bool {
    is_family(wiring) || matches!(wiring, Wiring::Unresolved(..))
}

/// Marks the edges at nodes that some branches alone add: elsewhere the list that they are wired from has no such node.
fn depend_on_nodes(graph: &mut GraphFact) {
    let GraphFact { nodes, edges, conditional, .. } = graph;
    let add = |only_in: &mut Vec<Choice>, each_in: &mut Vec<Vec<Choice>>, ends: &[&String]| {
        for node in nodes.iter().filter(|node| ends.contains(&&node.name)) {
            for choice in &node.only_in {
                for branches in each_in.iter_mut().chain([&mut *only_in]) {
                    if !branches.contains(choice) {
                        branches.push(choice.clone());
                    }
                }
            }
        }
    };
    for Edge { from, to, only_in, each_in, .. } in edges {
        add(only_in, each_in, &[from, to]);
    }
    for ConditionalEdge { from, only_in, each_in, .. } in conditional {
        add(only_in, each_in, &[from]);
    }
}
