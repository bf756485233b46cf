//! What `super()` means, and whose methods its bases run.

use super::super::interpreter::run::Interpreter;
use super::value::{Frame, Value};
use crate::detect::repo::python::repository::At;
use crate::detect::repo::python::syntax::{Class, Expr, ExprKind};

/// Bases that are looked at, one above the other.
const GENERATIONS: usize = 8;

impl<'r> Interpreter<'r, '_> {
    /// What `super()` means: the first base that the repository defines.
    pub(in super::super) fn parent(&mut self, frame: &mut Frame<'r>) -> Value<'r> {
        let Some(class) = frame.owner else { return Value::Unknown };
        if let Some(next) = self.next(class, frame) {
            return next;
        }
        for base in &class.bases {
            let base = self.eval(&base.value, &mut Frame::new(At { scope: 0, ..frame.at }));
            if let Value::Class(at, class) = base {
                return Value::Object(at, class);
            }
        }
        Value::Unknown
    }

    /// What comes behind a class among the bases of the object whose method runs: `class App(Cached, Loaded)`.
    fn next(&mut self, class: &'r Class<'r>, frame: &Frame<'r>) -> Option<Value<'r>> {
        let Value::Object(at, own) = own(frame)? else { return None };
        let mut order = Vec::new();
        self.in_order((at, own), GENERATIONS, &mut order);
        let place = order.iter().position(|(_, one)| std::ptr::eq(*one, class))?;
        order.get(place + 1).map(|(at, class)| Value::Object(*at, class))
    }

    /// Lists a class and its bases as methods are looked for in them: what several share comes behind all of these.
    fn in_order(
        &mut self,
        (at, class): (At, &'r Class<'r>),
        generations: usize,
        order: &mut Vec<(At, &'r Class<'r>)>,
    ) {
        let Some(generations) = generations.checked_sub(1) else { return };
        order.retain(|(_, one)| !std::ptr::eq(*one, class));
        order.push((at, class));
        for base in &class.bases {
            let base = self.eval(&base.value, &mut Frame::new(at));
            if let Value::Class(at, base) = base {
                self.in_order((at, base), generations, order);
            }
        }
    }
}

/// Whether a value is `super()`.
pub(in super::super) fn is_super(value: &Expr<'_>) -> bool {
    matches!(&value.kind, ExprKind::Call(call)
        if call.callee.is_name("super"))
}

/// The object whose method runs.
pub(in super::super) fn own<'r>(frame: &Frame<'r>) -> Option<Value<'r>> {
    let this = frame.function?.params.first()?;
    let value = frame.variables.get(this.name)?;
    matches!(value, Value::Object(..) | Value::Record(_)).then(|| value.clone())
}
