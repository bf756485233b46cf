//! Which way round a condition asks: whether it holds where something is so, or where it is not.

use crate::detect::repo::python::justice::caps::alone::assigned;
use crate::detect::repo::python::syntax::{Clause, Expr, ExprKind, Function};

/// How far variables are followed.
const STEPS: usize = 4;

/// When a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    /// It does not ask for that.
    Silent,
    /// Where it is so.
    Present,
    /// Where it is not.
    Absent,
    /// That cannot be told.
    Unclear,
}

impl Sense {
    fn turned(self) -> Self {
        match self {
            Self::Present => Self::Absent,
            Self::Absent => Self::Present,
            Self::Silent | Self::Unclear => self,
        }
    }

    fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Silent, one) | (one, Self::Silent) => one,
            _ if self == other => self,
            _ => Self::Unclear,
        }
    }
}

/// What is asked for, and in which function.
pub(super) struct Asked<'r, 's> {
    pub function: &'r Function<'r>,
    /// What a name says by itself.
    pub name: &'s dyn Fn(&str) -> Sense,
    /// What a comparison asks for that is none with nothing.
    pub compared: &'s dyn Fn(&Expr<'r>) -> Sense,
}

impl<'r> Asked<'r, '_> {
    pub(super) fn sense(&self, test: &'r Expr<'r>) -> Sense {
        self.within(test, STEPS)
    }

    fn within(&self, test: &'r Expr<'r>, steps: usize) -> Sense {
        match &test.kind {
            ExprKind::Not(inner) => self.within(inner, steps).turned(),
            ExprKind::Logic(_, sides) => {
                self.within(&sides.0, steps).with(self.within(&sides.1, steps))
            }
            ExprKind::Compare(..) => self.comparison(test, steps),
            ExprKind::Name(name) => match (self.name)(name) {
                Sense::Silent => self.held(name, steps),
                known => known,
            },
            ExprKind::Attribute(_, name) => (self.name)(name),
            ExprKind::Subscript(_, keys) => {
                let key = keys.first().and_then(Expr::text);
                key.map_or(Sense::Silent, |key| (self.name)(&key))
            }
            ExprKind::Comprehension(made) => {
                let drawn = made.clauses.iter().map(|clause| match clause {
                    Clause::If(test) => self.within(test, steps),
                    Clause::For { .. } => Sense::Silent,
                });
                // What is looked for word by word is what the words say.
                let words = made.clauses.iter().filter_map(|clause| match clause {
                    Clause::For { target, iterable } => Some((target.name()?, iterable)),
                    Clause::If(_) => None,
                });
                let element = match made.element.comparison() {
                    Some((Expr { kind: ExprKind::Name(word), .. }, operator, _))
                        if operator.ends_with("in") =>
                    {
                        let mut lists = words.filter(|(name, _)| name == word);
                        let list =
                            lists.next().map_or(Sense::Silent, |(_, list)| self.listed(list));
                        if operator == "in" { list } else { list.turned() }
                    }
                    _ => self.within(&made.element, steps),
                };
                drawn.fold(element, Sense::with)
            }
            ExprKind::Call(call) => match (call.callee_name(), call.position(0)) {
                ("any" | "all" | "bool" | "len" | "list" | "next", Some(inner)) => {
                    self.within(inner, steps)
                }
                ("get", Some(key)) => key.text().map_or(Sense::Unclear, |key| (self.name)(&key)),
                (name, _) => (self.name)(name),
            },
            _ => Sense::Silent,
        }
    }

    /// What a variable that is set once is given.
    fn held(&self, name: &str, steps: usize) -> Sense {
        let Some(steps) = steps.checked_sub(1) else { return Sense::Unclear };
        match assigned(self.function, name).as_slice() {
            [] => Sense::Silent,
            [only] => self.within(only, steps),
            _ => Sense::Unclear,
        }
    }

    fn comparison(&self, test: &'r Expr<'r>, steps: usize) -> Sense {
        let Some((left, operator, right)) = test.comparison() else { return Sense::Unclear };
        let own = || self.within(left, steps);
        let is_none = matches!(right.kind, ExprKind::None | ExprKind::Bool(false))
            || right.is_empty()
            || matches!(right.kind, ExprKind::Literal("0"));
        match (operator, &right.kind) {
            ("==" | "is", _) if is_none => own().turned(),
            ("!=" | "is not", _) if is_none => own(),
            ("==" | "is", ExprKind::Bool(true))
            | (">", ExprKind::Literal("0"))
            | (">=", ExprKind::Literal("1")) => own(),
            ("!=" | "is not", ExprKind::Bool(true))
            | ("<=", ExprKind::Literal("0"))
            | ("<", ExprKind::Literal("1")) => own().turned(),
            ("in", _) if left.text().is_some() => self.listed(left),
            ("not in", _) if left.text().is_some() => self.listed(left).turned(),
            _ => (self.compared)(test),
        }
    }

    /// What a word, or a list of words, says; those that say nothing for sure go with the others.
    fn listed(&self, words: &Expr<'_>) -> Sense {
        let mut said = Vec::new();
        words.each(&mut |part| match &part.kind {
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => said.push((self.name)(name)),
            ExprKind::Str(_) => {
                said.push(part.text().map_or(Sense::Unclear, |text| (self.name)(&text)));
            }
            _ => {}
        });
        let sure = said.iter().copied().filter(|one| *one != Sense::Unclear);
        match sure.fold(Sense::Silent, Sense::with) {
            Sense::Silent => said.into_iter().fold(Sense::Silent, Sense::with),
            sure => sure,
        }
    }
}
