//! Variables that nothing comes of but words: what they hold is written down, or read by nobody.

use super::terms::{blocks, statements};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::BTreeSet;

/// What only writes down what it is given.
const WRITES: &[&str] = &["print", "debug", "info", "warning", "error", "log"];

/// The variables of a function that are read in texts alone.
pub(in crate::detect::repo::python::justice) fn told<'r>(
    function: &'r Function<'r>,
) -> BTreeSet<&'r str> {
    &unread(function, &reads) - &dropped(function)
}

/// The variables of a function that are read nowhere.
pub(in crate::detect::repo::python::justice) fn dropped<'r>(
    function: &'r Function<'r>,
) -> BTreeSet<&'r str> {
    unread(function, &|value, read| value.each(&mut |part| read.extend(part.name())))
}

fn unread<'r>(
    function: &'r Function<'r>,
    reads: &dyn Fn(&'r Expr<'r>, &mut BTreeSet<&'r str>),
) -> BTreeSet<&'r str> {
    let (mut set, mut read) = (BTreeSet::new(), BTreeSet::new());
    statements(&function.body, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Assign { targets, value, .. } => {
                for target in targets {
                    match target.kind {
                        ExprKind::Name(name) => {
                            set.insert(name);
                        }
                        _ => reads(target, &mut read),
                    }
                }
                if let Some(value) = value {
                    reads(value, &mut read);
                }
            }
            // Whoever stands in these may read anything.
            StmtKind::Function(_) | StmtKind::Class(_) => {
                Stmt::walk_all(std::slice::from_ref(stmt), &mut |part| read.extend(part.name()));
            }
            _ => {
                for value in stmt.expressions() {
                    reads(value, &mut read);
                }
            }
        }
    });
    set.retain(|name| !read.contains(name));
    set
}

/// Collects the names that are read, other than to be written down.
fn reads<'r>(value: &Expr<'r>, read: &mut BTreeSet<&'r str>) {
    match &value.kind {
        ExprKind::Str(_) => {}
        ExprKind::Call(call) if WRITES.contains(&call.callee_name()) => {}
        _ => {
            read.extend(value.name());
            for part in value.parts() {
                reads(part, read);
            }
        }
    }
}

/// The variables of a function that end in texts: nothing reads them, or those that are made of them, but what writes
/// down.
pub(in super::super) fn printed<'r>(function: &'r Function<'r>) -> BTreeSet<&'r str> {
    let mut printed: BTreeSet<&str> = BTreeSet::new();
    statements(&function.body, &mut |stmt| {
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            printed.extend(targets.iter().filter_map(Expr::name));
        }
    });
    loop {
        let mut read = BTreeSet::new();
        Stmt::each(&function.body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { .. } if only_told(stmt, &printed) => {}
            _ if grows(stmt).is_some_and(|list| printed.contains(list)) => {}
            _ => {
                for value in stmt.expressions() {
                    let is_target = match &stmt.kind {
                        StmtKind::Assign { targets, .. } => {
                            targets.iter().any(|target| target.span == value.span)
                        }
                        _ => false,
                    };
                    if !(is_target && value.name().is_some()) {
                        reads(value, &mut read);
                    }
                }
            }
        });
        let before = printed.len();
        printed.retain(|name| !read.contains(name));
        if printed.len() == before {
            return printed;
        }
    }
}

/// The list that a statement adds to: `scores.append(one)`.
pub(in super::super) fn grows<'r>(stmt: &Stmt<'r>) -> Option<&'r str> {
    let StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) = &stmt.kind else { return None };
    match &call.callee.kind {
        ExprKind::Attribute(list, "append" | "extend") => list.name(),
        _ => None,
    }
}

/// Whether a statement gives values to such variables alone.
pub(in crate::detect::repo::python::justice) fn only_told(
    stmt: &Stmt<'_>,
    told: &BTreeSet<&str>,
) -> bool {
    match &stmt.kind {
        StmtKind::Assign { targets, .. } => {
            targets.iter().all(|target| target.name().is_some_and(|name| told.contains(name)))
        }
        _ => false,
    }
}

/// Whether something holds of a value in a block, other than where nothing comes of it.
pub(in super::super) fn holds_to_effect<'r>(
    body: &Body<'r>,
    holds: &dyn Fn(&Expr<'r>) -> bool,
    told: &BTreeSet<&str>,
) -> bool {
    body.iter().filter(|stmt| !is_idle(stmt, told)).any(|stmt| {
        stmt.expressions().into_iter().any(holds)
            || blocks(stmt).into_iter().any(|block| holds_to_effect(block, holds, told))
    })
}

/// Whether nothing comes of a statement and of what stands in it.
fn is_idle(stmt: &Stmt<'_>, told: &BTreeSet<&str>) -> bool {
    let inside = blocks(stmt);
    match &stmt.kind {
        StmtKind::Break | StmtKind::Continue => true,
        StmtKind::If { .. } | StmtKind::For { .. } => {
            inside.into_iter().flatten().all(|stmt| is_idle(stmt, told))
        }
        _ => only_told(stmt, told),
    }
}
