//! State graphs as the sources wire them.
//!
//! Wiring code is followed like a program: loops, constants, helper functions and other modules
//! included. A graph is whatever `LangGraph`'s own constructors make; a class of the same name that
//! the repository defines itself is not one.

mod follow;
pub(in crate::detect) mod routes;
pub(in crate::detect) mod shape;
mod state;

pub(super) use follow::built::engines::engines;
pub(super) use follow::built::frameworks::frameworks;
pub(super) use follow::built::ready::ready;
pub(super) use follow::built::unnamed::{leave, retire};
pub(super) use follow::built::unseen::unmade;
pub(super) use shape::leading::mark as mark_leading;
pub(super) use shape::unawaited::mark as unawaited;
pub(super) use state::reads::unmatched::{against_rubric, the_rubric};
pub(super) use state::updates::untaken::is_as_written;

use super::classes::bare;
use super::names::scope::Opener;
use super::repository::{At, Origin, Repository};
use super::running::sites::{Site, is_unused};
use super::syntax::{Class, Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::{GraphFact, ReducerFact};
use follow::interpreter::run::Interpreter;
use follow::values::value::Built;
use routes::starved::Starved;
use std::collections::BTreeSet;

/// Calls that are followed inside each other.
const DEPTH: usize = 12;

/// Bases of a class that are looked at, one above the other.
const GENERATIONS: usize = 4;

/// What the source of a function or class contains if it wires a graph.
const MARKS: &[&str] = &[
    "StateGraph",
    "MessageGraph",
    "Graph(",
    "add_node",
    "add_edge",
    "add_conditional",
    "add_sequence",
    "set_entry_point",
    "set_finish_point",
    "set_conditional",
];

/// Lists the graphs that the sources build, by the place of their construction.
///
/// `sites` are the calls of all modules, and `reducers` those of all states.
pub(super) fn graphs<'r>(
    repository: &Repository<'r>,
    sites: &[Site<'r>],
    reducers: &[ReducerFact],
) -> Vec<GraphFact> {
    let built = followed(repository, sites, Starved::default());
    // What a router is never given is known only where all of its graph is.
    let starved = routes::starved::reads(repository, &built);
    let built = if starved.is_empty() { built } else { followed(repository, sites, starved) };
    let mut graphs = shape::facts::facts(repository, sites, built, reducers);
    state::updates::results::mark(repository, sites, &mut graphs);
    shape::discarded::mark(repository, sites, &mut graphs);
    graphs
}

/// The graph that the program builds, where it is the only one.
fn sole(graphs: &mut [GraphFact]) -> Option<&mut GraphFact> {
    let mut live = graphs.iter_mut().filter(|graph| graph.is_in_use());
    live.next().filter(|_| live.next().is_none())
}

/// Follows what wires graphs, with what routers read in vain.
fn followed<'r>(
    repository: &Repository<'r>,
    sites: &[Site<'r>],
    starved: Starved,
) -> Vec<Built<'r>> {
    let mut interpreter = Interpreter::new(repository, starved);
    let mut done = BTreeSet::new();
    let mut modules = BTreeSet::new();
    for site in sites.iter().filter(|site| constructs(repository, site)) {
        modules.insert(site.at.module);
        begin(&mut interpreter, site, &mut done);
    }
    // So do those that wire a graph that they import.
    let is_top = |site: &&Site<'r>| {
        site.around.functions.is_empty()
            && site.around.class.is_none()
            && MARKS.contains(&site.call.callee_name())
    };
    modules.extend(sites.iter().filter(is_top).map(|site| site.at.module));
    interpreter.leading = leading(repository, sites.iter().filter(is_top));
    // Top levels run the helpers that get a graph from elsewhere and wire it on.
    for module in modules {
        interpreter.module(module);
    }
    follow::interpreter::callers::follow(&mut interpreter, sites, &done);
    // What makes a graph by a name that does not say so is found by what is done with it.
    if interpreter.built.iter().all(|built| built.for_tests) {
        for site in follow::built::unseen::roots(repository, sites) {
            begin(&mut interpreter, site, &mut done);
            interpreter.module(site.at.module);
        }
    }
    follow::built::escapes::mark(&mut interpreter, sites);
    interpreter.doubt();
    interpreter.forget_calls();
    let mut built = interpreter.built;
    if interpreter.is_spent {
        follow::interpreter::fuel::add_unfollowed(repository, sites, &mut built);
    }
    built
}

