//! Weights of the Tech Lead that no criterion is asked for: they count for every criterion alike.

use super::super::syntax::{Clause, Expr, ExprKind, StmtKind};
use super::Hearing;
use super::court::Key;
use super::found::Found;
use super::terms::{FUNCTION, any_expr, speaks, statements};
use crate::domain::facts::Lines;

const RULE: &str = "functionality_weight";
/// Parts of names for criteria.
const CRITERIA: &[&str] = &["criteri", "dimens", "=dim", "arch", "graph", "goal", "categor"];
/// Parts of names for the criterion of the architecture.
const ARCHITECTURE: &[&str] = &["=arch", "architect", "graph"];

impl<'r> Hearing<'r, '_> {
    /// Where a function gives the Tech Lead more weight, if nothing in it names a criterion and nothing in the synthesis
    /// asks for that of the architecture.
    pub(super) fn everywhere(&self, key: Key, found: &Found<'r>) -> Option<Lines> {
        if !found.rules.contains(RULE) || found.unplaced.contains(RULE) {
            return None;
        }
        let place = found.places.get(RULE)?;
        let names = |part: &Expr<'_>| {
            matches!(part.kind, ExprKind::Name(_) | ExprKind::Attribute(..) | ExprKind::Str(_))
                && (speaks(part, CRITERIA) || speaks(part, FUNCTION))
        };
        let asks = self.reached.iter().any(|one| self.asks_architecture(*one));
        let is_silent = !any_expr(&self.function(key).body, &names);
        (is_silent && !asks).then(|| self.court.module(key).place(*place))
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
