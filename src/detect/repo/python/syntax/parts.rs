//! How values of syntax are taken apart.

use super::{
    Arg, Body, Call, Clause, Comprehension, Expr, ExprKind, Function, Import, Param, Passing,
    Piece, Stmt, StmtKind,
};
use smallvec::{SmallVec, smallvec};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// What is directly inside of a value; few have more, and all are asked often.
pub(in crate::detect::repo::python) type Parts<'e, T> = SmallVec<[&'e T; 6]>;

impl<'a> Expr<'a> {
    /// The text when it is a string without interpolations.
    pub(in crate::detect::repo::python) fn text(&self) -> Option<String> {
        let ExprKind::Str(pieces) = &self.kind else { return None };
        pieces.iter().try_fold(String::new(), |text, piece| match piece {
            Piece::Literal(literal) => Some(text + literal),
            Piece::Hole(_) => None,
        })
    }

    /// The text when it is a string, with interpolations as `{}`.
    pub(in crate::detect::repo::python) fn template(&self) -> Option<String> {
        let ExprKind::Str(pieces) = &self.kind else { return None };
        Some(pieces.iter().fold(String::new(), |text, piece| match piece {
            Piece::Literal(literal) => text + literal,
            Piece::Hole(_) => text + "{}",
        }))
    }

    /// The expressions directly inside, in source order; a lambda's body included.
    pub(in crate::detect::repo::python) fn parts(&self) -> Parts<'_, Expr<'a>> {
        let mut parts = SmallVec::new();
        let ControlFlow::Continue(()) = self.each_part(|part| {
            parts.push(part);
            ControlFlow::<Infallible>::Continue(())
        });
        parts
    }

    /// Shows the expressions directly inside until one is enough. Most of an examination is such ways through the syntax.
    pub(super) fn each_part<'e, B>(
        &'e self,
        mut see: impl FnMut(&'e Expr<'a>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match &self.kind {
            ExprKind::Name(_)
            | ExprKind::Literal(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Slice(_) => ControlFlow::Continue(()),
            ExprKind::Str(pieces) => pieces.iter().try_for_each(|piece| match piece {
                Piece::Literal(_) => ControlFlow::Continue(()),
                Piece::Hole(hole) => see(hole),
            }),
            ExprKind::Attribute(inner, _)
            | ExprKind::Not(inner)
            | ExprKind::Starred(inner)
            | ExprKind::Await(inner)
            | ExprKind::Named(_, inner) => see(inner),
            ExprKind::Call(call) => {
                see(&call.callee)?;
                call.args.iter().try_for_each(|arg| see(&arg.value))
            }
            ExprKind::Subscript(value, indices) => {
                see(value)?;
                indices.iter().try_for_each(see)
            }
            ExprKind::List(items)
            | ExprKind::Tuple(items)
            | ExprKind::Set(items)
            | ExprKind::Other(items)
            | ExprKind::Compare(items, _) => items.iter().try_for_each(see),
            ExprKind::Dict(pairs) => pairs.iter().try_for_each(|(key, value)| {
                key.iter().try_for_each(&mut see)?;
                see(value)
            }),
            ExprKind::Comprehension(comprehension) => comprehension.each_part(see),
            ExprKind::Lambda(lambda) => see(&lambda.body),
            ExprKind::Binary(_, sides) | ExprKind::Logic(_, sides) => {
                see(&sides.0)?;
                see(&sides.1)
            }
            ExprKind::Conditional(choice) => {
                see(&choice.test)?;
                see(&choice.then)?;
                see(&choice.otherwise)
            }
        }
    }
}

impl<'a> Import<'a> {
    /// The name that it binds; `None` for `*`.
    pub(in crate::detect::repo::python) fn binds(&self) -> Option<&'a str> {
        let first = || self.module.split('.').next();
        let name = self.alias.or(self.name).or_else(first);
        name.filter(|name| *name != "*")
    }
}

impl<'a> Comprehension<'a> {
    fn each_part<'e, B>(
        &'e self,
        mut see: impl FnMut(&'e Expr<'a>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.key.iter().try_for_each(&mut see)?;
        see(&self.element)?;
        self.clauses.iter().try_for_each(|clause| match clause {
            Clause::For { target, iterable } => {
                see(target)?;
                see(iterable)
            }
            Clause::If(test) => see(test),
        })
    }
}

