//! What is come to where a call gave nothing, or nothing that fits: the branch that asks for that.

use super::super::asking::way::way;
use super::again::{asks_for_none, given};
use super::attempts::ways;
use super::fate::keepers;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{
    Expr, ExprKind, Function, Handler, Span, Stmt, StmtKind,
};

/// Whether the program goes on behind the handlers, or in another round, whatever they catch.
pub(in super::super) fn lets_all_go(handlers: &[&Handler<'_>]) -> bool {
    !handlers.is_empty() && handlers.iter().all(|handler| ways(handler).leaves.is_never())
}

/// The blocks of `function` behind `site` that are come to where the variable that is given what the call gives holds
/// nothing; it holds that where no reply fits because the call gives it, or because it did before.
pub(in super::super) fn blocks<'r>(
    function: &'r Function<'r>,
    path: &[&'r Stmt<'r>],
    site: &Site<'r>,
    is_given: bool,
) -> Vec<&'r [Stmt<'r>]> {
    let mut found = Vec::new();
    let Some(name) = given(path.last().copied(), site) else { return found };
    let mut is_nothing = is_given;
    Stmt::each_own(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            let sets = matches!(targets.as_slice(), [Expr { kind: ExprKind::Name(own), .. }] if *own == name);
            is_nothing |= sets
                && matches!(value.kind, ExprKind::None)
                && stmt.span.start < site.expr.span.start;
        }
        StmtKind::If { branches, otherwise } if stmt.span.start > site.expr.span.start => {
            let [(test, then), others @ ..] = branches.as_slice() else { return };
            match asks_for_none(test, name) {
                Some(true) => found.push(then.as_slice()),
                Some(false) => {
                    found.extend(others.iter().map(|(_, body)| body.as_slice()));
                    found.push(otherwise.as_slice());
                }
                None => {}
            }
        }
        _ => {}
    });
    if is_nothing { found } else { Vec::new() }
}

/// Where a reply keeps what fits a schema.
const FITTING: &[&str] = &["tool_calls", "parsed"];

/// The blocks of `function` behind `site` that are come to where the reply has no call of the tool, or nothing that was
/// parsed: `if reply and reply.tool_calls: … else: …`.
pub(in super::super) fn unfit<'r>(
    function: &'r Function<'r>,
    path: &[&'r Stmt<'r>],
    site: &Site<'r>,
) -> Vec<&'r [Stmt<'r>]> {
    let mut found = Vec::new();
    let Some(name) = given(path.last().copied(), site) else { return found };
    Stmt::each_own(&function.body, &mut |stmt| {
        let StmtKind::If { branches, otherwise } = &stmt.kind else { return };
        let [(test, then), others @ ..] = branches.as_slice() else { return };
        if stmt.span.start < site.expr.span.start {
            return;
        }
        if asks_for_fitting(test, name) {
            found.extend(others.iter().map(|(_, body)| body.as_slice()));
            found.push(otherwise.as_slice());
        } else if matches!(&test.kind, ExprKind::Not(inner) if asks_for_fitting(inner, name)) {
            found.push(then.as_slice());
        }
    });
    found
}

/// Whether a condition asks that a reply has something that fits, and that it is there at most.
fn asks_for_fitting(test: &Expr<'_>, name: &str) -> bool {
    let is_it = |value: &Expr<'_>| value.is_name(name);
    let is_key = |key: Option<&Expr<'_>>| {
        key.and_then(Expr::text).is_some_and(|key| FITTING.contains(&key.as_str()))
    };
    match &test.kind {
        ExprKind::Attribute(object, field) => is_it(object) && FITTING.contains(field),
        ExprKind::Subscript(object, keys) => is_it(object) && is_key(keys.first()),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "get") => is_it(object) && is_key(call.position(0)),
            ExprKind::Name("getattr") => {
                call.position(0).is_some_and(is_it) && is_key(call.position(1))
            }
            _ => false,
        },
        ExprKind::Logic("and", sides) => {
            let is_there = |value: &Expr<'_>| {
                asks_for_none(value, name) == Some(false)
                    || value.is_call_of("hasattr")
                    || asks_for_fitting(value, name)
            };
            is_there(&sides.0)
                && is_there(&sides.1)
                && (asks_for_fitting(&sides.0, name) || asks_for_fitting(&sides.1, name))
        }
        _ => false,
    }
}

/// Where a field is read of the variable that holds the reply, on a way on which it may hold nothing because all attempts
/// have failed: `if reply and reply.tool_calls: … else: log(reply.content)`.
pub(in super::super) fn read(site: &Site<'_>) -> Option<Span> {
    let function = site.function()?;
    let path = way(site);
    let name = given(path.last().copied(), site)?;
    if !lets_all_go(&keepers(&path, site.expr.span)) {
        return None;
    }
    let is_it = |value: &Expr<'_>| value.is_name(name);
    let (mut is_nothing, mut is_else, mut found) = (false, false, None);
    Stmt::each_own(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } if targets.iter().any(is_it) => {
            let is_none = matches!(value.kind, ExprKind::None);
            is_nothing |= is_none && stmt.span.start < site.expr.span.start;
            is_else |= !is_none && !stmt.span.holds(site.expr.span);
        }
        StmtKind::If { branches, otherwise } if stmt.span.start > site.expr.span.start => {
            let [(test, _)] = branches.as_slice() else { return };
            let ExprKind::Logic("and", sides) = &test.kind else { return };
            if asks_for_none(&sides.0, name) != Some(false) {
                return;
            }
            let plain = otherwise.iter().filter(|stmt| stmt.blocks().is_empty());
            for value in plain.flat_map(Stmt::expressions) {
                value.each(&mut |part| {
                    if let ExprKind::Attribute(object, _) = &part.kind
                        && is_it(object)
                        && found.is_none()
                    {
                        found = Some(part.span);
                    }
                });
            }
        }
        _ => {}
    });
    let mut is_caught = false;
    Stmt::each_own(&function.body, &mut |stmt| {
        let is_try = matches!(stmt.kind, StmtKind::Try { .. });
        is_caught |= is_try && found.is_some_and(|span| stmt.span.holds(span));
    });
    found.filter(|_| is_nothing && !is_else && !is_caught)
}
