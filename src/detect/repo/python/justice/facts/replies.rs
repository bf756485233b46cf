//! What becomes of a model's replies from one function of the synthesis to the next.

use super::super::Hearing;
use super::super::reading::effects;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms;
use super::asking::{self, Asked};
use super::model::{self, Reply, Use};
use super::schema;
use crate::detect::repo::python::syntax::Call;
use std::collections::{BTreeMap, BTreeSet};

impl Hearing<'_, '_> {
    pub(in super::super) fn follow_replies(&mut self) {
        for key in self.reached.clone() {
            self.follow(key, 0);
        }
        let callers = self.reached.iter().filter(|key| !self.dead.contains(*key));
        let called: BTreeSet<Key> = callers
            .flat_map(|key| self.court.called(*key).into_iter().filter(move |one| one != key))
            .collect();
        for key in self.reached.clone() {
            let name = self.function(key).name;
            let scores = effects::changes_score(&self.function(key).body);
            let Some(found) = self.replies.get_mut(&key).filter(|_| !called.contains(&key)) else {
                continue;
            };
            match found.returns {
                Some(Reply::Text) if terms::has(name, terms::PROSE) => {}
                Some(Reply::Text) if scores => found.unclear = true,
                Some(Reply::Text | Reply::Value) => found.decides = true,
                None => {}
            }
        }
    }

    fn follow(&mut self, key: Key, depth: usize) -> Option<Reply> {
        if let Some(known) = self.replies.get(&key) {
            return known.returns;
        }
        if depth > 16 || !self.reached.contains(&key) {
            return None;
        }
        self.replies.insert(key, Use::default());
        let helpers = self.helpers[&key].clone();
        let mut returned = BTreeMap::new();
        for (span, keys) in helpers {
            let reply = keys.into_iter().filter_map(|key| self.follow(key, depth + 1)).max();
            returned.insert(span, reply);
        }
        let bound = schema::bound_names(&self.court.module(key).syntax.body);
        let answer = |call: &Call<'_>| {
            returned.get(&(call.callee.span.start, call.callee.span.end)).copied().flatten()
        };
        let mut asked = BTreeMap::new();
        terms::each_call(&self.function(key).body, &mut |call, _| {
            let found = asking::asked(&self.court, key, call);
            if found > Asked::No {
                asked.insert((call.callee.span.start, call.callee.span.end), found);
            }
        });
        let asks = |call: &Call<'_>| {
            let span = (call.callee.span.start, call.callee.span.end);
            asked.get(&span).copied().unwrap_or(Asked::No)
        };
        let surely = |call: &Call<'_>| match asks(call) {
            Asked::Perhaps => Asked::No,
            found => found,
        };
        let mut found = model::follow(self.function(key), &bound, &answer, &surely);
        // What may ask a model and reaches a score may decide.
        let perhaps = model::follow(self.function(key), &bound, &answer, &asks);
        found.unclear |= perhaps.decides && !found.decides;
        self.replies.insert(key, found);
        found.returns
    }

    /// The function in which a model is asked for anything but a judge's opinion: this one, or one that it calls.
    pub(in super::super) fn asked_in(&self, key: Key) -> Option<Key> {
        let mut seen = BTreeSet::new();
        let mut next = vec![key];
        while let Some(key) = next.pop() {
            if self.reached.contains(&key) && seen.insert(key) {
                if self.replies.get(&key).is_some_and(|one| one.asked) {
                    return Some(key);
                }
                next.extend(self.court.called(key));
            }
        }
        None
    }
}
