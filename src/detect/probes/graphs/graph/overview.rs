//! A graph as a whole and the edges at its nodes, as evidence shows them.

use super::notes::to_feed;
use crate::detect::probes::count;
use crate::detect::repo::python::lost::idle;
use crate::domain::evidence::Finding;
use crate::domain::facts::{
    Choice, ConditionalEdge, Edge, GraphFact, GraphNode, Lines, Place, never_together,
};
use crate::domain::score::Confidence;
use std::collections::BTreeSet;

/// What a graph lacks that has so many points of a kind.
pub(super) fn lacking(graph: &GraphFact, kind: &str, number: usize, wanted: usize) -> Vec<String> {
    if number >= wanted {
        return Vec::new();
    }
    let points = count(wanted - number, &format!("{kind} point"));
    let more = if number == 0 { "" } else { " more" };
    // Side by side they would fail.
    let whole = graph.whole_returns.iter().any(|one| !one.partly);
    let first = if whole && kind == "fan-out" {
        "; before that, let each node return what it adds alone, because two of one step that return the whole state fail"
    } else {
        ""
    };
    vec![format!("{points}{more}{first}{}", to_feed(graph))]
}

/// The graph as a whole: its nodes and edges.
pub(super) fn overview(graph: &GraphFact) -> Finding {
    let shown = |edge: &Edge| format!("{} → {}{}", edge.from, edge.to, within(&edge.only_in));
    let edges: Vec<String> = graph.edges.iter().take(40).map(shown).collect();
    let plain: Vec<Vec<&[Choice]>> = graph.edges.iter().map(Edge::added_in).collect();
    let routed: Vec<Vec<&[Choice]>> =
        graph.conditional.iter().map(ConditionalEdge::added_in).collect();
    let mut rationale = format!(
        "State graph resolved from the source: {}, {}, {}; {} left unresolved.",
        count(graph.nodes.len(), "node"),
        together(&plain, "edge"),
        together(&routed, "conditional edge"),
        graph.unresolved.len()
    );
    for (node, choice) in chosen(graph).take(4) {
        let at = within(std::slice::from_ref(choice));
        let also = format!(" `{}` is there only by a branch of the wiring code{at}.", node.name);
        rationale.push_str(&also);
    }
    let confidence = if graph.unresolved.is_empty() && graph.families.is_empty() {
        Confidence::CERTAIN
    } else {
        Confidence::STRONG
    };
    Finding::found(graph.place.clone(), rationale)
        .with_confidence(confidence)
        .quoting(edges.join("\n"))
}

/// Whose the conditional edges are, where more than one graph has some; empty where one has.
pub(super) fn by_graph(graphs: &[&GraphFact]) -> String {
    let counts = graphs.iter().map(|graph| (graph.conditional.len(), &graph.place));
    let counts: Vec<(usize, &Lines)> = counts.filter(|(edges, _)| *edges > 0).collect();
    if counts.len() < 2 {
        return String::new();
    }
    let told: Vec<String> = counts
        .iter()
        .map(|(edges, place)| {
            format!("{edges} {} of the graph at `{place}`", if *edges == 1 { "is" } else { "are" })
        })
        .collect();
    note!("of these edges {}", told.join(", "))
}

/// The nodes that a branch alone adds in which not all nodes are added, each with it.
fn chosen(graph: &GraphFact) -> impl Iterator<Item = (&GraphNode, &Choice)> {
    let everywhere = |choice: &Choice| graph.nodes.iter().all(|node| node.only_in.contains(choice));
    graph.nodes.iter().filter_map(move |node| {
        Some((node, node.only_in.iter().find(|choice| !everywhere(choice))?))
    })
}

/// The branch in which alone something is added, in words; nothing where it is added anyway.
fn within(only_in: &[Choice]) -> String {
    match only_in {
        [] => String::new(),
        [Choice { at, branch }, ..] => format!(" (branch {} of {at})", branch + 1),
    }
}

