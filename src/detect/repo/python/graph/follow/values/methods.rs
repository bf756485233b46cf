//! Methods of lists, dictionaries and texts.

use super::super::interpreter::call::Args;
use super::super::interpreter::run::Interpreter;
use super::builtins::pairs_of;
use super::family;
use super::items::{once, with, without};
use super::operators::template;
use super::value::{Frame, Value};
use crate::detect::repo::python::syntax::Expr;

impl<'r> Interpreter<'r, '_> {
    /// Calls `name` on a list, a dictionary or a text; `None` when it is none of these.
    pub(in super::super) fn method(
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
                self.change(object, changed, frame);
                Value::None
            }
            Value::Either(values) if values.iter().all(|value| matches!(value, Value::List(_))) => {
                let changed = values.iter().map(|value| match value {
                    Value::List(items) => changed_list(items, name, &first, args),
                    _ => None,
                });
                let changed = changed.collect::<Option<Vec<_>>>()?;
                let changed = changed.into_iter().reduce(Value::or)?;
                self.change(object, changed, frame);
                Value::None
            }
            Value::Either(values) if values.iter().all(|value| matches!(value, Value::Dict(_))) => {
                if let Some(told) = either_dict(values, name, args) {
                    return Some(told);
                }
                let each = values.iter().map(|value| changed_dict(value, name, args));
                let each = each.collect::<Option<Vec<_>>>()?.into_iter();
                let (given, changed): (Vec<_>, Vec<_>) = each.unzip();
                self.change(object, changed.into_iter().reduce(Value::or)?, frame);
                given.into_iter().reduce(Value::or)?
            }
            Value::Each(each) => family::method(each, name, &args.positions),
            Value::Dict(pairs) => match name {
                "items" | "keys" | "values" | "get" => of_dict(pairs, name, args)?,
                "copy" => value.clone(),
                _ => {
                    let (given, changed) = changed_dict(value, name, args)?;
                    self.change(object, changed, frame);
                    given
                }
            },
            Value::Text(text) => match name {
                "lower" => Value::Text(text.to_lowercase()),
                "upper" => Value::Text(text.to_uppercase()),
                "title" => Value::Text(title(text)),
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
                "format" if !args.open => template(text, &args.positions, &args.keywords),
                "format" => Value::Unknown,
                _ => return worded(text, name, args),
            },
            _ => return None,
        })
    }
}

/// What a method gives of one of several dictionaries that changes none of them; `None` for other methods.
fn either_dict<'r>(values: &[Value<'r>], name: &str, args: &Args<'r>) -> Option<Value<'r>> {
    let each = values.iter().map(|value| match value {
        Value::Dict(pairs) => of_dict(pairs, name, args),
        _ => None,
    });
    let each = each.collect::<Option<Vec<_>>>()?.into_iter().reduce(Value::or)?;
    // What is gone through is in one of them.
    Some(if name == "get" { each } else { each.elements().map_or(Value::Unknown, Value::List) })
}

/// What a method gives of a dictionary that it leaves as it is; `None` for other methods.
fn of_dict<'r>(pairs: &[(Value<'r>, Value<'r>)], name: &str, args: &Args<'r>) -> Option<Value<'r>> {
    let each = |one: fn(&(Value<'r>, Value<'r>)) -> Value<'r>| {
        Some(Value::List(pairs.iter().map(one).collect()))
    };
    match name {
        "items" => each(|(key, value)| Value::Tuple(vec![key.clone(), value.clone()])),
        "keys" => each(|(key, _)| key.clone()),
        "values" => each(|(_, value)| value.clone()),
        "get" => {
            let first = args.positions.first().unwrap_or(&Value::Unknown);
            Some(looked_up(pairs, first, args.positions.get(1)))
        }
        _ => None,
    }
}

