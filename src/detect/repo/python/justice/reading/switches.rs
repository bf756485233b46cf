//! Settings that are never given: `getattr(state, "rules", {})` where no state has rules.
//!
//! What such a setting switches on never runs.

mod void;

use super::functions::court::{Court, Key};
use super::variables::terms::{each_target, statements};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Passing, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// Callers up to which a setting is followed through parameters.
const CALLERS: usize = 3;

/// What may give an object attributes that no source names.
const OPEN: &[&str] = &[
    "setattr(",
    "parse_args",
    "BaseSettings",
    "SimpleNamespace",
    "Namespace(",
    "object_hook",
    "__getattr__",
    "__dict__",
    "\"allow\"",
    "'allow'",
    "Box(",
    "Munch",
];

/// The variables and parameters of each function that are always empty.
pub(in super::super) fn empty<'r>(
    court: &Court<'r, '_>,
    reached: &BTreeSet<Key>,
) -> BTreeMap<Key, BTreeSet<&'r str>> {
    let mut empty: BTreeMap<Key, BTreeSet<&'r str>> = BTreeMap::new();
    let given = given(court.repository);
    let given = given.as_ref();
    for key in reached {
        let body = &court.parts[key].function.body;
        let mut names = given.map_or_else(BTreeSet::new, |given| never_set(body, given));
        names.extend(void::given_nothing(court, *key));
        if !names.is_empty() {
            empty.insert(*key, names);
        }
    }
    for _ in 0..if empty.is_empty() { 0 } else { CALLERS } {
        for (key, names) in handed_on(court, &empty) {
            empty.entry(key).or_default().extend(names);
        }
    }
    empty
}

/// Whether a test never holds where these are empty.
pub(super) fn never(test: &Expr<'_>, empty: &BTreeSet<&str>) -> bool {
    let is_empty =
        |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if empty.contains(name));
    match &test.kind {
        ExprKind::Logic("and", sides) => never(&sides.0, empty) || never(&sides.1, empty),
        ExprKind::Logic("or", sides) => never(&sides.0, empty) && never(&sides.1, empty),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "get") => {
                is_empty(object) && call.position(1).is_none_or(is_void)
            }
            _ => false,
        },
        ExprKind::Compare(sides, operators) => {
            matches!((sides.as_slice(), operators.as_slice()), ([_, whole], [operator])
                if *operator == "in" && is_empty(whole))
        }
        _ => is_empty(test),
    }
}

fn is_void(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Dict(pairs) => pairs.is_empty(),
        ExprKind::List(items) | ExprKind::Tuple(items) => items.is_empty(),
        ExprKind::None | ExprKind::Bool(false) => true,
        ExprKind::Str(_) => value.text().is_some_and(|text| text.is_empty()),
        _ => false,
    }
}

/// The names of all attributes that a source gives to anything; `None` where others may be given.
fn given<'r>(repository: &Repository<'r>) -> Option<BTreeSet<&'r str>> {
    let mut given = BTreeSet::new();
    // What tests give to a state, the program does not.
    for module in repository.program() {
        if OPEN.iter().any(|word| module.text.contains(word)) {
            return None;
        }
        gather(&module.syntax.body, false, &mut given);
    }
    Some(given)
}

fn gather<'r>(body: &'r Body<'r>, in_class: bool, given: &mut BTreeSet<&'r str>) {
    for stmt in body {
        stmt.walk(&mut |part| {
            let ExprKind::Call(call) = &part.kind else { return };
            given.extend(call.args.iter().filter_map(|arg| match arg.passing {
                Passing::Keyword(name) => Some(name),
                _ => None,
            }));
        });
        match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                for target in each_target(targets) {
                    match target.kind {
                        ExprKind::Attribute(_, name) => {
                            given.insert(name);
                        }
                        ExprKind::Name(name) if in_class => {
                            given.insert(name);
                        }
                        _ => {}
                    }
                }
            }
            StmtKind::Function(function) => {
                if in_class {
                    given.insert(function.name);
                }
                gather(&function.body, false, given);
                continue;
            }
            StmtKind::Class(class) => {
                gather(&class.body, true, given);
                continue;
            }
            _ => {}
        }
        for block in stmt.blocks() {
            gather(block, in_class, given);
        }
    }
}

