//! Calls of a method through the hierarchy of its class, and on objects of which the class is known.

use super::uses;
use super::way::way;
use crate::detect::repo::python::classes::{Ancestor, ancestors};
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{Class, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use std::cell::LazyCell;
use std::collections::BTreeSet;

/// Names that methods of libraries have, too.
const USUAL: &[&str] = &[
    "analyze",
    "bind",
    "bind_tools",
    "call",
    "chat",
    "complete",
    "completion",
    "execute",
    "forward",
    "get",
    "process",
    "query",
    "request",
    "respond",
    "search",
    "send",
    "step",
    "submit",
    "with_structured_output",
    "__call__",
];

/// The calls of a method that may run it: by `self` or `super()` in a class above or below its own, and on objects that
/// are of its class, by all that is known.
pub(in super::super) fn callers<'p, 'r>(
    repository: &Repository<'r>,
    sites: &'p Sites<'r>,
    module: usize,
    function: &Function<'r>,
) -> Vec<&'p Site<'r>> {
    let Some((at, class)) = class_of(repository, module, function) else {
        // A class within something is not looked up.
        let by_self = |site: &&Site<'r>| {
            site.at.module == module
                && matches!(&site.call.callee.kind, ExprKind::Attribute(object, _)
                    if object.is_self())
        };
        return sites.named(function.name).into_iter().filter(by_self).collect();
    };
    let kin = Kin { repository, at, class, function };
    // All sources are gone through for it.
    let unique = LazyCell::new(|| kin.is_unique());
    sites.named(function.name).into_iter().filter(|site| kin.is_called(site, || *unique)).collect()
}

/// The method of a base that `self.name(…)` or `super().name(…)` calls, where the class around has none of its own.
pub(in super::super) fn inherited<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
) -> Option<(At, &'r Function<'r>)> {
    let ExprKind::Attribute(object, name) = &site.call.callee.kind else { return None };
    let class = site.around.class?;
    match &object.kind {
        ExprKind::Name("self" | "cls") if method(class, name).is_none() => {}
        ExprKind::Call(call) if call.callee.is_name("super") => {}
        _ => return None,
    }
    let top = At { scope: 0, ..site.at };
    ancestors(repository, top, class).into_iter().find_map(|ancestor| match ancestor {
        Ancestor::Class(at, base) => Some((at, method(base, name)?)),
        Ancestor::Made(_) | Ancestor::Messages(_) => None,
    })
}

/// The class whose method a function is, where that stands at the top of its module.
pub(in super::super) fn class_of<'r>(
    repository: &Repository<'r>,
    module: usize,
    function: &Function<'r>,
) -> Option<(At, &'r Class<'r>)> {
    let body = &repository.modules[module].syntax.body;
    body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Class(class) if defines(class, function) => Some((At::top(module), &**class)),
        _ => None,
    })
}

/// A class with those above and below it.
pub(in super::super) fn family<'r>(
    repository: &Repository<'r>,
    module: usize,
    class: &'r Class<'r>,
) -> Vec<(At, &'r Class<'r>)> {
    let above = |at: At, class: &'r Class<'r>| {
        ancestors(repository, at, class).into_iter().filter_map(|ancestor| match ancestor {
            Ancestor::Class(at, base) => Some((at, base)),
            Ancestor::Made(_) | Ancestor::Messages(_) => None,
        })
    };
    let own = At::top(module);
    let mut found: Vec<(At, &'r Class<'r>)> =
        std::iter::once((own, class)).chain(above(own, class)).collect();
    for (index, module) in repository.modules.iter().enumerate() {
        let at = At::top(index);
        for stmt in &module.syntax.body {
            if let StmtKind::Class(below) = &stmt.kind
                && !below.bases.is_empty()
                && above(at, below).any(|(_, base)| std::ptr::eq(base, class))
            {
                found.push((at, below));
            }
        }
    }
    found
}

