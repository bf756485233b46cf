//! Probes of who runs beside whom in a state graph, and of what waits for whom.

use super::super::court::unwired::unheard;
use super::super::{About, Answer, Ask, Record, Undecided, capitalised, listed};
use super::graph::{live, no_graph, no_nodes};
use crate::detect::claims::{self, Verdict};
use crate::detect::repo::python::joins::meetings;
use crate::detect::repo::python::mending::{Mending, mending};
use crate::detect::seats::FirstJudge;
use crate::domain::evidence::Finding;
use crate::domain::facts::{ClaimStatus, GraphFact, OwnLook, Place, UnevenJoin};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;
use std::collections::BTreeSet;

mod open;

use open::{open_way, perhaps_uneven};

/// Most joins that are told.
const TOLD: usize = 2;

/// Whether the nodes of a group run at the same time.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct SideBySide {
    who: Group,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Group {
    Judges,
    Detectives,
}

impl Ask for SideBySide {
    const ABOUT: About = About {
        kind: "python.side_by_side",
        artifact: Artifact::GithubRepo,
        summary: "A state graph that can run starts several of its judges, or of its detectives, at the same time. Their nodes are known by their names.",
        parameters: &[("who", "`judges` or `detectives`")],
        example: r#"{"who": "judges"}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let who = match self.who {
            Group::Judges => "judges",
            Group::Detectives => "detectives",
        };
        let missing = vec![format!("a node that leads to several {who} at once")];
        if live(record)?.is_empty() {
            return no_graph(record, missing);
        }
        let python = record.python()?;
        let Verdict { status, fact, places, in_turn, .. } = match self.who {
            Group::Judges => claims::judges_side_by_side(python),
            Group::Detectives => claims::detectives_side_by_side(python),
        };
        if let (Group::Judges, ClaimStatus::Undecided, true) = (self.who, status, places.is_empty())
            && let Some(answer) = unheard(record, python, &missing)?
        {
            return Ok(answer);
        }
        let mut places = places.iter().map(Place::from);
        let Some(first) = places.next() else {
            return Err(Undecided::new(record.python_scope(), fact));
        };
        let graphs = live(record)?;
        let mut led = graphs.iter().filter_map(|graph| FirstJudge::of(graph));
        let in_part = in_turn || led.any(|led| led.told() == fact);
        if status == ClaimStatus::Undecided && !in_part {
            return Err(Undecided::new(first, fact));
        }
        let missing = if in_turn {
            vec![format!(
                "{who} that let each other run: `await asyncio.to_thread(…)` around what takes long, an asynchronous client that is awaited, or a plain `def`, which LangGraph runs in a thread"
            )]
        } else {
            missing
        };
        let why = "Edges of the graph as wired in the source; whose nodes they are is told by their names.";
        let finding = Finding::found(first.clone(), why)
            .with_confidence(Confidence::STRONG)
            .quoting(fact.replace('`', ""));
        let places = std::iter::once(first).chain(places).collect();
        let holds = status == ClaimStatus::Supported;
        Ok(Answer {
            outcome: match status {
                _ if in_part => Outcome::Partly { share: 0.5 },
                ClaimStatus::Supported => Outcome::Holds,
                ClaimStatus::Contradicted | ClaimStatus::Undecided => Outcome::Fails,
            },
            statement: format!("{fact}."),
            missing: if holds { Vec::new() } else { missing },
            findings: vec![Finding { places, ..finding }],
        })
    }
}

/// Whether nodes at which branches meet wait for all of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct EvenJoins {}

impl Ask for EvenJoins {
    const ABOUT: About = About {
        kind: "python.even_joins",
        artifact: Artifact::GithubRepo,
        summary: "Nodes at which parallel branches of a state graph meet run once, after the longest of them.",
        parameters: &[],
        example: "{}",
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let graphs = live(record)?;
        if graphs.is_empty() {
            return no_nodes(record, vec!["a node at which parallel branches meet".to_owned()]);
        }
        waiting(&graphs)
    }
}

