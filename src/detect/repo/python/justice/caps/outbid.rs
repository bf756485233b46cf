//! Branches for what was found whose score another judge's raises again.

use super::super::reading::variables::terms::{TECH_LEAD, has, statements, uses};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, StmtKind};
use std::collections::BTreeSet;

/// Parts of names for judges.
const JUDGES: &[&str] = &["prosecut", "defense", "defence", "tech", "judge"];

/// What the last statement of a branch gives, where that is the greater of what the branch worked out and of the score
/// of a judge that it did not look at: `return max(lowered, prosecutor.score)`.
pub(in super::super) fn outbid<'r>(body: &'r Body<'r>) -> Option<&'r Expr<'r>> {
    let StmtKind::Return(Some(value)) = &body.last()?.kind else { return None };
    let value = match &value.kind {
        ExprKind::Tuple(items) => items.first()?,
        _ => value,
    };
    let ExprKind::Call(call) = &value.kind else { return None };
    let (one, other) = (call.position(0)?, call.position(1)?);
    if call.callee_name() != "max" || call.args.len() != 2 {
        return None;
    }
    let is_outbid = |lowered: &Expr<'r>, score: &Expr<'r>| match lowered.kind {
        ExprKind::Name(name) => of_judge(score).is_some_and(|judge| {
            let made = made(body, name);
            made.contains(name) && !made.contains(judge)
        }),
        _ => false,
    };
    (is_outbid(one, other) || is_outbid(other, one)).then_some(value)
}

/// The judge whose score it is, if there is such a judge: `prosecutor.score if prosecutor else 1`.
fn of_judge<'r>(value: &Expr<'r>) -> Option<&'r str> {
    match &value.kind {
        ExprKind::Attribute(judge, "score") => match judge.kind {
            ExprKind::Name(name) if has(name, JUDGES) || has(name, TECH_LEAD) => Some(name),
            _ => None,
        },
        ExprKind::Conditional(choice) => of_judge(&choice.then),
        _ => None,
    }
}

/// The names that a variable of the branch is made of, its own with them; none where the branch does not lower it.
fn made<'r>(body: &'r Body<'r>, name: &str) -> BTreeSet<&'r str> {
    let mut made: BTreeSet<&str> = BTreeSet::new();
    let mut lowers = false;
    // From the last assignment to the first, what is used is added to what is looked for.
    let mut set = Vec::new();
    statements(body, &mut |stmt| {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind {
            set.extend(targets.iter().filter_map(|target| match target.kind {
                ExprKind::Name(target) => Some((target, value)),
                _ => None,
            }));
        }
    });
    for (target, value) in set.into_iter().rev() {
        let own = BTreeSet::from([target]);
        if target == name || made.iter().any(|known| own.contains(known)) {
            made.insert(target);
            value.each(&mut |part| {
                if let ExprKind::Name(used) = part.kind {
                    made.insert(used);
                }
                lowers |= match &part.kind {
                    ExprKind::Call(call) => call.callee_name() == "min" && !uses(part, &own),
                    ExprKind::Binary("-", _) => true,
                    _ => false,
                };
            });
        }
    }
    if lowers { made } else { BTreeSet::new() }
}