/// The modules of the classes below and above the one that something stands in, its own among them.
pub(in super::super) fn modules(
    repository: &Repository<'_>,
    module: usize,
    inside: Span,
) -> BTreeSet<usize> {
    let body = &repository.modules[module].syntax.body;
    let around = body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Class(class) if stmt.span.holds(inside) => Some(&**class),
        _ => None,
    });
    let family = around.map(|class| family(repository, module, class)).unwrap_or_default();
    std::iter::once(module).chain(family.into_iter().map(|(at, _)| at.module)).collect()
}

/// Whether a target is this attribute of `self`.
pub(in super::super) fn is_own(target: &Expr<'_>, name: &str) -> bool {
    matches!(&target.kind, ExprKind::Attribute(this, held)
        if *held == name && this.is_name("self"))
}

fn defines(class: &Class<'_>, function: &Function<'_>) -> bool {
    class
        .body
        .iter()
        .any(|stmt| matches!(&stmt.kind, StmtKind::Function(method) if method.id == function.id))
}

fn method<'c, 'r>(class: &'c Class<'r>, name: &str) -> Option<&'c Function<'r>> {
    class.method(name)
}

struct Kin<'k, 'r> {
    repository: &'k Repository<'r>,
    at: At,
    class: &'r Class<'r>,
    function: &'k Function<'r>,
}

