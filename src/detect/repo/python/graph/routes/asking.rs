//! What a router finds where fields of the state surely hold something.

mod never;
mod parts;
mod vain;

pub(super) use never::never;
pub(in super::super) use vain::vain;

use super::super::state::reads::handing::CHANGING;
use super::super::state::reads::reading::LOOKING;
use super::super::state::updates::entries::Held;
use super::super::state::updates::untaken::is_as_written;
use super::super::state::updates::writes::Constant;
use super::seen::{Seen, compared, full};
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{
    Body, Call, Expr, ExprKind, Function, Passing, Stmt, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// Functions that are followed inside each other.
const CALLS: usize = 4;

/// What is known of the fields of a state.
#[derive(Clone, Copy)]
pub(super) struct Fields<'f> {
    /// What is sure to be in them.
    pub held: &'f BTreeMap<String, Held>,
    /// All that anybody gives them, one of which they hold.
    pub given: &'f BTreeMap<String, BTreeSet<Constant>>,
}

/// The fields by which alone a router decides, so that it always goes one way where they hold what is known of them, and
/// that way where it is a single text; `None` where it may go several.
pub(super) fn decided_by<'r>(
    repository: &Repository<'r>,
    (at, function): (At, &'r Function<'r>),
    param: &'r str,
    fields: Fields<'_>,
) -> Option<(BTreeSet<String>, Option<String>)> {
    let mut asking = Asking { repository, fields, asked: BTreeSet::new(), tests: 0 };
    let state = BTreeMap::from([(param, Seen::State)]);
    let way = asking.call(at, function, state, CALLS)?;
    // What is made of the fields' entries without any choice between ways decides on them as well.
    let is_way = matches!(way, Seen::Way(_)) && asking.tests > 0;
    let is_decided = is_way || matches!(way, Seen::Bool(_));
    let text = if let Seen::Way(text) = way { text } else { None };
    Some((asking.asked, text)).filter(|(asked, _)| is_decided && !asked.is_empty())
}

/// What a statement leads to.
enum Step {
    /// The next one.
    On,
    /// The end of the function, with what it gives.
    Gives(Seen),
}

type Variables<'r> = BTreeMap<&'r str, Seen>;

struct Asking<'f, 'r> {
    repository: &'f Repository<'r>,
    fields: Fields<'f>,
    /// The fields that were asked for.
    asked: BTreeSet<String>,
    /// The choices that these decided.
    tests: usize,
}

/// Where a function is looked at.
#[derive(Clone, Copy)]
struct Where {
    at: At,
    calls: usize,
}

