//! Every call of a module with what stands around it.

mod settled;

pub(in super::super) use settled::settled;

use super::super::repository::{At, Origin, Repository};
use super::super::sources::parse::Module;
use super::super::syntax::{Body, Call, Class, Expr, ExprKind, Function, Stmt, StmtKind};
use super::ending::{ends_by, takes_all};
use super::refuted::refuted;
use crate::spread::many;
use std::collections::{BTreeMap, BTreeSet};

/// One call.
#[derive(Clone)]
pub(in super::super) struct Site<'r> {
    pub at: At,
    pub expr: &'r Expr<'r>,
    pub call: &'r Call<'r>,
    /// The statement it stands in.
    pub stmt: &'r Stmt<'r>,
    pub around: Around<'r>,
}

/// What stands around a statement.
#[derive(Clone, Default)]
pub(in super::super) struct Around<'r> {
    /// The enclosing functions, innermost last.
    pub functions: Vec<&'r Function<'r>>,
    pub class: Option<&'r Class<'r>>,
    /// Whether it can run.
    pub dead: bool,
    /// Whether a `try` with handlers of the same function stands around it.
    pub guarded: bool,
    /// What the `with` statements around it open, outermost first.
    pub opened: Vec<&'r Expr<'r>>,
}

impl Around<'_> {
    /// The innermost enclosing function's name.
    pub(in super::super) fn function(&self) -> Option<String> {
        self.functions.last().map(|function| function.name.to_owned())
    }
}

impl<'r> Site<'r> {
    /// The module it stands in.
    pub(in super::super) fn module(&self, repository: &Repository<'r>) -> &'r Module<'r> {
        &repository.modules[self.at.module]
    }

    /// The innermost function that it stands in.
    pub(in super::super) fn function(&self) -> Option<&'r Function<'r>> {
        self.around.functions.last().copied()
    }
}

/// A function, by its module and its id there.
type Called = (usize, usize);

/// The calls of a module, and the functions that each of them may call.
fn of_module<'r>(repository: &Repository<'r>, module: usize) -> (Vec<Site<'r>>, Vec<Vec<Called>>) {
    let all = sites(repository, module);
    let called = all.iter().map(|site| {
        let origins = repository.origins(&site.call.callee, site.at).into_iter();
        let functions = origins.filter_map(|origin| match origin {
            Origin::Function(at, function) => Some((at.module, function.id)),
            _ => None,
        });
        functions.collect()
    });
    let called = called.collect();
    (all, called)
}

/// The calls of all modules, with the ways to find them.
pub(in super::super) struct Sites<'r> {
    /// In the order of modules and sources.
    pub all: Vec<Site<'r>>,
    inside: BTreeMap<(usize, usize), Vec<usize>>,
    callers: BTreeMap<(usize, usize), Vec<usize>>,
    methods: BTreeMap<&'r str, Vec<usize>>,
    named: BTreeMap<&'r str, Vec<usize>>,
}

impl<'r> Sites<'r> {
    /// Collects and indexes the calls of every module.
    pub(in super::super) fn new(repository: &Repository<'r>) -> Self {
        let mut sites = Self {
            all: Vec::new(),
            inside: BTreeMap::new(),
            callers: BTreeMap::new(),
            methods: BTreeMap::new(),
            named: BTreeMap::new(),
        };
        let found = many(repository.modules.len(), |module| of_module(repository, module));
        let (all, called): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        sites.all = all.into_iter().flatten().collect();
        for (called, index) in called.into_iter().flatten().zip(0..) {
            for function in called {
                sites.callers.entry(function).or_default().push(index);
            }
        }
        for (index, site) in sites.all.iter().enumerate() {
            sites.named.entry(site.call.callee_name()).or_default().push(index);
            for function in &site.around.functions {
                sites.inside.entry((site.at.module, function.id)).or_default().push(index);
            }
            if let (Some(_), Some(method)) = (site.around.class, site.around.functions.first()) {
                sites.methods.entry(method.name).or_default().push(index);
            }
        }
        sites
    }

