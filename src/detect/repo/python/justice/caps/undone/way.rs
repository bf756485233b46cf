//! The way on from a bound through the function.

use super::Bound;
use super::names::{PLAIN, binds, derived, is_number, leaves, names, number, touches};
use crate::detect::repo::python::justice::reading::effects::{
    calls_min, is_score, measures_spread,
};
use crate::detect::repo::python::justice::reading::variables::terms::{
    any_stmt, has, statements, uses,
};
use crate::detect::repo::python::running::sites::constant_condition;
use crate::detect::repo::python::syntax::{Body, Call, Expr, ExprKind, Stmt, StmtKind};
use std::collections::BTreeSet;

/// What a statement, or a way through several, does to the bound.
pub(super) enum Step<'r> {
    Keeps,
    Sets(&'r Stmt<'r>, Vec<&'r Expr<'r>>),
    /// It ends the way, or what it does is not sure.
    Stops,
}

/// The way on from a bound.
pub(super) struct Way<'w, 'r> {
    pub bound: &'w Bound<'r>,
    pub function: &'r Body<'r>,
    /// What is computed from the score.
    pub held: &'w BTreeSet<&'r str>,
    /// What is computed from the conditions of the bound.
    pub flags: &'w BTreeSet<&'r str>,
    /// Those conditions.
    pub tests: &'w [&'r Expr<'r>],
}