/// The variables of a body that are only ever set to what nothing gives.
fn never_set<'r>(body: &'r Body<'r>, given: &BTreeSet<&'r str>) -> BTreeSet<&'r str> {
    let (mut empty, mut others) = (BTreeSet::new(), BTreeSet::new());
    statements(body, &mut |stmt: &'r Stmt<'r>| {
        stmt.walk(&mut |part| others.extend(filled(part)));
        match &stmt.kind {
            StmtKind::Assign { targets, value, .. } => {
                let asks = value.as_ref().is_some_and(|value| asks_for_nothing(value, given));
                for target in each_target(targets) {
                    match (target.name(), asks) {
                        (Some(name), true) => drop(empty.insert(name)),
                        // `rules["a"] = 1` sets something of it.
                        _ => target.each(&mut |part| others.extend(part.name())),
                    }
                }
            }
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
                target.each(&mut |part| others.extend(part.name()));
            }
            _ => {}
        }
    });
    empty.retain(|name| !others.contains(name));
    empty
}

/// The variable that a call puts something into: `rules.update(more)`.
fn filled<'r>(value: &Expr<'r>) -> Option<&'r str> {
    let ExprKind::Call(call) = &value.kind else { return None };
    match &call.callee.kind {
        ExprKind::Attribute(_, "get" | "items" | "keys" | "values") => None,
        ExprKind::Attribute(object, _) => object.name(),
        _ => None,
    }
}

/// `getattr(state, "rules", {})` for a name that nothing gives.
fn asks_for_nothing(value: &Expr<'_>, given: &BTreeSet<&str>) -> bool {
    let ExprKind::Call(call) = &value.kind else { return false };
    let asked = call.position(1).and_then(Expr::text);
    call.callee.is_name("getattr")
        && call.position(2).is_some_and(is_void)
        && asked.is_some_and(|asked| !given.contains(asked.as_str()))
}

/// The parameters that every caller hands something empty to.
fn handed_on<'r>(
    court: &Court<'r, '_>,
    empty: &BTreeMap<Key, BTreeSet<&'r str>>,
) -> BTreeMap<Key, BTreeSet<&'r str>> {
    let mut handed: BTreeMap<(Key, &'r str), bool> = BTreeMap::new();
    let mut calls: BTreeMap<Key, u32> = BTreeMap::new();
    for key in court.parts.keys().filter(|key| !court.module(**key).in_tests) {
        let own = empty.get(key);
        super::super::each_call(&court.parts[key].function.body, &mut |call, _| {
            for callee in court.resolve(&call.callee, *key) {
                let Some(part) = court.parts.get(&callee).filter(|part| part.class.is_none())
                else {
                    continue;
                };
                *calls.entry(callee).or_default() += 1;
                for (index, param) in part.function.params.iter().enumerate() {
                    let value = call.argument(index, param.name).and_then(Expr::name);
                    let is_empty =
                        value.is_some_and(|name| own.is_some_and(|own| own.contains(name)));
                    *handed.entry((callee, param.name)).or_insert(true) &= is_empty;
                }
            }
        });
    }
    let mut found: BTreeMap<Key, BTreeSet<&'r str>> = BTreeMap::new();
    // Whoever takes a function as a value may call it with anything.
    let only_called = |key: &Key| court.mentions_of(court.parts[key].function.name) <= calls[key];
    for ((key, param), is_empty) in handed {
        if is_empty && only_called(&key) {
            found.entry(key).or_default().insert(param);
        }
    }
    found
}
