//! Enumerations: their members are taken for the values that they stand for.

use super::super::interpreter::run::Interpreter;
use super::value::{Frame, Value};
use crate::detect::repo::python::repository::At;
use crate::detect::repo::python::syntax::{Class, Expr, ExprKind, StmtKind};

/// Generations of bases that are looked through.
const GENERATIONS: usize = 4;

impl<'r> Interpreter<'r, '_> {
    /// What is gone through where a value is: the members of an enumeration, in their order.
    pub(in super::super) fn gone_through(&mut self, value: Value<'r>) -> Value<'r> {
        let Value::Class(at, class) = value else { return value };
        if self.enumeration(at, class, GENERATIONS).is_none() {
            return Value::Class(at, class);
        }
        let names = class.body.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(_), .. } => match targets.as_slice() {
                [Expr { kind: ExprKind::Name(name), .. }] if !name.starts_with('_') => Some(*name),
                _ => None,
            },
            _ => None,
        });
        let names: Vec<&str> = names.collect();
        let object = Value::Class(at, class);
        Value::List(names.into_iter().map(|name| self.attribute(&object, name)).collect())
    }

    /// The member that is asked for by its value: `Node("plan")`.
    pub(in super::super) fn member_of(
        &mut self,
        at: At,
        class: &'r Class<'r>,
        value: &Value<'r>,
    ) -> Option<Value<'r>> {
        self.enumeration(at, class, GENERATIONS)?;
        let members = self.gone_through(Value::Class(at, class)).elements()?;
        let found = members.into_iter().find(|member| member.same(value));
        Some(found.unwrap_or(Value::Unknown))
    }

    /// The member that is asked for by its name: `Node["PLAN"]`.
    pub(in super::super) fn member_named(
        &mut self,
        at: At,
        class: &'r Class<'r>,
        index: &Value<'r>,
    ) -> Value<'r> {
        let is_enumeration = self.enumeration(at, class, GENERATIONS).is_some();
        match index {
            Value::Text(name) if is_enumeration => self.class_member(at, class, name, GENERATIONS),
            _ => Value::Unknown,
        }
    }

    /// What `auto()` stands for under a name.
    pub(in super::super) fn auto(
        &mut self,
        at: At,
        class: &'r Class<'r>,
        name: &str,
        value: &'r Expr<'r>,
    ) -> Option<Value<'r>> {
        let ExprKind::Call(call) = &value.kind else { return None };
        let callee = self.eval(&call.callee, &mut Frame::new(at));
        let is_auto = matches!(callee, Value::External(name) if name == "enum.auto");
        let is_of_texts = is_auto && self.enumeration(at, class, GENERATIONS) == Some(true);
        is_of_texts.then(|| Value::Text(name.to_lowercase()))
    }

    /// Whether an enumeration is a `StrEnum`; `None` where a class is none.
    fn enumeration(&mut self, at: At, class: &'r Class<'r>, generations: usize) -> Option<bool> {
        let generations = generations.checked_sub(1)?;
        let mut found = None;
        for base in &class.bases {
            found = found.max(match self.eval(&base.value, &mut Frame::new(at)) {
                Value::External(name) => match name.strip_prefix("enum.") {
                    Some("StrEnum") => Some(true),
                    Some("Enum" | "IntEnum") => Some(false),
                    _ => None,
                },
                Value::Class(at, base) => self.enumeration(at, base, generations),
                _ => None,
            });
        }
        found
    }
}
