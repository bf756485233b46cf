//! Values into which nothing of the state comes that other nodes write.

use super::held::{Held, is_setting};
use super::sent::Sent;
use super::words::{brings, is_local, is_quiet, names};
use crate::detect::repo::python::names::scope::Binding;
use crate::detect::repo::python::repository::{At, Origin};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{
    Call, Clause, Comprehension, Expr, ExprKind, Function, Stmt, StmtKind,
};
use std::collections::BTreeSet;

/// Methods and functions that make a text.
const TEXTS: &[&str] =
    &["str", "strip", "format", "join", "dedent", "replace", "dumps", "rstrip", "lstrip", "getenv"];

/// Looks at the values of a function that is given the state.
pub(super) struct Blank<'s, 'p, 'r> {
    sent: &'s Sent<'p, 'r>,
    /// The scope inside the function.
    at: At,
    function: &'r Function<'r>,
    /// The parameter that holds the state.
    pub state: &'r str,
    /// The fields of the state that come into the values.
    pub keys: BTreeSet<String>,
    /// The names that are looked at.
    open: BTreeSet<&'r str>,
    /// The variables of comprehensions around a value.
    within: Vec<&'r str>,
}

impl<'s, 'p, 'r> Blank<'s, 'p, 'r> {
    pub(super) fn new(
        sent: &'s Sent<'p, 'r>,
        at: At,
        function: &'r Function<'r>,
        state: &'r str,
    ) -> Self {
        let (keys, open, within) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        Self { sent, at, function, state, keys, open, within }
    }

    /// One that looks at the same function, and has seen nothing yet.
    pub(super) fn like(other: &Self) -> Self {
        Self::new(other.sent, other.at, other.function, other.state)
    }

    /// Whether nothing comes into a call but the fields of the state that are noted, nor into what it is drawn from by
    /// comprehensions around it.
    pub(super) fn is_at(&mut self, site: &Site<'r>) -> bool {
        let mut around: Vec<&'r Comprehension<'r>> = Vec::new();
        site.stmt.walk(&mut |part| {
            if let ExprKind::Comprehension(inner) = &part.kind
                && part.span.holds(site.expr.span)
            {
                around.push(inner);
            }
        });
        let before = self.within.len();
        for clause in around.into_iter().flat_map(|inner| &inner.clauses) {
            if let Clause::For { target, iterable } = clause
                && !iterable.span.holds(site.expr.span)
                && self.is(iterable)
            {
                self.within.extend(named(target));
            }
        }
        let is_blank = self.is(site.expr);
        self.within.truncate(before);
        is_blank
    }

    /// Whether nothing comes into a value but the fields of the state that are noted.
    pub(super) fn is(&mut self, value: &'r Expr<'r>) -> bool {
        match &value.kind {
            ExprKind::Name(name) => self.name(value, name),
            ExprKind::Subscript(object, indices) if self.is_state(object) => {
                self.key(indices.first())
            }
            ExprKind::Attribute(object, name) if self.is_state(object) => {
                self.keys.insert((*name).to_owned());
                true
            }
            ExprKind::Attribute(object, name) => self.attribute(value, object, name),
            ExprKind::Call(call) => self.call(call),
            ExprKind::Comprehension(inner) => self.comprehension(inner),
            ExprKind::Lambda(_) | ExprKind::Other(_) => false,
            _ => value.parts().into_iter().all(|part| self.is(part)),
        }
    }

    fn is_state(&self, value: &Expr<'_>) -> bool {
        value.is_name(self.state)
    }

    fn key(&mut self, key: Option<&Expr<'r>>) -> bool {
        key.and_then(Expr::text).is_some_and(|key| {
            self.keys.insert(key);
            true
        })
    }

