//! Arithmetic of wiring code, and how values are put into texts.

use super::super::interpreter::run::Interpreter;
use super::family;
use super::value::Value;

/// Elements and letters that one operation makes at most.
const MOST: usize = 512;

/// `left operator right`.
pub(in super::super) fn binary<'r>(operator: &str, left: Value<'r>, right: Value<'r>) -> Value<'r> {
    match (operator, left, right) {
        ("|", Value::List(mut left), Value::List(right)) => {
            for item in right {
                if !left.iter().any(|known| known.same(&item)) {
                    left.push(item);
                }
            }
            Value::List(left)
        }
        ("+" | "|", left, right) => Interpreter::add(left, right),
        ("&" | "-" | "^", Value::List(left), Value::List(right)) => sets(operator, &left, &right),
        ("%", Value::Text(text), value) => percent(&text, &value),
        ("*", Value::Text(text), Value::Number(times))
        | ("*", Value::Number(times), Value::Text(text)) => match usize::try_from(times.max(0)) {
            Ok(times) if times * text.len() <= MOST => Value::Text(text.repeat(times)),
            _ => Value::Unknown,
        },
        ("*", Value::List(items), Value::Number(times)) => match usize::try_from(times.max(0)) {
            Ok(times) if times * items.len() <= MOST => {
                Value::List(std::iter::repeat_n(items, times).flatten().collect())
            }
            _ => Value::Unknown,
        },
        (_, Value::Number(left), Value::Number(right)) => {
            numbers(operator, left, right).map_or(Value::Unknown, Value::Number)
        }
        _ => Value::Unknown,
    }
}

/// `left += right`, and the like: `between` is what is written between both.
pub(in super::super) fn augmented<'r>(
    between: &str,
    left: Value<'r>,
    right: Value<'r>,
) -> Value<'r> {
    let operator = between.split('=').next().unwrap_or_default();
    match operator.trim_matches(|one: char| one == ')' || one == '\\' || one.is_whitespace()) {
        "|" if matches!((&left, &right), (Value::List(_), Value::List(_))) => {
            binary("|", left, right)
        }
        "+" | "|" => Interpreter::added(left, right),
        operator => binary(operator, left, right),
    }
}

fn numbers(operator: &str, left: i64, right: i64) -> Option<i64> {
    // Python rounds down.
    let rest = |rest: i64| if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest };
    match operator {
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "%" => left.checked_rem(right).map(rest),
        "//" => left.checked_sub(rest(left.checked_rem(right)?))?.checked_div(right),
        _ => None,
    }
}

