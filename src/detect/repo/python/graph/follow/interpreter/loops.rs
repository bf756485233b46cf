//! Loops: their passes, and what one over values that are not known finds and leaves behind.

use super::super::built::wiring::unresolved;
use super::super::values::ends::only_in;
use super::super::values::family::is_open;
use super::super::values::value::{Branch, END, Frame, START, Step, Value};
use super::flow::{Flow, join};
use super::fuel::add_gap;
use super::run::Interpreter;
use crate::detect::repo::python::graph::MARKS;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Stmt, StmtKind};
use crate::domain::facts::GapAbout;

/// Passes through one loop.
const ROUNDS: usize = 256;

/// Why it is not told what the `else` of a loop wires.
const LEFT: &str =
    "whether a loop is left early, and what comes where it is not, could not be followed";

/// Why a loop that has more of them is not followed to its end.
const MANY: &str = "a loop that wires has more passes than were followed";

impl<'r> Interpreter<'r, '_> {
    /// Runs a loop; tells whether what is around it goes on.
    pub(in super::super) fn each(
        &mut self,
        target: &'r Expr<'r>,
        iterable: &'r Expr<'r>,
        body: &'r Body<'r>,
        frame: &mut Frame<'r>,
    ) -> Flow {
        let values = self.eval(iterable, frame);
        let values = self.gone_through(values);
        let outer = std::mem::take(&mut frame.left);
        let elements = values.elements().or_else(|| letters(&values));
        let is_written = matches!(iterable.kind, ExprKind::List(_) | ExprKind::Tuple(_));
        if !is_written && elements.as_ref().is_some_and(Vec::is_empty) {
            self.may_be_filled(body, frame);
        }
        if elements.as_ref().is_some_and(|elements| elements.len() > ROUNDS) {
            for (_, graph) in self.wired_in(body, frame) {
                add_gap(&mut self.built[graph], MANY);
            }
        }
        let flow = if let Some(elements) = elements {
            let only_in = |element: Value<'r>| {
                let has = |list: &Value<'r>| {
                    list.elements().is_some_and(|all| all.iter().any(|one| one.same(&element)))
                };
                let branches = only_in(Some(iterable), frame, has).unwrap_or_default();
                (element, branches)
            };
            let elements = elements.into_iter().map(only_in).collect();
            self.passes(target, elements, body, frame)
        } else {
            // It may run any number of times, also never.
            forget(body, frame);
            let before = self.copy(frame).variables;
            let one = if self.is_another(iterable, frame) {
                Value::Unknown
            } else {
                self.one_of(target, iterable, frame)
            };
            self.assign(target, one, frame);
            let choices = frame.choices.len();
            let around = frame.looped.replace(choices);
            self.body(body, frame);
            frame.looped = around;
            if !leaves(body).0 {
                frame.choices.truncate(choices);
            }
            join(frame, vec![(Flow::Next, None), (Flow::Next, Some(before))]);
            forget(body, frame);
            Flow::Next
        };
        frame.left = outer;
        flow
    }

    /// Runs what comes where a loop is not left early; where that is not known, its graphs may have what it wires.
    pub(in super::super) fn unbroken(
        &mut self,
        (iterable, body): (&'r Expr<'r>, &'r Body<'r>),
        otherwise: &'r Body<'r>,
        frame: &mut Frame<'r>,
    ) -> Flow {
        if !otherwise.is_empty()
            && leaves(body).1
            && self.eval(iterable, frame).elements().is_none()
        {
            for (_, graph) in self.wired_in(otherwise, frame) {
                add_gap(&mut self.built[graph], LEFT);
            }
            return Flow::Next;
        }
        self.body(otherwise, frame)
    }

    /// Runs a loop that goes on for as long as something holds.
    pub(in super::super) fn repeated(
        &mut self,
        test: &'r Expr<'r>,
        body: &'r Body<'r>,
        frame: &mut Frame<'r>,
    ) {
        self.guards += 1;
        forget(body, frame);
        self.eval(test, frame);
        let before = self.copy(frame).variables;
        self.body(body, frame);
        join(frame, vec![(Flow::Next, None), (Flow::Next, Some(before))]);
        forget(body, frame);
        self.guards -= 1;
    }

    /// Says of the graphs that a loop wires that more may be wired, where what it goes through is empty here: something
    /// that was not followed may have filled it.
    fn may_be_filled(&mut self, body: &'r Body<'r>, frame: &mut Frame<'r>) {
        let wired = self.wired_in(body, frame);
        if !wired.is_empty() {
            forget(body, frame);
        }
        for (expr, graph) in wired {
            let gap = "a loop that wires goes through what is empty as far as it could be followed";
            let wiring = unresolved(GapAbout::Anything, gap);
            let choices = frame.choices.clone();
            // It is a pass of its own: another that goes through something has added what there is.
            let (root, got_by) = (usize::MAX, None);
            let (module, sure) = (frame.at.module, false);
            let step = Step { module, expr, wiring, choices, root, got_by, sure };
            self.built[graph].steps.push(step);
        }
    }

    /// The calls in a block that wire graphs, each with the graph.
    fn wired_in(
        &mut self,
        body: &'r Body<'r>,
        frame: &mut Frame<'r>,
    ) -> Vec<(&'r Expr<'r>, usize)> {
        let mut calls = Vec::new();
        Stmt::each_own(body, &mut |stmt| {
            stmt.walk(&mut |part| {
                if let Some((object, name, _)) = part.method_call()
                    && MARKS.contains(&name)
                {
                    calls.push((part, object));
                }
            });
        });
        let mut found = Vec::new();
        for (expr, object) in calls {
            if let Value::Builder(graph) = self.eval(object, frame) {
                found.push((expr, graph));
            }
        }
        found
    }

    /// Runs the body of a loop once for each element.
    fn passes(
        &mut self,
        target: &'r Expr<'r>,
        elements: Vec<(Value<'r>, Vec<Branch>)>,
        body: &'r Body<'r>,
        frame: &mut Frame<'r>,
    ) -> Flow {
        let (around, unsure, choices) = (frame.each.len(), frame.unsure, frame.choices.len());
        let (ends, breaks) = leaves(body);
        named(target, &mut frame.each);
        frame.each.extend(assigned(body));
        let mut last = Flow::Next;
        for (element, branches) in elements.into_iter().take(ROUNDS) {
            let (first, own) = (frame.choices.len(), branches.len());
            frame.choices.extend(branches);
            self.assign(target, element, frame);
            last = self.body(body, frame);
            for variables in std::mem::take(&mut frame.left) {
                join(frame, vec![(Flow::Next, None), (Flow::Next, Some(variables))]);
            }
            if ends {
                frame.choices.drain(first..first + own);
            } else {
                frame.choices.truncate(choices);
            }
            frame.unsure &= unsure || breaks || ends;
            if matches!(last, Flow::Broken | Flow::Ended) || self.fuel == 0 {
                break;
            }
        }
        frame.each.truncate(around);
        frame.unsure = unsure;
        last
    }
}

