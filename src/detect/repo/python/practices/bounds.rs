//! By which numbers scores are bounded.

use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{Call, Expr, ExprKind};

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
    if !matches!(call.callee.kind, ExprKind::Name("min")) {
        return None;
    }
    let sides = [left, right];
    let known = sides.into_iter().find_map(|side| number(repository, side, at));
    let named = |side: &Expr<'_>| {
        side.any(&|part| match &part.kind {
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
                is_named(name, &["cap", "limit", "max"])
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
    let (ExprKind::Name(name) | ExprKind::Attribute(_, name)) = target.kind else { return None };
    is_named(name, SCORES).then(|| number(repository, value, at)).flatten()
}

fn is_named(name: &str, words: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    words.iter().any(|word| name.contains(word))
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
