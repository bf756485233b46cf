//! Routers that start one node for each name of a written list: `Send("judge", {"persona": name})` in a loop over
//! `["Prosecutor", "Defense", "TechLead"]`.

use super::super::follow::values::value::Value;
use super::super::shape::runner::runner;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{
    Body, Call, Clause, Expr, ExprKind, Function, Stmt, StmtKind,
};
use crate::domain::facts::{ConditionalEdge, GraphFact, SentNames};
use std::collections::BTreeSet;

/// How many calls a router is followed through.
const CALLS: usize = 3;

/// Marks the conditional edges whose routers send every node that they send to each name of a list.
pub(in super::super) fn mark<'r>(
    repository: &Repository<'r>,
    graph: &mut GraphFact,
    routers: &[(String, Value<'r>)],
) {
    for edge in graph.conditional.iter_mut().filter(|edge| edge.parallel) {
        // A graph that is wired in several passes has its routers in each of them.
        let ours = routers.iter().filter(|(name, _)| *name == edge.router);
        let mut all = ours.map(|(_, router)| {
            let runner = runner(repository, router)?;
            sent(repository, runner.at, runner.function, CALLS, edge)
        });
        let Some(Some(first)) = all.next() else { continue };
        if all.all(|one| one.as_ref() == Some(&first)) {
            drop(all);
            edge.sent = first;
        }
    }
}

/// What a function gives back to be sent; `None` where something is sent in another way, or may be left out.
fn sent<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    calls: usize,
    edge: &ConditionalEdge,
) -> Option<Vec<SentNames>> {
    let at = repository.inside(at, function.id);
    let mut reading = Reading { repository, at, function, found: Vec::new(), sends: 0 };
    reading.block(&function.body, &[]);
    let mut told = 0;
    Stmt::walk_all(&function.body, &mut |part| told += usize::from(is_send(part).is_some()));
    if told > 0 {
        let is_led_to = |one: &SentNames| edge.targets.contains(&one.node);
        let whole = reading.sends == told
            && reading.found.len() == told
            && reading.found.iter().all(is_led_to);
        return whole.then_some(reading.found);
    }
    let calls = calls.checked_sub(1)?;
    let mut inner = Vec::new();
    Stmt::each_own(&function.body, &mut |stmt| {
        if let StmtKind::Return(Some(Expr { kind: ExprKind::Call(call), .. })) = &stmt.kind
            && let Some((at, called)) = repository.function(&call.callee, at)
        {
            inner.push((at, called));
        }
    });
    match inner.as_slice() {
        [(at, called)] => sent(repository, *at, called, calls, edge),
        _ => None,
    }
}

/// `Send("judge", payload)`: the node and the payload.
fn is_send<'e, 'r>(part: &'e Expr<'r>) -> Option<&'e Call<'r>> {
    match &part.kind {
        ExprKind::Call(call) if call.callee_name() == "Send" => Some(call),
        _ => None,
    }
}

/// A variable that goes through a list of names.
type Loop<'r> = (&'r str, Vec<String>);

struct Reading<'r, 'p> {
    repository: &'p Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    found: Vec<SentNames>,
    /// The calls of `Send` that were come to.
    sends: usize,
}

impl<'r> Reading<'r, '_> {
    /// Reads a block in these loops, the outermost first.
    fn block(&mut self, body: &'r Body<'r>, loops: &[Loop<'r>]) {
        for stmt in body {
            for value in stmt.expressions() {
                self.value(value, loops);
            }
            if let StmtKind::For { target, iterable, body, otherwise } = &stmt.kind {
                let mut inner = loops.to_vec();
                inner.extend(self.names(target, iterable).filter(|_| goes_through(body)));
                self.block(body, &inner);
                self.block(otherwise, loops);
                continue;
            }
            // What a condition lets through may be one of them alone.
            let inner = match &stmt.kind {
                StmtKind::If { .. } | StmtKind::While { .. } | StmtKind::Match { .. } => &[][..],
                StmtKind::Function(_) | StmtKind::Class(_) => continue,
                _ => loops,
            };
            for block in stmt.blocks() {
                self.block(block, inner);
            }
        }
    }

    fn value(&mut self, value: &'r Expr<'r>, loops: &[Loop<'r>]) {
        if let Some(call) = is_send(value) {
            self.sends += 1;
            self.found.extend(self.named(call, loops));
            return;
        }
        if let ExprKind::Comprehension(inner) = &value.kind {
            let mut all = loops.to_vec();
            let is_asked = inner.clauses.iter().any(|clause| matches!(clause, Clause::If(_)));
            for clause in &inner.clauses {
                if let Clause::For { target, iterable } = clause {
                    all.extend(self.names(target, iterable).filter(|_| !is_asked));
                }
            }
            return self.value(&inner.element, &all);
        }
        for part in value.parts() {
            self.value(part, loops);
        }
    }

    /// What is sent by a call, where it is sent to a node by name and holds what goes through a list of names.
    fn named(&self, call: &'r Call<'r>, loops: &[Loop<'r>]) -> Option<SentNames> {
        let node = call.argument(0, "node")?.text()?;
        let payload = call.argument(1, "arg")?;
        let (_, names) = loops.iter().rev().find(|(name, _)| self.holds(payload, name))?;
        Some(SentNames { node, names: names.clone() })
    }

    /// Whether a payload, or what its variable is given, has the name in it.
    fn holds(&self, payload: &'r Expr<'r>, name: &str) -> bool {
        let has = |value: &Expr<'_>| value.any(&|part| part.is_name(name));
        let ExprKind::Name(variable) = payload.kind else { return has(payload) };
        let (mut given, mut other) = (false, false);
        Stmt::each(&self.function.body, &mut |stmt| {
            if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind {
                let is_it = targets.iter().any(|target| target.is_name(variable));
                given |= is_it && has(value);
                other |= is_it && !has(value);
            }
        });
        given && !other
    }

    /// The variable of a loop over names that are written out, or over a table with these keys.
    fn names(&self, target: &'r Expr<'r>, iterable: &'r Expr<'r>) -> Option<Loop<'r>> {
        let (first, list) = match (&target.kind, &iterable.kind) {
            (ExprKind::Tuple(both), ExprKind::Call(call)) => match &call.callee.kind {
                ExprKind::Attribute(table, "items") => (both.first()?, &**table),
                _ => return None,
            },
            _ => (target, iterable),
        };
        let ExprKind::Name(name) = first.kind else { return None };
        let texts = self.texts(list)?;
        let several = texts.iter().collect::<BTreeSet<_>>().len() > 1;
        several.then_some((name, texts))
    }

    fn texts(&self, list: &'r Expr<'r>) -> Option<Vec<String>> {
        match &list.kind {
            ExprKind::List(items) | ExprKind::Tuple(items) => {
                items.iter().map(Expr::text).collect()
            }
            ExprKind::Dict(pairs) => {
                pairs.iter().map(|(key, _)| key.as_ref().and_then(Expr::text)).collect()
            }
            ExprKind::Name(_) | ExprKind::Attribute(..) => {
                match self.repository.origins(list, self.at).as_slice() {
                    [Origin::Value(_, value)] if !matches!(value.kind, ExprKind::Name(_)) => {
                        self.texts(value)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Whether no round of a loop is left before its end.
fn goes_through(body: &Body<'_>) -> bool {
    let mut left = false;
    Stmt::each(body, &mut |stmt| {
        left |= stmt.leaves();
    });
    !left
}
