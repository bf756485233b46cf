//! Names from outside the repository.

use super::super::syntax::{Expr, ExprKind};
use super::{At, Origin, Repository};

/// Whether a table is called as that of the modules that Python has loaded.
pub(super) fn is_modules(table: &Expr<'_>) -> bool {
    matches!(table.kind, ExprKind::Name("modules") | ExprKind::Attribute(_, "modules"))
}

/// The module that a table holds under a key, where it is that of the modules that Python has loaded.
pub(super) fn module<'r>(table: &[Origin<'r>], keys: &[Expr<'r>]) -> Option<Origin<'r>> {
    let [Origin::External(name)] = table else { return None };
    let key = keys.first().and_then(Expr::text)?;
    (name == "sys.modules").then_some(Origin::External(key))
}

impl<'r> Repository<'r> {
    /// The dotted name outside the repository that `value` surely is: of one thing that is imported from two places,
    /// the second where the first has it not, the first name.
    pub(in crate::detect::repo::python) fn external(
        &self,
        value: &'r Expr<'r>,
        at: At,
    ) -> Option<String> {
        let last = |name: &str| name.rsplit('.').next().map(str::to_owned);
        let mut found: Option<String> = None;
        for origin in self.origins(value, at) {
            let Origin::External(name) = origin else { return None };
            match &found {
                Some(first) if last(first) != last(&name) => return None,
                Some(_) => {}
                None => found = Some(name),
            }
        }
        found
    }
}
