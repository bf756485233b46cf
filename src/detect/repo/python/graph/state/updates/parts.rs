//! Nodes that return a field with what it held, where something was put into it by then.

use super::super::reads::handing::{empty, filled, sets};
use super::doubled;
use super::doubled::Field;
use super::rebuilt::rebuilt;
use super::telling::tell_all;
use super::untaken::{is_plain, updates};
use super::whole::{Returns, appended, before, seen_of};
use crate::detect::repo::python::graph::follow::values::value::{Step, Value, Wiring};
use crate::detect::repo::python::graph::routes::routed::{may_come, may_lead_elsewhere};
use crate::detect::repo::python::graph::shape::runner::{Runner, runner};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::{GraphFact, WholeReturn};
use std::collections::BTreeSet;

/// What decides on the ways between nodes: the routers, as they are written, and the calls that wire them.
#[derive(Clone, Copy)]
pub(in crate::detect::repo::python::graph) struct Ways<'b, 'r> {
    pub routers: &'b [(String, Value<'r>)],
    pub steps: &'b [Step<'r>],
}

/// The fields that a reducer adds up.
pub(in super::super) struct Added<'b, 'r> {
    pub all: &'b BTreeSet<String>,
    pub runs: &'b [(String, Value<'r>)],
    pub ways: Ways<'b, 'r>,
}

/// Lists the nodes that return, under its own key, what a field held, by node and field; idle are those where nothing was
/// seen to be put into it by then.
pub(in super::super) fn parts<'r>(
    repository: &Repository<'r>,
    graph: &GraphFact,
    runners: &[(&str, Runner<'r>, &str)],
    added: &Added<'_, 'r>,
) -> Returns {
    let mut found = Returns::default();
    let Some(sent_to) = sent_to(repository) else { return found };
    for (node, runner, param) in runners {
        // Whoever is sent to is given what is sent, and not the state.
        if sent_to.contains(*node) {
            continue;
        }
        let Some(seen) = seen_of(repository, runner, param) else { continue };
        // What is partly applied may be given something else first.
        if seen.is_empty() && repository.mentions_of("partial") > 0 {
            continue;
        }
        let before = before(graph, node);
        for field in added.all.iter().filter(|field| seen.is_empty() || seen.contains(*field)) {
            let handed = doubled::handed_back(repository, runner, param, field);
            let anew = handed.is_none();
            let rebuilt = || rebuilt(repository, runner, param, field);
            let Some(span) = handed.map(|it| it.span).or_else(rebuilt) else { continue };
            let is_asked = may_lead_elsewhere(repository, added.ways, &before, node, field);
            // A plain edge asks nothing of what was put there.
            let is_next = |earlier: &str| {
                graph
                    .edges
                    .iter()
                    .any(|edge| edge.from == earlier && edge.to == *node && edge.only_in.is_empty())
            };
            let leads = |earlier: &str| {
                !is_asked || is_next(earlier) || leads(repository, added.ways, earlier, node, field)
            };
            let mut filling = runners.iter().filter(|(other, earlier, param)| {
                before.contains(other) && fills(repository, earlier, param, field)
            });
            let told = WholeReturn {
                node: (*node).to_owned(),
                changes: vec![field.clone()],
                fields: vec![field.clone()],
                unsure: false,
                partly: true,
                anew,
                veiled: false,
                place: repository.modules[runner.at.module].place(span),
            };
            // A graph that is wired in several passes has its nodes in each of them.
            let known = |one: &WholeReturn| WholeReturn { veiled: false, ..one.clone() } == told;
            if found.doubling.contains(&told) || found.idle.iter().any(known) {
                continue;
            }
            match filling.next() {
                Some((other, ..)) if leads(other) || filling.any(|(other, ..)| leads(other)) => {
                    found.doubling.push(told);
                }
                _ if anew => {}
                // A router may keep the run from here wherever something is there.
                Some(_) => {
                    let comes = may_come(repository, added.ways, node, field);
                    found.open.extend((comes && !found.open.contains(&told)).then_some(told));
                }
                None => {
                    let may_fill = |(other, earlier, _): &(&str, Runner<'r>, &str)| {
                        before.contains(other) && filled(repository, earlier, true).contains(field)
                    };
                    let is_idle = !runners.iter().any(may_fill);
                    let veiled = || !tell_all(repository, added.runs, &before);
                    found.idle.extend(is_idle.then(|| WholeReturn { veiled: veiled(), ..told }));
                }
            }
        }
    }
    found
}

/// The nodes that something is sent to; `None` where one of them is not named.
fn sent_to(repository: &Repository<'_>) -> Option<BTreeSet<String>> {
    let mut found = Some(BTreeSet::new());
    let sending = repository.texts.holding("Send(");
    let sending = sending.iter().map(|index| &repository.modules[*index]);
    for module in sending.filter(|module| !module.in_tests) {
        let mut told = 0_usize;
        Stmt::walk_all(&module.syntax.body, &mut |part| {
            let ExprKind::Call(call) = &part.kind else { return };
            if call.callee_name() == "Send" {
                told += 1;
                let node = call.argument(0, "node").and_then(Expr::text);
                found = found.take().zip(node).map(|(mut all, node)| {
                    all.insert(node);
                    all
                });
            }
        });
        // What is written in another way was not read.
        if told < module.text.matches("Send(").count() && module.text.contains("import Send as") {
            return None;
        }
    }
    found
}

/// Whether a node may put something into a field: one that only passes on what is there does not.
fn fills<'r>(repository: &Repository<'r>, runner: &Runner<'r>, param: &str, field: &str) -> bool {
    let empty = empty(runner.function);
    let returns = updates(repository, runner)
        .iter()
        .any(|(key, span)| key == field && !empty.contains(&(span.start, span.end)));
    let passes = || doubled::handed_back(repository, runner, param, field);
    let puts = sets(runner.function, field) || appended(runner.function, param).contains(field);
    puts || (returns && passes().is_none_or(|handed| handed.grows))
}

