//! Opinions that the program builds itself where a reply does not fit.

mod held;
mod worked_out;

use super::super::asking::alone::asks_nobody;
use super::super::asking::way::{enclosing, way};
use super::super::asking::{reply, uses};
use super::super::misfit::again::{comes_to_none, gives_none};
use super::super::misfit::attempts::{asks_for_passing, covers_misfits, keeps_all};
use super::super::misfit::care::Care;
use super::super::misfit::fate::{behind, keepers};
use super::super::misfit::nothing;
use super::left_out;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{
    Call, Expr, ExprKind, Function, Passing, Stmt, StmtKind,
};
use crate::domain::facts::StandIn;
use std::collections::BTreeSet;

/// How many callers up they are looked for.
const CALLERS: usize = 3;

/// What takes the place of replies of `schema` that do not fit, where the model is asked at `site`: built with a score of
/// its own by the handlers around it, behind them, or by what the reply is handed to.
pub(in super::super) fn stand_ins<'r>(
    care: &Care<'r, '_>,
    site: &Site<'r>,
    schema: &str,
) -> Vec<StandIn> {
    let mut found = around(care, site, schema, Up { steps: CALLERS, as_none: false });
    found.extend(handed_on(care, site, schema));
    found
}

/// What the handlers around `site`, and around the calls of its function, build of `schema` with a score of its own, of
/// those that catch replies that do not fit, other failures too.
pub(in super::super) fn otherwise<'r>(
    care: &Care<'r, '_>,
    site: &Site<'r>,
    schema: &str,
) -> Vec<StandIn> {
    let mut found = Vec::new();
    failures(care, site, schema, CALLERS, &mut found);
    found.retain(|one| one.score.is_some());
    found
}

/// What the handlers around the binding at `site` build of `schema`, where no model is asked at all.
pub(in super::super) fn at_binding<'r>(
    care: &Care<'r, '_>,
    site: &Site<'r>,
    schema: &str,
) -> Vec<StandIn> {
    let Some(function) = site.function() else { return Vec::new() };
    let opinions = Opinions { passing: true, ..Opinions::of(care.repository, schema, function) };
    let mut found = Vec::new();
    for handler in keepers(&way(site), site.expr.span) {
        opinions.built(site.at, &handler.body, &mut found);
    }
    found
}

fn failures<'r>(
    care: &Care<'r, '_>,
    site: &Site<'r>,
    schema: &str,
    steps: usize,
    found: &mut Vec<StandIn>,
) {
    let Some(function) = site.function() else { return };
    let opinions = Opinions { passing: true, ..Opinions::of(care.repository, schema, function) };
    let mut is_kept = false;
    for stmt in way(site) {
        let StmtKind::Try { body, handlers, .. } = &stmt.kind else { continue };
        if body.iter().any(|stmt| stmt.span.holds(site.expr.span)) {
            for handler in handlers.iter().filter(|handler| covers_misfits(handler)) {
                opinions.built(site.at, &handler.body, found);
            }
            is_kept |= handlers.iter().any(keeps_all);
        }
    }
    // What nothing catches here comes to whoever calls the function.
    let Some(steps) = steps.checked_sub(1).filter(|_| !is_kept) else { return };
    for caller in care.callers(site.at.module, function) {
        failures(care, &caller, schema, steps, found);
    }
}

/// How it is come to a caller.
#[derive(Clone, Copy)]
struct Up {
    /// How many more are looked at.
    steps: usize,
    /// Whether a reply that does not fit is given back as `None`: no handler of a caller meets it.
    as_none: bool,
}