impl<'r> Kin<'_, 'r> {
    fn is_called(&self, site: &Site<'r>, unique: impl Fn() -> bool) -> bool {
        let ExprKind::Attribute(object, _) = &site.call.callee.kind else { return false };
        match (&object.kind, site.around.class) {
            (ExprKind::Name("self" | "cls"), Some(caller)) => self.by_self(site, caller),
            (ExprKind::Call(call), Some(caller)) if call.callee.is_name("super") => {
                self.is_nearest(site.at, caller)
            }
            _ => match self.is_object(object, site) {
                Some(is_it) => is_it,
                None => unique(),
            },
        }
    }

    /// Whether `self` in a method of `caller` may be an object whose method of the name is this one.
    fn by_self(&self, site: &Site<'r>, caller: &'r Class<'r>) -> bool {
        if std::ptr::eq(caller, self.class) {
            return true;
        }
        let top = At { scope: 0, ..site.at };
        if self.above(self.at, self.class).iter().any(|base| std::ptr::eq(*base, caller)) {
            // What is asked in a method that the class replaces is not asked for its objects.
            let asked = site.around.functions.first().map_or("", |function| function.name);
            return method(self.class, asked).is_none_or(|own| self.asks_above(own));
        }
        method(caller, self.function.name).is_none() && self.is_nearest(top, caller)
    }

    /// Whether the first base of a class that has a method of the name is the class itself.
    fn is_nearest(&self, at: At, below: &'r Class<'r>) -> bool {
        let top = At { scope: 0, ..at };
        let mut having = self
            .above(top, below)
            .into_iter()
            .filter(|base| method(base, self.function.name).is_some());
        having.next().is_some_and(|base| std::ptr::eq(base, self.class))
    }

    fn above(&self, at: At, class: &'r Class<'r>) -> Vec<&'r Class<'r>> {
        let found = ancestors(self.repository, at, class).into_iter();
        let classes = found.filter_map(|ancestor| match ancestor {
            Ancestor::Class(_, base) => Some(base),
            Ancestor::Made(_) | Ancestor::Messages(_) => None,
        });
        classes.collect()
    }

    /// Whether a method asks the one that it replaces.
    fn asks_above(&self, own: &Function<'r>) -> bool {
        let module = &self.repository.modules[self.at.module];
        let text = module.text_of(own.span).unwrap_or_default();
        text.contains("super()")
    }

    /// Whether an object is of the class, or of one below that has the method from it; `None` where that is not known.
    fn is_object(&self, object: &'r Expr<'r>, site: &Site<'r>) -> Option<bool> {
        if let ExprKind::Name(name) = object.kind
            && let Some(is_one) = self.is_among(name, site)
        {
            return Some(is_one);
        }
        let found = match &object.kind {
            ExprKind::Attribute(this, name) if this.is_self() => self.held(site, name)?,
            _ => self.class_at(object, site.at)?,
        };
        Some(self.has(found))
    }

    /// Whether a loop around a call goes through objects of which one is of the class; `None` where it is none over some
    /// that are made where they are listed.
    fn is_among(&self, name: &str, site: &Site<'r>) -> Option<bool> {
        let iterable = way(site).into_iter().rev().find_map(|stmt| match &stmt.kind {
            StmtKind::For { target, iterable, .. } if target.is_name(name) => Some(iterable),
            _ => None,
        })?;
        let mut found = Vec::new();
        for origin in self.repository.origins(iterable, site.at) {
            let Origin::Value(
                at,
                Expr { kind: ExprKind::List(items) | ExprKind::Tuple(items), .. },
            ) = origin
            else {
                continue;
            };
            found.extend(items.iter().filter_map(|item| self.class_at(item, at)));
        }
        (!found.is_empty()).then(|| found.into_iter().any(|one| self.has(one)))
    }

    fn has(&self, (at, class): (At, &'r Class<'r>)) -> bool {
        std::ptr::eq(class, self.class)
            || (method(class, self.function.name).is_none() && self.is_nearest(at, class))
    }

    /// The class of what an expression is, by what makes it or by the annotation of a parameter.
    fn class_at(&self, value: &'r Expr<'r>, at: At) -> Option<(At, &'r Class<'r>)> {
        let origins = self.repository.origins(value, at);
        let [origin] = origins.as_slice() else { return None };
        match origin {
            Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) => {
                self.named(&call.callee, *at)
            }
            Origin::Param(at, function, index) => {
                let annotation = function.params.get(*index)?.annotation.as_ref()?;
                let outside = self.repository.scope(*at).parent.unwrap_or_default();
                self.named(annotation, At { scope: outside, ..*at })
            }
            _ => None,
        }
    }

    fn named(&self, value: &'r Expr<'r>, at: At) -> Option<(At, &'r Class<'r>)> {
        match self.repository.origins(value, at).as_slice() {
            [Origin::Class(at, class)] => Some((*at, class)),
            _ => None,
        }
    }

    /// The class of what a method of the class around gives an attribute of `self`.
    fn held(&self, site: &Site<'r>, name: &str) -> Option<(At, &'r Class<'r>)> {
        let class = site.around.class?;
        let inside = self.repository.inside(At { scope: 0, ..site.at }, class.id);
        let mut found = Vec::new();
        for method in Stmt::functions(&class.body) {
            let at = self.repository.inside(inside, method.id);
            Stmt::each_own(&method.body, &mut |stmt| {
                let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else {
                    return;
                };
                if targets.iter().any(|target| is_own(target, name)) {
                    found.push((value, at));
                }
            });
        }
        let [(value, at)] = found.as_slice() else { return None };
        self.class_at(value, *at)
    }

    /// Whether nothing else than the class and those above and below it has a method or function of the name.
    fn is_unique(&self) -> bool {
        let name = self.function.name;
        let bare = name.strip_prefix('a').unwrap_or(name);
        if uses::invokes(name) || USUAL.contains(&name) || USUAL.contains(&bare) {
            return false;
        }
        let mut unique = true;
        for (index, module) in self.repository.modules.iter().enumerate() {
            let top = At::top(index);
            Stmt::each(&module.syntax.body, &mut |stmt| match &stmt.kind {
                StmtKind::Class(class) if method(class, name).is_some() => {
                    unique &= std::ptr::eq(&raw const **class, self.class)
                        || self
                            .above(top, class)
                            .iter()
                            .any(|base| std::ptr::eq(*base, self.class))
                        || self
                            .above(self.at, self.class)
                            .iter()
                            .any(|base| std::ptr::eq(*base, &raw const **class));
                }
                _ => {}
            });
            unique &= !module.syntax.body.iter().any(
                |stmt| matches!(&stmt.kind, StmtKind::Function(function) if function.name == name),
            );
        }
        unique
    }
}
