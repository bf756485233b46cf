//! What the wiring code computes with.

use super::super::interpreter::traces::{Entered, Place};
pub(in crate::detect::repo::python::graph) use super::closure::Closure;
use super::ends::Splits;
use super::variables::Variables;
use crate::detect::repo::python::repository::At;
use crate::detect::repo::python::syntax::{Class, Expr, Function, Lambda};
use crate::domain::facts::GapAbout;
use std::collections::BTreeMap;

/// How many alternatives of one value are kept.
pub(in super::super) const ALTERNATIVES: usize = 128;

/// The names that `LangGraph` gives its entry and its end.
pub(in crate::detect::repo::python::graph) const START: &str = "__start__";
pub(in crate::detect::repo::python::graph) const END: &str = "__end__";

/// One branch of an `if`: its module, the line of its first test, and which branch, the `else` last.
pub(in crate::detect::repo::python::graph) type Branch = (usize, u32, usize);

/// A value as far as it is known without running the program.
#[derive(Clone, Debug)]
pub(in crate::detect::repo::python::graph) enum Value<'r> {
    Text(String),
    Number(i64),
    Bool(bool),
    None,
    List(Vec<Value<'r>>),
    Tuple(Vec<Value<'r>>),
    /// In order of insertion.
    Dict(Vec<(Value<'r>, Value<'r>)>),
    Function(Closure<'r>),
    Lambda(At, &'r Lambda<'r>),
    Class(At, &'r Class<'r>),
    /// `self`, or an object of a class of the repository.
    Object(At, &'r Class<'r>),
    /// A record of a class of the repository that has fields and no constructor of its own.
    Record(std::rc::Rc<Record<'r>>),
    /// What `namedtuple` makes: a class of records with these fields.
    Records(std::rc::Rc<Vec<String>>),
    Module(usize),
    /// A name outside the repository.
    External(String),
    /// The graph that is built, by its number.
    Builder(usize),
    /// A method of a graph that is built.
    Method(usize, &'r str),
    /// What `LangGraph` runs at a node itself: a compiled graph, or an agent.
    Prebuilt,
    /// A graph of the repository that is compiled, by its number.
    Compiled(usize),
    /// A node of tools, by its name.
    Tools(String),
    /// `Send(node, …)`.
    Send(Box<Value<'r>>),
    /// `Command(goto=…)`.
    Command(Box<Value<'r>>),
    /// One of many values that only the running program knows, as written.
    Each(String),
    /// Within a list any number of values that are not known.
    Others,
    /// Any one of these, depending on what happens when the program runs.
    Either(Vec<Value<'r>>),
    Unknown,
}

/// What a record holds.
#[derive(Clone, Debug)]
pub(in crate::detect::repo::python::graph) struct Record<'r> {
    /// Its class, if the repository defines it.
    pub class: Option<(At, &'r Class<'r>)>,
    pub fields: Vec<(String, Value<'r>)>,
    /// Whether it is a tuple, too.
    pub is_tuple: bool,
}

impl<'r> Value<'r> {
    /// Everything this can be, alternatives spread out.
    pub(in crate::detect::repo::python::graph) fn alternatives(&self) -> Vec<&Value<'r>> {
        match self {
            Self::Either(values) => values.iter().flat_map(Value::alternatives).collect(),
            _ => vec![self],
        }
    }

    /// The elements when this is iterated over; `None` when that is not known.
    pub(in crate::detect::repo::python::graph) fn elements(&self) -> Option<Vec<Value<'r>>> {
        match self {
            Self::List(items) if items.iter().any(|item| matches!(item, Self::Others)) => None,
            Self::List(items) | Self::Tuple(items) => Some(items.clone()),
            Self::Dict(pairs) => Some(pairs.iter().map(|(key, _)| key.clone()).collect()),
            Self::Record(record) if record.is_tuple => {
                Some(record.fields.iter().map(|(_, value)| value.clone()).collect())
            }
            Self::Either(values) => {
                let mut all: Vec<Value<'r>> = Vec::new();
                for value in values {
                    for element in value.elements()? {
                        if !all.iter().any(|known| known.same(&element)) {
                            all.push(element);
                        }
                    }
                }
                Some(all)
            }
            _ => None,
        }
    }

    /// Whether both are surely the same, as far as wiring cares.
    pub(in super::super) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(left), Self::Text(right))
            | (Self::Each(left), Self::Each(right))
            | (Self::External(left), Self::External(right))
            | (Self::Tools(left), Self::Tools(right)) => left == right,
            (Self::Number(left), Self::Number(right)) => left == right,
            (Self::Bool(left), Self::Bool(right)) => left == right,
            (Self::None, Self::None)
            | (Self::Unknown, Self::Unknown)
            | (Self::Others, Self::Others) => true,
            (Self::List(left), Self::List(right)) | (Self::Tuple(left), Self::Tuple(right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(l, r)| l.same(r))
            }
            (Self::Dict(left), Self::Dict(right)) => {
                left.len() == right.len()
                    && left.iter().zip(right).all(|(l, r)| l.0.same(&r.0) && l.1.same(&r.1))
            }
            (Self::Builder(left), Self::Builder(right))
            | (Self::Compiled(left), Self::Compiled(right))
            | (Self::Module(left), Self::Module(right)) => left == right,
            (Self::Function(left), Self::Function(right)) => left.same(right),
            (Self::Lambda(_, left), Self::Lambda(_, right)) => std::ptr::eq(*left, *right),
            (Self::Class(_, left), Self::Class(_, right))
            | (Self::Object(_, left), Self::Object(_, right)) => std::ptr::eq(*left, *right),
            (Self::Send(left), Self::Send(right)) | (Self::Command(left), Self::Command(right)) => {
                left.same(right)
            }
            (Self::Record(left), Self::Record(right)) => std::rc::Rc::ptr_eq(left, right),
            (Self::Method(left, l), Self::Method(right, r)) => left == right && l == r,
            _ => false,
        }
    }

    /// Either this or `other`.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "two values become one, as `reduce` wants it"
    )]
    pub(in super::super) fn or(self, other: Self) -> Self {
        if self.same(&other) {
            return self;
        }
        let mut all = match self {
            Self::Either(values) => values,
            value => vec![value],
        };
        for value in other.alternatives() {
            if all.iter().any(|known| known.same(value)) {
                continue;
            }
            // That there are more is not to be lost.
            let is_full = all.len() >= ALTERNATIVES;
            all.push(if is_full { Self::Unknown } else { value.clone() });
            if is_full {
                break;
            }
        }
        Self::Either(all)
    }

    /// How many parts it has, counted up to `limit`.
    pub(in super::super) fn weight(&self, limit: usize) -> usize {
        let mut weight = 1;
        let mut open = vec![self];
        while let Some(value) = open.pop() {
            match value {
                Self::Text(text) | Self::Each(text) => weight += text.len() / 64,
                Self::List(items) | Self::Tuple(items) | Self::Either(items) => open.extend(items),
                Self::Dict(pairs) => {
                    open.extend(pairs.iter().flat_map(|(key, value)| [key, value]));
                }
                Self::Send(inner) | Self::Command(inner) => open.push(inner),
                Self::Record(record) => open.extend(record.fields.iter().map(|(_, value)| value)),
                _ => {}
            }
            weight += 1;
            if weight >= limit {
                break;
            }
        }
        weight
    }

    /// The graphs that whoever is given this can wire: in what it holds, and as methods of theirs.
    pub(in super::super) fn graphs(&self) -> Vec<usize> {
        match self {
            Self::Builder(graph) | Self::Method(graph, _) => vec![*graph],
            Self::List(items) | Self::Tuple(items) | Self::Either(items) => {
                items.iter().flat_map(Value::graphs).collect()
            }
            Self::Dict(pairs) => pairs.iter().flat_map(|(_, value)| value.graphs()).collect(),
            Self::Record(record) => {
                record.fields.iter().flat_map(|(_, value)| value.graphs()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether a graph that is built is in it.
    pub(in super::super) fn has_builder(&self) -> bool {
        match self {
            Self::Builder(_) | Self::Method(..) => true,
            Self::List(items) | Self::Tuple(items) | Self::Either(items) => {
                items.iter().any(Value::has_builder)
            }
            Self::Record(record) => record.fields.iter().any(|(_, value)| value.has_builder()),
            _ => false,
        }
    }
}

/// The variables of one function that is being followed.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own about what runs")]
pub(in crate::detect::repo::python::graph) struct Frame<'r> {
    pub at: At,
    pub variables: Variables<'r>,
    /// Those of them that branches gave different values.
    pub splits: Splits<'r>,
    /// The class whose method runs, for `self`.
    pub owner: Option<&'r Class<'r>>,
    pub returned: Option<Value<'r>>,
    /// The function's name, as the graph's builder.
    pub function: Option<&'r Function<'r>>,
    /// Whether what runs now can never run.
    pub dead: bool,
    /// Whether a test runs it.
    pub for_tests: bool,
    /// The branches in which what runs now stands, also those of callers.
    pub choices: Vec<Branch>,
    /// How many of them stand around the innermost loop over values that are not known.
    pub looped: Option<usize>,
    /// What the loops around give anew in each pass.
    pub each: Vec<&'r str>,
    /// Whether a loop calls the function, be it with something else in each pass.
    pub passed: bool,
    /// Whether what runs now runs in some passes of a loop, nobody knows which.
    pub unsure: bool,
    /// The variables at the places at which passes of the loop around may end before their end.
    pub left: Vec<Variables<'r>>,
    /// How many graphs there were when something failed that is being handled.
    pub handling: Option<usize>,
}

/// What the wiring does to one graph, in order.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a thing of its own about how it is built"
)]
pub(in crate::detect::repo::python::graph) struct Built<'r> {
    pub at: At,
    pub construction: &'r Expr<'r>,
    pub state: Option<String>,
    /// What it is given for the state's class.
    pub schema: Value<'r>,
    /// The class of the repository that it is an object of, if it is of one.
    pub class: Option<(At, &'r Class<'r>)>,
    /// The class whose method makes it.
    pub owner: Option<&'r Class<'r>>,
    pub variable: Option<String>,
    pub function: Option<String>,
    pub live: bool,
    /// Whether a test has it built.
    pub for_tests: bool,
    /// Whether nobody's call of its function was followed, so that nothing is known of its arguments.
    pub uncalled: bool,
    /// Nodes with what runs there.
    pub runs: Vec<(String, Value<'r>)>,
    /// Routers, as they are written, with what runs there.
    pub routers: Vec<(String, Value<'r>)>,
    pub steps: Vec<Step<'r>>,
    /// What was being followed where it is made.
    pub made: Vec<Entered>,
    /// The branches in which it is made.
    pub choices: Vec<Branch>,
    /// How many calls had wired it when it was compiled last.
    pub compiled: Option<usize>,
    /// Choices that ask for the same as an earlier one, by module and line, with the line of that.
    pub same: BTreeMap<(usize, u32), u32>,
    /// Whether objects of a class that are not told apart wire it.
    pub doubtful: bool,
}

/// One call on a graph.
#[derive(Clone, Debug)]
pub(in crate::detect::repo::python::graph) struct Step<'r> {
    pub module: usize,
    pub expr: &'r Expr<'r>,
    pub wiring: Wiring,
    pub choices: Vec<Branch>,
    /// The root from which it was followed, by its number.
    pub root: usize,
    /// The call by which whoever adds it got the graph, where another function makes it.
    pub got_by: Option<Place>,
    /// Whether the call surely adds it, and what fails there ends the program.
    pub sure: bool,
}

/// What one call adds.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there are a few thousand of them at most")]
pub(in crate::detect::repo::python::graph) enum Wiring {
    /// Whether it waits for all others of its step; `None` where that is not known.
    Node {
        name: String,
        action: Option<String>,
        deferred: Option<bool>,
    },
    Edge {
        from: String,
        to: String,
        waits: bool,
    },
    Conditional {
        from: String,
        router: String,
        routes: Routes,
    },
    Unresolved(GapAbout, String),
}

/// Where a router can go.
#[derive(Clone, Debug, Default)]
pub(in crate::detect::repo::python::graph) struct Routes {
    pub targets: Vec<String>,
    /// Whether several targets are taken at once.
    pub parallel: bool,
    /// Whether those that are not taken alone are always taken all at once.
    pub together: bool,
    /// Those that may be taken at once with any other of them.
    pub free: Vec<String>,
    /// Of these the targets that are never taken with another.
    pub alone: Vec<String>,
    /// Whether errors or missing evidence are dealt with; `None` when undecided.
    pub handles_errors: Option<bool>,
    /// The one target that is always taken.
    pub always: Option<String>,
    /// What it never takes, because the state has no field for what it asks first.
    pub starved: Vec<String>,
    /// What it never takes, because it returns no key of the path map that stands for it.
    pub unreturned: Vec<String>,
    /// What it returns and its path map has no key for, and whether that is all.
    pub unmapped: (Vec<String>, bool),
    /// Whether a node may return a command that says nothing of where it goes.
    pub silent: bool,
    /// The targets that its path map spells out.
    pub mapped: Vec<String>,
    /// Why some targets are not known.
    pub gap: Option<&'static str>,
}
