//! What a name or an expression stands for.

use super::At;
use crate::detect::repo::python::syntax::{Class, Expr, Function};

/// Where a value comes from.
#[derive(Clone, Debug)]
pub(in crate::detect::repo::python) enum Origin<'r> {
    /// A name outside the repository, such as `os.system` or `builtins.eval`.
    External(String),
    /// The same, but only if a `*` import of that module brings it.
    Perhaps(String),
    Module(usize),
    Function(At, &'r Function<'r>),
    Class(At, &'r Class<'r>),
    /// Not a name: evaluated in that scope.
    Value(At, &'r Expr<'r>),
    /// What `with` binds.
    With(At, &'r Expr<'r>),
    /// One part of what is unpacked.
    Part(At, &'r Expr<'r>, usize),
    /// A parameter, by its position.
    Param(At, &'r Function<'r>, usize),
    /// Something that changes, or an attribute of something unknown.
    Unknown,
}
