//! Functions that call one with a graph in it, and wire the graph on or say what it is made of.

use super::super::values::value::Value;
use super::call;
use super::run::Interpreter;
use crate::detect::repo::python::graph::function_root;
use crate::detect::repo::python::graph::shape::facts::is_open;
use crate::detect::repo::python::repository::Origin;
use crate::detect::repo::python::running::sites::Site;
use std::collections::BTreeSet;

/// Functions that are followed because they call one that wires a graph.
const MOST: usize = 256;

/// How often those are followed that call one that was followed before.
const ROUNDS: usize = 3;

/// A function by its module and id.
type Key = (usize, usize);

/// Follows the callers of the functions that make a graph, and of their callers those that wire it on.
pub(in crate::detect::repo::python::graph) fn follow<'r>(
    interpreter: &mut Interpreter<'r, '_>,
    sites: &[Site<'r>],
    done: &BTreeSet<Key>,
) {
    // Whoever calls a function that wires what it is given says what that is.
    let open = interpreter.built.iter().filter(|built| {
        built.steps.iter().any(|step| is_open(&step.wiring))
            || built.runs.iter().any(|(_, runs)| matches!(runs, Value::Unknown))
    });
    let open: BTreeSet<(usize, String)> =
        open.filter_map(|built| Some((built.at.module, built.function.clone()?))).collect();
    let mut followed = BTreeSet::new();
    let mut last: BTreeSet<Key> = done.clone();
    let mut names: Option<BTreeSet<&str>> = None;
    for _ in 0..ROUNDS {
        let (mut next, mut called) = (BTreeSet::new(), BTreeSet::new());
        for site in sites {
            if names.as_ref().is_some_and(|names| !names.contains(site.call.callee_name())) {
                continue;
            }
            let made = || {
                let origins = interpreter.repository.origins(&site.call.callee, site.at);
                origins.into_iter().find_map(|origin| match origin {
                    Origin::Function(at, made) if last.contains(&(at.module, made.id)) => {
                        Some((at.module, made.name.to_owned()))
                    }
                    _ => None,
                })
            };
            let Some(function) = site.function() else {
                if made().is_some() {
                    interpreter.module(site.at.module);
                }
                continue;
            };
            let key = (site.at.module, function.id);
            let module = &interpreter.repository.modules[site.at.module];
            let text = module.text_of(function.span).unwrap_or_default();
            if done.contains(&key) || followed.contains(&key) || followed.len() >= MOST {
                continue;
            }
            let says = |made| text.contains("add_") || open.contains(&made);
            if made().is_some_and(says) && followed.insert(key) {
                next.insert(key);
                called.insert(function.name);
                enter(interpreter, site);
            }
        }
        if next.is_empty() {
            return;
        }
        (last, names) = (next, Some(called));
    }
}

/// Follows the function around a call, as a method where it is one.
fn enter<'r>(interpreter: &mut Interpreter<'r, '_>, site: &Site<'r>) {
    match (site.around.class, site.around.functions.as_slice()) {
        (Some(class), [method]) => {
            let inside = interpreter.repository.inside(site.at, class.id);
            let closure = call::closure(inside, method, Some(class));
            interpreter.root(inside, &closure, None, false);
        }
        (_, functions) => {
            if let Some(function) = functions.last() {
                function_root(interpreter, site, function);
            }
        }
    }
}
