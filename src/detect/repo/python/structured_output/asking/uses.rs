//! Where a model that was bound to a schema is asked, followed through variables.

use super::kin;
use super::sight::sees;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{
    Arg, Call, Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind,
};
use std::collections::BTreeSet;

/// Methods that send something to a model.
const INVOKES: &[&str] = &[
    "abatch", "ainvoke", "apredict", "astream", "batch", "create", "generate", "invoke", "parse",
    "predict", "run", "stream", "__call__",
];

/// How many variables, parameters and returns are followed for one model.
const STEPS: usize = 48;

/// Whether a method of this name sends something to a model.
pub(in super::super) fn invokes(name: &str) -> bool {
    INVOKES.contains(&name)
}

/// The calls that ask the model that `site` binds; empty where none was found.
pub(in super::super) fn uses<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    site: &Site<'r>,
) -> Vec<Site<'r>> {
    let mut trace =
        Trace { repository, sites, steps: STEPS, seen: BTreeSet::new(), found: Vec::new() };
    trace.value(site, site.expr.span);
    trace.found
}

struct Trace<'r, 'p> {
    repository: &'p Repository<'r>,
    sites: &'p Sites<'r>,
    steps: usize,
    seen: BTreeSet<Seen>,
    found: Vec<Site<'r>>,
}

/// A variable that was followed: its module and function, its name, where it was given the model, and the call that
/// brought that.
type Seen = (usize, usize, String, Option<usize>, Option<(usize, usize)>);

/// The id that stands for a module's own level.
const NOWHERE: usize = usize::MAX;

impl<'r> Trace<'r, '_> {
    fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0
    }

    /// The calls of a function, or of a whole module.
    fn around(&self, module: usize, function: Option<&Function<'r>>) -> Vec<Site<'r>> {
        match function {
            Some(function) => self.sites.inside(module, function).into_iter().cloned().collect(),
            None => {
                self.sites.all.iter().filter(|site| site.at.module == module).cloned().collect()
            }
        }
    }

    fn ask(&mut self, site: &Site<'r>) {
        let known = self.found.iter().any(|one| std::ptr::eq(one.expr, site.expr));
        if !known {
            self.found.push(site.clone());
        }
    }

    /// Follows the model that stands at `span` in the statement of `site`.
    fn value(&mut self, site: &Site<'r>, span: Span) {
        if !self.step() {
            return;
        }
        let function = site.function();
        let module = site.at.module;
        let mut asked = false;
        for other in self.around(module, function) {
            if !other.stmt.span.holds(span) || std::ptr::eq(other.expr, site.expr) {
                continue;
            }
            if let ExprKind::Attribute(object, name) = &other.call.callee.kind
                && invokes(name)
                && object.span.holds(span)
            {
                self.ask(&other);
                asked = true;
            }
            self.handed(&other, |value| value.span == span);
        }
        if !asked {
            self.stored(site.stmt, site.at, site.around.class.is_some(), function, None);
        }
        if let (false, StmtKind::Return(_), Some(function)) = (asked, &site.stmt.kind, function) {
            for caller in self.callers(module, function) {
                self.value(&caller, caller.expr.span);
            }
        }
    }

    fn callers(&self, module: usize, function: &Function<'r>) -> Vec<Site<'r>> {
        let mut callers: Vec<Site<'r>> =
            self.sites.callers(module, function).into_iter().take(16).cloned().collect();
        // `self._build()` is found by its name.
        let kin = kin::callers(self.repository, self.sites, module, function).into_iter();
        for caller in kin.take(16) {
            if !callers.iter().any(|known| std::ptr::eq(known.expr, caller.expr)) {
                callers.push(caller.clone());
            }
        }
        callers
    }

    /// Follows the names that the statement gives to the model, which `via` brought into the function.
    fn stored(
        &mut self,
        stmt: &'r Stmt<'r>,
        at: At,
        in_class: bool,
        function: Option<&'r Function<'r>>,
        via: Option<&Site<'r>>,
    ) {
        let StmtKind::Assign { targets, .. } = &stmt.kind else { return };
        for target in targets {
            match &target.kind {
                ExprKind::Name(name) => {
                    self.named(at.module, function, name, Some(stmt.span), via);
                }
                ExprKind::Attribute(object, name) if in_class && object.is_self() => {
                    for module in kin::modules(self.repository, at.module, stmt.span) {
                        self.owned(module, name);
                    }
                }
                _ => {}
            }
        }
    }

    /// Follows the variable `name` inside `function`, or of the module, from where it is given the model.
    fn named(
        &mut self,
        module: usize,
        function: Option<&'r Function<'r>>,
        name: &str,
        given: Option<Span>,
        via: Option<&Site<'r>>,
    ) {
        let id = function.map_or(NOWHERE, |function| function.id);
        let by = via.map(|site| (site.at.module, site.expr.span.start));
        let seen = (module, id, name.to_owned(), given.map(|span| span.start), by);
        if !self.seen.insert(seen) || !self.step() {
            return;
        }
        let is_it = |value: &Expr<'r>| {
            value.is_name(name)
                && function
                    .zip(given)
                    .is_none_or(|(function, given)| sees(function, name, given, value.span))
        };
        self.held(module, function, &is_it, via);
    }

    /// Follows `self.name` inside a module.
    fn owned(&mut self, module: usize, name: &str) {
        let seen = (module, NOWHERE, format!("self.{name}"), None, None);
        if !self.seen.insert(seen) || !self.step() {
            return;
        }
        let is_it = |value: &Expr<'r>| {
            matches!(&value.kind, ExprKind::Attribute(object, n)
                if *n == name && object.is_self())
        };
        self.held(module, None, &is_it, None);
    }

    fn held(
        &mut self,
        module: usize,
        function: Option<&'r Function<'r>>,
        is_it: &impl Fn(&Expr<'r>) -> bool,
        via: Option<&Site<'r>>,
    ) {
        let sites = self.around(module, function);
        for site in &sites {
            if let ExprKind::Attribute(object, name) = &site.call.callee.kind
                && invokes(name)
                && is_model(object, is_it, 0)
            {
                self.ask(site);
            }
            self.handed(site, is_it);
        }
        let mut stmts = Vec::new();
        match function {
            Some(function) => statements(&function.body, 0, None, &mut stmts),
            None => statements(&self.repository.modules[module].syntax.body, 0, None, &mut stmts),
        }
        let at = At::top(module);
        for (stmt, owner) in stmts {
            let owner = owner.or(function);
            match &stmt.kind {
                // `chain = prompt | model`, `model = model.with_retry()`.
                StmtKind::Assign { value: Some(value), .. } if is_model(value, is_it, 0) => {
                    self.stored(stmt, at, true, owner, via);
                }
                StmtKind::Return(Some(value)) if is_model(value, is_it, 0) => {
                    let Some(owner) = owner else { continue };
                    // What one call brought goes back to that call alone.
                    let back = via.filter(|_| function.is_some_and(|own| own.id == owner.id));
                    let callers = match back {
                        Some(caller) => vec![caller.clone()],
                        None => self.callers(module, owner),
                    };
                    for caller in callers {
                        self.value(&caller, caller.expr.span);
                    }
                }
                _ => {}
            }
        }
    }

    /// Follows the model into a function that it is passed to.
    fn handed(&mut self, site: &Site<'r>, is_it: impl Fn(&Expr<'r>) -> bool) {
        for (index, arg) in site.call.args.iter().enumerate() {
            // `to_thread(model.invoke, …)` asks where it stands.
            if let ExprKind::Attribute(object, name) = &arg.value.kind
                && invokes(name)
                && is_it(object)
            {
                self.ask(site);
            }
            if !is_it(&arg.value) {
                continue;
            }
            let own = own_method(site).or_else(|| kin::inherited(self.repository, site));
            for (at, function) in own.into_iter().chain(
                self.repository.origins(&site.call.callee, site.at).into_iter().filter_map(
                    |origin| match origin {
                        Origin::Function(at, function) => Some((at, function)),
                        _ => None,
                    },
                ),
            ) {
                if let Some(param) = param(function, arg, index) {
                    self.named(at.module, Some(function), param, None, Some(site));
                }
            }
        }
    }
}

