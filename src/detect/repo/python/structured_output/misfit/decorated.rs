//! Decorators of the repository's own that call a function again.

use super::attempts::covers_misfits;
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Handler, Stmt, StmtKind};
use crate::domain::facts::Misfit;

/// How the decorators of `function` see to a failure of it; `None` where none of them is seen to.
pub(in super::super) fn seen_to<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
    function: &'r Function<'r>,
) -> Option<Misfit> {
    let of = |decorator: &'r Expr<'r>| {
        let named = match &decorator.kind {
            ExprKind::Call(call) => &call.callee,
            _ => decorator,
        };
        match repository.origins(named, site.at).as_slice() {
            [Origin::Function(_, own)] => repeats(own),
            _ => None,
        }
    };
    function.decorators.iter().filter_map(of).max()
}

/// Whether a decorator calls what it is given in a loop that goes on after a failure.
fn repeats(decorator: &Function<'_>) -> Option<Misfit> {
    let mut given: Vec<&str> = decorator.params.iter().map(|param| param.name).collect();
    let mut loops = Vec::new();
    Stmt::each(&decorator.body, &mut |stmt| match &stmt.kind {
        StmtKind::Function(inner) => given.extend(inner.params.iter().map(|param| param.name)),
        StmtKind::For { body, .. } | StmtKind::While { body, .. } => loops.push(body),
        _ => {}
    });
    let mut found = None;
    for body in loops {
        Stmt::each(body, &mut |stmt| {
            if let StmtKind::Try { body, handlers, .. } = &stmt.kind
                && calls(body, &given)
            {
                let going_on = handlers.iter().filter(|handler| goes_on(handler));
                let of = |handler: &Handler<'_>| {
                    if covers_misfits(handler) { Misfit::AskedAgain } else { Misfit::TransientOnly }
                };
                found = found.max(going_on.map(of).max());
            }
        });
    }
    found
}

/// Whether one of these names is called in a block.
fn calls(body: &[Stmt<'_>], names: &[&str]) -> bool {
    let is_call = |part: &Expr<'_>| match &part.kind {
        ExprKind::Call(call) => {
            matches!(&call.callee.kind, ExprKind::Name(name) if names.contains(name))
        }
        _ => false,
    };
    let mut found = false;
    Stmt::each(body, &mut |stmt| {
        found |= stmt.any(&is_call);
    });
    found
}

/// Whether a handler may lead to another round.
fn goes_on(handler: &Handler<'_>) -> bool {
    let ends = |stmt: &Stmt<'_>| stmt.ends_function();
    !handler.body.last().is_some_and(ends)
}
