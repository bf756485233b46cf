//! What keeps the state of a graph between its steps: `graph.compile(checkpointer=MemorySaver())`.

use super::super::repository::{At, Origin, Repository};
use super::super::running::sites::Sites;
use super::super::syntax::{Expr, ExprKind};
use super::Found;
use crate::domain::facts::Practice;
use std::collections::BTreeSet;

/// Variables that are followed to what they are bound to.
const STEPS: usize = 3;

/// Notes the graphs that are compiled with a checkpointer, by its class; `?` where that could not be followed.
pub(super) fn read<'r>(repository: &Repository<'r>, sites: &Sites<'r>, found: &mut Found) {
    for site in sites.named("compile").into_iter().filter(|site| !site.around.dead) {
        let Some(given) = site.call.keyword("checkpointer") else { continue };
        if matches!(given.kind, ExprKind::None) {
            continue;
        }
        let class = class(repository, given, site.at, STEPS).unwrap_or("?");
        let module = site.module(repository);
        let place = module.place(site.expr.span);
        found.practice(Practice::Checkpointer, class, place, module.in_tests);
    }
}

/// The class of what a value holds, where one call alone makes it: `MemorySaver()`, `SqliteSaver.from_conn_string(…)`.
fn class<'r>(
    repository: &Repository<'r>,
    value: &'r Expr<'r>,
    at: At,
    steps: usize,
) -> Option<&'r str> {
    let steps = steps.checked_sub(1)?;
    match &value.kind {
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(owner, "from_conn_string") => owner.name(),
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
                name.starts_with(char::is_uppercase).then_some(*name)
            }
            _ => None,
        },
        // A caller may hand over another one where one is made for want of that.
        ExprKind::Name(_) => {
            let origins = repository.origins(value, at);
            let made = origins.iter().filter_map(|origin| match origin {
                Origin::Value(at, value) => class(repository, value, *at, steps),
                _ => None,
            });
            let all: BTreeSet<&str> = made.collect();
            all.first().filter(|_| all.len() == 1).copied()
        }
        _ => None,
    }
}
