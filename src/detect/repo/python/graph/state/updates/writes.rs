//! What the nodes of a graph may put under keys, with all that they may call.

use super::returned;
use crate::detect::repo::python::failures::unbound::Failing;
use crate::detect::repo::python::graph::follow::built::begun::changed_in_place;
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::shape::runner::runner;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Passing, Span, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// A value that is spelled out where it is given.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::detect::repo::python::graph) enum Constant {
    /// `None`, or what is empty.
    Nothing,
    Text(String),
}

/// All that may stand under a key; `None` where not all of it is spelled out.
pub(in crate::detect::repo::python::graph) type Domain = Option<BTreeSet<Constant>>;

/// The constants that a value is one of; `None` where it may be something else.
pub(in crate::detect::repo::python::graph) fn constants(value: &Expr<'_>) -> Domain {
    let nothing = |is_empty: bool| is_empty.then(|| BTreeSet::from([Constant::Nothing]));
    match &value.kind {
        ExprKind::None | ExprKind::Bool(false) | ExprKind::Literal("0") => nothing(true),
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
            nothing(items.is_empty())
        }
        ExprKind::Dict(pairs) => nothing(pairs.is_empty()),
        ExprKind::Str(_) => {
            let text = value.text()?;
            let one = if text.is_empty() { Constant::Nothing } else { Constant::Text(text) };
            Some(BTreeSet::from([one]))
        }
        ExprKind::Call(call) => match call.callee.kind {
            ExprKind::Name("list" | "dict" | "set" | "tuple" | "str") => {
                nothing(call.args.is_empty())
            }
            _ => None,
        },
        ExprKind::Conditional(choice) => {
            let mut both = constants(&choice.then)?;
            both.extend(constants(&choice.otherwise)?);
            Some(both)
        }
        _ => None,
    }
}

/// Those of the keys that what runs at the nodes may write, with all that it may call; `None` where that is not known.
pub(in crate::detect::repo::python::graph) fn written<'r>(
    repository: &Repository<'r>,
    runs: &[(String, Value<'r>)],
    keys: &BTreeSet<&str>,
    state: Option<&str>,
) -> Option<BTreeSet<String>> {
    let is_kept = |key: &&&str| !changed_in_place(repository, key);
    let kept: BTreeSet<&str> = keys.iter().filter(is_kept).copied().collect();
    let writes = Writes { kept: &kept, ..Writes::of(keys, state) };
    Some(collected(repository, runs.iter(), writes, &Failing::none())?.found.into_keys().collect())
}

/// As [`written`], with what is put under each of the keys; what stands behind a line that fails whenever it runs is
/// never put anywhere.
pub(in crate::detect::repo::python::graph) fn values<'v, 'k, 'r: 'v>(
    repository: &Repository<'r>,
    runs: impl Iterator<Item = &'v (String, Value<'r>)>,
    (keys, state): (&'k BTreeSet<&'k str>, Option<&'k str>),
    failing: &Failing,
) -> Option<Writes<'k>> {
    collected(repository, runs, Writes::of(keys, state), failing)
}

fn collected<'v, 'k, 'r: 'v>(
    repository: &Repository<'r>,
    runs: impl Iterator<Item = &'v (String, Value<'r>)>,
    mut writes: Writes<'k>,
    failing: &Failing,
) -> Option<Writes<'k>> {
    let defined = defined(repository);
    let mut called = Called::default();
    for (_, runs) in runs {
        if let Value::Lambda(at, lambda) = runs {
            let param = lambda.params.first().map(|param| param.name);
            if !returned::is_spelled_out(repository, &lambda.body, *at, param) {
                return None;
            }
            writes.expr(&lambda.body);
            called.by(&lambda.body);
            continue;
        }
        let runner = runner(repository, runs)?;
        let (module, function) = (runner.at.module, runner.function);
        let inside = repository.inside(runner.at, function.id);
        if !returned::is_told(repository, function, inside, runner.param()) {
            return None;
        }
        function.decorators.iter().for_each(|value| called.by(value));
        writes.body((module, &function.body), failing, &mut called);
    }
    while let Some(name) = called.open.pop() {
        for (module, part) in defined.get(name).into_iter().flatten() {
            writes.body((*module, std::slice::from_ref(*part)), failing, &mut called);
        }
    }
    Some(writes)
}

/// The names that are mentioned, each of which may be called.
#[derive(Default)]
struct Called<'r> {
    seen: BTreeSet<&'r str>,
    open: Vec<&'r str>,
}

impl<'r> Called<'r> {
    fn by(&mut self, value: &Expr<'r>) {
        value.each(&mut |part| {
            if let Some(name) = part.last_name()
                && self.seen.insert(name)
            {
                self.open.push(name);
            }
        });
    }
}

/// The definitions of functions and classes, and the constants of modules, by name, each with its module.
fn defined<'r>(repository: &Repository<'r>) -> BTreeMap<&'r str, Vec<(usize, &'r Stmt<'r>)>> {
    let mut all: BTreeMap<&str, Vec<(usize, &Stmt<'_>)>> = BTreeMap::new();
    let modules = repository.modules.iter().enumerate();
    for (index, module) in modules.filter(|(_, module)| !module.in_tests) {
        Stmt::each(&module.syntax.body, &mut |stmt| {
            let name = match &stmt.kind {
                StmtKind::Function(function) => function.name,
                StmtKind::Class(class) => class.name,
                _ => return,
            };
            all.entry(name).or_default().push((index, stmt));
        });
        for stmt in &module.syntax.body {
            let StmtKind::Assign { targets, .. } = &stmt.kind else { continue };
            for target in targets {
                if let ExprKind::Name(name) = target.kind {
                    all.entry(name).or_default().push((index, stmt));
                }
            }
        }
    }
    all
}

