//! What is told of a graph beside the answer.

use super::super::updates::meant;
use super::beside::{bypassed, passed};
use crate::detect::probes::{count, listed};
use crate::detect::repo::python::lost::{lost, starved};
use crate::detect::seats::FirstJudge;
use crate::domain::evidence::Finding;
use crate::domain::facts::{
    ConditionalEdge, Dictated, GraphFact, GraphNode, NeverSet, Place, PythonFacts, UntakenKey,
};
use std::collections::BTreeSet;

mod unfilled;

/// Routers that look only at inputs, each of which is told of by its own place.
const BLIND: usize = 3;

/// What nodes in braces are.
pub(super) fn families(graph: &GraphFact) -> Option<String> {
    let first = graph.families.first()?;
    Some(format!(
        " `{first}` stands for one node per value that is known only when the program runs."
    ))
}

/// What keeps a part of the graph from running.
pub(super) fn hindrances(graph: &GraphFact, _: &PythonFacts) -> Vec<(String, Finding)> {
    unreachable(graph).into_iter().chain(unfed(graph)).chain(after_one(graph)).collect()
}

/// A fan-out from one judge to the others, which is none of all of them.
fn after_one(graph: &GraphFact) -> Option<(String, Finding)> {
    let first = FirstJudge::of(graph)?;
    let why = "Edges from one judge to the others, to which no other way leads.";
    let places: Vec<Place> = first.places.iter().map(|place| Place::from(*place)).collect();
    let finding = Finding::found(places[0].clone(), why).quoting(first.judge);
    Some((note!("{}", first.told()), Finding { places, ..finding }))
}

/// Nodes that routers never lead to, because they ask first for what the state has no field for.
struct Unfed<'g> {
    nodes: Vec<&'g GraphNode>,
    /// The nodes, the routers and what these read, in words.
    names: String,
    routers: String,
    keys: String,
    /// The field that each of them may be meant for, and where it is read, if that is so of all.
    meant: Option<String>,
    /// Whether `getattr` asks a dictionary for them.
    by_attribute: bool,
}

impl<'g> Unfed<'g> {
    fn of(graph: &'g GraphFact) -> Option<Self> {
        let lost = starved(graph);
        let of_lost = |node: &&GraphNode| lost.contains(node.name.as_str());
        let nodes: Vec<_> = graph.nodes.iter().filter(of_lost).collect();
        nodes.first()?;
        let routers: BTreeSet<&str> = graph
            .conditional
            .iter()
            .filter(|edge| !edge.starved.is_empty())
            .map(|edge| edge.router.as_str())
            .collect();
        let keys = graph.unfed.iter().filter(|key| routers.contains(key.node.as_str()));
        let keys: Vec<&UntakenKey> = keys.collect();
        let by_attribute = keys.iter().any(|key| key.by_attribute);
        let near = keys.iter().map(|key| {
            let field = meant(graph, &key.key)?;
            Some(format!("`{field}` in place of `{}` (`{}`)", key.key, key.place))
        });
        let near: Option<BTreeSet<String>> = near.collect();
        let near = near.map(|near| near.into_iter().take(4).collect::<Vec<_>>().join(" and "));
        let keys: BTreeSet<&str> = keys.into_iter().map(|key| key.key.as_str()).collect();
        Some(Self {
            by_attribute,
            meant: near.filter(|near| !near.is_empty()),
            names: listed(nodes.iter().map(|node| node.name.as_str()).take(4)),
            routers: listed(routers.into_iter().take(4)),
            keys: listed(keys.into_iter().take(4)),
            nodes,
        })
    }
}

fn unfed(graph: &GraphFact) -> Option<(String, Finding)> {
    let Unfed { nodes, names, routers, keys, by_attribute, .. } = Unfed::of(graph)?;
    let runs = if nodes.len() == 1 { "never runs" } else { "never run" };
    let why = if by_attribute {
        "which `getattr` never sees in a state that is a dictionary"
    } else {
        "for which the state has no field"
    };
    let note = note!("{names} {runs}: {routers} would lead there by {keys}, {why}");
    let why = "Ways from START, without those that a router takes only for what is never there.";
    let shown = nodes.iter().take(4).map(|node| Place::from(&node.place)).collect();
    Some((
        note,
        Finding { places: shown, ..Finding::found(nodes[0].place.clone(), why) }
            .quoting(names.replace('`', "")),
    ))
}

