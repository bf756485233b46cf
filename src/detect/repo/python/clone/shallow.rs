//! Whether a clone that a library makes is shallow.

use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{
    Body, Call, Expr, ExprKind, Passing, Stmt, StmtKind, Taking,
};

/// How far values are followed.
const STEPS: usize = 6;

/// Whether the keywords of a call, and what it unpacks, leave commits out; nothing where that hangs on what runs.
pub(super) fn by_keywords<'r>(repository: &Repository<'r>, site: &Site<'r>) -> Option<bool> {
    let of_call = keywords(repository, site.call, site.at);
    let unpacked = site.call.args.iter().filter(|arg| arg.passing == Passing::Named);
    unpacked.fold(of_call, |known, arg| either(known, dictionary(repository, site, &arg.value)))
}

/// One of both is enough.
fn either(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        (None, _) | (_, None) => None,
    }
}

/// What the keywords say that are written at a call.
fn keywords<'r>(repository: &Repository<'r>, call: &'r Call<'r>, at: At) -> Option<bool> {
    let depth = call.keyword("depth").map(|depth| is_number(repository, at, depth, STEPS));
    let options = call.keyword("multi_options").map(|given| options(repository, at, given));
    either(depth.unwrap_or(Some(false)), options.unwrap_or(Some(false)))
}

/// What an unpacked dictionary says.
fn dictionary<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
    value: &'r Expr<'r>,
) -> Option<bool> {
    let origins = repository.origins(value, site.at);
    let [Origin::Value(at, held)] = origins.as_slice() else { return None };
    let written = match &held.kind {
        ExprKind::Dict(pairs) => pairs.iter().try_fold(Some(false), |known, (key, value)| {
            let found = match key.as_ref()?.text()?.as_str() {
                "depth" => is_number(repository, *at, value, STEPS),
                "multi_options" => options(repository, *at, value),
                _ => Some(false),
            };
            Some(either(known, found))
        })?,
        ExprKind::Call(call)
            if call.position(0).is_none()
                && call.args.iter().all(|arg| arg.passing != Passing::Named)
                && repository.external(&call.callee, *at).as_deref() == Some("builtins.dict") =>
        {
            keywords(repository, call, *at)
        }
        _ => None,
    };
    let ExprKind::Name(name) = &value.kind else { return written };
    let body: &Body<'r> = match site.function() {
        Some(function) => &function.body,
        None => &site.module(repository).syntax.body,
    };
    // What is put into it later may be left out again, or not be reached.
    let kept = written.filter(|_| !is_changed(body, name));
    kept.or(written.filter(|shallow| *shallow))
}

/// Whether something is put into the variable, or is done with it that may do so.
fn is_changed(body: &Body<'_>, name: &str) -> bool {
    let is_it = |value: &Expr<'_>| value.is_name(name);
    let puts = |value: &Expr<'_>| match &value.kind {
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, _) => is_it(object),
            _ => false,
        },
        _ => false,
    };
    let mut changed = false;
    Stmt::each(body, &mut |stmt| {
        changed |= match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().any(
                |target| matches!(&target.kind, ExprKind::Subscript(object, _) if is_it(object)),
            ),
            StmtKind::Augment { target, .. } => is_it(target),
            _ => false,
        };
        changed |= stmt.any(&puts);
    });
    changed
}

/// Whether a depth is a number; nothing where it may be `None`.
fn is_number<'r>(
    repository: &Repository<'r>,
    at: At,
    value: &'r Expr<'r>,
    steps: usize,
) -> Option<bool> {
    let steps = steps.checked_sub(1)?;
    match &value.kind {
        ExprKind::Literal(_) | ExprKind::Binary(..) => Some(true),
        ExprKind::None => Some(false),
        ExprKind::Call(call)
            if matches!(call.callee.kind, ExprKind::Name("int" | "max" | "min")) =>
        {
            Some(true)
        }
        ExprKind::Name(_) | ExprKind::Attribute(..) | ExprKind::Conditional(_) => {
            let origins = repository.origins(value, at);
            let mut all = origins.iter().map(|origin| match origin {
                Origin::Value(at, inner) if !std::ptr::eq(*inner, value) => {
                    is_number(repository, *at, inner, steps)
                }
                Origin::Param(at, function, index) => {
                    let param = function.params.get(*index)?;
                    let is_plain = |annotation: &Expr<'_>| {
                        matches!(annotation.kind, ExprKind::Name("int" | "str"))
                    };
                    let default = param.default.as_ref();
                    let inner = At { scope: 0, ..*at };
                    let default = default.map(|one| is_number(repository, inner, one, steps));
                    let is_plain = match &param.annotation {
                        Some(annotation) => is_plain(annotation),
                        // Hardly anybody hands on nothing in the place of a number.
                        None => default.is_some(),
                    };
                    let is_one = param.taking == Taking::One && is_plain;
                    (is_one && default.unwrap_or(Some(true)) == Some(true)).then_some(true)
                }
                _ => None,
            });
            let first = all.next()??;
            all.all(|answer| answer == Some(first)).then_some(first)
        }
        _ => None,
    }
}

/// Whether a list of options has one that leaves commits out.
fn options<'r>(repository: &Repository<'r>, at: At, value: &'r Expr<'r>) -> Option<bool> {
    let leaves_out = |text: &str| {
        ["--depth", "--shallow-since", "--shallow-exclude"]
            .iter()
            .any(|name| text.starts_with(name))
    };
    let origins = repository.origins(value, at);
    let mut all = origins.iter().map(|origin| match origin {
        Origin::Value(_, Expr { kind: ExprKind::None, .. }) => Some(false),
        Origin::Value(_, Expr { kind: ExprKind::List(items) | ExprKind::Tuple(items), .. }) => {
            let texts: Vec<Option<String>> = items.iter().map(Expr::template).collect();
            if texts.iter().flatten().any(|text| leaves_out(text)) {
                return Some(true);
            }
            texts.iter().all(Option::is_some).then_some(false)
        }
        _ => None,
    });
    let first = all.next()??;
    all.all(|answer| answer == Some(first)).then_some(first)
}
