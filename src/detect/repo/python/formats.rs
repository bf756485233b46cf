//! Texts in f-strings that are formatted by a rule that no text takes: braces that were meant to be written twice.

use super::parse::Module;
use super::reach::Reach;
use super::repository::Repository;
use super::syntax::{Body, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use crate::domain::facts::{MisformattedText, Unreadable};

/// Most that are stated.
const MOST: usize = 50;

/// The texts in files of the program that fail to be formatted, by file and line.
pub(super) fn misformatted(
    repository: &Repository<'_>,
    reach: &Reach,
    unreadable: &[Unreadable],
) -> Vec<MisformattedText> {
    let mut found = Vec::new();
    for (index, module) in repository.modules.iter().enumerate() {
        let broken = unreadable.iter().any(|lost| lost.place.file == module.path);
        if module.in_tests || broken || reach.live(index) == Some(false) {
            continue;
        }
        for (text, span) in &module.syntax.misformatted {
            let stops = stopped(module, *span).map(|function| module.place(function.span));
            found.push(MisformattedText { text: text.clone(), stops, place: module.place(*span) });
        }
    }
    found.sort_by(|one, other| one.place.cmp(&other.place));
    found.truncate(MOST);
    found
}

/// The function that cannot get past what stands at a place.
fn stopped<'m, 'r>(module: &'m Module<'r>, span: Span) -> Option<&'m Function<'r>> {
    let mut found = None;
    Stmt::each(&module.syntax.body, &mut |stmt| {
        if let StmtKind::Function(function) = &stmt.kind
            && passes(&function.body, span)
        {
            found = Some(&**function);
        }
    });
    found
}

/// Whether statements that run one after the other come by a place, unless they end before it.
fn passes(body: &Body<'_>, span: Span) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Expr(value)
        | StmtKind::Assign { value: Some(value), .. }
        | StmtKind::Augment { value, .. }
        | StmtKind::Return(Some(value)) => comes_by(value, span),
        _ => false,
    })
}

/// Whether a place in an expression is come by whatever the values are.
fn comes_by(value: &Expr<'_>, span: Span) -> bool {
    if value.span == span {
        return true;
    }
    if value.span.start > span.start || value.span.end < span.end {
        return false;
    }
    match &value.kind {
        ExprKind::Conditional(choice) => comes_by(&choice.test, span),
        ExprKind::Logic(_, sides) => comes_by(&sides.0, span),
        ExprKind::Lambda(_) | ExprKind::Comprehension(_) => false,
        _ => value.parts().into_iter().any(|part| comes_by(part, span)),
    }
}
