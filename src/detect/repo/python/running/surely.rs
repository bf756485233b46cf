//! What a function comes to whatever it is given, as long as it has not ended before.

use super::super::repository::{At, Origin, Repository};
use super::super::sources::parse::Module;
use super::super::syntax::{Body, Clause, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use crate::domain::facts::{GraphFact, Lines};
use std::collections::{BTreeMap, BTreeSet};

/// Calls that are followed inside each other.
const CALLS: usize = 3;

/// The function that cannot get past what stands at a place.
pub(in super::super) fn stopped<'m, 'r>(
    module: &'m Module<'r>,
    span: Span,
) -> Option<&'m Function<'r>> {
    all_stopped(&functions(module), &BTreeSet::from([span])).pop()
}

/// All functions of a module, also those within others, in order.
pub(in super::super) fn functions<'m, 'r>(module: &'m Module<'r>) -> Vec<&'m Function<'r>> {
    let mut found = Vec::new();
    Stmt::each(&module.syntax.body, &mut |stmt| {
        if let StmtKind::Function(function) = &stmt.kind {
            found.push(&**function);
        }
    });
    found
}

/// Those of a module's functions that cannot get past what stands at one of these places, in the order of the places.
pub(in super::super) fn all_stopped<'m, 'r>(
    functions: &[&'m Function<'r>],
    spans: &BTreeSet<Span>,
) -> Vec<&'m Function<'r>> {
    let mut found: BTreeMap<Span, &Function<'r>> = BTreeMap::new();
    for function in functions {
        let is_inside = |span: &Span| function.span.holds(*span);
        if spans.iter().any(is_inside) {
            each(&function.body, &mut |value| {
                if spans.contains(&value.span) {
                    found.insert(value.span, function);
                }
            });
        }
    }
    found.into_values().collect()
}

/// The functions at nodes of graphs that come to one of these by calls, and are none of them.
pub(in super::super) fn nodes_that_call(
    repository: &Repository<'_>,
    graphs: &[GraphFact],
    stopped: &[Lines],
) -> BTreeSet<Lines> {
    let live = graphs.iter().filter(|graph| graph.is_in_use());
    let runs: BTreeSet<&Lines> =
        live.flat_map(|graph| &graph.nodes).filter_map(|node| node.runs.as_ref()).collect();
    let mut found = BTreeSet::new();
    for (index, module) in repository.modules.iter().enumerate() {
        if !runs.iter().any(|place| place.file == module.path) {
            continue;
        }
        each_function(repository, At::top(index), &module.syntax.body, &mut |at, function| {
            let place = module.place(function.span);
            let is_new = runs.contains(&place) && !stopped.contains(&place);
            if is_new && calls_one(repository, at, function, stopped, CALLS) {
                found.insert(place);
            }
        });
    }
    found
}

/// Shows each function of a block with the scope inside it.
fn each_function<'r>(
    repository: &Repository<'r>,
    at: At,
    body: &'r Body<'r>,
    see: &mut dyn FnMut(At, &'r Function<'r>),
) {
    Stmt::each(body, &mut |stmt| {
        if let StmtKind::Function(function) = &stmt.kind {
            see(repository.inside(at, function.id), function);
        }
    });
}

/// Whether a function surely calls one of these, at once or by others.
fn calls_one<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    stopped: &[Lines],
    steps: usize,
) -> bool {
    let Some(steps) = steps.checked_sub(1) else { return false };
    let mut called = Vec::new();
    each(&function.body, &mut |value| {
        if let ExprKind::Call(call) = &value.kind {
            called.push(&call.callee);
        }
    });
    called.into_iter().any(|callee| match repository.origins(callee, at).as_slice() {
        [Origin::Function(at, function)] => {
            let module = &repository.modules[at.module];
            let text = module.text_of(function.span).unwrap_or("yield");
            // What is only made by a call does not run by it.
            let runs = !text.contains("yield")
                && !text.starts_with("async")
                && function.decorators.is_empty();
            let inside = repository.inside(*at, function.id);
            runs && (stopped.contains(&module.place(function.span))
                || calls_one(repository, inside, function, stopped, steps))
        }
        _ => false,
    })
}

/// Shows the expressions that a block comes to; a loop is taken to have something to go through.
pub(in super::super) fn each<'r>(body: &'r [Stmt<'r>], see: &mut dyn FnMut(&'r Expr<'r>)) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Expr(value)
            | StmtKind::Assign { value: Some(value), .. }
            | StmtKind::While { test: value, .. }
            | StmtKind::Match { subject: value, .. } => evaluated(value, see),
            StmtKind::Augment { target, value } => {
                evaluated(target, see);
                evaluated(value, see);
            }
            StmtKind::If { branches, .. } => {
                branches.iter().take(1).for_each(|(test, _)| evaluated(test, see));
                // What may be switched off from outside need not run at all.
                if is_switch(stmt) {
                    return;
                }
            }
            StmtKind::For { iterable, body, .. } => {
                evaluated(iterable, see);
                each(body, see);
            }
            StmtKind::With { items, body } => {
                for (value, _) in items {
                    evaluated(value, see);
                }
                let suppresses = |value: &Expr<'_>| value.is_call_of("suppress");
                if !items.iter().any(|(value, _)| suppresses(value)) {
                    each(body, see);
                }
            }
            StmtKind::Try { body, handlers, .. } if handlers.is_empty() => each(body, see),
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    evaluated(value, see);
                }
                return;
            }
            StmtKind::Raise(_) | StmtKind::Break | StmtKind::Continue => return,
            StmtKind::Assign { value: None, .. }
            | StmtKind::Try { .. }
            | StmtKind::Function(_)
            | StmtKind::Class(_)
            | StmtKind::Import(_)
            | StmtKind::Other(_) => {}
        }
    }
}

/// Whether a function ends here where a setting says so: `if not ENABLED: return {}`.
fn is_switch(stmt: &Stmt<'_>) -> bool {
    let StmtKind::If { branches, .. } = &stmt.kind else { return false };
    let ends = |stmt: &Stmt<'_>| stmt.ends_function();
    let is_setting = |value: &Expr<'_>| match &value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
            let lower = name.to_lowercase();
            *name == name.to_uppercase()
                || ["enable", "setting", "config", "skip", "flag", "env", "use_", "disable"]
                    .iter()
                    .any(|word| lower.contains(word))
        }
        ExprKind::Call(call) => call.callee_name() == "getenv",
        _ => false,
    };
    branches.iter().any(|(test, body)| body.iter().any(ends) && test.any(&is_setting))
}

/// Shows what is evaluated with an expression whatever the values are, what is outside first.
fn evaluated<'r>(value: &'r Expr<'r>, see: &mut dyn FnMut(&'r Expr<'r>)) {
    see(value);
    match &value.kind {
        ExprKind::Conditional(choice) => evaluated(&choice.test, see),
        ExprKind::Logic(_, sides) => evaluated(&sides.0, see),
        ExprKind::Lambda(_) => {}
        // Its first item is held against the conditions before the next clause begins.
        ExprKind::Comprehension(comprehension) => {
            for clause in &comprehension.clauses {
                match clause {
                    Clause::For { iterable, .. } => evaluated(iterable, see),
                    Clause::If(test) => return evaluated(test, see),
                }
            }
            comprehension.key.iter().for_each(|key| evaluated(key, see));
            evaluated(&comprehension.element, see);
        }
        _ => value.parts().into_iter().for_each(|part| evaluated(part, see)),
    }
}
