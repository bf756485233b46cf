//! What each step of the wiring adds to a graph.

use super::super::follow::built::wiring::UNSURE;
use super::super::follow::built::worlds;
use super::super::follow::interpreter::traces::{Place, place_of};
use super::super::follow::values::value::{Branch, Routes, Step, Wiring};
use crate::detect::repo::python::repository::Repository;
use crate::domain::facts::{
    Choice, ConditionalEdge, Edge, GapAbout, GraphFact, GraphNode, Lines, Unresolved,
};
use std::collections::BTreeSet;

/// Adds what a step wires; `resolved` are the calls that one pass at least resolved wholly.
pub(super) fn add(
    repository: &Repository<'_>,
    graph: &mut GraphFact,
    step: &Step<'_>,
    resolved: &BTreeSet<Place>,
) {
    let place = repository.modules[step.module].place(step.expr.span);
    let choice = |(module, line, branch): &Branch| Choice {
        at: format!("{}:{line}", repository.modules[*module].path),
        branch: u32::try_from(*branch).unwrap_or(u32::MAX),
    };
    let only_in: Vec<Choice> = step.choices.iter().map(choice).collect();
    match &step.wiring {
        Wiring::Node { name, action, deferred } => {
            if deferred.is_none() && !graph.perhaps_deferred.contains(name) {
                graph.perhaps_deferred.push(name.clone());
            }
            if let Some(known) = graph.nodes.iter_mut().find(|node| node.name == *name) {
                known.only_in.retain(|choice| only_in.contains(choice));
            } else {
                let (name, action) = (name.clone(), action.clone());
                let deferred = deferred.unwrap_or_default();
                graph.nodes.push(GraphNode { name, action, runs: None, deferred, only_in, place });
            }
        }
        Wiring::Edge { from, to, waits } => {
            let known = graph.edges.iter_mut().find(|edge| edge.from == *from && edge.to == *to);
            if let Some(known) = known {
                known.waits &= waits;
                worlds::also(&mut known.only_in, &mut known.each_in, &only_in);
            } else {
                let (from, to, each_in) = (from.clone(), to.clone(), Vec::new());
                graph.edges.push(Edge { from, to, waits: *waits, only_in, each_in, place });
            }
        }
        Wiring::Conditional { from, router, routes } => {
            let same = graph
                .conditional
                .iter_mut()
                .find(|edge| edge.from == *from && edge.router == *router && edge.place == place);
            match same {
                Some(known) => meet(known, routes, &only_in),
                None => {
                    graph.conditional.push(new_edge(from, router, routes, only_in, place));
                }
            }
        }
        Wiring::Unresolved(about, reason) => {
            let key = place_of(step.module, step.expr);
            let finding = Unresolved { reason: reason.clone(), about: *about, place };
            // A conditional edge stays beside its gap; for all else one resolved pass is enough.
            let gap =
                (*about == GapAbout::Conditional && !reason.contains("source")) || reason == UNSURE;
            if (gap || !resolved.contains(&key)) && !graph.unresolved.contains(&finding) {
                graph.unresolved.push(finding);
            }
        }
    }
}

/// The conditional edge that the first pass over a call adds.
fn new_edge(
    from: &str,
    by: &str,
    routes: &Routes,
    only_in: Vec<Choice>,
    place: Lines,
) -> ConditionalEdge {
    ConditionalEdge {
        from: from.to_owned(),
        router: by.to_owned(),
        targets: routes.targets.clone(),
        handles_errors: routes.handles_errors,
        parallel: routes.parallel,
        alone: routes.alone.clone(),
        together: routes.together,
        free: routes.free.clone(),
        always: routes.always.clone(),
        starved: routes.starved.clone(),
        unreturned: routes.unreturned.clone(),
        unmapped: routes.unmapped.0.clone(),
        astray: routes.unmapped.1,
        only_in,
        place,
        ..ConditionalEdge::default()
    }
}

/// Joins to a conditional edge what another pass over its call finds of it.
fn meet(known: &mut ConditionalEdge, routes: &Routes, only_in: &[Choice]) {
    // What one pass takes alone may be taken with others in another.
    let fits = |target: &&String, targets: &[String], alone: &[String]| {
        !targets.contains(target) || alone.contains(target)
    };
    let alone = known.alone.iter().chain(&routes.alone);
    let alone = alone.filter(|target| {
        fits(target, &known.targets, &known.alone) && fits(target, &routes.targets, &routes.alone)
    });
    known.alone = alone.cloned().collect();
    known.together &= routes.together && known.targets == routes.targets;
    known.free.retain(|target| routes.free.contains(target));
    known.targets.extend(routes.targets.iter().cloned());
    known.targets.sort();
    known.targets.dedup();
    // What another pass takes is taken.
    known.starved.extend(routes.starved.iter().cloned());
    known.starved.retain(|target| !known.targets.contains(target));
    known.starved.sort();
    known.starved.dedup();
    known
        .unreturned
        .retain(|target| routes.unreturned.contains(target) || !routes.targets.contains(target));
    known.unmapped.retain(|key| routes.unmapped.0.contains(key));
    known.astray &= routes.unmapped.1;
    known.parallel |= routes.parallel;
    worlds::also(&mut known.only_in, &mut known.each_in, only_in);
    known.always = known.always.take().filter(|one| routes.always.as_ref() == Some(one));
    known.handles_errors = known.handles_errors.max(routes.handles_errors);
}
