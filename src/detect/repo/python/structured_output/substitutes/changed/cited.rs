//! Whether code puts citations of its own in the place of those that a reply has.

use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::structured_output::asking::reply;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Variables that are followed one after the other.
const STEPS: usize = 3;

/// A function that has a reply.
#[derive(Clone, Copy)]
pub(super) struct Reader<'c, 'r> {
    pub repository: &'c Repository<'r>,
    pub at: At,
    pub function: &'c Function<'r>,
    /// The variables into which the reply went.
    pub names: &'c BTreeSet<&'c str>,
}

impl<'r> Reader<'_, 'r> {
    /// Whether what is given as citations holds something, and may hold nothing of the reply.
    pub(super) fn fills_in(&self, value: &Expr<'r>) -> bool {
        self.fills(value, STEPS)
    }

    fn fills(&self, value: &Expr<'r>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        match &value.kind {
            ExprKind::List(items) | ExprKind::Tuple(items) => {
                !items.is_empty() && !self.is_own(value)
            }
            ExprKind::Subscript(..) => !self.is_own(value),
            ExprKind::Name(name) => {
                let given = given(self.function, name);
                if given.is_empty() {
                    return !self.is_own(value);
                }
                // A variable that is made empty and then filled may stay so.
                given.into_iter().any(|given| self.fills(given, steps))
            }
            ExprKind::Call(call) => self.is_own(value) && self.may_give_others(call),
            ExprKind::Logic("or", sides) => self.is_own(&sides.0) && self.fills(&sides.1, steps),
            _ => false,
        }
    }

    fn is_own(&self, value: &Expr<'r>) -> bool {
        value.any(&|part| matches!(part.kind, ExprKind::Name(name) if self.names.contains(name)))
    }

    /// Whether a function of the repository that is handed the citations may give others in their place.
    fn may_give_others(&self, call: &Call<'r>) -> bool {
        self.repository.origins(&call.callee, self.at).into_iter().any(|origin| {
            let Origin::Function(_, called) = origin else { return false };
            let is_given = |(index, name): (usize, &str)| {
                call.argument(index, name).is_some_and(|value| self.is_own(value))
            };
            let params = called.params.iter().map(|param| param.name).enumerate();
            let given: BTreeSet<&str> =
                params.filter(|param| is_given(*param)).map(|(_, name)| name).collect();
            !given.is_empty() && gives_others(called, given)
        })
    }
}

/// Whether a function may give something that nothing of what it is given here has a part in.
fn gives_others<'r>(function: &Function<'r>, given: BTreeSet<&'r str>) -> bool {
    let mut names = reply::spread(function, given, &|_| false);
    // What is picked in a loop over it is picked by it.
    Stmt::each_own(&function.body, &mut |stmt| {
        if let StmtKind::For { iterable, body, .. } = &stmt.kind
            && reply::uses(iterable, &names.clone())
        {
            Stmt::each_own(body, &mut |inner| names.extend(filled(inner)));
        }
    });
    let names = reply::spread(function, names, &|_| false);
    let mut found = false;
    Stmt::each_returned(&function.body, &mut |value| {
        let is_something = match &value.kind {
            ExprKind::List(items) => !items.is_empty(),
            ExprKind::Subscript(..) => true,
            _ => false,
        };
        found |= is_something && !reply::uses(value, &names);
    });
    found
}

/// The variable that a statement puts something into.
fn filled<'r>(stmt: &Stmt<'r>) -> Option<&'r str> {
    let target = match &stmt.kind {
        StmtKind::Augment { target, .. } => target,
        StmtKind::Assign { targets, .. } => targets.first()?,
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => match &call.callee.kind {
            ExprKind::Attribute(object, "append" | "extend" | "add") => object,
            _ => return None,
        },
        _ => return None,
    };
    target.name()
}

/// What a variable is given in a function.
fn given<'e, 'r>(function: &'e Function<'r>, name: &str) -> Vec<&'e Expr<'r>> {
    let mut found = Vec::new();
    Stmt::each_own(&function.body, &mut |stmt| {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
            && targets.iter().any(|one| one.is_name(name))
        {
            found.push(value);
        }
    });
    found
}
