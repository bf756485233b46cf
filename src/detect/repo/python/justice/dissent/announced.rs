//! Keys of the state by which a function of the synthesis says that scores lie far apart, where it knows that by a field
//! which another function fills.

use super::super::Hearing;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::{each_call, statements, uses};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Passing, Span, StmtKind};
use std::collections::BTreeSet;

impl<'r> Hearing<'r, '_> {
    /// What each function says so, with where it does: `state["again"] = True` under `any(one.wide for one in results)`,
    /// where the results are made with `wide=spread > 2`.
    pub(super) fn announced_by_fields(&self) -> Vec<(Key, String, Span)> {
        let ours = || self.reached.iter().copied().filter(|key| !self.court.module(*key).in_tests);
        let mut fields: BTreeSet<&'r str> = BTreeSet::new();
        for key in ours() {
            let Some(notes) = self.notes.get(&key) else { continue };
            each_call(&self.function(key).body, &mut |call, _| {
                if !call.callee_name().starts_with(char::is_uppercase) {
                    return;
                }
                for arg in &call.args {
                    if let Passing::Keyword(name) = arg.passing
                        && (notes.is_wide(&arg.value) || uses(&arg.value, &notes.wide))
                        && matches!(arg.value.kind, ExprKind::Name(_) | ExprKind::Compare(..))
                    {
                        fields.insert(name);
                    }
                }
            });
        }
        if fields.is_empty() {
            return Vec::new();
        }
        ours().flat_map(|key| self.set_by(key, &fields)).collect()
    }

    /// The keys that a function sets where one of these fields says so.
    fn set_by(&self, key: Key, fields: &BTreeSet<&'r str>) -> Vec<(Key, String, Span)> {
        let body = &self.function(key).body;
        let asks = |value: &Expr<'_>| {
            value.any(
                &|part| matches!(part.kind, ExprKind::Attribute(_, name) if fields.contains(name)),
            )
        };
        let mut flags: BTreeSet<&'r str> = BTreeSet::new();
        statements(body, &mut |stmt| {
            if let Some((name, value)) = stmt.assigned()
                && asks(value)
            {
                flags.insert(name);
            }
        });
        let says = |value: &Expr<'_>| {
            !matches!(value.kind, ExprKind::Not(_)) && (asks(value) || uses(value, &flags))
        };
        let mut found = Vec::new();
        statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::If { branches, .. } => {
                for (_, body) in branches.iter().filter(|(test, _)| says(test)) {
                    statements(body, &mut |stmt| {
                        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
                            && matches!(value.kind, ExprKind::Bool(true))
                        {
                            found.extend(item(targets).map(|name| (key, name, stmt.span)));
                        }
                    });
                }
            }
            StmtKind::Assign { targets, value: Some(value), .. } if says(value) => {
                found.extend(item(targets).map(|name| (key, name, stmt.span)));
            }
            StmtKind::Return(Some(value)) => value.each(&mut |part| {
                let ExprKind::Dict(pairs) = &part.kind else { return };
                for (name, value) in pairs {
                    let name = name.as_ref().and_then(Expr::text).filter(|_| says(value));
                    found.extend(name.map(|name| (key, name, stmt.span)));
                }
            }),
            _ => {}
        });
        found
    }
}

/// The key that is set in `state["key"] = …`.
fn item(targets: &[Expr<'_>]) -> Option<String> {
    let [Expr { kind: ExprKind::Subscript(_, indices), .. }] = targets else { return None };
    indices.first().and_then(Expr::text)
}
