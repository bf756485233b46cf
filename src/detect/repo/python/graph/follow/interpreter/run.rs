//! Follows statements that wire graphs.
//!
//! Branches whose condition is not known are all taken and joined; loops over known values run once
//! per value, others once. Fuel and depth bound the work.

use super::super::values::operators::augmented;
use super::super::values::value::{Built, Closure, Frame, Value};
use super::super::values::variables::Variables;
use super::flow::{Flow, join};
use super::fuel::{FUEL, TANK};
use super::loops::unpacked;
use super::tops::imported;
use super::traces::Trace;
use crate::detect::repo::python::graph::routes::starved::Starved;
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::running::sites::constant_condition;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Handler, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Statements and expressions that are followed inside each other, so that the stack suffices.
pub(in super::super) const NESTING: usize = 150;

/// A function by its module and id, and the class of the object whose method it is.
type Active = (usize, usize, Option<(usize, usize)>);

/// Follows wiring code through the repository.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a state of its own, and several hold at once"
)]
pub(in crate::detect::repo::python::graph) struct Interpreter<'r, 'p> {
    pub repository: &'p Repository<'r>,
    pub built: Vec<Built<'r>>,
    /// What loops call the elements of things that are not known, by how these are written.
    pub elements: BTreeMap<String, String>,
    /// Attributes by class and name; one object stands for all of a class.
    pub attributes: BTreeMap<(usize, usize, &'r str), Value<'r>>,
    /// Variables of the modules whose top level has run.
    pub modules: BTreeMap<usize, Variables<'r>>,
    pub running: BTreeSet<usize>,
    /// What the modules hold whose top level is being run, at the call that is followed.
    pub tops: BTreeMap<usize, Variables<'r>>,
    /// What functions changed in them meanwhile.
    pub globals: BTreeMap<usize, BTreeMap<String, Value<'r>>>,
    /// The names that functions declare as those of their module.
    pub declared: BTreeMap<(usize, usize), Rc<Vec<&'r str>>>,
    /// The calls on graphs that were followed, by module and place.
    pub wired: BTreeSet<(usize, usize)>,
    /// The calls that would wire a graph of which it was not known what they are made on, likewise.
    pub missed: BTreeSet<(usize, usize)>,
    /// The functions that were followed, by module and id.
    pub entered: BTreeSet<(usize, usize)>,
    /// Whether what is followed is a router or a node, which may take any of what it may return.
    pub routing: bool,
    pub depth: usize,
    pub fuel: usize,
    /// The functions that are being followed.
    pub active: Vec<Active>,
    /// Whether a root was not followed because all roots together had used up what there is.
    pub is_spent: bool,
    /// Whether the function that was followed last may end without a `return`, though it has one.
    pub falls_off: bool,
    /// How many statements and expressions are being followed inside each other.
    pub nesting: usize,
    /// How much is around what is followed that may not run, or may run on after it failed.
    pub guards: usize,
    /// What routers read in vain.
    pub starved: Starved,
    /// Whether what is read in vain is taken for what it gives: nothing.
    pub starving: bool,
    /// What is left for all roots together.
    pub tank: usize,
    /// What bodies of classes hold that is made once, by its module and place.
    pub held: BTreeMap<(usize, usize), Value<'r>>,
    /// The modules that wire at their own level, and those that lead to them, where there are several.
    pub leading: BTreeSet<usize>,
    /// Classes by their objects' shared attributes, and how many each root made.
    pub made: BTreeMap<(usize, usize, usize), usize>,
    /// The names of classes that others have for a base, where that was asked.
    pub bases: Option<BTreeSet<&'r str>>,
    /// The calls that are being followed.
    pub trace: Trace,
    /// The first line in a function that asks for something, by its scope and what is asked.
    pub asked: BTreeMap<(usize, usize, Vec<String>), u32>,
    /// Choices that ask for the same as an earlier one, by module and line, with the line of that.
    pub same: BTreeMap<(usize, u32), u32>,
    /// Branches that are surely taken by what a function is given, by the root and the place of the choice.
    pub taken: BTreeMap<(usize, usize, u32), BTreeSet<usize>>,
}

impl<'r, 'p> Interpreter<'r, 'p> {
    pub(in crate::detect::repo::python::graph) fn new(
        repository: &'p Repository<'r>,
        starved: Starved,
    ) -> Self {
        Self {
            repository,
            starved,
            starving: false,
            built: Vec::new(),
            elements: BTreeMap::new(),
            attributes: BTreeMap::new(),
            modules: BTreeMap::new(),
            running: BTreeSet::new(),
            tops: BTreeMap::new(),
            globals: BTreeMap::new(),
            declared: BTreeMap::new(),
            wired: BTreeSet::new(),
            missed: BTreeSet::new(),
            entered: BTreeSet::new(),
            routing: false,
            depth: 0,
            fuel: FUEL,
            active: Vec::new(),
            is_spent: false,
            falls_off: false,
            nesting: 0,
            guards: 0,
            tank: TANK,
            held: BTreeMap::new(),
            leading: BTreeSet::new(),
            made: BTreeMap::new(),
            bases: None,
            trace: Trace::default(),
            asked: BTreeMap::new(),
            same: BTreeMap::new(),
            taken: BTreeMap::new(),
        }
    }

