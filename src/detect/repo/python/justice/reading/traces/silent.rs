//! What nothing comes of but words: variables that end in what people read, and functions that word it.

mod functions;
mod known;

use super::super::variables::terms::{blocks, each_target, has, target_name};
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::syntax::{
    Body, Call, Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind,
};
use functions::{asks, names_any};
use known::{Found, Known};
use std::collections::{BTreeMap, BTreeSet};

/// Names of what is only read by people, and by no code that decides.
const WORDS: &[&str] = &[
    "summar",
    "dissent",
    "narrative",
    "remediation",
    "explanation",
    "markdown",
    "=note",
    "=notes",
    "justification",
    "commentary",
    "comment",
];
/// What only writes down what it is given.
const WRITES: &[&str] = &["print", "debug", "info", "warning", "error", "log"];
/// What makes a text of what it is given, which may be one for a model.
const FORMATS: &[&str] = &["format", "format_messages", "format_prompt", "partial"];
/// How often it is looked whether what is read elsewhere ends in words there.
const ROUNDS: usize = 8;

/// Where of nothing but words anything comes, by the index of the module.
pub(super) struct Silent(BTreeMap<usize, Vec<Span>>);

impl Silent {
    /// Reads the functions outside the tests.
    pub(super) fn of(hearing: &Hearing<'_, '_>) -> Self {
        let parts = hearing.court.parts.iter();
        let ours: Vec<(usize, &Function<'_>)> = parts
            .filter(|(key, _)| !hearing.court.module(**key).in_tests)
            .map(|(key, part)| (key.0, part.function))
            .collect();
        let mut known = Known::of(&ours);
        let mut found: Vec<Found<'_>> = ours.iter().map(|(_, one)| known.read(one)).collect();
        for _ in 0..ROUNDS {
            let next = known.without(&found);
            if next == known {
                return Self::at(&ours, found);
            }
            let other = known.but(&next);
            // What a function comes to follows from those that it names.
            for ((_, function), found) in ours.iter().zip(&mut found) {
                if other.contains(function.name) || names_any(function, &other) {
                    *found = next.read(function);
                }
            }
            known = next;
        }
        Self(BTreeMap::new())
    }

    fn at(ours: &[(usize, &Function<'_>)], found: Vec<Found<'_>>) -> Self {
        let mut spans: BTreeMap<usize, Vec<Span>> = BTreeMap::new();
        for ((module, _), found) in ours.iter().zip(found) {
            spans.entry(*module).or_default().extend(found.silent);
        }
        Self(spans)
    }

    /// Whether nothing but words comes of what stands there.
    pub(super) fn holds(&self, module: usize, span: Span) -> bool {
        let mut ours = self.0.get(&module).into_iter().flatten();
        ours.any(|own| own.holds(span))
    }
}

struct Reading<'r, 'k> {
    known: &'k Known<'r>,
    function: &'r str,
    /// Whether it asks a model, which may be told anything under any name.
    asks: bool,
    /// The variables of which nothing but words is taken to come.
    quiet: BTreeSet<&'r str>,
    /// The names that something else reads.
    loud: BTreeSet<&'r str>,
    /// Where nothing comes of anything but words.
    silent: Vec<Span>,
    /// The functions that are called where more than words may come of them.
    called: BTreeSet<&'r str>,
    /// What is taken of several values that a function gives, where more than words may come of it.
    taken: BTreeSet<(&'r str, usize)>,
    /// The functions that are called otherwise.
    heard: BTreeSet<&'r str>,
}

impl<'r, 'k> Reading<'r, 'k> {
    fn new(known: &'k Known<'r>, function: &'r Function<'r>, quiet: BTreeSet<&'r str>) -> Self {
        Self {
            known,
            function: function.name,
            asks: asks(&function.body),
            quiet,
            loud: BTreeSet::new(),
            silent: Vec::new(),
            called: BTreeSet::new(),
            taken: BTreeSet::new(),
            heard: BTreeSet::new(),
        }
    }

    fn body(&mut self, body: &'r Body<'r>) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &'r Stmt<'r>) {
        if self.is_quiet(stmt) {
            self.silent.push(stmt.span);
            Stmt::each(std::slice::from_ref(stmt), &mut |inner| {
                inner.expressions().into_iter().for_each(|value| self.hear(value));
            });
            return;
        }
        match &stmt.kind {
            // Whoever stands in these may read anything.
            StmtKind::Function(_) | StmtKind::Class(_) => {
                Stmt::walk_all(std::slice::from_ref(stmt), &mut |part| {
                    self.loud.extend(part.name());
                });
            }
            StmtKind::Assign { targets, value: Some(value), .. } => {
                for target in targets {
                    self.target(target);
                }
                if !self.takes_several(targets, value) {
                    self.value(value);
                }
            }
            StmtKind::Augment { target, value } => {
                self.target(target);
                self.value(value);
            }
            StmtKind::Return(Some(Expr { kind: ExprKind::Tuple(items), .. })) => {
                for (at, item) in items.iter().enumerate() {
                    if self.known.items.contains(&(self.function, at)) {
                        self.silent.push(item.span);
                        self.hear(item);
                    } else {
                        self.value(item);
                    }
                }
            }
            _ => {
                for value in stmt.expressions() {
                    self.value(value);
                }
                for block in blocks(stmt) {
                    self.body(block);
                }
            }
        }
    }

    /// What is assigned to is not read; what it stands in is.
    fn target(&mut self, target: &'r Expr<'r>) {
        match &target.kind {
            ExprKind::Name(_) => {}
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                for item in items {
                    self.target(item);
                }
            }
            _ => self.value(target),
        }
    }

    /// Whether a call gives several values to as many variables; those of which more than words may come are put down.
    fn takes_several(&mut self, targets: &'r [Expr<'r>], value: &'r Expr<'r>) -> bool {
        let (ExprKind::Call(call), [Expr { kind: ExprKind::Tuple(targets), .. }]) =
            (&value.kind, targets)
        else {
            return false;
        };
        let callee = call.callee_name();
        if !self.known.items.iter().any(|(name, _)| *name == callee) {
            return false;
        }
        self.heard.insert(callee);
        for (at, target) in targets.iter().enumerate() {
            if target.name().is_some_and(|name| self.quiet.contains(name)) {
                self.silent.push(target.span);
            } else {
                self.taken.insert((callee, at));
            }
        }
        self.given(call);
        true
    }

    /// Whether nothing but words comes of a statement.
    fn is_quiet(&self, stmt: &Stmt<'_>) -> bool {
        let worded = |target: &Expr<'_>| match &target.kind {
            ExprKind::Name(name) => self.quiet.contains(name),
            ExprKind::Attribute(..) | ExprKind::Subscript(..) => has(&target_name(target), WORDS),
            _ => false,
        };
        match &stmt.kind {
            _ if stmt.expressions().into_iter().any(|value| self.known.acts(value)) => false,
            StmtKind::Assign { targets, value: Some(_), .. } => {
                each_target(targets).into_iter().all(worded)
            }
            StmtKind::Augment { target, .. } => worded(target),
            StmtKind::Expr(Expr { kind: ExprKind::Str(_), .. }) => true,
            StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => self.writes(call),
            StmtKind::If { .. } | StmtKind::For { .. } => {
                blocks(stmt).into_iter().flatten().all(|inner| self.is_quiet(inner))
            }
            StmtKind::Other(values) => values.is_empty(),
            _ => false,
        }
    }