    fn listed(&self, indices: Option<&Vec<usize>>) -> Vec<&Site<'r>> {
        indices.into_iter().flatten().map(|index| &self.all[*index]).collect()
    }

    /// The calls inside a function, its nested functions included.
    pub(in super::super) fn inside(
        &self,
        module: usize,
        function: &Function<'_>,
    ) -> Vec<&Site<'r>> {
        self.listed(self.inside.get(&(module, function.id)))
    }

    /// The calls of a function.
    pub(in super::super) fn callers(
        &self,
        module: usize,
        function: &Function<'_>,
    ) -> Vec<&Site<'r>> {
        self.listed(self.callers.get(&(module, function.id)))
    }

    /// The calls whose callee's last name is `name`.
    pub(in super::super) fn named(&self, name: &str) -> Vec<&Site<'r>> {
        self.listed(self.named.get(name))
    }

    /// Whether something may be found by a name that only a running program knows.
    pub(in super::super) fn names_at_run_time(&self) -> bool {
        let open = |site: &Site<'_>| site.call.position(1).and_then(Expr::text).is_none();
        !self.named("globals").is_empty()
            || !self.named("vars").is_empty()
            || self.named("getattr").into_iter().any(open)
    }

    /// The calls inside the methods called `name`, of any class.
    pub(in super::super) fn methods(&self, name: &str) -> Vec<&Site<'r>> {
        self.listed(self.methods.get(name))
    }
}

/// Collects the calls of the module with this index, in source order.
fn sites<'r>(repository: &Repository<'r>, module: usize) -> Vec<Site<'r>> {
    let mut walk = Walk { repository, sites: Vec::new(), refuted: BTreeSet::new() };
    let at = At::top(module);
    walk.body(&repository.modules[module].syntax.body, at, &Around::default());
    walk.sites
}