/// Whether the nodes of these graphs wait for all of their branches.
fn waiting(graphs: &[&GraphFact]) -> Result<Answer, Undecided> {
    // A node that one branch comes to twice is a meeting for this question alone.
    let points = |graph: &&GraphFact| {
        let twice = graph.uneven_joins.iter().map(|join| join.node.clone());
        meetings(graph).into_iter().chain(twice).collect::<BTreeSet<String>>().len()
    };
    let points: usize = graphs.iter().map(points).sum();
    if points == 0 {
        let place = graphs[0].place.clone();
        let none = "No parallel branches meet in it, so that no node has to wait";
        let unsure = "no parallel branches were seen to meet, but not all of it was resolved";
        let is_resolved = graphs.iter().all(|graph| graph.unresolved.is_empty());
        return Err(if is_resolved {
            Undecided::moot(place, none)
        } else {
            Undecided::new(place, unsure)
        });
    }
    let uneven = |always: bool| {
        let joins = graphs
            .iter()
            .flat_map(|graph| graph.uneven_joins.iter().map(move |join| (*graph, join)));
        joins.filter(move |(_, join)| join.always == always).collect::<Vec<_>>()
    };
    let (always, sometimes) = (uneven(true), uneven(false));
    if let (Some((graph, join)), true) = (sometimes.first(), always.is_empty()) {
        let finding = ways(graph, join);
        let (place, reason) = (finding.places[0].clone(), told(graph, join, "can run"));
        return Err(Undecided { findings: vec![finding], ..Undecided::new(place, reason) });
    }
    if let (Some((graph, router, node)), true) =
        (graphs.iter().find_map(|graph| open_way(graph)), always.is_empty())
    {
        let reason = format!(
            "`{node}` lies at different distances behind the targets of the router at `{router}`, and which of them it chooses together was not followed"
        );
        let findings = met(graph).into_iter().collect();
        return Err(Undecided { findings, ..Undecided::new(router.clone(), reason) });
    }
    if let (Some((graph, join)), true) = (perhaps_uneven(graphs), always.is_empty()) {
        let reason = format!(
            "`{}` runs once per arrival unless it, or what comes before it, is added with `defer=True`, and what it is added with was not followed",
            join.node
        );
        let finding = ways(graph, &join);
        let place = finding.places[0].clone();
        return Err(Undecided { findings: vec![finding], ..Undecided::new(place, reason) });
    }
    if always.is_empty() {
        let findings = graphs.iter().filter_map(|graph| met(graph)).take(TOLD).collect();
        let statement =
            "Each node at which parallel branches meet waits for all of them, as far as was seen.";
        return Ok(Answer {
            outcome: Outcome::Holds,
            statement: statement.to_owned(),
            missing: Vec::new(),
            findings,
        });
    }
    let sentences: Vec<String> =
        always.iter().take(TOLD).map(|(graph, join)| told(graph, join, "runs")).collect();
    Ok(Answer {
        outcome: Outcome::of_share(points.saturating_sub(always.len()), points),
        statement: format!("{}.", capitalised(&sentences.join("; "))),
        missing: always.iter().map(|(graph, join)| to_wait(graph, join)).collect(),
        findings: always.iter().take(TOLD).map(|(graph, join)| ways(graph, join)).collect(),
    })
}

fn told(graph: &GraphFact, join: &UnevenJoin, runs: &str) -> String {
    let UnevenJoin { node, shorter, .. } = join;
    let after = match shorter.first().map(String::as_str) {
        None | Some("START") => String::new(),
        Some(split) => format!("where `{split}` has run, "),
    };
    let split = shorter.first().map_or("START", String::as_str);
    let onward = if graph.onward(node).any(|next| next != "END") {
        ", and so does what comes after it"
    } else {
        ""
    };
    format!(
        "{after}`{node}` {runs} more than once{onward}: it starts when the shorter of two ways from `{split}` comes to it, and again when the longer one does{}",
        spared(graph, node)
    )
}

