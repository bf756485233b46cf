//! What the variables of a deciding function are about.

use super::super::effects::is_spread;
use super::super::switches;
use super::terms::{
    FACTS, FUNCTION, SCORE, SECURITY, SPREAD, TECH_LEAD, asks_found, blocks, each_target, has,
    speaks, statements, uses,
};
use crate::detect::repo::python::justice::weighing::averages::averages;
use crate::detect::repo::python::justice::weighing::weights::{looks_up, weights_lead};
use crate::detect::repo::python::syntax::{
    Body, Call, Clause, Expr, ExprKind, Function, Stmt, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// What the other judges are called.
pub(in super::super) const RIVALS: &[&str] = &["prosecut", "defense", "defence"];

/// What a function's result, or a variable, is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::detect::repo::python::justice) struct About {
    /// What evidence found.
    pub facts: bool,
    /// How far scores lie apart, as a number.
    pub spread: bool,
    /// Whether they lie far apart.
    pub wide: bool,
}

/// The variables of one function by what they are about.
#[derive(Clone, Debug, Default)]
pub(in crate::detect::repo::python::justice) struct Notes<'r> {
    pub security: BTreeSet<&'r str>,
    pub spread: BTreeSet<&'r str>,
    pub wide: BTreeSet<&'r str>,
    pub architecture: BTreeSet<&'r str>,
    pub facts: BTreeSet<&'r str>,
    /// Weights that differ by judge.
    pub weights: BTreeSet<&'r str>,
    /// Values drawn from verdicts that were reached already.
    pub results: BTreeSet<&'r str>,
    /// The Tech Lead's opinion, and what is drawn from it alone.
    pub lead: BTreeSet<&'r str>,
    /// What is drawn from another judge's opinion.
    rivals: BTreeSet<&'r str>,
    /// Whose scores the parameters are given by all who call the function, if that is one judge.
    pub seats: BTreeMap<&'r str, Option<usize>>,
    /// Where the tests begin of branches that no run comes to.
    pub refuted: BTreeSet<usize>,
    /// What is always empty.
    pub empty: BTreeSet<&'r str>,
    /// Where the statements begin that take an average out of what another function gives.
    pub taken_apart: BTreeSet<usize>,
    /// Parameters that some caller gives anything else.
    others: BTreeSet<&'r str>,
    /// Where calls begin whose result tells that scores lie far apart, how far, or what evidence
    /// found.
    wide_calls: BTreeSet<usize>,
    spread_calls: BTreeSet<usize>,
    fact_calls: BTreeSet<usize>,
}

