//! Caps that hang on words in what a judge argues: they fire as well where the judge writes that there is no flaw.

use super::super::reading::effects::bounds;
use super::super::reading::flagged::{behind, on_the_way};
use super::super::reading::found::{Cap, Found};
use super::super::reading::functions::court::Key;
use super::super::reading::guards::each_part;
use super::super::reading::variables::terms::{any_expr, any_stmt, each_target, has, statements};
use super::super::{Hearing, Helpers};
use super::alone::{
    Asking, STEPS, assigned, hangs_on, hangs_on_score, is_asked, is_called_plainly, looked_up,
};
use super::raises;
use crate::detect::repo::python::syntax::{Body, Call, Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::Lines;

/// What the words of a judge are called.
pub(super) const ARGUED: &[&str] = &["argument", "=arg", "charge", "accusation"];
/// The same, and what words are called that are looked for in them, in a function that is given them.
const GIVEN: &[&str] = &[
    // What is called so elsewhere may be any text.
    "text",
    "argument",
    "=arg",
    "charge",
    "accusation",
    "=tag",
    "=tags",
    "keyword",
    "=kw",
    "=kws",
    "=word",
    "=words",
    "=term",
    "=terms",
    "=pattern",
    "=patterns",
    "=marker",
    "=markers",
    "=phrase",
    "=phrases",
];
/// The same anywhere else.
pub(super) const WORDS: &[&str] = GIVEN.split_at(1).1;

/// How many conditions on scores are told at most.
const SHOWN: usize = 4;

impl<'r> Hearing<'r, '_> {
    /// The first cap of a function, where all of them hang on a judge's words or score, and that one on words.
    pub(in super::super) fn words_alone(&self, key: Key, found: &Found<'r>) -> Option<Lines> {
        if found.unseen {
            return None;
        }
        if found.caps.is_empty() {
            // In a table another function tells whether it caps.
            let is_all = found.rows.iter().all(|condition| self.is_by_words(*condition));
            let function = self.function(key).span;
            return (is_all && !found.rows.is_empty())
                .then(|| self.court.module(key).place(function));
        }
        let helper = |call: &Call<'r>| self.asks_words(key, call, STEPS);
        let asking = Asking { function: self.function(key), more: WORDS, helper: &helper };
        let argued = |test: &Expr<'r>| self.names_words(key, test, STEPS);
        let of_words = |cap: &&Cap<'r>| hangs_on(asking, cap.test, cap.body, &argued);
        let of_scores = |cap: &Cap<'r>| hangs_on_score(asking.function, cap.test, cap.body);
        let first = found.caps.iter().find(of_words)?;
        let is_all = found.caps.iter().all(|cap| of_words(&cap) || of_scores(cap));
        (is_all && self.is_called_for_words(key)).then(|| self.court.module(key).place(first.place))
    }

    /// What the first cap that hangs on a judge's words asks of scores besides, as written.
    pub(in super::super) fn words_scores(&self, key: Key, found: &Found<'r>) -> Vec<String> {
        if self.words_alone(key, found).is_none() {
            return Vec::new();
        }
        let argued = |cap: &&Cap<'r>| self.names_words(key, cap.test, STEPS);
        let Some(cap) = found.caps.iter().find(argued).or(found.caps.first()) else {
            return Vec::new();
        };
        let function = self.function(key);
        let mut tests = on_the_way(function, cap.test);
        tests.push((cap.test, true));
        tests.extend(behind(function, cap.test));
        statements(cap.body, &mut |stmt| {
            if let StmtKind::If { branches, .. } = &stmt.kind {
                // `if score > 3: score = 3` asks nothing: it is how the cap is written.
                let asks = branches.iter().filter(|(test, body)| !sets_what_it_asks(test, body));
                tests.extend(asks.map(|(test, _)| (test, true)));
            }
        });
        let mut asked = Vec::new();
        for (test, holds) in tests {
            self.scores_in(key, (test, holds), STEPS, &mut asked);
        }
        let mut own = Vec::new();
        each_part(cap.test, &mut own);
        own.retain(|part| sets_what_it_asks(part, cap.body));
        let written = |part: &Expr<'r>| self.court.module(key).written(part.span, 60);
        asked.retain(|known| !own.iter().any(|part| written(part) == *known));
        asked.truncate(SHOWN);
        asked
    }

    /// Adds what a condition that holds or fails, with the functions that it calls, asks of scores.
    fn scores_in(
        &self,
        key: Key,
        (test, holds): (&'r Expr<'r>, bool),
        steps: usize,
        asked: &mut Vec<String>,
    ) {
        let Some(steps) = steps.checked_sub(1) else { return };
        match &test.kind {
            ExprKind::Not(inner) => self.scores_in(key, (inner, !holds), steps + 1, asked),
            ExprKind::Compare(sides, operators) if is_of_size(sides, operators) => {
                let written = self.court.module(key).written(test.span, 60);
                let told = if holds { written } else { format!("not {written}") };
                if !asked.contains(&told) {
                    asked.push(told);
                }
            }
            ExprKind::Call(call) => {
                for inner in self.run_by(key, call).iter().filter(|one| self.reached.contains(one))
                {
                    statements(&self.function(*inner).body, &mut |stmt| match &stmt.kind {
                        StmtKind::If { branches, .. } => {
                            for (test, body) in branches {
                                let goes_on = holds != says_no(body);
                                self.scores_in(*inner, (test, goes_on), steps, asked);
                            }
                        }
                        StmtKind::Return(Some(value)) => {
                            self.scores_in(*inner, (value, holds), steps, asked);
                        }
                        _ => {}
                    });
                }
            }
            ExprKind::Name(name) => {
                for value in assigned(self.function(key), name) {
                    if matches!(value.kind, ExprKind::Compare(..) | ExprKind::Logic(..)) {
                        self.scores_in(key, (value, holds), steps, asked);
                    }
                }
            }
            _ => {}
        }
        if !matches!(test.kind, ExprKind::Not(_)) {
            for part in test.parts() {
                self.scores_in(key, (part, holds), steps + 1, asked);
            }
        }
    }

    /// Whether a function that is asked before a cap says yes only for words of a judge, and asks for no more.
    fn is_by_words(&self, condition: Option<Key>) -> bool {
        condition.is_some_and(|key| self.tells_words(key, STEPS) && self.is_of_words(key, STEPS))
    }

    /// Whether no condition around a call of the function asks for more.
    fn is_called_for_words(&self, key: Key) -> bool {
        let name = self.function(key).name;
        self.reached.iter().all(|caller| {
            let helper = |call: &Call<'r>| self.asks_words(*caller, call, STEPS);
            let asking = Asking { function: self.function(*caller), more: WORDS, helper: &helper };
            is_called_plainly(std::iter::once(asking), name)
        })
    }

    pub(in super::super) fn run_by(&self, key: Key, call: &Call<'r>) -> &[Key] {
        let helpers: Option<&Helpers> = self.helpers.get(&key);
        let span = (call.callee.span.start, call.callee.span.end);
        helpers.and_then(|helpers| helpers.get(&span)).map_or(&[], Vec::as_slice)
    }

    /// Whether a call asks for judges' words and scores alone, with all that the function does.
    pub(super) fn asks_words(&self, key: Key, call: &Call<'r>, steps: usize) -> bool {
        let run = self.run_by(key, call);
        steps > 0 && !run.is_empty() && run.iter().all(|key| self.is_of_words(*key, steps - 1))
    }

    fn is_of_words(&self, key: Key, steps: usize) -> bool {
        if !self.reached.contains(&key) {
            return false;
        }
        let function = self.function(key);
        let helper = |call: &Call<'r>| self.asks_words(key, call, steps);
        let asking = Asking { function, more: GIVEN, helper: &helper };
        let asks = |value: &'r Expr<'r>| is_asked(asking, value, STEPS);
        let mut plain = true;
        statements(&function.body, &mut |stmt| {
            plain &= match &stmt.kind {
                StmtKind::If { branches, .. } => branches.iter().all(|(test, _)| asks(test)),
                StmtKind::Return(Some(value)) => asks(value),
                StmtKind::For { iterable, .. } => asks(iterable),
                // What is opened may be read from.
                StmtKind::With { items, .. } => items.iter().all(|(_, name)| name.is_none()),
                StmtKind::While { .. } | StmtKind::Match { .. } => false,
                _ => true,
            };
        });
        plain
    }

    /// Whether a condition looks at what a judge argues.
    pub(super) fn names_words(&self, key: Key, test: &Expr<'r>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        let argues = |part: &Expr<'_>| part.last_name().is_some_and(|name| has(name, ARGUED));
        test.any(&|part| match &part.kind {
            ExprKind::Name(name) => {
                let mut given = assigned(self.function(key), name).into_iter();
                has(name, ARGUED) || given.any(|value| self.names_words(key, value, steps))
            }
            ExprKind::Call(_) if looked_up(part).is_some_and(|(_, name)| has(&name, ARGUED)) => {
                true
            }
            ExprKind::Call(call) => {
                let run = self.run_by(key, call).iter().filter(|key| self.reached.contains(key));
                let mut bodies = run.map(|key| &self.function(*key).body);
                bodies.any(|body| any_expr(body, &argues))
            }
            _ => argues(part),
        })
    }
}

