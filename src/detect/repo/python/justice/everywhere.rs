//! Weights of the Tech Lead that no criterion is asked for: they count for every criterion alike.

use super::super::syntax::{Clause, Expr, ExprKind, Function, Span, StmtKind};
use super::Hearing;
use super::alone::assigned;
use super::court::Key;
use super::found::Found;
use super::terms::{FUNCTION, any_expr, any_stmt, speaks, statements};
use crate::domain::facts::Lines;

const RULE: &str = "functionality_weight";
/// Parts of names for criteria.
const CRITERIA: &[&str] = &["criteri", "dimens", "=dim", "arch", "graph", "goal", "categor"];
/// Parts of names for the criterion of the architecture.
const ARCHITECTURE: &[&str] = &["=arch", "architect", "graph"];

impl<'r> Hearing<'r, '_> {
    /// Where a function gives the Tech Lead more weight, if nothing in it names a criterion, or no condition leads to that
    /// weight, and nothing in the synthesis asks for that of the architecture.
    pub(super) fn everywhere(&self, key: Key, found: &Found<'r>) -> Option<Lines> {
        if !found.rules.contains(RULE) || found.unplaced.contains(RULE) {
            return None;
        }
        let place = found.places.get(RULE)?;
        let asks = self.reached.iter().any(|one| self.asks_architecture(*one));
        let is_silent = !any_expr(&self.function(key).body, &names_criterion);
        let is_free = is_silent || self.weighs_freely(key, *place);
        (is_free && !asks).then(|| self.court.module(key).place(*place))
    }

    /// Whether the weights at `place` are numbers that stand there, and no branch leads to them or to what they weigh.
    fn weighs_freely(&self, key: Key, place: Span) -> bool {
        let function = self.function(key);
        let mut found = false;
        statements(&function.body, &mut |stmt| {
            let StmtKind::Assign { value: Some(value), .. } = &stmt.kind else { return };
            let is_fixed = |name: &str| {
                let mut given = assigned(function, name).into_iter();
                given.all(|value| is_free(function, value) && !value.any(&names_criterion))
            };
            let is_known = |part: &Expr<'_>| match part.kind {
                ExprKind::Name(name) => is_fixed(name),
                ExprKind::Comprehension(_) | ExprKind::Lambda(_) => false,
                _ => true,
            };
            let weighs = value.any(&|part| match &part.kind {
                ExprKind::Binary("*", sides) => [&sides.0, &sides.1]
                    .iter()
                    .any(|side| matches!(side.kind, ExprKind::Literal(_))),
                _ => false,
            });
            found |= stmt.span == place
                && weighs
                && is_free(function, value)
                && !value.any(&names_criterion)
                && !value.any(&|part| !is_known(part));
        });
        found
    }

    /// Whether a condition or a key in a function speaks of the architecture.
    fn asks_architecture(&self, key: Key) -> bool {
        let is_it = |value: &Expr<'_>| speaks(value, ARCHITECTURE) || speaks(value, FUNCTION);
        let asks = |part: &Expr<'_>| match &part.kind {
            ExprKind::Conditional(choice) => is_it(&choice.test),
            ExprKind::Compare(..) => is_it(part),
            ExprKind::Comprehension(made) => made.clauses.iter().any(|clause| match clause {
                Clause::If(test) => is_it(test),
                Clause::For { .. } => false,
            }),
            ExprKind::Dict(pairs) => pairs.iter().filter_map(|(key, _)| key.as_ref()).any(is_it),
            _ => false,
        };
        let body = &self.function(key).body;
        let mut tested = false;
        statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::If { branches, .. } => tested |= branches.iter().any(|(test, _)| is_it(test)),
            StmtKind::Match { .. } => tested = true,
            _ => {}
        });
        tested || any_expr(body, &asks)
    }
}

/// Whether no branch leads to a value.
fn is_free(function: &Function<'_>, value: &Expr<'_>) -> bool {
    !any_stmt(&function.body, &|stmt| {
        matches!(stmt.kind, StmtKind::If { .. } | StmtKind::Match { .. })
            && stmt.span.holds(value.span)
    })
}

/// Whether a name or a short text is a criterion's.
fn names_criterion(part: &Expr<'_>) -> bool {
    matches!(part.kind, ExprKind::Name(_) | ExprKind::Attribute(..) | ExprKind::Str(_))
        && (speaks(part, CRITERIA) || speaks(part, FUNCTION))
}
