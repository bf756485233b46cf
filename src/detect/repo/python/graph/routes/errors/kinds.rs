//! Routers that go by the kind of what they are asked about.

use super::known::Known;
use crate::detect::repo::python::syntax::{Expr, ExprKind};

/// Words for nothing, which something is when it is missing.
const NOTHING: &[&str] = &["", "na", "n/a", "nil", "no", "none", "null", "false", "unknown"];

/// Words for what came out well, beside which all else may be an error.
const WELL: &[&str] = &[
    "complete",
    "completed",
    "done",
    "ok",
    "passed",
    "prepared",
    "ready",
    "success",
    "true",
    "valid",
];

/// Words for what came out as it has to, beside which all else is an error.
const SOUND: &[&str] = &[
    "healthy",
    "ok",
    "reachable",
    "readable",
    "succeeded",
    "success",
    "successful",
    "usable",
    "valid",
];

/// Those of them that say so as a part of a name, too.
const SOUND_PARTS: &[&str] = &["healthy", "reachable", "readable", "sufficient", "usable", "valid"];

/// Parts of names that may say so, and may say something else.
const PERHAPS: &[&str] = &[
    "available",
    "cloned",
    "found",
    "loaded",
    "ok",
    "parsed",
    "passed",
    "present",
    "ready",
    "verified",
];

/// Parts of names of numbers that say how often something was tried.
const TRIED: &[&str] = &["attempt", "retries", "retry"];

/// Names of the numbers by which programs and servers tell of errors.
const CODES: &[&str] = &["exit_code", "returncode", "return_code", "status_code", "http_status"];

/// Whether there are conditions, and each of them compares something with words for kinds of it, which are no names of
/// nodes: who is told where to lead does not choose.
pub(super) fn goes_by_kinds(asked: &[&Expr<'_>], nodes: &[String]) -> bool {
    let is_node = |test: &Expr<'_>| {
        test.any(&|part| {
            matches!(part.kind, ExprKind::Str(_))
                && part.text().is_some_and(|it| nodes.contains(&it))
        })
    };
    !asked.is_empty() && asked.iter().all(|test| by_kind(test) && !is_node(test))
}

/// What is left open by what a condition asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Failing {
    /// It does not ask how something came out.
    Not,
    /// What it asks for may be an error.
    Perhaps,
    /// It asks for an error.
    Surely,
}

/// Whether a condition asks how something came out: by a status and a word for what came out well, beside which all else
/// may be an error, or by a name that says that something is as it has to be.
pub(super) fn failing(test: &Expr<'_>, known: &Known<'_>) -> Failing {
    if known.switches(test) {
        return Failing::Not;
    }
    match &test.kind {
        ExprKind::Not(inner) => failing(inner, known),
        ExprKind::Logic(_, sides) => failing(&sides.0, known).max(failing(&sides.1, known)),
        ExprKind::Compare(sides, _) => match sides.as_slice() {
            [one, other] => compared(one, other, known).max(compared(other, one, known)),
            _ => Failing::Not,
        },
        ExprKind::Call(call) => match (&call.callee.kind, call.position(0)) {
            (ExprKind::Name("bool" | "all" | "any"), Some(value)) => failing(value, known),
            _ => flagged(test),
        },
        ExprKind::Comprehension(one) => failing(&one.element, known),
        _ => flagged(test),
    }
}

