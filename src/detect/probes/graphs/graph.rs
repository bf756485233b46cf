//! Probes of state graphs.

use super::super::sources::failing::in_vain;
use super::super::{About, Answer, Ask, Record, Undecided, count, listed};
use crate::detect::repo::python::joins::{meetings, splits, times};
pub(in super::super) use crate::detect::repo::python::lost::idle;
use crate::domain::evidence::Finding;
use crate::domain::facts::{
    ConditionalEdge, GapAbout, GraphFact, Place, PythonFacts, Unfollowed, Unresolved, UntakenKey,
};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use beside::going_on;
use chosen::is_beside;
pub(in super::super) use chosen::spoken_of;
use notes::{families, fed_nothing, hindrances, told};
use overview::{arriving, by_graph, lacking, leaving, overview};
use serde::Deserialize;
use unbuilt::{never_built, ungraphed};

mod beside;
mod chosen;
mod inner;
mod notes;
mod overview;
#[cfg(test)]
mod tests;
mod unbuilt;

/// Whether the graph splits into parallel branches.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct FanOut {
    #[serde(default = "two")]
    at_least: usize,
}

/// Whether parallel branches meet again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct FanIn {
    #[serde(default = "two")]
    at_least: usize,
}

/// Whether the graph branches on a condition.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct ConditionalEdges {
    #[serde(default)]
    errors: bool,
}

/// Graphs that are named of those that are left out.
const LEFT_OUT: usize = 4;

fn two() -> usize {
    2
}

impl Ask for FanOut {
    const ABOUT: About = About {
        kind: "python.fan_out",
        artifact: Artifact::GithubRepo,
        summary: "A state graph that can run has so many nodes from which several branches leave in parallel.",
        parameters: &[("at_least", "number of fan-out points; 2")],
        example: r#"{"at_least": 2}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let kind = Points {
            what: "fan-out",
            of: splits,
            times: |_, _| 1,
            edges: leaving,
            notes: hindrances,
        };
        points(record, self.at_least, &kind)
    }
}

impl Ask for FanIn {
    const ABOUT: About = About {
        kind: "python.fan_in",
        artifact: Artifact::GithubRepo,
        summary: "A state graph that can run has so many nodes at which several branches meet.",
        parameters: &[("at_least", "number of fan-in points; 2")],
        example: r#"{"at_least": 2}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let kind = Points {
            what: "fan-in",
            of: meetings,
            times,
            edges: arriving,
            notes: |_, _| Vec::new(),
        };
        points(record, self.at_least, &kind)
    }
}

/// The other ends of the edges at a node, and where they are wired.
type EdgesAt = fn(&GraphFact, &str) -> (Vec<String>, Vec<Place>);

/// A kind of points of a graph.
struct Points {
    what: &'static str,
    of: fn(&GraphFact) -> Vec<String>,
    /// For how many such points a node counts.
    times: fn(&GraphFact, &str) -> usize,
    edges: EdgesAt,
    /// What else is to be told of the graph, which lowers nothing: a sentence and what shows it.
    notes: fn(&GraphFact, &PythonFacts) -> Vec<(String, Finding)>,
}

