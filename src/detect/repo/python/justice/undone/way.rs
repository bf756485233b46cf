//! The way on from a bound through the function.

use super::super::super::syntax::{Body, Call, Expr, ExprKind, Stmt, StmtKind};
use super::super::effects::{calls_min, is_score};
use super::super::terms::{any_stmt, statements, uses};
use super::Bound;
use super::names::{PLAIN, binds, is_number, names, number, touches};
use crate::detect::repo::python::sites::constant_condition;
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
        let open = |test: &Expr<'r>| {
            !uses(test, self.flags) && !uses(test, self.held) && constant_condition(test).is_none()
        };
        if !branches.iter().all(|(test, _)| open(test)) {
            return if touches(stmt, self.bound.score) { Step::Stops } else { Step::Keeps };
        }
        let bodies = branches.iter().map(|(test, body)| (Some(test), body));
        for (test, body) in bodies.chain([(None, otherwise)]) {
            let mut inner = when.to_vec();
            inner.extend(test);
            match self.through(body, &inner) {
                Step::Sets(sets, when) if is_free(branches, sets) => {
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
        if calls_min(value) {
            return if lowers(value, score) { Step::Keeps } else { Step::Stops };
        }
        if uses(value, self.held) {
            return if is_number(value) { Step::Keeps } else { Step::Stops };
        }
        let is_plain = is_number(value) && !uses(value, self.flags);
        let of_value = names(value);
        // What is set may itself be bounded, or be a number that is low enough.
        let is_known = any_stmt(self.function, &|stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let sets = targets.iter().any(|one| !names(one).is_disjoint(&of_value));
                sets && (calls_min(value) || number(value).is_some())
            }
            _ => false,
        });
        if is_plain && !is_known { Step::Sets(stmt, when.to_vec()) } else { Step::Stops }
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

/// Whether the conditions do not compare what is set, which may then be set only where it is low.
fn is_free(branches: &[(Expr<'_>, Body<'_>)], sets: &Stmt<'_>) -> bool {
    let StmtKind::Assign { value: Some(value), .. } = &sets.kind else { return false };
    let of_value = names(value);
    let compares = |part: &Expr<'_>| match &part.kind {
        ExprKind::Compare(sides, operators) => {
            let by_size = operators.iter().any(|one| one.contains(['<', '>', '=']));
            by_size && sides.iter().any(|side| uses(side, &of_value))
        }
        _ => false,
    };
    !branches.iter().any(|(test, _)| test.any(&compares))
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
    let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == score);
    match &value.kind {
        ExprKind::Call(call) => {
            call.callee_name() == "min" && call.args.iter().any(|arg| is_it(&arg.value))
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
