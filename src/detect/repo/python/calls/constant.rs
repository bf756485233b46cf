//! Whether what a call is given stands in the sources: followed through loops, tables, attributes and callers.

mod bound;
mod callers;
mod home;
mod puts;

use super::super::repository::{At, Origin, Repository};
use super::super::running::sites::{Site, Sites};
use super::super::syntax::{Call, Clause, Expr, ExprKind, Piece, Span};
use puts::Puts;
use std::cell::Cell;

/// How many variables, tables and functions are followed inside each other.
const STEPS: usize = 12;
/// How many values are looked at for one call in all.
const FUEL: usize = 400;

/// Where a value is known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// It is spelled out in the sources.
    Constant,
    /// It could not be followed.
    Open,
    /// It comes from outside: a parameter that anybody may fill, an answer, a file, the environment.
    Outside,
}

/// Methods of texts and tables that make another one of what they hold and are given alone.
const PURE: &[&str] = &[
    "join",
    "format",
    "strip",
    "lstrip",
    "rstrip",
    "split",
    "splitlines",
    "replace",
    "lower",
    "upper",
    "title",
    "encode",
    "decode",
    "items",
    "keys",
    "values",
    "get",
    "copy",
    "pop",
    "format_map",
    "removeprefix",
    "removesuffix",
];

/// Functions that do.
const MAKERS: &[&str] = &[
    "builtins.str",
    "builtins.list",
    "builtins.tuple",
    "builtins.dict",
    "builtins.set",
    "builtins.frozenset",
    "builtins.sorted",
    "builtins.reversed",
    "builtins.enumerate",
    "builtins.zip",
    "builtins.range",
    "builtins.len",
    "builtins.repr",
    "builtins.min",
    "builtins.max",
    "shlex.quote",
    "shlex.join",
    "shlex.split",
    "textwrap.dedent",
    "os.path.join",
    "pathlib.Path",
    "itertools.chain",
    "itertools.cycle",
    "itertools.product",
];

/// Names from outside that are the same in every run, as far as whoever writes a command is concerned.
const FIXED: &[&str] = &["sys.executable", "os.sep", "os.linesep", "os.pathsep", "os.devnull"];

/// Follows what calls are given.
pub(super) struct Constants<'r, 'p> {
    repository: &'p Repository<'r>,
    sites: &'p Sites<'r>,
    puts: Puts<'r>,
    fuel: Cell<usize>,
}

/// A value with where it is read.
#[derive(Clone, Copy)]
struct Read<'r> {
    value: &'r Expr<'r>,
    at: At,
    /// The expression of a statement that it stands in, with the variables of its comprehensions.
    within: Option<&'r Expr<'r>>,
    /// How far it may still be followed.
    steps: usize,
}

impl<'r> Read<'r> {
    /// Another value of the same place.
    fn part(self, value: &'r Expr<'r>) -> Self {
        Self { value, ..self }
    }

    /// A value of another place.
    fn other(self, value: &'r Expr<'r>, at: At) -> Self {
        Self { value, at, within: Some(value), ..self }
    }
}

impl<'r, 'p> Constants<'r, 'p> {
    pub(super) fn new(repository: &'p Repository<'r>, sites: &'p Sites<'r>) -> Self {
        let puts = Puts::of(repository.modules.len());
        Self { repository, sites, puts, fuel: Cell::new(FUEL) }
    }

    /// Where an argument of a call is known from that stands in `site`.
    pub(super) fn given(&self, value: &'r Expr<'r>, site: &Site<'r>) -> Source {
        self.fuel.set(FUEL);
        self.of_site(value, site, STEPS)
    }

    /// The same of what was bound beforehand in the scope `at`.
    pub(super) fn bound(&self, value: &'r Expr<'r>, at: At) -> Source {
        self.fuel.set(FUEL);
        self.source(Read { value, at, within: Some(value), steps: STEPS })
    }

