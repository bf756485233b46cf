//! The methods of the repository's classes, and what their objects hold.

use crate::detect::repo::python::classes::each;
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// What makes an object.
const MAKERS: &[&str] = &["__init__", "__new__", "__post_init__", "model_post_init"];

/// Methods that put something into a list, a set or a dictionary.
const FILLS: &[&str] = &["append", "extend", "insert", "update", "setdefault", "add"];

/// What objects hold under a name.
pub(super) enum Held<'r> {
    /// What they are made with, each with its scope.
    Made(Vec<(At, &'r Expr<'r>)>),
    /// It may be given or changed later.
    Open,
}

/// The methods of the repository's classes by name, and what is put into their objects.
pub(super) struct Methods<'r> {
    named: BTreeMap<&'r str, Vec<(At, &'r Function<'r>)>>,
    made: BTreeMap<&'r str, Vec<(At, &'r Expr<'r>)>>,
    open: BTreeSet<&'r str>,
    /// Names of modules' own values that functions put something into.
    filled: BTreeSet<&'r str>,
}

impl<'r> Methods<'r> {
    pub(super) fn new(repository: &Repository<'r>) -> Self {
        let (named, made) = (BTreeMap::new(), BTreeMap::new());
        let mut all = Self { named, made, open: BTreeSet::new(), filled: BTreeSet::new() };
        for (module, source) in repository.modules.iter().enumerate() {
            if source.in_tests {
                continue;
            }
            let whole = At::top(module);
            each(repository, &source.syntax.body, whole, &mut |at, stmt| {
                all.fill(repository, at, stmt);
            });
            Stmt::each(&source.syntax.body, &mut |stmt| {
                let StmtKind::Class(class) = &stmt.kind else { return };
                let at = repository.inside(At::top(module), class.id);
                for stmt in &class.body {
                    match &stmt.kind {
                        StmtKind::Function(function) => all.method(repository, at, function),
                        StmtKind::Assign { targets, value: Some(value), .. } => {
                            let bound = targets.iter().filter_map(Expr::name);
                            bound.for_each(|name| {
                                all.made.entry(name).or_default().push((at, value));
                            });
                        }
                        _ => {}
                    }
                }
            });
        }
        all
    }

    /// Notes what a statement of a function puts something into that is not the function's own.
    fn fill(&mut self, repository: &Repository<'r>, at: At, stmt: &'r Stmt<'r>) {
        if at.scope == 0 {
            return;
        }
        let own = &repository.scope(at).bindings;
        let mut into = |value: &Expr<'r>| {
            let names = names(value);
            if names.last().is_some_and(|root| !own.contains_key(root)) {
                self.filled.extend(names);
            }
        };
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            targets.iter().filter(|it| !matches!(it.kind, ExprKind::Name(_))).for_each(&mut into);
        }
        if let StmtKind::Augment { target, .. } = &stmt.kind {
            into(target);
        }
        stmt.walk(&mut |part| {
            if let Some((object, method, _)) = part.method_call()
                && FILLS.contains(&method)
            {
                into(object);
            }
        });
    }

    /// Whether functions put something into what a module holds under this name.
    pub(super) fn is_filled(&self, name: &str) -> bool {
        self.filled.contains(name)
    }

    fn method(&mut self, repository: &Repository<'r>, at: At, function: &'r Function<'r>) {
        self.named.entry(function.name).or_default().push((at, function));
        let inside = repository.inside(at, function.id);
        let is_maker = MAKERS.contains(&function.name);
        let params: BTreeSet<&str> = function.params.iter().map(|param| param.name).collect();
        Stmt::each(&function.body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let is_given = value.any(
                    &|part| matches!(part.kind, ExprKind::Name(name) if params.contains(name)),
                );
                for name in targets.iter().filter_map(own) {
                    if is_maker && (!is_given || is_setting(name)) {
                        self.made.entry(name).or_default().push((inside, value));
                    } else {
                        self.open.insert(name);
                    }
                }
            }
            StmtKind::Augment { target, .. } => self.open.extend(own(target)),
            _ => {}
        });
    }

    /// The methods of this name, each with the scope of its class.
    pub(super) fn named(&self, name: &str) -> &[(At, &'r Function<'r>)] {
        self.named.get(name).map_or(&[], Vec::as_slice)
    }

    /// The methods that make an object of the class with this scope.
    pub(super) fn makers(&self, class: At) -> Vec<(At, &'r Function<'r>)> {
        let makers = MAKERS.iter().flat_map(|name| self.named(name));
        makers.filter(|(at, _)| *at == class).copied().collect()
    }

    /// What objects hold under a name, whatever class they are of.
    pub(super) fn held(&self, name: &str) -> Held<'r> {
        match self.made.get(name) {
            Some(values) if !self.open.contains(name) => Held::Made(values.clone()),
            _ => Held::Open,
        }
    }
}

/// The name under which something is put into an object: `self.name = …`, or `self.name[key] = …`.
fn own<'r>(target: &Expr<'r>) -> Option<&'r str> {
    match &target.kind {
        ExprKind::Attribute(object, name) => object.is_self().then_some(*name),
        ExprKind::Subscript(object, _) => own(object),
        _ => None,
    }
}

/// Whether a name says that it holds what a judge is and whom it asks, whoever gives it that.
pub(super) fn is_setting(name: &str) -> bool {
    let known =
        ["llm", "model", "client", "key", "prompt", "name", "role", "persona", "temperature"];
    name.to_lowercase().split('_').any(|word| known.contains(&word))
}

/// The names in what something is put into, the first of them last: `store.found["a"]`.
fn names<'r>(target: &Expr<'r>) -> Vec<&'r str> {
    let (mut found, mut open) = (Vec::new(), target);
    loop {
        open = match &open.kind {
            ExprKind::Attribute(object, name) => {
                found.push(*name);
                object
            }
            ExprKind::Subscript(object, _) => object,
            ExprKind::Name(name) => {
                found.push(*name);
                return found;
            }
            _ => return found,
        };
    }
}
