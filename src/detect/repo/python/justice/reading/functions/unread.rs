//! Rules without effect: what a function gives back is dropped wherever it is called, or a constant switches it off.

use super::super::variables::terms::{each_target, statements};
use super::court::{Court, Key};
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::running::sites::settled;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

impl Court<'_, '_> {
    /// Where the tests begin of a function's branches that a constant of the sources switches off.
    pub(in crate::detect::repo::python::justice) fn switched_off(&self, key: Key) -> Vec<usize> {
        let part = &self.parts[&key];
        let mut found = Vec::new();
        statements(&part.function.body, &mut |stmt| {
            let StmtKind::If { branches, .. } = &stmt.kind else { return };
            let tests = branches.iter().map(|(test, _)| test);
            let off =
                tests.filter(|test| settled(self.repository, test, part.inside) == Some(false));
            found.extend(off.map(|test| test.span.start));
        });
        found
    }
}

impl Hearing<'_, '_> {
    /// Takes the rules from functions of which every caller drops what they give back, and which do nothing else.
    pub(in crate::detect::repo::python::justice) fn drop_unread(&mut self) {
        let mut calls: BTreeMap<Key, bool> = BTreeMap::new();
        for from in self.reached.iter().filter(|key| !self.dead.contains(*key)) {
            let helpers = &self.helpers[from];
            let body = &self.function(*from).body;
            let mut taken: BTreeSet<(usize, usize)> = BTreeSet::new();
            let mut all: BTreeSet<(usize, usize)> = BTreeSet::new();
            let read = read_by(self.function(*from));
            statements(body, &mut |stmt| {
                let dropped = dropped(stmt, read.as_ref());
                stmt.walk(&mut |part| {
                    let ExprKind::Call(call) = &part.kind else { return };
                    all.insert(place(call));
                    if !dropped.is_some_and(|one| std::ptr::eq(one, part)) {
                        taken.insert(place(call));
                    }
                });
            });
            for (span, keys) in helpers {
                for key in keys.iter().filter(|key| *key != from) {
                    let is_taken = taken.contains(span) || !all.contains(span);
                    *calls.entry(*key).or_default() |= is_taken;
                }
            }
        }
        for (key, is_taken) in calls {
            let function = self.function(key);
            if is_taken || !only_gives(function) {
                continue;
            }
            let sites = self.helpers.values().flat_map(BTreeMap::values).flatten();
            let heard = sites.filter(|one| **one == key).count();
            let imports = self.repository.imports_of(function.name, false);
            let mentions = self.court.mentions_of(function.name) as usize;
            // Whoever takes a function as a value may call it otherwise.
            if imports.is_some_and(|imports| mentions <= heard + imports)
                && let Some(found) = self.found.get_mut(&key)
            {
                found.rules.clear();
                found.places.clear();
            }
        }
    }
}

fn place(call: &Call<'_>) -> (usize, usize) {
    (call.callee.span.start, call.callee.span.end)
}

/// The value of a statement that nothing takes up: it stands alone, or goes into a variable that is none of those `read`.
fn dropped<'e, 'r>(stmt: &'e Stmt<'r>, read: Option<&BTreeSet<&str>>) -> Option<&'e Expr<'r>> {
    match &stmt.kind {
        StmtKind::Expr(value) => Some(value),
        StmtKind::Assign { targets, value: Some(value), .. } => {
            let is_unread = |target: &&Expr<'_>| match target.kind {
                ExprKind::Name(name) => read.is_some_and(|read| !read.contains(name)),
                _ => false,
            };
            each_target(targets).iter().all(is_unread).then_some(value)
        }
        _ => None,
    }
}

/// The variables that a function reads; nothing where it may read any.
fn read_by<'r>(function: &Function<'r>) -> Option<BTreeSet<&'r str>> {
    let mut read = BTreeSet::new();
    Stmt::each(&function.body, &mut |stmt| {
        let bound: BTreeSet<usize> = match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                each_target(targets).iter().map(|target| target.span.start).collect()
            }
            _ => BTreeSet::new(),
        };
        stmt.walk(&mut |part| {
            if let ExprKind::Name(name) = part.kind
                && !bound.contains(&part.span.start)
            {
                read.insert(name);
            }
        });
    });
    (!["locals", "vars", "eval"].iter().any(|any| read.contains(any))).then_some(read)
}

/// Whether nothing comes of a function but what it gives back: it changes nothing that it is given.
fn only_gives(function: &Function<'_>) -> bool {
    let mut gives = false;
    let mut changes = false;
    Stmt::each(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Return(Some(_)) => gives = true,
        StmtKind::Assign { targets, .. } => {
            changes |= targets
                .iter()
                .any(|target| !matches!(target.kind, ExprKind::Name(_) | ExprKind::Tuple(_)));
        }
        StmtKind::Augment { target, .. } => {
            changes |= !matches!(target.kind, ExprKind::Name(_));
        }
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
            changes |= matches!(call.callee.kind, ExprKind::Attribute(..) | ExprKind::Name(_));
        }
        StmtKind::Raise(_) => changes = true,
        _ => {}
    });
    gives && !changes && function.decorators.is_empty()
}
