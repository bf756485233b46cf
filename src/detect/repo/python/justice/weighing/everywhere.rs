//! Weights of the Tech Lead that no criterion is asked for: they count for every criterion alike.

use super::super::Hearing;
use super::super::caps::alone::assigned;
use super::super::dissent::picks::is_presence;
use super::super::reading::effects::is_text;
use super::super::reading::found::Found;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::{
    FUNCTION, any_expr, any_stmt, has, speaks, statements,
};
use crate::detect::repo::python::syntax::{Body, Clause, Expr, ExprKind, Function, Span, StmtKind};
use crate::domain::facts::Lines;

const RULE: &str = "functionality_weight";
/// How far variables are followed.
const STEPS: usize = 4;
/// Parts of names for criteria.
const CRITERIA: &[&str] = &["criteri", "dimens", "=dim", "arch", "graph", "goal", "categor"];
/// Parts of names for the criterion of the architecture.
const ARCHITECTURE: &[&str] = &["=arch", "architect", "graph"];

impl<'r> Hearing<'r, '_> {
    /// Where a function gives the Tech Lead more weight, if nothing in it names a criterion, or no condition leads to that
    /// weight, and nothing in the synthesis asks for that of the architecture.
    pub(in super::super) fn everywhere(&self, key: Key, found: &Found<'r>) -> Option<Lines> {
        if !found.rules.contains(RULE) || found.unplaced.contains(RULE) {
            return None;
        }
        let place = found.places.get(RULE)?;
        if found.preferred.is_some_and(|one| one.always && one.place == *place) {
            return Some(self.court.module(key).place(*place));
        }
        let asks = self.reached.iter().any(|one| self.asks_architecture(*one));
        let is_silent = !any_expr(&self.function(key).body, &names_criterion);
        let is_free = is_silent || self.weighs_freely(key, *place);
        (is_free && !asks).then(|| self.court.module(key).place(*place))
    }

    /// Whether the weights at `place` are numbers that stand there or in variables, and no branch leads to them or to what
    /// they weigh, but for those that ask whether a judge is there.
    fn weighs_freely(&self, key: Key, place: Span) -> bool {
        let function = self.function(key);
        let mut found = false;
        statements(&function.body, &mut |stmt| {
            let (StmtKind::Assign { value: Some(value), .. } | StmtKind::Augment { value, .. }) =
                &stmt.kind
            else {
                return;
            };
            let weighs = value.any(&|part| match &part.kind {
                ExprKind::Binary("*", sides) => [&sides.0, &sides.1]
                    .iter()
                    .any(|side| matches!(side.kind, ExprKind::Literal(_) | ExprKind::Name(_))),
                _ => false,
            });
            found |= stmt.span == place && weighs && is_fixed(function, value, STEPS);
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
        let (mut tested, mut told) = (false, Vec::new());
        statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::If { branches, otherwise } => {
                let blocks = branches.iter().map(|(_, body)| body).chain([otherwise]);
                // What only words hang on weighs nobody.
                if blocks.into_iter().all(only_words) {
                    told.extend(branches.iter().map(|(test, _)| test.span));
                } else {
                    tested |= branches.iter().any(|(test, _)| is_it(test));
                }
            }
            StmtKind::Match { .. } => tested = true,
            _ => {}
        });
        let is_told = |part: &Expr<'_>| told.iter().any(|test| test.holds(part.span));
        tested || any_expr(body, &|part| asks(part) && !is_told(part))
    }
}

/// Whether a block does nothing but put texts together.
pub(in super::super) fn only_words(body: &Body<'_>) -> bool {
    let is_told = |value: &Expr<'_>| match &value.kind {
        ExprKind::Str(_) => true,
        ExprKind::List(items) => items.iter().all(|item| matches!(item.kind, ExprKind::Str(_))),
        _ => false,
    };
    body.iter().all(|stmt| match &stmt.kind {
        StmtKind::Assign { value: Some(value), .. }
        | StmtKind::Augment { value, .. }
        | StmtKind::Return(Some(value)) => is_told(value) && is_text_or_list(value),
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
            matches!(call.callee_name(), "append" | "extend" | "info" | "debug" | "warning")
                && call.args.iter().all(|arg| is_told(&arg.value))
        }
        StmtKind::Expr(value) => is_told(value),
        StmtKind::If { branches, otherwise } => {
            branches.iter().all(|(_, body)| only_words(body)) && only_words(otherwise)
        }
        _ => false,
    })
}

/// Whether a value is words, one or several. A word by itself, such as `FAIL`, would be a verdict.
fn is_text_or_list(value: &Expr<'_>) -> bool {
    is_text(value) || matches!(value.kind, ExprKind::List(_))
}

/// Whether a value weighs the same for every criterion: no branch leads to it but those that ask whether a judge is there,
/// nothing in it names a criterion, and so it is with what it is made of, and with weights that this is made of.
fn is_fixed<'r>(function: &'r Function<'r>, value: &Expr<'r>, steps: usize) -> bool {
    let Some(next) = steps.checked_sub(1) else { return false };
    let is_first = steps == STEPS;
    let is_weight = |name: &str| has(name, &["weight", "factor", "share"]);
    let is_known = |part: &Expr<'r>| match part.kind {
        ExprKind::Name(name) if is_first || is_weight(name) => {
            // What it is given by callers may be another for each.
            let by_caller = function.param(name).is_some();
            !(by_caller && is_weight(name))
                && assigned(function, name).into_iter().all(|value| is_fixed(function, value, next))
        }
        ExprKind::Comprehension(_) | ExprKind::Lambda(_) => !is_first,
        _ => true,
    };
    is_unasked(function, value)
        && !value.any(&names_criterion)
        && !value.any(&|part| !is_known(part))
}

/// Whether no branch leads to a value but those that ask whether something is there.
fn is_unasked(function: &Function<'_>, value: &Expr<'_>) -> bool {
    !any_stmt(&function.body, &|stmt| match &stmt.kind {
        StmtKind::If { branches, .. } if stmt.span.holds(value.span) => {
            !branches.iter().all(|(test, _)| is_presence(test))
        }
        StmtKind::Match { .. } => stmt.span.holds(value.span),
        _ => false,
    })
}

/// Whether no branch leads to a value.
pub(in super::super) fn is_free(function: &Function<'_>, value: &Expr<'_>) -> bool {
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
