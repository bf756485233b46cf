//! Caps for security that pass over the opinions in which the Prosecutor judges worst.

use super::super::Hearing;
use super::super::reading::effects::bounds;
use super::super::reading::found::Found;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::{speaks, statements};
use super::alone::assigned;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::SparedOpinion;
use std::collections::BTreeSet;

/// The rule for caps.
const RULE: &str = "security_override";
/// What the Prosecutor is called.
const PROSECUTOR: &[&str] = &["prosecut"];
/// Calls that leave what they are given as it is.
const LEAVES: &[&str] =
    &["len", "list", "set", "sorted", "tuple", "bool", "any", "all", "print", "enumerate", "join"];

impl<'r> Hearing<'r, '_> {
    /// The condition under which a function goes on to the next opinion where this one's score is low, if no cap is
    /// come to without another opinion, and the score that is capped is more than the least.
    pub(in super::super) fn spared(&self, key: Key, found: &Found<'r>) -> Option<SparedOpinion> {
        let averages = |found: &Found<'_>| found.average.is_some() || found.weighted.is_some();
        if !found.rules.contains(RULE)
            || !self.found.values().any(averages)
            || !self.is_the_cap(key)
        {
            return None;
        }
        let function = self.function(key);
        let mut spared = None;
        statements(&function.body, &mut |stmt| {
            spared =
                spared.or_else(|| skips(function, stmt).filter(|skip| hangs_on(function, skip)));
        });
        let Skip { test, .. } = spared?;
        let module = self.court.module(key);
        Some(SparedOpinion { when: module.written(test.span, 60), place: module.place(test.span) })
    }

    /// Whether every other function that caps does so by what this one gives.
    fn is_the_cap(&self, key: Key) -> bool {
        let mut ours = self.found.iter().filter(|(other, found)| {
            **other != key && found.rules.contains(RULE) && !self.uncalled.contains(other)
        });
        ours.all(|(other, found)| {
            let function = self.function(*other);
            let gives = |value: &Expr<'r>| {
                value.any(&|part| match &part.kind {
                    ExprKind::Call(call) => self.run_by(*other, call) == [key],
                    _ => false,
                })
            };
            let is_given = |name: &str| {
                let values = every_given(function, name);
                !values.is_empty() && values.into_iter().all(gives)
            };
            let by_it = |test: &Expr<'r>| match &test.kind {
                ExprKind::Name(name) => is_given(name),
                ExprKind::Compare(sides, _) => {
                    matches!(sides.first().map(|side| &side.kind), Some(ExprKind::Name(name)) if is_given(name))
                }
                _ => false,
            };
            !found.unseen && !found.caps.is_empty() && found.caps.iter().all(|cap| by_it(cap.test))
        })
    }
}

/// A loop that goes on to the next opinion.
#[derive(Clone, Copy)]
struct Skip<'r> {
    test: &'r Expr<'r>,
    /// What follows in the loop.
    rest: &'r [Stmt<'r>],
}

/// Where a loop over the Prosecutor's opinions goes on to the next because the score of this one is low.
fn skips<'r>(function: &'r Function<'r>, stmt: &'r Stmt<'r>) -> Option<Skip<'r>> {
    let StmtKind::For { target, iterable, body, .. } = &stmt.kind else { return None };
    let ExprKind::Name(one) = target.kind else { return None };
    let of_prosecutor = match iterable.kind {
        ExprKind::Name(name) => {
            let given = assigned(function, name);
            if given.is_empty() {
                speaks(iterable, PROSECUTOR)
            } else {
                given.into_iter().all(chooses_prosecutor)
            }
        }
        _ => false,
    };
    body.iter().enumerate().find_map(|(at, stmt)| {
        let StmtKind::If { branches, otherwise } = &stmt.kind else { return None };
        let [(test, then)] = branches.as_slice() else { return None };
        let goes_on = matches!(then.as_slice(), [Stmt { kind: StmtKind::Continue, .. }]);
        let is_spared = match &test.kind {
            ExprKind::Logic("and", sides) => {
                (is_prosecutor(&sides.0) && is_low(&sides.1, one))
                    || (is_prosecutor(&sides.1) && is_low(&sides.0, one))
            }
            _ => of_prosecutor && is_low(test, one),
        };
        let is_whole = goes_on && otherwise.is_empty() && is_spared;
        is_whole.then(|| Skip { test, rest: &body[at + 1..] })
    })
}

