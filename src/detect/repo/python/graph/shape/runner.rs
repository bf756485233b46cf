//! The functions that run at nodes and as routers.

use super::super::follow::values::value::{Closure, Value};
use super::super::state::updates::copies::bound_once;
use super::super::state::updates::taken::FIELDLESS;
use super::super::state::updates::untaken::is_as_written;
use crate::detect::repo::python::classes::bare;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::tracers::wraps;
use crate::detect::repo::python::syntax::{
    Class, Expr, ExprKind, Function, Param, Passing, Stmt, StmtKind, Taking,
};
use crate::domain::facts::Lines;
use std::collections::BTreeSet;

/// Functions around a function that are looked through.
const WRAPPERS: usize = 4;

/// Generations of bases that are looked through for `__call__`.
const GENERATIONS: usize = 8;

/// The function that runs at a node.
pub(in super::super) struct Runner<'r> {
    /// The scope that it is defined in.
    pub at: At,
    pub function: &'r Function<'r>,
    /// Whether its first parameter is the object.
    pub is_method: bool,
}

impl<'r> Runner<'r> {
    /// The parameter by which it is given the state.
    pub(in super::super) fn state(&self) -> Option<&'r Param<'r>> {
        self.function.params.iter().find(|param| !(self.is_method && param.is_self()))
    }

    /// The name of that parameter.
    pub(in super::super) fn param(&self) -> Option<&'r str> {
        self.state().map(|param| param.name)
    }

    /// Whether it looks at nothing of the state that it is given, and returns nothing.
    pub(super) fn is_passive(&self) -> bool {
        let Some(param) = self.param() else { return false };
        let inner =
            |stmt: &Stmt<'_>| matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_));
        let mut passive = !self.function.body.iter().any(inner);
        Stmt::each_own(&self.function.body, &mut |stmt| {
            if let StmtKind::Return(Some(value)) = &stmt.kind {
                passive &= match &value.kind {
                    ExprKind::Dict(pairs) => pairs.is_empty(),
                    kind => matches!(kind, ExprKind::None),
                };
            }
            stmt.walk(&mut |part| {
                passive &= !part.is_name(param);
            });
        });
        passive
    }

    /// Whether it returns what a function gives that it is handed itself, or stands behind a decorator of the sources that
    /// may return something else.
    pub(super) fn is_veiled(&self, repository: &Repository<'r>) -> bool {
        let (at, function) = (self.at, self.function);
        let is_own = |decorator: &'r Expr<'r>| {
            let callee = match &decorator.kind {
                ExprKind::Call(call) => &call.callee,
                _ => decorator,
            };
            let origins = repository.origins(callee, at);
            origins.iter().any(|it| matches!(it, Origin::Function(..) | Origin::Class(..)))
        };
        if !is_as_written(repository, function) && function.decorators.iter().any(is_own) {
            return true;
        }
        let inside = repository.inside(at, function.id);
        let is_given = |value: &'r Expr<'r>| {
            let value = match &value.kind {
                ExprKind::Await(inner) => inner,
                _ => value,
            };
            let ExprKind::Call(call) = &value.kind else { return false };
            let is_handed = |it: &Origin<'r>| matches!(it, Origin::Param(_, outer, _) if !std::ptr::eq(*outer, function));
            matches!(call.callee.kind, ExprKind::Name(_))
                && repository.origins(&call.callee, inside).iter().any(is_handed)
        };
        let held = bound_once(function, &is_given);
        let mut found = false;
        Stmt::each_returned(&function.body, &mut |value| {
            found |= is_given(value)
                || matches!(value.kind, ExprKind::Name(name) if held.contains(name));
        });
        found
    }

    /// The function, as it is told.
    pub(in super::super) fn place(&self, repository: &Repository<'_>) -> Lines {
        repository.modules[self.at.module].place(self.function.span)
    }
}