/// That nodes behind a join look first at what they gave before.
fn spared(graph: &GraphFact, join: &str) -> String {
    let behind = graph.steps_from(join, &[]);
    let looks: Vec<&OwnLook> =
        graph.own_looks.iter().filter(|look| behind.contains_key(look.node.as_str())).collect();
    let Some(OwnLook { field, place, .. }) = looks.first() else { return String::new() };
    let same = looks.iter().filter(|look| look.field == *field);
    let names: Vec<&str> = same.map(|look| look.node.as_str()).collect();
    let (look, they, their) = if names.len() == 1 {
        ("looks", "it returns", "its own")
    } else {
        ("look", "they return", "their own")
    };
    let names = listed(names);
    format!(
        " ({names} {look} first at what is in `{field}`, {their} among it, and where nothing is left to do {they} without adding to it: `{place}`)"
    )
}

/// What would let a node wait for all of its branches.
fn to_wait(graph: &GraphFact, join: &UnevenJoin) -> String {
    let node = &join.node;
    let named = |names: &[String]| listed(names.iter().map(String::as_str));
    match mending(graph, join) {
        Mending::List => format!(
            "for `{node}` one `add_edge` from the list of the nodes before it, or `defer=True` at its `add_node`"
        ),
        Mending::Gathered { alternatives, others } => format!(
            "for `{node}` one more node to which {} lead, of which only one runs, and one `add_edge` from the list of that node and {}; or `defer=True` at the `add_node` of `{node}`, which LangGraph takes from 0.4.5 on at the latest",
            named(&alternatives),
            named(&others)
        ),
        Mending::Entry(other) => format!(
            "for `{node}` no edge from `START`, because `{other}`, which always runs, leads to it, too"
        ),
        Mending::Deferred { absent } => {
            let instead = if absent {
                "; one `add_edge` from the list of the nodes before it could wait for one that does not run"
            } else {
                ""
            };
            format!(
                "for `{node}` `defer=True` at its `add_node`, which LangGraph takes from 0.4.5 on at the latest{instead}"
            )
        }
    }
}

/// The two ways of different length.
fn ways(graph: &GraphFact, join: &UnevenJoin) -> Finding {
    let places: Vec<Place> = join.places.iter().map(Place::from).collect();
    let first = places.first().cloned().unwrap_or_else(|| graph.place.clone().into());
    let why = "Ways of different length lead to the node, and a node runs in the step after any of its predecessors unless its wiring lets it wait.";
    let finding = Finding::found(first, why)
        .with_confidence(if join.always { Confidence::STRONG } else { Confidence::POSSIBLE })
        .quoting(format!("{}\n{}", join.shorter.join(" → "), join.longer.join(" → ")));
    if places.is_empty() { finding } else { Finding { places, ..finding } }
}