/// Whether a comparison holds a score against a number.
fn is_of_size(sides: &[Expr<'_>], operators: &[&str]) -> bool {
    operators.iter().all(|one| one.contains(['<', '>', '=']))
        && sides.iter().any(|side| matches!(side.kind, ExprKind::Literal(_)))
        && sides.iter().any(is_a_score)
}

/// Whether a branch passes over what it is asked for: it goes on with the next, or says no.
fn says_no(body: &Body<'_>) -> bool {
    body.last().is_some_and(|last| match &last.kind {
        StmtKind::Continue => true,
        StmtKind::Return(value) => value
            .as_ref()
            .is_none_or(|value| matches!(value.kind, ExprKind::Bool(false) | ExprKind::None)),
        _ => false,
    })
}

/// Whether a branch sets a variable that its own condition asks.
fn sets_what_it_asks(test: &Expr<'_>, body: &Body<'_>) -> bool {
    let is_asked = |target: &Expr<'_>| match target.kind {
        ExprKind::Name(set) => test.any(&|part| part.is_name(set)),
        _ => false,
    };
    any_stmt(body, &|stmt| match &stmt.kind {
        StmtKind::Assign { targets, .. } => each_target(targets).into_iter().any(is_asked),
        _ => false,
    })
}

/// Whether a statement bounds a score; what stands in a branch of its own inside may ask for more.
pub(super) fn is_cap(stmt: &Stmt<'_>) -> bool {
    match &stmt.kind {
        StmtKind::If { branches, .. } => branches
            .iter()
            .any(|(test, body)| sets_what_it_asks(test, body) && body.iter().any(bounds)),
        _ => bounds(stmt),
    }
}

/// A condition, and those of the branches that it stands in.
pub(in super::super) fn around<'r>(
    function: &'r Function<'r>,
    own: &'r Expr<'r>,
) -> Vec<&'r Expr<'r>> {
    let mut found = raises::around(function, own.span);
    found.push(own);
    found
}

/// Whether a value is a score by its name.
pub(super) fn is_a_score(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => has(name, &["score", "rating"]),
        ExprKind::Subscript(object, indices) => {
            is_a_score(object)
                || indices.iter().any(|one| one.text().is_some_and(|text| has(&text, &["score"])))
        }
        ExprKind::Call(_) => looked_up(value).is_some_and(|(_, name)| has(&name, &["score"])),
        _ => false,
    }
}
