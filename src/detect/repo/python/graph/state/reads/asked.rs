//! What functions ask the state for that take it by their annotation, whoever hands it to them: an object by `getattr`, a
//! dictionary by its keys.

use super::super::updates::taken::Taken;
use super::super::updates::untaken::{is_lacking, is_plain};
use super::attributes::may_have;
use crate::detect::repo::python::classes::class_kind;
use crate::detect::repo::python::graph::follow::built::begun::RUNNING;
use crate::detect::repo::python::graph::follow::values::value::Built;
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::uses::{ClassId, Taker, Uses};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Passing, Stmt, StmtKind};
use crate::domain::facts::{ClassKind, UntakenKey};

/// Methods of a dictionary that put nothing into it.
const TELLING: &[&str] = &["get", "keys", "items", "values", "copy"];

/// Lists what is asked for in vain, by function and key: where the state has no such field, the default is what comes.
/// `known` was found by following the nodes.
pub(in super::super) fn keys<'r>(
    repository: &Repository<'r>,
    (built, uses): (&Built<'r>, &Uses<'r>),
    taken: &Taken,
    known: &[UntakenKey],
) -> Vec<UntakenKey> {
    let Some((state, is_object)) = state(repository, built) else { return Vec::new() };
    // Whoever is sent to is given what is sent, and not the state.
    if !is_object && repository.mentions_of("Send") > 0 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for taker in uses.takers_of(state) {
        let module = &repository.modules[taker.at.module];
        if (is_object && !module.text.contains("getattr("))
            || !keeps((repository, uses), taker, is_object)
        {
            continue;
        }
        let Taker { function, param, .. } = taker;
        Stmt::walk_all(&function.body, &mut |part| {
            let asked = if is_object { asks(part, param) } else { reads(part, param) };
            let Some(key) = asked else { return };
            let place = module.place(part.span);
            // Where a node or router reads a key of a dictionary, that is told already.
            let is_new =
                known.iter().all(|one| one.key != key || (is_object && one.place != place));
            let is_in_vain = is_new
                && is_lacking(repository, taken, &key)
                && if is_object {
                    !may_have(repository, &key) && !is_put(repository, &key)
                } else {
                    !is_tested(function, &key)
                        && !is_given(function, &key)
                        && !may_be_under(repository, &key)
                };
            if is_in_vain {
                let node = function.name.to_owned();
                let (by_attribute, under, wanted) = (false, None, None);
                found.push(UntakenKey { node, key, by_attribute, under, wanted, place });
            }
        });
    }
    found
}

/// The class of the state, by module and number, and whether its objects have attributes, where they have the fields that
/// it declares and no others.
fn state(repository: &Repository<'_>, built: &Built<'_>) -> Option<(ClassId, bool)> {
    let ExprKind::Call(call) = &built.construction.kind else { return None };
    let schema = call.argument(0, "state_schema")?;
    match repository.origins(schema, built.at).as_slice() {
        [Origin::Class(at, class)] => {
            let kind = class_kind(repository, *at, class);
            let is_closed = !repository.modules[at.module].text.contains("extra");
            let is_object = matches!(kind, ClassKind::BaseModel | ClassKind::Dataclass);
            let is_known = (is_closed && is_object) || kind == ClassKind::TypedDict;
            is_known.then_some(((at.module, class.id), is_object))
        }
        _ => None,
    }
}

/// Whether something uses a function that takes the state, and its name stays the state's in it.
fn keeps<'r>(
    (repository, uses): (&Repository<'r>, &Uses<'r>),
    taker: &Taker<'r>,
    is_object: bool,
) -> bool {
    let Taker { function, param, .. } = *taker;
    let mut is_bound = false;
    Stmt::each(&function.body, &mut |stmt| {
        let is_it = |value: &Expr<'_>| value.is_name(param);
        is_bound |= match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().any(is_it),
            StmtKind::For { target, .. } => target.any(&is_it),
            StmtKind::Function(inner) => inner.param(param).is_some(),
            _ => false,
        };
    });
    let calls = |part: &Expr<'_>| {
        // A method may put anything there.
        matches!(&part.kind, ExprKind::Call(call) if matches!(&call.callee.kind, ExprKind::Attribute(object, method)
            if object.is_name(param)
                && (is_object || !TELLING.contains(method))))
    };
    Stmt::each(&function.body, &mut |stmt| {
        is_bound |= stmt.any(&calls);
    });
    is_plain(function) && !is_bound && uses.uses(repository, taker)
}