impl<'a> Call<'a> {
    /// The `index`th positional argument, if no `*` argument stands before it.
    pub(in crate::detect::repo::python) fn position(&self, index: usize) -> Option<&Expr<'a>> {
        self.args
            .iter()
            .take_while(|arg| arg.passing != Passing::Rest)
            .filter(|arg| arg.passing == Passing::Position)
            .nth(index)
            .map(|arg| &arg.value)
    }

    /// The argument passed as `name=`.
    pub(in crate::detect::repo::python) fn keyword(&self, name: &str) -> Option<&Expr<'a>> {
        self.args.iter().find(|arg| arg.passing == Passing::Keyword(name)).map(|arg| &arg.value)
    }

    /// The last part of the callee's name; empty when it has none.
    pub(in crate::detect::repo::python) fn callee_name(&self) -> &'a str {
        self.callee.last_name().unwrap_or_default()
    }

    /// The argument at `index` or passed as `name=`.
    pub(in crate::detect::repo::python) fn argument(
        &self,
        index: usize,
        name: &str,
    ) -> Option<&Expr<'a>> {
        self.position(index).or_else(|| self.keyword(name))
    }
}

impl<'a> Function<'a> {
    /// The parameter that takes an argument of a call, the `index`-th; nothing where it is unpacked.
    pub(in crate::detect::repo::python) fn taker(
        &self,
        arg: &Arg<'_>,
        index: usize,
    ) -> Option<&Param<'a>> {
        match arg.passing {
            Passing::Position => self.params.get(index),
            Passing::Keyword(name) => self.param(name),
            Passing::Rest | Passing::Named => None,
        }
    }
}

impl<'a> Stmt<'a> {
    /// The expressions that stand in this statement itself, not in its blocks.
    pub(in crate::detect::repo::python) fn expressions(&self) -> Parts<'_, Expr<'a>> {
        match &self.kind {
            StmtKind::Expr(value) | StmtKind::While { test: value, .. } => smallvec![value],
            StmtKind::Assign { targets, annotation, value } => {
                targets.iter().chain(annotation).chain(value).collect()
            }
            StmtKind::Augment { target, value } => smallvec![target, value],
            StmtKind::Return(value) => value.iter().collect(),
            StmtKind::Raise(values) | StmtKind::Other(values) => values.iter().collect(),
            StmtKind::If { branches, .. } => branches.iter().map(|(test, _)| test).collect(),
            StmtKind::For { target, iterable, .. } => smallvec![target, iterable],
            StmtKind::With { items, .. } => {
                items.iter().flat_map(|(value, name)| std::iter::once(value).chain(name)).collect()
            }
            StmtKind::Try { handlers, .. } => {
                handlers.iter().flat_map(|handler| &handler.caught).collect()
            }
            StmtKind::Match { subject, cases } => {
                std::iter::once(subject).chain(cases.iter().flat_map(|case| &case.guard)).collect()
            }
            StmtKind::Function(function) => function
                .decorators
                .iter()
                .chain(function.params.iter().flat_map(|param| &param.default))
                .chain(&function.returns)
                .collect(),
            StmtKind::Class(class) => {
                class.decorators.iter().chain(class.bases.iter().map(|base| &base.value)).collect()
            }
            StmtKind::Import(_) | StmtKind::Break | StmtKind::Continue => SmallVec::new(),
        }
    }

    /// The blocks of this statement, a definition's body included.
    pub(in crate::detect::repo::python) fn blocks(&self) -> Parts<'_, Body<'a>> {
        match &self.kind {
            StmtKind::If { branches, otherwise } => {
                branches.iter().map(|(_, body)| body).chain(Some(otherwise)).collect()
            }
            StmtKind::For { body, otherwise, .. } | StmtKind::While { body, otherwise, .. } => {
                smallvec![body, otherwise]
            }
            StmtKind::With { body, .. } => smallvec![body],
            StmtKind::Try { body, handlers, otherwise, finally } => std::iter::once(body)
                .chain(handlers.iter().map(|handler| &handler.body))
                .chain([otherwise, finally])
                .collect(),
            StmtKind::Match { cases, .. } => cases.iter().map(|case| &case.body).collect(),
            StmtKind::Function(function) => smallvec![&function.body],
            StmtKind::Class(class) => smallvec![&class.body],
            StmtKind::Expr(_)
            | StmtKind::Assign { .. }
            | StmtKind::Augment { .. }
            | StmtKind::Return(_)
            | StmtKind::Raise(_)
            | StmtKind::Import(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Other(_) => SmallVec::new(),
        }
    }
}
