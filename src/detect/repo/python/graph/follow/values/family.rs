//! Values that only the running program knows, one per pass through a loop.
//!
//! A node that such a value names stands for a family of nodes: `judge_{dim["id"]}`.

use super::super::interpreter::run::Interpreter;
use super::value::{Frame, Value};
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Passing};
use crate::domain::facts::{GapAbout, GraphFact, Unresolved};

/// What stands around the unknown part of a text; private characters, so that no source has them.
const OPENED: char = '\u{e000}';
const CLOSED: char = '\u{e001}';

/// Longest expression that is kept, in bytes.
const LONGEST: usize = 160;

/// The text of a value that is written `expression`.
pub(in super::super) fn marked(expression: &str) -> String {
    format!("{OPENED}{expression}{CLOSED}")
}

/// Whether a text has an unknown part.
pub(in crate::detect::repo::python::graph) fn is_marked(text: &str) -> bool {
    text.contains(OPENED)
}

/// A text with its unknown parts in braces.
pub(in crate::detect::repo::python::graph) fn shown(text: &str) -> String {
    text.replace(OPENED, "{").replace(CLOSED, "}")
}

/// Puts the nodes that are known in the place of what a router only knows a part of: `specialist_{key}` is any of
/// those that begin so.
pub(in crate::detect::repo::python::graph) fn settle(graph: &mut GraphFact) {
    let GraphFact { nodes, conditional, unresolved, .. } = graph;
    let names: Vec<&String> = nodes.iter().map(|node| &node.name).collect();
    let hidden = |gap: &Unresolved| matches!(gap.about, GapAbout::Node | GapAbout::Anything);
    let is_whole = !unresolved.iter().any(hidden);
    for edge in conditional {
        let is_open = |target: &&String| is_marked(target) && !names.contains(target);
        for open in edge.targets.iter().filter(is_open).cloned().collect::<Vec<_>>() {
            let fitting = names.iter().filter(|name| !is_marked(name) && fits(&open, name));
            let fitting: Vec<String> = fitting.map(|name| (*name).clone()).collect();
            if fitting.is_empty() {
                continue;
            }
            if edge.alone.contains(&open) && (!edge.parallel || fitting.len() == 1) {
                let new = fitting.iter().filter(|name| !edge.targets.contains(name));
                edge.alone.extend(new.cloned().collect::<Vec<_>>());
            }
            if is_whole {
                edge.targets.retain(|target| *target != open);
                edge.alone.retain(|target| *target != open);
            }
            edge.together = false;
            edge.always = edge.always.take().filter(|target| *target != open);
            edge.targets.extend(fitting);
            edge.targets.sort();
            edge.targets.dedup();
        }
    }
}

/// Whether a text begins, goes on and ends as one with unknown parts; of one that nothing is known of nobody can say.
fn fits(open: &str, text: &str) -> bool {
    let known: Vec<&str> = open
        .split(OPENED)
        .enumerate()
        .map(|(at, part)| match part.split_once(CLOSED) {
            Some((_, behind)) if at > 0 => behind,
            _ => part,
        })
        .collect();
    let [first, middle @ .., last] = known.as_slice() else { return false };
    if known.iter().all(|part| part.chars().all(|letter| !letter.is_alphanumeric())) {
        return false;
    }
    let inner = text.strip_prefix(first).and_then(|rest| rest.strip_suffix(last));
    let Some(mut rest) = inner.filter(|inner| !inner.is_empty()) else { return false };
    middle.iter().all(|part| match rest.split_once(*part) {
        Some((_, behind)) => {
            rest = behind;
            true
        }
        None => false,
    })
}

/// One of many values, written `expression`; unknown when that is too long to tell anything.
pub(in super::super) fn each<'r>(expression: String) -> Value<'r> {
    if expression.len() > LONGEST { Value::Unknown } else { Value::Each(expression) }
}

/// Whether `value` is one of many, or holds one, so that how many there are is not known.
pub(in super::super) fn is_open(value: &Value<'_>) -> bool {
    match value {
        Value::Each(_) | Value::Others => true,
        Value::Text(text) => is_marked(text),
        Value::List(items) | Value::Tuple(items) | Value::Either(items) => {
            items.iter().any(is_open)
        }
        _ => false,
    }
}

/// What a method gives of one of many values.
pub(in super::super) fn method<'r>(of: &str, name: &str, args: &[Value<'r>]) -> Value<'r> {
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
    pub(in super::super) fn one_of(
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

    /// Whether each pass of a loop around goes through other elements, of which nothing is known: those of one pass are
    /// not those of another.
    pub(in super::super) fn is_another(
        &mut self,
        iterable: &'r Expr<'r>,
        frame: &mut Frame<'r>,
    ) -> bool {
        let each = frame.each.clone();
        let is_new =
            iterable.any(&|part| matches!(part.kind, ExprKind::Name(name) if each.contains(&name)));
        is_new && matches!(self.eval(iterable, frame), Value::Unknown | Value::Function(_))
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
