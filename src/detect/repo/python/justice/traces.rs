//! Names in the code of the synthesis that speak of a rule which was not recognised.

use super::super::parse::Module;
use super::super::repository::Repository;
use super::super::syntax::{Expr, ExprKind, Span, Stmt, StmtKind};
use super::court::Key;
use super::rules::{RULES, VOCABULARY};
use super::terms::has;
use crate::domain::facts::{JusticeFact, Lines, RuleTrace};
use std::collections::BTreeSet;

/// Lists for each rule that no function implements the most telling name that speaks of it:
/// a function's before another's. Comments, documentation and long texts are not looked at.
pub(super) fn traces(
    repository: &Repository<'_>,
    reached: &BTreeSet<Key>,
    facts: &[JusticeFact],
) -> Vec<RuleTrace> {
    let modules: BTreeSet<usize> = reached.iter().map(|key| key.0).collect();
    let spread_known = facts.iter().any(|fact| fact.spread.is_some());
    let mut traces = Vec::new();
    for (rule, words) in RULES.into_iter().zip(VOCABULARY) {
        let implements = |fact: &JusticeFact| fact.rules.iter().any(|one| one == rule);
        if facts.iter().any(|fact| !fact.in_tests && !fact.dead && implements(fact)) {
            continue;
        }
        let mut words = words.to_vec();
        if rule == "variance_re_evaluation" && !spread_known {
            words.extend(["varianc", "spread", "stdev", "divergen"]);
        }
        let found = repository
            .modules
            .iter()
            .enumerate()
            .filter(|(index, module)| {
                !module.in_tests && (modules.contains(index) || holds_court(module))
            })
            .filter_map(|(_, module)| strongest(module, &words));
        let first = found.min_by_key(|(rank, ..)| *rank);
        traces.extend(first.map(|(_, name, place)| RuleTrace { rule: rule.into(), name, place }));
    }
    traces
}

/// Whether a file is about verdicts by its name.
fn holds_court(module: &Module<'_>) -> bool {
    has(module.path, &["justice", "synthes", "verdict", "chief"])
}

fn strongest(module: &Module<'_>, words: &[&str]) -> Option<(u8, String, Lines)> {
    let mut best: Option<(u8, String, Span)> = None;
    let mut note = |rank: u8, name: &str, span: Span| {
        if has(name, words) && best.as_ref().is_none_or(|(known, ..)| rank < *known) {
            best = Some((rank, name.to_owned(), span));
        }
    };
    Stmt::each(&module.syntax.body, &mut |stmt| names(stmt, &mut note));
    best.map(|(rank, name, span)| (rank, name, module.place(span)))
}

fn names(stmt: &Stmt<'_>, note: &mut dyn FnMut(u8, &str, Span)) {
    // Documentation does nothing.
    if matches!(&stmt.kind, StmtKind::Expr(Expr { kind: ExprKind::Str(_), .. })) {
        return;
    }
    if let StmtKind::Function(function) = &stmt.kind {
        let first = Span { last: stmt.span.first, ..stmt.span };
        note(0, function.name, first);
    }
    for value in stmt.expressions() {
        value.each(&mut |part| named(stmt, part, note));
    }
}

fn named(stmt: &Stmt<'_>, part: &Expr<'_>, note: &mut dyn FnMut(u8, &str, Span)) {
    match &part.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
            let bound = matches!(&stmt.kind, StmtKind::Assign { targets, .. } if targets.iter().any(|target| target.span.start == part.span.start));
            note(if bound { 1 } else { 2 }, name, part.span);
        }
        // A key such as `"security_flaws"`; what has blanks in it is prose.
        ExprKind::Str(_) => {
            if let Some(text) = part.text().filter(|text| text.len() < 40 && !text.contains(' ')) {
                note(3, &text, part.span);
            }
        }
        _ => {}
    }
}
