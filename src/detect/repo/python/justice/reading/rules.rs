//! Recognises the five rules of synthesis by what the code does.
//!
//! A rule is believed only where a condition speaks of its subject and what follows changes or
//! explains the score. Words in comments, documentation and prompts are not looked at.

mod apart;
mod printed;
mod sense;
mod turned;
mod weighing;

use super::super::caps::alone;
use super::super::caps::outbid::outbid;
use super::super::dissent::alike;
use super::super::dissent::looks::{Looking, Sight};
use super::super::facts::supremacy;
use super::super::weighing::averages::{self, takes_average};
use super::effects::{caps, caps_low, changed, is_cap};
use super::found::{Cap, Found};
use super::guards;
use super::levelled::lowers;
use super::signs::{asks_prosecutor, composes, leans, outweighed, returns_text};
use super::variables::notes::Notes;
use super::variables::terms::{
    TECH_LEAD, any_stmt, each_target, has, running, speaks, target_name, uses,
};
use super::variables::told;
use super::variables::told::{holds_to_effect, only_told};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use crate::domain::facts::SpreadUse;
use std::collections::{BTreeMap, BTreeSet};
use weighing::Sum;

/// The rules for scores that lie far apart.
const APART: [&str; 2] = ["variance_re_evaluation", "dissent"];

/// The rules that `function` implements itself, without the functions inside it.
pub(in super::super) fn rules<'r>(
    function: &'r Function<'r>,
    notes: &Notes<'r>,
    text: &str,
    helper: Looking<'_>,
) -> Found<'r> {
    let mut reading = Reading {
        function,
        notes,
        sight: Sight { function, notes, helper },
        idle: alike::idle(function, text),
        told: told::told(function),
        dropped: told::dropped(function),
        apart: Vec::new(),
        ruled: Vec::new(),
        chosen: (0, 0),
        found: Found::default(),
        here: function.span,
        behind: None,
        decides: false,
        branched: BTreeSet::new(),
        confirmed: false,
        fallbacks: averages::fallbacks(&function.body),
        sums: BTreeMap::new(),
        averages: Vec::new(),
    };
    let never = |test: &Expr<'r>| notes.never(test);
    running(&function.body, &never, &mut |stmt| reading.statement(stmt));
    let name = function.name.to_ascii_lowercase();
    if ["security_override", "rule_of_security", "security_cap", "security_rule"]
        .iter()
        .any(|word| name.contains(word))
        && any_stmt(&function.body, &|stmt| match &stmt.kind {
            StmtKind::Return(Some(value)) => is_cap(value) && !reading.is_turned(stmt),
            _ => false,
        })
    {
        reading.found.rules.insert("security_override");
    }
    if name.contains("dissent")
        && !reading.found.rules.contains("dissent")
        && let Some(told) = guards::told(function)
    {
        (reading.here, reading.decides) = (told, false);
        reading.credit("dissent");
    }
    // A dissent is all that is chosen by it.
    if reading.chosen.1 > 0 && reading.chosen.0 == reading.chosen.1 {
        reading.found.spread = reading.found.spread.or(Some(SpreadUse::Words));
    }
    if reading.confirmed {
        reading.found.score_alone = None;
    }
    reading.found.printed = reading.printed();
    let ways = averages::Ways::of(function, notes);
    let seats = averages::Seats { function, given: &notes.seats };
    let weighted = averages::weighted(seats, &reading.fallbacks);
    reading.found.weighted = ways.first(&weighted);
    reading.found.average = ways.first(&reading.averages);
    reading.found.idle = reading.idle;
    reading.found.averages = ways.all(&reading.averages, &weighted);
    let is_usual = |stmt: &Stmt<'_>| ways.is_usual(stmt);
    // What is taken where nothing else decides comes before what one rule takes.
    if reading.found.weighted.is_some_and(is_usual) && !reading.found.average.is_some_and(is_usual)
    {
        reading.found.average = None;
    }
    reading.found
}

