//! Small sources and the facts they must give.

use super::examine;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{GraphFact, PythonFacts};
use crate::domain::limits::Limits;

mod amounts;
mod anew;
mod anyway;
mod asked_ids;
mod asked_models;
mod averages;
mod bent;
mod bound;
mod by_hand;
mod by_value;
mod by_words;
mod bypassed;
mod calls;
mod caps;
mod chief;
mod classes;
mod clones;
mod commands;
mod conditions;
mod constant_calls;
mod depths;
mod dictated;
mod discarded;
mod early;
mod ended;
mod error_ways;
mod escapes;
mod filled_prompts;
mod first_rounds;
mod followed;
mod foregone;
mod foreign_ids;
mod formats;
mod free_ways;
mod given_back;
mod graph_conditions;
mod graph_forms;
mod graph_makers;
mod graph_passes;
mod graph_runs;
mod graph_sends;
mod graph_sources;
mod graph_splits;
mod graphs;
mod handing;
mod hidden;
mod idle;
mod imported;
mod imports;
mod inherited;
mod inputs;
mod justice;
mod justice_evidence;
mod justice_tables;
mod kin;
mod lead;
mod left;
mod merged;
mod meshes;
mod misfits;
mod names_given;
mod open_returns;
mod own_sources;
mod passed;
mod posts;
mod prompts;
mod reading;
mod rebuilt;
mod refused;
mod replaced;
mod rounds;
mod routers;
mod rubric_keys;
mod rule_limits;
mod sated;
mod second_looks;
mod sent;
mod settled;
mod sought;
mod starved;
mod stood_in;
mod subclasses;
mod turned;
mod turns;
mod unasked;
mod unawaited;
mod unbound;
mod undone;
mod unentered;
mod unfailing;
mod unfilled;
mod unfit;
mod unmatched;
mod unmet;
mod unshown;
mod untaken;
mod unyielding;
mod uses;
mod usual;
mod vain;
mod verdicts;
mod wanting;
mod wants;
mod ways_in;
mod wirings;
mod worlds;

/// Examines files given as path and text.
pub(super) fn facts(files: &[(&str, &str)]) -> PythonFacts {
    let source = |(path, text): &(&str, &str)| Source {
        path: (*path).into(),
        blob: "b10b".into(),
        bytes: text.as_bytes().to_vec(),
    };
    examine(&files.iter().map(source).collect::<Vec<_>>(), &Limits::default())
}

/// The one graph of a file.
#[track_caller]
fn only_graph(text: &str) -> GraphFact {
    let mut all = facts(&[("src/graph.py", text)]).graphs;
    assert_eq!(all.len(), 1, "{all:#?}");
    all.remove(0)
}

/// The plain edges of a graph, in its order.
fn edges(graph: &GraphFact) -> String {
    let edges = graph.edges.iter().map(|edge| format!("{}>{}", edge.from, edge.to));
    edges.collect::<Vec<_>>().join(" ")
}