/// The letters of a text that is gone through.
pub(in super::super) fn letters<'r>(value: &Value<'r>) -> Option<Vec<Value<'r>>> {
    let Value::Text(text) = value else { return None };
    let is_known = !is_open(value) && !matches!(text.as_str(), START | END);
    is_known.then(|| text.chars().map(|letter| Value::Text(letter.into())).collect())
}

/// Forgets what a loop that runs nobody knows how often gives anew to variables from before it: what they are in
/// one of its passes, and after the last, is not known. What is first set in the loop is one of its pass.
pub(in super::super) fn forget<'r>(body: &Body<'r>, frame: &mut Frame<'r>) {
    for name in assigned(body) {
        if frame.variables.get(name).is_some_and(|value| !value.has_builder()) {
            frame.variables.insert(name.into(), Value::Unknown);
        }
    }
}

/// The variables that statements give a value to, also in the statements within them.
pub(in super::super) fn assigned<'r>(body: &Body<'r>) -> Vec<&'r str> {
    let mut names = Vec::new();
    for stmt in body {
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(_), .. } => {
                for target in targets {
                    named(target, &mut names);
                }
            }
            StmtKind::Augment { target, .. } => named(target, &mut names),
            StmtKind::If { branches, otherwise } => {
                names.extend(branches.iter().flat_map(|(_, body)| assigned(body)));
                names.extend(assigned(otherwise));
            }
            StmtKind::For { target, body, otherwise, .. } => {
                named(target, &mut names);
                names.extend(assigned(body).into_iter().chain(assigned(otherwise)));
            }
            StmtKind::While { body, otherwise, .. } => {
                names.extend(assigned(body).into_iter().chain(assigned(otherwise)));
            }
            StmtKind::With { body, .. } => names.extend(assigned(body)),
            StmtKind::Try { body, handlers, otherwise, finally } => {
                let handled = handlers.iter().map(|handler| &handler.body);
                let all = [body, otherwise, finally].into_iter().chain(handled);
                names.extend(all.flat_map(|body| assigned(body)));
            }
            StmtKind::Match { cases, .. } => {
                names.extend(cases.iter().flat_map(|case| assigned(&case.body)));
            }
            _ => {}
        }
    }
    names
}

