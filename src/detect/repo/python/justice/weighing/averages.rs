//! Averages of the judges' scores: which are taken for ordinary input, and which weigh the judges.

mod judges;
mod middle;
mod plain;
mod positions;
mod resolved;

use super::super::caps::alone::assigned;
use super::super::reading::effects::is_product;
use super::super::reading::found::Average;
use super::super::reading::variables::notes::Notes;
use super::super::reading::variables::terms::{blocks, has, speaks, statements, target_name};
use crate::detect::repo::python::syntax::{
    Body, Clause, Comprehension, Expr, ExprKind, Function, Stmt, StmtKind,
};
use judges::Weights;
pub(in super::super) use judges::{CALLED, Seats};
use plain::is_of_two;
use std::collections::BTreeSet;

pub(in super::super) use middle::takes_middle;
pub(in super::super) use plain::{averages, takes_average};

/// Judges that a court has: whoever asks for as many or fewer asks whether enough were heard.
const SEATS: u32 = 3;
/// What scores or opinions of judges are called where they are gone through.
const JUDGES: &[&str] = &["opinion", "judge", "=op", "=ops"];
/// What an average over more than one case is made of.
const OVERALL: &[&str] = &["overall", "criteri", "dimension", "aggregate", "all_", "results"];

/// Where the statements begin that run only where something ordinary is missing: the `else` of "if there are weights",
/// the arm for two of three judges, what stands in a handler.
pub(in super::super) fn fallbacks(body: &Body<'_>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    collect(body, false, &mut found);
    found
}

fn collect(body: &Body<'_>, around: bool, found: &mut BTreeSet<usize>) {
    let mut rest = around;
    for stmt in body {
        if rest {
            found.insert(stmt.span.start);
        }
        match &stmt.kind {
            StmtKind::If { branches, otherwise } => {
                let mut enough = rest;
                let mut returned = false;
                for (test, arm) in branches {
                    collect(arm, enough || asks(test, false), found);
                    enough |= asks(test, true);
                    let ends = matches!(arm.last(), Some(Stmt { kind: StmtKind::Return(_), .. }));
                    returned |= asks(test, true) && ends;
                }
                collect(otherwise, enough, found);
                rest |= returned;
            }
            StmtKind::Try { body, handlers, otherwise, finally } => {
                for block in [body, otherwise, finally] {
                    collect(block, rest, found);
                }
                for handler in handlers {
                    collect(&handler.body, true, found);
                }
            }
            _ => {
                for block in stmt.blocks() {
                    collect(block, rest, found);
                }
            }
        }
    }
}

/// Whether a condition asks that there are weights or enough scores; or, where not `enough`, that there are too few.
fn asks(test: &Expr<'_>, enough: bool) -> bool {
    // A flag is no sum.
    let is_total =
        |name: &str| has(name, &["weight", "total"]) && !has(name, &["=use", "=is", "=has"]);
    let is_sum = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if is_total(name));
    let is_count = |value: &Expr<'_>| value.is_call_of("len");
    match &test.kind {
        ExprKind::Name(_) => enough && is_sum(test),
        ExprKind::Not(inner) => !enough && is_sum(inner),
        ExprKind::Compare(sides, operators) => {
            let ([left, right], [operator]) = (sides.as_slice(), operators.as_slice()) else {
                return false;
            };
            let ExprKind::Literal(number) = right.kind else { return false };
            let Some(number) = number.parse::<f64>().ok().filter(|it| *it <= f64::from(SEATS))
            else {
                return false;
            };
            let all = number >= f64::from(SEATS);
            match *operator {
                ">" => enough && (is_count(left) || (is_sum(left) && number == 0.0)),
                ">=" => enough && is_count(left),
                "!=" => enough && is_sum(left) && number == 0.0,
                "==" => {
                    (is_count(left) && all == enough) || (!enough && is_sum(left) && number == 0.0)
                }
                "<" | "<=" => !enough && (is_count(left) || is_sum(left)),
                _ => false,
            }
        }
        _ => false,
    }
}

/// Where the statements stand: on the way that is taken where nothing is asked, in a branch, or in one that a rule of
/// security or of facts decides.
#[derive(Default)]
pub(in super::super) struct Ways {
    branched: BTreeSet<usize>,
    ruled: BTreeSet<usize>,
    apart: BTreeSet<usize>,
}

