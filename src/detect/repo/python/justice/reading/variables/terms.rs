//! What names and texts speak of, and ways through a function's own code.

use crate::detect::repo::python::running::sites::constant_condition;
use crate::detect::repo::python::syntax::{Body, Call, Expr, ExprKind, Parts, Stmt, StmtKind};
use std::borrow::Cow;
use std::collections::BTreeSet;

// A word that starts with `=` has to be a whole part of a name, the others any letters of it.

pub(in super::super) const SECURITY: &[&str] =
    &["secur", "vulnerab", "unsafe", "os.system", "unsanit", "injection", "safe_tool"];
pub(in super::super) const FACTS: &[&str] = &[
    "=fact",
    "=facts",
    "factual",
    "suprem",
    "hallucin",
    "contradict",
    "=found",
    "unfound",
    "fabricat",
    "overrul",
    "evidence_support",
    "unsupported",
];
pub(in crate::detect::repo::python::justice) const FUNCTION: &[&str] =
    &["functional", "architect", "orchestrat", "modular"];
pub(in crate::detect::repo::python::justice) const TECH_LEAD: &[&str] =
    &["techlead", "tech_lead", "tech lead", "tech_score"];
pub(in crate::detect::repo::python::justice) const SPREAD: &[&str] =
    &["varianc", "spread", "disagree", "divergen", "stdev", "range_", "=gap", "=delta", "=diff"];
/// What code is called that looks at scores once more.
pub(in crate::detect::repo::python::justice) const AGAIN: &[&str] = &[
    "re_eval",
    "reeval",
    "re-eval",
    "rejudge",
    "re_judge",
    "second_round",
    "reconsider",
    "recheck",
    "re_check",
    "rehear",
    "re_hear",
    "=mediate",
    "=mediation",
    "mediator",
];
/// Names of scores and of what becomes one.
pub(in crate::detect::repo::python::justice) const SCORE: &[&str] =
    &["score", "final", "weight", "verdict", "rating", "rounded", "adjusted", "=base"];
/// Names of what is only read by people.
pub(in crate::detect::repo::python::justice) const PROSE: &[&str] = &[
    "summar",
    "dissent",
    "narrative",
    "remediation",
    "=plan",
    "explanation",
    "rationale",
    "reason",
    "text",
    "markdown",
    "=note",
    "=notes",
    "=prose",
    "justification",
    "commentary",
    "comment",
    "message",
    "label",
    "report",
    "descri",
    "=log",
    "=logs",
    "paragraph",
    "preamble",
    "insight",
    "recommend",
    "analysis",
    "feedback",
];

/// Whether `name` has one of the words.
pub(in crate::detect::repo::python::justice) fn has(name: &str, words: &[&str]) -> bool {
    let name = if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    };
    let known = letters(&name);
    words.iter().any(|word| {
        let whole = word.strip_prefix('=');
        // Most words have a letter that the name lacks, which is seen sooner than that the word is not in it.
        if letters(whole.unwrap_or(word)) & !known != 0 {
            return false;
        }
        match whole {
            Some(whole) => {
                name.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|part| part == whole)
            }
            None => name.contains(word),
        }
    })
}

/// A set that holds each letter of a text, and may hold others.
fn letters(text: &str) -> u64 {
    text.bytes().fold(0, |set, byte| set | 1 << (byte & 63))
}

/// The last name of what is assigned to: `b` in `a.b`, `"b"` in `a["b"]`, else `a`.
pub(in crate::detect::repo::python::justice) fn target_name(target: &Expr<'_>) -> String {
    match &target.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => (*name).to_owned(),
        ExprKind::Subscript(object, indices) => {
            indices.first().and_then(Expr::text).unwrap_or_else(|| target_name(object))
        }
        ExprKind::Starred(inner) => target_name(inner),
        _ => String::new(),
    }
}

/// The targets one by one: a tuple's items instead of the tuple.
pub(in crate::detect::repo::python::justice) fn each_target<'e, 'r>(
    targets: &'e [Expr<'r>],
) -> Vec<&'e Expr<'r>> {
    let items = targets.iter().flat_map(|target| match &target.kind {
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().collect::<Vec<_>>(),
        _ => vec![target],
    });
    items.collect()
}

