//! What a function hands the state to, and what comes back from where it does.

use super::super::updates::untaken::{is_as_written, updates};
use super::super::updates::whole::appended;
use super::reading::{DEPTH, LOOKING};
use crate::detect::repo::python::graph::shape::runner::Runner;
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::syntax::{Body, Call, Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Methods that change what they belong to.
pub(in crate::detect::repo::python::graph) const CHANGING: &[&str] = &[
    "append",
    "extend",
    "insert",
    "clear",
    "pop",
    "remove",
    "update",
    "setdefault",
    "popitem",
    "sort",
    "reverse",
    "add",
    "discard",
];
/// Functions that make something else of what they are given.
const COPYING: &[&str] = &["list", "sorted", "enumerate", "dumps"];

/// Whether a call only looks at the values among its arguments that `is_it` finds, and changes nothing in them.
pub(in super::super) fn only_looks<'r>(
    repository: &Repository<'r>,
    call: &'r Call<'r>,
    at: At,
    is_it: &dyn Fn(&Expr<'_>) -> bool,
) -> bool {
    looks(repository, call, at, is_it, 0)
}

fn looks<'r>(
    repository: &Repository<'r>,
    call: &'r Call<'r>,
    at: At,
    is_it: &dyn Fn(&Expr<'_>) -> bool,
    depth: usize,
) -> bool {
    if [LOOKING, COPYING].iter().any(|names| names.contains(&call.callee_name())) {
        return true;
    }
    let Some((at, function)) = repository.function(&call.callee, at) else { return false };
    let mut taking = BTreeSet::new();
    for (index, arg) in call.args.iter().enumerate().filter(|(_, arg)| arg.value.any(is_it)) {
        let param = function.taker(arg, index);
        let Some(param) = param else { return false };
        taking.insert(param.name);
    }
    depth < DEPTH
        && is_as_written(repository, function)
        && leaves(repository, at, function, taking, depth + 1)
}

/// Whether a function changes nothing in what these parameters hold.
fn leaves<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    taking: BTreeSet<&'r str>,
    depth: usize,
) -> bool {
    let at = repository.inside(at, function.id);
    let about = derived(&function.body, taking);
    let is_about =
        |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if about.contains(name));
    let mut leaves = true;
    Stmt::each(&function.body, &mut |stmt| {
        let into = |target: &Expr<'_>| match &target.kind {
            ExprKind::Name(_) => false,
            _ => target.any(&is_about),
        };
        leaves &= match &stmt.kind {
            StmtKind::Assign { targets, .. } => !targets.iter().any(into),
            StmtKind::Augment { target, .. } => !target.any(&is_about),
            StmtKind::Function(_) | StmtKind::Class(_) => false,
            StmtKind::Other(inner) => !inner.iter().any(|value| value.any(&is_about)),
            _ => true,
        };
        stmt.walk(&mut |part| {
            let ExprKind::Call(call) = &part.kind else { return };
            if let ExprKind::Attribute(object, method) = &call.callee.kind {
                leaves &= !(CHANGING.contains(method) && object.any(&is_about));
            }
            // A method of what is given changes nothing by what it is asked.
            let bare = call.args.iter().any(|arg| is_about(&arg.value));
            leaves &= !bare || looks(repository, call, at, &is_about, depth);
        });
    });
    leaves
}

/// These names, and those of whatever is taken out of what they hold.
fn derived<'r>(body: &'r Body<'r>, mut about: BTreeSet<&'r str>) -> BTreeSet<&'r str> {
    loop {
        let before = about.len();
        Stmt::each(body, &mut |stmt| {
            let is_about =
                |part: &Expr<'_>| matches!(part.kind, ExprKind::Name(name) if about.contains(name));
            let mut more = Vec::new();
            let mut bind = |target: &'r Expr<'r>| {
                target.each(&mut |part| {
                    if let ExprKind::Name(name) = part.kind {
                        more.push(name);
                    }
                });
            };
            match &stmt.kind {
                StmtKind::Assign { targets, value: Some(value), .. } if value.any(&is_about) => {
                    targets.iter().for_each(&mut bind);
                }
                StmtKind::For { target, iterable, .. } if iterable.any(&is_about) => bind(target),
                _ => {}
            }
            about.extend(more);
        });
        if about.len() == before {
            return about;
        }
    }
}

/// The fields that what runs at a node puts something into by what it returns, be it what a function returns that it
/// asks; with those that it fills where they are, if that reaches the state.
pub(in super::super) fn filled<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    in_place: bool,
) -> BTreeSet<String> {
    let mut filled = BTreeSet::new();
    fill(repository, runner, in_place, DEPTH, &mut filled);
    filled
}

fn fill<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    in_place: bool,
    depth: usize,
    filled: &mut BTreeSet<String>,
) {
    let empty = empty(runner.function);
    let told = updates(repository, runner).into_iter();
    let told = told.filter(|(_, span)| !empty.contains(&(span.start, span.end)));
    filled.extend(told.map(|(key, _)| key));
    if in_place && let Some(param) = runner.param() {
        filled.extend(appended(runner.function, param));
    }
    let Some(depth) = depth.checked_sub(1).filter(|_| is_as_written(repository, runner.function))
    else {
        return;
    };
    let at = repository.inside(runner.at, runner.function.id);
    Stmt::each_returned(&runner.function.body, &mut |value| {
        let value = match &value.kind {
            ExprKind::Await(inner) => inner,
            _ => value,
        };
        if let ExprKind::Call(call) = &value.kind
            && let Some((at, function)) = repository.function(&call.callee, at)
        {
            let asked = Runner { at, function, is_method: false };
            fill(repository, &asked, in_place, depth, filled);
        }
    });
}

/// Whether a function puts something into a field of what it returns: `update["notes"] = [note]`.
pub(in super::super) fn sets(function: &Function<'_>, field: &str) -> bool {
    let (mut set, mut returned) = (BTreeSet::new(), BTreeSet::new());
    Stmt::each_own(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            let is_empty = matches!(&value.kind, ExprKind::List(items) if items.is_empty());
            for target in targets.iter().filter(|_| !is_empty) {
                if let ExprKind::Subscript(object, indices) = &target.kind
                    && let ExprKind::Name(name) = object.kind
                    && indices.first().and_then(Expr::text).as_deref() == Some(field)
                {
                    set.insert(name);
                }
            }
        }
        StmtKind::Return(Some(Expr { kind: ExprKind::Name(name), .. })) => {
            returned.insert(*name);
        }
        _ => {}
    });
    !set.is_disjoint(&returned)
}

/// Where the keys stand that a function gives nothing: `{"notes": []}`.
pub(in super::super) fn empty(function: &Function<'_>) -> BTreeSet<(usize, usize)> {
    let is_nothing = |value: &Expr<'_>| match &value.kind {
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => items.is_empty(),
        ExprKind::Dict(pairs) => pairs.is_empty(),
        ExprKind::None => true,
        ExprKind::Literal(number) => number.parse::<f64>() == Ok(0.0),
        ExprKind::Str(_) => value.text().is_some_and(|text| text.is_empty()),
        _ => false,
    };
    let mut spans = BTreeSet::new();
    Stmt::each(&function.body, &mut |stmt| {
        stmt.walk(&mut |part| {
            let ExprKind::Dict(pairs) = &part.kind else { return };
            let nothing = pairs.iter().filter(|(_, value)| is_nothing(value));
            let keys = nothing.filter_map(|(key, _)| key.as_ref());
            spans.extend(keys.map(|key| (key.span.start, key.span.end)));
        });
    });
    spans
}
