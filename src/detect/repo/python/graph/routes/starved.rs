//! Routers that ask for what the state has no field for: what they take then, and what they never take.

use super::super::follow::interpreter::run::Interpreter;
use super::super::follow::values::value::{Built, Frame, Value};
use super::super::state::reads::attributes::is_dictionary;
use super::super::state::reads::unfed::{is_indirect, read_by};
use super::super::state::updates::taken::taken;
use super::super::state::updates::untaken::{is_lacking, returned};
use super::replies::gives;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Span};
use std::cell::LazyCell;
use std::collections::BTreeSet;

/// Places, as module and span, at which routers read what no field of any of their graphs is there for.
pub(in super::super) type Starved = BTreeSet<(usize, Span)>;

/// What routers read in vain; nothing where another graph may feed it to the same router.
pub(in super::super) fn reads<'r>(repository: &Repository<'r>, built: &[Built<'r>]) -> Starved {
    let (mut vain, mut fed) = (Starved::new(), Starved::new());
    if is_indirect(repository) {
        return vain;
    }
    for graph in built {
        let taken = taken(repository, graph);
        let is_dictionary = is_dictionary(repository, graph);
        let replied = LazyCell::new(|| returned(repository, graph, &taken));
        for (written, runs) in &graph.routers {
            let read = read_by(repository, runs).into_iter();
            for read in read.filter(|read| read.own || !read.attribute) {
                let is_vain = (is_dictionary && read.attribute)
                    || (is_lacking(repository, &taken, &read.key)
                        && !gives(repository, graph, (written, runs), &read.key, &replied));
                let side = if is_vain { &mut vain } else { &mut fed };
                side.insert((read.module, read.span));
            }
        }
    }
    vain.retain(|read| !fed.contains(read));
    vain
}

impl<'r> Interpreter<'r, '_> {
    /// Whether a router reads something in vain.
    pub(super) fn is_starved(&self, router: &Value<'r>) -> bool {
        let inside = |module: usize, around: Span| {
            self.starved.iter().any(|(other, read)| *other == module && around.holds(*read))
        };
        router.alternatives().into_iter().any(|router| match router {
            Value::Function(closure) => inside(closure.at.module, closure.function.span),
            Value::Lambda(at, lambda) => inside(at.module, lambda.body.span),
            _ => false,
        })
    }

    /// What `state.get("key")` gives where the state has no such field: what the call names for that, or nothing.
    pub(in super::super) fn given_nothing(
        &mut self,
        value: &'r Expr<'r>,
        frame: &mut Frame<'r>,
    ) -> Option<Value<'r>> {
        let ExprKind::Call(call) = &value.kind else { return None };
        if !self.starving || !self.starved.contains(&(frame.at.module, value.span)) {
            return None;
        }
        let at = if call.callee.is_name("getattr") { 2 } else { 1 };
        let default = call.position(at).map_or(Value::None, |default| self.eval(default, frame));
        // What is empty and can be filled is asked for like nothing.
        let is_empty = match &default {
            Value::List(items) | Value::Tuple(items) => items.is_empty(),
            Value::Dict(pairs) => pairs.is_empty(),
            _ => false,
        };
        Some(if is_empty { Value::None } else { default })
    }

    /// What a condition is where a router is given nothing for what it asks.
    pub(in super::super) fn starved_test(
        &mut self,
        test: &'r Expr<'r>,
        frame: &mut Frame<'r>,
    ) -> Option<bool> {
        if !self.starving {
            return None;
        }
        match &test.kind {
            ExprKind::Not(inner) => self.starved_test(inner, frame).map(|holds| !holds),
            ExprKind::Logic(operator, sides) => {
                let one = self.starved_test(&sides.0, frame);
                let other = self.starved_test(&sides.1, frame);
                let decides = *operator == "or";
                match (one, other) {
                    (Some(one), Some(other)) if decides => Some(one || other),
                    (Some(one), Some(other)) => Some(one && other),
                    (Some(one), None) | (None, Some(one)) if one == decides => Some(one),
                    _ => None,
                }
            }
            _ => {
                // Elsewhere a number or a text may be another by the time it is asked for.
                let is_read = self.starved.contains(&(frame.at.module, test.span));
                match self.eval(test, frame) {
                    Value::Bool(value) => Some(value),
                    Value::None => Some(false),
                    Value::Number(number) if is_read => Some(number != 0),
                    Value::Text(default) if is_read => Some(!default.is_empty()),
                    _ => None,
                }
            }
        }
    }
}
