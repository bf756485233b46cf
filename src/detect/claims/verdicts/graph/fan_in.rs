//! Where branches of a graph meet, and whether the node there waits for all of them.

use super::super::Verdict;
use super::layers::listed_beside;
use super::wiring::{graphs, unsettled};
use crate::detect::claims::words;
use crate::detect::phrase::Phrase;
use crate::detect::repo::python::joins::meetings;
use crate::detect::seats;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{GapAbout, GraphFact, Lines, PythonFacts};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// That the node where branches meet waits for all of them.
static WAITS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:synchroni[sz]\w+|barrier|waits?|waiting|once all|only (?:runs|executes|starts|proceeds|fires) (?:after|when|once))\b",
    )
});

/// That branches meet as they should.
static RIGHTLY: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bfan[- ]?in\b[^.;]{0,24}\bcorrectly\b|\bcorrectly\b[^.;]{0,40}\bfan[- ]?in\b",
    )
});

/// That what runs side by side does not come in the way of each other.
static RACES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)\brace[- ]?conditions?\b|\b(?:data|no) races?\b|\brace[- ]free\b")
});

/// That evidence is what comes together.
static OF_EVIDENCE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\bfan[- ]?in (?:\w+ ){0,2}(?:of|for) (?:\w+ ){0,2}(?:evidence|detectives)\b",
        r"|^\W*(?:the |in (?:the )?)?detective (?:layer|phase|stage)\b|\bdetectives? (?:outputs? |branches |nodes )?(?:fan|converge|meet)s?\b|\bfan[- ]?in \(detectives?\)",
    ))
});

/// That branches meet before a judge is heard.
static BEFORE_JUDGES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bbefore (?:(?:any|the|all|three) )*(?:judges?|judg(?:e?ment|ing)|judicial)\b|\bcomplete evidence collection\b",
    )
});

/// That something meets.
static MEETS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bfan(?:s|ned)?[- /]?(?:out[- /]?(?:and[- ]?)?(?:fan[- ]?)?)?in\b|\b(?:meets?|converg\w*|aggregat\w*|merg\w*|joins?|synchroni[sz]\w*|collect\w*)\b",
    )
});

/// The clause that says where branches meet, where semicolons part it from others: what these name is no such place.
fn clause(text: &str) -> &str {
    let mut own = text.split(';').filter(|clause| MEETS.is_match(clause));
    match (own.next(), own.next()) {
        (Some(only), None) => only,
        _ => text,
    }
}

/// Whether a node is a judge's, or that of all of them.
fn is_bench(node: &str) -> bool {
    let name = node.to_lowercase();
    seats::judge(node).is_some() || ["judge", "judicial"].iter().any(|word| name.contains(word))
}

/// The edges that lead to a node: where no plain edge leads there, conditional ones do.
fn arriving<'g>(graphs: &[&'g GraphFact], point: &str) -> Vec<&'g Lines> {
    let edges = graphs.iter().flat_map(|graph| &graph.edges);
    let plain: Vec<&Lines> =
        edges.filter(|edge| edge.to == point).map(|edge| &edge.place).collect();
    let routed = graphs.iter().flat_map(|graph| &graph.conditional);
    let routed = routed.filter(|edge| edge.targets.iter().any(|target| target == point));
    if plain.is_empty() { routed.map(|edge| &edge.place).collect() } else { plain }
}

