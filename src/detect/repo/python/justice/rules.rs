//! Recognises the five rules of synthesis by what the code does.
//!
//! A rule is believed only where a condition speaks of its subject and what follows changes or
//! explains the score. Words in comments, documentation and prompts are not looked at.

use super::super::syntax::{Body, Expr, ExprKind, Function, Stmt, StmtKind};
use super::alike;
use super::averages;
use super::effects::{
    caps, caps_low, changes_score, is_cap, is_text, only_picks, only_shifts, only_words,
    takes_average,
};
use super::notes::Notes;
use super::terms::{
    AGAIN, TECH_LEAD, any_expr, any_stmt, asks_found, block_names, block_speaks, each_target, has,
    running, speaks, statements, target_name, uses,
};
use super::weights::{weighs, weighs_most};
use crate::domain::facts::SpreadUse;
use std::collections::{BTreeMap, BTreeSet};

/// The rules in the order of the contract.
pub(super) const RULES: [&str; 5] = [
    "security_override",
    "fact_supremacy",
    "functionality_weight",
    "variance_re_evaluation",
    "dissent",
];

/// What a function implements itself.
#[derive(Debug, Default)]
pub(super) struct Found<'r> {
    pub rules: BTreeSet<&'static str>,
    /// What it does with a wide spread, where that is no re-evaluation.
    pub spread: Option<SpreadUse>,
    /// The statement that takes a plain average of the judges.
    pub average: Option<&'r Stmt<'r>>,
    /// The statement that takes an average in which they are weighed.
    pub weighted: Option<&'r Stmt<'r>>,
    /// The keys under which it returns that the scores lie far apart.
    pub announced: BTreeSet<String>,
    /// It takes the Tech Lead's score first and another's where there is none, which is a weight
    /// unless that is given elsewhere.
    pub preferred: bool,
    /// Where the calls stand by which scores that lie far apart are evaluated again.
    pub heard: BTreeSet<(usize, usize)>,
}

/// The rules that `function` implements itself, without the functions inside it.
pub(super) fn rules<'r>(function: &'r Function<'r>, notes: &Notes<'r>, text: &str) -> Found<'r> {
    let mut reading = Reading {
        function,
        notes,
        idle: alike::idle(function, text),
        found: Found::default(),
        fallbacks: averages::fallbacks(&function.body),
        sums: BTreeMap::new(),
    };
    let never = |test: &Expr<'r>| notes.never(test);
    running(&function.body, &never, &mut |stmt| reading.statement(stmt));
    let name = function.name.to_ascii_lowercase();
    if ["security_override", "rule_of_security", "security_cap", "security_rule"]
        .iter()
        .any(|word| name.contains(word))
        && any_stmt(&function.body, &|stmt| match &stmt.kind {
            StmtKind::Return(Some(value)) => is_cap(value),
            _ => false,
        })
    {
        reading.found.rules.insert("security_override");
    }
    reading.found.weighted = averages::weighted(function, &reading.fallbacks);
    reading.found
}

struct Reading<'r, 'n> {
    function: &'r Function<'r>,
    notes: &'n Notes<'r>,
    /// Where the tests begin of branches that come to the score that is come to without them.
    idle: BTreeSet<usize>,
    found: Found<'r>,
    /// Where the statements begin that run only where something ordinary is missing.
    fallbacks: BTreeSet<usize>,
    /// The greatest weights that were added up: the Tech Lead's and the others'.
    sums: BTreeMap<String, (f64, f64)>,
}

