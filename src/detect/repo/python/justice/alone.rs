//! Caps that hang on a judge's score alone: nothing that was found confirms the flaw.

use super::super::syntax::{Body, Expr, ExprKind, Function, Stmt, StmtKind};
use super::effects::caps;
use super::terms::{any_expr, has, statements};

/// Parts of names for judges, their scores, and what they are asked about.
const ASKED: &[&str] = &[
    "score",
    "prosecut",
    "criterion",
    "criteria",
    "dimension",
    "=dim",
    "=id",
    "name",
    "judge",
    "=op",
    "=ops",
    "opinion",
    "=o",
    "=k",
    "=key",
    "=p",
    "final",
    "rating",
];

/// What is done with them.
const DONE: &[&str] = &[
    "any", "all", "next", "len", "min", "max", "int", "float", "str", "lower", "upper", "strip",
    "get", "values", "items",
];

/// How far variables are followed.
const STEPS: usize = 4;

/// Whether a branch of `function` that caps asks for a judge's score and besides only for what the criterion is called.
pub(super) fn hangs_on_score<'r>(
    function: &'r Function<'r>,
    test: &'r Expr<'r>,
    body: &'r Body<'r>,
) -> bool {
    let mut tests = vec![test];
    statements(body, &mut |stmt| {
        if let StmtKind::If { branches, .. } = &stmt.kind {
            tests.extend(branches.iter().filter(|(_, body)| caps(body)).map(|(test, _)| test));
        }
    });
    let (before, around) = earlier(function, test);
    let mut all = tests.iter().chain(&around).chain(&before);
    let asks = tests.iter().chain(&around).any(|test| names_score(function, test, STEPS));
    asks && all.all(|test| is_asked(function, test, STEPS))
}

/// Whether no condition around a call of the function called `name` asks for more than judges, scores and names of
/// criteria.
pub(super) fn is_called_plainly<'r>(
    mut callers: impl Iterator<Item = &'r Function<'r>>,
    name: &str,
) -> bool {
    let calls = |body: &Body<'_>| {
        any_expr(
            body,
            &|part| matches!(&part.kind, ExprKind::Call(call) if call.callee_name() == name),
        )
    };
    callers.all(|caller| {
        let mut plain = true;
        statements(&caller.body, &mut |stmt| {
            if let StmtKind::If { branches, .. } = &stmt.kind {
                let asks = |test| is_asked(caller, test, STEPS);
                plain &= branches.iter().all(|(test, body)| !calls(body) || asks(test));
            }
        });
        plain
    })
}

/// Whether a value is made of judges, scores and names of criteria alone.
fn is_asked<'r>(function: &'r Function<'r>, value: &'r Expr<'r>, steps: usize) -> bool {
    let Some(steps) = steps.checked_sub(1) else { return false };
    match &value.kind {
        ExprKind::Name(name) => {
            let is_constant = !name.contains(char::is_lowercase);
            if is_constant || DONE.contains(name) {
                return true;
            }
            let assigned = assigned(function, name);
            if assigned.is_empty() {
                return has(name, ASKED);
            }
            assigned.into_iter().all(|value| is_asked(function, value, steps) || is_drawn(value))
        }
        ExprKind::Attribute(object, name) => {
            (has(name, ASKED) || DONE.contains(name)) && is_asked(function, object, steps + 1)
        }
        ExprKind::Str(_) => value.text().is_some(),
        ExprKind::Literal(_) | ExprKind::None | ExprKind::Bool(_) => true,
        ExprKind::Call(call) => {
            let callee = match &call.callee.kind {
                ExprKind::Name(name) => DONE.contains(name),
                ExprKind::Attribute(object, name) => {
                    DONE.contains(name) && is_asked(function, object, steps + 1)
                }
                _ => false,
            };
            callee && call.args.iter().all(|arg| is_asked(function, &arg.value, steps + 1))
        }
        ExprKind::Subscript(..)
        | ExprKind::Compare(..)
        | ExprKind::Logic(..)
        | ExprKind::Not(_)
        | ExprKind::Comprehension(_)
        | ExprKind::Tuple(_)
        | ExprKind::List(_)
        | ExprKind::Set(_) => {
            value.parts().into_iter().all(|part| is_asked(function, part, steps + 1))
        }
        _ => false,
    }
}

/// Whether a score, an opinion or a table of them is computed from such alone: an average, a table by judge.
fn is_drawn(value: &Expr<'_>) -> bool {
    let names = |part: &Expr<'_>| match &part.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
            !(has(name, ASKED) || DONE.contains(name) || !name.contains(char::is_lowercase))
        }
        _ => false,
    };
    !value.any(&names)
}

fn names_score<'r>(function: &'r Function<'r>, test: &'r Expr<'r>, steps: usize) -> bool {
    let Some(steps) = steps.checked_sub(1) else { return false };
    test.any(&|part| match &part.kind {
        ExprKind::Attribute(_, name) => has(name, &["score", "rating"]),
        ExprKind::Name(name) if has(name, &["score", "rating"]) => true,
        ExprKind::Name(name) => {
            assigned(function, name).into_iter().any(|value| names_score(function, value, steps))
        }
        _ => false,
    })
}

/// What a variable of the function is given, wherever it is.
fn assigned<'r>(function: &'r Function<'r>, name: &str) -> Vec<&'r Expr<'r>> {
    let mut found = Vec::new();
    statements(&function.body, &mut |stmt| {
        let is_it =
            |target: &Expr<'_>| matches!(target.kind, ExprKind::Name(other) if other == name);
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
            && targets.iter().any(is_it)
        {
            found.push(value);
        }
    });
    found
}

/// The conditions that are asked before `test`: of branches that leave, and of those around it.
fn earlier<'r>(
    function: &'r Function<'r>,
    test: &Expr<'r>,
) -> (Vec<&'r Expr<'r>>, Vec<&'r Expr<'r>>) {
    let (mut before, mut around) = (Vec::new(), Vec::new());
    let leaves = |body: &Body<'_>| {
        matches!(
            body.last().map(|stmt| &stmt.kind),
            Some(StmtKind::Return(_) | StmtKind::Raise(_) | StmtKind::Continue | StmtKind::Break)
        )
    };
    statements(&function.body, &mut |stmt: &Stmt<'r>| {
        let StmtKind::If { branches, .. } = &stmt.kind else { return };
        let is_around = stmt.span.start < test.span.start && test.span.end <= stmt.span.end;
        for (other, body) in branches.iter().filter(|(other, _)| other.span.start < test.span.start)
        {
            if is_around {
                around.push(other);
            } else if leaves(body) {
                before.push(other);
            }
        }
    });
    (before, around)
}
