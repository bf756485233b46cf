//! Branches of the code that wires a graph: which are followed, and what stands in one of them alone.

use super::super::values::ends::{Left, Splits, split};
use super::super::values::family;
use super::super::values::value::{Branch, Frame, Value};
use super::super::values::variables::Variables;
use super::flow::{Flow, join, onward};
use super::run::Interpreter;
use crate::detect::repo::python::running::sites::constant_condition;
use crate::detect::repo::python::syntax::{Body, Case, Expr, ExprKind};
use std::collections::{BTreeMap, BTreeSet};

/// Functions that end the program.
const EXITS: &[&str] = &["builtins.exit", "builtins.quit", "os._exit", "os.abort", "sys.exit"];

impl<'r> Interpreter<'r, '_> {
    pub(in super::super) fn branches(
        &mut self,
        branches: &'r [(Expr<'r>, Body<'r>)],
        otherwise: &'r Body<'r>,
        frame: &mut Frame<'r>,
    ) -> Flow {
        let line = branches.first().map_or(0, |(test, _)| test.span.first);
        self.asks(branches, line, frame);
        let mut fork = Fork::new(self.copy(frame), line);
        for (test, body) in branches {
            let value = self.condition(test, frame);
            // What is always or never so is no choice; what is known here may differ for another caller.
            let chosen = constant_condition(test).is_none()
                && (value.is_none() || self.is_given(test, frame));
            let varies = value.is_none() && self.varies(test, frame);
            self.branch(&mut fork, value, (chosen, varies), body, frame);
        }
        self.rest(fork, branches.len(), Some(otherwise), frame)
    }

    /// Notes an `if` that asks for the same as an earlier one in the function, where what is asked for stays what it is.
    fn asks(&mut self, branches: &'r [(Expr<'r>, Body<'r>)], line: u32, frame: &Frame<'r>) {
        if !branches.iter().all(|(test, _)| self.is_settled(test, frame)) {
            return;
        }
        let module = &self.repository.modules[frame.at.module];
        let written = |(test, _): &(Expr<'r>, Body<'r>)| module.written(test.span, 200);
        let tests: Vec<String> = branches.iter().map(written).collect();
        let first = *self.asked.entry((frame.at.module, frame.at.scope, tests)).or_insert(line);
        if first != line {
            self.same.insert((frame.at.module, line), first);
        }
    }

    /// Whether a condition asks for nothing but constants and for names that are given something once.
    fn is_settled(&self, test: &Expr<'r>, frame: &Frame<'r>) -> bool {
        !test.any(&|part| match part.kind {
            ExprKind::Name(name) => !self.is_bound_once(name, frame.at),
            ExprKind::Call(_)
            | ExprKind::Subscript(..)
            | ExprKind::Named(..)
            | ExprKind::Comprehension(_)
            | ExprKind::Lambda(_)
            | ExprKind::Await(_) => true,
            _ => false,
        })
    }

    /// `match`: the first case that fits is taken, and no other.
    pub(in super::super) fn cases(
        &mut self,
        subject: &'r Expr<'r>,
        cases: &'r [Case<'r>],
        frame: &mut Frame<'r>,
    ) -> Flow {
        let matched = self.eval(subject, frame);
        let given = self.is_given(subject, frame);
        let varies = self.varies(subject, frame);
        let mut fork = Fork::new(self.copy(frame), subject.span.first);
        for case in cases {
            let fits = fits(case.pattern, &matched);
            let value = match &case.guard {
                None => fits,
                Some(_) if fits == Some(false) => fits,
                Some(guard) => {
                    self.condition(guard, frame).filter(|holds| !holds || fits.is_some())
                }
            };
            if let Some(name) = captured(case.pattern) {
                fork.before.variables.insert(name.into(), matched.clone());
            }
            let all = captured(case.pattern).is_some() || case.pattern == "_";
            let always = all && case.guard.is_none();
            let is_open = value.is_none() || given || fork.chosen;
            let chosen = is_open && (fork.chosen || !always);
            self.branch(&mut fork, value, (chosen, value.is_none() && varies), &case.body, frame);
        }
        self.rest(fork, cases.len(), None, frame)
    }

    /// Follows one branch; `chosen` and `varies` say whether it is a choice, and one of each pass of a loop.
    fn branch(
        &mut self,
        fork: &mut Fork<'r>,
        value: Option<bool>,
        (chosen, varies): (bool, bool),
        body: &'r Body<'r>,
        frame: &mut Frame<'r>,
    ) {
        // Code that cannot run is still looked at, so that a graph in it can be told as dead.
        let dead = frame.dead || !fork.open || value == Some(false);
        let returned = frame.returned.take();
        let mut other = Frame { returned, dead, left: Vec::new(), ..self.copy(&fork.before) };
        fork.chosen |= chosen;
        fork.varies |= varies;
        fork.known &= value.is_some();
        if value == Some(true) && fork.known && !dead {
            self.takes(fork.way(fork.count));
        }
        other.choices.extend(fork.chosen.then(|| fork.way(fork.count)));
        other.unsure |= fork.varies;
        let own = other.choices.len();
        let flow = self.body(body, &mut other);
        // What goes on behind a branch that may return within goes on where it did not.
        if flow == Flow::Next && !dead {
            fork.within.extend(other.choices.drain(own..));
        }
        fork.left |= fork.chosen && flow != Flow::Next;
        fork.lost |= fork.varies && flow != Flow::Next && !dead;
        frame.returned = if dead { fork.before.returned.clone() } else { other.returned.take() };
        if !dead {
            frame.left.append(&mut other.left);
            if matches!(flow, Flow::Passed | Flow::Broken) {
                frame.left.push(other.variables.clone());
            }
        }
        if !dead || frame.dead {
            fork.ends.push((flow, Some(other.variables)));
            fork.ways.push((fork.way(fork.count), other.splits));
        }
        fork.open &= value != Some(true);
        fork.count += 1;
    }

    /// Follows what runs where no branch is taken, and joins what all of them leave behind.
    fn rest(
        &mut self,
        fork: Fork<'r>,
        count: usize,
        otherwise: Option<&'r Body<'r>>,
        frame: &mut Frame<'r>,
    ) -> Flow {
        // What follows a branch that returns is its `else`.
        let rest = fork.way(count);
        let (mut ends, around, unsure) = (fork.ends, frame.choices.len(), frame.unsure);
        let (mut ways, before, mut within) = (fork.ways, fork.before.splits, fork.within);
        if fork.open {
            if fork.known && !frame.dead {
                self.takes(rest);
            }
            frame.choices.extend(fork.chosen.then_some(rest));
            frame.unsure |= fork.varies;
            let own = frame.choices.len();
            let flow = otherwise.map_or(Flow::Next, |otherwise| self.body(otherwise, frame));
            if flow == Flow::Next {
                within.extend(frame.choices.drain(own..));
            }
            if matches!(flow, Flow::Passed | Flow::Broken) {
                frame.left.push(frame.variables.clone());
            }
            ends.insert(0, (flow, None));
            ways.insert(0, (rest, std::mem::take(&mut frame.splits)));
            frame.choices.truncate(around);
            frame.unsure = unsure || (fork.varies && flow != Flow::Next);
        } else {
            ends.insert(0, (Flow::Ended, None));
            ways.insert(0, (rest, Splits::new()));
        }
        // What a pass of a loop chooses, another may choose otherwise.
        let is_one = frame.each.is_empty() && frame.looped.is_none() && !frame.passed;
        let lefts = ends.iter().zip(&ways).map(|((flow, variables), (way, splits))| Left {
            flow: *flow,
            way: *way,
            variables: variables.as_ref().unwrap_or(&frame.variables),
            splits,
        });
        let lefts: Vec<_> = lefts.collect();
        let flow = onward(lefts.iter().map(|left| left.flow));
        let splits = split(flow, &before, &lefts, fork.chosen && is_one);
        frame.unsure |= fork.lost;
        frame.splits = splits;
        within.extend(fork.left.then_some(rest));
        for choice in within {
            if !frame.choices.contains(&choice) {
                frame.choices.push(choice);
            }
        }
        join(frame, ends)
    }

    /// Whether a statement ends the program, so that nothing comes after it.
    pub(in super::super) fn exits(&self, value: &'r Expr<'r>, frame: &Frame<'r>) -> bool {
        let ExprKind::Call(call) = &value.kind else { return false };
        let may = matches!(call.callee_name(), "exit" | "quit" | "_exit" | "abort");
        let called = may.then(|| self.repository.external(&call.callee, frame.at)).flatten();
        called.is_some_and(|called| EXITS.contains(&called.as_str()))
    }

    /// Notes a branch that is surely taken by what a function is given.
    fn takes(&mut self, (module, line, branch): Branch) {
        self.taken.entry((self.trace.root, module, line)).or_default().insert(branch);
    }

    /// Leaves out the choices of which one graph has several branches, because what makes them is called several times
    /// with something else: these do not exclude each other.
    pub(in crate::detect::repo::python::graph) fn forget_calls(&mut self) {
        for built in &mut self.built {
            let mut seen: BTreeMap<(usize, usize, u32), BTreeSet<usize>> = BTreeMap::new();
            for step in &built.steps {
                for (module, line, branch) in &step.choices {
                    let taken = self.taken.get(&(step.root, *module, *line));
                    if taken.is_some_and(|taken| taken.len() > 1 && taken.contains(branch)) {
                        seen.entry((step.root, *module, *line)).or_default().insert(*branch);
                    }
                }
            }
            let choices = built.steps.iter().flat_map(|step| &step.choices);
            let known = |(module, line, _): &Branch| {
                Some(((*module, *line), *self.same.get(&(*module, *line))?))
            };
            built.same = choices.filter_map(known).collect();
            for step in &mut built.steps {
                let root = step.root;
                step.choices.retain(|(module, line, _)| {
                    seen.get(&(root, *module, *line)).is_none_or(|branches| branches.len() < 2)
                });
            }
        }
    }

    /// What a condition is, where the values in it are known.
    fn condition(&mut self, test: &'r Expr<'r>, frame: &mut Frame<'r>) -> Option<bool> {
        if let Some(value) = constant_condition(test).or_else(|| self.starved_test(test, frame)) {
            return Some(value);
        }
        let value = self.eval(test, frame);
        self.decided(test, &value, frame)
    }
}

