//! What a cap asks for: a judge's score alone, or words in what a judge argues, and nothing that was found.

use super::super::reading::effects::caps;
use super::super::reading::flagged::ways;
use super::super::reading::guards::{conditions, each_part, takes_over};
use super::super::reading::variables::drawn::drawn;
use super::super::reading::variables::terms::{any_expr, has, speaks, statements};
use super::words::ARGUED;
use crate::detect::repo::python::syntax::{
    Body, Call, Clause, Expr, ExprKind, Function, Stmt, StmtKind,
};

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
    "defense",
    "defence",
    "tech_lead",
    "techlead",
];

/// Parts of names for what was found, whatever else the name says.
const FOUND: &[&str] = &["evidenc", "finding", "=found", "detect"];

/// What texts of the rubric are called, which are there whatever was found.
const RUBRIC: &[&str] = &["rubric", "rule", "rules", "synthesis_rules", "rubric_rules"];

/// What is done with them.
const DONE: &[&str] = &[
    "any", "all", "next", "len", "min", "max", "int", "float", "str", "lower", "upper", "strip",
    "get", "values", "items",
];

/// How far variables are followed.
pub(super) const STEPS: usize = 4;

/// What a condition may ask for.
#[derive(Clone, Copy)]
pub(in super::super) struct Asking<'r, 'a> {
    pub function: &'r Function<'r>,
    /// Parts of names that it may besides those of judges and scores.
    pub more: &'a [&'a str],
    /// Whether a call of the repository's own asks for no more than that.
    pub helper: &'a dyn Fn(&Call<'r>) -> bool,
}

impl<'r> Asking<'r, '_> {
    /// Asks for judges, scores and names of criteria alone.
    pub(in super::super) fn scores(function: &'r Function<'r>) -> Self {
        Self { function, more: &[], helper: &|_| false }
    }

    fn names(&self, name: &str) -> bool {
        // Words are no score, whosever they are.
        let asked = (has(name, ASKED) && !has(name, ARGUED)) || has(name, self.more);
        RUBRIC.contains(&name) || asked && !has(name, FOUND)
    }
}

/// Whether a branch of `function` that caps asks for a judge's score and besides only for what the criterion is called.
pub(in super::super) fn hangs_on_score<'r>(
    function: &'r Function<'r>,
    test: &'r Expr<'r>,
    body: &'r Body<'r>,
) -> bool {
    let names = |test: &Expr<'r>| names_score(function, test, STEPS);
    hangs_on(Asking::scores(function), test, body, &names)
}

/// Whether a branch that caps, with what is asked before it, asks for nothing else, and one of its conditions for what
/// `names` tells.
pub(super) fn hangs_on<'r>(
    asking: Asking<'r, '_>,
    test: &'r Expr<'r>,
    body: &'r Body<'r>,
    names: &dyn Fn(&Expr<'r>) -> bool,
) -> bool {
    let function = asking.function;
    let mut tests = vec![test];
    statements(body, &mut |stmt| {
        if let StmtKind::If { branches, .. } = &stmt.kind {
            tests.extend(branches.iter().filter(|(_, body)| caps(body)).map(|(test, _)| test));
        }
    });
    let (before, around) = earlier(function, test);
    let ways_of = |part: &Expr<'r>| ways(function, part).unwrap_or_default();
    // Whichever way a flag is raised, that has to be asked.
    let raises = |part: &Expr<'r>| {
        let ways = ways_of(part);
        !ways.is_empty() && ways.iter().all(|way| way.iter().any(|one| names(one)))
    };
    let asks = |test: &'r Expr<'r>| {
        let mut parts = Vec::new();
        each_part(test, &mut parts);
        names(test) || parts.into_iter().any(raises)
    };
    let is_plain = |part: &'r Expr<'r>| {
        let mut inner = Vec::new();
        ways_of(part).into_iter().flatten().for_each(|one| each_part(one, &mut inner));
        is_asked(asking, part, STEPS)
            || !inner.is_empty() && inner.into_iter().all(|one| is_asked(asking, one, STEPS))
    };
    // That the score lies above the cap is how the cap is written.
    let all = tests.iter().chain(&around).chain(&before).copied();
    let mut parts = all.flat_map(|test| conditions(test, body));
    tests.iter().chain(&around).any(|test| asks(test)) && parts.all(is_plain)
}

/// Whether no condition around a call of the function called `name` asks for more than judges, scores and names of
/// criteria, and whatever `asking` allows.
pub(in super::super) fn is_called_plainly<'r: 'a, 'a>(
    mut callers: impl Iterator<Item = Asking<'r, 'a>>,
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
        statements(&caller.function.body, &mut |stmt| {
            if let StmtKind::If { branches, .. } = &stmt.kind {
                let asks = |test| is_asked(caller, test, STEPS);
                plain &= branches.iter().all(|(test, body)| !calls(body) || asks(test));
            }
        });
        plain
    })
}