    /// Whether a call only writes down what it is given.
    fn writes(&self, call: &Call<'_>) -> bool {
        match &call.callee.kind {
            ExprKind::Name(name) => *name == "print",
            ExprKind::Attribute(object, "append" | "extend" | "insert") => {
                object.name().is_some_and(|list| self.quiet.contains(list))
            }
            ExprKind::Attribute(object, called) => {
                WRITES.contains(called)
                    && has(&target_name(object), &["=log", "logg", "console", "=st"])
            }
            _ => false,
        }
    }

    /// Reads what more than words may come of.
    fn value(&mut self, value: &'r Expr<'r>) {
        match &value.kind {
            ExprKind::Name(name) => {
                self.loud.insert(name);
                self.called.insert(name);
            }
            // What a model is told may decide, whatever it is called there.
            ExprKind::Call(call) if FORMATS.contains(&call.callee_name()) => self.loudly(value),
            ExprKind::Call(call) => {
                self.called.insert(call.callee_name());
                self.value(&call.callee);
                self.given(call);
            }
            ExprKind::Dict(pairs) => {
                for (key, value) in pairs {
                    let is_worded =
                        key.as_ref().and_then(Expr::text).is_some_and(|key| has(&key, WORDS));
                    if let Some(key) = key {
                        self.value(key);
                    }
                    if is_worded {
                        self.aside(value);
                    } else {
                        self.value(value);
                    }
                }
            }
            _ => {
                for part in value.parts() {
                    self.value(part);
                }
            }
        }
    }

    /// Reads all that stands in a value.
    fn loudly(&mut self, value: &'r Expr<'r>) {
        value.each(&mut |part| match &part.kind {
            ExprKind::Name(name) => {
                self.loud.insert(name);
                self.called.insert(name);
            }
            ExprKind::Call(call) => _ = self.called.insert(call.callee_name()),
            _ => {}
        });
    }

    /// Reads what a call is given.
    fn given(&mut self, call: &'r Call<'r>) {
        for arg in &call.args {
            match arg.passing {
                Passing::Keyword(name) if has(name, WORDS) => self.aside(&arg.value),
                _ => self.value(&arg.value),
            }
        }
    }

    /// Reads what goes into words.
    fn aside(&mut self, value: &'r Expr<'r>) {
        if self.asks || self.known.acts(value) {
            self.value(value);
        } else {
            self.silent.push(value.span);
            self.hear(value);
        }
    }

    /// Puts down the functions that are called where nothing but words comes of them.
    fn hear(&mut self, value: &'r Expr<'r>) {
        value.each(&mut |part| {
            if let ExprKind::Call(call) = &part.kind {
                self.heard.insert(call.callee_name());
            }
        });
    }
}
