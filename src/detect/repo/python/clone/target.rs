//! Whether the place that a repository is cloned to comes from `tempfile`.

use super::super::names::scope::{Binding, Opener};
use super::super::repository::{At, Origin, Repository};
use super::super::running::sites::{Site, Sites};
use super::super::syntax::{Body, Class, Expr, ExprKind, Function, Piece, StmtKind};

/// How far a target is followed.
const STEPS: usize = 24;

/// Where a clone goes.
pub(super) enum Target<'r> {
    /// Into the current directory, because nothing says otherwise.
    Here,
    At(At, &'r Expr<'r>),
}

impl<'r> Target<'r> {
    pub(super) fn of(site: &Site<'r>, value: Option<&'r Expr<'r>>) -> Self {
        value.map_or(Self::Here, |value| Self::At(site.at, value))
    }
}

/// Whether the `target` of a clone comes from `tempfile`; `None` when that could not be decided.
pub(super) fn temporary<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    site: &Site<'r>,
    target: &Target<'r>,
) -> Option<bool> {
    let follow = Follow { repository, sites };
    let is_relative = |value: &Expr<'_>| {
        value.text().is_some_and(|name| !name.starts_with(['/', '~']) && !name.contains(':'))
    };
    match *target {
        Target::At(at, value) if !is_relative(value) => follow.value(value, at, STEPS),
        Target::Here | Target::At(..) => match left_for(repository, sites, site) {
            Left::Nothing => Some(false),
            Left::For(at, folder) => follow.value(folder, at, STEPS),
            Left::Perhaps => None,
        },
    }
}

/// Where the program may have gone before it clones.
enum Left<'r> {
    /// It stayed where it was started.
    Nothing,
    /// The same function has gone into this folder before.
    For(At, &'r Expr<'r>),
    Perhaps,
}

fn left_for<'r>(repository: &Repository<'r>, sites: &Sites<'r>, site: &Site<'r>) -> Left<'r> {
    let own = |site: &Site<'r>| site.function().map(|function| function.id);
    let mut moves = sites.named("chdir");
    moves.retain(|other| !other.module(repository).in_tests);
    let before = moves.iter().rev().find(|other| {
        other.at.module == site.at.module
            && own(other) == own(site)
            && other.expr.span.end <= site.expr.span.start
    });
    match before.map(|other| (other.at, other.call.position(0))) {
        Some((at, Some(folder))) => Left::For(at, folder),
        None if moves.is_empty() => Left::Nothing,
        _ => Left::Perhaps,
    }
}

struct Follow<'r, 'p> {
    repository: &'p Repository<'r>,
    sites: &'p Sites<'r>,
}

/// Of several origins one temporary one is enough, unless another is surely none.
fn any(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let answers: Vec<_> = answers.into_iter().collect();
    if answers.contains(&Some(true)) && !answers.contains(&Some(false)) {
        Some(true)
    } else if !answers.is_empty() && answers.iter().all(|answer| *answer == Some(false)) {
        Some(false)
    } else {
        None
    }
}

