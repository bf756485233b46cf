//! Functions that may return the whole of what they are given, for all that is seen.

use super::super::updates::copies::is_copy;
use super::reading::{DEPTH, LOOKING};
use crate::detect::repo::python::graph::shape::runner::Runner;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Methods of a state that give a part of it.
const PARTS: &[&str] = &["get", "keys", "values", "items", "pop", "setdefault"];

/// Whether a function may return all that it is given: it returns it after something was done to it that was not
/// followed, or what comes back from where it hands it.
pub(in super::super) fn may_hand_back<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    param: &'r str,
) -> bool {
    may(repository, (runner.at, runner.function), param, DEPTH)
}

fn may<'r>(
    repository: &Repository<'r>,
    (at, function): (At, &'r Function<'r>),
    param: &'r str,
    depth: usize,
) -> bool {
    let at = repository.inside(at, function.id);
    let mut look = Look { repository, at, whole: BTreeSet::from([param]), depth };
    loop {
        let before = look.whole.len();
        Stmt::each_own(&function.body, &mut |stmt| look.bind(stmt));
        if look.whole.len() == before {
            break;
        }
    }
    let mut may = false;
    Stmt::each_returned(&function.body, &mut |value| {
        may = may || look.holds(value);
    });
    may
}

struct Look<'p, 'r> {
    repository: &'p Repository<'r>,
    at: At,
    /// The variables that may hold all of it.
    whole: BTreeSet<&'r str>,
    depth: usize,
}

impl<'r> Look<'_, 'r> {
    /// Notes the variables that a statement may give all of it.
    fn bind(&mut self, stmt: &'r Stmt<'r>) {
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } if self.holds(value) => {
                self.whole.extend(targets.iter().filter_map(Expr::name));
            }
            StmtKind::Augment { target, value } if self.holds(value) => {
                self.whole.extend(target.name());
            }
            // `update.update(state)`
            StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
                if let ExprKind::Attribute(object, "update") = &call.callee.kind
                    && call.args.iter().any(|arg| self.holds(&arg.value))
                {
                    self.whole.extend(object.name());
                }
            }
            _ => {}
        }
    }

    /// Whether a value may be all of it, or have all of it spread in it.
    fn holds(&self, value: &'r Expr<'r>) -> bool {
        match &value.kind {
            ExprKind::Name(name) => self.whole.contains(name),
            ExprKind::Dict(pairs) => {
                pairs.iter().any(|(key, value)| key.is_none() && self.holds(value))
            }
            ExprKind::Await(inner) | ExprKind::Named(_, inner) => self.holds(inner),
            ExprKind::Conditional(choice) => {
                self.holds(&choice.then) || self.holds(&choice.otherwise)
            }
            ExprKind::Logic(_, sides) | ExprKind::Binary("|", sides) => {
                self.holds(&sides.0) || self.holds(&sides.1)
            }
            ExprKind::Call(call) => {
                is_copy(
                    value,
                    &|it| matches!(it.kind, ExprKind::Name(name) if self.whole.contains(name)),
                ) || self.gives(call)
            }
            _ => false,
        }
    }

    fn gives(&self, call: &'r Call<'r>) -> bool {
        if call.callee_name() == "Command" {
            return call.keyword("update").is_some_and(|update| self.holds(update));
        }
        // `state.model_copy(update={…})`
        if let ExprKind::Attribute(object, method) = &call.callee.kind
            && self.holds(object)
        {
            return !PARTS.contains(method);
        }
        if LOOKING.contains(&call.callee_name()) {
            return false;
        }
        let mut given =
            call.args.iter().enumerate().filter(|(_, arg)| self.holds(&arg.value)).peekable();
        if given.peek().is_none() {
            return false;
        }
        let origins = self.repository.origins(&call.callee, self.at);
        let ([Origin::Function(at, function)], Some(depth)) =
            (origins.as_slice(), self.depth.checked_sub(1))
        else {
            return true;
        };
        given.any(|(index, arg)| {
            let param = function.taker(arg, index);
            param.is_none_or(|param| may(self.repository, (*at, function), param.name, depth))
        })
    }
}