/// Whether a router right behind the node `from` leads to the node `to` wherever a field holds something.
fn leads(
    repository: &Repository<'_>,
    ways: Ways<'_, '_>,
    from: &str,
    to: &str,
    field: &str,
) -> bool {
    ways.steps.iter().any(|step| {
        let Wiring::Conditional { from: source, router: written, .. } = &step.wiring else {
            return false;
        };
        let ExprKind::Call(call) = &step.expr.kind else { return false };
        let mut routers = ways.routers.iter().filter(|(name, _)| name == written).peekable();
        source == from
            && routers.peek().is_some()
            && routers.all(|(_, router)| {
                let key = runner(repository, router).and_then(|router| chosen(&router, field));
                let target = match call.argument(2, "path_map").map(|map| &map.kind) {
                    None => key,
                    Some(ExprKind::Dict(pairs)) => pairs.iter().find_map(|(name, value)| {
                        let is_it = name.as_ref()?.text() == key && key.is_some();
                        if is_it { value.text() } else { None }
                    }),
                    Some(_) => None,
                };
                target.as_deref() == Some(to)
            })
    })
}

/// What a router returns wherever a field of what it is given holds something; `None` where that is not sure.
fn chosen(router: &Runner<'_>, field: &str) -> Option<String> {
    let function: &Function<'_> = router.function;
    let param = router.param()?;
    let field = Field { param, field };
    let held = doubled::held(function, &field);
    if !is_plain(function) || doubled::is_disturbed(&function.body, &field, &held) {
        return None;
    }
    let holds = |test: &Expr<'_>| field.is_held(test, &held);
    let is_quiet =
        |stmt: &&Stmt<'_>| matches!(stmt.kind, StmtKind::Expr(_) | StmtKind::Assign { .. });
    let first = function.body.iter().find(|stmt| !is_quiet(stmt))?;
    match &first.kind {
        StmtKind::Return(Some(Expr { kind: ExprKind::Conditional(choice), .. })) => {
            match &choice.test.kind {
                ExprKind::Not(inner) if holds(inner) => choice.otherwise.text(),
                _ if holds(&choice.test) => choice.then.text(),
                _ => None,
            }
        }
        StmtKind::If { branches, .. } => {
            let (_, body) = branches.first().filter(|(test, _)| holds(test))?;
            returned(body)
        }
        _ => None,
    }
}

/// The text that a block returns, where it does nothing else before than to call something.
fn returned(body: &Body<'_>) -> Option<String> {
    let first = body.iter().find(|stmt| !matches!(stmt.kind, StmtKind::Expr(_)))?;
    match &first.kind {
        StmtKind::Return(value) => value.as_ref()?.text(),
        _ => None,
    }
}
