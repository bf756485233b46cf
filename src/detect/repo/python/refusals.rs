//! Files that Python refuses to compile, and the graphs that are never built because of them.

use super::parse::Module;
use super::repository::{At, Repository};
use super::syntax::{Import, Span, StmtKind};
use crate::domain::facts::{GraphFact, Lines, RefusedFile};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Most that are stated.
const MOST: usize = 20;

/// The files outside the tests that Python surely refuses, with the imports by which each stops what builds a graph.
///
/// An import counts where it is sure to run when its file is imported, and surely means the file.
pub(super) fn refusals(repository: &Repository<'_>, graphs: &[GraphFact]) -> Vec<RefusedFile> {
    let ours = |index: &usize| {
        let module = &repository.modules[*index];
        !module.in_tests && module.refused.is_some() && !repository.hidden.contains_key(index)
    };
    let refused: Vec<usize> = (0..repository.modules.len()).filter(ours).take(MOST).collect();
    if refused.is_empty() {
        return Vec::new();
    }
    let live = graphs.iter().filter(|graph| graph.live && !graph.in_tests);
    let files: BTreeSet<&str> = live.map(|graph| graph.place.file.as_str()).collect();
    let building = |module: &Module<'_>| files.contains(module.path);
    let building = repository.modules.iter().enumerate().filter(|(_, module)| building(module));
    let ways: Vec<(&str, Ways)> =
        building.map(|(index, module)| (module.path, ways(repository, index))).collect();
    let fact = |index: usize| {
        let module = &repository.modules[index];
        let refusal = module.refused?;
        let stops = ways.iter().filter_map(|(file, ways)| Some((*file, ways.get(&index)?)));
        Some(RefusedFile {
            why: refusal.why.to_owned(),
            stops: stops.map(|(file, way)| (file.to_owned(), way.clone())).collect(),
            starts: started(repository, index, &files),
            place: Lines::new(module.path, module.blob, refusal.line, refusal.line),
        })
    };
    refused.into_iter().filter_map(fact).collect()
}

/// The modules that surely are imported when one is, each with the imports on the shortest way to it.
type Ways = BTreeMap<usize, Vec<Lines>>;

fn ways(repository: &Repository<'_>, from: usize) -> Ways {
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

/// The file that builds a graph and is surely imported by a module that is a program as well.
fn started(repository: &Repository<'_>, from: usize, files: &BTreeSet<&str>) -> Option<String> {
    let module = &repository.modules[from];
    let is_program = module.text.contains("__name__") && module.text.contains("__main__");
    if !is_program || files.contains(module.path) {
        return None;
    }
    let imported = imports(module).flat_map(|(import, _)| meant(repository, import, from));
    let reached = imported.flat_map(|target| ways(repository, target).into_keys());
    let mut graphs: Vec<&str> = reached.map(|index| repository.modules[index].path).collect();
    graphs.retain(|file| files.contains(file));
    graphs.into_iter().min().map(str::to_owned)
}

/// The imports at the own level of a module, under no condition and in no `try`.
fn imports<'a, 'r>(module: &'a Module<'r>) -> impl Iterator<Item = (&'a Import<'r>, Span)> {
    module.syntax.body.iter().flat_map(|stmt| {
        let imports = match &stmt.kind {
            StmtKind::Import(imports) => imports.as_slice(),
            _ => &[],
        };
        imports.iter().map(|import| (import, stmt.span))
    })
}

/// The modules that surely run for an import: the packages around what it names, and what it names.
fn meant(repository: &Repository<'_>, import: &Import<'_>, from: usize) -> Vec<usize> {
    let asked = repository.asked(import, from);
    let ends = asked.match_indices('.').map(|(end, _)| end).chain([asked.len()]);
    let mut found: Vec<usize> =
        ends.filter_map(|end| surely(repository, &asked[..end], import.level > 0, from)).collect();
    if let Some(name) = import.name.filter(|name| *name != "*") {
        // What the package binds itself is no module of it, or one that it imports on its own.
        let package = repository.named_module(&asked, from);
        let binds = package.is_some_and(|package| {
            let scope = repository.scope(At { module: package, scope: 0 });
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

#[cfg(test)]
mod tests;
