//! Branches that no run comes to: what stands before them in their function refutes what they ask.
//!
//! `if not found: return` is followed by `if not found and other:` in vain, and so is `if not items: items = [first]` by
//! another `if not items:`. Flags that are only ever set together are one another's opposite.

mod flags;
mod formula;
mod touched;

use super::super::syntax::{Body, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use flags::Flags;
pub(in super::super) use formula::is_path;
use formula::{Claim, Reader, never_together};
use std::collections::BTreeSet;
use touched::Touched;

/// Calls that change nothing of what they are given.
const HARMLESS: &[&str] = &[
    "len",
    "any",
    "all",
    "isinstance",
    "sum",
    "min",
    "max",
    "str",
    "int",
    "float",
    "bool",
    "sorted",
    "round",
    "list",
    "set",
    "dict",
    "tuple",
    "print",
    "get",
    "lower",
    "upper",
    "strip",
    "startswith",
    "endswith",
    "items",
    "keys",
    "values",
    "split",
    "join",
    "format",
    "count",
    "info",
    "debug",
    "warning",
    "error",
];

/// Most claims that are remembered: what was asked long before is forgotten, and refutes nothing.
const REMEMBERED: usize = 64;

/// The tests, by where they begin, of the branches of `function` that no run comes to; `text` is the source that it
/// stands in.
pub(in super::super) fn refuted<'a>(function: &'a Function<'a>, text: &'a str) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut asks = false;
    Stmt::each_own(&function.body, &mut |stmt| asks |= matches!(stmt.kind, StmtKind::If { .. }));
    if !asks {
        return found;
    }
    let reader = Reader::new(text, Flags::of(function, text));
    let mut walk = Walk { reader, text, found: &mut found };
    walk.body(&function.body, Vec::new());
    found
}

/// The blocks of those branches.
pub(in super::super) fn idle_blocks<'a>(function: &'a Function<'a>, text: &'a str) -> Vec<Span> {
    let (refuted, mut blocks) = (refuted(function, text), Vec::new());
    Stmt::each_own(&function.body, &mut |stmt| {
        let StmtKind::If { branches, .. } = &stmt.kind else { return };
        for (_, body) in branches.iter().filter(|(test, _)| refuted.contains(&test.span.start)) {
            let ends = body.first().zip(body.last());
            blocks.extend(ends.map(|(first, last)| Span { end: last.span.end, ..first.span }));
        }
    });
    blocks
}

/// Whether one condition holds wherever another does, if nothing changes in between.
pub(in super::super) fn implies(one: &Expr<'_>, other: &Expr<'_>, text: &str) -> bool {
    let reader = Reader::new(text, Flags::default());
    never_together(&[reader.claim(one, true), reader.claim(other, false)])
}

struct Walk<'t, 'w> {
    reader: Reader<'t>,
    text: &'t str,
    /// Where the tests begin that were refuted.
    found: &'w mut BTreeSet<usize>,
}

