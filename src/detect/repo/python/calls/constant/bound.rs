//! What a variable or an attribute can hold where it is read: what is bound behind that place, or before what surely is
//! bound again, does not come there.

use super::super::super::classes::each;
use super::super::super::repository::At;
use super::super::super::syntax::{Body, Class, Expr, ExprKind, Span, Stmt, StmtKind};
use super::{Constants, Read, Source};
use crate::detect::repo::python::names::scope::{Binding, Opener};

/// Methods that put into a list, a set or a dictionary what they are given.
const FILLING: &[&str] =
    &["append", "extend", "insert", "update", "add", "setdefault", "appendleft"];

/// What one statement binds to a name.
#[derive(Clone, Copy)]
enum Given<'r> {
    Value(&'r Expr<'r>),
    /// A part of each item of what a loop goes through, by the target.
    Item(&'r Expr<'r>, &'r Expr<'r>),
    /// A part of what is unpacked.
    Part(&'r Expr<'r>, usize),
    /// What no expression says.
    Other,
}

/// What comes to a place of what a block binds.
#[derive(Default)]
struct Coming<'r> {
    given: Vec<Given<'r>>,
    /// Whether one of them surely was bound on every way to the place.
    surely: bool,
}

impl<'r> Constants<'r, '_> {
    /// What a name of a scope holds where it is read.
    pub(super) fn variable(&self, name: &'r str, read: Read<'r>) -> Source {
        let by_origins = || self.origins(self.repository.origins(read.value, read.at), read, name);
        let Some(home) = self.home(name, read.at) else { return by_origins() };
        let bindings = &self.repository.scope(home).bindings[name];
        let is_defined = |binding: &Binding<'_>| {
            matches!(binding, Binding::Import(_) | Binding::Function(_) | Binding::Class(_))
        };
        if bindings.iter().any(is_defined) {
            return by_origins();
        }
        let body = self.repository.scope(home).body;
        let place = (home == read.at).then_some(read.value.span);
        let coming = match place.filter(|place| body.iter().any(|stmt| stmt.span.holds(*place))) {
            Some(place) => coming(body, name, place),
            None => Coming { given: bound(body, name), surely: false },
        };
        let mut source = None;
        let mut see = |one: Source| source = source.max(Some(one));
        // Into a text nothing is put.
        let is_text = |given: &Given<'_>| match given {
            Given::Value(value) => matches!(value.kind, ExprKind::Str(_) | ExprKind::Literal(_)),
            Given::Item(..) | Given::Part(..) | Given::Other => false,
        };
        let may_grow = !coming.given.iter().all(is_text);
        for given in coming.given {
            see(self.given_by(given, name, Read { at: home, ..read }));
        }
        if !coming.surely {
            for binding in bindings {
                if let Binding::Param(function, index) = binding {
                    see(self.parameter(home, function, *index, read.steps));
                }
            }
        }
        let is_shared = !matches!(self.repository.scope(home).opener, Opener::Function);
        if is_shared && self.repository.is_set_elsewhere(name, home) {
            see(Source::Open);
        }
        if may_grow {
            see(self.changed(name, home, read.steps));
        }
        source.unwrap_or(Source::Open)
    }

    fn given_by(&self, given: Given<'r>, name: &'r str, read: Read<'r>) -> Source {
        match given {
            Given::Value(value) => self.source(read.other(value, read.at)),
            Given::Item(target, iterable) => {
                self.items(iterable, target, name, read.other(iterable, read.at))
            }
            Given::Part(value, index) => match &value.kind {
                ExprKind::Tuple(items) | ExprKind::List(items) if index < items.len() => {
                    self.source(read.other(&items[index], read.at))
                }
                _ => self.source(read.other(value, read.at)),
            },
            Given::Other => Source::Open,
        }
    }

    /// The scope that binds a name which is read in another.
    fn home(&self, name: &str, at: At) -> Option<At> {
        let mut here = Some(at.scope);
        while let Some(index) = here {
            let scope = self.repository.scope(At { scope: index, ..at });
            let hidden = matches!(scope.opener, Opener::Class(_)) && index != at.scope;
            if !hidden && scope.bindings.contains_key(name) {
                return Some(At { scope: index, ..at });
            }
            here = scope.parent;
        }
        None
    }

    /// What is put into a table that a name of a scope holds.
    pub(super) fn changed(&self, name: &str, home: At, steps: usize) -> Source {
        let is_it =
            |value: &Expr<'_>, at: At| value.is_name(name) && self.home(name, at) == Some(home);
        let mut source = Source::Constant;
        for method in FILLING {
            for site in self.sites.named(method) {
                let ExprKind::Attribute(object, _) = &site.call.callee.kind else { continue };
                if site.at.module == home.module && is_it(object, site.at) {
                    for arg in &site.call.args {
                        source = source.max(self.of_site(&arg.value, site, steps));
                    }
                }
            }
        }
        for (at, value) in self.puts.of_table(self.repository, home.module, name) {
            if self.home(name, *at) == Some(home) {
                let read = Read { value, at: *at, within: Some(value), steps };
                source = source.max(self.source(read));
            }
        }
        source
    }

    /// What an attribute of the object of a method holds: whatever any method of its class gives it.
    pub(super) fn of_object(&self, name: &'r str, read: Read<'r>) -> Source {
        let Some((at, class)) = self.class(read.at) else { return Source::Open };
        let mut source = None;
        let mut see = |one: Source| source = source.max(Some(one));
        for given in bound(&class.body, name) {
            see(self.given_by(given, name, Read { at, within: None, ..read }));
            // Whoever makes the object may say otherwise.
            let is_plain = class.decorators.is_empty()
                && class.bases.iter().all(|base| {
                    matches!(base.value.kind, ExprKind::Name("object" | "ABC" | "Protocol"))
                });
            see(if is_plain { Source::Constant } else { Source::Open });
        }
        for (index, module) in self.repository.modules.iter().enumerate() {
            if module.in_tests || !module.text.contains(name) {
                continue;
            }
            let whole = At::top(index);
            each(self.repository, &module.syntax.body, whole, &mut |here, stmt| {
                let (targets, value) = match &stmt.kind {
                    StmtKind::Assign { targets, value: Some(value), .. } => (&targets[..], value),
                    StmtKind::Augment { target, value } => (std::slice::from_ref(target), value),
                    _ => return,
                };
                let sets = |target: &Expr<'r>| match &target.kind {
                    ExprKind::Attribute(object, set) if *set == name => Some(object.is_self()),
                    _ => None,
                };
                let Some(is_own) = targets.iter().find_map(sets) else { return };
                let given = Read { value, at: here, within: Some(value), steps: read.steps };
                let owner = self.class(here).filter(|_| is_own).map(|(_, owner)| owner);
                match owner {
                    Some(owner) if std::ptr::eq(owner, class) => see(self.source(given)),
                    Some(owner) if !is_kin(owner, class) => {}
                    _ => see(self.source(given).min(Source::Open)),
                }
            });
        }
        source.unwrap_or(Source::Open)
    }

    /// The class around a scope, with the scope inside it.
    pub(super) fn class(&self, at: At) -> Option<(At, &'r Class<'r>)> {
        let mut here = Some(at.scope);
        while let Some(index) = here {
            let scope = self.repository.scope(At { scope: index, ..at });
            if let Opener::Class(class) = scope.opener {
                return Some((At { scope: index, ..at }, class));
            }
            here = scope.parent;
        }
        None
    }
}

