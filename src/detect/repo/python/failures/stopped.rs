//! What surely is imported when a module is, and the graphs that are never built because that fails.

use super::super::repository::{At, Repository};
use super::super::sources::parse::Module;
use super::super::syntax::{Import, Span, StmtKind};
use crate::domain::facts::{BrokenImport, GraphFact, Lines};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Adds to imports that fail the files of graphs that surely import theirs: these fail with them.
pub(in super::super) fn mark(
    repository: &Repository<'_>,
    graphs: &[GraphFact],
    broken: &mut [BrokenImport],
) {
    let modules: BTreeMap<&str, usize> =
        repository.modules.iter().enumerate().map(|(at, module)| (module.path, at)).collect();
    let failing = broken.iter_mut().filter(|import| !import.caught && import.inside.is_none());
    let mut failing: Vec<(usize, &mut BrokenImport)> = failing
        .filter_map(|import| Some((*modules.get(import.place.file.as_str())?, import)))
        .collect();
    if failing.is_empty() {
        return;
    }
    for at in building(repository, graphs) {
        let ways = ways(repository, at);
        for (from, import) in &mut failing {
            if let Some(way) = ways.get(from).filter(|way| !way.is_empty()) {
                import.stops.insert(repository.modules[at].path.to_owned(), way.clone());
            }
        }
    }
}

/// The modules outside the tests whose code builds a graph and can run.
pub(in super::super) fn building(repository: &Repository<'_>, graphs: &[GraphFact]) -> Vec<usize> {
    let live = graphs.iter().filter(|graph| graph.is_in_use());
    let files: BTreeSet<&str> = live.map(|graph| graph.place.file.as_str()).collect();
    let modules = repository.modules.iter().enumerate();
    modules.filter(|(_, module)| files.contains(module.path)).map(|(at, _)| at).collect()
}

/// The modules that surely are imported when one is, each with the imports on the shortest way to it.
pub(in super::super) type Ways = BTreeMap<usize, Vec<Lines>>;

/// The ways from the module with this index.
pub(in super::super) fn ways(repository: &Repository<'_>, from: usize) -> Ways {
    let mut ways = Ways::from([(from, Vec::new())]);
    let mut open = VecDeque::from([from]);
    while let Some(index) = open.pop_front() {
        let module = &repository.modules[index];
        // Nothing of a file that is refused runs.
        if module.refused.is_some() {
            continue;
        }
        for (import, span) in imports(module) {
            for target in meant(repository, import, index) {
                if !ways.contains_key(&target) {
                    let mut way = ways[&index].clone();
                    way.push(module.place(span));
                    ways.insert(target, way);
                    open.push_back(target);
                }
            }
        }
    }
    ways
}

/// The imports at the own level of a module, under no condition and in no `try`.
pub(in super::super) fn imports<'a, 'r>(
    module: &'a Module<'r>,
) -> impl Iterator<Item = (&'a Import<'r>, Span)> {
    module.syntax.body.iter().flat_map(|stmt| {
        let imports = match &stmt.kind {
            StmtKind::Import(imports) => imports.as_slice(),
            _ => &[],
        };
        imports.iter().map(|import| (import, stmt.span))
    })
}

/// The modules that surely run for an import: the packages around what it names, and what it names.
pub(in super::super) fn meant(
    repository: &Repository<'_>,
    import: &Import<'_>,
    from: usize,
) -> Vec<usize> {
    let asked = repository.asked(import, from);
    let ends = asked.match_indices('.').map(|(end, _)| end).chain([asked.len()]);
    let mut found: Vec<usize> =
        ends.filter_map(|end| surely(repository, &asked[..end], import.level > 0, from)).collect();
    if let Some(name) = import.name.filter(|name| *name != "*") {
        // What the package binds itself is no module of it, or one that it imports on its own.
        let package = repository.named_module(&asked, from);
        let binds = package.is_some_and(|package| {
            let scope = repository.scope(At::top(package));
            !scope.stars.is_empty() || scope.bindings.contains_key(name)
        });
        if !binds {
            found.extend(surely(repository, &format!("{asked}.{name}"), import.level > 0, from));
        }
    }
    found
}

/// The module that a dotted name surely means to the module `from`; `whole` where it is called so from the root on.
fn surely(repository: &Repository<'_>, name: &str, whole: bool, from: usize) -> Option<usize> {
    let index = repository.named_module(name, from)?;
    let path = |index: usize| {
        let path = repository.modules[index].path;
        let stem = path.strip_suffix(".py").unwrap_or(path);
        stem.strip_suffix("/__init__").unwrap_or(stem).replace('/', ".")
    };
    let own = path(index);
    if whole {
        let named = repository.modules_named(name).iter();
        let twins = named.filter(|one| path(**one) == own).count();
        return (own == name && twins == 1).then_some(index);
    }
    let root = own.strip_suffix(name)?;
    let is_meant = repository.modules_named(name) == [index]
        && (root.is_empty() || root.ends_with('.'))
        && path(from).starts_with(root);
    is_meant.then_some(index)
}