impl<'r> Reading<'r, '_> {
    fn statement(&mut self, stmt: &'r Stmt<'r>) {
        if let StmtKind::If { branches, .. } = &stmt.kind {
            for (test, body) in branches.iter().filter(|(test, _)| !self.notes.never(test)) {
                self.branch(test, body);
            }
        }
        for value in stmt.expressions() {
            value.each(&mut |part| self.value(part));
        }
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let dissent =
                    each_target(targets).iter().any(|one| has(&target_name(one), &["dissent"]));
                self.written(dissent, value);
                self.weighed(value);
                self.preferred(targets, value);
            }
            StmtKind::Augment { target, value } => {
                self.added(target_name(target), value);
                self.written(has(&target_name(target), &["dissent"]), value);
                self.weighed(value);
            }
            StmtKind::Return(Some(value)) => {
                self.weighed(value);
                self.announce(value);
            }
            _ => {}
        }
        let ordinary = !self.fallbacks.contains(&stmt.span.start);
        if self.found.average.is_none() && ordinary && takes_average(stmt, &self.notes.results) {
            self.found.average = Some(stmt);
        }
    }

    fn branch(&mut self, test: &'r Expr<'r>, body: &'r Body<'r>) {
        let function = self.function.name.to_ascii_lowercase();
        let scores = changes_score(body);
        let secure = self.notes.is_secure(test)
            || ["security_override", "rule_of_security"].iter().any(|one| function.contains(one));
        let prosecuted = speaks(test, &["prosecut"]) && asks_score(test) && caps_low(body);
        if (secure && caps(body)) || prosecuted {
            self.found.rules.insert("security_override");
        }
        let suprem = ["suprem", "fact_check", "rule_of_evidence", "evidence_rule"]
            .iter()
            .any(|word| function.contains(word));
        let facts = self.notes.is_factual(test)
            || (suprem
                && speaks(test, &["evidence", "score", "support", "valid", "cited", "citation"]))
            || outweighed(test, body);
        if facts && !secure && (scores || outweighed(test, body)) {
            self.found.rules.insert("fact_supremacy");
        }
        let lead = block_speaks(body, TECH_LEAD)
            || self.notes.is_lead(test)
            || any_expr(body, &|value| self.notes.is_lead(value));
        let architecture = self.notes.is_architecture(test) || function.contains("functionality");
        if (architecture && lead && scores) || (speaks(test, TECH_LEAD) && leans(body)) {
            self.found.rules.insert("functionality_weight");
        }
        if self.notes.is_wide(test) {
            self.wide(test, body, scores);
        }
        let written = || {
            // Where the scores lie close together nothing is returned, and else what comes after.
            returns_text(body) || (self.notes.is_wide(test) && returns_text(&self.function.body))
        };
        if function.contains("dissent") && written() {
            self.found.rules.insert("dissent");
        }
    }

    /// What happens where the scores lie far apart.
    fn wide(&mut self, test: &Expr<'r>, body: &'r Body<'r>, scores: bool) {
        let again = block_names(body, AGAIN);
        let named = again || speaks(test, AGAIN) || has(self.function.name, AGAIN);
        let mut calls = BTreeSet::new();
        statements(body, &mut |stmt| {
            for value in stmt.expressions() {
                value.each(&mut |part| match &part.kind {
                    ExprKind::Call(call) if speaks(&call.callee, AGAIN) => {
                        calls.insert((call.callee.span.start, call.callee.span.end));
                    }
                    _ => {}
                });
            }
        });
        let heard = !calls.is_empty();
        self.found.heard.extend(calls);
        let idle = self.idle.contains(&test.span.start);
        let looks = any_expr(body, &asks_found);
        let settles = looks || !(only_picks(body) || only_shifts(body));
        if heard || (scores && !idle && (named || settles)) {
            self.found.rules.insert("variance_re_evaluation");
        } else if idle || only_words(body) {
            self.found.spread = self.found.spread.or(Some(SpreadUse::Words));
        } else {
            self.found.spread = Some(SpreadUse::Choice);
        }
        if writes_dissent(body) {
            self.found.rules.insert("dissent");
        }
    }

    fn value(&mut self, value: &'r Expr<'r>) {
        match &value.kind {
            ExprKind::Conditional(choice)
                if self.notes.is_secure(&choice.test) && is_cap(&choice.then) =>
            {
                self.found.rules.insert("security_override");
            }
            ExprKind::Call(call) => {
                for arg in &call.args {
                    if let super::super::syntax::Passing::Keyword(name) = arg.passing {
                        self.written(has(name, &["dissent"]), &arg.value);
                        self.weighed(&arg.value);
                    }
                }
                if let ("append", ExprKind::Attribute(object, _), Some(item)) =
                    (call.callee_name(), &call.callee.kind, call.position(0))
                {
                    self.written(speaks(object, &["dissent"]), item);
                }
            }
            ExprKind::Dict(pairs) => {
                for (key, value) in pairs {
                    let key = key.as_ref().and_then(Expr::text).unwrap_or_default();
                    self.written(has(&key, &["dissent"]), value);
                }
            }
            _ => {}
        }
    }

    /// `dissent = … if spread > 2 else None`, `dissent_summary = "\n".join(lines)`.
    fn written(&mut self, dissent: bool, value: &Expr<'r>) {
        let depends = value.any(&|part| match &part.kind {
            ExprKind::Conditional(choice) => {
                self.notes.is_wide(&choice.test) || speaks(&choice.test, &["varianc", "spread"])
            }
            _ => false,
        });
        if dissent && (depends || composes(value)) {
            self.found.rules.insert("dissent");
        }
    }

    fn weighed(&mut self, value: &Expr<'r>) {
        let lead = |part: &Expr<'_>| self.notes.is_lead(part);
        if weighs(value, &self.notes.weights) || weighs_most(value, &lead) {
            self.found.rules.insert("functionality_weight");
        }
    }

    /// `total += tech_lead.score * 2` beside `total += defense.score`.
    fn added(&mut self, total: String, value: &Expr<'r>) {
        if !speaks(value, &["score"]) {
            return;
        }
        let weight = match &value.kind {
            ExprKind::Binary("*", sides) => [&sides.0, &sides.1].into_iter().find_map(|side| {
                let ExprKind::Literal(number) = side.kind else { return None };
                number.parse::<f64>().ok()
            }),
            _ => Some(1.0),
        };
        let Some(weight) = weight else { return };
        let (leads, others) = self.sums.entry(total).or_insert((0.0, 0.0));
        let group = if self.notes.is_lead(value) { &mut *leads } else { &mut *others };
        *group = group.max(weight);
        if *others > 0.0 && *leads > *others {
            self.found.rules.insert("functionality_weight");
        }
    }

    /// `base = tech if tech is not None else prosecutor`.
    fn preferred(&mut self, targets: &[Expr<'r>], value: &Expr<'r>) {
        let ExprKind::Conditional(choice) = &value.kind else { return };
        let whole = |side: &Expr<'_>| match &side.kind {
            ExprKind::Name(name) => self.notes.lead.contains(name),
            ExprKind::Attribute(_, "score") => self.notes.is_lead(side),
            _ => false,
        };
        let asked = choice.test.any(&|part| matches!(part.kind, ExprKind::Name(_)))
            && self.notes.is_lead(&choice.test);
        let score = targets.iter().any(|one| has(&target_name(one), &["=base", "score", "final"]));
        let own = targets.iter().any(|one| self.notes.is_lead(one));
        let other = matches!(choice.otherwise.kind, ExprKind::Literal(_) | ExprKind::None);
        self.found.preferred |= asked && score && !own && !other && whole(&choice.then);
    }

    fn announce(&mut self, value: &Expr<'r>) {
        value.each(&mut |part| {
            if let ExprKind::Dict(pairs) = &part.kind {
                for (key, value) in pairs {
                    let wide = uses(value, &self.notes.wide) || self.notes.is_wide(value);
                    let key = key.as_ref().and_then(Expr::text).filter(|_| wide);
                    self.found.announced.extend(key);
                }
            }
        });
    }
}

