//! What a value is, by its form and by what is known of the variables in it.

use super::super::terms::{SCORE, SPREAD, has};
use super::kinds::{Kind, Known};
use crate::detect::repo::python::justice::caps::alone::looked_up;
use crate::detect::repo::python::syntax::{Call, Clause, Comprehension, Expr, ExprKind};

/// What judges are called, in the order in which their scores are numbered.
const JUDGES: [&[&str]; 3] =
    [&["prosecut"], &["defense", "defence"], &["techlead", "tech_lead", "tech lead"]];

/// The judges whose opinions are drawn one by one in the order in which they are listed.
pub(super) fn listed(value: &Expr<'_>) -> Option<Vec<Kind>> {
    let ExprKind::Comprehension(made) = &value.kind else { return None };
    let [Clause::For { iterable, .. }] = made.clauses.as_slice() else { return None };
    let (ExprKind::Tuple(items) | ExprKind::List(items)) = &iterable.kind else { return None };
    let is_score = scored(&made.element);
    let of = |judge| if is_score { Kind::JudgeScore(judge) } else { Kind::Judge(judge) };
    items.iter().map(|item| named_judge(item).map(of)).collect()
}

/// The judge that a text names and says no more.
fn named_judge(value: &Expr<'_>) -> Option<usize> {
    let text = match &value.kind {
        ExprKind::Str(_) => value.text()?,
        // `Judge.PROSECUTOR`
        ExprKind::Attribute(_, name) if !name.contains(char::is_lowercase) => (*name).to_owned(),
        _ => return None,
    };
    judge_of(&text).filter(|_| text.len() < 14)
}

fn judge_of(name: &str) -> Option<usize> {
    let mut judges = (0..JUDGES.len()).filter(|judge| has(name, JUDGES[*judge]));
    judges.next().filter(|_| judges.next().is_none())
}

/// Whether a value is `one.score`, `one["score"]` or that made a number.
fn scored(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Attribute(_, "score") => true,
        ExprKind::Subscript(_, keys) => {
            keys.first().and_then(Expr::text).is_some_and(|key| key == "score")
        }
        ExprKind::Call(call) => match (call.callee_name(), call.position(0)) {
            ("int" | "float" | "round", Some(inner)) => scored(inner),
            ("get", Some(key)) => key.text().is_some_and(|key| key == "score"),
            _ => looked_up(value).is_some_and(|(_, name)| name == "score"),
        },
        _ => false,
    }
}

/// What a value is.
pub(super) fn of(value: &Expr<'_>, known: &Known<'_>) -> Option<Kind> {
    let part = |object: &Expr<'_>, key: &str| match key {
        "score" => Some(match of(object, known) {
            Some(Kind::Judge(judge)) => Kind::JudgeScore(judge),
            _ => Kind::Score,
        }),
        "opinions" | "judge_opinions" => Some(Kind::Opinions),
        "evidence" | "evidences" => Some(Kind::Evidence),
        _ => match of(object, known) {
            Some(Kind::Scores) => Some(Kind::JudgeScore(judge_of(key)?)),
            None | Some(Kind::Opinions) => {
                Some(Kind::Judge(judge_of(key).filter(|_| key.len() < 14)?))
            }
            Some(Kind::Evidence) => Some(Kind::Evidence),
            _ => None,
        },
    };
    match &value.kind {
        ExprKind::Name(name) => known.get(name).copied().or_else(|| by_name(name)),
        ExprKind::Attribute(object, name @ ("score" | "opinions" | "evidences")) => {
            part(object, name)
        }
        ExprKind::Subscript(object, keys) => match keys.first()?.text() {
            Some(key) => part(object, &key),
            None => match (of(object, known)?, &keys.first()?.kind) {
                (Kind::Judge(judge), _) => Some(Kind::Judge(judge)),
                (Kind::Sorted, ExprKind::Binary("//", _) | ExprKind::Literal("1")) => {
                    Some(Kind::Median)
                }
                (Kind::Evidence, _) => Some(Kind::Evidence),
                // `scores[judge]`
                (Kind::Scores, ExprKind::Name(_)) => Some(Kind::Score),
                _ => None,
            },
        },
        ExprKind::Comprehension(made) => comprehended(made, known),
        ExprKind::List(items) if items.len() > 1 => {
            let kinds: Option<Vec<Kind>> = items.iter().map(|item| of(item, known)).collect();
            let kinds = kinds?;
            if items.len() > 2 && kinds.iter().all(|kind| kind.is_score()) {
                Some(Kind::Scores)
            } else {
                let all = kinds.iter().all(|kind| matches!(kind, Kind::Judge(_)));
                (all && items.len() > 2).then_some(Kind::Opinions)
            }
        }
        ExprKind::Dict(pairs) if pairs.len() > 2 => {
            let is_score = |value: &Expr<'_>| of(value, known).is_some_and(Kind::is_score);
            pairs.iter().all(|(_, value)| is_score(value)).then_some(Kind::Scores)
        }
        ExprKind::Call(call) => called(call, value, known, &part),
        ExprKind::Binary(operator, sides) => worked_out(operator, &sides.0, &sides.1, known),
        ExprKind::Conditional(choice) => {
            let (then, otherwise) = (of(&choice.then, known), of(&choice.otherwise, known));
            let stands_in = matches!(choice.otherwise.kind, ExprKind::Literal(_) | ExprKind::None);
            let scores = |one: Option<Kind>| one.is_some_and(Kind::is_score);
            match (then, otherwise) {
                (Some(then), _) if stands_in || otherwise == Some(then) => Some(then),
                _ => (scores(then) && scores(otherwise)).then_some(Kind::Score),
            }
        }
        ExprKind::Logic("or", sides) => {
            let is_empty = match &sides.1.kind {
                ExprKind::Literal(_) => true,
                ExprKind::List(items) => items.is_empty(),
                ExprKind::Dict(pairs) => pairs.is_empty(),
                _ => false,
            };
            of(&sides.0, known).filter(|_| is_empty)
        }
        ExprKind::Named(_, inner) => of(inner, known),
        _ => None,
    }
}

