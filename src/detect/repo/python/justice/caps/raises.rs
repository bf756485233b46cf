//! Branches for security that may give more than the score would be without them: a cap must only lower.

use super::super::reading::effects::{is_score, scored};
use super::super::reading::found::Found;
use super::super::reading::variables::notes::Notes;
use super::super::reading::variables::terms::{
    any_expr, any_stmt, blocks, has, speaks, statements, target_name,
};
use super::super::weighing::averages::CALLED;
use super::alone::assigned;
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{
    Arg, Body, Call, Expr, ExprKind, Function, Span, Stmt, StmtKind,
};
use crate::domain::facts::RaisingCap;
use std::collections::BTreeSet;

/// Finds such a branch of `function`.
pub(in super::super) fn raises<'r>(
    function: &'r Function<'r>,
    notes: &Notes<'r>,
    found: &Found<'r>,
    module: &Module<'_>,
) -> Option<RaisingCap> {
    let search = Search { function, notes, found };
    let (stmt, value) = search.block(&function.body, &[], false)?;
    let place = module.place(if stmt.span.holds(value.span) { stmt.span } else { value.span });
    Some(RaisingCap { gives: module.written(value.span, 60), place })
}

struct Search<'r, 'n> {
    function: &'r Function<'r>,
    notes: &'n Notes<'r>,
    found: &'n Found<'r>,
}