/// Whether a test compares a score.
fn asks_score(test: &Expr<'_>) -> bool {
    test.any(&|part| matches!(&part.kind, ExprKind::Compare(sides, _) if sides.iter().any(|side| speaks(side, &["score"]))),
    )
}

/// An opinion is left out where evidence is weak: `if confidence < 0.5 and score >= 4: continue`.
fn outweighed(test: &Expr<'_>, body: &Body<'_>) -> bool {
    let compares = |words: &[&str], operators: [&str; 2]| {
        test.any(&|part| match &part.kind {
            ExprKind::Compare(sides, found) => {
                sides.first().is_some_and(|side| speaks(side, words))
                    && found.iter().any(|operator| operators.contains(operator))
            }
            _ => false,
        })
    };
    compares(&["confiden", "evidence"], ["<", "<="])
        && compares(&["score"], [">", ">="])
        && body.iter().all(|stmt| matches!(stmt.kind, StmtKind::Continue | StmtKind::Expr(_)))
        && body.iter().any(|stmt| matches!(stmt.kind, StmtKind::Continue))
}

/// The score is drawn towards the Tech Lead's: `score = (score + tech_lead.score) / 2`.
fn leans(body: &Body<'_>) -> bool {
    any_stmt(body, &|stmt| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            targets.iter().any(|target| {
                let name = target_name(target);
                has(&name, &["score", "final"]) && speaks(value, &[name.as_str()])
            }) && value.any(&|part| {
                matches!(&part.kind, ExprKind::Binary("+", sides)
                if speaks(&sides.0, TECH_LEAD) != speaks(&sides.1, TECH_LEAD))
            }) && !speaks(value, &["prosecut", "defense", "defence"])
        }
        _ => false,
    })
}

