//! Keys that are looked up inside fields of the state: what is returned under them beside the fields reaches nobody
//! there.

use super::super::updates::taken::Taken;
use super::super::updates::untaken::{is_as_written, updates};
use super::reading::DEPTH;
use crate::detect::repo::python::graph::follow::values::value::Built;
use crate::detect::repo::python::graph::shape::runner::{Runner, runner};
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::{Lines, LookedUp, UntakenKey};
use std::collections::{BTreeMap, BTreeSet};

/// Notes inside which fields the keys are looked up that nodes return in vain.
pub(in crate::detect::repo::python::graph) fn mark<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
    taken: &Taken,
    untaken: &mut [UntakenKey],
) {
    if untaken.is_empty() {
        return;
    }
    let mut lookups = Lookups { repository, fields: &taken.fields, found: Vec::new() };
    let mut returned = BTreeSet::new();
    for (is_node, (_, runs)) in built
        .runs
        .iter()
        .map(|run| (true, run))
        .chain(built.routers.iter().map(|router| (false, router)))
    {
        let Some(runner) = runner(repository, runs) else { continue };
        if is_node {
            returned.extend(updates(repository, &runner).into_iter().map(|(key, _)| key));
            // Whoever returns the whole state returns what it put into each of its fields.
            if returns_state(&runner) {
                returned.extend(taken.fields.iter().cloned());
            }
        }
        if let Some(param) = runner.param() {
            lookups.function(runner.at, runner.function, param, 0);
        }
    }
    for one in untaken {
        let spelled = |it: &&Lookup| it.key.as_ref() == Some(&one.key);
        let any = |it: &&Lookup| it.key.is_none() && !returned.contains(&it.field);
        let (all, mut spelled_out) = (&lookups.found, lookups.found.iter().filter(spelled));
        // What no node returns is where it is missed.
        let missed = spelled_out.clone().find(|it| !returned.contains(&it.field));
        let found = missed.or_else(|| spelled_out.next()).or_else(|| all.iter().find(any));
        one.under = found.map(|it| LookedUp {
            field: it.field.clone(),
            spelled: it.key.is_some(),
            returned: returned.contains(&it.field),
            place: it.place.clone(),
        });
    }
}

/// Whether a node returns what it is given, and puts something into it.
fn returns_state(runner: &Runner<'_>) -> bool {
    let param = runner.param();
    let is_it =
        |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if Some(name) == param);
    let is_part = |target: &Expr<'_>| !is_it(target) && target.any(&is_it);
    let (mut returns, mut puts) = (false, false);
    Stmt::each_own(&runner.function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Return(Some(value)) => returns |= is_it(value),
        StmtKind::Assign { targets, .. } => puts |= targets.iter().any(is_part),
        StmtKind::Augment { target, .. } => puts |= is_part(target),
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
            puts |= call.callee.any(&is_it);
        }
        _ => {}
    });
    returns && puts
}

/// What is looked up inside a field, by a key that is spelled out or by another.
struct Lookup {
    field: String,
    key: Option<String>,
    place: Lines,
}

struct Lookups<'f, 'r> {
    repository: &'f Repository<'r>,
    fields: &'f BTreeSet<String>,
    found: Vec<Lookup>,
}

impl<'r> Lookups<'_, 'r> {
    fn function(&mut self, at: At, function: &'r Function<'r>, param: &'r str, depth: usize) {
        if depth > DEPTH || !is_as_written(self.repository, function) {
            return;
        }
        let inside = self.repository.inside(at, function.id);
        let held = self.held(function, param);
        Stmt::each(&function.body, &mut |stmt| {
            // What is put there is not looked up.
            let targets: &[Expr<'r>] = match &stmt.kind {
                StmtKind::Assign { targets, .. } => targets,
                StmtKind::Augment { target, .. } => std::slice::from_ref(target),
                _ => &[],
            };
            stmt.walk(&mut |part| {
                if targets.iter().all(|target| target.span != part.span) {
                    self.lookup(part, param, &held, at);
                }
                self.handed(part, param, inside, depth);
            });
        });
    }

    /// The variables that hold a field: `found = state["evidences"]`.
    fn held(&self, function: &'r Function<'r>, param: &str) -> BTreeMap<&'r str, String> {
        let mut held = BTreeMap::new();
        Stmt::each(&function.body, &mut |stmt| {
            if let Some((name, value)) = stmt.assigned()
                && let Some(field) = self.field(value, param, &BTreeMap::new())
            {
                held.insert(name, field);
            }
        });
        held
    }

    /// The field that a value is: `state["evidences"]`, `state.get("evidences", {})`, `state.evidences`.
    fn field(
        &self,
        value: &Expr<'_>,
        param: &str,
        held: &BTreeMap<&str, String>,
    ) -> Option<String> {
        let is_state = |value: &Expr<'_>| value.is_name(param);
        let name = match &value.kind {
            ExprKind::Name(name) => held.get(name).cloned(),
            ExprKind::Attribute(object, name) if is_state(object) => Some((*name).to_owned()),
            ExprKind::Subscript(object, indices) if is_state(object) => indices.first()?.text(),
            ExprKind::Logic("or", sides) => self.field(&sides.0, param, held),
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, "get") if is_state(object) => call.position(0)?.text(),
                _ => None,
            },
            _ => None,
        };
        name.filter(|name| self.fields.contains(name))
    }

    fn lookup(&mut self, part: &Expr<'_>, param: &str, held: &BTreeMap<&str, String>, at: At) {
        let (object, key) = match &part.kind {
            ExprKind::Subscript(object, indices) => match indices.as_slice() {
                // A number may be a place in a list.
                [index] if index.text().is_some() => (object, index.text()),
                _ => return,
            },
            ExprKind::Call(call) => match (&call.callee.kind, call.position(0)) {
                (ExprKind::Attribute(object, "get"), Some(key)) => (object, key.text()),
                _ => return,
            },
            _ => return,
        };
        if let Some(field) = self.field(object, param, held) {
            let place = self.repository.modules[at.module].place(part.span);
            self.found.push(Lookup { field, key, place });
        }
    }

    /// Follows a call that is handed the state.
    fn handed(&mut self, part: &'r Expr<'r>, param: &str, inside: At, depth: usize) {
        let ExprKind::Call(call) = &part.kind else { return };
        let is_state = |value: &Expr<'_>| value.is_name(param);
        let Some(index) = call.args.iter().position(|arg| is_state(&arg.value)) else { return };
        let Some((at, function)) = self.repository.function(&call.callee, inside) else { return };
        let taking = function.taker(&call.args[index], index);
        if let Some(taking) = taking {
            self.function(at, function, taking.name, depth + 1);
        }
    }
}
