//! Weights for the Tech Lead in functions that are never given the Tech Lead's score.

use super::super::Hearing;
use super::super::caps::alone::assigned;
use super::super::reading::found::Found;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::{
    TECH_LEAD, any_stmt, each_call, each_target, has, speaks, statements,
};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, StmtKind};
use crate::domain::facts::MisgivenLead;
use std::collections::BTreeSet;

const RULE: &str = "functionality_weight";
/// How far variables are followed.
const STEPS: usize = 4;

/// The rules that come to nothing, by what is known of the caps and of the Tech Lead's score.
pub(in super::super) fn vain(
    no_cap: bool,
    misgiven: Option<&MisgivenLead>,
) -> BTreeSet<&'static str> {
    let cap = no_cap.then_some("security_override");
    cap.into_iter().chain(misgiven.map(|_| RULE)).collect()
}

impl<'r> Hearing<'r, '_> {
    /// What a function is given for the Tech Lead's score by all who call it, where the Tech Lead's is not picked out for it, and
    /// nothing else in the function speaks of the Tech Lead.
    pub(in super::super) fn misgiven(&self, key: Key, found: &Found<'r>) -> Option<MisgivenLead> {
        if !found.rules.contains(RULE) || found.unplaced.contains(RULE) {
            return None;
        }
        let function = self.function(key);
        let is_method = self.court.parts[&key].class.is_some();
        let mut named =
            function.params.iter().enumerate().filter(|(_, param)| has(param.name, TECH_LEAD));
        let (Some((index, param)), None) = (named.next(), named.next()) else { return None };
        if any_stmt(&function.body, &|stmt| speaks_otherwise(stmt.expressions(), param.name)) {
            return None;
        }
        let skip = function.takes_self();
        let index = index - usize::from(is_method && skip);
        let mut given = Vec::new();
        for from in &self.reached {
            each_call(&self.function(*from).body, &mut |call, part| {
                if self.court.resolve(&call.callee, *from).contains(&key) {
                    given.push((*from, call.argument(index, param.name), part.span));
                }
            });
        }
        let mut told = None;
        for (from, value, span) in given {
            let ExprKind::Name(name) = value?.kind else { return None };
            let caller = self.function(from);
            if has(name, TECH_LEAD) || !is_of_all(caller, name, STEPS) {
                return None;
            }
            let place = self.court.module(from).place(span);
            let (param, name) = (param.name.to_owned(), name.to_owned());
            told.get_or_insert(MisgivenLead { param, given: name, place });
        }
        told
    }
}

/// Whether something but the parameter speaks of the Tech Lead.
fn speaks_otherwise<'e, 'r: 'e>(
    values: impl IntoIterator<Item = &'e Expr<'r>>,
    param: &str,
) -> bool {
    values.into_iter().any(|value| {
        value.any(&|part| match part.kind {
            ExprKind::Name(name) => name != param && has(name, TECH_LEAD),
            ExprKind::Attribute(_, name) => has(name, TECH_LEAD),
            ExprKind::Str(_) => part.text().is_some_and(|text| {
                text.len() < 40 && !text.contains(' ') && has(&text, TECH_LEAD)
            }),
            _ => false,
        })
    })
}

/// Whether a variable is made of scores among which the Tech Lead's is not picked out.
fn is_of_all(function: &Function<'_>, name: &str, steps: usize) -> bool {
    let Some(steps) = steps.checked_sub(1) else { return false };
    let values = assigned(function, name);
    let judge = |value: &Expr<'_>| speaks(value, TECH_LEAD);
    let is_set_by_judge = any_stmt(&function.body, &|stmt| match &stmt.kind {
        StmtKind::If { branches, .. } => {
            branches.iter().any(|(test, body)| judge(test) && sets(body, name))
        }
        StmtKind::For { target, .. } => target.any(&|part| part.is_name(name)),
        StmtKind::Augment { target, .. } => target.is_name(name),
        _ => false,
    });
    let mut inner = BTreeSet::new();
    for value in &values {
        value.each(&mut |part| {
            if let ExprKind::Name(other) = part.kind
                && other != name
                && !assigned(function, other).is_empty()
            {
                inner.insert(other);
            }
        });
    }
    let picks = |value: &&Expr<'_>| {
        judge(value)
            || value.any(&|part| matches!(part.kind, ExprKind::Attribute(_, "judge" | "persona")))
    };
    !values.is_empty()
        && !is_set_by_judge
        && !values.iter().any(picks)
        && inner.into_iter().all(|other| is_of_all(function, other, steps))
}

/// Whether a block gives a value to a variable.
fn sets(body: &Body<'_>, name: &str) -> bool {
    let mut found = false;
    statements(body, &mut |stmt| {
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            found |= each_target(targets).into_iter().any(|target| target.is_name(name));
        }
    });
    found
}