impl Ways {
    pub(in super::super) fn of<'r>(function: &'r Function<'r>, notes: &Notes<'r>) -> Self {
        let mut ways = Self::default();
        ways.read(&function.body, notes, false, false);
        let is_apart = |test| lie_apart(function, notes, test, STEPS);
        let mut arms: Vec<&Body<'_>> = Vec::new();
        statements(&function.body, &mut |stmt| {
            if let StmtKind::If { branches, .. } = &stmt.kind {
                arms.extend(branches.iter().filter(|(test, _)| is_apart(test)).map(|(_, arm)| arm));
            }
        });
        for arm in arms {
            statements(arm, &mut |stmt| {
                ways.apart.insert(stmt.span.start);
            });
        }
        ways
    }

    /// Those of the averages that are taken of three judges or more, in the order of the sources.
    pub(in super::super) fn all<'r>(
        &self,
        plain: &[&'r Stmt<'r>],
        weighed: &[&'r Stmt<'r>],
    ) -> Vec<Average<'r>> {
        let average = |weighed| {
            move |stmt: &&'r Stmt<'r>| {
                let apart = self.apart.contains(&stmt.span.start);
                Average { weighed, apart, stmt }
            }
        };
        let plain = plain.iter().map(average(false)).filter(|one| !one.is_of_some());
        let mut all: Vec<_> = plain.chain(weighed.iter().map(average(true))).collect();
        all.sort_by_key(|one| one.stmt.span.start);
        all.dedup_by_key(|one| one.stmt.span.start);
        all
    }

    fn read(&mut self, body: &Body<'_>, notes: &Notes<'_>, branched: bool, ruled: bool) {
        for stmt in body {
            if branched {
                self.branched.insert(stmt.span.start);
            }
            if ruled {
                self.ruled.insert(stmt.span.start);
            }
            match &stmt.kind {
                StmtKind::If { branches, otherwise } => {
                    for (test, arm) in branches {
                        let decides = notes.is_secure(test) || notes.is_factual(test);
                        // Whether enough were heard is no case of its own.
                        let case = branched || !asks(test, true);
                        self.read(arm, notes, case, ruled || decides);
                    }
                    self.read(otherwise, notes, branched, ruled);
                }
                _ => {
                    for block in blocks(stmt) {
                        self.read(block, notes, branched, ruled);
                    }
                }
            }
        }
    }

    /// Whether a statement runs where no branch is taken.
    pub(in super::super) fn is_usual(&self, stmt: &Stmt<'_>) -> bool {
        !self.branched.contains(&stmt.span.start)
    }

    /// The first of the statements that runs where no branch is taken, else the first of three judges or more that no
    /// rule of security or of facts decides.
    pub(in super::super) fn first<'r>(&self, all: &[&'r Stmt<'r>]) -> Option<&'r Stmt<'r>> {
        let usual = all.iter().find(|stmt| self.is_usual(stmt));
        let of_two = |stmt: &Stmt<'_>| stmt.expressions().into_iter().any(is_of_two);
        let is_case = |stmt: &Stmt<'_>| !self.ruled.contains(&stmt.span.start) && !of_two(stmt);
        let other = || all.iter().find(|stmt| is_case(stmt));
        usual.or_else(other).copied()
    }
}

/// How far flags are followed.
const STEPS: usize = 4;

/// Whether a condition holds only where the scores lie more than two points apart.
fn lie_apart<'r>(
    function: &'r Function<'r>,
    notes: &Notes<'r>,
    test: &'r Expr<'r>,
    steps: usize,
) -> bool {
    let Some(steps) = steps.checked_sub(1) else { return false };
    match &test.kind {
        ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
            ([_, Expr { kind: ExprKind::Literal(number), .. }], [operator]) => {
                let number = number.parse::<f64>().unwrap_or_default();
                let is_far = match *operator {
                    ">" => number >= 2.0,
                    ">=" => number > 2.0,
                    _ => false,
                };
                is_far && notes.is_wide(test)
            }
            _ => false,
        },
        ExprKind::Logic("and", sides) => {
            lie_apart(function, notes, &sides.0, steps)
                || lie_apart(function, notes, &sides.1, steps)
        }
        // A flag that the function sets once.
        ExprKind::Name(name) => match assigned(function, name).as_slice() {
            [given] => lie_apart(function, notes, given, steps),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a statement takes an average of one score of each judge, who all count the same.
pub(in super::super) fn takes_of_judges<'r>(seats: Seats<'r, '_>, stmt: &'r Stmt<'r>) -> bool {
    let (StmtKind::Assign { value: Some(value), .. } | StmtKind::Return(Some(value))) = &stmt.kind
    else {
        return false;
    };
    seats.of_judges(value.first_part()) == Some(Weights::Equal)
}

/// The statements that take an average in which each judge's score is multiplied by a weight.
pub(in super::super) fn weighted<'r>(
    seats: Seats<'r, '_>,
    fallbacks: &BTreeSet<usize>,
) -> Vec<&'r Stmt<'r>> {
    let function = seats.function;
    let sums = sums(&function.body);
    let mut found = Vec::new();
    statements(&function.body, &mut |stmt| {
        let value = match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let other = |target: &Expr<'_>| has(&target_name(target), OVERALL);
                Some(value).filter(|_| !targets.iter().any(other))
            }
            StmtKind::Return(Some(value)) => Some(value.first_part()),
            _ => None,
        };
        let weighs = |value: &'r Expr<'r>| {
            divided(value, &sums)
                || is_shared_out(value)
                || seats.of_judges(value) == Some(Weights::Differ)
        };
        if !fallbacks.contains(&stmt.span.start) && value.is_some_and(weighs) {
            found.push(stmt);
        }
    });
    found
}

