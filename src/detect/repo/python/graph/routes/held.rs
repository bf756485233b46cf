//! Where a router leads while a field of the state holds something.

use super::super::shape::runner::Runner;
use super::super::state::updates::doubled;
use super::super::state::updates::doubled::Field;
use super::super::state::updates::untaken::is_plain;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Stmt, StmtKind};
use std::collections::BTreeSet;

/// What a router can return while a field holds something; `None` where what it holds decides in a way that is not
/// understood, or what is returned is not spelled out.
pub(super) fn returned(router: &Runner<'_>, field: &str) -> Option<BTreeSet<String>> {
    let field = Field { param: router.param()?, field };
    let body = &router.function.body;
    let held = doubled::held(router.function, &field);
    if !is_plain(router.function) || doubled::is_disturbed(body, &field, &held) {
        return None;
    }
    let about = doubled::about(body, &field, &held);
    let mut ways = Ways { field, held, about, found: BTreeSet::new() };
    ways.block(body)?;
    Some(ways.found)
}

/// What a condition is while the field holds something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Test {
    Is(bool),
    /// It asks for something else.
    Open,
    /// It depends on what the field holds.
    Unclear,
}

struct Ways<'f, 'r> {
    field: Field<'f>,
    held: BTreeSet<&'r str>,
    /// The variables that are computed from what the field holds.
    about: BTreeSet<&'r str>,
    found: BTreeSet<String>,
}

impl<'r> Ways<'_, 'r> {
    /// Follows a block; gives whether its end can be reached.
    fn block(&mut self, body: &Body<'r>) -> Option<bool> {
        for stmt in body {
            let goes_on = match &stmt.kind {
                StmtKind::Return(value) => {
                    self.value(value.as_ref()?)?;
                    false
                }
                StmtKind::Raise(_) => false,
                StmtKind::If { branches, otherwise } => self.branches(branches, otherwise)?,
                _ if stmt.blocks().into_iter().any(leaves) => return None,
                _ => true,
            };
            if !goes_on {
                return Some(false);
            }
        }
        Some(true)
    }

    fn branches(
        &mut self,
        branches: &[(Expr<'r>, Body<'r>)],
        otherwise: &Body<'r>,
    ) -> Option<bool> {
        let mut goes_on = false;
        for (test, body) in branches {
            match self.test(test) {
                Test::Is(true) => return Some(self.block(body)? || goes_on),
                Test::Is(false) => {}
                Test::Open => goes_on |= self.block(body)?,
                Test::Unclear if leaves(body) => return None,
                Test::Unclear => goes_on = true,
            }
        }
        Some(self.block(otherwise)? || goes_on)
    }

    fn value(&mut self, value: &Expr<'r>) -> Option<()> {
        if let ExprKind::Conditional(choice) = &value.kind {
            return match self.test(&choice.test) {
                Test::Is(true) => self.value(&choice.then),
                Test::Is(false) => self.value(&choice.otherwise),
                Test::Open => self.value(&choice.then).and_then(|()| self.value(&choice.otherwise)),
                Test::Unclear => None,
            };
        }
        self.found.insert(value.text()?);
        Some(())
    }

    fn test(&self, test: &Expr<'r>) -> Test {
        match &test.kind {
            ExprKind::Not(inner) => match self.test(inner) {
                Test::Is(holds) => Test::Is(!holds),
                other => other,
            },
            ExprKind::Logic(operator, sides) => {
                let decides = *operator == "or";
                match (self.test(&sides.0), self.test(&sides.1)) {
                    (Test::Is(one), _) | (_, Test::Is(one)) if one == decides => Test::Is(one),
                    (Test::Is(_), other) | (other, Test::Is(_)) => other,
                    (Test::Open, Test::Open) => Test::Open,
                    _ => Test::Unclear,
                }
            }
            ExprKind::Compare(sides, operators) => self.compared(test, sides, operators),
            _ if self.is_filled(test) => Test::Is(true),
            _ => self.asks(test),
        }
    }

    /// What a comparison is with nothing: `len(notes) == 0`, `notes is None` and the like.
    fn compared(&self, test: &Expr<'r>, sides: &[Expr<'r>], operators: &[&str]) -> Test {
        let ([left, right], [operator]) = (sides, operators) else { return self.asks(test) };
        let number = match right.kind {
            ExprKind::Literal(number) => number,
            _ => "",
        };
        let is_empty = match &right.kind {
            ExprKind::None => true,
            ExprKind::List(items) => items.is_empty(),
            ExprKind::Dict(pairs) => pairs.is_empty(),
            _ => false,
        };
        let is_field = self.field.is_held(left, &self.held);
        match *operator {
            "==" | "is" if is_field && is_empty => Test::Is(false),
            "!=" | "is not" if is_field && is_empty => Test::Is(true),
            "==" | "<=" if self.is_length(left) && number == "0" => Test::Is(false),
            "<" if self.is_length(left) && number == "1" => Test::Is(false),
            "!=" | ">" if self.is_length(left) && number == "0" => Test::Is(true),
            ">=" if self.is_length(left) && number == "1" => Test::Is(true),
            _ => self.asks(test),
        }
    }

    fn is_length(&self, value: &Expr<'r>) -> bool {
        matches!(&value.kind, ExprKind::Call(call) if call.callee.is_name("len")
            && call.position(0).is_some_and(|it| self.field.is_held(it, &self.held)))
    }

    fn is_filled(&self, value: &Expr<'r>) -> bool {
        let is_bool = |value: &Expr<'r>| {
            matches!(&value.kind, ExprKind::Call(call) if call.callee.is_name("bool")
                && call.position(0).is_some_and(|it| self.field.is_held(it, &self.held)))
        };
        self.field.is_held(value, &self.held) || self.is_length(value) || is_bool(value)
    }

    fn asks(&self, test: &Expr<'r>) -> Test {
        let is_about = test.any(&|part| self.field.is_held(part, &self.about));
        if is_about { Test::Unclear } else { Test::Open }
    }
}

/// Whether anything in a block ends the function or a loop.
fn leaves(body: &Body<'_>) -> bool {
    let mut leaves = false;
    Stmt::each_own(body, &mut |stmt| {
        leaves |= stmt.leaves();
    });
    leaves
}
