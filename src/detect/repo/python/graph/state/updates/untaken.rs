//! What nodes return that no field of the state takes.

use super::copies::copies;
use super::taken::Taken;
use crate::detect::repo::python::graph::follow::values::value::{Built, Value};
use crate::detect::repo::python::graph::routes::replies;
use crate::detect::repo::python::graph::shape::runner::{Runner, runner};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{
    Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind,
};
use crate::domain::facts::UntakenKey;
use std::collections::BTreeSet;

/// Keys at most that are told of one graph.
const KEYS: usize = 64;

/// Decorators after which a function still returns what it returned.
const TRANSPARENT: &[&str] = &["traceable", "staticmethod", "override", "wraps"];

/// Methods of a dictionary that take no key away.
const KEEPING: &[&str] = &["get", "keys", "values", "items", "setdefault", "update", "copy"];

/// Lists what the nodes of a graph return in vain, by node and key; nothing where the key may be a field's that is
/// not known.
pub(in crate::detect::repo::python::graph) fn keys<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
    taken: &Taken,
) -> Vec<UntakenKey> {
    let mut found = untaken(repository, built, taken);
    if !found.is_empty() {
        let seen = replies::read(repository, built);
        found.retain(|one| !seen.contains(&(one.node.clone(), one.key.clone())));
    }
    in_order(found)
}

/// The keys that nodes return though the state has no field for them, each with its node.
pub(in crate::detect::repo::python::graph) fn returned<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
    taken: &Taken,
) -> BTreeSet<(String, String)> {
    untaken(repository, built, taken).into_iter().map(|one| (one.node, one.key)).collect()
}

/// Whether surely no field is there for a key; what `LangGraph` keeps for itself is none.
pub(in crate::detect::repo::python::graph) fn is_lacking(
    repository: &Repository<'_>,
    taken: &Taken,
    key: &str,
) -> bool {
    taken.is_enough()
        && !taken.fields.is_empty()
        && !taken.fields.contains(key)
        && !key.starts_with("__")
        && (taken.unfollowed.is_empty() || !may_be_declared(repository, key))
}

/// Whether a class of the sources, or one of messages, may have a field of this name.
fn may_be_declared(repository: &Repository<'_>, key: &str) -> bool {
    let declares = |line: &str| {
        let rest = line.trim_start().strip_prefix(key);
        rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
    };
    let makes = ["TypedDict(\"", "TypedDict('", "create_model(", "make_dataclass("];
    let of_messages = ["messages", "jump_to", "structured_response", "remaining_steps"];
    of_messages.contains(&key)
        || makes.iter().any(|make| repository.texts.hold(make))
        || repository
            .modules
            .iter()
            .any(|module| module.text.contains(key) && module.text.lines().any(declares))
}

/// Keys by node and key, each once per line, and no more than are told.
pub(in super::super) fn in_order(mut found: Vec<UntakenKey>) -> Vec<UntakenKey> {
    found.sort_by(|one, other| {
        let key = |it: &UntakenKey| (it.node.clone(), it.key.clone(), it.place.line);
        key(one).cmp(&key(other))
    });
    found.dedup();
    found.truncate(KEYS);
    found
}

fn untaken<'r>(repository: &Repository<'r>, built: &Built<'r>, taken: &Taken) -> Vec<UntakenKey> {
    let mut found = Vec::new();
    for (node, runs) in &built.runs {
        let (at, returned) = match (runs, runner(repository, runs)) {
            (_, Some(runner)) => {
                let mut returned = updates(repository, &runner);
                returned.extend(put_into_state(repository, &runner));
                (runner.at, returned)
            }
            (Value::Lambda(at, lambda), None) => (*at, literal(&lambda.body)),
            (_, None) => continue,
        };
        let vain = returned.into_iter().filter(|(key, _)| is_lacking(repository, taken, key));
        found.extend(vain.map(|(key, span)| UntakenKey {
            node: node.clone(),
            key,
            by_attribute: false,
            under: None,
            wanted: None,
            place: repository.modules[at.module].place(span),
        }));
    }
    found
}

