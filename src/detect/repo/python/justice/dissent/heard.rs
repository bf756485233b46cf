//! Opinions that are heard again because their scores lie far apart.

use super::super::Hearing;
use super::super::caps::signed::{is_named_elsewhere, own_words};
use super::super::reading::effects::{changes_score, is_text};
use super::super::reading::found::Found;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::{
    AGAIN, any_expr, any_stmt, each_target, has, speaks, statements,
};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, StmtKind};
use crate::domain::facts::SpreadUse;
use std::collections::BTreeSet;

impl<'r> Hearing<'r, '_> {
    /// What evaluates scores again where a caller finds them far apart; and a node that tells of
    /// a wide spread, with a router that sends the case back for it.
    pub(in super::super) fn hear_again(&mut self) {
        let mut heard = BTreeSet::new();
        for (key, found) in &self.found {
            let calls = found.heard.iter().filter_map(|span| self.helpers.get(key)?.get(span));
            heard.extend(calls.flatten().copied());
        }
        for key in heard {
            if self.reached.contains(&key) && changes_score(&self.function(key).body) {
                self.credit(key, "variance_re_evaluation");
            }
        }
        let in_words: Vec<Key> =
            self.found.keys().copied().filter(|key| self.is_heard_in_words(*key)).collect();
        for key in in_words {
            let Some(found) = self.found.get_mut(&key) else { continue };
            found.rules.remove("variance_re_evaluation");
            found.places.remove("variance_re_evaluation");
            found.spread = found.spread.or(Some(SpreadUse::Words));
        }
        let by_fields = self.announced_by_fields();
        for (key, name, _) in &by_fields {
            if let Some(found) = self.found.get_mut(key) {
                found.announced.insert(name.clone());
            }
        }
        let announced = |found: &Found<'r>| !found.announced.is_empty();
        if !self.found.values().any(announced) {
            return;
        }
        let nobody = self.is_heard_by_nobody();
        let mut asked = BTreeSet::new();
        for (key, part) in &self.court.parts {
            if !self.court.module(*key).in_tests {
                asked.extend(routes_again(part.function).0);
            }
        }
        for found in self.found.values_mut() {
            if found.announced.intersection(&asked).next().is_none() {
                continue;
            }
            if nobody {
                found.spread = found.spread.or(Some(SpreadUse::Words));
            } else {
                found.rules.insert("variance_re_evaluation");
            }
        }
        for (key, name, span) in by_fields.into_iter().filter(|(_, name, _)| asked.contains(name)) {
            let found = self.found.get_mut(&key).filter(|found| found.announced.contains(&name));
            if let Some(found) = found.filter(|one| one.rules.contains("variance_re_evaluation")) {
                found.places.entry("variance_re_evaluation").or_insert(span);
            }
        }
    }

    /// Whether all that scores which lie far apart are heard again by only gives back a text.
    fn is_heard_in_words(&self, key: Key) -> bool {
        let found = &self.found[&key];
        if !found.only_heard || found.unplaced.contains("variance_re_evaluation") {
            return false;
        }
        found.heard.iter().all(|span| {
            let run = self.helpers[&key].get(span).map_or(&[][..], Vec::as_slice);
            !run.is_empty() && run.iter().all(|one| self.gives_text(*one))
        })
    }

    /// Whether a function, with what it calls, changes no score and no opinion and gives back nothing but texts.
    fn gives_text(&self, key: Key) -> bool {
        let function = self.function(key);
        let mut texts = 0;
        let mut others = false;
        statements(&function.body, &mut |stmt| match &stmt.kind {
            StmtKind::Return(Some(value)) if is_text(value) => texts += 1,
            StmtKind::Return(Some(value)) => others |= !matches!(value.kind, ExprKind::None),
            StmtKind::Assign { targets, .. } => {
                others |= each_target(targets).into_iter().any(|target| {
                    matches!(target.kind, ExprKind::Attribute(..) | ExprKind::Subscript(..))
                });
            }
            _ => {}
        });
        let scores = |key: &Key| changes_score(&self.court.parts[key].function.body);
        texts > 0 && !others && !scores(&key) && !self.court.called(key).iter().any(scores)
    }

    /// Whether opinions go to nobody but to functions that are called a re-evaluation, and come from there as they were:
    /// what these give back nothing reads.
    fn is_heard_by_nobody(&self) -> bool {
        let ours = || {
            let parts = self.court.parts.iter();
            parts.filter(|(key, _)| !self.court.module(**key).in_tests)
        };
        let mut by_judges = false;
        let mut hearers = Vec::new();
        for (key, part) in ours() {
            let (keys, judges) = routes_again(part.function);
            by_judges |= judges;
            if keys.is_empty() && has(part.function.name, AGAIN) {
                hearers.push(*key);
            }
        }
        !by_judges && !hearers.is_empty() && hearers.into_iter().all(|key| self.is_idle(key))
    }

    /// Whether a function changes no score and no opinion, and gives back nothing that anything reads.
    fn is_idle(&self, key: Key) -> bool {
        let function = self.function(key);
        let sets = |target: &Expr<'_>| {
            matches!(target.kind, ExprKind::Attribute(..) | ExprKind::Subscript(..))
        };
        let acts = any_stmt(&function.body, &|stmt| match &stmt.kind {
            StmtKind::Assign { targets, .. } => each_target(targets).into_iter().any(sets),
            StmtKind::Augment { target, .. } => sets(target),
            StmtKind::Return(Some(value)) => !self.is_unread(key, value),
            _ => false,
        });
        let adds = any_expr(&function.body, &|part| match &part.kind {
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, "append" | "extend" | "insert" | "update") => {
                    speaks(object, &["opinion", "score", "state"])
                }
                _ => false,
            },
            _ => false,
        });
        let scores = changes_score(&function.body)
            || self
                .court
                .called(key)
                .iter()
                .any(|one| *one == key || changes_score(&self.court.parts[one].function.body));
        !acts && !adds && !scores
    }

    /// Whether a value is a dictionary of flags, and of what nothing outside the function names.
    fn is_unread(&self, key: Key, value: &Expr<'_>) -> bool {
        let ExprKind::Dict(pairs) = &value.kind else { return false };
        let own = own_words(key.0, self.function(key).span);
        pairs.iter().all(|(name, value)| {
            matches!(value.kind, ExprKind::Bool(_) | ExprKind::None)
                || name
                    .as_ref()
                    .and_then(Expr::text)
                    .is_some_and(|name| !is_named_elsewhere(self.repository, &name, &own))
        })
    }
}

/// The keys that `function` asks before it sends opinions to be heard again, and whether it sends them to judges.
fn routes_again(function: &Function<'_>) -> (BTreeSet<String>, bool) {
    let mut keys = BTreeSet::new();
    let mut judges = false;
    statements(&function.body, &mut |stmt| {
        let StmtKind::If { branches, .. } = &stmt.kind else { return };
        for (test, body) in branches {
            let sends = |words: &[&str]| {
                any_stmt(body, &|stmt| match &stmt.kind {
                    StmtKind::Return(Some(value)) => speaks(value, words),
                    _ => false,
                })
            };
            if sends(AGAIN) || sends(&["judge"]) {
                test.each(&mut |part| keys.extend(part.text()));
                judges |= !sends(AGAIN);
            }
        }
    });
    (keys, judges)
}