    fn name(&mut self, value: &'r Expr<'r>, name: &'r str) -> bool {
        if self.within.contains(&name) {
            return true;
        }
        let bindings = self.sent.repository.scope(self.at).bindings.get(name);
        let Some(bindings) = bindings else { return self.outside(value) };
        if matches!(name, "self" | "cls") {
            return false;
        }
        if name == self.state || !self.open.insert(name) {
            return name != self.state;
        }
        let is_blank = match bindings.as_slice() {
            [Binding::Value(value)] => self.is(value) && (is_text(value) || self.is_kept(name)),
            [Binding::With(value) | Binding::Part(value, _)] => {
                self.is(value) && self.is_kept(name)
            }
            [Binding::Import(_) | Binding::Class(_)] => true,
            // What a caller gives it is nothing of the state.
            [Binding::Param(..)] => self.is_kept(name),
            bindings if bindings.iter().all(|one| matches!(one, Binding::Changed)) => {
                self.is_counted(name, bindings.len()) && self.is_kept(name)
            }
            _ => false,
        };
        self.open.remove(name);
        is_blank
    }

    /// Whether a name is bound by loops alone that go over such values.
    fn is_counted(&mut self, name: &str, bindings: usize) -> bool {
        let is_it = |part: &Expr<'_>| part.is_name(name);
        let mut over = Vec::new();
        Stmt::each(&self.function.body, &mut |stmt| {
            if let StmtKind::For { target, iterable, .. } = &stmt.kind
                && target.any(&is_it)
            {
                over.push(iterable);
            }
        });
        over.len() == bindings && over.into_iter().all(|iterable| self.is(iterable))
    }

    /// Whether nothing else is put into what a name holds.
    fn is_kept(&mut self, name: &'r str) -> bool {
        let is_it = |part: &Expr<'_>| part.is_name(name);
        let (mut put, mut is_shared) = (Vec::new(), false);
        Stmt::each(&self.function.body, &mut |stmt| {
            let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
            let into = |target: &Expr<'r>| {
                !is_it(target)
                    && matches!(target.kind, ExprKind::Subscript(..) | ExprKind::Attribute(..))
                    && target.any(&is_it)
            };
            is_shared |= is_it(value);
            if targets.iter().any(into) {
                put.push(value);
            }
        });
        let sent = self.sent;
        for site in sent.own(self.at.module, self.function) {
            let is_on = matches!(&site.call.callee.kind, ExprKind::Attribute(object, _) if object.any(&is_it));
            let given = site.call.args.iter().any(|arg| is_it(&arg.value));
            if is_on || given {
                put.extend(site.call.args.iter().map(|arg| &arg.value));
            }
        }
        !is_shared && put.into_iter().all(|value| self.is(value))
    }

    /// Whether nothing of the state is in what a name holds that is bound outside the function.
    fn outside(&mut self, value: &'r Expr<'r>) -> bool {
        let ExprKind::Name(name) = value.kind else { return false };
        // What a function around it was given when the graph was built.
        let mut scope = self.sent.repository.scope(self.at).parent;
        while let Some(here) = scope.filter(|here| *here != 0) {
            let around = self.sent.repository.scope(At { scope: here, ..self.at });
            if around.bindings.contains_key(name) {
                return is_setting(name);
            }
            scope = around.parent;
        }
        if self.sent.methods.is_filled(name) {
            return false;
        }
        let origins = self.sent.repository.origins(value, self.at);
        origins.iter().all(|origin| match origin {
            Origin::Value(at, value) => is_constant(value) || self.made_once(*at, value),
            Origin::Class(..) | Origin::Module(_) => true,
            Origin::Function(at, function) => self.sent.knows_nothing(*at, function),
            Origin::External(name) => is_quiet(name) && !is_local(name),
            _ => false,
        })
    }

    /// Whether the value of a module's own name is made of what is known when it is loaded.
    fn made_once(&self, at: At, value: &'r Expr<'r>) -> bool {
        let ExprKind::Call(call) = &value.kind else { return false };
        let origins = self.sent.repository.origins(&call.callee, at);
        let is_known = |origin: &Origin<'r>| match origin {
            Origin::External(name) => is_quiet(name),
            Origin::Function(at, function) => self.sent.knows_nothing(*at, function),
            _ => false,
        };
        origins.iter().all(is_known)
            && !names(&call.callee).into_iter().any(brings)
            && call.args.iter().all(|arg| {
                is_constant(&arg.value) || matches!(&arg.value.kind, ExprKind::Call(_) if self.made_once(at, &arg.value))
            })
    }

    fn attribute(&mut self, value: &'r Expr<'r>, object: &'r Expr<'r>, name: &'r str) -> bool {
        if brings(name) {
            return false;
        }
        if object.is_self() {
            // What it was made with, which nothing changes afterwards.
            let Held::Made(values) = self.sent.methods.held(name) else { return false };
            return is_setting(name)
                || values
                    .iter()
                    .all(|(at, value)| is_constant(value) || self.made_once(*at, value));
        }
        let origins = self.sent.repository.origins(value, self.at);
        match origins.as_slice() {
            [Origin::External(name)] if !is_local(name) => is_quiet(name),
            _ => self.is(object),
        }
    }

    fn call(&mut self, call: &'r Call<'r>) -> bool {
        if let ExprKind::Attribute(object, "get") = &call.callee.kind
            && self.is_state(object)
        {
            return self.key(call.position(0));
        }
        if call.callee_name() == "getattr" && call.position(0).is_some_and(|it| self.is_state(it)) {
            return self.key(call.position(1));
        }
        if !call.args.iter().all(|arg| self.is(&arg.value)) {
            return false;
        }
        let is_method = matches!(call.callee.kind, ExprKind::Attribute(..));
        let origins = self.sent.repository.origins(&call.callee, self.at);
        let sent = self.sent;
        let is_post = sent.posts.contains(&self.at);
        origins.iter().all(|origin| match origin {
            Origin::Function(at, function) => sent.knows_nothing(*at, function),
            Origin::Class(at, class) => {
                let makers = sent.methods.makers(sent.repository.inside(*at, class.id));
                makers.into_iter().all(|(at, function)| sent.knows_nothing(at, function))
            }
            Origin::External(name) if !is_local(name) => is_quiet(name) || is_post,
            Origin::Module(_) | Origin::Perhaps(_) => false,
            _ => is_method && self.method(call),
        })
    }

    /// Whether a method of such a value gives another one.
    fn method(&mut self, call: &'r Call<'r>) -> bool {
        let ExprKind::Attribute(object, name) = &call.callee.kind else { return false };
        let sent = self.sent;
        let own = sent.methods.named(name).iter();
        !brings(name)
            && own.into_iter().all(|(at, function)| sent.knows_nothing(*at, function))
            && (object.is_self() || self.is(object))
    }

    fn comprehension(&mut self, inner: &'r Comprehension<'r>) -> bool {
        let before = self.within.len();
        let clauses = inner.clauses.iter().all(|clause| match clause {
            Clause::For { target, iterable } => {
                let is_blank = self.is(iterable);
                self.within.extend(named(target));
                is_blank
            }
            Clause::If(test) => self.is(test),
        });
        let all =
            clauses && inner.key.as_ref().is_none_or(|key| self.is(key)) && self.is(&inner.element);
        self.within.truncate(before);
        all
    }
}