fn around<'r>(care: &Care<'r, '_>, site: &Site<'r>, schema: &str, up: Up) -> Vec<StandIn> {
    let Some(function) = site.function() else { return Vec::new() };
    let mut path = Vec::new();
    enclosing(&function.body, site.expr.span, 0, &mut path);
    let mut handlers = keepers(&path, site.expr.span);
    if up.as_none {
        handlers.clear();
    }
    let mut blocks: Vec<&'r [Stmt<'r>]> =
        handlers.iter().map(|handler| handler.body.as_slice()).collect();
    // What no handler catches goes past what stands behind.
    if up.as_none
        || !handlers.is_empty()
        || !path.iter().any(|stmt| matches!(stmt.kind, StmtKind::Try { .. }))
    {
        blocks.extend(behind(&function.body, &path, site.expr.span));
    }
    // What is looked for in the end may be that no reply came.
    if up.as_none || nothing::lets_all_go(&handlers) {
        blocks.extend(nothing::blocks(function, &path, site, up.as_none));
    }
    blocks.extend(nothing::unfit(function, &path, site));
    let opinions = Opinions::of(care.repository, schema, function);
    let mut read = reply::names(function, site);
    // The failure may quote the reply.
    read.extend(handlers.iter().filter_map(|handler| handler.name));
    let opinions = Opinions { read, ..opinions };
    let mut found = Vec::new();
    for block in blocks {
        opinions.built(site.at, block, &mut found);
    }
    let as_none = gives_none(&path, site) || comes_to_none(&path, site);
    let lets_go = || handlers.iter().any(|handler| worked_out::raises_others(handler));
    let goes_up = found.is_empty() && (handlers.is_empty() || as_none || lets_go());
    let Some(steps) = up.steps.checked_sub(1).filter(|_| goes_up) else { return found };
    let up = Up { steps, as_none };
    let callers = care.callers(site.at.module, function);
    callers.iter().flat_map(|caller| around(care, caller, schema, up)).collect()
}

/// What a function that the reply is handed to builds where it fails to read it.
fn handed_on<'r>(care: &Care<'r, '_>, site: &Site<'r>, schema: &str) -> Vec<StandIn> {
    let Some(function) = site.function() else { return Vec::new() };
    let names = reply::names(function, site);
    let mut found = Vec::new();
    for other in care.sites.inside(site.at.module, function) {
        let given = |param: &str, index: usize| {
            let value = other.call.argument(index, param);
            value.is_some_and(|value| reply::comes_from(value, site, &names))
        };
        let origins = care.repository.origins(&other.call.callee, other.at).into_iter();
        let called = origins.filter_map(|origin| match origin {
            Origin::Function(at, called) => Some((at, called)),
            _ => None,
        });
        for (at, called) in called.chain(uses::own_method(other)) {
            let skip = usize::from(called.takes_self());
            let params = called.params.iter().skip(skip).enumerate();
            let taken = params.filter(|(index, param)| given(param.name, *index));
            let taken: BTreeSet<&str> = taken.map(|(_, param)| param.name).collect();
            if !taken.is_empty() {
                let read = reply::spread(called, taken, &|_| false);
                let opinions = Opinions::of(care.repository, schema, called);
                let opinions = Opinions { read, ..opinions };
                opinions.unread(at, called, &mut found);
            }
        }
    }
    found
}

/// What counts as an opinion in a function.
struct Opinions<'r, 'p> {
    repository: &'p Repository<'r>,
    /// Names of the schema's classes, of those that they list, and of those that the function makes of a reply.
    classes: BTreeSet<&'r str>,
    /// The variables that the reply goes into.
    read: BTreeSet<&'r str>,
    schema: &'p str,
    function: &'r Function<'r>,
    /// Whether what is built after failures that pass counts as well.
    passing: bool,
}

/// The opinions of a schema that a function builds with a score that is written there, other than in functions of its own.
pub(in super::super) fn built_in<'r>(
    repository: &Repository<'r>,
    schema: &str,
    at: At,
    function: &'r Function<'r>,
) -> Vec<StandIn> {
    let mut found = Vec::new();
    let opinions = Opinions::of(repository, schema, function);
    opinions.built(at, &function.body, &mut found);
    found.retain(|one| one.score.is_some());
    found
}

