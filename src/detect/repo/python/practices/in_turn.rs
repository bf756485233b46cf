//! Coroutines that are started together and run one after the other, because none of them ever waits for anything.

use super::super::classes::each;
use super::super::repository::{At, Origin, Repository};
use super::super::running::sites::{Site, Sites};
use super::super::syntax::{Call, Expr, ExprKind, Function, Passing, StmtKind};
use super::Found;
use crate::domain::facts::Practice;

/// Variables that are followed to what they are bound to.
const STEPS: usize = 3;

/// Notes the calls of `asyncio.gather` whose coroutines run in turn.
pub(super) fn read<'r>(repository: &Repository<'r>, sites: &Sites<'r>, found: &mut Found) {
    for site in sites.named("gather").into_iter().filter(|site| !site.around.dead) {
        let is_gather = repository.external(&site.call.callee, site.at);
        if is_gather.as_deref() != Some("asyncio.gather") {
            continue;
        }
        let module = site.module(repository);
        if let (Some(name), Some(function)) = (in_turn(repository, site), site.around.function()) {
            let place = module.place(site.expr.span);
            found.practice(Practice::InTurn, format!("{function} {name}"), place, module.in_tests);
        }
    }
}

/// The last of the functions that make the coroutines, where none of them ever waits.
fn in_turn<'r>(repository: &Repository<'r>, site: &Site<'r>) -> Option<&'r str> {
    let mut last = None;
    for arg in &site.call.args {
        match arg.passing {
            Passing::Keyword(_) => continue,
            Passing::Position | Passing::Rest => {}
            Passing::Named => return None,
        }
        for call in made(repository, &arg.value, site.at, STEPS)? {
            let functions = functions(repository, call, site.at)?;
            let waits = |(module, function): &(usize, &Function<'_>)| {
                let text = repository.modules[*module].text;
                let text = text.get(function.span.start..function.span.end).unwrap_or("await");
                !text.starts_with("async")
                    || text.matches("async").count() > 1
                    || text.contains("await")
            };
            if functions.iter().any(waits) {
                return None;
            }
            last = functions.first().map(|(_, function)| function.name);
        }
    }
    last
}

/// The calls that make what is handed over, one by one or as a list; `None` where that is not known.
fn made<'r>(
    repository: &Repository<'r>,
    value: &'r Expr<'r>,
    at: At,
    steps: usize,
) -> Option<Vec<&'r Call<'r>>> {
    let steps = steps.checked_sub(1)?;
    match &value.kind {
        ExprKind::Call(call) => Some(vec![&**call]),
        ExprKind::Starred(inner) => made(repository, inner, at, steps),
        ExprKind::List(items) | ExprKind::Tuple(items) => {
            let all: Option<Vec<_>> =
                items.iter().map(|item| made(repository, item, at, steps)).collect();
            all.map(|all| all.concat()).filter(|all| !all.is_empty())
        }
        ExprKind::Comprehension(all) if all.key.is_none() => {
            made(repository, &all.element, at, steps)
        }
        ExprKind::Name(_) => match repository.origins(value, at).as_slice() {
            [Origin::Value(at, value)] => made(repository, value, *at, steps),
            _ => None,
        },
        _ => None,
    }
}

/// The functions that a call may run: the one that it names, or each method of that name.
fn functions<'r>(
    repository: &Repository<'r>,
    call: &'r Call<'r>,
    at: At,
) -> Option<Vec<(usize, &'r Function<'r>)>> {
    let is_outside = |origin: &Origin<'_>| match origin {
        Origin::External(name) => !name.starts_with("builtins."),
        Origin::Perhaps(_) | Origin::Module(_) => true,
        _ => false,
    };
    match repository.origins(&call.callee, at).as_slice() {
        [Origin::Function(at, function)] => return Some(vec![(at.module, function)]),
        // The variable of a comprehension is bound nowhere else.
        origins if origins.iter().any(is_outside) => return None,
        _ => {}
    }
    let ExprKind::Attribute(_, method) = call.callee.kind else { return None };
    let mut found = Vec::new();
    for (index, module) in repository.modules.iter().enumerate() {
        each(repository, &module.syntax.body, At::top(index), &mut |_, stmt| {
            if let StmtKind::Function(function) = &stmt.kind
                && function.name == method
            {
                found.push((index, &**function));
            }
        });
    }
    Some(found).filter(|found| !found.is_empty())
}
