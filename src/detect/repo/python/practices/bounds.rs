//! By which numbers scores are bounded.

use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{Call, Expr, ExprKind};
use crate::detect::repo::python::names::words::speaks_of;

/// Parts of the names of variables that hold a score, or what bounds one.
const SCORES: &[&str] =
    &["score", "final", "cap", "floor", "ceiling", "limit", "verdict", "base", "maximum"];

/// The number by which `min` bounds something, or `?` where none could be followed; nothing where it only picks
/// among scores.
pub(super) fn of_call<'r>(
    repository: &Repository<'r>,
    call: &'r Call<'r>,
    at: At,
) -> Option<String> {
    let (Some(left), Some(right)) = (call.position(0), call.position(1)) else { return None };
    if !call.callee.is_name("min") {
        return None;
    }
    let sides = [left, right];
    let known = sides.into_iter().find_map(|side| number(repository, side, at));
    let named = |side: &Expr<'_>| {
        side.any(&|part| match &part.kind {
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
                speaks_of(name, &["cap", "limit", "max"])
            }
            ExprKind::Str(_) => true,
            _ => false,
        })
    };
    known.or_else(|| sides.into_iter().any(named).then(|| "?".to_owned()))
}

/// The number that a variable for a score or its bound is given.
pub(super) fn of_target<'r>(
    repository: &Repository<'r>,
    target: &Expr<'_>,
    value: &'r Expr<'r>,
    at: At,
) -> Option<String> {
    let name = target.last_name()?;
    speaks_of(name, SCORES).then(|| number(repository, value, at)).flatten()
}

/// A number as written, also under a name that holds nothing else.
fn number<'r>(repository: &Repository<'r>, value: &'r Expr<'r>, at: At) -> Option<String> {
    let literal = |value: &Expr<'_>| match value.kind {
        ExprKind::Literal(number) if number.parse::<f64>().is_ok() => Some(number.to_owned()),
        _ => None,
    };
    literal(value).or_else(|| match repository.origins(value, at).as_slice() {
        [Origin::Value(_, value)] => literal(value),
        [Origin::Param(_, function, index)] => {
            function.params.get(*index)?.default.as_ref().and_then(literal)
        }
        _ => None,
    })
}
