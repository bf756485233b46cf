//! What calls outside the repository give: of Python's own functions and of `LangGraph`'s.

use super::super::interpreter::call::Args;
use super::family;
use super::items::{dict, once};
use super::value::{Record, Value};
use std::rc::Rc;

/// Numbers of a range that are counted: more than a loop or a comprehension over them is followed for, so that what is
/// left out is said there.
const LONGEST: usize = 520;

/// The value of calling `name`, which is defined outside the repository.
#[expect(clippy::too_many_lines, reason = "one arm per function")]
pub(in super::super) fn called<'r>(name: &str, args: &Args<'r>) -> Value<'r> {
    let first = || args.positions.first().cloned().unwrap_or(Value::Unknown);
    let last = name.rsplit('.').next().unwrap_or_default();
    if name.starts_with("langgraph.") && last == "Send" {
        return Value::Send(Box::new(args.get(0, "node").cloned().unwrap_or(Value::Unknown)));
    }
    if name.starts_with("langgraph.") && last == "Command" {
        let goto = args.get(usize::MAX, "goto").cloned().unwrap_or(Value::None);
        // In a graph around this one, nobody knows which.
        let goto = if args.get(usize::MAX, "graph").is_some() { Value::Unknown } else { goto };
        return Value::Command(Box::new(goto));
    }
    let is_ours = name.starts_with("langgraph.prebuilt") || name.starts_with("langchain.agents");
    if is_ours && last == "ToolNode" {
        return match args.get(usize::MAX, "name") {
            None if !args.open => Value::Tools("tools".into()),
            Some(Value::Text(name)) => Value::Tools(name.clone()),
            _ => Value::Prebuilt,
        };
    }
    if is_ours && matches!(last, "create_react_agent" | "create_agent") {
        return match args.get(usize::MAX, "name") {
            Some(Value::Text(name)) => Value::Tools(name.clone()),
            _ => Value::Prebuilt,
        };
    }
    let is_library = name.starts_with("langgraph.") || name.starts_with("langchain");
    // What is given a name is called so, and not as the function is.
    let is_unnamed = !args.open && args.get(usize::MAX, "name").is_none();
    if is_library && is_unnamed && matches!(last, "RunnableLambda" | "RunnableCallable") {
        return args.get(0, "func").cloned().unwrap_or(Value::Unknown);
    }
    if matches!(name, "langsmith.traceable" | "langsmith.run_helpers.traceable") {
        // Asked with settings alone it gives what is asked with the function.
        return args.positions.first().cloned().unwrap_or(Value::External(name.to_owned()));
    }
    match name {
        "functools.partial" => match args.positions.split_first() {
            Some((Value::Function(closure), rest)) => {
                let given = Args { positions: rest.to_vec(), ..args.clone() };
                Value::Function(closure.clone().partly(&given))
            }
            Some((other, _)) => other.clone(),
            None => Value::Unknown,
        },
        "builtins.str" | "functools.wraps" | "typing.cast" => match (last, first()) {
            ("cast", _) => args.get(1, "val").cloned().unwrap_or(Value::Unknown),
            ("str", Value::Number(number)) => Value::Text(number.to_string()),
            (_, first) => first,
        },
        "builtins.set" | "builtins.frozenset" => match args.positions.first() {
            Some(value) => value.elements().map_or(Value::Unknown, |all| Value::List(once(all))),
            None => Value::List(Vec::new()),
        },
        "builtins.list" | "builtins.sorted" | "builtins.tuple" | "builtins.reversed" => {
            let mut items = match args.positions.first() {
                Some(value) => value.elements(),
                None => Some(Vec::new()),
            };
            if let ("reversed", Some(items)) = (last, &mut items) {
                items.reverse();
            }
            let items =
                if last == "sorted" { items.and_then(|items| sorted(items, args)) } else { items };
            items.map_or(Value::Unknown, Value::List)
        }
        "builtins.dict.fromkeys" => match first().elements() {
            Some(keys) => {
                let value = args.get(1, "value").cloned().unwrap_or(Value::None);
                dict(keys.into_iter().map(|key| (key, value.clone())))
            }
            None => Value::Unknown,
        },
        "builtins.iter" => first().elements().map_or(Value::Unknown, Value::List),
        "builtins.min" | "builtins.max" => outermost(args, last == "max"),
        "types.SimpleNamespace" if args.positions.is_empty() && !args.open => {
            let fields = args.keywords.iter().map(|(name, value)| ((*name).into(), value.clone()));
            let fields = fields.collect();
            Value::Record(Rc::new(Record { class: None, fields, is_tuple: false }))
        }
        "builtins.dict" | "collections.OrderedDict" => {
            let mut pairs = match args.positions.first() {
                Some(Value::Dict(pairs)) => pairs.clone(),
                Some(other) => match pairs_of(other) {
                    Some(pairs) => pairs,
                    None => return Value::Unknown,
                },
                None => Vec::new(),
            };
            for (name, value) in &args.keywords {
                pairs.push((Value::Text((*name).into()), value.clone()));
            }
            dict(pairs)
        }
        "builtins.enumerate" => {
            let start = match args.get(1, "start") {
                Some(Value::Number(start)) => *start,
                _ => 0,
            };
            numbered(&first(), start)
        }
        "builtins.zip" | "itertools.product" => combined(args, last == "product"),
        "itertools.pairwise" => match first().elements() {
            Some(items) if !items.iter().any(family::is_open) => {
                Value::List(items.windows(2).map(|pair| Value::Tuple(pair.to_vec())).collect())
            }
            _ => Value::Unknown,
        },
        "itertools.chain" => {
            let items: Option<Vec<_>> = args.positions.iter().map(Value::elements).collect();
            items.map_or(Value::Unknown, |items| Value::List(items.concat()))
        }
        "itertools.chain.from_iterable" => {
            let items = first().elements();
            let items =
                items.map(|items| items.iter().map(Value::elements).collect::<Option<Vec<_>>>());
            items.flatten().map_or(Value::Unknown, |items| Value::List(items.concat()))
        }
        "collections.namedtuple" => records(args),
        "itertools.combinations" => pairs_among(args),
        "builtins.range" => match args.positions.as_slice() {
            [Value::Number(end)] => counted(0, *end, 1),
            [Value::Number(start), Value::Number(end)] => counted(*start, *end, 1),
            [Value::Number(start), Value::Number(end), Value::Number(step)] if *step != 0 => {
                counted(*start, *end, *step)
            }
            _ => Value::Unknown,
        },
        "builtins.len" => match args.positions.first() {
            Some(value @ Value::List(_)) if family::is_open(value) => Value::Unknown,
            // An empty one may be filled by others who have it.
            Some(Value::List(items)) if items.is_empty() => Value::Unknown,
            Some(Value::Text(text)) if !family::is_marked(text) => {
                i64::try_from(text.chars().count()).map_or(Value::Unknown, Value::Number)
            }
            Some(Value::List(items) | Value::Tuple(items)) => {
                i64::try_from(items.len()).map_or(Value::Unknown, Value::Number)
            }
            _ => Value::Unknown,
        },
        _ => Value::Unknown,
    }
}

