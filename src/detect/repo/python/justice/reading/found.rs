//! What a function of the synthesis was seen to do.

use super::super::dissent::picks::Taken;
use super::functions::court::Key;
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{Body, Expr, Span, Stmt};
use crate::domain::facts::{
    AverageFact, PrintedRule, RaisingCap, RulePlace, SpreadTakes, SpreadUse,
};
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
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a fact by itself, and any may go with any"
)]
#[derive(Debug, Default)]
pub(in super::super) struct Found<'r> {
    pub rules: BTreeSet<&'static str>,
    /// What decides by each of them, as far as that was seen: a branch before a statement.
    pub places: BTreeMap<&'static str, Span>,
    /// Where each of them is seen, however often.
    pub sites: Vec<(&'static str, Span)>,
    /// Those of the rules that are seen in a table, and at no place of their own.
    pub unplaced: BTreeSet<&'static str>,
    /// Where the tests begin of branches that come to the score that is come to without them.
    pub idle: BTreeSet<usize>,
    /// The first branch of each rule that would decide if it did not come to the score that is come to without it.
    pub inert: BTreeMap<&'static str, Span>,
    /// What each branch for what was found gives, where another judge's score may raise that again.
    pub supremacy: Vec<Option<&'r Expr<'r>>>,
    /// The tests of the branches for what was found, each with whether it takes some evidence for it to hold.
    pub takes_some: Vec<(Span, bool)>,
    /// Those branches, each with whether it only lifts a score.
    pub lifts: Vec<(Span, bool)>,
    /// The conditions of a cap that asks for nothing but a judge's score, where no other cap is seen.
    pub score_alone: Option<Span>,
    /// The branches that cap for security.
    pub caps: Vec<Cap<'r>>,
    /// The functions that are asked in a table before it caps for security; none where no function is.
    pub rows: Vec<Option<Key>>,
    /// The blocks that cap where there is no flaw.
    pub turned: Vec<Span>,
    /// Whether it caps by what is no such branch.
    pub unseen: bool,
    /// What it does with a wide spread, where that is no re-evaluation.
    pub spread: Option<SpreadUse>,
    /// What it takes for the score where scores lie far apart, and where.
    pub picked: Vec<(Taken, Span)>,
    /// The blocks that run where the scores lie far apart.
    pub apart: Vec<Span>,
    /// The first branch, or the first choice of a value, that hangs on how far the scores lie apart.
    pub noticed: Option<Span>,
    /// Whether it does more than that with a wide spread, without evaluating anything again.
    pub combined: bool,
    /// The statement that takes a plain average of the judges.
    pub average: Option<&'r Stmt<'r>>,
    /// The statement that takes an average in which they are weighed.
    pub weighted: Option<&'r Stmt<'r>>,
    /// All that it averages of three judges or more.
    pub averages: Vec<Average<'r>>,
    /// The keys under which it returns that the scores lie far apart.
    pub announced: BTreeSet<String>,
    /// Where it takes the Tech Lead's score first, which is a weight unless that is given elsewhere.
    pub preferred: Option<Preferred>,
    /// Whether it is by such calls alone that they are.
    pub only_heard: bool,
    /// The rules that change only what is written down, each with where it does.
    pub printed: BTreeMap<&'static str, Span>,
    /// Where the calls stand by which scores that lie far apart are evaluated again.
    pub heard: BTreeSet<(usize, usize)>,
}

/// A statement that takes the Tech Lead's score before any other.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Preferred {
    pub place: Span,
    /// Whether that is the verdict on every criterion, but for what is done to it afterwards.
    pub always: bool,
}

/// A statement that takes an average.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Average<'r> {
    pub weighed: bool,
    /// Whether it stands where the scores lie more than two points apart.
    pub apart: bool,
    pub stmt: &'r Stmt<'r>,
}

/// A branch that caps.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Cap<'r> {
    pub test: &'r Expr<'r>,
    pub body: &'r Body<'r>,
    pub place: Span,
}

