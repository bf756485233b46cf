//! Questions that are asked once more without a handler that says so: behind one that lets go, and in the loop of a
//! caller that is given `None`.

use super::super::asking::{reply, uses};
use super::attempts::{covers_misfits, goes_round, runs_once, speaks_of_attempts, ways};
use super::first::is_first_alone;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{
    Expr, ExprKind, Function, Handler, Span, Stmt, StmtKind,
};
use crate::domain::facts::Misfit;
use std::collections::BTreeSet;

/// How a further question to the same model is bound that follows in the function of `site`, and is come to only where
/// the reply did not fit. `path` are the statements around `site`, outermost first, and `inside` the calls of its function.
pub(in super::super) fn asked_behind(
    path: &[&Stmt<'_>],
    site: &Site<'_>,
    inside: &[&Site<'_>],
) -> Option<Misfit> {
    let function = site.function()?;
    let (around, tried) = path.iter().rev().find_map(|stmt| guarded(stmt, site.expr.span))?;
    let (body, handlers) = tried;
    if !handlers.iter().any(|handler| names_misfits(handler) && lets_go(handler)) {
        return None;
    }
    // With a reply that fits the function is left, so that what comes behind is for the others.
    let is_left = returns_behind(body, site.expr.span);
    let models = models(function, site)?;
    let behind = inside.iter().filter(|other| {
        let own = other.function().is_some_and(|own| own.id == function.id);
        let asks = matches!(&other.call.callee.kind, ExprKind::Attribute(object, name)
            if uses::invokes(name) && (root(object).is_some_and(|root| models.contains(&root))
                || (reply::is_same_question(site, other) && reply::is_message(function, other))));
        own && asks
            && other.expr.span.start > around.end
            && (is_left || for_none(function, other, body))
    });
    let how = |other: &&Site<'_>| {
        if is_bound_alike(site, other) { Misfit::AskedAgain } else { Misfit::AskedUnbound }
    };
    behind.map(how).max()
}

/// Whether `other` asks the model that the one asked at `site` was bound from, as it is.
pub(in super::super) fn is_without_schema(
    function: &Function<'_>,
    site: &Site<'_>,
    other: &Site<'_>,
) -> bool {
    let ExprKind::Attribute(object, _) = &other.call.callee.kind else { return false };
    let is_ours =
        |models: BTreeSet<String>| root(object).is_some_and(|root| models.contains(&root));
    models(function, site).is_some_and(is_ours) && !is_bound_alike(site, other)
}

/// Whether a further question is bound as the one at `site` is: by the same variable, or by a word of its own.
fn is_bound_alike(site: &Site<'_>, other: &Site<'_>) -> bool {
    let object = |site: &Site<'_>| match &site.call.callee.kind {
        ExprKind::Attribute(object, _) => root(object),
        _ => None,
    };
    let binds = |site: &Site<'_>| {
        site.call.callee.any(&|part| {
            matches!(&part.kind, ExprKind::Call(call)
                if matches!(call.callee_name(), "with_structured_output" | "bind_tools" | "bind"))
        })
    };
    let formed = uses::is_formed(other.call);
    binds(other) || formed || (!binds(site) && object(site) == object(other))
}

