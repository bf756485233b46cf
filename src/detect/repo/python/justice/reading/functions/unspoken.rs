//! Whether any code speaks of scores at all: what synthesises a verdict has to.

use super::super::variables::terms::has;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Passing, Piece, StmtKind};

/// What scores, and those who give them, are called.
const WORDS: &[&str] = &[
    "score",
    "opinion",
    "verdict",
    "judg",
    "justice",
    "=rating",
    "=ratings",
    "=grade",
    "=grades",
    "=mark",
    "=marks",
    "=points",
    "vote",
    "dissent",
    "prosecut",
    "defense",
    "defence",
    "tech_lead",
    "techlead",
];

/// Whether something outside the tests speaks of a score, an opinion or a verdict, other than the fields that classes
/// declare or that begin empty, and texts that stand alone.
pub(in crate::detect::repo::python) fn speaks_of_verdicts(repository: &Repository<'_>) -> bool {
    let ours = repository.program();
    ours.into_iter().any(|module| spoken(&module.syntax.body, false))
}

fn spoken(body: &Body<'_>, declares: bool) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Class(class) => spoken(&class.body, true),
        StmtKind::Function(function) => {
            has(function.name, WORDS)
                || function.params.iter().any(|param| has(param.name, WORDS))
                || spoken(&function.body, false)
        }
        StmtKind::Assign { .. } if declares => false,
        StmtKind::Expr(Expr { kind: ExprKind::Str(_), .. }) | StmtKind::Import(_) => false,
        _ => {
            stmt.expressions().into_iter().any(names)
                || stmt.blocks().into_iter().any(|block| spoken(block, declares))
        }
    })
}

fn names(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Name(name) => has(name, WORDS),
        ExprKind::Attribute(inner, name) => has(name, WORDS) || names(inner),
        ExprKind::Dict(pairs) => pairs.iter().any(|(key, value)| {
            let begins = key.as_ref().is_some_and(|key| key.text().is_some()) && is_empty(value);
            !begins && (key.iter().any(names) || names(value))
        }),
        ExprKind::Call(call) => {
            names(&call.callee)
                || call.args.iter().any(|arg| match arg.passing {
                    Passing::Keyword(name) if has(name, WORDS) => !is_empty(&arg.value),
                    _ => names(&arg.value),
                })
        }
        ExprKind::Str(pieces) => pieces.iter().any(|piece| match piece {
            Piece::Literal(text) => has(text, WORDS),
            Piece::Hole(hole) => names(hole),
        }),
        _ => value.parts().into_iter().any(names),
    }
}

/// Whether a value is one by which a field begins that nothing was put into yet.
fn is_empty(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::None => true,
        ExprKind::List(items) | ExprKind::Tuple(items) => items.is_empty(),
        ExprKind::Dict(pairs) => pairs.is_empty(),
        ExprKind::Str(pieces) => {
            pieces.iter().all(|piece| matches!(piece, Piece::Literal(text) if text.is_empty()))
        }
        _ => false,
    }
}
