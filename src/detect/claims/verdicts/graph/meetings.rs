//! Who is said to run beside whom, and where they are said to meet, held against the graph.

use super::super::{NO_NAME, Verdict, is_read_whole};
use super::starts::node;
use super::wiring::{graphs, unsettled};
use crate::detect::claims::wording::graph::{Meeting, meeting};
use crate::detect::claims::words;
use crate::detect::phrase::Phrase;
use crate::detect::repo::python::joins::meetings;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{GraphFact, Lines, RepositoryFacts};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Words that tell of a meeting whatever they name.
static KNOWN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bfan(?:s|ned)?(?: back)?[- ]?(?:out ?/ ?fan-)?in\b|\bsynchroni[sz]|\bconverge|\bfeed into|\bedges into",
    )
});

/// What the graph says to a node at which several are said to meet; nothing where that is asked otherwise as well.
pub(in super::super) fn met(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let Meeting::At { node } = meeting(text)? else { return None };
    let python = &repository.python;
    let all = graphs(python);
    let [graph] = all.as_slice() else { return None };
    unsettled(python, &all, |_| true).is_none().then(|| at(graph, text, node))?
}

/// What the graph says to nodes that are said to run side by side; nothing where the sentence says nothing of the kind.
pub(in super::super) fn beside(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let said = meeting(text)?;
    let python = &repository.python;
    let all = graphs(python);
    let open = unsettled(python, &all, |_| true);
    let [graph] = all.as_slice() else {
        const SEVERAL: &str =
            "there are several graphs, and the sentence does not tell which is meant";
        return Some(open.unwrap_or_else(|| Verdict::undecided(SEVERAL)));
    };
    if open.is_some() {
        return open;
    }
    let settled = graph.families.is_empty() && is_read_whole(repository);
    match said {
        Meeting::At { .. } => None,
        Meeting::Beside { names } => Some(named(graph, &names, settled)),
        Meeting::Several { count, from } => Some(several(graph, count, from, settled)),
    }
}

/// Whether several nodes meet at the one that is named.
fn at(graph: &GraphFact, text: &str, name: &str) -> Option<Verdict> {
    let code = words::is_snake(name) || text.contains(&format!("`{name}`"));
    // What tells of all meetings knows the other words for them, and more of the nodes at which several meet.
    let known = KNOWN.is_match(text);
    let Some(node) = meant(graph, name) else {
        return (!known).then(|| {
            if code {
                Verdict::of(
                    Undecided,
                    format!("no node of the graph is called `{name}`"),
                    [&graph.place],
                )
            } else {
                Verdict::undecided(NO_NAME)
            }
        });
    };
    let points = meetings(graph);
    if known || points.is_empty() || points.iter().any(|point| point == node) {
        return None;
    }
    let fact = format!("no branches were seen to meet at `{node}`");
    let arriving = graph.edges.iter().filter(|edge| edge.to == node);
    Some(Verdict::of(Undecided, fact, arriving.map(|edge| &edge.place)))
}

/// The one node that a name stands for, be it a part of its name: `aggregator` of `evidence_aggregator`.
fn meant<'g>(graph: &'g GraphFact, name: &str) -> Option<&'g str> {
    node(graph, name).or_else(|| {
        let small = name.to_lowercase();
        let has = |node: &str| node.to_lowercase().split('_').any(|part| part == small);
        let mut all = graph.nodes.iter().filter(|node| has(&node.name));
        let one = all.next()?;
        all.next().is_none().then_some(one.name.as_str())
    })
}

