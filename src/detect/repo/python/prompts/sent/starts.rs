//! Where texts begin: written there, under a name, looked up in a table, or given by a function.

use super::super::super::repository::{At, Origin};
use super::super::super::syntax::{Call, Expr, ExprKind, Stmt, StmtKind};
use super::super::constants::joined;
use super::Trail;
use crate::detect::repo::python::names::scope::Binding;
use crate::domain::facts::Lines;
use std::collections::BTreeSet;

/// A text with its place, and as it is followed.
type Text = ((Lines, String), String);

impl<'r> Trail<'r, '_> {
    /// Names that are bound to a text that is followed, or to a dictionary of them.
    pub(super) fn holders(&self) -> BTreeSet<&'r str> {
        let mut names = BTreeSet::new();
        for (module, scopes) in self.repository.modules.iter().zip(&self.repository.scopes) {
            for (name, bindings) in scopes.all.iter().flat_map(|scope| &scope.bindings) {
                let holds = |binding: &Binding<'r>| match binding {
                    Binding::Value(value) => value.any(&|part| self.is_text(module, part)),
                    Binding::Import(_)
                    | Binding::Function(_)
                    | Binding::Class(_)
                    | Binding::With(_)
                    | Binding::Part(..)
                    | Binding::Param(..)
                    | Binding::Changed => false,
                };
                if bindings.iter().any(holds) {
                    names.insert(*name);
                }
            }
        }
        names
    }

    /// Names of functions of which a `return` gives such a text.
    pub(super) fn givers(&self) -> BTreeSet<&'r str> {
        let mut names = BTreeSet::new();
        for module in self.repository.program() {
            Stmt::each(&module.syntax.body, &mut |stmt| {
                let StmtKind::Function(function) = &stmt.kind else { return };
                let gives = |value: &Expr<'r>| {
                    value.any(&|part| match &part.kind {
                        ExprKind::Name(name) => self.names.contains(name),
                        _ => self.is_text(module, part),
                    })
                };
                Stmt::each_own(&function.body, &mut |stmt| {
                    if matches!(&stmt.kind, StmtKind::Return(Some(value)) if gives(value)) {
                        names.insert(function.name);
                    }
                });
            });
        }
        names
    }

    /// The texts of personas that `value` is, or may be.
    pub(super) fn texts(&self, value: &'r Expr<'r>, at: At) -> Vec<Text> {
        match &value.kind {
            ExprKind::Call(call) if self.givers.contains(call.callee_name()) => {
                self.given(call, at)
            }
            _ => self.held(value, at),
        }
    }

    /// The same for what no function gives.
    fn held(&self, value: &'r Expr<'r>, at: At) -> Vec<Text> {
        let module = &self.repository.modules[at.module];
        match &value.kind {
            _ if self.is_text(module, value) => joined(value)
                .map(|text| ((module.place(value.span), text.clone()), text))
                .into_iter()
                .collect(),
            ExprKind::Name(name) if self.names.contains(name) => self.bound(value, at),
            ExprKind::Subscript(object, _) => self.chosen(object, at),
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, "get") => self.chosen(object, at),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn bound(&self, value: &'r Expr<'r>, at: At) -> Vec<Text> {
        let origins = self.repository.origins(value, at).into_iter();
        let values = origins.filter_map(|origin| match origin {
            Origin::Value(at, value) => Some((at, value)),
            _ => None,
        });
        values
            .filter(|(at, value)| self.is_text(&self.repository.modules[at.module], value))
            .flat_map(|(at, value)| self.held(value, at))
            .collect()
    }

    /// The texts of the dictionary that `object` is.
    fn chosen(&self, object: &'r Expr<'r>, at: At) -> Vec<Text> {
        let of = |pairs: &'r [(Option<Expr<'r>>, Expr<'r>)], at| {
            let texts = pairs.iter().flat_map(move |(_, value)| self.held(value, at));
            texts.collect::<Vec<_>>()
        };
        match &object.kind {
            ExprKind::Dict(pairs) => of(pairs, at),
            ExprKind::Name(name) if self.names.contains(name) => {
                let origins = self.repository.origins(object, at).into_iter();
                let tables = origins.filter_map(|origin| match origin {
                    Origin::Value(at, Expr { kind: ExprKind::Dict(pairs), .. }) => {
                        Some(of(pairs, at))
                    }
                    _ => None,
                });
                tables.flatten().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The texts that a function of the repository gives back.
    fn given(&self, call: &'r Call<'r>, at: At) -> Vec<Text> {
        let mut texts = Vec::new();
        for origin in self.repository.origins(&call.callee, at) {
            let Origin::Function(at, function) = origin else { continue };
            let inner = self.repository.inside(at, function.id);
            Stmt::each_returned(&function.body, &mut |value| {
                texts.extend(self.held(value, inner));
            });
        }
        texts
    }
}
