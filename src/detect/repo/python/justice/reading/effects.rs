//! What a block of code does to a score.

use super::super::weighing::averages::averages;
use super::variables::terms::{
    PROSE, SCORE, SPREAD, any_stmt, each_target, has, speaks, target_name,
};
use super::variables::told::only_told;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Passing, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Whether `value` is `max(scores) - min(scores)` or another way to say how far they lie apart.
pub(super) fn is_spread(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Binary("-", sides) => {
            let named = |side: &Expr<'_>, words: &[&str]| match &side.kind {
                ExprKind::Call(call) => has(call.callee_name(), words),
                ExprKind::Name(name) => has(name, words),
                _ => false,
            };
            let ends = |side: &Expr<'_>, index: &str| match &side.kind {
                ExprKind::Subscript(object, indices) => {
                    speaks(object, &["score"])
                        && indices.first().is_some_and(|one| match &one.kind {
                            ExprKind::Literal(number) => *number == index,
                            ExprKind::Other(parts) => !parts.is_empty() && index == "-1",
                            _ => false,
                        })
                }
                _ => false,
            };
            (named(&sides.0, &["=max", "highest", "=hi", "=high"])
                && named(&sides.1, &["=min", "lowest", "=lo", "=low"]))
                || (ends(&sides.0, "-1") && ends(&sides.1, "0"))
        }
        ExprKind::Call(call) => match call.callee_name() {
            "variance" | "pvariance" | "stdev" | "pstdev" => true,
            "abs" => call.position(0).is_some_and(|inner| match &inner.kind {
                ExprKind::Binary("-", sides) => {
                    is_spread(inner)
                        || (speaks(&sides.0, &["score"]) && speaks(&sides.1, &["score"]))
                }
                _ => false,
            }),
            "float" | "int" | "round" => call.position(0).is_some_and(is_spread),
            _ => false,
        },
        // Without scores there is no distance: `max(s) - min(s) if s else 0`.
        ExprKind::Conditional(choice) => {
            (is_spread(&choice.then) && is_nothing(&choice.otherwise))
                || (is_spread(&choice.otherwise) && is_nothing(&choice.then))
        }
        _ => false,
    }
}

/// Whether `value` is, by its name or its form, how far scores lie apart.
pub(in crate::detect::repo::python) fn measures_spread(value: &Expr<'_>) -> bool {
    is_spread(value) || speaks(value, &["varianc", "spread", "disagree", "divergen"])
}

/// Whether `value` is text.
pub(in super::super) fn is_text(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Str(_) => !is_verdict(value, &VERDICTS),
        ExprKind::Binary("+", sides) => is_text(&sides.0) || is_text(&sides.1),
        ExprKind::Call(call) => matches!(call.callee_name(), "join" | "format" | "str"),
        ExprKind::Conditional(choice) => is_text(&choice.then) || is_text(&choice.otherwise),
        _ => false,
    }
}

const VERDICTS: [&str; 8] =
    ["=fail", "=failed", "=pass", "=partial", "=reject", "=rejected", "=insufficient", "=guilty"];
const LOW_VERDICTS: [&str; 6] =
    ["=fail", "=failed", "=partial", "=reject", "=rejected", "=insufficient"];

/// Whether `value` is a constant such as `VERDICT_FAIL`, `Verdict.FAIL` or `"FAIL"`.
fn is_verdict(value: &Expr<'_>, words: &[&str]) -> bool {
    let constant =
        |name: &str| name.len() < 30 && !name.chars().any(char::is_lowercase) && has(name, words);
    match &value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => constant(name),
        ExprKind::Str(_) => value.text().is_some_and(|text| constant(&text)),
        ExprKind::Tuple(items) => items.first().is_some_and(|first| is_verdict(first, words)),
        _ => false,
    }
}

pub(in super::super) fn is_score(target: &Expr<'_>) -> bool {
    let name = target_name(target);
    !has(&name, PROSE)
        && !has(&name, SPREAD)
        && (has(&name, SCORE) || speaks(target, &["score", "weight"]))
}

/// Whether a block puts a bound on a score: `min(score, 3)`, `score = 3`, `return FAIL`.
pub(in super::super) fn caps(body: &Body<'_>) -> bool {
    any_stmt(body, &bounds)
}

/// Whether a statement itself does.
pub(in super::super) fn bounds(stmt: &Stmt<'_>) -> bool {
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            let score = each_target(targets)
                .into_iter()
                .any(|target| is_score(target) || speaks(target, &["=cap"]));
            calls_min(value) || (score && (is_cap(value) || is_limit(value)))
        }
        StmtKind::Return(Some(Expr { kind: ExprKind::Dict(pairs), .. })) => {
            scored(pairs).is_some_and(|score| is_cap(score) || calls_min(score))
        }
        StmtKind::Return(Some(value)) => is_cap(value) || calls_min(value),
        _ => false,
    }
}