/// Whether a condition is a constant, and which.
pub(in super::super) fn constant_condition(test: &Expr<'_>) -> Option<bool> {
    match &test.kind {
        ExprKind::Bool(value) => Some(*value),
        // The name is true to type checkers alone.
        ExprKind::None
        | ExprKind::Name("TYPE_CHECKING")
        | ExprKind::Attribute(_, "TYPE_CHECKING") => Some(false),
        ExprKind::Literal(number) => number.parse::<f64>().ok().map(|number| number != 0.0),
        ExprKind::Str(_) => test.text().map(|text| !text.is_empty()),
        ExprKind::Not(inner) => constant_condition(inner).map(|value| !value),
        ExprKind::Logic("and", sides) => match (&sides.0, &sides.1) {
            (left, right)
                if constant_condition(left) == Some(false)
                    || constant_condition(right) == Some(false) =>
            {
                Some(false)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether nothing in the repository can call `function`: private, and mentioned by nothing that is called.
pub(in super::super) fn is_dead(repository: &Repository<'_>, function: &Function<'_>) -> bool {
    function.decorators.is_empty() && repository.unheard.contains(function.name)
}

/// Whether nothing uses a function: no source names it, not even in a string, and no decorator takes it.
///
/// Names with two underscores are called by the language itself, and `main` by whoever starts the program.
pub(in super::super) fn is_unused(repository: &Repository<'_>, function: &Function<'_>) -> bool {
    let name = function.name;
    !name.starts_with("__")
        && name != "main"
        && function.decorators.is_empty()
        && !repository.is_mentioned(name)
        && !repository.texts.quote(name)
}

/// Whether nothing makes an object of a class: no source names it, not even in a string, no decorator takes it, and no
/// base or other word finds it by itself.
pub(in super::super) fn is_unmade(repository: &Repository<'_>, class: &Class<'_>) -> bool {
    let finds = ["__subclasses__", "__init_subclass__", "getmembers", "metaclass="];
    class.decorators.is_empty()
        && !repository.is_mentioned(class.name)
        && !repository.texts.quote(class.name)
        && !finds.iter().any(|word| repository.texts.hold(word))
}

struct Walk<'r, 'w> {
    repository: &'w Repository<'r>,
    sites: Vec<Site<'r>>,
    /// Where the tests begin of branches that no run comes to.
    refuted: BTreeSet<usize>,
}

impl<'r> Walk<'r, '_> {
    fn body(&mut self, body: &'r Body<'r>, at: At, around: &Around<'r>) {
        let mut ended = false;
        for stmt in body {
            let mut around = around.clone();
            around.dead |= ended;
            self.statement(stmt, at, &around);
            ended |= ends_by(stmt, &|value| self.quits(value, at));
        }
    }

    fn statement(&mut self, stmt: &'r Stmt<'r>, at: At, around: &Around<'r>) {
        for value in stmt.expressions() {
            self.expr(value, stmt, at, around);
        }
        match &stmt.kind {
            StmtKind::Function(function) => {
                let mut functions = around.functions.clone();
                functions.push(function);
                let dead = around.dead || is_dead(self.repository, function);
                self.refuted.extend(refuted(function, self.repository.modules[at.module].text));
                let inner = Around { functions, class: around.class, dead, ..Around::default() };
                self.body(&function.body, self.repository.inside(at, function.id), &inner);
            }
            StmtKind::Class(class) => {
                let inner = Around { class: Some(class), ..around.clone() };
                self.body(&class.body, self.repository.inside(at, class.id), &inner);
            }
            StmtKind::If { branches, otherwise } => {
                let mut taken = false;
                for (test, body) in branches {
                    let value = self.settled(test, at);
                    let is_refuted =
                        value == Some(false) || self.refuted.contains(&test.span.start);
                    let dead = around.dead || taken || is_refuted;
                    self.body(body, at, &Around { dead, ..around.clone() });
                    taken |= value == Some(true);
                }
                let dead = around.dead || taken;
                self.body(otherwise, at, &Around { dead, ..around.clone() });
            }
            StmtKind::While { test, body, otherwise } => {
                let dead = around.dead || self.settled(test, at) == Some(false);
                self.body(body, at, &Around { dead, ..around.clone() });
                self.body(otherwise, at, around);
            }
            StmtKind::For { body, otherwise, .. } => {
                self.body(body, at, around);
                self.body(otherwise, at, around);
            }
            StmtKind::Try { body, handlers, otherwise, finally } => {
                let guarded = around.guarded || !handlers.is_empty();
                self.body(body, at, &Around { guarded, ..around.clone() });
                for block in handlers.iter().map(|handler| &handler.body) {
                    self.body(block, at, around);
                }
                self.body(otherwise, at, around);
                self.body(finally, at, around);
            }
            StmtKind::With { items, body } => {
                let mut inner = around.clone();
                inner.opened.extend(items.iter().map(|(value, _)| value));
                self.body(body, at, &inner);
            }
            StmtKind::Match { cases, .. } => {
                let mut dead = around.dead;
                for case in cases {
                    self.body(&case.body, at, &Around { dead, ..around.clone() });
                    dead |= takes_all(case);
                }
            }
            StmtKind::Expr(_)
            | StmtKind::Assign { .. }
            | StmtKind::Augment { .. }
            | StmtKind::Return(_)
            | StmtKind::Raise(_)
            | StmtKind::Import(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Other(_) => {}
        }
    }

    fn expr(&mut self, value: &'r Expr<'r>, stmt: &'r Stmt<'r>, at: At, around: &Around<'r>) {
        if let ExprKind::Call(call) = &value.kind {
            self.sites.push(Site { at, expr: value, call, stmt, around: around.clone() });
        }
        let known = |test| if around.dead { None } else { self.settled(test, at) };
        let idle = match &value.kind {
            ExprKind::Conditional(choice) => match known(&choice.test) {
                Some(true) => Some(&choice.otherwise),
                Some(false) => Some(&choice.then),
                None => None,
            },
            ExprKind::Logic(operator, sides) => {
                known(&sides.0).filter(|holds| *holds == (*operator == "or")).map(|_| &sides.1)
            }
            _ => None,
        };
        for part in value.parts() {
            match idle {
                Some(idle) if std::ptr::eq(idle, part) => {
                    self.expr(part, stmt, at, &Around { dead: true, ..around.clone() });
                }
                _ => self.expr(part, stmt, at, around),
            }
        }
    }
}