/// Whether the function of `site` gives `None` for a reply that does not fit.
pub(in super::super) fn gives_none(path: &[&Stmt<'_>], site: &Site<'_>) -> bool {
    let Some(function) = site.function() else { return false };
    let Some((_, (_, handlers))) = path.iter().rev().find_map(|stmt| guarded(stmt, site.expr.span))
    else {
        return false;
    };
    let mut covering = handlers.iter().filter(|handler| covers_misfits(handler));
    handlers.iter().any(names_misfits)
        && covering.all(|handler| match handler.body.last().map(|stmt| &stmt.kind) {
            Some(StmtKind::Return(value)) => {
                is_none(value.as_ref()) && ways(handler).again.is_never()
            }
            Some(StmtKind::Raise(_) | StmtKind::Continue | StmtKind::Break) | None => false,
            Some(_) => ways(handler).leaves.is_never() && ends_with_none(path, &function.body),
        })
}

/// Whether every handler of replies that do not fit lets the function go on to a last line that gives `None`.
pub(in super::super) fn comes_to_none(path: &[&Stmt<'_>], site: &Site<'_>) -> bool {
    let Some(function) = site.function() else { return false };
    let tried = path.iter().rev().find_map(|stmt| guarded(stmt, site.expr.span));
    let Some((_, (_, handlers))) = tried else { return false };
    let ends = matches!(function.body.last().map(|stmt| &stmt.kind),
        Some(StmtKind::Return(value)) if is_none(value.as_ref()));
    let mut covering = handlers.iter().filter(|handler| covers_misfits(handler)).peekable();
    ends && covering.peek().is_some() && covering.all(lets_go)
}

/// Whether a loop around the call in `caller` goes round once more where it is given `None`. `path` are the statements
/// around the call, outermost first, and `needs` what has to hold there for the model to be asked.
pub(in super::super) fn goes_round_for_none(
    path: &[&Stmt<'_>],
    caller: &Site<'_>,
    needs: &[&Expr<'_>],
) -> bool {
    let Some(at) = path
        .iter()
        .rposition(|stmt| matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. }))
    else {
        return false;
    };
    if is_first_alone(path, at, caller.expr.span, needs) {
        return false;
    }
    let (counts, body) = match &path[at].kind {
        StmtKind::For { target, iterable, body, .. } if !runs_once(iterable) => {
            let turns = iterable.is_call_of("range");
            (turns || speaks_of_attempts(target, 0) || speaks_of_attempts(iterable, 0), body)
        }
        StmtKind::While { body, .. } => (true, body),
        _ => return false,
    };
    let Some(name) = given(path[at..].last().copied(), caller) else { return false };
    counts && looks(body, |test| asks_for_none(test, name).map(|is_none| !is_none))
}

/// Whether the innermost loop around a call goes round until what it gives is an object of a class: by its own condition,
/// or because it is left only then. `path` are the statements around the call, outermost first.
pub(in super::super) fn goes_round_until_it_fits(path: &[&Stmt<'_>], call: &Site<'_>) -> bool {
    let is_loop =
        |stmt: &&&Stmt<'_>| matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. });
    let (Some(around), Some(name)) =
        (path.iter().rev().find(is_loop), given(path.last().copied(), call))
    else {
        return false;
    };
    let body = match &around.kind {
        StmtKind::While { test, .. } if asks_for_fit(test, name) == Some(false) => return true,
        StmtKind::While { test, body, .. } if asks_for_none(test, name) == Some(true) => {
            return leaves_none(body, call.expr.span, name);
        }
        StmtKind::While { body, .. } => body,
        StmtKind::For { iterable, body, .. } if !runs_once(iterable) => {
            let turns = iterable.is_call_of("range");
            if !turns && !speaks_of_attempts(iterable, 0) {
                return false;
            }
            body
        }
        _ => return false,
    };
    looks(body, |test| asks_for_fit(test, name))
}

/// Whether the body of a loop asks whether a reply is there, and is left or goes round by that.
fn looks(body: &[Stmt<'_>], is_there: impl Fn(&Expr<'_>) -> Option<bool>) -> bool {
    let mut looks = false;
    Stmt::each_own(body, &mut |stmt| {
        if let StmtKind::If { branches, .. } = &stmt.kind
            && let Some((test, then)) = branches.first()
        {
            looks |= match is_there(test) {
                // `if reply is not None: return reply`.
                Some(true) => returns_or_breaks(then) && goes_round(body),
                // `if reply is None: continue`, with what leaves the loop behind it.
                Some(false) => {
                    matches!(then.last().map(|stmt| &stmt.kind), Some(StmtKind::Continue))
                }
                None => false,
            };
        }
    });
    looks
}

/// Whether what catches replies that do not fit in the body of a loop goes on, and puts nothing in the place of one.
fn leaves_none(body: &[Stmt<'_>], call: Span, name: &str) -> bool {
    let mut found = None;
    Stmt::each_own(body, &mut |stmt| found = found.or(guarded(stmt, call)));
    let Some((_, (_, handlers))) = found else { return false };
    let puts = |handler: &Handler<'_>| {
        let mut puts = false;
        Stmt::each_own(&handler.body, &mut |stmt| {
            if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind {
                let is_it = |target: &Expr<'_>| target.is_name(name);
                puts |= targets.iter().any(is_it) && !matches!(value.kind, ExprKind::None);
            }
        });
        puts
    };
    let goes_on = |handler: &&Handler<'_>| {
        let ways = ways(handler);
        names_misfits(handler) && (ways.falls.any || ways.again.any) && ways.leaves.is_never()
    };
    handlers.iter().any(|handler| goes_on(&handler)) && !handlers.iter().any(puts)
}

/// Whether a condition holds where `name` is an object of a class, or where it is none; `None` where it asks something
/// else.
fn asks_for_fit(test: &Expr<'_>, name: &str) -> Option<bool> {
    match &test.kind {
        ExprKind::Not(inner) => asks_for_fit(inner, name).map(|holds| !holds),
        ExprKind::Logic(_, sides) => {
            asks_for_fit(&sides.0, name).or_else(|| asks_for_fit(&sides.1, name))
        }
        ExprKind::Call(call) if call.callee.is_name("isinstance") => {
            let is_it = |value: &Expr<'_>| value.is_name(name);
            let of_nothing = |class: &Expr<'_>| {
                matches!(class.kind, ExprKind::Name("str" | "dict" | "list" | "Exception"))
            };
            let fits =
                call.position(0).is_some_and(is_it) && !call.position(1).is_some_and(of_nothing);
            fits.then_some(true)
        }
        _ => None,
    }
}

/// Whether a handler catches any failure, or one by the name of a reply that does not fit.
fn names_misfits(handler: &Handler<'_>) -> bool {
    let named = |caught: &Expr<'_>| match caught.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
            let known = ["Exception", "BaseException", "ValueError"].contains(&name);
            known || ["Validation", "Parse", "Decode"].iter().any(|word| name.contains(word))
        }
        _ => false,
    };
    handler.caught.is_empty()
        || handler.caught.iter().any(|caught| match &caught.kind {
            ExprKind::Tuple(items) => items.iter().any(named),
            _ => named(caught),
        })
}

