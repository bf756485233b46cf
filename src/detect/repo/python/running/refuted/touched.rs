//! What statements may change.

use super::formula::{Claim, is_path};
use super::{HARMLESS, words};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Import, Stmt, StmtKind};
use std::collections::BTreeSet;

/// What statements may change, by the names that stand in the source.
pub(super) struct Touched<'a> {
    text: &'a str,
    /// Variables that are set.
    set: BTreeSet<&'a str>,
    /// Fields that are given something, as they are written.
    fields: BTreeSet<&'a str>,
    /// Variables that something is done with, so that what they hold may be another.
    used: BTreeSet<&'a str>,
    /// Whether anything is called that may change what is nobody's own.
    calls: bool,
    /// Whether others run in between, who may change anything but plain values.
    waits: bool,
}

impl<'a> Touched<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let (set, fields, used) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        Self { text, set, fields, used, calls: false, waits: false }
    }

    /// With what these statements do, and those in their blocks.
    pub(super) fn by(mut self, body: &'a [Stmt<'a>]) -> Self {
        Stmt::each(body, &mut |stmt| self.statement(stmt));
        self
    }

    /// With what a statement does outside of its blocks.
    pub(super) fn head(mut self, stmt: &'a Stmt<'a>) -> Self {
        self.statement(stmt);
        self
    }

    /// With what working out a condition does.
    pub(super) fn test(mut self, test: &'a Expr<'a>) -> Self {
        self.value(test);
        self
    }

    pub(super) fn add(&mut self, other: Self) {
        self.set.extend(other.set);
        self.fields.extend(other.fields);
        self.used.extend(other.used);
        self.calls |= other.calls;
        self.waits |= other.waits;
    }

    fn name(&self, value: &Expr<'_>) -> Option<&'a str> {
        self.text.get(value.span.start..value.span.end)
    }

    fn statement(&mut self, stmt: &'a Stmt<'a>) {
        for value in stmt.expressions() {
            self.value(value);
        }
        match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().for_each(|one| self.target(one)),
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => self.target(target),
            StmtKind::With { items, .. } => {
                self.waits = true;
                items.iter().filter_map(|(_, name)| name.as_ref()).for_each(|one| self.target(one));
            }
            StmtKind::Try { handlers, .. } => {
                self.set.extend(handlers.iter().filter_map(|handler| handler.name));
            }
            StmtKind::Match { cases, .. } => {
                self.set.extend(cases.iter().flat_map(|case| words(case.pattern)));
            }
            StmtKind::Function(function) => drop(self.set.insert(function.name)),
            StmtKind::Class(class) => drop(self.set.insert(class.name)),
            StmtKind::Import(imports) => self.set.extend(imports.iter().filter_map(Import::binds)),
            StmtKind::Other(values) => values.iter().for_each(|one| self.target(one)),
            StmtKind::Expr(_)
            | StmtKind::Return(_)
            | StmtKind::Raise(_)
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::Break
            | StmtKind::Continue => {}
        }
    }

    fn target(&mut self, target: &'a Expr<'a>) {
        if matches!(target.kind, ExprKind::Attribute(..)) && is_path(target) {
            self.fields.extend(self.name(target));
            return;
        }
        let is_several =
            matches!(target.kind, ExprKind::Tuple(_) | ExprKind::List(_) | ExprKind::Starred(_));
        let is_set = is_several || matches!(target.kind, ExprKind::Name(_));
        target.each(&mut |part| {
            if matches!(part.kind, ExprKind::Name(_)) {
                let name = self.name(part);
                let kind = if is_set { &mut self.set } else { &mut self.used };
                kind.extend(name);
            }
        });
    }

    fn value(&mut self, value: &'a Expr<'a>) {
        value.each(&mut |part| match &part.kind {
            ExprKind::Named(name, _) => drop(self.set.insert(name)),
            ExprKind::Await(_) | ExprKind::Other(_) => self.waits = true,
            ExprKind::Call(call) if !HARMLESS.contains(&call.callee_name()) => {
                self.calls = true;
                part.each(&mut |inner| {
                    if matches!(inner.kind, ExprKind::Name(_)) {
                        self.used.extend(self.name(inner));
                    }
                });
            }
            _ => {}
        });
    }

    /// What of `known` still holds.
    pub(super) fn left_of<'t>(&self, known: Vec<Claim<'t>>) -> Vec<Claim<'t>> {
        let is_left = |claim: &Claim<'t>| {
            claim.is_kept(
                &|name| !self.set.contains(name),
                &|name| !self.waits && !self.used.contains(name),
                &|place| self.fields.iter().any(|field| is_of(place, field) || is_of(field, place)),
                !self.calls && !self.waits,
            )
        };
        known.into_iter().filter(is_left).collect()
    }
}

/// Whether a path is another, or a field of it.
fn is_of(path: &str, other: &str) -> bool {
    path.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