impl<'t> Walk<'t, '_> {
    fn touched(&self) -> Touched<'t> {
        Touched::new(self.text)
    }

    /// Reads a block, before which all of `known` holds, and gives what holds behind it.
    fn body(&mut self, body: &'t Body<'t>, mut known: Vec<Claim<'t>>) -> Vec<Claim<'t>> {
        for stmt in body {
            known = self.statement(stmt, known);
        }
        known
    }

    fn statement(&mut self, stmt: &'t Stmt<'t>, known: Vec<Claim<'t>>) -> Vec<Claim<'t>> {
        match &stmt.kind {
            StmtKind::If { branches, otherwise } => self.choice(branches, otherwise, known),
            StmtKind::With { body, .. } => {
                let own = self.touched().head(stmt);
                self.body(body, own.left_of(known.clone()));
                self.touched().by(std::slice::from_ref(stmt)).left_of(known)
            }
            StmtKind::Function(_) | StmtKind::Class(_) => known,
            _ => {
                let known = self.touched().by(std::slice::from_ref(stmt)).left_of(known);
                for block in stmt.blocks() {
                    self.body(block, known.clone());
                }
                known
            }
        }
    }

    fn choice(
        &mut self,
        branches: &'t [(Expr<'t>, Body<'t>)],
        otherwise: &'t Body<'t>,
        known: Vec<Claim<'t>>,
    ) -> Vec<Claim<'t>> {
        let (mut before, mut touched) = (known.clone(), self.touched());
        let mut refuted = Vec::new();
        let mut all_leave = true;
        for (test, body) in branches {
            let changed = self.touched().test(test);
            before = changed.left_of(before);
            touched.add(changed);
            let is_over = never_together(&before);
            let mut here = before.clone();
            here.push(self.reader.claim(test, true));
            if is_over || never_together(&here) {
                self.found.insert(test.span.start);
            }
            self.body(body, here);
            before.push(self.reader.claim(test, false));
            forget(&mut before);
            if leaves(body) {
                refuted.extend(all_leave.then(|| self.reader.claim(test, false)));
            } else {
                all_leave = false;
                touched.add(self.touched().by(body));
            }
        }
        self.body(otherwise, before);
        if !leaves(otherwise) {
            touched.add(self.touched().by(otherwise));
        }
        let mut behind = touched.left_of([known, refuted].concat());
        if let ([(test, body)], true) = (branches, otherwise.is_empty()) {
            behind.extend(self.undone(test, body));
        }
        forget(&mut behind);
        behind
    }

    /// What holds behind a branch that sets right what it asks for: `if not items: items = [first]`.
    fn undone(&self, test: &'t Expr<'t>, body: &'t Body<'t>) -> Option<Claim<'t>> {
        let set = body.iter().enumerate().rev().find_map(|(at, stmt)| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => match targets.as_slice() {
                [target] => Some((at, target, is_something(value)?)),
                _ => None,
            },
            _ => None,
        });
        let (at, target, value) = set.filter(|_| !leaves(body))?;
        let rest = self.touched().by(&body[at + 1..]);
        let given = self.reader.given(target, value);
        let is_kept = rest.left_of(vec![given.clone()]).len() == 1;
        let asked = self.reader.claim(test, true);
        let is_asked_of_it = asked.asks_of(&given);
        (is_kept && is_asked_of_it && never_together(&[asked, given]))
            .then(|| self.reader.claim(test, false))
    }
}

/// Leaves out the oldest claims of too many.
fn forget(claims: &mut Vec<Claim<'_>>) {
    let old = claims.len().saturating_sub(REMEMBERED);
    claims.drain(..old);
}

/// Whether a written value counts as true.
fn is_something(value: &Expr<'_>) -> Option<bool> {
    match &value.kind {
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
            let is_open = items.iter().any(|item| matches!(item.kind, ExprKind::Starred(_)));
            (!is_open).then_some(!items.is_empty())
        }
        ExprKind::Dict(pairs) => {
            pairs.iter().all(|(key, _)| key.is_some()).then_some(!pairs.is_empty())
        }
        ExprKind::Bool(value) => Some(*value),
        ExprKind::None => Some(false),
        ExprKind::Str(_) => value.text().map(|text| !text.is_empty()),
        _ => None,
    }
}

/// Whether nothing behind a block is come to from it.
fn leaves(body: &Body<'_>) -> bool {
    match body.last().map(|last| &last.kind) {
        Some(StmtKind::Return(_) | StmtKind::Raise(_) | StmtKind::Break | StmtKind::Continue) => {
            true
        }
        Some(StmtKind::If { branches, otherwise }) => {
            !otherwise.is_empty()
                && leaves(otherwise)
                && branches.iter().all(|(_, body)| leaves(body))
        }
        _ => false,
    }
}

/// The names in a pattern, and other words.
fn words(pattern: &str) -> impl Iterator<Item = &str> {
    pattern.split(|at: char| !(at.is_alphanumeric() || at == '_')).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests;