/// Whether the program goes on behind a handler after whatever it catches.
fn lets_go(handler: &Handler<'_>) -> bool {
    let ways = ways(handler);
    ways.falls.any && ways.raises.is_never() && ways.leaves.is_never() && ways.again.is_never()
}

type Tried<'p, 'r> = (&'p [Stmt<'r>], &'p [Handler<'r>]);

/// The body and the handlers of a `try` whose body the call stands in, and where the `try` stands.
fn guarded<'p, 'r>(stmt: &'p Stmt<'r>, call: Span) -> Option<(Span, Tried<'p, 'r>)> {
    match &stmt.kind {
        StmtKind::Try { body, handlers, .. }
            if !handlers.is_empty() && body.iter().any(|stmt| stmt.span.holds(call)) =>
        {
            Some((stmt.span, (body, handlers)))
        }
        _ => None,
    }
}

/// The models that the one asked at `site` is, or was bound from in the function: `llm` in `llm.with_structured_output(…)`.
fn models<'r>(function: &Function<'r>, site: &Site<'r>) -> Option<BTreeSet<String>> {
    let ExprKind::Attribute(object, _) = &site.call.callee.kind else { return None };
    let mut models = BTreeSet::from([root(object)?]);
    for _ in 0..4 {
        Stmt::each_own(&function.body, &mut |stmt| {
            if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
                && targets.iter().filter_map(root).any(|target| models.contains(&target))
            {
                models.extend(root(value));
            }
        });
    }
    Some(models)
}