/// The modules that wire at their own level, and those that import such, step by step; none where only one does: then
/// the order of imports says nothing.
fn leading<'r, 's>(
    repository: &Repository<'r>,
    sites: impl Iterator<Item = &'s Site<'r>>,
) -> BTreeSet<usize>
where
    'r: 's,
{
    let mut leading: BTreeSet<usize> = sites.map(|site| site.at.module).collect();
    if leading.len() < 2 {
        return BTreeSet::new();
    }
    loop {
        let known = leading.len();
        for module in 0..repository.modules.len() {
            let leads = || repository.imported(module).iter().any(|other| leading.contains(other));
            if !leading.contains(&module) && leads() {
                leading.insert(module);
            }
        }
        if leading.len() == known {
            return leading;
        }
    }
}

/// Follows what stands around a call, the top of its module aside.
fn begin<'r>(
    interpreter: &mut Interpreter<'r, '_>,
    site: &Site<'r>,
    done: &mut BTreeSet<(usize, usize)>,
) {
    match (site.around.class, site.around.functions.as_slice()) {
        // A method in a class: the whole object is followed, `__init__` first.
        (Some(class), [_, ..]) if done.insert((site.at.module, class.id)) => {
            object(interpreter, site, class);
        }
        (None, [outermost, .., innermost]) => {
            for function in [outermost, innermost] {
                if done.insert((site.at.module, function.id)) {
                    function_root(interpreter, site, function);
                }
            }
        }
        (None, [function]) => {
            if done.insert((site.at.module, function.id)) {
                function_root(interpreter, site, function);
            }
        }
        (Some(_), [_, ..]) | (_, []) => {}
    }
}

/// Whether a call constructs a graph, through every name it could have.
fn constructs<'r>(repository: &Repository<'r>, site: &Site<'r>) -> bool {
    let callee = bare(&site.call.callee);
    let brought = brought(repository, callee, site.at);
    brought.iter().any(|name| follow::values::making::is_builder(name))
        || is_class_of_graphs(repository, callee, site.at, GENERATIONS)
}

/// Whether a value is a class of graphs, by itself or by one of its bases.
fn is_class_of_graphs<'r>(
    repository: &Repository<'r>,
    value: &'r Expr<'r>,
    at: At,
    generations: usize,
) -> bool {
    let Some(generations) = generations.checked_sub(1) else { return false };
    // `StateGraph[State]` makes what `StateGraph` makes.
    repository.origins(bare(value), at).iter().any(|origin| match origin {
        Origin::External(name) | Origin::Perhaps(name) => follow::values::making::is_builder(name),
        Origin::Class(at, class) => class
            .bases
            .iter()
            .any(|base| is_class_of_graphs(repository, &base.value, *at, generations)),
        Origin::Function(..)
        | Origin::Module(_)
        | Origin::Value(..)
        | Origin::With(..)
        | Origin::Part(..)
        | Origin::Param(..)
        | Origin::Unknown => false,
    })
}

