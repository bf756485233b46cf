//! Ways through what is inside of syntax. How deep that goes is bounded where the source is read.

use super::{Expr, Stmt, StmtKind};
use std::convert::Infallible;
use std::ops::ControlFlow;

impl<'a> Expr<'a> {
    /// Shows this and everything in it, what is outside first.
    pub(in crate::detect::repo::python) fn each<'e>(&'e self, see: &mut dyn FnMut(&'e Self)) {
        see(self);
        let ControlFlow::Continue(()) = self.each_part(|part| {
            part.each(see);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    /// Whether this or anything in it holds.
    pub(in crate::detect::repo::python) fn any(&self, test: &dyn Fn(&Expr<'a>) -> bool) -> bool {
        let holds = |part: &Self| {
            if part.any(test) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        test(self) || self.each_part(holds).is_break()
    }
}

impl<'a> Stmt<'a> {
    /// Shows each expression that stands in this statement itself and everything in it.
    pub(in crate::detect::repo::python) fn walk<'e>(&'e self, see: &mut dyn FnMut(&'e Expr<'a>)) {
        for value in self.expressions() {
            value.each(see);
        }
    }

    /// Whether an expression that stands in this statement itself, or anything in one, holds.
    pub(in crate::detect::repo::python) fn any(&self, test: &dyn Fn(&Expr<'a>) -> bool) -> bool {
        self.expressions().into_iter().any(|value| value.any(test))
    }

    /// Shows each expression of `body` and of the blocks in it, those of definitions too, and everything in it.
    pub(in crate::detect::repo::python) fn walk_all<'e>(
        body: &'e [Self],
        see: &mut dyn FnMut(&'e Expr<'a>),
    ) {
        Self::each(body, &mut |stmt| stmt.walk(see));
    }

    /// Shows each statement of `body` and of the blocks in it, those of definitions too.
    pub(in crate::detect::repo::python) fn each<'e>(
        body: &'e [Self],
        see: &mut dyn FnMut(&'e Self),
    ) {
        for stmt in body {
            see(stmt);
            for block in stmt.blocks() {
                Self::each(block, see);
            }
        }
    }

    /// Shows each statement of `body` and of the blocks in it, but no definition and nothing in one.
    pub(in crate::detect::repo::python) fn each_own<'e>(
        body: &'e [Self],
        see: &mut dyn FnMut(&'e Self),
    ) {
        for stmt in body {
            if matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_)) {
                continue;
            }
            see(stmt);
            for block in stmt.blocks() {
                Self::each_own(block, see);
            }
        }
    }
}