/// What a name says by itself.
fn by_name(name: &str) -> Option<Kind> {
    let is_score = has(name, &["score"]);
    if has(name, SPREAD) {
        return Some(Kind::Spread);
    }
    if has(name, &["other", "=non", "without"]) {
        return None;
    }
    if let Some(judge) = judge_of(name) {
        return Some(if is_score { Kind::JudgeScore(judge) } else { Kind::Judge(judge) });
    }
    match name {
        "evidence" | "evidences" => Some(Kind::Evidence),
        "opinions" => Some(Kind::Opinions),
        _ if has(name, &["=scores"]) => {
            Some(if has(name, &["sorted", "ordered"]) { Kind::Sorted } else { Kind::Scores })
        }
        _ => (is_score && has(name, SCORE)).then_some(Kind::Score),
    }
}

fn comprehended(made: &Comprehension<'_>, known: &Known<'_>) -> Option<Kind> {
    let mut judge = None;
    for clause in &made.clauses {
        let Clause::If(test) = clause else { continue };
        let is_judge = |part: &Expr<'_>| named_judge(part).is_some();
        match &test.kind {
            ExprKind::Compare(sides, operators) if test.any(&is_judge) => {
                match (sides.as_slice(), operators.as_slice()) {
                    ([_, name], ["==" | "is"]) => judge = Some(named_judge(name)?),
                    _ if scored(&made.element) => return Some(Kind::Others),
                    _ => return None,
                }
            }
            _ if test.any(&is_judge) => return None,
            _ => {}
        }
    }
    let Some(Clause::For { target, iterable }) = made.clauses.first() else { return None };
    let is_whole = matches!((&made.element.kind, &target.kind),
        (ExprKind::Name(one), ExprKind::Name(other)) if one == other);
    match judge {
        Some(judge) if scored(&made.element) => Some(Kind::JudgeScore(judge)),
        Some(judge) => is_whole.then_some(Kind::Judge(judge)),
        None if scored(&made.element) => Some(Kind::Scores),
        None => is_whole
            .then(|| of(iterable, known))
            .flatten()
            .filter(|kind| matches!(kind, Kind::Opinions | Kind::Scores)),
    }
}

