//! Weights of the Tech Lead that hang on words in the id of a criterion.

mod foreign;

pub(in crate::detect::repo::python) use foreign::foreign_ids;

use super::super::Hearing;
use super::super::caps::alone::assigned;
use super::super::reading::found::Found;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::{TECH_LEAD, has, speaks, statements};
use crate::detect::repo::python::repository::Origin;
use crate::detect::repo::python::syntax::{Clause, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use crate::domain::facts::{AskedId, JusticeFact};

const RULE: &str = "functionality_weight";
/// Parts of the ids of criteria of the architecture.
const ARCHITECTURE: &[&str] = &["graph", "architect", "orchestr"];
/// How many names and calls a condition is followed through.
const STEPS: usize = 4;

impl<'r> Hearing<'r, '_> {
    /// The words one of which has to stand in a criterion's id where a function gives the Tech Lead more weight, if all
    /// of them are written there and no other condition that speaks of the Tech Lead asks for the architecture.
    pub(in super::super) fn asked_id(&self, key: Key, found: &Found<'r>) -> Option<AskedId> {
        if !found.rules.contains(RULE) || found.unplaced.contains(RULE) {
            return None;
        }
        let place = *found.places.get(RULE)?;
        let mut known = None;
        statements(&self.function(key).body, &mut |stmt| {
            let StmtKind::If { branches, .. } = &stmt.kind else { return };
            // Of several branches the place has to stand in one.
            let is_one = branches.len() == 1;
            let leads = |body: &[Stmt<'_>]| leads_to(body, place, is_one);
            for (test, _) in branches.iter().filter(|(_, body)| leads(body)) {
                for part in conjuncts(test) {
                    let words = self.words(part, key, STEPS);
                    known = known.take().or_else(|| words.map(|words| (words, test.span)));
                }
            }
        });
        let (words, span) = known?;
        let others = self.reached.iter().any(|one| self.asks_otherwise(*one));
        (!others && !words.is_empty()).then(|| AskedId {
            words,
            fits: Vec::new(),
            missed: Vec::new(),
            rubric: String::new(),
            place: self.court.module(key).place(span),
        })
    }

    /// Whether a condition of a branch that speaks of the Tech Lead names the architecture as an id does.
    fn asks_otherwise(&self, key: Key) -> bool {
        let names = |test: &Expr<'_>| {
            test.any(&|part| part.text().is_some_and(|text| has(&text, &["graph", "orchestr"])))
        };
        let of_lead = |body: &[Stmt<'_>]| {
            let mut found = false;
            for stmt in body {
                found |= stmt.expressions().into_iter().any(|value| speaks(value, TECH_LEAD));
            }
            found
        };
        let mut found = false;
        statements(&self.function(key).body, &mut |stmt| {
            if let StmtKind::If { branches, .. } = &stmt.kind {
                found |= branches
                    .iter()
                    .any(|(test, body)| names(test) && (of_lead(body) || speaks(test, TECH_LEAD)));
            }
            found |= stmt.expressions().into_iter().any(|value| {
                value.any(&|part| matches!(&part.kind, ExprKind::Conditional(choice) if names(&choice.test)))
            });
        });
        found
    }

    /// All words one of which an id has to hold, or be, where `test` is true; nothing where it is no such test.
    fn words(&self, test: &'r Expr<'r>, key: Key, steps: usize) -> Option<Vec<String>> {
        let steps = steps.checked_sub(1)?;
        let function = self.function(key);
        match &test.kind {
            ExprKind::Name(name) => match given(function, name)?.as_slice() {
                [value] => self.words(value, key, steps),
                _ => None,
            },
            ExprKind::Logic("or", sides) => {
                let mut words = self.words(&sides.0, key, steps)?;
                words.extend(self.words(&sides.1, key, steps)?);
                Some(words)
            }
            ExprKind::Compare(sides, operators) => {
                let ([left, right], [operator]) = (sides.as_slice(), operators.as_slice()) else {
                    return None;
                };
                match *operator {
                    "in" if is_id(right, function, STEPS) => Some(vec![lower(left)?]),
                    "in" if is_id(left, function, STEPS) => self.listed(right, key),
                    "==" if is_id(left, function, STEPS) => Some(vec![lower(right)?]),
                    "==" if is_id(right, function, STEPS) => Some(vec![lower(left)?]),
                    _ => None,
                }
            }
            ExprKind::Call(call) if call.callee.is_name("any") => {
                let ExprKind::Comprehension(made) = &call.position(0)?.kind else { return None };
                let ExprKind::Compare(sides, operators) = &made.element.kind else { return None };
                let ([word, whole], ["in"], [Clause::For { target, iterable }]) =
                    (sides.as_slice(), operators.as_slice(), made.clauses.as_slice())
                else {
                    return None;
                };
                let is_it = matches!((&word.kind, &target.kind),
                    (ExprKind::Name(word), ExprKind::Name(target)) if word == target);
                if is_it && is_id(whole, function, STEPS) {
                    self.listed(iterable, key)
                } else {
                    None
                }
            }
            ExprKind::Call(call) => {
                let resolved = self.court.resolve(&call.callee, key);
                let ([arg], [called]) = (call.args.as_slice(), resolved.as_slice()) else {
                    return None;
                };
                let inner = self.court.parts.get(called)?.function;
                let value = only_return(inner).filter(|_| is_id(&arg.value, function, STEPS))?;
                self.words(value, *called, steps)
            }
            _ => None,
        }
    }

    /// The texts of a list, written there or under a name.
    fn listed(&self, value: &'r Expr<'r>, key: Key) -> Option<Vec<String>> {
        let (ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items)) = &value.kind
        else {
            let at = self.court.parts.get(&key)?.inside;
            let origins = self.repository.origins(value, at);
            return match origins.as_slice() {
                [Origin::Value(_, list)] if list.span != value.span => match &list.kind {
                    ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
                        items.iter().map(lower).collect()
                    }
                    _ => None,
                },
                _ => None,
            };
        };
        items.iter().map(lower).collect()
    }
}

