//! Methods of lists, dictionaries and texts.

use super::super::syntax::Expr;
use super::call::Args;
use super::family;
use super::run::Interpreter;
use super::value::{Frame, Value};

impl<'r> Interpreter<'r, '_> {
    /// Calls `name` on a list, a dictionary or a text; `None` when it is none of these.
    pub(super) fn method(
        &mut self,
        object: &'r Expr<'r>,
        value: &Value<'r>,
        name: &str,
        args: &Args<'r>,
        frame: &mut Frame<'r>,
    ) -> Option<Value<'r>> {
        let first = args.positions.first().cloned().unwrap_or(Value::Unknown);
        Some(match value {
            Value::List(items) => {
                let changed = changed_list(items, name, &first, args)?;
                self.assign(object, changed, frame);
                Value::None
            }
            Value::Either(values) if values.iter().all(|value| matches!(value, Value::List(_))) => {
                let changed = values.iter().map(|value| match value {
                    Value::List(items) => changed_list(items, name, &first, args),
                    _ => None,
                });
                let changed = changed.collect::<Option<Vec<_>>>()?;
                let changed = changed.into_iter().reduce(Value::or)?;
                self.assign(object, changed, frame);
                Value::None
            }
            Value::Each(each) => family::method(each, name, &args.positions),
            Value::Dict(pairs) => match name {
                "items" => Value::List(
                    pairs
                        .iter()
                        .map(|(key, value)| Value::Tuple(vec![key.clone(), value.clone()]))
                        .collect(),
                ),
                "keys" => Value::List(pairs.iter().map(|(key, _)| key.clone()).collect()),
                "values" => Value::List(pairs.iter().map(|(_, value)| value.clone()).collect()),
                "get" => pairs
                    .iter()
                    .find(|(key, _)| key.same(&first))
                    .map_or(Value::Unknown, |(_, value)| value.clone()),
                "copy" => value.clone(),
                "update" => {
                    let sum = Self::add(value.clone(), first);
                    self.assign(object, sum, frame);
                    Value::None
                }
                _ => return None,
            },
            Value::Text(text) => match name {
                "lower" => Value::Text(text.to_lowercase()),
                "upper" => Value::Text(text.to_uppercase()),
                "title" => Value::Text(title(text)),
                "strip" if args.positions.is_empty() => Value::Text(text.trim().into()),
                "replace" => match args.positions.as_slice() {
                    [Value::Text(old), Value::Text(new)] if !old.is_empty() => {
                        Value::Text(text.replace(old, new))
                    }
                    _ => Value::Unknown,
                },
                "split" => match args.positions.as_slice() {
                    [] => Value::List(
                        text.split_whitespace().map(|x| Value::Text(x.into())).collect(),
                    ),
                    [Value::Text(by)] if !by.is_empty() => {
                        Value::List(text.split(by).map(|x| Value::Text(x.into())).collect())
                    }
                    _ => Value::Unknown,
                },
                "format" => formatted(text, args),
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// A list after a method changed it; `None` for methods that do not.
fn changed_list<'r>(
    items: &[Value<'r>],
    name: &str,
    first: &Value<'r>,
    args: &Args<'r>,
) -> Option<Value<'r>> {
    let mut items = items.to_vec();
    match name {
        "append" | "add" => items.push(first.clone()),
        "extend" | "update" => {
            items.extend(first.elements().unwrap_or_else(|| vec![Value::Unknown]));
        }
        "insert" => {
            let Value::Number(at) = first else { return Some(Value::Unknown) };
            let at = usize::try_from(*at).unwrap_or(0).min(items.len());
            items.insert(at, args.positions.get(1).cloned().unwrap_or(Value::Unknown));
        }
        "remove" => {
            let at = items.iter().position(|item| item.same(first));
            match at {
                Some(at) => {
                    items.remove(at);
                }
                None => return Some(Value::Unknown),
            }
        }
        "pop" | "clear" | "sort" | "reverse" => return Some(Value::Unknown),
        _ => return None,
    }
    Some(Value::List(items))
}

fn title(text: &str) -> String {
    let mut previous = false;
    text.chars()
        .map(|char| {
            let upper = !previous;
            previous = char.is_alphabetic();
            if upper { char.to_ascii_uppercase() } else { char.to_ascii_lowercase() }
        })
        .collect()
}

/// `"{}_node".format(name)`, with empty holes only.
fn formatted<'r>(text: &str, args: &Args<'r>) -> Value<'r> {
    let mut parts = text.split("{}");
    let mut result = parts.next().unwrap_or_default().to_owned();
    let mut values = args.positions.iter();
    for part in parts {
        let Some(Value::Text(value)) = values.next() else { return Value::Unknown };
        result.push_str(value);
        result.push_str(part);
    }
    if result.contains(['{', '}']) { Value::Unknown } else { Value::Text(result) }
}
