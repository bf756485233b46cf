//! Which modules a program reaches: imported, step by step, from where it starts.

mod put_away;

use super::super::classes::each;
use super::super::repository::{At, Repository, dotted};
use super::super::sources::parse::Module;
use super::super::syntax::{Expr, ExprKind, Function, Import, StmtKind};
use super::sites::{Site, Sites, is_unused};
use super::uncalled::{Key, uncalled};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{GraphFact, Lines, Unreadable};
use std::collections::BTreeSet;

/// Libraries whose programs start without being imported by anything.
const SERVED: &[&str] = &[
    "airflow",
    "alembic",
    "celery",
    "chainlit",
    "chalice",
    "click",
    "dagster",
    "dash",
    "django",
    "dramatiq",
    "fastapi",
    "fastmcp",
    "fire",
    "flask",
    "functions_framework",
    "gradio",
    "huey",
    "litestar",
    "locust",
    "mcp",
    "mesop",
    "modal",
    "nicegui",
    "panel",
    "prefect",
    "quart",
    "reflex",
    "rq",
    "sanic",
    "scrapy",
    "shiny",
    "solara",
    "starlette",
    "streamlit",
    "taipy",
    "typer",
];

/// Calls that import or run what only a running program knows.
const DYNAMIC: &[&str] = &[
    "import_module",
    "__import__",
    "run_module",
    "run_path",
    "iter_modules",
    "walk_packages",
    "spec_from_file_location",
];

/// Methods that wire a graph or make it ready to run.
const WIRING: &[&str] = &["add_node", "add_edge", "add_conditional_edges"];

/// What is reached, and whether the rest surely is not.
pub(in super::super) struct Reach {
    reached: Vec<bool>,
    /// Those of them that the modules import which build the graphs, step by step, and these themselves.
    of_graphs: Vec<bool>,
    /// What no import finds.
    hidden: BTreeSet<usize>,
    /// What the program is only shown, or tried out on, and what is put away.
    samples: BTreeSet<usize>,
    certain: bool,
    /// Functions of modules that surely nothing uses.
    uncalled: BTreeSet<Key>,
}