impl Found<'_> {
    /// The rules that it decides by, in their order, without those that decide in vain.
    pub(in super::super) fn named_but(&self, vain: &BTreeSet<&str>) -> Vec<String> {
        let ours = RULES.iter().filter(|rule| self.rules.contains(*rule));
        ours.filter(|rule| !vain.contains(**rule)).map(|rule| (*rule).into()).collect()
    }

    /// Whether nothing was seen to be decided.
    pub(in super::super) fn is_idle(&self) -> bool {
        self.rules.is_empty()
            && self.spread.is_none()
            && self.average.is_none()
            && self.weighted.is_none()
    }

    /// Where what was found goes before what judges say, if that takes some evidence in all such branches.
    pub(in super::super) fn takes_some(&self) -> Option<Span> {
        self.in_all(&self.takes_some)
    }

    /// Where what was found only lifts the score, in all such branches.
    pub(in super::super) fn lifts(&self) -> Option<Span> {
        self.in_all(&self.lifts)
    }

    /// Where a branch that goes by what was found begins, if all such branches were seen and this holds for each.
    fn in_all(&self, seen: &[(Span, bool)]) -> Option<Span> {
        let sites = self.sites.iter().filter(|(rule, _)| *rule == "fact_supremacy").count();
        let is_seen = sites == seen.len() && !self.unplaced.contains("fact_supremacy");
        let all = is_seen && seen.iter().all(|(_, holds)| *holds);
        seen.first().map(|(span, _)| *span).filter(|_| all)
    }

    /// What it gives for what was found, where another judge's score may raise that again in all such branches.
    pub(in super::super) fn outbid(&self, module: &Module<'_>) -> Option<RaisingCap> {
        let value = (*self.supremacy.first()?)?;
        self.supremacy.iter().all(Option::is_some).then(|| RaisingCap {
            gives: module.written(value.span, 60),
            place: module.place(value.span),
        })
    }

    /// What it takes for the score where scores lie far apart, if that is all that it does there.
    pub(in super::super) fn takes(&self, module: &Module<'_>) -> Option<SpreadTakes> {
        let (takes, span) = self.picked.first()?;
        let is_all = !self.combined && !self.rules.contains("variance_re_evaluation");
        let Taken { words, capped } = takes.clone();
        is_all.then(|| SpreadTakes { takes: words, capped, place: module.place(*span) })
    }

    /// What it averages of three judges or more.
    pub(in super::super) fn averaged(&self, module: &Module<'_>) -> Vec<AverageFact> {
        let told = |one: &Average<'_>| AverageFact {
            weighed: one.weighed,
            apart: one.apart,
            place: module.place(one.stmt.span),
        };
        self.averages.iter().map(told).collect()
    }

    /// The branches that come to the same score, of rules that decide nowhere in it or by no branch, in the order of the
    /// rules.
    pub(in super::super) fn inert(&self, module: &Module<'_>) -> Vec<RulePlace> {
        let is_always = self.preferred.is_some_and(|one| {
            one.always && self.places.get("functionality_weight") == Some(&one.place)
        });
        let is_open = |rule: &str| {
            !self.rules.contains(rule) || (rule == "functionality_weight" && is_always)
        };
        let ours = RULES.iter().filter(|rule| is_open(rule));
        let placed = ours.filter_map(|rule| Some((rule, self.inert.get(rule)?)));
        placed.map(|(rule, span)| told(module, rule, *span)).collect()
    }

    /// The rules that change only what is written down, where an average is taken besides.
    pub(in super::super) fn printed(&self, module: &Module<'_>) -> Vec<PrintedRule> {
        let Some(average) = self.average else { return Vec::new() };
        let is_own = |span: &Span| span.holds(average.span);
        let told = |(rule, span): (&&str, &Span)| PrintedRule {
            rule: (*rule).into(),
            average: module.place(average.span),
            place: module.place(*span),
        };
        self.printed.iter().filter(|(_, span)| !is_own(span)).map(told).collect()
    }

    /// What decides by the rules, in their order.
    pub(in super::super) fn placed(&self, module: &Module<'_>) -> Vec<RulePlace> {
        let placed = RULES.iter().filter_map(|rule| Some((rule, self.places.get(rule)?)));
        let placed = placed.filter(|(rule, _)| self.rules.contains(*rule));
        placed.map(|(rule, span)| told(module, rule, *span)).collect()
    }
}

fn told(module: &Module<'_>, rule: &str, span: Span) -> RulePlace {
    RulePlace { rule: rule.into(), place: module.place(span) }
}
