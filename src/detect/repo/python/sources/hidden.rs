//! Files that no import finds, because a package or a module of the same name stands beside them.
//!
//! Of what is called `a/b` Python takes the package with an `__init__.py` first, then `a/b.py`, and a plain folder
//! last.

use super::super::repository::{Repository, dotted};
use super::super::running::reach::is_started;
use super::super::syntax::{ExprKind, Stmt, StmtKind};
use super::parse::Module;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{HiddenFile, Lines};
use std::collections::BTreeMap;

/// Words by which a file may be run or imported by its path, or a package be made of more than its folder.
const BY_OTHER_MEANS: [&str; 10] = [
    "__path__",
    "import_module",
    "__import__",
    "iter_modules",
    "run_module",
    "run_path",
    "spec_from_file_location",
    "SourceFileLoader",
    "walk_packages",
    "sys.modules",
];
/// Endings of files that people or programs of analysis write: to be named there runs nothing.
const READ: [&str; 9] = [".md", ".rst", ".txt", ".tex", ".html", ".json", ".csv", ".log", ".svg"];

/// Calls that prepare what a module defines and do nothing by themselves.
const SETTING: [&str; 6] =
    ["load_dotenv", "basicConfig", "setLevel", "filterwarnings", "simplefilter", "addHandler"];

/// The modules that are hidden, each with the one that hides it, by their places in the list.
///
/// A file that is started by itself, that a file of settings or a script names, or that an import may find by a
/// shorter name is not hidden, nor is anything where modules are loaded by other means than imports.
pub(in super::super) fn hidden(
    modules: &[Module<'_>],
    sources: &[Source],
) -> BTreeMap<usize, usize> {
    let at: BTreeMap<&str, usize> =
        modules.iter().enumerate().map(|(index, module)| (module.path, index)).collect();
    let mut found = BTreeMap::new();
    for (path, module) in &at {
        let Some(folder) = path.strip_suffix(".py") else { continue };
        if let Some(package) = at.get(format!("{folder}/__init__.py").as_str()) {
            if gives_all(modules, folder, *package) {
                found.insert(*module, *package);
            }
            continue;
        }
        let inside: Vec<usize> = at
            .iter()
            .filter(|(path, _)| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
            .map(|(_, index)| *index)
            .collect();
        // What stands alone in its folder starts there, and finds what is beside it.
        if !inside.iter().any(|index| starts(&modules[*index]))
            && !inside.is_empty()
            && !is_imported(modules, folder, &inside)
        {
            found.extend(inside.into_iter().map(|index| (index, *module)));
        }
    }
    let loads = |module: &Module<'_>| BY_OTHER_MEANS.iter().any(|word| module.text.contains(word));
    if found.is_empty() || modules.iter().any(loads) {
        return BTreeMap::new();
    }
    found.retain(|index, _| {
        let module = &modules[*index];
        !module.in_tests && !starts(module) && !is_named(module.path, sources)
    });
    found
}

/// The hidden modules as facts, in the order of their files.
pub(in super::super) fn told(repository: &Repository<'_>) -> Vec<HiddenFile> {
    let file = |(index, by): (&usize, &usize)| {
        let Module { path, blob, .. } = &repository.modules[*index];
        let by = repository.modules[*by].path.to_owned();
        HiddenFile { by, place: Lines::new(path, blob, 1, 1) }
    };
    let mut files: Vec<HiddenFile> = repository.hidden.iter().map(file).collect();
    files.sort_by(|one, other| one.place.cmp(&other.place));
    files
}

/// Whether a file may be run by itself: as a script, which does more than define, or served.
fn starts(module: &Module<'_>) -> bool {
    let acts = |stmt: &Stmt<'_>| match &stmt.kind {
        StmtKind::Expr(value) => match &value.kind {
            ExprKind::Call(call) => !SETTING.contains(&call.callee_name()),
            ExprKind::Await(_) => true,
            _ => false,
        },
        StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::With { .. } => true,
        _ => false,
    };
    // Whoever names a logger after the module starts nothing by that.
    let named = module.text.matches("__name__").count();
    let for_logger = module.text.matches("getLogger(__name__)").count();
    is_started(module) || named > for_logger || module.syntax.body.iter().any(acts)
}

/// Whether a package has whatever is imported by its name: where it does not, nobody knows what was meant.
fn gives_all(modules: &[Module<'_>], folder: &str, package: usize) -> bool {
    let own = dotted(folder);
    let is_inside = |name: &str| {
        let path = format!("{folder}/{name}");
        modules.iter().any(|module| {
            module.path.strip_prefix(&path).is_some_and(|rest| rest.starts_with(['/', '.']))
        })
    };
    !modules.iter().any(|module| {
        let mut lacks = false;
        Stmt::each(&module.syntax.body, &mut |stmt| {
            let StmtKind::Import(imports) = &stmt.kind else { return };
            for import in imports {
                let name = import.name.filter(|name| *name != "*");
                let asked: Vec<&str> = import.module.split('.').collect();
                let is_it = own.iter().map(String::as_str).collect::<Vec<_>>().ends_with(&asked);
                lacks |= is_it
                    && name.is_some_and(|name| {
                        !modules[package].text.contains(name) && !is_inside(name)
                    });
            }
        });
        lacks
    })
}

/// Whether an import from without names a module in the folder, or any import does by a name that begins in it.
fn is_imported(modules: &[Module<'_>], folder: &str, inside: &[usize]) -> bool {
    let outer = folder.split('/').count();
    let names: Vec<Vec<String>> = inside.iter().map(|index| dotted(modules[*index].path)).collect();
    modules.iter().enumerate().any(|(from, module)| {
        let mut imported = false;
        let own = inside.contains(&from);
        Stmt::each(&module.syntax.body, &mut |stmt| {
            let StmtKind::Import(imports) = &stmt.kind else { return };
            for import in imports {
                // Relative ones inside the folder stay there.
                if own && import.level > 0 {
                    continue;
                }
                let whole: Vec<&str> = import.module.split('.').chain(import.name).collect();
                let begins = |parts: &[String]| {
                    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
                    whole.starts_with(&parts)
                };
                imported |= names.iter().any(|name| {
                    // By a name that begins in the folder, or by a longer one that goes through it.
                    let first = if own { outer } else { 0 };
                    (first..name.len()).any(|first| begins(&name[first..]))
                });
            }
        });
        imported
    })
}

/// Whether a file of settings, a script or a notebook names the file, from whatever folder it stands in; or what is
/// called so.
pub(in super::super) fn is_named(path: &str, sources: &[Source]) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let told = |source: &&Source| !source.is_python() && !is_read(&source.path);
    sources.iter().filter(told).any(|source| source.text().contains(name))
}

/// Whether people and programs of analysis read a file, so that to be named there runs nothing.
pub(in super::super) fn is_read(path: &str) -> bool {
    let serves = path.ends_with("langgraph.json") || path.ends_with("package.json");
    !serves && READ.iter().any(|end| path.ends_with(end))
}