/// The pairs that a list of them makes a dictionary of.
pub(in super::super) fn pairs_of<'r>(value: &Value<'r>) -> Option<Vec<(Value<'r>, Value<'r>)>> {
    let pairs = value.elements()?.into_iter().map(|pair| match pair {
        Value::Tuple(items) | Value::List(items) => match <[Value<'r>; 2]>::try_from(items) {
            Ok([key, value]) => Some((key, value)),
            Err(_) => None,
        },
        _ => None,
    });
    pairs.collect()
}

/// Texts, numbers or tuples of them in order; nothing where they are ordered by something else, or one of them is not
/// known.
fn sorted<'r>(mut items: Vec<Value<'r>>, args: &Args<'r>) -> Option<Vec<Value<'r>>> {
    let reversed = match args.keywords.as_slice() {
        [] => false,
        [("reverse", Value::Bool(reversed))] => *reversed,
        _ => return None,
    };
    if let [first, others @ ..] = items.as_slice()
        && !others.is_empty()
    {
        let first = Key::of(first, 4)?;
        if !others.iter().all(|item| Key::of(item, 4).is_some_and(|key| key.is_like(&first))) {
            return None;
        }
        items.sort_by_cached_key(|item| Key::of(item, 4));
    }
    if reversed {
        items.reverse();
    }
    Some(items)
}

/// What Python orders a value by.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Number(i64),
    Text(String),
    Parts(Vec<Key>),
}

