//! How it goes on after a statement, and what branches leave behind where they meet again.

use super::super::values::value::Frame;
use super::super::values::variables::Variables;

/// What comes after a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Flow {
    Next,
    /// `return` or `raise`.
    Ended,
    /// `continue`.
    Passed,
    /// `break`.
    Broken,
}

/// How it goes on after branches that end so.
pub(in super::super) fn onward(ends: impl Iterator<Item = Flow>) -> Flow {
    let all: Vec<Flow> = ends.collect();
    let flow = [Flow::Next, Flow::Passed, Flow::Broken].into_iter().find(|flow| all.contains(flow));
    flow.unwrap_or(if all.is_empty() { Flow::Next } else { Flow::Ended })
}

/// Joins what the branches leave behind; `None` stands for the variables already in `frame`.
pub(in super::super) fn join<'r>(
    frame: &mut Frame<'r>,
    ends: Vec<(Flow, Option<Variables<'r>>)>,
) -> Flow {
    let flow = onward(ends.iter().map(|(flow, _)| *flow));
    let mut joined: Option<Variables<'r>> = None;
    for (end, variables) in ends {
        if end != flow {
            continue;
        }
        let variables = variables.unwrap_or_else(|| frame.variables.clone());
        let Some(known) = &mut joined else {
            joined = Some(variables);
            continue;
        };
        if known.are_shared(&variables) {
            continue;
        }
        for (name, value) in variables.iter() {
            match known.get(name) {
                Some(one) if one.same(value) => {}
                Some(one) => {
                    let both = one.clone().or(value.clone());
                    known.insert(name.clone(), both);
                }
                None => {
                    known.insert(name.clone(), value.clone());
                }
            }
        }
    }
    frame.variables = joined.unwrap_or_default();
    flow
}
