//! How the graph is wired.

use super::super::Verdict;
use super::edges;
use super::side_by_side::side_by_side;
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::detect::seats::{self, JUDGES};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{
    BrokenImport, ClaimKind, ConditionalEdge, GapAbout, GraphFact, GraphNode, Lines, PythonFacts,
    Unresolved,
};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The graphs that the program runs.
pub(in super::super) fn graphs(python: &PythonFacts) -> Vec<&GraphFact> {
    python.graphs.iter().filter(|graph| !graph.in_tests && graph.live).collect()
}

/// Why nothing can be said against a graph's wiring, where nothing can; `hides` tells which gaps
/// matter.
pub(in super::super) fn unsettled(
    python: &PythonFacts,
    graphs: &[&GraphFact],
    hides: fn(GapAbout) -> bool,
) -> Option<Verdict> {
    if graphs.is_empty() {
        return Some(match python.engines.first() {
            Some(engine) => Verdict::of(Undecided, engine.why_unread(), [&engine.place]),
            None => match python.graphs.iter().find(|graph| !graph.in_tests) {
                Some(idle) => {
                    let fact =
                        format!("the graph at `{}` is built by code that never runs", idle.place);
                    Verdict::of(Undecided, fact, [&idle.place])
                }
                None => Verdict::undecided("no LangGraph `StateGraph` was found in the sources"),
            },
        });
    }
    let stands = |open: &Unresolved| {
        let fact = format!("`{}` could not be followed: {}", open.place, open.reason);
        Verdict::of(Undecided, fact, [&open.place])
    };
    // A graph without edges is wired by code that was not followed; where that wires edges, these are there.
    if let Some(bare) = graphs.iter().find(|graph| graph.edges.is_empty()) {
        let wires = |gap: &&Unresolved| gap.about != GapAbout::Node;
        let fact = || format!("no edge of the graph at `{}` was found", bare.place);
        let gap = bare.unresolved.iter().find(wires);
        return Some(gap.map_or_else(|| Verdict::of(Undecided, fact(), [&bare.place]), stands));
    }
    let mut gaps = graphs.iter().flat_map(|graph| &graph.unresolved);
    gaps.find(|gap| hides(gap.about)).map(stands)
}

fn is_judge(node: &str) -> bool {
    let is_one = || node.to_lowercase().contains("judge") && !starts_or_gathers(node);
    seats::judge(node).is_some() || is_one()
}

pub(in super::super) fn is_detective(node: &str) -> bool {
    let lower = node.to_lowercase();
    ["investigator", "analyst", "inspector", "detective"].iter().any(|word| lower.contains(word))
        && !starts_or_gathers(node)
}

/// The nodes of the judges: those that are named for one of the three, and others where none is.
pub(in super::super) fn judges(python: &PythonFacts) -> Vec<&GraphNode> {
    let nodes = || graphs(python).into_iter().flat_map(|graph| &graph.nodes);
    let is_chief = |node: &GraphNode| node.name.to_lowercase().contains("justice");
    let seated: Vec<&GraphNode> =
        nodes().filter(|node| seats::judge(&node.name).is_some()).collect();
    if seated.is_empty() {
        return nodes().filter(|node| is_judge(&node.name) && !is_chief(node)).collect();
    }
    seated
}

/// Whether a node is called after others that it starts or gathers, and is none of them: `start_all_detectives`,
/// `judge_gate`.
fn starts_or_gathers(node: &str) -> bool {
    const WORDS: [&str; 17] = [
        "aggregator",
        "barrier",
        "begin",
        "collector",
        "dispatch",
        "dispatcher",
        "entry",
        "fan",
        "fanin",
        "fanout",
        "gate",
        "join",
        "launch",
        "route",
        "router",
        "start",
        "sync",
    ];
    let node = node.to_lowercase();
    node.split(|letter: char| !letter.is_alphanumeric())
        .any(|word| WORDS.binary_search(&word).is_ok())
}

/// Whether the graph fans out to several judges.
pub(in crate::detect) fn judges_side_by_side(python: &PythonFacts) -> Verdict {
    side_by_side(python, is_judge, "judges", false)
}

/// Whether the graph fans out to several detectives.
pub(in crate::detect) fn detectives_side_by_side(python: &PythonFacts) -> Verdict {
    side_by_side(python, is_detective, "detectives", false)
}

