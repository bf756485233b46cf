//! Graphs of the repository's own subclasses of `LangGraph`'s: what these define takes the place of what `LangGraph` has.

use super::super::interpreter::call::Args;
use super::super::interpreter::run::Interpreter;
use super::making::is_builder;
use super::value::{Closure, Frame, Value};
use crate::detect::repo::python::repository::At;
use crate::detect::repo::python::syntax::{Call, Class, Expr};
use std::rc::Rc;

/// Bases that are looked through for a method.
const GENERATIONS: usize = 8;

impl<'r> Interpreter<'r, '_> {
    /// Whether the objects of a class are graphs of `LangGraph`'s.
    pub(in super::super) fn makes_graphs(&mut self, class: &Value<'r>, generations: usize) -> bool {
        let Some(generations) = generations.checked_sub(1) else { return false };
        match class {
            Value::External(name) => is_builder(name),
            Value::Class(at, class) => class.bases.iter().any(|base| {
                let base = self.eval(&base.value, &mut Frame::new(*at));
                self.makes_graphs(&base, generations)
            }),
            _ => false,
        }
    }

    /// Makes a graph of such a class, and runs the constructor that the class has.
    pub(in super::super) fn subclassed(
        &mut self,
        (at, class): (At, &'r Class<'r>),
        expr: &'r Expr<'r>,
        (call, args): (&'r Call<'r>, &Args<'r>),
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        let made = self.construction(Some((at, class)), expr, (call, args), frame);
        let constructor = self.class_member(at, class, "__init__", GENERATIONS);
        if let Value::Function(closure) = constructor {
            self.trace.calls(frame.at, expr);
            self.run(&closure, Some(made.clone()), args, frame);
        }
        made
    }

    /// An attribute of a graph: its class's own, or a method of `LangGraph`'s.
    pub(in super::super) fn of_graph(&mut self, graph: usize, name: &'r str) -> Value<'r> {
        let Some((at, class)) = self.built[graph].class else { return Value::Method(graph, name) };
        if let Some(value) = self.attributes.get(&(at.module, class.id, name)) {
            return value.clone();
        }
        match self.class_member(at, class, name, GENERATIONS) {
            Value::Unknown => Value::Method(graph, name),
            Value::Function(closure) => {
                Value::Function(Closure { of: Some(Rc::new(Value::Builder(graph))), ..closure })
            }
            value => value,
        }
    }

    /// Calls what a base has by this name for the graph whose method runs: `super().add_node(…)`.
    pub(in super::super) fn by_base(
        &mut self,
        graph: usize,
        name: &'r str,
        expr: &'r Expr<'r>,
        call: &'r Call<'r>,
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        let args = self.args(call, frame);
        if let Value::Object(at, base) = self.parent(frame)
            && let Value::Function(closure) = self.class_member(at, base, name, GENERATIONS)
        {
            return self.run(&closure, Some(Value::Builder(graph)), &args, frame);
        }
        if name != "__init__" {
            return self.wire(graph, name, expr, call, &args, frame);
        }
        let state = call.argument(0, "state_schema");
        let module = &self.repository.modules[frame.at.module];
        let built = &mut self.built[graph];
        if let Some(schema) = args.get(0, "state_schema") {
            built.schema = schema.clone();
            let written = state.map(|state| module.written(state.span, 120));
            built.state = built.state.take().or(written);
        }
        Value::None
    }
}

/// The graph whose method runs.
pub(in super::super) fn own_graph(frame: &Frame<'_>) -> Option<usize> {
    let this = frame.function?.params.first()?;
    match frame.variables.get(this.name)? {
        Value::Builder(graph) => Some(*graph),
        _ => None,
    }
}
