//! What functions ask an object for by `getattr` that take the state by their annotation, whoever hands it to them.

use super::super::classes::{class_kind, each};
use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use super::attributes::may_have;
use super::taken::{Taken, bare};
use super::untaken::{is_lacking, is_plain};
use super::value::Built;
use crate::domain::facts::{ClassKind, UntakenKey};

/// Lists what is asked for in vain, by function and key: where the state is an object without such a field, the default
/// is what comes. `known` was found by following the nodes.
pub(super) fn keys<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
    taken: &Taken,
    known: &[UntakenKey],
) -> Vec<UntakenKey> {
    let Some(state) = state(repository, built) else { return Vec::new() };
    let mut found = Vec::new();
    for (index, module) in repository.modules.iter().enumerate() {
        if module.in_tests || !module.text.contains("getattr(") {
            continue;
        }
        each(repository, &module.syntax.body, At { module: index, scope: 0 }, &mut |at, stmt| {
            let StmtKind::Function(function) = &stmt.kind else { return };
            let Some(param) = given(repository, function, at, state) else { return };
            Stmt::each(&function.body, &mut |stmt| {
                for value in stmt.expressions() {
                    value.each(&mut |part| {
                        let Some(key) = asks(part, param) else { return };
                        let place = module.place(part.span);
                        let is_new = known.iter().all(|one| one.place != place || one.key != key);
                        if is_new
                            && is_lacking(repository, taken, &key)
                            && !may_have(repository, &key)
                            && !is_put(repository, &key)
                        {
                            let node = function.name.to_owned();
                            let (by_attribute, under) = (false, None);
                            found.push(UntakenKey { node, key, by_attribute, under, place });
                        }
                    });
                }
            });
        });
    }
    found
}

/// The class of the state, by module and number, where its objects have the fields that it declares and no others.
fn state(repository: &Repository<'_>, built: &Built<'_>) -> Option<(usize, usize)> {
    let ExprKind::Call(call) = &built.construction.kind else { return None };
    let schema = call.argument(0, "state_schema")?;
    match repository.origins(schema, built.at).as_slice() {
        [Origin::Class(at, class)] => {
            let kind = class_kind(repository, *at, class);
            let is_closed = !repository.modules[at.module].text.contains("extra");
            let is_object = matches!(kind, ClassKind::BaseModel | ClassKind::Dataclass);
            (is_closed && is_object).then_some((at.module, class.id))
        }
        _ => None,
    }
}

/// The parameter by which a function takes the state, where something uses the function and its name stays the state's.
fn given<'r>(
    repository: &Repository<'r>,
    function: &'r Function<'r>,
    at: At,
    state: (usize, usize),
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
        matches!(&part.kind, ExprKind::Call(call) if matches!(&call.callee.kind, ExprKind::Attribute(object, _)
            if matches!(object.kind, ExprKind::Name(name) if name == param.name)))
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