    /// The variables of a module after its top level ran.
    pub(in crate::detect::repo::python::graph) fn module(
        &mut self,
        module: usize,
    ) -> Variables<'r> {
        if let Some(known) = self.modules.get(&module) {
            return known.clone();
        }
        if !self.running.insert(module) || self.running.len() > 16 {
            return self.tops.get(&module).cloned().unwrap_or_default();
        }
        let (fuel, depth) = (self.fuel, self.depth);
        self.refuel();
        let mut frame = Frame::new(At::top(module));
        let known = self.built.len();
        let active = std::mem::take(&mut self.active);
        let interrupted = self.trace.begin();
        self.body(&self.repository.modules[module].syntax.body, &mut frame);
        self.active = active;
        self.trace.resume(interrupted);
        self.leave_open(module, known);
        self.settle();
        (self.fuel, self.depth) = (fuel, depth);
        self.take_globals(&mut frame);
        self.running.remove(&module);
        self.tops.remove(&module);
        self.modules.insert(module, frame.variables.clone());
        frame.variables
    }

    pub(in super::super) fn body(&mut self, body: &'r Body<'r>, frame: &mut Frame<'r>) -> Flow {
        for stmt in body {
            if !self.spend() || self.nesting >= NESTING {
                return Flow::Ended;
            }
            self.nesting += 1;
            let flow = self.statement(stmt, frame);
            self.nesting -= 1;
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    fn statement(&mut self, stmt: &'r Stmt<'r>, frame: &mut Frame<'r>) -> Flow {
        match &stmt.kind {
            StmtKind::Expr(value) => {
                self.eval(value, frame);
                if self.exits(value, frame) {
                    return Flow::Ended;
                }
            }
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let result = self.eval(value, frame);
                for target in targets {
                    if self.stands_in(target, value, frame) {
                        continue;
                    }
                    self.name_builder(&result, target, frame);
                    self.assign(target, result.clone(), frame);
                }
            }
            StmtKind::Assign { value: None, .. } => {}
            StmtKind::Import(imports) => self.imports(imports, frame),
            StmtKind::Augment { target, value } => {
                let known = self.eval(target, frame);
                let more = self.eval(value, frame);
                let text = self.repository.modules[frame.at.module].text;
                let between = text.get(target.span.end..value.span.start).unwrap_or_default();
                self.assign(target, augmented(between, known, more), frame);
            }
            StmtKind::Return(value) => {
                let result = value.as_ref().map_or(Value::None, |value| self.eval(value, frame));
                frame.returned = Some(match frame.returned.take() {
                    Some(known) => known.or(result),
                    None => result,
                });
                return Flow::Ended;
            }
            StmtKind::Raise(_) => return Flow::Ended,
            StmtKind::Continue => return Flow::Passed,
            StmtKind::Break => return Flow::Broken,
            StmtKind::If { branches, otherwise } => {
                return self.branches(branches, otherwise, frame);
            }
            StmtKind::For { target, iterable, body, otherwise } => {
                return match self.each(target, iterable, body, frame) {
                    Flow::Ended => Flow::Ended,
                    Flow::Broken => Flow::Next,
                    Flow::Next | Flow::Passed => self.unbroken((iterable, body), otherwise, frame),
                };
            }
            StmtKind::While { test, body, otherwise } => {
                if constant_condition(test) != Some(false) {
                    self.repeated(test, body, frame);
                }
                return self.body(otherwise, frame);
            }
            StmtKind::With { items, body } => {
                for (value, name) in items {
                    let opened = self.eval(value, frame);
                    if let Some(name) = name {
                        self.assign(name, opened, frame);
                    }
                }
                // What opens it may keep failures from going on, as `suppress` does.
                self.guards += 1;
                let flow = self.body(body, frame);
                self.guards -= 1;
                return flow;
            }
            StmtKind::Try { body, handlers, otherwise, finally } => {
                let flow = self.tried((body, otherwise), handlers, frame);
                let last = self.body(finally, frame);
                return if last == Flow::Next { flow } else { last };
            }
            StmtKind::Match { subject, cases } => return self.cases(subject, cases, frame),
            StmtKind::Function(function) => {
                let captured = if frame.at.scope == 0 {
                    Variables::default()
                } else {
                    self.copy(frame).variables
                };
                let owner = frame.owner;
                let plain = Closure::plain(frame.at, function, owner);
                let closure = Closure { captured, ..plain };
                let value = self.decorate(function, Value::Function(closure), frame);
                frame.variables.insert(function.name.into(), value);
            }
            StmtKind::Class(class) => {
                frame.variables.insert(class.name.into(), Value::Class(frame.at, class));
            }
            StmtKind::Other(values) => {
                for value in values {
                    self.eval(value, frame);
                }
                self.delete(stmt, values, frame);
            }
        }
        Flow::Next
    }

    /// Follows what is tried, with what runs where it does not fail, and each of the handlers in its place.
    fn tried(
        &mut self,
        (body, otherwise): (&'r Body<'r>, &'r Body<'r>),
        handlers: &'r [Handler<'r>],
        frame: &mut Frame<'r>,
    ) -> Flow {
        self.guards += 1;
        let before = self.copy(frame);
        let mut ends = vec![(self.body(body, frame), None)];
        if ends[0].0 == Flow::Next {
            ends[0].0 = self.body(otherwise, frame);
        }
        for handler in handlers {
            let handling = before.handling.or(Some(self.built.len()));
            let returned = frame.returned.take();
            let mut other = Frame { returned, handling, ..self.copy(&before) };
            let flow = self.body(&handler.body, &mut other);
            frame.returned = other.returned.take();
            // What stands in for an import that failed is not what the program has where it did not.
            for name in imported(body) {
                other.variables.forget(name);
            }
            ends.push((flow, Some(other.variables)));
        }
        self.guards -= 1;
        join(frame, ends)
    }

