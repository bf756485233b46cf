//! Values that only the running program knows, one per pass through a loop.
//!
//! A node that such a value names stands for a family of nodes: `judge_{dim["id"]}`.

use super::super::syntax::{Call, Expr, ExprKind, Passing};
use super::run::Interpreter;
use super::value::{Frame, Value};

/// What stands around the unknown part of a text; private characters, so that no source has them.
const OPENED: char = '\u{e000}';
const CLOSED: char = '\u{e001}';

/// Longest expression that is kept, in bytes.
const LONGEST: usize = 160;

/// The text of a value that is written `expression`.
pub(super) fn marked(expression: &str) -> String {
    format!("{OPENED}{expression}{CLOSED}")
}

/// Whether a text has an unknown part.
pub(super) fn is_marked(text: &str) -> bool {
    text.contains(OPENED)
}

/// A text with its unknown parts in braces.
pub(super) fn shown(text: &str) -> String {
    text.replace(OPENED, "{").replace(CLOSED, "}")
}

/// One of many values, written `expression`; unknown when that is too long to tell anything.
pub(super) fn each<'r>(expression: String) -> Value<'r> {
    if expression.len() > LONGEST { Value::Unknown } else { Value::Each(expression) }
}

/// Whether `value` is one of many, or holds one, so that how many there are is not known.
pub(super) fn is_open(value: &Value<'_>) -> bool {
    match value {
        Value::Each(_) => true,
        Value::Text(text) => is_marked(text),
        Value::List(items) | Value::Tuple(items) | Value::Either(items) => {
            items.iter().any(is_open)
        }
        _ => false,
    }
}

/// What a method gives of one of many values.
pub(super) fn method<'r>(of: &str, name: &str, args: &[Value<'r>]) -> Value<'r> {
    let args: Option<Vec<String>> = args
        .iter()
        .map(|arg| match arg {
            Value::Text(text) => Some(format!("\"{}\"", shown(text))),
            Value::Number(number) => Some(number.to_string()),
            Value::None => Some("None".into()),
            _ => None,
        })
        .collect();
    match (name, args.as_deref()) {
        // Both ways to look something up mean the same.
        ("get", Some([key, ..])) => each(format!("{of}[{key}]")),
        (_, Some(args)) => each(format!("{of}.{name}({})", args.join(", "))),
        (_, None) => Value::Unknown,
    }
}

impl<'r> Interpreter<'r, '_> {
    /// What `target` becomes in each pass over `iterable`, whose elements are not known.
    pub(super) fn one_of(
        &mut self,
        target: &'r Expr<'r>,
        iterable: &'r Expr<'r>,
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        if let ExprKind::Call(call) = &iterable.kind
            && let Some(value) = self.one_of_call(target, call, frame)
        {
            return value;
        }
        if let ExprKind::Tuple(parts) | ExprKind::List(parts) = &target.kind {
            let parts = parts.iter().enumerate().map(|(place, part)| {
                let from = self.source(iterable, frame);
                self.element(part, format!("{from}[{place}]"), frame)
            });
            return Value::Tuple(parts.collect());
        }
        let from = self.source(iterable, frame);
        self.element(target, from, frame)
    }

    /// The same over what a function or method passes on.
    fn one_of_call(
        &mut self,
        target: &'r Expr<'r>,
        call: &'r Call<'r>,
        frame: &mut Frame<'r>,
    ) -> Option<Value<'r>> {
        let first =
            call.args.first().filter(|arg| arg.passing == Passing::Position).map(|arg| &arg.value);
        match (&call.callee.kind, &target.kind) {
            (ExprKind::Name("list" | "sorted" | "tuple" | "set" | "reversed" | "iter"), _) => {
                Some(self.one_of(target, first?, frame))
            }
            (ExprKind::Name("enumerate"), ExprKind::Tuple(parts)) => {
                let [number, item] = parts.as_slice() else { return None };
                let from = self.source(first?, frame);
                let number = self.element(number, format!("enumerate({from})"), frame);
                Some(Value::Tuple(vec![number, self.one_of(item, first?, frame)]))
            }
            (ExprKind::Attribute(object, "items"), ExprKind::Tuple(parts)) => {
                let [key, value] = parts.as_slice() else { return None };
                let from = self.source(object, frame);
                let key = self.element(key, from.clone(), frame);
                Some(Value::Tuple(vec![
                    key,
                    self.element(value, format!("{from}.values()"), frame),
                ]))
            }
            (ExprKind::Attribute(object, "keys"), _) => Some(self.one_of(target, object, frame)),
            _ => None,
        }
    }

    /// How what is iterated over is written, through variables that are themselves one of many.
    fn source(&mut self, iterable: &'r Expr<'r>, frame: &mut Frame<'r>) -> String {
        match self.eval(iterable, frame) {
            Value::Each(each) => each,
            _ => self.repository.modules[frame.at.module].written(iterable.span, LONGEST),
        }
    }

    /// An element of `from`, called as the first loop over it calls it.
    fn element(&mut self, target: &Expr<'r>, from: String, frame: &Frame<'r>) -> Value<'r> {
        if let Some(name) = self.elements.get(&from) {
            return each(name.clone());
        }
        let written = self.repository.modules[frame.at.module].written(target.span, LONGEST);
        let taken = self.elements.values().any(|name| *name == written);
        let name = if taken { format!("{written} of {from}") } else { written };
        self.elements.insert(from, name.clone());
        each(name)
    }
}
