//! Graphs whose wiring takes longer to follow than is allowed.

use super::super::repository::Repository;
use super::super::sites::Site;
use super::constructs;
use super::run::Interpreter;
use super::value::{Built, Step};
use super::wiring::unresolved;
use crate::domain::facts::GapAbout;
use std::collections::BTreeSet;

const GAP: &str = "to follow what wires it takes too long";

impl Interpreter<'_, '_> {
    /// Says of the graphs of a root that more may be wired, where there was not enough to follow it to its end: of those
    /// built since so many were `known`, and of those of its module.
    pub(super) fn leave_open(&mut self, module: usize, known: usize) {
        if self.fuel > 0 {
            return;
        }
        for (number, built) in self.built.iter_mut().enumerate() {
            if number >= known || built.at.module == module {
                leave_open(built);
            }
        }
    }
}

/// Adds the graphs that nothing was left to follow.
pub(super) fn add_unfollowed<'r>(
    repository: &Repository<'r>,
    sites: &[Site<'r>],
    built: &mut Vec<Built<'r>>,
) {
    let known: BTreeSet<(usize, usize)> =
        built.iter().map(|one| (one.at.module, one.construction.span.start)).collect();
    let left = sites.iter().filter(|site| {
        constructs(repository, site) && !known.contains(&(site.at.module, site.expr.span.start))
    });
    for site in left {
        let module = site.module(repository);
        let state = site.call.argument(0, "state_schema");
        let mut one = Built {
            at: site.at,
            construction: site.expr,
            state: state.map(|state| module.written(state.span, 120)),
            class: None,
            variable: None,
            function: site.around.function(),
            live: !site.around.dead,
            for_tests: module.in_tests,
            uncalled: false,
            runs: Vec::new(),
            routers: Vec::new(),
            steps: Vec::new(),
        };
        leave_open(&mut one);
        built.push(one);
    }
}

fn leave_open(built: &mut Built<'_>) {
    let step = Step {
        module: built.at.module,
        expr: built.construction,
        wiring: unresolved(GapAbout::Anything, GAP),
        choices: Vec::new(),
    };
    built.steps.push(step);
}
