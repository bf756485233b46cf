//! Nodes that make something of each item that a field holds and return it under the field's own key: what a reducer adds
//! up then stands there once more, in another form.

mod forms;

use super::doubled::{Field, held, told};
use super::untaken::returned_under;
use crate::detect::repo::python::graph::shape::runner::Runner;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{
    Body, Clause, Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind,
};
use forms::{Key, ends, filled, is_empty, is_guard, leaves, names, written};
use std::collections::BTreeSet;

/// Methods that take something out of what they belong to.
const TAKING: &[&str] = &["clear", "pop", "popitem", "remove"];

/// Where a function returns, under a field's own key, what it makes of each item of the field; `None` where it may pass
/// over one, or where that was not followed.
pub(in super::super) fn rebuilt<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    param: &str,
    field: &str,
) -> Option<Span> {
    let body = &runner.function.body;
    let returned = returned_under(repository, runner, field);
    let field = Field { param, field };
    let held = held(runner.function, &field);
    if returned.is_empty() || may_lose(body, &field, &held) {
        return None;
    }
    let mut making = Making {
        function: runner.function,
        field: &field,
        held: &held,
        by_key: false,
        lists: Vec::new(),
        made: Vec::new(),
    };
    making.by_key = making.is_asked_by_key();
    making.find_lists();
    making.find_made();
    let told = told(body);
    let is_made =
        |span: &Span| told.get(span).copied().flatten().is_some_and(|it| making.is_made(it));
    returned.iter().all(is_made).then(|| returned.iter().max().copied())?
}

/// Whether something may be taken out of the field, or put in its place, or others are given the state.
fn may_lose(body: &Body<'_>, field: &Field<'_>, held: &BTreeSet<&str>) -> bool {
    let is_field = |part: &Expr<'_>| field.is_held(part, held);
    let is_state = |part: &Expr<'_>| part.is_name(field.param);
    let mut lost = false;
    Stmt::each(body, &mut |stmt| {
        lost |= match &stmt.kind {
            StmtKind::Function(_) | StmtKind::Class(_) => true,
            StmtKind::Other(inner) => inner.iter().any(|value| value.any(&is_field)),
            StmtKind::Assign { targets, .. } => targets.iter().any(|target| match &target.kind {
                ExprKind::Subscript(object, _) => is_field(object) || is_field(target),
                ExprKind::Attribute(..) => is_field(target),
                _ => false,
            }),
            _ => false,
        };
        lost |= stmt.any(&|part| match &part.kind {
            ExprKind::Call(call) => {
                let takes = matches!(&call.callee.kind, ExprKind::Attribute(object, method)
                        if TAKING.contains(method) && (is_field(object) || is_state(object)));
                let is_given = |passing: Passing<'_>| passing != Passing::Named;
                takes || call.args.iter().any(|arg| is_given(arg.passing) && is_state(&arg.value))
            }
            _ => false,
        });
    });
    lost
}

