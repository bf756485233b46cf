//! The methods of a graph that is built: nodes, edges, entry and finish.

use super::super::syntax::{Call, Expr, ExprKind};
use super::call::Args;
use super::run::Interpreter;
use super::value::{END, Frame, Routes, START, Step, Value, Wiring};

impl<'r> Interpreter<'r, '_> {
    /// Calls `name` on a graph; what it gives back can be chained.
    pub(super) fn wire(
        &mut self,
        builder: usize,
        name: &str,
        expr: &'r Expr<'r>,
        call: &'r Call<'r>,
        args: &Args<'r>,
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        if frame.dead && self.built[builder].live {
            return Value::Builder(builder);
        }
        let wirings = match name {
            "add_node" => self.add_node(call, args, frame),
            "add_edge" => edges(args.get(0, "start_key"), args.get(1, "end_key")),
            "set_entry_point" => edges(Some(&Value::Text(START.into())), args.get(0, "key")),
            "set_finish_point" => edges(args.get(0, "key"), Some(&Value::Text(END.into()))),
            "add_conditional_edges" => {
                let source = args.get(0, "source").cloned();
                self.conditional(source.as_ref(), 1, call, args, frame)
            }
            "set_conditional_entry_point" => {
                let start = Value::Text(START.into());
                self.conditional(Some(&start), 0, call, args, frame)
            }
            "add_sequence" => self.sequence(call, args, frame),
            _ => return Value::Unknown,
        };
        let module = frame.at.module;
        let steps = wirings.into_iter().map(|wiring| Step { module, expr, wiring });
        self.built[builder].steps.extend(steps);
        Value::Builder(builder)
    }

    fn add_node(
        &mut self,
        call: &'r Call<'r>,
        args: &Args<'r>,
        frame: &mut Frame<'r>,
    ) -> Vec<Wiring> {
        let written = |index: usize, name: &str| {
            let module = &self.repository.modules[frame.at.module];
            call.argument(index, name).map(|action| module.written(action.span, 120))
        };
        let Some(node) = args.get(0, "node") else {
            return vec![unresolved("a node has no name")];
        };
        let Some(action) = args.get(1, "action") else {
            let name = match node {
                // A node may be named by its function alone.
                Value::Text(_) => None,
                node => named_by(node),
            };
            let action = written(0, "node");
            let Some(name) = name else {
                return vec![unresolved("a node's name could not be followed")];
            };
            let mut wirings = vec![Wiring::Node { name: name.clone(), action: action.clone() }];
            let node = node.clone();
            wirings.extend(self.commands(&name, action, &node));
            return wirings;
        };
        let action = action.clone();
        let Some(names) = texts(node) else {
            return vec![unresolved("a node's name could not be followed")];
        };
        let shown = written(1, "action");
        let mut wirings = Vec::new();
        for name in names {
            wirings.push(Wiring::Node { name: name.clone(), action: shown.clone() });
            wirings.extend(self.commands(&name, shown.clone(), &action));
        }
        wirings
    }

    /// A node whose function says in its annotation where it goes: `Command[Literal["next"]]`.
    fn commands(
        &mut self,
        name: &str,
        action: Option<String>,
        value: &Value<'r>,
    ) -> Option<Wiring> {
        let Value::Function(closure) = value else { return None };
        let ExprKind::Subscript(command, indices) = &closure.function.returns.as_ref()?.kind else {
            return None;
        };
        let is_command = match &command.kind {
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => *name == "Command",
            _ => false,
        };
        let targets = self.literals(indices.first()?, closure.at)?;
        let routes = Self::judged(Routes { targets, ..Routes::default() }, value, None);
        is_command.then(|| Wiring::Conditional {
            from: name.into(),
            router: action.unwrap_or_default(),
            routes,
        })
    }

    fn sequence(
        &mut self,
        call: &'r Call<'r>,
        args: &Args<'r>,
        frame: &mut Frame<'r>,
    ) -> Vec<Wiring> {
        let elements = args.get(0, "nodes").and_then(Value::elements);
        let Some(elements) = elements else {
            return vec![unresolved("a sequence of nodes could not be followed")];
        };
        let module = &self.repository.modules[frame.at.module];
        let shown: Vec<_> = match call.argument(0, "nodes").map(|nodes| &nodes.kind) {
            Some(ExprKind::List(items)) => {
                items.iter().map(|item| Some(module.written(item.span, 120))).collect()
            }
            _ => Vec::new(),
        };
        let mut wirings = Vec::new();
        let mut previous: Option<String> = None;
        for (index, element) in elements.iter().enumerate() {
            let name = match element {
                Value::Tuple(parts) => {
                    parts.first().and_then(texts).and_then(|mut names| names.pop())
                }
                node => named_by(node),
            };
            let Some(name) = name else {
                wirings.push(unresolved("a node of a sequence could not be followed"));
                previous = None;
                continue;
            };
            let action = shown.get(index).cloned().flatten();
            wirings.push(Wiring::Node { name: name.clone(), action });
            if let Some(from) = previous.replace(name.clone()) {
                wirings.push(Wiring::Edge { from, to: name });
            }
        }
        wirings
    }
}

/// The edges between every source and every target.
fn edges(from: Option<&Value<'_>>, to: Option<&Value<'_>>) -> Vec<Wiring> {
    let sources = from.and_then(|from| match from {
        Value::List(items) | Value::Tuple(items) => {
            items.iter().map(texts).collect::<Option<Vec<_>>>().map(|names| names.concat())
        }
        other => texts(other),
    });
    let (Some(sources), Some(targets)) = (sources, to.and_then(texts)) else {
        return vec![unresolved("an end of an edge could not be followed")];
    };
    sources
        .iter()
        .flat_map(|from| {
            targets.iter().map(|to| Wiring::Edge { from: from.clone(), to: to.clone() })
        })
        .collect()
}

/// The node's name when it is named by what runs there.
fn named_by(value: &Value<'_>) -> Option<String> {
    match value {
        Value::Function(closure) => Some(closure.function.name.into()),
        Value::Object(_, class) => Some(class.name.into()),
        // An imported function is called what it is imported as.
        Value::External(name) if !name.starts_with("builtins.") => {
            name.rsplit('.').next().map(str::to_owned)
        }
        _ => None,
    }
}

/// The texts that a value can be; `None` when it can be anything else.
pub(super) fn texts(value: &Value<'_>) -> Option<Vec<String>> {
    value
        .alternatives()
        .into_iter()
        .map(|value| match value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        })
        .collect()
}

pub(super) fn unresolved(reason: &str) -> Wiring {
    Wiring::Unresolved(reason.into())
}
