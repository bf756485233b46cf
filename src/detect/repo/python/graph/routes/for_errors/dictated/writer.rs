//! A node that may write where a router leads, and what it goes by.

use super::super::errors::{asks_in, speaks};
use super::super::inputs::Looked;
use super::Path;
use crate::detect::repo::python::graph::shape::runner::Runner;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// What a function writes for a router.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own that decides")]
pub(super) struct Writer<'w, 'r> {
    function: &'r Function<'r>,
    param: &'r str,
    path: &'w Path,
    /// The keys of what it is given by which it chooses.
    pub inputs: BTreeSet<String>,
    /// Whether it takes it from what something else gave it, under the same name.
    pub replies: bool,
    /// Whether it asks for errors, or for what is missing.
    pub fails: bool,
    /// Whether what it chooses by would be that, if it is no input.
    pub may_fail: bool,
    /// Whether all is understood that it writes there.
    pub is_known: bool,
    /// Whether it returns somewhere without writing there.
    pub is_silent: bool,
    /// How often it writes there.
    pub count: usize,
}

/// What stands around a statement.
#[derive(Clone, Default)]
struct Around<'r> {
    tests: Vec<&'r Expr<'r>>,
    handled: bool,
    /// The variables that were given a value on the way to it.
    local: BTreeMap<&'r str, &'r Expr<'r>>,
}

impl<'w, 'r> Writer<'w, 'r> {
    pub(super) fn of(runner: &Runner<'r>, path: &'w Path) -> Option<Self> {
        let function = runner.function;
        let mut writer = Self {
            function,
            param: runner.param()?,
            path,
            inputs: BTreeSet::new(),
            replies: false,
            fails: false,
            may_fail: false,
            is_known: true,
            is_silent: false,
            count: 0,
        };
        writer.body(&function.body, &Around::default());
        Some(writer)
    }

    fn body(&mut self, body: &'r Body<'r>, around: &Around<'r>) {
        let mut around = around.clone();
        for stmt in body {
            if matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_)) {
                continue;
            }
            let before = self.count;
            for value in stmt.expressions() {
                self.written_in(value, &around);
            }
            self.is_silent |= matches!(stmt.kind, StmtKind::Return(_)) && self.count == before;
            self.blocks(stmt, &around);
            forget(stmt, &mut around);
            if let Some((name, value)) = stmt.assigned() {
                around.local.insert(name, value);
            }
        }
    }

    fn blocks(&mut self, stmt: &'r Stmt<'r>, around: &Around<'r>) {
        let under = |test: &'r Expr<'r>| {
            let mut inner = around.clone();
            inner.tests.push(test);
            inner
        };
        match &stmt.kind {
            StmtKind::If { branches, otherwise } => {
                for (test, body) in branches {
                    self.body(body, &under(test));
                }
                if let Some((test, _)) = branches.first() {
                    self.body(otherwise, &under(test));
                }
            }
            StmtKind::Try { body, handlers, otherwise, finally } => {
                self.body(body, around);
                self.body(otherwise, around);
                self.body(finally, around);
                let mut handled = Around { handled: true, ..around.clone() };
                forget(stmt, &mut handled);
                for handler in handlers {
                    self.body(&handler.body, &handled);
                }
            }
            _ => {
                let mut inner = match &stmt.kind {
                    StmtKind::For { iterable: test, .. }
                    | StmtKind::While { test, .. }
                    | StmtKind::Match { subject: test, .. } => under(test),
                    _ => around.clone(),
                };
                forget(stmt, &mut inner);
                stmt.blocks().into_iter().for_each(|block| self.body(block, &inner));
            }
        }
    }

    /// Looks through a value for what is written for the router in it.
    fn written_in(&mut self, value: &'r Expr<'r>, around: &Around<'r>) {
        if let ExprKind::Dict(pairs) = &value.kind {
            let named = |key: &Option<Expr<'_>>, name: &str| {
                key.as_ref().and_then(Expr::text).is_some_and(|key| key == name)
            };
            for (_, value) in pairs.iter().filter(|(key, _)| named(key, &self.path.field)) {
                match (&self.path.key, &value.kind) {
                    (None, _) => self.writes(value, around),
                    (Some(inner), ExprKind::Dict(pairs)) => {
                        let spelled = |key: &Option<Expr<'_>>| {
                            key.as_ref().is_some_and(|it| it.text().is_some())
                        };
                        self.is_known &= pairs.iter().all(|(key, _)| spelled(key));
                        for (_, value) in pairs.iter().filter(|(key, _)| named(key, inner)) {
                            self.writes(value, around);
                        }
                    }
                    (Some(_), _) => self.is_known = false,
                }
            }
        }
        value.parts().into_iter().for_each(|part| self.written_in(part, around));
    }

    fn writes(&mut self, value: &'r Expr<'r>, around: &Around<'r>) {
        self.count += 1;
        let value = match value.kind {
            ExprKind::Name(name) => around.local.get(name).copied().unwrap_or(value),
            _ => value,
        };
        match &value.kind {
            ExprKind::Str(_) => match value.text() {
                Some(way) if around.handled => {
                    self.fails |= speaks(&way);
                    self.is_known &= speaks(&way);
                }
                Some(_) => around.tests.iter().for_each(|test| self.asks(test, around)),
                None => self.is_known = false,
            },
            ExprKind::Conditional(choice)
                if choice.then.text().is_some() && choice.otherwise.text().is_some() =>
            {
                self.asks(&choice.test, around);
            }
            // What a model replied is taken by the name that the router knows.
            ExprKind::Attribute(object, name) => {
                let is_called = |value: &Expr<'_>| matches!(value.kind, ExprKind::Call(_));
                let made = match object.kind {
                    ExprKind::Name(name) => around.local.get(name).copied(),
                    _ => None,
                };
                let last = self.path.key.as_ref().unwrap_or(&self.path.field);
                self.replies |= made.is_some_and(is_called) && name == last;
                self.is_known &= made.is_some_and(is_called) && name == last;
            }
            _ => self.is_known = false,
        }
    }

    /// Notes what a condition asks for.
    fn asks(&mut self, test: &'r Expr<'r>, around: &Around<'r>) {
        let mut looked = Looked { param: self.param, ..Looked::default() };
        looked.known.insert(self.param);
        let mut is_seen = true;
        test.each(&mut |part| {
            if let ExprKind::Name(name) = part.kind
                && let Some(value) = around.local.get(name)
            {
                is_seen &= looked.sees(value);
                looked.known.insert(name);
            }
        });
        if is_seen && looked.sees(test) && !looked.keys.iter().any(|key| speaks(key)) {
            self.inputs.extend(looked.keys);
            self.may_fail |= asks_in(self.function, test);
        } else if asks_in(self.function, test) {
            self.fails = true;
        } else {
            self.is_known = false;
        }
    }
}

/// Forgets the variables that a statement gives a value, be it within its blocks.
fn forget(stmt: &Stmt<'_>, around: &mut Around<'_>) {
    Stmt::each(std::slice::from_ref(stmt), &mut |stmt| {
        let targets = stmt.targets();
        for target in targets {
            target.each(&mut |part| {
                if let ExprKind::Name(name) = part.kind {
                    around.local.remove(name);
                }
            });
        }
        if let StmtKind::With { items, .. } = &stmt.kind {
            for target in items.iter().filter_map(|(_, name)| name.as_ref()) {
                if let ExprKind::Name(name) = target.kind {
                    around.local.remove(name);
                }
            }
        }
        stmt.walk(&mut |part| {
            if let ExprKind::Named(name, _) = part.kind {
                around.local.remove(name);
            }
        });
    });
}