/// Whether an opinion is none on a criterion: what it names in place of one says that something failed.
fn tells_of_a_failure(part: &Expr<'_>) -> bool {
    let ExprKind::Call(call) = &part.kind else { return false };
    call.args.iter().any(|arg| {
        let named = matches!(
            arg.passing,
            Passing::Keyword("criterion_id" | "criterion" | "dimension_id" | "dimension")
        );
        let text = arg.value.text().filter(|_| named).map(|text| text.to_lowercase());
        text.is_some_and(|text| {
            ["error", "fail", "unavailable"].iter().any(|word| text.contains(word))
        })
    })
}

impl<'r, 'p> Opinions<'r, 'p> {
    fn of(repository: &'p Repository<'r>, schema: &'p str, function: &'r Function<'r>) -> Self {
        let mut classes = BTreeSet::new();
        for module in repository.program() {
            Stmt::each(&module.syntax.body, &mut |stmt| {
                let StmtKind::Class(class) = &stmt.kind else { return };
                if !is_named(schema, class.name) {
                    return;
                }
                for field in &class.body {
                    let StmtKind::Assign { annotation: Some(annotation), .. } = &field.kind else {
                        continue;
                    };
                    annotation.each(&mut |part| classes.extend(class_named(part)));
                }
            });
        }
        Stmt::each_own(&function.body, &mut |stmt| {
            stmt.walk(&mut |part| {
                let ExprKind::Call(call) = &part.kind else { return };
                let scored = call.args.iter().any(|arg| {
                    matches!(arg.passing, Passing::Keyword(name) if is_score(name))
                        && !matches!(arg.value.kind, ExprKind::Literal(_) | ExprKind::None)
                });
                classes.extend(class_named(&call.callee).filter(|_| scored));
            });
        });
        Self { repository, classes, read: BTreeSet::new(), schema, function, passing: false }
    }

