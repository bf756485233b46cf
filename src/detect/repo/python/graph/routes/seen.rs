//! What is known of a value where fields of the state surely hold something.

use super::super::state::updates::entries::Held;
use super::super::state::updates::writes::{Constant, constants};
use crate::detect::repo::python::syntax::{Expr, ExprKind};
use std::collections::BTreeSet;

/// What is known of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// The state itself.
    State,
    /// A list or dictionary that is not empty.
    Holds(Held),
    /// The pairs of such a dictionary.
    Pairs(Held),
    /// One of several things that are spelled out.
    Among(BTreeSet<Constant>),
    /// A number above zero.
    Positive,
    Zero,
    Bool(bool),
    /// Where to go on, with the text that says so, if it is a single one.
    Way(Option<String>),
    Unknown,
}

impl Seen {
    /// Whether it counts as true in a condition; `None` where that is not known.
    pub(super) fn truth(&self) -> Option<bool> {
        match self {
            Self::Holds(_) | Self::Pairs(_) | Self::Positive | Self::Way(_) => Some(true),
            Self::Bool(value) => Some(*value),
            Self::Zero => Some(false),
            Self::Among(all) if !all.contains(&Constant::Nothing) => Some(true),
            Self::Among(all) if all.len() == 1 => Some(false),
            Self::Among(_) | Self::State | Self::Unknown => None,
        }
    }

    /// What is empty, or `None`.
    pub(super) fn nothing() -> Self {
        Self::Among(BTreeSet::from([Constant::Nothing]))
    }

    pub(super) fn is_nothing(&self) -> bool {
        *self == Self::nothing()
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
        (Seen::Zero, ExprKind::Literal(number)) => {
            let number: f64 = number.parse().unwrap_or(f64::NAN);
            match operator {
                ">" if number >= 0.0 => Some(false),
                ">=" | "==" if number > 0.0 => Some(false),
                "<" | "!=" if number > 0.0 => Some(true),
                "<=" if number >= 0.0 => Some(true),
                "==" if *"0" == *written(other) => Some(true),
                "!=" if *"0" == *written(other) => Some(false),
                _ => None,
            }
        }
        (Seen::Among(all), _) => among(all, operator, other),
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

fn written<'r>(value: &Expr<'r>) -> &'r str {
    match value.kind {
        ExprKind::Literal(written) => written,
        _ => "",
    }
}

/// How one of several things compares with what is spelled out.
fn among(all: &BTreeSet<Constant>, operator: &str, other: &Expr<'_>) -> Option<bool> {
    let others: Vec<&Expr<'_>> = match (&other.kind, operator) {
        (
            ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items),
            "in" | "not in",
        ) => items.iter().collect(),
        (_, "==" | "!=") => vec![other],
        _ => return None,
    };
    // What is one of several things is not spelled out.
    let single = |one: &Expr<'_>| constants(one).filter(|all| all.len() == 1)?.pop_first();
    let others: BTreeSet<Constant> = others.into_iter().map(single).collect::<Option<_>>()?;
    let is_wanted = matches!(operator, "==" | "in");
    // Nothing of one kind is not equal to nothing of another.
    let is_same = all.len() == 1 && all.is_subset(&others) && !all.contains(&Constant::Nothing);
    if all.is_disjoint(&others) {
        Some(!is_wanted)
    } else if is_same {
        Some(is_wanted)
    } else {
        None
    }
}
