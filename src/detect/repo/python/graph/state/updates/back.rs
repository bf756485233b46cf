//! Functions that give back the whole of what they are given, be it by way of others.

use super::super::reads::fields::{is_any_field, put, reads};
use super::super::reads::handing::only_looks;
use super::copies::{anew, bound_once, is_copy};
use super::untaken::is_as_written;
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::running::tracers::ends;
use crate::detect::repo::python::syntax::{
    Call, Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind,
};
use std::collections::BTreeSet;

/// That a function returns the whole of what it is given.
pub(in super::super) struct Back {
    /// Where it does; the last place is where most has been put in.
    pub span: Span,
    /// The fields that something else is put into before.
    pub replaced: BTreeSet<String>,
    /// The fields that functions put anew through which it goes; `None` where it goes through none.
    pub by_others: Option<BTreeSet<String>>,
    /// Whether whatever is returned is that.
    always: bool,
}

/// Whether a call asks the state for one of its attributes, or whether it has it.
fn asks_attribute(call: &Call<'_>, is_it: &impl Fn(&Expr<'_>) -> bool) -> bool {
    let mut args = call.args.iter();
    matches!(call.callee.kind, ExprKind::Name("getattr" | "hasattr"))
        && args.next().is_some_and(|arg| is_it(&arg.value))
        && !args.any(|arg| is_it(&arg.value))
}

/// The fields put anew in what a call gives back, where that is the whole of its one argument that `is_it` finds: a
/// function of the sources that returns nothing else.
fn given_back<'r>(
    repository: &Repository<'r>,
    value: &'r Expr<'r>,
    at: At,
    is_it: &impl Fn(&Expr<'_>) -> bool,
    depth: usize,
) -> Option<BTreeSet<String>> {
    let depth = depth.checked_sub(1)?;
    let call = match &value.kind {
        ExprKind::Call(call) => call,
        ExprKind::Await(inner) => match &inner.kind {
            ExprKind::Call(call) => call,
            _ => return None,
        },
        _ => return None,
    };
    let is_open = |passing: &Passing<'_>| matches!(passing, Passing::Rest | Passing::Named);
    let mut given = call.args.iter().enumerate().filter(|(_, arg)| is_it(&arg.value));
    let (Some((index, arg)), None) = (given.next(), given.next()) else { return None };
    if call.args.iter().any(|arg| is_open(&arg.passing)) {
        return None;
    }
    let (at, function) = repository.function(&call.callee, at)?;
    // Of a method the first parameter is the object.
    function.params.first().filter(|param| !param.is_self())?;
    let param = function.taker(arg, index)?;
    let back = handed_back(repository, (at, function), param.name, depth)?;
    (back.always && ends(&function.body)).then_some(back.replaced)
}