/// What would let such nodes run, after what is asked for; nothing where there is none.
pub(super) fn to_feed(graph: &GraphFact) -> String {
    Unfed::of(graph).map_or(String::new(), |unfed| {
        let Unfed { names, routers, keys, meant, by_attribute, .. } = unfed;
        if by_attribute {
            return format!(
                "; {names} would run if {routers} read {keys} by `state.get`, and somebody filled it"
            );
        }
        if let Some(meant) = meant {
            return format!("; {names} could run if {routers} read {meant}, which is a field of the state");
        }
        format!(
            "; {names} would run if the state had {keys}, by which {routers} decides, and somebody filled it"
        )
    })
}

fn unreachable(graph: &GraphFact) -> Option<(String, Finding)> {
    let lost = lost(graph);
    let first = lost.first()?;
    let names = listed(lost.iter().map(|node| node.name.as_str()).take(4));
    let (verb, runs) = if lost.len() == 1 { ("it", "never runs") } else { ("they", "never run") };
    let note = note!("no edge leads to {names}, so that {verb} {runs}");
    let why = "Ways from START through plain edges and whatever the routers can choose.";
    let shown = lost.iter().take(4).map(|node| Place::from(&node.place)).collect();
    Some((
        note,
        Finding { places: shown, ..Finding::found(first.place.clone(), why) }
            .quoting(names.replace('`', "")),
    ))
}

/// How many conditional edges there are, how many deal with errors, and why others do not.
pub(super) fn told(all: &[&ConditionalEdge], handling: usize) -> String {
    let edges = count(all.len(), "conditional edge");
    let what = "errors or missing evidence";
    let mut statement = match (all.len(), handling) {
        (1, 1) => format!("{edges}, which handles {what}."),
        // Whether one does whose router was not followed is left open.
        (1, 0) if all[0].handles_errors.is_none() => {
            format!("{edges}, which was not seen to handle {what}.")
        }
        (1, 0) => format!("{edges}, which handles no {}.", what.replace(" or ", " and no ")),
        (_, 0) => format!("{edges}, none of which was seen to handle {what}."),
        (_, 1) => format!("{edges}, 1 of which handles {what}."),
        (all, some) if all == some => format!("{edges}, all of which handle {what}."),
        (_, some) => format!("{edges}, {some} of which handle {what}."),
    };
    let mut idle = all.iter().filter_map(|edge| Some((edge, edge.always.as_ref()?)));
    if let Some((edge, target)) = idle.next() {
        let more = match idle.count() {
            0 => String::new(),
            more => format!(", and {more} more likewise"),
        };
        let place = &edge.place;
        let idle = note!(
            "the conditional edge at `{place}` decides nothing: it always leads to `{target}`{more}"
        );
        statement.push_str(&idle);
    }
    statement.push_str(&unreturned(all));
    statement.push_str(&unmapped(all));
    statement.push_str(&blind(all));
    statement.push_str(&dictated(all));
    statement.push_str(&sated(all));
    statement.push_str(&emptied(all));
    statement.push_str(&rejoined(all));
    statement.push_str(&barred(all));
    statement.push_str(&bypassed(all));
    statement.push_str(&passed(all));
    statement
}

/// That ways of path maps are never taken.
fn unreturned(all: &[&ConditionalEdge]) -> String {
    let mut vain = all.iter().filter(|edge| !edge.unreturned.is_empty() && !edge.astray);
    let Some(edge) = vain.next() else { return String::new() };
    let more = alike(vain.count());
    let nodes = listed(edge.unreturned.iter().map(String::as_str).take(4));
    let them = if edge.unreturned.len() == 1 { "it" } else { "them" };
    note!(
        "the conditional edge at `{}` never leads to {nodes}: its path map has a way there, but its router returns no key for {them}{more}",
        edge.place
    )
}

