//! What is sure to be so where a call stands, as every way to it asked before.

use super::super::running::sites::Site;
use super::super::syntax::{Body, Expr, ExprKind, Stmt, StmtKind};

/// The names that were asked for on the way to a call.
pub(super) struct Held<'r> {
    names: Vec<(&'r str, Is)>,
}

/// What a name is known to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Is {
    /// It counts as true.
    True,
    /// It is not `None`.
    There,
}

impl<'r> Held<'r> {
    /// What holds at the place of a call in its function.
    pub(super) fn at(site: &Site<'r>) -> Self {
        let mut asked = Vec::new();
        if let Some(function) = site.function() {
            follow(&function.body, site, &mut asked);
            asked.retain(|(name, _, from)| !is_given_after(&function.body, name, *from));
        }
        Self { names: asked.into_iter().map(|(name, is, _)| (name, is)).collect() }
    }

    /// Whether a value is surely true.
    pub(super) fn is_true(&self, value: &Expr<'_>) -> bool {
        match &value.kind {
            ExprKind::Bool(true) => true,
            ExprKind::Name(name) => self.names.contains(&(*name, Is::True)),
            ExprKind::Call(call) if call.callee.is_name("bool") => {
                call.args.len() == 1 && call.position(0).is_some_and(|value| self.is_true(value))
            }
            ExprKind::Compare(..) => none_of(value, "is not")
                .is_some_and(|name| self.names.iter().any(|(held, _)| *held == name)),
            _ => false,
        }
    }

    /// What a value comes to: the arm of a choice whose condition is surely true.
    pub(super) fn chosen(&self, value: &'r Expr<'r>) -> &'r Expr<'r> {
        match &value.kind {
            ExprKind::Conditional(choice) if self.is_true(&choice.test) => &choice.then,
            _ => value,
        }
    }
}

/// The name that a comparison holds against `None`.
fn none_of<'r>(test: &Expr<'r>, operator: &str) -> Option<&'r str> {
    let ExprKind::Compare(sides, operators) = &test.kind else { return None };
    match (sides.as_slice(), operators.as_slice()) {
        ([Expr { kind: ExprKind::Name(name), .. }, Expr { kind: ExprKind::None, .. }], [one])
            if *one == operator =>
        {
            Some(name)
        }
        _ => None,
    }
}

/// Collects what a condition that holds, or fails, says of names.
fn says<'r>(test: &Expr<'r>, holds: bool, from: usize, asked: &mut Vec<(&'r str, Is, usize)>) {
    match &test.kind {
        ExprKind::Name(name) if holds => asked.push((name, Is::True, from)),
        ExprKind::Not(inner) => says(inner, !holds, from, asked),
        ExprKind::Logic(word, sides) if (*word == "and") == holds => {
            says(&sides.0, holds, from, asked);
            says(&sides.1, holds, from, asked);
        }
        ExprKind::Compare(..) => {
            let operator = if holds { "is not" } else { "is" };
            asked.extend(none_of(test, operator).map(|name| (name, Is::There, from)));
        }
        _ => {}
    }
}

/// Follows blocks to a call.
fn follow<'r>(body: &'r Body<'r>, site: &Site<'r>, asked: &mut Vec<(&'r str, Is, usize)>) {
    let holds = |body: &'r Body<'r>| body.iter().any(|stmt| stmt.span.holds(site.expr.span));
    let Some(at) = body.iter().position(|stmt| stmt.span.holds(site.expr.span)) else { return };
    for before in &body[..at] {
        if let StmtKind::If { branches, otherwise } = &before.kind
            && otherwise.is_empty()
            && branches.iter().all(|(_, body)| ends(body))
        {
            for (test, _) in branches {
                says(test, false, test.span.start, asked);
            }
        }
    }
    if let StmtKind::If { branches, .. } = &body[at].kind {
        for (test, inner) in branches {
            let here = holds(inner);
            says(test, here, test.span.start, asked);
            if here {
                break;
            }
        }
    }
    for block in body[at].blocks() {
        if holds(block) {
            follow(block, site, asked);
        }
    }
}

/// Whether nothing that follows a block in its place is come to from its end.
fn ends(body: &[Stmt<'_>]) -> bool {
    body.last().is_some_and(Stmt::leaves)
}

/// Whether a name may be given something in what stands after a place, which a loop may lead back from.
fn is_given_after(body: &[Stmt<'_>], name: &str, from: usize) -> bool {
    let is_it = |part: &Expr<'_>| part.is_name(name);
    let mut found = false;
    Stmt::each(body, &mut |stmt| {
        let gives = match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().any(|target| match &target.kind {
                ExprKind::Subscript(..) | ExprKind::Attribute(..) => false,
                _ => target.any(&is_it),
            }),
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => target.any(&is_it),
            StmtKind::With { items, .. } => {
                items.iter().any(|(_, bound)| bound.as_ref().is_some_and(|one| one.any(&is_it)))
            }
            StmtKind::Other(values) => values.iter().any(|value| value.any(&is_it)),
            _ => false,
        };
        found |= gives && stmt.span.end > from;
    });
    found
}