/// What runs where a node is `value`: a function, be it one that a lambda hands all that it is given to first, or the
/// `__call__` of an object, be it a base's.
pub(in super::super) fn runner<'r>(
    repository: &Repository<'r>,
    value: &Value<'r>,
) -> Option<Runner<'r>> {
    match value {
        Value::Lambda(at, lambda) => {
            let given = lambda.params.first()?.name;
            let ExprKind::Call(call) = &lambda.body.kind else { return None };
            let is_it = |value: &Expr<'_>| value.is_name(given);
            let mut args = call.args.iter();
            let handed = args.next().filter(|arg| arg.passing == Passing::Position)?;
            if !is_it(&handed.value) || args.any(|arg| arg.value.any(&is_it)) {
                return None;
            }
            match repository.origins(&call.callee, *at).as_slice() {
                [Origin::Function(at, function)] => {
                    Some(Runner { at: *at, function, is_method: false })
                }
                _ => None,
            }
        }
        Value::Function(closure) => {
            let Closure { at, function, owner, .. } = through(closure);
            Some(Runner { at: *at, function, is_method: owner.is_some() })
        }
        Value::Record(record) => {
            let (at, class) = record.class?;
            called(repository, at, class, GENERATIONS).ok()?
        }
        Value::Object(at, class) => called(repository, *at, class, GENERATIONS).ok()?,
        _ => None,
    }
}

/// The function that one calls with all that it is given, where it gives back what that gives and does nothing else with
/// it: `def wrapper(state): return fn(state)` within a function that is given `fn`.
fn through<'c, 'r>(closure: &'c Closure<'r>) -> &'c Closure<'r> {
    let mut closure = closure;
    for _ in 0..WRAPPERS {
        let inner = closure.captured.iter().find_map(|(name, value)| match value {
            Value::Function(inner) if wraps(closure.function, name) => Some(inner),
            _ => None,
        });
        let Some(inner) = inner.filter(|_| closure.given.is_none()) else { break };
        closure = inner;
    }
    closure
}

/// Whether all that runs at these nodes is seen as it is, so that what it gives is known.
pub(in super::super) fn is_followed<'r>(
    repository: &Repository<'r>,
    runs: &[(String, Value<'r>)],
    nodes: &BTreeSet<&str>,
) -> bool {
    let runs = runs.iter().filter(|(node, _)| nodes.contains(node.as_str()));
    let is_seen = |value: &Value<'r>| match runner(repository, value) {
        // What takes anything hands it on to something else.
        Some(runner) => {
            let takes_any = |param: &Param<'_>| param.taking == Taking::Rest;
            is_as_written(repository, runner.function)
                && !runner.function.params.iter().any(takes_any)
        }
        None => matches!(value, Value::Lambda(..)),
    };
    runs.map(|(_, value)| value).all(is_seen)
}

/// What runs at nodes, each function once for each node: a graph that is wired in several passes has its nodes in each of
/// them.
pub(in super::super) fn each_once<'b, 'r>(
    repository: &Repository<'r>,
    runs: &'b [(String, Value<'r>)],
) -> Vec<&'b (String, Value<'r>)> {
    let mut known = BTreeSet::new();
    let is_new = |one: &&(String, Value<'r>)| {
        runner(repository, &one.1)
            .is_none_or(|it| known.insert((one.0.clone(), it.at.module, it.function.id)))
    };
    runs.iter().filter(is_new).collect()
}

/// Another `__call__` may come first.
struct Unsure;

/// The `__call__` of a class or of the one base that has it; `None` where there surely is none.
fn called<'r>(
    repository: &Repository<'r>,
    at: At,
    class: &'r Class<'r>,
    generations: usize,
) -> Result<Option<Runner<'r>>, Unsure> {
    let inside = repository.inside(at, class.id);
    if repository.scope(inside).bindings.contains_key("__call__") {
        let mut methods = class.body.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Function(function) if function.name == "__call__" => Some(&**function),
            _ => None,
        });
        let (Some(function), None) = (methods.next(), methods.next()) else { return Err(Unsure) };
        return Ok(Some(Runner { at: inside, function, is_method: true }));
    }
    let generations = generations.checked_sub(1).ok_or(Unsure)?;
    let mut found: Option<Runner<'r>> = None;
    for base in class.bases.iter().filter(|base| base.passing == Passing::Position) {
        let inherited = match repository.origins(bare(&base.value), at).as_slice() {
            [Origin::Class(at, base)] => called(repository, *at, base, generations)?,
            [Origin::External(name)] if FIELDLESS.contains(&name.as_str()) => None,
            _ => return Err(Unsure),
        };
        let is_same =
            |one: &Runner<'r>, other: &Runner<'r>| std::ptr::eq(one.function, other.function);
        match (&found, inherited) {
            (Some(known), Some(other)) if !is_same(known, &other) => return Err(Unsure),
            (None, inherited) => found = inherited,
            (Some(_), _) => {}
        }
    }
    Ok(found)
}