/// What leaves open that anything runs side by side, where the file of every graph, or one that it imports, imports something in vain: no graph
/// is ever built.
pub(in super::super) fn never_built(
    python: &PythonFacts,
    kind: ClaimKind,
    shown: &Verdict,
) -> Option<Verdict> {
    let parallel = matches!(
        kind,
        ClaimKind::ParallelJudges | ClaimKind::ParallelDetectives | ClaimKind::ParallelGraph
    );
    let graphs = graphs(python);
    let refused = |graph: &&GraphFact| {
        let files = python.refused_files.iter();
        files
            .map(|one| (one, one.stops(&graph.place.file)))
            .find_map(|(one, way)| Some((one, way?)))
    };
    let halted: Option<Vec<_>> = graphs.iter().map(refused).collect();
    if let Some((file, way)) = halted.filter(|_| parallel).and_then(|all| all.into_iter().next()) {
        let fact = format!("{}, and no node ever runs: {way}", shown.fact);
        return Some(Verdict::of(
            Undecided,
            fact,
            std::iter::once(&file.place).chain(&shown.places),
        ));
    }
    let in_vain = |graph: &&GraphFact| {
        let own = |import: &&BrokenImport| import.is_in_the_way_of(&graph.place.file);
        python.broken_imports.iter().find(own)
    };
    let all: Option<Vec<&BrokenImport>> = graphs.iter().map(in_vain).collect();
    let first = *all.filter(|_| parallel)?.first()?;
    let fact = format!(
        "{}, and no node ever runs, as the import of `{}` at `{}` fails",
        shown.fact, first.name, first.place
    );
    Some(Verdict::of(Undecided, fact, std::iter::once(&first.place).chain(&shown.places)))
}

/// Modules by which a node runs work side by side within itself.
const WITHIN: [&str; 5] = ["asyncio", "concurrent", "threading", "multiprocessing", "anyio"];

/// Whether any node of the graphs leads to several others at once.
pub(in super::super) fn any_side_by_side(python: &PythonFacts) -> Verdict {
    let graphs = graphs(python);
    for graph in &graphs {
        if let [point] = graph.fan_out.as_slice() {
            let fact = format!("`{point}` leads to several nodes at once");
            return Verdict::of(Supported, fact, leaving(graph, point));
        }
        if !graph.fan_out.is_empty() {
            let told: Vec<String> =
                graph.fan_out.iter().map(|point| format!("`{point}`")).collect();
            let fact = format!("{} lead to several nodes at once each", told.join(" and "));
            let first =
                graph.fan_out.iter().filter_map(|point| leaving(graph, point).into_iter().next());
            return Verdict::of(Supported, fact, first);
        }
    }
    if let Some(open) = unsettled(python, &graphs, |_| true) {
        return open;
    }
    let within = |module: &str| WITHIN.contains(&module.split('.').next().unwrap_or(module));
    let fact = "no node of the graph leads to several others at once";
    // A node may spread its work by threads or tasks, and a family is several nodes.
    let open = python.imports.iter().any(|import| within(&import.module))
        || graphs.iter().any(|graph| {
            !graph.families.is_empty() || graph.conditional.iter().any(|edge| edge.parallel)
        });
    let status = if open { Undecided } else { Contradicted };
    let first = graphs.iter().filter_map(|graph| graph.edges.first());
    Verdict::of(status, fact, first.map(|edge| &edge.place))
}

/// The edges that leave a node, the plain ones first.
fn leaving<'g>(graph: &'g GraphFact, point: &str) -> Vec<&'g Lines> {
    let plain = graph.edges.iter().filter(|edge| edge.from == *point);
    let routed = graph.conditional.iter().filter(|edge| edge.from == *point);
    plain.map(|edge| &edge.place).chain(routed.map(|edge| &edge.place)).collect()
}

/// Whether the graph fans out to several detectives, and to three where the text says so.
pub(in super::super) fn detectives_as_said(python: &PythonFacts, text: &str) -> Verdict {
    side_by_side(python, is_detective, "detectives", THREE.is_match(text))
}

/// Three of them are said to run at once.
static THREE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bthree (?:[\w-]+ ){0,3}(?:detectives?|investigators?|branches|nodes)\b|\ball three\b",
    )
});

