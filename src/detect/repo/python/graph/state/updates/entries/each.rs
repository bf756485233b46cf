//! What is in each of several things that are made alike, and what a function leaves in what it is given.

use super::{Ends, Held, Wanted};
use crate::detect::repo::python::graph::routes::flow::Known;
use crate::detect::repo::python::repository::{At, Origin};
use crate::detect::repo::python::syntax::{
    Call, Clause, Comprehension, Expr, ExprKind, Function, Passing, Stmt, StmtKind, Taking,
};

impl<'r> Ends<'_, 'r> {
    /// What is sure to be in each entry of a value that surely has one: `await gather(*(one.look() for one in all))`.
    pub(super) fn each(&self, value: &'r Expr<'r>, known: &Known) -> Option<Held> {
        match &value.kind {
            ExprKind::Name(_) => known.of(value).and(known.each(value)),
            ExprKind::List(items) | ExprKind::Tuple(items) if !items.is_empty() => {
                least(items.iter().map(|item| self.value(item, known)))
            }
            ExprKind::Comprehension(made) => self.made(made, false),
            ExprKind::Await(inner) => {
                let ExprKind::Call(call) = &inner.kind else { return None };
                if call.callee_name() != "gather" || call.args.is_empty() {
                    return None;
                }
                least(call.args.iter().map(|arg| match (arg.passing, &arg.value.kind) {
                    (Passing::Position, ExprKind::Call(call)) => self.ran(call, true),
                    (Passing::Rest, ExprKind::Comprehension(made)) => self.made(made, true),
                    _ => None,
                }))
            }
            _ => None,
        }
    }

    /// What is sure to be in the parts of each thing that a loop goes through: of pairs in each of their parts.
    pub(super) fn parts_of(&self, iterable: &'r Expr<'r>, known: &Known) -> Vec<Option<Held>> {
        match &iterable.kind {
            ExprKind::Call(call) if call.callee.is_name("zip") => {
                call.args.iter().map(|arg| self.each(&arg.value, known)).collect()
            }
            _ => vec![self.each(iterable, known)],
        }
    }

    /// What each turn of a comprehension gives that calls something of each object, or each function, of a list that is
    /// spelled out.
    fn made(&self, made: &'r Comprehension<'r>, is_async: bool) -> Option<Held> {
        let [Clause::For { target, iterable }] = made.clauses.as_slice() else { return None };
        let ExprKind::Call(call) = &made.element.kind else { return None };
        let ExprKind::Name(one) = target.kind else { return None };
        let is_one = |value: &Expr<'_>| value.is_name(one);
        let items = self.listed(iterable)?;
        least(items.iter().map(|item| match (&call.callee.kind, &item.kind) {
            (ExprKind::Attribute(object, method), ExprKind::Call(maker)) if is_one(object) => {
                self.method(maker, method, is_async)
            }
            (ExprKind::Name(_), ExprKind::Name(_)) if is_one(&call.callee) => {
                self.plain(item, is_async)
            }
            _ => None,
        }))
    }

    /// What a call gives of a function, or of a method of an object that is made there.
    fn ran(&self, call: &'r Call<'r>, is_async: bool) -> Option<Held> {
        match &call.callee.kind {
            ExprKind::Attribute(object, method) => {
                let origins = self.repository.origins(object, self.at);
                let [Origin::Value(_, Expr { kind: ExprKind::Call(maker), .. })] =
                    origins.as_slice()
                else {
                    return None;
                };
                self.method(maker, method, is_async)
            }
            _ => self.plain(&call.callee, is_async),
        }
    }

    fn plain(&self, callee: &'r Expr<'r>, is_async: bool) -> Option<Held> {
        match self.repository.origins(callee, self.at).as_slice() {
            [Origin::Function(at, function)] => self.own(*at, function, is_async),
            _ => None,
        }
    }

    /// What a method of the object gives that a call makes.
    fn method(&self, maker: &'r Call<'r>, name: &str, is_async: bool) -> Option<Held> {
        let origins = self.repository.origins(&maker.callee, self.at);
        let [Origin::Class(at, class)] = origins.as_slice() else { return None };
        let mut methods = Stmt::functions(&class.body).filter(|method| method.name == name);
        let (Some(method), None) = (methods.next(), methods.next()) else { return None };
        self.own(self.repository.inside(*at, class.id), method, is_async)
    }

    fn own(&self, at: At, function: &'r Function<'r>, is_async: bool) -> Option<Held> {
        (self.is_async(at, function) == is_async)
            .then(|| self.follow(at, function, Wanted::Whole))?
    }

    pub(super) fn is_async(&self, at: At, function: &Function<'_>) -> bool {
        let text = self.repository.modules[at.module].text;
        text.get(function.span.start..).is_some_and(|text| text.starts_with("async"))
    }

    /// The items of a list that is spelled out, there or under a name that nothing else is done with.
    fn listed(&self, value: &'r Expr<'r>) -> Option<&'r [Expr<'r>]> {
        let list = match value.kind {
            ExprKind::Name(name) => {
                let mut named = 0;
                Stmt::walk_all(&self.function.body, &mut |part| {
                    named += usize::from(part.is_name(name));
                });
                match self.repository.origins(value, self.at).as_slice() {
                    // Bound and gone through.
                    [Origin::Value(_, list)] if named <= 2 => *list,
                    _ => return None,
                }
            }
            _ => value,
        };
        match &list.kind {
            ExprKind::List(items) | ExprKind::Tuple(items)
                if !items.iter().any(|item| matches!(item.kind, ExprKind::Starred(_))) =>
            {
                Some(items)
            }
            _ => None,
        }
    }

    /// Notes what a function of the sources leaves in the field that is asked for of what it is given.
    pub(super) fn leave(&self, value: &'r Expr<'r>, known: &mut Known) {
        let (field, param) = match self.wanted {
            Wanted::Field(field) => (field, None),
            Wanted::Left(param, field) => (field, Some(param)),
            Wanted::Whole => return,
        };
        // It is the state that is handed on, as this was given it.
        let is_state = |name: &str| {
            param.is_none_or(|param| param == name) && self.function.param(name).is_some()
        };
        let (call, is_awaited) = match &value.kind {
            ExprKind::Await(inner) => (&inner.kind, true),
            kind => (kind, false),
        };
        let ExprKind::Call(call) = call else { return };
        let Some((at, function)) = self.repository.function(&call.callee, self.at) else { return };
        let text = self.repository.modules[at.module].text_of(function.span).unwrap_or_default();
        if self.is_async(at, function) != is_awaited || !text.contains(field) {
            return;
        }
        for (index, param) in function.params.iter().enumerate() {
            let Some(Expr { kind: ExprKind::Name(given), .. }) = call.argument(index, param.name)
            else {
                continue;
            };
            if !is_state(given) || param.taking != Taking::One || binds(function, param.name) {
                continue;
            }
            if let Some(held) = self.follow(at, function, Wanted::Left(param.name, field)) {
                known.hold_part(given, field, held);
            }
        }
    }
}

/// Whether a function binds a name anew.
fn binds(function: &Function<'_>, name: &str) -> bool {
    let is_it = |value: &Expr<'_>| value.is_name(name);
    let mut found = false;
    Stmt::each(&function.body, &mut |stmt| {
        found |= match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().any(is_it),
            StmtKind::Augment { target, .. } => is_it(target),
            StmtKind::For { target, .. } => target.any(&is_it),
            StmtKind::With { items, .. } => {
                items.iter().any(|(_, name)| name.as_ref().is_some_and(is_it))
            }
            _ => false,
        };
    });
    found
}

/// The least of several, all of which have to be there.
fn least(all: impl Iterator<Item = Option<Held>>) -> Option<Held> {
    let mut all = all.collect::<Option<Vec<_>>>()?.into_iter();
    let first = all.next()?;
    Some(all.fold(first, Held::min))
}
