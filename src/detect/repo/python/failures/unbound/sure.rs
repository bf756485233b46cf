//! Lines that fail whenever they run, because they come to a name that nothing binds.

use super::{Search, binds_by_other_means, has_type_parameters, spelled_out};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Clause, Expr, ExprKind, Span, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// The uses of names that nothing binds, by module.
pub(in crate::detect::repo::python) struct Failing(BTreeMap<usize, BTreeSet<Span>>);

impl Failing {
    pub(in crate::detect::repo::python) fn of(repository: &Repository<'_>) -> Self {
        let modules = repository.modules.iter().enumerate();
        let found = modules.filter_map(|(index, module)| {
            let syntax = &module.syntax;
            let is_broken =
                syntax.error.is_some() || syntax.python_2.is_some() || syntax.too_deep.is_some();
            if is_broken || binds_by_other_means(module.text) || has_type_parameters(module.text) {
                return None;
            }
            let mut search = Search::new(repository, index, spelled_out(module.text));
            search.body(&syntax.body, 0);
            // What is bound too late in one run may be bound in time in another.
            let never = search.found.into_iter();
            let never = never.filter(|(used, _)| used.vain.is_none() && !used.annotates);
            let spans: BTreeSet<Span> = never.map(|(_, span)| span).collect();
            (!spans.is_empty()).then_some((index, spans))
        });
        Self(found.collect())
    }

    /// Nothing fails.
    pub(in crate::detect::repo::python) fn none() -> Self {
        Self(BTreeMap::new())
    }

    /// The name at which a statement of a module fails before it does anything else than to evaluate something.
    pub(in crate::detect::repo::python) fn at(
        &self,
        module: usize,
        stmt: &Stmt<'_>,
    ) -> Option<Span> {
        let names = self.0.get(&module)?;
        let values: Vec<&Expr<'_>> = match &stmt.kind {
            StmtKind::Expr(value)
            | StmtKind::Assign { value: Some(value), .. }
            | StmtKind::Augment { value, .. }
            | StmtKind::Return(Some(value))
            | StmtKind::While { test: value, .. }
            | StmtKind::Match { subject: value, .. }
            | StmtKind::For { iterable: value, .. } => vec![value],
            StmtKind::If { branches, .. } => {
                branches.iter().map(|(test, _)| test).take(1).collect()
            }
            StmtKind::With { items, .. } => items.iter().map(|(value, _)| value).take(1).collect(),
            _ => Vec::new(),
        };
        values.into_iter().find_map(|value| comes_to(value, names))
    }
}

/// The first of these names that an expression evaluates whatever the values are.
fn comes_to(value: &Expr<'_>, names: &BTreeSet<Span>) -> Option<Span> {
    match &value.kind {
        ExprKind::Name(_) => names.contains(&value.span).then_some(value.span),
        ExprKind::Conditional(choice) => comes_to(&choice.test, names),
        ExprKind::Logic(_, sides) => comes_to(&sides.0, names),
        ExprKind::Compare(sides, _) => sides.iter().take(2).find_map(|side| comes_to(side, names)),
        ExprKind::Lambda(_) => None,
        ExprKind::Comprehension(comprehension) => match comprehension.clauses.first() {
            Some(Clause::For { iterable, .. }) => comes_to(iterable, names),
            _ => None,
        },
        _ => value.parts().into_iter().find_map(|part| comes_to(part, names)),
    }
}
