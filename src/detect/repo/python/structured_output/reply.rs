//! Where a model's reply goes within the function that asks for it.

use super::super::sites::Site;
use super::super::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use super::within;
use std::collections::BTreeSet;

/// How often a function is gone through: what is assigned before it is used needs one time.
const PASSES: usize = 8;

/// The variables of `function` that what `asked` gives goes into, by assignments and loops.
pub(super) fn names<'r>(function: &Function<'r>, asked: &Site<'r>) -> BTreeSet<&'r str> {
    let mut names: BTreeSet<&'r str> = BTreeSet::new();
    for _ in 0..PASSES {
        let mut more = Vec::new();
        Stmt::each_own(&function.body, &mut |stmt| {
            let given = match &stmt.kind {
                StmtKind::Assign { targets, value: Some(value), .. } => {
                    targets.iter().map(|target| (target, value)).collect()
                }
                StmtKind::For { target, iterable, .. } => vec![(target, iterable)],
                StmtKind::Augment { target, value } => vec![(target, value)],
                _ => Vec::new(),
            };
            for (target, value) in given {
                if comes_from(value, asked, &names) {
                    target.each(&mut |part| more.extend(name(part)));
                }
            }
        });
        let known = names.len();
        names.extend(more);
        if names.len() == known {
            break;
        }
    }
    names
}

/// Whether the statement in which `site` stands uses what `asked` gives.
pub(super) fn reaches<'r>(site: &Site<'r>, asked: &Site<'r>, names: &BTreeSet<&'r str>) -> bool {
    site.stmt.expressions().into_iter().any(|value| comes_from(value, asked, names))
}

fn comes_from<'r>(value: &Expr<'r>, asked: &Site<'r>, names: &BTreeSet<&'r str>) -> bool {
    within(value.span, asked.expr.span)
        || value.any(&|part| name(part).is_some_and(|name| names.contains(name)))
}

fn name<'r>(value: &Expr<'r>) -> Option<&'r str> {
    match value.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}
