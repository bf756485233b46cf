//! Keys that nodes of one step return for a field that `operator.ior` merges: of two that give the same key, the list of
//! one takes the place of the other's.

use super::clash::at_once;
use super::untaken::is_as_written;
use super::whole::of_state;
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::shape::runner::{Runner, runner};
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Span, Stmt, StmtKind};
use crate::domain::facts::{GraphFact, Lines, ReducerFact, ReducerKind, Replaced};
use std::collections::{BTreeMap, BTreeSet};

/// What runs, or decides, by its name.
type Named<'n, 'r> = &'n [(String, Value<'r>)];

/// Lists, for each field, the first key that nodes which start in one step may give side by side.
pub(in crate::detect::repo::python::graph) fn replaced<'r>(
    repository: &Repository<'r>,
    graph: &GraphFact,
    (runs, routers): (Named<'_, 'r>, Named<'_, 'r>),
    reducers: &[ReducerFact],
) -> Vec<Replaced> {
    let by_key = of_state(graph, reducers).filter(|fact| fact.kind == ReducerKind::OperatorIor);
    let fields: BTreeSet<&str> = by_key.map(|fact| fact.field.as_str()).collect();
    if fields.is_empty() {
        return Vec::new();
    }
    let plain = graph.edges.iter().map(|edge| &edge.from);
    let sources: BTreeSet<&String> =
        plain.chain(graph.conditional.iter().map(|edge| &edge.from)).collect();
    let steps: Vec<BTreeSet<&str>> =
        sources.into_iter().map(|from| at_once(repository, graph, from, routers)).collect();
    let mut found = Vec::new();
    for field in fields {
        let given = steps.iter().find_map(|nodes| {
            let mut by: BTreeMap<String, Vec<(&str, Lines)>> = BTreeMap::new();
            for (node, value) in runs.iter().filter(|(node, _)| nodes.contains(node.as_str())) {
                let Some(runner) = runner(repository, value) else { continue };
                if !is_as_written(repository, runner.function) {
                    continue;
                }
                let module = &repository.modules[runner.at.module];
                for (key, span) in keys(repository, &runner, field) {
                    let nodes = by.entry(key).or_default();
                    if nodes.iter().all(|(known, _)| known != node) {
                        nodes.push((node, module.place(span)));
                    }
                }
            }
            by.into_iter().find(|(_, nodes)| nodes.len() > 1)
        });
        found.extend(given.map(|(key, mut nodes)| {
            nodes.sort();
            let (nodes, places) =
                nodes.into_iter().map(|(node, place)| (node.to_owned(), place)).unzip();
            Replaced { field: field.to_owned(), key, nodes, places }
        }));
    }
    found
}

/// The keys that are spelled out in what a function returns for a field, each with its first place.
fn keys<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    field: &str,
) -> BTreeMap<String, Span> {
    let function = runner.function;
    let at = repository.inside(runner.at, function.id);
    let mut keys = Keys { repository, at, found: BTreeMap::new() };
    Stmt::each_own(&function.body, &mut |stmt| {
        let StmtKind::Return(Some(Expr { kind: ExprKind::Dict(pairs), .. })) = &stmt.kind else {
            return;
        };
        for (key, value) in pairs {
            if key.as_ref().and_then(Expr::text).as_deref() != Some(field) {
                continue;
            }
            match value.kind {
                ExprKind::Name(name) => keys.held(function, name),
                _ => keys.spelled(value),
            }
        }
    });
    keys.found
}

struct Keys<'k, 'r> {
    repository: &'k Repository<'r>,
    at: At,
    found: BTreeMap<String, Span>,
}

impl<'r> Keys<'_, 'r> {
    /// The keys of a dictionary that is written there.
    fn spelled(&mut self, value: &'r Expr<'r>) {
        let ExprKind::Dict(pairs) = &value.kind else { return };
        for key in pairs.iter().filter_map(|(key, _)| key.as_ref()) {
            self.add(key, key.span);
        }
    }

    fn add(&mut self, key: &'r Expr<'r>, span: Span) {
        if let Some(text) = self.text(key) {
            self.found.entry(text).or_insert(span);
        }
    }

    /// The text of a key, also of one that a name stands for which only ever holds that: `KEY`, `Dimension.GIT.value`.
    fn text(&self, key: &'r Expr<'r>) -> Option<String> {
        let is_module = |object: &'r Expr<'r>| {
            let origins = self.repository.origins(object, self.at);
            matches!(origins.as_slice(), [Origin::Module(_)])
        };
        let named = match &key.kind {
            ExprKind::Name(_) => key,
            ExprKind::Attribute(member, "value") => member,
            // A member of an enumeration is no text by itself.
            ExprKind::Attribute(object, _) if is_module(object) => key,
            _ => return key.text(),
        };
        match self.repository.origins(named, self.at).as_slice() {
            [Origin::Value(_, value)] => value.text(),
            _ => None,
        }
    }

    /// The keys of a dictionary that a variable holds, where it is given them.
    fn held(&mut self, function: &'r Function<'r>, name: &str) {
        let is_it = |value: &Expr<'_>| value.is_name(name);
        Stmt::each_own(&function.body, &mut |stmt| {
            let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
            for target in targets {
                match &target.kind {
                    ExprKind::Name(own) if *own == name => self.spelled(value),
                    ExprKind::Subscript(object, keys) if is_it(object) => {
                        if let Some(key) = keys.first() {
                            self.add(key, target.span);
                        }
                    }
                    _ => {}
                }
            }
        });
    }
}
