//! Functions and classes that no code outside the tests leads to from what runs when a file is run or imported.

use super::super::reach::is_started;
use super::super::sites::Sites;
use super::builders::builders;
use super::vain::Vain;
use super::{Key, Unit, looks_up, may_be_uncalled, named, unreached, uses};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Arg, Class, ExprKind, Passing, StmtKind};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{GraphFact, Lines};
use std::collections::BTreeMap;

/// Classes that do nothing with those that are derived from them.
const PLAIN_BASES: &[&str] = &["object", "ABC", "Protocol", "BaseModel"];

/// Lists the functions and classes at the own level of modules that nothing outside the tests uses, or only such.
///
/// A test is no use, and neither is an import. What a text or a file beside the sources names is used. Nothing is
/// listed where a name may be put together when the program runs, and where the sources start nothing, for whoever
/// imports them may use anything.
pub(in crate::detect::repo::python) fn unused(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    sources: &[Source],
    graphs: &[GraphFact],
) -> Vec<Lines> {
    let builds = graphs.iter().any(GraphFact::is_in_use);
    let ours = || repository.program();
    let runs = builds || ours().any(is_started);
    if !runs || looks_up(repository, sites) {
        return Vec::new();
    }
    let registers = repository.modules.iter().any(|module| {
        ["__subclasses__", "__init_subclass__", "metaclass"]
            .iter()
            .any(|it| module.text.contains(it))
    });
    let mut open: BTreeMap<Key, Unit<'_>> = BTreeMap::new();
    for (index, module) in repository.program_numbered() {
        open.extend(module.syntax.body.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Function(function) if may_be_uncalled(function) => {
                Some(((index, function.id), Unit { name: function.name, span: function.span }))
            }
            StmtKind::Class(class) if !registers && is_plain(class) => {
                Some(((index, class.id), Unit { name: class.name, span: class.span }))
            }
            _ => None,
        }));
    }
    let uses = uses(repository, &open, &Vain::default(), |module| !module.in_tests);
    let idle = unreached(open.keys().copied(), &uses);
    let spans = |key: &Key| open[key].span;
    let builders = builders(repository, graphs, (&idle, &spans), &uses);
    open.retain(|key, _| !builders.contains(key));
    let idle = unreached(open.keys().copied(), &uses);
    let named = named(repository, sources, idle.iter().map(|key| open[key].name), false);
    open.retain(|_, unit| !named.contains(unit.name));
    let idle = unreached(open.keys().copied(), &uses);
    idle.iter().map(|key| repository.modules[key.0].place(open[key].span)).collect()
}

/// Whether to define a class does no more than that.
fn is_plain(class: &Class<'_>) -> bool {
    let is_known = |base: &Arg<'_>| {
        base.passing == Passing::Position
            && base.value.last_name().is_some_and(|name| PLAIN_BASES.contains(&name))
    };
    let is_made = |name: &str| name == "dataclass";
    let decorated = class.decorators.iter().all(|decorator| match &decorator.kind {
        ExprKind::Name(name) => is_made(name),
        ExprKind::Call(call) => is_made(call.callee_name()),
        _ => false,
    });
    decorated && class.bases.iter().all(is_known)
}
