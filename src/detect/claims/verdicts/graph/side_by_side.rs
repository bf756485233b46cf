//! Who of the judges or of the detectives runs beside the others.

use super::super::Verdict;
use super::wiring::{graphs, unsettled, widest};
use crate::detect::phrase::Phrase;
use crate::detect::seats::FirstJudge;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{
    ConditionalEdge, Edge, GapAbout, GraphFact, Lines, Practice, PracticeFact, PythonFacts,
    SentNames, never_together,
};
use std::sync::LazyLock;

/// Why nodes run in turn although edges lead to them at once.
const IN_TURN: &str = "and they run one after the other: they are coroutines, and no `await` in them reaches anything that lets another one run";

/// That somebody runs at the same time as others.
static RUNNING: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:run(?:s|ning)?|execut(?:es?|ed|ing)|works?|working|operat(?:es?|ing)|evaluat(?:es?|ing)) (?:concurrently|simultaneously|at the same time)\b",
    )
});

/// What a verdict on nodes side by side says of a sentence: one that tells how they are wired, and not that they run at
/// the same time, is not wrong where they run in turn.
pub(in super::super) fn as_said(text: &str, sentence: &str, verdict: Verdict) -> Verdict {
    if !verdict.in_turn {
        return verdict;
    }
    let text = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let runs = has(&["concurren", "simultaneous", "at the same time"])
        || (text.contains("parallel") && has(&[" run", "execut"]));
    if runs || RUNNING.is_match(sentence) {
        return verdict;
    }
    Verdict { status: Undecided, ..verdict }
}

/// Where the coroutines are that edges lead to, where none of them ever waits.
fn unyielding<'g>(graph: &'g GraphFact, edges: &[&Edge]) -> Option<Vec<&'g Lines>> {
    let place = |edge: &&Edge| {
        let node = graph.nodes.iter().find(|node| node.name == edge.to)?;
        node.runs.as_ref().filter(|_| graph.unyielding.contains(&edge.to))
    };
    edges.iter().map(place).collect()
}

/// The most of these edges that one way through the wiring code adds together.
fn together<'e>(edges: &[&'e Edge]) -> Vec<&'e Edge> {
    let mut most: Vec<&Edge> = Vec::new();
    for first in edges {
        let mut all = vec![*first];
        for edge in edges {
            let apart =
                |one: &&Edge| one == edge || never_together(&one.added_in(), &edge.added_in());
            if !all.iter().any(apart) {
                all.push(edge);
            }
        }
        if all.len() > most.len() {
            most = all;
        }
    }
    most
}

