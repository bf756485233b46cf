//! States that no `class` statement makes: those of calls, and those that `LangGraph` brings along.

use super::super::classes::{each, of_messages};
use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{Call, Clause, Expr, ExprKind, Passing};
use super::{STEPS, fact};
use crate::domain::facts::{ReducerFact, ReducerKind};
use std::collections::BTreeSet;

/// The fields of a class that a call makes, each with its annotation; `None` where not all of them are spelled out.
pub(super) fn fields<'r>(
    repository: &Repository<'r>,
    at: At,
    made: &str,
    call: &'r Call<'r>,
) -> Option<Vec<(String, At, &'r Expr<'r>)>> {
    let mut found = Vec::new();
    for arg in &call.args {
        match arg.passing {
            Passing::Keyword(name) if name.starts_with("__") || name == "total" => {}
            Passing::Keyword(name) => {
                found.push((name.to_owned(), at, annotation(made, &arg.value)));
            }
            Passing::Position => {}
            Passing::Rest | Passing::Named => return None,
        }
    }
    if made.ends_with("TypedDict")
        && let Some(spelled) = call.position(1)
    {
        found.extend(of_dict(repository, at, spelled, STEPS)?);
    }
    Some(found)
}

/// `create_model` is given a default behind each annotation.
fn annotation<'r>(made: &str, value: &'r Expr<'r>) -> &'r Expr<'r> {
    match &value.kind {
        ExprKind::Tuple(parts) if made.ends_with("create_model") => parts.first().unwrap_or(value),
        _ => value,
    }
}

/// The pairs of a dictionary, be it put together from others.
fn of_dict<'r>(
    repository: &Repository<'r>,
    at: At,
    value: &'r Expr<'r>,
    steps: usize,
) -> Option<Vec<(String, At, &'r Expr<'r>)>> {
    let steps = steps.checked_sub(1)?;
    match &value.kind {
        ExprKind::Dict(pairs) => {
            let mut found = Vec::new();
            for (key, value) in pairs {
                match key {
                    Some(key) => found.push((key.text()?, at, value)),
                    None => found.extend(of_dict(repository, at, value, steps)?),
                }
            }
            Some(found)
        }
        ExprKind::Binary("|", sides) => {
            let mut found = of_dict(repository, at, &sides.0, steps)?;
            found.extend(of_dict(repository, at, &sides.1, steps)?);
            Some(found)
        }
        ExprKind::Comprehension(all) => {
            let ([Clause::For { target, iterable }], Some(key)) =
                (all.clauses.as_slice(), all.key.as_ref())
            else {
                return None;
            };
            let (ExprKind::Name(target), ExprKind::Name(key)) = (&target.kind, &key.kind) else {
                return None;
            };
            let names = names(repository, at, iterable).filter(|_| target == key)?;
            Some(names.into_iter().map(|name| (name, at, &all.element)).collect())
        }
        ExprKind::Name(_) => match repository.origins(value, at).as_slice() {
            [Origin::Value(at, held)] if !std::ptr::eq(*held, value) => {
                of_dict(repository, *at, held, steps)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The texts of a list that is spelled out.
fn names<'r>(repository: &Repository<'r>, at: At, list: &'r Expr<'r>) -> Option<Vec<String>> {
    match repository.origins(list, at).as_slice() {
        [Origin::Value(_, Expr { kind: ExprKind::List(items) | ExprKind::Tuple(items), .. })] => {
            items.iter().map(Expr::text).collect()
        }
        _ => None,
    }
}

/// The reducers of the states of messages that graphs take as they are: `StateGraph(MessagesState)`.
pub(super) fn of_library(repository: &Repository<'_>) -> Vec<ReducerFact> {
    let mut found = Vec::new();
    let mut known = BTreeSet::new();
    for (index, module) in repository.modules.iter().enumerate() {
        if !["MessagesState", "AgentState"].iter().any(|name| module.text.contains(name)) {
            continue;
        }
        each(repository, &module.syntax.body, At::top(index), &mut |at, stmt| {
            stmt.walk(&mut |part| {
                let ExprKind::Call(call) = &part.kind else { return };
                if !call.callee_name().ends_with("Graph") {
                    return;
                }
                let Some(state) = call.argument(0, "state_schema") else { return };
                let Some(name) = repository.external(state, at) else { return };
                if !of_messages(&name).is_some_and(|fields| fields.contains(&"messages")) {
                    return;
                }
                let last = name.rsplit('.').next().unwrap_or_default();
                if !known.insert((index, last.to_owned())) {
                    return;
                }
                let written = module.written(state.span, 120);
                let alias = written.rsplit('.').next().unwrap_or_default().to_owned();
                let resolved = "langgraph.graph.message.add_messages".to_owned();
                let found_there = (written, (resolved, ReducerKind::AddMessages));
                let one = fact(module, (last, "messages", state.span), found_there);
                let inherited_by = if alias == last { Vec::new() } else { vec![alias] };
                found.push(ReducerFact { inherited_by, ..one });
            });
        });
    }
    found
}