impl<'r> Asking<'_, 'r> {
    /// What a function gives; `None` where what it does is not known.
    fn call(
        &mut self,
        at: At,
        function: &'r Function<'r>,
        variables: Variables<'r>,
        calls: usize,
    ) -> Option<Seen> {
        let calls = calls.checked_sub(1).filter(|_| is_as_written(self.repository, function))?;
        let inside = Where { at: self.repository.inside(at, function.id), calls };
        let mut variables = variables;
        match self.block(&function.body, &mut variables, inside)? {
            Step::Gives(seen) => Some(seen),
            Step::On => None,
        }
    }

    /// What a block leads to; `None` where that is not known.
    fn block(
        &mut self,
        body: &'r Body<'r>,
        variables: &mut Variables<'r>,
        inside: Where,
    ) -> Option<Step> {
        for stmt in body {
            if let Step::Gives(seen) = self.stmt(stmt, variables, inside)? {
                return Some(Step::Gives(seen));
            }
        }
        Some(Step::On)
    }

    fn stmt(
        &mut self,
        stmt: &'r Stmt<'r>,
        variables: &mut Variables<'r>,
        inside: Where,
    ) -> Option<Step> {
        match &stmt.kind {
            StmtKind::Return(Some(value)) => Some(Step::Gives(self.way(value, variables, inside)?)),
            StmtKind::Expr(value) => {
                // What is done with a variable may change it.
                let bare = |part: &Expr<'_>| {
                    matches!(part.kind, ExprKind::Name(name)
                    if variables.get(name) == Some(&Seen::State))
                };
                let is_given = |part: &Expr<'_>| {
                    matches!(&part.kind, ExprKind::Call(call)
                    if call.args.iter().any(|arg| bare(&arg.value)))
                };
                if value.any(&is_given) {
                    return None;
                }
                if let Some((object, ..)) = value.method_call()
                    && let ExprKind::Name(name) = object.kind
                    && let Some(known) = variables.get_mut(name)
                {
                    *known = Seen::Unknown;
                }
                Some(Step::On)
            }
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let seen = self.value(value, variables, inside);
                for target in targets {
                    match target.kind {
                        ExprKind::Name(name) => {
                            variables.insert(name, seen.clone());
                        }
                        ExprKind::Subscript(..) | ExprKind::Attribute(..)
                            if !self.is_ours(target) => {}
                        _ => return None,
                    }
                }
                Some(Step::On)
            }
            StmtKind::If { branches, otherwise } => {
                for (test, body) in branches {
                    let before = self.asked.clone();
                    match self.test(test, variables, inside) {
                        Some(true) => return self.block(body, variables, inside),
                        Some(false) => {}
                        // Whichever of these runs, the function goes on behind them.
                        None => {
                            self.asked = before;
                            return self.either(stmt, variables);
                        }
                    }
                }
                self.block(otherwise, variables, inside)
            }
            StmtKind::For { iterable, otherwise, .. }
                if self.value(iterable, variables, inside).is_nothing() =>
            {
                self.block(otherwise, variables, inside)
            }
            StmtKind::Import(_) | StmtKind::Assign { value: None, .. } => Some(Step::On),
            StmtKind::Other(values) => values.is_empty().then_some(Step::On),
            _ => None,
        }
    }

    /// Whether a target may be a field of which something is known.
    fn is_ours(&self, target: &Expr<'_>) -> bool {
        let Fields { held, given } = self.fields;
        held.keys().chain(given.keys()).any(|field| {
            target.any(&|part| {
                part.text().as_ref() == Some(field)
                    || matches!(part.kind, ExprKind::Attribute(_, name) if name == field)
            })
        })
    }

    /// What branches leave of which nobody knows which one runs, where none of them does more than to bind variables.
    fn either(&self, stmt: &'r Stmt<'r>, variables: &mut Variables<'r>) -> Option<Step> {
        let (mut bound, mut is_plain) = (BTreeSet::new(), true);
        for block in stmt.blocks() {
            Stmt::each(block, &mut |stmt| match &stmt.kind {
                StmtKind::Assign { targets, .. } => {
                    for target in targets {
                        match target.kind {
                            ExprKind::Name(name) => _ = bound.insert(name),
                            ExprKind::Subscript(..) => is_plain &= !self.is_ours(target),
                            _ => is_plain = false,
                        }
                    }
                }
                StmtKind::If { .. } => {}
                StmtKind::Expr(value) => is_plain &= is_telling(value),
                StmtKind::Other(values) => is_plain &= values.is_empty(),
                _ => is_plain = false,
            });
        }
        variables.extend(bound.into_iter().map(|name| (name, Seen::Unknown)));
        is_plain.then_some(Step::On)
    }

    /// Whether a condition holds; `None` where that is not known.
    fn test(
        &mut self,
        test: &'r Expr<'r>,
        variables: &Variables<'r>,
        inside: Where,
    ) -> Option<bool> {
        let holds = self.value(test, variables, inside).truth()?;
        self.tests += 1;
        Some(holds)
    }

    /// What is returned; `None` where it may be one of several things.
    fn way(
        &mut self,
        value: &'r Expr<'r>,
        variables: &Variables<'r>,
        inside: Where,
    ) -> Option<Seen> {
        match self.value(value, variables, inside) {
            Seen::Unknown | Seen::State | Seen::Among(_) | Seen::Zero => None,
            seen => Some(seen),
        }
    }

    fn value(&mut self, value: &'r Expr<'r>, variables: &Variables<'r>, inside: Where) -> Seen {
        if let Some((field, default)) = self.field(value, variables) {
            let seen = self.known(&field, default);
            self.asked.insert(field);
            return seen;
        }
        match &value.kind {
            ExprKind::Name(name) => variables.get(name).cloned().unwrap_or_else(|| {
                // `END` is a way; a variable in capitals is one where it stands for a text.
                let is_constant = !name.contains(char::is_lowercase);
                let way = self.constant_way(value, inside).filter(|_| is_constant);
                way.map_or(Seen::Unknown, |way| Seen::Way(Some(way)))
            }),
            ExprKind::Str(_) => match value.text() {
                Some(text) if !text.is_empty() => Seen::Way(Some(text)),
                _ => Seen::Unknown,
            },
            ExprKind::Bool(value) => Seen::Bool(*value),
            ExprKind::List(items) | ExprKind::Tuple(items) if !items.is_empty() => {
                let is_way = items
                    .iter()
                    .all(|item| matches!(self.value(item, variables, inside), Seen::Way(_)));
                if is_way { Seen::Way(None) } else { Seen::Unknown }
            }
            ExprKind::None | ExprKind::List(_) | ExprKind::Tuple(_) => Seen::nothing(),
            ExprKind::Dict(pairs) if pairs.is_empty() => Seen::nothing(),
            ExprKind::Not(inner) => match self.value(inner, variables, inside).truth() {
                Some(holds) => Seen::Bool(!holds),
                None => Seen::Unknown,
            },
            ExprKind::Logic(operator, sides) => {
                let one = self.value(&sides.0, variables, inside);
                let decides = *operator == "or";
                match one.truth() {
                    Some(holds) if holds == decides => one,
                    Some(_) => self.value(&sides.1, variables, inside),
                    None => match self.value(&sides.1, variables, inside).truth() {
                        Some(holds) if holds == decides => Seen::Bool(holds),
                        _ => Seen::Unknown,
                    },
                }
            }
            ExprKind::Conditional(choice) => match self.test(&choice.test, variables, inside) {
                Some(true) => self.value(&choice.then, variables, inside),
                Some(false) => self.value(&choice.otherwise, variables, inside),
                None => Seen::Unknown,
            },
            ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
                ([one, other], [operator @ ("in" | "not in")]) => {
                    let among = self.value(other, variables, inside).is_nothing();
                    let seen = self.value(one, variables, inside);
                    if among {
                        Seen::Bool(*operator != "in")
                    } else {
                        compared(&seen, operator, other)
                    }
                }
                ([one, other], [operator]) => {
                    compared(&self.value(one, variables, inside), operator, other)
                }
                _ => Seen::Unknown,
            },
            ExprKind::Comprehension(one) if self.is_vain(one, variables, inside) => Seen::nothing(),
            ExprKind::Comprehension(comprehension) => {
                match self.element(comprehension, variables, inside) {
                    Some(element) if comprehension.key.is_none() => {
                        Seen::Holds(full(matches!(element, Seen::Holds(_) | Seen::Bool(true))))
                    }
                    _ => Seen::Unknown,
                }
            }
            ExprKind::Call(call) => self.called(call, variables, inside),
            _ => Seen::Unknown,
        }
    }

    fn called(&mut self, call: &'r Call<'r>, variables: &Variables<'r>, inside: Where) -> Seen {
        let given = call.args.first().filter(|arg| arg.passing == Passing::Position);
        match (&call.callee.kind, given) {
            (ExprKind::Attribute(object, method), None) => {
                let seen = self.value(object, variables, inside);
                match (*method, seen) {
                    ("values" | "copy" | "keys" | "items", seen) if seen.is_nothing() => seen,
                    ("values" | "copy", Seen::Holds(held)) => Seen::Holds(held),
                    ("keys", Seen::Holds(_)) => Seen::Holds(Held::Something),
                    ("items", Seen::Holds(held)) => Seen::Pairs(held),
                    (_, Seen::State) => self.method(method, object, inside),
                    _ => Seen::Unknown,
                }
            }
            (ExprKind::Name(name), Some(arg)) if call.args.len() == 1 => {
                let counted = match &arg.value.kind {
                    ExprKind::Comprehension(comprehension) if matches!(*name, "sum" | "any") => {
                        self.element(comprehension, variables, inside)
                    }
                    _ => None,
                };
                if let Some(element) = counted {
                    return match (*name, element) {
                        ("sum", Seen::Positive) => Seen::Positive,
                        ("any", element) if element.truth() == Some(true) => Seen::Bool(true),
                        _ => Seen::Unknown,
                    };
                }
                let seen = self.value(&arg.value, variables, inside);
                match (*name, seen) {
                    ("len" | "sum", seen) if seen.is_nothing() => Seen::Zero,
                    ("any", seen) if seen.is_nothing() => Seen::Bool(false),
                    ("list" | "dict" | "tuple" | "sorted" | "set", seen) if seen.is_nothing() => {
                        seen
                    }
                    ("len", Seen::Holds(_) | Seen::Pairs(_)) => Seen::Positive,
                    ("bool", seen) => seen.truth().map_or(Seen::Unknown, Seen::Bool),
                    ("any", Seen::Holds(Held::Full)) => Seen::Bool(true),
                    ("list" | "dict" | "tuple" | "sorted", Seen::Holds(held)) => Seen::Holds(held),
                    (_, seen) => self.helper(call, seen, inside),
                }
            }
            _ => Seen::Unknown,
        }
    }

    /// What a function of the sources gives that takes one thing.
    fn helper(&mut self, call: &'r Call<'r>, given: Seen, inside: Where) -> Seen {
        match self.repository.origins(&call.callee, inside.at).as_slice() {
            [Origin::Function(at, function)] if function.params.len() == 1 => {
                let variables = BTreeMap::from([(function.params[0].name, given)]);
                self.call(*at, function, variables, inside.calls).unwrap_or(Seen::Unknown)
            }
            _ => Seen::Unknown,
        }
    }
}

/// Whether a statement only tells somebody something: it calls no method that changes what it belongs to.
fn is_telling(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Str(_) | ExprKind::Literal(_) => true,
        ExprKind::Call(call) => {
            !value.any(&|part| part.called().is_some_and(|name| CHANGING.contains(&name)))
                && LOOKING.contains(&call.callee_name())
        }
        _ => false,
    }
}
