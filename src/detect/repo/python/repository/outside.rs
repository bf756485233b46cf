//! Names from outside the repository.

use super::super::syntax::Expr;
use super::{At, Origin, Repository};

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