/// How many edges there are, in words; those that different branches of the wiring code add are never there together.
fn together(all: &[Vec<&[Choice]>], noun: &str) -> String {
    let choices = || all.iter().flatten().copied().flatten();
    let exclusive = all.iter().any(|one| all.iter().any(|other| never_together(one, other)));
    let places: BTreeSet<&str> = choices().map(|choice| choice.at.as_str()).collect();
    let (true, Some(at), 1) = (exclusive, places.first(), places.len()) else {
        let most = if exclusive { "at most " } else { "" };
        return format!("{most}{}", count(all.len(), noun));
    };
    let branches: BTreeSet<u32> = choices().map(|choice| choice.branch).collect();
    let of = |branch: u32| {
        let has =
            |set: &&[Choice]| set.is_empty() || set.iter().any(|choice| choice.branch == branch);
        all.iter().filter(|sets| sets.iter().any(has)).count()
    };
    let counts: Vec<String> = branches.into_iter().map(|branch| of(branch).to_string()).collect();
    format!("{} {noun}s by the branch taken at `{at}`", counts.join(" or "))
}

/// The branch of the wiring code that alone adds an edge, in words; nothing where it adds all edges.
fn chosen_edge(graph: &GraphFact, only_in: &[Choice]) -> String {
    let everywhere = |choice: &Choice| {
        graph.edges.iter().all(|edge| edge.only_in.contains(choice))
            && graph.conditional.iter().all(|edge| edge.only_in.contains(choice))
    };
    let choice = only_in.iter().find(|choice| !everywhere(choice));
    choice.map(|choice| within(std::slice::from_ref(choice))).unwrap_or_default()
}

pub(super) fn leaving(graph: &GraphFact, point: &str) -> (Vec<String>, Vec<Place>) {
    let plain = graph.edges.iter().filter(|edge| edge.from == point);
    let plain = plain.map(|edge| {
        (format!("{}{}", edge.to, chosen_edge(graph, &edge.only_in)), Place::from(&edge.place))
    });
    let routed = graph.conditional.iter().filter(|edge| edge.from == point);
    let routed = routed.map(|edge| {
        (format!("{}{}", edge.ways(), chosen_edge(graph, &edge.only_in)), Place::from(&edge.place))
    });
    unzip(plain.chain(routed), "→ ")
}

pub(super) fn arriving(graph: &GraphFact, point: &str) -> (Vec<String>, Vec<Place>) {
    let idle = idle(graph);
    // A branch that is wired and never come to brings nothing.
    let never =
        |from: &str| if idle.contains(from) { " (which never runs)" } else { Default::default() };
    let plain = graph.edges.iter().filter(|edge| edge.to == point);
    let plain = plain.map(|edge| {
        let (chosen, never) = (chosen_edge(graph, &edge.only_in), never(&edge.from));
        (format!("{}{never}{chosen}", edge.from), Place::from(&edge.place))
    });
    let routed = graph.conditional.iter().filter(|edge| edge.targets.iter().any(|to| to == point));
    let routed = routed.map(|edge| {
        let (chosen, never) = (chosen_edge(graph, &edge.only_in), never(&edge.from));
        (format!("{}{never} by a router{chosen}", edge.from), Place::from(&edge.place))
    });
    unzip(plain.chain(routed), "← ")
}

fn unzip(pairs: impl Iterator<Item = (String, Place)>, arrow: &str) -> (Vec<String>, Vec<Place>) {
    // Of branches at one place the first alone tells which that is.
    let mut known = BTreeSet::new();
    let pairs = pairs.map(|(name, place)| {
        let short = name.rfind(" of ").filter(|_| name.contains(" (branch ")).and_then(|at| {
            (!known.insert(name[at..].to_owned())).then(|| format!("{})", &name[..at]))
        });
        (short.unwrap_or(name), place)
    });
    let (names, mut places): (Vec<String>, Vec<Place>) =
        pairs.map(|(name, place)| (format!("{arrow}{name}"), place)).unzip();
    places.dedup();
    (names, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_of_several_graphs_are_told_by_graph() {
        let graph = |file: &str, edges: usize| GraphFact {
            place: Lines::new(file, "b", 1, 1),
            conditional: vec![ConditionalEdge::default(); edges],
            ..GraphFact::default()
        };
        let (one, two, none) = (graph("a.py", 1), graph("b.py", 2), graph("c.py", 0));
        let expected =
            " Note: of these edges 1 is of the graph at `a.py:1`, 2 are of the graph at `b.py:1`.";
        assert_eq!(by_graph(&[&one, &none, &two]), expected);
        assert_eq!(by_graph(&[&two, &none]), "");
    }
}
