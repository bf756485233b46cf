//! Averages that name each judge: `(prosecutor + defense + 2 * tech_lead) / 4`.

use super::super::super::syntax::{Expr, ExprKind, Function, Passing};
use super::super::alone::assigned;
use super::super::terms::speaks;

/// What the three judges are called.
const NAMES: [&[&str]; 3] = [&["prosecut"], &["defense", "defence"], &["tech"]];
/// What numbers are called that are about a judge and are no score.
const OTHERS: &[&str] = &["confiden", "length", "count", "token", "weight", "citation", "cited"];
/// How far variables are followed.
const STEPS: usize = 4;

/// How much the judges count in an average.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Weights {
    Equal,
    Differ,
}

/// How the judges are weighed in a value, rounded or not, if that is an average of one score of each.
pub(in super::super) fn of_judges<'r>(
    function: &'r Function<'r>,
    value: &'r Expr<'r>,
) -> Option<Weights> {
    let whole = |terms: &[(usize, f64)], parts: f64| {
        let mut judges: Vec<usize> = terms.iter().map(|(judge, _)| *judge).collect();
        judges.sort_unstable();
        let sum: f64 = terms.iter().map(|(_, weight)| weight).sum();
        let is_average = judges == [0, 1, 2] && (sum - parts).abs() < 0.001;
        let weigh = |first: f64| terms.iter().all(|(_, other)| (other - first).abs() < 0.001);
        is_average.then(|| if weigh(terms[0].1) { Weights::Equal } else { Weights::Differ })
    };
    match &value.kind {
        ExprKind::Binary("/", sides) => {
            whole(&terms(function, &sides.0, STEPS)?, literal(&sides.1)?)
        }
        ExprKind::Binary("+", _) => whole(&terms(function, value, STEPS)?, 1.0),
        ExprKind::Call(call) => call
            .args
            .iter()
            .filter(|arg| matches!(arg.passing, Passing::Position))
            .find_map(|arg| of_judges(function, &arg.value)),
        _ => None,
    }
}

/// The judges that are added up in a value, each with its weight.
fn terms<'r>(
    function: &'r Function<'r>,
    value: &'r Expr<'r>,
    steps: usize,
) -> Option<Vec<(usize, f64)>> {
    let steps = steps.checked_sub(1)?;
    match &value.kind {
        ExprKind::Binary("+", sides) => {
            let mut all = terms(function, &sides.0, steps + 1)?;
            all.extend(terms(function, &sides.1, steps + 1)?);
            Some(all)
        }
        ExprKind::Binary("*", sides) => match (literal(&sides.0), literal(&sides.1)) {
            (Some(weight), None) => Some(vec![(judge(function, &sides.1, STEPS)?, weight)]),
            (None, Some(weight)) => Some(vec![(judge(function, &sides.0, STEPS)?, weight)]),
            _ => None,
        },
        ExprKind::Name(name) if judge(function, value, STEPS).is_none() => {
            match assigned(function, name).as_slice() {
                [sum] => terms(function, sum, steps),
                _ => None,
            }
        }
        _ => Some(vec![(judge(function, value, STEPS)?, 1.0)]),
    }
}

/// The one judge whose score a value is, by its name or by what it is given.
fn judge<'r>(function: &'r Function<'r>, value: &'r Expr<'r>, steps: usize) -> Option<usize> {
    let steps = steps.checked_sub(1)?;
    let is_other = matches!(&value.kind, ExprKind::Call(call) if call.callee_name() == "len");
    if is_other || speaks(value, OTHERS) || matches!(value.kind, ExprKind::Binary(..)) {
        return None;
    }
    let mut named = (0..NAMES.len()).filter(|judge| speaks(value, NAMES[*judge]));
    match (named.next(), named.next(), &value.kind) {
        (Some(judge), None, _) => Some(judge),
        (None, None, ExprKind::Name(name)) => {
            let mut given = assigned(function, name).into_iter();
            let first = judge(function, given.next()?, steps)?;
            given.all(|value| judge(function, value, steps) == Some(first)).then_some(first)
        }
        _ => None,
    }
}

fn literal(value: &Expr<'_>) -> Option<f64> {
    match value.kind {
        ExprKind::Literal(number) => number.parse().ok(),
        _ => None,
    }
}