impl Reach {
    /// Follows the imports from the graphs that are built and from what is started as a script.
    pub(in super::super) fn new(
        repository: &Repository<'_>,
        sites: &Sites<'_>,
        graphs: &[GraphFact],
        unreadable: &[Unreadable],
        sources: &[Source],
    ) -> Self {
        let hidden: BTreeSet<usize> = repository.hidden.keys().copied().collect();
        // What wires at its own level runs as soon as it is imported or started, wherever the graph is made.
        let own = WIRING.iter().filter(|_| !graphs.is_empty()).flat_map(|name| sites.named(name));
        let own = own.filter(|site| site.around.functions.is_empty());
        let wiring: BTreeSet<usize> = own.map(|site| site.at.module).collect();
        let ours = |index: &usize| !repository.modules[*index].in_tests && !hidden.contains(index);
        let all = 0..repository.modules.len();
        let builds = |module: &Module<'_>| {
            graphs.iter().any(|graph| graph.live && graph.place.file == module.path)
        };
        repository.follow_imports();
        // What builds a graph of its own, or stands beside what does, may be the program.
        let is_sample = |index: &usize| {
            let path = repository.modules[*index].path;
            let mut live = graphs.iter().filter(|graph| graph.live);
            !live.any(|graph| graph.place.file.starts_with(folder(path)))
                && is_sample(repository, *index)
        };
        let mut samples: BTreeSet<usize> = all.clone().filter(is_sample).collect();
        samples.extend(put_away::put_away(repository, graphs, sources));
        let starts = |index: &usize| {
            let module = &repository.modules[*index];
            let is_program = is_started(module) || wiring.contains(index);
            builds(module) || (is_program && !samples.contains(index))
        };
        let mut open: Vec<usize> = all.clone().filter(ours).filter(starts).collect();
        let building = |index: &usize| builds(&repository.modules[*index]);
        let mut building: Vec<usize> = open.iter().copied().filter(building).collect();
        let mut reach = Self {
            reached: vec![false; repository.modules.len()],
            of_graphs: vec![false; repository.modules.len()],
            hidden: hidden.clone(),
            samples: samples.clone(),
            // Without a graph nobody knows which script is the program.
            certain: all.filter(ours).any(|index| builds(&repository.modules[index]))
                && unreadable.iter().all(|lost| super::super::in_tests(&lost.place.file)),
            uncalled: uncalled(repository, sites, sources, graphs),
        };
        while let Some(index) = open.pop() {
            if std::mem::replace(&mut reach.reached[index], true) {
                continue;
            }
            open.extend(repository.imported(index));
        }
        while let Some(index) = building.pop() {
            if !std::mem::replace(&mut reach.of_graphs[index], true) {
                building.extend(repository.imported(index));
            }
        }
        reach.certain &= !DYNAMIC.iter().flat_map(|name| sites.named(name)).any(|site| {
            reach.reached[site.at.module] && site.call.position(0).and_then(Expr::text).is_none()
        });
        reach
    }

    /// Whether the module with this index is reached; `None` when undecided.
    pub(in super::super) fn live(&self, module: usize) -> Option<bool> {
        if self.reached[module] {
            Some(true)
        } else {
            let is_apart = self.hidden.contains(&module) || self.samples.contains(&module);
            (self.certain || is_apart).then_some(false)
        }
    }

    /// Whether a module that builds a graph, or one that it imports step by step, is the one with this index.
    pub(in super::super) fn is_of_graphs(&self, module: usize) -> bool {
        self.of_graphs[module]
    }

    /// Whether what stands at `site` runs: its module is reached, and something uses the function around it; `None`
    /// when undecided.
    pub(in super::super) fn runs(
        &self,
        repository: &Repository<'_>,
        sites: &Sites<'_>,
        site: &Site<'_>,
    ) -> Option<bool> {
        // A method may stand in for one of a base class.
        let is_method = site.around.class.is_some();
        let unused = || {
            self.certain
                && site.around.functions.first().is_some_and(|one| {
                    self.uncalled.contains(&(site.at.module, one.id))
                        || (!is_method && !sites.names_at_run_time() && is_unused(repository, one))
                })
        };
        self.live(site.at.module).map(|live| live && !site.around.dead && !unused())
    }

    /// Takes back that these modules are reached, which nothing imports.
    pub(in super::super) fn leave(&mut self, modules: &[usize]) {
        for module in modules {
            self.reached[*module] = false;
        }
    }

    /// Whether a function of the module with this index surely is used by nothing that runs.
    pub(in super::super) fn is_uncalled(&self, module: usize, function: &Function<'_>) -> bool {
        self.certain && self.uncalled.contains(&(module, function.id))
    }

    /// Where the functions at the own level of modules stand that surely nothing that runs uses.
    pub(in super::super) fn uncalled(&self, repository: &Repository<'_>) -> Vec<Lines> {
        let modules = repository.modules.iter().enumerate().filter(|_| self.certain);
        let own = modules.flat_map(|(index, module)| {
            module.syntax.body.iter().filter_map(move |stmt| match &stmt.kind {
                StmtKind::Function(function) => Some((index, &**function)),
                _ => None,
            })
        });
        own.filter(|(index, function)| self.uncalled.contains(&(*index, function.id)))
            .map(|(index, function)| repository.modules[index].place(function.span))
            .collect()
    }

    /// Whether everything that runs is known.
    pub(in super::super) fn is_certain(&self) -> bool {
        self.certain
    }
}

/// Folders of what a program is shown, or tried out on.
const SAMPLES: &[&str] = &[
    "example",
    "examples",
    "example_inputs",
    "fixture",
    "fixtures",
    "mock_repo",
    "sample",
    "sample_data",
    "sample_input",
    "sample_inputs",
    "sample_repo",
    "sample_repos",
    "samples",
    "temp",
    "test_data",
    "test_repo",
    "test_repos",
    "testdata",
    "tmp",
];

/// Whether a module stands in a folder of samples and has nothing of the program outside it.
fn is_sample(repository: &Repository<'_>, index: usize) -> bool {
    let Some(root) = samples_around(repository.modules[index].path) else { return false };
    // The packages around it are brought in by its own name.
    let is_around = |other: &str| other.ends_with("__init__.py") && root.starts_with(folder(other));
    let is_ours = |other: usize| {
        let path = repository.modules[other].path;
        other != index && !path.starts_with(root) && !is_around(path)
    };
    !imported(repository, index).into_iter().any(is_ours)
}