/// Whether a block assigns to, or passes on, something whose name speaks of dissent.
fn writes_dissent(body: &Body<'_>) -> bool {
    let word: &[&str] = &["dissent"];
    any_stmt(body, &|stmt| match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().any(|target| speaks(target, word)),
        StmtKind::Augment { target, .. } => speaks(target, word),
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => speaks(&call.callee, word),
        _ => false,
    })
}

/// Whether a text is put together: a template, joined lines, the result of what writes it.
fn composes(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Str(_) => value.text().is_none(),
        ExprKind::Call(call) => {
            call.callee_name() == "join"
                || (has(call.callee_name(), &["dissent"])
                    && has(
                        call.callee_name(),
                        &[
                            "summar", "text", "build", "generat", "write", "expla", "note",
                            "compose",
                        ],
                    ))
        }
        ExprKind::Conditional(choice) => composes(&choice.then) || composes(&choice.otherwise),
        ExprKind::Binary("+", sides) => {
            is_text(value) && (composes(&sides.0) || composes(&sides.1))
        }
        _ => false,
    }
}

fn returns_text(body: &Body<'_>) -> bool {
    any_stmt(body, &|stmt| match &stmt.kind {
        StmtKind::Return(Some(value)) => {
            !matches!(value.kind, ExprKind::None | ExprKind::Bool(_) | ExprKind::Compare(..))
        }
        _ => false,
    })
}

/// The keys that `function` asks before it sends opinions to be heard again.
pub(super) fn routes_again(function: &Function<'_>) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    statements(&function.body, &mut |stmt| {
        let StmtKind::If { branches, .. } = &stmt.kind else { return };
        for (test, body) in branches {
            let again = any_stmt(body, &|stmt| match &stmt.kind {
                StmtKind::Return(Some(value)) => speaks(value, AGAIN) || speaks(value, &["judge"]),
                _ => false,
            });
            if again {
                test.each(&mut |part| keys.extend(part.text()));
            }
        }
    });
    keys
}

/// Whether `value` is, by its name or its form, how far scores lie apart.
pub(in crate::detect::repo::python) fn measures_spread(value: &Expr<'_>) -> bool {
    super::effects::is_spread(value)
        || speaks(value, &["varianc", "spread", "disagree", "divergen"])
}
