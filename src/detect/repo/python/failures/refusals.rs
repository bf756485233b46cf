//! Files that Python refuses to compile, and the graphs that are never built because of them.

use super::super::repository::Repository;
use super::stopped::{Ways, building, imports, meant, ways};
use crate::domain::facts::{GraphFact, Lines, RefusedFile};
use std::collections::BTreeSet;

/// Most that are stated.
const MOST: usize = 20;

/// The files outside the tests that Python surely refuses, with the imports by which each stops what builds a graph.
///
/// An import counts where it is sure to run when its file is imported, and surely means the file.
pub(in super::super) fn refusals(
    repository: &Repository<'_>,
    graphs: &[GraphFact],
) -> Vec<RefusedFile> {
    let ours = |index: &usize| {
        let module = &repository.modules[*index];
        !module.in_tests && module.refused.is_some() && !repository.hidden.contains_key(index)
    };
    let refused: Vec<usize> = (0..repository.modules.len()).filter(ours).take(MOST).collect();
    if refused.is_empty() {
        return Vec::new();
    }
    let building = building(repository, graphs);
    let files: BTreeSet<&str> = building.iter().map(|at| repository.modules[*at].path).collect();
    let ways: Vec<(&str, Ways)> = building
        .into_iter()
        .map(|at| (repository.modules[at].path, ways(repository, at)))
        .collect();
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

#[cfg(test)]
mod tests;