/// Tells what the result of a call of the repository's own is about.
pub(in super::super) type Helpers<'h> = &'h dyn Fn(&Call<'_>) -> About;

impl<'r> Notes<'r> {
    /// Reads the assignments of `function` until nothing new is learnt.
    pub(in crate::detect::repo::python::justice) fn read(
        &mut self,
        function: &'r Function<'r>,
        helpers: Helpers<'_>,
    ) {
        statements(&function.body, &mut |stmt| {
            stmt.walk(&mut |part| self.call(part, helpers));
        });
        for _ in 0..3 {
            self.body(&function.body, &[], helpers);
        }
    }

    fn call(&mut self, part: &Expr<'_>, helpers: Helpers<'_>) {
        let ExprKind::Call(call) = &part.kind else { return };
        let about = helpers(call);
        for (known, calls) in [
            (about.wide, &mut self.wide_calls),
            (about.spread, &mut self.spread_calls),
            (about.facts, &mut self.fact_calls),
        ] {
            if known {
                calls.insert(part.span.start);
            }
        }
    }

    fn body(&mut self, body: &'r Body<'r>, around: &[&'r Expr<'r>], helpers: Helpers<'_>) {
        for stmt in body {
            self.statement(stmt, around, helpers);
            if let StmtKind::If { branches, otherwise } = &stmt.kind {
                for (test, body) in branches {
                    self.body(body, &[around, &[test]].concat(), helpers);
                }
                self.body(otherwise, around, helpers);
            } else {
                for block in blocks(stmt) {
                    self.body(block, around, helpers);
                }
            }
        }
    }

    fn statement(&mut self, stmt: &'r Stmt<'r>, around: &[&'r Expr<'r>], helpers: Helpers<'_>) {
        if let StmtKind::For { target, iterable, .. } = &stmt.kind {
            self.drawn(target, iterable);
        }
        let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
        let called = match &value.kind {
            ExprKind::Call(call) => helpers(call),
            _ => About::default(),
        };
        // A flag stands for the condition under which it is set.
        let flag = matches!(value.kind, ExprKind::Bool(_));
        let under =
            |holds: &dyn Fn(&Expr<'_>) -> bool| flag && around.iter().any(|test| holds(test));
        let mut about = (*self).clone();
        for (name, judge) in in_order(targets, value) {
            if has(&judge, TECH_LEAD) {
                about.lead.insert(name);
            } else if has(&judge, RIVALS) {
                about.rivals.insert(name);
            }
        }
        for target in each_target(targets) {
            let ExprKind::Name(name) = target.kind else { continue };
            let score = has(name, SCORE);
            let note = |set: &mut BTreeSet<&'r str>, holds: bool| {
                if holds {
                    set.insert(name);
                }
            };
            note(&mut about.security, !score && speaks(value, SECURITY));
            note(&mut about.security, under(&|test| self.is_secure(test)));
            let found = !score && (asks_found(value) || called.facts);
            note(&mut about.facts, found);
            note(&mut about.facts, derived(value) && uses(value, &self.facts));
            note(&mut about.facts, under(&|test| asks_found(test) || uses(test, &self.facts)));
            note(
                &mut about.architecture,
                speaks(value, FUNCTION) || under(&|test| self.is_architecture(test)),
            );
            // A score that is settled because of the distance is no distance itself.
            let named = (!score || has(name, SPREAD)) && speaks(value, &["varianc", "stdev"]);
            note(
                &mut about.spread,
                (is_spread(value) || named || called.spread) && !averages(value),
            );
            note(&mut about.wide, self.is_wide(value) && derived(value));
            note(&mut about.wide, called.wide || under(&|test| self.is_wide(test)));
            let by_judge = matches!(&value.kind, ExprKind::Conditional(choice) if speaks(&choice.test, TECH_LEAD));
            note(&mut about.weights, by_judge || weights_lead(value));
            note(&mut about.weights, looks_up(value, &self.weights));
            note(&mut about.lead, self.is_lead_alone(value));
            note(&mut about.rivals, self.is_rival(value));
            let drawn = ["final_score", "=criteria", "criteria_results", "criterion_results"];
            note(&mut about.results, speaks(value, &drawn));
        }
        *self = about;
    }

    /// `for judge, weight in weights.items()` makes a weight of the last name, of pairs too.
    fn drawn(&mut self, target: &'r Expr<'r>, iterable: &'r Expr<'r>) {
        let table = match &iterable.kind {
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, "items") => object,
                _ => return,
            },
            _ => iterable,
        };
        let is_table = weights_lead(table)
            || matches!(table.kind, ExprKind::Name(name) if self.weights.contains(name));
        let ExprKind::Tuple(names) = &target.kind else { return };
        if let (true, Some(ExprKind::Name(name))) = (is_table, names.last().map(|name| &name.kind))
        {
            self.weights.insert(name);
        }
    }

    /// Whether a test never holds.
    pub(in crate::detect::repo::python::justice) fn never(&self, test: &Expr<'_>) -> bool {
        self.refuted.contains(&test.span.start)
            || (!self.empty.is_empty() && switches::never(test, &self.empty))
    }

    pub(in crate::detect::repo::python::justice) fn is_secure(&self, test: &Expr<'_>) -> bool {
        speaks(test, SECURITY) || uses(test, &self.security)
    }

    pub(in super::super) fn is_architecture(&self, test: &Expr<'_>) -> bool {
        speaks(test, FUNCTION) || uses(test, &self.architecture)
    }

    pub(in crate::detect::repo::python::justice) fn is_factual(&self, test: &Expr<'_>) -> bool {
        speaks(test, FACTS)
            || asks_found(test)
            || uses(test, &self.facts)
            || calls(test, &self.fact_calls)
    }

    /// Whether `value` is about the Tech Lead.
    pub(in super::super) fn is_lead(&self, value: &Expr<'_>) -> bool {
        speaks(value, TECH_LEAD) || uses(value, &self.lead)
    }

    /// Whether `value` is about the Tech Lead and about no other judge.
    pub(in crate::detect::repo::python::justice) fn is_lead_alone(&self, value: &Expr<'_>) -> bool {
        self.is_lead(value) && one_judge(value) && !uses(value, &self.rivals)
    }

    /// Whether `value` is about another judge.
    pub(in crate::detect::repo::python::justice) fn is_rival(&self, value: &Expr<'_>) -> bool {
        !self.is_lead(value) && (speaks(value, RIVALS) || uses(value, &self.rivals))
    }

    /// A parameter is given a value that is the Tech Lead's, or another. Only what every caller gives it counts.
    pub(in crate::detect::repo::python::justice) fn given(&mut self, param: &'r str, lead: bool) {
        if !lead {
            self.others.insert(param);
            self.lead.remove(param);
        } else if !self.others.contains(param) {
            self.lead.insert(param);
        }
    }

    /// A parameter is given a judge's score, or another value.
    pub(in crate::detect::repo::python::justice) fn seated(
        &mut self,
        param: &'r str,
        judge: Option<usize>,
    ) {
        let seat = self.seats.entry(param).or_insert(judge);
        if *seat != judge {
            *seat = None;
        }
    }

    /// Whether a test asks if scores lie far apart.
    pub(in crate::detect::repo::python::justice) fn is_wide(&self, test: &Expr<'_>) -> bool {
        match &test.kind {
            ExprKind::Compare(sides, operators) => {
                operators.iter().any(|operator| matches!(*operator, ">" | ">=" | "<" | "<="))
                    && sides.iter().any(|side| {
                        // How many scores there are says nothing about them.
                        if side.is_call_of("len") {
                            return false;
                        }
                        side.any(&|part| is_spread(part))
                            || calls(side, &self.spread_calls)
                            || (speaks(side, SPREAD) && !speaks(side, &["threshold", "limit"]))
                            || uses(side, &self.spread)
                    })
            }
            ExprKind::Logic(_, sides) => self.is_wide(&sides.0) || self.is_wide(&sides.1),
            ExprKind::Not(inner) => self.is_wide(inner),
            ExprKind::Conditional(choice) => {
                self.is_wide(&choice.then)
                    && matches!(choice.otherwise.kind, ExprKind::Bool(false) | ExprKind::None)
            }
            ExprKind::Call(_) => self.wide_calls.contains(&test.span.start),
            ExprKind::Name(name) => {
                self.wide.contains(name)
                    || has(
                        name,
                        &[
                            "high_variance",
                            "needs_dissent",
                            "is_split",
                            "disagree",
                            "needs_re",
                            "has_variance",
                        ],
                    )
            }
            _ => false,
        }
    }
}