struct Reading<'r, 'n> {
    function: &'r Function<'r>,
    notes: &'n Notes<'r>,
    sight: Sight<'r, 'n>,
    /// Where the tests begin of branches that come to the score that is come to without them.
    idle: BTreeSet<usize>,
    /// Variables that nothing but words comes of.
    told: BTreeSet<&'r str>,
    /// Variables that nobody reads.
    dropped: BTreeSet<&'r str>,
    /// The blocks that run where the scores lie far apart.
    apart: Vec<Span>,
    /// The blocks that run by another rule: what is noted there tells of that.
    ruled: Vec<Span>,
    /// How often a value is chosen by how far the scores lie apart, and how often that is a dissent.
    chosen: (usize, usize),
    found: Found<'r>,
    /// What is being read, and whether it is a branch.
    here: Span,
    /// What is behind a branch that leaves where the scores lie close together.
    behind: Option<Span>,
    decides: bool,
    /// The rules that a branch was seen to decide by.
    branched: BTreeSet<&'static str>,
    /// Whether a cap asks for more than a judge's score.
    confirmed: bool,
    /// Where the statements begin that run only where something ordinary is missing.
    fallbacks: BTreeSet<usize>,
    sums: BTreeMap<String, Sum>,
    /// The statements that take a plain average.
    averages: Vec<&'r Stmt<'r>>,
}

