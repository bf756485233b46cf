//! Who of the court is part of the graph that runs, and what of its work is done.

use super::super::graph::wiring;
use super::super::names::lacking::open;
use super::super::{Verdict, done};
use crate::detect::claims::words;
use crate::detect::seats;
use crate::detect::synthesis::Synthesis;
use crate::domain::facts::ClaimStatus::Supported;
use crate::domain::facts::{GraphFact, GraphNode, Lines, Practice, PracticeFact, PythonFacts};

/// A node to which an edge of the graph leads.
fn led_to(graph: &GraphFact, is_it: impl Fn(&GraphNode) -> bool) -> Option<&GraphNode> {
    graph.nodes.iter().find(|node| {
        let plain = || graph.edges.iter().any(|edge| edge.to == node.name);
        let routed = || graph.conditional.iter().any(|edge| edge.targets.contains(&node.name));
        is_it(node) && (plain() || routed())
    })
}

/// The three judges, each a node that the graph comes to, where models are asked for what they say.
pub(in super::super) fn judges(python: &PythonFacts) -> Verdict {
    let ours = wiring::graphs(python).into_iter().find_map(|graph| {
        let seat = |seat: usize| led_to(graph, |node| seats::judge(&node.name) == Some(seat));
        (0..seats::JUDGES.len()).map(seat).collect::<Option<Vec<&GraphNode>>>()
    });
    let asks = |fact: &&PracticeFact| fact.live && seats::judge(&fact.by).is_some();
    let bound =
        python.structured_output.iter().any(|call| !call.in_tests && call.live == Some(true));
    let asked = bound || done(python, Practice::AsksModel).iter().any(asks);
    let Some(ours) = ours.filter(|_| asked) else { return open() };
    let names: Vec<String> = ours.iter().map(|node| format!("`{}`", node.name)).collect();
    let fact = format!("{} are nodes of the graph, with edges to them", names.join(", "));
    Verdict::of(Supported, fact, ours.iter().map(|node| &node.place))
}

/// The node that comes to the verdict, with the functions that synthesise it.
pub(in super::super) fn chief(python: &PythonFacts) -> Verdict {
    let is_chief = |name: &str| {
        let plain = words::plain(name);
        plain.contains("chiefjustice") || ["justice", "supremecourt"].contains(&plain.as_str())
    };
    let is_it =
        |node: &GraphNode| is_chief(&node.name) || node.action.as_deref().is_some_and(&is_chief);
    let ours = wiring::graphs(python).into_iter().find_map(|graph| led_to(graph, is_it));
    let decides = Synthesis::of(python).live.into_iter().find(|one| !one.dead && one.branches > 0);
    let Some((node, justice)) = ours.zip(decides) else { return open() };
    let fact = format!(
        "`{}` is a node of the graph, with an edge to it, and `{}` synthesises the verdict",
        node.name, justice.function
    );
    Verdict::of(Supported, fact, [&node.place, &justice.place])
}

/// The detective of pictures, where it comes to ask a model.
pub(in super::super) fn vision(python: &PythonFacts) -> Verdict {
    let asks = done(python, Practice::AsksModel);
    let is_it = |fact: &&&PracticeFact| fact.live && words::plain(&fact.by) == "visioninspector";
    let Some(fact) = asks.iter().find(is_it) else { return open() };
    let places: [&Lines; 1] = [&fact.place];
    Verdict::of(Supported, format!("`{}` comes to ask a language model", fact.by), places)
}