/// What a method gives that changes a dictionary, and what this is then; `None` for other methods.
fn changed_dict<'r>(
    value: &Value<'r>,
    name: &str,
    args: &Args<'r>,
) -> Option<(Value<'r>, Value<'r>)> {
    let Value::Dict(pairs) = value else { return None };
    let first = args.positions.first().cloned().unwrap_or(Value::Unknown);
    Some(match name {
        "update" => {
            let named = args.keywords.iter();
            let named = named.map(|(key, value)| (Value::Text((*key).into()), value.clone()));
            let named = Value::Dict(named.collect());
            let given = match args.positions.as_slice() {
                _ if args.open => Value::Unknown,
                [] => named,
                [Value::Dict(_) | Value::Either(_)] => Interpreter::add(first, named),
                [other] => pairs_of(other)
                    .map_or(Value::Unknown, |pairs| Interpreter::add(Value::Dict(pairs), named)),
                _ => Value::Unknown,
            };
            (Value::None, Interpreter::add(value.clone(), given))
        }
        "setdefault" => {
            let held = args.positions.get(1).cloned().unwrap_or(Value::None);
            match pairs.iter().find(|(known, _)| known.same(&first)) {
                Some((_, held)) => (held.clone(), value.clone()),
                None => (Value::Unknown, Value::Dict(with(pairs.clone(), &first, held))),
            }
        }
        "pop" => (looked_up(pairs, &first, args.positions.get(1)), without(pairs.clone(), &first)),
        "clear" | "popitem" => (Value::Unknown, Value::Unknown),
        _ => return None,
    })
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
        "append" => items.push(first.clone()),
        "extend" => items.extend(first.elements().unwrap_or_else(|| vec![Value::Unknown])),
        // These are a set's.
        "add" => {
            items.push(first.clone());
            items = once(items);
        }
        "update" => {
            items.extend(first.elements().unwrap_or_else(|| vec![Value::Unknown]));
            items = once(items);
        }
        "insert" => {
            let Value::Number(at) = first else { return Some(Value::Unknown) };
            let number = usize::try_from(at.unsigned_abs()).unwrap_or(usize::MAX);
            let at =
                if *at < 0 { items.len().saturating_sub(number) } else { number.min(items.len()) };
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

/// What `table.get(key, default)` gives; any of what is in it where the key is not known.
fn looked_up<'r>(
    pairs: &[(Value<'r>, Value<'r>)],
    key: &Value<'r>,
    default: Option<&Value<'r>>,
) -> Value<'r> {
    if let Some((_, value)) = pairs.iter().find(|(known, _)| known.same(key)) {
        return value.clone();
    }
    let is_known = |key: &Value<'r>| {
        matches!(key, Value::Text(_) | Value::Number(_) | Value::Bool(_)) && !family::is_open(key)
    };
    // What is empty here may be filled elsewhere.
    if pairs.is_empty() || !pairs.iter().all(|(known, _)| is_known(known)) {
        return Value::Unknown;
    }
    let default = default.cloned().unwrap_or(Value::None);
    if is_known(key) {
        return if matches!(default, Value::None) { Value::Unknown } else { default };
    }
    pairs.iter().map(|(_, value)| value.clone()).fold(default, Value::or)
}

/// The methods of texts that give a part of it, or ask for one.
fn worded<'r>(text: &str, name: &str, args: &Args<'r>) -> Option<Value<'r>> {
    const KNOWN: &[&str] = &[
        "startswith",
        "endswith",
        "removeprefix",
        "removesuffix",
        "strip",
        "lstrip",
        "rstrip",
        "capitalize",
        "isdigit",
        "isupper",
        "islower",
        "count",
        "join",
        "partition",
        "rpartition",
        "zfill",
    ];
    if !KNOWN.contains(&name) {
        return None;
    }
    let given = args.positions.as_slice();
    let is_plain = !family::is_marked(text) && args.keywords.is_empty() && !args.open;
    Some(if is_plain { of_text(text, name, given) } else { Value::Unknown })
}

