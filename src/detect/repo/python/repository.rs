//! The modules together: follows names through assignments, imports and re-exports.

mod asked;
mod kept;
mod made;
mod origin;
mod outside;

pub(super) use origin::Origin;

use super::names::capitals::folded;
use super::names::lookups::Lookups;
use super::names::scope::{Binding, Opener, Scope, Scopes, usable};
use super::names::stars::{BUILTINS, exports};
use super::names::texts::Texts;
use super::running::tracers::tracers;
use super::running::unheard::unheard;
use super::sources::parse::Module;
use super::syntax::{Expr, ExprKind, Function, Import};
use crate::spread::many;
use kept::Kept;
use outside::is_modules;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// How many assignments, imports and attributes are followed for one name.
const STEPS: usize = 24;

/// A scope of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    pub module: usize,
    pub scope: usize,
}

impl At {
    /// The outermost scope of a module.
    pub(super) fn top(module: usize) -> Self {
        Self { module, scope: 0 }
    }
}

/// All modules of the tree.
pub(super) struct Repository<'r> {
    pub modules: &'r [Module<'r>],
    pub scopes: Vec<Scopes<'r>>,
    /// Modules by every dotted name under which they could be imported.
    by_name: BTreeMap<String, Vec<usize>>,
    /// Modules by their names in small letters.
    pub folded: BTreeMap<String, Option<usize>>,
    mentions: BTreeMap<&'r str, u32>,
    pub texts: Texts<'r>,
    /// Names that are put together when the program runs.
    pub lookups: Lookups,
    /// Names of private functions that surely nothing calls.
    pub unheard: BTreeSet<&'r str>,
    /// Names of decorators that only trace what they decorate.
    pub tracers: BTreeSet<&'r str>,
    /// Modules that no import finds, each with the one of the same name that is found in its place.
    pub hidden: BTreeMap<usize, usize>,
    kept: Kept,
}

