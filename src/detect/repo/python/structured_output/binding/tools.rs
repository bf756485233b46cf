//! Replies that only call tools: no reply fails, and it counts what looks into it.

use super::super::asking::way::enclosing;
use super::super::misfit::care::{CALLERS, Care};
use super::super::misfit::unfailing;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Stmt, StmtKind};
use crate::domain::facts::Misfit;

impl<'r> Care<'r, '_> {
    /// The same where the model is only told of tools: no reply of it fails, so that a loop asks again for one that
    /// does not fit only where it looks into the reply.
    pub(in super::super) fn of_tools(&self, site: &Site<'r>) -> Misfit {
        let found = self.of(site);
        let Some(function) = site.function() else { return found };
        if !found.is_seen_to()
            && let Some(tested) = unfailing::of_tested_tools(site)
        {
            return tested;
        }
        if !found.is_seen_to() && self.is_left_by_tools(site, CALLERS) {
            return Misfit::Handled;
        }
        let mut path = Vec::new();
        enclosing(&function.body, site.expr.span, 0, &mut path);
        let is_loop =
            |stmt: &&&Stmt<'r>| matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. });
        let Some(round) = path.iter().find(is_loop) else {
            let looks = function.body.iter().any(looks_into_reply);
            let repeats = found == Misfit::AskedAgain && !looks;
            return if repeats { Misfit::TransientOnly } else { found };
        };
        if found == Misfit::AskedAgain && !looks_into_reply(round) {
            Misfit::Handled
        } else {
            found
        }
    }

    /// Whether the model is asked for a node that its graph leaves by the tools that the reply calls.
    fn is_left_by_tools(&self, site: &Site<'r>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1).filter(|_| !self.by_tools.is_empty()) else {
            return false;
        };
        let functions = &site.around.functions;
        let class = site.around.class.is_some_and(|class| self.by_tools.contains(class.name));
        if class || functions.iter().any(|function| self.by_tools.contains(function.name)) {
            return true;
        }
        let Some(function) = functions.last() else { return false };
        let callers = self.callers(site.at.module, function);
        callers.iter().any(|caller| self.is_left_by_tools(caller, steps))
    }
}

/// Whether a block reads the tools that a reply calls, holds something against a model, or raises.
fn looks_into_reply(stmt: &Stmt<'_>) -> bool {
    let reads = |value: &Expr<'_>| {
        value.any(&|part| match &part.kind {
            ExprKind::Attribute(_, name) => matches!(*name, "tool_calls" | "additional_kwargs"),
            ExprKind::Call(call) => {
                let name = call.callee_name();
                name.contains("valid")
                    || name.contains("parse")
                    || name.starts_with(char::is_uppercase)
            }
            _ => false,
        })
    };
    matches!(stmt.kind, StmtKind::Raise(_))
        || stmt.expressions().into_iter().any(reads)
        || stmt.blocks().into_iter().flatten().any(looks_into_reply)
}
