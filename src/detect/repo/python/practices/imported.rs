//! What is imported from outside the repository, and where the names among it are called.

use super::super::repository::{Origin, Repository};
use super::super::running::reach::Reach;
use super::super::running::sites::Sites;
use super::super::syntax::{Expr, ExprKind, Import, Span};
use super::{Found, unused};
use crate::domain::facts::{ImportFact, ImportedName, Lines};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Most that are listed.
const MOST: usize = 1000;

impl Found {
    /// Adds what an import statement takes from outside the repository.
    pub(super) fn imports(
        &mut self,
        repository: &Repository<'_>,
        (module, span): (usize, Span),
        imports: &[Import<'_>],
    ) {
        let own = &repository.modules[module];
        for import in imports.iter().filter(|import| import.level == 0) {
            let Err(name) = repository.imported_module(import, module) else { continue };
            let unused = unused::is_unused(repository, &self.taken, (module, span), import);
            let (place, in_tests) = (own.place(span), own.in_tests);
            if let Some(inner) = import.name.filter(|inner| *inner != "*") {
                let whole = format!("{name}.{inner}");
                let first = name.split('.').next().unwrap_or_default();
                // A folder of the repository may be a package without a file of its own, or lack what is asked of it.
                let is_own = [&whole, first]
                    .into_iter()
                    .any(|name| repository.named_module(name, module).is_some());
                if !is_own && name != "__future__" {
                    let idle = self.is_idle(&place, in_tests);
                    let place = place.clone();
                    let fact =
                        ImportedName { name: whole, called: None, place, in_tests, idle, unused };
                    self.names.add(fact, import.alias.unwrap_or(inner));
                }
            }
            self.import(&unused::whole(name, import.name), place, in_tests, unused);
        }
    }

    fn is_idle(&self, place: &Lines, in_tests: bool) -> bool {
        !in_tests && self.unreached.contains(&place.file)
    }

    fn import(&mut self, module: &str, place: Lines, in_tests: bool, unused: bool) {
        let idle = self.is_idle(&place, in_tests);
        let fact = ImportFact { module: module.into(), place, in_tests, idle, unused };
        let place = self.imported.entry((module.to_owned(), in_tests));
        keep(&mut self.imports, place, fact, |fact| (fact.idle, fact.unused));
    }
}

/// Adds a fact that is not known, or puts it in the place of the known one where it `lacks` less: what runs shows it
/// sooner than what nothing comes to.
fn keep<F>(
    all: &mut Vec<F>,
    place: Entry<'_, (String, bool), usize>,
    fact: F,
    lacks: impl Fn(&F) -> (bool, bool),
) {
    match place {
        Entry::Vacant(open) => {
            open.insert(all.len());
            all.push(fact);
        }
        Entry::Occupied(known) => {
            let known = &mut all[*known.get()];
            if lacks(&fact) < lacks(known) {
                *known = fact;
            }
        }
    }
}

/// The names that were gathered so far, each once inside the tests and once outside them.
#[derive(Default)]
pub(super) struct Names {
    all: Vec<ImportedName>,
    known: BTreeMap<(String, bool), usize>,
    /// What they are called in the files that import them.
    bound: BTreeSet<String>,
}

impl Names {
    /// Adds a name that a file calls `bound`.
    pub(super) fn add(&mut self, fact: ImportedName, bound: &str) {
        if !self.bound.contains(bound) {
            self.bound.insert(bound.to_owned());
        }
        let place = self.known.entry((fact.name.clone(), fact.in_tests));
        keep(&mut self.all, place, fact, |fact| (fact.idle, fact.unused));
    }

    /// The names, each with its first call that may run.
    pub(super) fn with_calls(
        mut self,
        repository: &Repository<'_>,
        sites: &Sites<'_>,
        reach: &Reach,
    ) -> Vec<ImportedName> {
        for site in &sites.all {
            let of_name = root(&site.call.callee).is_some_and(|name| self.bound.contains(name));
            if site.around.dead || !of_name {
                continue;
            }
            let module = site.module(repository);
            for origin in repository.origins(&site.call.callee, site.at) {
                let Origin::External(whole) = origin else { continue };
                let Some(at) = self.number(whole, module.in_tests) else { continue };
                let fact = &mut self.all[at];
                let runs = || reach.runs(repository, sites, site) != Some(false);
                if fact.called.is_none() && (module.in_tests || runs()) {
                    fact.called = Some(module.place(site.expr.span));
                }
            }
        }
        self.all.truncate(MOST);
        self.all
    }

    /// The number of a name, or of the one that has it: `ChatPromptTemplate.from_messages`.
    fn number(&self, whole: String, in_tests: bool) -> Option<usize> {
        let outer = whole.rsplit_once('.').map(|(outer, _)| outer.to_owned());
        let mut names = std::iter::once(whole).chain(outer);
        names.find_map(|name| self.known.get(&(name, in_tests)).copied())
    }
}

/// The name that a callee begins with.
fn root<'r>(callee: &Expr<'r>) -> Option<&'r str> {
    match &callee.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Attribute(object, _) => root(object),
        _ => None,
    }
}