fn points(record: &Record<'_>, at_least: usize, kind: &Points) -> Result<Answer, Undecided> {
    let Points { what, of, times, edges, notes } = kind;
    let graphs = live(record)?;
    // Of several that have as many, the one that runs the others is the program's, and sooner than one of a script.
    let most = |graph: &&GraphFact| {
        let number = inner::number(graph, &graphs, kind);
        (number, graph.leads, !is_beside(graph), graph.edges.len())
    };
    let Some(graph) = graphs.iter().rev().copied().max_by_key(most) else {
        return no_graph(
            record,
            vec![format!("a `StateGraph` with {}", count(at_least, &format!("{what} point")))],
        );
    };
    let (found, number) = (of(graph), inner::number(graph, &graphs, kind));
    let mut findings = vec![overview(graph)];
    for point in &found {
        let (others, mut places) = edges(graph, point);
        if places.is_empty() {
            places.push(graph.place.clone().into());
        }
        let finding = Finding::found(
            places[0].clone(),
            format!("Edges of the graph at {what} `{point}`, as wired in the source."),
        )
        .quoting(format!("{point}: {}", others.join(", ")));
        findings.push(Finding { places, ..finding });
    }
    if number < at_least
        && let Some(unresolved) = gap(&graphs, |about| about != GapAbout::Node)
    {
        let reason = format!(
            "{} proven, {at_least} asked for, and `{}` could not be followed: {}",
            count(number, &format!("{what} point")),
            unresolved.place,
            unresolved.reason
        );
        return Err(Undecided { findings, ..Undecided::new(unresolved.place.clone(), reason) });
    }
    let mut statement = inner::own(graph, inner::own_number(graph, kind), &found, what);
    for one in inner::of_all(graph, &graphs, kind) {
        statement.push_str(&one.told(what));
        findings.push(overview(one.graph));
    }
    for point in found.iter().filter(|point| times(graph, point) > 1) {
        let groups = times(graph, point);
        let told = format!(" `{point}` waits for {groups} groups of branches, each by itself.");
        statement.push_str(&told);
    }
    statement.extend(families(graph));
    let left_out = (*what == "fan-out").then(|| left_out(record)).transpose()?.flatten();
    let python = record.python()?;
    let notes = notes(graph, python).into_iter().chain(left_out);
    for (note, finding) in notes.chain(never_built(&[graph], python)) {
        statement.push_str(&note);
        findings.push(finding);
    }
    Ok(Answer {
        outcome: Outcome::of_share(number, at_least),
        statement,
        missing: lacking(graph, what, number, at_least),
        findings,
    })
}

/// The first gap that hides what is asked for.
fn gap<'a>(graphs: &[&'a GraphFact], hides: fn(GapAbout) -> bool) -> Option<&'a Unresolved> {
    let mut gaps = graphs.iter().flat_map(|graph| &graph.unresolved);
    gaps.find(|gap| hides(gap.about))
}

