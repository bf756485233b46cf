//! What is done to the nodes and edges of a graph without its methods: `graph.nodes.pop("a")`, `graph.edges = …`.

use super::super::values::value::{Frame, Value};
use super::fuel::add_gap;
use super::run::Interpreter;
use crate::detect::repo::python::syntax::{Expr, ExprKind};

/// What a graph holds its nodes and edges in.
const PARTS: [&str; 4] = ["nodes", "edges", "branches", "waiting_edges"];

/// Methods that change a set or a dictionary.
pub(super) const CHANGING: [&str; 10] = [
    "add",
    "clear",
    "difference_update",
    "discard",
    "intersection_update",
    "pop",
    "popitem",
    "remove",
    "setdefault",
    "update",
];

/// Why more or less may be there.
const GAP: &str = "its nodes or edges are changed without its methods";

impl<'r> Interpreter<'r, '_> {
    /// Says of a graph that more or less may be there, where `part` is one of what it holds its nodes and edges in.
    pub(in super::super) fn touch(&mut self, part: &'r Expr<'r>, frame: &mut Frame<'r>) {
        let ExprKind::Attribute(object, name) = &part.kind else { return };
        if PARTS.contains(name)
            && let Value::Builder(graph) = self.eval(object, frame)
        {
            add_gap(&mut self.built[graph], GAP);
        }
    }
}