/// Whether a value is made of judges, scores and names of criteria alone.
pub(super) fn is_asked<'r>(asking: Asking<'r, '_>, value: &'r Expr<'r>, steps: usize) -> bool {
    let Some(steps) = steps.checked_sub(1) else { return false };
    if is_picked(value) {
        return true;
    }
    if let Some((object, name)) = looked_up(value) {
        return asking.names(&name) && is_asked(asking, object, steps + 1);
    }
    match &value.kind {
        ExprKind::Name(name) => {
            let is_constant = !name.contains(char::is_lowercase);
            if is_constant || DONE.contains(name) {
                return true;
            }
            let assigned = assigned(asking.function, name);
            if assigned.is_empty() {
                let drawn = drawn(asking.function, name, value.span);
                let is_drawn = |value| is_opinions(value) || is_asked(asking, value, steps);
                return asking.names(name)
                    || !has(name, FOUND) && !drawn.is_empty() && drawn.into_iter().all(is_drawn);
            }
            // A flag stands for the conditions under which it is set.
            assigned.into_iter().all(|value| {
                !matches!(value.kind, ExprKind::Bool(_))
                    && (RUBRIC.contains(name) && !speaks(value, FOUND)
                        || is_asked(asking, value, steps)
                        || is_drawn(value)
                        || is_opinions(value))
            })
        }
        ExprKind::Attribute(object, name) => {
            (asking.names(name) || DONE.contains(name)) && is_asked(asking, object, steps + 1)
                || keeps_scores(asking, object, name)
        }
        ExprKind::Literal(_) | ExprKind::None | ExprKind::Bool(_) => true,
        ExprKind::Call(call) => {
            let callee = match &call.callee.kind {
                ExprKind::Name(name) => DONE.contains(name),
                ExprKind::Attribute(object, name) => {
                    DONE.contains(name) && is_asked(asking, object, steps + 1)
                }
                _ => false,
            };
            (callee || (asking.helper)(call))
                && call.args.iter().all(|arg| is_asked(asking, &arg.value, steps + 1))
                || joined(call).is_some_and(|parts| is_said(asking, parts, steps + 1))
        }
        ExprKind::Str(_)
        | ExprKind::Subscript(..)
        | ExprKind::Binary(..)
        | ExprKind::Conditional(_)
        | ExprKind::Compare(..)
        | ExprKind::Logic(..)
        | ExprKind::Not(_)
        | ExprKind::Comprehension(_)
        | ExprKind::Tuple(_)
        | ExprKind::List(_)
        | ExprKind::Set(_) => {
            let asked = |part| is_opinions(part) || is_asked(asking, part, steps + 1);
            value.parts().into_iter().all(asked)
        }
        _ => false,
    }
}

/// Whether one judge's opinion is picked out, whatever the list is called:
/// `next((one for one in records if one.judge == "Prosecutor"), None)`.
fn is_picked(value: &Expr<'_>) -> bool {
    let ExprKind::Call(call) = &value.kind else { return false };
    let Some(Expr { kind: ExprKind::Comprehension(made), .. }) = call.position(0) else {
        return false;
    };
    let ExprKind::Name(element) = made.element.kind else { return false };
    let is_judge = |side: &Expr<'_>| match &side.kind {
        ExprKind::Attribute(object, "judge") => object.is_name(element),
        _ => false,
    };
    let by_judge = |test: &Expr<'_>| match &test.kind {
        ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
            ([one, name], ["=="]) => is_judge(one) && name.text().is_some(),
            _ => false,
        },
        _ => false,
    };
    call.callee_name() == "next"
        && made.clauses.iter().all(|clause| match clause {
            Clause::For { iterable, .. } => {
                matches!(iterable.kind, ExprKind::Name(name) if !has(name, FOUND))
            }
            Clause::If(test) => by_judge(test),
        })
        && made.clauses.iter().any(|clause| matches!(clause, Clause::If(_)))
}

/// What is put together as one text: `" ".join(parts)`.
fn joined<'e, 'r>(call: &'e Call<'r>) -> Option<&'e Expr<'r>> {
    match &call.callee.kind {
        ExprKind::Attribute(text, "join") => call.position(0).filter(|_| text.text().is_some()),
        _ => None,
    }
}

/// Whether what is put together as one text are judges' words and what they cite.
fn is_said<'r>(asking: Asking<'r, '_>, parts: &'r Expr<'r>, steps: usize) -> bool {
    match &parts.kind {
        ExprKind::List(items) | ExprKind::Tuple(items) => {
            items.iter().all(|item| is_said(asking, item, steps))
        }
        ExprKind::Starred(inner) => is_said(asking, inner, steps),
        _ => {
            cited(parts).is_some_and(|by| is_asked(asking, by, steps))
                || is_asked(asking, parts, steps)
        }
    }
}

