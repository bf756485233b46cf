//! Branches that come to the very score that is come to without them.

use super::super::reading::effects::{changed, changes_score};
use super::super::reading::variables::terms::blocks;
use crate::detect::repo::python::running::refuted::implies;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::BTreeSet;

/// The tests, by where they begin, of branches whose scores are worked out word for word as beside them.
pub(in super::super) fn idle(function: &Function<'_>, text: &str) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    each_block(&function.body, &[], &[], &mut |block, rest, ahead| {
        for (at, stmt) in block.iter().enumerate() {
            if let StmtKind::If { branches, otherwise } = &stmt.kind
                && let [(test, body)] = branches.as_slice()
            {
                let after = std::iter::once(&block[at + 1..]).chain(rest.iter().copied());
                let before = std::iter::once(&block[..at]).chain(ahead.iter().copied());
                let (before, after) = (before.collect(), after.collect());
                let beside = Beside { test, before, otherwise, after, text };
                if beside.comes_to_the_same(body) == Some(true) {
                    found.insert(test.span.start);
                }
            }
        }
    });
    found
}

/// Blocks by how near they are.
type Near<'n, 'e, 'r> = &'n [&'e [Stmt<'r>]];
/// Is shown a block, what is come to behind it, and what was come to before it.
type See<'s, 'e, 'r> = &'s mut dyn FnMut(&'e [Stmt<'r>], Near<'_, 'e, 'r>, Near<'_, 'e, 'r>);

/// Shows each block with what is come to behind it and what was come to before it, the nearest first; behind a turn of a
/// loop the next may come, and before it another, so that nothing is said to.
fn each_block<'e, 'r>(
    body: &'e [Stmt<'r>],
    rest: Near<'_, 'e, 'r>,
    ahead: Near<'_, 'e, 'r>,
    see: See<'_, 'e, 'r>,
) {
    see(body, rest, ahead);
    for (at, stmt) in body.iter().enumerate() {
        let (next, former) = ([&body[at + 1..]], [&body[..at]]);
        let (behind, before) = match &stmt.kind {
            StmtKind::If { .. } | StmtKind::With { .. } => {
                ([&next[..], rest].concat(), [&former[..], ahead].concat())
            }
            _ => (Vec::new(), Vec::new()),
        };
        for block in blocks(stmt) {
            each_block(block, &behind, &before, see);
        }
    }
}

/// What stands around a branch.
struct Beside<'e, 'r> {
    test: &'e Expr<'r>,
    before: Vec<&'e [Stmt<'r>]>,
    otherwise: &'e [Stmt<'r>],
    after: Vec<&'e [Stmt<'r>]>,
    text: &'e str,
}

impl<'e, 'r> Beside<'e, 'r> {
    fn words(&self, value: &Expr<'_>) -> Vec<&'e str> {
        let source = self.text.get(value.span.start..value.span.end).unwrap_or_default();
        source.split_whitespace().collect()
    }

    /// Whether all scores that `body` assigns or returns are what they are without it; nothing where there is none.
    fn comes_to_the_same(&self, body: &[Stmt<'_>]) -> Option<bool> {
        let mut scored = None;
        for stmt in body {
            let (value, other) = match &stmt.kind {
                StmtKind::Return(Some(value)) if is_name(value.first_part()) => continue,
                StmtKind::Return(Some(value)) => (value.first_part(), self.returned()),
                _ if changed(stmt) => match assigned(stmt) {
                    Some((name, value)) => (value, self.value_of(name, value)),
                    None => return Some(false),
                },
                StmtKind::If { .. } => {
                    for inner in blocks(stmt) {
                        match self.comes_to_the_same(inner) {
                            Some(true) if !body.iter().any(|one| is_fed(one, stmt)) => {
                                scored = Some(true);
                            }
                            None => {}
                            Some(_) => return Some(false),
                        }
                    }
                    continue;
                }
                _ if blocks(stmt).into_iter().any(changes_score) => return Some(false),
                _ => continue,
            };
            let same = other.is_some_and(|other| self.words(value) == self.words(other));
            // The same words of other values are not the same.
            if !same || body.iter().any(|stmt| feeds(stmt, value)) {
                return Some(false);
            }
            scored = Some(true);
        }
        scored
    }

    /// What is returned without the branch.
    fn returned(&self) -> Option<&'e Expr<'r>> {
        if let Some(value) = self.returned_beside() {
            return Some(value);
        }
        self.nearest(
            |stmt| matches!(stmt.kind, StmtKind::Return(Some(_))),
            &|stmt| match &stmt.kind {
                StmtKind::Return(Some(value)) => Some(value.first_part()),
                _ => None,
            },
        )
    }

    /// What the next branch behind it returns, if that asks for no more: `if a and b: return x`, then `if a: return x`.
    fn returned_beside(&self) -> Option<&'e Expr<'r>> {
        let next = self.after.first().filter(|_| self.otherwise.is_empty())?.first()?;
        let StmtKind::If { branches, .. } = &next.kind else { return None };
        let (test, body) = branches.first()?;
        match body.as_slice() {
            [Stmt { kind: StmtKind::Return(Some(value)), .. }]
                if implies(self.test, test, self.text) =>
            {
                Some(value.first_part())
            }
            _ => None,
        }
    }

    /// What `name` is without the branch: what it is given instead, or afterwards, or was given before. Branches on the
    /// way that give it the same as `value` change nothing, and what they hold it to is lifted again.
    fn value_of(&self, name: &str, value: &Expr<'_>) -> Option<&'e Expr<'r>> {
        let gives_the_same = |stmt: &Stmt<'_>| {
            let mut same = !blocks(stmt).is_empty();
            Stmt::each_own(std::slice::from_ref(stmt), &mut |one| {
                if blocks(one).is_empty() && touches(one, name) {
                    same &= assigned(one)
                        .is_some_and(|(_, other)| self.words(other) == self.words(value));
                }
            });
            same
        };
        let is_it = |stmt: &Stmt<'_>| {
            touches(stmt, name) && !gives_the_same(stmt) && !only_bounds(stmt, name)
        };
        self.nearest(is_it, &|stmt| assigned(stmt).map(|(_, value)| value))
    }

