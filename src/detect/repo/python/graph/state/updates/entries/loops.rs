//! What loops put into fields.

use super::{Assumed, Ends, Wanted};
use crate::detect::repo::python::graph::routes::flow::{Known, leaves_early, meet, shrunk};
use crate::detect::repo::python::repository::{At, Origin};
use crate::detect::repo::python::syntax::{Body, Call, Expr, ExprKind, Function, Stmt, StmtKind};

/// Variables and functions that are followed inside each other to where the thing comes from that a loop goes through.
const STEPS: usize = 6;

/// Functions that give no more than is in what they are given.
const PLAIN: &[&str] =
    &["list", "sorted", "set", "tuple", "dict", "enumerate", "zip", "range", "len", "str", "print"];

impl<'r> Ends<'_, 'r> {
    /// What is known after a loop over something.
    pub(super) fn each_of(
        &mut self,
        (target, iterable): (&'r Expr<'r>, &'r Expr<'r>),
        (body, otherwise): (&'r Body<'r>, &'r Body<'r>),
        mut known: Known,
    ) -> Option<Known> {
        let holds = self.value(iterable, &known).is_some() || self.is_assumed(iterable);
        let runs = holds && !leaves_early(body);
        let each = self.parts_of(iterable, &known);
        known.forget_all(&shrunk(body));
        match (&target.kind, each.as_slice()) {
            (ExprKind::Tuple(parts), each) if parts.len() == each.len() => {
                parts.iter().zip(each).for_each(|(part, held)| known.assign(part, *held));
            }
            (_, [held]) => known.assign(target, *held),
            _ => known.assign(target, None),
        }
        let after = self.turns_of(body, &known);
        let after = if runs { after } else { Some(known) };
        self.block(otherwise, after)
    }

    /// What is known after a turn of a loop; `None` where nothing comes past it.
    pub(super) fn turns_of(&mut self, body: &'r Body<'r>, before: &Known) -> Option<Known> {
        let outer = std::mem::take(&mut self.turns);
        self.loops += 1;
        let end = self.block(body, Some(before.clone()));
        self.loops -= 1;
        let mut ends = std::mem::replace(&mut self.turns, outer);
        ends.push(end);
        meet(ends)
    }

    /// Whether a loop is taken to have something to go through: it stands in no other, and the field that is asked for
    /// is not what it goes through.
    fn is_assumed(&self, iterable: &'r Expr<'r>) -> bool {
        let Wanted::Field(field) = self.wanted else { return false };
        let search = Search { ends: self, field };
        matches!(self.assumed, Assumed::Loops)
            && self.loops == 0
            && !search.value(iterable, self.function, self.at, STEPS)
    }
}

/// Looks for a field in what something is made of.
struct Search<'s, 'e, 'r> {
    ends: &'s Ends<'e, 'r>,
    field: &'s str,
}

impl<'r> Search<'_, '_, 'r> {
    /// Whether a value may come from the field.
    fn value(&self, value: &'r Expr<'r>, inside: &'r Function<'r>, at: At, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return true };
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            let names_it = match &value.kind {
                ExprKind::Str(_) => value.text().as_deref() == Some(self.field),
                ExprKind::Attribute(_, name) => *name == self.field,
                ExprKind::Name(name) => self.variable(name, inside, at, steps),
                ExprKind::Call(call) => self.call(call, at, steps),
                _ => false,
            };
            if names_it {
                return true;
            }
            open.extend(value.parts());
        }
        false
    }

    /// Whether a variable of the function may hold what comes from the field.
    fn variable(&self, name: &str, inside: &'r Function<'r>, at: At, steps: usize) -> bool {
        let is_it = |value: &Expr<'_>| value.is_name(name);
        let mut found = false;
        Stmt::each(&inside.body, &mut |stmt| {
            let (is_bound, value) = match &stmt.kind {
                StmtKind::Assign { targets, value: Some(value), .. } => {
                    (targets.iter().any(|target| target.any(&is_it)), value)
                }
                StmtKind::Augment { target, value } => (target.any(&is_it), value),
                StmtKind::For { target, iterable, .. } => (target.any(&is_it), iterable),
                StmtKind::Expr(value) => (value.any(&is_it), value),
                _ => return,
            };
            // What is made of itself adds nothing.
            found =
                found || (is_bound && !value.any(&is_it) && self.value(value, inside, at, steps));
        });
        found
    }

    /// Whether a function that is called may look at the field.
    fn call(&self, call: &'r Call<'r>, at: At, steps: usize) -> bool {
        let repository = self.ends.repository;
        match repository.origins(&call.callee, at).as_slice() {
            [Origin::Function(at, function)] => {
                let text = repository.modules[at.module].text_of(function.span).unwrap_or_default();
                let at = repository.inside(*at, function.id);
                let mut calls = Vec::new();
                Stmt::walk_all(&function.body, &mut |part| {
                    if let ExprKind::Call(call) = &part.kind {
                        calls.push(&**call);
                    }
                });
                text.contains(self.field)
                    || steps == 0
                    || calls.iter().any(|call| self.call(call, at, steps - 1))
            }
            // A method tells of what it is called on.
            _ => match call.callee.kind {
                ExprKind::Name(name) => !PLAIN.contains(&name) && !call.args.is_empty(),
                _ => false,
            },
        }
    }
}