    pub(in super::super) fn assign(
        &mut self,
        target: &'r Expr<'r>,
        value: Value<'r>,
        frame: &mut Frame<'r>,
    ) {
        match &target.kind {
            ExprKind::Name(name) => {
                if self.declares(name, frame) && self.running.contains(&frame.at.module) {
                    let globals = self.globals.entry(frame.at.module).or_default();
                    globals.insert((*name).into(), value.clone());
                }
                frame.splits.remove(*name);
                frame.variables.insert((*name).into(), value);
            }
            ExprKind::Attribute(object, "__name__") if self.renames(object, &value, frame) => {}
            ExprKind::Attribute(object, name) => {
                self.touch(target, frame);
                let object = self.eval(object, frame);
                if let Value::Record(record) = &object
                    && let Some((at, class)) = record.class
                {
                    // Which of the records is changed is not followed.
                    let is_field = record.fields.iter().any(|(field, _)| field == name);
                    let value = if is_field { Value::Unknown } else { value };
                    self.attributes.insert((at.module, class.id, name), value);
                    return;
                }
                let of = match &object {
                    Value::Builder(graph) => self.built[*graph].class,
                    Value::Object(at, class) | Value::Class(at, class) => Some((*at, *class)),
                    _ => None,
                };
                if let Some((at, class)) = of {
                    // A flag on an object can be changed from anywhere.
                    let value = if matches!(value, Value::Bool(_) | Value::None) {
                        Value::Unknown
                    } else {
                        value
                    };
                    self.attributes.insert((at.module, class.id, name), value);
                }
            }
            ExprKind::Subscript(object, indices) => self.put(object, indices, value, frame),
            ExprKind::Tuple(targets) | ExprKind::List(targets) => {
                let parts = unpacked(targets, &value);
                for (target, part) in targets.iter().zip(parts) {
                    self.assign(target, part, frame);
                }
            }
            ExprKind::Starred(inner) => self.assign(inner, value, frame),
            _ => {}
        }
    }

    /// Remembers the variable that a graph is first put into.
    fn name_builder(&mut self, value: &Value<'r>, target: &Expr<'r>, frame: &Frame<'r>) {
        if let Value::Builder(index) = value {
            let written = self.repository.modules[frame.at.module].written(target.span, 80);
            self.built[*index].variable.get_or_insert(written);
        }
    }
}