/// Whether branches that run side by side meet in one node, and in the one that is named.
pub(in super::super) fn fan_in(python: &PythonFacts, text: &str) -> Verdict {
    let graphs = graphs(python);
    let said = words::plain(clause(text)).replace([' ', '-'], "");
    let is_named = |node: &str| said.contains(&words::plain(node));
    let points: Vec<(&GraphFact, String)> = graphs
        .iter()
        .flat_map(|graph| meetings(graph).into_iter().map(move |point| (*graph, point)))
        .collect();
    if !points.is_empty() {
        let named: Vec<&(&GraphFact, String)> =
            points.iter().filter(|(_, point)| is_named(point)).collect();
        let mut nodes = graphs.iter().flat_map(|graph| &graph.nodes);
        let leads_there = |node: &str| {
            let mut edges = graphs.iter().flat_map(|graph| &graph.edges);
            edges.any(|edge| edge.from == node && points.iter().any(|(_, point)| edge.to == *point))
        };
        if named.is_empty()
            && let Some(other) = nodes.find(|node| is_named(&node.name) && !leads_there(&node.name))
        {
            let fact = format!("no branches were seen to meet at `{}`", other.name);
            return Verdict::of(Undecided, fact, [&other.place]);
        }
        if let Some((first, point)) = named.first() {
            let points: Vec<&str> = points.iter().map(|(_, point)| point.as_str()).collect();
            if let Some((other, place)) = listed_beside(first, &points, clause(text)) {
                let fact =
                    format!("branches meet at `{point}`, and none were seen to meet at `{other}`");
                let places = arriving(&graphs, point).into_iter().take(2).chain([place]);
                return Verdict::of(Undecided, fact, places);
            }
        }
        let heard =
            || graphs.iter().flat_map(|graph| &graph.nodes).any(|node| is_bench(&node.name));
        let before = BEFORE_JUDGES.is_match(text) || OF_EVIDENCE.is_match(text);
        let early = named.is_empty() && before && heard();
        let leads_to_judges = |(graph, point): &&(&GraphFact, String)| {
            !early || graph.behind(point).into_iter().any(is_bench)
        };
        let meant: Vec<&(&GraphFact, String)> =
            if named.is_empty() { points.iter().filter(leads_to_judges).collect() } else { named };
        if meant.is_empty() {
            let (_, late) = &points[0];
            let fact =
                format!("branches meet at `{late}`, and none were seen to meet before the judges");
            return Verdict::of(Undecided, fact, arriving(&graphs, late));
        }
        let mut told: Vec<String> = meant.iter().map(|(_, point)| format!("`{point}`")).collect();
        // Two graphs may have a node of one name.
        told.sort();
        told.dedup();
        // Each of them is shown, before more of any one of them.
        let mut edges: Vec<Vec<&Lines>> =
            meant.iter().map(|(_, point)| arriving(&graphs, point)).collect();
        let first: Vec<&Lines> =
            edges.iter_mut().filter_map(|of| (!of.is_empty()).then(|| of.remove(0))).collect();
        let places = first.into_iter().chain(edges.into_iter().flatten());
        let fact = format!("branches meet at {}", told.join(" and at "));
        let in_vain = |(graph, point): &&&(&GraphFact, String)| {
            graph.uneven_joins.iter().any(|join| join.always && join.node == *point)
        };
        let waits = || WAITS.is_match(text) || RIGHTLY.is_match(text);
        if let Some((_, point)) = meant.iter().find(in_vain).filter(|_| waits()) {
            let fact =
                format!("{fact}, and `{point}` runs before all of them have come, and again");
            return Verdict { at_odds: meant.len() == 1, ..Verdict::of(Undecided, fact, places) };
        }
        // What a router may do twice is not shown to be done once.
        let uneven = |(graph, point): &&&(&GraphFact, String)| {
            graph.uneven_joins.iter().any(|join| join.node == *point)
        };
        let orders = || waits() || RACES.is_match(text);
        if let Some((_, point)) = meant.iter().find(uneven).filter(|_| orders()) {
            let fact = format!(
                "{fact}, and whether `{point}` runs once hangs on a router, as ways of different length lead to it"
            );
            return Verdict::of(Undecided, fact, places);
        }
        return Verdict::of(Supported, fact, places);
    }
    for graph in &graphs {
        let mut arriving: BTreeMap<&str, BTreeMap<&str, &Lines>> = BTreeMap::new();
        for edge in graph.edges.iter().filter(|edge| edge.to != "END") {
            arriving.entry(&edge.to).or_default().insert(&edge.from, &edge.place);
        }
        for edge in &graph.conditional {
            for target in edge.targets.iter().filter(|target| *target != "END") {
                arriving.entry(target).or_default().insert(&edge.from, &edge.place);
            }
        }
        // They may be alternatives of which one is taken.
        if let Some((point, from)) = arriving.into_iter().find(|(_, from)| from.len() > 1) {
            let fact = format!("several edges arrive at `{point}`, not all of them at once");
            return Verdict::of(Undecided, fact, from.into_values());
        }
    }
    let open = unsettled(python, &graphs, |about| about != GapAbout::Node);
    open.unwrap_or_else(|| {
        let places = graphs.iter().map(|graph| &graph.place);
        Verdict::of(Contradicted, "no branches meet at a node of the graph", places)
    })
}
