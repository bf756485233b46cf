//! What functions read of the state that they are given, with the functions that they hand it to.

use super::super::updates::untaken::is_as_written;
use super::attributes::may_have;
use crate::detect::repo::python::graph::shape::runner::Runner;
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::syntax::{
    Call, Clause, Comprehension, Expr, ExprKind, Function, Param, Passing, Span, Stmt, StmtKind,
    Taking,
};
use std::collections::{BTreeMap, BTreeSet};

/// Functions that are followed inside each other.
pub(in super::super) const DEPTH: usize = 3;

/// Methods of a state that tell what is in it and change nothing.
const TELLING: &[&str] = &["get", "keys", "items", "values", "copy"];
/// Methods of a dictionary that change what is in it.
pub(in super::super) const CHANGING: &[&str] = &["pop", "update", "clear", "setdefault", "popitem"];
/// Functions and methods that look at what they are given and change nothing.
pub(in crate::detect::repo::python::graph) const LOOKING: &[&str] = &[
    "print",
    "len",
    "str",
    "repr",
    "bool",
    "isinstance",
    "type",
    "debug",
    "info",
    "warning",
    "error",
];

/// A key that is read.
pub(in crate::detect::repo::python::graph) struct Read {
    pub key: String,
    pub module: usize,
    pub span: Span,
    /// Whether the function itself reads it, by a name that it spells out there.
    pub own: bool,
    /// Whether `getattr` reads it and nothing else does, by which what a dictionary holds is never seen.
    pub attribute: bool,
}

/// The keys that a function reads of what it is given, where it does nothing else with that: a helper that is not
/// followed may put something there, and whoever asks first, or puts it there, knows that it may be missing.
pub(in crate::detect::repo::python::graph) fn reads<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
) -> Vec<Read> {
    let Some(param) = runner.param().filter(|_| is_as_written(repository, runner.function)) else {
        return Vec::new();
    };
    let mut reading =
        Reading { repository, found: Vec::new(), known: BTreeSet::new(), lost: false, asks: false };
    reading.function(runner.at, runner.function, param, &BTreeMap::new(), 0);
    let Reading { mut found, known, lost, asks, .. } = reading;
    found.retain(|read| !lost && !known.contains(&read.key));
    let by_key = |read: &&Read| !read.attribute;
    let keyed: BTreeSet<String> = found.iter().filter(by_key).map(|it| it.key.clone()).collect();
    for read in &mut found {
        read.attribute &= !asks && !keyed.contains(&read.key);
    }
    found
}

/// Texts that stand behind a name, each with its place.
type Texts = Vec<(String, usize, Span)>;

struct Reading<'p, 'r> {
    repository: &'p Repository<'r>,
    found: Vec<Read>,
    /// The keys that somebody asks for first or puts there.
    known: BTreeSet<String>,
    /// Whether something is done with the state that was not followed.
    lost: bool,
    /// Whether somebody asks what the state is, a dictionary or an object.
    asks: bool,
}

