//! Evaluates the expressions that wiring code is made of.

use super::super::values::family;
use super::super::values::items::{dict, once, with};
use super::super::values::making;
use super::super::values::operators::{binary, formatted, rule};
use super::super::values::value::{Frame, Value};
use super::loops::{letters, named};
use super::run::{Interpreter, NESTING};
use crate::detect::repo::python::syntax::{Clause, Comprehension, Expr, ExprKind, Piece};

/// Elements that one comprehension makes at most.
const ELEMENTS: usize = 512;

impl<'r> Interpreter<'r, '_> {
    pub(in crate::detect::repo::python::graph) fn eval(
        &mut self,
        value: &'r Expr<'r>,
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        if !self.spend() || self.nesting >= NESTING {
            return Value::Unknown;
        }
        self.nesting += 1;
        let value = self.evaluate(value, frame);
        self.nesting -= 1;
        self.bounded(value)
    }

    fn evaluate(&mut self, value: &'r Expr<'r>, frame: &mut Frame<'r>) -> Value<'r> {
        if let Some(given) = self.given_nothing(value, frame) {
            return given;
        }
        match &value.kind {
            ExprKind::Name(name) => self.lookup(name, frame),
            ExprKind::Str(pieces) => self.text(pieces, frame),
            ExprKind::Literal(number) => number.parse().map_or(Value::Unknown, Value::Number),
            ExprKind::Bool(value) => Value::Bool(*value),
            ExprKind::None => Value::None,
            ExprKind::Attribute(object, name) => {
                let object = self.eval(object, frame);
                self.attribute(&object, name)
            }
            ExprKind::Call(call) => self.call(value, call, frame),
            ExprKind::Subscript(object, indices) => self.subscript(object, indices, frame),
            ExprKind::List(items) => Value::List(self.items(items, frame)),
            ExprKind::Set(items) => Value::List(once(self.items(items, frame))),
            ExprKind::Tuple(items) => Value::Tuple(self.items(items, frame)),
            ExprKind::Dict(pairs) => self.dict(pairs, frame),
            ExprKind::Comprehension(comprehension) => {
                let text = self.repository.modules[frame.at.module].text;
                let is_set = text.get(value.span.start..).is_some_and(|it| it.starts_with('{'));
                match self.comprehension(comprehension, frame) {
                    Value::List(items) if is_set => Value::List(once(items)),
                    made => made,
                }
            }
            ExprKind::Lambda(lambda) => Value::Lambda(frame.at, lambda),
            ExprKind::Binary(operator, sides) => {
                let (left, right) = (self.eval(&sides.0, frame), self.eval(&sides.1, frame));
                binary(operator, left, right)
            }
            ExprKind::Logic(operator, sides) => {
                self.guards += 1;
                let value = self.logic(operator, sides, frame);
                self.guards -= 1;
                value
            }
            ExprKind::Compare(sides, operators) => self.compare(sides, operators, frame),
            ExprKind::Not(inner) => {
                let value = self.eval(inner, frame);
                match self.decided(inner, &value, frame) {
                    Some(holds) => Value::Bool(!holds),
                    None => Value::Unknown,
                }
            }
            ExprKind::Conditional(choice) => {
                self.guards += 1;
                let value = self.choice(choice, frame);
                self.guards -= 1;
                value
            }
            ExprKind::Await(inner) => self.eval(inner, frame),
            ExprKind::Named(name, inner) => {
                let value = self.eval(inner, frame);
                frame.variables.insert((*name).into(), value.clone());
                value
            }
            ExprKind::Other(parts) => {
                let values: Vec<_> = parts.iter().map(|part| self.eval(part, frame)).collect();
                let text = self.repository.modules[frame.at.module].text;
                match values.as_slice() {
                    // `-1` is an operator and a number to the parser.
                    [Value::Number(number)] if text[value.span.start..].starts_with('-') => {
                        Value::Number(-number)
                    }
                    _ => Value::Unknown,
                }
            }
            ExprKind::Starred(_) | ExprKind::Slice(_) => Value::Unknown,
        }
    }

    fn items(&mut self, items: &'r [Expr<'r>], frame: &mut Frame<'r>) -> Vec<Value<'r>> {
        let mut values = Vec::new();
        for item in items {
            if let ExprKind::Starred(inner) = &item.kind {
                let inner = self.eval(inner, frame);
                values.extend(inner.elements().unwrap_or_else(|| vec![Value::Unknown]));
            } else {
                values.push(self.eval(item, frame));
            }
        }
        values
    }

    /// A string; unknown interpolations make it unknown, alternative ones make alternatives.
    fn text(&mut self, pieces: &'r [Piece<'r>], frame: &mut Frame<'r>) -> Value<'r> {
        let mut texts = vec![String::new()];
        for piece in pieces {
            let parts = match piece {
                Piece::Literal(literal) => vec![literal.clone()],
                Piece::Hole(hole) => {
                    let text = self.repository.modules[frame.at.module].text;
                    let behind = text.get(hole.span.end..).unwrap_or_default();
                    let hole = self.eval(hole, frame);
                    let Some(rule) = rule(behind) else { return Value::Unknown };
                    let put = |value| formatted(value, rule);
                    let parts: Option<Vec<_>> = hole.alternatives().into_iter().map(put).collect();
                    match parts {
                        Some(parts) if texts.len() * parts.len() <= ELEMENTS => parts,
                        _ => return Value::Unknown,
                    }
                }
            };
            texts = texts
                .iter()
                .flat_map(|text| parts.iter().map(move |part| format!("{text}{part}")))
                .collect();
        }
        let values = texts.into_iter().map(Value::Text);
        values.reduce(Value::or).unwrap_or(Value::Unknown)
    }

    fn dict(
        &mut self,
        pairs: &'r [(Option<Expr<'r>>, Expr<'r>)],
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        let mut known: Vec<(Value<'r>, Value<'r>)> = Vec::new();
        for (key, value) in pairs {
            let value = self.eval(value, frame);
            match key {
                Some(key) => {
                    let key = self.eval(key, frame);
                    known.retain(|(other, _)| !other.same(&key) || matches!(key, Value::Unknown));
                    known.push((key, value));
                }
                None => match value {
                    Value::Dict(more) => {
                        known = more
                            .into_iter()
                            .fold(known, |all, (key, value)| with(all, &key, value));
                    }
                    one if is_one_of_dicts(&one) => {
                        known = either(&one).into_iter().fold(known, |all, (key, value)| {
                            let held = all.iter().find(|(known, _)| known.same(&key));
                            let held = held.map(|(_, held)| held.clone().or(value.clone()));
                            with(all, &key, held.unwrap_or(value))
                        });
                    }
                    _ => known.push((Value::Unknown, Value::Unknown)),
                },
            }
        }
        Value::Dict(known)
    }

    /// `left += right`: what is in a list stays in it, whatever is put behind.
    pub(in super::super) fn added(left: Value<'r>, right: Value<'r>) -> Value<'r> {
        match (left, right) {
            (Value::List(mut items), Value::Unknown) => {
                items.push(Value::Others);
                Value::List(items)
            }
            (left, right) => Self::add(left, right),
        }
    }

    pub(in super::super) fn add(left: Value<'r>, right: Value<'r>) -> Value<'r> {
        match (left, right) {
            (Value::Text(left), Value::Text(right)) => Value::Text(left + &right),
            (Value::Text(left), Value::Each(right)) => Value::Text(left + &family::marked(&right)),
            (Value::Each(left), Value::Text(right)) => Value::Text(family::marked(&left) + &right),
            (Value::List(mut left), Value::List(right) | Value::Tuple(right)) => {
                left.extend(right);
                Value::List(left)
            }
            (Value::Tuple(mut left), Value::Tuple(right)) => {
                left.extend(right);
                Value::Tuple(left)
            }
            (Value::Dict(left), Value::Dict(right)) => {
                let put = |left, (key, value)| with(left, &key, value);
                Value::Dict(right.into_iter().fold(left, put))
            }
            // Whichever of several dictionaries it is.
            (left, right) if is_one_of_dicts(&left) || is_one_of_dicts(&right) => {
                let (left, right) = (left.alternatives(), right.alternatives());
                let sums = left.into_iter().flat_map(|left| {
                    right.iter().map(|right| Self::add(left.clone(), (*right).clone()))
                });
                sums.take(ELEMENTS).reduce(Value::or).unwrap_or(Value::Unknown)
            }
            (Value::Number(left), Value::Number(right)) => {
                left.checked_add(right).map_or(Value::Unknown, Value::Number)
            }
            (left @ (Value::List(_) | Value::Either(_)), right)
            | (left, right @ Value::Either(_)) => match (left.elements(), right.elements()) {
                (Some(mut left), Some(right)) => {
                    left.extend(right);
                    Value::List(left)
                }
                _ => Value::Unknown,
            },
            _ => Value::Unknown,
        }
    }

    fn comprehension(
        &mut self,
        comprehension: &'r Comprehension<'r>,
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        let mut frames = vec![self.copy(frame)];
        let mut open = self.routing;
        for clause in &comprehension.clauses {
            let mut next = Vec::new();
            for mut frame in frames {
                match clause {
                    Clause::For { target, iterable } => {
                        let values = self.eval(iterable, &mut frame);
                        let values = self.gone_through(values);
                        let elements = match values.elements().or_else(|| letters(&values)) {
                            Some(elements) => elements,
                            None => vec![self.one_of(target, iterable, &mut frame)],
                        };
                        open |= elements.iter().any(family::is_open);
                        named(target, &mut frame.each);
                        for element in elements {
                            // A part of them would be taken for all.
                            if next.len() >= ELEMENTS || !self.spend() {
                                return Value::Unknown;
                            }
                            let mut inner = self.copy(&frame);
                            self.assign(target, element, &mut inner);
                            next.push(inner);
                        }
                    }
                    Clause::If(test) => {
                        let value = self.eval(test, &mut frame);
                        match self.decided(test, &value, &frame) {
                            Some(false) => {}
                            // Which of them are in it is not known; a router may take any.
                            None if !open => return Value::Unknown,
                            Some(true) | None => next.push(frame),
                        }
                    }
                }
            }
            frames = next;
        }
        let mut pairs = Vec::new();
        let mut items = Vec::new();
        for mut frame in frames {
            let element = self.eval(&comprehension.element, &mut frame);
            match &comprehension.key {
                Some(key) => pairs.push((self.eval(key, &mut frame), element)),
                None => items.push(element),
            }
        }
        if comprehension.key.is_some() { dict(pairs) } else { Value::List(items) }
    }

    fn subscript(
        &mut self,
        object: &'r Expr<'r>,
        indices: &'r [Expr<'r>],
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        let object = self.eval(object, frame);
        // `StateGraph[State]` makes what `StateGraph` makes.
        if matches!(&object, Value::External(name) if making::is_builder(name)) {
            return object;
        }
        let [index] = indices else { return Value::Unknown };
        if let Value::Each(each) = &object {
            let written = self.repository.modules[frame.at.module].written(index.span, 60);
            let key = match self.eval(index, frame) {
                Value::Text(text) => format!("\"{}\"", family::shown(&text)),
                _ => written,
            };
            return family::each(format!("{each}[{key}]"));
        }
        if matches!(&object, Value::List(_)) && family::is_open(&object) {
            // How many elements there are is not known, and so neither which one this is.
            return Value::Unknown;
        }
        if let ExprKind::Slice(slice) = index.kind {
            return match &object {
                Value::List(items) | Value::Tuple(items) => sliced(items, slice),
                _ => Value::Unknown,
            };
        }
        let index = self.eval(index, frame);
        if let Value::Class(at, class) = object {
            return self.member_named(at, class, &index);
        }
        match (&object, index) {
            (Value::Dict(pairs), Value::Either(_) | Value::Each(_) | Value::Unknown) => pairs
                .iter()
                .map(|(_, value)| value.clone())
                .reduce(Value::or)
                .unwrap_or(Value::Unknown),
            (Value::Dict(pairs), key) => pairs
                .iter()
                .find(|(known, _)| known.same(&key))
                .map_or(Value::Unknown, |(_, value)| value.clone()),
            // `(no, yes)[answer]`
            (Value::Tuple(items), Value::Unknown) if !items.iter().any(family::is_open) => {
                items.iter().cloned().reduce(Value::or).unwrap_or(Value::Unknown)
            }
            (Value::List(items) | Value::Tuple(items), Value::Number(number)) => {
                position(items.len(), number)
                    .and_then(|index| items.get(index).cloned())
                    .unwrap_or(Value::Unknown)
            }
            _ => Value::Unknown,
        }
    }
}

