//! What functions are called where nothing else names a node: by their own name, by one that they are given, or by that of
//! what a decorator puts in their place.

use super::super::built::wiring::texts;
use super::super::values::value::{Closure, Frame, Value};
use super::call::Args;
use super::run::Interpreter;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function};
use std::rc::Rc;

impl<'r> Interpreter<'r, '_> {
    /// Gives a function another name: `node.__name__ = f"{persona}_node"`; whether it is a function.
    pub(in super::super) fn renames(
        &mut self,
        object: &'r Expr<'r>,
        name: &Value<'r>,
        frame: &mut Frame<'r>,
    ) -> bool {
        let Value::Function(closure) = self.eval(object, frame) else { return false };
        let called = Some(Rc::new(name.clone()));
        self.assign(object, Value::Function(Closure { called, ..closure }), frame);
        true
    }

    /// Runs what decorates a function: it may wire the function, note it down, or give it another name.
    pub(in super::super) fn decorate(
        &mut self,
        function: &'r Function<'r>,
        mut value: Value<'r>,
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        for decorator in function.decorators.iter().rev() {
            let owner = match &decorator.kind {
                ExprKind::Call(_) | ExprKind::Name(_) => None,
                // `@flow.node`
                ExprKind::Attribute(object, _) => match self.eval(object, frame) {
                    object @ (Value::Object(..) | Value::Record(_)) => Some(object),
                    _ => continue,
                },
                _ => continue,
            };
            if let Value::Function(closure) = self.eval(decorator, frame) {
                let args = Args { positions: vec![value.clone()], ..Args::default() };
                self.trace.calls(frame.at, decorator);
                let made = self.run(&closure, owner, &args, frame);
                self.take_globals(frame);
                value = self.in_place(value, &made, &closure);
            }
        }
        value
    }

    /// A function that is called what stands in its place is called.
    fn in_place(&self, value: Value<'r>, made: &Value<'r>, maker: &Closure<'r>) -> Value<'r> {
        let Value::Function(closure) = value else { return value };
        let names = made.alternatives().into_iter().map(|one| self.name_for(&closure, one, maker));
        let name = names.reduce(Value::or).unwrap_or(Value::Unknown);
        let name =
            if texts(&name).is_some_and(|all| all.len() == 1) { name } else { Value::Unknown };
        let is_its_own = closure.called.is_none()
            && matches!(&name, Value::Text(name) if name == closure.function.name);
        let called = (!is_its_own).then(|| Rc::new(name));
        Value::Function(Closure { called, ..closure })
    }

    fn name_for(&self, closure: &Closure<'r>, made: &Value<'r>, maker: &Closure<'r>) -> Value<'r> {
        match made {
            Value::Function(inner) if std::ptr::eq(inner.function, closure.function) => {
                name_of(inner)
            }
            Value::Function(inner) if inner.called.is_some() => name_of(inner),
            Value::Function(inner) => {
                let text = self.repository.modules[maker.at.module]
                    .text_of(maker.function.span)
                    .unwrap_or_default();
                let wraps =
                    |part: &Expr<'_>| part.last_name().is_some_and(|name| name.contains("wraps"));
                let keeps = inner.function.decorators.iter().any(|one| one.any(&wraps));
                match inner.function.decorators.is_empty() {
                    _ if keeps || text.contains("update_wrapper") => name_of(closure),
                    true if !text.contains("setattr") => name_of(inner),
                    _ => Value::Unknown,
                }
            }
            Value::Lambda(..) => Value::Text("<lambda>".into()),
            Value::Object(..) | Value::Record(_) | Value::Class(..) => Value::Unknown,
            // What gives nothing back is no decorator, and what was not followed mostly keeps the name.
            _ => name_of(closure),
        }
    }
}

/// What a function is called.
pub(in super::super) fn name_of<'r>(closure: &Closure<'r>) -> Value<'r> {
    let own = || Value::Text(closure.function.name.into());
    closure.called.as_deref().cloned().unwrap_or_else(own)
}

/// The node's name when it is named by what runs there.
pub(in super::super) fn named_by(value: &Value<'_>) -> Option<String> {
    match value {
        // What is defined in each branch of an `if` is called the same.
        Value::Either(values) => {
            let mut names = values.iter().map(named_by);
            let first = names.next()??;
            names.all(|name| name.as_ref() == Some(&first)).then_some(first)
        }
        Value::Function(closure) => {
            let mut names = texts(&name_of(closure))?;
            names.pop().filter(|_| names.is_empty())
        }
        Value::Object(_, class) => Some(class.name.into()),
        Value::Tools(name) => Some(name.clone()),
        Value::Record(record) => record.class.map(|(_, class)| class.name.into()),
        // An imported function is called what it is imported as.
        Value::External(name) if !name.starts_with("builtins.") => {
            name.rsplit('.').next().map(str::to_owned)
        }
        _ => None,
    }
}
