//! Judges that look for evidence where there is none for some criteria, and ask a model about these all the same.

use super::super::unfed::is_indirect;
use super::held::Methods;
use super::sent::Sent;
use super::{heard, param};
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::routes::for_errors::inputs::is_known;
use crate::detect::repo::python::graph::shape::runner::runner;
use crate::detect::repo::python::graph::state::updates::writes::written;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use crate::domain::facts::GraphFact;
use std::collections::BTreeSet;

/// Puts down where a model is asked whatever was looked up, by judges that learn of evidence in no other way.
pub(in crate::detect::repo::python::graph) fn mark<'r>(
    repository: &Repository<'r>,
    sites: &[Site<'r>],
    graph: &mut GraphFact,
    runs: &[(String, Value<'r>)],
) {
    if graph.unmatched.is_empty()
        || repository.mentions_of("Send") > 0
        || is_indirect(repository)
        || !is_known(graph, runs)
    {
        return;
    }
    let methods = Methods::new(repository);
    let sent = Sent::new(repository, &methods, sites);
    let mut unmatched = std::mem::take(&mut graph.unmatched);
    for one in &mut unmatched {
        // A graph that is wired in several passes has its nodes in each of them.
        let mut judges = runs.iter().filter(|(node, _)| *node == one.node);
        let judges = judges.by_ref().map(|(_, value)| runner(repository, value));
        let Some(judges) = judges.collect::<Option<Vec<_>>>() else { continue };
        let [judge, others @ ..] = judges.as_slice() else { continue };
        if others.iter().any(|other| other.function.span != judge.function.span) {
            continue;
        }
        let Some(followed) = param(repository, judge)
            .and_then(|param| heard(&sent, judge, param))
            .filter(|followed| followed.keys.contains(&one.field))
        else {
            continue;
        };
        let others = followed.keys.iter().map(String::as_str).filter(|key| *key != one.field);
        let others: BTreeSet<&str> = others.collect();
        let is_fed = !others.is_empty()
            && written(repository, runs, &others, graph.state_class.as_deref())
                .is_none_or(|written| !written.is_empty());
        let Some((module, asked)) = followed.asked.filter(|_| !is_fed) else { continue };
        if module == judge.at.module && comes_to(judge.function, one.place.line, asked) {
            one.asked = Some(repository.modules[module].place(asked));
        }
    }
    graph.unmatched = unmatched;
}

/// Whether the loop that looks something up at a line comes to a call whatever it finds.
fn comes_to(function: &Function<'_>, line: u32, call: Span) -> bool {
    let mut loops = Vec::new();
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::For { body, .. } = &stmt.kind
            && let Some(at) = body.iter().position(|inner| looks_up(inner, line))
        {
            loops.push((body, at));
        }
    });
    let [(body, at)] = loops[..] else { return false };
    let StmtKind::Assign { targets, .. } = &body[at].kind else { return false };
    let mut drawn: BTreeSet<&str> = BTreeSet::new();
    for target in targets {
        target.each(&mut |part| drawn.extend(part.name()));
    }
    for stmt in &body[at + 1..] {
        if stmt.span.holds(call) {
            return is_open(std::slice::from_ref(stmt), call, &drawn);
        }
        if leaves(std::slice::from_ref(stmt), stmt.span.end) {
            return false;
        }
        draw(stmt, &mut drawn);
    }
    false
}

fn looks_up(stmt: &Stmt<'_>, line: u32) -> bool {
    matches!(stmt.kind, StmtKind::Assign { .. })
        && (stmt.span.first..=stmt.span.last).contains(&line)
}

/// Whether something leaves the way before a place.
fn leaves(body: &[Stmt<'_>], before: usize) -> bool {
    let mut found = false;
    Stmt::each_own(body, &mut |stmt| {
        let ends = stmt.leaves();
        found |= ends && stmt.span.start < before;
    });
    found
}

/// Whether no condition on the way to a call, and none in its statement, hangs on what was looked up.
fn is_open(body: &[Stmt<'_>], call: Span, drawn: &BTreeSet<&str>) -> bool {
    let uses =
        |value: &Expr<'_>| value.any(&|part| part.name().is_some_and(|name| drawn.contains(name)));
    if leaves(body, call.start) {
        return false;
    }
    let mut open = true;
    Stmt::each_own(body, &mut |stmt| {
        if !stmt.span.holds(call) {
            return;
        }
        let stands = |body: &Body<'_>| body.iter().any(|inner| inner.span.holds(call));
        open &= match &stmt.kind {
            StmtKind::If { branches, otherwise } => {
                let asked = branches.iter().any(|(_, body)| stands(body)) || stands(otherwise);
                !(asked && branches.iter().any(|(test, _)| uses(test)))
            }
            StmtKind::While { test, .. } => !uses(test),
            StmtKind::For { iterable, .. } => !uses(iterable),
            StmtKind::Match { subject, .. } => !uses(subject),
            _ => true,
        };
        open &= !stmt.any(&|part| match &part.kind {
            ExprKind::Conditional(choice) => part.span.holds(call) && uses(&choice.test),
            ExprKind::Logic(_, sides) => sides.1.span.holds(call) && uses(&sides.0),
            _ => false,
        });
    });
    open
}

/// Adds what a statement makes of what was looked up.
fn draw<'r>(stmt: &'r Stmt<'r>, drawn: &mut BTreeSet<&'r str>) {
    let mut of_it = false;
    Stmt::each(std::slice::from_ref(stmt), &mut |inner| {
        of_it |= inner.any(&|part| part.name().is_some_and(|name| drawn.contains(name)));
    });
    if !of_it {
        return;
    }
    Stmt::each(std::slice::from_ref(stmt), &mut |inner| match &inner.kind {
        StmtKind::Assign { targets, .. } => {
            for target in targets {
                target.each(&mut |part| drawn.extend(part.name()));
            }
        }
        StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
            target.each(&mut |part| drawn.extend(part.name()));
        }
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
            if let ExprKind::Attribute(object, _) = &call.callee.kind {
                drawn.extend(object.name());
            }
        }
        _ => {}
    });
}
