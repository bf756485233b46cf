//! What a node puts into a field wherever the inputs that it asks for are given.

use super::handed::is_harmless;
use super::{Assumed, CALLS, Ends, Held, Wanted, followed};
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::BTreeSet;

/// The inputs for want of which alone a function puts nothing into a field.
#[derive(Clone, Default)]
pub(in crate::detect::repo::python::graph) struct Wants<'r> {
    /// The parameter that they are read of.
    param: &'r str,
    /// The fields that were taken to be given.
    pub inputs: BTreeSet<String>,
    /// How many conditions asked for them.
    tests: usize,
    /// Whether the last of these is true if any of them is.
    any: bool,
}

impl Wants<'_> {
    /// Whether it is enough that one of the inputs is given.
    pub(in crate::detect::repo::python::graph) fn any_is_enough(&self) -> bool {
        self.tests == 1 && self.any && self.inputs.len() > 1
    }
}

/// What is sure to be in what a function gives for a field wherever the inputs are given that its own conditions ask for;
/// `None` where that may be nothing, and where it asks for none. Where one is not given it calls nothing.
pub(in crate::detect::repo::python::graph) fn gives_unless_wanting<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    (param, field): (&'r str, &str),
) -> Option<(Held, Wants<'r>)> {
    let assumed = Assumed::Inputs(Wants { param, ..Wants::default() });
    let wanted = Wanted::Field(field);
    match followed(repository, at, function, wanted, CALLS, assumed) {
        (Some(held), Assumed::Inputs(wants)) if !wants.inputs.is_empty() => Some((held, wants)),
        _ => None,
    }
}

impl<'r> Ends<'_, 'r> {
    /// Whether a branch runs where the inputs are given, if its condition asks for nothing else, and nothing is called
    /// where they are not.
    pub(super) fn is_given(
        &mut self,
        stmt: &'r Stmt<'r>,
        test: &'r Expr<'r>,
        body: &'r Body<'r>,
    ) -> Option<bool> {
        let Assumed::Inputs(wants) = &self.assumed else { return None };
        let mut inputs = BTreeSet::new();
        let holds = holds(test, wants.param, &mut inputs)?;
        let is_quiet = if holds {
            is_quiet(&self.function.body, Some(body))
        } else {
            matches!(&stmt.kind, StmtKind::If { otherwise, .. } if otherwise.is_empty())
                && is_quiet(body, None)
        };
        if !is_quiet {
            return None;
        }
        let any = holds && is_any(test, wants.param);
        let Assumed::Inputs(wants) = &mut self.assumed else { return None };
        wants.inputs.extend(inputs);
        wants.tests += 1;
        wants.any = any;
        Some(holds)
    }
}

/// The field that is read of a parameter: `state.url`, `state["url"]`, `state.get("url")`.
fn read(value: &Expr<'_>, param: &str) -> Option<String> {
    let is_it = |value: &Expr<'_>| value.is_name(param);
    match &value.kind {
        ExprKind::Attribute(object, name) if is_it(object) => Some((*name).to_owned()),
        ExprKind::Subscript(object, indices) if is_it(object) => match indices.as_slice() {
            [index] => index.text(),
            _ => None,
        },
        ExprKind::Call(call) if call.args.len() == 1 => match &call.callee.kind {
            ExprKind::Attribute(object, "get") if is_it(object) => call.position(0)?.text(),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a condition holds where all fields are given that it asks for, and it asks for nothing else.
fn holds(test: &Expr<'_>, param: &str, inputs: &mut BTreeSet<String>) -> Option<bool> {
    if let Some(field) = read(test, param) {
        inputs.insert(field);
        return Some(true);
    }
    match &test.kind {
        ExprKind::Not(inner) => holds(inner, param, inputs).map(|holds| !holds),
        ExprKind::Logic(operator, sides) => {
            let one = holds(&sides.0, param, inputs)?;
            let other = holds(&sides.1, param, inputs)?;
            Some(if *operator == "or" { one || other } else { one && other })
        }
        ExprKind::Compare(sides, operators) => {
            let ([one, other], [operator]) = (sides.as_slice(), operators.as_slice()) else {
                return None;
            };
            inputs.insert(read(one, param)?);
            let is_nothing = matches!(other.kind, ExprKind::None)
                || other.text().is_some_and(|text| text.is_empty());
            match *operator {
                "is" | "==" if is_nothing => Some(false),
                "is not" | "!=" if is_nothing => Some(true),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a condition holds as soon as one of the fields is given.
fn is_any(test: &Expr<'_>, param: &str) -> bool {
    match &test.kind {
        ExprKind::Logic("or", sides) => is_any(&sides.0, param) && is_any(&sides.1, param),
        _ => read(test, param).is_some(),
    }
}

/// Whether a block, but for one within it, calls nothing that may do anything.
fn is_quiet(body: &Body<'_>, but: Option<&Body<'_>>) -> bool {
    body.iter().all(|stmt| {
        let calls = |part: &Expr<'_>| {
            matches!(&part.kind, ExprKind::Call(call) if !is_harmless(call.callee_name()))
        };
        !stmt.any(&calls)
            && stmt.blocks().into_iter().all(|block| {
                but.is_some_and(|but| std::ptr::eq(block, but)) || is_quiet(block, but)
            })
    })
}