    /// The value in the nearest statement that `is_it`, unless what it is made of is renewed in between.
    fn nearest(
        &self,
        is_it: impl Fn(&Stmt<'_>) -> bool,
        value_in: &dyn Fn(&'e Stmt<'r>) -> Option<&'e Expr<'r>>,
    ) -> Option<&'e Expr<'r>> {
        let after = || self.after.iter().copied().flatten();
        let before = || self.before.iter().flat_map(|block| block.iter().rev());
        let beside = || self.otherwise.iter().chain(after()).chain(before());
        let at = beside().position(is_it)?;
        let value = beside().nth(at).and_then(value_in)?;
        (!beside().take(at).any(|stmt| feeds(stmt, value))).then_some(value)
    }
}

/// Whether a statement gives anything that a branch behind it uses in a score.
fn is_fed(stmt: &Stmt<'_>, branch: &Stmt<'_>) -> bool {
    let mut found = false;
    Stmt::each_own(std::slice::from_ref(branch), &mut |one| {
        found |= assigned(one).is_some_and(|(_, value)| changed(one) && feeds(stmt, value));
    });
    found && stmt.span.start < branch.span.start
}

/// The one variable that a statement assigns, and what.
fn assigned<'e, 'r>(stmt: &'e Stmt<'r>) -> Option<(&'r str, &'e Expr<'r>)> {
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => match targets.as_slice() {
            [Expr { kind: ExprKind::Name(name), .. }] => Some((name, value)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a statement, or one in it, gives the variable a value.
fn touches(stmt: &Stmt<'_>, name: &str) -> bool {
    let mut found = false;
    let is_it = |target: &Expr<'_>| target.any(&|part| part.is_name(name));
    Stmt::each_own(std::slice::from_ref(stmt), &mut |one| {
        found |= match &one.kind {
            StmtKind::Assign { targets, .. } => targets.iter().any(is_it),
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => is_it(target),
            _ => false,
        };
    });
    found
}

/// Whether all that a branch does to a variable is to hold it to a number: `score = min(score, 3)`.
fn only_bounds(stmt: &Stmt<'_>, name: &str) -> bool {
    let is_bound = |value: &Expr<'_>| match &value.kind {
        ExprKind::Call(call) => {
            let is = |value: &Expr<'_>| value.is_name(name);
            let number = |value: &Expr<'_>| matches!(value.kind, ExprKind::Literal(_));
            let given: Vec<&Expr<'_>> = call.args.iter().map(|arg| &arg.value).collect();
            match given.as_slice() {
                [one, other] => {
                    call.callee_name() == "min"
                        && ((is(one) && number(other)) || (number(one) && is(other)))
                }
                _ => false,
            }
        }
        _ => false,
    };
    let mut bounds = matches!(stmt.kind, StmtKind::If { .. });
    Stmt::each_own(std::slice::from_ref(stmt), &mut |one| {
        if blocks(one).is_empty() && touches(one, name) {
            bounds &= assigned(one).is_some_and(|(_, value)| is_bound(value));
        }
    });
    bounds
}

/// Whether a statement may change what `value` is made of: it assigns a part of it, or does something with one.
fn feeds(stmt: &Stmt<'_>, value: &Expr<'_>) -> bool {
    let mut names = BTreeSet::new();
    value.each(&mut |part| {
        if let ExprKind::Name(name) = part.kind {
            names.insert(name);
        }
    });
    let mut found = names.iter().any(|name| touches(stmt, name));
    Stmt::each_own(std::slice::from_ref(stmt), &mut |one| {
        if let StmtKind::Expr(done) = &one.kind {
            found |=
                done.any(&|part| matches!(part.kind, ExprKind::Name(name) if names.contains(name)));
        }
    });
    found
}

fn is_name(value: &Expr<'_>) -> bool {
    matches!(value.kind, ExprKind::Name(_))
}
