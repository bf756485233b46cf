//! The functions of a module, found once for all names that are used in vain.

use super::early::Own;
use crate::detect::repo::python::running::surely;
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::Function;
use crate::domain::facts::{Vain, VainBinding};
use std::cell::OnceCell;

/// The functions, and what each of them binds once somebody asks.
pub(super) struct Functions<'r> {
    pub(super) all: Vec<&'r Function<'r>>,
    own: OnceCell<Vec<Own<'r>>>,
}

impl<'r> Functions<'r> {
    pub(super) fn of(module: &'r Module<'r>) -> Self {
        Self { all: surely::functions(module), own: OnceCell::new() }
    }

    /// Where the only function of the file that binds a name does it for itself alone.
    pub(super) fn elsewhere(&self, module: &Module<'_>, name: &str) -> Option<VainBinding> {
        let own = self.own.get_or_init(|| self.all.iter().map(|one| Own::of(one)).collect());
        let mut found = self.all.iter().zip(own).filter_map(|(function, own)| {
            let (place, reached) = own.binding(name)?;
            Some((function.name, place, reached))
        });
        let (Some((of, place, reached)), None) = (found.next(), found.next()) else { return None };
        let why = if reached { Vain::Elsewhere } else { Vain::Unreached };
        Some(VainBinding { why, of: Some(of.to_owned()), place: module.place(place) })
    }
}