/// Whether a name or a short text in `value` has one of the words.
pub(in crate::detect::repo::python::justice) fn speaks(value: &Expr<'_>, words: &[&str]) -> bool {
    value.any(&|part| match &part.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => has(name, words),
        // A long text is prose, not a name of something.
        ExprKind::Str(_) => part.text().is_some_and(|text| text.len() < 60 && has(&text, words)),
        _ => false,
    })
}

/// Whether `value` uses one of the variables.
pub(in crate::detect::repo::python::justice) fn uses(
    value: &Expr<'_>,
    variables: &BTreeSet<&str>,
) -> bool {
    value.any(&|part| matches!(part.kind, ExprKind::Name(name) if variables.contains(name)))
}

/// The blocks of a statement without those of definitions.
pub(in crate::detect::repo::python::justice) fn blocks<'e, 'r>(
    stmt: &'e Stmt<'r>,
) -> Parts<'e, Body<'r>> {
    blocks_but(stmt, &|_| false)
}

/// The blocks of a statement without those of definitions, and those whose test holds for `never`.
fn blocks_but<'e, 'r>(
    stmt: &'e Stmt<'r>,
    never: &dyn Fn(&Expr<'r>) -> bool,
) -> Parts<'e, Body<'r>> {
    match &stmt.kind {
        StmtKind::Function(_) | StmtKind::Class(_) => Parts::new(),
        StmtKind::If { branches, otherwise } => {
            let mut taken = false;
            let mut bodies = Parts::new();
            for (test, body) in branches {
                let known = if never(test) { Some(false) } else { constant_condition(test) };
                if known != Some(false) && !taken {
                    bodies.push(body);
                }
                taken |= known == Some(true);
            }
            bodies.extend((!taken).then_some(otherwise));
            bodies
        }
        _ => stmt.blocks(),
    }
}

/// Shows the statements that can run, without those of definitions inside.
pub(in crate::detect::repo::python::justice) fn statements<'e, 'r>(
    body: &'e Body<'r>,
    see: &mut dyn FnMut(&'e Stmt<'r>),
) {
    running(body, &|_| false, see);
}

/// As [`statements`], without the branches whose test holds for `never`.
pub(in super::super) fn running<'e, 'r>(
    body: &'e Body<'r>,
    never: &dyn Fn(&Expr<'r>) -> bool,
    see: &mut dyn FnMut(&'e Stmt<'r>),
) {
    for stmt in body {
        see(stmt);
        for block in blocks_but(stmt, never) {
            running(block, never, see);
        }
        if ends(stmt) {
            return;
        }
    }
}

/// Shows the calls in a function's own code.
pub(in crate::detect::repo::python::justice) fn each_call<'r>(
    body: &'r Body<'r>,
    see: &mut dyn FnMut(&'r Call<'r>, &'r Expr<'r>),
) {
    statements(body, &mut |stmt| {
        stmt.walk(&mut |part| {
            if let ExprKind::Call(call) = &part.kind {
                see(call, part);
            }
        });
    });
}

/// Whether nothing after `stmt` runs in its block.
fn ends(stmt: &Stmt<'_>) -> bool {
    stmt.leaves()
}

/// Whether a statement in the block holds.
pub(in crate::detect::repo::python::justice) fn any_stmt(
    body: &Body<'_>,
    test: &dyn Fn(&Stmt<'_>) -> bool,
) -> bool {
    let mut found = false;
    statements(body, &mut |stmt| found = found || test(stmt));
    found
}

/// Whether an expression in the block holds.
pub(in crate::detect::repo::python::justice) fn any_expr(
    body: &Body<'_>,
    test: &dyn Fn(&Expr<'_>) -> bool,
) -> bool {
    any_stmt(body, &|stmt| stmt.any(test))
}

/// Whether a name in the block has one of the words; what a text says, nothing need do.
pub(in crate::detect::repo::python::justice) fn block_names(
    body: &Body<'_>,
    words: &[&str],
) -> bool {
    any_expr(body, &|part| part.last_name().is_some_and(|name| has(name, words)))
}

/// Whether `value` asks what evidence found: `one.found`, `one["found"]`.
pub(in crate::detect::repo::python::justice) fn asks_found(value: &Expr<'_>) -> bool {
    value.any(&|part| match &part.kind {
        ExprKind::Attribute(_, name) => *name == "found",
        ExprKind::Str(_) => part.text().is_some_and(|text| text == "found"),
        _ => false,
    })
}
