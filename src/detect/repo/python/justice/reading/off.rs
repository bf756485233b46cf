//! Branches that never run, for they ask for a setting that nothing gives, and what serves them alone.

use super::super::Hearing;
use super::switches;
use super::variables::terms::{each_target, statements};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Span, Stmt, StmtKind};
use std::collections::BTreeSet;

/// A branch that never runs, or a statement that sets what nothing else reads.
pub(super) struct Off<'r> {
    /// The index of its module.
    pub module: usize,
    /// All of it.
    pub span: Span,
    /// What the branch asks.
    pub test: Span,
    /// The setting that is always empty.
    pub setting: &'r str,
}

impl Off<'_> {
    /// Whether a line of the module stands in it.
    pub(super) fn holds(&self, module: usize, line: u32) -> bool {
        self.module == module && self.span.first <= line && line <= self.span.last
    }
}

/// What never runs in the functions of the synthesis for want of a setting.
pub(super) fn off<'r>(hearing: &Hearing<'r, '_>) -> Vec<Off<'r>> {
    let mut found = Vec::new();
    for (key, notes) in hearing.notes.iter().filter(|(_, notes)| !notes.empty.is_empty()) {
        let body = &hearing.function(*key).body;
        let mut branches = Vec::new();
        statements(body, &mut |stmt| {
            let StmtKind::If { branches: all, .. } = &stmt.kind else { return };
            for (test, body) in all.iter().filter(|(test, _)| notes.never(test)) {
                let Some(setting) = setting(test, &notes.empty) else { continue };
                let last = body.last().map_or(test.span, |last| last.span);
                let span = Span { end: last.end, last: last.last, ..test.span };
                branches.push(Off { module: key.0, span, test: test.span, setting });
            }
        });
        let serving = serving(key.0, body, &branches);
        found.extend(branches);
        found.extend(serving);
    }
    found
}

/// The setting that a test asks for in vain.
fn setting<'r>(test: &Expr<'r>, empty: &BTreeSet<&'r str>) -> Option<&'r str> {
    let mut found = None;
    test.each(&mut |part| {
        if let ExprKind::Name(name) = part.kind
            && switches::never(test, &BTreeSet::from([name]))
        {
            found = found.or(empty.get(name).copied());
        }
    });
    found
}

/// The statements that set a variable which is read in such branches and nowhere else.
fn serving<'r>(module: usize, body: &'r Body<'r>, branches: &[Off<'r>]) -> Vec<Off<'r>> {
    let mut set: Vec<(&str, &Stmt<'_>)> = Vec::new();
    let mut read: Vec<(&str, Span)> = Vec::new();
    Stmt::each(body, &mut |stmt| {
        let targets = match &stmt.kind {
            StmtKind::Assign { targets, .. } => each_target(targets),
            _ => Vec::new(),
        };
        let mut bound = BTreeSet::new();
        for target in targets {
            if let ExprKind::Name(name) = target.kind {
                set.push((name, stmt));
                bound.insert(target.span.start);
            }
        }
        stmt.walk(&mut |part| match part.kind {
            ExprKind::Name(name) if !bound.contains(&part.span.start) => {
                read.push((name, part.span));
            }
            _ => {}
        });
    });
    let serves = |(name, stmt): (&str, &Stmt<'_>)| {
        let mut reads = read.iter().filter(|(other, _)| *other == name).map(|(_, span)| *span);
        let own = |span: Span| branches.iter().find(|one| one.span.holds(span));
        let first = own(reads.next()?)?;
        let Off { module: _, span: _, test, setting } = *first;
        reads.all(|span| own(span).is_some()).then_some(Off {
            module,
            span: stmt.span,
            test,
            setting,
        })
    };
    set.into_iter().filter_map(serves).collect()
}
