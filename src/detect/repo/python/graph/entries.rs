//! Whether a function puts something into a field wherever it ends.

mod handed;
mod loops;

use super::super::classes::class_kind;
use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{Body, Call, Expr, ExprKind, Function, Handler, Piece, Stmt, StmtKind};
use super::flow::{Known, meet, shrunk};
use super::spread::lacks;
use super::untaken::is_as_written;
use crate::domain::facts::ClassKind;

/// Functions that are followed inside each other.
const CALLS: usize = 4;

/// How much is sure to be in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Held {
    /// An entry.
    Something,
    /// An entry that holds something itself.
    Full,
}

/// What is asked of each return of a function.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'w> {
    /// What an update has for a field.
    Field(&'w str),
    /// All of what is returned.
    Whole,
}

/// What is sure to be in what a function gives, wherever it ends; `None` where that may be nothing. `at` is where the
/// function is defined.
pub(super) fn gives<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    wanted: Wanted<'_>,
) -> Option<Held> {
    followed(repository, at, function, wanted, CALLS, false)
}

/// As [`gives`] for a field, where the loops of the function that do not go through the field itself have something to
/// go through.
pub(super) fn gives_in_loops<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    field: &str,
) -> Option<Held> {
    followed(repository, at, function, Wanted::Field(field), CALLS, true)
}

fn followed<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    wanted: Wanted<'_>,
    calls: usize,
    assumes: bool,
) -> Option<Held> {
    let calls = calls.checked_sub(1)?;
    let text = repository.modules[at.module].text;
    let text = text.get(function.span.start..function.span.end)?;
    if !is_as_written(repository, function) || text.contains("yield") {
        return None;
    }
    let at = repository.inside(at, function.id);
    let (turns, loops) = (Vec::new(), 0);
    let (least, is_sure) = (None, true);
    let mut ends =
        Ends { repository, at, function, wanted, calls, assumes, turns, loops, least, is_sure };
    let after = ends.block(&function.body, Some(Known::default()));
    // A function that comes to its end gives nothing.
    ends.least.filter(|_| after.is_none() && ends.is_sure)
}

/// Follows a function to its ends.
struct Ends<'f, 'r> {
    repository: &'f Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    wanted: Wanted<'f>,
    calls: usize,
    /// Whether loops are taken to have something to go through.
    assumes: bool,
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
            StmtKind::Expr(value) => self.fill(value, &mut known),
            StmtKind::Assign { targets, value: Some(value), .. } => {
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
                let held = value.as_ref().and_then(|value| match self.wanted {
                    Wanted::Field(field) => self.field(value, field, &known),
                    Wanted::Whole => self.value(value, &known),
                });
                self.is_sure &= held.is_some();
                self.least = match (self.least, held) {
                    (Some(one), Some(other)) => Some(one.min(other)),
                    (one, other) => one.or(other),
                };
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
                let suppresses = items.iter().any(|(value, _)| {
                    matches!(&value.kind, ExprKind::Call(call) if call.callee_name() == "suppress")
                });
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

    /// Notes what an assignment binds, and what stands in a dictionary that it spells out.
    fn bind(&self, target: &'r Expr<'r>, value: &'r Expr<'r>, known: &mut Known) {
        let held = self.value(value, known);
        let ExprKind::Dict(pairs) = &value.kind else { return known.assign(target, held) };
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
        let ExprKind::Call(call) = &value.kind else { return };
        let ExprKind::Attribute(object, method) = &call.callee.kind else { return };
        let given = call.args.last().map(|arg| &arg.value);
        let held = given.and_then(|given| self.value(given, known));
        match *method {
            "append" | "insert" | "add" => {
                // `notes.setdefault(key, []).append(note)`
                if let ExprKind::Call(inner) = &object.kind
                    && let ExprKind::Attribute(outer, "setdefault") = &inner.callee.kind
                {
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
            ExprKind::Subscript(..) => known.of(value),
            ExprKind::Await(inner) => match &inner.kind {
                ExprKind::Call(call) => self.asked(call, true, Wanted::Whole),
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
                (ExprKind::Attribute(object, "copy"), None) if known.of(object).is_some() => {
                    known.of(object)
                }
                _ => self.asked(call, false, Wanted::Whole),
            },
            _ => None,
        }
    }

    /// What is sure to be in what a function of the sources gives that is called.
    fn asked(&self, call: &'r Call<'r>, is_awaited: bool, wanted: Wanted<'_>) -> Option<Held> {
        match self.repository.origins(&call.callee, self.at).as_slice() {
            [Origin::Function(at, function)] => {
                let text = self.repository.modules[at.module].text;
                let is_async = text.get(function.span.start..)?.starts_with("async");
                (is_async == is_awaited)
                    .then(|| followed(self.repository, *at, function, wanted, self.calls, false))?
            }
            // An object counts as something, unless it says how long it is.
            [Origin::Class(at, class)] if matches!(wanted, Wanted::Whole) => {
                let is_plain = matches!(
                    class_kind(self.repository, *at, class),
                    ClassKind::BaseModel | ClassKind::Dataclass
                );
                let counts = ["def __len__", "def __bool__"];
                let mut modules = self.repository.modules.iter();
                let is_counted =
                    modules.any(|module| counts.iter().any(|own| module.text.contains(own)));
                (is_plain && !is_counted).then_some(Held::Something)
            }
            _ => None,
        }
    }

    /// Whether a name is bound once, to a list that is spelled out.
    fn is_constant(&self, value: &'r Expr<'r>) -> bool {
        match self.repository.origins(value, self.at).as_slice() {
            [Origin::Value(_, value)] => match &value.kind {
                ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
                    items.iter().any(|item| !matches!(item.kind, ExprKind::Starred(_)))
                }
                ExprKind::Dict(pairs) => pairs.iter().any(|(key, _)| key.is_some()),
                _ => false,
            },
            _ => false,
        }
    }

    /// What is sure to be in an update for a field.
    fn field(&self, value: &'r Expr<'r>, field: &str, known: &Known) -> Option<Held> {
        match &value.kind {
            ExprKind::Dict(pairs) => {
                let is_it = |key: &Option<Expr<'_>>| {
                    key.as_ref().and_then(Expr::text).as_deref() == Some(field)
                };
                let index = pairs.iter().rposition(|(key, _)| is_it(key))?;
                // What is spread after it may take its place.
                let keeps = |part: &Expr<'_>| lacks(self.function, part, field);
                let is_last = pairs[index..].iter().all(|(key, part)| key.is_some() || keeps(part));
                self.value(&pairs[index].1, known).filter(|_| is_last)
            }
            ExprKind::Name(_) => known.part(value, field),
            ExprKind::Conditional(choice) => {
                let one = self.field(&choice.then, field, known)?;
                Some(one.min(self.field(&choice.otherwise, field, known)?))
            }
            ExprKind::Await(inner) => match &inner.kind {
                ExprKind::Call(call) => self.asked(call, true, Wanted::Field(field)),
                _ => None,
            },
            ExprKind::Call(call) if call.callee_name() == "Command" => {
                self.field(call.keyword("update")?, field, known)
            }
            ExprKind::Call(call) => self.asked(call, false, Wanted::Field(field)),
            _ => None,
        }
    }
}
