//! What conditions of wiring code are, where the values in them are known.

use super::super::values::family;
use super::super::values::value::{Frame, Value};
use super::run::Interpreter;
use crate::detect::repo::python::names::scope::Binding;
use crate::detect::repo::python::repository::At;
use crate::detect::repo::python::syntax::{Conditional, Expr, ExprKind};
use std::cmp::Ordering;

/// Assignments that are followed to find what a variable depends on.
const STEPS: usize = 4;

impl<'r> Interpreter<'r, '_> {
    /// Whether a value counts as true; `None` where that is not known.
    pub(in super::super) fn truth(&self, value: &Value<'r>) -> Option<bool> {
        let holds = |items: &mut dyn Iterator<Item = &Value<'r>>| {
            let mut items = items.peekable();
            if items.peek().is_none() {
                return Some(false);
            }
            // How many of an unknown thing there are is not known, so there may be none.
            items
                .any(|item| !matches!(item, Value::Unknown) && !family::is_open(item))
                .then_some(true)
        };
        match value {
            Value::Bool(value) => Some(*value),
            Value::None => Some(false),
            // What a router is given for what it asks in vain may be another by the time it is asked for, and lists
            // that it makes stand for all that may be in them.
            _ if self.starving || self.routing => None,
            Value::Number(number) => Some(*number != 0),
            Value::Text(text) if !family::is_marked(text) => Some(!text.is_empty()),
            Value::List(items) | Value::Tuple(items) => holds(&mut items.iter()),
            Value::Dict(pairs) => holds(&mut pairs.iter().map(|(key, _)| key)),
            Value::Function(_) | Value::Lambda(..) | Value::Builder(_) => Some(true),
            Value::Either(values) => {
                let mut all = values.iter().map(|value| self.truth(value));
                let first = all.next()??;
                all.all(|other| other == Some(first)).then_some(first)
            }
            _ => None,
        }
    }

    /// Whether a condition with this value holds. A list that a variable holds may be filled by others who have it, so
    /// that it is empty is known of constants alone.
    pub(in super::super) fn decided(
        &self,
        test: &Expr<'r>,
        value: &Value<'r>,
        frame: &Frame<'r>,
    ) -> Option<bool> {
        let is_empty = match value {
            Value::List(items) => items.is_empty(),
            Value::Dict(pairs) => pairs.is_empty(),
            _ => false,
        };
        let is_own = match test.kind {
            ExprKind::Name(name) => frame.each.contains(&name),
            ExprKind::Attribute(..) | ExprKind::Call(_) => false,
            _ => true,
        };
        self.truth(value).filter(|_| !is_empty || is_own)
    }

    /// Whether a condition asks for what the function is given, so that another caller may have it otherwise.
    pub(in super::super) fn is_given(&self, test: &Expr<'r>, frame: &Frame<'r>) -> bool {
        test.any(&|part| match part.kind {
            ExprKind::Name(name) => {
                !frame.each.contains(&name) && self.depends(name, frame.at, frame, STEPS)
            }
            _ => false,
        })
    }

    fn depends(&self, name: &str, at: At, frame: &Frame<'r>, steps: usize) -> bool {
        let Some(bindings) = self.local(name, at) else { return false };
        let Some(steps) = steps.checked_sub(1) else { return true };
        !bindings.iter().all(|binding| match binding {
            Binding::Value(value) => !value.any(&|part| match part.kind {
                ExprKind::Name(other) => {
                    !frame.each.contains(&other) && self.depends(other, at, frame, steps)
                }
                _ => false,
            }),
            Binding::Import(_) | Binding::Function(_) | Binding::Class(_) => true,
            Binding::With(_) | Binding::Part(..) | Binding::Param(..) | Binding::Changed => false,
        })
    }

    /// What a function binds a name to, or one around it; `None` for names of the module.
    fn local(&self, name: &str, at: At) -> Option<&[Binding<'r>]> {
        let mut here = Some(at.scope);
        while let Some(scope) = here.filter(|scope| *scope != 0) {
            let opened = self.repository.scope(At { scope, ..at });
            if let Some(bindings) = opened.bindings.get(name) {
                return Some(bindings);
            }
            here = opened.parent;
        }
        None
    }

    /// Whether a name is given something once: by whoever calls the function, or where the module is run.
    pub(in super::super) fn is_bound_once(&self, name: &str, at: At) -> bool {
        let top = At { scope: 0, ..at };
        let bindings = match self.local(name, at) {
            Some(bindings) => Some(bindings),
            None => self.repository.scope(top).bindings.get(name).map(Vec::as_slice),
        };
        matches!(bindings, Some([Binding::Param(..) | Binding::Value(_) | Binding::Import(_)]))
    }

    /// Whether a name is a function's own.
    pub(in super::super) fn is_local(&self, name: &str, at: At) -> bool {
        self.local(name, at).is_some()
    }

    /// Whether a condition asks for what each pass of a loop gives anew.
    pub(in super::super) fn varies(&self, test: &Expr<'r>, frame: &Frame<'r>) -> bool {
        test.any(&|part| match part.kind {
            ExprKind::Name(name) => {
                frame.each.contains(&name) || (frame.passed && self.is_local(name, frame.at))
            }
            _ => false,
        })
    }

    /// `left and right`, `left or right`: the right side runs where the left one lets it.
    pub(in super::super) fn logic(
        &mut self,
        operator: &str,
        sides: &'r (Expr<'r>, Expr<'r>),
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        let left = self.eval(&sides.0, frame);
        let known = self.decided(&sides.0, &left, frame);
        if self.starving {
            return left.or(self.eval(&sides.1, frame));
        }
        if known == Some(operator == "or") {
            return left;
        }
        let is_choice = known.is_none() || self.is_given(&sides.0, frame);
        let (around, unsure) = (frame.choices.len(), frame.unsure);
        if is_choice {
            frame.choices.push((frame.at.module, sides.0.span.first, 0));
        }
        frame.unsure |= known.is_none() && self.varies(&sides.0, frame);
        let right = self.eval(&sides.1, frame);
        frame.choices.truncate(around);
        frame.unsure = unsure;
        if known.is_some() { right } else { left.or(right) }
    }

    /// `then if test else otherwise`.
    pub(in super::super) fn choice(
        &mut self,
        choice: &'r Conditional<'r>,
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        if let Some(holds) = self.starved_test(&choice.test, frame) {
            return self.eval(if holds { &choice.then } else { &choice.otherwise }, frame);
        }
        let test = self.eval(&choice.test, frame);
        let known = self.decided(&choice.test, &test, frame);
        if let Some(holds) = known.filter(|_| !self.is_given(&choice.test, frame)) {
            return self.eval(if holds { &choice.then } else { &choice.otherwise }, frame);
        }
        let (around, unsure, dead) = (frame.choices.len(), frame.unsure, frame.dead);
        frame.unsure |= known.is_none() && self.varies(&choice.test, frame);
        let mut side = |value: &'r Expr<'r>, at: usize, frame: &mut Frame<'r>| {
            frame.choices.push((frame.at.module, choice.test.span.first, at));
            frame.dead = dead || known == Some(at == 1);
            let value = self.eval(value, frame);
            frame.choices.truncate(around);
            value
        };
        let then = side(&choice.then, 0, frame);
        let otherwise = side(&choice.otherwise, 1, frame);
        (frame.unsure, frame.dead) = (unsure, dead);
        then.or(otherwise)
    }

    /// A comparison, also of several: `0 < number < 3`.
    pub(in super::super) fn compare(
        &mut self,
        sides: &'r [Expr<'r>],
        operators: &[&str],
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        let values: Vec<_> = sides.iter().map(|side| self.eval(side, frame)).collect();
        if values.len() != operators.len() + 1 {
            return Value::Unknown;
        }
        let mut all = Some(true);
        for (pair, operator) in values.windows(2).zip(operators) {
            match compared(&pair[0], operator, &pair[1], self.starving || self.routing) {
                Some(false) => return Value::Bool(false),
                Some(true) => {}
                None => all = None,
            }
        }
        all.map_or(Value::Unknown, Value::Bool)
    }
}