impl<'r> Reading<'_, 'r> {
    /// Looks through a function that is defined at `at`, with the texts that it is given by the names of parameters.
    fn function(
        &mut self,
        at: At,
        function: &'r Function<'r>,
        param: &'r str,
        given: &BTreeMap<&'r str, Texts>,
        depth: usize,
    ) {
        let at = self.repository.inside(at, function.id);
        let names = names(at.module, function, given);
        let mut one = One { at, param, names: &names, depth, seen: 0, followed: 0 };
        Stmt::each(&function.body, &mut |stmt| {
            self.statement(stmt, &mut one);
            stmt.walk(&mut |part| self.part(part, &mut one));
        });
        self.lost |= one.seen != one.followed;
    }

    fn statement(&mut self, stmt: &'r Stmt<'r>, one: &mut One<'_, 'r>) {
        match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                for target in targets {
                    self.target(target, one);
                }
            }
            StmtKind::Augment { target, .. } => self.target(target, one),
            StmtKind::For { target, .. } => self.lost |= target.any(&|part| one.is_it(part)),
            StmtKind::With { items, .. } => {
                let mut names = items.iter().filter_map(|(_, name)| name.as_ref());
                self.lost |= names.any(|name| name.any(&|part| one.is_it(part)));
            }
            StmtKind::Match { cases, .. } => {
                self.lost |= cases.iter().any(|case| case.pattern.contains(one.param));
            }
            StmtKind::Function(inner) => {
                self.lost |= inner.param(one.param).is_some();
            }
            // What is given back is not changed by that.
            StmtKind::Return(Some(value)) => one.followed += usize::from(one.is_it(value)),
            StmtKind::Other(inner) => {
                self.lost |= inner.iter().any(|value| value.any(&|part| one.is_it(part)));
            }
            _ => {}
        }
    }

    /// What is put into the state under a key that is spelled out is there from then on.
    fn target(&mut self, target: &Expr<'r>, one: &One<'_, 'r>) {
        match &target.kind {
            ExprKind::Name(_) => self.lost |= one.is_it(target),
            ExprKind::Subscript(object, indices) if one.is_it(object) => {
                match indices.first().and_then(Expr::text) {
                    Some(key) => self.known.extend([key]),
                    None => self.lost = true,
                }
            }
            ExprKind::Attribute(object, name) if one.is_it(object) => {
                self.known.insert((*name).to_owned());
            }
            ExprKind::Tuple(parts) | ExprKind::List(parts) => {
                for part in parts {
                    self.target(part, one);
                }
            }
            ExprKind::Starred(inner) => self.target(inner, one),
            _ => {}
        }
    }

    fn part(&mut self, part: &'r Expr<'r>, one: &mut One<'_, 'r>) {
        one.seen += usize::from(one.is_it(part));
        one.followed += match &part.kind {
            ExprKind::Subscript(object, indices) if one.is_it(object) => {
                self.read(indices.first(), part.span, one);
                1
            }
            // Whoever reads a field of an object does nothing else with it.
            ExprKind::Attribute(object, name) => {
                let is_field = !name.starts_with("__") && !CHANGING.contains(name);
                usize::from(one.is_it(object) && is_field)
            }
            // `"key" in state`
            ExprKind::Compare(sides, operators)
                if operators.iter().all(|operator| operator.contains("in")) =>
            {
                let states = sides.iter().filter(|side| one.is_it(side)).count();
                if states > 0 {
                    let keys = sides.iter().filter(|side| !one.is_it(side));
                    keys.for_each(|key| self.asked(Some(key), one));
                }
                states
            }
            ExprKind::Dict(pairs) => {
                pairs.iter().filter(|(key, value)| key.is_none() && one.is_it(value)).count()
            }
            ExprKind::Call(call) => self.call(call, part.span, one),
            ExprKind::Lambda(lambda) => {
                self.lost |= lambda.param(one.param).is_some();
                0
            }
            ExprKind::Named(name, _) => {
                self.lost |= *name == one.param;
                0
            }
            _ => 0,
        };
    }

    /// Looks at a call; gives how many of its arguments are the state and were followed.
    fn call(&mut self, call: &'r Call<'r>, span: Span, one: &One<'_, 'r>) -> usize {
        if let ExprKind::Attribute(object, method) = &call.callee.kind
            && one.is_it(object)
        {
            // A method of its own may do anything with it.
            self.lost |= !TELLING.contains(method);
            if *method == "get" {
                self.read(call.position(0), span, one);
            }
        }
        let given = call.args.iter().filter(|arg| one.is_it(&arg.value)).count();
        if given == 0 {
            return 0;
        }
        match call.callee.kind {
            ExprKind::Name("getattr") if call.position(0).is_some_and(|it| one.is_it(it)) => {
                // Without a default it fails.
                match call.position(2) {
                    Some(_) => {
                        let known = self.found.len();
                        self.read(call.position(1), span, one);
                        let mut found = self.found.split_off(known);
                        found.retain(|read| !may_have(self.repository, &read.key));
                        for read in &mut found {
                            read.attribute = true;
                        }
                        self.found.append(&mut found);
                    }
                    None => self.asked(call.position(1), one),
                }
                return given;
            }
            ExprKind::Name("hasattr") if call.position(0).is_some_and(|it| one.is_it(it)) => {
                self.asks = true;
                self.asked(call.position(1), one);
                return given;
            }
            _ => {}
        }
        self.asks |= matches!(call.callee_name(), "isinstance" | "type" | "hasattr" | "callable");
        if LOOKING.contains(&call.callee_name()) {
            return given;
        }
        let Some((at, function)) = self.repository.function(&call.callee, one.at) else { return 0 };
        match handed(call, function, one) {
            Some((param, texts))
                if one.depth < DEPTH && is_as_written(self.repository, function) && given == 1 =>
            {
                self.function(at, function, param, &texts, one.depth + 1);
                1
            }
            _ => 0,
        }
    }

    /// Notes a key that is read, be it each of several that a name stands for.
    fn read(&mut self, key: Option<&Expr<'r>>, span: Span, one: &One<'_, 'r>) {
        let (module, own) = (one.at.module, one.depth == 0);
        match key.map(|key| (key.text(), &key.kind)) {
            Some((Some(key), _)) => {
                self.found.push(Read { key, module, span, own, attribute: false });
            }
            Some((None, ExprKind::Name(name))) => {
                let texts = one.names.get(name).into_iter().flatten();
                self.found.extend(texts.map(|(key, module, span)| Read {
                    key: key.clone(),
                    module: *module,
                    span: *span,
                    own: false,
                    attribute: false,
                }));
            }
            _ => {}
        }
    }

    /// Notes a key that somebody asks for; which one is not known makes all of them known.
    fn asked(&mut self, key: Option<&Expr<'r>>, one: &One<'_, 'r>) {
        match key.map(|key| (key.text(), &key.kind)) {
            Some((Some(key), _)) => self.known.extend([key]),
            Some((None, ExprKind::Name(name))) if one.names.contains_key(name) => {
                self.known.extend(one.names[name].iter().map(|(key, ..)| key.clone()));
            }
            _ => self.lost = true,
        }
    }
}