fn of_text<'r>(text: &str, name: &str, given: &[Value<'r>]) -> Value<'r> {
    let plain = |text: &str| Value::Text(text.to_owned());
    match (name, given) {
        ("startswith" | "endswith", [part]) => {
            let parts = match part {
                Value::Tuple(parts) => parts.as_slice(),
                one => std::slice::from_ref(one),
            };
            let found = parts.iter().map(|part| match part {
                Value::Text(part) if !family::is_marked(part) && name == "startswith" => {
                    Some(text.starts_with(part.as_str()))
                }
                Value::Text(part) if !family::is_marked(part) => {
                    Some(text.ends_with(part.as_str()))
                }
                _ => None,
            });
            let found: Option<Vec<bool>> = found.collect();
            found.map_or(Value::Unknown, |found| Value::Bool(found.contains(&true)))
        }
        ("removeprefix", [Value::Text(part)]) => {
            plain(text.strip_prefix(part.as_str()).unwrap_or(text))
        }
        ("removesuffix", [Value::Text(part)]) => {
            plain(text.strip_suffix(part.as_str()).unwrap_or(text))
        }
        ("strip", []) => plain(text.trim()),
        ("lstrip", []) => plain(text.trim_start()),
        ("rstrip", []) => plain(text.trim_end()),
        ("strip", [Value::Text(all)]) => plain(text.trim_matches(|one| all.contains(one))),
        ("lstrip", [Value::Text(all)]) => plain(text.trim_start_matches(|one| all.contains(one))),
        ("rstrip", [Value::Text(all)]) => plain(text.trim_end_matches(|one| all.contains(one))),
        ("capitalize", []) => {
            let mut letters = text.chars();
            let first = letters.next().map(|first| first.to_uppercase().to_string());
            Value::Text(first.unwrap_or_default() + &letters.as_str().to_lowercase())
        }
        ("isdigit", []) if text.is_ascii() => {
            Value::Bool(!text.is_empty() && text.chars().all(|one| one.is_ascii_digit()))
        }
        ("isupper" | "islower", []) if text.is_ascii() => {
            let has_upper = text.contains(|one: char| one.is_ascii_uppercase());
            let has_lower = text.contains(|one: char| one.is_ascii_lowercase());
            let (has, lacks) =
                if name == "isupper" { (has_upper, has_lower) } else { (has_lower, has_upper) };
            Value::Bool(has && !lacks)
        }
        ("count", [Value::Text(part)]) if !part.is_empty() => {
            i64::try_from(text.matches(part.as_str()).count()).map_or(Value::Unknown, Value::Number)
        }
        ("join", [parts]) => {
            let part = |part: Value<'r>| match part {
                Value::Text(part) => Some(part),
                _ => None,
            };
            // How many there are of what is not known is not known.
            let parts = parts.elements().filter(|parts| !parts.iter().any(family::is_open));
            let parts: Option<Vec<_>> =
                parts.and_then(|parts| parts.into_iter().map(part).collect());
            parts.map_or(Value::Unknown, |parts| Value::Text(parts.join(text)))
        }
        ("partition" | "rpartition", [Value::Text(by)]) if !by.is_empty() => {
            let split = if name == "partition" {
                text.split_once(by.as_str())
            } else {
                text.rsplit_once(by.as_str())
            };
            let parts = match split {
                Some((before, after)) => [before, by.as_str(), after],
                None if name == "partition" => [text, "", ""],
                None => ["", "", text],
            };
            Value::Tuple(parts.into_iter().map(plain).collect())
        }
        ("zfill", [width @ Value::Number(0..=99)]) if !text.starts_with(['-', '+']) => {
            let Value::Number(width) = width else { return Value::Unknown };
            let width = usize::try_from(*width).unwrap_or_default();
            let lacking = width.saturating_sub(text.chars().count());
            Value::Text("0".repeat(lacking) + text)
        }
        _ => Value::Unknown,
    }
}
