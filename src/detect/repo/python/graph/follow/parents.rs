//! What `super()` means, and whose methods its bases run.

use super::run::Interpreter;
use super::value::{Frame, Value};
use crate::detect::repo::python::repository::At;
use crate::detect::repo::python::syntax::{Expr, ExprKind};

impl<'r> Interpreter<'r, '_> {
    /// What `super()` means: the first base that the repository defines.
    pub(super) fn parent(&mut self, frame: &mut Frame<'r>) -> Value<'r> {
        let Some(class) = frame.owner else { return Value::Unknown };
        for base in &class.bases {
            let base = self.eval(&base.value, &mut Frame::new(At { scope: 0, ..frame.at }));
            if let Value::Class(at, class) = base {
                return Value::Object(at, class);
            }
        }
        Value::Unknown
    }
}

/// Whether a value is `super()`.
pub(super) fn is_super(value: &Expr<'_>) -> bool {
    matches!(&value.kind, ExprKind::Call(call)
        if matches!(call.callee.kind, ExprKind::Name("super")))
}

/// The object whose method runs.
pub(super) fn own<'r>(frame: &Frame<'r>) -> Option<Value<'r>> {
    let this = frame.function?.params.first()?;
    let value = frame.variables.get(this.name)?;
    matches!(value, Value::Object(..) | Value::Record(_)).then(|| value.clone())
}
