//! What a judge sends to a model, where it reads more than that.

use super::blank::Blank;
use super::follow::{Follow, is_as_it_stands, param_of};
use super::held::Methods;
use super::words::{ASKS, ASKS_WITH, MESSAGES, PLAIN, READING, SILENT, is_asking, is_local};
use super::words::{is_quiet, names};
use crate::detect::repo::python::practices::asks_by_post;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Arg, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Functions that are followed inside each other.
const DEPTH: usize = 6;

/// What a call does to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Does {
    /// It surely asks none.
    Nothing,
    /// It may ask one.
    Perhaps,
    Asks,
}

/// What reaches the models that a judge asks.
pub(super) struct Reaching {
    /// The fields of the state of which something does.
    pub keys: BTreeSet<String>,
    /// Those that are read.
    pub read: BTreeSet<String>,
    /// Where a model is asked first.
    pub asked: (usize, Span),
}

/// Follows what reaches the models that judges ask.
pub(super) struct Sent<'p, 'r> {
    pub repository: &'p Repository<'r>,
    pub methods: &'p Methods<'r>,
    sites: &'p [Site<'r>],
    /// The functions that ask a model by its address.
    pub posts: BTreeSet<At>,
    known: RefCell<BTreeMap<(usize, usize), Does>>,
}