impl<'r> Repository<'r> {
    pub(super) fn new(modules: &'r [Module<'r>], hidden: BTreeMap<usize, usize>) -> Self {
        let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut mentions = BTreeMap::new();
        for (index, module) in modules.iter().enumerate() {
            let parts = dotted(module.path);
            let is_python = Path::new(module.path).extension().is_some_and(|ending| ending == "py");
            let is_found = is_python && !hidden.contains_key(&index);
            let findable = if is_found { parts.len() } else { 0 };
            for first in 0..findable {
                by_name.entry(parts[first..].join(".")).or_default().push(index);
            }
            for (name, count) in &module.syntax.mentions {
                *mentions.entry(*name).or_default() += count;
            }
        }
        let scopes = many(modules.len(), |at| Scopes::new(&modules[at].syntax.body));
        let texts = Texts::new(modules);
        let lookups = Lookups::of(modules);
        let unheard = unheard(modules, &mentions, &lookups);
        let tracers = tracers(modules);
        let folded = folded(modules);
        let kept = Kept::of(modules.len());
        Self {
            modules,
            scopes,
            by_name,
            folded,
            mentions,
            texts,
            lookups,
            unheard,
            tracers,
            hidden,
            kept,
        }
    }

    /// The modules that are no tests.
    pub(super) fn program(&self) -> impl Iterator<Item = &'r Module<'r>> {
        self.modules.iter().filter(|module| !module.in_tests)
    }

    /// The same, each with its number.
    pub(super) fn program_numbered(&self) -> impl Iterator<Item = (usize, &'r Module<'r>)> {
        self.modules.iter().enumerate().filter(|(_, module)| !module.in_tests)
    }

    /// Whether any source mentions `name` other than by defining it.
    pub(super) fn is_mentioned(&self, name: &str) -> bool {
        self.mentions.contains_key(name)
    }

    /// How often the sources mention `name` other than by defining a function or class of it.
    pub(super) fn mentions_of(&self, name: &str) -> u32 {
        self.mentions.get(name).copied().unwrap_or_default()
    }

    /// All modules that could be imported as `name`.
    pub(super) fn modules_named(&self, name: &str) -> &[usize] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The scope inside the definition with this id.
    pub(super) fn inside(&self, at: At, id: usize) -> At {
        At { scope: self.scopes[at.module].of(id), ..at }
    }

    /// The scope at `at`.
    pub(super) fn scope(&self, at: At) -> &Scope<'r> {
        &self.scopes[at.module].all[at.scope]
    }

    /// Everything `value` can be, as seen from `at`.
    pub(super) fn origins(&self, value: &'r Expr<'r>, at: At) -> Vec<Origin<'r>> {
        self.follow(value, at, STEPS)
    }

    /// The function that `value` is, as seen from `at`, where it can be nothing else.
    pub(super) fn function(&self, value: &'r Expr<'r>, at: At) -> Option<(At, &'r Function<'r>)> {
        match self.origins(value, at).as_slice() {
            [Origin::Function(at, function)] => Some((*at, function)),
            _ => None,
        }
    }

    fn follow(&self, value: &'r Expr<'r>, at: At, steps: usize) -> Vec<Origin<'r>> {
        let Some(steps) = steps.checked_sub(1) else { return vec![Origin::Unknown] };
        match &value.kind {
            ExprKind::Name(name) => self.name(name, at, steps),
            ExprKind::Attribute(object, name) => self
                .follow(object, at, steps)
                .into_iter()
                .flat_map(|object| self.member(object, name, steps))
                .collect(),
            ExprKind::Call(call) => {
                let callee = self.follow(&call.callee, at, steps);
                let is_call_of = |name: &str| matches!(callee.as_slice(), [Origin::External(found)] if found == name);
                let text = |index| call.position(index).and_then(Expr::text);
                if is_call_of("builtins.__import__") || is_call_of("importlib.import_module") {
                    return text(0).map_or_else(
                        || vec![Origin::Value(at, value)],
                        |name| vec![Origin::External(name)],
                    );
                }
                if is_call_of("builtins.getattr")
                    && let (Some(object), Some(name)) = (call.position(0), text(1))
                {
                    let objects = self.follow(object, at, steps);
                    let external = objects.into_iter().map(|object| match object {
                        Origin::External(object) => Origin::External(format!("{object}.{name}")),
                        _ => Origin::Unknown,
                    });
                    return external.collect();
                }
                vec![self.made_by(&callee).unwrap_or(Origin::Value(at, value))]
            }
            ExprKind::Conditional(choice) => [&choice.then, &choice.otherwise]
                .into_iter()
                .flat_map(|side| self.follow(side, at, steps))
                .collect(),
            ExprKind::Named(_, inner) | ExprKind::Await(inner) => self.follow(inner, at, steps),
            // `sys.modules["os"]`
            ExprKind::Subscript(table, keys) if is_modules(table) => {
                let held = self.follow(table, at, steps);
                vec![outside::module(&held, keys).unwrap_or(Origin::Value(at, value))]
            }
            _ => vec![Origin::Value(at, value)],
        }
    }

    fn name(&self, name: &str, at: At, steps: usize) -> Vec<Origin<'r>> {
        let mut here = Some(at.scope);
        let mut stars = Vec::new();
        while let Some(index) = here {
            let scope = self.scope(At { scope: index, ..at });
            // A class's names are not seen from the functions inside it.
            let hidden = matches!(scope.opener, Opener::Class(_)) && index != at.scope;
            if let Some(bindings) = scope.bindings.get(name).filter(|_| !hidden) {
                let at = At { scope: index, ..at };
                return self.bound(bindings, at, steps);
            }
            stars.extend(&scope.stars);
            here = scope.parent;
        }
        // What a later one brings takes the place of what an earlier one does.
        let mut other = None;
        for import in stars.into_iter().rev() {
            match self.imported_module(import, at.module) {
                Ok(module) => {
                    let found = self.exported(module, name, steps);
                    if !found.is_empty() {
                        return found;
                    }
                }
                Err(module) => match exports(&module, name) {
                    Some(true) => return vec![Origin::External(format!("{module}.{name}"))],
                    None if !BUILTINS.contains(&name) => other = Some(module),
                    Some(false) | None => {}
                },
            }
        }
        if let Some(module) = other {
            return vec![Origin::Perhaps(format!("{module}.{name}"))];
        }
        vec![Origin::External(format!("builtins.{name}"))]
    }

    fn bound(&self, bindings: &[Binding<'r>], at: At, steps: usize) -> Vec<Origin<'r>> {
        let mut origins = Vec::new();
        // A program that binds one name hundreds of times is not followed to the end.
        for binding in usable(bindings).take(16) {
            match *binding {
                Binding::Import(import) => origins.extend(self.import(import, at.module, steps)),
                Binding::Function(function) => origins.push(Origin::Function(at, function)),
                Binding::Class(class) => origins.push(Origin::Class(at, class)),
                Binding::Value(value) => match steps.checked_sub(1) {
                    Some(steps) if bindings.len() <= 4 => {
                        origins.extend(self.follow(value, at, steps));
                    }
                    _ => origins.push(Origin::Value(at, value)),
                },
                Binding::With(value) => origins.push(Origin::With(at, value)),
                Binding::Part(value, index) => origins.push(Origin::Part(at, value, index)),
                Binding::Param(function, index) => {
                    origins.push(Origin::Param(at, function, index));
                }
                Binding::Changed => origins.push(Origin::Unknown),
            }
        }
        origins.dedup_by(|left, right| match (left, right) {
            (Origin::External(left), Origin::External(right)) => left == right,
            (Origin::Function(_, left), Origin::Function(_, right)) => std::ptr::eq(*left, *right),
            (Origin::Class(_, left), Origin::Class(_, right)) => std::ptr::eq(*left, *right),
            _ => false,
        });
        origins
    }

    fn member(&self, object: Origin<'r>, name: &str, steps: usize) -> Vec<Origin<'r>> {
        match object {
            Origin::External(module) => vec![Origin::External(format!("{module}.{name}"))],
            Origin::Perhaps(module) => vec![Origin::Perhaps(format!("{module}.{name}"))],
            Origin::Module(module) => {
                let found = self.exported(module, name, steps);
                if found.is_empty() { vec![Origin::Unknown] } else { found }
            }
            Origin::Class(at, class) => {
                let inside = self.inside(at, class.id);
                let bindings = self.scope(inside).bindings.get(name);
                bindings.map_or_else(
                    || vec![Origin::Unknown],
                    |bindings| self.bound(bindings, inside, steps),
                )
            }
            Origin::Function(..)
            | Origin::Value(..)
            | Origin::With(..)
            | Origin::Part(..)
            | Origin::Param(..)
            | Origin::Unknown => vec![Origin::Unknown],
        }
    }

    /// What `module` offers under `name`: its own names, its stars' names, its submodules.
    fn exported(&self, module: usize, name: &str, steps: usize) -> Vec<Origin<'r>> {
        let Some(steps) = steps.checked_sub(1) else { return vec![Origin::Unknown] };
        let at = At::top(module);
        if let Some(bindings) = self.scope(at).bindings.get(name) {
            return self.bound(bindings, at, steps);
        }
        for import in &self.scope(at).stars {
            match self.imported_module(import, module) {
                Ok(inner) => {
                    let found = self.exported(inner, name, steps);
                    if !found.is_empty() {
                        return found;
                    }
                }
                Err(outside) if exports(&outside, name) == Some(true) => {
                    return vec![Origin::External(format!("{outside}.{name}"))];
                }
                Err(_) => {}
            }
        }
        let mut parts = dotted(self.modules[module].path);
        parts.push(name.to_owned());
        let submodule = self.named_module(&parts.join("."), module);
        submodule.map(Origin::Module).into_iter().collect()
    }

    fn import(&self, import: &'r Import<'r>, from: usize, steps: usize) -> Vec<Origin<'r>> {
        match (self.meant_module(import, from), import.name) {
            (Ok(module), Some(name)) => {
                let found = self.exported(module, name, steps);
                if found.is_empty() { vec![Origin::Unknown] } else { found }
            }
            (Err(module), Some(name)) => {
                // `from package import module`, where the package has no `__init__.py`.
                let whole =
                    if module.is_empty() { name.into() } else { format!("{module}.{name}") };
                vec![match self.named_module(&whole, from) {
                    Some(module) => Origin::Module(module),
                    None if import.level > 0 => Origin::Unknown,
                    None => Origin::External(whole),
                }]
            }
            (Ok(module), None) if import.alias.is_some() || !import.module.contains('.') => {
                vec![Origin::Module(module)]
            }
            // `import a.b` binds `a`, and every use spells the rest out.
            (_, None) if import.alias.is_none() => {
                let first = import.module.split('.').next().unwrap_or_default();
                let package = self.named_module(first, from);
                vec![package.map_or_else(|| Origin::External(first.into()), Origin::Module)]
            }
            (Ok(_), None) => vec![Origin::Unknown],
            (Err(module), None) => vec![Origin::External(module)],
        }
    }
}

/// The dotted name of the module at `path`, package by package.
pub(super) fn dotted(path: &str) -> Vec<String> {
    let stem = path.strip_suffix(".py").unwrap_or(path);
    let stem = stem.strip_suffix("/__init__").unwrap_or(stem);
    stem.split('/').map(str::to_owned).collect()
}
