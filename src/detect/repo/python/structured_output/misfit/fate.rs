//! What becomes of the failure of a reply that does not fit, on its way out of the blocks around the call.

use super::again::returns_behind;
use super::attempts::{Ways, covers_misfits, ways};
use crate::detect::repo::python::syntax::{Handler, Span, Stmt, StmtKind};

/// Where the failure is by now.
pub(in super::super) struct Fate {
    /// Whether nothing has caught it yet and kept it.
    pub flies: bool,
    /// Whether a `try` stands around the call.
    pub met: bool,
    /// Whether the program comes back to the loop after it.
    pub comes_back: bool,
    passing: Passing,
}

/// Whether the program comes back to the loop after failures alone that pass by themselves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Passing {
    Never,
    /// Something that catches no others does.
    Caught,
    /// What catches any failure tells them apart.
    ToldApart,
}

impl Default for Fate {
    fn default() -> Self {
        Self { flies: true, met: false, comes_back: false, passing: Passing::Never }
    }
}

impl Fate {
    /// Meets the handlers of a `try` around the call, behind which the loop comes to its next round, or not.
    pub(in super::super) fn meet(&mut self, handlers: &[Handler<'_>], into_round: bool) {
        self.met = true;
        if !self.flies {
            return;
        }
        let mut kept = false;
        for handler in handlers {
            let covers = covers_misfits(handler);
            let Ways { again, falls, raises: _, leaves } = ways(handler);
            let any = again.any || (falls.any && into_round);
            let passing = again.passing || (falls.passing && into_round);
            self.comes_back |= any;
            self.passing = self.passing.max(match (passing, covers) {
                (false, _) => Passing::Never,
                (true, false) => Passing::Caught,
                (true, true) => Passing::ToldApart,
            });
            kept |= covers && (again.any || falls.any || leaves.any);
        }
        // What is raised anew flies on.
        self.flies = !kept;
    }

    /// Whether a loop asks again after passing failures, and after no other.
    pub(in super::super) fn is_of_passing(&self) -> bool {
        self.passing != Passing::Never && !self.comes_back
    }

    /// The same where one handler tells them apart.
    pub(in super::super) fn is_told_apart(&self) -> bool {
        self.is_of_passing() && self.passing == Passing::ToldApart
    }
}

/// Whether what follows the statement at `at` of the way to the call lets the innermost loop around it come to another
/// round.
pub(in super::super) fn into_round(path: &[&Stmt<'_>], at: usize) -> bool {
    for inner in (1..=at).rev() {
        let (around, stmt) = (path[inner - 1], path[inner]);
        let blocks = around.blocks();
        let block = blocks.into_iter().find(|block| block.iter().any(|one| one.span == stmt.span));
        let behind = block.into_iter().flatten().skip_while(|one| one.span != stmt.span).skip(1);
        for next in behind {
            match next.kind {
                StmtKind::Return(_) | StmtKind::Raise(_) | StmtKind::Break => return false,
                StmtKind::Continue => return true,
                _ => {}
            }
        }
        if matches!(around.kind, StmtKind::For { .. } | StmtKind::While { .. }) {
            return true;
        }
    }
    true
}

/// The handlers around the call that catch replies that do not fit and do more than raise: those of the innermost
/// `try` that has any.
pub(in super::super) fn keepers<'p, 'r>(path: &[&'p Stmt<'r>], span: Span) -> Vec<&'p Handler<'r>> {
    let kept = |stmt: &&'p Stmt<'r>| match &stmt.kind {
        StmtKind::Try { body, handlers, .. } if body.iter().any(|stmt| stmt.span.holds(span)) => {
            let keeps = |handler: &&Handler<'r>| {
                let Ways { again, falls, raises: _, leaves } = ways(handler);
                covers_misfits(handler) && (again.any || falls.any || leaves.any)
            };
            let kept: Vec<_> = handlers.iter().filter(keeps).collect();
            (!kept.is_empty()).then_some(kept)
        }
        _ => None,
    };
    path.iter().rev().find_map(kept).unwrap_or_default()
}

/// What is come to in a function where the call at `span` gave nothing that fits: with a reply that does the function
/// is left before, or the loop without its `else`.
pub(in super::super) fn behind<'r>(
    body: &'r [Stmt<'r>],
    path: &[&'r Stmt<'r>],
    span: Span,
) -> Vec<&'r [Stmt<'r>]> {
    let mut found = Vec::new();
    for (at, stmt) in path.iter().enumerate() {
        let (tried, otherwise) = match &stmt.kind {
            StmtKind::Try { body, .. } => (body, None),
            StmtKind::For { body, otherwise, .. } | StmtKind::While { body, otherwise, .. } => {
                (body, Some(otherwise))
            }
            _ => continue,
        };
        if !tried.iter().any(|stmt| stmt.span.holds(span)) {
            continue;
        }
        let mut breaks = false;
        Stmt::each_own(tried, &mut |stmt| {
            breaks |= matches!(stmt.kind, StmtKind::Break) && stmt.span.start > span.end;
        });
        found.extend(otherwise.filter(|_| breaks).map(Vec::as_slice));
        if returns_behind(tried, span) {
            let around = at.checked_sub(1).map(|outer| path[outer].blocks());
            let blocks = around.into_iter().flatten().map(Vec::as_slice).chain([body]);
            for block in blocks {
                if let Some(own) = block.iter().position(|one| one.span == stmt.span) {
                    found.push(&block[own + 1..]);
                    break;
                }
            }
        }
    }
    found
}
