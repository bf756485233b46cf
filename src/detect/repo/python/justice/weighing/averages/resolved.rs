//! Lists of verdicts, one for each criterion: their mean is no average of what the judges give.

use super::{JUDGES, OVERALL};
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::justice::reading::functions::court::Key;
use crate::detect::repo::python::justice::reading::variables::terms::{
    each_target, speaks, statements,
};
use crate::detect::repo::python::syntax::{
    Body, Call, Clause, Expr, ExprKind, Function, Param, Stmt, StmtKind,
};
use std::collections::BTreeSet;

/// How far what is passed on is followed.
const STEPS: usize = 3;
/// What judges are called, one by one and together.
const ONE_BY_ONE: &[&str] = &["judge", "persona", "prosecut", "defense", "defence", "tech"];
/// What makes one of several, whatever they are.
const MAKES_ONE: &[&str] = &["median", "mean", "fmean", "average", "sum", "min", "max"];

impl<'r> Hearing<'r, '_> {
    /// The variables of the function at `key` that hold one verdict for each round of a loop, where each is made of
    /// several opinions that the round draws.
    pub(in crate::detect::repo::python::justice) fn resolved(&self, key: Key) -> BTreeSet<&'r str> {
        let mut lists = BTreeSet::new();
        statements(&self.function(key).body, &mut |stmt: &'r Stmt<'r>| match &stmt.kind {
            StmtKind::For { target, iterable, body, .. } if !is_by_judge(iterable) => {
                lists.extend(self.gathered(key, target, body));
            }
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let ExprKind::Comprehension(made) = &value.kind else { return };
                let Some(Clause::For { target, iterable }) = made.clauses.first() else { return };
                let round = Round { drawn: names_in(target), verdicts: BTreeSet::new() };
                if !is_by_judge(iterable) && self.is_verdict(key, &made.element, &round) {
                    lists.extend(targets.iter().filter_map(Expr::name));
                }
            }
            _ => {}
        });
        lists
    }

    /// The lists and tables outside a loop to which its rounds add verdicts.
    fn gathered(&self, key: Key, target: &'r Expr<'r>, body: &'r Body<'r>) -> BTreeSet<&'r str> {
        let mut round = Round { drawn: names_in(target), verdicts: BTreeSet::new() };
        for _ in 0..2 {
            own(body, &mut |stmt| {
                let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else {
                    return;
                };
                let set: Vec<&str> =
                    each_target(targets).into_iter().filter_map(Expr::name).collect();
                if self.is_verdict(key, value, &round) {
                    round.verdicts.extend(&set);
                }
                round.drawn.extend(&set);
            });
        }
        let mut lists = BTreeSet::new();
        own(body, &mut |stmt| {
            let (list, value) = match &stmt.kind {
                StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
                    match (&call.callee.kind, call.position(0)) {
                        (ExprKind::Attribute(list, "append"), Some(item)) => (list.name(), item),
                        _ => return,
                    }
                }
                StmtKind::Assign { targets, value: Some(value), .. } => match targets.as_slice() {
                    [Expr { kind: ExprKind::Subscript(list, _), .. }] => (list.name(), value),
                    _ => return,
                },
                _ => return,
            };
            if self.is_verdict(key, value, &round) {
                // What is begun anew in each round holds the scores of one.
                lists.extend(list.filter(|list| !round.drawn.contains(list)));
            }
        });
        lists
    }

    /// Whether a value is one that is made of several that a round draws.
    fn is_verdict(&self, key: Key, value: &'r Expr<'r>, round: &Round<'r>) -> bool {
        value.any(&|part| match &part.kind {
            ExprKind::Name(name) => round.verdicts.contains(name),
            ExprKind::Call(call) => {
                let makes_one = MAKES_ONE.contains(&call.callee_name()) && call.args.len() == 1;
                (makes_one && call.args.iter().any(|arg| round.draws(&arg.value)))
                    || self.hears(key, call, &|given| round.draws(given), STEPS)
            }
            // The one in the middle.
            ExprKind::Subscript(list, _) => {
                let is_sorted = |list: &Expr<'_>| list.is_call_of("sorted") && round.draws(list);
                let sorted = |name: &str| {
                    let given = super::assigned(self.function(key), name);
                    !given.is_empty() && given.into_iter().all(is_sorted)
                };
                is_sorted(list) || list.name().is_some_and(sorted)
            }
            _ => false,
        })
    }

    /// Whether a function of the repository's own that is called goes through one of the values that hold for `given`.
    fn hears(
        &self,
        from: Key,
        call: &Call<'_>,
        given: &dyn Fn(&Expr<'_>) -> bool,
        steps: usize,
    ) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        let span = (call.callee.span.start, call.callee.span.end);
        let run = self.helpers.get(&from).and_then(|helpers| helpers.get(&span));
        run.into_iter().flatten().any(|key| {
            let Some(part) = self.court.parts.get(key) else { return false };
            let is_own =
                part.class.is_some() && part.function.params.first().is_some_and(Param::is_self);
            let params = part.function.params.iter().skip(usize::from(is_own)).enumerate();
            params.into_iter().any(|(index, param)| {
                call.argument(index, param.name).is_some_and(given)
                    && self.goes_through(*key, part.function, param.name, steps)
            })
        })
    }

    fn goes_through(&self, key: Key, function: &Function<'_>, param: &str, steps: usize) -> bool {
        let is_it = |value: &Expr<'_>| match &value.kind {
            ExprKind::Name(name) => *name == param,
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(table, "values" | "items") => table.is_name(param),
                _ => false,
            },
            _ => false,
        };
        let mut found = false;
        statements(&function.body, &mut |stmt| {
            if let StmtKind::For { iterable, .. } = &stmt.kind {
                found |= is_it(iterable);
            }
            found |= stmt.any(&|part| match &part.kind {
                ExprKind::Comprehension(made) => made.clauses.iter().any(|clause| match clause {
                    Clause::For { iterable, .. } => is_it(iterable),
                    Clause::If(_) => false,
                }),
                ExprKind::Call(call) => self.hears(key, call, &|given| given.is_name(param), steps),
                _ => false,
            });
        });
        found
    }
}

/// What is known of one round of a loop.
struct Round<'r> {
    /// The variables that it sets.
    drawn: BTreeSet<&'r str>,
    /// Those of them that hold a verdict.
    verdicts: BTreeSet<&'r str>,
}

impl Round<'_> {
    fn draws(&self, value: &Expr<'_>) -> bool {
        value.any(&|part| matches!(part.kind, ExprKind::Name(name) if self.drawn.contains(name)))
    }
}

/// Whether a loop goes from judge to judge.
fn is_by_judge(iterable: &Expr<'_>) -> bool {
    let is_table = match &iterable.kind {
        ExprKind::Call(call) => matches!(call.callee_name(), "items" | "values"),
        _ => false,
    };
    !speaks(iterable, OVERALL)
        && (speaks(iterable, ONE_BY_ONE) || (speaks(iterable, JUDGES) && !is_table))
}

fn names_in<'r>(target: &'r Expr<'r>) -> BTreeSet<&'r str> {
    each_target(std::slice::from_ref(target)).into_iter().filter_map(Expr::name).collect()
}

/// Shows the statements of a round without those of loops inside.
fn own<'r>(body: &'r Body<'r>, see: &mut dyn FnMut(&'r Stmt<'r>)) {
    for stmt in body {
        see(stmt);
        if !matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. }) {
            for block in super::blocks(stmt) {
                own(block, see);
            }
        }
    }
}
