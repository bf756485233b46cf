//! Whether a function puts something into a field wherever it ends.

mod each;
mod given;
mod handed;
mod loops;
mod wants;

pub(in crate::detect::repo::python::graph) use wants::{Wants, gives_unless_wanting};

use super::untaken::is_as_written;
use crate::detect::repo::python::graph::routes::flow::{Known, meet, shrunk};
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::syntax::{
    Body, Expr, ExprKind, Function, Handler, Piece, Stmt, StmtKind,
};

/// Functions that are followed inside each other.
const CALLS: usize = 4;

/// How much is sure to be in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::detect::repo::python::graph) enum Held {
    /// An entry.
    Something,
    /// An entry that holds something itself.
    Full,
}

/// What is asked of each return of a function.
#[derive(Clone, Copy)]
pub(in crate::detect::repo::python::graph) enum Wanted<'w> {
    /// What an update has for a field.
    Field(&'w str),
    /// All of what is returned.
    Whole,
    /// What is left in a field of what a parameter is given, whatever is returned.
    Left(&'w str, &'w str),
}

/// What is sure to be in what a function gives, wherever it ends; `None` where that may be nothing. `at` is where the
/// function is defined.
pub(in crate::detect::repo::python::graph) fn gives<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    wanted: Wanted<'_>,
) -> Option<Held> {
    followed(repository, at, function, wanted, CALLS, Assumed::Nothing).0
}

/// As [`gives`] for a field, where the loops of the function that do not go through the field itself have something to
/// go through.
pub(in crate::detect::repo::python::graph) fn gives_in_loops<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    field: &str,
) -> Option<Held> {
    followed(repository, at, function, Wanted::Field(field), CALLS, Assumed::Loops).0
}

/// What is taken to be so where a function is followed.
enum Assumed<'r> {
    Nothing,
    /// Loops have something to go through.
    Loops,
    /// The inputs that it asks for are given.
    Inputs(Wants<'r>),
}

/// What is sure to be there, with what was assumed for it.
fn followed<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    wanted: Wanted<'_>,
    calls: usize,
    assumed: Assumed<'r>,
) -> (Option<Held>, Assumed<'r>) {
    let text = repository.modules[at.module].text_of(function.span).unwrap_or("yield");
    let Some(calls) = calls.checked_sub(1) else { return (None, assumed) };
    if !is_as_written(repository, function) || text.contains("yield") {
        return (None, assumed);
    }
    let at = repository.inside(at, function.id);
    let (turns, loops) = (Vec::new(), 0);
    let (least, is_sure) = (None, true);
    let mut ends =
        Ends { repository, at, function, wanted, calls, assumed, turns, loops, least, is_sure };
    let mut after = ends.block(&function.body, Some(Known::default()));
    if let (Wanted::Left(param, field), Some(known)) = (wanted, &after) {
        ends.end(known.part_of(param, field));
        after = None;
    }
    // A function that comes to its end gives nothing.
    (ends.least.filter(|_| after.is_none() && ends.is_sure), ends.assumed)
}

/// Follows a function to its ends.
struct Ends<'f, 'r> {
    repository: &'f Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    wanted: Wanted<'f>,
    calls: usize,
    assumed: Assumed<'r>,
    /// What is known where a turn of the loop around ends before its end.
    turns: Vec<Option<Known>>,
    /// How many loops stand around.
    loops: usize,
    /// The least that was seen to be returned.
    least: Option<Held>,
    is_sure: bool,
}

