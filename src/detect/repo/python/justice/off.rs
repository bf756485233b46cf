//! What never runs because it asks for a setting that nothing gives, and what serves nothing else.

use super::super::syntax::{Body, Expr, ExprKind, Span, Stmt, StmtKind};
use super::Hearing;
use super::notes::Notes;
use super::terms::{statements, target_name};
use std::collections::BTreeSet;

/// The stretches of one module that such settings leave off.
pub(super) struct Off(Vec<Span>);

impl Off {
    /// Those of the module with this index.
    pub(super) fn of(hearing: &Hearing<'_, '_>, module: usize) -> Self {
        let ours = hearing.notes.iter().filter(|(key, notes)| {
            key.0 == module && !hearing.uncalled.contains(*key) && !notes.empty.is_empty()
        });
        Self(ours.flat_map(|(key, notes)| of_body(&hearing.function(*key).body, notes)).collect())
    }

    /// Whether all of it never runs.
    pub(super) fn holds(&self, span: Span) -> bool {
        self.0.iter().any(|own| own.holds(span))
    }

    /// Whether the lines all stand in what never runs.
    pub(super) fn holds_lines(&self, first: u32, last: u32) -> bool {
        self.0.iter().any(|own| own.first <= first && last <= own.last)
    }
}

fn of_body(body: &Body<'_>, notes: &Notes<'_>) -> Vec<Span> {
    let mut off = Vec::new();
    let mut note = |test: &Expr<'_>, body: &[Stmt<'_>]| {
        let end = body.last().map_or(test.span, |last| last.span);
        off.push(Span { end: end.end, last: end.last, ..test.span });
    };
    statements(body, &mut |stmt| {
        if let StmtKind::If { branches, .. } = &stmt.kind {
            for (test, body) in branches.iter().filter(|(test, _)| notes.never(test)) {
                note(test, body);
            }
        }
    });
    let serving: Vec<Span> = idle_variables(body, &off);
    off.extend(serving);
    off
}

/// The statements that set variables which nothing reads but what is off.
fn idle_variables(body: &Body<'_>, off: &[Span]) -> Vec<Span> {
    let is_off = |span: Span| off.iter().any(|own| own.holds(span));
    let (mut served, mut serving) = (BTreeSet::new(), BTreeSet::new());
    let mut set: Vec<(String, Span)> = Vec::new();
    statements(body, &mut |stmt| {
        let mut targets: &[Expr<'_>] = &[];
        if let StmtKind::Assign { targets: own, value: Some(_), .. } = &stmt.kind {
            targets = own;
            if let [Expr { kind: ExprKind::Name(_), .. }] = own.as_slice() {
                set.push((target_name(&own[0]), stmt.span));
            }
        }
        let is_target =
            |part: &Expr<'_>| targets.iter().any(|one| one.span.start == part.span.start);
        for value in stmt.expressions() {
            value.each(&mut |part| {
                if let ExprKind::Name(name) = part.kind
                    && !is_target(part)
                {
                    if is_off(part.span) { &mut serving } else { &mut served }
                        .insert(name.to_owned());
                }
            });
        }
    });
    let idle = |name: &String| serving.contains(name) && !served.contains(name);
    set.into_iter().filter(|(name, _)| idle(name)).map(|(_, span)| span).collect()
}
