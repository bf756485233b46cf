//! Nodes that make nothing by themselves: what they return is made of what the state holds.

use super::super::untaken::is_as_written;
use super::read;
use crate::detect::repo::python::graph::shape::runner::Runner;
use crate::detect::repo::python::names::built_in::{is_giving, is_within};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Call, Clause, Expr, ExprKind, Piece, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Methods by which a list or a dictionary changes, or gives all that it holds.
const METHODS: &[&str] =
    &["add", "append", "copy", "dict", "extend", "model_dump", "pop", "setdefault", "update"];

/// What a node hands on.
#[derive(Default)]
pub(super) struct Handed {
    /// The fields of the state that it reads.
    pub reads: BTreeSet<String>,
    /// Those that it may put that into; `None` where that may be any.
    writes: Option<BTreeSet<String>>,
}

impl Handed {
    /// Whether it may put something into one of these fields.
    pub(super) fn may_write(&self, fields: &BTreeSet<String>) -> bool {
        self.writes.as_ref().is_none_or(|writes| !writes.is_disjoint(fields))
    }

    /// Whether it may put something into this field.
    pub(super) fn may_write_one(&self, field: &str) -> bool {
        self.writes.as_ref().is_none_or(|writes| writes.contains(field))
    }
}

/// The text of what runs at a node.
pub(super) fn text_of<'r>(repository: &Repository<'r>, runner: &Runner<'r>) -> Option<&'r str> {
    let span = runner.function.span;
    repository.modules[runner.at.module].text_of(span)
}

/// What a node hands on of the state, where all that it returns is made of that; `None` where it may make more.
pub(super) fn handed<'r>(repository: &Repository<'r>, runner: &Runner<'r>) -> Option<Handed> {
    let function = runner.function;
    let text = text_of(repository, runner)?;
    let is_plain = is_as_written(repository, function)
        && !["yield", "global ", "nonlocal "].iter().any(|word| text.contains(word));
    let param = runner.param().filter(|_| is_plain)?;
    let mut walk = Walk { param, own: BTreeSet::new(), handed: Handed::default(), any: false };
    Stmt::each(&function.body, &mut |stmt| walk.own(stmt));
    let mut is_known = !walk.own.contains(param);
    Stmt::each(&function.body, &mut |stmt| is_known = is_known && walk.stmt(stmt).is_some());
    let mut handed = walk.handed;
    let mut writes = handed.writes.take().unwrap_or_default();
    writes.extend(handed.reads.iter().cloned());
    handed.writes = (!walk.any).then_some(writes);
    is_known.then_some(handed)
}

struct Walk<'r> {
    param: &'r str,
    /// The names that the function binds.
    own: BTreeSet<&'r str>,
    handed: Handed,
    /// Whether it may return any key.
    any: bool,
}