/// The most nodes that one node starts at once, with the node, where the graphs are known whole.
pub(super) fn widest<'g>(
    python: &PythonFacts,
    graphs: &[&'g GraphFact],
) -> Option<(usize, &'g str, Vec<&'g Lines>)> {
    let open = |graph: &&GraphFact| !graph.conditional.is_empty() || !graph.families.is_empty();
    if unsettled(python, graphs, |_| true).is_some() || graphs.iter().any(open) {
        return None;
    }
    let points =
        graphs.iter().flat_map(|graph| graph.fan_out.iter().map(move |point| (graph, point)));
    let widths = points.map(|(graph, point)| {
        let edges: Vec<&Lines> =
            graph.edges.iter().filter(|edge| edge.from == *point).map(|edge| &edge.place).collect();
        (edges.len(), point.as_str(), edges)
    });
    widths.max_by_key(|(width, ..)| *width)
}

static FROM: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\b(?P<node>\w+)`?(?:\(\))?(?: node)? (?:then )?fans?[- ]?out (?:in parallel )?(?:in)?to (?:the |all )?(?P<count>two|three|four|five|[2-9])\b",
    )
});

/// What contradicts that a node leads to as many others as is said, where all of its ways are known.
pub(in super::super) fn fewer_than_said(python: &PythonFacts, text: &str) -> Option<Verdict> {
    let found = FROM.captures(text)?;
    let said = match &found["count"].to_ascii_lowercase()[..] {
        "two" => 2,
        "three" => 3,
        "four" => 4,
        "five" => 5,
        digit => digit.parse().ok()?,
    };
    let graphs = graphs(python);
    let [graph] = graphs.as_slice() else { return None };
    if unsettled(python, &graphs, |_| true).is_some() || !graph.families.is_empty() {
        return None;
    }
    let plain = words::plain(&found["node"]);
    let mut from = graph.nodes.iter().map(|node| node.name.as_str()).chain(["START"]);
    let from = from.find(|name| words::plain(name) == plain)?;
    let routed = graph.conditional.iter().filter(|edge| edge.from == from);
    let targets: BTreeSet<&str> = graph
        .edges
        .iter()
        .filter(|edge| edge.from == from)
        .map(|edge| edge.to.as_str())
        .chain(routed.flat_map(|edge| edge.targets.iter().map(String::as_str)))
        .collect();
    if targets.is_empty() || targets.len() >= said {
        return None;
    }
    let edges = graph.edges.iter().filter(|edge| edge.from == from).map(|edge| &edge.place);
    let names: Vec<String> = targets.iter().map(|name| format!("`{name}`")).collect();
    let fact = format!("`{from}` leads to {} alone", names.join(" and "));
    Some(Verdict::of(Contradicted, fact, edges))
}

/// That the way depends on something, or on a failure.
static ROUTES: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\bconditional(?:ly)?[ _](?:rout|branch)\w*"));
static OF_ERRORS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:errors?|fail\w*|exceptions?|missing|fall ?backs?|recover\w*|degrad\w*|halt\w*|abort\w*)\b",
    )
});

/// Whether a conditional edge decides something, and deals with errors where that is said.
pub(in super::super) fn conditional(python: &PythonFacts, text: &str) -> Verdict {
    let graphs = graphs(python);
    let edges: Vec<_> = graphs.iter().flat_map(|graph| &graph.conditional).collect();
    let hides = |about| matches!(about, GapAbout::Anything | GapAbout::Conditional);
    let open = unsettled(python, &graphs, hides);
    let Some(first) = edges.first() else {
        // What runs at a node that could not be followed may say itself where it goes.
        let open = open.or_else(|| unsettled(python, &graphs, |about| about == GapAbout::Node));
        return open.unwrap_or_else(|| {
            let places = graphs.iter().map(|graph| &graph.place);
            Verdict::of(Contradicted, "the graph has no conditional edge", places)
        });
    };
    let places = edges.iter().map(|edge| &edge.place);
    if edges.iter().all(|edge| edge.always.is_some()) {
        let to: BTreeSet<String> =
            edges.iter().filter_map(|edge| Some(format!("`{}`", edge.always.as_ref()?))).collect();
        let to = to.into_iter().collect::<Vec<_>>().join(" and ");
        let fact = if edges.len() == 1 {
            format!(
                "the only conditional edge decides nothing: from `{}` it always leads to {to}",
                first.from
            )
        } else {
            format!(
                "the {} conditional edges decide nothing: each always leads to one node, {to}",
                edges.len()
            )
        };
        let certain = open.is_none() && ROUTES.is_match(text);
        return Verdict::of(if certain { Contradicted } else { Undecided }, fact, places);
    }
    let is_starved = |edge: &&ConditionalEdge| !edge.starved.is_empty() && edge.targets.len() < 2;
    if edges.iter().all(|edge| edge.always.is_some() || is_starved(edge)) {
        let certain = open.is_none() && ROUTES.is_match(text);
        let status = if certain { Contradicted } else { Undecided };
        return Verdict::of(status, edges::starved(&edges), places);
    }
    if let Some(vain) = edges::vain(&graphs, text) {
        return vain;
    }
    let is_sated = |edge: &&ConditionalEdge| !edge.filled.is_empty() || edge.never_set.is_some();
    if edges.iter().all(|edge| edge.always.is_some() || is_sated(edge)) {
        let fact = "what the conditional edges ask for is always there, so that none of them leads elsewhere";
        return Verdict::of(Undecided, fact, places);
    }
    let deals = edges.iter().any(|edge| edge.handles_errors != Some(false));
    if OF_ERRORS.is_match(text) && !deals {
        let fact = "the graph has conditional edges, and none of them was seen to deal with errors";
        return Verdict::of(Undecided, fact, places);
    }
    edges::counted(&graphs, text)
        .unwrap_or_else(|| Verdict::of(Supported, "the graph has conditional edges", places))
}

/// The three detectives, by parts of the names of their nodes or functions.
const DETECTIVES: [&[&str]; 3] =
    [&["repo"], &["doc", "pdf"], &["vision", "image", "diagram", "screenshot", "figure"]];

/// Whether all three of the group that is named have a node of their own.
pub(in super::super) fn roles(python: &PythonFacts, text: &str) -> Verdict {
    let text = text.to_lowercase();
    // Of several groups in a sentence the one is meant that it counts.
    let counted = text.split_once("three").map_or("", |(_, rest)| rest);
    let first = |words: &[&str]| words.iter().filter_map(|word| counted.find(word)).min();
    let (detectives, judges) =
        (first(&["detective", "investigator"]), first(&["judge", "judicial"]));
    let (detectives, judges) = match (detectives, judges) {
        (Some(one), Some(other)) => (one < other, other < one),
        (one, other) => (one.is_some(), other.is_some()),
    };
    let mut places = Vec::new();
    for (group, asked, who) in [(DETECTIVES, detectives, "detectives"), (JUDGES, judges, "judges")]
    {
        let found = group.map(|words| node_named(python, words));
        if asked && found.iter().any(Option::is_none) {
            if let (Some(open), []) = (python.engines.first(), graphs(python).as_slice()) {
                return Verdict::of(Undecided, open.why_unread(), [&open.place]);
            }
            let missing = group.iter().zip(&found).find(|(_, found)| found.is_none());
            let words = missing.map_or("", |(words, _)| words[0]);
            return Verdict::undecided(format!(
                "no node of the graph has a name with `{words}` or the like, by which one of the three {who} would be told"
            ));
        }
        places.extend(found.into_iter().flatten().filter(|_| asked));
    }
    Verdict::of(Supported, "each of them has a node of its own in the graph", places)
}

fn node_named<'p>(python: &'p PythonFacts, words: &[&str]) -> Option<&'p Lines> {
    let graphs = python.graphs.iter().filter(|graph| !graph.in_tests && graph.live);
    let mut nodes = graphs.flat_map(|graph| &graph.nodes);
    let node = nodes.find(|node| has_role(&node.name, words))?;
    Some(&node.place)
}

/// Whether a node has the role of one of these words. What fetches a repository or writes a report investigates
/// neither.
pub(super) fn has_role(node: &str, words: &[&str]) -> bool {
    let name = node.to_lowercase().replace(['_', '-', ' '], "").replace("report", "");
    let serves = ["clone", "cloning", "writer", "loader", "fetch"];
    words.iter().any(|word| name.contains(word)) && !serves.iter().any(|word| name.contains(word))
}
