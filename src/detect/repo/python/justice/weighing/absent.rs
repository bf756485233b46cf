//! Judges who gave no opinion and count with a score that is written in the synthesis.

use super::super::Hearing;
use super::super::caps::alone::looked_up;
use super::super::reading::functions::court::Key;
use super::super::reading::guards::is_missing;
use super::super::reading::variables::terms::{has, speaks};
use super::super::reading::variables::told::told;
use crate::detect::repo::python::syntax::{
    Call, Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind,
};
use crate::domain::facts::AbsentJudge;
use std::collections::BTreeSet;

/// What judges are called.
const JUDGES: &[&str] = &["prosecut", "defense", "defence", "techlead", "tech_lead", "=tech"];

impl Hearing<'_, '_> {
    /// The scores with which judges who gave no opinion count in a function and in what it calls that is not `listed`.
    pub(in super::super) fn absent(&self, key: Key, listed: &BTreeSet<Key>) -> Vec<AbsentJudge> {
        let called = self.court.called(key).into_iter();
        let called = called.filter(|one| self.reached.contains(one) && !listed.contains(one));
        let mut found: Vec<AbsentJudge> = Vec::new();
        // Where criteria that not all judges scored are passed over, whoever is called behind that has all.
        let is_guarded = self.reached.iter().any(|one| passes_over(self.function(*one)));
        let may_lack = |key: &Key| !is_guarded || passes_over(self.function(*key));
        for key in std::iter::once(key).chain(called).filter(may_lack) {
            let module = self.court.module(key);
            for (score, value) in scores(self.function(key)) {
                let one = AbsentJudge { score, place: module.place(value.span) };
                if !found.contains(&one) {
                    found.push(one);
                }
            }
        }
        found
    }
}

/// The scores that stand in for a judge in a function and in those inside it, each with the value that gives it.
fn scores<'r>(function: &'r Function<'r>) -> Vec<(u32, &'r Expr<'r>)> {
    let told = told(function);
    let lacking = lacking(function);
    let mut found = Vec::new();
    found.extend(missing(function));
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::Function(inner) = &stmt.kind {
            found.extend(missing(inner));
        }
        let is_told = match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets
                .iter()
                .all(|target| matches!(target.kind, ExprKind::Name(name) if told.contains(name))),
            _ => false,
        };
        for value in stmt.expressions().into_iter().filter(|_| !is_told) {
            counted(function, value, &lacking, &mut found);
        }
    });
    found
}

/// Whether a function goes no further with what not all judges gave an opinion on: `if not all([…]): … continue`.
fn passes_over(function: &Function<'_>) -> bool {
    let is_all = |test: &Expr<'_>| match &test.kind {
        ExprKind::Not(inner) => inner.is_call_of("all") && speaks(inner, JUDGES),
        _ => false,
    };
    let mut found = false;
    Stmt::each(&function.body, &mut |stmt| {
        let StmtKind::If { branches, .. } = &stmt.kind else { return };
        found |= branches.iter().any(|(test, body)| {
            let leaves = body.last().is_some_and(|last| {
                matches!(last.kind, StmtKind::Continue | StmtKind::Return(_) | StmtKind::Raise(_))
            });
            leaves && is_all(test)
        });
    });
    found
}

/// The blocks of a function that run where something is missing.
fn lacking(function: &Function<'_>) -> Vec<Span> {
    let is_there = |test: &Expr<'_>| match &test.kind {
        ExprKind::Name(_) => true,
        ExprKind::Compare(_, operators) => matches!(operators.as_slice(), ["in" | "is not"]),
        _ => false,
    };
    let is_lacking = |test: &Expr<'_>| match &test.kind {
        ExprKind::Compare(_, operators) if matches!(operators.as_slice(), ["not in"]) => true,
        _ => is_missing(test),
    };
    let mut found = Vec::new();
    Stmt::each(&function.body, &mut |stmt| {
        let StmtKind::If { branches, otherwise } = &stmt.kind else { return };
        let lacking = branches.iter().filter(|(test, _)| is_lacking(test));
        let mut blocks: Vec<_> = lacking.map(|(_, body)| body).collect();
        blocks.extend(branches.last().filter(|(test, _)| is_there(test)).map(|_| otherwise));
        found.extend(blocks.into_iter().flatten().map(|stmt| stmt.span));
    });
    found
}

/// Collects what stands in for a judge in a value, without what is only written into texts.
fn counted<'r>(
    function: &'r Function<'r>,
    value: &'r Expr<'r>,
    lacking: &[Span],
    found: &mut Vec<(u32, &'r Expr<'r>)>,
) {
    if matches!(value.kind, ExprKind::Str(_)) {
        return;
    }
    let score = match &value.kind {
        ExprKind::Call(call) => {
            let is_lacking = lacking.iter().any(|block| block.holds(value.span));
            let found = looked_for(call).or_else(|| picked(call));
            found.or_else(|| built(call).filter(|_| is_lacking))
        }
        ExprKind::Conditional(choice) => {
            let is_asked = of_judge(function, &choice.then)
                .is_some_and(|judge| speaks(&choice.test, &[judge]));
            literal(&choice.otherwise).filter(|_| is_asked)
        }
        _ => None,
    };
    found.extend(score.map(|score| (score, value)));
    for part in value.parts() {
        counted(function, part, lacking, found);
    }
}

