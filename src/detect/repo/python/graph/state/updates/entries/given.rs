//! What is sure to be in what others give: functions, classes and constants of the sources, and parts of an update.

use super::{Assumed, Ends, Held, Wanted, followed};
use crate::detect::repo::python::classes::class_kind;
use crate::detect::repo::python::graph::follow::values::spread::lacks;
use crate::detect::repo::python::graph::routes::flow::Known;
use crate::detect::repo::python::repository::{At, Origin};
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Function};
use crate::domain::facts::ClassKind;

impl<'r> Ends<'_, 'r> {
    /// What is sure to be in what a function of the sources gives that is called.
    pub(super) fn asked(
        &self,
        call: &'r Call<'r>,
        is_awaited: bool,
        wanted: Wanted<'_>,
    ) -> Option<Held> {
        match self.repository.origins(&call.callee, self.at).as_slice() {
            [Origin::Function(at, function)] => {
                let text = self.repository.modules[at.module].text;
                let is_async = text.get(function.span.start..)?.starts_with("async");
                let at = *at;
                (is_async == is_awaited).then(|| self.follow(at, function, wanted))?
            }
            // An object counts as something, unless it says how long it is.
            [Origin::Class(at, class)] if matches!(wanted, Wanted::Whole) => {
                let is_plain = matches!(
                    class_kind(self.repository, *at, class),
                    ClassKind::BaseModel | ClassKind::Dataclass
                );
                (is_plain && !self.repository.has_empty_objects()).then_some(Held::Something)
            }
            _ => None,
        }
    }

    /// What is sure to be in what another function gives.
    pub(super) fn follow(
        &self,
        at: At,
        function: &'r Function<'r>,
        wanted: Wanted<'_>,
    ) -> Option<Held> {
        followed(self.repository, at, function, wanted, self.calls, Assumed::Nothing).0
    }

    /// Whether a name is bound once, to a list that is spelled out.
    pub(super) fn is_constant(&self, value: &'r Expr<'r>) -> bool {
        match self.repository.origins(value, self.at).as_slice() {
            [Origin::Value(_, value)] => match &value.kind {
                ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
                    items.iter().any(|item| !matches!(item.kind, ExprKind::Starred(_)))
                }
                ExprKind::Dict(pairs) => pairs.iter().any(|(key, _)| key.is_some()),
                _ => false,
            },
            _ => false,
        }
    }

    /// What is sure to be in an update for a field.
    pub(super) fn field(&self, value: &'r Expr<'r>, field: &str, known: &Known) -> Option<Held> {
        match &value.kind {
            ExprKind::Dict(pairs) => {
                let is_it = |key: &Option<Expr<'_>>| {
                    key.as_ref().and_then(Expr::text).as_deref() == Some(field)
                };
                let index = pairs.iter().rposition(|(key, _)| is_it(key))?;
                // What is spread after it may take its place.
                let keeps = |part: &Expr<'_>| lacks(self.function, part, field);
                let is_last = pairs[index..].iter().all(|(key, part)| key.is_some() || keeps(part));
                self.value(&pairs[index].1, known).filter(|_| is_last)
            }
            ExprKind::Name(_) => known.part(value, field),
            ExprKind::Conditional(choice) => {
                let one = self.field(&choice.then, field, known)?;
                Some(one.min(self.field(&choice.otherwise, field, known)?))
            }
            ExprKind::Await(inner) => match &inner.kind {
                ExprKind::Call(call) => self.asked(call, true, Wanted::Field(field)),
                _ => None,
            },
            ExprKind::Call(call) if call.callee_name() == "Command" => {
                self.field(call.keyword("update")?, field, known)
            }
            ExprKind::Call(call) => self.asked(call, false, Wanted::Field(field)),
            _ => None,
        }
    }
}
