//! Rounds of a loop after the first that never come to what stands in it.

use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Span, Stmt, StmtKind};

/// How many assignments and parts of a condition are followed.
const STEPS: usize = 8;

/// Whether the loop that stands at `at` on the way to `span` comes to it in its first round alone: a condition in between,
/// or one of `needs`, asks for that.
pub(in super::super) fn is_first_alone(
    path: &[&Stmt<'_>],
    at: usize,
    span: Span,
    needs: &[&Expr<'_>],
) -> bool {
    let StmtKind::For { target, iterable, body, .. } = &path[at].kind else { return false };
    let (ExprKind::Name(count), Some(first)) = (&target.kind, first(iterable)) else {
        return false;
    };
    let round = Round { count, first, body };
    let conditions = path[at + 1..].iter().flat_map(|stmt| conditions(stmt, span));
    conditions
        .chain(needs.iter().map(|need| (*need, true)))
        .any(|(test, holds)| round.is_asked_for(test, holds, STEPS))
}

/// The number that a loop over numbers begins with.
fn first(iterable: &Expr<'_>) -> Option<i64> {
    let ExprKind::Call(call) = &iterable.kind else { return None };
    match (call.callee_name(), call.args.as_slice()) {
        ("range", [_]) => Some(0),
        ("range", [start, _]) => number(&start.value),
        _ => None,
    }
}

fn number(value: &Expr<'_>) -> Option<i64> {
    value.number()
}

/// The conditions of a statement on the way to `span`, with what each of them has to be.
fn conditions<'e, 'r>(stmt: &'e Stmt<'r>, span: Span) -> Vec<(&'e Expr<'r>, bool)> {
    let StmtKind::If { branches, .. } = &stmt.kind else { return Vec::new() };
    let mut found = Vec::new();
    for (test, body) in branches {
        if test.span.holds(span) {
            return found;
        }
        let here = body.iter().any(|stmt| stmt.span.holds(span));
        found.push((test, here));
        if here {
            return found;
        }
    }
    found
}

/// The rounds of a loop that counts.
struct Round<'e, 'r> {
    count: &'r str,
    first: i64,
    body: &'e [Stmt<'r>],
}

impl Round<'_, '_> {
    /// Whether a condition is as `holds` says in the first round alone.
    fn is_asked_for(&self, test: &Expr<'_>, holds: bool, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        let is_count = |value: &Expr<'_>| value.is_name(self.count);
        match &test.kind {
            ExprKind::Not(inner) => self.is_asked_for(inner, !holds, steps),
            ExprKind::Logic(operator, sides) if (*operator == "and") == holds => {
                self.is_asked_for(&sides.0, holds, steps)
                    || self.is_asked_for(&sides.1, holds, steps)
            }
            ExprKind::Compare(sides, operators) => {
                let ([one, other], [operator]) = (sides.as_slice(), operators.as_slice()) else {
                    return false;
                };
                let first = |value: &Expr<'_>| number(value) == Some(self.first);
                let second = |value: &Expr<'_>| number(value) == Some(self.first + 1);
                match (*operator, holds) {
                    ("==", true) | ("!=", false) => {
                        (is_count(one) && first(other)) || (first(one) && is_count(other))
                    }
                    ("<=", true) | (">", false) => is_count(one) && first(other),
                    ("<", true) | (">=", false) => is_count(one) && second(other),
                    _ => false,
                }
            }
            // Nought alone is false.
            ExprKind::Name(_) if is_count(test) => !holds && self.first == 0,
            ExprKind::Name(name) => {
                self.given(name).is_some_and(|value| self.is_asked_for(value, holds, steps))
            }
            _ => false,
        }
    }

    /// What a name is given in each round, where that happens once.
    fn given(&self, name: &str) -> Option<&Expr<'_>> {
        let mut times = 0;
        let given = given_always(self.body, name);
        Stmt::each_own(self.body, &mut |stmt| times += usize::from(sets(stmt, name)));
        given.filter(|_| times == 1)
    }
}

/// What a block gives a name, whatever else happens in it.
fn given_always<'e, 'r>(body: &'e [Stmt<'r>], name: &str) -> Option<&'e Expr<'r>> {
    body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => match targets.as_slice() {
            [Expr { kind: ExprKind::Name(target), .. }] if *target == name => Some(value),
            _ => None,
        },
        StmtKind::Try { body, .. } | StmtKind::With { body, .. } => given_always(body, name),
        _ => None,
    })
}

/// Whether a statement gives something to a name.
fn sets(stmt: &Stmt<'_>, name: &str) -> bool {
    let is_it = |part: &Expr<'_>| part.is_name(name);
    match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().any(|target| target.any(&is_it)),
        StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => target.any(&is_it),
        _ => false,
    }
}

/// Whether anything in a function gives something to a name.
fn is_set(body: &[Stmt<'_>], name: &str) -> bool {
    let mut found = false;
    Stmt::each(body, &mut |stmt| found |= sets(stmt, name));
    found
}

/// What has to hold in a function for something in it to be come to.
pub(in super::super) struct Needs<'r>(Vec<&'r Expr<'r>>);

impl<'r> Needs<'r> {
    /// The conditions around `site` that have to hold, and `needs` that are known from what it calls.
    pub(in super::super) fn of(
        path: &[&'r Stmt<'r>],
        site: &Site<'r>,
        needs: &[&'r Expr<'r>],
    ) -> Self {
        let own = path.iter().flat_map(|stmt| conditions(stmt, site.expr.span));
        Self(
            own.filter_map(|(test, holds)| holds.then_some(test))
                .chain(needs.iter().copied())
                .collect(),
        )
    }

    /// What a caller of the function gives for the parameters among them.
    pub(in super::super) fn given(&self, site: &Site<'r>, caller: &Site<'r>) -> Vec<&'r Expr<'r>> {
        let Some(function) = site.function() else { return Vec::new() };
        let skip = usize::from(function.takes_self());
        let params = function.params.iter().skip(skip).enumerate();
        let needed = params.filter(|(_, param)| {
            self.0.iter().any(|need| asks(need, param.name)) && !is_set(&function.body, param.name)
        });
        needed.filter_map(|(index, param)| caller.call.argument(index, param.name)).collect()
    }
}

/// Whether a condition holds only where `name` does.
fn asks(test: &Expr<'_>, name: &str) -> bool {
    match &test.kind {
        ExprKind::Name(other) => *other == name,
        ExprKind::Logic("and", sides) => asks(&sides.0, name) || asks(&sides.1, name),
        _ => false,
    }
}