/// The one score among what is given by name: `{"final_score": tech, "reason": "…"}`.
pub(in super::super) fn scored<'e, 'r>(
    pairs: &'e [(Option<Expr<'r>>, Expr<'r>)],
) -> Option<&'e Expr<'r>> {
    let is_score = |key: &str| has(key, &["score", "verdict"]) && !has(key, PROSE);
    let mut scores = pairs.iter().filter_map(|(key, value)| {
        let key = key.as_ref().and_then(Expr::text)?;
        is_score(&key).then_some(value)
    });
    scores.next().filter(|_| scores.next().is_none())
}

/// Whether a block bounds a score by a low number.
pub(in super::super) fn caps_low(body: &Body<'_>) -> bool {
    any_stmt(body, &|stmt| {
        stmt.expressions().into_iter().any(|value| {
            value.any(&|part| match &part.kind {
                ExprKind::Call(call) => {
                    call.callee_name() == "min"
                        && call.args.iter().any(|arg| is_cap(&arg.value) || is_bound(&arg.value))
                }
                _ => false,
            })
        })
    })
}

/// Whether `value` is a number below the top of every scale in use.
fn is_bound(value: &Expr<'_>) -> bool {
    matches!(value.kind, ExprKind::Literal(number) if number.parse::<f64>().is_ok_and(|number| number > 0.0))
        && !is_top(value)
}

/// Whether `value` is the best score of a scale: of five, ten or a hundred points.
fn is_top(value: &Expr<'_>) -> bool {
    matches!(value.kind, ExprKind::Literal(number) if number.parse::<f64>().is_ok_and(|number| [5.0, 10.0, 100.0].contains(&number)))
}

/// What stands for a number where there is none.
fn is_nothing(value: &Expr<'_>) -> bool {
    matches!(value.kind, ExprKind::Literal(_) | ExprKind::None | ExprKind::Bool(_))
}

/// A bound that has no place in the code around: `MAX_WITH_FLAW`.
fn is_limit(value: &Expr<'_>) -> bool {
    value.last_name().is_some_and(|name| {
        !name.chars().any(char::is_lowercase) && has(name, &["secur", "=max", "limit"])
    })
}

/// Whether `value` is a bound for scores.
pub(in super::super) fn is_cap(value: &Expr<'_>) -> bool {
    match &value.kind {
        // The lower part of a scale of five points, and of one of a hundred.
        ExprKind::Literal(number) => number
            .parse::<f64>()
            .is_ok_and(|number| (1.0..=3.0).contains(&number) || (11.0..=75.0).contains(&number)),
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
            has(name, &["=cap", "=caps", "capped", "ceiling"]) || is_verdict(value, &LOW_VERDICTS)
        }
        ExprKind::Str(_) => is_verdict(value, &LOW_VERDICTS),
        ExprKind::Tuple(items) => items.first().is_some_and(is_cap),
        _ => calls_min(value),
    }
}

/// Whether `min` of several values is taken, other than to stay on the scale.
pub(in super::super) fn calls_min(value: &Expr<'_>) -> bool {
    value.any(&|part| match &part.kind {
        ExprKind::Call(call) => {
            call.callee_name() == "min"
                && call.args.len() > 1
                && !call.args.iter().any(|arg| is_top(&arg.value))
        }
        _ => false,
    })
}

/// Whether a block sets, returns or bounds a score.
pub(in super::super) fn changes_score(body: &Body<'_>) -> bool {
    any_stmt(body, &|stmt| changed(stmt))
}

/// Whether a statement itself puts down a score.
pub(in super::super) fn changed(stmt: &Stmt<'_>) -> bool {
    match &stmt.kind {
        StmtKind::Assign { value: Some(value), .. } | StmtKind::Expr(value)
            if value.any(&renews_score) =>
        {
            true
        }
        StmtKind::Assign { targets, value: Some(value), .. } => {
            !is_text(value) && each_target(targets).into_iter().any(is_score)
        }
        StmtKind::Augment { target, value } => !is_text(value) && is_score(target),
        StmtKind::Return(Some(value)) => {
            !is_text(value)
                && (speaks(value, &["score"]) || is_cap(value) || is_verdict(value, &VERDICTS))
        }
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
            matches!(call.callee_name(), "append" | "extend" | "insert")
                && matches!(&call.callee.kind, ExprKind::Attribute(object, _) if is_score(object))
        }
        _ => false,
    }
}

/// Whether an opinion is made anew with another score: `one.model_copy(update={"score": 1})`, `replace(one, score=1)`,
/// `setattr(one, "score", 1)`.
fn renews_score(value: &Expr<'_>) -> bool {
    let ExprKind::Call(call) = &value.kind else { return false };
    let is_named = |name: &str| has(name, &["score"]) && !has(name, PROSE);
    let names = |pairs: &[(Option<Expr<'_>>, Expr<'_>)]| {
        let mut keys = pairs.iter().filter_map(|(key, _)| key.as_ref().and_then(Expr::text));
        keys.any(|key| is_named(&key))
    };
    let mut by_name = call.args.iter().filter_map(|arg| match arg.passing {
        Passing::Keyword(name) => Some((name, &arg.value)),
        _ => None,
    });
    match call.callee_name() {
        "model_copy" | "copy" => by_name.any(|(name, given)| match &given.kind {
            ExprKind::Dict(pairs) => name == "update" && names(pairs),
            _ => false,
        }),
        "replace" | "_replace" | "evolve" => by_name.any(|(name, _)| is_named(name)),
        "setattr" => call.position(1).and_then(Expr::text).is_some_and(|name| is_named(&name)),
        _ => false,
    }
}