/// `scores.get("Prosecutor", 1)`
fn looked_for(call: &Call<'_>) -> Option<u32> {
    let ExprKind::Attribute(table, "get") = &call.callee.kind else { return None };
    let judge = call.position(0)?.text()?;
    let is_score = has(&judge, JUDGES) && speaks(table, &["score"]);
    literal(call.position(1)?).filter(|_| is_score)
}

/// `next((one.score for one in opinions if one.judge == "Prosecutor"), 3)`
fn picked(call: &Call<'_>) -> Option<u32> {
    let ExprKind::Comprehension(made) = &call.position(0)?.kind else { return None };
    let ExprKind::Attribute(_, "score") = made.element.kind else { return None };
    let is_judge = |test: &Expr<'_>| match &test.kind {
        ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
            ([one, name], ["=="]) => {
                speaks(one, &["judge"]) && name.text().is_some_and(|name| has(&name, JUDGES))
            }
            _ => false,
        },
        _ => false,
    };
    let mut tests = made.tests();
    let is_one = tests.next().is_some_and(is_judge) && tests.next().is_none();
    literal(call.position(1)?).filter(|_| call.callee_name() == "next" && is_one)
}

/// `JudicialOpinion(judge="Prosecutor", score=1, …)`: no model gave it.
fn built(call: &Call<'_>) -> Option<u32> {
    let name = call.callee_name();
    let given = |wanted: &str| {
        call.args.iter().find_map(|arg| match arg.passing {
            Passing::Keyword(name) if name == wanted => Some(&arg.value),
            _ => None,
        })
    };
    let is_opinion = name.starts_with(char::is_uppercase) && has(name, &["opinion"]);
    given("judge").filter(|_| is_opinion)?;
    literal(given("score")?)
}

/// The judge whose score a value is: `defense` in `defense.score` or `defense[0].score`, whatever the variable is called
/// that holds that judge's opinion.
fn of_judge<'r>(function: &Function<'r>, value: &Expr<'r>) -> Option<&'r str> {
    let value = match &value.kind {
        ExprKind::Call(call) if matches!(call.callee_name(), "int" | "float") => {
            call.position(0)?
        }
        _ => value,
    };
    let ExprKind::Attribute(judge, "score") = &value.kind else { return None };
    let judge = match &judge.kind {
        ExprKind::Subscript(list, _) => list,
        _ => judge,
    };
    match judge.kind {
        ExprKind::Name(name) if has(name, JUDGES) || holds_judge(function, name) => Some(name),
        _ => None,
    }
}

/// Whether a variable is given one judge's opinion and nothing else: `op = by_judge.get("Defense")`.
fn holds_judge(function: &Function<'_>, name: &str) -> bool {
    let is_judge = |value: &Expr<'_>| {
        let (mut named, mut is_other) = (BTreeSet::new(), false);
        value.each(&mut |part| match &part.kind {
            ExprKind::Str(_) => {
                named.extend(part.text().filter(|text| has(text, JUDGES)));
            }
            ExprKind::Compare(_, operators) => is_other |= !matches!(operators[..], ["=="]),
            _ => {}
        });
        named.len() == 1 && !is_other
    };
    let mut given = Vec::new();
    Stmt::each(&function.body, &mut |stmt| {
        let is_it = |target: &Expr<'_>| target.is_name(name);
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
            && targets.iter().any(is_it)
        {
            given.push(is_judge(value));
        }
    });
    !given.is_empty() && given.into_iter().all(|is_judge| is_judge)
}

/// What a function gives where the opinion that it is asked for is missing, if it gives that opinion's score else.
fn missing<'r>(function: &'r Function<'r>) -> Option<(u32, &'r Expr<'r>)> {
    let param = function.params.iter().find(|param| !param.is_self())?;
    let is_it = |value: &Expr<'_>| value.is_name(param.name);
    let is_missing = |test: &Expr<'_>| match &test.kind {
        ExprKind::Not(inner) => is_it(inner),
        ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
            ([one, Expr { kind: ExprKind::None, .. }], ["is"]) => is_it(one),
            _ => false,
        },
        _ => false,
    };
    let is_score = |part: &Expr<'_>| match &part.kind {
        ExprKind::Attribute(object, "score") => is_it(object),
        _ => looked_up(part).is_some_and(|(object, name)| name == "score" && is_it(object)),
    };
    let (mut given, mut scores) = (None, false);
    for stmt in &function.body {
        match &stmt.kind {
            StmtKind::If { branches, .. } => {
                if let [(test, body)] = branches.as_slice()
                    && let [Stmt { kind: StmtKind::Return(Some(value)), .. }] = body.as_slice()
                    && is_missing(test)
                {
                    given = literal(value).map(|score| (score, value));
                }
            }
            StmtKind::Return(Some(value)) => scores |= value.any(&is_score),
            _ => {}
        }
    }
    given.filter(|_| scores)
}

fn literal(value: &Expr<'_>) -> Option<u32> {
    match value.kind {
        ExprKind::Literal(number) => number.parse().ok().filter(|score| (1..=5).contains(score)),
        _ => None,
    }
}