impl<'p, 'r> Sent<'p, 'r> {
    pub(super) fn new(
        repository: &'p Repository<'r>,
        methods: &'p Methods<'r>,
        sites: &'p [Site<'r>],
    ) -> Self {
        let posts = sites.iter().filter(|site| asks_by_post(repository, site));
        let posts = posts.map(|site| site.at).collect();
        Self { repository, methods, sites, posts, known: RefCell::default() }
    }

    /// The calls of a function, without those of functions in it.
    pub(super) fn own(
        &self,
        module: usize,
        function: &'r Function<'r>,
    ) -> impl Iterator<Item = &'p Site<'r>> {
        let sites = self.sites.iter();
        sites.filter(move |site| {
            site.at.module == module && site.function().is_some_and(|own| own.id == function.id)
        })
    }

    /// The fields of the state of which something reaches a model that a function asks, and where it asks first; `None`
    /// where that is not known, or where it asks none.
    ///
    /// The function is defined at `at` and given the state by `state`; what else it is given is nothing of it.
    pub(super) fn by(
        &self,
        at: At,
        function: &'r Function<'r>,
        state: &'r str,
        depth: usize,
    ) -> Option<Reaching> {
        let mut inner = false;
        Stmt::each(&function.body, &mut |stmt| {
            inner |= matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_));
        });
        if inner || depth > DEPTH || !is_as_it_stands(self.repository, at, function) {
            return None;
        }
        let mut read = reads(function, state);
        let mut blank = Blank::new(self, self.repository.inside(at, function.id), function, state);
        let mut asked: Option<(usize, Span)> = None;
        for site in self.own(at.module, function) {
            match self.does(site, 0) {
                Does::Nothing => continue,
                Does::Perhaps => {}
                Does::Asks => {
                    if let Some(arg) = given(site, &blank) {
                        let inner = self.handed_on(site, arg, &blank, depth)?;
                        blank.keys.extend(inner.keys);
                        read.extend(inner.read);
                        asked = asked.or(Some(inner.asked));
                        continue;
                    }
                    asked = asked.or(Some((site.at.module, site.expr.span)));
                }
            }
            if !blank.is_at(site) {
                return None;
            }
        }
        Some(Reaching { keys: blank.keys, read, asked: asked? })
    }

    /// What a function asks that is handed the whole state by one argument, and nothing that is got from it by others.
    fn handed_on(
        &self,
        site: &Site<'r>,
        arg: &'r Arg<'r>,
        blank: &Blank<'_, 'p, 'r>,
        depth: usize,
    ) -> Option<Reaching> {
        let (at, function) = self.repository.function(&site.call.callee, site.at)?;
        let mut rest = Blank::like(blank);
        let mut others = site.call.args.iter().filter(|other| !std::ptr::eq(*other, arg));
        let is_alone = others.all(|other| rest.is(&other.value)) && rest.keys.is_empty();
        let param = param_of(site.call, function, arg).filter(|_| is_alone)?;
        self.by(at, function, param, depth + 1)
    }

    /// What a call does to a model, whatever it is given.
    pub(super) fn does(&self, site: &Site<'r>, depth: usize) -> Does {
        let (call, name) = (site.call, site.call.callee_name());
        let by_name = ASKS.contains(&name)
            || (ASKS_WITH.contains(&name)
                && MESSAGES.iter().any(|one| call.keyword(one).is_some()));
        if by_name || asks_by_post(self.repository, site) {
            return Does::Asks;
        }
        let is_method = matches!(call.callee.kind, ExprKind::Attribute(..));
        let of = |origin: &Origin<'r>| match origin {
            Origin::Function(at, function) => self.inside(*at, function, depth),
            Origin::Class(at, class) => {
                let makers = self.methods.makers(self.repository.inside(*at, class.id));
                let makers = makers.into_iter();
                makers.map(|(at, it)| self.inside(at, it, depth)).max().unwrap_or(Does::Nothing)
            }
            Origin::External(name) if is_method && is_local(name) => self.method(site, depth),
            Origin::External(name) if is_asking(name) => Does::Perhaps,
            Origin::External(name) if is_quiet(name) => Does::Nothing,
            Origin::Value(..)
            | Origin::With(..)
            | Origin::Part(..)
            | Origin::Param(..)
            | Origin::Unknown
                if is_method =>
            {
                self.method(site, depth)
            }
            _ => Does::Perhaps,
        };
        let origins = self.repository.origins(&call.callee, site.at);
        let does = origins.iter().map(of).max().unwrap_or(Does::Perhaps);
        if self.hands_on(site, depth) { does.max(Does::Perhaps) } else { does }
    }

    /// Whether a call is given something that may ask a model: `asyncio.to_thread(model.invoke, prompt)`.
    fn hands_on(&self, site: &Site<'r>, depth: usize) -> bool {
        site.call.args.iter().any(|arg| match &arg.value.kind {
            ExprKind::Attribute(_, name) if ASKS.contains(name) => true,
            ExprKind::Name(_) | ExprKind::Attribute(..) => {
                let origins = self.repository.origins(&arg.value, site.at);
                origins.iter().any(|origin| {
                    matches!(origin, Origin::Function(at, function)
                        if self.inside(*at, function, depth) != Does::Nothing)
                })
            }
            _ => false,
        })
    }

    /// What a method does, of which the name is known alone.
    fn method(&self, site: &Site<'r>, depth: usize) -> Does {
        let name = site.call.callee_name();
        let own = self.methods.named(name).iter();
        let own = own.map(|(at, function)| self.inside(*at, function, depth)).max();
        let is_harmless = [PLAIN, READING, SILENT].iter().any(|known| known.contains(&name))
            && !names(&site.call.callee).contains(&"agent");
        let other = if is_harmless { Does::Nothing } else { Does::Perhaps };
        own.map_or(other, |own| own.max(Does::Nothing))
    }

    /// What a function does to a model, with all that it calls.
    fn inside(&self, at: At, function: &'r Function<'r>, depth: usize) -> Does {
        let key = (at.module, function.id);
        if let Some(known) = self.known.borrow().get(&key) {
            return *known;
        }
        if depth > DEPTH {
            return Does::Perhaps;
        }
        // Whoever calls itself does what it does besides.
        self.known.borrow_mut().insert(key, Does::Nothing);
        let sites = self.sites.iter().filter(|site| {
            site.at.module == at.module
                && site.around.functions.iter().any(|own| own.id == function.id)
        });
        let does = sites.map(|site| self.does(site, depth + 1)).max().unwrap_or(Does::Nothing);
        self.known.borrow_mut().insert(key, does);
        does
    }

    /// Whether a function that is given nothing of the state knows nothing of it.
    pub(super) fn knows_nothing(&self, at: At, function: &'r Function<'r>) -> bool {
        let mut follow = Follow::new(self.repository, self.methods, &self.posts);
        follow.function(at, function, &BTreeSet::new(), 0);
        follow.done().is_some_and(|followed| followed.keys.is_empty())
    }
}

/// The argument by which a call hands the whole state on.
fn given<'r>(site: &Site<'r>, blank: &Blank<'_, '_, 'r>) -> Option<&'r Arg<'r>> {
    let is_state = |arg: &&Arg<'r>| arg.value.is_name(blank.state);
    site.call.args.iter().find(is_state)
}

/// The fields of the state that a function reads by itself.
fn reads(function: &Function<'_>, state: &str) -> BTreeSet<String> {
    let is_it = |value: &Expr<'_>| value.is_name(state);
    let mut keys = BTreeSet::new();
    Stmt::walk_all(&function.body, &mut |part| match &part.kind {
        ExprKind::Subscript(object, indices) if is_it(object) => {
            keys.extend(indices.first().and_then(Expr::text));
        }
        ExprKind::Call(call) => {
            let ExprKind::Attribute(object, "get") = &call.callee.kind else { return };
            if is_it(object) {
                keys.extend(call.position(0).and_then(Expr::text));
            }
        }
        ExprKind::Attribute(object, name) if is_it(object) && *name != "get" => {
            keys.insert((*name).to_owned());
        }
        _ => {}
    });
    keys
}