/// Whether a value is a constant all of which is known.
fn is_known(value: &Value<'_>) -> bool {
    match value {
        Value::Text(text) => !family::is_marked(text),
        Value::Number(_) | Value::Bool(_) | Value::None => true,
        Value::Tuple(items) => items.iter().all(is_known),
        _ => false,
    }
}

/// Whether something is there that is not `None`.
fn is_something(value: &Value<'_>) -> bool {
    matches!(
        value,
        Value::Text(_)
            | Value::Number(_)
            | Value::Bool(_)
            | Value::List(_)
            | Value::Tuple(_)
            | Value::Dict(_)
            | Value::Function(_)
            | Value::Lambda(..)
            | Value::Class(..)
            | Value::Builder(_)
    )
}

fn compared(left: &Value<'_>, operator: &str, right: &Value<'_>, only_equal: bool) -> Option<bool> {
    let both = is_known(left) && is_known(right);
    let nothing =
        matches!((left, right), (Value::None, other) | (other, Value::None) if is_something(other));
    match operator {
        "==" | "is" if both => Some(equal(left, right)),
        "!=" | "is not" if both => Some(!equal(left, right)),
        "==" | "is" if nothing => Some(false),
        "!=" | "is not" if nothing => Some(true),
        "in" => inside(left, right),
        "not in" => inside(left, right).map(|inside| !inside),
        "<" | "<=" | ">" | ">=" if both && !only_equal => {
            let order = ordered(left, right)?;
            Some(match operator {
                "<" => order == Ordering::Less,
                "<=" => order != Ordering::Greater,
                ">" => order == Ordering::Greater,
                _ => order != Ordering::Less,
            })
        }
        _ => None,
    }
}

/// Whether two known values are equal: `True` is 1 to Python.
fn equal(left: &Value<'_>, right: &Value<'_>) -> bool {
    match (left, right) {
        (Value::Bool(flag), Value::Number(number)) | (Value::Number(number), Value::Bool(flag)) => {
            i64::from(*flag) == *number
        }
        _ => left.same(right),
    }
}

fn ordered(left: &Value<'_>, right: &Value<'_>) -> Option<Ordering> {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => Some(left.cmp(right)),
        (Value::Text(left), Value::Text(right)) => Some(left.cmp(right)),
        _ => None,
    }
}

/// Whether a value is in a list, a dictionary or a text.
fn inside(value: &Value<'_>, all: &Value<'_>) -> Option<bool> {
    if !is_known(value) {
        return None;
    }
    let among = |items: &mut dyn Iterator<Item = &Value<'_>>| {
        let mut open = false;
        for item in items {
            if !is_known(item) {
                open = true;
            } else if equal(item, value) {
                return Some(true);
            }
        }
        (!open).then_some(false)
    };
    match (value, all) {
        (_, Value::List(items) | Value::Tuple(items)) => among(&mut items.iter()),
        (_, Value::Dict(pairs)) => among(&mut pairs.iter().map(|(key, _)| key)),
        (Value::Text(part), Value::Text(whole)) if is_known(all) => {
            Some(whole.contains(part.as_str()))
        }
        _ => None,
    }
}
