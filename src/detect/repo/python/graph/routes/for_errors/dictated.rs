//! Routers that lead where a node before them wrote that they lead: what that node went by decides.

use super::inputs::{is_known, read};
use crate::detect::repo::python::graph::follow::values::value::{START, Value};
use crate::detect::repo::python::graph::shape::runner::{Runner, each_once, runner};
use crate::detect::repo::python::graph::state::reads::reading::reads;
use crate::detect::repo::python::graph::state::reads::unfed::key;
use crate::detect::repo::python::graph::state::updates::untaken::is_as_written;
use crate::detect::repo::python::graph::state::updates::writes::written;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{
    Body, Class, Expr, ExprKind, Function, Span, Stmt, StmtKind,
};
use crate::domain::facts::{ConditionalEdge, Dictated, GraphFact};
use std::collections::BTreeSet;
use writer::Writer;

mod writer;

/// Marks the routers that go by what one node wrote for them: those that thereby look at inputs alone handle no error of a
/// node, and those that were undecided handle some where that node asks for them.
pub(in crate::detect::repo::python::graph) fn mark<'r>(
    repository: &Repository<'r>,
    graph: &mut GraphFact,
    runs: &[(String, Value<'r>)],
    routers: &[(String, Value<'r>)],
) {
    let is_open = |edge: &ConditionalEdge| {
        edge.handles_errors != Some(false) && edge.starved.is_empty() && edge.from != START
    };
    let any = graph.conditional.iter().any(is_open);
    // Where a node says itself what runs next, not all ways are edges.
    if !any || repository.mentions_of("Command") > 0 || !is_known(graph, runs) {
        return;
    }
    for index in 0..graph.conditional.len() {
        let edge = &graph.conditional[index];
        let mut ours = routers.iter().filter(|(name, _)| *name == edge.router);
        let (Some((_, router)), None) = (ours.next(), ours.next()) else { continue };
        if !is_open(edge) {
            continue;
        }
        let Some(path) = path(repository, router) else { continue };
        let Some((node, decided)) = decided(repository, graph, (runs, router), &path) else {
            continue;
        };
        let edge = &mut graph.conditional[index];
        match decided {
            Decided::ByInputs { inputs, by_reply } => {
                edge.handles_errors = Some(false);
                edge.inputs = inputs.into_iter().collect();
                edge.dictated = Some(Dictated { node, field: path.field, by_reply });
            }
            Decided::ByFailures => edge.handles_errors = Some(true),
        }
    }
}

/// What alone a router reads: a field of the state, or a key of a dictionary that is one.
struct Path {
    field: String,
    key: Option<String>,
}

fn path<'r>(repository: &Repository<'r>, router: &Value<'r>) -> Option<Path> {
    let keys = read(repository, router)?;
    let field = keys.first().filter(|_| keys.len() == 1)?.clone();
    let (param, mut fields, mut inner) = (parameter(repository, router)?, 0_usize, Vec::new());
    let mut see = |part: &Expr<'r>| {
        fields += usize::from(key(part, param).is_some());
        let of_field = |object: &Expr<'r>| {
            // `(state.get("routing") or {})`
            let object = match &object.kind {
                ExprKind::Logic("or", sides) => &sides.0,
                _ => object,
            };
            key(object, param).is_some()
        };
        match &part.kind {
            ExprKind::Call(call) => {
                if let ExprKind::Attribute(object, "get") = &call.callee.kind
                    && of_field(object)
                {
                    inner.push(call.position(0).and_then(Expr::text));
                }
            }
            ExprKind::Subscript(object, indices) if of_field(object) => {
                inner.push(indices.first().and_then(Expr::text));
            }
            _ => {}
        }
    };
    match (router, runner(repository, router)) {
        (_, Some(runner)) => Stmt::each(&runner.function.body, &mut |stmt| {
            stmt.expressions().into_iter().for_each(|value| value.each(&mut see));
        }),
        (Value::Lambda(_, lambda), None) => lambda.body.each(&mut see),
        (_, None) => return None,
    }
    let Some(first) = inner.first() else { return Some(Path { field, key: None }) };
    let is_one = first.is_some() && inner.len() == fields && inner.iter().all(|one| one == first);
    is_one.then(|| Path { field, key: first.clone() })
}

fn parameter<'r>(repository: &Repository<'r>, router: &Value<'r>) -> Option<&'r str> {
    match (router, runner(repository, router)) {
        (_, Some(runner)) => runner.param(),
        (Value::Lambda(_, lambda), None) => Some(lambda.params.first()?.name),
        (_, None) => None,
    }
}

/// What decides what a node writes for a router.
enum Decided {
    ByInputs {
        inputs: BTreeSet<String>,
        by_reply: bool,
    },
    /// It asks for errors, or for what is missing.
    ByFailures,
}

