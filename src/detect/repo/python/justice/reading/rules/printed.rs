//! Rules of which nothing comes but what is written down.

use super::super::effects::changed;
use super::super::variables::terms::statements;
use super::super::variables::told;
use super::super::variables::told::only_told;
use super::Reading;
use crate::detect::repo::python::syntax::{Span, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

impl Reading<'_, '_> {
    /// The rules of which nothing comes but what is written down, each with where it is seen first.
    pub(super) fn printed(&self) -> BTreeMap<&'static str, Span> {
        let printed = told::printed(self.function);
        let mut found = BTreeMap::new();
        let (mut written, mut others) = (BTreeSet::new(), BTreeSet::new());
        for (rule, site) in self.found.sites.iter().filter(|(rule, _)| *rule != "dissent") {
            statements(&self.function.body, &mut |stmt| {
                if !site.holds(stmt.span) {
                    return;
                }
                let is_written = only_told(stmt, &printed)
                    || told::grows(stmt).is_some_and(|list| printed.contains(list));
                if is_written && changed(stmt) {
                    written.insert(*rule);
                    found.entry(*rule).or_insert(*site);
                } else if changed(stmt) || matches!(stmt.kind, StmtKind::Return(_)) {
                    others.insert(*rule);
                }
            });
        }
        found.retain(|rule, _| written.contains(rule) && !others.contains(rule));
        found
    }
}