/// Whether something puts an attribute of this name somewhere.
fn is_put(repository: &Repository<'_>, key: &str) -> bool {
    let put = [format!(".{key} ="), format!("\"{key}\","), format!("'{key}',")];
    repository.modules.iter().any(|module| {
        let text = module.text;
        text.contains(&put[0])
            || text.contains("__dict__[")
            || text.contains("__dict__.")
            || text.contains("__setattr__")
            || (text.contains("setattr(") && put[1..].iter().any(|put| text.contains(put)))
    })
}

/// The key that `getattr(state, "key", default)` asks for.
fn asks(value: &Expr<'_>, param: &str) -> Option<String> {
    let ExprKind::Call(call) = &value.kind else { return None };
    let is_it = matches!(call.position(0)?.kind, ExprKind::Name(name) if name == param);
    call.position(2).filter(|_| is_it && call.callee_name() == "getattr")?;
    call.position(1)?.text()
}

/// The key that `state.get("key")` or `state["key"]` reads.
pub(in crate::detect::repo::python::graph) fn reads(
    value: &Expr<'_>,
    param: &str,
) -> Option<String> {
    value.item_of(|object| object.is_name(param))
}

/// Whether a function asks whether a key is there, so that it knows that it may be missing.
fn is_tested(function: &Function<'_>, key: &str) -> bool {
    let is_it = |value: &Expr<'_>| value.text().as_deref() == Some(key);
    let tests = |part: &Expr<'_>| {
        matches!(&part.kind, ExprKind::Compare(sides, operators)
            if operators.iter().all(|operator| operator.contains("in")) && sides.iter().any(is_it))
    };
    let mut is_tested = false;
    Stmt::each(&function.body, &mut |stmt| {
        is_tested |= stmt.any(&tests);
    });
    is_tested
}

/// Whether a function gives back itself what it reads: it is written as a node, be it of another graph, or it counts what
/// whoever calls it hands to it again.
fn is_given(function: &Function<'_>, key: &str) -> bool {
    let is_key = |value: &Expr<'_>| value.text().as_deref() == Some(key);
    let spells = |part: &Expr<'_>| match &part.kind {
        ExprKind::Dict(pairs) => pairs.iter().any(|(name, _)| name.as_ref().is_some_and(is_key)),
        ExprKind::Call(call) => {
            call.args.iter().any(|arg| matches!(arg.passing, Passing::Keyword(name) if name == key))
        }
        _ => false,
    };
    let mut is_given = false;
    Stmt::each_returned(&function.body, &mut |value| {
        is_given |= value.any(&spells);
    });
    is_given
}

/// Whether something may put a key into a dictionary that is handed on for the state: what a graph is given to run with
/// keeps the fields of its state alone.
fn may_be_under(repository: &Repository<'_>, key: &str) -> bool {
    let is_key = |value: &Expr<'_>| value.text().as_deref() == Some(key);
    let spells = |value: &Expr<'_>| {
        matches!(&value.kind, ExprKind::Dict(pairs)
            if pairs.iter().any(|(name, _)| name.as_ref().is_some_and(is_key)))
    };
    let puts = |part: &Expr<'_>| match &part.kind {
        ExprKind::Dict(pairs) => spells(part) && pairs.iter().any(|(name, _)| name.is_none()),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(_, "update" | "setdefault") => call.args.iter().any(|arg| {
                arg.value.any(&|part| is_key(part))
                    || matches!(arg.passing, Passing::Keyword(name) if name == key)
            }),
            ExprKind::Attribute(_, name) if RUNNING.contains(name) => false,
            _ => call.args.iter().any(|arg| spells(&arg.value)),
        },
        _ => false,
    };
    let mut found = false;
    for module in repository.program() {
        if !module.text.contains(key) {
            continue;
        }
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if let StmtKind::Assign { targets, .. } = &stmt.kind {
                found |= targets.iter().any(|target| {
                    matches!(&target.kind, ExprKind::Subscript(_, indices) if indices.iter().any(is_key))
                });
            }
            found |= stmt.any(&puts);
        });
    }
    found
}
