//! Dissent that is one fixed text, whichever judges differ and why.

use super::super::Hearing;
use super::super::reading::found::Found;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::{each_target, has, statements, target_name};
use crate::detect::repo::python::syntax::{
    Body, Expr, ExprKind, Function, Passing, Span, StmtKind,
};
use crate::domain::facts::Lines;
use std::collections::BTreeSet;

/// What a dissent is called.
const DISSENT: &[&str] = &["dissent"];

impl Hearing<'_, '_> {
    /// Where the dissent of a function is one fixed text.
    pub(in super::super) fn canned(&self, key: Key, found: &Found<'_>) -> Option<Lines> {
        let own = found.rules.contains("dissent").then(|| self.function(key))?;
        canned(own).map(|span| self.court.module(key).place(span))
    }
}

/// Where a function writes its dissent, if all that it gives for one is a fixed text.
fn canned(function: &Function<'_>) -> Option<Span> {
    let mut given = given(&function.body);
    if has(function.name, DISSENT) {
        statements(&function.body, &mut |stmt| {
            if let StmtKind::Return(Some(value)) = &stmt.kind {
                given.push(value);
            }
        });
    }
    let own = own_names(&function.body);
    let mut first = None;
    for value in given {
        first = first.or(text_of(value, &own)?);
    }
    first
}

/// Whether a block gives anything to what is called a dissent.
pub(super) fn gives_dissent(body: &Body<'_>) -> bool {
    let own = BTreeSet::new();
    given(body).into_iter().any(|value| text_of(value, &own) != Some(None))
}

/// All values that a block gives to what is called a dissent.
pub(super) fn given<'e, 'r>(body: &'e Body<'r>) -> Vec<&'e Expr<'r>> {
    let mut given = Vec::new();
    statements(body, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. }
                if each_target(targets).iter().any(|one| has(&target_name(one), DISSENT)) =>
            {
                given.push(value);
            }
            StmtKind::Augment { target, value } if has(&target_name(target), DISSENT) => {
                given.push(value);
            }
            _ => {}
        }
        stmt.walk(&mut |part| match &part.kind {
            ExprKind::Call(call) => {
                for arg in &call.args {
                    match (&call.callee.kind, arg.passing) {
                        (_, Passing::Keyword(name)) if has(name, DISSENT) => {
                            given.push(&arg.value);
                        }
                        (ExprKind::Attribute(object, _), _)
                            if has(&target_name(object), DISSENT) =>
                        {
                            given.push(&arg.value);
                        }
                        _ => {}
                    }
                }
            }
            ExprKind::Dict(pairs) => given.extend(pairs.iter().filter_map(|(key, value)| {
                let key = key.as_ref().and_then(Expr::text)?;
                has(&key, DISSENT).then_some(value)
            })),
            _ => {}
        });
    });
    given
}

/// The variables of a body that are called a dissent.
fn own_names<'r>(body: &Body<'r>) -> BTreeSet<&'r str> {
    let mut own = BTreeSet::new();
    statements(body, &mut |stmt| {
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            own.extend(targets.iter().filter_map(|target| match target.kind {
                ExprKind::Name(name) if has(name, DISSENT) => Some(name),
                _ => None,
            }));
        }
    });
    own
}

/// Where a fixed text stands in a value, if it stands for nothing else; `None` where it may.
#[expect(clippy::option_option, reason = "nothing is said, and it is not known what is said")]
fn text_of(value: &Expr<'_>, own: &BTreeSet<&str>) -> Option<Option<Span>> {
    match &value.kind {
        ExprKind::Str(_) => {
            let text = value.text()?;
            Some((!text.trim().is_empty()).then_some(value.span))
        }
        ExprKind::None | ExprKind::Bool(_) => Some(None),
        ExprKind::List(items) if items.is_empty() => Some(None),
        ExprKind::Name(name) => own.contains(name).then_some(None),
        ExprKind::Conditional(choice) => {
            let (then, otherwise) = (text_of(&choice.then, own)?, text_of(&choice.otherwise, own)?);
            Some(then.or(otherwise))
        }
        _ => None,
    }
}
