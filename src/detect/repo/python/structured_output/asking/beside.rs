//! What stands beside a binding and the questions to its model: calls without it, and names of a retry.

use super::super::misfit::again::root;
use super::super::misfit::care::Care;
use super::super::substitutes::stand_ins::at_binding;
use super::uses;
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{
    Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind,
};
use crate::domain::facts::{Lines, Misfit, StructuredOutputFact, Surroundings};
use std::collections::BTreeSet;

/// How many callers up a name of a retry is looked for.
const CALLERS: usize = 3;
/// Places at most that are told.
const MOST: usize = 4;

/// What stands beside the binding at `site`, whose model is asked at `asked`.
pub(in super::super) fn surroundings<'r>(
    care: &Care<'r, '_>,
    site: &Site<'r>,
    asked: &[Site<'r>],
    fact: &StructuredOutputFact,
) -> Surroundings {
    let (repository, sites) = (care.repository, care.sites);
    let nothing = fact.misfit == Some(Misfit::Unhandled);
    let guarded = nothing && site.around.guarded;
    let schema = fact.schema.as_deref().filter(|_| guarded);
    Surroundings {
        guarded,
        unasked: schema.map(|schema| at_binding(care, site, schema)).unwrap_or_default(),
        hint: if nothing { hint(care, site, asked) } else { None },
        unbound: unbound(repository, sites, site),
        raw: raw(repository, sites, site),
        ..Surroundings::default()
    }
}

/// Where the model as it is takes the place of the one that is bound at `site`, on another branch of the same choice.
///
/// What a parameter chooses is the callers' choice.
fn raw<'r>(repository: &Repository<'r>, sites: &Sites<'r>, site: &Site<'r>) -> Vec<Lines> {
    let mut givers = vec![site];
    if let (StmtKind::Return(_), Some(function)) = (&site.stmt.kind, site.function()) {
        givers.extend(
            sites.named(function.name).into_iter().filter(|one| {
                one.at.module == site.at.module && !std::ptr::eq(one.stmt, site.stmt)
            }),
        );
    }
    let mut found = Vec::new();
    for giver in givers {
        let Some(function) = giver.function() else { continue };
        let args = giver.call.args.iter().map(|arg| &arg.value);
        let models: BTreeSet<String> = match &giver.call.callee.kind {
            ExprKind::Attribute(object, _) => args.chain([&**object]).filter_map(root).collect(),
            _ => args.filter_map(root).collect(),
        };
        let is_model = |value: &Expr<'_>| models.iter().any(|model| is_it(value, model));
        let is_open = |test: &Expr<'_>| {
            let params = || function.params.iter().filter(|param| param.name != "self");
            !test.any(&|part| match part.kind {
                ExprKind::Name(name) => params().any(|param| param.name == name),
                _ => false,
            })
        };
        Stmt::each_own(&function.body, &mut |stmt| {
            let other = match &stmt.kind {
                StmtKind::Assign { value: Some(value), .. } => match &value.kind {
                    ExprKind::Conditional(choice) if is_open(&choice.test) => {
                        let ways = [&choice.then, &choice.otherwise];
                        let bound = ways.iter().any(|way| way.span.holds(giver.expr.span));
                        ways.into_iter().find(|way| bound && is_model(way)).map(|way| way.span)
                    }
                    _ => None,
                },
                StmtKind::If { branches, otherwise }
                    if branches.iter().all(|(test, _)| is_open(test)) =>
                {
                    let bodies = || branches.iter().map(|(_, body)| body).chain([otherwise]);
                    let target = bodies().flatten().find_map(|stmt| {
                        assigned(stmt, &|value| value.span.holds(giver.expr.span))
                    });
                    target.and_then(|target| {
                        bodies().flatten().find_map(|stmt| {
                            let raw = assigned(stmt, &is_model)?;
                            (root(raw) == root(target)).then_some(stmt.span)
                        })
                    })
                }
                _ => None,
            };
            found.extend(other.map(|span| giver.module(repository).place(span)));
        });
    }
    found.truncate(MOST);
    found
}

/// What a statement gives a value to that is as asked.
fn assigned<'e, 'r>(
    stmt: &'e Stmt<'r>,
    is_asked: &dyn Fn(&Expr<'r>) -> bool,
) -> Option<&'e Expr<'r>> {
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } if is_asked(value) => targets.first(),
        _ => None,
    }
}