/// The one node that writes what is read, and by what; `None` where that is not known, or others may write there.
fn decided<'r>(
    repository: &Repository<'r>,
    graph: &GraphFact,
    (runs, router): (&[(String, Value<'r>)], &Value<'r>),
    path: &Path,
) -> Option<(String, Decided)> {
    let last = path.key.as_ref().unwrap_or(&path.field);
    let mut writers = Vec::new();
    for (node, value) in each_once(repository, runs) {
        let Some(runner) = runner(repository, value) else { continue };
        let writer = Writer::of(&runner, path)?;
        if writer.count > 0 || !writer.is_known {
            writers.push((node, runner, writer));
        }
    }
    let (node, runner, writer) = writers.pop().filter(|_| writers.is_empty())?;
    let is_known = writer.is_known && !writer.is_silent && returns_always(&runner.function.body);
    if !is_known
        || !is_as_written(repository, runner.function)
        || !is_named_there(repository, last, &runner, router, writer.count)
    {
        return None;
    }
    if writer.fails && !writer.replies {
        return Some((node.clone(), Decided::ByFailures));
    }
    let mut inputs = writer.inputs.clone();
    if writer.replies {
        // What the model is shown may be anything that the node reads.
        let read = reads(repository, &runner);
        inputs.extend(read.into_iter().map(|read| read.key));
        let text = repository.modules[runner.at.module].text_of(runner.function.span)?;
        let names = |field: &&String| quoted(field).iter().any(|it| text.contains(it));
        let returned = returned(runner.function);
        let mut other = graph.state_fields.iter().filter(names);
        let is_replied = is_model_reply(repository, last);
        if !is_replied || other.any(|name| !inputs.contains(name) && !returned.contains(name)) {
            return None;
        }
    }
    let all: BTreeSet<&str> = inputs.iter().map(String::as_str).collect();
    let state = graph.state_class.as_deref();
    let others = runs.iter().filter(|(name, _)| name != node).cloned().collect::<Vec<_>>();
    let written = written(repository, &others, &all, state)?;
    let is_input = inputs.is_disjoint(&written) && inputs.is_disjoint(&returned(runner.function));
    if !is_input {
        let may_fail = writer.may_fail && !writer.replies;
        return may_fail.then(|| (node.clone(), Decided::ByFailures));
    }
    let is_sure = !writer.inputs.is_empty() && !writer.fails;
    is_sure.then(|| {
        let by_reply = writer.replies;
        (node.clone(), Decided::ByInputs { inputs: writer.inputs, by_reply })
    })
}

fn quoted(name: &str) -> [String; 2] {
    [format!("\"{name}\""), format!("'{name}'")]
}

/// The keys of the dictionaries that a function returns.
fn returned(function: &Function<'_>) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    Stmt::each_own(&function.body, &mut |stmt| {
        if let StmtKind::Return(Some(Expr { kind: ExprKind::Dict(pairs), .. })) = &stmt.kind {
            keys.extend(pairs.iter().filter_map(|(key, _)| key.as_ref()?.text()));
        }
    });
    keys
}

/// Whether nothing outside the tests names a key but the router, and the node as often as it was seen to write there.
fn is_named_there<'r>(
    repository: &Repository<'r>,
    name: &str,
    node: &Runner<'r>,
    router: &Value<'r>,
    count: usize,
) -> bool {
    let asking = match (router, runner(repository, router)) {
        (_, Some(runner)) => (runner.at.module, runner.function.span),
        (Value::Lambda(at, lambda), None) => (at.module, lambda.body.span),
        (_, None) => return false,
    };
    let writing = (node.at.module, node.function.span);
    let other_ways = [format!(".{name} ="), format!("{name}=")];
    let (mut inside, mut elsewhere) = (0, false);
    let modules = repository.modules.iter().enumerate();
    for (index, module) in modules.filter(|(_, module)| !module.in_tests) {
        elsewhere |= other_ways.iter().any(|way| module.text.contains(way));
        for quoted in quoted(name) {
            for (at, _) in module.text.match_indices(&quoted) {
                let within = |(other, span): (usize, Span)| {
                    other == index && span.start <= at && at < span.end
                };
                inside += usize::from(within(writing));
                elsewhere |= !within(writing) && !within(asking);
            }
        }
    }
    !elsewhere && inside == count
}

/// Whether one class of the sources alone has an attribute of this name, replies of models are bound to it, and nothing
/// makes an object of it.
fn is_model_reply(repository: &Repository<'_>, name: &str) -> bool {
    let mut classes: Vec<&Class<'_>> = Vec::new();
    for module in repository.program() {
        Stmt::each(&module.syntax.body, &mut |stmt| {
            let StmtKind::Class(class) = &stmt.kind else { return };
            let declares = |stmt: &Stmt<'_>| {
                matches!(&stmt.kind, StmtKind::Assign { targets, .. }
                    if targets.iter().any(|it| it.is_name(name)))
            };
            if class.body.iter().any(declares) {
                classes.push(class);
            }
        });
    }
    let [class] = classes.as_slice() else { return false };
    let bound = format!("with_structured_output({}", class.name);
    let modules = || repository.program();
    let made = |text: &str| {
        let made = format!("{}(", class.name);
        text.match_indices(&made).any(|(at, _)| !text[..at].ends_with("class "))
    };
    modules().any(|module| module.text.contains(&bound))
        && !modules().any(|module| made(module.text))
}

/// Whether a block surely ends with a `return` or a `raise`.
fn returns_always(body: &Body<'_>) -> bool {
    body.last().is_some_and(|stmt| match &stmt.kind {
        StmtKind::Return(_) | StmtKind::Raise(_) => true,
        StmtKind::If { branches, otherwise } => {
            branches.iter().all(|(_, body)| returns_always(body)) && returns_always(otherwise)
        }
        StmtKind::Try { body, handlers, otherwise, finally } => {
            (returns_always(body) || returns_always(otherwise) || returns_always(finally))
                && handlers.iter().all(|handler| returns_always(&handler.body))
        }
        StmtKind::With { body, .. } => returns_always(body),
        _ => false,
    })
}
