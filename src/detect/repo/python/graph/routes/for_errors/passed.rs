//! Routers for errors whose way for them ends its own branch alone, while others beside it lead on where it usually leads:
//! what comes there runs as if nothing had failed, unless all of them fail.

use super::bypass::parted;
use crate::detect::repo::python::failures::unbound::Failing;
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::shape::runner::runner;
use crate::detect::repo::python::graph::state::updates::taken::Taken;
use crate::detect::repo::python::graph::state::updates::untaken::{is_lacking, is_plain};
use crate::detect::repo::python::graph::state::updates::writes;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Passing, Stmt, StmtKind};
use crate::domain::facts::{ConditionalEdge, GapAbout, GraphFact, Passed};
use std::collections::BTreeSet;

/// Functions and methods that change nothing that a run gives.
const HARMLESS: &[&str] = &[
    "print",
    "debug",
    "info",
    "warning",
    "error",
    "exception",
    "log",
    "str",
    "len",
    "repr",
    "dict",
    "list",
    "get",
    "keys",
    "items",
    "values",
    "join",
    "format",
];

/// Marks the routers for errors past which others lead on.
pub(in crate::detect::repo::python::graph) fn mark<'r>(
    repository: &Repository<'r>,
    graph: &mut GraphFact,
    runs: &[(String, Value<'r>)],
    taken: &Taken,
) {
    // Where a node says itself what runs next, not all ways are edges.
    let jumps = repository.mentions_of("Command") > 0 || repository.mentions_of("Send") > 0;
    let is_open = graph.unresolved.iter().any(|gap| gap.about != GapAbout::Node);
    if jumps || is_open || !graph.families.is_empty() {
        return;
    }
    let found: Vec<Option<Passed>> = graph
        .conditional
        .iter()
        .map(|edge| passed(graph, edge, &|node| gives_nothing(repository, taken, runs, node)))
        .collect();
    for (edge, found) in graph.conditional.iter_mut().zip(found) {
        edge.passed = found;
    }
}

/// How others lead past a router for errors.
fn passed(
    graph: &GraphFact,
    edge: &ConditionalEdge,
    gives_nothing: &dyn Fn(&str) -> bool,
) -> Option<Passed> {
    let (errors, usual) = usual(graph, edge)?;
    let is_dead_end = |node: &&str| graph.onward(node).all(|next| next == "END");
    if !errors.iter().all(is_dead_end) || !errors.iter().all(|node| gives_nothing(node)) {
        return None;
    }
    let waits = |node: &&str| graph.edges.iter().any(|edge| edge.to == **node && edge.waits);
    let (after, together) = (graph.behind(&edge.from), beside(graph, &edge.from));
    let leads = |node: &str| {
        let plain = |to: &&str| graph.edges.iter().any(|edge| edge.from == node && edge.to == **to);
        let mut routed = graph.conditional.iter().filter(|other| other.from == node);
        let is_plain = usual.iter().all(plain);
        // One that fails as well does not lead there either.
        let alike = |other: &ConditionalEdge| {
            self::usual(graph, other).is_some_and(|(_, theirs)| theirs == usual)
        };
        is_plain || (routed.next().is_some_and(alike) && routed.next().is_none())
    };
    let is_apart =
        |node: &&str| !after.contains(node) && !graph.behind(node).contains(edge.from.as_str());
    let mut nodes: Vec<&str> = together.into_iter().filter(is_apart).collect();
    nodes.retain(|node| leads(node));
    let routed = |node: &&str| graph.conditional.iter().any(|other| other.from == **node);
    let certain = nodes.iter().any(|node| !routed(node));
    let is_told = !nodes.is_empty() && !usual.iter().any(waits);
    is_told.then(|| Passed {
        dead_ends: errors.into_iter().map(str::to_owned).collect(),
        nodes: nodes.into_iter().map(str::to_owned).collect(),
        to: usual.into_iter().map(str::to_owned).collect(),
        certain,
    })
}

/// Where a router leads for errors, and where otherwise; `None` where it is none for errors alone.
fn usual<'g>(
    graph: &GraphFact,
    edge: &'g ConditionalEdge,
) -> Option<(BTreeSet<&'g str>, BTreeSet<&'g str>)> {
    let is_one = edge.handles_errors == Some(true)
        && !edge.parallel
        && edge.starved.is_empty()
        && edge.unreturned.is_empty()
        && edge.bypasses.is_empty()
        && edge.only_in.is_empty();
    let (errors, usual) = parted(graph, edge);
    let of = |all: Vec<&'g str>| all.into_iter().collect::<BTreeSet<_>>();
    (is_one && !errors.is_empty() && !usual.is_empty()).then(|| (of(errors), of(usual)))
}