/// What decides in a value between several things.
pub(super) fn choices<'e, 'r>(value: &'e Expr<'r>) -> Vec<&'e Expr<'r>> {
    let is_table = |table: &Expr<'_>| {
        matches!(table.kind, ExprKind::Dict(_) | ExprKind::List(_) | ExprKind::Tuple(_))
    };
    match &value.kind {
        ExprKind::Conditional(choice) => {
            let sides = [&choice.then, &choice.otherwise];
            let inner = sides.into_iter().flat_map(|side| choices(side));
            std::iter::once(&choice.test).chain(inner).collect()
        }
        ExprKind::Logic(_, sides) => {
            std::iter::once(&sides.0).chain(choices(&sides.0)).chain(choices(&sides.1)).collect()
        }
        ExprKind::Subscript(table, keys) if is_table(table) => keys.iter().collect(),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(table, "get") if is_table(table) => {
                call.position(0).into_iter().collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Whether a value is a status, or is computed from one.
pub(super) fn is_status(value: &Expr<'_>, known: &Known<'_>) -> bool {
    is_called(value, &known.statuses, &["status", "outcome", "health", "result"])
}

/// Whether a value is a number that tells of errors, or is computed from one.
pub(super) fn is_code(value: &Expr<'_>, known: &Known<'_>) -> bool {
    is_called(value, &known.codes, CODES)
}

/// Whether something in a value is called by one of these words, or is one of these variables.
fn is_called(value: &Expr<'_>, variables: &[&str], words: &[&str]) -> bool {
    let has = |name: &str| {
        let name = name.to_ascii_lowercase();
        words.iter().any(|word| name.contains(word))
    };
    value.any(&|part| match part.kind {
        ExprKind::Name(name) => has(name) || variables.contains(&name),
        ExprKind::Attribute(_, name) => has(name),
        ExprKind::Str(_) => part.text().is_some_and(|text| has(&text)),
        _ => false,
    })
}

/// Whether `one` is a status that is held against `other`, a word for what came out well.
fn compared(one: &Expr<'_>, other: &Expr<'_>, known: &Known<'_>) -> Failing {
    let is_number = matches!(other.kind, ExprKind::Literal(_));
    if is_number && is_code(one, known) {
        return Failing::Surely;
    }
    if matches!(other.kind, ExprKind::Bool(_) | ExprKind::None) {
        return flagged(one);
    }
    // How often something was tried is asked where it may have failed, or not be good enough.
    if matches!(other.kind, ExprKind::Literal(_) | ExprKind::Name(_) | ExprKind::Attribute(..))
        && is_called(one, &[], TRIED)
    {
        return Failing::Perhaps;
    }
    let words = words(other);
    let well = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if !is_status(one, known) {
        Failing::Not
    } else if well(SOUND) {
        Failing::Surely
    } else if well(WELL) {
        Failing::Perhaps
    } else {
        Failing::Not
    }
}

/// The words that a value is held against: texts, and members of enumerations.
fn words(value: &Expr<'_>) -> Vec<String> {
    match &value.kind {
        ExprKind::Str(_) => value.text().map(|text| text.trim().to_ascii_lowercase()),
        ExprKind::Attribute(member, "value") => return words(member),
        ExprKind::Attribute(_, name) => Some(name.to_ascii_lowercase()),
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
            return items.iter().flat_map(words).collect();
        }
        _ => None,
    }
    .into_iter()
    .collect()
}

/// Whether a value is a mark by whose name something is as it has to be, or is not.
fn flagged(value: &Expr<'_>) -> Failing {
    let named = match &value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => Some((*name).to_owned()),
        ExprKind::Subscript(_, keys) => keys.first().and_then(Expr::text),
        ExprKind::Call(call) => match call.callee.kind {
            ExprKind::Attribute(_, "get") => call.position(0).and_then(Expr::text),
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => Some(name.to_owned()),
            _ => None,
        },
        _ => None,
    };
    let Some(named) = named.map(|name| name.to_ascii_lowercase()) else { return Failing::Not };
    let plain = named.strip_prefix("is_").or_else(|| named.strip_prefix("all_")).unwrap_or(&named);
    let has = |words: &[&str]| named.split('_').any(|part| words.contains(&part));
    if SOUND.contains(&plain) || has(SOUND_PARTS) {
        Failing::Surely
    } else if has(PERHAPS) {
        Failing::Perhaps
    } else {
        Failing::Not
    }
}

fn by_kind(test: &Expr<'_>) -> bool {
    match &test.kind {
        ExprKind::Not(inner) => by_kind(inner),
        ExprKind::Logic(_, sides) => by_kind(&sides.0) && by_kind(&sides.1),
        ExprKind::Compare(sides, operators) => {
            operators.iter().all(|operator| matches!(*operator, "==" | "!=" | "in" | "not in"))
                && matches!(sides.as_slice(), [_, kinds] if names_kinds(kinds))
        }
        _ => false,
    }
}

/// Whether a value is a word, or several, of which none says that there is nothing.
fn names_kinds(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Str(_) => value.text().is_some_and(|text| {
            let word = text.trim().to_ascii_lowercase();
            !NOTHING.contains(&word.as_str()) && !WELL.contains(&word.as_str())
        }),
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
            !items.is_empty() && items.iter().all(names_kinds)
        }
        _ => false,
    }
}