/// That routers return what their path maps have no way for.
fn unmapped(all: &[&ConditionalEdge]) -> String {
    let mut lacking = all.iter().filter(|edge| !edge.unmapped.is_empty());
    let Some(edge) = lacking.next() else { return String::new() };
    let more = alike(lacking.count());
    let keys = listed(edge.unmapped.iter().map(String::as_str).take(4));
    let (only, them) = if edge.astray {
        ("nothing but ", "none of it has a way in its path map, so that the run fails there")
    } else {
        ("", "its path map has no way for that, so that a run in which it does would fail there")
    };
    note!(
        "the conditional edge at `{}` returns {only}{keys}, and {them} (`KeyError`){more}",
        edge.place
    )
}

/// That routers lead to one node whatever they say, through nodes at most that only tell of an error.
fn rejoined(all: &[&ConditionalEdge]) -> String {
    let mut rejoined = all.iter().filter(|edge| !edge.rejoins.is_empty());
    let Some(edge) = rejoined.next() else { return String::new() };
    let more = alike(rejoined.count());
    let nodes = listed(edge.rejoins.iter().map(String::as_str).take(4));
    let usual = edge.targets.iter().find(|target| !edge.rejoins.contains(target));
    let does = if edge.rejoins.len() == 1 {
        "only tells of it and leads"
    } else {
        "only tell of it and lead"
    };
    note!(
        "the conditional edge at `{}` leads for errors to {nodes}, which {does} on to `{}`, where it leads anyway: nothing is done about the error{more}",
        edge.place,
        usual.map_or("", String::as_str)
    )
}

/// That the way for errors is never taken, because the node before raises first.
fn barred(all: &[&ConditionalEdge]) -> String {
    let mut barred = all.iter().filter_map(|edge| Some((edge, edge.barred.as_ref()?)));
    let Some((edge, raises)) = barred.next() else { return String::new() };
    let more = alike(barred.count());
    note!(
        "the conditional edge at `{}` never takes its way for errors: `{}` raises at `{raises}` under the same condition, and the run ends there{more}",
        edge.place,
        edge.from
    )
}

/// How many more there are of what was told of one, as the end of a sentence.
pub(super) fn alike(more: usize) -> String {
    match more {
        0 => String::new(),
        1 => ", and 1 more is like it".to_owned(),
        more => format!(", and {more} more are like it"),
    }
}

