//! Fields of the state that hold nothing of what nodes found: whatever is put into them comes out of such fields alone.
//!
//! Decided only where each node is seen to leave them, or to hand on what the state holds and to make nothing by itself.

mod begun;
mod handed;

use super::objects::{attributes, made};
use super::taken::fields_of;
use super::untaken::is_as_written;
use super::whole::before;
use crate::detect::repo::python::classes::bare;
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::shape::runner::{Runner, runner};
use crate::detect::repo::python::names::built_in::{is_giving, is_within};
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Stmt, StmtKind};
use crate::domain::facts::GraphFact;
use begun::is_begun;
use handed::{handed, text_of};
use std::collections::BTreeSet;

/// Calls that are given what the state holds, and leave it there as it is.
const ASKING: &[&str] = &["ainvoke", "dumps", "format_messages", "invoke"];

/// Fields that hold nothing of what nodes found.
pub(in super::super) struct Unfilled {
    /// The nodes that put something there, which comes out of `sources` alone.
    pub through: BTreeSet<String>,
    /// The fields that these read besides, where no node puts anything else.
    pub sources: BTreeSet<String>,
}

/// What comes into the fields `keys` before `judge` reads them, where that is nothing that a node found; `None` where it may be.
pub(in super::super) fn unfilled<'r>(
    repository: &Repository<'r>,
    sites: &[Site<'r>],
    (graph, runs): (&GraphFact, &[(String, Value<'r>)]),
    (judge, keys): (&str, &BTreeSet<String>),
) -> Option<Unfilled> {
    let mut runners = Vec::new();
    let earlier = earlier(repository, graph, judge);
    let is_earlier = |node: &str| earlier.as_ref().is_none_or(|nodes| nodes.contains(node));
    for (node, value) in runs.iter().filter(|(node, _)| is_earlier(node)) {
        runners.push((node, runner(repository, value)?));
    }
    let passed: Vec<_> = runners.iter().map(|(_, runner)| handed(repository, runner)).collect();
    let mut all = keys.clone();
    let through = loop {
        let mut through = BTreeSet::new();
        let before = all.len();
        for ((node, runner), passed) in runners.iter().zip(&passed) {
            match passed {
                Some(one) if one.may_write(&all) => {
                    all.extend(one.reads.iter().cloned());
                    if !one.reads.is_empty() {
                        through.insert((*node).clone());
                    }
                }
                Some(_) => {}
                None if leaves(repository, runner, &all) => {}
                None => return None,
            }
        }
        if all.len() == before {
            break through;
        }
    };
    let is_fed = |key: &&String| passed.iter().flatten().any(|one| one.may_write_one(key));
    let fed: BTreeSet<&String> = all.iter().filter(is_fed).collect();
    if through.is_empty() || is_begun(repository, sites, graph.state_class.as_deref(), &fed) {
        return None;
    }
    let sources = all.difference(keys).cloned().collect();
    Some(Unfilled { through, sources })
}

/// The nodes from which a way leads to a judge; `None` where there may be other ways than those seen.
fn earlier<'g>(
    repository: &Repository<'_>,
    graph: &'g GraphFact,
    judge: &'g str,
) -> Option<BTreeSet<&'g str>> {
    let is_open = !graph.unresolved.is_empty()
        || repository.mentions_of("Command") > 0
        || graph.conditional.iter().any(|edge| edge.targets.is_empty());
    (!is_open).then(|| before(graph, judge))
}

/// Whether what runs at a node surely puts nothing into these fields, and changes nothing of them in its place.
fn leaves<'r>(repository: &Repository<'r>, runner: &Runner<'r>, all: &BTreeSet<String>) -> bool {
    let function = runner.function;
    let Some(param) = runner.param().filter(|_| is_as_written(repository, function)) else {
        return false;
    };
    if text_of(repository, runner).is_none_or(|text| text.contains("yield")) {
        return false;
    }
    let at = repository.inside(runner.at, function.id);
    let is_state = |value: &Expr<'_>| value.is_name(param);
    let holds = |value: &Expr<'_>| {
        value.any(&|part| read(part, param).is_some_and(|key| all.contains(&key)))
    };
    let (mut leaves, mut named, mut read_of_it) = (true, 0_usize, 0_usize);
    Stmt::each(&function.body, &mut |stmt| {
        leaves &= match &stmt.kind {
            StmtKind::Function(_) | StmtKind::Class(_) => false,
            StmtKind::Return(Some(value)) => is_apart(repository, runner, at, value, all),
            StmtKind::Assign { targets, value, .. } => {
                let is_alias =
                    |value: &Expr<'_>| !matches!(value.kind, ExprKind::Call(_)) && holds(value);
                !targets.iter().any(&holds) && !value.as_ref().is_some_and(is_alias)
            }
            StmtKind::Augment { target, .. } => !holds(target),
            StmtKind::Other(parts) => !parts.iter().any(&holds),
            _ => true,
        };
        stmt.walk(&mut |part| {
            named += usize::from(is_state(part));
            read_of_it += usize::from(read(part, param).is_some());
            if let ExprKind::Call(call) = &part.kind {
                leaves &= is_left(call, &holds);
            }
        });
    });
    leaves && named == read_of_it
}

/// Whether a call changes nothing of what is held by what it is called on and given.
fn is_left(call: &Call<'_>, holds: &impl Fn(&Expr<'_>) -> bool) -> bool {
    let is_given = call.args.iter().any(|arg| holds(&arg.value));
    match &call.callee.kind {
        ExprKind::Name(name) => is_within(name) || !is_given,
        ExprKind::Attribute(object, method) => {
            is_giving(method) || (!holds(object) && (!is_given || ASKING.contains(method)))
        }
        _ => !is_given,
    }
}

/// Whether a value that is returned is an update of other fields than these.
fn is_apart<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    at: At,
    value: &'r Expr<'r>,
    all: &BTreeSet<String>,
) -> bool {
    let call = match &value.kind {
        ExprKind::None => return true,
        ExprKind::Dict(pairs) => {
            let is_other = |key: &Option<Expr<'_>>| {
                key.as_ref().and_then(Expr::text).is_some_and(|key| !all.contains(&key))
            };
            return pairs.iter().all(|(key, _)| is_other(key));
        }
        ExprKind::Call(call) => Some(&**call),
        ExprKind::Name(name) => made(runner.function, name),
        _ => None,
    };
    let Some(call) = call else { return false };
    let origins = repository.origins(bare(&call.callee), at);
    let [Origin::Class(defined, class)] = origins.as_slice() else { return false };
    let is_other = |name: &str| !all.contains(name);
    let has = attributes(repository, *defined, class);
    has.is_some_and(|has| has.into_iter().all(is_other))
        && fields_of(repository, &call.callee, at)
            .is_some_and(|fields| fields.iter().all(|field| is_other(field)))
}

/// The field that an expression by itself reads of the state: `state.key`, `state["key"]`, `state.get("key")`,
/// `getattr(state, "key")`.
fn read(value: &Expr<'_>, param: &str) -> Option<String> {
    let is_state = |value: &Expr<'_>| value.is_name(param);
    match &value.kind {
        ExprKind::Attribute(object, name) => {
            let is_field = is_state(object) && *name != "get";
            is_field.then(|| (*name).to_owned())
        }
        ExprKind::Subscript(object, keys) if is_state(object) => keys.first()?.text(),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "get") if is_state(object) => call.position(0)?.text(),
            ExprKind::Name("getattr" | "hasattr") if call.position(0).is_some_and(is_state) => {
                call.position(1)?.text()
            }
            _ => None,
        },
        _ => None,
    }
}
