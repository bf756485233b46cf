//! Whether nothing comes to what stands behind a statement in its block.

use super::super::syntax::{Body, Case, Expr, Stmt, StmtKind};

/// What opens files, folders and locks: it lets every error through.
const OPENS: &[&str] =
    &["open", "TemporaryDirectory", "NamedTemporaryFile", "ZipFile", "Lock", "RLock", "closing"];

/// Whether nothing comes to what stands behind a statement in the same block.
pub(in super::super) fn ends(stmt: &Stmt<'_>) -> bool {
    ends_by(stmt, &|_| false)
}

/// The same, where calls for which `quits` holds end the program.
pub(in super::super) fn ends_by<'e, 'r>(
    stmt: &'e Stmt<'r>,
    quits: &dyn Fn(&'e Expr<'r>) -> bool,
) -> bool {
    let ends = |body: &'e Body<'r>| body.iter().any(|stmt| ends_by(stmt, quits));
    match &stmt.kind {
        StmtKind::Return(_) | StmtKind::Raise(_) | StmtKind::Break | StmtKind::Continue => true,
        StmtKind::Expr(value) => quits(value),
        StmtKind::If { branches, otherwise } => {
            ends(otherwise) && branches.iter().all(|(_, body)| ends(body))
        }
        StmtKind::While { test, body, .. } => test.is_true() && !breaks(body),
        StmtKind::With { items, body } => {
            items.iter().all(|(value, _)| lets_through(value)) && ends(body)
        }
        StmtKind::Try { body, handlers, otherwise, finally } => {
            ends(finally)
                || ((ends(body) || ends(otherwise))
                    && handlers.iter().all(|handler| ends(&handler.body)))
        }
        StmtKind::Match { cases, .. } => {
            cases.iter().any(takes_all) && cases.iter().all(|case| ends(&case.body))
        }
        _ => false,
    }
}

/// Whether a block leaves the loop that it is the body of, by a `break` of its own.
fn breaks(body: &Body<'_>) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break => true,
        StmtKind::Function(_) | StmtKind::Class(_) => false,
        StmtKind::For { otherwise, .. } | StmtKind::While { otherwise, .. } => breaks(otherwise),
        _ => stmt.blocks().into_iter().any(breaks),
    })
}

/// Whether what a `with` opens swallows no error, so that its block is left as it was written.
fn lets_through(value: &Expr<'_>) -> bool {
    value.called().is_some_and(|name| OPENS.contains(&name))
}

/// Whether a case takes whatever there is.
pub(in super::super) fn takes_all(case: &Case<'_>) -> bool {
    let is_name = |name: &str| {
        !matches!(name, "True" | "False" | "None")
            && name.starts_with(|first: char| first.is_alphabetic() || first == '_')
            && name.chars().all(|one| one.is_alphanumeric() || one == '_')
    };
    case.guard.is_none() && is_name(case.pattern.trim())
}
