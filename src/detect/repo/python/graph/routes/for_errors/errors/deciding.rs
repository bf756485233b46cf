//! What decides in a function, or in a value.

use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Stmt, StmtKind};

/// Collects the conditions that stand in `body`.
pub(super) fn asked_in<'a, 'r>(body: &'a Body<'r>, found: &mut Vec<&'a Expr<'r>>) {
    Stmt::each(body, &mut |stmt| match &stmt.kind {
        StmtKind::If { branches, .. } => found.extend(branches.iter().map(|(test, _)| test)),
        StmtKind::Match { subject, .. } => found.push(subject),
        StmtKind::Return(Some(value)) | StmtKind::Assign { value: Some(value), .. } => {
            if let ExprKind::Conditional(choice) = &value.kind {
                found.push(&choice.test);
            }
        }
        _ => {}
    });
}

/// What in the body of a function decides what it gives: conditions, and what the variables in them are computed from.
pub(super) fn decisive<'r>(body: &'r Body<'r>) -> Vec<&'r Expr<'r>> {
    let mut tests = Vec::new();
    asked_in(body, &mut tests);
    Stmt::each_returned(body, &mut |value| {
        tests.extend(choices(value));
    });
    let mut computed = Vec::new();
    Stmt::each_own(body, &mut |stmt| {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind {
            let is_asked = |name: &str| {
                let is_it = |part: &Expr<'_>| part.is_name(name);
                tests.iter().any(|test| test.any(&is_it))
            };
            let decides = targets.iter().any(|target| match target.kind {
                ExprKind::Name(name) => is_asked(name),
                _ => false,
            });
            computed.extend(decides.then_some(value));
        }
    });
    tests.extend(computed);
    tests
}

/// What decides in a value between several things.
pub(super) fn choices<'e, 'r>(value: &'e Expr<'r>) -> Vec<&'e Expr<'r>> {
    let is_table = |table: &Expr<'_>| {
        matches!(table.kind, ExprKind::Dict(_) | ExprKind::List(_) | ExprKind::Tuple(_))
    };
    match &value.kind {
        ExprKind::Conditional(choice) => {
            let sides = [&choice.then, &choice.otherwise];
            let inner = sides.into_iter().flat_map(|side| choices(side));
            std::iter::once(&choice.test).chain(inner).collect()
        }
        ExprKind::Logic(_, sides) => {
            std::iter::once(&sides.0).chain(choices(&sides.0)).chain(choices(&sides.1)).collect()
        }
        ExprKind::Subscript(table, keys) if is_table(table) => keys.iter().collect(),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(table, "get") if is_table(table) => {
                call.position(0).into_iter().collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
