//! The methods of a graph that is built: nodes, edges, entry and finish.

use super::super::interpreter::call::Args;
use super::super::interpreter::called::named_by;
use super::super::interpreter::run::Interpreter;
use super::super::values::ends::{End, edges};
use super::super::values::family;
use super::super::values::value::{END, Frame, Routes, START, Step, Value, Wiring};
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Passing};
use crate::domain::facts::GapAbout;

/// Nodes and edges of one graph that are followed.
const MOST: usize = 2_500;

/// Why an edge is not told that only some passes of a loop add.
pub(in crate::detect::repo::python::graph) const UNSURE: &str =
    "an edge is added in some passes of a loop, on a condition that could not be followed";

/// Why it is not told where a node leads that is added with `destinations`.
const UNTOLD: &str = "where a node with `destinations` leads could not be followed";

impl<'r> Interpreter<'r, '_> {
    /// Calls `name` on a graph; what it gives back can be chained.
    pub(in super::super) fn wire(
        &mut self,
        builder: usize,
        name: &'r str,
        expr: &'r Expr<'r>,
        call: &'r Call<'r>,
        args: &Args<'r>,
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        self.wired.insert((frame.at.module, expr.span.start));
        if frame.dead && self.built[builder].live {
            return Value::Builder(builder);
        }
        let at = (frame.at.module, expr.span.first);
        let fixed = |name: &str| Value::Text(name.into());
        if self.built[builder].steps.len() >= MOST && name != "compile" {
            self.leave_rest(builder);
            return Value::Builder(builder);
        }
        let end = |value: Option<&Value<'r>>, index, name: &str| {
            End::of(value, call.argument(index, name), frame)
        };
        let (start, last) = (fixed(START), fixed(END));
        let key = args.get(0, "key");
        let pairs = match name {
            "add_edge" => {
                let (from, to) = (args.get(0, "start_key"), args.get(1, "end_key"));
                edges(end(from, 0, "start_key"), end(to, 1, "end_key"), at)
            }
            "set_entry_point" => edges(End::of(Some(&start), None, frame), end(key, 0, "key"), at),
            "set_finish_point" => edges(end(key, 0, "key"), End::of(Some(&last), None, frame), at),
            _ => Vec::new(),
        };
        let (edges, ways): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let wirings = match name {
            "add_node" => self.add_node(call, args, frame),
            "add_edge" | "set_entry_point" | "set_finish_point" => edges,
            "add_conditional_edges" => {
                let source = args.get(0, "source").cloned();
                self.conditional(source.as_ref(), 1, call, args, frame)
            }
            "set_conditional_entry_point" => {
                let start = Value::Text(START.into());
                self.conditional(Some(&start), 0, call, args, frame)
            }
            "add_sequence" => self.sequence(call, args, frame),
            "compile" => {
                let built = &mut self.built[builder];
                built.compiled = Some(built.steps.len());
                return Value::Compiled(builder);
            }
            _ => match self.own_method(builder, name, args, frame) {
                Some(value) => return value,
                None => vec![unknown_method(name)],
            },
        };
        self.note_runs(builder, name, &wirings, (call, args));
        let module = frame.at.module;
        let some = frame.looped.is_some_and(|around| frame.choices.len() > around);
        let root = self.trace.root;
        let got_by = self.trace.got_by(&self.built[builder].made);
        let unsure = frame.unsure;
        let is_sure = self.guards == 0 && frame.looped.is_none() && !unsure && !args.may_vary();
        let handled = frame.handling.is_some_and(|before| builder < before);
        let steps = wirings.into_iter().enumerate().map(|(number, wiring)| {
            let mut choices = frame.choices.clone();
            let more = ways.get(number).into_iter().flatten();
            for branch in more {
                if !choices.contains(branch) {
                    choices.push(*branch);
                }
            }
            let wiring = if some { for_some(wiring) } else { wiring };
            let wiring = if unsure { for_unsure(wiring) } else { wiring };
            let wiring = if handled { self.instead(builder, wiring) } else { wiring };
            // Whatever it takes to make the graph is no choice any more.
            let is_settled = choices.iter().all(|it| self.built[builder].choices.contains(it));
            let sure = is_sure && !handled && is_settled;
            Step { module, expr, wiring, choices, root, got_by, sure }
        });
        let steps: Vec<_> = steps.collect();
        self.built[builder].steps.extend(steps);
        Value::Builder(builder)
    }

    /// Remembers what runs at the nodes and as the routers that a call adds.
    fn note_runs(
        &mut self,
        builder: usize,
        name: &str,
        wirings: &[Wiring],
        (call, args): (&Call<'r>, &Args<'r>),
    ) {
        if name == "add_node" {
            let action = run_by(call, args);
            let named = wirings.iter().filter_map(|wiring| match wiring {
                Wiring::Node { name, .. } => Some(name),
                _ => None,
            });
            // Which of several runs there is settled when the graph is made.
            let runs = named.flat_map(|name| {
                action.alternatives().into_iter().map(|one| (name.clone(), one.clone()))
            });
            self.built[builder].runs.extend(runs);
        }
        if name.contains("conditional") {
            let router = args.get(usize::from(name == "add_conditional_edges"), "path");
            let routers = wirings.iter().filter_map(|wiring| match wiring {
                Wiring::Conditional { router: written, .. } => {
                    Some((written.clone(), router.cloned().unwrap_or(Value::Unknown)))
                }
                _ => None,
            });
            self.built[builder].routers.extend(routers);
        }
    }

    /// Calls a method that the graph's class defines itself; `None` where nothing defines one that is called like those
    /// that wire.
    fn own_method(
        &mut self,
        builder: usize,
        name: &'r str,
        args: &Args<'r>,
        frame: &Frame<'r>,
    ) -> Option<Value<'r>> {
        let own = self.built[builder].class;
        let own = own.map(|(at, class)| self.attribute(&Value::Object(at, class), name));
        if let Some(Value::Function(closure)) = own {
            return Some(self.run(&closure, Some(Value::Builder(builder)), args, frame));
        }
        let wires = ["add_", "set_"].iter().any(|start| name.starts_with(start));
        (!wires || name == "set_node_defaults").then_some(Value::Unknown)
    }

    /// What a handler adds where something failed: nothing else than what is there already is sure.
    fn instead(&self, builder: usize, wiring: Wiring) -> Wiring {
        let is_there = self.built[builder].steps.iter().any(|step| match (&step.wiring, &wiring) {
            (Wiring::Node { name, .. }, Wiring::Node { name: other, .. }) => name == other,
            (Wiring::Edge { from, to, .. }, Wiring::Edge { from: source, to: target, .. }) => {
                from == source && to == target
            }
            _ => false,
        });
        let about = match &wiring {
            _ if is_there => return wiring,
            Wiring::Node { .. } => GapAbout::Node,
            Wiring::Edge { .. } => GapAbout::Edge,
            Wiring::Conditional { .. } => GapAbout::Conditional,
            Wiring::Unresolved(..) => return wiring,
        };
        unresolved(about, "it is added only where something else failed")
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
            let reason = if args.open {
                "a node is given what could not be followed"
            } else {
                "a node has no name"
            };
            return vec![unresolved(GapAbout::Node, reason)];
        };
        let deferred = match args.get(usize::MAX, "defer") {
            Some(Value::Bool(waits)) => Some(*waits),
            Some(Value::None) => Some(false),
            Some(_) => None,
            None => (!has_more(call, args)).then_some(false),
        };
        let Some(action) = args.get(1, "action") else {
            let name = match node {
                // A node may be named by its function alone.
                Value::Text(_) => None,
                node => named_by(node),
            };
            let action = written(0, "node");
            let Some(name) = name else { return nameless(args) };
            let (name, node) = (name.clone(), node.clone());
            let mut wirings =
                vec![Wiring::Node { name: name.clone(), action: action.clone(), deferred }];
            let ways = self.commands(&name, action.as_deref(), &node, frame);
            wirings.extend(told_ways(ways, (&name, action.as_deref(), &node), args));
            return wirings;
        };
        let action = action.clone();
        let Some(names) = texts(node) else { return nameless(args) };
        let shown = written(1, "action");
        let mut wirings = Vec::new();
        for name in names {
            let node = Wiring::Node { name: name.clone(), action: shown.clone(), deferred };
            wirings.push(node);
            let ways = self.commands(&name, shown.as_deref(), &action, frame);
            wirings.extend(told_ways(ways, (&name, shown.as_deref(), &action), args));
        }
        wirings
    }

    fn sequence(
        &mut self,
        call: &'r Call<'r>,
        args: &Args<'r>,
        frame: &mut Frame<'r>,
    ) -> Vec<Wiring> {
        let elements = args.get(0, "nodes").and_then(Value::elements);
        let Some(elements) = elements else {
            return vec![unresolved(GapAbout::Edge, "a sequence of nodes could not be followed")];
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
                let gap = "a node of a sequence could not be followed";
                wirings.push(unresolved(GapAbout::Edge, gap));
                previous = None;
                continue;
            };
            let action = shown.get(index).cloned().flatten();
            wirings.push(Wiring::Node { name: name.clone(), action, deferred: Some(false) });
            if let Some(from) = previous.replace(name.clone()) {
                wirings.push(Wiring::Edge { from, to: name, waits: false });
            }
        }
        wirings
    }
}