/// The outermost folder of samples that a file stands in.
fn samples_around(path: &str) -> Option<&str> {
    let mut ends = path.match_indices('/').map(|(at, _)| at);
    let is_one = |end: &usize| {
        let name = path[..*end].rsplit('/').next().unwrap_or_default();
        SAMPLES.contains(&name.to_lowercase().as_str())
    };
    ends.find(is_one).map(|end| &path[..=end])
}

/// The folder that a file stands in.
fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Whether a module is a program of its own.
pub(in super::super) fn is_started(module: &Module<'_>) -> bool {
    let guards = |test: &Expr<'_>| {
        let mut parts = test.parts().into_iter();
        matches!(test.kind, ExprKind::Compare(..)) && parts.any(|part| part.is_name("__name__"))
    };
    module.path.ends_with("__main__.py")
        || module.syntax.body.iter().any(|stmt| match &stmt.kind {
            StmtKind::If { branches, .. } => branches.iter().any(|(test, _)| guards(test)),
            StmtKind::Import(imports) => imports.iter().any(|import| {
                import.module.split('.').next().is_some_and(|root| SERVED.contains(&root))
            }),
            // A package may name it as its entry.
            StmtKind::Function(function) => matches!(function.name, "main" | "cli"),
            _ => false,
        })
}

/// The modules that the module with this index brings in, packages around them included.
pub(in super::super) fn imported(repository: &Repository<'_>, from: usize) -> Vec<usize> {
    let (mut names, mut meant) = (Vec::<String>::new(), Vec::new());
    let module = &repository.modules[from];
    let at = At::top(from);
    let is_dynamic = DYNAMIC.iter().any(|name| module.text.contains(name));
    each(repository, &module.syntax.body, at, &mut |_, stmt| {
        if let StmtKind::Import(imports) = &stmt.kind {
            for import in imports {
                names.extend(named(repository, import, from));
                meant.extend(repository.other_case(import, from).map(|(_, module)| module));
            }
        }
        for value in stmt.expressions().into_iter().filter(|_| is_dynamic) {
            by_call(value, 0, &mut names);
        }
    });
    names.push(dotted(module.path).join("."));
    let mut found = meant;
    found.extend(names.iter().flat_map(|name| on_the_way(repository, name)));
    found
}

/// The modules that one import runs, packages on the way to them first.
pub(in super::super) fn brought(
    repository: &Repository<'_>,
    import: &Import<'_>,
    from: usize,
) -> Vec<usize> {
    let names = named(repository, import, from);
    names.iter().flat_map(|name| on_the_way(repository, name)).collect()
}

/// The modules that run to import a dotted name: those of packages on the way to it, by their `__init__.py`, and its own.
fn on_the_way<'n>(
    repository: &'n Repository<'_>,
    name: &'n str,
) -> impl Iterator<Item = usize> + 'n {
    let ends = name.match_indices('.').map(|(end, _)| end).chain([name.len()]);
    ends.flat_map(|end| repository.modules_named(&name[..end]).iter().copied())
}

/// The dotted names that an import may mean.
fn named(repository: &Repository<'_>, import: &Import<'_>, from: usize) -> Vec<String> {
    let whole = match repository.imported_module(import, from) {
        Ok(module) if import.level > 0 => dotted(repository.modules[module].path).join("."),
        Ok(_) => import.module.to_owned(),
        Err(name) => name,
    };
    let inner = import.name.map(|name| format!("{whole}.{name}"));
    std::iter::once(whole.clone()).chain(inner).collect()
}

/// The constant names that `import_module` and its like are given.
fn by_call(value: &Expr<'_>, depth: usize, names: &mut Vec<String>) {
    if depth > 32 {
        return;
    }
    if let ExprKind::Call(call) = &value.kind
        && DYNAMIC.contains(&call.callee_name())
    {
        names.extend(call.position(0).and_then(Expr::text));
    }
    for part in value.parts() {
        by_call(part, depth + 1, names);
    }
}