impl Ask for ConditionalEdges {
    const ABOUT: About = About {
        kind: "python.conditional_edges",
        artifact: Artifact::GithubRepo,
        summary: "A state graph that can run has a conditional edge, one that handles errors if asked for.",
        parameters: &[(
            "errors",
            "whether a branch must deal with errors or missing evidence; false",
        )],
        example: r#"{"errors": true}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let graphs = live(record)?;
        let wanted = if self.errors {
            "a conditional edge that handles errors"
        } else {
            "a conditional edge"
        };
        if graphs.is_empty() {
            return no_graph(record, vec![wanted.to_owned()]);
        }
        let all = choices(&graphs);
        // What is cited first is what the statement speaks of.
        let mut shown = all.clone();
        shown.sort_by_key(|edge| self.errors && edge.handles_errors != Some(true));
        let mut findings: Vec<Finding> = shown
            .iter()
            .take(6)
            .map(|edge| {
                let targets = if edge.targets.is_empty() {
                    "targets undecided".to_owned()
                } else if edge.parallel {
                    edge.ways()
                } else {
                    edge.targets.join(", ")
                };
                Finding::found(
                    edge.place.clone(),
                    "Conditional edge in the syntax tree, its router followed where it could be.",
                )
                .with_confidence(Confidence::STRONG)
                .quoting(format!("{} → {} → {targets}", edge.from, edge.router))
            })
            .collect();
        if all.is_empty() {
            // What runs at a node that could not be followed may say itself where it goes.
            let hides = |about| about != GapAbout::Edge;
            if let Some(unresolved) = gap(&graphs, hides) {
                let reason = format!(
                    "no conditional edge is proven, and `{}` could not be followed: {}",
                    unresolved.place, unresolved.reason
                );
                return Err(Undecided::new(unresolved.place.clone(), reason));
            }
            if let Some(commanding) = commanding(record, &graphs)? {
                return Err(commanding);
            }
            return Ok(Answer {
                outcome: Outcome::Fails,
                statement: "The graph has no conditional edge.".into(),
                missing: vec![wanted.to_owned()],
                // Where the edge is missing is where the rest is wired.
                findings: std::iter::once(
                    record.absent_from_python("conditional edge", &CONDITIONS)?,
                )
                .chain(graphs.iter().take(1).map(|graph| overview(graph)))
                .collect(),
            });
        }
        let mut unfed: Vec<&UntakenKey> = graphs
            .iter()
            .flat_map(|graph| &graph.unfed)
            .filter(|key| all.iter().any(|edge| edge.router == key.node))
            .collect();
        unfed.dedup_by_key(|key| (&key.node, &key.key));
        let handling = all.iter().filter(|edge| edge.handles_errors == Some(true)).count();
        let in_part = |edge: &&&ConditionalEdge| {
            edge.handles_errors == Some(true)
                && (!edge.bypasses.is_empty() || edge.passed.is_some())
        };
        let handling_in_part = all.iter().filter(in_part).count();
        let undecided = all.iter().find(|edge| edge.handles_errors.is_none());
        let choosing = all.iter().filter(|edge| edge.always.is_none()).count();
        let mut statement = told(&all, handling) + &by_graph(&graphs) + &fed_nothing(&unfed, &all);
        if let Some((note, finding)) = never_built(&graphs, record.python()?) {
            statement.push_str(&note);
            findings.push(finding);
        }
        let outcome = match (self.errors, handling, undecided) {
            _ if choosing == 0 => Outcome::Fails,
            (true, 1.., _) if handling == handling_in_part => Outcome::Partly { share: 0.5 },
            (false, _, _) | (true, 1.., _) => Outcome::Holds,
            (true, 0, Some(edge)) => {
                let reason = match &edge.placeholders {
                    Some(kept) => format!(
                        "whether the router `{}` at `{}` ever leads elsewhere depends on whether `{}` before it has anything to go through",
                        edge.router, edge.place, kept.node
                    ),
                    None => format!(
                        "what the router `{}` at `{}` decides by could not be followed",
                        edge.router, edge.place
                    ),
                };
                Outcome::open(reason)
            }
            (true, 0, None) => Outcome::Partly { share: 0.5 },
        };
        let missing = if outcome == Outcome::Holds {
            Vec::new()
        } else {
            vec![going_on(&graphs).filter(|_| self.errors).unwrap_or_else(|| wanted.to_owned())]
        };
        Ok(Answer { outcome, statement, missing, findings })
    }
}

/// The conditional edges of graphs; a node that says itself where it always goes on has one only where there is no other.
fn choices<'g>(graphs: &[&'g GraphFact]) -> Vec<&'g ConditionalEdge> {
    let each =
        || graphs.iter().flat_map(|graph| graph.conditional.iter().map(move |it| (graph, it)));
    let open: Vec<_> =
        each().filter(|(graph, edge)| !graph.is_fixed(edge)).map(|(_, edge)| edge).collect();
    if open.is_empty() { each().map(|(_, edge)| edge).collect() } else { open }
}

/// The graphs by which a submission is measured: those that can run, outside the tests. Beside one that is built, a
/// smaller one whose file cannot be imported is not measured by.
pub(in super::super) fn live<'a>(record: &Record<'a>) -> Result<Vec<&'a GraphFact>, Undecided> {
    let python = record.python()?;
    Ok(measured(run_by_code(python), python))
}

