//! Nodes that are coroutines, in a graph that the program runs by methods alone that take none.

use super::super::follow::built::begun::MODELS;
use super::super::state::updates::untaken::is_plain;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{GraphFact, GraphNode, Lines, Unawaited};

/// Methods that run a graph and no coroutine.
const RUNNING: &[&str] = &["invoke", "stream", "batch"];

/// Methods that run a graph in an event loop.
const WAITING: &[&str] =
    &["ainvoke", "astream", "abatch", "astream_events", "astream_log", "abatch_as_completed"];

/// What runs a graph in an event loop that it is handed.
const SERVERS: &[&str] = &["langserve", "copilotkit", "CopilotKit", "ag_ui", "langgraph_sdk"];

/// What the name of a graph has in it.
const GRAPHS: &[&str] = &["graph", "app", "workflow"];

/// Values and functions that are followed from where a graph is run to where it is built.
const STEPS: usize = 8;

/// Marks the graphs that no event loop can run, with their nodes that need one; a server may run any graph in one.
pub(in crate::detect::repo::python) fn mark(
    repository: &Repository<'_>,
    sites: &[Site<'_>],
    sources: &[Source],
    graphs: &mut [GraphFact],
) {
    let in_a_loop = |source: &Source| {
        let waits = || WAITING.iter().any(|method| source.text().contains(method));
        source.path.ends_with("langgraph.json")
            || (source.path.rsplit('.').next() == Some("ipynb") && waits())
    };
    let is_served =
        sources.iter().any(in_a_loop) || SERVERS.iter().any(|server| repository.texts.hold(server));
    let live = || graphs.iter().filter(|graph| graph.is_in_use());
    let has_one = live().flat_map(|graph| &graph.nodes).any(|node| is_coroutine(repository, node));
    if !has_one || is_served || may_wait(repository) {
        return;
    }
    let starts: Vec<&Site<'_>> = sites
        .iter()
        .filter(|site| {
            RUNNING.contains(&site.call.callee_name())
                && !site.around.dead
                && !site.module(repository).in_tests
        })
        .collect();
    for graph in graphs.iter_mut().filter(|graph| graph.is_in_use()) {
        let runs = |site: &&&Site<'_>| match &site.call.callee.kind {
            ExprKind::Attribute(object, _) => {
                is_graph(repository, object, site.at, &graph.place, STEPS)
            }
            _ => false,
        };
        let Some(start) = starts.iter().find(runs) else { continue };
        let nodes = graph.nodes.iter().filter(|node| is_coroutine(repository, node));
        let nodes: Vec<String> = nodes.map(|node| node.name.clone()).collect();
        graph.unawaited = (!nodes.is_empty()).then(|| Unawaited {
            nodes,
            method: start.call.callee_name().to_owned(),
            place: start.module(repository).place(start.expr.span),
        });
    }
}

/// Whether what runs at a node is a coroutine by its own definition, and is given to the node as it is.
fn is_coroutine(repository: &Repository<'_>, node: &GraphNode) -> bool {
    let Some(runs) = &node.runs else { return false };
    let Some(module) = repository.modules.iter().find(|module| module.path == runs.file) else {
        return false;
    };
    let mut found = false;
    Stmt::each(&module.syntax.body, &mut |stmt| {
        let StmtKind::Function(function) = &stmt.kind else { return };
        if module.place(function.span) != *runs {
            return;
        }
        let given = node.action.as_deref().unwrap_or(&node.name);
        let is_given = given.rsplit('.').next() == Some(function.name);
        let text = module.text_of(function.span).unwrap_or_default();
        found |= is_given && is_waiting(function, text);
    });
    found
}

fn is_waiting(function: &Function<'_>, text: &str) -> bool {
    text.starts_with("async") && !text.contains("yield") && is_plain(function)
}

/// Whether something may run a graph in an event loop, by the name of what it runs.
fn may_wait(repository: &Repository<'_>) -> bool {
    let mut found = false;
    for module in repository.program() {
        if !WAITING.iter().any(|method| module.syntax.mentions.contains_key(method)) {
            continue;
        }
        Stmt::each(&module.syntax.body, &mut |stmt| {
            found |= stmt.any(&|part| {
                matches!(&part.kind, ExprKind::Attribute(object, method)
                        if WAITING.contains(method) && may_be_graph(object))
            });
        });
    }
    found || repository.modules.iter().any(|module| quotes_waiting(module.text))
}

/// Whether a method is named in quotes, and so may be found by its name.
fn quotes_waiting(text: &str) -> bool {
    let quoted = |method: &&str| {
        ['"', '\''].iter().any(|quote| text.contains(&format!("{quote}{method}{quote}")))
    };
    WAITING.iter().any(quoted)
}

/// Whether an object may be a graph, and not a model of language or a chain that leads to one.
fn may_be_graph(object: &Expr<'_>) -> bool {
    let named = |words: &[&str]| {
        object.any(&|part| {
            let Some(name) = part.last_name() else {
                return false;
            };
            let name = name.to_lowercase();
            words.iter().any(|word| name.contains(word))
        })
    };
    let is_chain = matches!(object.kind, ExprKind::Binary("|", _));
    named(GRAPHS) || !(is_chain || named(MODELS))
}

/// Whether a value is the graph that is constructed at a place, by all that is known of it.
fn is_graph<'r>(
    repository: &Repository<'r>,
    value: &'r Expr<'r>,
    at: At,
    place: &Lines,
    steps: usize,
) -> bool {
    let Some(steps) = steps.checked_sub(1) else { return false };
    let here = |span| repository.modules[at.module].place(span);
    let ExprKind::Call(call) = &value.kind else {
        return match repository.origins(value, at).as_slice() {
            [Origin::Value(at, inner)] if !std::ptr::eq(*inner, value) => {
                is_graph(repository, inner, *at, place, steps)
            }
            _ => false,
        };
    };
    if here(value.span) == *place {
        return true;
    }
    match repository.origins(&call.callee, at).as_slice() {
        [Origin::Function(at, function)] => gives(repository, (*at, function), place, steps),
        _ => match &call.callee.kind {
            ExprKind::Attribute(object, "compile" | "with_config") => {
                is_graph(repository, object, at, place, steps)
            }
            _ => false,
        },
    }
}

/// Whether what a function returns is the graph.
fn gives<'r>(
    repository: &Repository<'r>,
    (at, function): (At, &'r Function<'r>),
    place: &Lines,
    steps: usize,
) -> bool {
    let inside = repository.inside(at, function.id);
    let mut returned = Vec::new();
    Stmt::each_returned(&function.body, &mut |value| {
        returned.push(value);
    });
    !returned.is_empty()
        && returned.into_iter().all(|value| is_graph(repository, value, inside, place, steps))
}