/// Whether nothing but texts and labels follows from a block; what goes into `told` goes into texts alone.
pub(super) fn only_words(body: &Body<'_>, told: &BTreeSet<&str>) -> bool {
    let words = |value: &Expr<'_>| match &value.kind {
        ExprKind::Bool(_) | ExprKind::None | ExprKind::Str(_) => true,
        ExprKind::Tuple(items) => items.iter().all(|item| {
            is_text(item) || matches!(item.kind, ExprKind::Bool(_) | ExprKind::Name(_))
        }),
        ExprKind::Name(name) => has(name, PROSE),
        _ => is_text(value),
    };
    !any_stmt(body, &|stmt| match &stmt.kind {
        _ if only_told(stmt, told) => false,
        StmtKind::Assign { targets, value: Some(value), .. } => {
            let prose = each_target(targets).into_iter().all(|one| {
                let name = target_name(one);
                has(&name, PROSE) || has(&name, SPREAD) || name == "_"
            });
            // What is looked up for the text, such as two judges' opinions, changes nothing.
            let looked_up = !each_target(targets).into_iter().any(is_score)
                && !matches!(value.kind, ExprKind::Binary(..));
            !(prose || words(value) || looked_up)
        }
        StmtKind::Augment { target, value } => {
            !(has(&target_name(target), PROSE) || is_text(value))
        }
        StmtKind::Return(Some(value)) => !words(value) || gives(value, &worked_out(body)),
        _ => changed(stmt),
    })
}

/// The variables of a block whose values are worked out in it, other than as words.
fn worked_out<'r>(body: &Body<'r>) -> BTreeSet<&'r str> {
    let mut found = BTreeSet::new();
    Stmt::each(body, &mut |stmt| {
        let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
        let is_plain = matches!(
            value.kind,
            ExprKind::Bool(_) | ExprKind::None | ExprKind::Name(_) | ExprKind::Attribute(..)
        );
        if !is_plain && !is_text(value) {
            found.extend(each_target(targets).into_iter().filter_map(|target| match target.kind {
                ExprKind::Name(name) if !has(name, PROSE) => Some(name),
                _ => None,
            }));
        }
    });
    found
}

/// Whether a value, or an item of it, is one of the variables.
fn gives(value: &Expr<'_>, variables: &BTreeSet<&str>) -> bool {
    match &value.kind {
        ExprKind::Name(name) => variables.contains(name),
        ExprKind::Tuple(items) => items.iter().any(|item| gives(item, variables)),
        _ => false,
    }
}

/// Whether all that a block does to scores is to add a number to one or take it away.
pub(in super::super) fn only_shifts(body: &Body<'_>) -> bool {
    let by_number = |value: &Expr<'_>| {
        value.any(&|part| {
            matches!(&part.kind, ExprKind::Binary("-" | "+", sides)
                if matches!(sides.1.kind, ExprKind::Literal(_)))
        }) && !speaks(value, &["evidence", "cited", "confiden", "found"])
    };
    let shifted = |stmt: &Stmt<'_>| match &stmt.kind {
        StmtKind::Assign { value: Some(value), .. } | StmtKind::Return(Some(value)) => {
            by_number(value)
        }
        StmtKind::Augment { value, .. } => matches!(value.kind, ExprKind::Literal(_)),
        _ => false,
    };
    changes_score(body) && !any_stmt(body, &|stmt| changed(stmt) && !shifted(stmt))
}

pub(in super::super) fn picks(value: &Expr<'_>) -> bool {
    const JUDGES: &[&str] = &[
        "prosecut",
        "defense",
        "defence",
        "techlead",
        "tech_lead",
        "=tech",
        "=tl",
        "=p",
        "=d",
        "=t",
        "median",
        // The one in the middle.
        "sorted",
        "ordered",
    ];
    match &value.kind {
        ExprKind::Name(_) | ExprKind::Attribute(..) | ExprKind::Subscript(..) => {
            speaks(value, JUDGES)
        }
        ExprKind::Call(call) => match call.callee_name() {
            "median" | "sorted" => true,
            _ => call.args.len() == 1 && (picks(&call.args[0].value) || averages(value)),
        },
        ExprKind::Tuple(items) => items.first().is_some_and(picks),
        ExprKind::Conditional(choice) => picks(&choice.then) && picks(&choice.otherwise),
        _ => averages(value),
    }
}

pub(in super::super) fn is_product(value: &Expr<'_>) -> bool {
    matches!(value.kind, ExprKind::Binary("*", _))
}
