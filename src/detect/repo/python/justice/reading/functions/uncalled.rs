//! Functions that surely nothing calls, whatever fields and variables share their names.

use super::super::variables::terms::has;
use super::court::{Court, Key, mentions};
use crate::detect::repo::python::classes::each;
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Span, Stmt, StmtKind};
use crate::domain::facts::GraphFact;
use std::collections::{BTreeMap, BTreeSet};

/// Who may find a function without a source that names it.
const LOOKS_UP: &[&str] = &["globals", "vars", "import_module", "__dict__", "Fire"];

/// Whether a file is about verdicts by its name.
pub(in super::super) fn is_of_verdicts(module: &Module<'_>) -> bool {
    has(module.path, &["justice", "synthes", "verdict", "chief"])
}

/// Whether a graph that is built runs one of the functions that lead a synthesis.
pub(in crate::detect::repo::python::justice) fn is_led(
    court: &Court<'_, '_>,
    entries: &BTreeSet<Key>,
    graphs: &[GraphFact],
) -> bool {
    let ours = graphs.iter().filter(|graph| graph.is_in_use());
    let runs: BTreeSet<_> =
        ours.flat_map(|graph| &graph.nodes).filter_map(|node| node.runs.as_ref()).collect();
    let place = |key: &Key| court.module(*key).place(court.parts[key].function.span);
    entries.iter().any(|key| runs.contains(&place(key)))
}

/// The functions at the own level of these modules, and of those that are about verdicts, that nothing uses but such
/// functions. Those that lead a synthesis may be called by what was not understood, unless `is_led` tells that another
/// one does.
pub(in crate::detect::repo::python::justice) fn uncalled(
    court: &Court<'_, '_>,
    reached: &BTreeSet<Key>,
    is_led: bool,
) -> BTreeSet<Key> {
    let repository = court.repository;
    if looks_up(repository) {
        return BTreeSet::new();
    }
    let reached: BTreeSet<usize> = reached.iter().map(|key| key.0).collect();
    let renamed = renamed(repository);
    let is_open = |function: &Function<'_>| {
        may_be_uncalled(function, is_led) && !renamed.contains(function.name)
    };
    let mut open: BTreeMap<Key, &Function<'_>> = BTreeMap::new();
    for (index, module) in repository.modules.iter().enumerate() {
        if module.in_tests || !(reached.contains(&index) || is_of_verdicts(module)) {
            continue;
        }
        open.extend(module.syntax.body.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Function(function) if is_open(function) => {
                Some(((index, function.id), &**function))
            }
            _ => None,
        }));
    }
    let used = uses(repository, &open);
    let mut found = BTreeSet::new();
    loop {
        let idle = |key: &Key| {
            let mut users = used.get(key).into_iter().flatten();
            users.all(|user| user.is_some_and(|user| user == *key || found.contains(&user)))
        };
        let next: BTreeSet<Key> = open.keys().filter(|key| idle(key)).copied().collect();
        if next == found {
            return found;
        }
        found = next;
    }
}

fn may_be_uncalled(function: &Function<'_>, is_led: bool) -> bool {
    let leads = ["justice", "synthes", "verdict", "chief"];
    function.decorators.is_empty()
        && !function.name.starts_with("__")
        && !has(function.name, &["main"])
        && (is_led || !has(function.name, &leads))
}

/// The names that a source outside the tests imports under another one, by which they are used there.
fn renamed<'r>(repository: &Repository<'r>) -> BTreeSet<&'r str> {
    let mut found = BTreeSet::new();
    for module in repository.program() {
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if let StmtKind::Import(imports) = &stmt.kind {
                let renamed = imports.iter().filter(|import| import.alias.is_some());
                found.extend(renamed.filter_map(|import| import.name));
            }
        });
    }
    found
}

/// Whether something may be found by a name that only a running program knows.
fn looks_up(repository: &Repository<'_>) -> bool {
    if LOOKS_UP.iter().any(|name| repository.is_mentioned(name)) {
        return true;
    }
    if !repository.is_mentioned("getattr") {
        return false;
    }
    let mut open = false;
    for (index, module) in repository.modules.iter().enumerate() {
        each(repository, &module.syntax.body, At::top(index), &mut |_, stmt| {
            stmt.walk(&mut |part| match &part.kind {
                ExprKind::Call(call) if call.callee_name() == "getattr" => {
                    // An object's own fields are no functions of a module.
                    let is_own = call.position(0).is_some_and(|object| object.is_name("self"));
                    open |= !is_own && call.position(1).and_then(Expr::text).is_none();
                }
                _ => {}
            });
        });
    }
    open
}

/// Who uses each of the functions: one of them, or anything else.
fn uses(
    repository: &Repository<'_>,
    open: &BTreeMap<Key, &Function<'_>>,
) -> BTreeMap<Key, Vec<Option<Key>>> {
    let mut named: BTreeMap<&str, Vec<Key>> = BTreeMap::new();
    for (key, function) in open {
        named.entry(function.name).or_default().push(*key);
    }
    let mut uses: BTreeMap<Key, Vec<Option<Key>>> = BTreeMap::new();
    for (index, module) in repository.modules.iter().enumerate() {
        if module.in_tests {
            continue;
        }
        each(repository, &module.syntax.body, At::top(index), &mut |at, stmt| {
            stmt.walk(&mut |part| {
                let Some(name) = part.last_name() else {
                    return;
                };
                for key in named.get(name).into_iter().flatten() {
                    if may_be(repository, part, at, *key) {
                        let around = open.iter().find(|(outer, function)| {
                            outer.0 == index && function.span.holds(part.span)
                        });
                        uses.entry(*key).or_default().push(around.map(|(outer, _)| *outer));
                    }
                }
            });
        });
    }
    uses
}

/// Whether a name may be that function. A field of what is no module is none.
fn may_be<'r>(repository: &Repository<'r>, part: &'r Expr<'r>, at: At, key: Key) -> bool {
    let is_imported = || match &part.kind {
        ExprKind::Attribute(object, _) => repository.origins(object, at).iter().any(|origin| {
            matches!(origin, Origin::Module(_) | Origin::External(_) | Origin::Perhaps(_))
        }),
        _ => true,
    };
    repository.origins(part, at).iter().any(|origin| match origin {
        Origin::Function(at, function) => (at.module, function.id) == key,
        Origin::External(_) | Origin::Perhaps(_) | Origin::Unknown => is_imported(),
        Origin::Module(_)
        | Origin::Class(..)
        | Origin::Value(..)
        | Origin::With(..)
        | Origin::Part(..)
        | Origin::Param(..) => false,
    })
}

/// Where names at the module's own level are given that nothing but such functions mentions.
pub(in super::super) fn idle_tables(hearing: &Hearing<'_, '_>, module: &Module<'_>) -> Vec<Span> {
    let mut inside: BTreeMap<&str, u32> = BTreeMap::new();
    for key in &hearing.uncalled {
        mentions(&hearing.function(*key).body, &mut inside);
    }
    let mut given: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    for stmt in &module.syntax.body {
        if let StmtKind::Assign { targets, .. } = &stmt.kind
            && let [Expr { kind: ExprKind::Name(name), .. }] = targets.as_slice()
        {
            given.entry(name).or_default().push(stmt.span);
        }
    }
    given.retain(|name, spans| {
        let own = u32::try_from(spans.len()).unwrap_or(u32::MAX);
        inside.get(name).is_some_and(|used| hearing.repository.mentions_of(name) <= used + own)
    });
    given.into_values().flatten().collect()
}
