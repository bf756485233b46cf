//! Averages that name each judge: `(prosecutor + defense + 2 * tech_lead) / 4`.

use crate::detect::repo::python::justice::caps::alone::assigned;
use crate::detect::repo::python::justice::reading::variables::terms::speaks;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Passing};
use std::collections::BTreeMap;

/// What the three judges are called.
pub(in crate::detect::repo::python::justice) const CALLED: [&[&str]; 3] =
    [&["prosecut"], &["defense", "defence"], &["tech"]];
/// What numbers are called that are about a judge and are no score.
const OTHERS: &[&str] = &["confiden", "length", "count", "token", "weight", "citation", "cited"];
/// How far variables are followed.
const STEPS: usize = 4;

/// How much the judges count in an average.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::detect::repo::python::justice) enum Weights {
    Equal,
    Differ,
}

/// A function, and whose scores its parameters are given by all who call it.
#[derive(Clone, Copy)]
pub(in crate::detect::repo::python::justice) struct Seats<'r, 'n> {
    pub function: &'r Function<'r>,
    pub given: &'n BTreeMap<&'r str, Option<usize>>,
}

impl<'r> Seats<'r, '_> {
    /// How the judges are weighed in a value, rounded or not, if that is an average of one score of each.
    pub(in crate::detect::repo::python::justice) fn of_judges(
        &self,
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
            ExprKind::Binary("/" | "//", sides) => {
                whole(&self.terms(&sides.0, STEPS)?, sides.1.number()?)
            }
            ExprKind::Binary("+", _) => whole(&self.terms(value, STEPS)?, 1.0),
            ExprKind::Call(call) => call
                .args
                .iter()
                .filter(|arg| matches!(arg.passing, Passing::Position))
                .find_map(|arg| self.of_judges(&arg.value)),
            _ => None,
        }
    }

    /// The judges that are added up in a value, each with its weight.
    fn terms(&self, value: &'r Expr<'r>, steps: usize) -> Option<Vec<(usize, f64)>> {
        let steps = steps.checked_sub(1)?;
        match &value.kind {
            ExprKind::Binary("+", sides) => {
                let mut all = self.terms(&sides.0, steps + 1)?;
                all.extend(self.terms(&sides.1, steps + 1)?);
                Some(all)
            }
            ExprKind::Binary("*", sides) => match (sides.0.number(), sides.1.number()) {
                (Some(weight), None) => Some(vec![(self.judge(&sides.1)?, weight)]),
                (None, Some(weight)) => Some(vec![(self.judge(&sides.0)?, weight)]),
                _ => None,
            },
            ExprKind::Name(name) if self.judge(value).is_none() => {
                match assigned(self.function, name).as_slice() {
                    [sum] => self.terms(sum, steps),
                    _ => None,
                }
            }
            _ => Some(vec![(self.judge(value)?, 1.0)]),
        }
    }

    /// The one judge whose score a value is, by its name or by what it is given.
    pub(in crate::detect::repo::python::justice) fn judge(
        &self,
        value: &'r Expr<'r>,
    ) -> Option<usize> {
        self.judge_in(value, STEPS)
    }

    fn judge_in(&self, value: &'r Expr<'r>, steps: usize) -> Option<usize> {
        let steps = steps.checked_sub(1)?;
        let is_other = |part: &Expr<'_>| match &part.kind {
            ExprKind::Compare(_, operators) => {
                operators.iter().any(|one| matches!(*one, "!=" | "not in"))
            }
            _ => false,
        };
        let counts = value.is_call_of("len");
        if counts
            || speaks(value, OTHERS)
            || matches!(value.kind, ExprKind::Binary(..))
            || value.any(&is_other)
        {
            return None;
        }
        let mut named = (0..CALLED.len()).filter(|judge| speaks(value, CALLED[*judge]));
        match (named.next(), named.next(), &value.kind) {
            (Some(judge), None, _) => Some(judge),
            (None, None, ExprKind::Name(name)) => {
                let given = assigned(self.function, name);
                let Some((first, rest)) = given.split_first() else {
                    return self.given.get(name).copied().flatten();
                };
                let judge = self.judge_in(first, steps)?;
                let is_same = |value: &&'r Expr<'r>| self.judge_in(value, steps) == Some(judge);
                rest.iter().all(is_same).then_some(judge)
            }
            (None, None, ExprKind::Attribute(opinion, "score")) => {
                self.judge_in(opinion, steps + 1)
            }
            // Whoever is missing counts with a number.
            (None, None, ExprKind::Conditional(choice))
                if choice.otherwise.number::<f64>().is_some() =>
            {
                self.judge_in(&choice.then, steps + 1)
            }
            _ => None,
        }
    }
}