/// The variables that a target binds.
pub(in super::super) fn named<'r>(target: &Expr<'r>, names: &mut Vec<&'r str>) {
    match &target.kind {
        ExprKind::Name(name) => names.push(name),
        ExprKind::Tuple(parts) | ExprKind::List(parts) => {
            for part in parts {
                named(part, names);
            }
        }
        ExprKind::Starred(inner) => named(inner, names),
        _ => {}
    }
}

/// Whether a block may end its function; whether it may end the loop that it is the body of.
pub(in super::super) fn leaves(body: &Body<'_>) -> (bool, bool) {
    let (mut ends, mut breaks) = (false, false);
    Stmt::each_own(body, &mut |stmt| {
        ends |= stmt.ends_function();
        breaks |= matches!(stmt.kind, StmtKind::Break);
    });
    (ends, breaks)
}

/// What the targets of an assignment are given of what is unpacked.
pub(in super::super) fn unpacked<'r>(targets: &[Expr<'r>], value: &Value<'r>) -> Vec<Value<'r>> {
    let unknown = || vec![Value::Unknown; targets.len()];
    let items = match value {
        Value::List(_) | Value::Tuple(_) => match value.elements() {
            Some(items) => items,
            None => return unknown(),
        },
        Value::Record(record) if record.is_tuple => value.elements().unwrap_or_default(),
        Value::Either(all) => return one_of_each(targets, all).unwrap_or_else(unknown),
        _ => return unknown(),
    };
    let is_starred = |target: &Expr<'r>| matches!(target.kind, ExprKind::Starred(_));
    let Some(star) = targets.iter().position(is_starred) else {
        return if items.len() == targets.len() { items } else { unknown() };
    };
    // How many elements there are of what is not known is not known.
    let is_open = items.iter().any(|item| matches!(item, Value::Unknown) || is_open(item));
    let Some(more) = (items.len() + 1).checked_sub(targets.len()).filter(|_| !is_open) else {
        return unknown();
    };
    let mut items = items.into_iter();
    let mut parts: Vec<_> = items.by_ref().take(star).collect();
    parts.push(Value::List(items.by_ref().take(more).collect()));
    parts.extend(items);
    parts
}

/// The same of one of several values that all have as many parts as there are targets.
fn one_of_each<'r>(targets: &[Expr<'r>], all: &[Value<'r>]) -> Option<Vec<Value<'r>>> {
    let parts = |value: &Value<'r>| match value {
        Value::Tuple(items) if items.len() == targets.len() => Some(items.clone()),
        _ => None,
    };
    let mut all = all.iter().map(parts);
    all.try_fold(None, |joined: Option<Vec<Value<'r>>>, parts| {
        let parts = parts?;
        Some(Some(match joined {
            Some(joined) => {
                joined.into_iter().zip(parts).map(|(one, other)| one.or(other)).collect()
            }
            None => parts,
        }))
    })?
}