/// The names outside the repository that a callee may be which a function of its own brings: `graphs().StateGraph`.
fn brought<'r>(repository: &Repository<'r>, callee: &'r Expr<'r>, at: At) -> Vec<String> {
    let (call, part) = match &callee.kind {
        ExprKind::Call(call) => (call, None),
        ExprKind::Attribute(object, name) => match &object.kind {
            ExprKind::Call(call) => (call, Some(*name)),
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    for origin in repository.origins(&call.callee, at) {
        let Origin::Function(at, function) = origin else { continue };
        let inside = repository.inside(at, function.id);
        Stmt::each_returned(&function.body, &mut |value| {
            found.extend(repository.external(value, inside));
        });
    }
    match part {
        Some(part) => found.iter().map(|name| format!("{name}.{part}")).collect(),
        None => found,
    }
}

fn function_root<'r>(
    interpreter: &mut Interpreter<'r, '_>,
    site: &Site<'r>,
    function: &'r Function<'r>,
) {
    let scope = interpreter.repository.scopes[site.at.module].of(function.id);
    let inside = At { scope, ..site.at };
    let parent = interpreter.repository.scope(inside).parent.unwrap_or_default();
    let at = At { scope: parent, ..site.at };
    let dead = site.around.dead || is_replaced(interpreter.repository, at, function);
    interpreter.root(at, &follow::interpreter::call::closure(at, function, None), None, dead);
}

/// Whether another function of the same name takes a function's place before anything can call it.
fn is_replaced<'r>(repository: &Repository<'r>, at: At, function: &Function<'r>) -> bool {
    let module = &repository.modules[at.module];
    let body = match repository.scope(at).opener {
        Opener::Module => &module.syntax.body,
        Opener::Class(class) => &class.body,
        Opener::Function => return false,
    };
    let defines = |stmt: &&Stmt<'r>| matches!(&stmt.kind, StmtKind::Function(other) if other.name == function.name);
    let namesakes: Vec<_> = body.iter().filter(defines).collect();
    let is_it = |stmt: &&Stmt<'r>| matches!(&stmt.kind, StmtKind::Function(other) if other.id == function.id);
    let Some(at) = namesakes.iter().position(is_it) else { return false };
    let Some(next) = namesakes.get(at + 1) else { return false };
    let StmtKind::Function(other) = &next.kind else { return false };
    let end = other.decorators.iter().map(|decorator| decorator.span.start).min();
    let end = end.unwrap_or(next.span.start).min(next.span.start);
    // Between the two, and in what the second is given by default, the first may be named.
    let between = module.text.get(function.span.end..end).unwrap_or_default();
    let names = |value: &Expr<'r>| value.is_name(function.name);
    let defaults = other.params.iter().filter_map(|param| param.default.as_ref());
    let is_used = between.contains(function.name)
        || defaults.chain(&other.decorators).any(|value| value.any(&names));
    function.decorators.is_empty() && !is_used
}

/// Whether sources that make objects of a class never call a method of it, nor name it otherwise.
fn is_left<'r>(repository: &Repository<'r>, class: &Class<'r>, method: &Function<'r>) -> bool {
    is_unused(repository, method) && repository.is_mentioned(class.name)
}

fn object<'r>(interpreter: &mut Interpreter<'r, '_>, site: &Site<'r>, class: &'r Class<'r>) {
    let inside = interpreter.repository.inside(site.at, class.id);
    let module = &interpreter.repository.modules[site.at.module];
    // What the fields of a record are is known where one is made.
    let owner = follow::values::records::fields(class, false).map(|fields| {
        let fields: Vec<_> = fields.into_iter().map(|(name, _)| (name, None)).collect();
        follow::values::records::record(
            Some((site.at, class)),
            &fields,
            &follow::interpreter::call::Args::default(),
            false,
        )
    });
    let methods = Stmt::functions(&class.body);
    let (first, rest): (Vec<_>, Vec<_>) = methods.partition(|method| method.name == "__init__");
    let text = |method: &Function<'r>| module.text_of(method.span).unwrap_or_default();
    let wires = |method: &Function<'r>| MARKS.iter().any(|mark| text(method).contains(mark));
    // Who hands something to a method that wires says what that is.
    let given = rest.iter().filter(|method| wires(method) && method.params.len() > 1);
    let given: Vec<String> = given.map(|method| format!("self.{}(", method.name)).collect();
    let hands_on = |method: &Function<'r>| given.iter().any(|call| text(method).contains(call));
    for method in first.into_iter().chain(rest) {
        if method.name == "__init__" || wires(method) || hands_on(method) {
            let dead = is_replaced(interpreter.repository, inside, method)
                || (is_left(interpreter.repository, class, method)
                    && !text(method).contains("Graph("));
            interpreter.root(
                inside,
                &follow::interpreter::call::closure(inside, method, Some(class)),
                owner.clone(),
                dead,
            );
        }
    }
}