    /// What a block builds with a score that is written there.
    fn built(&self, at: At, block: &'r [Stmt<'r>], found: &mut Vec<StandIn>) {
        let module = &self.repository.modules[at.module];
        for stmt in block {
            match &stmt.kind {
                StmtKind::Raise(_) | StmtKind::Function(_) | StmtKind::Class(_) => continue,
                StmtKind::If { branches, otherwise } => {
                    let others = branches
                        .iter()
                        .filter(|(test, _)| self.passing || asks_for_passing(test) != Some(true));
                    for body in others.map(|(_, body)| body).chain([otherwise]) {
                        self.built(at, body, found);
                    }
                    continue;
                }
                _ => {}
            }
            if let StmtKind::Return(Some(value)) = &stmt.kind
                && let Some((place, score)) = self.bound_before(value)
            {
                found.push(StandIn { score: Some(score), place: module.place(place) });
            }
            stmt.walk(&mut |part| {
                if tells_of_a_failure(part) {
                    return;
                }
                if let Some(score) = self.score_of(part) {
                    let place = module.place(part.span);
                    found.push(StandIn { score: Some(score), place });
                } else if let Some(scores) = self.own_scores(at, part) {
                    let place = module.place(part.span);
                    found.extend(
                        scores.into_iter().map(|score| StandIn { score, place: place.clone() }),
                    );
                } else if let ExprKind::Call(call) = &part.kind {
                    self.returned(at, call, found);
                }
            });
            for inner in stmt.blocks() {
                self.built(at, inner, found);
            }
        }
    }

    /// What a function that is called there returns.
    fn returned(&self, at: At, call: &'r Call<'r>, found: &mut Vec<StandIn>) {
        for origin in self.repository.origins(&call.callee, at) {
            let Origin::Function(at, function) = origin else { continue };
            let module = &self.repository.modules[at.module];
            let is_given = call.args.iter().any(|arg| reply::uses(&arg.value, &self.read));
            let works_out = !is_given && asks_nobody(self.repository, at, function);
            Stmt::each_returned(&function.body, &mut |value| {
                value.each(&mut |part| {
                    let written = self.score_of(part).map(|score| vec![Some(score)]);
                    let held = || {
                        let scores = self.held_score(function, part)?;
                        Some(scores.into_iter().map(Some).collect())
                    };
                    let own = || (works_out && self.is_scored(part)).then(|| vec![None]);
                    let scores = written.or_else(held).or_else(own).into_iter().flatten();
                    found.extend(
                        scores.map(|score| StandIn { score, place: module.place(part.span) }),
                    );
                });
            });
        }
    }

    /// Whether `value` is an opinion with a score.
    fn is_scored(&self, value: &Expr<'_>) -> bool {
        let is_call = matches!(value.kind, ExprKind::Call(_));
        let fields = self.fields_of(value).filter(|_| is_call);
        fields.is_some_and(|fields| {
            let mut scores = fields.iter().filter(|(name, _)| is_score(name));
            scores.any(|(_, value)| !matches!(value.kind, ExprKind::None))
        })
    }

    /// What handlers of a function build where they stand around what reads the reply, and asks no model.
    fn unread(&self, at: At, function: &'r Function<'r>, found: &mut Vec<StandIn>) {
        Stmt::each_own(&function.body, &mut |stmt| {
            let StmtKind::Try { body, handlers, .. } = &stmt.kind else { return };
            let (mut reads, mut asks) = (false, false);
            Stmt::each_own(body, &mut |stmt| {
                for value in stmt.expressions() {
                    reads |= reply::uses(value, &self.read);
                    asks |= value.any(&|part| {
                        matches!(&part.kind, ExprKind::Call(call)
                            if !call.callee_name().contains("parse") && uses::invokes(call.callee_name()))
                    });
                }
            });
            for handler in handlers.iter().filter(|handler| covers_misfits(handler)) {
                if reads && !asks {
                    self.built(at, &handler.body, found);
                }
            }
        });
    }

    /// The score that `value` is built with, if it is an opinion, or a dictionary like one, and nothing that is read marks it.
    fn score_of(&self, value: &Expr<'_>) -> Option<u32> {
        self.fields_of(value)?.iter().find_map(|(name, value)| match value.kind {
            ExprKind::Literal(number) if is_score(name) => number.parse().ok(),
            _ => None,
        })
    }

    /// The fields that `value` is built with, if it is an opinion, or a dictionary like one, and nothing that is read marks it.
    fn fields_of<'e, 'v>(&self, value: &'e Expr<'v>) -> Option<Vec<(String, &'e Expr<'v>)>> {
        let fields: Vec<(String, &Expr<'v>)> = match &value.kind {
            ExprKind::Call(call) if self.is_opinion(call.callee_name()) => {
                let fields = call.args.iter().map(|arg| match arg.passing {
                    Passing::Keyword(name) => Some((name.to_owned(), &arg.value)),
                    Passing::Position | Passing::Rest | Passing::Named => None,
                });
                fields.collect::<Option<_>>()?
            }
            ExprKind::Dict(pairs) if pairs.len() > 2 => {
                let fields = pairs.iter().map(|(key, value)| Some((key.as_ref()?.text()?, value)));
                fields.collect::<Option<_>>()?
            }
            _ => return None,
        };
        let is_marked =
            |(name, value): &(String, &Expr<'v>)| left_out::is_marked(self.repository, name, value);
        (!fields.iter().any(is_marked)).then_some(fields)
    }

    fn is_opinion(&self, class: &str) -> bool {
        is_named(self.schema, class) || self.classes.contains(class)
    }
}

fn is_score(field: &str) -> bool {
    matches!(field, "score" | "rating" | "grade")
}

/// Whether a class is among those of a schema, which stand with commas between them.
fn is_named(schema: &str, class: &str) -> bool {
    schema.split(", ").any(|name| name == class)
}

/// The name that may be a class's by its first letter.
fn class_named<'r>(value: &Expr<'r>) -> Option<&'r str> {
    match value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
            name.starts_with(char::is_uppercase).then_some(name)
        }
        _ => None,
    }
}
