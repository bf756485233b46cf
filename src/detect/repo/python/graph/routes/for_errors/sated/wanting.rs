//! Nodes that put something into what a router asks for wherever inputs are given that no node writes: no failure of a
//! node changes where the router leads.

use super::unset::Search;
use super::{Nodes, decided, reaches_from, sole};
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::shape::runner::runner;
use crate::detect::repo::python::graph::state::updates::entries::{Held, gives_unless_wanting};
use crate::detect::repo::python::graph::state::updates::whole::of_state;
use crate::detect::repo::python::graph::state::updates::writes::written;
use crate::domain::facts::{ConditionalEdge, Placeholders, ReducerFact};
use std::collections::{BTreeMap, BTreeSet};

/// What the node before a router puts into what alone the router asks for, unless inputs are not given.
pub(super) fn wanting<'r>(
    nodes: &Nodes<'_, 'r>,
    edge: &ConditionalEdge,
    routers: &[&Value<'r>],
    (runs, reducers): (&[(String, Value<'r>)], &[ReducerFact]),
) -> Option<Placeholders> {
    let Nodes { repository, graph, runners, growing, .. } = nodes;
    let (node, before) = sole(runners, &edge.from)?;
    let param = before.param()?;
    // Nobody else gives the fields anything before.
    let is_alone = |field: &str| {
        let mut others = runners.iter().filter(|(other, _)| other != node);
        others.all(|(other, runner)| {
            !reaches_from(graph, other, node)
                || Search::of(repository, runner, field).returns() == Some(false)
        })
    };
    let (mut held, mut wants) = (BTreeMap::<String, Held>::new(), BTreeMap::new());
    let names = |field: &&String| {
        routers.iter().any(|router| {
            runner(repository, router).is_some_and(|it| {
                let text = repository.modules[it.at.module].text_of(it.function.span);
                text.is_some_and(|text| text.contains(field.as_str()))
            })
        })
    };
    for key in graph.state_fields.iter().filter(names) {
        let is_merged = of_state(graph, reducers).any(|fact| fact.field == *key);
        let keeps = !is_merged || growing.contains(key);
        if !keeps || !is_alone(key) {
            continue;
        }
        let given = gives_unless_wanting(repository, before.at, before.function, (param, key));
        if let Some((one, want)) = given {
            held.insert(key.clone(), one);
            wants.insert(key.clone(), want);
        }
    }
    let (fields, _) = decided(repository, routers, &held, &BTreeMap::new())?;
    let wants: Vec<_> = fields.iter().filter_map(|field| wants.get(field)).collect();
    let inputs: BTreeSet<String> = wants.iter().flat_map(|want| want.inputs.clone()).collect();
    let asked: BTreeSet<&str> = inputs.iter().map(String::as_str).collect();
    let are_fields = inputs.iter().all(|input| graph.state_fields.contains(input));
    let state = graph.state_class.as_deref();
    let is_written = written(repository, runs, &asked, state).is_none_or(|some| !some.is_empty());
    if !are_fields || is_written {
        return None;
    }
    Some(Placeholders {
        node: edge.from.clone(),
        any_is_enough: fields.len() == 1 && wants.iter().all(|want| want.any_is_enough()),
        fields: fields.into_iter().collect(),
        inputs: inputs.into_iter().collect(),
    })
}
