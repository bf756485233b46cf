//! Path maps that are kept in a variable and extended before they are given to a conditional edge.

use super::super::follow::built::begun::changes;
use super::super::follow::interpreter::evaluate::either;
use super::super::follow::interpreter::run::Interpreter;
use super::super::follow::values::value::{Frame, Value};
use super::super::state::reads::handing::CHANGING;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{
    Call, Class, Expr, ExprKind, Function, Passing, Stmt, StmtKind, Taking,
};

/// One path map out of several that branches of the wiring code make, with all that any of them has.
pub(super) fn one_map<'r>(map: Value<'r>) -> Value<'r> {
    let all = map.alternatives();
    let is_map =
        |one: &&Value<'r>| matches!(one, Value::Dict(_) | Value::List(_) | Value::Tuple(_));
    let has_keys = all.iter().any(|one| matches!(one, Value::Dict(_)));
    if all.len() < 2 || !has_keys || !all.iter().all(is_map) {
        return map;
    }
    // In a list each name stands for itself.
    let pairs = |one: &Value<'r>| match one {
        Value::Dict(_) => one.clone(),
        list => {
            let names = list.elements().unwrap_or_else(|| vec![Value::Unknown]);
            Value::Dict(names.into_iter().map(|name| (name.clone(), name)).collect())
        }
    };
    Value::Dict(either(&Value::Either(all.into_iter().map(pairs).collect())))
}

/// Whether something that was not followed may put more into the path map of a call: a function that it is handed to, or
/// another method of the object that keeps it.
pub(super) fn is_extended<'r>(
    interpreter: &Interpreter<'r, '_>,
    map: &'r Expr<'r>,
    frame: &Frame<'r>,
) -> bool {
    let repository = interpreter.repository;
    match &map.kind {
        ExprKind::Name(name) => {
            let module = &repository.modules[frame.at.module];
            let body = frame.function.map_or(&module.syntax.body, |function| &function.body);
            let mut is_extended = false;
            Stmt::each_own(body, &mut |stmt| {
                stmt.walk(&mut |part| {
                    let ExprKind::Call(call) = &part.kind else { return };
                    is_extended |= hands_on(repository, call, name, frame);
                });
            });
            is_extended
        }
        ExprKind::Attribute(_, name) => frame.owner.is_some_and(|class| {
            let is_followed =
                |method: &Function<'_>| interpreter.entered.contains(&(frame.at.module, method.id));
            fills(class, name, is_followed)
        }),
        _ => false,
    }
}

/// Whether a call hands a variable to a function of the repository that changes it.
fn hands_on<'r>(
    repository: &Repository<'r>,
    call: &'r Call<'r>,
    name: &str,
    frame: &Frame<'r>,
) -> bool {
    let is_it = |value: &Expr<'_>| value.is_name(name);
    if !call.args.iter().any(|arg| is_it(&arg.value)) {
        return false;
    }
    let called: Option<&Function<'r>> = match &call.callee.kind {
        ExprKind::Attribute(object, method) if object.is_name("self") => {
            frame.owner.and_then(|class| method_of(class, method))
        }
        _ => repository.function(&call.callee, frame.at).map(|(_, function)| function),
    };
    let Some(function) = called else { return false };
    let is_own = |name: &str| matches!(name, "self" | "cls");
    let mut positions =
        function.params.iter().filter(|param| param.taking == Taking::One && !is_own(param.name));
    let mut given = call.args.iter().filter_map(|arg| {
        let param = match arg.passing {
            Passing::Position => positions.next(),
            Passing::Keyword(name) => function.param(name),
            Passing::Rest | Passing::Named => None,
        };
        is_it(&arg.value).then_some(param)
    });
    given.any(|param| param.is_none_or(|param| changes(&function.body, param.name)))
}

/// Whether a method of a class that was not followed puts something into what an attribute holds.
fn fills(class: &Class<'_>, name: &str, is_followed: impl Fn(&Function<'_>) -> bool) -> bool {
    let is_it =
        |value: &Expr<'_>| matches!(value.kind, ExprKind::Attribute(_, held) if held == name);
    let others = class.body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Function(method) if !is_followed(method) => Some(method),
        _ => None,
    });
    let mut fills = false;
    for method in others {
        Stmt::each(&method.body, &mut |stmt| {
            if let StmtKind::Assign { targets, .. } = &stmt.kind {
                fills |= targets.iter().any(
                    |target| matches!(&target.kind, ExprKind::Subscript(object, _) if is_it(object)),
                );
            }
            fills |= stmt.any(&|part| {
                part.method_call()
                    .is_some_and(|(object, method, _)| CHANGING.contains(&method) && is_it(object))
            });
        });
    }
    fills
}

fn method_of<'r>(class: &'r Class<'r>, name: &str) -> Option<&'r Function<'r>> {
    class.method(name)
}
