//! Imports of names that the module does not have, or of modules that the package does not have: the file that holds one
//! fails when it is imported.

use super::super::repository::{At, Repository, dotted};
use super::super::running::reach::Reach;
use super::super::sources::parse::Module;
use super::super::syntax::{Body, Expr, ExprKind, Handler, Import, Span, Stmt, StmtKind};
use super::absent::absent;
use super::unbound::spelled_out;
use crate::domain::facts::{BrokenImport, GraphFact, Unreadable};
use std::collections::BTreeMap;

/// Most that are stated.
const MOST: usize = 50;
/// Words by which a module may get names that no statement of its own binds.
const BY_OTHER_MEANS: [&str; 9] = [
    "globals(",
    "locals(",
    "vars(",
    "exec(",
    "setattr(",
    "__dict__",
    "sys.modules",
    "__getattr__",
    "builtins",
];
/// Share of letters from which one name may be a slip of the other, 0–1.
const NEAR: f64 = 0.8;
/// What a handler catches when a module does not have a name.
const CATCHING: [&str; 3] = ["ImportError", "Exception", "BaseException"];

/// Why an import fails.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lack {
    /// The module does not have the name.
    Name,
    /// The module's file is called so in other capitals.
    Case,
    /// The package does not have the module.
    Module,
}

/// The names that files of the program import from each other in vain, by file and line.
///
/// An import counts where it is sure to run when its file is imported, be it in a `try` that puts a constant in its
/// place, and where the module that it names is one of the repository's, was read whole, and binds the name nowhere. Those
/// of modules that a package lacks hold once the tree confirms them.
pub(in super::super) fn broken(
    repository: &Repository<'_>,
    (reach, graphs): (&Reach, &[GraphFact]),
    unreadable: &[Unreadable],
) -> Vec<BrokenImport> {
    let mut found = Vec::new();
    for (from, module) in repository.modules.iter().enumerate() {
        if module.in_tests || reach.live(from) == Some(false) {
            continue;
        }
        let own = imports(&module.syntax.body);
        let own = own.into_iter().map(|(import, span, caught)| (import, span, caught, None));
        let late = building(module, graphs).into_iter();
        let late = late.map(|(import, span, function)| (import, span, false, Some(function)));
        for (import, span, caught, inside) in own.chain(late) {
            let lacked = lacked(repository, import, from)
                .map(|(name, target)| (name.to_owned(), target, Lack::Name));
            let twin = || {
                let (name, target) = repository.other_case(import, from)?;
                Some((name, target, Lack::Case))
            };
            let absent = || {
                let (name, package) = absent(repository, import, from)?;
                Some((name, package, Lack::Module))
            };
            let Some((name, target, lack)) = lacked.or_else(twin).or_else(absent) else {
                continue;
            };
            let target = &repository.modules[target];
            if unreadable.iter().all(|lost| lost.place.file != target.path) {
                found.push(BrokenImport {
                    like: like(target, &name).filter(|_| lack == Lack::Name),
                    name,
                    module: target.path.to_owned(),
                    other_case: lack == Lack::Case,
                    absent: lack == Lack::Module,
                    caught,
                    inside,
                    stops: BTreeMap::new(),
                    place: module.place(span),
                });
            }
        }
    }
    found.sort_by(|one, other| one.place.cmp(&other.place));
    // Of one module several names may be asked.
    found.dedup_by(|next, last| next.absent && next.name == last.name && next.place == last.place);
    found.truncate(MOST);
    found
}

/// The function or class of a module whose name is nearly the one that is asked for.
fn like(module: &Module<'_>, name: &str) -> Option<String> {
    let defined = module.syntax.body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Function(function) => Some(function.name),
        StmtKind::Class(class) => Some(class.name),
        _ => None,
    });
    let near = defined.map(|own| (strsim::normalized_damerau_levenshtein(own, name), own));
    let nearest = near.max_by(|one, other| one.0.total_cmp(&other.0));
    nearest.filter(|(share, _)| *share >= NEAR).map(|(_, own)| own.to_owned())
}

/// The imports that run when their file is imported, and whether a constant stands in for what one fails to bring.
fn imports<'a, 'r>(body: &'a Body<'r>) -> Vec<(&'a Import<'r>, Span, bool)> {
    let mut found = Vec::new();
    let mut list = |stmt: &'a Stmt<'r>, caught: bool| {
        if let StmtKind::Import(imports) = &stmt.kind {
            found.extend(imports.iter().map(|import| (import, stmt.span, caught)));
        }
    };
    for stmt in body {
        list(stmt, false);
        // What else a handler does may well bring the name from elsewhere.
        if let StmtKind::Try { body, handlers, .. } = &stmt.kind
            && let [handler] = handlers.as_slice()
            && is_caught(handler)
        {
            for stmt in body {
                list(stmt, true);
            }
        }
    }
    found
}

