//! What becomes of a reply that does not fit its schema.

use super::super::BINDERS;
use super::super::asking::handed::Named;
use super::super::asking::routed::nodes_left_by_tools;
use super::super::asking::way::{enclosing, way};
use super::super::asking::{handed, kin, uses};
use super::attempts::{
    covers_misfits, goes_on_after_failure, goes_round, leaves, runs_once, speaks_of_attempts,
    tries_again,
};
use super::fate::{Fate, into_round};
use super::first::{Needs, is_first_alone};
use super::nodes::retried_nodes;
use super::{again, decorated, retries, unfailing};
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{
    Call, Expr, ExprKind, Function, Handler, Span, Stmt, StmtKind,
};
use crate::domain::facts::Misfit;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// How many callers up a handler is looked for.
pub(in super::super) const CALLERS: usize = 3;

/// Calls of one function that are looked at.
const CALLS: usize = 12;

/// Who sees to replies that do not fit.
pub(in super::super) struct Care<'r, 'p> {
    pub(in super::super) repository: &'p Repository<'r>,
    pub(in super::super) sites: &'p Sites<'r>,
    /// Functions that a graph retries as nodes, and whether malformed replies are among the reasons.
    nodes: BTreeMap<String, bool>,
    /// The arguments that are plain names.
    pub(in super::super) named: Named<'r>,
    /// Functions that run at nodes which a graph leaves by the tools that the reply calls.
    pub(in super::super) by_tools: BTreeSet<String>,
    /// The first name of a retry in the code of each module that was asked about.
    pub(in super::super) hints: RefCell<BTreeMap<usize, Option<Span>>>,
}

impl<'r, 'p> Care<'r, 'p> {
    pub(in super::super) fn new(repository: &'p Repository<'r>, sites: &'p Sites<'r>) -> Self {
        let nodes = retried_nodes(repository, sites);
        let (named, by_tools) = (handed::named(sites), nodes_left_by_tools(repository, sites));
        Self { repository, sites, nodes, named, by_tools, hints: RefCell::default() }
    }

    /// How what is bound at `site` asks again by itself, wherever it goes.
    pub(in super::super) fn retries_itself(&self, site: &Site<'r>) -> Option<Misfit> {
        let function = site.function()?;
        let inside = self.sites.inside(site.at.module, function).into_iter();
        let ours = inside.filter(|other| {
            other.call.callee_name() == "with_retry" && other.call.callee.span.holds(site.expr.span)
        });
        ours.filter_map(|other| retries::by_method(other.call)).max()
    }

    /// What becomes of malformed replies of the model that is asked at `site`.
    pub(in super::super) fn of(&self, site: &Site<'r>) -> Misfit {
        let here = self.around(site, CALLERS, &[]);
        // What is caught does not come to who would run the node again.
        if here.is_seen_to() || here == Misfit::Swallowed {
            return here;
        }
        match self.retried_as_node(site, CALLERS + 1) {
            Some(true) => Misfit::AskedAgain,
            Some(false) => Misfit::TransientOnly,
            None => here,
        }
    }

    /// `needs` are what callers give that has to hold for the model to be asked.
    fn around(&self, site: &Site<'r>, steps: usize, needs: &[&'r Expr<'r>]) -> Misfit {
        let mut best = self.local(site, needs);
        let Some(function) = site.function() else { return best };
        if best == Misfit::AskedAgain {
            return best;
        }
        best = best.max(self.asked_once_more(site, function, needs).unwrap_or(best));
        if best == Misfit::AskedAgain {
            return best;
        }
        let Some(steps) = steps.checked_sub(1) else { return best };
        if best.is_seen_to() {
            return best;
        }
        best = best.max(self.handed_to_retries(site, function).unwrap_or(best));
        for caller in self.callers(site.at.module, function) {
            if best == Misfit::Swallowed && looks_at_none(self.repository, &caller) {
                return Misfit::Handled;
            }
            best = best.max(self.around(&caller, steps, &needs_of(site, &caller, needs)));
        }
        best
    }