impl<'r> Way<'_, 'r> {
    pub(super) fn through(&self, block: &'r [Stmt<'r>], when: &[&'r Expr<'r>]) -> Step<'r> {
        for stmt in block {
            match self.step(stmt, when) {
                Step::Keeps => {}
                other @ (Step::Sets(..) | Step::Stops) => return other,
            }
        }
        Step::Keeps
    }

    fn step(&self, stmt: &'r Stmt<'r>, when: &[&'r Expr<'r>]) -> Step<'r> {
        let score = self.bound.score;
        match &stmt.kind {
            StmtKind::Return(_) | StmtKind::Raise(_) | StmtKind::Break | StmtKind::Continue => {
                Step::Stops
            }
            StmtKind::Assign { targets, value: Some(value), .. } => match targets.as_slice() {
                [Expr { kind: ExprKind::Name(name), .. }] if *name == score => {
                    self.assigned(stmt, value, when)
                }
                targets if targets.iter().any(|target| names(target).contains(score)) => {
                    Step::Stops
                }
                _ => Step::Keeps,
            },
            StmtKind::If { branches, otherwise } => self.branches(stmt, branches, otherwise, when),
            StmtKind::With { body, .. } => self.through(body, when),
            StmtKind::Expr(_) | StmtKind::Import(_) | StmtKind::Assign { value: None, .. } => {
                Step::Keeps
            }
            StmtKind::Augment { target, .. } if !names(target).contains(score) => Step::Keeps,
            _ if touches(stmt, score) => Step::Stops,
            _ => Step::Keeps,
        }
    }

    fn branches(
        &self,
        stmt: &'r Stmt<'r>,
        branches: &'r [(Expr<'r>, Body<'r>)],
        otherwise: &'r Body<'r>,
        when: &[&'r Expr<'r>],
    ) -> Step<'r> {
        if !branches.iter().all(|(test, _)| self.is_open(test)) {
            // Whether it is gone through or not, what comes after it is come to unless it leaves.
            return if leaves(stmt) { Step::Stops } else { Step::Keeps };
        }
        let bodies = branches.iter().map(|(test, body)| (Some(test), body));
        for (test, body) in bodies.chain([(None, otherwise)]) {
            let mut inner = when.to_vec();
            inner.extend(test);
            match self.through(body, &inner) {
                Step::Sets(sets, when) if is_free(branches, sets, self.bound.score) => {
                    return Step::Sets(sets, when);
                }
                Step::Sets(..) => return Step::Stops,
                // Who returns in one branch goes on in the others, and who is not sure says nothing.
                Step::Stops if binds(body, self.bound.score) => return Step::Stops,
                Step::Stops | Step::Keeps => {}
            }
        }
        Step::Keeps
    }

    /// Whether a condition may hold where the score has just been held to its bound.
    fn is_open(&self, test: &Expr<'r>) -> bool {
        let is_free = |part: &Expr<'r>| {
            !uses(part, self.flags) && !uses(part, self.held) && constant_condition(part).is_none()
        };
        match &test.kind {
            _ if is_free(test) || self.is_wide(test) => true,
            ExprKind::Logic("and", sides) => self.is_open(&sides.0) && self.is_open(&sides.1),
            ExprKind::Compare(sides, operators) => {
                let ([one, other], [operator]) = (sides.as_slice(), operators.as_slice()) else {
                    return false;
                };
                let limit = self.bound.limit.filter(|_| one.is_name(self.bound.score));
                match (limit, number(other), *operator) {
                    (Some(limit), Some(number), "<") => limit < number,
                    (Some(limit), Some(number), "<=") => limit <= number,
                    (Some(limit), Some(number), ">") => number < limit,
                    (Some(limit), Some(number), ">=") => number <= limit,
                    (Some(_), None, "<" | "<=") => is_number(other) && is_free(other),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Whether a value is the score and something more, or the greater of it and of another one: `min(score + 1, 5)`.
    fn is_more(&self, value: &Expr<'r>) -> bool {
        let Some(limit) = self.bound.limit else { return false };
        let is_it = |part: &Expr<'_>| part.is_name(self.bound.score);
        match &value.kind {
            ExprKind::Binary("+", sides) => {
                is_it(&sides.0) && number(&sides.1).is_some_and(|more| more > 0.0)
            }
            ExprKind::Call(call) => {
                let (one, other) = (call.position(0), call.position(1));
                match (call.callee_name(), call.args.len(), one, other) {
                    ("round" | "int" | "float", 1, Some(one), None) => self.is_more(one),
                    ("min", 2, Some(one), Some(other)) => {
                        let is_above = |part| number(part).is_some_and(|top| top > limit);
                        (self.is_more(one) && is_above(other))
                            || (self.is_more(other) && is_above(one))
                    }
                    ("max", 2, Some(one), Some(other)) => {
                        let is_above = |part| number(part).is_some_and(|least| least > limit);
                        (is_it(one) && is_above(other))
                            || (is_it(other) && is_above(one))
                            || (is_it(one) && self.is_other(other))
                            || (is_it(other) && self.is_other(one))
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Whether a value is another score, which is neither bounded itself nor a number that is written there.
    fn is_other(&self, value: &Expr<'r>) -> bool {
        let of_value = names(value);
        // What is set may itself be bounded, or be a number that is low enough.
        let is_known = any_stmt(self.function, &|stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let sets = targets.iter().any(|one| !names(one).is_disjoint(&of_value));
                sets && (calls_min(value) || number(value).is_some())
            }
            _ => false,
        });
        let is_plain = is_number(value) && number(value).is_none();
        let is_free = !uses(value, self.flags) || self.is_apart(value) || self.is_of_all(value);
        is_plain && is_free && !uses(value, self.held) && !is_known
    }

    /// Whether a value is made of all scores by plain numbers, where the bound asks for none of them together: what one
    /// judge gives decides no median and no average.
    fn is_of_all(&self, value: &Expr<'r>) -> bool {
        let named = names(value);
        let asked = names_of(self.tests);
        named.len() == 1
            && named.iter().all(|name| has(name, &["=scores"]) && !asked.contains(name))
            && value.any(&|part| {
                matches!(&part.kind, ExprKind::Call(call)
                    if matches!(call.callee_name(), "median" | "sorted" | "sum" | "mean" | "fmean"))
            })
    }

    /// Whether a condition asks that the scores lie far apart, and the bound asks for none of them together: what one judge
    /// gives rules that out as little as what was found.
    fn is_wide(&self, test: &Expr<'r>) -> bool {
        let ExprKind::Compare(sides, operators) = &test.kind else { return false };
        let ([one, other], [">" | ">="]) = (sides.as_slice(), operators.as_slice()) else {
            return false;
        };
        let asked = names_of(self.tests);
        let is_together = |name: &&str| has(name, &["scores", "opinions", "varianc", "spread"]);
        measures_spread(one)
            && number(other).is_some()
            && asked.is_disjoint(&names(one))
            && !asked.iter().any(is_together)
    }

    /// Whether a value is a judge's score where the bound asks for other things of that judge alone.
    fn is_apart(&self, value: &Expr<'r>) -> bool {
        let ExprKind::Attribute(judge, name) = &value.kind else { return false };
        let ExprKind::Name(judge) = judge.kind else { return false };
        let mut others = names_of(self.tests);
        let is_named = others.remove(judge);
        is_named
            && !self.bound.asked.contains(judge)
            && !derived(self.function, others, Some(self.bound.score)).contains(judge)
            && self.tests.iter().all(|test| spares(test, judge, name))
    }

    /// What an assignment to the score does to its bound.
    fn assigned(&self, stmt: &'r Stmt<'r>, value: &'r Expr<'r>, when: &[&'r Expr<'r>]) -> Step<'r> {
        let score = self.bound.score;
        if let Some(number) = number(value) {
            return match self.bound.limit {
                Some(limit) if number <= limit => Step::Keeps,
                Some(_) => Step::Sets(stmt, when.to_vec()),
                None => Step::Stops,
            };
        }
        if self.is_more(value) {
            return Step::Sets(stmt, when.to_vec());
        }
        if calls_min(value) {
            return if lowers(value, score) { Step::Keeps } else { Step::Stops };
        }
        if uses(value, self.held) {
            return if is_number(value) { Step::Keeps } else { Step::Stops };
        }
        if self.is_other(value) { Step::Sets(stmt, when.to_vec()) } else { Step::Stops }
    }

    /// Whether what is set lasts: it is used afterwards, and nothing bounds it again.
    pub(super) fn lasts(&self, sets: &Stmt<'r>) -> bool {
        let score = BTreeSet::from([self.bound.score]);
        let (mut used, mut may_bound) = (false, false);
        let is_flagged = |test: &Expr<'_>| uses(test, self.flags);
        statements(self.function, &mut |stmt| {
            if stmt.span.start <= sets.span.start {
                return;
            }
            let to_score = match &stmt.kind {
                StmtKind::Assign { value: Some(value), .. } if keeps(value, self.bound.score) => {
                    false
                }
                StmtKind::Assign { targets, .. } => targets.iter().any(|one| uses(one, &score)),
                StmtKind::Augment { target, .. } => uses(target, &score),
                StmtKind::Function(_) | StmtKind::Class(_) => touches(stmt, self.bound.score),
                _ => false,
            };
            let gives = match &stmt.kind {
                StmtKind::Assign { targets, .. } => targets.iter().any(is_score),
                StmtKind::Return(_) => true,
                _ => false,
            };
            may_bound |= to_score;
            if let StmtKind::If { branches, .. } = &stmt.kind {
                // Where only texts follow, such as a note on what was bounded, nothing is.
                may_bound |= branches.iter().any(|(test, _)| is_flagged(test))
                    && touches(stmt, self.bound.score);
            }
            for value in stmt.expressions() {
                used |= uses(value, &score);
                value.each(&mut |part| {
                    may_bound |= match &part.kind {
                        ExprKind::Conditional(choice) => {
                            is_flagged(&choice.test) && choice.otherwise.text().is_none()
                        }
                        ExprKind::Call(call) => {
                            (calls_min(part) && uses(part, &score))
                                || (gives && hands_on(call, &score))
                        }
                        _ => false,
                    };
                });
            }
        });
        used && !may_bound
    }
}

/// Whether the conditions do not compare what is set, which may then be set only where it is low. That the score is less
/// than it may be asked.
fn is_free(branches: &[(Expr<'_>, Body<'_>)], sets: &Stmt<'_>, score: &str) -> bool {
    let StmtKind::Assign { value: Some(value), .. } = &sets.kind else { return false };
    let mut of_value = names(value);
    of_value.remove(score);
    let compares = |part: &Expr<'_>| match &part.kind {
        ExprKind::Compare(sides, operators) => {
            if sides[0].is_name(score) && matches!(operators.as_slice(), ["<" | "<="]) {
                return false;
            }
            let by_size = operators.iter().any(|one| one.contains(['<', '>', '=']));
            by_size && sides.iter().any(|side| uses(side, &of_value))
        }
        _ => false,
    };
    !branches.iter().any(|(test, _)| test.any(&compares))
}

fn names_of<'r>(tests: &[&Expr<'r>]) -> BTreeSet<&'r str> {
    tests.iter().flat_map(|test| names(test)).collect()
}