impl Key {
    fn of(value: &Value<'_>, depth: usize) -> Option<Self> {
        let depth = depth.checked_sub(1)?;
        Some(match value {
            Value::Number(number) => Self::Number(*number),
            Value::Text(text) if !family::is_marked(text) => Self::Text(text.clone()),
            Value::Tuple(items) => {
                let parts: Option<_> = items.iter().map(|item| Self::of(item, depth)).collect();
                Self::Parts(parts?)
            }
            _ => return None,
        })
    }

    /// Whether Python can compare both.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(_), Self::Number(_)) | (Self::Text(_), Self::Text(_)) => true,
            (Self::Parts(one), Self::Parts(other)) => {
                one.iter().zip(other).all(|(one, other)| one.is_like(other))
            }
            _ => false,
        }
    }
}

/// A class of records, by the names of its fields: a list of them, or a text.
fn records<'r>(args: &Args<'r>) -> Value<'r> {
    let [_, names] = args.positions.as_slice() else { return Value::Unknown };
    let names = match names {
        Value::Text(names) => {
            let names = names.split([' ', ',']).filter(|name| !name.is_empty());
            Some(names.map(str::to_owned).collect())
        }
        names => names.elements().and_then(|names| {
            let text = |name: Value<'r>| match name {
                Value::Text(name) => Some(name),
                _ => None,
            };
            names.into_iter().map(text).collect::<Option<Vec<_>>>()
        }),
    };
    names.filter(|_| !args.open).map_or(Value::Unknown, |names| Value::Records(Rc::new(names)))
}

/// Every two of some elements, in their order.
fn pairs_among<'r>(args: &Args<'r>) -> Value<'r> {
    let items = match args.positions.as_slice() {
        [items, Value::Number(2)] => items.elements(),
        _ => None,
    };
    let Some(items) = items.filter(|items| !items.iter().any(family::is_open)) else {
        return Value::Unknown;
    };
    let pairs = items.iter().enumerate().flat_map(|(at, left)| {
        let right = items[at + 1..].iter();
        right.map(move |right| Value::Tuple(vec![left.clone(), right.clone()]))
    });
    Value::List(pairs.take(1024).collect())
}

fn numbered<'r>(value: &Value<'r>, start: i64) -> Value<'r> {
    let Some(items) = value.elements() else { return Value::Unknown };
    let numbered = (start..).zip(items);
    Value::List(
        numbered
            .map(|(number, item)| {
                let number =
                    if family::is_open(&item) { Value::Unknown } else { Value::Number(number) };
                Value::Tuple(vec![number, item])
            })
            .collect(),
    )
}

fn counted<'r>(start: i64, end: i64, step: i64) -> Value<'r> {
    let next = |number: &i64| number.checked_add(step);
    let all = std::iter::successors(Some(start), next);
    let within = all.take_while(|number| if step > 0 { *number < end } else { *number > end });
    Value::List(within.take(LONGEST).map(Value::Number).collect())
}

/// The least or the greatest of texts or numbers, where all of them are known.
fn outermost<'r>(args: &Args<'r>, greatest: bool) -> Value<'r> {
    let items = match args.positions.as_slice() {
        [one] => one.elements(),
        several => Some(several.to_vec()),
    };
    let plain = Args::default();
    let items = items.filter(|_| args.keywords.is_empty() && !args.open);
    let items = items.and_then(|items| sorted(items, &plain)).unwrap_or_default();
    let found = if greatest { items.last() } else { items.first() };
    found.filter(|item| !family::is_open(item)).cloned().unwrap_or(Value::Unknown)
}

/// `zip`, or `product` of two.
fn combined<'r>(args: &Args<'r>, product: bool) -> Value<'r> {
    let columns: Option<Vec<_>> = args.positions.iter().map(Value::elements).collect();
    let Some(columns) = columns else { return Value::Unknown };
    if !product && columns.iter().flatten().any(family::is_open) {
        return Value::Unknown;
    }
    if product {
        let [left, right] = columns.as_slice() else { return Value::Unknown };
        let pairs = left.iter().flat_map(|left| {
            right.iter().map(move |right| Value::Tuple(vec![left.clone(), right.clone()]))
        });
        return Value::List(pairs.take(1024).collect());
    }
    let length = columns.iter().map(Vec::len).min().unwrap_or_default();
    let row = |index: usize| columns.iter().map(|column| column[index].clone()).collect();
    Value::List((0..length).map(|index| Value::Tuple(row(index))).collect())
}
