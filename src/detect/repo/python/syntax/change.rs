//! Ways through what is inside of syntax to put something else in its place.

use super::{Body, Clause, Expr, ExprKind, Lambda, Piece, Stmt, StmtKind};

impl Expr<'_> {
    /// Changes everything in this, what is inside first, and then this.
    pub(in crate::detect::repo::python) fn change(&mut self, change: &mut dyn FnMut(&mut Self)) {
        self.each_part_mut(&mut |part| part.change(change));
        change(self);
    }

    fn each_part_mut(&mut self, see: &mut dyn FnMut(&mut Self)) {
        match &mut self.kind {
            ExprKind::Name(_)
            | ExprKind::Literal(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Slice(_) => {}
            ExprKind::Str(pieces) => {
                for piece in pieces {
                    if let Piece::Hole(hole) = piece {
                        see(hole);
                    }
                }
            }
            ExprKind::Attribute(inner, _)
            | ExprKind::Not(inner)
            | ExprKind::Starred(inner)
            | ExprKind::Await(inner)
            | ExprKind::Named(_, inner) => see(inner),
            ExprKind::Call(call) => {
                see(&mut call.callee);
                call.args.iter_mut().for_each(|arg| see(&mut arg.value));
            }
            ExprKind::Subscript(object, keys) => {
                see(object);
                keys.iter_mut().for_each(see);
            }
            ExprKind::List(items)
            | ExprKind::Tuple(items)
            | ExprKind::Set(items)
            | ExprKind::Other(items)
            | ExprKind::Compare(items, _) => items.iter_mut().for_each(see),
            ExprKind::Dict(pairs) => {
                for (key, value) in pairs {
                    key.iter_mut().for_each(&mut *see);
                    see(value);
                }
            }
            ExprKind::Comprehension(made) => {
                made.key.iter_mut().for_each(&mut *see);
                see(&mut made.element);
                for clause in &mut made.clauses {
                    match clause {
                        Clause::For { target, iterable } => {
                            see(target);
                            see(iterable);
                        }
                        Clause::If(test) => see(test),
                    }
                }
            }
            ExprKind::Lambda(lambda) => {
                let Lambda { params, body } = &mut **lambda;
                params.iter_mut().filter_map(|param| param.default.as_mut()).for_each(&mut *see);
                see(body);
            }
            ExprKind::Binary(_, sides) | ExprKind::Logic(_, sides) => {
                see(&mut sides.0);
                see(&mut sides.1);
            }
            ExprKind::Conditional(choice) => {
                see(&mut choice.test);
                see(&mut choice.then);
                see(&mut choice.otherwise);
            }
        }
    }
}

impl<'a> Stmt<'a> {
    /// The blocks of this statement, a definition's body included.
    pub(in crate::detect::repo::python) fn blocks_mut(&mut self) -> Vec<&mut Body<'a>> {
        match &mut self.kind {
            StmtKind::If { branches, otherwise } => {
                branches.iter_mut().map(|(_, body)| body).chain([otherwise]).collect()
            }
            StmtKind::For { body, otherwise, .. } | StmtKind::While { body, otherwise, .. } => {
                vec![body, otherwise]
            }
            StmtKind::With { body, .. } => vec![body],
            StmtKind::Try { body, handlers, otherwise, finally } => std::iter::once(body)
                .chain(handlers.iter_mut().map(|handler| &mut handler.body))
                .chain([otherwise, finally])
                .collect(),
            StmtKind::Match { cases, .. } => cases.iter_mut().map(|case| &mut case.body).collect(),
            StmtKind::Function(function) => vec![&mut function.body],
            StmtKind::Class(class) => vec![&mut class.body],
            StmtKind::Expr(_)
            | StmtKind::Assign { .. }
            | StmtKind::Augment { .. }
            | StmtKind::Return(_)
            | StmtKind::Raise(_)
            | StmtKind::Import(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Other(_) => Vec::new(),
        }
    }

    /// The values that this statement itself takes, not in its blocks; annotations and what it binds are none.
    pub(in crate::detect::repo::python) fn values_mut(&mut self) -> Vec<&mut Expr<'a>> {
        match &mut self.kind {
            StmtKind::Expr(value)
            | StmtKind::While { test: value, .. }
            | StmtKind::For { iterable: value, .. }
            | StmtKind::Augment { value, .. } => vec![value],
            StmtKind::Assign { targets, value, .. } => {
                let keyed = |target: &&mut Expr<'_>| !matches!(target.kind, ExprKind::Name(_));
                targets.iter_mut().filter(keyed).chain(value).collect()
            }
            StmtKind::Return(value) => value.iter_mut().collect(),
            StmtKind::Raise(values) | StmtKind::Other(values) => values.iter_mut().collect(),
            StmtKind::If { branches, .. } => branches.iter_mut().map(|(test, _)| test).collect(),
            StmtKind::With { items, .. } => items.iter_mut().map(|(value, _)| value).collect(),
            StmtKind::Try { handlers, .. } => {
                handlers.iter_mut().flat_map(|handler| &mut handler.caught).collect()
            }
            StmtKind::Match { subject, cases } => std::iter::once(subject)
                .chain(cases.iter_mut().filter_map(|case| case.guard.as_mut()))
                .collect(),
            StmtKind::Function(function) => function
                .decorators
                .iter_mut()
                .chain(function.params.iter_mut().filter_map(|param| param.default.as_mut()))
                .collect(),
            StmtKind::Class(class) => class
                .decorators
                .iter_mut()
                .chain(class.bases.iter_mut().map(|base| &mut base.value))
                .collect(),
            StmtKind::Import(_) | StmtKind::Break | StmtKind::Continue => Vec::new(),
        }
    }
}
