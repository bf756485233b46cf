//! Conditions whose answer stands in the sources: a constant that nothing ever changes.

use super::{Walk, constant_condition};
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{Expr, ExprKind};

/// What ends the program when it is called.
const QUITS: &[&str] = &["sys.exit", "os._exit", "os.abort", "builtins.exit", "builtins.quit"];

impl<'r> Walk<'r, '_> {
    /// Whether a condition is known before the program runs, and what it comes to.
    pub(super) fn settled(&self, test: &'r Expr<'r>, at: At) -> Option<bool> {
        settled(self.repository, test, at)
    }

    /// Whether an expression ends the program.
    pub(super) fn quits(&self, value: &'r Expr<'r>, at: At) -> bool {
        let ExprKind::Call(call) = &value.kind else { return false };
        let name = call.callee_name();
        let is_called_so = |quit: &&str| quit.rsplit('.').next() == Some(name);
        QUITS.iter().any(is_called_so)
            && self
                .repository
                .external(&call.callee, at)
                .is_some_and(|name| QUITS.contains(&name.as_str()))
    }
}

/// Whether a condition is known before the program runs, and what it comes to: `DEBUG = False`, and nothing that ever
/// changes it.
pub(in crate::detect::repo::python) fn settled<'r>(
    repository: &Repository<'r>,
    test: &'r Expr<'r>,
    at: At,
) -> Option<bool> {
    match &test.kind {
        ExprKind::Name(_) | ExprKind::Attribute(..) => {
            constant_condition(test).or_else(|| switch(repository, test, at))
        }
        ExprKind::Not(inner) => settled(repository, inner, at).map(|value| !value),
        ExprKind::Logic(operator, sides) => {
            let decides = *operator == "or";
            let [left, right] = [&sides.0, &sides.1].map(|side| settled(repository, side, at));
            match (left, right) {
                (Some(one), _) | (_, Some(one)) if one == decides => Some(decides),
                (Some(_), Some(_)) => Some(!decides),
                _ => None,
            }
        }
        _ => constant_condition(test),
    }
}

/// What a name holds that is bound once, to a truth value, and that nothing else can set.
fn switch<'r>(repository: &Repository<'r>, test: &'r Expr<'r>, at: At) -> Option<bool> {
    let name = test.last_name()?;
    let origins = repository.origins(test, at);
    let [Origin::Value(home, value)] = origins.as_slice() else { return None };
    let holds = match &value.kind {
        ExprKind::Bool(value) => *value,
        ExprKind::Literal("0") => false,
        _ => return None,
    };
    (!repository.is_set_elsewhere(name, *home)).then_some(holds)
}