/// Whether no decorator changes what a function is given or returns.
pub(in crate::detect::repo::python::graph) fn is_plain(function: &Function<'_>) -> bool {
    function.decorators.iter().all(|decorator| TRANSPARENT.contains(&decorated_by(decorator)))
}

/// As [`is_plain`], where the sources' own decorators that only trace change nothing either.
pub(in crate::detect::repo::python) fn is_as_written(
    repository: &Repository<'_>,
    function: &Function<'_>,
) -> bool {
    function.decorators.iter().all(|decorator| {
        let name = decorated_by(decorator);
        TRANSPARENT.contains(&name) || repository.tracers.contains(name)
    })
}

/// The name of a decorator, be it called.
fn decorated_by<'r>(decorator: &Expr<'r>) -> &'r str {
    match &decorator.kind {
        ExprKind::Call(call) => call.callee_name(),
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => name,
        _ => "",
    }
}

/// Where a function surely returns something under a key.
pub(in super::super) fn returned_under<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    key: &str,
) -> Vec<Span> {
    let all = updates(repository, runner).into_iter();
    all.filter_map(|(other, span)| (other == key).then_some(span)).collect()
}

/// The keys that a function surely returns somewhere, each with its place.
pub(in crate::detect::repo::python::graph) fn updates<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
) -> Vec<(String, Span)> {
    let function = runner.function;
    let text = repository.modules[runner.at.module].text_of(function.span).unwrap_or("yield");
    // An update of another graph has that graph's keys.
    if text.contains("yield") || text.contains("PARENT") || !is_as_written(repository, function) {
        return Vec::new();
    }
    let mut found = Vec::new();
    Stmt::each_returned(&function.body, &mut |value| {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match &value.kind {
                ExprKind::Name(name) => found.extend(local(function, name)),
                ExprKind::Conditional(choice) => open.extend([&choice.then, &choice.otherwise]),
                _ => found.extend(literal(value)),
            }
        }
    });
    found
}

/// The keys that a function puts into the state that it is given, or into a copy of it, where it returns that:
/// `state["chunks"] = chunks; return state`.
fn put_into_state<'r>(repository: &Repository<'r>, runner: &Runner<'r>) -> Vec<(String, Span)> {
    let function = runner.function;
    let Some(param) = runner.param().filter(|_| is_as_written(repository, function)) else {
        return Vec::new();
    };
    let copies = copies(function, param);
    let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == param || copies.contains(name));
    let is_copy = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name != param);
    let (mut keys, mut returns, mut is_kept) = (Vec::new(), false, true);
    Stmt::each_own(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Return(Some(value)) => returns |= is_it(value),
        StmtKind::Assign { targets, .. } => {
            for target in targets {
                match &target.kind {
                    ExprKind::Subscript(object, indices) if is_it(object) => {
                        keys.extend(indices.first().and_then(|key| Some((key.text()?, key.span))));
                    }
                    _ => is_kept &= !is_it(target) || is_copy(target),
                }
            }
        }
        // `del` and `pop` take keys away.
        StmtKind::Other(inner) => is_kept &= !inner.iter().any(|value| value.any(&is_it)),
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
            is_kept &= !matches!(&call.callee.kind, ExprKind::Attribute(object, method)
                if is_it(object) && !KEEPING.contains(method));
        }
        _ => {}
    });
    if returns && is_kept { keys } else { Vec::new() }
}

/// The keys that a dictionary spells out, also one in a `Command(update=…)`.
fn literal(value: &Expr<'_>) -> Vec<(String, Span)> {
    match &value.kind {
        ExprKind::Dict(pairs) => {
            let keys = pairs.iter().filter_map(|(key, _)| key.as_ref());
            keys.filter_map(|key| Some((key.text()?, key.span))).collect()
        }
        ExprKind::Call(call) if call.callee_name() == "Command" => {
            call.keyword("update").map(literal).unwrap_or_default()
        }
        ExprKind::Call(call) if call.callee.is_name("dict") => {
            let keys = call.args.iter().filter_map(|arg| match arg.passing {
                Passing::Keyword(name) => Some((name.to_owned(), arg.value.span)),
                _ => None,
            });
            keys.collect()
        }
        _ => Vec::new(),
    }
}