    /// How the model is asked again without a handler that says so: behind one, or by callers that are given `None`.
    fn asked_once_more(
        &self,
        site: &Site<'r>,
        function: &Function<'r>,
        needs: &[&'r Expr<'r>],
    ) -> Option<Misfit> {
        let path = way(site);
        let inside = self.sites.inside(site.at.module, function);
        let callers = self.callers(site.at.module, function);
        let goes_round = |caller: &Site<'r>| {
            again::goes_round_for_none(&way(caller), caller, &needs_of(site, caller, needs))
        };
        let until_it_fits = |asked: &Site<'r>| again::goes_round_until_it_fits(&way(asked), asked);
        if (again::gives_none(&path, site) && callers.iter().any(goes_round))
            || until_it_fits(site)
            || callers.iter().any(until_it_fits)
        {
            return Some(Misfit::AskedAgain);
        }
        again::asked_behind(&path, site, &inside)
    }

    /// The calls of `function`, by `self` and on objects of its class too, and by those that are handed it.
    pub(in super::super) fn callers(
        &self,
        module: usize,
        function: &Function<'r>,
    ) -> Vec<Site<'r>> {
        let kin = kin::callers(self.repository, self.sites, module, function);
        let handed = self.handed_over(module, function).calls;
        let callers = self.sites.callers(module, function).into_iter().chain(kin).chain(&handed);
        let mut found: Vec<Site<'r>> = Vec::new();
        for site in callers.filter(|site| !self.repository.modules[site.at.module].in_tests) {
            if found.len() < CALLS && !found.iter().any(|known| std::ptr::eq(known.expr, site.expr))
            {
                found.push(site.clone());
            }
        }
        found
    }

    /// What stands around `site` in the function that it stands in.
    fn local(&self, site: &Site<'r>, needs: &[&'r Expr<'r>]) -> Misfit {
        let module = site.at.module;
        let functions = &site.around.functions;
        let retried =
            retries::chained(site, "with_retry").or_else(|| self.held_as(site, "with_retry"));
        let retried = retried.and_then(retries::by_method);
        if retried == Some(Misfit::AskedAgain) {
            return Misfit::AskedAgain;
        }
        let mut passing = retried.is_some();
        for function in functions {
            let Some(decorator) = retries::is_retried(function) else { continue };
            match retries::by_decorator(decorator, function, site.expr.span) {
                Some(Misfit::AskedAgain) => return Misfit::AskedAgain,
                again => passing |= again.is_some(),
            }
        }
        let own = |function: &&'r Function<'r>| decorated::seen_to(self.repository, site, function);
        match functions.iter().filter_map(own).max() {
            Some(Misfit::AskedAgain) => return Misfit::AskedAgain,
            Some(_) => passing = true,
            None => {}
        }
        if site.call.keyword("response_model").is_some()
            && unfailing::asks_by_itself(self.repository, self.sites, site)
        {
            return Misfit::AskedAgain;
        }
        let body = match functions.last() {
            Some(function) => &function.body,
            None => &self.repository.modules[module].syntax.body,
        };
        let mut path = Vec::new();
        enclosing(body, site.expr.span, 0, &mut path);
        let mut found = self.on_path(&path, site, needs);
        if passing {
            found = found.max(Misfit::TransientOnly);
        }
        if let Some(call) = retries::chained(site, "with_fallbacks")
            .or_else(|| self.held_as(site, "with_fallbacks"))
        {
            let binds = |part: &Expr<'_>| part.called().is_some_and(|name| BINDERS.contains(&name));
            let is_next = call.args.iter().any(|arg| arg.value.any(&binds));
            found = found.max(if is_next { Misfit::AskedNext } else { Misfit::Handled });
        }
        if let Some(function) = functions.last() {
            for other in self.sites.inside(module, functions[0]) {
                found = found.max(self.handed(other, site, function));
            }
            let inside = self.sites.inside(module, function).into_iter();
            let set = inside.filter(|site| site.call.callee_name() == "with_retry");
            found = found
                .max(set.filter_map(|site| retries::by_method(site.call)).max().unwrap_or(found));
        }
        found
    }

    /// The call of a method by which the model is made that has the name of what is asked: `safe = model.with_retry()`.
    fn held_as(&self, site: &Site<'r>, method: &str) -> Option<&'r Call<'r>> {
        let ExprKind::Attribute(object, _) = &site.call.callee.kind else { return None };
        let origins = self.repository.origins(object, site.at);
        let mut made = origins.iter().map(|origin| match origin {
            Origin::Value(_, Expr { kind: ExprKind::Call(call), .. }) => {
                Some(&**call).filter(|call| call.callee_name() == method)
            }
            _ => None,
        });
        let first = made.next().flatten().filter(|_| matches!(object.kind, ExprKind::Name(_)))?;
        made.all(|other| other.is_some()).then_some(first)
    }

    /// How a library that is handed the function around `site` by its name calls it again: `Retrying(…)(ask, evidence)`.
    fn handed_to_retries(&self, site: &Site<'r>, function: &Function<'r>) -> Option<Misfit> {
        let makers = self.handed_over(site.at.module, function).retriers;
        makers
            .into_iter()
            .filter_map(|made| retries::by_decorator(made, function, site.expr.span))
            .max()
    }

    fn on_path(&self, path: &[&'r Stmt<'r>], site: &Site<'r>, needs: &[&'r Expr<'r>]) -> Misfit {
        let span = site.expr.span;
        let mut found = Misfit::Unhandled;
        let mut fate = Fate::default();
        for (at, stmt) in path.iter().enumerate().rev() {
            if is_first_alone(path, at, site.expr.span, needs) {
                continue;
            }
            let mut next = false;
            let (counts, again, body, until) = match &stmt.kind {
                StmtKind::Try { body, handlers, .. }
                    if !handlers.is_empty() && body.iter().any(|stmt| stmt.span.holds(span)) =>
                {
                    let flew = fate.flies;
                    fate.meet(handlers, into_round(path, at));
                    let asks = handlers.iter().filter_map(|handler| self.asks(site, handler)).max();
                    if let Some(asked) = asks {
                        found = found.max(asked);
                    } else if flew && !fate.flies {
                        let swallowed = handlers.iter().all(|handler| swallows(handler));
                        let here = if swallowed { Misfit::Swallowed } else { Misfit::Handled };
                        found = found.max(here);
                    }
                    continue;
                }
                StmtKind::For { target, iterable, body, .. } if !runs_once(iterable) => {
                    let counts = speaks_of_attempts(target, 0) || speaks_of_attempts(iterable, 0);
                    let turns = iterable.is_call_of("range");
                    // The next model is asked where one has failed.
                    next = !counts && !turns && takes_turns(self.sites, site, target, body);
                    (counts, counts || turns || next, body, goes_round(body))
                }
                StmtKind::While { test, body, .. } => {
                    let until = matches!(test.kind, ExprKind::Logic(..)) || goes_round(body);
                    (speaks_of_attempts(test, 0), true, body, until)
                }
                _ => continue,
            };
            let around = fate.comes_back && (counts || leaves(body, 0));
            // Without a handler the loop itself looks whether a reply fits.
            if again && (around || (counts && !fate.met && until)) {
                if !next {
                    return Misfit::AskedAgain;
                }
                found = found.max(Misfit::AskedNext);
            }
            if again && fate.is_told_apart() {
                return Misfit::TransientOnly;
            }
            if again && fate.is_of_passing() {
                found = found.max(Misfit::TransientOnly);
            }
        }
        found
    }

    /// How a handler of replies that do not fit asks a model itself, or begins the function around it anew.
    fn asks(&self, site: &Site<'r>, handler: &Handler<'r>) -> Option<Misfit> {
        let function = site.function().filter(|_| covers_misfits(handler))?;
        let inside = self.sites.inside(site.at.module, function).into_iter();
        let asked = inside.filter_map(|other| {
            let name = other.call.callee_name();
            let same = uses::invokes(name) && name == site.call.callee_name();
            let here = handler.body.iter().any(|stmt| stmt.span.holds(other.expr.span));
            match (here && (same || name == function.name), same) {
                (false, _) => None,
                (true, true) if again::is_without_schema(function, site, other) => {
                    Some(Misfit::AskedUnbound)
                }
                (true, _) => Some(Misfit::AskedAgain),
            }
        });
        asked.max()
    }

    /// Whether `other` is handed the call, in a lambda or as the function around it, and tries again.
    fn handed(&self, other: &Site<'r>, site: &Site<'r>, function: &Function<'r>) -> Misfit {
        let takes = |value: &Expr<'r>| match value.kind {
            ExprKind::Name(name) | ExprKind::Attribute(_, name) if name == function.name => true,
            ExprKind::Lambda(_) => value.span.holds(site.expr.span),
            _ => false,
        } || hands_on(other, site, value);
        if !other.call.args.iter().any(|arg| takes(&arg.value)) {
            return Misfit::Unhandled;
        }
        let name = other.call.callee_name().to_ascii_lowercase();
        if ["retry", "retries", "attempt", "backoff"].iter().any(|word| name.contains(word)) {
            return Misfit::AskedAgain;
        }
        let called = self.repository.origins(&other.call.callee, other.at);
        let again = called.into_iter().any(|origin| match origin {
            Origin::Function(_, called) => {
                tries_again(&called.body, 0) || goes_on_after_failure(&called.body)
            }
            // `retrying = Retrying(…); retrying(model.invoke, …)`
            Origin::Value(at, Expr { kind: ExprKind::Call(made), .. }) => {
                let name = self.repository.external(&made.callee, at);
                name.is_some_and(|name| name.starts_with("tenacity.") && name.ends_with("Retrying"))
            }
            _ => false,
        });
        if again { Misfit::AskedAgain } else { Misfit::Unhandled }
    }

    /// Whether a graph retries the node that `site` stands in, and then whether for any failure.
    fn retried_as_node(&self, site: &Site<'r>, steps: usize) -> Option<bool> {
        let steps = steps.checked_sub(1)?;
        let class = site.around.class.and_then(|class| self.nodes.get(class.name));
        let own = site.around.functions.iter().find_map(|function| self.nodes.get(function.name));
        if let Some(known) = own.or(class) {
            return Some(*known);
        }
        let function = site.function()?;
        let callers = self.callers(site.at.module, function);
        callers.iter().filter_map(|caller| self.retried_as_node(caller, steps)).max()
    }
}

