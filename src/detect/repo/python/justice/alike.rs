//! Branches that come to the very score that is come to without them.

use super::super::syntax::{Body, Expr, ExprKind, Function, Stmt, StmtKind};
use super::effects::{changed, changes_score};
use super::terms::blocks;
use std::collections::BTreeSet;

/// The tests, by where they begin, of branches whose scores are worked out word for word as beside them.
pub(super) fn idle(function: &Function<'_>, text: &str) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    each_block(&function.body, &mut |block| {
        for (at, stmt) in block.iter().enumerate() {
            if let StmtKind::If { branches, otherwise } = &stmt.kind
                && let [(test, body)] = branches.as_slice()
            {
                let beside = Beside { before: &block[..at], otherwise, after: &block[at + 1..] };
                if beside.comes_to_the_same(body, text) {
                    found.insert(test.span.start);
                }
            }
        }
    });
    found
}

fn each_block(body: &Body<'_>, see: &mut dyn FnMut(&[Stmt<'_>])) {
    see(body);
    for stmt in body {
        for block in blocks(stmt) {
            each_block(block, see);
        }
    }
}

/// What stands around a branch.
struct Beside<'e, 'r> {
    before: &'e [Stmt<'r>],
    otherwise: &'e [Stmt<'r>],
    after: &'e [Stmt<'r>],
}

impl<'e, 'r> Beside<'e, 'r> {
    /// Whether all scores that `body` assigns or returns are what they are without it, and there is one.
    fn comes_to_the_same(&self, body: &[Stmt<'_>], text: &str) -> bool {
        let words = |value: &Expr<'_>| {
            let source = text.get(value.span.start..value.span.end).unwrap_or_default();
            source.split_whitespace().collect::<Vec<_>>()
        };
        let mut scored = false;
        for stmt in body {
            let (value, other) = match &stmt.kind {
                StmtKind::Return(Some(value)) if is_name(first(value)) => continue,
                StmtKind::Return(Some(value)) => (first(value), self.returned()),
                _ if changed(stmt) => match assigned(stmt) {
                    Some((name, value)) => (value, self.value_of(name)),
                    None => return false,
                },
                _ if blocks(stmt).into_iter().any(changes_score) => return false,
                _ => continue,
            };
            let same = other.is_some_and(|other| words(value) == words(other));
            // The same words of other values are not the same.
            if !same || body.iter().any(|stmt| feeds(stmt, value)) {
                return false;
            }
            scored = true;
        }
        scored
    }

    /// What is returned without the branch.
    fn returned(&self) -> Option<&'e Expr<'r>> {
        self.nearest(
            |stmt| matches!(stmt.kind, StmtKind::Return(Some(_))),
            &|stmt| match &stmt.kind {
                StmtKind::Return(Some(value)) => Some(first(value)),
                _ => None,
            },
        )
    }

    /// What `name` is without the branch: what it is given instead, or afterwards, or was given before.
    fn value_of(&self, name: &str) -> Option<&'e Expr<'r>> {
        self.nearest(|stmt| touches(stmt, name), &|stmt| assigned(stmt).map(|(_, value)| value))
    }

    /// The value in the nearest statement that `is_it`, unless what it is made of is renewed in between.
    fn nearest(
        &self,
        is_it: impl Fn(&Stmt<'_>) -> bool,
        value_in: &dyn Fn(&'e Stmt<'r>) -> Option<&'e Expr<'r>>,
    ) -> Option<&'e Expr<'r>> {
        let beside = || self.otherwise.iter().chain(self.after).chain(self.before.iter().rev());
        let at = beside().position(is_it)?;
        let value = beside().nth(at).and_then(value_in)?;
        (!beside().take(at).any(|stmt| feeds(stmt, value))).then_some(value)
    }
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
    let is_it = |target: &Expr<'_>| {
        target.any(&|part| matches!(part.kind, ExprKind::Name(known) if known == name))
    };
    Stmt::each_own(std::slice::from_ref(stmt), &mut |one| {
        found |= match &one.kind {
            StmtKind::Assign { targets, .. } => targets.iter().any(is_it),
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => is_it(target),
            _ => false,
        };
    });
    found
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

/// The value itself, or the first of those that come together.
fn first<'e, 'r>(value: &'e Expr<'r>) -> &'e Expr<'r> {
    match &value.kind {
        ExprKind::Tuple(items) => items.first().unwrap_or(value),
        _ => value,
    }
}

fn is_name(value: &Expr<'_>) -> bool {
    matches!(value.kind, ExprKind::Name(_))
}
