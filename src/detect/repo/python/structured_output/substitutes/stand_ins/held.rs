//! Opinions and scores that a variable holds.

use super::{Opinions, is_score};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Span, Stmt, StmtKind};

impl<'r> Opinions<'r, '_> {
    /// The opinion with a score of its own that a variable holds which is given back: the function binds it to nothing
    /// else, changes nothing in it, and hands it to nothing that might.
    pub(super) fn bound_before(&self, value: &Expr<'r>) -> Option<(Span, u32)> {
        let ExprKind::Name(name) = value.kind else { return None };
        let is_param = self.function.param(name).is_some();
        let (mut found, mut is_known) = (None, !is_param);
        let is_it = |part: &Expr<'_>| part.is_name(name);
        Stmt::each_own(&self.function.body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. }
                if targets.iter().any(|target| target.any(&is_it)) =>
            {
                is_known &= found.is_none() && targets.iter().all(is_it);
                found = self.score_of(value).map(|score| (value.span, score));
                is_known &= found.is_some();
            }
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
                is_known &= !target.any(&is_it);
            }
            StmtKind::With { items, .. } => {
                is_known &=
                    !items.iter().any(|(_, bound)| bound.as_ref().is_some_and(|it| it.any(&is_it)));
            }
            StmtKind::Other(values) => is_known &= !values.iter().any(|value| value.any(&is_it)),
            _ => {}
        });
        let changes = |part: &Expr<'_>| match &part.kind {
            ExprKind::Call(call) => {
                matches!(&call.callee.kind, ExprKind::Attribute(object, _) if is_it(object))
                    || call.args.iter().any(|arg| is_it(&arg.value))
            }
            ExprKind::Named(other, _) => *other == name,
            _ => false,
        };
        Stmt::each_own(&self.function.body, &mut |stmt| {
            is_known &= !stmt.any(&changes);
        });
        found.filter(|_| is_known)
    }

    /// The scores that a variable may hold by which `value` is built, where the function gives it nothing but numbers.
    pub(super) fn held_score(&self, function: &Function<'_>, value: &Expr<'_>) -> Option<Vec<u32>> {
        let fields = self.fields_of(value)?;
        let name = fields.iter().find_map(|(name, value)| match value.kind {
            ExprKind::Name(held) if is_score(name) => Some(held),
            _ => None,
        })?;
        let is_param = function.param(name).is_some();
        let (mut scores, mut is_known) = (Vec::new(), !is_param);
        Stmt::each_own(&function.body, &mut |stmt| {
            let is_it = |value: &Expr<'_>| value.is_name(name);
            match &stmt.kind {
                StmtKind::Assign { targets, value, .. }
                    if targets.iter().any(|it| it.any(&is_it)) =>
                {
                    let number = value
                        .as_ref()
                        .and_then(crate::detect::repo::python::syntax::Expr::number::<u32>);
                    is_known &= number.is_some();
                    scores.extend(number);
                }
                StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
                    is_known &= !target.any(&is_it);
                }
                _ => {}
            }
        });
        scores.sort_unstable();
        scores.dedup();
        (is_known && !scores.is_empty()).then_some(scores)
    }
}