/// The nodes of a graph at which branches meet.
fn met(graph: &GraphFact) -> Option<Finding> {
    let points = meetings(graph);
    let why = format!(
        "Lengths of the ways to {}, as far as the wiring was followed.",
        listed(points.iter().map(String::as_str))
    );
    let edges = graph.edges.iter().filter(|edge| points.contains(&edge.to));
    let places: Vec<Place> = edges.map(|edge| Place::from(&edge.place)).take(8).collect();
    let first = places.first()?.clone();
    Some(Finding { places, ..Finding::found(first, why) }.quoting(points.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{ConditionalEdge, Edge, Lines};

    /// A graph of two branches that meet, one of which is longer.
    fn graph(joins: &[bool]) -> GraphFact {
        let edge = |(from, to): (&str, &str)| Edge {
            from: from.into(),
            to: to.into(),
            waits: false,
            only_in: Vec::new(),
            each_in: Vec::new(),
            place: Lines::new("g.py", "b", 4, 4),
        };
        let join = |always: &bool| UnevenJoin {
            node: "join".into(),
            shorter: vec!["START".into(), "a".into(), "join".into()],
            longer: vec!["START".into(), "b".into(), "c".into(), "join".into()],
            always: *always,
            places: Vec::new(),
        };
        let wired = [("START", "a"), ("START", "b"), ("b", "c"), ("a", "join"), ("c", "join")];
        GraphFact {
            edges: wired.map(edge).into(),
            fan_in: vec!["join".into()],
            uneven_joins: joins.iter().map(join).collect(),
            live: true,
            ..GraphFact::default()
        }
    }

    #[test]
    fn a_node_that_does_not_wait_lowers_the_share_and_one_that_may_not_is_open() {
        let answer =
            |joins: &[bool]| waiting(&[&graph(joins)]).unwrap_or_else(Undecided::into_answer);
        let even = answer(&[]);
        assert_eq!((even.outcome, even.missing), (Outcome::Holds, Vec::new()));
        // What one branch comes to twice counts beside where branches meet.
        let twice = UnevenJoin { node: "a".into(), ..graph(&[true]).uneven_joins[0].clone() };
        let both = GraphFact { uneven_joins: vec![twice], ..graph(&[]) };
        let both = waiting(&[&both]).unwrap_or_else(Undecided::into_answer);
        assert_eq!(both.outcome, Outcome::Partly { share: 0.5 });
        let uneven = answer(&[true]);
        let mending = "for `join` one `add_edge` from the list of the nodes before it, or `defer=True` at its `add_node`";
        assert_eq!((uneven.outcome, uneven.missing), (Outcome::Fails, vec![mending.to_owned()]));
        assert!(
            uneven.statement.starts_with("`join` runs more than once: it starts"),
            "{}",
            uneven.statement
        );
        let mut onward = graph(&[true]);
        onward.edges.push(Edge { from: "join".into(), to: "x".into(), ..onward.edges[0].clone() });
        let told = waiting(&[&onward]).unwrap_or_else(Undecided::into_answer).statement;
        assert!(told.contains("once, and so does what comes after it"), "{told}");
        onward.own_looks = vec![OwnLook {
            node: "x".into(),
            field: "opinions".into(),
            place: Lines::new("j.py", "b", 8, 8),
        }];
        let told = waiting(&[&onward]).unwrap_or_else(Undecided::into_answer).statement;
        assert!(
            told.ends_with(" (`x` looks first at what is in `opinions`, its own among it, and where nothing is left to do it returns without adding to it: `j.py:8`)."),
            "{told}"
        );
        let open = answer(&[false]);
        assert!(matches!(open.outcome, Outcome::Unknown { .. }));
        assert!(open.statement.contains("`join` can run more than once"), "{}", open.statement);
        assert!(waiting(&[&GraphFact::default()]).is_err(), "nothing meets");
        // Whether the node waits is not known.
        let unsure = GraphFact { perhaps_deferred: vec!["join".into()], ..graph(&[]) };
        let told = waiting(&[&unsure]).unwrap_or_else(Undecided::into_answer);
        assert!(matches!(told.outcome, Outcome::Unknown { .. }), "{}", told.statement);
        assert!(
            told.statement.contains("unless it, or what comes before it"),
            "{}",
            told.statement
        );
        // A router that may start both ways at once, or one of them alone.
        let mut routed = graph(&[]);
        routed.edges.retain(|edge| edge.from != "START");
        routed.conditional.push(ConditionalEdge {
            from: "START".into(),
            router: "route".into(),
            targets: vec!["a".into(), "b".into()],
            parallel: true,
            place: Lines::new("g.py", "b", 9, 9),
            ..ConditionalEdge::default()
        });
        let answer = waiting(&[&routed]).unwrap_or_else(Undecided::into_answer);
        assert!(
            answer.statement.contains("`join` lies at different distances"),
            "{}",
            answer.statement
        );
    }
}