/// Reads what a function makes of the items of a field.
struct Making<'r, 'f> {
    function: &'r Function<'r>,
    field: &'f Field<'f>,
    held: &'f BTreeSet<&'r str>,
    /// Whether the field holds lists by key.
    by_key: bool,
    /// The variables that hold all the items of the field, or of what it has under a key.
    lists: Vec<(&'r str, Key)>,
    /// The variables that hold something made of each item, likewise.
    made: Vec<(&'r str, Key)>,
}

impl<'r> Making<'r, '_> {
    fn is_field(&self, value: &Expr<'_>) -> bool {
        self.field.is_held(value, self.held)
    }

    /// Whether the function looks something up in the field, or goes through its keys.
    fn is_asked_by_key(&self) -> bool {
        let mut found = false;
        Stmt::each(&self.function.body, &mut |stmt| {
            found |= stmt.any(&|part| match &part.kind {
                ExprKind::Attribute(object, "get" | "items" | "values" | "keys") => {
                    self.is_field(object)
                }
                ExprKind::Subscript(object, indices) => {
                    let by = indices.first().is_some_and(|index| {
                        matches!(index.kind, ExprKind::Str(_) | ExprKind::Name(_))
                    });
                    by && self.is_field(object)
                }
                _ => false,
            });
        });
        found
    }

    /// The key under which a value is all that the field has; the inner `None` for the field itself.
    fn list(&self, value: &Expr<'r>) -> Option<Key> {
        match &value.kind {
            ExprKind::Name(name) if !self.is_field(value) => {
                self.lists.iter().find(|(known, _)| known == name).map(|(_, key)| key.clone())
            }
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, "get") if self.by_key && self.is_field(object) => {
                    Some(Some(written(call.position(0)?)?))
                }
                ExprKind::Name("list") => self.list(call.position(0)?),
                _ if !self.by_key && self.is_field(value) => Some(None),
                _ => None,
            },
            ExprKind::Subscript(object, indices) if self.by_key && self.is_field(object) => {
                Some(Some(written(indices.first()?)?))
            }
            ExprKind::Logic("or", sides) => self.list(&sides.0),
            // `one if isinstance(one, list) else [one]`
            ExprKind::Conditional(choice) => {
                let asks = choice.test.is_call_of("isinstance");
                self.list(&choice.then).filter(|_| asks || is_empty(&choice.otherwise))
            }
            // `[one for one in found if one]`
            ExprKind::Comprehension(inner) if inner.key.is_none() => {
                let [Clause::For { target, iterable }, rest @ ..] = inner.clauses.as_slice() else {
                    return None;
                };
                let item = target.name()?;
                let keeps =
                    inner.element.is_name(item) && rest.iter().all(|one| is_guard(one, item));
                self.list(iterable).filter(|_| keeps)
            }
            _ if !self.by_key && self.is_field(value) => Some(None),
            _ => None,
        }
    }

    /// Finds the variables that hold all the items, whichever of their assignments ran.
    fn find_lists(&mut self) {
        let mut names: Vec<(&'r str, &'r Expr<'r>)> = Vec::new();
        let mut bound: Vec<&'r str> = Vec::new();
        let mut pairs: Vec<(&'r str, Key)> = Vec::new();
        Stmt::each(&self.function.body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                names.extend(targets.iter().filter_map(|target| Some((target.name()?, value))));
            }
            StmtKind::Augment { target, .. } => bound.extend(target.name()),
            StmtKind::For { target, iterable, .. } => match (&target.kind, &iterable.kind) {
                (ExprKind::Tuple(both), ExprKind::Call(call)) if self.by_key => {
                    if let ([key, list], ExprKind::Attribute(object, "items")) =
                        (both.as_slice(), &call.callee.kind)
                        && self.is_field(object)
                        && let (Some(key), Some(list)) = (written(key), list.name())
                    {
                        pairs.push((list, Some(key)));
                    }
                }
                _ => bound.extend(target.name()),
            },
            _ => {}
        });
        self.lists = pairs;
        loop {
            let found = names.iter().find_map(|(name, value)| {
                let is_known = self.lists.iter().any(|(known, _)| known == name);
                let key = self.list(value).filter(|_| !is_known && !bound.contains(name))?;
                Some((*name, key))
            });
            let Some(found) = found else { break };
            self.lists.push(found);
        }
        let sure = |(name, key): &(&'r str, Key)| {
            let mut own = names.iter().filter(|(other, _)| other == name);
            own.all(|(_, value)| self.list(value).as_ref() == Some(key))
        };
        self.lists = self.lists.iter().filter(|one| sure(one)).cloned().collect();
    }

    /// Finds the lists that a loop fills with something made of each item.
    fn find_made(&mut self) {
        let mut made = Vec::new();
        Stmt::each(&self.function.body, &mut |stmt| match &stmt.kind {
            StmtKind::For { target, iterable, body, .. } => {
                let (Some(item), Some(key)) = (target.name(), self.list(iterable)) else { return };
                if let Some(name) = filled(body, item).filter(|name| self.begins_empty(name)) {
                    made.push((name, key));
                }
            }
            StmtKind::Assign { targets, value: Some(value), .. } => {
                if let ([target], Some(key)) = (targets.as_slice(), self.by_comprehension(value)) {
                    made.extend(
                        target.name().filter(|name| self.is_set_once(name)).map(|name| (name, key)),
                    );
                }
            }
            _ => {}
        });
        self.made = made;
    }

    /// `[look(one) for one in found]`
    fn by_comprehension(&self, value: &Expr<'r>) -> Option<Key> {
        let ExprKind::Comprehension(inner) = &value.kind else { return None };
        let [Clause::For { target, iterable }, rest @ ..] = inner.clauses.as_slice() else {
            return None;
        };
        let item = target.name()?;
        let makes = inner.key.is_none() && names(&inner.element, item);
        self.list(iterable).filter(|_| makes && rest.iter().all(|one| is_guard(one, item)))
    }

    /// Whether a list starts with nothing in it, and one statement alone puts something there.
    fn begins_empty(&self, name: &str) -> bool {
        let (mut begins, mut other, mut puts) = (false, false, 0_usize);
        Stmt::each(&self.function.body, &mut |stmt| {
            if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
                && targets.iter().any(|target| target.is_name(name))
            {
                begins = true;
                other |= !matches!(&value.kind, ExprKind::List(items) if items.is_empty());
            }
            other |= matches!(&stmt.kind, StmtKind::Augment { target, .. } if target.is_name(name));
            stmt.walk(&mut |part| {
                if let ExprKind::Attribute(object, method) = &part.kind
                    && object.is_name(name)
                {
                    puts += usize::from(*method == "append");
                    other |= *method != "append";
                }
            });
        });
        begins && !other && puts == 1
    }

    fn is_set_once(&self, name: &str) -> bool {
        let mut times = 0;
        Stmt::each(&self.function.body, &mut |stmt| {
            if let StmtKind::Assign { targets, .. } = &stmt.kind {
                times += targets.iter().filter(|target| target.is_name(name)).count();
            }
        });
        times == 1
    }

    /// The key under which a value is made of all items.
    fn of(&self, value: &Expr<'r>) -> Option<Key> {
        let known = value
            .name()
            .and_then(|name| self.made.iter().find(|(known, _)| *known == name))
            .map(|(_, key)| key.clone());
        known.or_else(|| self.by_comprehension(value))
    }

    /// Whether a value that is returned under the field's key is made of all items.
    fn is_made(&self, value: &Expr<'r>) -> bool {
        if !self.by_key {
            return self.of(value) == Some(None);
        }
        // `{key: [look(one) for one in found] for key, found in state["notes"].items()}`
        if let ExprKind::Comprehension(inner) = &value.kind
            && let (Some(key), [Clause::For { target, iterable }]) =
                (&inner.key, inner.clauses.as_slice())
            && let (ExprKind::Tuple(both), ExprKind::Call(call)) = (&target.kind, &iterable.kind)
            && let ([other, list], ExprKind::Attribute(object, "items")) =
                (both.as_slice(), &call.callee.kind)
        {
            let ExprKind::Comprehension(items) = &inner.element.kind else { return false };
            let [Clause::For { target, iterable }] = items.clauses.as_slice() else { return false };
            return self.is_field(object)
                && written(key).is_some()
                && written(key) == written(other)
                && iterable.name().is_some()
                && iterable.name() == list.name()
                && target.name().is_some_and(|item| names(&items.element, item));
        }
        let Some(all) = value.name().filter(|name| self.is_set_once(name)) else { return false };
        let mut made = false;
        Stmt::each(&self.function.body, &mut |stmt| {
            if let StmtKind::For { body, .. } = &stmt.kind {
                made |= body.iter().enumerate().any(|(at, stmt)| {
                    self.puts(stmt, all) && body[..at].iter().all(|before| self.goes_on(before))
                });
            }
        });
        made
    }

    /// `all[key] = made`, with the key of what it is made of.
    fn puts(&self, stmt: &Stmt<'r>, all: &str) -> bool {
        let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return false };
        let [Expr { kind: ExprKind::Subscript(object, indices), .. }] = targets.as_slice() else {
            return false;
        };
        let key = indices.first().and_then(written);
        key.is_some() && object.is_name(all) && self.of(value) == Some(key)
    }

    /// Whether a statement leaves the round of a loop only where a list has nothing in it.
    fn goes_on(&self, stmt: &Stmt<'r>) -> bool {
        if !leaves(stmt) {
            return true;
        }
        match &stmt.kind {
            StmtKind::If { branches, otherwise } => match branches.as_slice() {
                [(test, _)] if otherwise.is_empty() => {
                    matches!(&test.kind, ExprKind::Not(inner) if self.list(inner).is_some())
                }
                _ => false,
            },
            // What an inner loop leaves is itself alone.
            StmtKind::For { body, .. } => !body.iter().any(ends),
            _ => false,
        }
    }
}
