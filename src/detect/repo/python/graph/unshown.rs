//! Judges that ask a model and tell it nothing of what other nodes found.
//!
//! Decided only where all that runs at the node is followed: what it reads of the state is spelled out, no node may write
//! any of that, and nothing else that it calls could bring evidence from elsewhere.

mod follow;
mod held;
mod words;

use super::super::repository::Repository;
use super::inputs::is_known;
use super::runner::{Runner, runner};
use super::unfed::is_indirect;
use super::value::Value;
use super::whole::seen_of;
use super::writes::written;
use crate::detect::seats;
use crate::domain::facts::{GraphFact, UnshownJudge};
use follow::{Follow, Followed};
use held::Methods;
use std::collections::BTreeSet;

/// Lists the judges of a graph that ask a model without any evidence.
///
/// `runs` are the nodes with what runs there.
pub(super) fn judges<'r>(
    repository: &Repository<'r>,
    graph: &GraphFact,
    runs: &[(String, Value<'r>)],
) -> Vec<UnshownJudge> {
    let judges = runs.iter().filter(|(node, _)| seats::judge(node).is_some());
    let judges: Vec<_> = judges.collect();
    // Whoever is sent to is given what is sent, and not the state.
    if judges.is_empty()
        || repository.mentions_of("Send") > 0
        || is_indirect(repository)
        || !is_known(graph, runs)
    {
        return Vec::new();
    }
    let methods = Methods::new(repository);
    let found = judges.into_iter().filter_map(|(node, runs)| {
        let runner = runner(repository, runs)?;
        Some((node, heard(repository, &methods, &runner)?))
    });
    let found: Vec<(&String, Followed)> = found.collect();
    let all: BTreeSet<&str> =
        found.iter().flat_map(|(_, one)| one.keys.iter().map(String::as_str)).collect();
    let state = graph.state_class.as_deref();
    let written =
        if all.is_empty() { Some(BTreeSet::new()) } else { written(repository, runs, &all, state) };
    let Some(written) = written else { return Vec::new() };
    let unshown = found.into_iter().filter(|(_, one)| one.keys.is_disjoint(&written));
    let mut told: Vec<UnshownJudge> = Vec::new();
    for (node, one) in unshown {
        let Some((module, asked)) = one.asked else { continue };
        let judge = UnshownJudge {
            node: node.clone(),
            reads: one.keys.into_iter().collect(),
            place: repository.modules[module].place(asked),
        };
        // A graph that is wired in several passes has its nodes in each of them.
        if !told.contains(&judge) {
            told.push(judge);
        }
    }
    told
}

/// What a judge reads of the state, and where it asks a model; `None` where it may learn of evidence in another way.
fn heard<'r>(
    repository: &Repository<'r>,
    methods: &Methods<'r>,
    runner: &Runner<'r>,
) -> Option<Followed> {
    let param = runner.param()?;
    let is_self = |name: &str| runner.is_method && matches!(name, "self" | "cls");
    let mut others = runner.function.params.iter().map(|param| param.name);
    if others.any(|name| name != param && !is_self(name)) {
        return None;
    }
    seen_of(repository, runner, param)?;
    let mut follow = Follow::new(repository, methods);
    follow.function(runner.at, runner.function, &BTreeSet::from([param]), 0);
    follow.done().filter(|followed| followed.asked.is_some())
}
