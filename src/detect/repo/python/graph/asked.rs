//! What functions ask the state for that take it by their annotation, whoever hands it to them: an object by `getattr`, a
//! dictionary by its keys.

use super::super::classes::{class_kind, each};
use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{Expr, ExprKind, Function, Passing, Stmt, StmtKind};
use super::attributes::may_have;
use super::begun::RUNNING;
use super::taken::{Taken, bare};
use super::untaken::{is_lacking, is_plain};
use super::value::Built;
use crate::domain::facts::{ClassKind, UntakenKey};

/// Methods of a dictionary that put nothing into it.
const TELLING: &[&str] = &["get", "keys", "items", "values", "copy"];

/// Lists what is asked for in vain, by function and key: where the state has no such field, the default is what comes.
/// `known` was found by following the nodes.
pub(super) fn keys<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
    taken: &Taken,
    known: &[UntakenKey],
) -> Vec<UntakenKey> {
    let Some((state, is_object)) = state(repository, built) else { return Vec::new() };
    // Whoever is sent to is given what is sent, and not the state.
    if !is_object && repository.mentions_of("Send") > 0 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (index, module) in repository.modules.iter().enumerate() {
        if module.in_tests || (is_object && !module.text.contains("getattr(")) {
            continue;
        }
        each(repository, &module.syntax.body, At { module: index, scope: 0 }, &mut |at, stmt| {
            let StmtKind::Function(function) = &stmt.kind else { return };
            let Some(param) = given(repository, function, at, (state, is_object)) else { return };
            Stmt::each(&function.body, &mut |stmt| {
                for value in stmt.expressions() {
                    value.each(&mut |part| {
                        let asked = if is_object { asks(part, param) } else { reads(part, param) };
                        let Some(key) = asked else { return };
                        let place = module.place(part.span);
                        // Where a node or router reads a key of a dictionary, that is told already.
                        let is_new = known
                            .iter()
                            .all(|one| one.key != key || (is_object && one.place != place));
                        if is_new
                            && is_lacking(repository, taken, &key)
                            && if is_object {
                                !may_have(repository, &key) && !is_put(repository, &key)
                            } else {
                                !is_tested(function, &key) && !may_be_under(repository, &key)
                            }
                        {
                            let node = function.name.to_owned();
                            let (by_attribute, under, wanted) = (false, None, None);
                            found.push(UntakenKey {
                                node,
                                key,
                                by_attribute,
                                under,
                                wanted,
                                place,
                            });
                        }
                    });
                }
            });
        });
    }
    found
}

/// The class of the state, by module and number, and whether its objects have attributes, where they have the fields that
/// it declares and no others.
fn state(repository: &Repository<'_>, built: &Built<'_>) -> Option<((usize, usize), bool)> {
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

/// The parameter by which a function takes the state, where something uses the function and its name stays the state's.
fn given<'r>(
    repository: &Repository<'r>,
    function: &'r Function<'r>,
    at: At,
    (state, is_object): ((usize, usize), bool),
) -> Option<&'r str> {
    let is_state = |annotation: &'r Expr<'r>| {
        matches!(repository.origins(bare(annotation), at).as_slice(), [Origin::Class(at, class)]
            if (at.module, class.id) == state)
    };
    let mut params =
        function.params.iter().filter(|param| param.annotation.as_ref().is_some_and(is_state));
    let (Some(param), None) = (params.next(), params.next()) else { return None };
    let mut is_bound = false;
    Stmt::each(&function.body, &mut |stmt| {
        let is_it =
            |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == param.name);
        is_bound |= match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().any(is_it),
            StmtKind::For { target, .. } => target.any(&is_it),
            StmtKind::Function(inner) => inner.params.iter().any(|it| it.name == param.name),
            _ => false,
        };
    });
    let calls = |part: &Expr<'_>| {
        // A method may put anything there.
        matches!(&part.kind, ExprKind::Call(call) if matches!(&call.callee.kind, ExprKind::Attribute(object, method)
            if matches!(object.kind, ExprKind::Name(name) if name == param.name)
                && (is_object || !TELLING.contains(method))))
    };
    Stmt::each(&function.body, &mut |stmt| {
        is_bound |= stmt.expressions().into_iter().any(|value| value.any(&calls));
    });
    (is_plain(function) && !is_bound && is_used(repository, function.name)).then_some(param.name)
}

/// Whether a source outside the tests names a function other than to import it.
fn is_used(repository: &Repository<'_>, name: &str) -> bool {
    let mut imported = 0_u32;
    let mut mentioned = 0_u32;
    for module in repository.modules.iter().filter(|module| !module.in_tests) {
        mentioned += module.syntax.mentions.get(name).copied().unwrap_or_default();
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if let StmtKind::Import(imports) = &stmt.kind {
                let named = imports.iter().filter(|import| import.name == Some(name));
                imported += u32::try_from(named.count()).unwrap_or(u32::MAX);
            }
        });
    }
    mentioned > imported
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
pub(super) fn reads(value: &Expr<'_>, param: &str) -> Option<String> {
    let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == param);
    match &value.kind {
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "get") if is_it(object) => call.position(0)?.text(),
            _ => None,
        },
        ExprKind::Subscript(object, indices) if is_it(object) => indices.first()?.text(),
        _ => None,
    }
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
        is_tested |= stmt.expressions().into_iter().any(|value| value.any(&tests));
    });
    is_tested
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
    for module in repository.modules.iter().filter(|module| !module.in_tests) {
        if !module.text.contains(key) {
            continue;
        }
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if let StmtKind::Assign { targets, .. } = &stmt.kind {
                found |= targets.iter().any(|target| {
                    matches!(&target.kind, ExprKind::Subscript(_, indices) if indices.iter().any(is_key))
                });
            }
            found |= stmt.expressions().into_iter().any(|value| value.any(&puts));
        });
    }
    found
}
