//! Replies of nodes that a graph leaves by the tools that they call.

use super::super::misfit::unfailing::tests_tools;
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{Expr, ExprKind};
use std::collections::BTreeSet;

/// What `LangGraph` has for it.
const CONDITION: &str = "tools_condition";

/// The functions and classes that run at nodes which are left by a router that asks whether the reply calls tools.
pub(in super::super) fn nodes_left_by_tools(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for site in sites.named("add_conditional_edges") {
        let (source, router) = (site.call.argument(0, "source"), site.call.argument(1, "path"));
        let (Some(source), Some(router)) = (source, router) else { continue };
        if !asks_for_tools(repository, site, router) {
            continue;
        }
        for node in
            sites.named("add_node").into_iter().filter(|node| node.at.module == site.at.module)
        {
            let (Some(name), action) =
                (node.call.argument(0, "node"), node.call.argument(1, "action"))
            else {
                continue;
            };
            let is_it = match action {
                Some(_) => is_same(repository, (source, site), (name, node)),
                // A node may be named by its function alone.
                None => source.text().as_deref() == name.last_name() && name.last_name().is_some(),
            };
            if is_it {
                names(action.unwrap_or(name), &mut found);
            }
        }
    }
    found
}

fn asks_for_tools<'r>(repository: &Repository<'r>, site: &Site<'r>, router: &'r Expr<'r>) -> bool {
    repository.origins(router, site.at).into_iter().any(|origin| match origin {
        Origin::External(name) | Origin::Perhaps(name) => name.ends_with(CONDITION),
        Origin::Function(_, function) => tests_tools(&function.body),
        Origin::Value(_, Expr { kind: ExprKind::Lambda(lambda), .. }) => {
            lambda.body.any(&|part| matches!(part.kind, ExprKind::Name(CONDITION)))
        }
        _ => false,
    })
}

/// Whether two calls give one node's name: as the same text, or in the same words.
fn is_same(
    repository: &Repository<'_>,
    (one, at): (&Expr<'_>, &Site<'_>),
    (other, beside): (&Expr<'_>, &Site<'_>),
) -> bool {
    match (one.text(), other.text()) {
        (Some(one), Some(other)) => one == other,
        (None, None) => {
            let written =
                |value: &Expr<'_>, site: &Site<'_>| site.module(repository).written(value.span, 80);
            written(one, at) == written(other, beside)
        }
        _ => false,
    }
}

/// The names of all that an expression holds or calls.
fn names(value: &Expr<'_>, found: &mut BTreeSet<String>) {
    value.each(&mut |part| found.extend(part.last_name().map(str::to_owned)));
}
