//! What is wired in vain: the nodes of graphs that no way leads to.

use crate::detect::repo::python::graph::shape::lost::idle;
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::{GraphFact, GraphNode, Lines};
use std::collections::BTreeSet;

/// Where nodes are added that never run, and the functions at them.
#[derive(Default)]
pub(super) struct Vain {
    added: Vec<Lines>,
    functions: Vec<Lines>,
    names: BTreeSet<String>,
}

impl Vain {
    pub(super) fn of(graphs: &[GraphFact]) -> Self {
        let (mut vain, mut used) = (Self::default(), Self::default());
        for graph in graphs {
            let idle = idle(graph);
            for node in &graph.nodes {
                let into = if graph.live && idle.contains(node.name.as_str()) {
                    &mut vain
                } else {
                    &mut used
                };
                into.add(node);
            }
        }
        vain.added.retain(|place| !used.added.iter().any(|other| meets(place, other)));
        vain.functions.retain(|place| !used.functions.contains(place));
        vain
    }

    fn add(&mut self, node: &GraphNode) {
        self.added.push(node.place.clone());
        self.functions.extend(node.runs.clone());
        self.names.insert(node.name.clone());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    /// Whether a node that never runs is called so.
    pub(super) fn is_node(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether a function runs at such nodes, and at no others.
    pub(super) fn runs(&self, module: &Module<'_>, function: &Function<'_>) -> bool {
        !self.is_empty() && self.functions.contains(&module.place(function.span))
    }

    /// Whether all that a statement does with a function is to wire it in vain, or to call it by another name:
    /// `look.name = "look"`.
    pub(super) fn wires(&self, module: &Module<'_>, stmt: &Stmt<'_>) -> bool {
        if self.added.is_empty() {
            return false;
        }
        match &stmt.kind {
            StmtKind::Expr(_) => self.added.contains(&module.place(stmt.span)),
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let is_named = |target: &Expr<'_>| {
                    matches!(&target.kind, ExprKind::Attribute(object, "name" | "__name__")
                        if matches!(object.kind, ExprKind::Name(_)))
                };
                targets.iter().all(is_named) && value.text().is_some()
            }
            _ => false,
        }
    }
}

/// Whether lines of one place are lines of the other.
fn meets(one: &Lines, other: &Lines) -> bool {
    one.file == other.file && one.line <= other.end_line && other.line <= one.end_line
}
