//! How much of a value is evidence.

use super::keeping::Kept;
use super::terms::{ASKS, READS, is_citation, is_evidence, is_harmless};
use super::{Flow, Level, Under};
use crate::detect::repo::python::justice::reading::functions::court::{Key, mentions};
use crate::detect::repo::python::justice::reading::variables::terms::{
    PROSE, SCORE, any_stmt, has,
};
use crate::detect::repo::python::syntax::{Call, Clause, Expr, ExprKind, Stmt, StmtKind};
use std::collections::BTreeMap;

impl Under {
    /// How much of what is put down there is evidence, where that of the value is `level`.
    pub(super) fn raises(self, level: Level) -> Level {
        match self {
            Self::Free => level,
            Self::Evidence(true) => level.max(Level::Secured),
            Self::Evidence(false) => Level::Made,
        }
    }

    /// What a value of this level makes of it that is asked for, where the question speaks of security or not.
    pub(super) fn asked(self, level: Level, secure: bool) -> Self {
        match level {
            Level::None | Level::Carries => self,
            Level::Secured => Self::Evidence(true),
            Level::Made => Self::Evidence(secure),
        }
    }
}

impl Flow<'_, '_, '_> {
    /// A part of the state, or of an object, called `name`.
    fn member(&mut self, object: &Expr<'_>, name: &str) -> Level {
        let whole = self.is_state(object);
        if !self.counts_citations && is_citation(name) {
            return Level::None;
        }
        if is_evidence(name) || name == "found" || (whole && !is_harmless(name)) {
            self.read = true;
            return Level::Made;
        }
        if whole || (has(name, SCORE) && !has(name, PROSE)) {
            return Level::None;
        }
        match self.level(object) {
            Level::Carries if is_harmless(name) => Level::None,
            Level::Carries => Level::Made,
            other => other,
        }
    }

    pub(super) fn level(&mut self, value: &Expr<'_>) -> Level {
        match &value.kind {
            ExprKind::Name(name) => {
                if is_evidence(name) {
                    self.read = true;
                    return Level::Made;
                }
                let known =
                    self.around.iter().map(|key| self.names.get(&(*key, (*name).to_owned())));
                known.flatten().max().copied().unwrap_or_default()
            }
            ExprKind::Attribute(object, name) => {
                let is_own = object.is_name("self");
                if (is_own && self.fields.contains(*name))
                    || self.kept(object, name) == Some(Kept::Part)
                {
                    return Level::Made;
                }
                self.member(object, name)
            }
            ExprKind::Subscript(object, indices) => {
                let inner = indices.iter().map(|index| self.level(index)).max();
                let whole = match indices.first().and_then(Expr::text) {
                    Some(name) => self.member(object, &name),
                    None => self.level(object),
                };
                whole.max(inner.unwrap_or_default())
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::Comprehension(made) => {
                let mut level = Level::None;
                for clause in &made.clauses {
                    match clause {
                        Clause::For { target, iterable } => {
                            let drawn = self.level(iterable);
                            self.bind(target, drawn);
                            level = level.max(if drawn >= Level::Secured {
                                drawn
                            } else {
                                Level::None
                            });
                        }
                        Clause::If(test) => level = level.max(self.level(test)),
                    }
                }
                let key = made.key.as_ref().map(|key| self.level(key)).unwrap_or_default();
                level.max(key).max(self.level(&made.element))
            }
            ExprKind::Dict(pairs) => {
                let held = pairs.iter().map(|(_, value)| self.level(value)).max();
                held.unwrap_or_default().min(Level::Carries)
            }
            _ => value.parts().into_iter().map(|part| self.level(part)).max().unwrap_or_default(),
        }
    }

    fn call(&mut self, call: &Call<'_>) -> Level {
        let name = call.callee_name();
        let levels = call.args.iter().map(|arg| (self.level(&arg.value), &arg.value));
        let levels: Vec<(Level, &Expr<'_>)> = levels.collect();
        let heard = levels
            .into_iter()
            .filter(|(level, value)| *level == Level::None || !self.is_unread(call, value));
        let given = heard.map(|(level, _)| level).max().unwrap_or_default();
        let on = match &call.callee.kind {
            ExprKind::Attribute(object, _) => match (name, call.position(0).and_then(Expr::text)) {
                ("get" | "pop" | "setdefault", Some(key)) => self.member(object, &key),
                _ if self.is_state(object) => Level::None,
                _ => self.level(object),
            },
            _ => match (name, call.position(0), call.position(1).and_then(Expr::text)) {
                ("getattr", Some(object), Some(key)) => self.member(object, &key),
                _ => Level::None,
            },
        };
        if name.starts_with(char::is_uppercase) {
            return given.max(on).min(Level::Carries);
        }
        // What is the repository's own is followed, whatever it is called.
        let keys = self.reached(call);
        let is_own = keys.is_some_and(|keys| !keys.is_empty());
        if READS.contains(&name) && !is_own && !is_harmless(name) {
            self.read = true;
            return Level::Made;
        }
        let answered = self.answered(call);
        let keys = self.reached(call);
        if is_own && keys.is_some_and(|keys| keys.iter().all(|key| self.is_answered(*key))) {
            return on.max(answered);
        }
        given.max(on).max(answered)
    }

    /// Whether what a function makes of its parameters is known by what it gives back.
    fn is_answered(&self, key: Key) -> bool {
        let function = self.hearing.function(key);
        let text = self.hearing.repository.modules[key.0].text_of(function.span).unwrap_or("yield");
        self.keys.contains(&key)
            && !text.contains("yield")
            && !any_stmt(&function.body, &|stmt| {
                matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_))
            })
    }

    /// The repository's own functions that a call may reach.
    fn reached(&self, call: &Call<'_>) -> Option<&Vec<Key>> {
        let span = (call.callee.span.start, call.callee.span.end);
        self.helpers.get(&self.key).and_then(|known| known.get(&span))
    }

    /// Whether whatever function the call may reach takes this value and never looks at it.
    fn is_unread(&self, call: &Call<'_>, value: &Expr<'_>) -> bool {
        let keys = self.reached(call);
        let leaves = |key: &Key| {
            let function = self.hearing.function(*key);
            let bound = function.params.first();
            let skip =
                usize::from(bound.is_some_and(crate::detect::repo::python::syntax::Param::is_self));
            let mut params = function.params.iter().skip(skip).enumerate();
            let taken = params.find(|(index, param)| {
                call.argument(*index, param.name).is_some_and(|given| std::ptr::eq(given, value))
            });
            taken.is_some_and(|(_, param)| {
                let mut names = BTreeMap::new();
                mentions(&function.body, &mut names);
                !names.contains_key(param.name)
                    && !["locals", "vars", "eval"].iter().any(|name| names.contains_key(name))
            })
        };
        keys.is_some_and(|keys| !keys.is_empty() && keys.iter().all(leaves))
    }

    /// What the repository's own functions give back.
    fn answered(&mut self, call: &Call<'_>) -> Level {
        let keys = self.reached(call);
        let mut level = Level::None;
        for key in keys.cloned().unwrap_or_default() {
            let name = self.hearing.function(key).name;
            let other = if self.keys.contains(&key) {
                self.returns.get(&key).copied().unwrap_or_default()
            } else {
                self.read = true;
                Level::Made
            };
            level = level.max(if is_harmless(name) && !is_evidence(name) {
                Level::None
            } else {
                other
            });
        }
        level
    }
}

