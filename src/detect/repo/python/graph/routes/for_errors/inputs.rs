//! Routers that look at nothing but what the caller of the program gives: no failure of a node changes where they lead.

use super::errors::speaks;
use crate::detect::repo::python::graph::follow::values::value::{END, START, Value};
use crate::detect::repo::python::graph::shape::runner::runner;
use crate::detect::repo::python::graph::state::updates::untaken::is_as_written;
use crate::detect::repo::python::graph::state::updates::writes::written;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, StmtKind};
use crate::domain::facts::{ConditionalEdge, GapAbout, GraphFact};
use std::collections::{BTreeMap, BTreeSet};

/// Names outside the router that a condition may use without learning anything else from them.
const KNOWN: &[&str] = &[
    "START",
    "END",
    "bool",
    "len",
    "str",
    "any",
    "all",
    "isinstance",
    "print",
    "logger",
    "logging",
    "log",
];

/// Methods that tell something of a value and ask nothing else.
const TELLING: &[&str] = &[
    "get",
    "strip",
    "lower",
    "upper",
    "startswith",
    "endswith",
    "debug",
    "info",
    "warning",
    "error",
];

/// Marks the routers for errors that look only at what no node writes, or has written yet; these handle no error of a
/// node.
pub(in crate::detect::repo::python::graph) fn mark<'r>(
    repository: &Repository<'r>,
    graph: &mut GraphFact,
    runs: &[(String, Value<'r>)],
    routers: &[(String, Value<'r>)],
) {
    let mut asked: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for (index, edge) in graph.conditional.iter().enumerate() {
        let ours = routers.iter().filter(|(name, _)| *name == edge.router);
        let keys: Option<Vec<_>> = ours.map(|(_, router)| read(repository, router)).collect();
        let keys: BTreeSet<String> = keys.unwrap_or_default().into_iter().flatten().collect();
        if edge.handles_errors == Some(true) && edge.starved.is_empty() && !keys.is_empty() {
            asked.insert(index, keys);
        }
    }
    // Nothing has run before the first edges.
    asked.retain(|index, keys| {
        let edge = &mut graph.conditional[*index];
        let is_later = edge.from != START;
        if !is_later {
            blame(edge, keys);
        }
        is_later
    });
    let all: BTreeSet<&str> = asked.values().flatten().map(String::as_str).collect();
    if all.is_empty() || !is_known(graph, runs) {
        return;
    }
    let state = graph.state_class.as_deref();
    let Some(written) = written(repository, runs, &all, state) else { return };
    for (index, keys) in &asked {
        if keys.is_disjoint(&written) {
            blame(&mut graph.conditional[*index], keys);
        }
    }
}

fn blame(edge: &mut ConditionalEdge, keys: &BTreeSet<String>) {
    edge.handles_errors = Some(false);
    edge.inputs = keys.iter().cloned().collect();
}

/// Whether all nodes are known, with what runs there.
pub(in crate::detect::repo::python::graph) fn is_known(
    graph: &GraphFact,
    runs: &[(String, Value<'_>)],
) -> bool {
    let hides = |about| matches!(about, GapAbout::Anything | GapAbout::Node);
    let is_run = |name: &String| {
        matches!(name.as_str(), START | END) || runs.iter().any(|(node, _)| node == name)
    };
    let plain = graph.edges.iter().flat_map(|edge| [&edge.from, &edge.to]);
    let routed = graph.conditional.iter();
    let routed = routed.flat_map(|edge| edge.targets.iter().chain([&edge.from]));
    let mut nodes = graph.nodes.iter().map(|node| &node.name).chain(plain).chain(routed);
    !graph.unresolved.iter().any(|gap| hides(gap.about)) && nodes.all(is_run)
}

/// The keys that a router reads, where it learns nothing from anything else.
pub(in super::super) fn read<'r>(
    repository: &Repository<'r>,
    router: &Value<'r>,
) -> Option<BTreeSet<String>> {
    let mut looked = Looked::default();
    let is_quiet = if let Value::Lambda(_, lambda) = router {
        looked.known.extend(lambda.params.iter().map(|param| param.name));
        looked.param = lambda.params.first()?.name;
        looked.sees(&lambda.body)
    } else {
        let runner =
            runner(repository, router).filter(|it| is_as_written(repository, it.function))?;
        looked.param = runner.param()?;
        looked.known.insert(looked.param);
        looked.reads(&runner.function.body, 0)
    };
    // What speaks of errors is no input, whoever writes it.
    let is_input = !looked.keys.is_empty() && !looked.keys.iter().any(|key| speaks(key));
    (is_quiet && is_input).then_some(looked.keys)
}

/// What a router was seen to look at.
#[derive(Default)]
pub(in super::super) struct Looked<'r> {
    pub param: &'r str,
    pub known: BTreeSet<&'r str>,
    pub keys: BTreeSet<String>,
}

impl<'r> Looked<'r> {
    /// Whether a block does nothing but choose by what it reads.
    fn reads(&mut self, body: &'r Body<'r>, depth: usize) -> bool {
        depth < 16
            && body.iter().all(|stmt| match &stmt.kind {
                StmtKind::Expr(value) | StmtKind::Return(Some(value)) => self.sees(value),
                StmtKind::Return(None) => true,
                StmtKind::Assign { targets, value: Some(value), .. } => {
                    let is_seen = self.sees(value);
                    let assigned = targets.iter().map(|target| match target.kind {
                        ExprKind::Name(name) if name != self.param => Some(name),
                        _ => None,
                    });
                    let assigned = assigned.collect::<Option<Vec<_>>>();
                    is_seen && assigned.map(|names| self.known.extend(names)).is_some()
                }
                StmtKind::If { branches, otherwise } => {
                    branches
                        .iter()
                        .all(|(test, body)| self.sees(test) && self.reads(body, depth + 1))
                        && self.reads(otherwise, depth + 1)
                }
                _ => false,
            })
    }

    /// Whether a value tells of nothing but what is read by a key; collects the keys.
    pub(in super::super) fn sees(&mut self, value: &'r Expr<'r>) -> bool {
        if let Some(key) = self.key(value) {
            self.keys.insert(key);
            let default = match &value.kind {
                ExprKind::Call(call) => call.position(1),
                _ => None,
            };
            return default.is_none_or(|default| self.sees(default));
        }
        let is_known = match &value.kind {
            // The state as a whole tells of everything.
            ExprKind::Name(name) => {
                *name != self.param && (self.known.contains(name) || KNOWN.contains(name))
            }
            ExprKind::Attribute(_, method) => TELLING.contains(method),
            ExprKind::Call(call) => {
                matches!(call.callee.kind, ExprKind::Name(_) | ExprKind::Attribute(..))
            }
            ExprKind::Lambda(_)
            | ExprKind::Comprehension(_)
            | ExprKind::Await(_)
            | ExprKind::Named(..)
            | ExprKind::Other(_) => false,
            _ => true,
        };
        is_known && value.parts().into_iter().all(|part| self.sees(part))
    }

    /// The key that `state.get("key")` or `state["key"]` reads.
    fn key(&self, value: &Expr<'_>) -> Option<String> {
        value.item_of(|object| object.is_name(self.param))
    }
}
