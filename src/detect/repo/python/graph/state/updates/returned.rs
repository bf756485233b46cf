//! Whether all keys that a node returns something under can be read from the sources.

use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{
    Call, Expr, ExprKind, Function, Passing, Stmt, StmtKind,
};

/// Calls that are followed inside each other.
const STEPS: usize = 6;

/// Whether a function returns only what has keys that are spelled out, or what the state has; `param` is what it is
/// given the state by.
pub(in super::super) fn is_told<'r>(
    repository: &Repository<'r>,
    function: &'r Function<'r>,
    inside: At,
    param: Option<&str>,
) -> bool {
    Look { repository, function: Some(function), inside, param, steps: STEPS }.returns()
}

/// The same of one value.
pub(in super::super) fn is_spelled_out<'r>(
    repository: &Repository<'r>,
    value: &'r Expr<'r>,
    inside: At,
    param: Option<&str>,
) -> bool {
    Look { repository, function: None, inside, param, steps: STEPS }.holds(value)
}

struct Look<'p, 'r> {
    repository: &'p Repository<'r>,
    function: Option<&'r Function<'r>>,
    inside: At,
    param: Option<&'p str>,
    steps: usize,
}

impl<'r> Look<'_, 'r> {
    fn returns(&self) -> bool {
        let Some(function) = self.function else { return false };
        let mut told = true;
        Stmt::each_returned(&function.body, &mut |value| {
            told = told && self.holds(value);
        });
        told
    }

    fn holds(&self, value: &'r Expr<'r>) -> bool {
        match &value.kind {
            ExprKind::None => true,
            ExprKind::Dict(pairs) => pairs.iter().all(|(key, value)| match key {
                Some(key) => key.text().is_some(),
                None => self.holds(value),
            }),
            ExprKind::Name(name) => self.param == Some(name) || self.is_put_together(name),
            ExprKind::Await(inner) | ExprKind::Named(_, inner) => self.holds(inner),
            ExprKind::Conditional(choice) => {
                self.holds(&choice.then) && self.holds(&choice.otherwise)
            }
            ExprKind::Logic(_, sides) | ExprKind::Binary("|", sides) => {
                self.holds(&sides.0) && self.holds(&sides.1)
            }
            ExprKind::Call(call) => self.calls(call),
            // What goes on elsewhere by several commands.
            ExprKind::List(items) => items.iter().all(|item| match &item.kind {
                ExprKind::Call(call) => call.callee_name() == "Send" || self.calls(call),
                _ => false,
            }),
            _ => false,
        }
    }

    fn calls(&self, call: &'r Call<'r>) -> bool {
        match (&call.callee.kind, call.callee_name()) {
            (_, "Command") => {
                let update = call.keyword("update");
                let is_open = call.args.iter().any(|arg| arg.passing == Passing::Named);
                !is_open && update.is_none_or(|update| self.holds(update))
            }
            (ExprKind::Name(_), "dict") => call
                .args
                .iter()
                .all(|arg| matches!(arg.passing, Passing::Keyword(_)) || self.holds(&arg.value)),
            (ExprKind::Attribute(object, _), "copy") if call.args.is_empty() => self.holds(object),
            (_, "deepcopy") => call.position(0).is_some_and(|value| self.holds(value)),
            _ => self.hands_back(call),
        }
    }

    /// Whether what is called is a function of the sources of which the same holds.
    fn hands_back(&self, call: &'r Call<'r>) -> bool {
        let Some(steps) = self.steps.checked_sub(1) else { return false };
        match self.repository.origins(&call.callee, self.inside).as_slice() {
            [Origin::Function(at, function)] => {
                let inside = self.repository.inside(*at, function.id);
                // What it is given under a name is what is given there.
                let taking = function.params.iter().map(|param| param.name);
                let given = taking.enumerate().find(|(index, name)| {
                    let value = call.argument(*index, name);
                    let is_state = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if self.param == Some(name));
                    value.is_some_and(is_state)
                });
                let param = given.map(|(_, name)| name);
                let look = Look {
                    repository: self.repository,
                    function: Some(function),
                    inside,
                    param,
                    steps,
                };
                look.returns()
            }
            _ => false,
        }
    }

    /// Whether a variable of the function holds only what is told likewise.
    fn is_put_together(&self, name: &str) -> bool {
        let Some(function) = self.function else { return false };
        // A variable may be given what it held, changed.
        let Some(steps) = self.steps.checked_sub(1) else { return false };
        let inner = Look { steps, ..*self };
        let is_it = |value: &Expr<'_>| value.is_name(name);
        let (mut is_given, mut told) = (false, true);
        Stmt::each_own(&function.body, &mut |stmt| {
            match &stmt.kind {
                StmtKind::Assign { targets, value, .. } => {
                    for target in targets {
                        match &target.kind {
                            ExprKind::Subscript(object, indices) if is_it(object) => {
                                told &= matches!(indices.as_slice(), [key] if key.text().is_some());
                            }
                            _ if is_it(target) => {
                                if let Some(value) = value {
                                    is_given = true;
                                    told = told && (inner.holds(value));
                                }
                            }
                            _ => {
                                told &= !target.any(&is_it)
                                    || matches!(
                                        target.kind,
                                        ExprKind::Subscript(..) | ExprKind::Attribute(..)
                                    );
                            }
                        }
                    }
                }
                StmtKind::Augment { target, value } if is_it(target) => {
                    told = told && inner.holds(value);
                }
                StmtKind::For { target, .. } => told &= !target.any(&is_it),
                StmtKind::With { items, .. } => {
                    told &= !items
                        .iter()
                        .any(|(_, name)| name.as_ref().is_some_and(|it| it.any(&is_it)));
                }
                _ => {}
            }
            stmt.walk(&mut |part| {
                if let Some((object, "update", call)) = part.method_call()
                    && is_it(object)
                {
                    let mut given = call.args.iter();
                    told = told
                        && given.all(|arg| {
                            matches!(arg.passing, Passing::Keyword(_)) || inner.holds(&arg.value)
                        });
                }
            });
        });
        is_given && told
    }
}