/// The calls in the function that ask the model as it is before it is bound at `site`.
fn unbound<'r>(repository: &Repository<'r>, sites: &Sites<'r>, site: &Site<'r>) -> Vec<Lines> {
    let ExprKind::Attribute(object, _) = &site.call.callee.kind else { return Vec::new() };
    let is_held = match &object.kind {
        ExprKind::Name(_) => true,
        ExprKind::Attribute(owner, _) => owner.is_name("self"),
        _ => false,
    };
    let (Some(model), Some(function)) = (root(object).filter(|_| is_held), site.function()) else {
        return Vec::new();
    };
    // What is bound under its old name is bound from then on, and what is given anew may be anything.
    let mut given = 0;
    let mut rebound = false;
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::Assign { targets, value, .. } = &stmt.kind
            && targets.iter().any(|target| is_it(target, &model))
        {
            given += 1;
            rebound |= value.as_ref().and_then(root).as_ref() == Some(&model);
        }
    });
    if rebound || given > 1 {
        return Vec::new();
    }
    let plain = |other: &&&Site<'r>| {
        let asks = matches!(&other.call.callee.kind, ExprKind::Attribute(object, name)
            if *name != "create" && uses::invokes(name) && is_it(object, &model));
        let formed = uses::is_formed(other.call);
        asks && !formed && !other.around.dead
    };
    let module = site.module(repository);
    let inside = sites.inside(site.at.module, function);
    let places = inside.iter().filter(plain).map(|other| module.place(other.expr.span));
    places.take(MOST).collect()
}

fn is_it(value: &Expr<'_>, model: &str) -> bool {
    matches!(value.kind, ExprKind::Name(_) | ExprKind::Attribute(..))
        && root(value).as_deref() == Some(model)
}

/// The first name of a retry in the code on the way to the questions: in the files of the functions that ask, of those
/// that call them, of those that make what is asked, and of methods that are called like what asks. What only texts and comments say is no sign of one.
fn hint<'r>(care: &Care<'r, '_>, site: &Site<'r>, asked: &[Site<'r>]) -> Option<Lines> {
    let (repository, sites) = (care.repository, care.sites);
    let mut modules = BTreeSet::new();
    for one in std::iter::once(site).chain(asked) {
        modules.insert(one.at.module);
        if let Some(function) = one.function() {
            callers(sites, one.at.module, function, CALLERS, &mut modules);
            for inner in sites.inside(one.at.module, function) {
                // A class of the sources may ask a model by a method that is called like the models'.
                let name = inner.call.callee_name();
                if uses::invokes(name) {
                    modules.extend(sites.methods(name).iter().map(|method| method.at.module));
                }
                for origin in repository.origins(&inner.call.callee, inner.at) {
                    if let Origin::Function(at, _) | Origin::Class(at, _) = origin {
                        modules.insert(at.module);
                    }
                }
            }
        }
    }
    modules.retain(|module| !repository.modules[*module].in_tests);
    let mut hints = care.hints.borrow_mut();
    modules.into_iter().find_map(|at| {
        let module = &repository.modules[at];
        let hint = hints.entry(at).or_insert_with(|| named_retry(&module.syntax.body));
        hint.map(|span| module.place(span))
    })
}

/// Collects the modules in which something of the name of `function` is called, and what calls that.
fn callers<'r>(
    sites: &Sites<'r>,
    module: usize,
    function: &Function<'r>,
    steps: usize,
    modules: &mut BTreeSet<usize>,
) {
    let Some(steps) = steps.checked_sub(1) else { return };
    let known = sites.callers(module, function).into_iter();
    for caller in known.chain(sites.named(function.name)).take(16) {
        modules.insert(caller.at.module);
        if let Some(outer) = caller.function()
            && outer.id != function.id
        {
            callers(sites, caller.at.module, outer, steps, modules);
        }
    }
}

/// The first name in the code that is one of a retry, or of a failure that a retry may be for.
fn named_retry(body: &[Stmt<'_>]) -> Option<Span> {
    let mut found = None;
    Stmt::each(body, &mut |stmt| {
        let mut see = |value: &Expr<'_>| {
            value.each(&mut |part| {
                let own = match &part.kind {
                    ExprKind::Name(name) | ExprKind::Attribute(_, name) => speaks(name),
                    ExprKind::Call(call) => call
                        .args
                        .iter()
                        .any(|arg| matches!(arg.passing, Passing::Keyword(name) if speaks(name))),
                    _ => false,
                };
                if own && found.is_none() {
                    found = Some(part.span);
                }
            });
        };
        stmt.expressions().into_iter().for_each(&mut see);
        match &stmt.kind {
            StmtKind::Function(function) => function.decorators.iter().for_each(&mut see),
            StmtKind::Try { handlers, .. } => {
                handlers.iter().flat_map(|handler| &handler.caught).for_each(&mut see);
            }
            _ => {}
        }
    });
    found
}

fn speaks(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let begins = ["retry", "retries", "retrying"].iter().any(|word| name.starts_with(word));
    begins
        || [
            "max_attempts",
            "backoff",
            "tenacity",
            "with_fallbacks",
            "validationerror",
            "outputparserexception",
        ]
        .iter()
        .any(|word| name.contains(word))
}