impl<'r> Flow<'_, 'r, '_> {
    /// The state is handed to something that may read anything of it.
    pub(super) fn whole_state(&mut self, value: &'r Expr<'r>, stmt: &'r Stmt<'r>) {
        if self.is_state(value) {
            if !matches!(stmt.kind, StmtKind::Return(_)) {
                self.unclear = self.unclear.or(Some((self.key, stmt)));
            }
            return;
        }
        for part in value.parts() {
            if !self.is_state(part) {
                self.whole_state(part, stmt);
                continue;
            }
            let known = match &value.kind {
                ExprKind::Attribute(_, name) => {
                    !matches!(*name, "items" | "values" | "copy" | "dict" | "model_dump")
                }
                ExprKind::Subscript(_, indices) => indices.first().and_then(Expr::text).is_some(),
                ExprKind::Call(call) => {
                    let keys = self.hearing.court.resolve(&call.callee, self.key);
                    ASKS.contains(&call.callee_name())
                        || if self.hearing.court.made(call, self.inside()).is_some() {
                            self.keeps(value, call, part, stmt)
                        } else {
                            !keys.is_empty() && keys.iter().all(|key| self.keys.contains(key))
                        }
                }
                ExprKind::Dict(_) => matches!(stmt.kind, StmtKind::Return(_)),
                _ => false,
            };
            if !known {
                self.unclear = self.unclear.or(Some((self.key, stmt)));
            }
        }
    }

    /// Whether a call gives the Tech Lead's score in every case.
    pub(super) fn gives_lead(&self, value: &Expr<'r>) -> bool {
        let ExprKind::Call(call) = &value.kind else { return false };
        let run = self.hearing.run_by(self.key, call);
        !run.is_empty() && run.iter().all(|key| self.hearing.lead_alone(*key).is_some())
    }

    pub(super) fn is_idle(&self, test: &Expr<'_>) -> bool {
        let found = self.hearing.found.get(&self.key);
        found.is_some_and(|found| found.idle.contains(&test.span.start))
    }
}
