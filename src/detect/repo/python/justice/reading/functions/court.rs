//! The functions of the repository and who calls whom.

use super::super::variables::terms::statements;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{
    Body, Call, Class, Expr, ExprKind, Function, Stmt, StmtKind,
};
use crate::domain::facts::Lines;
use std::collections::{BTreeMap, BTreeSet};

/// Calls that are followed from a deciding function.
const DEPTH: usize = 6;

/// A function, by its module and its number there.
pub(in crate::detect::repo::python::justice) type Key = (usize, usize);

/// A function with what it stands in.
#[derive(Clone)]
pub(in crate::detect::repo::python::justice) struct Part<'r> {
    pub function: &'r Function<'r>,
    pub class: Option<&'r Class<'r>>,
    /// The scope inside it.
    pub inside: At,
}

/// All functions outside tests.
pub(in crate::detect::repo::python::justice) struct Court<'r, 'a> {
    pub repository: &'a Repository<'r>,
    pub parts: BTreeMap<Key, Part<'r>>,
    /// The methods of classes that are derived from others, by their name.
    pub(in super::super) derived: BTreeMap<&'r str, Vec<(Key, &'r Class<'r>)>>,
    mentions: BTreeMap<&'r str, u32>,
}

impl<'r, 'a> Court<'r, 'a> {
    pub(in crate::detect::repo::python::justice) fn new(repository: &'a Repository<'r>) -> Self {
        let mut court = Self {
            repository,
            parts: BTreeMap::new(),
            derived: BTreeMap::new(),
            mentions: BTreeMap::new(),
        };
        for (index, module) in repository.modules.iter().enumerate() {
            court.collect(&module.syntax.body, At::top(index), None);
            if !module.in_tests {
                for (name, count) in &module.syntax.mentions {
                    *court.mentions.entry(*name).or_default() += count;
                }
            }
        }
        court
    }

