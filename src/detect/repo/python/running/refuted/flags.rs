//! Variables of a function that hold nothing but a written `True` or `False`.

use super::words;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Import, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// The flags of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Flags<'a> {
    /// Each with the one that tells the same, and whether that is its opposite; itself where there is none.
    told_by: BTreeMap<&'a str, (&'a str, bool)>,
    /// Those that are only ever set to one value.
    constant: BTreeMap<&'a str, bool>,
    /// All variables of the function, flags or not.
    own: BTreeSet<&'a str>,
}

/// A statement that sets a flag: in which block, where there, and to what.
type Setting = (usize, usize, bool);

impl<'a> Flags<'a> {
    pub(super) fn of(function: &'a Function<'a>, text: &'a str) -> Self {
        let mut found = Gathering { text, ..Gathering::default() };
        found.others.extend(function.params.iter().map(|param| param.name));
        found.block(&function.body);
        let Gathering { settings, others, .. } = found;
        let names = others.iter().chain(settings.keys()).copied().collect();
        let own: Vec<(&str, Vec<Setting>)> =
            settings.into_iter().filter(|(name, _)| !others.contains(name)).collect();
        let mut flags = Self { own: names, ..Self::default() };
        for (at, (name, set)) in own.iter().enumerate() {
            let first = set[0].2;
            if set.iter().all(|(_, _, value)| *value == first) {
                flags.constant.insert(name, first);
            }
            let partner = own[..at]
                .iter()
                .find_map(|(other, theirs)| Some((*other, are_together(set, theirs)?)));
            let (other, opposite) = partner.unwrap_or((name, false));
            let (root, turned) = flags.told_by.get(other).copied().unwrap_or((other, false));
            flags.told_by.insert(name, (root, turned != opposite));
        }
        flags
    }

    /// The flag that tells what this one does, and whether as its opposite; `None` for what is no flag.
    pub(super) fn told_by(&self, name: &str) -> Option<(&'a str, bool)> {
        self.told_by.get(name).copied()
    }

    /// Whether the function sets a variable, or is given it.
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.own.contains(name)
    }

    /// What a flag always is.
    pub(super) fn constant(&self, name: &str) -> Option<bool> {
        self.constant.get(name).copied()
    }
}

/// Whether two flags are set side by side wherever one of them is: to the opposite of each other, or to the same.
fn are_together(left: &[Setting], right: &[Setting]) -> Option<bool> {
    let opposite = left[0].2 != right[0].2;
    let is_beside = |one: &Setting, other: &Setting| {
        one.0 == other.0 && one.1.abs_diff(other.1) == 1 && (one.2 != other.2) == opposite
    };
    let all = left.len() == right.len()
        && left.iter().zip(right).all(|(one, other)| is_beside(one, other));
    all.then_some(opposite)
}

#[derive(Default)]
struct Gathering<'a> {
    text: &'a str,
    settings: BTreeMap<&'a str, Vec<Setting>>,
    /// What is set to anything else, or by others.
    others: BTreeSet<&'a str>,
    blocks: usize,
}

impl<'a> Gathering<'a> {
    fn block(&mut self, body: &'a Body<'a>) {
        let block = self.blocks;
        self.blocks += 1;
        for (at, stmt) in body.iter().enumerate() {
            self.statement(stmt, (block, at));
            for inner in stmt.blocks() {
                // A function inside has variables of its own, or says that it sets these.
                self.block(inner);
            }
        }
    }

    fn statement(&mut self, stmt: &'a Stmt<'a>, (block, at): (usize, usize)) {
        stmt.walk(&mut |part| {
            if let ExprKind::Named(name, _) = part.kind {
                self.others.insert(name);
            }
        });
        match &stmt.kind {
            StmtKind::Assign { targets, value, .. } => {
                let set = match (targets.as_slice(), value.as_ref().map(|value| &value.kind)) {
                    (
                        [target @ Expr { kind: ExprKind::Name(_), .. }],
                        Some(ExprKind::Bool(value)),
                    ) => self.name(target).map(|name| (name, *value)),
                    _ => None,
                };
                if let Some((name, value)) = set {
                    self.settings.entry(name).or_default().push((block, at, value));
                } else {
                    for one in targets {
                        self.other(one);
                    }
                }
            }
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => self.other(target),
            StmtKind::With { items, .. } => {
                items.iter().filter_map(|(_, name)| name.as_ref()).for_each(|one| self.other(one));
            }
            StmtKind::Try { handlers, .. } => {
                self.others.extend(handlers.iter().filter_map(|handler| handler.name));
            }
            StmtKind::Match { cases, .. } => {
                self.others.extend(cases.iter().flat_map(|case| words(case.pattern)));
            }
            // `global` and `nonlocal` are among these.
            StmtKind::Other(values) => values.iter().for_each(|one| self.other(one)),
            StmtKind::Function(function) => {
                self.others.insert(function.name);
                self.others.extend(function.params.iter().map(|param| param.name));
            }
            StmtKind::Import(imports) => {
                self.others.extend(imports.iter().filter_map(Import::binds));
            }
            _ => {}
        }
    }

    fn other(&mut self, target: &'a Expr<'a>) {
        target.each(&mut |part| {
            if matches!(part.kind, ExprKind::Name(_)) {
                self.others.extend(self.name(part));
            }
        });
    }

    fn name(&self, value: &Expr<'_>) -> Option<&'a str> {
        self.text.get(value.span.start..value.span.end)
    }
}
