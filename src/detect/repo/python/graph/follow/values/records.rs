//! Records: objects of classes that are lists of fields, each known by what it was made with.

use super::super::interpreter::call::Args;
use super::value::{Record, Value};
use crate::detect::repo::python::repository::At;
use crate::detect::repo::python::syntax::{Class, Expr, ExprKind, StmtKind};
use std::rc::Rc;

/// The fields of a class whose constructor only fills them, with their defaults; `None` for other classes.
pub(in crate::detect::repo::python::graph) fn fields<'r>(
    class: &'r Class<'r>,
    is_tuple: bool,
) -> Option<Vec<(&'r str, Option<&'r Expr<'r>>)>> {
    let is_dataclass = |decorator: &Expr<'r>| match &decorator.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => *name == "dataclass",
        ExprKind::Call(call) => call.callee_name() == "dataclass",
        _ => false,
    };
    // What a base brings comes first, and is not listed here.
    let is_plain = is_tuple || class.bases.is_empty();
    if !is_plain || !(is_tuple || class.decorators.iter().any(is_dataclass)) {
        return None;
    }
    let mut fields = Vec::new();
    for stmt in &class.body {
        match &stmt.kind {
            StmtKind::Assign { targets, annotation: Some(_), value } => {
                if let [Expr { kind: ExprKind::Name(name), .. }] = targets.as_slice() {
                    fields.push((*name, value.as_ref()));
                }
            }
            StmtKind::Function(function)
                if matches!(function.name, "__init__" | "__new__" | "__post_init__") =>
            {
                return None;
            }
            _ => {}
        }
    }
    Some(fields)
}

/// A record that is made with these arguments; a field is unknown where its argument is.
pub(in crate::detect::repo::python::graph) fn record<'r>(
    class: Option<(At, &'r Class<'r>)>,
    fields: &[(&str, Option<Value<'r>>)],
    args: &Args<'r>,
    is_tuple: bool,
) -> Value<'r> {
    let value = |(at, (name, default)): (usize, &(&str, Option<Value<'r>>))| {
        let given = args.get(at, name).cloned();
        let default = || default.clone().filter(|_| !args.open);
        ((*name).to_owned(), given.or_else(default).unwrap_or(Value::Unknown))
    };
    let fields = fields.iter().enumerate().map(value).collect();
    Value::Record(Rc::new(Record { class, fields, is_tuple }))
}
