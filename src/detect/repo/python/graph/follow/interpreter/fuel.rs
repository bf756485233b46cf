//! How much of what wires graphs is followed, and what is said of those that take more.

use super::super::built::wiring::unresolved;
use super::super::values::value::{Built, Frame, Step, Value, Wiring};
use super::call::Args;
use super::run::Interpreter;
use crate::detect::repo::python::graph::constructs;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::Call;
use crate::domain::facts::GapAbout;
use std::collections::{BTreeMap, BTreeSet};

/// Statements and expressions that are followed from one root.
pub(in super::super) const FUEL: usize = 200_000;

/// The same for all roots together.
pub(in super::super) const TANK: usize = 4_000_000;

/// Parts of one value that are kept; a larger one counts as unknown.
const WEIGHT: usize = 4096;

/// Why no more of a graph is followed.
const LARGE: &str = "the graph has more nodes and edges than are followed";

const GAP: &str = "to follow what wires it takes too long";

/// Why what is called too deep is not followed.
pub(in super::super) const TOO_DEEP: &str = "what wires it is called too deep to be followed";

/// Packages that wire nothing.
const OTHERS: &[&str] =
    &["langchain", "langgraph", "langsmith", "logging.", "typing.", "copy.", "functools."];

/// What is built in and calls nothing of what it is given.
const LOOKING: &[&str] = &[
    "all",
    "any",
    "bool",
    "callable",
    "dict",
    "dir",
    "enumerate",
    "getattr",
    "hasattr",
    "hash",
    "help",
    "id",
    "isinstance",
    "issubclass",
    "iter",
    "len",
    "list",
    "next",
    "print",
    "repr",
    "reversed",
    "set",
    "sorted",
    "str",
    "super",
    "tuple",
    "type",
    "vars",
    "zip",
];

/// Whether something that was not found may wire a graph that it is given.
pub(in super::super) fn may_wire(name: &str) -> bool {
    match name.strip_prefix("builtins.") {
        Some(built_in) => !LOOKING.contains(&built_in),
        None => !OTHERS.iter().any(|other| name.starts_with(other)),
    }
}

/// That it was not found.
pub(in super::super) fn lost(call: &Call<'_>) -> String {
    format!("what `{}` adds to it was not found", call.callee_name())
}

impl<'r> Interpreter<'r, '_> {
    /// Allows a new root its own fuel.
    pub(in super::super) fn refuel(&mut self) {
        self.fuel = FUEL.min(self.tank);
        self.tank -= self.fuel;
        self.is_spent |= self.fuel == 0;
    }

    /// Gives back what a root did not need.
    pub(in super::super) fn settle(&mut self) {
        self.tank += self.fuel;
    }

    /// Copies the variables, which costs fuel.
    pub(in crate::detect::repo::python::graph) fn copy(&mut self, frame: &Frame<'r>) -> Frame<'r> {
        self.fuel = self.fuel.saturating_sub(frame.variables.len() / 4);
        frame.clone()
    }

    /// Gives up on values that grow beyond what wiring needs.
    pub(in super::super) fn bounded(&mut self, value: Value<'r>) -> Value<'r> {
        let weight = value.weight(WEIGHT);
        self.fuel = self.fuel.saturating_sub(weight / 8);
        if weight >= WEIGHT { Value::Unknown } else { value }
    }

    /// Says of a graph that it has more than is followed, once.
    pub(in super::super) fn leave_rest(&mut self, graph: usize) {
        let last = self.built[graph].steps.last();
        let is_said = matches!(last, Some(Step { wiring: Wiring::Unresolved(_, reason), .. }) if reason == LARGE);
        if !is_said {
            add_gap(&mut self.built[graph], LARGE);
        }
    }

    /// Marks the graphs that objects of a class wire of which one root made several that are not told apart.
    pub(in crate::detect::repo::python::graph) fn doubt(&mut self) {
        let several = self.made.iter().filter(|(_, made)| **made > 1);
        let roots: BTreeSet<usize> = several.map(|((root, ..), _)| *root).collect();
        for built in &mut self.built {
            built.doubtful = built.steps.iter().any(|step| roots.contains(&step.root));
        }
    }

    /// Spends one unit; `false` when none is left.
    pub(in super::super) fn spend(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel > 0
    }

    /// Says of the graphs among the arguments of a call that is not followed that more may be wired.
    pub(in super::super) fn leave_given(&mut self, args: &Args<'r>, reason: &str) {
        let given = args.positions.iter().chain(args.keywords.iter().map(|(_, value)| value));
        let graphs: BTreeSet<usize> = given.flat_map(Value::graphs).collect();
        for graph in graphs {
            add_gap(&mut self.built[graph], reason);
        }
    }

    /// Says of the graphs of a root that more may be wired, where there was not enough to follow it to its end: of those
    /// built since so many were `known`, and of those of its module.
    pub(in super::super) fn leave_open(&mut self, module: usize, known: usize) {
        if self.fuel > 0 {
            return;
        }
        for (number, built) in self.built.iter_mut().enumerate() {
            if number >= known || built.at.module == module {
                leave_open(built);
            }
        }
    }
}

/// Adds the graphs that nothing was left to follow.
pub(in crate::detect::repo::python::graph) fn add_unfollowed<'r>(
    repository: &Repository<'r>,
    sites: &[Site<'r>],
    built: &mut Vec<Built<'r>>,
) {
    let known: BTreeSet<(usize, usize)> =
        built.iter().map(|one| (one.at.module, one.construction.span.start)).collect();
    let left = sites.iter().filter(|site| {
        constructs(repository, site) && !known.contains(&(site.at.module, site.expr.span.start))
    });
    for site in left {
        let module = site.module(repository);
        let state = site.call.argument(0, "state_schema");
        let mut one = Built {
            at: site.at,
            construction: site.expr,
            state: state.map(|state| module.written(state.span, 120)),
            schema: Value::Unknown,
            class: None,
            owner: None,
            variable: None,
            function: site.around.function(),
            live: !site.around.dead,
            for_tests: module.in_tests,
            uncalled: false,
            runs: Vec::new(),
            routers: Vec::new(),
            steps: Vec::new(),
            made: Vec::new(),
            choices: Vec::new(),
            compiled: None,
            same: BTreeMap::new(),
            doubtful: false,
        };
        leave_open(&mut one);
        built.push(one);
    }
}

fn leave_open(built: &mut Built<'_>) {
    add_gap(built, GAP);
}

/// Says of a graph that more may be wired, and why.
pub(in super::super) fn add_gap(built: &mut Built<'_>, reason: &str) {
    let step = Step {
        module: built.at.module,
        expr: built.construction,
        wiring: unresolved(GapAbout::Anything, reason),
        choices: Vec::new(),
        root: 0,
        got_by: None,
        sure: false,
    };
    built.steps.push(step);
}
