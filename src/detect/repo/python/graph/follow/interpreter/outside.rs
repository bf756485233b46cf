//! Calls of what is defined outside the repository, as far as these call something of its own.

use super::super::values::builtins;
use super::super::values::family;
use super::super::values::making::is_builder;
use super::super::values::value::{Frame, Value};
use super::call::Args;
use super::fuel::lost;
use super::run::Interpreter;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind};

impl<'r> Interpreter<'r, '_> {
    /// Calls what is defined outside the repository.
    pub(in super::super) fn external(
        &mut self,
        name: &str,
        expr: &'r Expr<'r>,
        call: &'r Call<'r>,
        args: &Args<'r>,
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        if is_builder(name) {
            return self.construction(None, expr, (call, args), frame);
        }
        if let Some(value) = self.by_text(name, args, frame) {
            return value;
        }
        if name == "builtins.filter"
            && let [test @ (Value::Lambda(..) | Value::Function(_)), all] =
                args.positions.as_slice()
        {
            return self.filtered(test, all, expr, call, frame);
        }
        // The first of what is begun to be gone through.
        let begins = |first: &Expr<'r>| matches!(&first.kind, ExprKind::Call(call) if call.callee.is_name("iter"));
        if name == "builtins.next" && call.position(0).is_some_and(begins) {
            let elements = args.positions.first().and_then(Value::elements);
            let first = elements.and_then(|elements| elements.into_iter().next());
            return first.filter(|first| !family::is_open(first)).unwrap_or(Value::Unknown);
        }
        // `next((name for name in names if …), END)`: a router may take any of them.
        if name == "builtins.next" && self.routing {
            let elements = args.positions.first().and_then(Value::elements);
            let others = args.positions.get(1).cloned();
            let all = elements.map(|elements| elements.into_iter().chain(others).reduce(Value::or));
            return all.flatten().unwrap_or(Value::Unknown);
        }
        if let (
            "functools.reduce",
            [by @ (Value::Lambda(..) | Value::Function(_)), all, first @ ..],
        ) = (name, args.positions.as_slice())
            && let Some(elements) = all.elements()
            && !elements.iter().any(family::is_open)
        {
            let mut all = first.iter().cloned().chain(elements);
            let Some(mut held) = all.next() else { return Value::Unknown };
            for element in all {
                let args = Args { positions: vec![held, element], ..Args::default() };
                held = self.apply(expr, call, by.clone(), None, args, frame);
            }
            return held;
        }
        if name == "builtins.map"
            && let [Value::Lambda(..) | Value::Function(_), _] = args.positions.as_slice()
        {
            let Some(elements) = args.positions[1].elements() else {
                self.leave_captured(args, frame, &lost(call));
                return Value::Unknown;
            };
            let one = |element: Value<'r>| Args { positions: vec![element], ..Args::default() };
            let values = elements.into_iter().map(|element| {
                self.apply(expr, call, args.positions[0].clone(), None, one(element), frame)
            });
            return Value::List(values.collect());
        }
        if matches!(name, "functools.reduce" | "builtins.getattr") {
            self.leave_given(args, &lost(call));
            self.leave_captured(args, frame, &lost(call));
        }
        let mut args = args.clone();
        for value in &mut args.positions {
            *value = self.gone_through(std::mem::replace(value, Value::Unknown));
        }
        builtins::called(name, &args)
    }

    /// The elements for which a function says yes, where it is known of each.
    fn filtered(
        &mut self,
        test: &Value<'r>,
        all: &Value<'r>,
        expr: &'r Expr<'r>,
        call: &'r Call<'r>,
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        let Some(elements) = all.elements() else { return Value::Unknown };
        let mut kept = Vec::new();
        for element in elements {
            let args = Args { positions: vec![element.clone()], ..Args::default() };
            let holds = self.apply(expr, call, test.clone(), None, args, frame);
            match self.truth(&holds) {
                Some(true) => kept.push(element),
                Some(false) => {}
                None => return Value::Unknown,
            }
        }
        Value::List(kept)
    }
}
