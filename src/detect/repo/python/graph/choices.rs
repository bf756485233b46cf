//! Branches of the code that wires a graph: which are followed, and what stands in one of them alone.

use super::super::sites::constant_condition;
use super::super::syntax::{Body, Expr};
use super::run::{Flow, Interpreter, join};
use super::value::{Frame, Value};

impl<'r> Interpreter<'r, '_> {
    pub(super) fn branches(
        &mut self,
        branches: &'r [(Expr<'r>, Body<'r>)],
        otherwise: &'r Body<'r>,
        frame: &mut Frame<'r>,
    ) -> Flow {
        let before = self.copy(frame);
        let line = branches.first().map_or(0, |(test, _)| test.span.first);
        let branch = |at: usize| (before.at.module, line, at);
        let (mut ends, mut open, mut left) = (Vec::new(), true, false);
        for (at, (test, body)) in branches.iter().enumerate() {
            let value = self.condition(test, frame);
            // Code that cannot run is still looked at, so that a graph in it can be told as dead.
            let dead = frame.dead || !open || value == Some(false);
            let mut other = Frame { returned: frame.returned.take(), dead, ..self.copy(&before) };
            // What is always or never so is no choice; what is known here may differ for another caller.
            let chosen = constant_condition(test).is_none();
            other.choices.extend(chosen.then(|| branch(at)));
            let flow = self.body(body, &mut other);
            left |= chosen && flow == Flow::Ended;
            frame.returned = if dead { before.returned.clone() } else { other.returned.take() };
            if !dead || frame.dead {
                ends.push((flow, Some(other.variables)));
            }
            open &= value != Some(true);
        }
        // What follows a branch that returns is its `else`.
        let rest = branch(branches.len());
        if open {
            frame.choices.push(rest);
            ends.insert(0, (self.body(otherwise, frame), None));
            frame.choices.truncate(before.choices.len());
        } else {
            ends.insert(0, (Flow::Ended, None));
        }
        frame.choices.extend(left.then_some(rest));
        join(frame, ends)
    }

    /// What a condition is, where the values in it are known.
    fn condition(&mut self, test: &'r Expr<'r>, frame: &mut Frame<'r>) -> Option<bool> {
        if let Some(value) = constant_condition(test).or_else(|| self.starved_test(test, frame)) {
            return Some(value);
        }
        match self.eval(test, frame) {
            Value::Bool(value) => Some(value),
            Value::None => Some(false),
            _ => None,
        }
    }
}
