//! Branches in which what the detectives found goes before what the judges say.

use super::super::caps::alone::assigned;
use super::super::reading::effects::{bounds, changed};
use super::super::reading::guards;
use super::super::reading::signs::outweighed;
use super::super::reading::variables::notes::Notes;
use super::super::reading::variables::terms::{
    any_stmt, each_target, has, speaks, statements, target_name,
};
use crate::detect::repo::python::running::refuted::is_path;
use crate::detect::repo::python::syntax::{
    Body, Clause, Expr, ExprKind, Function, Span, Stmt, StmtKind,
};

/// What a condition speaks of in a function that is named after the rule.
const FOUND: &[&str] = &["evidence", "support", "valid", "cited", "citation"];

/// Whether a branch is about what was found.
pub(in super::super) fn is_factual<'r>(
    function: &Function<'r>,
    notes: &Notes<'r>,
    test: &Expr<'r>,
    body: &Body<'r>,
) -> bool {
    notes.is_factual(test)
        || (is_named(function)
            && (speaks(test, FOUND)
                || speaks(test, &["score"])
                || rests_on_evidence(function, test)))
        || outweighed(test, body)
}

fn is_named(function: &Function<'_>) -> bool {
    has(function.name, &["suprem", "fact_check", "rule_of_evidence", "evidence_rule"])
}

/// Whether a condition asks a variable that is made of evidence: `text = " ".join(e.content for e in evidence)`.
fn rests_on_evidence(function: &Function<'_>, test: &Expr<'_>) -> bool {
    let mut made = Vec::new();
    statements(&function.body, &mut |stmt| {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
            && speaks(value, &["evidence"])
        {
            made.extend(each_target(targets).into_iter().map(target_name));
        }
    });
    test.any(
        &|part| matches!(part.kind, ExprKind::Name(name) if made.iter().any(|one| one == name)),
    )
}

/// Whether a condition holds only where some evidence is there: `any(not one.found for one in evidence)` holds of none.
pub(in super::super) fn takes_some<'r>(function: &'r Function<'r>, test: &Expr<'r>) -> bool {
    match &test.kind {
        ExprKind::Logic("and", sides) => {
            takes_some(function, &sides.0) || takes_some(function, &sides.1)
        }
        ExprKind::Logic(_, sides) => {
            takes_some(function, &sides.0) && takes_some(function, &sides.1)
        }
        ExprKind::Call(call) => {
            call.callee_name() == "any"
                && call.position(0).is_some_and(|inner| match &inner.kind {
                    ExprKind::Comprehension(made) => made.clauses.iter().any(|clause| {
                        matches!(clause, Clause::For { iterable, .. } if speaks(iterable, &["evidence", "finding"]))
                    }),
                    _ => false,
                })
        }
        ExprKind::Name(name) => match assigned(function, name).as_slice() {
            [only] if !matches!(only.kind, ExprKind::Name(_)) => takes_some(function, only),
            _ => false,
        },
        _ => false,
    }
}

/// Whether all that a branch does to a score is to lift it: it gives that something passes, or `max(score, 4)`.
pub(in super::super) fn lifts(body: &Body<'_>) -> bool {
    let is_lift = |value: &Expr<'_>| match &value.kind {
        ExprKind::Call(call) => {
            // To stay on the scale lifts nothing, and what is taken off before is no lift.
            let is_good = |value: &Expr<'_>| match value.kind {
                ExprKind::Literal(number) => {
                    number.parse::<f64>().is_ok_and(|number| number >= 3.0)
                }
                _ => false,
            };
            let is_bare = call.args.iter().all(|arg| is_good(&arg.value) || is_path(&arg.value));
            call.callee_name() == "max"
                && call.args.len() == 2
                && is_bare
                && call.args.iter().any(|arg| is_good(&arg.value))
        }
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
            name.split('_').any(|word| matches!(word, "PASS" | "PASSED"))
        }
        _ => value
            .text()
            .is_some_and(|text| matches!(text.to_ascii_lowercase().as_str(), "pass" | "passed")),
    };
    let (mut all, mut any) = (true, false);
    statements(body, &mut |stmt| {
        let value = match &stmt.kind {
            StmtKind::Return(Some(value)) => value,
            StmtKind::Assign { value: Some(value), .. } if changed(stmt) => value,
            _ if changed(stmt) => return all = false,
            _ => return,
        };
        let value = match &value.kind {
            ExprKind::Tuple(items) => items.first().unwrap_or(value),
            _ => value,
        };
        any = true;
        all &= is_lift(value);
    });
    all && any
}

/// What bounds a score behind a branch that gives it back where nothing is missing:
/// `if not missing(evidence): return score`.
pub(in super::super) fn behind(
    function: &Function<'_>,
    notes: &Notes<'_>,
    test: &Expr<'_>,
) -> Option<Span> {
    if !(notes.is_factual(test) || (is_named(function) && speaks(test, FOUND))) {
        return None;
    }
    // Where there is nothing to go by the score is left as well.
    let is_call = |test: &Expr<'_>| matches!(&test.kind, ExprKind::Not(inner) if matches!(inner.kind, ExprKind::Call(_)));
    if guards::is_missing(test) && !is_call(test) {
        return None;
    }
    let asked = |stmt: &&Stmt<'_>| match &stmt.kind {
        StmtKind::If { branches, .. } => branches[0].0.span == test.span,
        _ => false,
    };
    let guard = function.body.iter().find(asked)?;
    let rest = guards::behind(function, guard)?;
    let held = |stmt: &Stmt<'_>| rest.holds(stmt.span) && bounds(stmt);
    any_stmt(&function.body, &held).then_some(rest)
}
