//! Every call of a module with what stands around it.

use super::parse::Module;
use super::repository::{At, Repository};
use super::syntax::{Body, Call, Class, Expr, ExprKind, Function, Stmt, StmtKind};

/// One call.
#[derive(Clone)]
pub(super) struct Site<'r> {
    pub at: At,
    pub expr: &'r Expr<'r>,
    pub call: &'r Call<'r>,
    /// The statement it stands in.
    pub stmt: &'r Stmt<'r>,
    pub around: Around<'r>,
}

/// What stands around a statement.
#[derive(Clone, Default)]
pub(super) struct Around<'r> {
    /// The enclosing functions, innermost last.
    pub functions: Vec<&'r Function<'r>>,
    pub class: Option<&'r Class<'r>>,
    /// Whether it can run.
    pub dead: bool,
    /// Whether a `try` with handlers of the same function stands around it.
    pub guarded: bool,
    /// Whether a loop of the same function stands around it.
    pub looped: bool,
    /// What the `with` statements around it open, outermost first.
    pub opened: Vec<&'r Expr<'r>>,
}

impl<'r> Around<'r> {
    /// The innermost enclosing function's name.
    pub(super) fn function(&self) -> Option<String> {
        self.functions.last().map(|function| function.name.to_owned())
    }
}

impl<'r> Site<'r> {
    /// The module it stands in.
    pub(super) fn module(&self, repository: &Repository<'r>) -> &'r Module<'r> {
        &repository.modules[self.at.module]
    }
}

/// Collects the calls of the module with this index, in source order.
pub(super) fn sites<'r>(repository: &Repository<'r>, module: usize) -> Vec<Site<'r>> {
    let mut walk = Walk { repository, sites: Vec::new() };
    let at = At { module, scope: 0 };
    walk.body(&repository.modules[module].syntax.body, at, &Around::default());
    walk.sites
}

/// Whether a condition is a constant, and which.
pub(super) fn constant_condition(test: &Expr<'_>) -> Option<bool> {
    match &test.kind {
        ExprKind::Bool(value) => Some(*value),
        ExprKind::None => Some(false),
        ExprKind::Literal(number) => number.parse::<f64>().ok().map(|number| number != 0.0),
        ExprKind::Str(_) => test.text().map(|text| !text.is_empty()),
        ExprKind::Not(inner) => constant_condition(inner).map(|value| !value),
        ExprKind::Logic("and", sides) => match (&sides.0, &sides.1) {
            (left, right)
                if constant_condition(left) == Some(false)
                    || constant_condition(right) == Some(false) =>
            {
                Some(false)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether nothing in the repository can call `function`: private, and never mentioned.
pub(super) fn is_dead(repository: &Repository<'_>, function: &Function<'_>) -> bool {
    function.name.starts_with('_')
        && !function.name.starts_with("__")
        && function.decorators.is_empty()
        && !repository.is_mentioned(function.name)
}

struct Walk<'r, 'w> {
    repository: &'w Repository<'r>,
    sites: Vec<Site<'r>>,
}

impl<'r> Walk<'r, '_> {
    fn body(&mut self, body: &'r Body<'r>, at: At, around: &Around<'r>) {
        let mut ended = false;
        for stmt in body {
            let mut around = around.clone();
            around.dead |= ended;
            self.statement(stmt, at, &around);
            ended |= matches!(
                stmt.kind,
                StmtKind::Return(_) | StmtKind::Raise(_) | StmtKind::Break | StmtKind::Continue
            );
        }
    }

    fn statement(&mut self, stmt: &'r Stmt<'r>, at: At, around: &Around<'r>) {
        for value in stmt.expressions() {
            self.expr(value, stmt, at, around);
        }
        let looped = Around { looped: true, ..around.clone() };
        match &stmt.kind {
            StmtKind::Function(function) => {
                let mut functions = around.functions.clone();
                functions.push(function);
                let dead = around.dead || is_dead(self.repository, function);
                let inner = Around { functions, class: around.class, dead, ..Around::default() };
                self.body(&function.body, self.repository.inside(at, function.id), &inner);
            }
            StmtKind::Class(class) => {
                let inner = Around { class: Some(class), ..around.clone() };
                self.body(&class.body, self.repository.inside(at, class.id), &inner);
            }
            StmtKind::If { branches, otherwise } => {
                let mut taken = false;
                for (test, body) in branches {
                    let value = constant_condition(test);
                    let dead = around.dead || taken || value == Some(false);
                    self.body(body, at, &Around { dead, ..around.clone() });
                    taken |= value == Some(true);
                }
                let dead = around.dead || taken;
                self.body(otherwise, at, &Around { dead, ..around.clone() });
            }
            StmtKind::While { test, body, otherwise } => {
                let dead = around.dead || constant_condition(test) == Some(false);
                self.body(body, at, &Around { dead, ..looped });
                self.body(otherwise, at, around);
            }
            StmtKind::For { body, otherwise, .. } => {
                self.body(body, at, &looped);
                self.body(otherwise, at, around);
            }
            StmtKind::Try { body, handlers, otherwise, finally } => {
                let guarded = around.guarded || !handlers.is_empty();
                self.body(body, at, &Around { guarded, ..around.clone() });
                for block in handlers.iter().map(|handler| &handler.body) {
                    self.body(block, at, around);
                }
                self.body(otherwise, at, around);
                self.body(finally, at, around);
            }
            StmtKind::With { items, body } => {
                let mut inner = around.clone();
                inner.opened.extend(items.iter().map(|(value, _)| value));
                self.body(body, at, &inner);
            }
            StmtKind::Match { cases, .. } => {
                for case in cases {
                    self.body(&case.body, at, around);
                }
            }
            StmtKind::Expr(_)
            | StmtKind::Assign { .. }
            | StmtKind::Augment { .. }
            | StmtKind::Return(_)
            | StmtKind::Raise(_)
            | StmtKind::Import(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Other(_) => {}
        }
    }

    fn expr(&mut self, value: &'r Expr<'r>, stmt: &'r Stmt<'r>, at: At, around: &Around<'r>) {
        if let ExprKind::Call(call) = &value.kind {
            self.sites.push(Site { at, expr: value, call, stmt, around: around.clone() });
        }
        for part in value.parts() {
            self.expr(part, stmt, at, around);
        }
    }
}