/// The variables that are given at once what is drawn for judges who are listed by name in that order.
fn in_order<'r>(targets: &'r [Expr<'r>], value: &'r Expr<'r>) -> Vec<(&'r str, String)> {
    let [Expr { kind: ExprKind::Tuple(targets), .. }] = targets else { return Vec::new() };
    let ExprKind::Comprehension(made) = &value.kind else { return Vec::new() };
    let listed = made.clauses.iter().find_map(|clause| match clause {
        Clause::For { iterable, .. } => match &iterable.kind {
            ExprKind::List(items) | ExprKind::Tuple(items) => {
                items.iter().map(Expr::text).collect::<Option<Vec<_>>>()
            }
            _ => None,
        },
        Clause::If(_) => None,
    });
    let judges = listed.filter(|judges| judges.len() == targets.len()).unwrap_or_default();
    let names = targets.iter().zip(judges).filter_map(|(target, judge)| match target.kind {
        ExprKind::Name(name) => Some((name, judge)),
        _ => None,
    });
    names.collect()
}

/// Whether one of the calls stands in `value`.
fn calls(value: &Expr<'_>, begins: &BTreeSet<usize>) -> bool {
    value.any(&|part| matches!(part.kind, ExprKind::Call(_)) && begins.contains(&part.span.start))
}

/// Whether a value is drawn from one judge's opinion and not from all but one.
fn one_judge(value: &Expr<'_>) -> bool {
    !value.any(&|part| match &part.kind {
        ExprKind::Compare(_, operators) => {
            operators.iter().any(|operator| matches!(*operator, "!=" | "not in"))
        }
        ExprKind::Binary("+", _) => true,
        // Whoever steps in where the one is missing is another.
        ExprKind::Conditional(choice) => {
            !matches!(choice.otherwise.kind, ExprKind::Literal(_) | ExprKind::None)
        }
        _ => false,
    }) && !speaks(value, RIVALS)
}

/// A result that holds what its parts hold: a comparison, a truth value, a number.
fn derived(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Compare(..)
        | ExprKind::Logic(..)
        | ExprKind::Not(_)
        | ExprKind::Name(_)
        | ExprKind::Binary(..) => true,
        ExprKind::Call(call) => matches!(call.callee_name(), "bool" | "any" | "all" | "abs"),
        _ => false,
    }
}

/// What the result of `function` is about, by what it returns.
pub(in crate::detect::repo::python::justice) fn result<'r>(function: &'r Function<'r>) -> About {
    let mut notes = Notes::default();
    notes.read(function, &|_| About::default());
    let mut about = About::default();
    statements(&function.body, &mut |stmt| {
        about.facts |= stmt.expressions().into_iter().any(asks_found);
        let StmtKind::Return(Some(value)) = &stmt.kind else { return };
        let first = match &value.kind {
            ExprKind::Tuple(items) => items.first().unwrap_or(value),
            _ => value,
        };
        about.wide |= notes.is_wide(first);
        about.spread |= is_spread(first)
            || matches!(first.kind, ExprKind::Name(name) if notes.spread.contains(name));
    });
    about.facts |= answers_of_evidence(function);
    // What writes a text about evidence is no statement about it.
    about.facts &= !has(function.name, &["summar", "render", "build", "remediation", "group"]);
    about
}

/// Whether a function gives back yes or no by what evidence there is.
fn answers_of_evidence(function: &Function<'_>) -> bool {
    let is_it =
        |value: &Expr<'_>| speaks(value, &["evidence"]) && !speaks(value, &["cite", "citation"]);
    let (mut plain, mut asks) = (true, false);
    statements(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Return(Some(value)) => {
            plain &= matches!(
                value.kind,
                ExprKind::Bool(_) | ExprKind::Not(_) | ExprKind::Compare(..)
            ) || matches!(&value.kind, ExprKind::Call(call) if matches!(call.callee_name(), "any" | "all" | "bool"));
            asks |= is_it(value);
        }
        StmtKind::If { branches, .. } => asks |= branches.iter().any(|(test, _)| is_it(test)),
        _ => {}
    });
    plain && asks
}