/// Whether a condition asks for other things of a judge than what is called so, or whether the judge is there.
fn spares(test: &Expr<'_>, judge: &str, name: &str) -> bool {
    match &test.kind {
        ExprKind::Attribute(object, other) if object.is_name(judge) => *other != name,
        ExprKind::Name(known) => *known != judge,
        ExprKind::Logic(_, sides) => [&sides.0, &sides.1]
            .into_iter()
            .all(|side| side.is_name(judge) || spares(side, judge, name)),
        _ => test.parts().into_iter().all(|part| spares(part, judge, name)),
    }
}

/// Whether a value is the score itself, held on the scale: `max(1, min(5, score))`.
fn keeps(value: &Expr<'_>, score: &str) -> bool {
    let is_plain = |part: &Expr<'_>| match &part.kind {
        ExprKind::Name(name) => *name == score || matches!(*name, "min" | "max" | "round" | "int"),
        ExprKind::Call(call) => matches!(call.callee_name(), "min" | "max" | "round" | "int"),
        ExprKind::Literal(_) => true,
        _ => false,
    };
    !calls_min(value)
        && !value.any(&|part| !is_plain(part))
        && uses(value, &BTreeSet::from([score]))
}

/// Whether a value is the score or something lower: `min(score, 2)`.
fn lowers(value: &Expr<'_>, score: &str) -> bool {
    match &value.kind {
        ExprKind::Call(call) => {
            call.callee_name() == "min" && call.args.iter().any(|arg| arg.value.is_name(score))
        }
        _ => false,
    }
}

/// Whether a call is given the score and may give back a lower one.
fn hands_on(call: &Call<'_>, score: &BTreeSet<&str>) -> bool {
    let name = call.callee_name();
    let makes = name.trim_start_matches('_').starts_with(|first: char| first.is_ascii_uppercase());
    let is_plain = makes || PLAIN.contains(&name) || matches!(name, "min" | "str");
    !is_plain && call.args.iter().any(|arg| is_number(&arg.value) && uses(&arg.value, score))
}