/// The keys of a variable that only ever holds a dictionary of this function's own, from which nothing
/// takes a key away; what is made several times counts from where it is made to the `return` behind it.
pub(in super::super) fn local(function: &Function<'_>, name: &str) -> Vec<(String, Span)> {
    if function.param(name).is_some() {
        return Vec::new();
    }
    let mut keys = held(&function.body, name).unwrap_or_default();
    if keys.is_empty() {
        each_block(&function.body, &mut |block| {
            for (start, stmt) in block.iter().enumerate().filter(|(_, stmt)| makes(stmt, name)) {
                let rest = &block[start..];
                let end = rest.iter().position(|one| match &one.kind {
                    StmtKind::Return(Some(value)) => value.is_name(name),
                    _ => one.span != stmt.span && makes(one, name),
                });
                keys.extend(end.and_then(|end| held(&rest[..=end], name)).unwrap_or_default());
            }
        });
    }
    keys
}

/// Shows a block and all blocks in it.
fn each_block<'s, 'r>(body: &'s [Stmt<'r>], see: &mut impl FnMut(&'s [Stmt<'r>])) {
    see(body);
    for block in body.iter().flat_map(Stmt::blocks) {
        each_block(block, see);
    }
}

/// Whether a statement gives a variable another value.
fn makes(stmt: &Stmt<'_>, name: &str) -> bool {
    matches!(&stmt.kind, StmtKind::Assign { targets, .. }
        if targets.iter().any(|target| target.is_name(name)))
}

/// The keys of a variable that a part of a function makes once, as a dictionary of its own, and returns.
fn held(body: &[Stmt<'_>], name: &str) -> Option<Vec<(String, Span)>> {
    let is_it = |value: &Expr<'_>| value.is_name(name);
    let (mut keys, mut is_own) = (Vec::new(), true);
    let (mut uses, mut seen, mut made) = (0_usize, 0_usize, 0_usize);
    let mut look = |stmt: &Stmt<'_>| {
        stmt.walk(&mut |part| {
            seen += usize::from(is_it(part));
            uses += match &part.kind {
                ExprKind::Subscript(value, _) => usize::from(is_it(value)),
                ExprKind::Attribute(value, method) => {
                    usize::from(is_it(value) && KEEPING.contains(method))
                }
                _ => 0,
            };
        });
        match &stmt.kind {
            StmtKind::Assign { targets, value, .. } => {
                for target in targets {
                    match (&target.kind, value) {
                        (ExprKind::Name(other), Some(value)) if *other == name => {
                            (uses, made) = (uses + 1, made + 1);
                            let found = literal(value);
                            is_own &= matches!(value.kind, ExprKind::Dict(_)) || !found.is_empty();
                            keys.extend(found);
                        }
                        (ExprKind::Subscript(base, index), Some(_)) if is_it(base) => {
                            let key = index.first().and_then(|key| Some((key.text()?, key.span)));
                            keys.extend(key);
                        }
                        _ => {}
                    }
                }
            }
            StmtKind::Return(Some(value)) => {
                let mut open = vec![value];
                while let Some(value) = open.pop() {
                    uses += usize::from(is_it(value));
                    if let ExprKind::Conditional(choice) = &value.kind {
                        open.extend([&choice.then, &choice.otherwise]);
                    }
                }
            }
            // Inside, the name is another's.
            StmtKind::Function(inner) => {
                is_own &= inner.param(name).is_none();
            }
            // `del` takes keys away.
            StmtKind::Other(inner) => {
                is_own &= !inner.iter().any(|value| value.any(&is_it));
            }
            _ => {}
        }
    };
    Stmt::each(body, &mut look);
    // What is made twice may be replaced before it is returned.
    (is_own && made == 1 && uses == seen).then_some(keys)
}