/// Whether a value, rounded or not, is a sum of judges' scores by weights that make up one whole: `a.score * 0.4 + …`.
fn is_shared_out(value: &Expr<'_>) -> bool {
    let mut weights = Vec::new();
    let is_whole =
        |weights: &[f64]| weights.len() >= 3 && (weights.iter().sum::<f64>() - 1.0).abs() < 0.001;
    shares(value, &mut weights) && is_whole(&weights)
}

/// Collects the weights of a sum of weighed scores; whether it is one.
fn shares(value: &Expr<'_>, weights: &mut Vec<f64>) -> bool {
    match &value.kind {
        ExprKind::Binary("+", sides) => shares(&sides.0, weights) && shares(&sides.1, weights),
        ExprKind::Binary("*", sides) => {
            let weight = [&sides.0, &sides.1]
                .into_iter()
                .find_map(crate::detect::repo::python::syntax::Expr::number::<f64>);
            weights.extend(weight);
            weight.is_some() && speaks(value, &["score"])
        }
        ExprKind::Call(call) if matches!(call.callee_name(), "round" | "int" | "float") => {
            call.position(0).is_some_and(|inner| shares(inner, weights))
        }
        _ => false,
    }
}

/// Whether a value, rounded or not, is such a sum divided by the sum of the weights.
fn divided(value: &Expr<'_>, sums: &BTreeSet<&str>) -> bool {
    match &value.kind {
        ExprKind::Binary("/", sides) => {
            let summed = match &sides.0.kind {
                ExprKind::Name(name) => sums.contains(name),
                _ => is_sum(&sides.0),
            };
            let of_weights = match &sides.1.kind {
                ExprKind::Name(name) => has(name, &["weight", "total"]),
                ExprKind::Call(call) => {
                    call.callee_name() == "sum" && speaks(&sides.1, &["weight", "=w"])
                }
                _ => false,
            };
            summed && of_weights
        }
        ExprKind::Call(call) if matches!(call.callee_name(), "round" | "int" | "float") => {
            call.position(0).is_some_and(|inner| divided(inner, sums))
        }
        // Held on the scale: `max(1, min(5, …))`.
        ExprKind::Call(call) if matches!(call.callee_name(), "min" | "max") => {
            call.args.iter().any(|arg| divided(&arg.value, sums))
        }
        _ => false,
    }
}

/// The variables into which judges' scores are added up, each multiplied by something.
fn sums<'r>(body: &Body<'r>) -> BTreeSet<&'r str> {
    let mut sums = BTreeSet::new();
    statements(body, &mut |stmt| match &stmt.kind {
        StmtKind::For { iterable, body, .. } if is_of_judges(iterable) => {
            Stmt::each_own(body, &mut |inner| {
                if let StmtKind::Augment { target, value } = &inner.kind
                    && let ExprKind::Name(name) = target.kind
                    && is_product(value)
                    && speaks(value, &["score"])
                {
                    sums.insert(name);
                }
            });
        }
        StmtKind::Assign { targets, value: Some(value), .. } if is_sum(value) => {
            sums.extend(targets.iter().filter_map(Expr::name));
        }
        _ => {}
    });
    sums
}

/// Whether a value is `sum(opinion.score * weight for opinion in opinions)`.
fn is_sum(value: &Expr<'_>) -> bool {
    let ExprKind::Call(call) = &value.kind else { return false };
    let of_judges = |one: &Comprehension<'_>| {
        is_product(&one.element)
            && speaks(&one.element, &["score"])
            && one.clauses.iter().any(|clause| match clause {
                Clause::For { iterable, .. } => is_of_judges(iterable),
                Clause::If(_) => false,
            })
    };
    call.callee_name() == "sum"
        && call.position(0).is_some_and(|given| match &given.kind {
            ExprKind::Comprehension(one) => of_judges(one),
            _ => false,
        })
}

fn is_of_judges(iterable: &Expr<'_>) -> bool {
    speaks(iterable, JUDGES) && !speaks(iterable, OVERALL)
}
