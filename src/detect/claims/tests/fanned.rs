//! Detectives and judges that are both said to start at once, and how often branches part.

use super::super::*;
use super::asked::{claimed, status};
use super::sources::repository;
use crate::domain::facts::ClaimKind::{ParallelDetectives, ParallelGraph, ParallelJudges};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};

const HEAD: &str = "
from langgraph.graph import StateGraph, START, END
def work(state): return {}
g = StateGraph(dict)
for name in ('repo_investigator', 'doc_analyst', 'aggregator', 'prosecutor', 'defense', 'chief_justice'):
    g.add_node(name, work)
";

fn wired(edges: &[(&str, &str)]) -> RepositoryFacts {
    let end = |node: &str| {
        if node == "START" || node == "END" { node.into() } else { format!("'{node}'") }
    };
    let edge = |(from, to): &(&str, &str)| format!("g.add_edge({}, {})\n", end(from), end(to));
    let edges: String = edges.iter().map(edge).collect();
    repository(&[("graph.py", &format!("{HEAD}{edges}graph = g.compile()\n"))])
}

const DETECTIVES: [(&str, &str); 4] = [
    ("START", "repo_investigator"),
    ("START", "doc_analyst"),
    ("repo_investigator", "aggregator"),
    ("doc_analyst", "aggregator"),
];
const JUDGES: [(&str, &str); 5] = [
    ("aggregator", "prosecutor"),
    ("aggregator", "defense"),
    ("prosecutor", "chief_justice"),
    ("defense", "chief_justice"),
    ("chief_justice", "END"),
];
const IN_TURN: [(&str, &str); 4] = [
    ("aggregator", "prosecutor"),
    ("prosecutor", "defense"),
    ("defense", "chief_justice"),
    ("chief_justice", "END"),
];

#[test]
fn of_both_groups_each_is_held_against_the_graph() {
    let (both, one) = (
        wired(&[&DETECTIVES[..], &JUDGES[..]].concat()),
        wired(&[&DETECTIVES[..], &IN_TURN[..]].concat()),
    );
    for sentence in [
        "Both detectives and judges fan out in parallel.",
        "In the graph both the detectives and the judges run concurrently.",
        "Both the detective nodes and the judge nodes are fanned out.",
        "The detectives and the judges both execute in parallel.",
    ] {
        let of = |facts: &RepositoryFacts| {
            [ParallelDetectives, ParallelJudges].map(|kind| status(facts, kind, sentence))
        };
        assert_eq!(of(&both), [Some(Supported); 2], "{sentence}");
        assert_eq!(of(&one), [Some(Supported), Some(Contradicted)], "{sentence}");
    }
    for sentence in [
        "Both detectives and judges will fan out in parallel.",
        "Both detectives and judges should run in parallel.",
        "The peer's detectives and judges both run in parallel.",
        "Both detectives and judges do not run in parallel.",
        "The detectives run in parallel with the judges.",
    ] {
        assert_eq!(status(&one, ParallelJudges, sentence), None, "{sentence}");
    }
}

#[test]
fn a_graph_that_is_said_to_part_twice_parts_at_two_nodes() {
    let (both, one) = (
        wired(&[&DETECTIVES[..], &JUDGES[..]].concat()),
        wired(&[&DETECTIVES[..], &IN_TURN[..]].concat()),
    );
    let none = wired(
        &[
            &[
                ("START", "repo_investigator"),
                ("repo_investigator", "doc_analyst"),
                ("doc_analyst", "aggregator"),
            ][..],
            &IN_TURN[..],
        ]
        .concat(),
    );
    for sentence in [
        "The graph has two fan-outs.",
        "The system maximizes concurrency via a dual fan-out topology.",
        "The graph uses two parallel fan-outs in its wiring.",
        "The workflow has two distinct fan-out stages.",
    ] {
        let of = |facts: &RepositoryFacts| status(facts, ParallelGraph, sentence);
        assert_eq!(of(&both), Some(Supported), "{sentence}");
        assert_eq!(of(&one), Some(Undecided), "{sentence}");
        assert_eq!(of(&none), Some(Contradicted), "{sentence}");
    }
    let told = |facts: &RepositoryFacts| claimed(facts, "The graph has two fan-outs.").remove(0);
    assert!(told(&one).at_odds);
    assert_eq!(told(&both).fact, "`START` and `aggregator` lead to several nodes at once each");
    for sentence in [
        "The graph will have two fan-outs.",
        "The graph has two fan-out edges.",
        "A target with two fan-outs is rated higher.",
        "The graph does not have two fan-outs.",
    ] {
        assert_eq!(status(&one, ParallelGraph, sentence), None, "{sentence}");
    }
}