/// Whether a value is what the Prosecutor says, and not what the others do.
fn chooses_prosecutor(value: &Expr<'_>) -> bool {
    let leaves_out = |part: &Expr<'_>| match &part.kind {
        ExprKind::Compare(_, operators) => {
            operators.iter().any(|operator| matches!(*operator, "!=" | "not in" | "is not"))
        }
        ExprKind::Not(_) => true,
        _ => false,
    };
    speaks(value, PROSECUTOR) && !value.any(&leaves_out)
}

/// `opinion.judge == "Prosecutor"`.
fn is_prosecutor(test: &Expr<'_>) -> bool {
    matches!(&test.kind, ExprKind::Compare(_, operators) if operators.as_slice() == ["=="])
        && speaks(test, PROSECUTOR)
}

/// Whether the score of `one` is at the lower end: `one.score <= 3`.
fn is_low(test: &Expr<'_>, one: &str) -> bool {
    let ExprKind::Compare(sides, operators) = &test.kind else { return false };
    let is_score = |side: &Expr<'_>| match &side.kind {
        ExprKind::Attribute(object, "score") => object.is_name(one),
        _ => false,
    };
    let is_number = |side: &Expr<'_>| {
        matches!(side.kind, ExprKind::Literal(number)
            if number.parse::<f64>().is_ok_and(|number| (1.0..=3.0).contains(&number)))
    };
    match (sides.as_slice(), operators.as_slice()) {
        ([score, number], ["<" | "<="]) | ([number, score], [">" | ">="]) => {
            is_score(score) && is_number(number)
        }
        _ => false,
    }
}

/// Whether every cap of a function stands in what follows in the loop, or behind something that stays empty without it.
fn hangs_on<'r>(function: &'r Function<'r>, skip: &Skip<'r>) -> bool {
    let filled = filled(function, skip);
    let mut guards = Guards { filled: &filled, skip, caps: 0, free: 0 };
    guards.block(&function.body, false);
    guards.caps > 0 && guards.free == 0
}

/// Goes through a function for caps.
struct Guards<'f, 'r> {
    filled: &'f BTreeSet<&'r str>,
    skip: &'f Skip<'r>,
    caps: usize,
    /// Those that may be come to where nothing was filled in.
    free: usize,
}

impl<'r> Guards<'_, 'r> {
    fn block(&mut self, body: &'r Body<'r>, guarded: bool) {
        let mut guarded = guarded;
        for stmt in body {
            let inside = guarded || self.skip.rest.iter().any(|one| one.span.holds(stmt.span));
            if bounds(stmt) {
                self.caps += 1;
                self.free += usize::from(!inside);
            }
            match &stmt.kind {
                StmtKind::If { branches, otherwise } => {
                    for (test, body) in branches {
                        self.block(body, inside || self.is_filled(test));
                    }
                    self.block(otherwise, inside);
                    // Behind what is left where nothing was filled in.
                    if let [(test, body)] = branches.as_slice()
                        && let ExprKind::Not(test) = &test.kind
                        && self.is_filled(test)
                        && matches!(body.last().map(|last| &last.kind), Some(StmtKind::Return(_)))
                    {
                        guarded = true;
                    }
                }
                StmtKind::For { iterable, body, otherwise, .. } => {
                    self.block(body, inside || self.is_filled(iterable));
                    self.block(otherwise, inside);
                }
                StmtKind::Function(_) | StmtKind::Class(_) => {}
                _ => stmt.blocks().into_iter().for_each(|body| self.block(body, inside)),
            }
        }
    }

    /// Whether a condition holds only where something was filled in.
    fn is_filled(&self, test: &Expr<'r>) -> bool {
        match &test.kind {
            ExprKind::Name(name) => self.filled.contains(name),
            ExprKind::Logic("and", sides) => self.is_filled(&sides.0) || self.is_filled(&sides.1),
            _ => false,
        }
    }
}

