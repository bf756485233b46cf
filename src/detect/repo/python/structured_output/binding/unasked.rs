//! Models that are bound to a schema and held somewhere, where nothing that runs asks them.

use super::super::BINDERS;
use super::super::asking::kin;
use super::super::asking::uses::is_model;
use crate::detect::repo::python::names::mentions::{Mention, mentions};
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::reach::Reach;
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::running::uncalled::{STARTS, named};
use crate::detect::repo::python::syntax::{
    Class, Expr, ExprKind, Function, Passing, Stmt, StmtKind,
};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::StructuredOutputFact;
use std::collections::BTreeSet;

/// Names that one model is followed through.
const NAMES: usize = 8;

/// Functions that are looked at for one model.
const FUNCTIONS: usize = 24;

/// What tells who reads what.
struct Readers<'s, 'r> {
    repository: &'s Repository<'r>,
    reach: &'s Reach,
    sources: &'s [Source],
}

/// What holds a model.
enum Held<'r> {
    /// An attribute of the objects of classes that are derived from each other.
    Own(Vec<&'r Class<'r>>, &'r str),
    /// A variable of a function.
    Local(usize, &'r Function<'r>, &'r str),
    /// A variable of a module.
    Global(&'r str),
}

impl Held<'_> {
    fn name(&self) -> &str {
        match self {
            Self::Own(_, name) | Self::Local(_, _, name) | Self::Global(name) => name,
        }
    }

    fn written(&self) -> String {
        match self {
            Self::Own(_, name) => format!("self.{name}"),
            Self::Local(_, _, name) | Self::Global(name) => (*name).to_owned(),
        }
    }
}

/// Marks the models that are bound and held, and that nothing which runs reads from where they are held.
pub(in super::super) fn mark<'r>(
    repository: &Repository<'r>,
    (sites, sources): (&Sites<'r>, &[Source]),
    reach: &Reach,
    facts: &mut [StructuredOutputFact],
) {
    let is_sure = !sites.names_at_run_time() && !repository.is_mentioned("__dict__");
    let readers = Readers { repository, reach, sources };
    let ours = |fact: &&mut StructuredOutputFact| {
        !fact.in_tests && fact.live == Some(true) && fact.method == BINDERS[0]
    };
    for fact in facts.iter_mut().filter(|_| is_sure).filter(ours) {
        let is_it = |site: &&Site<'r>| {
            site.module(repository).place(super::super::named(site)) == fact.place
        };
        let site = sites.named(BINDERS[0]).into_iter().find(is_it);
        fact.unasked = site.and_then(|site| unread(&readers, site));
    }
}

/// What holds the model that a call binds, as it is written, where surely nothing that runs reads it; what is held in
/// several things one after another is told by the last of them.
fn unread<'r>(readers: &Readers<'_, 'r>, site: &Site<'r>) -> Option<String> {
    let is_it = |value: &Expr<'r>| value.span == site.expr.span;
    let functions = &site.around.functions;
    let mut open =
        vec![readers.held(site.at.module, site.stmt, functions, site.around.class, &is_it)?];
    let (mut last, mut left) = (None, NAMES);
    while let Some(held) = open.pop() {
        left = left.checked_sub(1)?;
        // Where not everything that runs is known, nothing at all may read it.
        if !readers.reach.is_certain() && readers.is_told_elsewhere(&held) {
            return None;
        }
        for read in readers.reads(&held)? {
            let is_it = |value: &Expr<'r>| value.span == read.part.span;
            match readers.held(read.module, read.stmt, &read.functions, read.class, &is_it) {
                Some(next) => open.push(next),
                None if readers.is_idle(&read) => {}
                None => return None,
            }
        }
        last = Some(held.written());
    }
    last
}

