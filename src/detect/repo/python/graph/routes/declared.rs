//! Where a router can go by the annotation of what it returns: `-> Literal["a", "b"]`.

use super::super::follow::built::wiring::texts;
use super::super::follow::interpreter::run::Interpreter;
use super::super::follow::values::value::{Frame, Value};
use crate::detect::repo::python::repository::{At, Origin};
use crate::detect::repo::python::syntax::{Expr, ExprKind};

/// Names that an annotation gives.
#[derive(Default)]
pub(super) struct Declared {
    pub names: Vec<String>,
    /// Whether it allows for more than these, such as what is sent.
    pub more: bool,
}

impl Declared {
    fn and(mut self, other: Self) -> Self {
        self.names.extend(other.names);
        Self { names: self.names, more: self.more || other.more }
    }
}

impl<'r> Interpreter<'r, '_> {
    /// The targets that the router's annotation declares.
    pub(super) fn declared(&mut self, path: &Value<'r>) -> Option<Declared> {
        let called = match path {
            Value::Object(..) | Value::Record(_) => self.attribute(path, "__call__"),
            _ => path.clone(),
        };
        let Value::Function(closure) = called else { return None };
        self.annotated(closure.function.returns.as_ref()?, closure.at)
    }

    /// The texts in `Literal[…]`, also inside `list[Literal[…]]` and behind an alias.
    pub(super) fn literals(&mut self, annotation: &'r Expr<'r>, at: At) -> Option<Vec<String>> {
        self.annotated(annotation, at).filter(|found| !found.more).map(|found| found.names)
    }

    fn annotated(&mut self, annotation: &'r Expr<'r>, at: At) -> Option<Declared> {
        match &annotation.kind {
            ExprKind::Subscript(value, indices) => {
                let last = value.last_name()?;
                match last {
                    "Literal" => {
                        let mut names = Vec::new();
                        for index in indices {
                            let value = self.eval(index, &mut Frame::new(at));
                            names.extend(texts(&value)?);
                        }
                        Some(Declared { names, more: false })
                    }
                    "List" | "list" | "Sequence" | "Optional" => {
                        self.annotated(indices.first()?, at)
                    }
                    "Union" => self.any_of(indices, at),
                    _ => None,
                }
            }
            ExprKind::Binary("|", sides) => self.any_of([&sides.0, &sides.1], at),
            ExprKind::Str(_) => spelled(&annotation.text()?),
            ExprKind::Name(_) => self.repository.origins(annotation, at).into_iter().find_map(
                |origin| match origin {
                    Origin::Value(at, value) if !std::ptr::eq(value, annotation) => {
                        matches!(value.kind, ExprKind::Subscript(..) | ExprKind::Binary("|", _))
                            .then(|| self.annotated(value, at))
                            .flatten()
                    }
                    _ => None,
                },
            ),
            _ => None,
        }
    }

    /// What several annotations give together; nothing where none of them gives a name.
    fn any_of(
        &mut self,
        sides: impl IntoIterator<Item = &'r Expr<'r>>,
        at: At,
    ) -> Option<Declared> {
        let sides = sides.into_iter().filter(|side| !matches!(side.kind, ExprKind::None));
        let more = || Declared { names: Vec::new(), more: true };
        let all = sides.map(|side| self.annotated(side, at).unwrap_or_else(more));
        let all = all.fold(Declared::default(), Declared::and);
        (!all.names.is_empty()).then_some(all)
    }
}

/// The texts of an annotation in quotes: `"Literal['a', 'b']"`.
fn spelled(annotation: &str) -> Option<Declared> {
    let inner = annotation.trim().strip_prefix("Literal[")?.strip_suffix(']')?;
    let quoted = |part: &str| {
        let part = part.trim();
        let quote = part.chars().next().filter(|first| matches!(first, '\'' | '"'))?;
        let text = part.strip_prefix(quote)?.strip_suffix(quote)?;
        (!text.contains(['\'', '"', '\\'])).then(|| text.to_owned())
    };
    let names = inner.split(',').map(quoted).collect::<Option<Vec<_>>>()?;
    Some(Declared { names, more: false })
}
