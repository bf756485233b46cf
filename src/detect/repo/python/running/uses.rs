//! What every graph asks of all sources, gathered once: which functions take the state, and which names are used.

use super::super::classes::{bare, each};
use super::super::names::scope::Opener;
use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{Function, Import, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// A class by its module and number.
pub(in super::super) type ClassId = (usize, usize);

/// A function that takes an object of a class by the annotation of one parameter, and of no other.
#[derive(Clone, Copy)]
pub(in super::super) struct Taker<'r> {
    pub at: At,
    pub function: &'r Function<'r>,
    pub param: &'r str,
}

/// What the sources outside the tests use.
pub(in super::super) struct Uses<'r> {
    takers: BTreeMap<ClassId, Vec<Taker<'r>>>,
    named: BTreeSet<&'r str>,
    /// How many functions and methods have each name.
    defined: BTreeMap<&'r str, u32>,
    /// The imports of each name, with the modules in which they stand.
    imports: BTreeMap<&'r str, Vec<(usize, &'r Import<'r>)>>,
}

impl<'r> Uses<'r> {
    pub(in super::super) fn new(repository: &Repository<'r>) -> Self {
        let mut takers: BTreeMap<ClassId, Vec<Taker<'r>>> = BTreeMap::new();
        let mut counts: BTreeMap<&'r str, (u32, u32)> = BTreeMap::new();
        let mut defined: BTreeMap<&'r str, u32> = BTreeMap::new();
        let mut brought: BTreeMap<&'r str, Vec<(usize, &'r Import<'r>)>> = BTreeMap::new();
        for (index, module) in repository.modules.iter().enumerate() {
            if module.in_tests {
                continue;
            }
            for (name, count) in &module.syntax.mentions {
                counts.entry(name).or_default().0 += count;
            }
            each(
                repository,
                &module.syntax.body,
                At::top(index),
                &mut |at, stmt| match &stmt.kind {
                    StmtKind::Function(function) => {
                        *defined.entry(function.name).or_default() += 1;
                        for (class, param) in taken(repository, function, at) {
                            takers.entry(class).or_default().push(Taker { at, function, param });
                        }
                    }
                    StmtKind::Import(imports) => {
                        for import in imports {
                            let Some(name) = import.name else { continue };
                            counts.entry(name).or_default().1 += 1;
                            brought.entry(name).or_default().push((index, import));
                        }
                    }
                    _ => {}
                },
            );
        }
        let used = counts.into_iter().filter(|(_, (mentioned, imported))| mentioned > imported);
        let named = used.map(|(name, _)| name).collect();
        Self { takers, named, defined, imports: brought }
    }

    /// The functions that take an object of a class, in the order of the sources.
    pub(in super::super) fn takers_of(&self, class: ClassId) -> &[Taker<'r>] {
        self.takers.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Whether a source names a function other than to import it: where several have its name, what is called on an
    /// object may be any class's, and a function has to be named where it stands or be imported from there.
    pub(in super::super) fn uses(&self, repository: &Repository<'r>, taker: &Taker<'r>) -> bool {
        let name = taker.function.name;
        let is_method = matches!(repository.scope(taker.at).opener, Opener::Class(_));
        let is_only = self.defined.get(name).is_none_or(|count| *count < 2);
        let is_at_hand = || {
            repository.modules[taker.at.module].syntax.mentions.contains_key(name)
                || self.imports.get(name).into_iter().flatten().any(|(index, import)| {
                    repository.imported_module(import, *index) == Ok(taker.at.module)
                })
        };
        self.named.contains(name) && (is_only || (!is_method && is_at_hand()))
    }
}

/// The classes whose objects a function takes by one parameter each, with that parameter.
fn taken<'r>(
    repository: &Repository<'r>,
    function: &'r Function<'r>,
    at: At,
) -> Vec<(ClassId, &'r str)> {
    let mut found: Vec<(ClassId, &'r str)> = Vec::new();
    let mut twice = BTreeSet::new();
    for param in &function.params {
        let Some(annotation) = &param.annotation else { continue };
        if let [Origin::Class(at, class)] = repository.origins(bare(annotation), at).as_slice() {
            let class = (at.module, class.id);
            if found.iter().any(|(known, _)| *known == class) {
                twice.insert(class);
            }
            found.push((class, param.name));
        }
    }
    found.retain(|(class, _)| !twice.contains(class));
    found
}
