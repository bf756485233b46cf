//! Loops over values that are not known: what a pass finds and leaves behind.

use super::super::syntax::{Body, Expr, ExprKind, StmtKind};
use super::value::{Frame, Value};

/// Forgets what a loop that runs nobody knows how often gives anew to variables from before it: what they are in
/// one of its passes, and after the last, is not known. What is first set in the loop is one of its pass.
pub(super) fn forget<'r>(body: &Body<'r>, frame: &mut Frame<'r>) {
    for name in assigned(body) {
        if let Some(value) = frame.variables.get_mut(name)
            && !value.has_builder()
        {
            *value = Value::Unknown;
        }
    }
}

/// The variables that statements give a value to, also in the statements within them.
fn assigned<'r>(body: &Body<'r>) -> Vec<&'r str> {
    let mut names = Vec::new();
    for stmt in body {
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(_), .. } => {
                for target in targets {
                    named(target, &mut names);
                }
            }
            StmtKind::Augment { target, .. } => named(target, &mut names),
            StmtKind::If { branches, otherwise } => {
                names.extend(branches.iter().flat_map(|(_, body)| assigned(body)));
                names.extend(assigned(otherwise));
            }
            StmtKind::For { target, body, otherwise, .. } => {
                named(target, &mut names);
                names.extend(assigned(body).into_iter().chain(assigned(otherwise)));
            }
            StmtKind::While { body, otherwise, .. } => {
                names.extend(assigned(body).into_iter().chain(assigned(otherwise)));
            }
            StmtKind::With { body, .. } => names.extend(assigned(body)),
            StmtKind::Try { body, handlers, otherwise, finally } => {
                let handled = handlers.iter().map(|handler| &handler.body);
                let all = [body, otherwise, finally].into_iter().chain(handled);
                names.extend(all.flat_map(|body| assigned(body)));
            }
            StmtKind::Match { cases, .. } => {
                names.extend(cases.iter().flat_map(|case| assigned(&case.body)));
            }
            _ => {}
        }
    }
    names
}

fn named<'r>(target: &Expr<'r>, names: &mut Vec<&'r str>) {
    match &target.kind {
        ExprKind::Name(name) => names.push(name),
        ExprKind::Tuple(parts) | ExprKind::List(parts) => {
            for part in parts {
                named(part, names);
            }
        }
        ExprKind::Starred(inner) => named(inner, names),
        _ => {}
    }
}
