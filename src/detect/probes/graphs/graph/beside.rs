//! What is told of routers for errors beside which a run goes on, and of what would mend them.

use super::notes::alike;
use crate::detect::probes::listed;
use crate::detect::repo::python::bypass;
use crate::domain::facts::{ConditionalEdge, GraphFact, Lines, Passed};
use std::collections::BTreeSet;

/// That plain edges go on beside the routers for errors, and what the routers stop nevertheless.
pub(super) fn bypassed(all: &[&ConditionalEdge]) -> String {
    let told = |edges: &[&ConditionalEdge]| {
        let [edge, more @ ..] = edges else { return String::new() };
        let plain = plain_edges(edges);
        let go = if plain.contains("edges") { "go" } else { "goes" };
        let stops = listed(edge.stops.iter().map(String::as_str).take(4));
        let more_stopped = match edge.stops.len() {
            0..=4 => String::new(),
            more => format!(" and {} more", more - 4),
        };
        let does = match edge.stops.len() {
            0 if edge.handles_errors == Some(true) && more.is_empty() => {
                "leads to a node for errors and keeps nothing from running".to_owned()
            }
            0 if edge.handles_errors == Some(true) => {
                "lead to a node for errors and keep nothing from running".to_owned()
            }
            0 => "is meant for errors and stops nothing".to_owned(),
            stopped if !edge.unmet.is_empty() => {
                let (them, waits) = match (stopped, edge.unmet.len()) {
                    (1, 1) => ("it", "waits"),
                    (1, _) => ("it", "wait"),
                    (_, 1) => ("them", "waits"),
                    (_, _) => ("them", "wait"),
                };
                let unmet = listed(edge.unmet.iter().map(String::as_str).take(4));
                format!(
                    "stops {stops}{more_stopped}, and with {them} {unmet}, which {waits} for {them}, but not what runs beside {them}"
                )
            }
            _ => format!("stops only {stops}{more_stopped}"),
        };
        let edge_s = if more.is_empty() { "edge" } else { "edges" };
        let places: Vec<String> = edges.iter().map(|edge| edge.place.to_string()).collect();
        let places = listed(places.iter().map(String::as_str));
        note!(
            "the conditional {edge_s} at {places} {does}: {plain} {go} on whatever the router says"
        )
    };
    let bypassed = all.iter().copied().filter(|edge| !edge.bypasses.is_empty());
    let (beside, stopping): (Vec<_>, Vec<_>) =
        bypassed.partition(|edge| edge.handles_errors == Some(true) && edge.stops.is_empty());
    let stopping = stopping.iter().take(3).map(|edge| told(&[*edge]));
    stopping.chain([told(&beside)]).collect()
}

/// That the branches of routers for errors end by themselves, and others lead on past them.
pub(super) fn passed(all: &[&ConditionalEdge]) -> String {
    let mut passed = all.iter().filter_map(|edge| Some((edge, edge.passed.as_ref()?)));
    let Some((edge, Passed { dead_ends, nodes, to, certain })) = passed.next() else {
        return String::new();
    };
    let more = alike(passed.count());
    let names = |names: &[String]| listed(names.iter().map(String::as_str).take(4));
    let ends = match dead_ends.as_slice() {
        [end] if end == "END" => "ends for errors only its own branch".to_owned(),
        [end] => format!("leads for errors to `{end}`, after which nothing comes"),
        _ => format!("leads for errors to {}, after which nothing comes", names(dead_ends)),
    };
    let (leads, them) = if nodes.len() == 1 { ("leads", "it") } else { ("lead", "they") };
    let unless = match (certain, nodes.len()) {
        (true, _) => String::new(),
        (false, 1) => format!(", unless {them} fails too"),
        (false, _) => format!(", unless {them} all fail too"),
    };
    note!(
        "the conditional edge at `{}` {ends}, and {} beside it {leads} to {} all the same{unless}{more}",
        edge.place,
        names(nodes),
        names(to)
    )
}

/// The plain edges that bypass routers, in words.
fn plain_edges(bypassed: &[&ConditionalEdge]) -> String {
    edges_at(bypassed.iter().flat_map(|edge| &edge.bypasses))
}

fn edges_at<'p>(places: impl Iterator<Item = &'p Lines>) -> String {
    let places: BTreeSet<String> = places.map(ToString::to_string).collect();
    let edges = if places.len() == 1 { "edge" } else { "edges" };
    format!("the plain {edges} at {}", listed(places.iter().map(String::as_str)))
}

/// What is missing where edges for errors are there and a run goes on beside them.
pub(super) fn going_on(graphs: &[&GraphFact]) -> Option<String> {
    bypassing(graphs).or_else(|| {
        let mut edges = graphs.iter().flat_map(|graph| &graph.conditional);
        let (edge, passed) = edges.find_map(|edge| Some((edge, edge.passed.as_ref()?)))?;
        let to = listed(passed.to.iter().map(String::as_str).take(4));
        Some(format!(
            "a conditional edge for errors that nothing leads past: let {to} wait for {} and those beside it, and let a router behind {to} ask for their errors",
            listed([edge.from.as_str()].into_iter())
        ))
    })
}

/// What is missing where plain edges go on beside edges for errors.
///
/// An edge that alone leads somewhere is to be replaced and not only deleted: what it leads to would never run. Where
/// others leave the same node they go on as well, so that the router has to lead to what all of them lead to.
pub(super) fn bypassing(graphs: &[&GraphFact]) -> Option<String> {
    let all = graphs.iter().flat_map(|graph| {
        let edges = graph.conditional.iter().filter(|edge| !edge.bypasses.is_empty());
        edges.map(move |edge| (*graph, edge))
    });
    let (needless, needed): (Vec<_>, Vec<_>) =
        all.partition(|(graph, edge)| bypass::dispensable(graph, edge));
    let needless: Vec<&ConditionalEdge> = needless.into_iter().map(|(_, edge)| edge).collect();
    let Some((graph, edge)) = needed.first() else {
        let edges = if needless.len() > 1 { "conditional edges" } else { "a conditional edge" };
        let plain = plain_edges(&needless);
        let advice = format!("{edges} for errors that nothing bypasses: delete {plain}");
        return (!needless.is_empty()).then_some(advice);
    };
    let led_to: BTreeSet<&str> =
        bypass::beside(graph, edge).map(|plain| plain.to.as_str()).collect();
    Some(format!(
        "a conditional edge for errors that nothing bypasses: let the router `{}` return the list of all nodes that are to run, {} among them, and drop {}",
        edge.router,
        listed(led_to.into_iter().take(6)),
        edges_at(bypass::beside(graph, edge).map(|plain| &plain.place))
    ))
}
