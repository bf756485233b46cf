//! Ways of a path map that its router never takes, because it returns no key that stands for them.

use super::super::follow::built::wiring::texts;
use super::super::follow::values::family;
use super::super::follow::values::value::{END, Value};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Span, Stmt, StmtKind};
use crate::domain::facts::ConditionalEdge;
use std::collections::BTreeSet;

/// What stands in a path map in vain.
#[derive(Default)]
pub(super) struct Unreturned {
    /// The keys that are never returned.
    pub keys: Vec<String>,
    /// The targets that no other key stands for.
    pub targets: Vec<String>,
}

impl Unreturned {
    /// What of a path map the router never takes that returns nothing but `names`.
    pub(super) fn of<'r>(
        repository: &Repository<'r>,
        path: &Value<'r>,
        pairs: &[(Value<'r>, Value<'r>)],
        names: &[String],
    ) -> Self {
        let Some(bodies) = bodies(repository, path) else { return Self::default() };
        // A text that stands in the router may be returned on a way that was not followed.
        let is_written = |key: &String| {
            let quoted = [format!("\"{key}\""), format!("'{key}'")];
            bodies.iter().any(|body| quoted.iter().any(|text| body.contains(text)))
        };
        let is_returned = |key: &String| names.contains(key) || is_written(key);
        let (mut found, mut taken) = (Self::default(), names.to_vec());
        for (key, target) in pairs {
            let Some(keys) = texts(key).filter(|keys| !keys.is_empty()) else {
                return Self::default();
            };
            let targets = texts(target).unwrap_or_default();
            if keys.iter().any(is_returned) {
                taken.extend(targets);
            } else {
                found.keys.extend(keys);
                found.targets.extend(targets);
            }
        }
        found.keys.retain(|key| !taken.contains(key));
        found.targets.retain(|target| !taken.contains(target));
        found.targets.sort();
        found.targets.dedup();
        found
    }
}

/// What a router returns and its path map has no key for: `LangGraph` looks each up there, and fails (`KeyError`).
#[derive(Default)]
pub(super) struct Unmapped {
    /// What is returned so, and written where it is.
    pub keys: Vec<String>,
    /// Whether nothing else is ever returned.
    pub all: bool,
}

impl Unmapped {
    /// What of `names`, which are all that the router can return, a path map with these keys has no way for.
    pub(super) fn of<'r>(
        repository: &Repository<'r>,
        path: &Value<'r>,
        keys: Option<Vec<String>>,
        (returned, names): (&[Value<'r>], &[String]),
    ) -> Self {
        let Some(keys) = keys.filter(|keys| !keys.is_empty()) else { return Self::default() };
        let Some(bodies) = bodies(repository, path) else { return Self::default() };
        // What is sent to a node goes past the map.
        if !returned.iter().all(is_name) || names.iter().any(|name| family::is_marked(name)) {
            return Self::default();
        }
        let all = !names.iter().any(|name| keys.contains(name));
        let is_written = |name: &String| {
            let quoted = [format!("\"{name}\""), format!("'{name}'")];
            bodies.iter().any(|body| {
                quoted.iter().any(|text| body.contains(text))
                    || (name == END && body.contains("END"))
            })
        };
        let lacked = names.iter().filter(|name| !keys.contains(name) && (all || is_written(name)));
        let keys: BTreeSet<&String> = lacked.collect();
        Self { keys: keys.into_iter().cloned().collect(), all }
    }
}

/// Leaves out what a router has no way for at one node and one at another: which of them ran may be what it goes by.
pub(in super::super) fn leave_to_others(edges: &mut [ConditionalEdge]) {
    let known: Vec<(String, String, Vec<String>)> = edges
        .iter()
        .map(|edge| (edge.router.clone(), edge.from.clone(), edge.unmapped.clone()))
        .collect();
    for edge in edges.iter_mut().filter(|edge| !edge.astray) {
        let (router, from) = (&edge.router, &edge.from);
        let others = known.iter().filter(|(other, node, _)| other == router && node != from);
        let others: Vec<&Vec<String>> = others.map(|(_, _, unmapped)| unmapped).collect();
        edge.unmapped.retain(|key| others.iter().all(|unmapped| unmapped.contains(key)));
    }
}

/// Whether a router's result is a name, or a list of names.
fn is_name(value: &Value<'_>) -> bool {
    match value {
        Value::Text(_) => true,
        Value::List(items) | Value::Tuple(items) => {
            !items.is_empty() && items.iter().all(|item| matches!(item, Value::Text(_)))
        }
        Value::Either(values) => values.iter().all(is_name),
        _ => false,
    }
}

/// The keys of a path map, of which a list has each name stand for itself; `None` where one is not known.
pub(super) fn keys_of(map: &Value<'_>) -> Option<Vec<String>> {
    let known = |keys: Vec<Option<Vec<String>>>| {
        let keys: Option<Vec<Vec<String>>> = keys.into_iter().collect();
        keys.map(|keys| keys.concat())
    };
    match map {
        Value::Dict(pairs) => known(pairs.iter().map(|(key, _)| texts(key)).collect()),
        map => known(map.elements()?.iter().map(texts).collect()),
    }
}

/// The texts of the functions that run as routers, without what is only remarked there; `None` where something around
/// them may return more.
fn bodies<'r>(repository: &Repository<'r>, path: &Value<'r>) -> Option<Vec<String>> {
    let text = |module: usize, span: Span| repository.modules[module].text_of(span);
    let bodies = path.alternatives().into_iter().map(|router| match router {
        Value::Function(closure) if closure.function.decorators.is_empty() => {
            let whole = text(closure.at.module, closure.function.span)?;
            let start = closure.function.span.start;
            let (mut said, mut done) = (String::with_capacity(whole.len()), 0);
            Stmt::each_own(&closure.function.body, &mut |stmt| {
                if matches!(&stmt.kind, StmtKind::Expr(value) if value.text().is_some()) {
                    let (from, to) = (stmt.span.start - start, stmt.span.end - start);
                    said.push_str(whole.get(done..from).unwrap_or_default());
                    done = to;
                }
            });
            said.push_str(whole.get(done..).unwrap_or_default());
            let lines = said.lines().filter(|line| !line.trim_start().starts_with('#'));
            Some(lines.collect::<Vec<_>>().join("\n"))
        }
        Value::Lambda(at, lambda) => text(at.module, lambda.body.span).map(str::to_owned),
        _ => None,
    });
    bodies.collect()
}
