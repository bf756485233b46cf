//! What the variables of loops and comprehensions are drawn from.

use super::terms::statements;
use crate::detect::repo::python::syntax::{Clause, Expr, ExprKind, Function, Span, StmtKind};

/// What a variable of the function is drawn from where it stands at `here`: several that are given together, or what a
/// loop goes through. The variable of a comprehension is nobody else's.
pub(in crate::detect::repo::python::justice) fn drawn<'r>(
    function: &'r Function<'r>,
    name: &str,
    here: Span,
) -> Vec<&'r Expr<'r>> {
    let mut found = Vec::new();
    let mut within: Option<(Span, &'r Expr<'r>)> = None;
    let is_it = |target: &Expr<'_>| target.any(&|part| part.is_name(name));
    statements(&function.body, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } if targets.iter().any(is_it) => {
                found.push(value);
            }
            StmtKind::For { target, iterable, .. } if is_it(target) => found.push(iterable),
            _ => {}
        }
        stmt.walk(&mut |part| {
            let ExprKind::Comprehension(inner) = &part.kind else { return };
            for clause in &inner.clauses {
                if let Clause::For { target, iterable } = clause
                    && is_it(target)
                    && part.span.holds(here)
                    && within.is_none_or(|(outer, _)| outer.holds(part.span))
                {
                    within = Some((part.span, iterable));
                }
            }
        });
    });
    within.map_or(found, |(_, iterable)| vec![iterable])
}
