//! Evidence that is written where a list has none: for criteria that nothing in the function is looked at for.

use super::super::syntax::{Expr, ExprKind, Stmt, StmtKind};
use super::beforehand::Beforehand;

/// The list that a condition finds empty.
pub(super) fn asks_if_empty<'r>(test: &Expr<'r>) -> Option<&'r str> {
    match &test.kind {
        ExprKind::Not(inner) => inner.name(),
        ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
            (
                [
                    Expr { kind: ExprKind::Call(call), .. },
                    Expr { kind: ExprKind::Literal("0"), .. },
                ],
                ["=="],
            ) if call.callee.is_name("len") => match call.position(0)?.kind {
                ExprKind::Name(name) => Some(name),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// Whether everything that may come into a list, or look at something, in what is done since it was made stands under
/// a condition on the criterion alone: for the others it stays empty whatever there is.
pub(super) fn is_filled_where_asked<'r>(
    beforehand: Beforehand<'_, 'r, '_>,
    list: &str,
    since: &'r [Stmt<'r>],
) -> bool {
    let here = beforehand.site.expr.span;
    let is_list = |part: &Expr<'_>| part.is_name(list);
    let acts = |value: &'r Expr<'r>| {
        value.any(&|part| matches!(part.kind, ExprKind::Call(_)) && !beforehand.is_known(part))
    };
    let holds = |body: &[Stmt<'r>]| body.iter().any(|stmt| stmt.span.holds(here));
    since.iter().take_while(|stmt| stmt.span.start <= here.start).all(|stmt| {
        let StmtKind::If { branches, otherwise } = &stmt.kind else {
            let Some(block) = stmt.blocks().into_iter().find(|block| holds(block)) else {
                let own = stmt.span.holds(here);
                return own || is_idle(std::slice::from_ref(stmt), &is_list, &acts);
            };
            return is_filled_where_asked(beforehand, list, block);
        };
        for (test, body) in branches {
            if asks_if_empty(test).is_none() && acts(test) {
                return false;
            }
            if holds(body) {
                return is_filled_where_asked(beforehand, list, body);
            }
            if !is_of_criterion(beforehand, test) && !is_idle(body, &is_list, &acts) {
                return false;
            }
        }
        is_filled_where_asked(beforehand, list, otherwise)
    })
}

/// Whether a condition hangs on the criterion and on what is known beforehand; those that come here may all be of one
/// kind of artifact, so that this sorts none out.
fn is_of_criterion<'r>(beforehand: Beforehand<'_, 'r, '_>, test: &'r Expr<'r>) -> bool {
    let of_artifact = test.any(&|part| match &part.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => name.contains("artifact"),
        ExprKind::Str(_) => part.text().is_some_and(|text| text.contains("artifact")),
        _ => false,
    });
    beforehand.is_asked(test) && !of_artifact
}

/// Whether nothing in a block has to do with the list, or looks at anything.
fn is_idle<'r>(
    body: &'r [Stmt<'r>],
    is_list: &impl Fn(&Expr<'_>) -> bool,
    acts: &impl Fn(&'r Expr<'r>) -> bool,
) -> bool {
    let mut idle = true;
    Stmt::each(body, &mut |stmt: &'r Stmt<'r>| {
        idle &= stmt
            .expressions()
            .into_iter()
            .all(|value| !value.any(&|part| is_list(part)) && !acts(value));
    });
    idle
}
