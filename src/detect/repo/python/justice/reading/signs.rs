//! What blocks and values show by their form: that an opinion is left out, that a score leans, that dissent is written.

use super::effects::is_text;
use super::variables::terms::{TECH_LEAD, any_stmt, has, speaks, target_name};
use super::variables::told::only_told;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, StmtKind};
use std::collections::BTreeSet;

/// Whether a test compares a score.
pub(super) fn asks_score(test: &Expr<'_>) -> bool {
    test.any(&|part| matches!(&part.kind, ExprKind::Compare(sides, _) if sides.iter().any(|side| speaks(side, &["score"]))),
    )
}

/// Whether a test compares a score of the Prosecutor's; what bears the Prosecutor out is none.
pub(in super::super) fn asks_prosecutor(test: &Expr<'_>) -> bool {
    let is_judge = |name: &str| has(name, &["prosecut"]) && !has(name, &["evidenc", "support"]);
    let names = |part: &Expr<'_>| match &part.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => is_judge(name),
        ExprKind::Str(_) => part.text().is_some_and(|text| text.len() < 60 && is_judge(&text)),
        _ => false,
    };
    test.any(&names) && asks_score(test)
}

/// An opinion is left out where evidence is weak: `if confidence < 0.5 and score >= 4: continue`.
pub(in super::super) fn outweighed(test: &Expr<'_>, body: &Body<'_>) -> bool {
    let compares = |words: &[&str], operators: [&str; 2]| {
        test.any(&|part| match &part.kind {
            ExprKind::Compare(sides, found) => {
                sides.first().is_some_and(|side| speaks(side, words))
                    && found.iter().any(|operator| operators.contains(operator))
            }
            _ => false,
        })
    };
    compares(&["confiden", "evidence"], ["<", "<="])
        && compares(&["score"], [">", ">="])
        && body.iter().all(|stmt| matches!(stmt.kind, StmtKind::Continue | StmtKind::Expr(_)))
        && body.iter().any(|stmt| matches!(stmt.kind, StmtKind::Continue))
}

/// The score is drawn towards the Tech Lead's: `score = (score + tech_lead.score) / 2`.
pub(super) fn leans(body: &Body<'_>) -> bool {
    any_stmt(body, &|stmt| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            targets.iter().any(|target| {
                let name = target_name(target);
                has(&name, &["score", "final"]) && speaks(value, &[name.as_str()])
            }) && value.any(&|part| {
                matches!(&part.kind, ExprKind::Binary("+", sides)
                if speaks(&sides.0, TECH_LEAD) != speaks(&sides.1, TECH_LEAD))
            }) && !speaks(value, &["prosecut", "defense", "defence"])
        }
        _ => false,
    })
}

/// Whether a block assigns to, or passes on, something whose name speaks of dissent; what is `dropped` nobody reads.
pub(super) fn writes_dissent(body: &Body<'_>, dropped: &BTreeSet<&str>) -> bool {
    let word: &[&str] = &["dissent"];
    any_stmt(body, &|stmt| match &stmt.kind {
        _ if only_told(stmt, dropped) => false,
        StmtKind::Assign { targets, value, .. } => {
            targets.iter().any(|target| speaks(target, word))
                && !value.as_ref().is_some_and(says_nothing)
        }
        StmtKind::Augment { target, .. } => speaks(target, word),
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => speaks(&call.callee, word),
        _ => false,
    })
}

/// Whether a value is empty, so that whoever is given it is told nothing.
fn says_nothing(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::None | ExprKind::Bool(false) => true,
        ExprKind::Str(_) => value.text().is_some_and(|text| text.trim().is_empty()),
        ExprKind::List(items) => items.is_empty(),
        _ => false,
    }
}

/// Whether a text is put together: a template, joined lines, the result of what writes it.
pub(in super::super) fn composes(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Str(_) => value.text().is_none(),
        ExprKind::Call(call) => {
            call.callee_name() == "join"
                || (has(call.callee_name(), &["dissent"])
                    && has(
                        call.callee_name(),
                        &[
                            "summar", "text", "build", "generat", "write", "expla", "note",
                            "compose",
                        ],
                    ))
        }
        ExprKind::Conditional(choice) => composes(&choice.then) || composes(&choice.otherwise),
        ExprKind::Binary("+", sides) => {
            is_text(value) && (composes(&sides.0) || composes(&sides.1))
        }
        _ => false,
    }
}

pub(super) fn returns_text(body: &Body<'_>) -> bool {
    any_stmt(body, &|stmt| match &stmt.kind {
        StmtKind::Return(Some(value)) => {
            !matches!(value.kind, ExprKind::Compare(..)) && !is_blank(value)
        }
        _ => false,
    })
}

/// Whether a value, with all its items, is yes, no, nothing or an empty text: `False, None`.
pub(super) fn is_blank(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::None | ExprKind::Bool(_) => true,
        ExprKind::Tuple(items) => items.iter().all(is_blank),
        _ => value.text().is_some_and(|text| text.trim().is_empty()),
    }
}
