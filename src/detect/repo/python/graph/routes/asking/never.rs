//! What a node never does, where fields of the state surely hold something.

use super::super::seen::Seen;
use super::{Asking, CALLS, Fields, Step, Where};
use crate::detect::repo::python::graph::state::updates::entries::Held;
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::syntax::{Function, Span, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// The fields for whose entries a function never comes into the one `if` in which it does something, and the condition;
/// `None` where it may come there.
pub(in crate::detect::repo::python::graph) fn never<'r>(
    repository: &Repository<'r>,
    (at, function): (At, &'r Function<'r>),
    param: &'r str,
    held: &BTreeMap<String, Held>,
    does: &dyn Fn(&'r Stmt<'r>) -> bool,
) -> Option<(BTreeSet<String>, Span)> {
    let given = BTreeMap::new();
    let fields = Fields { held, given: &given };
    let mut asking = Asking { repository, fields, asked: BTreeSet::new(), tests: 0 };
    let inside = Where { at: repository.inside(at, function.id), calls: CALLS };
    let mut variables = BTreeMap::from([(param, Seen::State)]);
    let within = |stmt: &'r Stmt<'r>| {
        let mut found = false;
        Stmt::each(std::slice::from_ref(stmt), &mut |stmt| found |= does(stmt));
        found
    };
    let mut doing = function.body.iter().filter(|stmt| within(stmt));
    let (Some(only), None) = (doing.next(), doing.next()) else { return None };
    let StmtKind::If { branches, otherwise } = &only.kind else { return None };
    let [(test, _)] = branches.as_slice() else { return None };
    if otherwise.iter().any(within) {
        return None;
    }
    for stmt in &function.body {
        if stmt.span == only.span {
            let holds = asking.value(test, &variables, inside).truth()?;
            return (!holds && !asking.asked.is_empty()).then_some((asking.asked, test.span));
        }
        let Step::On = asking.stmt(stmt, &mut variables, inside)? else { return None };
    }
    None
}