/// What has to hold at `caller` for the model to be asked at `site`, in the function that it calls.
fn needs_of<'r>(site: &Site<'r>, caller: &Site<'r>, needs: &[&'r Expr<'r>]) -> Vec<&'r Expr<'r>> {
    Needs::of(&way(site), site, needs).given(site, caller)
}

/// Whether `other` is the call that is asked itself, and hands on the method that asks: `again(model.invoke, …)`.
fn hands_on(other: &Site<'_>, site: &Site<'_>, value: &Expr<'_>) -> bool {
    let asks = matches!(value.kind, ExprKind::Attribute(_, name) if uses::invokes(name));
    asks && std::ptr::eq(other.expr, site.expr)
}

/// Whether a loop over models asks each of them, or a model that is bound from it, at `site`.
fn takes_turns(sites: &Sites<'_>, site: &Site<'_>, target: &Expr<'_>, body: &[Stmt<'_>]) -> bool {
    let ExprKind::Name(name) = &target.kind else { return false };
    let in_body = |span| body.iter().any(|stmt| stmt.span.holds(span));
    let Some(function) = site.function() else { return false };
    let binds = |other: &&Site<'_>| {
        let method = other.call.callee_name();
        uses::invokes(method) || method.contains("structured_output") || method == "bind_tools"
    };
    sites.inside(site.at.module, function).into_iter().filter(binds).any(|other| {
        in_body(other.expr.span)
            && matches!(&other.call.callee.kind, ExprKind::Attribute(object, _)
                if object.any(&|part| part.is_name(name)))
    })
}

/// Whether a handler only gives `None` back, a message aside.
fn swallows(handler: &Handler<'_>) -> bool {
    let Some((last, before)) = handler.body.split_last() else { return false };
    let nothing = match &last.kind {
        StmtKind::Return(value) => {
            value.as_ref().is_none_or(|value| matches!(value.kind, ExprKind::None))
        }
        _ => false,
    };
    nothing && before.iter().all(|stmt| matches!(stmt.kind, StmtKind::Expr(_)))
}

/// Whether the caller tells `None` from a reply and does something about it.
fn looks_at_none(repository: &Repository<'_>, caller: &Site<'_>) -> bool {
    let Some(function) = caller.function() else { return false };
    let text = caller.module(repository).text;
    let after = text.get(caller.expr.span.start..function.span.end).unwrap_or_default();
    [" is None", " is not None", "if not ", " or ", "else:", " else "]
        .iter()
        .any(|words| after.contains(words))
}
