//! What calls pass by name without spelling it out, and what a class method is given.

use super::super::interpreter::call::Args;
use super::value::Value;
use crate::detect::repo::python::syntax::Param;

/// What nodes are added with besides their names.
const OPTIONS: &[&str] = &[
    "action",
    "cache_policy",
    "defer",
    "destinations",
    "input",
    "input_schema",
    "metadata",
    "retry",
    "retry_policy",
];

/// Adds what a dictionary passes by name, as far as it is written out.
pub(in super::super) fn spread<'r>(args: &mut Args<'r>, value: &Value<'r>) {
    let Value::Dict(pairs) = value else {
        args.open = true;
        return;
    };
    for (key, value) in pairs {
        let known = OPTIONS.iter().find(|name| matches!(key, Value::Text(key) if key == *name));
        match known {
            Some(name) => args.keywords.push((name, value.clone())),
            None => args.open = true,
        }
    }
}

/// What `**options` holds: all that is passed by a name that no parameter has.
pub(in super::super) fn rest<'r>(params: &[Param<'r>], args: &Args<'r>) -> Value<'r> {
    let is_other = |name: &str| params.iter().all(|param| param.name != name);
    let rest = args.keywords.iter().filter(|(name, _)| is_other(name));
    Value::Dict(rest.map(|(name, value)| (Value::Text((*name).into()), value.clone())).collect())
}

/// The class of an object.
pub(in super::super) fn class_of(value: Value<'_>) -> Value<'_> {
    match value {
        Value::Object(at, class) => Value::Class(at, class),
        Value::Record(record) => {
            record.class.map_or(Value::Unknown, |(at, class)| Value::Class(at, class))
        }
        other => other,
    }
}
