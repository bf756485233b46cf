//! What is known of functions by their names, and what reading them brought.

use super::Reading;
use super::functions::{given_together, gives_words, read};
use crate::detect::repo::python::justice::reading::variables::terms::{each_target, statements};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Span, StmtKind};
use std::collections::BTreeSet;

/// What is known of functions, by their names.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Known<'r> {
    /// Those that give words, which end in words wherever they are called.
    pub(super) words: BTreeSet<&'r str>,
    /// What others give at which place of several, where it ends in words wherever they are called.
    pub(super) items: BTreeSet<(&'r str, usize)>,
    /// All that the repository has.
    pub(super) own: BTreeSet<&'r str>,
}

impl<'r> Known<'r> {
    /// What is left once those are taken out of which more than words may come, or which nothing calls.
    pub(super) fn without(&self, found: &[Found<'_>]) -> Self {
        let is_heard = |name: &str| found.iter().any(|one| one.heard.contains(name));
        let is_called = |name: &str| found.iter().any(|one| one.called.contains(name));
        let is_taken = |item: &(&str, usize)| found.iter().any(|one| one.taken.contains(item));
        let mut left = self.clone();
        left.words.retain(|name| is_heard(name) && !is_called(name));
        left.items.retain(|item| is_heard(item.0) && !is_called(item.0) && !is_taken(item));
        left
    }

    /// The names of which this knows what the other one does not.
    pub(super) fn but(&self, other: &Self) -> BTreeSet<&'r str> {
        let items = self.items.difference(&other.items).map(|(name, _)| *name);
        self.words.difference(&other.words).copied().chain(items).collect()
    }

    pub(super) fn of(ours: &[(usize, &'r Function<'r>)]) -> Self {
        let is_alone =
            |name: &str| ours.iter().filter(|(_, other)| other.name == name).count() == 1;
        let alone = || ours.iter().map(|(_, one)| *one).filter(|one| is_alone(one.name));
        let items = alone().filter_map(|one| Some((one.name, given_together(one)?)));
        Self {
            words: alone().filter(|one| gives_words(one)).map(|one| one.name).collect(),
            items: items.flat_map(|(name, all)| (0..all).map(move |at| (name, at))).collect(),
            own: ours.iter().map(|(_, one)| one.name).collect(),
        }
    }

    /// Whether a value calls what may do more than give words.
    pub(super) fn acts(&self, value: &Expr<'_>) -> bool {
        value.any(&|part| match &part.kind {
            ExprKind::Call(call) => {
                let callee = call.callee_name();
                self.own.contains(callee) && !self.words.contains(callee)
            }
            _ => false,
        })
    }

    /// What is loud in a function and what is silent, once no more variables turn out to be read by what decides.
    pub(super) fn read(&self, function: &'r Function<'r>) -> Found<'r> {
        let mut silent: BTreeSet<&str> = BTreeSet::new();
        statements(&function.body, &mut |stmt| {
            if let StmtKind::Assign { targets, .. } = &stmt.kind {
                silent.extend(each_target(targets).into_iter().filter_map(Expr::name));
            }
        });
        // Of what nothing reads nobody knows what it was for.
        let read = read(&function.body);
        silent.retain(|name| read.contains(name) && function.param(name).is_none());
        loop {
            let mut reading = Reading::new(self, function, silent.clone());
            if self.words.contains(function.name) {
                reading.silent.push(function.span);
                statements(&function.body, &mut |stmt| {
                    stmt.expressions().into_iter().for_each(|value| reading.hear(value));
                });
                return Found::of(reading);
            }
            reading.body(&function.body);
            let before = silent.len();
            silent.retain(|name| !reading.loud.contains(name));
            if silent.len() == before {
                return Found::of(reading);
            }
        }
    }
}

/// What a function was found to come to.
pub(super) struct Found<'r> {
    pub(super) silent: Vec<Span>,
    pub(super) called: BTreeSet<&'r str>,
    pub(super) taken: BTreeSet<(&'r str, usize)>,
    pub(super) heard: BTreeSet<&'r str>,
}

impl<'r> Found<'r> {
    fn of(reading: Reading<'r, '_>) -> Self {
        let Reading { silent, called, taken, heard, .. } = reading;
        Self { silent, called, taken, heard }
    }
}