/// The branches of one statement, as far as they were followed.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own about the branches")]
struct Fork<'r> {
    before: Frame<'r>,
    line: u32,
    ends: Vec<(Flow, Option<Variables<'r>>)>,
    /// Which branches these are, and what is known there of earlier ones.
    ways: Vec<(Branch, Splits<'r>)>,
    count: usize,
    /// Whether no branch so far is surely taken.
    open: bool,
    /// Whether all conditions so far are known.
    known: bool,
    /// Whether a branch so far is a choice.
    chosen: bool,
    /// Whether that choice is another one in each pass of a loop.
    varies: bool,
    /// Whether such a branch leaves what is around it.
    left: bool,
    lost: bool,
    /// The branches within these that go on, where others there leave what is around them.
    within: Vec<Branch>,
}

impl<'r> Fork<'r> {
    fn new(before: Frame<'r>, line: u32) -> Self {
        let (ends, ways, count, open) = (Vec::new(), Vec::new(), 0, true);
        let (chosen, varies, left, lost) = (false, false, false, false);
        let (known, within) = (true, Vec::new());
        Self { before, line, ends, ways, count, open, known, chosen, varies, left, lost, within }
    }

    fn way(&self, at: usize) -> Branch {
        (self.before.at.module, self.line, at)
    }
}

/// The name that a pattern binds whatever is matched.
fn captured(pattern: &str) -> Option<&str> {
    let is_name = pattern.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let is_constant = matches!(pattern, "_" | "True" | "False" | "None");
    let is_number = pattern.starts_with(|letter: char| letter.is_ascii_digit());
    (is_name && !is_constant && !is_number && !pattern.is_empty()).then_some(pattern)
}

/// Whether a pattern fits a value; `None` where that is not known.
fn fits(pattern: &str, value: &Value<'_>) -> Option<bool> {
    if pattern == "_" || captured(pattern).is_some() {
        return Some(true);
    }
    let is_plain = |part: &str| !part.contains(['\\', '{', '|']);
    let fits_one = |part: &str| {
        let part = part.trim();
        let quoted = |quote: char| {
            part.strip_prefix(quote)?.strip_suffix(quote).filter(|text| !text.contains(quote))
        };
        if let Some(text) = quoted('"').or_else(|| quoted('\'')).filter(|text| is_plain(text)) {
            return match value {
                Value::Text(known) if !family::is_marked(known) => Some(known == text),
                Value::Number(_) | Value::Bool(_) | Value::None => Some(false),
                _ => None,
            };
        }
        match (part, value) {
            ("True", Value::Bool(known)) => Some(*known),
            ("False", Value::Bool(known)) => Some(!*known),
            ("None", Value::None) => Some(true),
            ("True" | "False" | "None", Value::Text(_) | Value::Number(_)) => Some(false),
            (part, Value::Number(known)) => Some(part.parse::<i64>().ok()? == *known),
            _ => None,
        }
    };
    let mut all = Some(false);
    for part in pattern.split('|') {
        match fits_one(part) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => all = None,
        }
    }
    all
}
