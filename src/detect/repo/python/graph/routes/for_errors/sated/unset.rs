//! Keys that one node alone sets, only where fields are empty that others always fill before it.

use super::{Nodes, putting};
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::routes::asking::never;
use crate::detect::repo::python::graph::shape::runner::{Runner, runner};
use crate::detect::repo::python::graph::state::reads::unfed::read_by;
use crate::detect::repo::python::graph::state::updates::untaken::is_as_written;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::NeverSet;
use std::collections::BTreeSet;

/// Functions that are followed inside each other.
const CALLS: usize = 3;

/// Methods that put keys into a dictionary.
const PUTTING: &[&str] = &["update", "setdefault", "__setitem__"];

/// Why the only key that routers read is never set by any node; `None` where it may be, and where no node sets it.
pub(super) fn unset<'r>(nodes: &Nodes<'_, 'r>, routers: &[&Value<'r>]) -> Option<NeverSet> {
    let repository = nodes.repository;
    let read = routers.iter().flat_map(|router| read_by(repository, router));
    let mut keys: BTreeSet<String> = read.map(|read| read.key).collect();
    let key = keys.pop_first().filter(|_| keys.is_empty())?;
    let is_read = |router: &&Value<'r>| {
        runner(repository, router).is_some() && !read_by(repository, router).is_empty()
    };
    if nodes.growing.contains(&key) || !routers.iter().all(is_read) {
        return None;
    }
    let setting: Option<Vec<(&str, &Runner<'r>)>> = nodes
        .runners
        .iter()
        .filter_map(|(node, runner)| match Search::of(repository, runner, &key).returns() {
            Some(false) => None,
            Some(true) => Some(Some((*node, runner))),
            None => Some(None),
        })
        .collect();
    let setting = setting?;
    let [(node, setter)] = setting.as_slice() else { return None };
    let (node, setter) = (*node, *setter);
    let before = nodes.filled_before(node, Some(node));
    let held = before.iter().map(|(field, (held, _))| (field.clone(), *held)).collect();
    let search = Search::of(repository, setter, &key);
    let sets = |stmt: &'r Stmt<'r>| match &stmt.kind {
        StmtKind::Return(Some(value)) => search.value(value, CALLS) != Some(false),
        _ => false,
    };
    let place = (setter.at, setter.function);
    let (fields, test) = never(repository, place, setter.param()?, &held, &sets)?;
    Some(NeverSet {
        key,
        node: node.to_owned(),
        filled_by: putting(&before, &fields),
        fields: fields.into_iter().collect(),
        place: repository.modules[setter.at.module].place(test),
    })
}

/// Looks for a key in what a function gives.
pub(super) struct Search<'s, 'r> {
    repository: &'s Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    /// What it is given the state as; what it passes on of that was there before.
    state: Option<&'r str>,
    key: &'s str,
}

impl<'s, 'r> Search<'s, 'r> {
    pub(super) fn of(repository: &'s Repository<'r>, runner: &Runner<'r>, key: &'s str) -> Self {
        let state = runner.param();
        Self { repository, at: runner.at, function: runner.function, state, key }
    }

    /// Whether the function may set the key; `None` where that is not known.
    pub(super) fn returns(&self) -> Option<bool> {
        self.given(CALLS)
    }

    fn given(&self, calls: usize) -> Option<bool> {
        let text = self.repository.modules[self.at.module].text_of(self.function.span)?;
        if text.contains("yield") || !is_as_written(self.repository, self.function) {
            return None;
        }
        let mut values = Vec::new();
        Stmt::each_returned(&self.function.body, &mut |value| {
            values.push(value);
        });
        self.any(values.into_iter(), calls)
    }

    /// Whether one of several values has the key; all of them have to be known.
    fn any(&self, values: impl Iterator<Item = &'r Expr<'r>>, calls: usize) -> Option<bool> {
        values.map(|value| self.value(value, calls)).try_fold(false, |any, one| Some(any | one?))
    }

    fn value(&self, value: &'r Expr<'r>, calls: usize) -> Option<bool> {
        match &value.kind {
            ExprKind::None => Some(false),
            ExprKind::Dict(pairs) => pairs
                .iter()
                .map(|(key, _)| Some(key.as_ref()?.text()? == self.key))
                .try_fold(false, |any, one| Some(any | one?)),
            ExprKind::Conditional(choice) => {
                self.any([&choice.then, &choice.otherwise].into_iter(), calls)
            }
            ExprKind::Name(name) => self.variable(name, calls),
            ExprKind::Await(inner) => self.value(inner, calls),
            ExprKind::Call(call) => {
                let calls = calls.checked_sub(1)?;
                let at = self.repository.inside(self.at, self.function.id);
                match self.repository.origins(&call.callee, at).as_slice() {
                    [Origin::Function(at, function)] => {
                        let (at, state) = (*at, None);
                        Self { at, function, state, ..*self }.given(calls)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a dictionary of the function's own is given the key.
    fn variable(&self, name: &str, calls: usize) -> Option<bool> {
        let calls = calls.checked_sub(1)?;
        let is_it = |value: &Expr<'_>| value.is_name(name);
        let (mut found, mut made) = (Some(false), self.state == Some(name));
        let mut note = |one: Option<bool>| found = found.zip(one).map(|(any, one)| any | one);
        Stmt::each_own(&self.function.body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                for target in targets {
                    match &target.kind {
                        ExprKind::Name(_) if is_it(target) => {
                            made = true;
                            note(self.value(value, calls));
                        }
                        ExprKind::Subscript(object, indices) if is_it(object) => {
                            let key = indices.first().and_then(Expr::text);
                            note(key.map(|key| key == self.key));
                        }
                        ExprKind::Tuple(_) if target.any(&is_it) => note(None),
                        _ => {}
                    }
                }
            }
            StmtKind::Augment { target, .. } if target.any(&is_it) => note(None),
            StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
                match &call.callee.kind {
                    ExprKind::Attribute(object, method)
                        if is_it(object) && PUTTING.contains(method) =>
                    {
                        note(call.position(0).and_then(|given| self.value(given, calls)));
                    }
                    ExprKind::Attribute(object, _) if is_it(object) => {}
                    // Who is handed it may put anything there.
                    _ if call.args.iter().any(|arg| is_it(&arg.value)) => note(None),
                    _ => {}
                }
            }
            _ => {}
        });
        found.filter(|_| made)
    }
}