/// What two sets have in common, or only one of them has.
fn sets<'r>(operator: &str, left: &[Value<'r>], right: &[Value<'r>]) -> Value<'r> {
    let is_plain = |value: &Value<'r>| {
        matches!(value, Value::Text(_) | Value::Number(_) | Value::Tuple(_))
            && !family::is_open(value)
    };
    if !left.iter().chain(right).all(is_plain) {
        return Value::Unknown;
    }
    let is_in = |all: &[Value<'r>], value: &Value<'r>| all.iter().any(|known| known.same(value));
    let kept = left.iter().filter(|value| is_in(right, value) == (operator == "&"));
    let more = right.iter().filter(|value| operator == "^" && !is_in(left, value));
    Value::List(kept.chain(more).cloned().collect())
}

/// What a value looks like inside a text, by a rule such as `02d`; `None` where that is not known.
pub(in super::super) fn formatted(value: &Value<'_>, rule: &str) -> Option<String> {
    let (plain, is_number) = match value {
        Value::Text(text) => (text.clone(), false),
        Value::Each(each) => (family::marked(each), false),
        Value::Number(number) => (number.to_string(), true),
        Value::Bool(true) => ("True".into(), false),
        Value::Bool(false) => ("False".into(), false),
        Value::None => ("None".into(), false),
        _ => return None,
    };
    // What is not known is told as it is written, whatever is filled in around it.
    if rule.is_empty() || family::is_marked(&plain) {
        return Some(plain);
    }
    if !matches!(value, Value::Text(_) | Value::Number(_)) {
        return None;
    }
    let letters: Vec<char> = rule.chars().collect();
    let is_side =
        |at: usize| letters.get(at).is_some_and(|letter| matches!(letter, '<' | '>' | '^'));
    let (mut fill, mut side, mut at) = (' ', if is_number { '>' } else { '<' }, 0);
    if is_side(1) {
        (fill, side, at) = (letters[0], letters[1], 2);
    } else if is_side(0) {
        (side, at) = (letters[0], 1);
    }
    if letters.get(at) == Some(&'0') {
        // Zeros stand behind the sign, of which nothing is known here.
        if plain.starts_with('-') {
            return None;
        }
        (fill, at) = ('0', at + 1);
    }
    let rest: String = letters[at..].iter().collect();
    let kind = if is_number { "d" } else { "s" };
    let width = rest.strip_suffix(kind).unwrap_or(&rest);
    let width: usize = if width.is_empty() { 0 } else { width.parse().ok()? };
    let lacking = width.min(MOST).saturating_sub(plain.chars().count());
    let before = match side {
        '<' => 0,
        '>' => lacking,
        _ => lacking / 2,
    };
    let filled = |count: usize| fill.to_string().repeat(count);
    Some(format!("{}{plain}{}", filled(before), filled(lacking - before)))
}

/// `"%s_node" % name`.
fn percent<'r>(text: &str, value: &Value<'r>) -> Value<'r> {
    let values = match value {
        Value::Tuple(items) => items.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut values = values.iter();
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        result.push_str(before);
        if let Some(after) = after.strip_prefix('%') {
            result.push('%');
            rest = after;
            continue;
        }
        let Some(end) = after.find(|letter: char| !letter.is_ascii_digit()) else {
            return Value::Unknown;
        };
        let (width, after) = after.split_at(end);
        let kind = after.chars().next().filter(|letter| matches!(letter, 's' | 'd'));
        // A text is filled from the left here, and by no zeros.
        let rule = if width.starts_with('0') { width.to_owned() } else { format!(">{width}") };
        let rule = if width.is_empty() { "" } else { &rule };
        let put =
            values.next().filter(|value| kind == Some('s') || matches!(value, Value::Number(_)));
        let Some(put) = kind.and(put).and_then(|value| formatted(value, rule)) else {
            return Value::Unknown;
        };
        result.push_str(&put);
        rest = &after[1..];
    }
    result.push_str(rest);
    if values.next().is_some() { Value::Unknown } else { Value::Text(result) }
}

/// `"{}_node".format(name)`: holes that are empty, numbered or named, with rules.
pub(in super::super) fn template<'r>(
    text: &str,
    positions: &[Value<'r>],
    keywords: &[(&str, Value<'r>)],
) -> Value<'r> {
    let mut result = String::new();
    let mut rest = text;
    let mut next = 0;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, after) = rest.split_at(at);
        result.push_str(before);
        let (brace, inner) = after.split_at(1);
        if let Some(after) = inner.strip_prefix(brace) {
            result.push_str(brace);
            rest = after;
            continue;
        }
        let Some((hole, after)) = inner.split_once('}').filter(|_| brace == "{") else {
            return Value::Unknown;
        };
        let (name, rule) = hole.split_once(':').unwrap_or((hole, ""));
        let value = if name.is_empty() {
            next += 1;
            positions.get(next - 1)
        } else if let Ok(at) = name.parse::<usize>() {
            positions.get(at)
        } else {
            keywords.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
        };
        let Some(put) = value.and_then(|value| formatted(value, rule)) else {
            return Value::Unknown;
        };
        result.push_str(&put);
        rest = after;
    }
    result.push_str(rest);
    Value::Text(result)
}

/// What stands behind a value in the braces of a formatted text: its rule; `None` where that is not understood.
pub(in super::super) fn rule(behind: &str) -> Option<&str> {
    let mut behind = behind.trim_start();
    if let Some(after) = behind.strip_prefix("!s") {
        behind = after;
    }
    match behind.chars().next()? {
        '}' => Some(""),
        ':' => {
            let (rule, _) = behind[1..].split_once('}')?;
            (!rule.contains('{')).then_some(rule)
        }
        _ => None,
    }
}