impl<'r> Walk<'r> {
    fn own(&mut self, stmt: &'r Stmt<'r>) {
        match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().for_each(|it| self.bound(it)),
            StmtKind::For { target, .. } => self.bound(target),
            _ => {}
        }
        stmt.walk(&mut |part| {
            if let ExprKind::Comprehension(inner) = &part.kind {
                for clause in &inner.clauses {
                    if let Clause::For { target, .. } = clause {
                        self.bound(target);
                    }
                }
            }
        });
    }

    fn bound(&mut self, target: &Expr<'r>) {
        match &target.kind {
            ExprKind::Name(name) => _ = self.own.insert(name),
            ExprKind::Tuple(parts) => parts.iter().for_each(|part| self.bound(part)),
            _ => {}
        }
    }

    fn is_state(&self, value: &Expr<'_>) -> bool {
        value.is_name(self.param)
    }

    /// Looks at a statement without its blocks; `None` where it may bring something else.
    fn stmt(&mut self, stmt: &Stmt<'r>) -> Option<()> {
        match &stmt.kind {
            StmtKind::Expr(value) => self.value(value),
            StmtKind::Assign { targets, value, .. } => {
                targets.iter().try_for_each(|target| self.target(target))?;
                value.as_ref().map_or(Some(()), |value| self.value(value))
            }
            StmtKind::Augment { target, value } => {
                self.target(target)?;
                self.value(value)
            }
            StmtKind::Return(Some(value)) => self.returned(value),
            StmtKind::If { branches, .. } => {
                branches.iter().try_for_each(|(test, _)| self.test(test))
            }
            StmtKind::For { target, iterable, .. } => {
                self.target(target)?;
                self.value(iterable)
            }
            StmtKind::While { test, .. } => self.test(test),
            StmtKind::Other(parts) => parts.is_empty().then_some(()),
            StmtKind::Return(None)
            | StmtKind::Raise(_)
            | StmtKind::Try { .. }
            | StmtKind::Break
            | StmtKind::Continue => Some(()),
            StmtKind::With { .. }
            | StmtKind::Match { .. }
            | StmtKind::Function(_)
            | StmtKind::Class(_)
            | StmtKind::Import(_) => None,
        }
    }

    fn target(&mut self, target: &Expr<'r>) -> Option<()> {
        if let Some(field) = read(target, self.param) {
            self.handed.writes.get_or_insert_default().insert(field);
            return Some(());
        }
        match &target.kind {
            ExprKind::Name(name) => (*name != self.param).then_some(()),
            ExprKind::Tuple(parts) => parts.iter().try_for_each(|part| self.target(part)),
            _ => self.value(target),
        }
    }

    fn returned(&mut self, value: &Expr<'r>) -> Option<()> {
        match &value.kind {
            _ if self.is_state(value) => Some(()),
            ExprKind::Dict(pairs) => pairs.iter().try_for_each(|(key, value)| {
                let key = key.as_ref()?.text()?;
                self.handed.writes.get_or_insert_default().insert(key);
                self.value(value)
            }),
            ExprKind::None => Some(()),
            _ => {
                self.any = true;
                self.value(value)
            }
        }
    }

    /// A condition decides what is handed on, and is no part of it.
    fn test(&mut self, value: &Expr<'r>) -> Option<()> {
        match &value.kind {
            ExprKind::Name(_) => Some(()),
            ExprKind::Not(inner) => self.test(inner),
            ExprKind::Logic(_, sides) => {
                self.test(&sides.0)?;
                self.test(&sides.1)
            }
            _ => self.value(value),
        }
    }

    fn all<'e>(&mut self, mut values: impl Iterator<Item = &'e Expr<'r>>) -> Option<()>
    where
        'r: 'e,
    {
        values.try_for_each(|value| self.value(value))
    }

    /// Looks at a value: `None` where it may be made of more than what the state holds, and of what is spelled out.
    fn value(&mut self, value: &Expr<'r>) -> Option<()> {
        match &value.kind {
            ExprKind::Name(name) => self.own.contains(name).then_some(()),
            ExprKind::Literal(_) | ExprKind::Bool(_) | ExprKind::None | ExprKind::Slice(_) => {
                Some(())
            }
            ExprKind::Str(pieces) => self.all(pieces.iter().filter_map(|piece| match piece {
                Piece::Hole(value) => Some(value),
                Piece::Literal(_) => None,
            })),
            ExprKind::Attribute(object, _) => match read(value, self.param) {
                Some(field) => {
                    self.read(field);
                    Some(())
                }
                None => self.value(object),
            },
            ExprKind::Subscript(object, keys) => match read(value, self.param) {
                Some(field) => {
                    self.read(field);
                    Some(())
                }
                None => self.value(object).and_then(|()| self.all(keys.iter())),
            },
            ExprKind::Call(call) => self.call(value, call),
            ExprKind::List(parts) | ExprKind::Tuple(parts) | ExprKind::Set(parts) => {
                self.all(parts.iter())
            }
            ExprKind::Dict(pairs) => pairs.iter().try_for_each(|(key, value)| {
                self.all(key.iter())?;
                self.value(value)
            }),
            ExprKind::Comprehension(inner) => {
                self.all(inner.key.iter())?;
                self.value(&inner.element)?;
                inner.clauses.iter().try_for_each(|clause| match clause {
                    Clause::For { iterable, .. } => self.value(iterable),
                    Clause::If(test) => self.test(test),
                })
            }
            ExprKind::Binary(_, sides) | ExprKind::Logic(_, sides) => {
                self.value(&sides.0)?;
                self.value(&sides.1)
            }
            ExprKind::Compare(sides, _) => sides
                .iter()
                .try_for_each(|side| if self.is_state(side) { Some(()) } else { self.value(side) }),
            ExprKind::Not(inner) | ExprKind::Starred(inner) => self.value(inner),
            ExprKind::Conditional(choice) => {
                self.test(&choice.test)?;
                self.value(&choice.then)?;
                self.value(&choice.otherwise)
            }
            ExprKind::Lambda(_) | ExprKind::Await(_) | ExprKind::Named(..) | ExprKind::Other(_) => {
                None
            }
        }
    }

    fn read(&mut self, field: String) {
        self.handed.reads.insert(field);
    }

    fn call(&mut self, value: &Expr<'r>, call: &Call<'r>) -> Option<()> {
        let args = call.args.iter().map(|arg| &arg.value);
        if let Some(field) = read(value, self.param) {
            self.read(field);
            return self.all(args.skip(1));
        }
        match &call.callee.kind {
            ExprKind::Name(name) if is_within(name) => {}
            ExprKind::Attribute(object, method)
                if is_giving(method) || METHODS.contains(method) =>
            {
                self.value(object)?;
            }
            _ => return None,
        }
        self.all(args)
    }
}