impl<'r> Ends<'_, 'r> {
    /// What is known after a block; `None` where nothing comes past it.
    fn block(&mut self, body: &'r Body<'r>, known: Option<Known>) -> Option<Known> {
        body.iter().try_fold(known?, |known, stmt| self.stmt(stmt, known))
    }

    fn stmt(&mut self, stmt: &'r Stmt<'r>, mut known: Known) -> Option<Known> {
        for value in stmt.expressions() {
            self.hand(value, &mut known);
        }
        match &stmt.kind {
            StmtKind::Expr(value) => {
                self.leave(value, &mut known);
                self.fill(value, &mut known);
            }
            StmtKind::Assign { targets, value: Some(value), .. } => {
                self.leave(value, &mut known);
                for target in targets {
                    self.bind(target, value, &mut known);
                }
            }
            StmtKind::Augment { target, value } => {
                let text = self.repository.modules[self.at.module].text;
                let between = text.get(target.span.end..value.span.start).unwrap_or_default();
                if between.contains('+') || between.contains('|') {
                    if self.value(value, &known).is_some() {
                        known.add(target, Held::Something);
                    }
                } else {
                    known.clear();
                }
            }
            StmtKind::Return(value) => {
                let held = match (self.wanted, value) {
                    (Wanted::Left(param, field), _) => known.part_of(param, field),
                    (Wanted::Field(field), Some(value)) => self.field(value, field, &known),
                    (Wanted::Whole, Some(value)) => self.value(value, &known),
                    (_, None) => None,
                };
                self.end(held);
                return None;
            }
            StmtKind::Continue => {
                self.turns.push(Some(known));
                return None;
            }
            StmtKind::Raise(_) | StmtKind::Break => return None,
            StmtKind::If { branches, otherwise } => {
                let mut rest = known;
                let mut after = Vec::new();
                for (test, body) in branches {
                    match self.is_given(stmt, test, body) {
                        Some(true) => {
                            after.push(self.block(body, Some(rest.where_it(test, true))));
                            return meet(after);
                        }
                        Some(false) => {
                            rest = rest.where_it(test, false);
                            continue;
                        }
                        None => {}
                    }
                    after.push(self.block(body, Some(rest.where_it(test, true))));
                    rest = rest.where_it(test, false);
                }
                after.push(self.block(otherwise, Some(rest)));
                return meet(after);
            }
            StmtKind::For { target, iterable, body, otherwise } => {
                return self.each_of((target, iterable), (body, otherwise), known);
            }
            StmtKind::While { body, otherwise, .. } => {
                known.forget_all(&shrunk(body));
                self.turns_of(body, &known);
                return self.block(otherwise, Some(known));
            }
            StmtKind::With { items, body } => {
                let suppresses = items.iter().any(|(value, _)| value.is_call_of("suppress"));
                let mut before = known.clone();
                before.forget_all(&shrunk(body));
                let after = self.block(body, Some(known));
                return if suppresses { meet(vec![after, Some(before)]) } else { after };
            }
            StmtKind::Try { body, handlers, otherwise, finally } => {
                return self.attempt((body, otherwise), handlers, finally, known);
            }
            StmtKind::Match { cases, .. } => {
                let mut after: Vec<_> =
                    cases.iter().map(|case| self.block(&case.body, Some(known.clone()))).collect();
                let is_last = |pattern: &str| pattern.trim() == "_";
                if !cases.iter().any(|case| is_last(case.pattern) && case.guard.is_none()) {
                    after.push(Some(known));
                }
                return meet(after);
            }
            StmtKind::Function(inner) => known.forget_all(&shrunk(&inner.body)),
            StmtKind::Other(values) => {
                for value in values {
                    known.assign(value, None);
                }
            }
            StmtKind::Assign { value: None, .. } | StmtKind::Class(_) | StmtKind::Import(_) => {}
        }
        Some(known)
    }

    /// Notes what is there at an end.
    fn end(&mut self, held: Option<Held>) {
        self.is_sure &= held.is_some();
        self.least = match (self.least, held) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }

    /// Notes what an assignment binds, and what stands in a dictionary that it spells out.
    fn bind(&self, target: &'r Expr<'r>, value: &'r Expr<'r>, known: &mut Known) {
        let held = self.value(value, known);
        let ExprKind::Dict(pairs) = &value.kind else {
            let each = self.each(value, known);
            known.assign(target, held);
            return each.into_iter().for_each(|held| known.hold_each(target, held));
        };
        let parts: Vec<_> =
            pairs.iter().map(|(key, part)| (key, self.value(part, known))).collect();
        known.assign(target, held);
        for (key, held) in parts.into_iter().filter(|(key, _)| key.is_some()) {
            known.put(target, key.as_ref(), held);
        }
        // What was put in last does not tell what is in it as a whole.
        known.add_up(target, held);
    }

    fn attempt(
        &mut self,
        (body, otherwise): (&'r Body<'r>, &'r Body<'r>),
        handlers: &'r [Handler<'r>],
        finally: &'r Body<'r>,
        known: Known,
    ) -> Option<Known> {
        // It may fail at its first statement or at its last.
        let mut before = known.clone();
        before.forget_all(&shrunk(body));
        let done = self.block(body, Some(known));
        let mut after = vec![self.block(otherwise, done)];
        for handler in handlers {
            after.push(self.block(&handler.body, Some(before.clone())));
        }
        self.block(finally, meet(after))
    }

    /// Notes what a statement puts into a variable: `notes.append(note)`.
    fn fill(&self, value: &'r Expr<'r>, known: &mut Known) {
        let Some((object, method, call)) = value.method_call() else { return };
        let given = call.args.last().map(|arg| &arg.value);
        let held = given.and_then(|given| self.value(given, known));
        match method {
            "append" | "insert" | "add" => {
                // `notes.setdefault(key, []).append(note)`
                if let Some((outer, "setdefault", _)) = object.method_call() {
                    known.add(outer, Held::Full);
                } else {
                    known.add(object, held.map_or(Held::Something, |_| Held::Full));
                }
            }
            "extend" if held.is_some() => known.add(object, Held::Something),
            _ => {}
        }
    }

    /// What is sure to be in a value.
    fn value(&self, value: &'r Expr<'r>, known: &Known) -> Option<Held> {
        let something = |is_there: bool| is_there.then_some(Held::Something);
        match &value.kind {
            ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
                let held = items.iter().filter_map(|item| match &item.kind {
                    ExprKind::Starred(inner) => self.value(inner, known),
                    _ => Some(self.value(item, known).map_or(Held::Something, |_| Held::Full)),
                });
                held.max()
            }
            ExprKind::Dict(pairs) => {
                let held = pairs.iter().filter_map(|(key, part)| match key {
                    // What follows may take the place of what is spread here.
                    None => self.value(part, known).map(|_| Held::Something),
                    Some(_) => {
                        Some(self.value(part, known).map_or(Held::Something, |_| Held::Full))
                    }
                });
                held.max()
            }
            ExprKind::Str(pieces) => something(
                pieces
                    .iter()
                    .any(|piece| matches!(piece, Piece::Literal(literal) if !literal.is_empty())),
            ),
            ExprKind::Name(name) => known.of(value).or_else(|| {
                let is_constant = !name.contains(char::is_lowercase);
                something(is_constant && self.is_constant(value))
            }),
            ExprKind::Subscript(..) | ExprKind::Attribute(..) => known.of(value),
            ExprKind::Await(inner) => match &inner.kind {
                ExprKind::Call(call) => self
                    .asked(call, true, Wanted::Whole)
                    .or_else(|| self.each(value, known).map(|_| Held::Full)),
                _ => None,
            },
            ExprKind::Binary("+" | "|", sides) => {
                something(self.value(&sides.0, known).or(self.value(&sides.1, known)).is_some())
            }
            ExprKind::Logic("or", sides) => something(self.value(&sides.1, known).is_some()),
            ExprKind::Conditional(choice) => {
                let (one, other) =
                    (self.value(&choice.then, known)?, self.value(&choice.otherwise, known)?);
                Some(one.min(other))
            }
            ExprKind::Call(call) => match (&call.callee.kind, call.position(0)) {
                (ExprKind::Name("list" | "sorted" | "dict" | "tuple"), Some(inner)) => {
                    self.value(inner, known)
                }
                (ExprKind::Name("zip"), Some(_)) => {
                    something(call.args.iter().all(|arg| self.value(&arg.value, known).is_some()))
                }
                (ExprKind::Attribute(object, "copy"), None) if known.of(object).is_some() => {
                    known.of(object)
                }
                _ => self.asked(call, false, Wanted::Whole),
            },
            _ => None,
        }
    }
}
