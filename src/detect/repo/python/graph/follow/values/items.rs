//! Items of lists and dictionaries that are put there or taken away.

use super::super::interpreter::run::Interpreter;
use super::family;
use super::value::{Frame, Value};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Stmt};

/// Each of some values once, where it stands first, as a set holds them.
pub(in super::super) fn once(values: Vec<Value<'_>>) -> Vec<Value<'_>> {
    let mut all: Vec<Value<'_>> = Vec::new();
    for value in values {
        let is_it = |known: &Value<'_>| known.same(&value) && !matches!(known, Value::Unknown);
        if !all.iter().any(is_it) {
            all.push(value);
        }
    }
    all
}

/// A dictionary of pairs, in which the last one of a key counts, at the place of the first.
pub(in super::super) fn dict<'r>(
    pairs: impl IntoIterator<Item = (Value<'r>, Value<'r>)>,
) -> Value<'r> {
    let put = |all, (key, value)| with(all, &key, value);
    Value::Dict(pairs.into_iter().fold(Vec::new(), put))
}

impl<'r> Interpreter<'r, '_> {
    /// Puts a value where `object[index] = value` does; a list of which it is not known where is not known any more.
    pub(in super::super) fn put(
        &mut self,
        object: &'r Expr<'r>,
        indices: &'r [Expr<'r>],
        value: Value<'r>,
        frame: &mut Frame<'r>,
    ) {
        self.touch(object, frame);
        let known = self.eval(object, frame);
        let changed = match (known, indices) {
            (Value::Dict(pairs), [index]) => {
                let key = self.eval(index, frame);
                Value::Dict(with(pairs, &key, value))
            }
            // Whichever of them it is has it from then on.
            (Value::Either(all), [index])
                if all.iter().any(|one| matches!(one, Value::Dict(_))) =>
            {
                let key = self.eval(index, frame);
                let all = all.into_iter().map(|one| match one {
                    Value::Dict(pairs) => Value::Dict(with(pairs, &key, value.clone())),
                    other => other,
                });
                all.reduce(Value::or).unwrap_or(Value::Unknown)
            }
            (Value::List(mut items), [index]) => {
                let at = self.eval(index, frame);
                match place(&at, items.len()).and_then(|at| items.get_mut(at)) {
                    Some(held) => {
                        *held = value;
                        Value::List(items)
                    }
                    None => Value::Unknown,
                }
            }
            _ => return,
        };
        self.change(object, changed, frame);
    }

    /// Takes away what `del object[index]` does.
    pub(in super::super) fn delete(
        &mut self,
        stmt: &Stmt<'r>,
        values: &'r [Expr<'r>],
        frame: &mut Frame<'r>,
    ) {
        let text = self.repository.modules[frame.at.module].text;
        if !text.get(stmt.span.start..).is_some_and(|text| text.starts_with("del ")) {
            return;
        }
        // Several are parts of a tuple.
        let each = values.iter().flat_map(|value| match &value.kind {
            ExprKind::Tuple(items) => items.iter().collect::<Vec<_>>(),
            _ => vec![value],
        });
        for value in each {
            let ExprKind::Subscript(object, indices) = &value.kind else { continue };
            self.touch(object, frame);
            let known = self.eval(object, frame);
            let index = indices.first().map_or(Value::Unknown, |index| self.eval(index, frame));
            let left = match known {
                Value::Dict(pairs) => without(pairs, &index),
                Value::List(mut items) => match place(&index, items.len()) {
                    Some(at) => {
                        items.remove(at);
                        Value::List(items)
                    }
                    None => Value::Unknown,
                },
                _ => continue,
            };
            self.change(object, left, frame);
        }
    }
}

/// A dictionary with a value under a key, be it in the place of another.
pub(in super::super) fn with<'r>(
    mut pairs: Vec<(Value<'r>, Value<'r>)>,
    key: &Value<'r>,
    value: Value<'r>,
) -> Vec<(Value<'r>, Value<'r>)> {
    // Two keys of which nothing is known need not be the same.
    let is_it = |known: &Value<'r>| known.same(key) && !matches!(known, Value::Unknown);
    match pairs.iter_mut().find(|(known, _)| is_it(known)) {
        Some((_, held)) => *held = value,
        None => pairs.push((key.clone(), value)),
    }
    pairs
}

/// A dictionary without a key; not known where it may be another one.
pub(in super::super) fn without<'r>(
    mut pairs: Vec<(Value<'r>, Value<'r>)>,
    key: &Value<'r>,
) -> Value<'r> {
    let is_known = |key: &Value<'r>| matches!(key, Value::Text(_)) && !family::is_open(key);
    match pairs.iter().position(|(known, _)| known.same(key)) {
        Some(at) => {
            pairs.remove(at);
        }
        None if is_known(key) && pairs.iter().all(|(known, _)| is_known(known)) => {}
        None => return Value::Unknown,
    }
    Value::Dict(pairs)
}

/// The place of an item, counted from the end where the number is negative; nothing where none is there.
fn place(index: &Value<'_>, items: usize) -> Option<usize> {
    let Value::Number(index) = index else { return None };
    let at = usize::try_from(index.unsigned_abs()).ok()?;
    let at = if *index < 0 { items.checked_sub(at)? } else { at };
    (at < items).then_some(at)
}
