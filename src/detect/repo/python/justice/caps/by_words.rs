//! Rules that decide only where words stand in what a judge argues: a judge who denies what they say has them too.

use super::super::Hearing;
use super::super::reading::effects::{changed, is_text};
use super::super::reading::found::{Cap, Found};
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::{has, statements};
use super::alone::{Asking, STEPS, assigned, is_asked};
use super::words::{WORDS, around, is_cap};
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{
    Body, Call, Clause, Expr, ExprKind, Span, Stmt, StmtKind,
};
use crate::domain::facts::RuleByWords;

/// The rules that this is told of; of the cap for security it is told with its other conditions.
const OURS: [&str; 2] = ["fact_supremacy", "functionality_weight"];

impl<'r> Hearing<'r, '_> {
    /// Those of a function's rules that decide nothing without such words, wherever in it they are seen.
    pub(in super::super) fn by_words(&self, key: Key, found: &Found<'r>) -> Vec<RuleByWords> {
        let module = self.court.module(key);
        let ours = OURS.into_iter().filter(|rule| found.rules.contains(rule));
        let told = ours.filter(|rule| !found.unplaced.contains(rule)).filter_map(|rule| {
            let sites = found.sites.iter().filter(|(known, _)| *known == rule);
            // Who is spared where the words are wanting is told of where they stand.
            let sites = sites.filter(|(_, site)| !self.spares(key, *site));
            let tests: Vec<_> = sites.map(|(_, site)| self.words_at(key, *site)).collect();
            let first = (*tests.first()?)?;
            tests.iter().all(Option::is_some).then(|| RuleByWords {
                rule: rule.into(),
                asks: module.written(first.span, 80),
                place: module.place(first.span),
            })
        });
        told.collect()
    }

    /// The words of a judge that bring about a cap for security by themselves, where other conditions bring it about as
    /// well.
    pub(in super::super) fn words_besides(
        &self,
        key: Key,
        found: &Found<'r>,
    ) -> Option<RuleByWords> {
        let (function, module) = (self.function(key), self.court.module(key));
        if self.words_alone(key, found).is_some() {
            return None;
        }
        let helper = |call: &Call<'r>| self.asks_words(key, call, STEPS);
        let asking = Asking { function, more: WORDS, helper: &helper };
        let is_enough = |test: &'r Expr<'r>| {
            self.needs_words(key, test, STEPS) && is_asked(asking, test, STEPS)
        };
        let is_plain =
            |cap: &&Cap<'r>| around(function, cap.test).len() == 1 && cap.body.iter().any(is_cap);
        let plain = found.caps.iter().filter(is_plain);
        let mut tests = Vec::new();
        for side in plain.flat_map(|cap| alternatives(cap.test)) {
            tests.push(side);
            let ExprKind::Name(flag) = side.kind else { continue };
            let given = assigned(function, flag).into_iter();
            let free = given.filter(|value| around(function, value).len() == 1);
            tests.extend(free.flat_map(alternatives));
            // A flag that is not up yet is put up by what asks for words alone.
            let is_free = |test: &'r Expr<'r>| {
                let mut outer = around(function, test).into_iter();
                outer.all(|one| {
                    std::ptr::eq(one, test)
                        || matches!(&one.kind, ExprKind::Not(inner) if inner.is_name(flag))
                        || is_asked(asking, one, STEPS)
                })
            };
            statements(&function.body, &mut |stmt| {
                let StmtKind::If { branches, .. } = &stmt.kind else { return };
                let sets = branches.iter().filter(|(_, body)| raises_flag(body, flag));
                tests.extend(sets.map(|(test, _)| test).filter(|test| is_free(test)));
            });
        }
        let told = |test: &Expr<'r>, module: &Module<'_>| RuleByWords {
            rule: "security_override".into(),
            asks: module.written(test.span, 80),
            place: module.place(test.span),
        };
        let own = tests.iter().find(|test| is_enough(test)).map(|test| told(test, module));
        own.or_else(|| {
            let mut calls = tests.into_iter().filter_map(|test| match &test.kind {
                ExprKind::Call(call) => Some(call),
                _ => None,
            });
            calls.find_map(|call| {
                let [helper] = self.run_by(key, call) else { return None };
                Some(told(self.enough_in(*helper)?, self.court.module(*helper)))
            })
        })
    }

    /// The condition on a judge's words for which alone a function says yes, whatever else it asks.
    fn enough_in(&self, key: Key) -> Option<&'r Expr<'r>> {
        let function =
            Some(key).filter(|key| self.reached.contains(key)).map(|key| self.function(key))?;
        let helper = |call: &Call<'r>| self.asks_words(key, call, STEPS);
        let asking = Asking { function, more: WORDS, helper: &helper };
        let mut tests = Vec::new();
        for stmt in &function.body {
            match &stmt.kind {
                StmtKind::If { branches, .. } => {
                    let (test, body) = branches.first()?;
                    let says = |stmt: &Stmt<'_>| {
                        matches!(
                            &stmt.kind,
                            StmtKind::Return(Some(Expr { kind: ExprKind::Bool(true), .. }))
                        )
                    };
                    // What is said before may leave nothing to ask.
                    if body
                        .iter()
                        .any(|stmt| matches!(stmt.kind, StmtKind::Return(_)) && !says(stmt))
                    {
                        break;
                    }
                    tests.extend(
                        body.iter().any(says).then(|| alternatives(test)).into_iter().flatten(),
                    );
                }
                StmtKind::Return(Some(value)) if matches!(value.kind, ExprKind::Logic("or", _)) => {
                    tests.extend(alternatives(value));
                }
                _ => {}
            }
        }
        tests
            .into_iter()
            .find(|test| self.needs_words(key, test, STEPS) && is_asked(asking, test, STEPS))
    }

    /// The condition on such words without which nothing is decided at a branch or a statement.
    fn words_at(&self, key: Key, site: Span) -> Option<&'r Expr<'r>> {
        let (mut around, mut inside) = (None, None);
        statements(&self.function(key).body, &mut |stmt| {
            let StmtKind::If { branches, .. } = &stmt.kind else { return };
            for (test, body) in branches {
                let is_own = test.span.start == site.start;
                let is_around = body.iter().any(|stmt| stmt.span.holds(site));
                if (is_own || is_around) && self.needs_words(key, test, STEPS) {
                    around = around.or(Some(test));
                } else if is_own {
                    let mut first = None;
                    let is_free = self.decides_freely(key, body, &mut first);
                    inside = first.filter(|_| !is_free);
                }
            }
        });
        around.or(inside)
    }

    /// Whether a branch is the one without such words, and another block runs where they stand.
    fn spares(&self, key: Key, site: Span) -> bool {
        let mut spares = false;
        statements(&self.function(key).body, &mut |stmt| {
            let StmtKind::If { branches, otherwise } = &stmt.kind else { return };
            if let [(test, _)] = branches.as_slice()
                && test.span.start == site.start
                && let ExprKind::Not(inner) = &test.kind
            {
                spares |= !otherwise.is_empty() && self.needs_words(key, inner, STEPS);
            }
        });
        spares
    }

    /// Whether a block may decide without such words; the first condition on them is put down besides.
    fn decides_freely(
        &self,
        key: Key,
        body: &'r Body<'r>,
        first: &mut Option<&'r Expr<'r>>,
    ) -> bool {
        body.iter().any(|stmt| match &stmt.kind {
            StmtKind::If { branches, otherwise } => {
                branches.iter().any(|(test, body)| {
                    if self.needs_words(key, test, STEPS) {
                        *first = first.or(Some(test));
                        return false;
                    }
                    self.decides_freely(key, body, first)
                }) || self.decides_freely(key, otherwise, first)
            }
            StmtKind::Assign { value: Some(value), .. } => {
                let is_nothing = matches!(value.kind, ExprKind::None) || is_text(value);
                changed(stmt) || !(is_nothing || self.names_words(key, value, STEPS))
            }
            StmtKind::For { body, otherwise, .. } => {
                self.decides_freely(key, body, first) || self.decides_freely(key, otherwise, first)
            }
            StmtKind::Expr(_) => changed(stmt),
            StmtKind::Return(Some(value)) => !matches!(value.kind, ExprKind::None),
            StmtKind::Return(None) | StmtKind::Other(_) | StmtKind::Break | StmtKind::Continue => {
                false
            }
            _ => true,
        })
    }

    /// Whether a condition holds only where a judge's words have a text that is written in the code.
    fn needs_words(&self, key: Key, test: &'r Expr<'r>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        let needs = |part: &'r Expr<'r>| self.needs_words(key, part, steps + 1);
        match &test.kind {
            ExprKind::Logic("and", sides) => needs(&sides.0) || needs(&sides.1),
            ExprKind::Logic("or", sides) => needs(&sides.0) && needs(&sides.1),
            ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
                ([word, words], ["in"]) => is_word(word) && self.are_words(key, words),
                _ => false,
            },
            // `any(word in argument for word in WORDS)`, `any(names_flaw(one.argument) for one in opinions)`
            ExprKind::Call(call) if call.callee.is_name("any") => {
                let Some(Expr { kind: ExprKind::Comprehension(made), .. }) = call.position(0)
                else {
                    return false;
                };
                let [Clause::For { target, iterable }] = made.clauses.as_slice() else {
                    return false;
                };
                let (ExprKind::Compare(sides, operators), ExprKind::Name(drawn)) =
                    (&made.element.kind, &target.kind)
                else {
                    return self.needs_words(key, &made.element, steps);
                };
                match (sides.as_slice(), operators.as_slice()) {
                    ([word, words], ["in"]) => {
                        is_list_of_words(iterable)
                            && word.any(&|part| part.is_name(drawn))
                            && self.are_words(key, words)
                    }
                    _ => false,
                }
            }
            // A function of the repository's own that tells whether they do.
            ExprKind::Call(call) => {
                let run = self.run_by(key, call);
                let by_words =
                    |key: &Key| self.reached.contains(key) && self.tells_words(*key, steps);
                !run.is_empty() && run.iter().all(by_words)
            }
            // A flag that the function sets once.
            ExprKind::Name(name) => {
                let given = assigned(self.function(key), name);
                !given.is_empty()
                    && given.into_iter().all(|value| self.needs_words(key, value, steps))
            }
            _ => false,
        }
    }

    /// Whether a function says yes only where a judge's words have a text that is written in the code.
    pub(super) fn tells_words(&self, key: Key, steps: usize) -> bool {
        let function = self.function(key);
        let needs = |test: &'r Expr<'r>| self.needs_words(key, test, steps);
        let (mut says, mut always) = (false, true);
        statements(&function.body, &mut |stmt| {
            let StmtKind::Return(Some(value)) = &stmt.kind else { return };
            if matches!(value.kind, ExprKind::Bool(false) | ExprKind::None) {
                return;
            }
            says = true;
            let mut around = false;
            statements(&function.body, &mut |outer| {
                if let StmtKind::If { branches, .. } = &outer.kind {
                    let mut ours = branches
                        .iter()
                        .filter(|(_, body)| body.iter().any(|one| one.span.holds(stmt.span)));
                    around |= ours.any(|(test, _)| needs(test));
                }
            });
            always &= around || needs(value);
        });
        says && always
    }

    /// Whether a text is what a judge argues, and nothing else is mixed into it.
    fn are_words(&self, key: Key, words: &'r Expr<'r>) -> bool {
        let asking = Asking { function: self.function(key), more: WORDS, helper: &|_| false };
        self.names_words(key, words, STEPS) && is_asked(asking, words, STEPS)
    }
}

/// Conditions of which each one is enough.
fn alternatives<'e, 'r>(test: &'e Expr<'r>) -> Vec<&'e Expr<'r>> {
    match &test.kind {
        ExprKind::Logic("or", sides) => {
            [&sides.0, &sides.1].into_iter().flat_map(|side| alternatives(side)).collect()
        }
        _ => vec![test],
    }
}

/// Whether a block itself sets a flag.
fn raises_flag(body: &Body<'_>, flag: &str) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Assign {
            targets, value: Some(Expr { kind: ExprKind::Bool(true), .. }), ..
        } => targets.iter().any(|one| one.is_name(flag)),
        _ => false,
    })
}

fn is_word(value: &Expr<'_>) -> bool {
    value.text().is_some()
}

/// Whether what is gone through are words: a list that is written there, or one that is called so.
fn is_list_of_words(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
            items.iter().all(is_word)
        }
        ExprKind::Name(name) => !name.contains(char::is_lowercase) || has(name, WORDS),
        _ => false,
    }
}