/// One function that is looked through.
struct One<'n, 'r> {
    at: At,
    /// What holds the state in it.
    param: &'r str,
    names: &'n BTreeMap<&'r str, Texts>,
    depth: usize,
    /// How often the state is named, and how often that was understood.
    seen: usize,
    followed: usize,
}

impl One<'_, '_> {
    fn is_it(&self, value: &Expr<'_>) -> bool {
        value.is_name(self.param)
    }
}

/// The parameter by which a function is handed the state, with the texts that it is given by others.
fn handed<'r>(
    call: &'r Call<'r>,
    function: &'r Function<'r>,
    one: &One<'_, 'r>,
) -> Option<(&'r str, BTreeMap<&'r str, Texts>)> {
    let (mut state, mut texts) = (None, BTreeMap::new());
    let mut positions = function.params.iter().take_while(|param| param.taking == Taking::One);
    for arg in &call.args {
        let param: &Param<'r> = match arg.passing {
            Passing::Position => positions.next()?,
            Passing::Keyword(name) => function.param(name)?,
            Passing::Rest | Passing::Named => return None,
        };
        if one.is_it(&arg.value) {
            state = Some(param.name);
        } else if let Some(spelled) = spelled(one.at.module, &arg.value) {
            texts.insert(param.name, spelled);
        }
    }
    Some((state?, texts))
}

/// The texts that a value is or lists.
fn spelled(module: usize, value: &Expr<'_>) -> Option<Texts> {
    let text = |value: &Expr<'_>| Some((value.text()?, module, value.span));
    match &value.kind {
        ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Set(items) => {
            items.iter().map(text).collect()
        }
        _ => Some(vec![text(value)?]),
    }
}

/// What the names in a function stand for that hold texts: its parameters, and what goes through these or through what
/// is spelled out; none that is bound in any other way.
fn names<'r>(
    module: usize,
    function: &'r Function<'r>,
    given: &BTreeMap<&'r str, Texts>,
) -> BTreeMap<&'r str, Texts> {
    let mut bound: BTreeMap<&str, Vec<Option<Texts>>> = BTreeMap::new();
    for (name, texts) in given {
        bound.entry(name).or_default().push(Some(texts.clone()));
    }
    let mut through = |target: &Expr<'r>, iterable: &Expr<'r>| {
        let texts = match iterable.kind {
            ExprKind::Name(name) => given.get(name).cloned(),
            ExprKind::Str(_) => None,
            _ => spelled(module, iterable),
        };
        match target.kind {
            ExprKind::Name(name) => bound.entry(name).or_default().push(texts),
            _ => target.each(&mut |part| {
                if let ExprKind::Name(name) = part.kind {
                    bound.entry(name).or_default().push(None);
                }
            }),
        }
    };
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::For { target, iterable, .. } = &stmt.kind {
            through(target, iterable);
        }
        stmt.walk(&mut |part| {
            let ExprKind::Comprehension(comprehension) = &part.kind else { return };
            let Comprehension { clauses, .. } = &**comprehension;
            for clause in clauses {
                if let Clause::For { target, iterable } = clause {
                    through(target, iterable);
                }
            }
        });
    });
    Stmt::each(&function.body, &mut |stmt| {
        let targets = match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.as_slice(),
            StmtKind::Augment { target, .. } => std::slice::from_ref(target),
            _ => &[],
        };
        for target in targets {
            if let ExprKind::Name(name) = target.kind {
                bound.entry(name).or_default().push(None);
            }
        }
    });
    let only = bound.into_iter().filter_map(|(name, mut texts)| match texts.as_slice() {
        [Some(_)] => Some((name, texts.pop()??)),
        _ => None,
    });
    only.collect()
}
