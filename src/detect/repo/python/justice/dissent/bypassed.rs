//! Dissent and re-evaluation that stand only where no other rule decided before.

use super::super::Hearing;
use super::super::reading::effects::changes_score;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::{blocks, each_call, each_target, speaks, statements};
use super::canned::gives_dissent;
use crate::detect::repo::python::syntax::{
    Body, Call, Expr, ExprKind, Function, Span, Stmt, StmtKind,
};
use crate::domain::facts::{BypassedRule, Lines};

/// The rules that are asked for whatever else decides.
const ALWAYS: [&str; 2] = ["variance_re_evaluation", "dissent"];
/// The rules that decide a score before them.
const BEFORE: [&str; 2] = ["security_override", "fact_supremacy"];

/// A branch that decides by a rule, in the function in which it stands.
struct Ruled<'r> {
    test: &'r Expr<'r>,
    body: &'r Body<'r>,
}

impl<'r> Hearing<'r, '_> {
    /// The rules of the function at `key` that no case comes to which another rule decided.
    pub(in super::super) fn bypassed(&self, key: Key) -> Vec<BypassedRule> {
        let Some(found) = self.found.get(&key) else { return Vec::new() };
        let rules = ALWAYS.iter().filter(|rule| found.rules.contains(*rule));
        rules.filter_map(|rule| self.bypasses(key, rule)).collect()
    }

    fn bypasses(&self, key: Key, rule: &'static str) -> Option<BypassedRule> {
        let found = self.found.get(&key)?;
        let own = found.sites.iter().filter(|(known, _)| *known == rule);
        let own: Vec<Span> = own.map(|(_, span)| *span).collect();
        let place = self.all_passed(key, &own, rule).or_else(|| self.calls_passed(key, rule))?;
        Some(BypassedRule { rule: rule.into(), place })
    }

    /// Where the branch stands by which all these places of a function are passed over.
    fn all_passed(&self, key: Key, spans: &[Span], rule: &str) -> Option<Lines> {
        let function = self.function(key);
        let ruled = self.ruled(key);
        let ruled: Vec<&Ruled<'_>> =
            ruled.iter().filter(|one| rule != "dissent" || !gives_dissent(one.body)).collect();
        let mut all = spans.iter().map(|span| passed(&function.body, *span, &ruled));
        let first = all.next()??;
        let place = self.court.module(key).place(first.test.span);
        all.all(|one| one.is_some()).then_some(place)
    }

    /// The same for all calls of the function, if all of them are known.
    fn calls_passed(&self, key: Key, rule: &str) -> Option<Lines> {
        let mut first = None;
        let mut known = 0_u32;
        for caller in self.reached.difference(&self.uncalled) {
            let mut spans = Vec::new();
            each_call(&self.function(*caller).body, &mut |call, part| {
                let run = self.run_by(*caller, call);
                if run.contains(&key) {
                    spans.push(part.span);
                }
            });
            if spans.is_empty() {
                continue;
            }
            known += u32::try_from(spans.len()).unwrap_or(u32::MAX);
            let passed = self.all_passed(*caller, &spans, rule)?;
            first.get_or_insert(passed);
        }
        first.filter(|_| self.court.mentions_of(self.function(key).name) == known)
    }

    /// The branches of a function that surely decide by a rule that comes before.
    fn ruled(&self, key: Key) -> Vec<Ruled<'r>> {
        let function = self.function(key);
        let caps: Vec<Span> = self
            .found
            .get(&key)
            .into_iter()
            .flat_map(|one| &one.caps)
            .map(|cap| cap.test.span)
            .collect();
        let settled = self.settled(key);
        let mut ruled = Vec::new();
        statements(&function.body, &mut |stmt| {
            let StmtKind::If { branches, .. } = &stmt.kind else { return };
            for (test, body) in branches {
                let is_cap = caps.iter().any(|span| span.start == test.span.start);
                let is_ruled = is_cap || given(test, &settled);
                let decides = changes_score(body) || returns(body);
                // What is asked of the distance too may be a rule of that.
                let is_plain = !self.notes.get(&key).is_some_and(|notes| notes.is_wide(test))
                    && !speaks(test, &["varianc", "spread", "dissent", "disagree"]);
                if is_ruled && decides && is_plain {
                    ruled.push(Ruled { test, body });
                }
            }
        });
        ruled
    }

    /// The variables that hold what a function of a rule before gives back.
    fn settled(&self, key: Key) -> Vec<&'r str> {
        let mut settled = Vec::new();
        statements(&self.function(key).body, &mut |stmt| {
            let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
            let ExprKind::Call(call) = &value.kind else { return };
            // The score comes first, what explains it after.
            if let Some(ExprKind::Name(name)) = each_target(targets).first().map(|one| &one.kind)
                && self.may_decide(key, call)
            {
                settled.push(*name);
            }
        });
        settled
    }

    /// Whether a call may decide by a rule before, where the function gives nothing if it does not.
    fn may_decide(&self, key: Key, call: &Call<'r>) -> bool {
        let [one] = self.run_by(key, call) else { return false };
        let has_rule = self
            .found
            .get(one)
            .is_some_and(|found| BEFORE.iter().any(|rule| found.rules.contains(*rule)));
        has_rule && gives_nothing_else(self.function(*one))
    }
}

/// Whether a function gives back `None` where its rule does not apply.
fn gives_nothing_else(function: &Function<'_>) -> bool {
    let is_none = |value: &Expr<'_>| match &value.kind {
        ExprKind::Tuple(items) => {
            items.first().is_some_and(|one| matches!(one.kind, ExprKind::None))
        }
        _ => matches!(value.kind, ExprKind::None),
    };
    match function.body.last().map(|last| &last.kind) {
        Some(StmtKind::Return(Some(value))) => is_none(value),
        Some(StmtKind::Return(None)) => true,
        _ => false,
    }
}

/// `settled is not None`, for one of these.
fn given(test: &Expr<'_>, settled: &[&str]) -> bool {
    let of =
        |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if settled.contains(&name));
    match &test.kind {
        ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
            ([one, Expr { kind: ExprKind::None, .. }], ["is not" | "!="]) => of(one),
            _ => false,
        },
        _ => of(test),
    }
}

fn returns(body: &Body<'_>) -> bool {
    matches!(
        body.last().map(|last| &last.kind),
        Some(StmtKind::Return(Some(_)) | StmtKind::Continue)
    )
}

/// The branch after which a place is not come to any more: in a later branch of the same statement, or behind one that
/// leaves.
fn passed<'a, 'r>(
    body: &'r [Stmt<'r>],
    span: Span,
    ruled: &[&'a Ruled<'r>],
) -> Option<&'a Ruled<'r>> {
    let lies_in = |block: &[Stmt<'_>]| block.iter().any(|stmt| stmt.span.holds(span));
    let of =
        |test: &Expr<'_>| ruled.iter().copied().find(|one| one.test.span.start == test.span.start);
    for stmt in body {
        let is_around = stmt.span.holds(span);
        if let StmtKind::If { branches, .. } = &stmt.kind {
            for (test, inner) in branches {
                if is_around && lies_in(inner) || !is_around && stmt.span.start > span.start {
                    break;
                }
                // A condition of the chain that holds the place itself is read before it.
                if is_around && span.start >= test.span.start && span.start < test.span.end {
                    break;
                }
                match of(test) {
                    Some(one) if is_around || returns(inner) => return Some(one),
                    _ => {}
                }
            }
        }
        if is_around {
            return blocks(stmt).into_iter().find_map(|block| passed(block, span, ruled));
        }
    }
    None
}
