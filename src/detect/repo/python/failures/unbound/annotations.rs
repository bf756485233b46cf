//! Which annotations a module has read.

use crate::detect::repo::python::syntax::{Body, StmtKind};

/// The annotations that Python reads as it comes to them, before version 3.14.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Annotations {
    /// None: the module has them kept as texts.
    None,
    /// Those of parameters and results, as in the body of a function, whose variables' nothing reads.
    OfDefinitions,
    All,
}

impl Annotations {
    pub(super) fn of(body: &Body<'_>) -> Self {
        let puts_off = body.iter().any(|stmt| match &stmt.kind {
            StmtKind::Import(imports) => imports
                .iter()
                .any(|one| one.module == "__future__" && one.name == Some("annotations")),
            _ => false,
        });
        if puts_off { Self::None } else { Self::All }
    }

    /// What is read within a definition that would have `these` read.
    pub(super) fn within(self, these: Self) -> Self {
        if self == Self::None { self } else { these }
    }
}
