//! Functions of modules that nothing uses, or only functions that nothing uses: to import one is no use of it.

mod builders;
mod methods;
mod units;
mod vain;
mod words;

pub(in super::super) use units::unused;

use super::super::classes::each;
use super::super::graph::is_as_written;
use super::super::repository::{At, Origin, Repository};
use super::super::sources::hidden::is_read;
use super::super::sources::parse::Module;
use super::super::syntax::{Body, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use super::sites::{Site, Sites};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::GraphFact;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use vain::Vain;
use words::{Wanted, is_part};

/// A function, by its module and its number there.
pub(in super::super) type Key = (usize, usize);

/// Names by which something outside the sources starts a program.
pub(in super::super) const STARTS: &[&str] =
    &["main", "cli", "app", "handler", "lambda_handler", "run"];

/// Lists the functions at the own level of modules that surely nothing uses, and the methods that nothing names.
///
/// A test is a use like any other, and so is a text that is the name alone, or a name in a file of settings, a script or
/// a notebook. To wire one at a node that no way leads to is no use. Nothing is listed where a name may be put together
/// when the program runs.
pub(in super::super) fn uncalled(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    sources: &[Source],
    graphs: &[GraphFact],
) -> BTreeSet<Key> {
    if looks_up(repository, sites) {
        return BTreeSet::new();
    }
    let mut unused = by_others(repository, sites, sources, (&Vain::default(), graphs));
    let vain = Vain::of(graphs);
    if !vain.is_empty() {
        unused.extend(by_others(repository, sites, sources, (&vain, graphs)));
    }
    unused
}

/// What nothing uses but what is wired in vain; to list what a module offers uses none of what only that uses.
fn by_others(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    sources: &[Source],
    (vain, graphs): (&Vain, &[GraphFact]),
) -> BTreeSet<Key> {
    let mut open: BTreeMap<Key, &Function<'_>> = BTreeMap::new();
    for (index, module) in repository.modules.iter().enumerate() {
        let own = Stmt::functions(&module.syntax.body);
        let own = own.filter(|function| {
            let is_ours = may_be_uncalled(function)
                || (vain.runs(module, function) && is_as_written(repository, function));
            !module.in_tests && is_ours
        });
        open.extend(own.map(|function| ((index, function.id), function)));
    }
    let units = open.iter().map(|(key, own)| (*key, Unit { name: own.name, span: own.span }));
    let uses = uses(repository, &units.collect(), vain, |_| true);
    if vain.is_empty() {
        open.extend(methods::unnamed(repository, sites));
    } else {
        // What nothing at all uses is another matter.
        open.retain(|key, function| {
            vain.runs(&repository.modules[key.0], function) || uses.contains_key(key)
        });
    }
    let unused = unreached(open.keys().copied(), &uses);
    let spans = |key: &Key| open[key].span;
    let builders = builders::builders(repository, graphs, (&unused, &spans), &uses);
    open.retain(|key, _| !builders.contains(key));
    let unused = unreached(open.keys().copied(), &uses);
    // What is named elsewhere is used, with all that it uses; the name of a node names no function.
    let uncalled = unused.iter().map(|key| open[key].name).filter(|name| !vain.is_node(name));
    let named = named(repository, sources, uncalled, !vain.is_empty());
    if named.is_empty() {
        return unused;
    }
    open.retain(|_, function| !named.contains(function.name));
    unreached(open.keys().copied(), &uses)
}

fn may_be_uncalled(function: &Function<'_>) -> bool {
    function.decorators.is_empty()
        && !function.name.starts_with("__")
        && !STARTS.contains(&function.name)
}

/// What a module defines: a function, or a class with its methods.
#[derive(Clone, Copy)]
struct Unit<'r> {
    name: &'r str,
    span: Span,
}

/// Who uses each of the functions: one of them, or anything else.
type Uses = BTreeMap<Key, BTreeSet<Option<Key>>>;

/// Those of the functions that nothing else leads to.
fn unreached(open: impl Iterator<Item = Key>, uses: &Uses) -> BTreeSet<Key> {
    let mut left: BTreeSet<Key> = open.collect();
    let mut by: BTreeMap<Key, Vec<Key>> = BTreeMap::new();
    let mut next = Vec::new();
    for (key, users) in uses {
        for around in users {
            match around.filter(|around| left.contains(around)) {
                Some(around) => by.entry(around).or_default().push(*key),
                None => next.push(*key),
            }
        }
    }
    while let Some(key) = next.pop() {
        // One that is none of them was looked at as what uses others.
        if left.remove(&key) {
            next.extend(by.get(&key).into_iter().flatten());
        }
    }
    left
}