/// The variable, or the attribute of `self`, that methods are called on: `llm` in `llm.bind(…).with_retry()`.
pub(in super::super) fn root(value: &Expr<'_>) -> Option<String> {
    match &value.kind {
        ExprKind::Name(name) => Some((*name).to_owned()),
        ExprKind::Attribute(object, name) => match object.kind {
            ExprKind::Name("self" | "cls") => Some(format!("self.{name}")),
            _ => root(object),
        },
        ExprKind::Call(call) if matches!(call.callee.kind, ExprKind::Attribute(..)) => {
            root(&call.callee)
        }
        ExprKind::Binary("|", sides) => root(&sides.1),
        ExprKind::Await(inner) => root(inner),
        _ => None,
    }
}

/// Whether `other` stands where a variable that `body` sets is `None`.
fn for_none(function: &Function<'_>, other: &Site<'_>, body: &[Stmt<'_>]) -> bool {
    let mut set = BTreeSet::new();
    Stmt::each_own(body, &mut |stmt| {
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            set.extend(targets.iter().filter_map(Expr::name));
        }
    });
    let mut found = false;
    Stmt::each_own(&function.body, &mut |stmt| {
        if let StmtKind::If { branches, .. } = &stmt.kind {
            found |= branches.iter().any(|(test, then)| {
                then.iter().any(|stmt| stmt.span.holds(other.expr.span))
                    && set.iter().any(|name| asks_for_none(test, name) == Some(true))
            });
        }
    });
    found
}

/// Whether a condition holds where `name` is nothing, or where it is something; `None` where it asks something else.
pub(in super::super) fn asks_for_none(test: &Expr<'_>, name: &str) -> Option<bool> {
    let is_it = |value: &Expr<'_>| value.is_name(name);
    match &test.kind {
        ExprKind::Name(_) if is_it(test) => Some(false),
        ExprKind::Not(inner) => asks_for_none(inner, name).map(|holds| !holds),
        ExprKind::Compare(sides, operators) => {
            let [one, other] = sides.as_slice() else { return None };
            let nothing = is_it(one) && matches!(other.kind, ExprKind::None);
            match operators.as_slice() {
                ["is" | "=="] if nothing => Some(true),
                ["is not" | "!="] if nothing => Some(false),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The variable that is given what the call in `caller` gives, and nothing else.
pub(in super::super) fn given<'r>(stmt: Option<&Stmt<'r>>, caller: &Site<'r>) -> Option<&'r str> {
    let StmtKind::Assign { targets, value: Some(value), .. } = &stmt?.kind else { return None };
    let value = match &value.kind {
        ExprKind::Await(inner) => inner,
        _ => value,
    };
    match targets.as_slice() {
        [Expr { kind: ExprKind::Name(name), .. }] if value.span == caller.expr.span => Some(name),
        _ => None,
    }
}

/// Whether what follows the first statement of `path` in the function gives nothing, where the call stands in no loop.
fn ends_with_none(path: &[&Stmt<'_>], body: &[Stmt<'_>]) -> bool {
    let is_loop =
        |stmt: &&Stmt<'_>| matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. });
    let Some(StmtKind::Try { .. }) = path.first().map(|stmt| &stmt.kind) else { return false };
    let behind = body.iter().skip_while(|stmt| stmt.span != path[0].span).skip(1);
    let plain = |stmt: &Stmt<'_>| match &stmt.kind {
        StmtKind::Expr(_) => true,
        StmtKind::Return(value) => is_none(value.as_ref()),
        _ => false,
    };
    !path.iter().any(is_loop) && behind.into_iter().all(plain)
}

fn is_none(value: Option<&Expr<'_>>) -> bool {
    value.is_none_or(|value| matches!(value.kind, ExprKind::None))
}

/// Whether something is returned in `body` with the call or behind it.
pub(in super::super) fn returns_behind(body: &[Stmt<'_>], call: Span) -> bool {
    let mut found = false;
    Stmt::each_own(body, &mut |stmt| {
        let is_return = matches!(stmt.kind, StmtKind::Return(Some(_)));
        found |= is_return && stmt.span.end >= call.end;
    });
    found
}

fn returns_or_breaks(body: &[Stmt<'_>]) -> bool {
    matches!(body.last().map(|stmt| &stmt.kind), Some(StmtKind::Return(_) | StmtKind::Break))
}