impl<'r> Follow<'r, '_> {
    #[expect(clippy::match_same_arms, reason = "the arms mean different things")]
    fn value(&self, value: &'r Expr<'r>, at: At, steps: usize) -> Option<bool> {
        let steps = steps.checked_sub(1)?;
        match &value.kind {
            ExprKind::Name(_) => {
                let origins = self.repository.origins(value, at);
                // What an attribute of an object was, such as `folder.name`, is followed from there.
                if matches!(origins.as_slice(), [Origin::Unknown])
                    && let Some((at, assigned)) = self.assigned(value, at)
                {
                    return self.value(assigned, at, steps);
                }
                any(origins
                    .into_iter()
                    .filter(|origin| {
                        !matches!(origin, Origin::Value(_, Expr { kind: ExprKind::None, .. }))
                    })
                    .map(|origin| self.origin(&origin, value, steps)))
            }
            ExprKind::Attribute(object, name) => match &object.kind {
                ExprKind::Name("self" | "cls") => self.own(name, at, steps),
                _ => self.value(object, at, steps),
            },
            ExprKind::Call(call) => {
                let origins = self.repository.origins(&call.callee, at);
                for origin in &origins {
                    match origin {
                        Origin::External(name) if name.starts_with("tempfile.") => {
                            return Some(true);
                        }
                        Origin::External(name)
                            if matches!(
                                name.as_str(),
                                "os.getcwd" | "pathlib.Path.cwd" | "pathlib.Path.home"
                            ) =>
                        {
                            return Some(false);
                        }
                        Origin::Function(at, function) => {
                            return self.returned(*at, function, None, steps);
                        }
                        _ => {}
                    }
                }
                let first = call.position(0);
                match (&call.callee.kind, first) {
                    // `str(x)`, `Path(x)`, `os.path.join(x, …)`: what it starts from.
                    (ExprKind::Name(_), Some(first)) => self.value(first, at, steps),
                    (
                        ExprKind::Attribute(
                            _,
                            "join" | "abspath" | "realpath" | "Path" | "enter_context",
                        ),
                        Some(first),
                    ) => self.value(first, at, steps),
                    (ExprKind::Attribute(object, name), _) => {
                        if object.is_self() {
                            return self.method(name, at, steps);
                        }
                        self.value(object, at, steps)
                    }
                    _ => None,
                }
            }
            ExprKind::Binary(_, sides) => self.value(&sides.0, at, steps),
            ExprKind::Logic(_, sides) => {
                any([self.value(&sides.0, at, steps), self.value(&sides.1, at, steps)])
            }
            ExprKind::Conditional(choice) => {
                any([self.value(&choice.then, at, steps), self.value(&choice.otherwise, at, steps)])
            }
            ExprKind::Str(pieces) => match pieces.first() {
                Some(Piece::Hole(hole)) => self.value(hole, at, steps),
                _ => Some(false),
            },
            ExprKind::Subscript(inner, _) | ExprKind::Await(inner) | ExprKind::Named(_, inner) => {
                self.value(inner, at, steps)
            }
            _ => None,
        }
    }

    /// The attribute that a variable is assigned, if it is assigned once.
    fn assigned(&self, value: &'r Expr<'r>, at: At) -> Option<(At, &'r Expr<'r>)> {
        let ExprKind::Name(name) = value.kind else { return None };
        match self.repository.scope(at).bindings.get(name)?.as_slice() {
            [Binding::Value(value)] if matches!(value.kind, ExprKind::Attribute(..)) => {
                Some((at, value))
            }
            _ => None,
        }
    }

    fn origin(&self, origin: &Origin<'r>, from: &Expr<'r>, steps: usize) -> Option<bool> {
        match *origin {
            Origin::Value(at, value) if !std::ptr::eq(value, from) => self.value(value, at, steps),
            Origin::With(at, value) => self.value(value, at, steps),
            Origin::Part(at, Expr { kind: ExprKind::Call(call), .. }, index) => {
                let origins = self.repository.origins(&call.callee, at);
                any(origins.into_iter().map(|origin| match origin {
                    Origin::Function(at, function) => {
                        self.returned(at, function, Some(index), steps)
                    }
                    _ => None,
                }))
            }
            Origin::Param(at, function, index) => self.passed(at.module, function, index, steps),
            _ => None,
        }
    }

    /// What the callers in the repository pass as the `index`th parameter of `function`.
    fn passed(
        &self,
        module: usize,
        function: &'r Function<'r>,
        index: usize,
        steps: usize,
    ) -> Option<bool> {
        let steps = steps.checked_sub(4)?;
        let param = function.params.get(index)?;
        let bound =
            usize::from(matches!(function.params.first(), Some(first) if first.name == "self"));
        // Where a test clones to says nothing of the program.
        let callers = self.sites.callers(module, function).into_iter().filter(|site| {
            !site.module(self.repository).in_tests
                && site.function().is_none_or(|near| !std::ptr::eq(near, function))
        });
        let answers = callers.take(8).map(|site| {
            let value = site.call.argument(index.checked_sub(bound)?, param.name)?;
            self.value(value, site.at, steps)
        });
        let answers: Vec<_> = answers.collect();
        // One caller that could not be followed leaves it undecided.
        if answers.contains(&None) { None } else { any(answers) }
    }

    /// What `function` returns or yields, or the `part`th part of it.
    fn returned(
        &self,
        at: At,
        function: &'r Function<'r>,
        part: Option<usize>,
        steps: usize,
    ) -> Option<bool> {
        let steps = steps.checked_sub(4)?;
        let inside = self.repository.inside(at, function.id);
        let mut values = Vec::new();
        returns(&function.body, 0, &mut values);
        let answers = values.into_iter().filter(|value| !matches!(value.kind, ExprKind::None));
        any(answers.map(|value| match (&value.kind, part) {
            (ExprKind::Tuple(items), Some(part)) => self.value(items.get(part)?, inside, steps),
            (ExprKind::Tuple(items), None) => any(items
                .iter()
                .map(|item| self.value(item, inside, steps).filter(|answer| *answer))),
            _ => self.value(value, inside, steps),
        }))
    }

    fn class(&self, at: At) -> Option<(At, &'r Class<'r>)> {
        let mut here = Some(at.scope);
        while let Some(scope) = here {
            let inside = At { scope, ..at };
            let opened = self.repository.scope(inside);
            if let Opener::Class(class) = opened.opener {
                return Some((inside, class));
            }
            here = opened.parent;
        }
        None
    }

    /// What is assigned to `self.name` anywhere in the class.
    fn own(&self, name: &str, at: At, steps: usize) -> Option<bool> {
        let (inside, class) = self.class(at)?;
        let mut answers = Vec::new();
        super::super::classes::each(self.repository, &class.body, inside, &mut |at, stmt| {
            if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
                && targets.iter().any(|target| {
                    matches!(&target.kind, ExprKind::Attribute(object, found)
                    if *found == name && object.is_name("self"))
                })
                && !matches!(value.kind, ExprKind::None)
            {
                answers.push(self.value(value, at, steps));
            }
        });
        if answers.is_empty() {
            return self.property(name, (inside, class), steps);
        }
        any(answers)
    }

    /// What a property of the class gives back.
    fn property(&self, name: &str, of: (At, &'r Class<'r>), steps: usize) -> Option<bool> {
        of.1.body.iter().find_map(|stmt| match &stmt.kind {
            StmtKind::Function(function) if function.name == name => {
                let is_property = function.decorators.iter().any(|decorator| {
                    matches!(
                        decorator.kind,
                        ExprKind::Name("property" | "cached_property")
                            | ExprKind::Attribute(_, "cached_property")
                    )
                });
                is_property.then(|| self.returned(of.0, function, None, steps))
            }
            _ => None,
        })?
    }

    fn method(&self, name: &str, at: At, steps: usize) -> Option<bool> {
        let (inside, class) = self.class(at)?;
        class.body.iter().find_map(|stmt| match &stmt.kind {
            StmtKind::Function(function) if function.name == name => {
                Some(self.returned(inside, function, None, steps))
            }
            _ => None,
        })?
    }
}

/// Collects the values that a body returns or yields, nested definitions left out.
fn returns<'r>(body: &'r Body<'r>, depth: usize, values: &mut Vec<&'r Expr<'r>>) {
    for stmt in body.iter().filter(|_| depth < 64) {
        match &stmt.kind {
            StmtKind::Return(Some(value)) => values.push(value),
            // `yield value` is an expression of its own kind to the parser.
            StmtKind::Expr(Expr { kind: ExprKind::Other(parts), .. }) => values.extend(parts),
            StmtKind::Function(_) | StmtKind::Class(_) => continue,
            _ => {}
        }
        for block in stmt.blocks() {
            returns(block, depth + 1, values);
        }
    }
}
