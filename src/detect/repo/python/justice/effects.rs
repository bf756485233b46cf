//! What a block of code does to a score.

use super::super::syntax::{Body, Call, Expr, ExprKind, Passing, Stmt, StmtKind};
use super::terms::{PROSE, SCORE, SPREAD, any_stmt, each_target, has, speaks, target_name, uses};
use super::told::only_told;
use std::collections::BTreeSet;

/// What an average over criteria, and not over judges, is made of.
const OVERALL: &[&str] = &[
    "final_score",
    "overall",
    "criteria",
    "criterion_score",
    "result",
    "dimension",
    "breakdown",
    "all_scores",
    "aggregate",
    "resolved",
];

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

/// Whether `value` is text.
pub(super) fn is_text(value: &Expr<'_>) -> bool {
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

pub(super) fn is_score(target: &Expr<'_>) -> bool {
    let name = target_name(target);
    !has(&name, PROSE)
        && !has(&name, SPREAD)
        && (has(&name, SCORE) || speaks(target, &["score", "weight"]))
}

/// Whether a block puts a bound on a score: `min(score, 3)`, `score = 3`, `return FAIL`.
pub(super) fn caps(body: &Body<'_>) -> bool {
    any_stmt(body, &bounds)
}

/// Whether a statement itself does.
pub(super) fn bounds(stmt: &Stmt<'_>) -> bool {
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            let score = each_target(targets)
                .into_iter()
                .any(|target| is_score(target) || speaks(target, &["=cap"]));
            calls_min(value) || (score && (is_cap(value) || is_limit(value)))
        }
        StmtKind::Return(Some(value)) => is_cap(value) || calls_min(value),
        _ => false,
    }
}

/// Whether a block bounds a score by a low number.
pub(super) fn caps_low(body: &Body<'_>) -> bool {
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
    matches!(value.kind, ExprKind::Name(name) | ExprKind::Attribute(_, name)
        if !name.chars().any(char::is_lowercase) && has(name, &["secur", "=max", "limit"]))
}

/// Whether `value` is a bound for scores.
pub(super) fn is_cap(value: &Expr<'_>) -> bool {
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
pub(super) fn calls_min(value: &Expr<'_>) -> bool {
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
pub(super) fn changes_score(body: &Body<'_>) -> bool {
    any_stmt(body, &|stmt| changed(stmt))
}

/// Whether a statement itself puts down a score.
pub(super) fn changed(stmt: &Stmt<'_>) -> bool {
    match &stmt.kind {
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
        StmtKind::Return(Some(value)) => !words(value),
        _ => changed(stmt),
    })
}

/// Whether all that a block does to scores is to take one judge's score or a plain average.
pub(super) fn only_picks(body: &Body<'_>) -> bool {
    let picked = |stmt: &Stmt<'_>| match &stmt.kind {
        StmtKind::Assign { value: Some(value), .. } | StmtKind::Return(Some(value)) => picks(value),
        _ => false,
    };
    changes_score(body) && !any_stmt(body, &|stmt| changed(stmt) && !picked(stmt))
}

/// Whether all that a block does to scores is to add a number to one or take it away.
pub(super) fn only_shifts(body: &Body<'_>) -> bool {
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

fn picks(value: &Expr<'_>) -> bool {
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

/// Whether `value` itself is a plain average of scores: `sum(scores) / len(scores)`,
/// `mean(scores)`, `(a + b + c) / 3`.
pub(super) fn averages(value: &Expr<'_>) -> bool {
    if speaks(value, OVERALL) {
        return false;
    }
    match &value.kind {
        ExprKind::Binary("/" | "//", sides) => {
            let summed = match &sides.0.kind {
                ExprKind::Call(call) => {
                    call.callee_name() == "sum"
                        && speaks(&sides.0, &["score", "=op", "opinion", "=values"])
                }
                ExprKind::Binary("+", _) => adds_scores(&sides.0),
                _ => false,
            };
            let counted = match &sides.1.kind {
                ExprKind::Literal(number) => matches!(*number, "2" | "3" | "2.0" | "3.0"),
                ExprKind::Call(call) => counts(call),
                _ => false,
            };
            summed && counted && !sides.0.any(&is_product)
        }
        ExprKind::Call(call) => match call.callee_name() {
            "mean" | "fmean" | "average" => {
                call.args.len() == 1 && speaks(value, &["score", "opinion"])
            }
            _ => call
                .args
                .iter()
                .any(|arg| matches!(arg.passing, Passing::Position) && averages(&arg.value)),
        },
        // An average that only stands in for a judge who is missing decides nothing else.
        ExprKind::Conditional(choice) => {
            let of = |side, other| averages(side) && (averages(other) || !picks(other));
            of(&choice.then, &choice.otherwise) || of(&choice.otherwise, &choice.then)
        }
        _ => false,
    }
}

fn counts(call: &Call<'_>) -> bool {
    match call.callee_name() {
        "len" => true,
        "max" => call.args.iter().any(
            |arg| matches!(&arg.value.kind, ExprKind::Call(inner) if inner.callee_name() == "len"),
        ),
        _ => false,
    }
}

pub(super) fn is_product(value: &Expr<'_>) -> bool {
    matches!(value.kind, ExprKind::Binary("*", _))
}

fn adds_scores(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Binary("+", sides) => adds_scores(&sides.0) && adds_scores(&sides.1),
        _ => speaks(value, &["score"]),
    }
}

/// What several scores became already.
const MADE: &[&str] = &["median", "mean", "=avg", "average", "weighted"];

/// Whether something is added to what several scores became already, which is no judge's score.
fn adds_to_made(value: &Expr<'_>) -> bool {
    value.any(&|part| matches!(part.kind, ExprKind::Binary("+", _)) && speaks(part, MADE))
}

/// Whether a statement takes the plain average of the judges' scores.
pub(super) fn takes_average(stmt: &Stmt<'_>, results: &BTreeSet<&str>) -> bool {
    let plain = |value: &Expr<'_>| averages(value) && !uses(value, results) && !adds_to_made(value);
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            plain(value)
                && !targets
                    .iter()
                    .any(|one| has(&target_name(one), &["overall", "aggregate", "total"]))
        }
        // The score comes first, what explains it after.
        StmtKind::Return(Some(value)) => match &value.kind {
            ExprKind::Tuple(items) => items.first().is_some_and(plain),
            _ => plain(value),
        },
        _ => false,
    }
}