/// Whether one node leads to all of these at once.
fn named(graph: &GraphFact, names: &[&str], settled: bool) -> Verdict {
    let known: Vec<Option<&str>> = names.iter().map(|name| node(graph, name)).collect();
    if known.iter().all(Option::is_none) {
        return Verdict::undecided(NO_NAME);
    }
    if let Some(at) = known.iter().position(Option::is_none) {
        let fact = format!("no node of the graph is called `{}`", names[at]);
        return Verdict::of(Undecided, fact, [&graph.place]);
    }
    let ours: Vec<&str> = known.into_iter().flatten().collect();
    let sources: BTreeSet<&str> = graph.edges.iter().map(|edge| edge.from.as_str()).collect();
    let plain = |from: &str| -> Vec<&Lines> {
        let edges =
            graph.edges.iter().filter(|edge| edge.from == from && edge.added_in() == [&[][..]]);
        edges.filter(|edge| ours.contains(&edge.to.as_str())).map(|edge| &edge.place).collect()
    };
    let starts = |from: &&&str| plain(from).len() == ours.len();
    if let Some(from) = sources.iter().find(starts) {
        let fact = format!("`{from}` leads to all of them at once");
        let waits = ours.iter().all(|node| graph.unyielding.iter().any(|one| one == node));
        return Verdict::of(if waits { Undecided } else { Supported }, fact, plain(from));
    }
    let routed = graph.conditional.iter().find(|edge| {
        edge.parallel && ours.iter().all(|node| edge.targets.iter().any(|target| target == node))
    });
    if let Some(edge) = routed {
        let fact = format!("`{}` may lead to several of them at once", edge.from);
        return Verdict::of(Undecided, fact, [&edge.place]);
    }
    let pairs = ours.iter().flat_map(|one| ours.iter().map(move |other| (*one, *other)));
    for (first, later) in pairs.filter(|(one, other)| one != other) {
        if let Some(edge) = graph.edges.iter().find(|edge| edge.from == first && edge.to == later) {
            let others = graph.edges.iter().filter(|edge| edge.to == later).count()
                + graph
                    .conditional
                    .iter()
                    .filter(|edge| edge.targets.iter().any(|to| to == later))
                    .count();
            let certain = settled && others == 1;
            let fact = format!("`{first}` leads to `{later}`, one after the other");
            return Verdict::of(
                if certain { Contradicted } else { Undecided },
                fact,
                [&edge.place],
            );
        }
    }
    Verdict::undecided("no node was seen to lead to all of them at once")
}

/// Whether so many start at once.
fn several(graph: &GraphFact, count: usize, from: Option<&str>, settled: bool) -> Verdict {
    let start = from.map(|name| {
        if name.eq_ignore_ascii_case("start") { Some("START") } else { node(graph, name) }
    });
    if start == Some(None) {
        return Verdict::undecided(NO_NAME);
    }
    let start = start.flatten();
    let sources: BTreeSet<&str> = graph.edges.iter().map(|edge| edge.from.as_str()).collect();
    let targets = |from: &str| -> Vec<&Lines> {
        graph
            .edges
            .iter()
            .filter(|edge| edge.from == from && edge.to != "END")
            .map(|edge| &edge.place)
            .collect()
    };
    let ours: Vec<&str> =
        sources.into_iter().filter(|from| start.is_none_or(|start| start == *from)).collect();
    if let Some(from) = ours.iter().find(|from| targets(from).len() == count) {
        let fact = format!("`{from}` leads to {count} nodes at once");
        return Verdict::of(Supported, fact, targets(from));
    }
    let Some(start) = start else {
        return Verdict::undecided(format!("no node was seen to lead to {count} others at once"));
    };
    let edges = targets(start);
    let routed = graph.conditional.iter().any(|edge| edge.from == start);
    let bound = graph.edges.iter().any(|edge| edge.from == start && edge.added_in() != [&[][..]]);
    // Behind the one node that it leads to, others may start at once.
    let certain = settled && !routed && !bound && edges.len() > 1;
    let fact = match edges.len() {
        0 => format!("`{start}` was not seen to lead anywhere by plain edges"),
        1 => format!("`{start}` leads to one node"),
        other => format!("`{start}` leads to {other} nodes, not {count}"),
    };
    Verdict::of(if certain { Contradicted } else { Undecided }, fact, edges)
}