/// Whether a value is one of several dictionaries.
fn is_one_of_dicts(value: &Value<'_>) -> bool {
    matches!(value, Value::Either(all) if all.iter().all(|one| matches!(one, Value::Dict(_))))
}

/// All that one of several dictionaries may have, under a key all that any of them has there.
pub(in crate::detect::repo::python::graph) fn either<'r>(
    value: &Value<'r>,
) -> Vec<(Value<'r>, Value<'r>)> {
    let mut all: Vec<(Value<'r>, Value<'r>)> = Vec::new();
    for one in value.alternatives() {
        let Value::Dict(pairs) = one else { continue };
        for (key, value) in pairs {
            match all.iter_mut().find(|(known, _)| known.same(key)) {
                Some((_, held)) => *held = held.clone().or(value.clone()),
                None => all.push((key.clone(), value.clone())),
            }
        }
    }
    all
}

fn position(length: usize, number: i64) -> Option<usize> {
    let length = i64::try_from(length).ok()?;
    usize::try_from(if number < 0 { length.checked_add(number)? } else { number }).ok()
}

fn sliced<'r>(items: &[Value<'r>], slice: &str) -> Value<'r> {
    let mut bounds = slice.split(':').map(str::trim);
    let mut bound = || match bounds.next() {
        None | Some("") => Some(None),
        Some(text) => text.replace(' ', "").parse::<i64>().ok().map(Some),
    };
    let (Some(lower), Some(upper), Some(step)) = (bound(), bound(), bound()) else {
        return Value::Unknown;
    };
    let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
    let step = step.unwrap_or(1);
    // Backwards, an end stands before what it leaves out.
    let (least, most) = if step < 0 { (-1, length - 1) } else { (0, length) };
    let at = |bound: Option<i64>, default: i64| match bound {
        None => default,
        Some(number) if number < 0 => (number + length).clamp(least, most),
        Some(number) => number.clamp(least, most),
    };
    let ends = if step < 0 { (most, least) } else { (least, most) };
    let (mut here, end) = (at(lower, ends.0), at(upper, ends.1));
    let mut taken = Vec::new();
    if step == 0 {
        return Value::Unknown;
    }
    while (step > 0 && here < end) || (step < 0 && here > end) {
        taken.extend(usize::try_from(here).ok().and_then(|here| items.get(here)).cloned());
        here = here.saturating_add(step);
    }
    Value::List(taken)
}