/// The imports that run whenever a function does that builds a graph, under no condition and in no `try`.
fn building<'r>(
    module: &'r Module<'r>,
    graphs: &[GraphFact],
) -> Vec<(&'r Import<'r>, Span, String)> {
    let ours = graphs.iter().filter(|graph| graph.is_in_use() && graph.place.file == module.path);
    let lines: Vec<(u32, &String)> =
        ours.filter_map(|graph| Some((graph.place.line, graph.function.as_ref()?))).collect();
    let mut found = Vec::new();
    Stmt::each(&module.syntax.body, &mut |stmt| {
        let StmtKind::Function(function) = &stmt.kind else { return };
        let builds = |(line, name): &&(u32, &String)| {
            name.rsplit('.').next() == Some(function.name)
                && (function.span.first..=function.span.last).contains(line)
        };
        let Some((_, name)) = lines.iter().find(builds) else { return };
        for stmt in &function.body {
            if let StmtKind::Import(imports) = &stmt.kind {
                found.extend(imports.iter().map(|import| (import, stmt.span, (*name).clone())));
            }
        }
    });
    found
}

/// Whether a handler catches that a module does not have a name, and does no more than set constants and tell of it.
fn is_caught(handler: &Handler<'_>) -> bool {
    let is_constant = |value: &Expr<'_>| match &value.kind {
        ExprKind::None | ExprKind::Bool(_) | ExprKind::Literal(_) => true,
        ExprKind::Str(_) => value.text().is_some(),
        ExprKind::List(items) | ExprKind::Tuple(items) => items.is_empty(),
        ExprKind::Dict(pairs) => pairs.is_empty(),
        _ => false,
    };
    let tells = |value: &Expr<'_>| match &value.kind {
        ExprKind::Call(call) => {
            matches!(call.callee_name(), "print" | "debug" | "info" | "warning" | "warn" | "error")
        }
        _ => is_constant(value),
    };
    let catches = |caught: &Expr<'_>| match &caught.kind {
        ExprKind::Name(name) => CATCHING.contains(name),
        ExprKind::Tuple(items) => items
            .iter()
            .any(|item| matches!(item.kind, ExprKind::Name(name) if CATCHING.contains(&name))),
        _ => false,
    };
    (handler.caught.is_empty() || handler.caught.iter().any(catches))
        && handler.body.iter().all(|stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                is_constant(value)
                    && targets.iter().all(|target| matches!(target.kind, ExprKind::Name(_)))
            }
            StmtKind::Expr(value) => tells(value),
            // `pass`
            StmtKind::Other(inner) => inner.is_empty(),
            _ => false,
        })
}

/// The name that an import asks for, and the module that does not have it.
fn lacked<'r>(
    repository: &Repository<'r>,
    import: &Import<'r>,
    from: usize,
) -> Option<(&'r str, usize)> {
    let name = import.name.filter(|name| *name != "*")?;
    let target = repository.imported_module(import, from).ok()?;
    let module = &repository.modules[target];
    // A package has its submodules, too, and what stands elsewhere under the same name may be what is meant.
    let path = module.path.strip_suffix(".py")?;
    let is_package = path.ends_with("__init__");
    let whole = path.replace('/', ".");
    let is_meant = import.level > 0
        || whole == import.module
        || whole.strip_prefix("src.").is_some_and(|inner| inner == import.module);
    // A package of the same name beside the file would be what Python finds.
    let twins = repository.modules_named(&whole).iter();
    let twins = twins.filter(|one| dotted(repository.modules[**one].path).join(".") == whole);
    let alone = twins.count() == 1
        && (import.level > 0 || repository.modules_named(import.module) == [target]);
    if is_package || !is_meant || !alone {
        return None;
    }
    (!may_bind(repository, target, name)).then_some((name, target))
}

/// Whether anything may give a module the name, in the module or from outside.
pub(in super::super) fn may_bind(repository: &Repository<'_>, target: usize, name: &str) -> bool {
    let module = &repository.modules[target];
    let scope = repository.scope(At::top(target));
    if !scope.stars.is_empty()
        || scope.bindings.contains_key(name)
        || name.starts_with("__")
        || BY_OTHER_MEANS.iter().any(|means| module.text.contains(means))
        || spelled_out(module.text).contains(&name)
        || module.text.contains(&format!("type {name}"))
    {
        return true;
    }
    // What is told to be there, and whatever is not an assignment that is understood.
    let mut told = false;
    Stmt::each_own(&module.syntax.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, .. } => {
            let is_it = |part: &Expr<'_>| part.is_name(name);
            told |= targets.iter().any(|target| target.any(&is_it));
        }
        StmtKind::Other(inner) => told |= !inner.is_empty(),
        _ => {}
    });
    told || repository.modules.iter().any(|other| !other.in_tests && sets(other, name))
}

/// Whether a module may set the name in another: `graph.name = value`.
fn sets(module: &Module<'_>, name: &str) -> bool {
    if !module.text.contains(name) {
        return false;
    }
    let mut sets = module.text.contains("setattr(") || module.text.contains("sys.modules");
    Stmt::each(&module.syntax.body, &mut |stmt| {
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            sets |= targets.iter().any(|target| {
                target.any(&|part| match &part.kind {
                    ExprKind::Attribute(object, attribute) => {
                        *attribute == name && !object.is_self()
                    }
                    _ => false,
                })
            });
        }
    });
    sets
}