impl<'r> Readers<'_, 'r> {
    /// What a statement gives a model to, if that is all that it does.
    fn held(
        &self,
        module: usize,
        stmt: &'r Stmt<'r>,
        functions: &[&'r Function<'r>],
        class: Option<&'r Class<'r>>,
        is_it: &impl Fn(&Expr<'r>) -> bool,
    ) -> Option<Held<'r>> {
        let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return None };
        let [target] = targets.as_slice() else { return None };
        if !is_model(value, is_it, 0) {
            return None;
        }
        match &target.kind {
            ExprKind::Name(name) => match functions.last() {
                Some(function) if !self.shares(module, function) => {
                    Some(Held::Local(module, function, name))
                }
                Some(_) => None,
                None => class.is_none().then_some(Held::Global(name)),
            },
            ExprKind::Attribute(this, name) if this.is_name("self") => {
                Some(Held::Own(self.family(module, functions.first()?)?, name))
            }
            _ => None,
        }
    }

    /// Whether a function may give its variables to what is around it.
    fn shares(&self, module: usize, function: &Function<'r>) -> bool {
        let text = self.repository.modules[module].text_of(function.span).unwrap_or("global ");
        ["global ", "nonlocal "].iter().any(|word| text.contains(word))
    }

    /// The classes above and below the one whose method a function is; `None` where not all of them are of the sources.
    fn family(&self, module: usize, method: &Function<'r>) -> Option<Vec<&'r Class<'r>>> {
        let (at, class) = kin::class_of(self.repository, module, method)?;
        let family = kin::family(self.repository, at.module, class);
        let all = family.iter().all(|(at, class)| self.is_of_sources(*at, class));
        all.then(|| family.into_iter().map(|(_, class)| class).collect())
    }

    fn is_of_sources(&self, at: At, class: &'r Class<'r>) -> bool {
        class.decorators.is_empty()
            && class.bases.iter().all(|base| match (&base.value.kind, base.passing) {
                (ExprKind::Name("object" | "ABC") | ExprKind::Attribute(_, "ABC"), _)
                | (ExprKind::Name("ABCMeta"), Passing::Keyword("metaclass")) => true,
                (_, Passing::Position) => matches!(
                    self.repository.origins(&base.value, at).as_slice(),
                    [Origin::Class(..)]
                ),
                _ => false,
            })
    }

    /// Whether a source that is no module of the program names what holds a model.
    fn is_told_elsewhere(&self, held: &Held<'r>) -> bool {
        let is_local = matches!(held, Held::Local(..));
        !is_local
            && !named(self.repository, self.sources, std::iter::once(held.name()), false).is_empty()
    }

    /// Where something outside the tests reads what holds a model; `None` where not all such places are known.
    fn reads(&self, held: &Held<'r>) -> Option<Vec<Mention<'r>>> {
        let is_ours = |module: usize| !self.repository.modules[module].in_tests;
        let is_local = matches!(held, Held::Local(..));
        if !is_local && self.repository.texts.quote(held.name()) {
            return None;
        }
        let counts = |module: usize| match held {
            Held::Local(own, ..) => module == *own,
            Held::Own(..) | Held::Global(_) => is_ours(module),
        };
        let mut found = mentions(self.repository, held.name(), counts)?;
        found.retain(|read| match (held, &read.part.kind) {
            (Held::Local(_, function, _), ExprKind::Name(_)) => {
                read.functions.iter().any(|around| around.id == function.id)
            }
            (Held::Local(..), _) | (Held::Own(..), ExprKind::Name(_)) => false,
            (Held::Own(family, _), ExprKind::Attribute(object, _)) => {
                let is_self = object.is_self();
                let is_of =
                    |class: &&Class<'r>| family.iter().any(|one| std::ptr::eq(*one, *class));
                !is_self || read.class.as_ref().is_none_or(is_of)
            }
            _ => true,
        });
        Some(found)
    }

    /// Whether something stands where surely nothing that runs comes to.
    fn is_idle(&self, read: &Mention<'r>) -> bool {
        self.stands_idle(read, &mut Uncalled::default())
    }

    fn stands_idle(&self, read: &Mention<'r>, known: &mut Uncalled) -> bool {
        self.reach.live(read.module) == Some(false)
            || read.functions.iter().any(|around| self.is_uncalled(read.module, around, known))
    }

    /// Whether a function makes a graph, which whoever imports it may run though nothing here does.
    fn builds_graph(&self, module: usize, function: &Function<'r>) -> bool {
        let text = self.repository.modules[module].text_of(function.span);
        text.is_none_or(|text| text.contains("StateGraph(") || text.contains(".compile("))
    }

    /// Whether surely nothing that runs calls a function; to be called by itself alone is not to be called.
    fn is_uncalled(&self, module: usize, function: &'r Function<'r>, known: &mut Uncalled) -> bool {
        if known.is_refuted || !self.reach.is_certain() {
            return false;
        }
        let key = (module, function.id);
        if self.reach.is_uncalled(module, function) || known.assumed.contains(&key) {
            return true;
        }
        let mut own = self.repository.modules[module].syntax.body.iter();
        let is_own =
            own.any(|stmt| matches!(&stmt.kind, StmtKind::Function(own) if own.id == function.id));
        let may_be = function.decorators.is_empty()
            && !function.name.starts_with("__")
            && !STARTS.contains(&function.name)
            && !self.builds_graph(module, function)
            && known.assumed.len() < FUNCTIONS
            && (is_own || self.family(module, function).is_some());
        if !may_be {
            return false;
        }
        known.assumed.insert(key);
        let uses = mentions(self.repository, function.name, |_| true);
        let is_idle = uses.is_some_and(|uses| uses.iter().all(|one| self.stands_idle(one, known)))
            && named(self.repository, self.sources, std::iter::once(function.name), false)
                .is_empty();
        // What was found of others may hang on it.
        known.is_refuted |= !is_idle;
        is_idle
    }
}

/// Functions of which it is assumed, as long as nothing speaks against it, that nothing calls them.
#[derive(Default)]
struct Uncalled {
    assumed: BTreeSet<(usize, usize)>,
    is_refuted: bool,
}
