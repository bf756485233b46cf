//! The words that a cap looks for in what evidence says, and what it asks of that evidence besides.

use super::super::alone::{assigned, looked_up};
use super::{STEPS, TEXTS};
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::justice::reading::functions::court::Key;
use crate::detect::repo::python::justice::reading::variables::terms::{
    any_expr, blocks, speaks, statements,
};
use crate::detect::repo::python::repository::Origin;
use crate::detect::repo::python::syntax::{Body, Clause, Expr, ExprKind, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Fields by which evidence is known besides.
const KNOWN_BY: &[&str] = &["dimension_id", "dimension", "criterion_id", "criterion", "location"];

/// A condition, and whether it has to hold or to fail.
pub(super) type Besides<'r> = (bool, Key, &'r Expr<'r>);

/// A text that is looked for.
pub(super) struct Sought<'r> {
    pub word: String,
    /// Whether upper and lower case are the same.
    pub lowered: bool,
    /// The fields of evidence in which it is looked for.
    pub fields: BTreeSet<&'static str>,
    /// What else is asked on the way.
    pub besides: Vec<Besides<'r>>,
    pub test: &'r Expr<'r>,
    pub key: Key,
}

impl<'r> Hearing<'r, '_> {
    /// Collects the texts that a condition looks for in evidence, also by what it calls.
    pub(super) fn sought(
        &self,
        key: Key,
        test: &'r Expr<'r>,
        besides: &[Besides<'r>],
        steps: usize,
        sought: &mut Vec<Sought<'r>>,
    ) {
        let Some(steps) = steps.checked_sub(1) else { return };
        match &test.kind {
            ExprKind::Logic(word, sides) => {
                for (own, other) in [(&sides.0, &sides.1), (&sides.1, &sides.0)] {
                    let more = (*word == "and").then_some((true, key, other));
                    let all: Vec<Besides<'r>> = besides.iter().copied().chain(more).collect();
                    self.sought(key, own, &all, steps + 1, sought);
                }
            }
            ExprKind::Compare(sides, operators) => {
                if let ([word, words], ["in"]) = (sides.as_slice(), operators.as_slice())
                    && let Some(word) = word.text()
                {
                    self.seek(key, (test, words), vec![word], besides, sought);
                }
            }
            ExprKind::Call(call) if call.callee.is_name("any") => {
                let Some(given) = call.position(0) else { return };
                let ExprKind::Comprehension(inner) = &given.kind else { return };
                let asked = inner.clauses.iter().filter_map(|clause| match clause {
                    Clause::If(test) => Some((true, key, test)),
                    Clause::For { .. } => None,
                });
                let besides: Vec<Besides<'r>> = besides.iter().copied().chain(asked).collect();
                // `any(word in text for word in WORDS)`
                if let ExprKind::Compare(sides, operators) = &inner.element.kind
                    && let ([word, words], ["in"]) = (sides.as_slice(), operators.as_slice())
                    && let ExprKind::Name(name) = word.kind
                {
                    let list = inner.clauses.iter().find_map(|clause| match clause {
                        Clause::For { target, iterable } => {
                            target.is_name(name).then_some(iterable)
                        }
                        Clause::If(_) => None,
                    });
                    let all = list.map(|list| self.written_out(key, list)).unwrap_or_default();
                    self.seek(key, (test, words), all, &besides, sought);
                } else {
                    self.sought(key, &inner.element, &besides, steps, sought);
                }
            }
            ExprKind::Call(call) => {
                for helper in self.run_by(key, call).iter().filter(|one| self.reached.contains(one))
                {
                    let mut ways = Vec::new();
                    yes(*helper, &self.function(*helper).body, &mut besides.to_vec(), &mut ways);
                    for (test, besides) in ways {
                        self.sought(*helper, test, &besides, steps, sought);
                    }
                }
            }
            ExprKind::Name(name) => {
                for value in assigned(self.function(key), name) {
                    self.sought(key, value, besides, steps, sought);
                }
            }
            _ => {}
        }
    }

    fn seek(
        &self,
        key: Key,
        (test, words): (&'r Expr<'r>, &'r Expr<'r>),
        all: Vec<String>,
        besides: &[Besides<'r>],
        sought: &mut Vec<Sought<'r>>,
    ) {
        if self.names_words(key, words, STEPS) {
            return;
        }
        let mut fields = BTreeSet::new();
        self.read_of(key, words, STEPS, &mut fields);
        if TEXTS.iter().any(|field| fields.contains(field)) {
            let lowered = self.lowers(key, words, STEPS);
            let besides = besides.to_vec();
            let one = |word| Sought {
                word,
                lowered,
                fields: fields.clone(),
                besides: besides.clone(),
                test,
                key,
            };
            sought.extend(all.into_iter().map(one));
        }
    }

    /// The texts of a list, as far as it is written out.
    fn written_out(&self, key: Key, list: &'r Expr<'r>) -> Vec<String> {
        match &list.kind {
            ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
                items.iter().filter_map(Expr::text).collect()
            }
            ExprKind::Name(_) => {
                let at = self.court.parts[&key].inside;
                let origins = self.repository.origins(list, at);
                let values = origins.into_iter().filter_map(|origin| match origin {
                    Origin::Value(_, value) => Some(value),
                    _ => None,
                });
                values
                    .filter(|value| !matches!(value.kind, ExprKind::Name(_)))
                    .flat_map(|value| self.written_out(key, value))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// The fields of evidence that a text is made of.
    pub(super) fn read_of(
        &self,
        key: Key,
        words: &'r Expr<'r>,
        steps: usize,
        fields: &mut BTreeSet<&'static str>,
    ) {
        let Some(steps) = steps.checked_sub(1) else { return };
        let own = |name: &str| TEXTS.iter().chain(KNOWN_BY).copied().find(|field| *field == name);
        words.each(&mut |part| match &part.kind {
            ExprKind::Attribute(object, name) => {
                let other = speaks(object, &["opinion", "=op", "judge", "rubric"]);
                fields.extend(own(name).filter(|_| !other));
            }
            ExprKind::Name(name) => {
                for value in assigned(self.function(key), name) {
                    self.read_of(key, value, steps, fields);
                }
            }
            ExprKind::Call(call) => {
                // `getattr(evidence, "goal", "")`, or a function of the program's own that does the same.
                let gets = call.callee_name().contains("get")
                    && call.position(0).is_some_and(|of| speaks(of, &["=ev", "=e", "evidenc"]));
                let named = looked_up(part).map(|(_, name)| name);
                let named = named.or_else(|| call.position(1).filter(|_| gets)?.text());
                if let Some(name) = named {
                    fields.extend(own(&name));
                    return;
                }
                for helper in self.run_by(key, call).iter().filter(|one| self.reached.contains(one))
                {
                    statements(&self.function(*helper).body, &mut |stmt| {
                        for value in stmt.expressions() {
                            self.read_of(*helper, value, steps, fields);
                        }
                    });
                }
            }
            _ => {}
        });
    }

    /// Whether a text is in small letters.
    fn lowers(&self, key: Key, value: &'r Expr<'r>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        let by_call = |part: &Expr<'_>| matches!(&part.kind, ExprKind::Call(call) if matches!(call.callee_name(), "lower" | "casefold"));
        if value.any(&by_call) {
            return true;
        }
        match &value.kind {
            ExprKind::Name(name) => {
                let given = assigned(self.function(key), name);
                !given.is_empty() && given.into_iter().all(|one| self.lowers(key, one, steps))
            }
            ExprKind::Call(call) => {
                let run = self.run_by(key, call);
                !run.is_empty()
                    && run.iter().all(|one| any_expr(&self.function(*one).body, &by_call))
            }
            _ => false,
        }
    }
}

/// The conditions under which a function says yes by one of them alone, each with what is asked on the way there.
fn yes<'r>(
    key: Key,
    body: &'r Body<'r>,
    besides: &mut Vec<Besides<'r>>,
    found: &mut Vec<(&'r Expr<'r>, Vec<Besides<'r>>)>,
) {
    let before = besides.len();
    for stmt in body {
        match &stmt.kind {
            StmtKind::If { branches, .. } => {
                for (test, body) in branches {
                    if body.first().is_some_and(says_yes) {
                        found.push((test, besides.clone()));
                    }
                    besides.push((true, key, test));
                    yes(key, body, besides, found);
                    besides.pop();
                    // What says yes by itself keeps nothing from saying it as well.
                    if body.last().is_some_and(leaves) && !body.first().is_some_and(says_yes) {
                        besides.push((false, key, test));
                    }
                }
            }
            // What gives back another function's answer gives that one's.
            StmtKind::Return(Some(value)) if matches!(value.kind, ExprKind::Call(_)) => {
                found.push((value, besides.clone()));
            }
            _ => {
                for block in blocks(stmt) {
                    yes(key, block, besides, found);
                }
            }
        }
    }
    besides.truncate(before);
}

fn says_yes(stmt: &Stmt<'_>) -> bool {
    matches!(&stmt.kind, StmtKind::Return(Some(value)) if matches!(value.kind, ExprKind::Bool(true)))
}

fn leaves(stmt: &Stmt<'_>) -> bool {
    matches!(stmt.kind, StmtKind::Continue | StmtKind::Return(_) | StmtKind::Break)
}
