//! What a function hands to others, who may take something out of it.

use super::Ends;
use crate::detect::repo::python::graph::routes::flow::{Known, TAKING};
use crate::detect::repo::python::graph::state::reads::handing::only_looks;
use crate::detect::repo::python::graph::state::reads::reading::LOOKING;
use crate::detect::repo::python::repository::Origin;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind};

/// Functions and methods that take nothing out of what they are given.
const HARMLESS: &[&str] = &[
    "append",
    "extend",
    "list",
    "dict",
    "sorted",
    "sum",
    "any",
    "all",
    "max",
    "min",
    "enumerate",
    "zip",
    "dumps",
    "join",
    "get",
];

impl<'r> Ends<'_, 'r> {
    /// Forgets what is handed to somebody who may take something out of it.
    pub(super) fn hand(&self, value: &'r Expr<'r>, known: &mut Known) {
        value.each(&mut |part| {
            let ExprKind::Call(call) = &part.kind else { return };
            if let ExprKind::Attribute(object, method) = &call.callee.kind
                && TAKING.contains(method)
                && self.is_variable(object)
            {
                // Another name may stand for the same list.
                known.clear();
            }
            if !is_harmless(call.callee_name()) {
                known.forget_fields();
            }
            for arg in &call.args {
                if known.of(&arg.value).is_some() && !self.is_harmless(call, &arg.value) {
                    known.assign(&arg.value, None);
                }
            }
        });
    }

    /// Whether something is a variable, or in one, and no module such as `os`.
    fn is_variable(&self, value: &'r Expr<'r>) -> bool {
        match &value.kind {
            ExprKind::Name(_) => !self.repository.origins(value, self.at).iter().all(|origin| {
                matches!(origin, Origin::External(_) | Origin::Perhaps(_) | Origin::Module(_))
            }),
            ExprKind::Subscript(outer, _) => self.is_variable(outer),
            _ => false,
        }
    }

    /// Whether a call takes nothing out of what it is given.
    fn is_harmless(&self, call: &'r Call<'r>, given: &Expr<'_>) -> bool {
        let name = call.callee_name();
        let is_it = |value: &Expr<'_>| value.span == given.span;
        name.starts_with(char::is_uppercase)
            || is_harmless(name)
            || only_looks(self.repository, call, self.at, &is_it)
    }
}

/// Whether what is called so takes nothing out of anything.
pub(super) fn is_harmless(name: &str) -> bool {
    [LOOKING, HARMLESS].iter().any(|names| names.contains(&name))
}
