//! Methods that nothing names: their classes stand in for no other, and the sources write the name once.

use super::super::sites::Sites;
use super::Key;
use super::words::Wanted;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Class, Expr, Function, StmtKind};
use std::collections::BTreeMap;

/// Lists the methods whose name stands nowhere in the sources of Python but where it is defined.
///
/// A name in a comment or in a text is a use like any other, and so is one that may be put together.
pub(super) fn unnamed<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
) -> BTreeMap<Key, &'r Function<'r>> {
    let mut open: BTreeMap<&str, Vec<(Key, &Function<'_>)>> = BTreeMap::new();
    for (index, module) in repository.program_numbered() {
        for stmt in &module.syntax.body {
            let StmtKind::Class(class) = &stmt.kind else { continue };
            let is_left = |method: &&Function<'_>| {
                sites.named(method.name).is_empty() && !repository.lookups.may_find(method.name)
            };
            for method in own(class).filter(is_left) {
                open.entry(method.name).or_default().push(((index, method.id), method));
            }
        }
    }
    let wanted = Wanted::new(open.keys().copied());
    let mut written: BTreeMap<&str, usize> = BTreeMap::new();
    for module in repository.modules {
        for (_, name) in wanted.in_text(module.text.as_bytes()) {
            *written.entry(name).or_default() += 1;
        }
    }
    let mut found = BTreeMap::new();
    for (name, written) in written {
        if written == open[name].len() {
            found.extend(open[name].iter().copied());
        }
    }
    found
}

/// The methods of a class that is derived from nothing, and that nothing adds to.
fn own<'r>(class: &'r Class<'r>) -> impl Iterator<Item = &'r Function<'r>> {
    let is_object = |base: &Expr<'_>| base.is_name("object");
    let plain =
        class.decorators.is_empty() && class.bases.iter().all(|base| is_object(&base.value));
    let methods = class.body.iter().filter(move |_| plain).filter_map(|stmt| match &stmt.kind {
        StmtKind::Function(function) => Some(&**function),
        _ => None,
    });
    methods.filter(|method| method.decorators.is_empty() && !method.name.starts_with("__"))
}
