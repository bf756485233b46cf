//! Graphs that are handed to what is not followed, or wired by calls that were not come to: more may be wired.

use super::super::interpreter::call::Args;
use super::super::interpreter::fuel::add_gap;
use super::super::interpreter::run::Interpreter;
use super::super::values::making::is_builder;
use super::super::values::value::{Frame, Step, Value, Wiring};
use crate::detect::repo::python::graph::MARKS;
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::{Site, is_unused};
use crate::detect::repo::python::syntax::{Expr, ExprKind};
use crate::domain::facts::GapAbout;
use std::collections::BTreeSet;

/// Why more may be wired.
const GAP: &str = "calls that may wire it were not followed";

impl<'r> Interpreter<'r, '_> {
    /// Says of the graphs that lambdas among the arguments of a call wire that more may be wired, where the call is not
    /// followed.
    pub(in super::super) fn leave_captured(
        &mut self,
        args: &Args<'r>,
        frame: &Frame<'r>,
        reason: &str,
    ) {
        let given = args.positions.iter().chain(args.keywords.iter().map(|(_, value)| value));
        let mut named = BTreeSet::new();
        for value in given {
            let Value::Lambda(_, lambda) = value else { continue };
            lambda.body.each(&mut |part| {
                if let Some((object, method, _)) = part.method_call()
                    && let ExprKind::Name(name) = object.kind
                    && MARKS.contains(&method)
                {
                    named.insert(name);
                }
            });
        }
        for name in named {
            if let Value::Builder(graph) = self.lookup(name, frame) {
                add_gap(&mut self.built[graph], reason);
            }
        }
    }
}

/// Says of the graphs of a module that more may be wired, where a function of it, or its top, wires something that was not
/// followed at all.
pub(in crate::detect::repo::python::graph) fn mark<'r>(
    interpreter: &mut Interpreter<'r, '_>,
    sites: &[Site<'r>],
) {
    let repository = interpreter.repository;
    let modules: BTreeSet<usize> = interpreter.built.iter().map(|built| built.at.module).collect();
    let wiring = |site: &&Site<'r>| {
        let name = site.call.callee_name();
        (name.starts_with("add_") || name.starts_with("set_"))
            && MARKS.contains(&name)
            && modules.contains(&site.at.module)
    };
    let place = |site: &Site<'r>| (site.at.module, site.expr.span.start);
    // In what was followed a call that was not come to is never made.
    let is_left = |site: &Site<'r>| match site.function() {
        _ if interpreter.missed.contains(&place(site)) => true,
        Some(function) => {
            !interpreter.entered.contains(&(site.at.module, function.id))
                && !is_unused(repository, function)
        }
        None => false,
    };
    let left = sites.iter().filter(wiring).filter(|site| {
        !interpreter.wired.contains(&place(site))
            && is_left(site)
            && !site.around.dead
            && !site.module(repository).in_tests
            && !site.module(repository).text.contains("networkx")
            && may_be_graph(repository, site)
    });
    let left: BTreeSet<usize> = left.map(|site| site.at.module).collect();
    for built in interpreter.built.iter_mut().filter(|one| left.contains(&one.at.module)) {
        let is_said =
            |step: &Step<'_>| matches!(step.wiring, Wiring::Unresolved(GapAbout::Anything, _));
        if !built.steps.iter().any(is_said) {
            add_gap(built, GAP);
        }
    }
}

/// Whether what a call wires may be a graph: nothing else was seen to make it.
fn may_be_graph<'r>(repository: &Repository<'r>, site: &Site<'r>) -> bool {
    let ExprKind::Attribute(object, _) = &site.call.callee.kind else { return false };
    repository.origins(object, site.at).iter().all(|origin| match origin {
        Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) => {
            repository.origins(&call.callee, *at).iter().all(|maker| match maker {
                Origin::External(name) | Origin::Perhaps(name) => is_builder(name),
                Origin::Class(..) | Origin::Module(_) => false,
                Origin::Function(..)
                | Origin::Value(..)
                | Origin::With(..)
                | Origin::Part(..)
                | Origin::Param(..)
                | Origin::Unknown => true,
            })
        }
        Origin::Value(..)
        | Origin::With(..)
        | Origin::Part(..)
        | Origin::Param(..)
        | Origin::Unknown => true,
        Origin::External(_)
        | Origin::Perhaps(_)
        | Origin::Module(_)
        | Origin::Function(..)
        | Origin::Class(..) => false,
    })
}
