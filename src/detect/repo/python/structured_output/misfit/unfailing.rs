//! Replies that never fail: those that come with their error beside them (`include_raw=True`), and calls of tools.
//!
//! Nothing is raised where one of them does not fit, so that it counts only what is looked at afterwards.

use super::super::asking::way::enclosing;
use super::care::Care;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::Misfit;

/// What a reply with its error beside it holds.
const RAW: [&str; 2] = ["parsing_error", "parsed"];

/// Where a reply holds the tools that it calls.
const TOOLS: [&str; 2] = ["tool_calls", "invalid_tool_calls"];

/// Classes and functions of `instructor` whose clients ask again by themselves, three times unless told otherwise.
const ASKING: [&str; 3] = ["Instructor", "AsyncInstructor", "from_"];

/// Whether the binding call asks for the reply with its error beside it; anything but a plain no may be a yes.
pub(in super::super) fn is_raw(call: &Call<'_>) -> bool {
    let given = call.keyword("include_raw");
    given.is_some_and(|value| !matches!(value.kind, ExprKind::Bool(false) | ExprKind::None))
}

/// What becomes of a reply that has its error beside it; `None` where the function that asks hands it on unseen.
pub(in super::super) fn of_raw<'r>(care: &Care<'r, '_>, site: &Site<'r>) -> Option<Misfit> {
    let function = site.function()?;
    if tests(&function.body, &RAW) {
        return Some(seen_to(function, site));
    }
    // A handler or a retry is for other failures.
    let reads = mentions(&function.body, &RAW);
    reads.then(|| match care.of(site) {
        Misfit::AskedAgain | Misfit::AskedNext | Misfit::AskedUnbound => Misfit::TransientOnly,
        _ => Misfit::Unhandled,
    })
}

/// What becomes of a reply that calls tools where the function tests which; `None` where it does not.
pub(in super::super) fn of_tested_tools(site: &Site<'_>) -> Option<Misfit> {
    let function = site.function()?;
    tests(&function.body, &TOOLS).then(|| seen_to(function, site))
}

/// Whether something is decided by the tools that a reply calls.
pub(in super::super) fn tests_tools(body: &[Stmt<'_>]) -> bool {
    tests(body, &TOOLS)
}

/// A loop around the question asks it again.
fn seen_to<'r>(function: &'r Function<'r>, site: &Site<'r>) -> Misfit {
    let mut path = Vec::new();
    enclosing(&function.body, site.expr.span, 0, &mut path);
    let is_loop = |stmt: &&Stmt<'r>| match &stmt.kind {
        StmtKind::While { .. } => true,
        StmtKind::For { iterable, .. } => iterable.is_call_of("range"),
        _ => false,
    };
    if path.iter().any(is_loop) { Misfit::AskedAgain } else { Misfit::Handled }
}

/// Whether a client of `instructor` that asks again by itself is made somewhere, and none of the old kind is.
pub(in super::super) fn asks_by_itself<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    site: &Site<'r>,
) -> bool {
    if let Some(limit) = site.call.keyword("max_retries") {
        return !matches!(limit.kind, ExprKind::Literal("0" | "1"));
    }
    let made = |name: &str| {
        let of_it = |site: &&Site<'r>| {
            let called = repository.external(&site.call.callee, site.at);
            called.is_some_and(|called| called.starts_with("instructor."))
        };
        sites.all.iter().filter(of_it).any(|site| site.call.callee_name().starts_with(name))
    };
    ASKING.iter().any(|name| made(name)) && !made("patch") && !made("apatch")
}

/// Whether something is decided by one of these parts of a reply.
fn tests(body: &[Stmt<'_>], names: &[&str]) -> bool {
    let decides = |part: &Expr<'_>| match &part.kind {
        ExprKind::Logic(_, pair) => holds(&pair.0, names) || holds(&pair.1, names),
        ExprKind::Compare(all, _) => all.iter().any(|operand| holds(operand, names)),
        ExprKind::Not(inner) => holds(inner, names),
        ExprKind::Conditional(parts) => holds(&parts.test, names),
        _ => false,
    };
    let mut found = false;
    Stmt::each(body, &mut |stmt| {
        found |= match &stmt.kind {
            StmtKind::If { branches, .. } => branches.iter().any(|(test, _)| holds(test, names)),
            StmtKind::While { test, .. } => holds(test, names),
            _ => false,
        };
        found |= stmt.any(&decides);
    });
    found
}

/// Whether one of these parts of a reply is read at all.
fn mentions(body: &[Stmt<'_>], names: &[&str]) -> bool {
    let mut found = false;
    Stmt::each(body, &mut |stmt| {
        found |= stmt.expressions().into_iter().any(|value| holds(value, names));
    });
    found
}

/// Whether a value is, or holds, a part of a reply by one of these names: `reply.parsed`, `reply["parsed"]`.
fn holds(value: &Expr<'_>, names: &[&str]) -> bool {
    value.any(&|part| match &part.kind {
        ExprKind::Attribute(_, name) => names.contains(name),
        ExprKind::Subscript(_, keys) => {
            keys.iter().any(|key| key.text().is_some_and(|text| names.contains(&text.as_ref())))
        }
        ExprKind::Call(call) if matches!(call.callee_name(), "get" | "getattr") => {
            let is_named = |text: &str| names.contains(&text);
            call.args.iter().any(|arg| arg.value.text().is_some_and(|text| is_named(&text)))
        }
        _ => false,
    })
}
