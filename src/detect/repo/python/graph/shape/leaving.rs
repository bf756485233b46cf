//! Graphs that stand in others, and whether they may lead on in these by `Command.PARENT`.

use super::super::follow::values::value::{Built, Value};
use super::facts::is_open;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Stmt, StmtKind};
use std::collections::BTreeSet;

/// The graphs, by their numbers, of which nothing that runs in them can lead on in a graph around: neither the modules
/// of their functions nor those that these import speak of it.
pub(super) fn closed<'r>(repository: &Repository<'r>, built: &[Built<'r>]) -> BTreeSet<usize> {
    if repository.mentions_of("PARENT") == 0 {
        return (0..built.len()).collect();
    }
    let inner = built.iter().flat_map(|one| &one.runs).filter_map(|(_, runs)| match runs {
        Value::Compiled(graph) => Some(*graph),
        _ => None,
    });
    let inner: BTreeSet<usize> = inner.collect();
    inner.into_iter().filter(|graph| is_closed(repository, built, *graph, &mut vec![])).collect()
}

fn is_closed<'r>(
    repository: &Repository<'r>,
    built: &[Built<'r>],
    graph: usize,
    around: &mut Vec<usize>,
) -> bool {
    let Some(one) = built.get(graph) else { return false };
    if around.contains(&graph) || one.steps.iter().any(|step| is_open(&step.wiring)) {
        return false;
    }
    around.push(graph);
    let mut modules = BTreeSet::new();
    let mut is_known = true;
    for (_, runs) in &one.runs {
        match runs {
            Value::Function(closure) => _ = modules.insert(closure.at.module),
            Value::Lambda(at, _) | Value::Object(at, _) => _ = modules.insert(at.module),
            Value::Record(record) => modules.extend(record.class.map(|(at, _)| at.module)),
            Value::Compiled(inner) => is_known &= is_closed(repository, built, *inner, around),
            _ => is_known = false,
        }
    }
    around.pop();
    is_known && !may_speak(repository, modules)
}

/// Whether one of these modules, or one that they import, speaks of a graph around another.
fn may_speak(repository: &Repository<'_>, modules: BTreeSet<usize>) -> bool {
    let mut open: Vec<usize> = modules.iter().copied().collect();
    let mut seen = modules;
    while let Some(index) = open.pop() {
        let module = &repository.modules[index];
        if module.syntax.mentions.contains_key("PARENT") {
            return true;
        }
        Stmt::each(&module.syntax.body, &mut |stmt| {
            let StmtKind::Import(imports) = &stmt.kind else { return };
            for import in imports {
                let found = repository.meant_module(import, index);
                let part = import.name.and_then(|name| {
                    let whole = match &found {
                        Ok(found) => crate::detect::repo::python::repository::dotted(
                            repository.modules[*found].path,
                        )
                        .join("."),
                        Err(whole) => whole.clone(),
                    };
                    repository.named_module(&format!("{whole}.{name}"), index)
                });
                open.extend(found.ok().into_iter().chain(part).filter(|it| seen.insert(*it)));
            }
        });
    }
    false
}