fn uses(
    repository: &Repository<'_>,
    open: &BTreeMap<Key, Unit<'_>>,
    vain: &Vain,
    counts: impl Fn(&Module<'_>) -> bool,
) -> Uses {
    let mut named: HashMap<&str, Vec<Key>> = HashMap::new();
    let mut spans: BTreeMap<usize, Vec<(Span, Key)>> = BTreeMap::new();
    for (key, unit) in open {
        named.entry(unit.name).or_default().push(*key);
        spans.entry(key.0).or_default().push((unit.span, *key));
    }
    // By another name, under which it is imported, it is used as well.
    for module in repository.modules {
        Stmt::each(&module.syntax.body, &mut |stmt| {
            let StmtKind::Import(imports) = &stmt.kind else { return };
            for import in imports {
                if let (Some(alias), Some(name)) = (import.alias, import.name)
                    && let Some(keys) = named.get(name).cloned()
                {
                    named.entry(alias).or_default().extend(keys);
                }
            }
        });
    }
    let mut uses = Uses::new();
    for (index, module) in repository.modules.iter().enumerate().filter(|(_, one)| counts(one)) {
        let own = spans.get(&index).map(Vec::as_slice).unwrap_or_default();
        each(repository, &module.syntax.body, At::top(index), &mut |at, stmt| {
            // What a definition names by itself is asked for where it stands, whoever calls it.
            let defined = match &stmt.kind {
                StmtKind::Function(function) => Some(function.span),
                StmtKind::Class(class) => Some(class.span),
                _ => None,
            };
            let own = own.iter().filter(|(span, _)| Some(*span) != defined);
            if vain.wires(module, stmt) {
                return;
            }
            for value in stmt.expressions().into_iter().chain(annotations(stmt)) {
                value.each(&mut |part| {
                    let Some(name) = part.last_name() else {
                        return;
                    };
                    for key in named.get(name).into_iter().flatten() {
                        if may_be(repository, part, at, *key) {
                            let around = own.clone().find(|(span, _)| span.holds(part.span));
                            uses.entry(*key).or_default().insert(around.map(|(_, around)| *around));
                        }
                    }
                });
            }
        });
    }
    uses
}

/// The annotations of parameters, in which a function may be named too.
fn annotations<'a, 'r>(stmt: &'a Stmt<'r>) -> impl Iterator<Item = &'a Expr<'r>> {
    let params = match &stmt.kind {
        StmtKind::Function(function) => function.params.as_slice(),
        _ => &[],
    };
    params.iter().filter_map(|param| param.annotation.as_ref())
}

/// Whether a name may be that function; a method of the object at hand is none.
fn may_be<'r>(repository: &Repository<'r>, part: &'r Expr<'r>, at: At, key: Key) -> bool {
    let is_member = match &part.kind {
        ExprKind::Attribute(object, _) => {
            if object.is_self() {
                return false;
            }
            true
        }
        _ => false,
    };
    repository.origins(part, at).iter().any(|origin| match origin {
        Origin::Function(at, function) => (at.module, function.id) == key,
        Origin::External(_) | Origin::Perhaps(_) | Origin::Unknown => true,
        Origin::Class(at, class) => (at.module, class.id) == key,
        Origin::Module(_) => false,
        // Of what is handed on nobody knows here whether it is a module.
        Origin::Value(..) | Origin::With(..) | Origin::Part(..) | Origin::Param(..) => is_member,
    })
}

