//! What is added to the list that holds a command.

use super::Room;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Stmt, StmtKind};

/// What is added to a list.
pub(super) struct Added<'r> {
    pub value: &'r Expr<'r>,
    /// Nothing where it does not stand at the end.
    pub room: Option<Room>,
    /// Whether `+=` adds it.
    pub by_sum: bool,
    /// Whether that may not run.
    pub perhaps: bool,
}

/// Shows what `name += …`, `name.append(…)` and the like add, and whether that may not run.
pub(super) fn appended<'r>(
    body: &'r [Stmt<'r>],
    name: &str,
    (depth, perhaps): (usize, bool),
    see: &mut impl FnMut(Added<'r>),
) {
    if depth > 64 {
        return;
    }
    let is_it = |object: &Expr<'_>| object.is_name(name);
    for stmt in body {
        match &stmt.kind {
            StmtKind::Augment { target, value } if is_it(target) => {
                see(Added { value, room: Some(Room::Many), by_sum: true, perhaps });
            }
            // `name[2:2] = …`
            StmtKind::Assign { targets, value: Some(value), .. }
                if targets.iter().any(
                    |target| matches!(&target.kind, ExprKind::Subscript(object, _) if is_it(object)),
                ) =>
            {
                see(Added { value, room: None, by_sum: false, perhaps });
            }
            StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
                if let ExprKind::Attribute(object, method @ ("append" | "extend" | "insert")) =
                    &call.callee.kind
                    && is_it(object)
                    && let Some(value) = call.args.last().map(|arg| &arg.value)
                {
                    let room = match *method {
                        "append" => Some(Room::One),
                        "extend" => Some(Room::Many),
                        _ => None,
                    };
                    see(Added { value, room, by_sum: false, perhaps });
                }
            }
            _ => {}
        }
        // What stands here runs whenever what follows does.
        let runs = matches!(stmt.kind, StmtKind::With { .. } | StmtKind::Try { .. });
        for block in stmt.blocks() {
            appended(block, name, (depth + 1, perhaps || !runs), see);
        }
    }
}
