//! Functions that decide nothing themselves: they leave it to others, or word what others decide.

use super::super::branches::{computes, decisions};
use super::super::effects::{changed, changes_score, is_text};
use super::super::found::Found;
use super::super::variables::terms::{any_stmt, statements};
use super::court::Key;
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::justice::caps::alone::assigned;
use crate::detect::repo::python::syntax::{ExprKind, Function, StmtKind};
use std::collections::BTreeSet;

impl Hearing<'_, '_> {
    /// Whether a function decides nothing itself and leaves it to another that is listed.
    pub(in crate::detect::repo::python::justice) fn hands_on(
        &self,
        key: Key,
        listed: &BTreeSet<Key>,
    ) -> bool {
        self.is_bare(key, listed)
            && self.court.called(key).iter().any(|one| *one != key && listed.contains(one))
    }

    /// The same of one that the graph runs as its chief justice, however far off the other is.
    pub(in crate::detect::repo::python::justice) fn only_leads(
        &self,
        key: Key,
        listed: &BTreeSet<Key>,
    ) -> bool {
        self.led.contains(&key)
            && self.is_bare(key, listed)
            && self.below(key).iter().any(|one| listed.contains(one))
    }

    /// The functions to which one that leads the synthesis and puts down no score leaves that, where none of those that
    /// are listed does it.
    pub(in crate::detect::repo::python::justice) fn left_to(
        &self,
        key: Key,
        listed: &BTreeSet<Key>,
    ) -> Vec<Key> {
        let scores = |key: &Key| changes_score(&self.function(*key).body);
        if scores(&key) || self.court.module(key).in_tests || !self.is_bare(key, listed) {
            return Vec::new();
        }
        let below = self.below(key);
        if below.iter().any(|one| listed.contains(one) && scores(one)) {
            return Vec::new();
        }
        let decides = |key: &Key| {
            let body = &self.function(*key).body;
            let own = decisions(body, &|_| false);
            scores(key) && (own.branches + own.picks > 0 || computes(body))
        };
        below.into_iter().filter(decides).collect()
    }

    /// The functions that are reached from another one.
    fn below(&self, key: Key) -> BTreeSet<Key> {
        let mut below = BTreeSet::new();
        self.court.reach(key, &mut below);
        below.retain(|one| *one != key && self.reached.contains(one));
        below
    }

    /// Whether nothing in a function decides anything.
    fn is_bare(&self, key: Key, listed: &BTreeSet<Key>) -> bool {
        let idle = self.found.get(&key).is_none_or(Found::is_idle);
        let asks = self.replies.get(&key).is_some_and(|one| one.decides || one.unclear);
        let inner = |inner: &Function<'_>| listed.contains(&(key.0, inner.id));
        let own = decisions(&self.function(key).body, &inner);
        idle && !asks && own.branches == 0 && own.picks == 0
    }
}

/// Whether a function puts down no score and gives back nothing but text.
pub(in crate::detect::repo::python::justice) fn only_words(function: &Function<'_>) -> bool {
    let (mut texts, mut others) = (false, false);
    statements(&function.body, &mut |stmt| {
        let StmtKind::Return(Some(value)) = &stmt.kind else { return };
        let is_words = match value.kind {
            ExprKind::Name(name) => {
                let given = assigned(function, name);
                !given.is_empty() && given.into_iter().all(is_text)
            }
            ExprKind::Dict(ref pairs) => {
                !pairs.is_empty() && pairs.iter().all(|(_, value)| is_text(value))
            }
            _ => is_text(value),
        };
        texts |= is_words;
        others |= !is_words && !matches!(value.kind, ExprKind::None);
    });
    texts && !others && !any_stmt(&function.body, &changed)
}