/// A node whose name could not be followed; what it is said to lead to may follow from its commands.
fn nameless(args: &Args<'_>) -> Vec<Wiring> {
    let leads = destinations(args).is_some().then(|| unresolved(GapAbout::Conditional, UNTOLD));
    let node = unresolved(GapAbout::Node, "a node's name could not be followed");
    std::iter::once(node).chain(leads).collect()
}

/// Where a node is said to lead to where it is added; nothing where nothing is said.
fn destinations<'a, 'r>(args: &'a Args<'r>) -> Option<&'a Value<'r>> {
    args.get(usize::MAX, "destinations").filter(|told| !matches!(told, Value::None))
}

/// Where a node goes by its commands, or by the `destinations` that it is added with where these could not be followed.
/// A command that goes nowhere ends what may end by them.
fn told_ways(
    ways: Option<Wiring>,
    (from, action, runs): (&str, Option<&str>, &Value<'_>),
    args: &Args<'_>,
) -> Option<Wiring> {
    let is_open = match &ways {
        Some(ways) => matches!(ways, Wiring::Unresolved(..)),
        None => matches!(runs, Value::Unknown | Value::External(_)),
    };
    let told = destinations(args);
    let names = told.and_then(Value::elements);
    let names = names.and_then(|names| names.iter().map(texts).collect::<Option<Vec<_>>>());
    let names = names.map(|names| names.concat()).filter(|names| !names.is_empty());
    let mut targets = match (ways, names) {
        (Some(Wiring::Conditional { from, router, mut routes }), names) => {
            let ends = names.is_some_and(|names| names.iter().any(|name| name == END));
            if routes.silent && ends && !routes.targets.iter().any(|name| name == END) {
                routes.targets.push(END.to_owned());
                routes.targets.sort();
            }
            return Some(Wiring::Conditional { from, router, routes });
        }
        (_, Some(names)) if is_open => names,
        (None, None) if is_open && told.is_some() => {
            return Some(unresolved(GapAbout::Conditional, UNTOLD));
        }
        (ways, _) => return ways,
    };
    targets.sort();
    targets.dedup();
    Some(Wiring::Conditional {
        from: from.to_owned(),
        router: action.unwrap_or_default().to_owned(),
        routes: Routes { targets, ..Routes::default() },
    })
}

/// What is called like a method that wires, and is none that graphs of `LangGraph` are known to have.
fn unknown_method(name: &str) -> Wiring {
    let about = match name {
        _ if name.contains("condition") => GapAbout::Conditional,
        _ if name.contains("edge") => GapAbout::Edge,
        _ if name.contains("node") => GapAbout::Node,
        _ => GapAbout::Anything,
    };
    Wiring::Unresolved(about, format!("what `{name}` adds is not known"))
}

/// What a call adds for some members of a family alone: for which, and whether for several, is not known.
fn for_some(wiring: Wiring) -> Wiring {
    let (about, of_family) = match &wiring {
        Wiring::Edge { from, to, .. } => {
            (GapAbout::Edge, family::is_marked(from) || family::is_marked(to))
        }
        Wiring::Conditional { from, .. } => (GapAbout::Conditional, family::is_marked(from)),
        Wiring::Node { .. } | Wiring::Unresolved(..) => return wiring,
    };
    let gap =
        "an edge is given to some of several nodes, on a condition that could not be followed";
    if of_family { unresolved(about, gap) } else { wiring }
}

/// What a call adds in some passes of a loop alone.
fn for_unsure(wiring: Wiring) -> Wiring {
    let about = match &wiring {
        Wiring::Edge { .. } => GapAbout::Edge,
        Wiring::Conditional { .. } => GapAbout::Conditional,
        Wiring::Node { .. } | Wiring::Unresolved(..) => return wiring,
    };
    unresolved(about, UNSURE)
}

/// Whether a call hands on arguments that are not spelled out, nor found where they are.
fn has_more(call: &Call<'_>, args: &Args<'_>) -> bool {
    args.open && call.args.iter().any(|arg| arg.passing == Passing::Named)
}

/// What runs at a node that is added; unknown where the call says which fields the node is given.
fn run_by<'r>(call: &Call<'_>, args: &Args<'r>) -> Value<'r> {
    let given = has_more(call, args)
        || ["input", "input_schema"].iter().any(|name| args.get(usize::MAX, name).is_some());
    let action = args.get(1, "action").or_else(|| args.get(0, "node"));
    action.filter(|_| !given).cloned().unwrap_or(Value::Unknown)
}

/// The texts that a value can be; `None` when it can be anything else.
pub(in crate::detect::repo::python::graph) fn texts(value: &Value<'_>) -> Option<Vec<String>> {
    value
        .alternatives()
        .into_iter()
        .map(|value| match value {
            Value::Text(text) => Some(text.clone()),
            Value::Each(each) => Some(family::marked(each)),
            _ => None,
        })
        .collect()
}

pub(in crate::detect::repo::python::graph) fn unresolved(about: GapAbout, reason: &str) -> Wiring {
    Wiring::Unresolved(about, reason.into())
}
