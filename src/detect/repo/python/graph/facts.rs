//! What was followed → facts, one per place of construction.

use super::super::repository::Repository;
use super::value::{Built, END, START, Step, Wiring};
use crate::domain::facts::{ConditionalEdge, Edge, GraphFact, GraphNode, Unresolved};
use std::collections::{BTreeMap, BTreeSet};

/// Turns what was built into facts. What was followed several times is united.
pub(super) fn facts<'r>(repository: &Repository<'r>, built: Vec<Built<'r>>) -> Vec<GraphFact> {
    let mut places: BTreeMap<(usize, usize), Built<'r>> = BTreeMap::new();
    for graph in built {
        let key = (graph.at.module, graph.construction.span.start);
        match places.get_mut(&key) {
            Some(known) => {
                known.steps.extend(graph.steps);
                known.live |= graph.live;
                known.variable = known.variable.take().or(graph.variable);
            }
            None => {
                places.insert(key, graph);
            }
        }
    }
    places.into_values().map(|built| fact(repository, built)).collect()
}

fn fact(repository: &Repository<'_>, built: Built<'_>) -> GraphFact {
    let module = &repository.modules[built.at.module];
    let mut graph = GraphFact {
        function: built.function,
        variable: built.variable,
        state_class: built.state,
        nodes: Vec::new(),
        edges: Vec::new(),
        conditional: Vec::new(),
        fan_out: Vec::new(),
        fan_in: Vec::new(),
        entry: Vec::new(),
        finish: Vec::new(),
        unresolved: Vec::new(),
        place: module.place(built.construction.span),
        in_tests: module.in_tests,
        live: built.live,
    };
    // What one pass could not resolve may be resolved by another, with the arguments of a caller.
    let resolved: BTreeSet<_> = built
        .steps
        .iter()
        .filter(|step| !matches!(step.wiring, Wiring::Unresolved(_)))
        .map(|step| (step.module, step.expr.span.start, step.expr.span.end))
        .collect();
    for step in &built.steps {
        add(repository, &mut graph, step, &resolved);
    }
    summarise(&mut graph);
    graph
}

fn add(
    repository: &Repository<'_>,
    graph: &mut GraphFact,
    step: &Step<'_>,
    resolved: &BTreeSet<(usize, usize, usize)>,
) {
    let place = repository.modules[step.module].place(step.expr.span);
    match &step.wiring {
        Wiring::Node { name, action } => {
            if !graph.nodes.iter().any(|node| node.name == *name) {
                graph.nodes.push(GraphNode { name: name.clone(), action: action.clone(), place });
            }
        }
        Wiring::Edge { from, to } => {
            if !graph.edges.iter().any(|edge| edge.from == *from && edge.to == *to) {
                graph.edges.push(Edge { from: from.clone(), to: to.clone(), place });
            }
        }
        Wiring::Conditional { from, router, routes } => {
            let same = graph
                .conditional
                .iter_mut()
                .find(|edge| edge.from == *from && edge.router == *router && edge.place == place);
            let Some(known) = same else {
                graph.conditional.push(ConditionalEdge {
                    from: from.clone(),
                    router: router.clone(),
                    targets: routes.targets.clone(),
                    handles_errors: routes.handles_errors,
                    parallel: routes.parallel,
                    place,
                });
                return;
            };
            known.targets.extend(routes.targets.iter().cloned());
            known.targets.sort();
            known.targets.dedup();
            known.parallel |= routes.parallel;
            known.handles_errors = known.handles_errors.max(routes.handles_errors);
        }
        Wiring::Unresolved(reason) => {
            let key = (step.module, step.expr.span.start, step.expr.span.end);
            let finding = Unresolved { reason: reason.clone(), place };
            // A conditional edge stays beside its gap; for all else one resolved pass is enough.
            let gap = reason.contains("router") || reason.contains("path map");
            if (gap || !resolved.contains(&key)) && !graph.unresolved.contains(&finding) {
                graph.unresolved.push(finding);
            }
        }
    }
}

/// Fills what follows from the edges, and shows `LangGraph`'s own names as `START` and `END`.
fn summarise(graph: &mut GraphFact) {
    let mut sources: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut targets: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut entry: BTreeSet<&str> = BTreeSet::new();
    let mut finish: BTreeSet<&str> = BTreeSet::new();
    for edge in &graph.edges {
        sources.entry(&edge.from).or_default().insert(&edge.to);
        targets.entry(&edge.to).or_default().insert(&edge.from);
        if edge.from == START {
            entry.insert(&edge.to);
        }
        if edge.to == END {
            finish.insert(&edge.from);
        }
    }
    let mut fan_out: BTreeSet<&str> = sources
        .iter()
        .filter(|(_, targets)| targets.len() > 1)
        .map(|(source, _)| *source)
        .collect();
    for edge in &graph.conditional {
        if edge.parallel {
            fan_out.insert(&edge.from);
        }
        if edge.from == START {
            entry.extend(edge.targets.iter().map(String::as_str));
        }
        if edge.targets.iter().any(|target| target == END) {
            finish.insert(&edge.from);
        }
    }
    entry.remove(END);
    finish.remove(START);
    let fan_in = targets.iter().filter(|(target, sources)| **target != END && sources.len() > 1);
    let fan_in = fan_in.map(|(target, _)| shown(target)).collect();
    let all = |names: BTreeSet<&str>| names.into_iter().map(shown).collect::<Vec<_>>();
    let (fan_out, entry, finish) = (all(fan_out), all(entry), all(finish));
    (graph.fan_out, graph.fan_in, graph.entry, graph.finish) = (fan_out, fan_in, entry, finish);
    graph.fan_out.sort();
    for edge in &mut graph.edges {
        (edge.from, edge.to) = (shown(&edge.from), shown(&edge.to));
    }
    // A node that is itself called `START` would read as a loop of the entry onto itself.
    graph.edges.retain(|edge| edge.from != edge.to || edge.from != "START");
    for edge in &mut graph.conditional {
        edge.from = shown(&edge.from);
        for target in &mut edge.targets {
            *target = shown(target);
        }
        edge.targets.sort();
    }
}

fn shown(name: &str) -> String {
    match name {
        START => "START".into(),
        END => "END".into(),
        _ => name.into(),
    }
}