    fn collect(&mut self, body: &'r Body<'r>, at: At, class: Option<&'r Class<'r>>) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Function(function) => {
                    let inside = self.repository.inside(at, function.id);
                    if let Some(class) = class.filter(|class| !class.bases.is_empty()) {
                        let all = self.derived.entry(function.name).or_default();
                        all.push(((at.module, function.id), class));
                    }
                    self.parts.insert((at.module, function.id), Part { function, class, inside });
                    self.collect(&function.body, inside, class);
                }
                StmtKind::Class(inner) => {
                    self.collect(&inner.body, self.repository.inside(at, inner.id), Some(inner));
                }
                _ => {
                    for block in stmt.blocks() {
                        self.collect(block, at, class);
                    }
                }
            }
        }
    }

    pub(in crate::detect::repo::python::justice) fn module(&self, key: Key) -> &'r Module<'r> {
        &self.repository.modules[key.0]
    }

    /// The functions that stand inside one of these places.
    pub(in crate::detect::repo::python::justice) fn within(
        &self,
        places: &[Lines],
    ) -> BTreeSet<Key> {
        let mut by_file: BTreeMap<&str, Vec<&Lines>> = BTreeMap::new();
        for place in places {
            by_file.entry(&place.file).or_default().push(place);
        }
        let holds = |key: &Key| {
            let span = self.parts[key].function.span;
            by_file.get(self.module(*key).path).is_some_and(|places| {
                places.iter().any(|place| place.line <= span.first && span.last <= place.end_line)
            })
        };
        self.parts.keys().copied().filter(holds).collect()
    }

    /// How often the sources outside the tests mention a name other than by defining a function or class of it.
    pub(in crate::detect::repo::python::justice) fn mentions_of(&self, name: &str) -> u32 {
        self.mentions.get(name).copied().unwrap_or_default()
    }

    /// `ChiefJustice.__call__`, or the function's name alone.
    pub(in crate::detect::repo::python::justice) fn name(&self, key: Key) -> String {
        let Part { function, class, .. } = &self.parts[&key];
        match class {
            Some(class) => format!("{}.{}", class.name, function.name),
            None => function.name.into(),
        }
    }

    /// The functions that `value` can be, as seen from inside the function `from`.
    pub(in crate::detect::repo::python::justice) fn resolve(
        &self,
        value: &'r Expr<'r>,
        from: Key,
    ) -> Vec<Key> {
        let Some(part) = self.parts.get(&from) else { return Vec::new() };
        let known = self.known(value, part.inside, part.class);
        if known.is_empty() { self.of_each(value, from) } else { known }
    }

    fn known(&self, value: &'r Expr<'r>, at: At, class: Option<&'r Class<'r>>) -> Vec<Key> {
        if let ExprKind::Attribute(object, name) = &value.kind {
            if object.is_self() {
                let Some(class) = class else { return Vec::new() };
                let module = At::top(at.module);
                let own = self.method(module, class, name);
                let called = || self.kept(at, class, name).and_then(|it| it.method("__call__"));
                let own = own.or_else(called).into_iter();
                return own.chain(self.overriding(class, name)).collect();
            }
            if let (ExprKind::Attribute(owner, field), Some(class)) = (&object.kind, class)
                && owner.is_name("self")
                && let Some(kept) = self.kept(at, class, field)
            {
                return kept.method(name).into_iter().collect();
            }
            for origin in self.repository.origins(object, at) {
                if let Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) = origin {
                    for made in self.repository.origins(&call.callee, at) {
                        if let Origin::Class(at, class) = made {
                            return method(at.module, class, name).into_iter().collect();
                        }
                    }
                }
            }
        }
        let mut keys = Vec::new();
        for origin in self.repository.origins(value, at) {
            match origin {
                Origin::Function(at, function) => keys.push((at.module, function.id)),
                Origin::Class(at, class) => keys.extend(method(at.module, class, "__call__")),
                Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) => {
                    let made = self.made(call, at);
                    keys.extend(made.and_then(|made| made.method("__call__")));
                }
                // A table of rules that are applied one after the other, or by name.
                Origin::Value(at, table) => {
                    if matches!(
                        table.kind,
                        ExprKind::List(_) | ExprKind::Tuple(_) | ExprKind::Dict(_)
                    ) {
                        self.listed(table, at, &mut keys);
                    }
                }
                _ => {}
            }
        }
        keys
    }

    /// The class of the object that a call makes, where it is one of the repository.
    pub(in crate::detect::repo::python::justice) fn made(
        &self,
        call: &'r Call<'r>,
        at: At,
    ) -> Option<Made<'r>> {
        match self.repository.origins(&call.callee, at).as_slice() {
            [Origin::Class(at, class)] => Some(Made { at: *at, class }),
            _ => None,
        }
    }

    /// The class of the object that `self.field` holds: all that methods of `class` give to it are of one.
    fn kept(&self, at: At, class: &'r Class<'r>, field: &str) -> Option<Made<'r>> {
        let mut held: Option<Made<'r>> = None;
        for own in Stmt::functions(&class.body) {
            let inside = self.repository.inside(At::top(at.module), own.id);
            let mut given = Vec::new();
            statements(&own.body, &mut |stmt| {
                if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
                    && targets.iter().any(|target| is_own_field(target, field))
                {
                    given.push(value);
                }
            });
            for value in given {
                let ExprKind::Call(call) = &value.kind else { return None };
                let made = self.made(call, inside)?;
                if held.is_some_and(|held| !std::ptr::eq(held.class, made.class)) {
                    return None;
                }
                held = Some(made);
            }
        }
        held
    }

    /// The functions that a table names, lambdas' included.
    fn listed(&self, table: &'r Expr<'r>, at: At, keys: &mut Vec<Key>) {
        table.each(&mut |item| {
            if !matches!(item.kind, ExprKind::Name(_) | ExprKind::Attribute(..)) {
                return;
            }
            for origin in self.repository.origins(item, at) {
                if let Origin::Function(at, function) = origin {
                    keys.push((at.module, function.id));
                }
            }
        });
    }

    /// The functions that `key` calls or passes on, in the order of the sources.
    pub(in crate::detect::repo::python::justice) fn called(&self, key: Key) -> Vec<Key> {
        let Some(part) = self.parts.get(&key) else { return Vec::new() };
        let mut keys = Vec::new();
        statements(&part.function.body, &mut |stmt| {
            stmt.walk(&mut |one| {
                if matches!(one.kind, ExprKind::Name(_) | ExprKind::Attribute(..)) {
                    keys.extend(self.resolve(one, key));
                }
            });
        });
        keys.retain(|key| self.parts.contains_key(key) && !self.module(*key).in_tests);
        keys
    }

    /// The functions reached from `key`, itself included. Judges and detectives are not entered.
    pub(in crate::detect::repo::python::justice) fn reach(
        &self,
        key: Key,
        reached: &mut BTreeSet<Key>,
    ) {
        let mut next = vec![key];
        for _ in 0..DEPTH {
            let mut found = Vec::new();
            for key in next {
                if reached.insert(key) {
                    found.extend(self.called(key).into_iter().filter(|inner| {
                        inner.0 == key.0 || !is_of_others(self.module(*inner).path)
                    }));
                }
            }
            next = found;
        }
    }

    /// These functions and the private ones of the same files.
    pub(in crate::detect::repo::python::justice) fn near(
        &self,
        reached: &BTreeSet<Key>,
    ) -> BTreeSet<Key> {
        let modules: BTreeSet<usize> = reached.iter().map(|key| key.0).collect();
        let private = self
            .parts
            .iter()
            .filter(|(key, part)| modules.contains(&key.0) && part.function.name.starts_with('_'));
        reached.iter().copied().chain(private.map(|(key, _)| *key)).collect()
    }

    /// Those of the functions that nothing outside tests can call: mentioned nowhere, or only by
    /// such. What builds a graph is not asked, for anything may run it.
    pub(in crate::detect::repo::python::justice) fn dead(
        &self,
        of: &BTreeSet<Key>,
    ) -> BTreeSet<Key> {
        let mut dead: BTreeSet<Key> = BTreeSet::new();
        loop {
            let mut inside: BTreeMap<&str, u32> = BTreeMap::new();
            for key in &dead {
                mentions(&self.parts[key].function.body, &mut inside);
            }
            let unmentioned = |name: &str| {
                self.mentions_of(name) <= inside.get(name).copied().unwrap_or_default()
            };
            let before = dead.len();
            for key in of.iter().filter(|key| !self.module(**key).in_tests) {
                let part = &self.parts[key];
                let name = match part.class {
                    Some(class) if part.function.name.starts_with("__") => class.name,
                    _ => part.function.name,
                };
                // Other decorators may hand the function to whoever calls it.
                let is_plain = part.function.decorators.iter().all(|decorator| {
                    matches!(decorator.kind, ExprKind::Name("staticmethod" | "classmethod"))
                });
                if is_plain && unmentioned(name) {
                    dead.insert(*key);
                }
            }
            if dead.len() == before {
                return dead;
            }
        }
    }
}

