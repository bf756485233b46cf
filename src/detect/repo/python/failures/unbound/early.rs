//! Names of a function's own that are used before anything can have bound them.

use crate::detect::repo::python::running::ending::ends;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use std::collections::BTreeMap;

/// Where a function binds a name of its own.
#[derive(Clone, Copy)]
struct Bound {
    /// From which byte of the source on it can be bound.
    from: usize,
    place: Span,
    /// Whether it is only ever given what it holds and something more.
    grows: bool,
    /// Whether nothing comes to any of its bindings.
    unreached: bool,
}

/// The names that a function binds itself, parameters left out.
#[derive(Default)]
pub(super) struct Own<'r> {
    names: BTreeMap<&'r str, Bound>,
}

impl<'r> Own<'r> {
    pub(super) fn of(function: &'r Function<'r>) -> Self {
        let mut own = Self::default();
        own.block(&function.body, true);
        for param in &function.params {
            own.names.remove(param.name);
        }
        own
    }

    /// The binding that a use of a name comes too early for, and whether nothing ever comes to that; `around` is the
    /// outermost loop in which the name is used.
    pub(super) fn vain(
        &self,
        name: &str,
        used: Span,
        around: Option<Span>,
    ) -> Option<(Span, bool)> {
        let bound = self.names.get(name)?;
        let last = around.map_or(used.start, |around| around.end);
        let is_early = bound.unreached || bound.grows || last < bound.from;
        is_early.then_some((bound.place, bound.unreached))
    }

    /// Where it binds a name, and whether anything comes to that.
    pub(super) fn binding(&self, name: &str) -> Option<(Span, bool)> {
        self.names.get(name).map(|bound| (bound.place, !bound.unreached))
    }

    fn bind(&mut self, name: &'r str, from: usize, place: Span, grows: bool, reached: bool) {
        let new = Bound { from, place, grows, unreached: !reached };
        let known = self.names.entry(name).or_insert(new);
        match (known.unreached, reached) {
            (true, true) => *known = new,
            (false, true) => {
                if from < known.from {
                    (known.from, known.place) = (from, place);
                }
                known.grows &= grows;
            }
            (_, false) => {}
        }
    }

    fn targets(&mut self, target: &'r Expr<'r>, from: usize, reached: bool) {
        match &target.kind {
            ExprKind::Name(name) => self.bind(name, from, target.span, false, reached),
            ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Other(items) => {
                for item in items {
                    self.targets(item, from, reached);
                }
            }
            ExprKind::Starred(inner) => self.targets(inner, from, reached),
            _ => {}
        }
    }

    fn block(&mut self, body: &'r Body<'r>, mut reached: bool) {
        for stmt in body {
            self.statement(stmt, reached);
            reached &= !ends(stmt);
        }
    }

    fn statement(&mut self, stmt: &'r Stmt<'r>, reached: bool) {
        let end = stmt.span.end;
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(_), .. } => {
                for target in targets {
                    self.targets(target, end, reached);
                }
            }
            StmtKind::Augment { target: Expr { kind: ExprKind::Name(name), span }, .. } => {
                self.bind(name, end, *span, true, reached);
            }
            StmtKind::For { target, iterable, .. } => {
                self.targets(target, iterable.span.end, reached);
            }
            StmtKind::With { items, .. } => {
                for name in items.iter().filter_map(|(_, name)| name.as_ref()) {
                    self.targets(name, name.span.start, reached);
                }
            }
            StmtKind::Function(function) => {
                return self.bind(function.name, end, stmt.span, false, reached);
            }
            StmtKind::Class(class) => {
                return self.bind(class.name, end, stmt.span, false, reached);
            }
            StmtKind::Import(imports) => {
                for import in imports {
                    let first = import.module.split('.').next().unwrap_or_default();
                    let name = import.alias.or(import.name).unwrap_or(first);
                    self.bind(name, end, stmt.span, false, reached);
                }
            }
            _ => {}
        }
        for block in stmt.blocks() {
            self.block(block, reached);
        }
    }
}
