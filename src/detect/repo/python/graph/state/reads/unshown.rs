//! Judges that ask a model and tell it nothing of what other nodes found.
//!
//! Decided only where all that runs at the node is followed: what it reads of the state is spelled out, no node may write
//! any of that, and nothing else that it calls could bring evidence from elsewhere. Who reads more is told where all is
//! followed that reaches the model, and nothing of what other nodes write does.

mod asked;
mod blank;
mod follow;
mod held;
mod sent;
mod words;

pub(in crate::detect::repo::python::graph) use asked::mark as mark_asked;

use super::super::updates::unfilled::unfilled;
use super::super::updates::whole::seen_of;
use super::super::updates::writes::written;
use super::unfed::is_indirect;
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::routes::for_errors::inputs::is_known;
use crate::detect::repo::python::graph::shape::runner::{Runner, runner};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::seats;
use crate::domain::facts::{GraphFact, UnshownJudge};
use follow::{Follow, Followed};
use held::Methods;
use sent::Sent;
use std::collections::BTreeSet;

/// Lists the judges of a graph that ask a model without any evidence.
///
/// `runs` are the nodes with what runs there.
pub(in crate::detect::repo::python::graph) fn judges<'r>(
    repository: &Repository<'r>,
    sites: &[Site<'r>],
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
    let sent = Sent::new(repository, &methods, sites);
    let mut told: Vec<UnshownJudge> = Vec::new();
    for (node, value) in judges {
        let Some(runner) = runner(repository, value) else { continue };
        let Some(param) = param(repository, &runner) else { continue };
        let all_written = |keys: &BTreeSet<String>| {
            let keys: BTreeSet<&str> = keys.iter().map(String::as_str).collect();
            let state = graph.state_class.as_deref();
            if keys.is_empty() {
                Some(BTreeSet::new())
            } else {
                written(repository, runs, &keys, state)
            }
        };
        let heard = heard(&sent, &runner, param).and_then(|one| Some((one.keys, one.asked?)));
        let is_unwritten =
            |keys: &BTreeSet<String>| all_written(keys).is_some_and(|written| written.is_empty());
        let unfed = heard.as_ref().filter(|(keys, _)| !keys.is_empty() && !is_unwritten(keys));
        let unfilled =
            unfed.and_then(|(keys, _)| unfilled(repository, sites, (graph, runs), (node, keys)));
        let heard = heard.filter(|(keys, _)| unfilled.is_some() || is_unwritten(keys));
        let heard = heard.map(|(keys, asked)| (keys, BTreeSet::new(), asked));
        let judge = heard.or_else(|| {
            let one = sent.by(runner.at, runner.function, param, 0)?;
            let read: BTreeSet<String> = one.read.union(&one.keys).cloned().collect();
            let written = all_written(&read)?;
            let unsent: BTreeSet<String> = one.read.intersection(&written).cloned().collect();
            (one.keys.is_disjoint(&written) && !unsent.is_empty())
                .then_some((one.keys, unsent, one.asked))
        });
        let Some((reads, unsent, (module, asked))) = judge else { continue };
        let judge = UnshownJudge {
            node: node.clone(),
            reads: reads.into_iter().collect(),
            unsent: unsent.into_iter().collect(),
            through: unfilled.iter().flat_map(|one| one.through.iter().cloned()).collect(),
            sources: unfilled.iter().flat_map(|one| one.sources.iter().cloned()).collect(),
            place: repository.modules[module].place(asked),
        };
        // A graph that is wired in several passes has its nodes in each of them.
        if !told.contains(&judge) {
            told.push(judge);
        }
    }
    told
}

/// The parameter by which what runs at a judge's node is given the state, where it is given nothing else.
fn param<'r>(repository: &Repository<'r>, runner: &Runner<'r>) -> Option<&'r str> {
    let param = runner.param()?;
    let is_self = |name: &str| runner.is_method && matches!(name, "self" | "cls");
    let mut others = runner.function.params.iter().map(|param| param.name);
    if others.any(|name| name != param && !is_self(name)) {
        return None;
    }
    seen_of(repository, runner, param)?;
    Some(param)
}

/// What a judge reads of the state, and where it asks a model; `None` where it may learn of evidence in another way.
fn heard<'r>(sent: &Sent<'_, 'r>, runner: &Runner<'r>, param: &'r str) -> Option<Followed> {
    let mut follow = Follow::new(sent.repository, sent.methods, &sent.posts);
    follow.function(runner.at, runner.function, &BTreeSet::from([param]), 0);
    follow.done()
}