/// Whether one class names the other as what it comes from.
fn is_kin(one: &Class<'_>, other: &Class<'_>) -> bool {
    let names = |class: &Class<'_>, of: &Class<'_>| {
        class.bases.iter().any(|base| base.value.last_name() == Some(of.name))
    };
    names(one, other) || names(other, one)
}

/// What a block binds to a name, anywhere in it but inside definitions.
fn bound<'r>(body: &'r [Stmt<'r>], name: &str) -> Vec<Given<'r>> {
    let mut found = Vec::new();
    Stmt::each_own(body, &mut |stmt| found.extend(binds(stmt, name)));
    found
}

/// What a statement itself binds to a name.
fn binds<'r>(stmt: &'r Stmt<'r>, name: &str) -> Vec<Given<'r>> {
    let is_it = |target: &Expr<'_>| target.is_name(name);
    let mut found = Vec::new();
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            for target in targets {
                match &target.kind {
                    _ if is_it(target) => found.push(Given::Value(value)),
                    ExprKind::Tuple(parts) | ExprKind::List(parts) => {
                        let at = parts.iter().position(is_it);
                        found.extend(at.map(|at| Given::Part(value, at)));
                    }
                    _ => {}
                }
            }
        }
        StmtKind::Augment { target, value } if is_it(target) => found.push(Given::Value(value)),
        StmtKind::For { target, iterable, .. } if target.any(&is_it) => {
            found.push(Given::Item(target, iterable));
        }
        StmtKind::With { items, .. } => {
            let named = items.iter().filter(|(_, name)| name.as_ref().is_some_and(is_it));
            found.extend(named.map(|(value, _)| Given::Value(value)));
        }
        StmtKind::Try { handlers, .. } if handlers.iter().any(|one| one.name == Some(name)) => {
            found.push(Given::Other);
        }
        _ => {}
    }
    stmt.walk(&mut |part| match &part.kind {
        ExprKind::Named(other, value) if *other == name => found.push(Given::Value(value)),
        _ => {}
    });
    found
}

/// What of a block's bindings comes to a place in it.
fn coming<'r>(body: &'r [Stmt<'r>], name: &str, place: Span) -> Coming<'r> {
    let mut coming = Coming::default();
    let Some(here) = body.iter().position(|stmt| stmt.span.holds(place)) else { return coming };
    for stmt in &body[..here] {
        let own = binds(stmt, name);
        let is_sure = matches!(stmt.kind, StmtKind::Assign { .. }) && !own.is_empty();
        if is_sure {
            coming = Coming { given: own, surely: true };
        } else {
            coming.given.extend(bound(std::slice::from_ref(stmt), name));
        }
    }
    let stmt = &body[here];
    let is_loop = matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. });
    let holds = |block: &&'r Body<'r>| block.iter().any(|stmt| stmt.span.holds(place));
    let Some(block) = stmt.blocks().into_iter().find(holds) else {
        // What is assigned here is not what is read for it.
        let has_targets = matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Augment { .. });
        if !has_targets {
            coming.given.extend(binds(stmt, name));
        }
        return coming;
    };
    let own = binds(stmt, name);
    if !own.is_empty() && matches!(stmt.kind, StmtKind::For { .. } | StmtKind::With { .. }) {
        coming = Coming { given: own, surely: true };
    }
    // What one block of a `try` binds may come to the next.
    if let StmtKind::Try { .. } = stmt.kind {
        for other in stmt.blocks().into_iter().take_while(|other| !std::ptr::eq(*other, block)) {
            coming.given.extend(bound(other, name));
        }
    }
    let inner = self::coming(block, name, place);
    if inner.surely {
        return inner;
    }
    coming.given.extend(inner.given);
    if is_loop {
        // What the round before has bound.
        let is_own = |given: &Given<'_>| matches!(given, Given::Item(..)) && coming.surely;
        let already = coming.given.iter().any(is_own);
        coming.given.extend(bound(block, name).into_iter().filter(|_| !already));
    }
    coming
}