/// Whether a file is of judges or detectives, or keeps tools that are not named for the synthesis.
fn is_of_others(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    let file = path.rsplit('/').next().unwrap_or_default();
    let is_ours = ["justice", "synthes", "verdict"].iter().any(|word| file.contains(word));
    ["judge", "detective"].iter().any(|word| path.contains(word))
        || (path.contains("tool") && !is_ours)
}

/// A class whose object is at hand, and its module.
#[derive(Clone, Copy)]
pub(in crate::detect::repo::python::justice) struct Made<'r> {
    pub at: At,
    pub class: &'r Class<'r>,
}

impl Made<'_> {
    fn method(self, name: &str) -> Option<Key> {
        method(self.at.module, self.class, name)
    }
}

/// Whether a target is `self.field`.
fn is_own_field(target: &Expr<'_>, field: &str) -> bool {
    match &target.kind {
        ExprKind::Attribute(object, name) => *name == field && object.is_name("self"),
        _ => false,
    }
}

pub(in super::super) fn method(module: usize, class: &Class<'_>, name: &str) -> Option<Key> {
    class.body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Function(function) if function.name == name => Some((module, function.id)),
        _ => None,
    })
}

/// Counts the names in a body as the sources' own count does.
pub(in crate::detect::repo::python::justice) fn mentions<'r>(
    body: &'r Body<'r>,
    counts: &mut BTreeMap<&'r str, u32>,
) {
    statements(body, &mut |stmt| {
        stmt.walk(&mut |part| {
            if let Some(name) = part.last_name() {
                *counts.entry(name).or_default() += 1;
            }
        });
    });
}