    fn of_site(&self, value: &'r Expr<'r>, site: &Site<'r>, steps: usize) -> Source {
        let parts = site.stmt.expressions();
        let within = parts.into_iter().find(|part| part.span.holds(value.span));
        self.source(Read { value, at: site.at, within, steps })
    }

    fn all(&self, parts: impl IntoIterator<Item = &'r Expr<'r>>, read: Read<'r>) -> Source {
        let sources = parts.into_iter().map(|part| self.source(read.part(part)));
        sources.max().unwrap_or(Source::Constant)
    }

    fn source(&self, read: Read<'r>) -> Source {
        let (Some(steps), Some(fuel)) = (read.steps.checked_sub(1), self.fuel.get().checked_sub(1))
        else {
            return Source::Open;
        };
        self.fuel.set(fuel);
        let read = Read { steps, ..read };
        match &read.value.kind {
            ExprKind::Literal(_) | ExprKind::Bool(_) | ExprKind::None | ExprKind::Slice(_) => {
                Source::Constant
            }
            ExprKind::Str(pieces) => self.all(
                pieces.iter().filter_map(|piece| match piece {
                    Piece::Literal(_) => None,
                    Piece::Hole(hole) => Some(hole),
                }),
                read,
            ),
            ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
                self.all(items, read)
            }
            ExprKind::Dict(pairs) => {
                self.all(pairs.iter().flat_map(|(key, value)| key.iter().chain([value])), read)
            }
            ExprKind::Binary(_, sides) | ExprKind::Logic(_, sides) => {
                self.all([&sides.0, &sides.1], read)
            }
            // Whatever it hangs on, it is one of two.
            ExprKind::Conditional(choice) => self.all([&choice.then, &choice.otherwise], read),
            ExprKind::Starred(inner) | ExprKind::Named(_, inner) | ExprKind::Await(inner) => {
                self.source(read.part(inner))
            }
            ExprKind::Compare(..) | ExprKind::Not(_) => Source::Constant,
            ExprKind::Comprehension(made) => self.all(made.key.iter().chain([&made.element]), read),
            ExprKind::Subscript(table, keys) => self.entry(table, keys.first(), read),
            ExprKind::Call(call) => self.called(call, read),
            ExprKind::Name(name) => self.name(name, read),
            ExprKind::Attribute(object, name) => self.attribute(object, name, read),
            ExprKind::Lambda(_) | ExprKind::Other(_) => Source::Open,
        }
    }

    /// What a table holds under a key: where both are spelled out that entry alone, else all of them.
    fn entry(&self, table: &'r Expr<'r>, key: Option<&'r Expr<'r>>, read: Read<'r>) -> Source {
        match key.and_then(|key| home::entry(self.repository, table, key, read.at)) {
            Some((at, held)) => {
                let changed = match table.kind {
                    ExprKind::Name(name) => self.changed(name, at, read.steps),
                    _ => Source::Constant,
                };
                self.source(read.other(held, at)).max(changed)
            }
            None => self.source(read.part(table)),
        }
    }

    fn called(&self, call: &'r Call<'r>, read: Read<'r>) -> Source {
        let arguments = || call.args.iter().map(|arg| &arg.value);
        if let ExprKind::Attribute(object, method) = &call.callee.kind
            && PURE.contains(method)
            && self.repository.external(object, read.at).is_none()
        {
            return self.all(std::iter::once(&**object).chain(arguments()), read);
        }
        let origins = self.repository.origins(&call.callee, read.at);
        match origins.as_slice() {
            [Origin::External(name)] if MAKERS.contains(&name.as_str()) => {
                self.all(arguments(), read)
            }
            [Origin::External(_)] => Source::Outside,
            [Origin::Function(at, function)] => {
                let inside = self.repository.inside(*at, function.id);
                match home::returned(function) {
                    Some(given) => {
                        let given = given.into_iter();
                        let sources = given.map(|value| self.source(read.other(value, inside)));
                        let source = sources.max().unwrap_or(Source::Open);
                        // What another caller gives is not what this one does.
                        let is_given = !call.args.is_empty()
                            && self.all(arguments(), read) == Source::Constant;
                        if is_given { source.min(Source::Open) } else { source }
                    }
                    None => Source::Open,
                }
            }
            // A method of what comes from outside gives what comes from outside.
            _ => match &call.callee.kind {
                ExprKind::Attribute(object, _)
                    if self.source(read.part(object)) == Source::Outside =>
                {
                    Source::Outside
                }
                _ => Source::Open,
            },
        }
    }

    fn attribute(&self, object: &'r Expr<'r>, name: &'r str, read: Read<'r>) -> Source {
        if let ExprKind::Name("self" | "cls") = object.kind {
            return self.of_object(name, read);
        }
        let origins = self.repository.origins(read.value, read.at);
        if let [Origin::External(name)] = origins.as_slice() {
            return match name.as_str() {
                _ if FIXED.contains(&name.as_str()) => Source::Constant,
                "sys.argv" | "os.environ" | "sys.stdin" => Source::Outside,
                _ => Source::Open,
            };
        }
        if origins.iter().any(|origin| matches!(origin, Origin::Unknown)) {
            // What an object from outside holds comes from there.
            return match self.source(read.part(object)) {
                Source::Outside => Source::Outside,
                Source::Constant | Source::Open => Source::Open,
            };
        }
        self.origins(origins, read, name)
    }

    /// What several ways of following a name give together.
    fn origins(&self, origins: Vec<Origin<'r>>, read: Read<'r>, name: &'r str) -> Source {
        let sources = origins.into_iter().map(|origin| match origin {
            Origin::Value(at, value) if !std::ptr::eq(value, read.value) => {
                self.source(read.other(value, at)).max(self.changed(name, at, read.steps))
            }
            Origin::With(at, value) | Origin::Part(at, value, _) => {
                self.source(read.other(value, at))
            }
            Origin::Param(at, function, index) => self.parameter(at, function, index, read.steps),
            Origin::External(name) if FIXED.contains(&name.as_str()) => Source::Constant,
            Origin::External(name) if name == "sys.argv" || name == "os.environ" => Source::Outside,
            _ => Source::Open,
        });
        sources.max().unwrap_or(Source::Open)
    }

    fn name(&self, name: &'r str, read: Read<'r>) -> Source {
        if let Some(made) =
            read.within.and_then(|within| gone_through(within, read.value.span, name))
        {
            // A comprehension's variables are those of what it goes through.
            return self.items(made.1, made.0, name, read);
        }
        self.variable(name, read)
    }

    /// What a target named `name` is given of each item of what is gone through.
    fn items(
        &self,
        iterable: &'r Expr<'r>,
        target: &'r Expr<'r>,
        name: &str,
        read: Read<'r>,
    ) -> Source {
        let columns = home::columns(self.repository, iterable, target, name, read.at);
        match columns {
            Some((at, values)) => {
                let sources = values.into_iter().map(|value| self.source(read.other(value, at)));
                sources.max().unwrap_or(Source::Constant)
            }
            None => self.source(read.part(iterable)),
        }
    }
}

/// The clause of a comprehension around a place that binds a name: its target, and what it goes through.
fn gone_through<'r>(
    within: &'r Expr<'r>,
    place: Span,
    name: &str,
) -> Option<(&'r Expr<'r>, &'r Expr<'r>)> {
    let mut found = None;
    let mut here = Some(within);
    while let Some(value) = here {
        if let ExprKind::Comprehension(made) = &value.kind {
            for clause in &made.clauses {
                let Clause::For { target, iterable } = clause else { continue };
                let binds = target.any(&|part| part.is_name(name));
                if binds && !iterable.span.holds(place) {
                    found = Some((target, iterable));
                }
            }
        }
        here = value.parts().into_iter().find(|part| part.span.holds(place) && part.span != place);
    }
    found
}
