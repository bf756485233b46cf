//! What is known of a value where fields of the state surely hold something.

use super::super::syntax::{Expr, ExprKind};
use super::entries::Held;

/// What is known of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// The state itself.
    State,
    /// A list or dictionary that is not empty.
    Holds(Held),
    /// The pairs of such a dictionary.
    Pairs(Held),
    /// A number above zero.
    Positive,
    Bool(bool),
    /// Where to go on, as it is written.
    Way,
    Unknown,
}

impl Seen {
    /// Whether it counts as true in a condition; `None` where that is not known.
    pub(super) fn truth(&self) -> Option<bool> {
        match self {
            Self::Holds(_) | Self::Pairs(_) | Self::Positive | Self::Way => Some(true),
            Self::Bool(value) => Some(*value),
            Self::State | Self::Unknown => None,
        }
    }
}

pub(super) fn full(is_full: bool) -> Held {
    if is_full { Held::Full } else { Held::Something }
}

/// What a comparison with a number or with nothing gives.
pub(super) fn compared(one: &Seen, operator: &str, other: &Expr<'_>) -> Seen {
    let holds = match (one, &other.kind) {
        (Seen::Holds(_) | Seen::Pairs(_) | Seen::Positive, ExprKind::None) => match operator {
            "is" | "==" => Some(false),
            "is not" | "!=" => Some(true),
            _ => None,
        },
        (Seen::Holds(_), ExprKind::List(items)) if items.is_empty() => empty(operator),
        (Seen::Holds(_), ExprKind::Dict(pairs)) if pairs.is_empty() => empty(operator),
        (Seen::Positive, ExprKind::Literal("0")) => match operator {
            ">" | ">=" | "!=" => Some(true),
            "==" | "<" | "<=" => Some(false),
            _ => None,
        },
        (Seen::Positive, ExprKind::Literal("1")) => match operator {
            ">=" => Some(true),
            "<" => Some(false),
            _ => None,
        },
        _ => None,
    };
    holds.map_or(Seen::Unknown, Seen::Bool)
}

/// Whether something that is not empty compares so with what is.
fn empty(operator: &str) -> Option<bool> {
    match operator {
        "==" => Some(false),
        "!=" => Some(true),
        _ => None,
    }
}