/// Whether something may be found by a name that only a running program knows.
fn looks_up(repository: &Repository<'_>, sites: &Sites<'_>) -> bool {
    let asked_in = |site: &Site<'_>| {
        // To ask whether a name is there finds nothing.
        let is_it = |value: &Expr<'_>| value.span == site.expr.span;
        site.stmt.expressions().into_iter().any(|value| {
            value.any(&|part| match &part.kind {
                ExprKind::Compare(compared, operators) => {
                    operators.iter().all(|one| one.contains("in")) && compared.iter().any(is_it)
                }
                _ => false,
            })
        })
    };
    let of_something = |site: &Site<'_>| {
        site.call.position(0).is_some_and(|object| !may_be_module(repository, object, site.at))
    };
    let is_open = |site: &Site<'_>| {
        let Some(name) = site.call.position(1) else { return true };
        name.text().is_none()
            && !site.call.position(0).is_some_and(|it| it.is_name("self"))
            && !is_spelled(name, site)
    };
    !sites.named("globals").into_iter().all(asked_in)
        || !sites.named("vars").into_iter().all(of_something)
        || !sites.named("locals").into_iter().all(asked_in)
        || reads_names(repository)
        || repository.is_mentioned("Fire")
        || sites.named("getattr").into_iter().any(is_open)
}

/// Whether something reads all names of what may be a module.
fn reads_names(repository: &Repository<'_>) -> bool {
    let mut found = false;
    if !repository.is_mentioned("__dict__") {
        return false;
    }
    for (index, module) in repository.modules.iter().enumerate() {
        each(repository, &module.syntax.body, At::top(index), &mut |at, stmt| {
            stmt.walk(&mut |part| {
                if let ExprKind::Attribute(object, "__dict__") = &part.kind {
                    found |= may_be_module(repository, object, at);
                }
            });
        });
    }
    found
}

/// Whether a value may be a module of the sources.
fn may_be_module<'r>(repository: &Repository<'r>, value: &'r Expr<'r>, at: At) -> bool {
    repository.origins(value, at).iter().any(|origin| {
        matches!(origin, Origin::Module(_) | Origin::External(_) | Origin::Perhaps(_))
    })
}

/// Whether a name goes through texts that are spelled out around a call: each of them is a name in quotes.
fn is_spelled(name: &Expr<'_>, site: &Site<'_>) -> bool {
    let ExprKind::Name(name) = name.kind else { return false };
    let (mut all, mut some) = (true, false);
    let mut look = |body: &Body<'_>| {
        Stmt::each(body, &mut |stmt| {
            if let StmtKind::For { target, iterable, .. } = &stmt.kind
                && target.is_name(name)
            {
                some = true;
                all &= match &iterable.kind {
                    ExprKind::Tuple(items) | ExprKind::List(items) => {
                        items.iter().all(|item| item.text().is_some())
                    }
                    _ => false,
                };
            }
        });
    };
    site.function().into_iter().for_each(|function| look(&function.body));
    some && all
}

/// Where a module lists what it offers, and where decorators are given names.
fn listed(module: &Module<'_>) -> Vec<Span> {
    let lists = |stmt: &&Stmt<'_>| match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().all(|target| target.is_name("__all__")),
        _ => false,
    };
    let decorators = module.syntax.body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Function(function) => Some(function.decorators.iter().map(|one| one.span)),
        _ => None,
    });
    let lists = module.syntax.body.iter().filter(lists).map(|stmt| stmt.span);
    lists.chain(decorators.flatten()).collect()
}

/// Those of the names that stand in quotes in a source, or in a file that may start what it names.
pub(in super::super) fn named<'n>(
    repository: &Repository<'_>,
    sources: &[Source],
    names: impl Iterator<Item = &'n str>,
    without_lists: bool,
) -> BTreeSet<&'n str> {
    let wanted = Wanted::new(names);
    let mut found = BTreeSet::new();
    for module in repository.modules {
        let text = module.text.as_bytes();
        let listed = if without_lists { listed(module) } else { Vec::new() };
        for end in memchr::memchr2_iter(b'"', b'\'', text) {
            let start = text[..end].iter().rposition(|byte| !is_part(*byte)).map_or(0, |at| at + 1);
            let begins = text[..start].last().is_some_and(|byte| b"\"':.".contains(byte));
            let is_listed = || listed.iter().any(|span| span.start <= start && end <= span.end);
            if begins && !is_listed() {
                found.extend(wanted.get(&text[start..end]));
            }
        }
    }
    for source in sources.iter().filter(|source| !source.is_python()) {
        let (text, is_read) = (source.text(), is_read(&source.path));
        for (start, name) in wanted.in_text(text.as_bytes()) {
            // Whoever is told how to import it may call it.
            let line = text[..start].rsplit('\n').next().unwrap_or_default();
            if !is_read || line.contains("import ") {
                found.insert(name);
            }
        }
    }
    found
}