impl<'r> Reading<'r, '_> {
    fn statement(&mut self, stmt: &'r Stmt<'r>) {
        if let StmtKind::If { branches, otherwise } = &stmt.kind {
            for (at, (test, body)) in branches.iter().enumerate() {
                if self.notes.never(test) {
                    continue;
                }
                let last = body.last().map_or(test.span, |last| last.span);
                self.here = Span { end: last.end, last: last.last, ..test.span };
                self.decides = true;
                self.behind = guards::behind(self.function, stmt)
                    .filter(|_| self.notes.is_wide(test) && guards::asks_less(test));
                self.branch(test, body);
                // Where the scores lie close together the rest is for those that do not.
                let is_far = |(test, _): &(Expr<'r>, Body<'r>)| {
                    self.notes.is_wide(test) && !guards::asks_less(test)
                };
                let is_rest = self.behind.is_none()
                    && guards::asks_less(test)
                    && !branches[at..].iter().any(is_far);
                let far = Some(otherwise).filter(|far| is_rest && !far.is_empty());
                if self.notes.is_wide(test) {
                    self.here = far.and_then(span_of).unwrap_or(self.here);
                    self.wide(test, far.unwrap_or(body));
                }
            }
            self.behind = None;
        }
        self.here = match &stmt.kind {
            StmtKind::If { branches, .. } => {
                branches.first().map_or(stmt.span, |(test, _)| test.span)
            }
            _ => Span { last: stmt.span.first, ..stmt.span },
        };
        if stmt.blocks().is_empty() {
            self.here = stmt.span;
        }
        self.decides = false;
        stmt.walk(&mut |part| self.value(part));
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let named =
                    each_target(targets).iter().any(|one| has(&target_name(one), &["dissent"]));
                let dissent = named && !only_told(stmt, &self.dropped);
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
        let averages = || {
            takes_average(stmt, &self.notes.results)
                || self.notes.taken_apart.contains(&stmt.span.start)
                || averages::takes_of_judges(self.seats(), stmt)
        };
        if ordinary && averages() && !averages::takes_middle(self.function, stmt) {
            self.averages.push(stmt);
        }
    }

    /// Whether a statement caps where there is no flaw.
    fn is_turned(&self, stmt: &Stmt<'_>) -> bool {
        self.found.turned.iter().any(|block| block.holds(stmt.span))
    }

    fn seats(&self) -> averages::Seats<'r, '_> {
        averages::Seats { function: self.function, given: &self.notes.seats }
    }

    /// Believes in a rule because of what is being read.
    fn credit(&mut self, rule: &'static str) {
        self.found.rules.insert(rule);
        self.found.sites.push((rule, self.here));
        let place = self.behind.filter(|_| APART.contains(&rule)).unwrap_or(self.here);
        // A note on the re-evaluation is less of a dissent than what has a branch of its own.
        let of_both = APART.map(|rule| self.found.places.get(rule));
        let is_noted = rule == "dissent" && of_both[0].is_some() && of_both[0] == of_both[1];
        if self.decides && (is_noted || !self.branched.contains(rule)) {
            self.branched.insert(rule);
            self.found.places.insert(rule, place);
        } else {
            self.found.places.entry(rule).or_insert(place);
        }
    }

    fn branch(&mut self, test: &'r Expr<'r>, body: &'r Body<'r>) {
        let function = self.function.name.to_ascii_lowercase();
        let scores = any_stmt(body, &|stmt| changed(stmt) && !only_told(stmt, &self.told));
        let idle = self.idle.contains(&test.span.start);
        let secure = self.notes.is_secure(test)
            || ["security_override", "rule_of_security"].iter().any(|one| function.contains(one));
        // What caps where the scores lie far apart is a rule of that.
        let is_apart = self.apart.iter().any(|block| block.holds(test.span));
        let prosecuted =
            !is_apart && asks_prosecutor(test) && (caps_low(body) || lowers(test, body));
        let capped = (secure && caps(body)) || prosecuted;
        if capped && turned::caps_without_flaw(self.function, test, body) {
            self.found.turned.extend(span_of(body));
        } else if capped {
            self.credit("security_override");
            self.ruled.extend(span_of(body));
            self.found.caps.push(Cap { test, body, place: self.here });
            if alone::hangs_on_score(self.function, test, body) {
                self.found.score_alone = self.found.score_alone.or(Some(self.here));
            } else {
                self.confirmed = true;
            }
        }
        let facts = supremacy::is_factual(self.function, self.notes, test, body);
        if facts && !secure && idle && scores {
            self.found.inert.entry("fact_supremacy").or_insert(self.here);
        }
        let is_left = guards::gives_back(self.function, body);
        let turned = || turned::spares_without_evidence(self.function, test, body);
        let decides = facts && !secure && !idle && !is_left;
        if decides && (scores || outweighed(test, body)) && !turned() {
            self.credit("fact_supremacy");
            let takes_some = supremacy::takes_some(self.function, test);
            self.found.takes_some.push((test.span, takes_some));
            self.found.supremacy.push(outbid(body));
            self.found.lifts.push((self.here, supremacy::lifts(body)));
            self.ruled.extend(span_of(body));
        }
        let behind = || supremacy::behind(self.function, self.notes, test);
        if let Some(rest) = behind().filter(|_| is_left && !secure) {
            let here = std::mem::replace(&mut self.here, rest);
            self.credit("fact_supremacy");
            self.found.takes_some.push((test.span, false));
            self.here = here;
            self.ruled.push(rest);
        }
        let idle_names = &self.told | &self.dropped;
        let lead = self.notes.is_lead(test)
            || holds_to_effect(body, &|value| self.notes.is_lead(value), &idle_names);
        let architecture = self.notes.is_architecture(test) || function.contains("functionality");
        if idle && architecture && lead && scores {
            self.found.inert.entry("functionality_weight").or_insert(self.here);
        }
        // What only bounds the score gives the Tech Lead no weight, unless it is the Tech Lead who asks for it.
        let lead = lead && (self.notes.is_lead(test) || !guards::only_caps(body));
        if !idle && ((architecture && lead && scores) || (speaks(test, TECH_LEAD) && leans(body))) {
            self.credit("functionality_weight");
        }
        if self.notes.is_wide(test) {
            self.found.noticed.get_or_insert(self.here);
            self.apart.extend(span_of(body));
            if !guards::asks_less(test) {
                self.found.apart.extend(span_of(body));
            }
        }
        let written = || {
            // Where the scores lie close together nothing is returned, and else what comes after.
            returns_text(body) || (self.notes.is_wide(test) && returns_text(&self.function.body))
        };
        // Where there is nothing to tell of nothing is told of the judges.
        if function.contains("dissent") && written() && !guards::is_guard(test, body) {
            self.credit("dissent");
        }
    }

    fn value(&mut self, value: &'r Expr<'r>) {
        if self.is_chosen(value) {
            self.chosen.0 += 1;
            self.found.noticed.get_or_insert(value.span);
        }
        match &value.kind {
            ExprKind::Conditional(choice)
                if self.notes.is_secure(&choice.test)
                    && is_cap(&choice.then)
                    && !turned::asks_for_no_flaw(self.function, &choice.test) =>
            {
                (self.confirmed, self.found.unseen) = (true, true);
                self.credit("security_override");
            }
            ExprKind::Call(call) => {
                for arg in &call.args {
                    if let crate::detect::repo::python::syntax::Passing::Keyword(name) = arg.passing
                    {
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
        let mut chosen = 0;
        value.each(&mut |part| chosen += usize::from(self.is_chosen(part)));
        let depends = chosen > 0;
        self.chosen.1 += if dissent { chosen } else { 0 };
        let is_ruled = self.ruled.iter().any(|block| block.holds(value.span));
        if dissent && (depends || (composes(value) && !is_ruled)) {
            self.credit("dissent");
        }
    }

    /// Whether a value is one of two by how far the scores lie apart.
    fn is_chosen(&self, value: &Expr<'_>) -> bool {
        matches!(&value.kind, ExprKind::Conditional(choice)
            if self.notes.is_wide(&choice.test) || speaks(&choice.test, &["varianc", "spread"]))
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

/// The lines of a block.
fn span_of(body: &Body<'_>) -> Option<Span> {
    let (first, last) = body.first().zip(body.last())?;
    Some(Span { end: last.span.end, last: last.span.last, ..first.span })
}
