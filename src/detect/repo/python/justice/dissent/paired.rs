//! Dissent that asks how far two of the judges lie apart, and not all of them.

use super::super::Hearing;
use super::super::caps::alone::assigned;
use super::super::caps::raises::around;
use super::super::reading::found::Found;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::notes::Notes;
use super::super::reading::variables::terms::{has, statements};
use super::canned::given;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Span, StmtKind};
use crate::domain::facts::{ApartFact, Lines};

impl<'r> Hearing<'r, '_> {
    /// What a function does for scores that lie far apart, beside its rules; `unargued` are all the texts of a dissent
    /// that tells no argument.
    pub(in super::super) fn apart(
        &self,
        key: Key,
        found: &Found<'r>,
        unargued: &[Lines],
    ) -> ApartFact {
        let place = |span: Span| self.court.module(key).place(span);
        let notes = self.notes.get(&key).filter(|_| found.rules.contains("dissent"));
        let paired = notes.and_then(|notes| paired(self.function(key), notes));
        ApartFact {
            noticed: found.noticed.map(place),
            paired: paired.map(place),
            unargued: unargued.iter().skip(1).cloned().collect(),
            takes_some: found.takes_some().map(place),
            lifts: found.lifts().map(place),
            misgiven: None,
        }
    }
}

/// Where a function asks how far the Prosecutor and the Defense lie apart for its dissent, if it asks for no other
/// distance and never writes one unasked.
fn paired<'r>(function: &'r Function<'r>, notes: &Notes<'r>) -> Option<Span> {
    let pair = Pair { function, notes };
    let mut asks_otherwise = false;
    statements(&function.body, &mut |stmt| {
        if let StmtKind::If { branches, .. } = &stmt.kind {
            let mut tests = branches.iter().map(|(test, _)| test);
            asks_otherwise |= tests.any(|test| notes.is_wide(test) && !pair.asks(test));
        }
    });
    if asks_otherwise {
        return None;
    }
    let mut found = None;
    for value in given(&function.body) {
        if is_nothing(value) {
            continue;
        }
        let own = match &value.kind {
            ExprKind::Conditional(choice) if notes.is_wide(&choice.test) => Some(&choice.test),
            _ => None,
        };
        let tests = around(function, value.span);
        let mut wide = tests.iter().copied().chain(own).filter(|test| notes.is_wide(test));
        match wide.next() {
            Some(test) if pair.asks(test) && wide.all(|test| pair.asks(test)) => {
                found = found.or(Some(test.span));
            }
            // What is written unasked is written on any distance.
            None if !tests.is_empty() => {}
            Some(_) | None => return None,
        }
    }
    found
}

/// Whether a value is no text of a dissent: nothing, or what was given to one before.
fn is_nothing(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::None | ExprKind::Bool(_) => true,
        ExprKind::Name(name) => has(name, &["dissent"]),
        ExprKind::List(items) => items.is_empty(),
        ExprKind::Str(_) => value.text().is_some_and(|text| text.trim().is_empty()),
        _ => false,
    }
}

struct Pair<'r, 'n> {
    function: &'r Function<'r>,
    notes: &'n Notes<'r>,
}

impl Pair<'_, '_> {
    /// Whether a condition asks how far the scores of two judges lie apart who are not the Tech Lead.
    fn asks(&self, test: &Expr<'_>) -> bool {
        match &test.kind {
            ExprKind::Compare(sides, _) => sides.iter().any(|side| self.measures(side)),
            ExprKind::Logic(_, sides) => {
                let mut wide = [&sides.0, &sides.1].into_iter().filter(|it| self.notes.is_wide(it));
                wide.clone().next().is_some() && wide.all(|side| self.asks(side))
            }
            ExprKind::Not(inner) => self.asks(inner),
            ExprKind::Name(name) => {
                matches!(assigned(self.function, name).as_slice(), [only] if self.asks(only))
            }
            _ => false,
        }
    }

    fn measures(&self, value: &Expr<'_>) -> bool {
        match &value.kind {
            ExprKind::Call(call) if call.callee_name() == "abs" => {
                matches!(call.position(0).map(|inner| &inner.kind),
                    Some(ExprKind::Binary("-", sides)) if self.are_two(&sides.0, &sides.1))
            }
            ExprKind::Name(name) => {
                matches!(assigned(self.function, name).as_slice(), [only] if self.measures(only))
            }
            _ => false,
        }
    }

    fn are_two(&self, one: &Expr<'_>, other: &Expr<'_>) -> bool {
        let judge = |value: &Expr<'_>| match &value.kind {
            ExprKind::Attribute(object, "score") => whose(object),
            _ => whose(value),
        };
        let is_rival = |value: &Expr<'_>| self.notes.is_rival(value);
        let (Some(first), Some(second)) = (judge(one), judge(other)) else { return false };
        first != second && is_rival(one) && is_rival(other)
    }
}

/// The variable that holds an opinion or a score.
fn whose(value: &Expr<'_>) -> Option<String> {
    match value.kind {
        ExprKind::Name(name) => Some(name.to_owned()),
        _ => None,
    }
}