fn called(
    call: &Call<'_>,
    value: &Expr<'_>,
    known: &Known<'_>,
    part: &dyn Fn(&Expr<'_>, &str) -> Option<Kind>,
) -> Option<Kind> {
    if let Some((object, name)) = looked_up(value) {
        return part(object, &name).filter(|_| name == "score");
    }
    let first = call.position(0);
    let inner = || of(first?, known);
    let of_scores = || {
        let kind = inner()?;
        matches!(kind, Kind::Scores | Kind::Sorted).then_some(kind)
    };
    match (call.callee_name(), &call.callee.kind) {
        ("get", ExprKind::Attribute(object, _)) => match first?.text() {
            Some(key) => part(object, &key),
            None => of(object, known).filter(|kind| *kind == Kind::Evidence),
        },
        ("next", _) => inner().filter(|kind| matches!(kind, Kind::Judge(_) | Kind::JudgeScore(_))),
        ("values", ExprKind::Attribute(object, _)) => {
            of(object, known).filter(|kind| *kind == Kind::Scores)
        }
        ("list" | "tuple", _) => inner().filter(|kind| {
            matches!(kind, Kind::Scores | Kind::Opinions | Kind::Sorted | Kind::Evidence)
        }),
        ("sorted", _) => of_scores().map(|_| Kind::Sorted),
        ("mean" | "fmean", _) => of_scores().map(|_| Kind::Average),
        ("median", _) => of_scores().map(|_| Kind::Median),
        ("variance" | "pvariance" | "stdev" | "pstdev", _) => of_scores().map(|_| Kind::Spread),
        ("round" | "int" | "float", _) => {
            inner().filter(|kind| kind.is_score() || *kind == Kind::Spread)
        }
        ("abs", _) => match &first?.kind {
            ExprKind::Binary("-", sides) => {
                let is_score = |side| of(side, known).is_some_and(Kind::is_score);
                (is_score(&sides.0) && is_score(&sides.1)).then_some(Kind::Spread)
            }
            _ => inner().filter(|kind| *kind == Kind::Spread),
        },
        (end @ ("min" | "max"), _) => {
            let kinds: Vec<_> = call.args.iter().map(|arg| of(&arg.value, known)).collect();
            let is_score = |kind: &Option<Kind>| kind.is_some_and(Kind::is_score);
            let of_all = match kinds.as_slice() {
                [only] => matches!(only, Some(Kind::Scores | Kind::Sorted)),
                _ => kinds.len() > 2 && kinds.iter().all(is_score),
            };
            match (of_all, end) {
                (true, "min") => Some(Kind::Lowest),
                (true, _) => Some(Kind::Highest),
                _ => (kinds.len() > 1 && kinds.iter().any(is_score)).then_some(Kind::Score),
            }
        }
        // `opinion_of(opinions, "Prosecutor")`
        (name, _) if !matches!(name, "append" | "format" | "join" | "replace") => {
            let mut judges = call.args.iter().filter_map(|arg| named_judge(&arg.value));
            let judge = judges.next().filter(|_| judges.next().is_none())?;
            let is_plain = call.args.iter().all(|arg| {
                named_judge(&arg.value).is_some()
                    || matches!(arg.value.kind, ExprKind::Name(_) | ExprKind::Literal(_))
            });
            let is_score = has(name, &["score"]);
            let is_opinion = has(name, &["opinion", "=find", "=by", "judge"]);
            match (is_plain, is_score, is_opinion) {
                (true, true, _) => Some(Kind::JudgeScore(judge)),
                (true, _, true) => Some(Kind::Judge(judge)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn worked_out(
    operator: &str,
    left: &Expr<'_>,
    right: &Expr<'_>,
    known: &Known<'_>,
) -> Option<Kind> {
    let calls = |side: &Expr<'_>, name: &str| match &side.kind {
        ExprKind::Call(call) if call.callee_name() == name => {
            call.position(0).and_then(|inner| of(inner, known))
        }
        _ => None,
    };
    let is_list = |kind: Option<Kind>| matches!(kind, Some(Kind::Scores | Kind::Sorted));
    let is_end = |side: &Expr<'_>, end: Kind| of(side, known) == Some(end);
    let is_number = |side: &Expr<'_>| matches!(side.kind, ExprKind::Literal(_));
    let score = |side: &Expr<'_>| of(side, known).is_some_and(Kind::is_score);
    match operator {
        "-" if is_end(left, Kind::Highest) && is_end(right, Kind::Lowest) => Some(Kind::Spread),
        "/" | "//" if is_list(calls(left, "sum")) => Some(Kind::Average),
        "/" | "//" if calls(left, "sum") == Some(Kind::Others) => Some(Kind::Score),
        "+" | "-" | "*" | "/" | "//" if score(left) && (is_number(right) || score(right)) => {
            // How far two lie apart is no score.
            (operator != "-" || is_number(right)).then_some(Kind::Score)
        }
        "+" | "*" if is_number(left) && score(right) => Some(Kind::Score),
        _ => None,
    }
}