/// Whose list it is of what an opinion cites, which are words of the judge as well.
fn cited<'e, 'r>(value: &'e Expr<'r>) -> Option<&'e Expr<'r>> {
    match &value.kind {
        ExprKind::Attribute(judge, "cited_evidence" | "cited_evidences" | "citations") => {
            Some(judge)
        }
        _ => None,
    }
}

/// Whether what is asked for are the scores of something that was put down before, such as a report: they stand for
/// themselves, wherever that comes from.
fn keeps_scores(asking: Asking<'_, '_>, object: &Expr<'_>, name: &str) -> bool {
    let ExprKind::Name(object) = object.kind else { return false };
    has(name, &["score", "scores"])
        && !has(name, FOUND)
        && !has(object, FOUND)
        && !assigned(asking.function, object).is_empty()
}

/// Whether the opinions, or the rubric, are taken from the state: `state["opinions"]`, `state.get("rubric", {})`.
fn is_opinions(value: &Expr<'_>) -> bool {
    let names = |key: Option<&Expr<'_>>| {
        key.and_then(Expr::text)
            .is_some_and(|key| has(&key, &["opinion", "=rubric"]) && !has(&key, FOUND))
    };
    match &value.kind {
        ExprKind::Subscript(_, indices) => names(indices.first()),
        ExprKind::Call(call) => call.callee_name() == "get" && names(call.position(0)),
        _ => false,
    }
}

/// Whether a score, an opinion or a table of them is computed from such alone: an average, a table by judge.
fn is_drawn(value: &Expr<'_>) -> bool {
    let names = |part: &Expr<'_>| {
        part.last_name().is_some_and(|name| {
            has(name, FOUND)
                || !(has(name, ASKED) || DONE.contains(&name) || !name.contains(char::is_lowercase))
        })
    };
    !value.any(&names)
}

fn names_score<'r>(function: &'r Function<'r>, test: &'r Expr<'r>, steps: usize) -> bool {
    let Some(steps) = steps.checked_sub(1) else { return false };
    test.any(&|part| match &part.kind {
        ExprKind::Attribute(_, name) => has(name, &["score", "rating"]),
        ExprKind::Call(_) => {
            looked_up(part).is_some_and(|(_, name)| has(&name, &["score", "rating"]))
        }
        ExprKind::Name(name) if has(name, &["score", "rating"]) => true,
        ExprKind::Name(name) => {
            assigned(function, name).into_iter().any(|value| names_score(function, value, steps))
        }
        _ => false,
    })
}

/// What a variable of the function is given, wherever it is.
pub(in super::super) fn assigned<'r>(function: &'r Function<'r>, name: &str) -> Vec<&'r Expr<'r>> {
    let mut found = Vec::new();
    statements(&function.body, &mut |stmt| {
        let is_it = |target: &Expr<'_>| target.is_name(name);
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
            && targets.iter().any(is_it)
        {
            found.push(value);
        }
    });
    found
}

/// `getattr(x, "name", …)` is `x.name`.
pub(in super::super) fn looked_up<'e, 'r>(value: &'e Expr<'r>) -> Option<(&'e Expr<'r>, String)> {
    match &value.kind {
        ExprKind::Call(call) if call.callee.is_name("getattr") => {
            Some((call.position(0)?, call.position(1)?.text()?))
        }
        _ => None,
    }
}

/// The conditions that are asked before `test`: of branches that leave, and of those around it.
pub(in super::super) fn earlier<'r>(
    function: &'r Function<'r>,
    test: &Expr<'r>,
) -> (Vec<&'r Expr<'r>>, Vec<&'r Expr<'r>>) {
    let (mut before, mut around) = (Vec::new(), Vec::new());
    let mut loops = Vec::new();
    statements(&function.body, &mut |stmt: &Stmt<'r>| {
        if let StmtKind::For { .. } | StmtKind::While { .. } = stmt.kind {
            loops.push(stmt.span);
        }
    });
    // What leaves a loop that the condition does not stand in leaves the way to the condition open.
    let is_on_the_way = |leaving: &Stmt<'_>| {
        let own = loops.iter().filter(|one| one.holds(leaving.span)).max_by_key(|one| one.start);
        own.is_none_or(|one| one.holds(test.span))
    };
    let leaves = |body: &Body<'_>| {
        body.last().is_some_and(|last| match last.kind {
            StmtKind::Return(_) | StmtKind::Raise(_) => true,
            StmtKind::Continue | StmtKind::Break => is_on_the_way(last),
            _ => false,
        })
    };
    statements(&function.body, &mut |stmt: &Stmt<'r>| {
        let StmtKind::If { branches, .. } = &stmt.kind else { return };
        let is_around = stmt.span.start < test.span.start && test.span.end <= stmt.span.end;
        for (other, body) in branches.iter().filter(|(other, _)| other.span.start < test.span.start)
        {
            if is_around {
                around.push(other);
            } else if leaves(body) && !takes_over(body) {
                before.push(other);
            }
        }
    });
    (before, around)
}