pub(super) fn side_by_side(
    python: &PythonFacts,
    is_theirs: fn(&str) -> bool,
    who: &str,
    three: bool,
) -> Verdict {
    let graphs = graphs(python);
    if three && let Some((width @ ..3, point, edges)) = widest(python, &graphs) {
        let fact = format!("no node starts three at once; `{point}` starts {width}");
        return Verdict::of(Contradicted, fact, edges);
    }
    // Where only values name the nodes of a family, the function that runs there tells its role.
    let stands = |graph: &GraphFact, node: &str| {
        let action = || graph.nodes.iter().find(|known| known.name == node)?.action.as_deref();
        let family = graph.families.iter().any(|family| family == node);
        is_theirs(node) || (family && action().is_some_and(is_theirs))
    };
    // Whom one judge leads to runs beside each other, and not beside that one.
    let first = graphs.iter().find_map(|graph| FirstJudge::of(graph)).filter(|_| who == "judges");
    let is_first = |point: &str| first.as_ref().is_some_and(|first| first.judge == point);
    let mut in_turn_for_all = None;
    for graph in &graphs {
        for point in graph.fan_out.iter().filter(|point| !is_first(point)) {
            let plain =
                graph.edges.iter().filter(|edge| edge.from == *point && stands(graph, &edge.to));
            // A family is as many nodes as there are values when the program runs.
            let family = plain.clone().any(|edge| graph.families.contains(&edge.to));
            let plain = together(&plain.collect::<Vec<_>>());
            let beside = |edge: &&ConditionalEdge| {
                !plain.iter().any(|other| never_together(&other.added_in(), &edge.added_in()))
            };
            let ways = graph.conditional.iter().filter(beside);
            let routed = ways.clone().filter(|edge| {
                edge.from == *point
                    && edge.parallel
                    && edge.targets.iter().filter(|to| is_theirs(to)).count() > 1
            });
            let routed: Vec<&Lines> = routed.map(|edge| &edge.place).collect();
            let is_parallel = !routed.is_empty();
            // A router may choose none of its targets, but never those of another.
            let single = ways.filter(|edge| {
                edge.from == *point && !edge.parallel && edge.targets.iter().any(|to| is_theirs(to))
            });
            let routed: Vec<&Lines> =
                routed.into_iter().chain(single.map(|edge| &edge.place)).collect();
            if family || is_parallel || plain.len() + routed.len() > 1 {
                let fact = format!("`{point}` leads to several {who} at once");
                let places = plain.iter().map(|edge| &edge.place).chain(routed.iter().copied());
                if routed.is_empty()
                    && !family
                    && let Some(coroutines) = unyielding(graph, &plain)
                {
                    let fact = format!("{fact}, {IN_TURN}");
                    let places = places.chain(coroutines);
                    let verdict = Verdict::of(Contradicted, fact, places);
                    in_turn_for_all = Some(Verdict { in_turn: true, ..verdict });
                    continue;
                }
                return Verdict::of(Supported, fact, places);
            }
        }
    }
    if let Some(verdict) = in_turn_for_all {
        return verdict;
    }
    if let Some(verdict) = graphs.iter().find_map(|graph| sent(graph, is_theirs)) {
        return verdict;
    }
    if let Some(first) = first {
        return Verdict::of(Undecided, first.told(), first.places.iter().copied());
    }
    if let Some(open) = unsettled(python, &graphs, |about| about != GapAbout::Node) {
        return open;
    }
    let chained = graphs.iter().flat_map(|graph| &graph.edges);
    let mut chained = chained.filter(|edge| is_theirs(&edge.from) && is_theirs(&edge.to));
    if let Some(edge) = chained.next() {
        let fact = format!("`{}` leads to `{}`, one after the other", edge.from, edge.to);
        return Verdict::of(Contradicted, fact, [&edge.place]);
    }
    if let Some(fact) = in_turn(python, is_theirs) {
        let maker = fact.by.rsplit(' ').next().unwrap_or_default();
        let told = format!(
            "`asyncio.gather` at `{}` starts coroutines of `{maker}`, none of which ever waits for anything, so that they run one after the other",
            fact.place
        );
        return Verdict::of(Contradicted, told, [&fact.place]);
    }
    // The work may be spread inside one node, by threads or tasks.
    Verdict::undecided(format!("no node was seen to lead to several {who} at once"))
}

/// A router that starts one node for several of them at once, by their names in what it sends.
fn sent(graph: &GraphFact, is_theirs: fn(&str) -> bool) -> Option<Verdict> {
    graph.conditional.iter().find_map(|edge| {
        let first = edge.sent.first()?;
        let waits = |node: &String| !graph.unyielding.contains(node);
        let is_of_them = |one: &SentNames| {
            one.names == first.names
                && one.names.len() > 1
                && one.names.iter().all(|name| is_theirs(name))
                && waits(&one.node)
        };
        let quoted = |all: &[String]| all.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>();
        let names = quoted(&first.names);
        let (last, rest) = names.split_last()?;
        let mut nodes: Vec<String> = edge.sent.iter().map(|one| one.node.clone()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let fact = format!(
            "`{}` starts {} for each of {} and {last} at the same time",
            edge.from,
            quoted(&nodes).join(" or "),
            rest.join(", ")
        );
        let all = edge.sent.iter().all(is_of_them);
        all.then(|| Verdict::of(Supported, fact, [&edge.place]))
    })
}

/// The only place at which work of theirs is started together within a node, where it runs in turn for all that.
fn in_turn(python: &PythonFacts, is_theirs: fn(&str) -> bool) -> Option<&PracticeFact> {
    let others = ["concurrent", "threading", "multiprocessing", "anyio", "trio", "joblib"];
    let spreads = |module: &str| others.contains(&module.split('.').next().unwrap_or(module));
    let is_spread = python.imports.iter().any(|import| !import.in_tests && spreads(&import.module));
    let mut ours = python.practices.iter().filter(|fact| {
        fact.practice == Practice::InTurn && fact.live && !fact.in_tests && is_theirs(&fact.by)
    });
    ours.next().filter(|_| !is_spread && ours.next().is_none())
}
