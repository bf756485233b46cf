//! What a node changes in the state that it is given.

use super::super::reads::fields::put;
use super::super::reads::handing::{CHANGING, only_looks};
use super::whole::READING;
use crate::detect::repo::python::graph::shape::runner::Runner;
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Functions that are followed inside each other.
const DEPTH: usize = 3;

/// Methods of texts, which change nothing.
const TELLING: &[&str] = &[
    "strip",
    "lstrip",
    "rstrip",
    "lower",
    "upper",
    "title",
    "split",
    "splitlines",
    "startswith",
    "endswith",
    "replace",
    "format",
    "encode",
];

/// The fields in which a function is seen to change anything, however deep in them, and those that it returns beside the
/// state. What is handed on is changed only where that is seen as well: a text or a number never is.
pub(in super::super) fn changed<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    param: &str,
) -> BTreeSet<String> {
    let function = runner.function;
    let at = repository.inside(runner.at, function.id);
    let is_it = |value: &Expr<'_>| value.is_name(param);
    let mut fields = BTreeSet::new();
    // `notes = state["notes"]`: what is done to the variable is done to the field, so it is named, too.
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
            && targets.iter().any(|target| matches!(target.kind, ExprKind::Name(_)))
        {
            let mut held = BTreeSet::new();
            root(value, &is_it, &mut held);
            let is_changed = |name: &str| is_filled(repository, at, function, name, DEPTH);
            let mut names = targets.iter().filter_map(Expr::name);
            if names.any(is_changed) {
                fields.extend(held);
            }
        }
    });
    Stmt::each(&function.body, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                for target in targets {
                    root(target, &is_it, &mut fields);
                }
            }
            StmtKind::Augment { target, .. } => root(target, &is_it, &mut fields),
            _ => {}
        }
        stmt.walk(&mut |part| {
            if let Some((object, method, _)) = part.method_call()
                && CHANGING.contains(&method)
            {
                root(object, &is_it, &mut fields);
            }
        });
        if let StmtKind::Return(Some(Expr { kind: ExprKind::Dict(pairs), .. })) = &stmt.kind {
            fields.extend(pairs.iter().filter_map(|(key, _)| key.as_ref()?.text()));
        }
    });
    fields
}

/// Whether a function hands a field, or a variable that holds one, to something that may change it for all that is seen.
pub(in super::super) fn hands_out<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    param: &str,
) -> bool {
    let function = runner.function;
    let at = repository.inside(runner.at, function.id);
    let is_state = |value: &Expr<'_>| value.is_name(param);
    let is_field = |value: &Expr<'_>| {
        let mut held = BTreeSet::new();
        root(value, &is_state, &mut held);
        !held.is_empty()
    };
    let mut holding = BTreeSet::new();
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
            && is_field(value)
        {
            holding.extend(targets.iter().filter_map(Expr::name));
        }
    });
    let is_it = |value: &Expr<'_>| match value.kind {
        ExprKind::Name(name) => holding.contains(name),
        _ => is_field(value),
    };
    let mut found = false;
    Stmt::each(&function.body, &mut |stmt| {
        stmt.walk(&mut |part| {
            let ExprKind::Call(call) = &part.kind else { return };
            let is_given = call.args.iter().any(|arg| is_it(&arg.value));
            let is_own = matches!(&call.callee.kind, ExprKind::Attribute(object, method)
                    if is_it(object) && ![READING, TELLING].iter().any(|all| all.contains(method)));
            found |= is_own || (is_given && !only_looks(repository, call, at, &is_it));
        });
    });
    found
}

/// Whether a function puts something into what a variable holds, or hands it to one that does.
fn is_filled<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    name: &str,
    depth: usize,
) -> bool {
    let is_it = |value: &Expr<'_>| value.is_name(name);
    let mut filled = false;
    Stmt::each(&function.body, &mut |stmt| {
        filled |= match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                targets.iter().any(|target| !is_it(target) && is_within(target, &is_it))
            }
            // `count += 1` makes another number, `notes += [note]` fills the list.
            StmtKind::Augment { target, value } if is_it(target) => {
                matches!(value.kind, ExprKind::List(_))
            }
            StmtKind::Augment { target, .. } => is_within(target, &is_it),
            _ => false,
        };
        stmt.walk(&mut |part| {
            let ExprKind::Call(call) = &part.kind else { return };
            filled |= fills_given(repository, at, call, &is_it, depth)
                || matches!(&call.callee.kind, ExprKind::Attribute(object, method)
                        if is_within(object, &is_it) && CHANGING.contains(method));
        });
    });
    filled
}

/// Whether a call hands something to a function of the sources that puts something into it.
fn fills_given<'r>(
    repository: &Repository<'r>,
    at: At,
    call: &'r Call<'r>,
    is_it: &impl Fn(&Expr<'_>) -> bool,
    depth: usize,
) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let given = call.args.iter().enumerate().filter(|(_, arg)| is_it(&arg.value));
    let mut given = given.peekable();
    if given.peek().is_none() {
        return false;
    }
    let Some((at, function)) = repository.function(&call.callee, at) else { return false };
    let inside = repository.inside(at, function.id);
    given.any(|(index, arg)| {
        let param = function.taker(arg, index);
        param.is_some_and(|param| is_filled(repository, inside, function, param.name, depth))
    })
}

/// Whether something is a part of what `is_it` finds, however deep in it, or that itself.
fn is_within(value: &Expr<'_>, is_it: &impl Fn(&Expr<'_>) -> bool) -> bool {
    match &value.kind {
        ExprKind::Subscript(inner, _) | ExprKind::Attribute(inner, _) => is_within(inner, is_it),
        ExprKind::Tuple(parts) => parts.iter().any(|part| !is_it(part) && is_within(part, is_it)),
        ExprKind::Call(call) => taken_from(call).is_some_and(|inner| is_within(inner, is_it)),
        _ => is_it(value),
    }
}

/// What a call takes a part out of: `notes.get("a")`, `notes.setdefault("a", [])`.
fn taken_from<'e, 'r>(call: &'e Call<'r>) -> Option<&'e Expr<'r>> {
    match &call.callee.kind {
        ExprKind::Attribute(object, "get" | "setdefault" | "values" | "items") => Some(object),
        _ => None,
    }
}

/// Notes the field in which something is named, however deep in it; what a call makes anew is in none.
fn root(value: &Expr<'_>, is_it: &impl Fn(&Expr<'_>) -> bool, fields: &mut BTreeSet<String>) {
    put(value, is_it, fields);
    match &value.kind {
        ExprKind::Subscript(inner, _) | ExprKind::Attribute(inner, _) => root(inner, is_it, fields),
        ExprKind::Logic("or", sides) => root(&sides.0, is_it, fields),
        ExprKind::Call(call) => {
            // `state.get("notes", [])` and `state.setdefault("notes", [])`
            let Some(object) = taken_from(call) else { return };
            if is_it(object) {
                fields.extend(call.position(0).and_then(Expr::text));
            } else {
                root(object, is_it, fields);
            }
        }
        _ => {}
    }
}