impl<'r> Search<'r, '_> {
    /// The first statement that may raise a score; `tests` stand around the block, and one of them speaks of security
    /// where it is `secure`.
    fn block(
        &self,
        body: &'r Body<'r>,
        tests: &[&'r Expr<'r>],
        secure: bool,
    ) -> Option<(&'r Stmt<'r>, &'r Expr<'r>)> {
        for stmt in body {
            let own = given(stmt, secure).map(|value| self.worked_out(value));
            let own = own.filter(|value| self.may_raise(stmt, value, tests));
            if let Some(value) = own {
                return Some((stmt, value));
            }
            let found = match &stmt.kind {
                StmtKind::If { branches, otherwise } => {
                    let branch = |(test, body): &'r (Expr<'r>, Body<'r>)| {
                        let secure = secure || self.notes.is_secure(test);
                        self.block(body, &[tests, &[test]].concat(), secure)
                    };
                    // What is asked before an `else` may keep low scores from it.
                    let before: Vec<&Expr<'r>> = branches.iter().map(|(test, _)| test).collect();
                    branches
                        .iter()
                        .find_map(branch)
                        .or_else(|| self.block(otherwise, &[tests, &before].concat(), secure))
                }
                _ => blocks(stmt).into_iter().find_map(|block| self.block(block, tests, secure)),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// What a variable is given, where that is the lesser of two and all that it is given.
    fn worked_out(&self, value: &'r Expr<'r>) -> &'r Expr<'r> {
        let ExprKind::Name(name) = value.kind else { return value };
        let lesser = |value: &Expr<'_>| value.is_call_of("min");
        match assigned(self.function, name).as_slice() {
            [only] if lesser(only) => only,
            _ => value,
        }
    }

    fn may_raise(&self, stmt: &Stmt<'r>, value: &Expr<'r>, tests: &[&'r Expr<'r>]) -> bool {
        // Without a condition it is the one score that there is.
        if tests.is_empty() || self.takes_most_elsewhere(stmt, tests) {
            return false;
        }
        if let Some(number) = folded(value, tests) {
            let is_cap = number > 1.0 && number <= 3.0;
            return is_cap
                && tests.iter().all(|test| !self.keeps_low_out(test))
                && self.is_otherwise_worked_out(stmt);
        }
        match &value.kind {
            ExprKind::Call(call) if call.callee_name() == "min" && call.args.len() == 2 => {
                let of_most = |arg: &Expr<'_>| self.is_of_most(arg);
                let is_number = |arg: &Expr<'_>| matches!(arg.kind, ExprKind::Literal(_));
                let mut sides = call.args.iter().map(|arg| &arg.value);
                let of_one = sides.clone().any(|arg| self.is_of_one(arg))
                    && tests.iter().all(|test| !self.keeps_low_out(test))
                    && self.is_otherwise_averaged();
                (sides.clone().any(of_most) || of_one) && sides.any(is_number)
            }
            _ => false,
        }
    }

    /// Whether a value is the greatest of several scores, or a variable that holds nothing else.
    fn is_of_most(&self, value: &Expr<'_>) -> bool {
        let is_most =
            |value: &Expr<'_>| matches!(&value.kind, ExprKind::Call(call) if takes_most(call));
        match value.kind {
            ExprKind::Name(name) => {
                matches!(assigned(self.function, name).as_slice(), [only] if is_most(only))
            }
            _ => is_most(value),
        }
    }

    /// Whether a value is the score of one judge who need not be the one that gives least.
    fn is_of_one(&self, value: &Expr<'r>) -> bool {
        let is_plain = match &value.kind {
            ExprKind::Attribute(_, name) => *name == "score",
            // What is set more than once may be the score that is worked out.
            ExprKind::Name(name) => {
                has(name, &["score"]) && assigned(self.function, name).len() <= 1
            }
            _ => false,
        };
        is_plain && (self.notes.is_lead_alone(value) || speaks(value, &["defense", "defence"]))
    }

    /// Whether the function averages the scores of three judges wherever no branch decides.
    fn is_otherwise_averaged(&self) -> bool {
        let is_own = |stmt: &Stmt<'_>| self.function.body.iter().any(|own| own.span == stmt.span);
        self.found.averages.iter().any(|one| is_own(one.stmt))
    }

    /// Whether a test asks that something is great: a score that is lowered may be meant.
    fn keeps_low_out(&self, test: &Expr<'r>) -> bool {
        !self.notes.is_wide(test)
            && test.any(&|part| match &part.kind {
                ExprKind::Compare(sides, operators) => {
                    operators.iter().zip(sides.iter().zip(&sides[1..])).any(|(operator, sides)| {
                        let least = matches!(sides.0.kind, ExprKind::Literal(_));
                        match *operator {
                            ">" | ">=" => !least,
                            "<" | "<=" => !matches!(sides.1.kind, ExprKind::Literal(_)),
                            _ => false,
                        }
                    })
                }
                // What another function asks is not followed.
                ExprKind::Call(call) => {
                    has(call.callee_name(), &["cap", "above", "exceed", "high"])
                }
                _ => false,
            })
    }

    /// Whether the greatest score, or no less than a number, is taken anywhere else: the branch may not raise it then.
    fn takes_most_elsewhere(&self, own: &Stmt<'r>, tests: &[&Expr<'r>]) -> bool {
        let (mut found, mut held) = (false, BTreeSet::new());
        statements(&self.function.body, &mut |stmt| held.extend(named_most(stmt)));
        statements(&self.function.body, &mut |stmt| {
            let is_own = own.span.holds(stmt.span);
            let other = || around(self.function, stmt.span);
            if is_own || !named_most(stmt).is_empty() || excludes(tests, &other()) {
                return;
            }
            for value in stmt.expressions() {
                found |= most_outside_of_distances(value, &held);
            }
        });
        found
    }

    /// Whether the function works out a score elsewhere, to which nothing is bounded later by this one.
    fn is_otherwise_worked_out(&self, own: &Stmt<'r>) -> bool {
        let number = |value: &Expr<'_>| {
            matches!(value.kind, ExprKind::Literal(_) | ExprKind::None | ExprKind::Bool(_))
        };
        let first = |value: &Expr<'_>| match &value.kind {
            ExprKind::Tuple(items) => items.first().is_none_or(number),
            ExprKind::Dict(pairs) => scored(pairs).is_none_or(number),
            _ => number(value),
        };
        match &own.kind {
            StmtKind::Return(_) => any_stmt(&self.function.body, &|stmt| match &stmt.kind {
                StmtKind::Return(Some(value)) => !first(value),
                _ => false,
            }),
            StmtKind::Assign { targets, .. } => {
                let Some(ExprKind::Name(name)) = targets.first().map(|it| &it.kind) else {
                    return false;
                };
                let is_it = |value: &Expr<'_>| value.is_name(name);
                let bounded = any_expr(&self.function.body, &|part| match &part.kind {
                    ExprKind::Call(call) => {
                        call.callee_name() == "min"
                            && call.args.iter().any(|arg| arg.value.any(&is_it))
                    }
                    _ => false,
                });
                let set = any_stmt(&self.function.body, &|stmt| match &stmt.kind {
                    StmtKind::Assign { targets, value: Some(value), .. } => {
                        targets.iter().any(is_it) && !number(value)
                    }
                    _ => false,
                });
                set && !bounded
            }
            _ => false,
        }
    }
}