/// Keeps what the functions ask of ids where one rubric lies in the tree, with these ids, of which none that is of the
/// architecture has a word that they ask for.
pub(in crate::detect::repo::python) fn against_rubric(
    rubric: Option<&(String, Vec<String>)>,
    facts: &mut [JusticeFact],
) {
    for fact in facts {
        fact.asked_id = fact.asked_id.take().and_then(|asked| {
            let (path, ids) = rubric?;
            let (missed, others): (Vec<&String>, Vec<&String>) =
                ids.iter().partition(|id| has(id, ARCHITECTURE));
            let fits = |id: &&&String| {
                let id = id.to_ascii_lowercase();
                asked.words.iter().any(|word| id.contains(word))
            };
            let is_lost = !missed.is_empty() && !missed.iter().any(|id| fits(&id));
            is_lost.then(|| AskedId {
                fits: others.iter().filter(fits).map(|id| (*id).clone()).collect(),
                missed: missed.into_iter().cloned().collect(),
                rubric: path.clone(),
                ..asked.clone()
            })
        });
    }
}

/// Whether a branch leads to a place, or, as the only one, is what the place is.
fn leads_to(body: &[Stmt<'_>], place: Span, is_one: bool) -> bool {
    body.iter().any(|stmt| stmt.span.holds(place) || (is_one && place.holds(stmt.span)))
}

/// The parts of a condition all of which have to be true.
fn conjuncts<'e, 'r>(test: &'e Expr<'r>) -> Vec<&'e Expr<'r>> {
    match &test.kind {
        ExprKind::Logic("and", sides) => {
            let mut parts = conjuncts(&sides.0);
            parts.extend(conjuncts(&sides.1));
            parts
        }
        _ => vec![test],
    }
}

/// All that a function gives to a variable of its own.
fn given<'r>(function: &'r Function<'r>, name: &str) -> Option<Vec<&'r Expr<'r>>> {
    let is_param = function.param(name).is_some();
    (!is_param).then(|| assigned(function, name))
}

/// Whether a value is the id of a criterion, in small letters perhaps.
fn is_id(value: &Expr<'_>, function: &Function<'_>, steps: usize) -> bool {
    let Some(steps) = steps.checked_sub(1) else { return false };
    match &value.kind {
        ExprKind::Name(name) => {
            let of_criterion = has(name, &["criteri", "dimension", "=dim", "=crit"]);
            let is_param = function.param(name).is_some();
            if is_param {
                return of_criterion && has(name, &["=id"]);
            }
            let given = assigned(function, name);
            !given.is_empty() && given.into_iter().all(|value| is_id(value, function, steps))
        }
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "lower" | "strip" | "casefold") => {
                is_id(object, function, steps)
            }
            ExprKind::Name("str") => {
                call.position(0).is_some_and(|inner| is_id(inner, function, steps))
            }
            _ => false,
        },
        ExprKind::Logic("or", sides) => {
            is_id(&sides.0, function, steps) && sides.1.text().is_some_and(|text| text.is_empty())
        }
        _ => false,
    }
}

/// What a function gives back that does nothing but to name it.
fn only_return<'r>(function: &'r Function<'r>) -> Option<&'r Expr<'r>> {
    let [before @ .., last] = function.body.as_slice() else { return None };
    let is_plain = before.iter().all(|stmt| match &stmt.kind {
        StmtKind::Assign { .. } => true,
        StmtKind::Expr(value) => matches!(value.kind, ExprKind::Str(_)),
        _ => false,
    });
    match &last.kind {
        StmtKind::Return(Some(value)) if is_plain => Some(value),
        _ => None,
    }
}

/// A written text in small letters.
fn lower(value: &Expr<'_>) -> Option<String> {
    value.text().map(|text| text.to_ascii_lowercase())
}
