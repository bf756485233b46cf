//! What objects have of their own: which attributes their methods give them, and whether they stay as they are made.

use super::super::interpreter::loops::unpacked;
use super::value::Value;
use crate::detect::repo::python::graph::state::reads::handing::CHANGING;
use crate::detect::repo::python::syntax::{Body, Class, Expr, ExprKind, Function, Stmt, StmtKind};

/// The targets of an assignment, each with what it is given: `self.name, self.id = name, f"judge_{name}"`.
pub(in super::super) fn parts<'e, 'r>(
    target: &'e Expr<'r>,
    value: &Value<'r>,
) -> Vec<(&'e Expr<'r>, Value<'r>)> {
    match &target.kind {
        ExprKind::Tuple(targets) | ExprKind::List(targets) => {
            let values = unpacked(targets, value).into_iter();
            targets.iter().zip(values).flat_map(|(target, value)| parts(target, &value)).collect()
        }
        _ => vec![(target, value.clone())],
    }
}

/// Whether a method gives its object something else, or changes what the object holds.
pub(in super::super) fn changes_itself(method: &Function<'_>) -> bool {
    let Some(this) = method.params.first().map(|param| param.name) else { return false };
    let mut changes = !own_of(&method.body, this).is_empty();
    let holds = |value: &Expr<'_>| value.any(&|part| own(part, this).is_some());
    Stmt::each(&method.body, &mut |stmt| {
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            changes |= targets
                .iter()
                .any(|it| matches!(&it.kind, ExprKind::Subscript(object, _) if holds(object)));
        }
        changes |= stmt.any(&|part| match &part.kind {
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, method) => {
                    CHANGING.contains(method) && own(object, this).is_some()
                }
                _ => false,
            },
            _ => false,
        });
    });
    changes
}

/// The attribute of the object itself that a target is.
pub(in super::super) fn own<'r>(target: &Expr<'r>, this: &str) -> Option<&'r str> {
    match &target.kind {
        ExprKind::Attribute(object, name) if object.is_name(this) => Some(name),
        _ => None,
    }
}

/// The attributes of the object that statements give a value to.
pub(in super::super) fn own_of<'r>(body: &[Stmt<'r>], this: &str) -> Vec<&'r str> {
    let mut found = Vec::new();
    for stmt in body {
        let targets = match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.as_slice(),
            StmtKind::Augment { target, .. } => std::slice::from_ref(target),
            _ => &[],
        };
        let targets = targets.iter().flat_map(|target| parts(target, &Value::Unknown));
        found.extend(targets.filter_map(|(target, _)| own(target, this)));
        found.extend(stmt.blocks().into_iter().flat_map(|block: &Body<'r>| own_of(block, this)));
    }
    found
}

/// Whether a method of a class other than its constructor gives an attribute a value.
pub(in super::super) fn sets(class: &Class<'_>, name: &str) -> bool {
    methods(class).filter(|method| method.name != "__init__").any(|method| assigns(method, name))
}

/// Whether objects of a class may have something else in an attribute than the class has.
pub(in super::super) fn may_differ(class: &Class<'_>, name: &str) -> bool {
    methods(class).any(|method| assigns(method, name))
}

pub(in super::super) fn methods<'c, 'r>(
    class: &'c Class<'r>,
) -> impl Iterator<Item = &'c Function<'r>> {
    Stmt::functions(&class.body)
}

fn assigns(method: &Function<'_>, name: &str) -> bool {
    let this = method.params.first().map(|param| param.name);
    this.is_some_and(|this| own_of(&method.body, this).contains(&name))
}