/// Where a function returns what it is given, and the fields that it puts something else into before; `None` where
/// it does anything else with the whole of it. It may hand it to functions that give it back.
pub(in super::super) fn handed_back<'r>(
    repository: &Repository<'r>,
    (at, function): (At, &'r Function<'r>),
    param: &str,
    depth: usize,
) -> Option<Back> {
    if !is_as_written(repository, function) {
        return None;
    }
    let at = repository.inside(at, function.id);
    let is_param = |value: &Expr<'_>| value.is_name(param);
    let copies = bound_once(function, &|value| {
        is_copy(value, &is_param) || given_back(repository, value, at, &is_param, depth).is_some()
    });
    let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == param || copies.contains(name));
    let (mut found, mut is_other, mut always) = (None, false, true);
    let (mut replaced, mut by_others) = (BTreeSet::new(), None::<BTreeSet<String>>);
    let (mut seen, mut known) = (0_usize, 0_usize);
    Stmt::each(&function.body, &mut |stmt| {
        stmt.walk(&mut |part| {
            seen += usize::from(is_it(part));
            known += looked_at(repository, part, at, &is_it);
            is_other |= takes_away(part, &is_it);
        });
        match &stmt.kind {
            StmtKind::Return(Some(value)) if is_it(value) => {
                known += 1;
                found = Some(value.span);
            }
            StmtKind::Return(Some(Expr { kind: ExprKind::Dict(pairs), span })) => {
                let spread =
                    pairs.iter().filter(|(key, value)| key.is_none() && is_it(value)).count();
                // What else is spread over it may replace anything.
                is_other |=
                    spread > 0 && pairs.iter().filter(|(key, _)| key.is_none()).count() > spread;
                always &= spread > 0;
                if spread > 0 {
                    known += spread;
                    found = Some(*span);
                    replaced.extend(pairs.iter().filter_map(|(key, _)| key.as_ref()?.text()));
                }
            }
            // `return renamed(state)`
            StmtKind::Return(Some(value)) => {
                match given_back(repository, value, at, &is_it, depth) {
                    Some(anew) => {
                        known += usize::from(!looks_only(repository, value, at, &is_it));
                        found = Some(value.span);
                        by_others.get_or_insert_default().extend(anew.iter().cloned());
                        replaced.extend(anew);
                    }
                    None => always = false,
                }
            }
            StmtKind::Return(None) => always = false,
            // `new = dict(state)`: a method counts what it belongs to already.
            StmtKind::Assign { targets, value: Some(value), .. }
                if targets.iter().all(&is_it) && is_copy(value, &is_it) =>
            {
                let is_method = matches!(&value.kind, ExprKind::Call(call) if call.args.is_empty());
                known += targets.len() + usize::from(!is_method);
                replaced.extend(anew(value));
            }
            StmtKind::Assign { targets, value, .. } => {
                let all_ours = targets.iter().all(&is_it);
                let value = value.as_ref();
                let back = value.filter(|_| all_ours);
                let back = back.and_then(|it| given_back(repository, it, at, &is_it, depth));
                // `state = renamed(state)`
                if let (Some(anew), Some(value)) = (back, value) {
                    known += targets.len();
                    known += usize::from(!looks_only(repository, value, at, &is_it));
                    by_others.get_or_insert_default().extend(anew.iter().cloned());
                    replaced.extend(anew);
                    return;
                }
                let mut into = BTreeSet::new();
                for target in targets {
                    put(target, &is_it, &mut into);
                    is_other |= is_it(target) || is_any_field(target, &is_it);
                }
                // What was there and something more is still what was there.
                let keeps = |field: &String| value.is_some_and(|it| reads(it, &is_it, field));
                replaced.extend(into.into_iter().filter(|field| !keeps(field)));
            }
            StmtKind::Augment { target, .. } => is_other |= is_it(target),
            StmtKind::For { target, .. } => is_other |= target.any(&is_it),
            StmtKind::With { items, .. } => {
                is_other |= items.iter().any(|(_, name)| name.as_ref().is_some_and(&is_it));
            }
            // What another function returns is not what this one does.
            StmtKind::Function(_) | StmtKind::Class(_) => is_other = true,
            StmtKind::Other(inner) => is_other |= inner.iter().any(|value| value.any(&is_it)),
            _ => {}
        }
    });
    let span = found.filter(|_| !is_other && seen == known)?;
    Some(Back { span, replaced, by_others, always })
}

/// How often the state stands in an expression that only looks at it, or at a field of it.
fn looked_at<'r>(
    repository: &Repository<'r>,
    part: &'r Expr<'r>,
    at: At,
    is_it: &impl Fn(&Expr<'_>) -> bool,
) -> usize {
    match &part.kind {
        ExprKind::Subscript(object, _) | ExprKind::Attribute(object, _) => {
            usize::from(is_it(object))
        }
        // `getattr(state, "notes", [])`
        ExprKind::Call(call) if asks_attribute(call, is_it) => 1,
        ExprKind::Call(call) if only_looks(repository, call, at, is_it) => {
            call.args.iter().filter(|arg| is_it(&arg.value)).count()
        }
        // `"notes" not in state`
        ExprKind::Compare(sides, operators) => {
            let asks = operators.iter().all(|operator| operator.contains("in"));
            sides.iter().filter(|side| asks && is_it(side)).count()
        }
        _ => 0,
    }
}

/// Whether an expression is a method of the state that may change any of its fields.
fn takes_away(part: &Expr<'_>, is_it: &impl Fn(&Expr<'_>) -> bool) -> bool {
    matches!(&part.kind, ExprKind::Attribute(object, name)
        if is_it(object) && matches!(*name, "update" | "pop" | "clear" | "setdefault" | "popitem"))
}

/// Whether a call changes nothing in what it is given, so that this is counted as looked at.
fn looks_only<'r>(
    repository: &Repository<'r>,
    value: &'r Expr<'r>,
    at: At,
    is_it: &impl Fn(&Expr<'_>) -> bool,
) -> bool {
    let call = match &value.kind {
        ExprKind::Await(inner) => &inner.kind,
        kind => kind,
    };
    matches!(call, ExprKind::Call(call) if only_looks(repository, call, at, is_it))
}