static NONE: BTreeSet<&str> = BTreeSet::new();

/// The keys that something may put a value under, with what it puts there.
pub(in crate::detect::repo::python::graph) struct Writes<'k> {
    pub keys: &'k BTreeSet<&'k str>,
    /// Those of them of which what the state has is handed on as it is, be it under the same key.
    kept: &'k BTreeSet<&'k str>,
    pub state: Option<&'k str>,
    pub found: BTreeMap<String, Domain>,
    /// What would be put under a key behind a line that fails whenever it runs, with the module and the name at which
    /// it does.
    pub behind: Vec<(String, Domain, usize, Span)>,
}

impl<'k> Writes<'k> {
    pub(in crate::detect::repo::python::graph) fn of(
        keys: &'k BTreeSet<&'k str>,
        state: Option<&'k str>,
    ) -> Self {
        Self { keys, kept: &NONE, state, found: BTreeMap::new(), behind: Vec::new() }
    }

    fn note(&mut self, key: &str, value: Domain) {
        if !self.keys.contains(key) {
            return;
        }
        let known = self.found.entry(key.to_owned()).or_insert_with(|| Some(BTreeSet::new()));
        *known = known.take().zip(value).map(|(mut known, value)| {
            known.extend(value);
            known
        });
    }

    fn body<'r>(
        &mut self,
        (module, body): (usize, &[Stmt<'r>]),
        failing: &Failing,
        called: &mut Called<'r>,
    ) {
        for (index, stmt) in body.iter().enumerate() {
            if let Some(name) = failing.at(module, stmt) {
                let mut never = Writes { kept: self.kept, ..Writes::of(self.keys, self.state) };
                Stmt::each(&body[index..], &mut |stmt| never.stmt(stmt));
                let never = never.found.into_iter();
                self.behind.extend(never.map(|(key, domain)| (key, domain, module, name)));
                return;
            }
            self.stmt(stmt);
            stmt.expressions().into_iter().for_each(|value| called.by(value));
            for block in stmt.blocks() {
                self.body((module, block), failing, called);
            }
        }
    }

    pub(in crate::detect::repo::python::graph) fn stmt(&mut self, stmt: &Stmt<'_>) {
        let (targets, value) = match &stmt.kind {
            StmtKind::Assign { targets, value, .. } => {
                (targets.as_slice(), value.as_ref().and_then(constants))
            }
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
                (std::slice::from_ref(target), None)
            }
            _ => (&[][..], None),
        };
        for target in targets {
            target.each(&mut |part| match &part.kind {
                ExprKind::Attribute(_, name) => self.note(name, value.clone()),
                ExprKind::Subscript(_, indices) => {
                    let keys = indices.iter().filter_map(Expr::text);
                    keys.for_each(|key| self.note(&key, value.clone()));
                }
                _ => {}
            });
        }
        stmt.expressions().into_iter().for_each(|value| self.expr(value));
    }

    fn expr(&mut self, value: &Expr<'_>) {
        value.each(&mut |part| match &part.kind {
            ExprKind::Dict(pairs) => {
                for (key, value) in pairs {
                    if let Some(key) = key.as_ref().and_then(Expr::text)
                        && !(self.kept.contains(key.as_str()) && hands_on(&key, value))
                    {
                        self.note(&key, constants(value));
                    }
                }
            }
            ExprKind::Call(call) => self.call(call),
            _ => {}
        });
    }

    /// What a function of the sources does with an argument is read where it is defined, and what is an object in the
    /// update is no field of the state.
    fn call(&mut self, call: &Call<'_>) {
        let name = call.callee_name();
        let is_state = self.state.is_some_and(|state| state.ends_with(name));
        if is_state || matches!(name, "dict" | "update" | "replace" | "_replace") {
            for arg in &call.args {
                if let Passing::Keyword(key) = arg.passing {
                    self.note(key, constants(&arg.value));
                }
            }
        }
        if matches!(name, "setdefault" | "setattr" | "__setitem__" | "zip" | "fromkeys") {
            for key in value_texts(call) {
                self.note(&key, None);
            }
        }
    }
}

/// Whether a value is what the state has under a key: `state["key"]`, `state.get("key")`.
fn hands_on(key: &str, value: &Expr<'_>) -> bool {
    let is_state = |value: &Expr<'_>| value.is_name("state");
    let is_it = |value: Option<&Expr<'_>>| value.and_then(Expr::text).is_some_and(|it| it == key);
    match &value.kind {
        ExprKind::Subscript(object, indices) => is_state(object) && is_it(indices.first()),
        ExprKind::Call(call) => {
            matches!(&call.callee.kind, ExprKind::Attribute(object, "get") if is_state(object))
                && call.args.len() == 1
                && is_it(call.position(0))
        }
        _ => false,
    }
}

/// The texts in what a call is given.
fn value_texts(call: &Call<'_>) -> Vec<String> {
    let mut texts = Vec::new();
    for arg in &call.args {
        arg.value.each(&mut |part| texts.extend(part.text()));
    }
    texts
}