/// The variables that begin empty and are filled only in what follows in the loop, or from one that is.
fn filled<'r>(function: &'r Function<'r>, skip: &Skip<'r>) -> BTreeSet<&'r str> {
    let mut names: BTreeSet<&'r str> = BTreeSet::new();
    statements(&function.body, &mut |stmt| {
        if let StmtKind::Assign { targets, .. } = &stmt.kind
            && let [Expr { kind: ExprKind::Name(name), .. }] = targets.as_slice()
        {
            names.insert(*name);
        }
    });
    let mut filled: BTreeSet<&'r str> = BTreeSet::new();
    loop {
        let more: Vec<&str> = names
            .iter()
            .copied()
            .filter(|name| !filled.contains(name))
            .filter(|name| {
                Filling { name, filled: &filled, skip }.is_only_there(&function.body, false)
            })
            .collect();
        if more.is_empty() {
            return filled;
        }
        filled.extend(more);
    }
}

/// Looks for what fills a variable.
struct Filling<'f, 'r> {
    name: &'f str,
    filled: &'f BTreeSet<&'r str>,
    skip: &'f Skip<'r>,
}

impl<'r> Filling<'_, 'r> {
    /// Whether a block fills it nowhere else than where that counts; `counts` says whether the block itself does.
    fn is_only_there(&self, body: &'r Body<'r>, counts: bool) -> bool {
        body.iter().all(|stmt| {
            let counts = counts || self.skip.rest.iter().any(|one| one.span.holds(stmt.span));
            if !counts && self.fills(stmt) {
                return false;
            }
            match &stmt.kind {
                StmtKind::For { iterable, body, otherwise, .. } => {
                    let drawn =
                        matches!(iterable.kind, ExprKind::Name(name) if self.filled.contains(name));
                    self.is_only_there(body, counts || drawn)
                        && self.is_only_there(otherwise, counts)
                }
                StmtKind::Function(_) | StmtKind::Class(_) => !mentions(stmt, self.name),
                _ => stmt.blocks().into_iter().all(|body| self.is_only_there(body, counts)),
            }
        })
    }

    /// Whether a statement may put something into it.
    fn fills(&self, stmt: &'r Stmt<'r>) -> bool {
        let is_it = |value: &Expr<'_>| value.is_name(self.name);
        let writes = match &stmt.kind {
            StmtKind::Assign { targets, value, .. } => {
                let own = targets.iter().any(is_it);
                let parts = targets.iter().any(|one| !is_it(one) && one.any(&is_it));
                // Under another name it may be filled as well.
                parts
                    || value.as_ref().is_some_and(|value| is_it(value) || (own && !is_empty(value)))
            }
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => target.any(&is_it),
            StmtKind::With { .. } => stmt.any(&is_it),
            _ => false,
        };
        let calls = |part: &Expr<'_>| match &part.kind {
            ExprKind::Call(call) => {
                let on = matches!(&call.callee.kind, ExprKind::Attribute(object, name)
                    if is_it(object) && !matches!(*name, "values" | "items" | "keys" | "get" | "copy"));
                let given = call.args.iter().any(|arg| is_it(&arg.value));
                on || (given && !LEAVES.contains(&call.callee_name()))
            }
            ExprKind::Named(name, _) => *name == self.name,
            _ => false,
        };
        writes || stmt.any(&calls)
    }
}

/// Whether a value is empty, or holds nothing to begin with.
fn is_empty(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::None | ExprKind::Bool(false) => true,
        ExprKind::List(items) => items.is_empty(),
        ExprKind::Dict(pairs) => pairs.is_empty(),
        ExprKind::Call(call) => {
            matches!(call.callee.kind, ExprKind::Name("list" | "dict" | "set"))
                && call.args.is_empty()
        }
        _ => false,
    }
}

/// What a variable is given, alone or as one of several.
fn every_given<'r>(function: &'r Function<'r>, name: &str) -> Vec<&'r Expr<'r>> {
    let mut given = Vec::new();
    statements(&function.body, &mut |stmt| {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
            && targets.iter().any(|target| target.any(&|part| part.is_name(name)))
        {
            given.push(value);
        }
    });
    given
}

/// Whether a definition has the name in it.
fn mentions(stmt: &Stmt<'_>, name: &str) -> bool {
    let own = stmt.any(&|part| part.is_name(name));
    own || stmt.blocks().into_iter().flatten().any(|stmt| mentions(stmt, name))
}
