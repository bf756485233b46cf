//! What is put into tables under a key: `table[key] = value`.

use super::super::super::classes::each;
use super::super::super::repository::{At, Repository};
use super::super::super::syntax::{Expr, ExprKind, StmtKind};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// Values with where they are read, by the name of the table that they are put into.
type ByTable<'r> = BTreeMap<&'r str, Vec<(At, &'r Expr<'r>)>>;

/// What each module puts into tables, worked out when it is asked for first, as every call may ask for it.
pub(super) struct Puts<'r>(Vec<OnceCell<ByTable<'r>>>);

impl<'r> Puts<'r> {
    /// Room for so many modules.
    pub(super) fn of(modules: usize) -> Self {
        Self((0..modules).map(|_| OnceCell::new()).collect())
    }

    /// What a module puts into any table of this name.
    pub(super) fn of_table(
        &self,
        repository: &Repository<'r>,
        module: usize,
        name: &str,
    ) -> &[(At, &'r Expr<'r>)] {
        let all = self.0[module].get_or_init(|| by_table(repository, module));
        all.get(name).map_or(&[], Vec::as_slice)
    }
}

fn by_table<'r>(repository: &Repository<'r>, module: usize) -> ByTable<'r> {
    let mut found = ByTable::new();
    let body = &repository.modules[module].syntax.body;
    each(repository, body, At::top(module), &mut |at, stmt| {
        let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
        for target in targets {
            let ExprKind::Subscript(table, _) = &target.kind else { continue };
            let ExprKind::Name(name) = table.kind else { continue };
            let puts = found.entry(name).or_default();
            // One statement may put it into several places of one table.
            if puts.last().is_none_or(|(_, last): &(At, &Expr<'_>)| last.span != value.span) {
                puts.push((at, value));
            }
        }
    });
    found
}
