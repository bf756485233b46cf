//! Functions that make functions: `make_judge("Prosecutor")` is the function that `make_judge` defines and returns.

use super::{Origin, Repository};
use crate::detect::repo::python::names::scope::Binding;
use crate::detect::repo::python::running::tracers::ends;
use crate::detect::repo::python::syntax::{Expr, Stmt, StmtKind};

impl<'r> Repository<'r> {
    /// What a call of one of these gives, where that is always one function, which is defined in it.
    pub(super) fn made_by(&self, callee: &[Origin<'r>]) -> Option<Origin<'r>> {
        let [Origin::Function(at, maker)] = callee else { return None };
        let name = returned(&maker.body)?;
        let text = self.modules[at.module].text_of(maker.span)?;
        // A call of another kind of function gives something to wait for, or to take values from.
        if text.starts_with("async") || text.contains("yield") || !maker.decorators.is_empty() {
            return None;
        }
        let inside = self.inside(*at, maker.id);
        match self.scope(inside).bindings.get(name)?.as_slice() {
            [Binding::Function(made)] => Some(Origin::Function(inside, made)),
            _ => None,
        }
    }
}

/// The name that a block surely returns.
fn returned<'r>(body: &'r [Stmt<'r>]) -> Option<&'r str> {
    let mut names = Vec::new();
    Stmt::each_own(body, &mut |stmt| {
        if let StmtKind::Return(value) = &stmt.kind {
            names.push(value.as_ref().and_then(Expr::name));
        }
    });
    let name = names.first().copied().flatten()?;
    (ends(body) && names.iter().all(|other| *other == Some(name))).then_some(name)
}
