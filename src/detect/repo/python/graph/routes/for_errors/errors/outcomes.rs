//! Conditions that ask how something came out.

use super::known::Known;
use super::naming::names;
use super::words::{EVIDENCE_WORDS, QUALITY_WORDS};
use crate::detect::repo::python::syntax::{Expr, ExprKind};

/// Words for what came out well, beside which all else may be an error.
pub(super) const WELL: &[&str] = &[
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

/// Parts of names that say how something came out.
const STATUSES: &[&str] = &["status", "outcome", "health", "result"];

/// Names of the numbers by which programs and servers tell of errors.
const CODES: &[&str] = &["exit_code", "returncode", "return_code", "status_code", "http_status"];

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
        ExprKind::Not(_) | ExprKind::Logic(..) => {}
        _ if known.hears(test) => return Failing::Not,
        _ => {}
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

/// Whether a value is a status, or is computed from one.
pub(super) fn is_status(value: &Expr<'_>, known: &Known<'_>) -> bool {
    names(value, STATUSES) || is_one_of(value, &known.statuses)
}

/// Whether a value is a number that tells of errors, or is computed from one.
pub(super) fn is_code(value: &Expr<'_>, known: &Known<'_>) -> bool {
    names(value, CODES) || is_one_of(value, &known.codes)
}

/// Whether one of these variables stands in a value.
fn is_one_of(value: &Expr<'_>, variables: &[&str]) -> bool {
    value.any(&|part| matches!(part.kind, ExprKind::Name(name) if variables.contains(&name)))
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
        && names(one, TRIED)
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
    let is_graded = QUALITY_WORDS.iter().any(|word| plain.contains(word))
        && !EVIDENCE_WORDS.iter().any(|word| plain.contains(word));
    if has(&["sufficient"]) && is_graded {
        Failing::Perhaps
    } else if SOUND.contains(&plain) || has(SOUND_PARTS) {
        Failing::Surely
    } else if has(PERHAPS) {
        Failing::Perhaps
    } else {
        Failing::Not
    }
}
