//! Bounds that a function gives back and that its caller undoes.

use super::names::{names, number};
use super::{Bound, Rest};
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::justice::reading::effects::is_cap;
use crate::detect::repo::python::justice::reading::found::{Cap, Found};
use crate::detect::repo::python::justice::reading::functions::court::Key;
use crate::detect::repo::python::justice::reading::variables::terms::{each_call, statements};
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::UndoneBound;
use std::collections::BTreeSet;

impl<'r> Hearing<'r, '_> {
    /// Where the one function that calls another takes a score which that bounds for security, and undoes the bound.
    pub(in crate::detect::repo::python::justice) fn undone_by_caller(
        &self,
        key: Key,
        found: &Found<'r>,
    ) -> Option<UndoneBound> {
        let ([cap], false) = (found.caps.as_slice(), found.unseen) else { return None };
        let limit = given(cap)?;
        let (caller, call) = self.only_call(key)?;
        let function = self.function(caller);
        let (score, stmt) = taken(function, call)?;
        let rest = after(&function.body, stmt, &Rest::new())?;
        let asked = self.asked_of(key, cap, call);
        let bound = Bound { score, limit: Some(limit), asked, stmt, rest };
        let told = bound.told(function, self.court.module(caller))?;
        Some(UndoneBound { caller: Some(self.court.name(caller)), ..told })
    }

    /// The one place where a function is called, outside tests.
    fn only_call(&self, key: Key) -> Option<(Key, &'r Call<'r>)> {
        let mut found = Vec::new();
        for caller in self.reached.iter().filter(|one| !self.court.module(**one).in_tests) {
            each_call(&self.function(*caller).body, &mut |call, _| {
                if self.run_by(*caller, call).contains(&key) {
                    found.push((*caller, call));
                }
            });
        }
        let [(caller, call)] = found.as_slice() else { return None };
        (*caller != key && self.run_by(*caller, call).len() == 1).then_some((*caller, *call))
    }

    /// What a call is given that decides whether the function bounds, by the names there.
    fn asked_of(&self, key: Key, cap: &Cap<'r>, call: &'r Call<'r>) -> BTreeSet<&'r str> {
        let part = &self.court.parts[&key];
        let params = &part.function.params;
        let is_own = |name: &str| matches!(name, "self" | "cls") && part.class.is_some();
        let skip = usize::from(params.first().is_some_and(|one| is_own(one.name)));
        let asked = names(cap.test);
        let is_first = |stmt: &Stmt<'_>| match &stmt.kind {
            StmtKind::If { branches, .. } => branches[0].0.span == cap.test.span,
            _ => false,
        };
        let mut params = params.iter().skip(skip).enumerate();
        let is_param = |name: &&str| params.clone().any(|(_, param)| param.name == *name);
        if part.function.body.iter().any(is_first) && asked.iter().all(is_param) {
            let of_asked = params.by_ref().filter(|(_, param)| asked.contains(param.name));
            let given = of_asked.filter_map(|(at, param)| call.argument(at, param.name));
            return given.flat_map(names).collect();
        }
        call.args.iter().flat_map(|arg| names(&arg.value)).collect()
    }
}

/// The number to which a branch that caps holds what it gives back: `return min(score, 3), note`.
fn given(cap: &Cap<'_>) -> Option<f64> {
    let StmtKind::Return(Some(value)) = &cap.body.last()?.kind else { return None };
    let score = match &value.kind {
        ExprKind::Tuple(items) => items.first()?,
        _ => value,
    };
    let limit = match &score.kind {
        ExprKind::Call(call) if call.callee_name() == "min" && call.args.len() == 2 => {
            call.args.iter().find_map(|arg| number(&arg.value))
        }
        _ => number(score),
    };
    limit.filter(|_| is_cap(score))
}

/// The variable that a call gives the score to: `score = cap(…)`, `score, note = cap(…)`.
fn taken<'r>(function: &'r Function<'r>, call: &Call<'r>) -> Option<(&'r str, &'r Stmt<'r>)> {
    let mut found = None;
    statements(&function.body, &mut |stmt| {
        let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
        let ([target], ExprKind::Call(made)) = (targets.as_slice(), &value.kind) else { return };
        let first = match &target.kind {
            ExprKind::Tuple(items) => items.first().unwrap_or(target),
            _ => target,
        };
        if let (true, ExprKind::Name(score)) = (made.callee.span == call.callee.span, &first.kind) {
            found = Some((*score, stmt));
        }
    });
    found
}

/// What runs after a statement of a block; what runs after a loop is another round's.
fn after<'r>(block: &'r [Stmt<'r>], own: &Stmt<'r>, rest: &Rest<'r>) -> Option<Rest<'r>> {
    let at = block.iter().position(|stmt| stmt.span.holds(own.span))?;
    let behind = |tests: Vec<&'r Expr<'r>>| {
        let mut behind: Rest<'r> = vec![(&block[at + 1..], tests)];
        behind.extend(rest.iter().cloned());
        behind
    };
    if block[at].span == own.span {
        return Some(behind(Vec::new()));
    }
    match &block[at].kind {
        StmtKind::If { branches, otherwise } => {
            let rest = behind(branches.iter().map(|(test, _)| test).collect());
            let mut bodies = branches.iter().map(|(_, body)| body).chain([otherwise]);
            bodies.find_map(|body| after(body, own, &rest))
        }
        StmtKind::With { body, .. } => after(body, own, &behind(Vec::new())),
        StmtKind::For { body, .. } | StmtKind::While { body, .. } => after(body, own, &Rest::new()),
        _ => None,
    }
}
