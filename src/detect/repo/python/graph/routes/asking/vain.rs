//! What a node never does, where nothing is in a field of the state.

use super::super::seen::Seen;
use super::{Asking, CALLS, Fields, Variables, Where};
use crate::detect::repo::python::graph::state::reads::handing::CHANGING;
use crate::detect::repo::python::graph::state::reads::reading::LOOKING;
use crate::detect::repo::python::graph::state::updates::writes::Constant;
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// Functions that change nothing in what they are given.
const COUNTING: &[&str] =
    &["any", "all", "sum", "sorted", "list", "dict", "set", "tuple", "min", "max", "enumerate"];

/// The first part of a function that never runs because nothing is in a field.
pub(in crate::detect::repo::python::graph) fn vain<'r>(
    repository: &Repository<'r>,
    (at, function): (At, &'r Function<'r>),
    param: &'r str,
    field: &str,
) -> Option<Span> {
    let nothing = BTreeSet::from([Constant::Nothing]);
    let all = BTreeSet::from([Constant::Nothing, Constant::Text("something".to_owned())]);
    let inside = Where { at: repository.inside(at, function.id), calls: CALLS };
    let (held, empty, open) = (
        BTreeMap::new(),
        BTreeMap::from([(field.to_owned(), nothing)]),
        BTreeMap::from([(field.to_owned(), all)]),
    );
    let asking = |given| Asking {
        repository,
        fields: Fields { held: &held, given },
        asked: BTreeSet::new(),
        tests: 0,
    };
    let given = BTreeMap::from([(param, Seen::State)]);
    let mut walk = Walk {
        empty: asking(&empty),
        open: asking(&open),
        known: given.clone(),
        unknown: given,
        inside,
        once: bound_once(function),
        handed: handed(function),
        found: None,
    };
    walk.body(&function.body);
    walk.found
}

/// The variables that are given a value once, and that nothing changes afterwards.
fn bound_once<'r>(function: &'r Function<'r>) -> BTreeSet<&'r str> {
    let mut bound: BTreeMap<&str, usize> = BTreeMap::new();
    let mut changed: BTreeSet<&str> = BTreeSet::new();
    Stmt::each(&function.body, &mut |stmt| {
        let targets = match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.as_slice(),
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
                target.each(&mut |part| {
                    if let ExprKind::Name(name) = part.kind {
                        changed.insert(name);
                    }
                });
                &[]
            }
            _ => &[],
        };
        for target in targets {
            match target.kind {
                ExprKind::Name(name) => *bound.entry(name).or_default() += 1,
                _ => target.each(&mut |part| {
                    if let ExprKind::Name(name) = part.kind {
                        changed.insert(name);
                    }
                }),
            }
        }
        stmt.walk(&mut |part| match &part.kind {
            ExprKind::Named(name, _) => _ = changed.insert(name),
            ExprKind::Call(call) => {
                if let ExprKind::Attribute(object, method) = &call.callee.kind
                    && let ExprKind::Name(name) = object.kind
                    && CHANGING.contains(method)
                {
                    changed.insert(name);
                }
            }
            _ => {}
        });
    });
    let params = function.params.iter().map(|param| param.name);
    let params: BTreeSet<&str> = params.collect();
    let once = bound
        .into_iter()
        .filter(|(name, count)| *count == 1 && !changed.contains(name) && !params.contains(name));
    once.map(|(name, _)| name).collect()
}

/// Where variables are first handed to what may put something into them.
fn handed<'r>(function: &'r Function<'r>) -> BTreeMap<&'r str, usize> {
    let mut handed = BTreeMap::new();
    Stmt::each(&function.body, &mut |stmt| {
        stmt.walk(&mut |part| {
            let ExprKind::Call(call) = &part.kind else { return };
            let name = call.callee_name();
            if LOOKING.contains(&name) || COUNTING.contains(&name) {
                return;
            }
            for arg in &call.args {
                if let ExprKind::Name(name) = arg.value.kind {
                    handed.entry(name).or_insert(part.span.start);
                }
            }
        });
    });
    handed
}

/// A function that is gone through twice: with nothing in the field, and with anything.
struct Walk<'f, 'r> {
    empty: Asking<'f, 'r>,
    open: Asking<'f, 'r>,
    known: Variables<'r>,
    unknown: Variables<'r>,
    inside: Where,
    once: BTreeSet<&'r str>,
    handed: BTreeMap<&'r str, usize>,
    found: Option<Span>,
}

impl<'r> Walk<'_, 'r> {
    fn body(&mut self, body: &'r Body<'r>) {
        for stmt in body {
            if self.found.is_some() {
                return;
            }
            match &stmt.kind {
                StmtKind::Assign { targets, value: Some(value), .. } => {
                    if let [Expr { kind: ExprKind::Name(name), .. }] = targets.as_slice() {
                        self.bind(name, value);
                    }
                }
                StmtKind::If { branches, otherwise } => {
                    let mut is_dead = false;
                    for (test, body) in branches {
                        let holds = self.decided(test);
                        if is_dead || holds == Some(false) {
                            self.dead(body);
                        }
                        is_dead |= holds == Some(true);
                    }
                    if is_dead {
                        self.dead(otherwise);
                    }
                }
                StmtKind::For { iterable, body, .. } if self.is_empty(iterable) => self.dead(body),
                StmtKind::Function(_) | StmtKind::Class(_) => continue,
                _ => {}
            }
            stmt.blocks().into_iter().for_each(|block| self.body(block));
        }
    }

    fn dead(&mut self, body: &'r Body<'r>) {
        if let (None, Some(first), Some(last)) = (self.found, body.first(), body.last()) {
            let (start, first) = (first.span.start, first.span.first);
            self.found = Some(Span { start, end: last.span.end, first, last: last.span.last });
        }
    }

    /// What hangs on the field alone is another thing where something is there.
    fn bind(&mut self, name: &'r str, value: &'r Expr<'r>) {
        let known = self.empty.value(value, &self.known, self.inside);
        let unknown = self.open.value(value, &self.unknown, self.inside);
        let hangs = self.once.contains(name) && known != unknown && self.is_own(value);
        self.known.insert(name, if hangs { known } else { Seen::Unknown });
        self.unknown.insert(name, if hangs { unknown } else { Seen::Unknown });
    }

    fn decided(&mut self, test: &'r Expr<'r>) -> Option<bool> {
        let known = self.empty.value(test, &self.known, self.inside).truth()?;
        let unknown = self.open.value(test, &self.unknown, self.inside).truth();
        (unknown.is_none() && self.is_own(test)).then_some(known)
    }

    /// Whether nobody else may have put something into a variable by then that is named in a value.
    fn is_own(&self, value: &Expr<'r>) -> bool {
        !value.any(&|part| match part.kind {
            ExprKind::Name(name) => {
                self.known.get(name).is_some_and(|seen| *seen != Seen::State)
                    && self.handed.get(name).is_some_and(|at| *at < value.span.start)
            }
            _ => false,
        })
    }

    fn is_empty(&mut self, iterable: &'r Expr<'r>) -> bool {
        self.empty.value(iterable, &self.known, self.inside).is_nothing()
            && !self.open.value(iterable, &self.unknown, self.inside).is_nothing()
            && self.is_own(iterable)
    }
}
