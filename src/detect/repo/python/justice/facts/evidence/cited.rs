//! What opinions cite.

use super::Site;
use super::terms::is_citation;
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::justice::reading::functions::court::Key;
use crate::detect::repo::python::justice::reading::variables::terms::statements;
use crate::detect::repo::python::syntax::{Expr, ExprKind};

/// The first statement of the synthesis that reads what an opinion cites.
pub(super) fn cited<'r>(hearing: &Hearing<'r, '_>, keys: &[Key]) -> Option<Site<'r>> {
    let reads = |part: &Expr<'_>| match &part.kind {
        ExprKind::Attribute(_, name) => is_citation(name),
        ExprKind::Call(call) => {
            call.callee_name() == "getattr"
                && call.position(1).and_then(Expr::text).is_some_and(|name| is_citation(&name))
        }
        _ => false,
    };
    keys.iter().find_map(|key| {
        let mut found = None;
        statements(&hearing.function(*key).body, &mut |stmt| {
            if found.is_none() && stmt.any(&reads) {
                found = Some((*key, stmt));
            }
        });
        found
    })
}