/// The number that a value comes to, where the tests around it tell what its names are: `min(score + 2, 3)` where `score == 1`.
fn folded(value: &Expr<'_>, tests: &[&Expr<'_>]) -> Option<f64> {
    match &value.kind {
        ExprKind::Literal(number) => number.parse().ok(),
        ExprKind::Name(name) => tests.iter().find_map(|test| told(test, name)),
        ExprKind::Binary("+", sides) => Some(folded(&sides.0, tests)? + folded(&sides.1, tests)?),
        ExprKind::Binary("-", sides) => Some(folded(&sides.0, tests)? - folded(&sides.1, tests)?),
        ExprKind::Call(call) if call.args.len() == 2 => {
            let (one, other) = (call.position(0)?, call.position(1)?);
            let (one, other) = (folded(one, tests)?, folded(other, tests)?);
            match call.callee_name() {
                "min" => Some(one.min(other)),
                "max" => Some(one.max(other)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The number that a test says a name is.
fn told(test: &Expr<'_>, name: &str) -> Option<f64> {
    match &test.kind {
        ExprKind::Logic("and", sides) => told(&sides.0, name).or_else(|| told(&sides.1, name)),
        ExprKind::Compare(sides, operators) if operators.as_slice() == ["=="] => {
            let [one, other] = sides.as_slice() else { return None };
            let is_it = one.is_name(name);
            match other.kind {
                ExprKind::Literal(number) if is_it => number.parse().ok(),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The score that a statement gives as a cap: where security is asked for, or where it says so.
fn given<'r>(stmt: &'r Stmt<'r>, secure: bool) -> Option<&'r Expr<'r>> {
    match &stmt.kind {
        StmtKind::Return(Some(value)) => match &value.kind {
            ExprKind::Tuple(items) => {
                let (first, rest) = items.split_first()?;
                (secure || rest.iter().any(speaks_of_override)).then_some(first)
            }
            ExprKind::Dict(pairs) => scored(pairs).filter(|_| secure),
            _ => secure.then_some(value),
        },
        StmtKind::Assign { targets, value: Some(value), .. } => {
            let [target] = targets.as_slice() else { return None };
            let is_limit = has(
                &target_name(target),
                &["cap", "max", "min", "limit", "ceil", "bound", "floor"],
            );
            let is_plain =
                matches!(target.kind, ExprKind::Name(_)) && is_score(target) && !is_limit;
            (secure && is_plain).then_some(value)
        }
        _ => None,
    }
}

/// Whether a text says that a rule of security decides here.
fn speaks_of_override(value: &Expr<'_>) -> bool {
    value.any(&|part| {
        part.template().is_some_and(|text| {
            let text = text.to_lowercase();
            text.contains("security")
                && ["override", "capped"].iter().any(|word| text.contains(word))
        })
    })
}

/// `max(scores)`, `max(prosecutor.score, defense.score)`: the greatest of several.
fn takes_most(call: &Call<'_>) -> bool {
    let judge = |arg: &Arg<'_>| CALLED.iter().position(|names| speaks(&arg.value, names));
    let judges: BTreeSet<usize> = call.args.iter().filter_map(judge).collect();
    call.callee_name() == "max" && (call.args.len() == 1 || judges.len() > 1)
}

/// The names under which a statement only keeps the greatest of several: `low, high = min(scores), max(scores)`.
fn named_most<'r>(stmt: &Stmt<'r>) -> Vec<&'r str> {
    let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else {
        return Vec::new();
    };
    let [target] = targets.as_slice() else { return Vec::new() };
    let is_most =
        |value: &Expr<'_>| matches!(&value.kind, ExprKind::Call(call) if takes_most(call));
    let pairs: Vec<(&Expr<'r>, &Expr<'r>)> = match (&target.kind, &value.kind) {
        (ExprKind::Tuple(names), ExprKind::Tuple(values)) if names.len() == values.len() => {
            names.iter().zip(values).collect()
        }
        _ => vec![(target, value)],
    };
    let most = pairs.into_iter().filter(|(_, value)| is_most(value));
    most.filter_map(|(target, _)| target.name()).collect()
}

/// The conditions of the branches that a statement stands in.
pub(in super::super) fn around<'r>(function: &'r Function<'r>, span: Span) -> Vec<&'r Expr<'r>> {
    let mut found = Vec::new();
    statements(&function.body, &mut |stmt| {
        let StmtKind::If { branches, .. } = &stmt.kind else { return };
        let holds = |body: &Body<'_>| body.iter().any(|stmt| stmt.span.holds(span));
        found.extend(branches.iter().filter(|(_, body)| holds(body)).map(|(test, _)| test));
    });
    found
}

/// Whether two branches ask that one name has texts of which it can have only one.
fn excludes(tests: &[&Expr<'_>], others: &[&Expr<'_>]) -> bool {
    let own: Vec<Pinned<'_>> = tests.iter().flat_map(|test| pinned(test)).collect();
    let others = others.iter().flat_map(|test| pinned(test));
    others.into_iter().any(|other| own.iter().any(|one| one.excludes(&other)))
}

/// What a name is asked to be, or to hold.
struct Pinned<'r> {
    name: &'r str,
    text: String,
    whole: bool,
}

impl Pinned<'_> {
    fn excludes(&self, other: &Self) -> bool {
        let is_apart = match (self.whole, other.whole) {
            (true, true) => self.text != other.text,
            (true, false) => !self.text.contains(&other.text),
            (false, true) => !other.text.contains(&self.text),
            (false, false) => false,
        };
        self.name == other.name && is_apart
    }
}

fn pinned<'r>(test: &Expr<'r>) -> Vec<Pinned<'r>> {
    match &test.kind {
        ExprKind::Logic("and", sides) => {
            pinned(&sides.0).into_iter().chain(pinned(&sides.1)).collect()
        }
        ExprKind::Compare(sides, operators) => {
            let ([one, other], [operator]) = (sides.as_slice(), operators.as_slice()) else {
                return Vec::new();
            };
            let of = |text: &Expr<'r>, name: &Expr<'r>, whole| match name.kind {
                ExprKind::Name(name) => Some(Pinned { name, text: text.text()?, whole }),
                _ => None,
            };
            let pinned = match *operator {
                "==" => of(one, other, true).or_else(|| of(other, one, true)),
                "in" => of(one, other, false),
                _ => None,
            };
            pinned.into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Whether the greatest of several is taken other than to tell a distance, or no less than a number above the least;
/// `held` are names of it.
fn most_outside_of_distances(value: &Expr<'_>, held: &BTreeSet<&str>) -> bool {
    let is_high = |arg: &Expr<'_>| matches!(arg.kind, ExprKind::Literal(number) if number.parse::<f64>().is_ok_and(|number| number > 1.0));
    let inside = || value.parts().into_iter().any(|part| most_outside_of_distances(part, held));
    match &value.kind {
        ExprKind::Binary("-", _) | ExprKind::Compare(..) | ExprKind::Str(_) => false,
        ExprKind::Name(name) => held.contains(name),
        ExprKind::Call(call) if call.callee_name() == "max" => {
            takes_most(call) || call.args.iter().any(|arg| is_high(&arg.value)) || inside()
        }
        _ => inside(),
    }
}
