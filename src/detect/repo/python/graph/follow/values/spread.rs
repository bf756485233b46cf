//! Dictionaries of a function's own whose keys are all spelled out, so that it is known what spreading them puts where.

use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Methods of a dictionary that put nothing into it.
const TELLING: &[&str] = &["get", "keys", "values", "items", "copy"];

/// Whether a dictionary that is spread surely has nothing for a field.
pub(in crate::detect::repo::python::graph) fn lacks(
    function: &Function<'_>,
    spread: &Expr<'_>,
    field: &str,
) -> bool {
    match spread.kind {
        ExprKind::Name(name) => keys_of(function, name).is_some_and(|keys| !keys.contains(field)),
        _ => false,
    }
}

/// The keys that a variable can hold; `None` where it may hold others.
fn keys_of(function: &Function<'_>, name: &str) -> Option<BTreeSet<String>> {
    let is_it = |value: &Expr<'_>| value.is_name(name);
    let mut keys = BTreeSet::new();
    // How often it is named, and how often that was understood.
    let (mut seen, mut known, mut made) = (0_usize, 0_usize, 0_usize);
    let mut is_own = function.param(name).is_none();
    Stmt::each(&function.body, &mut |stmt| {
        stmt.walk(&mut |part| {
            seen += usize::from(is_it(part));
            known += match &part.kind {
                ExprKind::Subscript(object, indices) if is_it(object) => {
                    let key = indices.first().and_then(Expr::text);
                    let is_spelled = key.is_some();
                    keys.extend(key);
                    usize::from(is_spelled)
                }
                ExprKind::Attribute(object, method) => {
                    usize::from(is_it(object) && TELLING.contains(method))
                }
                ExprKind::Dict(pairs) => {
                    pairs.iter().filter(|(key, value)| key.is_none() && is_it(value)).count()
                }
                ExprKind::Lambda(lambda) => {
                    is_own &= lambda.param(name).is_none();
                    0
                }
                _ => 0,
            };
        });
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                if let ([target], ExprKind::Dict(pairs)) = (targets.as_slice(), &value.kind)
                    && is_it(target)
                {
                    let spelled = pairs.iter().map(|(key, _)| key.as_ref().and_then(Expr::text));
                    let spelled: Option<Vec<_>> = spelled.collect();
                    (known, made) = (known + 1, made + 1);
                    is_own &= spelled.is_some();
                    keys.extend(spelled.into_iter().flatten());
                }
            }
            StmtKind::Return(Some(value)) => known += usize::from(is_it(value)),
            StmtKind::Function(inner) => {
                is_own &= inner.param(name).is_none();
            }
            _ => {}
        }
    });
    (is_own && made > 0 && seen == known).then_some(keys)
}