/// The nodes that plain edges start whenever they start this one.
fn beside<'g>(graph: &'g GraphFact, node: &'g str) -> BTreeSet<&'g str> {
    let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::from([node]));
    let mut node = node;
    loop {
        let routed = graph.conditional.iter().any(|edge| edge.targets.iter().any(|to| to == node));
        let mut into = graph.edges.iter().filter(|edge| edge.to == node);
        let (Some(edge), None) = (into.next(), into.next()) else { return found };
        if routed || !edge.only_in.is_empty() || !seen.insert(&edge.from) {
            return found;
        }
        node = &edge.from;
        let plain = |from: &str| {
            let leaving = graph.edges.iter().filter(move |edge| edge.from == from);
            let sure = leaving.filter(|edge| !edge.waits && edge.only_in.is_empty());
            sure.map(|edge| edge.to.as_str()).filter(|to| *to != "END").collect::<Vec<_>>()
        };
        let mut open = plain(node);
        while let Some(next) = open.pop() {
            if !seen.contains(next) && found.insert(next) {
                open.extend(plain(next));
            }
        }
    }
}

/// Whether nothing comes of what runs at a node: it gives no field anything, and lets the run go on.
fn gives_nothing<'r>(
    repository: &Repository<'r>,
    taken: &Taken,
    runs: &[(String, Value<'r>)],
    node: &str,
) -> bool {
    if node == "END" {
        return true;
    }
    let mut ours = runs.iter().filter(|(name, _)| name == node).peekable();
    ours.peek().is_some()
        && ours.all(|one| {
            let Some(runner) = runner(repository, &one.1) else { return false };
            let names = named(runner.function);
            let names: BTreeSet<&str> = names.iter().map(String::as_str).collect();
            let written =
                writes::values(repository, std::iter::once(one), (&names, None), &Failing::none());
            let is_lost = |key: &String| is_lacking(repository, taken, key);
            is_plain(runner.function)
                && is_harmless(runner.function)
                && written.is_some_and(|written| written.found.keys().all(is_lost))
        })
}

/// What a function may name as the key of something.
fn named(function: &Function<'_>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    Stmt::walk_all(&function.body, &mut |part| match &part.kind {
        ExprKind::Attribute(_, name) => names.extend([(*name).to_owned()]),
        ExprKind::Call(call) => {
            names.extend(call.args.iter().filter_map(|arg| match arg.passing {
                Passing::Keyword(key) => Some(key.to_owned()),
                _ => None,
            }));
        }
        _ => names.extend(part.text()),
    });
    names
}

/// Whether a function raises nothing by itself, calls only what changes nothing, and spells out each key that it gives.
fn is_harmless(function: &Function<'_>) -> bool {
    let mut harmless = true;
    let harms = |value: &Expr<'_>| match &value.kind {
        ExprKind::Call(call) => !HARMLESS.contains(&call.callee_name()),
        ExprKind::Dict(pairs) => {
            pairs.iter().any(|(key, _)| key.as_ref().is_some_and(|key| key.text().is_none()))
        }
        ExprKind::Await(_) | ExprKind::Comprehension(_) => true,
        _ => false,
    };
    let is_open = |target: &Expr<'_>| match &target.kind {
        ExprKind::Subscript(_, indices) => indices.iter().any(|index| index.text().is_none()),
        _ => false,
    };
    Stmt::each(&function.body, &mut |stmt| {
        harmless &= matches!(
            stmt.kind,
            StmtKind::Expr(_) | StmtKind::Assign { .. } | StmtKind::If { .. } | StmtKind::Return(_)
        );
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            harmless &= !targets.iter().any(|target| target.any(&is_open));
        }
        harmless &= !stmt.any(&harms);
    });
    harmless
}