/// That routers look at what the caller gives alone.
fn blind(all: &[&ConditionalEdge]) -> String {
    let blind: Vec<_> =
        all.iter().filter(|edge| !edge.inputs.is_empty() && edge.dictated.is_none()).collect();
    let told = blind.iter().take(BLIND).enumerate().map(|(index, edge)| {
        let keys = listed(edge.inputs.iter().map(String::as_str).take(4));
        let what = match (edge.from.as_str(), edge.inputs.len()) {
            ("START", _) => "before any node has run",
            (_, 1) => "an input that no node writes",
            _ => "inputs that no node writes",
        };
        let begins = if index == 0 { "the conditional edge" } else { "the one" };
        format!("{begins} at `{}` looks only at {keys}, {what}", edge.place)
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() {
        return String::new();
    }
    let more = alike(blind.len().saturating_sub(BLIND));
    let leads = if told.len() == 1 { "where it leads" } else { "where they lead" };
    note!("{}: no failure of a node changes {leads}{more}", told.join(", and "))
}

/// That routers lead where a node wrote, which looks at what the caller gives alone.
fn dictated(all: &[&ConditionalEdge]) -> String {
    let mut dictated = all.iter().filter_map(|edge| Some((edge, edge.dictated.as_ref()?)));
    let Some((edge, Dictated { node, field, by_reply })) = dictated.next() else {
        return String::new();
    };
    let more = alike(dictated.count());
    let keys = listed(edge.inputs.iter().map(String::as_str).take(4));
    let what = if edge.inputs.len() == 1 {
        "an input that no node writes"
    } else {
        "inputs that no node writes"
    };
    let reply =
        if *by_reply { ", or by what a model replies that is shown inputs alone" } else { "" };
    note!(
        "the conditional edge at `{}` leads where `{node}` writes into `{field}` that it leads, which goes by {keys}, {what}{reply}: no failure of another node changes where it leads{more}",
        edge.place
    )
}

/// That routers ask for what is always there, or is never set to what they ask for.
fn sated(all: &[&ConditionalEdge]) -> String {
    let mut sated = all.iter().filter(|edge| !edge.filled.is_empty() || !edge.settled.is_empty());
    let Some(edge) = sated.next() else { return String::new() };
    let more = alike(sated.count());
    let fields = listed(edge.filled.iter().map(String::as_str).take(4));
    let nodes = listed(edge.filled_by.iter().map(String::as_str).take(4));
    let each = if edge.filled_by.len() == 1 { "puts" } else { "each put" };
    let settled = listed(edge.settled.iter().map(String::as_str).take(4));
    let mut set = "no node that runs before and no call in the sources sets to anything by which it would lead elsewhere".to_owned();
    let behind: BTreeSet<String> = edge.behind.iter().map(ToString::to_string).collect();
    if !behind.is_empty() {
        let fail =
            if behind.len() == 1 { "fails whenever it runs" } else { "fail whenever they run" };
        let behind = listed(behind.iter().map(String::as_str).take(3));
        set = format!("{set}, as what would set it stands behind {behind}, which {fail}");
    }
    let asks = match (edge.filled.is_empty(), edge.settled.is_empty()) {
        (false, true) => format!(
            "asks only whether anything is in {fields}, and {nodes} {each} something there on every path"
        ),
        (false, false) => format!(
            "asks whether anything is in {fields}, and {nodes} {each} something there on every path, and for {settled}, which {set}"
        ),
        (true, _) => format!("asks for {settled}, which {set}"),
    };
    note!("the conditional edge at `{}` {asks}: it always goes the same way{more}", edge.place)
}

/// That what routers ask for is there, or is missing never, unless a node before them had nothing to go through.
fn emptied(all: &[&ConditionalEdge]) -> String {
    let mut unset = all.iter().filter_map(|edge| Some((edge, edge.never_set.as_ref()?)));
    let unset = unset.next().map(|(edge, never)| {
        let NeverSet { key, node, fields, filled_by, place } = never;
        let more = alike(unset.count());
        let fields = listed(fields.iter().map(String::as_str).take(4));
        let each = if filled_by.len() == 1 { "puts" } else { "each put" };
        let nodes = listed(filled_by.iter().map(String::as_str).take(4));
        note!(
            "the conditional edge at `{}` asks for `{key}`, which `{node}` alone sets, only where the condition at `{place}` holds; it never does, because {nodes} {each} something into {fields} on every path{more}",
            edge.place
        )
    });
    unset.into_iter().chain(unfilled::told(all)).collect()
}

/// That routers read what the state has no field for, and where they never lead for that.
pub(super) fn fed_nothing(unfed: &[&UntakenKey], all: &[&ConditionalEdge]) -> String {
    let told = |one: &&UntakenKey| {
        let UntakenKey { node, key, by_attribute, place, .. } = one;
        let edges = all.iter().filter(|edge| edge.router == *node);
        let lost: BTreeSet<&str> =
            edges.flat_map(|edge| edge.starved.iter().map(String::as_str)).collect();
        // Of several keys nobody knows which of them leads where.
        let is_only = unfed.iter().filter(|other| other.node == *node).count() == 1;
        let never = match listed(lost.into_iter().take(4)) {
            names if is_only && !names.is_empty() => format!(" and it never leads to {names}"),
            _ => String::new(),
        };
        if *by_attribute {
            return format!(
                " The router `{node}` asks `getattr` for `{key}` at `{place}`, and its state is a dictionary, of which `getattr` sees no key, so that nothing is ever there{never}."
            );
        }
        format!(
            " The router `{node}` reads `{key}` at `{place}`, for which the state has no field, so that nothing is ever there{never}."
        )
    };
    unfed.iter().take(2).map(told).collect()
}

/// Where a graph is built, and where it is wired if that is another file.
pub(super) fn located(graph: &GraphFact) -> String {
    let wired = graph.edges.first().map(|edge| &edge.place);
    match wired.filter(|wired| wired.file != graph.place.file) {
        Some(wired) => format!("built at `{}` and wired from `{wired}` on", graph.place),
        None => format!("at `{}`", graph.place),
    }
}