/// The names that a target binds.
fn named<'r>(target: &Expr<'r>) -> Vec<&'r str> {
    let mut names = Vec::new();
    target.each(&mut |part| {
        if let ExprKind::Name(name) = part.kind {
            names.push(name);
        }
    });
    names
}

/// Whether a value is a text, into which nothing can be put.
fn is_text(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Str(_) => true,
        ExprKind::Binary("+" | "%", sides) => is_text(&sides.0) || is_text(&sides.1),
        ExprKind::Call(call) => TEXTS.contains(&call.callee_name()),
        _ => false,
    }
}

/// Whether a value is spelled out and cannot be filled.
fn is_constant(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Str(_) | ExprKind::Literal(_) | ExprKind::Bool(_) | ExprKind::None => {
            value.parts().is_empty()
        }
        ExprKind::Tuple(items) => items.iter().all(is_constant),
        ExprKind::List(items) => !items.is_empty() && items.iter().all(is_constant),
        ExprKind::Dict(pairs) => {
            !pairs.is_empty()
                && pairs
                    .iter()
                    .all(|(key, value)| key.as_ref().is_some_and(is_constant) && is_constant(value))
        }
        ExprKind::Binary(_, sides) => is_constant(&sides.0) && is_constant(&sides.1),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "strip" | "lstrip" | "rstrip") => is_constant(object),
            _ => {
                call.callee_name() == "dedent"
                    && call.args.iter().all(|arg| is_constant(&arg.value))
            }
        },
        _ => false,
    }
}
