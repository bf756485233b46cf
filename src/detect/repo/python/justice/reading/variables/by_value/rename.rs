//! Names in functions, and new ones in their place.

use super::Names;
use crate::detect::repo::python::syntax::{
    Body, Clause, Expr, ExprKind, Function, Import, Param, Stmt, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// The names that a function binds.
#[derive(Default)]
pub(super) struct Bound<'r> {
    /// Its own variables.
    pub own: BTreeSet<&'r str>,
    /// Its parameters, and what is bound in functions, lambdas and comprehensions inside it.
    pub inner: BTreeSet<&'r str>,
    /// All names that stand in it.
    pub all: BTreeSet<&'r str>,
}

/// The names in a function.
pub(super) fn bound<'r>(function: &Function<'r>) -> Bound<'r> {
    let mut bound = Bound::default();
    bound.inner.extend(function.params.iter().map(|param| param.name));
    bound.body(&function.body, true);
    bound.all.extend(bound.inner.iter().chain(&bound.own).copied().collect::<Vec<_>>());
    bound
}

impl<'r> Bound<'r> {
    fn body(&mut self, body: &Body<'r>, own: bool) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Function(inner) => {
                    self.inner.insert(inner.name);
                    self.inner.extend(inner.params.iter().map(|param| param.name));
                    self.body(&inner.body, false);
                }
                StmtKind::Class(inner) => {
                    self.inner.insert(inner.name);
                    self.body(&inner.body, false);
                }
                StmtKind::Import(imports) => {
                    self.inner.extend(imports.iter().filter_map(Import::binds));
                }
                StmtKind::Try { handlers, .. } => {
                    self.inner.extend(handlers.iter().filter_map(|handler| handler.name));
                }
                // What a pattern binds is kept as it is written.
                StmtKind::Match { cases, .. } => {
                    for case in cases {
                        let words =
                            case.pattern.split(|at: char| !(at.is_alphanumeric() || at == '_'));
                        self.inner.extend(words);
                    }
                }
                _ => {}
            }
            self.targets(stmt, own);
            stmt.walk(&mut |part| self.value(part));
            if !matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_)) {
                for block in stmt.blocks() {
                    self.body(block, own);
                }
            }
        }
    }

    fn targets(&mut self, stmt: &Stmt<'r>, own: bool) {
        let set = if own { &mut self.own } else { &mut self.inner };
        let mut bind = |target: &Expr<'r>| names(target, set);
        match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().for_each(&mut bind),
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => bind(target),
            StmtKind::With { items, .. } => {
                items.iter().filter_map(|(_, name)| name.as_ref()).for_each(&mut bind);
            }
            _ => {}
        }
    }

    fn value(&mut self, part: &Expr<'r>) {
        match &part.kind {
            ExprKind::Name(name) => {
                self.all.insert(name);
            }
            ExprKind::Named(name, _) => {
                self.inner.insert(name);
            }
            ExprKind::Lambda(lambda) => {
                self.inner.extend(lambda.params.iter().map(|param| param.name));
            }
            ExprKind::Comprehension(made) => {
                for clause in &made.clauses {
                    if let Clause::For { target, .. } = clause {
                        names(target, &mut self.inner);
                    }
                }
            }
            // What is written only as it stands cannot be told apart.
            ExprKind::Slice(text) => {
                let words = text.split(|at: char| !(at.is_alphanumeric() || at == '_'));
                self.inner.extend(words.filter(|word| !word.is_empty()));
            }
            _ => {}
        }
    }
}

/// The names that a target binds.
fn names<'r>(target: &Expr<'r>, set: &mut BTreeSet<&'r str>) {
    match &target.kind {
        ExprKind::Name(name) => {
            set.insert(name);
        }
        ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Other(items) => {
            for item in items {
                names(item, set);
            }
        }
        ExprKind::Starred(inner) => names(inner, set),
        _ => {}
    }
}

/// Puts the new names of functions, by their numbers, in the place of the old ones; `own` are those of the code around.
pub(super) fn rename<'r>(
    body: &mut Body<'r>,
    functions: &BTreeMap<usize, Names<'r>>,
    own: &Names<'r>,
) {
    for stmt in body {
        let value = &mut |value: &mut Expr<'r>| expression(value, own);
        match &mut stmt.kind {
            StmtKind::Expr(one) => value(one),
            StmtKind::Assign { targets, annotation: _, value: given } => {
                targets.iter_mut().chain(given).for_each(value);
            }
            StmtKind::Augment { target, value: given } => {
                value(target);
                value(given);
            }
            StmtKind::Return(given) => given.iter_mut().for_each(value),
            StmtKind::Raise(given) | StmtKind::Other(given) => given.iter_mut().for_each(value),
            StmtKind::If { branches, otherwise } => {
                for (test, body) in branches {
                    expression(test, own);
                    rename(body, functions, own);
                }
                rename(otherwise, functions, own);
            }
            StmtKind::For { target, iterable, body, otherwise } => {
                value(target);
                value(iterable);
                rename(body, functions, own);
                rename(otherwise, functions, own);
            }
            StmtKind::While { test, body, otherwise } => {
                value(test);
                rename(body, functions, own);
                rename(otherwise, functions, own);
            }
            StmtKind::With { items, body } => {
                for (given, name) in items {
                    expression(given, own);
                    if let Some(name) = name {
                        expression(name, own);
                    }
                }
                rename(body, functions, own);
            }
            StmtKind::Try { body, handlers, otherwise, finally } => {
                for block in [body, otherwise, finally] {
                    rename(block, functions, own);
                }
                for handler in handlers {
                    rename(&mut handler.body, functions, own);
                }
            }
            StmtKind::Match { subject, cases } => {
                value(subject);
                for case in cases {
                    case.guard.iter_mut().for_each(|guard| expression(guard, own));
                    rename(&mut case.body, functions, own);
                }
            }
            StmtKind::Function(function) => {
                function.params.iter_mut().for_each(|param| default(param, own));
                // A function inside sees the variables of the one around it.
                let mut all = own.clone();
                all.extend(functions.get(&function.id).into_iter().flatten());
                rename(&mut function.body, functions, &all);
            }
            StmtKind::Class(class) => rename(&mut class.body, functions, own),
            StmtKind::Import(_) | StmtKind::Break | StmtKind::Continue => {}
        }
    }
}

fn default<'r>(param: &mut Param<'r>, own: &Names<'r>) {
    param.default.iter_mut().for_each(|value| expression(value, own));
}

fn expression<'r>(value: &mut Expr<'r>, own: &Names<'r>) {
    if own.is_empty() {
        return;
    }
    value.change(&mut |part| {
        if let ExprKind::Name(name) = &mut part.kind {
            *name = own.get(name).copied().unwrap_or(name);
        }
    });
}
