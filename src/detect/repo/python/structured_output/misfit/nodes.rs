//! Nodes that a graph runs again when they fail.

use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::Sites;
use crate::detect::repo::python::syntax::{Expr, ExprKind};
use std::collections::BTreeMap;

/// The functions and classes that are added to a graph with a policy of retries.
pub(in super::super) fn retried_nodes(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
) -> BTreeMap<String, bool> {
    let mut nodes = BTreeMap::new();
    for site in sites.named("add_node") {
        let policy = ["retry_policy", "retry"].iter().find_map(|name| site.call.keyword(name));
        let Some(policy) = policy.filter(|value| !matches!(value.kind, ExprKind::None)) else {
            continue;
        };
        let chosen = repository.origins(policy, site.at).iter().any(|origin| {
            matches!(origin, Origin::Value(_, Expr { kind: ExprKind::Call(call), .. })
                if call.keyword("retry_on").is_some())
        });
        let action = site.call.position(1).or_else(|| site.call.keyword("action"));
        let action = action.or_else(|| site.call.position(0));
        if let Some(name) = action.and_then(|action| named(action)) {
            let known = nodes.entry(name.to_owned()).or_insert(chosen);
            *known |= chosen;
        }
    }
    nodes
}

/// The last name of what runs at a node.
fn named<'r>(action: &Expr<'r>) -> Option<&'r str> {
    match &action.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => Some(name),
        ExprKind::Call(call) if call.callee_name() == "partial" => named(call.position(0)?),
        ExprKind::Call(call) => Some(call.callee_name()),
        _ => None,
    }
}
