//! Context managers that are called and never entered: nothing of what they do is done.

use super::super::names::mentions::{Mention, mentions};
use super::super::repository::{At, Origin, Repository};
use super::super::running::sites::{Site, Sites};
use super::super::syntax::{Body, Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::Lines;

/// What makes a context manager of a function that yields.
const MAKERS: [&str; 2] = ["contextlib.contextmanager", "contextlib.asynccontextmanager"];

/// Libraries that may run what they are handed, or enter it.
const ENTERING: [&str; 6] =
    ["builtins", "contextlib", "asyncio", "functools", "concurrent", "threading"];

/// What of Python's own runs nothing of what it is given but a method of its own.
const BUILT_IN: [&str; 8] = ["str", "Path", "print", "len", "bool", "repr", "isinstance", "list"];

/// The first call of the context manager that `site` stands in, where surely none of its calls is entered.
pub(super) fn unentered<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    site: &Site<'r>,
) -> Option<Lines> {
    let function = *site.around.functions.first()?;
    let [decorator] = function.decorators.as_slice() else { return None };
    let module = site.at.module;
    // What a module and what a class defines sees the names of the module.
    let top = At::top(module);
    let maker = repository.external(decorator, top)?;
    let text = repository.modules[module].text_of(function.span)?;
    if !MAKERS.contains(&maker.as_str())
        || !text.contains("yield")
        || sites.names_at_run_time()
        || repository.texts.quote(function.name)
    {
        return None;
    }
    let uses = mentions(repository, function.name, |other| !repository.modules[other].in_tests)?;
    let first = uses.first()?;
    let place = repository.modules[first.module].place(first.part.span);
    uses.iter().all(|one| is_vain(repository, sites, function, one)).then_some(place)
}

/// Whether a mention calls the function and surely enters nothing of what that gives.
fn is_vain<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    function: &Function<'r>,
    one: &Mention<'r>,
) -> bool {
    let called = sites.named(function.name);
    let mut called = called
        .into_iter()
        .filter(|site| site.at.module == one.module && site.call.callee.span == one.part.span);
    let Some(site) = called.next() else { return false };
    let is_it = |value: &Expr<'r>| value.awaited().span == site.expr.span;
    match &one.stmt.kind {
        StmtKind::Expr(value) => is_it(value),
        StmtKind::Assign { targets, value: Some(value), .. } if is_it(value) => {
            let [target] = targets.as_slice() else { return false };
            match &target.kind {
                ExprKind::Tuple(_) => true,
                ExprKind::Name(name) => one
                    .functions
                    .last()
                    .is_some_and(|around| stays_closed(repository, site, &around.body, name)),
                _ => false,
            }
        }
        _ => false,
    }
}

/// Whether nothing in a function enters what a variable holds, or hands it to what may do so.
fn stays_closed<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
    body: &'r Body<'r>,
    name: &str,
) -> bool {
    let is_it = |value: &Expr<'_>| value.is_name(name);
    let mut is_closed = true;
    Stmt::each(body, &mut |stmt| {
        let bare = |value: &Expr<'_>| hands(value, &is_it);
        is_closed &= match &stmt.kind {
            StmtKind::With { items, .. } => !items.iter().any(|(item, _)| is_it(item)),
            StmtKind::Return(Some(value)) => !bare(value),
            StmtKind::Function(inner) => {
                !inner.body.iter().any(|stmt| stmt.expressions().into_iter().any(bare))
            }
            StmtKind::Other(inner) => !inner.iter().any(bare),
            // Under another name it may be entered.
            StmtKind::Assign { value: Some(value), .. } => {
                value.awaited().span == site.expr.span || !is_it(value)
            }
            _ => true,
        };
        for value in stmt.expressions() {
            let bare = |value: &Expr<'_>| value.any(&is_it);
            value.each(&mut |part| {
                is_closed &= match &part.kind {
                    ExprKind::Attribute(object, method) => {
                        !(is_it(object) && method.contains("enter"))
                    }
                    ExprKind::Call(call) if call.args.iter().any(|arg| bare(&arg.value)) => {
                        is_outside(repository, site, &call.callee)
                    }
                    ExprKind::Lambda(_) => !bare(part),
                    _ => true,
                };
            });
        }
    });
    is_closed
}

/// Whether a value is or holds what is looked for, and does not only come of it.
fn hands(value: &Expr<'_>, is_it: &dyn Fn(&Expr<'_>) -> bool) -> bool {
    let comes_of = matches!(
        value.kind,
        ExprKind::Call(_)
            | ExprKind::Attribute(..)
            | ExprKind::Subscript(..)
            | ExprKind::Compare(..)
            | ExprKind::Str(_)
    );
    is_it(value) || (!comes_of && value.parts().into_iter().any(|part| hands(part, is_it)))
}

/// Whether a call runs nothing of the sources, and nothing that enters what it is given.
fn is_outside<'r>(repository: &Repository<'r>, site: &Site<'r>, callee: &'r Expr<'r>) -> bool {
    match &callee.kind {
        ExprKind::Name(name) if BUILT_IN.contains(name) => true,
        _ => match repository.origins(callee, site.at).as_slice() {
            [Origin::External(name)] => {
                let root = name.split('.').next().unwrap_or_default();
                !ENTERING.contains(&root)
            }
            _ => false,
        },
    }
}