pub(in super::super) fn measured<'a>(
    all: Vec<&'a GraphFact>,
    python: &PythonFacts,
) -> Vec<&'a GraphFact> {
    let (sound, broken): (Vec<&GraphFact>, Vec<&GraphFact>) = all
        .iter()
        .copied()
        .partition(|graph| graph.refused.is_none() && in_vain(graph, python).next().is_none());
    let largest = |graphs: &[&GraphFact]| graphs.iter().map(|graph| graph.nodes.len()).max();
    if largest(&sound) >= largest(&broken) { sound } else { all }
}

/// The graphs that code outside the tests builds and runs, whether or not it can be imported.
pub(in super::super) fn run_by_code(python: &PythonFacts) -> Vec<&GraphFact> {
    python.graphs.iter().filter(|graph| graph.is_in_use()).collect()
}

/// That graphs were left out because nothing that runs builds them, as a sentence after a space, and where they stand.
fn left_out(record: &Record<'_>) -> Result<Option<(String, Finding)>, Undecided> {
    let graphs = &record.python()?.graphs;
    let dead: Vec<&GraphFact> =
        graphs.iter().filter(|graph| !graph.live && !graph.in_tests).take(LEFT_OUT).collect();
    let Some(first) = dead.first() else { return Ok(None) };
    let places: Vec<String> = dead.iter().map(|graph| graph.place.to_string()).collect();
    let them = if dead.len() == 1 { "a graph that" } else { "graphs that" };
    let them = format!("{them} nothing that runs was seen to build");
    let note = format!(" Left out: {}, {them}.", listed(places.iter().map(String::as_str)));
    let why = "Constructed in code that nothing that runs was seen to reach.";
    let finding = Finding::found(first.place.clone(), why).with_confidence(Confidence::STRONG);
    let places = dead.iter().map(|graph| Place::from(&graph.place)).collect();
    Ok(Some((note, Finding { places, ..finding })))
}

/// That what runs at a node was not followed, where sources have commands by which a node says itself where it goes.
fn commanding(record: &Record<'_>, graphs: &[&GraphFact]) -> Result<Option<Undecided>, Undecided> {
    let words = record.repository()?.vocabulary.as_ref();
    if !words.is_none_or(|words| words.names("Command")) {
        return Ok(None);
    }
    let mut lost =
        graphs.iter().flat_map(|graph| graph.unfollowed.iter().map(move |it| (graph, it)));
    let lost = lost.find(|(_, it)| matches!(it, Unfollowed::Node(_)));
    Ok(lost.map(|(graph, it)| {
        let reason = format!("no conditional edge is proven, and {it} could not be followed: it may lead on by a `Command`");
        Undecided::new(graph.place.clone(), reason)
    }))
}

const CONSTRUCTION: &str = "construction of a LangGraph state graph by code that runs";
/// Names of which code that builds one has one.
const BUILDERS: [&str; 4] = ["StateGraph", "MessageGraph", "add_node", "langgraph"];
/// Names of which code that wires a conditional edge has one.
const CONDITIONS: [&str; 2] = ["add_conditional_edges", "Command"];

/// What is said where the program builds no graph of `LangGraph`'s. An engine of the repository's own
/// may do what is asked for, by rules that nobody has read.
pub(in super::super) fn no_graph(
    record: &Record<'_>,
    missing: Vec<String>,
) -> Result<Answer, Undecided> {
    let statement = ungraphed(record.python()?)?;
    let findings = vec![record.absent_from_python(CONSTRUCTION, &BUILDERS)?];
    Ok(Answer { outcome: Outcome::Fails, statement, missing, findings })
}

/// The same where the question is one about the nodes of a graph: where none is built, it does not arise.
pub(in super::super) fn no_nodes(
    record: &Record<'_>,
    missing: Vec<String>,
) -> Result<Answer, Undecided> {
    let python = record.python()?;
    if python.graphs.iter().any(|graph| !graph.in_tests) {
        return no_graph(record, missing);
    }
    let statement = ungraphed(python)?;
    record.absent_from_python(CONSTRUCTION, &BUILDERS)?;
    Err(Undecided::moot(record.python_scope(), statement.trim_end_matches('.')))
}