/// The method that `self.name(…)` calls.
pub(in super::super) fn own_method<'r>(site: &Site<'r>) -> Option<(At, &'r Function<'r>)> {
    let ExprKind::Attribute(object, name) = &site.call.callee.kind else { return None };
    if !object.is_self() {
        return None;
    }
    site.around.class?.body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Function(function) if function.name == *name => Some((site.at, &**function)),
        _ => None,
    })
}

/// The parameter that takes the argument at `index`.
pub(in super::super) fn param<'r>(
    function: &Function<'r>,
    arg: &Arg<'r>,
    index: usize,
) -> Option<&'r str> {
    function.taker_name(arg, index + usize::from(function.takes_self()))
}

/// Whether a call gives a model more than what it is asked, such as the form of its reply.
pub(in super::super) fn is_formed(call: &Call<'_>) -> bool {
    call.args.iter().any(|arg| match arg.passing {
        Passing::Position => false,
        Passing::Keyword(name) => name != "config",
        Passing::Rest | Passing::Named => true,
    })
}

/// Whether `value` is still the model: itself, in a chain, or with more bound to it.
pub(in super::super) fn is_model<'r>(
    value: &Expr<'r>,
    is_it: &impl Fn(&Expr<'r>) -> bool,
    depth: usize,
) -> bool {
    if depth > 16 || is_it(value) {
        return depth <= 16;
    }
    let next = |value: &Expr<'r>| is_model(value, is_it, depth + 1);
    match &value.kind {
        ExprKind::Binary("|", sides) | ExprKind::Logic(_, sides) => {
            next(&sides.0) || next(&sides.1)
        }
        ExprKind::Conditional(choice) => next(&choice.then) || next(&choice.otherwise),
        ExprKind::Await(inner) | ExprKind::Named(_, inner) => next(inner),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(
                object,
                "with_retry" | "with_fallbacks" | "with_config" | "bind",
            ) => next(object),
            ExprKind::Name("RunnableSequence" | "RunnableLambda") => {
                call.args.iter().any(|arg| next(&arg.value))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Every statement of `body` with the innermost function around it.
fn statements<'r>(
    body: &'r [Stmt<'r>],
    depth: usize,
    owner: Option<&'r Function<'r>>,
    found: &mut Vec<(&'r Stmt<'r>, Option<&'r Function<'r>>)>,
) {
    for stmt in body.iter().filter(|_| depth < 64) {
        found.push((stmt, owner));
        let owner = match &stmt.kind {
            StmtKind::Function(function) => Some(&**function),
            _ => owner,
        };
        for block in stmt.blocks() {
            statements(block, depth + 1, owner, found);
        }
    }
}
