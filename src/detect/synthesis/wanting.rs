//! What rules that are there are wanting in.

use super::{DISSENT, Synthesis};
use crate::domain::facts::{
    AskedId, BypassedRule, DeniedWords, EvidenceUse, JusticeFact, Lines, PrintedRule, RaisingCap,
    RuleByWords, SparedOpinion, SpreadUse, UnconfirmedFlaw, UndoneBound,
};

impl<'a> Synthesis<'a> {
    /// What every function that has `rule` is wanting in, as `of` tells it of the first; nothing where one is not.
    fn in_all<T>(
        &self,
        rule: &str,
        of: impl Fn(&'a JusticeFact) -> Option<&'a T>,
    ) -> Option<&'a T> {
        let first = self.holders(rule).find_map(&of)?;
        self.holders(rule).all(|one| of(one).is_some()).then_some(first)
    }

    /// Where the score is capped because of words in what a judge argues, if all caps hang on those or on a score.
    /// What it asks of scores besides is told with it.
    pub(in crate::detect) fn caps_by_words(&self) -> Option<(&'a Lines, &'a [String])> {
        let caps = |one: &&&JusticeFact| one.rules.iter().any(|rule| rule == "security_override");
        let mut caps = self.live.iter().copied().filter(|one| caps(&one));
        let is_alone = |one: &JusticeFact| one.words_alone.is_some() || one.score_alone.is_some();
        let first = caps
            .clone()
            .find_map(|one| Some((one.words_alone.as_ref()?, one.words_scores.as_slice())))?;
        caps.all(is_alone).then_some(first)
    }

    /// Where the score is capped because of a judge's score alone, if it is capped nowhere for anything that was found.
    pub(in crate::detect) fn caps_by_score(&self) -> Option<&'a Lines> {
        let caps = |one: &&&JusticeFact| one.rules.iter().any(|rule| rule == "security_override");
        let mut caps = self.live.iter().filter(caps).map(|one| one.score_alone.as_ref());
        let first = caps.next()??;
        caps.all(|other| other.is_some()).then_some(first)
    }

    /// Where evidence decides and another judge's score may raise what it gives, if no function lets evidence decide
    /// otherwise.
    pub(in crate::detect) fn outbid(&self) -> Option<&'a RaisingCap> {
        self.in_all("fact_supremacy", |one| one.outbid.as_ref())
    }

    /// How `rule` is passed over where another decides, if it is so in every function that has it.
    pub(in crate::detect) fn bypassed(&self, rule: &str) -> Option<&'a BypassedRule> {
        self.in_all(rule, |one| one.bypassed.iter().find(|known| known.rule == rule))
    }

    /// The words without which `rule` decides nothing, if it is so in every function that has it.
    pub(in crate::detect) fn by_words(&self, rule: &str) -> Option<&'a RuleByWords> {
        self.in_all(rule, |one| one.by_words.iter().find(|known| known.rule == rule))
    }

    /// The function whose scores depend on nothing that the detectives found, with all that it calls.
    pub(in crate::detect) fn unfounded(&self) -> Option<&'a str> {
        let fact = self.python.evidence_in_synthesis.as_ref()?;
        let is_unread = matches!(fact.serves, EvidenceUse::Unread | EvidenceUse::Words);
        is_unread.then_some(fact.function.as_str())
    }

    /// The words of a judge that bring about a cap for security by themselves, besides what else does.
    pub(in crate::detect) fn words_besides(&self) -> Option<&'a RuleByWords> {
        self.holders("security_override").find_map(|one| one.words_besides.as_ref())
    }

    /// The score of a judge that brings about a cap for security by itself, besides what else does.
    pub(in crate::detect) fn score_besides(&self) -> Option<&'a RuleByWords> {
        self.holders("security_override").find_map(|one| one.score_besides.as_ref())
    }

    /// How only what is written down comes of `rule`, if it is so in every function that has it.
    pub(in crate::detect) fn printed(&self, rule: &str) -> Option<&'a PrintedRule> {
        self.in_all(rule, |one| one.printed.iter().find(|known| known.rule == rule))
    }

    /// The words for which the cap for security looks in evidence that denies them.
    pub(in crate::detect) fn denied(&self) -> Option<&'a DeniedWords> {
        self.holders("security_override").find_map(|one| one.denied.as_ref())
    }

    /// The condition by which whoever agrees with the Tech Lead is left out where that judge weighs more.
    pub(in crate::detect) fn agreeing(&self) -> Option<&'a RuleByWords> {
        self.holders("functionality_weight").find_map(|one| one.agreeing.as_ref())
    }

    /// The evidence that caps for security take for a flaw as a failure writes it, if no function caps otherwise.
    pub(in crate::detect) fn unconfirmed(&self) -> Option<&'a UnconfirmedFlaw> {
        self.in_all("security_override", |one| one.unconfirmed.as_ref())
    }

    /// Where the Tech Lead weighs more for every criterion alike, if it is so in every function that has the rule.
    pub(in crate::detect) fn everywhere(&self) -> Option<&'a Lines> {
        self.in_all("functionality_weight", |one| one.everywhere.as_ref())
    }

    /// Where a branch for the Tech Lead comes to the score that is come to without it.
    pub(in crate::detect) fn vain_weight(&self) -> Option<&'a Lines> {
        let mut all = self.live.iter().flat_map(|one| &one.inert);
        all.find(|known| known.rule == "functionality_weight").map(|known| &known.place)
    }

    /// What the Tech Lead's weight asks ids of criteria for in vain, if it is so in every function that has the rule.
    pub(in crate::detect) fn asked_id(&self) -> Option<&'a AskedId> {
        self.in_all("functionality_weight", |one| one.asked_id.as_ref())
    }

    /// Where the cap for security passes over what the Prosecutor judges worst.
    pub(in crate::detect) fn spared(&self) -> Option<&'a SparedOpinion> {
        self.holders("security_override").find_map(|one| one.spared.as_ref())
    }

    /// The fixed text of a dissent, if no function writes another.
    pub(in crate::detect) fn canned(&self) -> Option<&'a Lines> {
        self.in_all(DISSENT, |one| one.canned.as_ref())
    }

    /// Where the dissent tells judges and scores and no argument, if no function tells more in one.
    pub(in crate::detect) fn unargued(&self) -> Option<Vec<&'a Lines>> {
        let tells_less = |one: &JusticeFact| one.unargued.is_some() || one.canned.is_some();
        // What another function calls for its dissent is worded there.
        let mut of = self.holders(DISSENT).filter(|one| one.unargued.is_some());
        let all = of.next().map(|one| one.unargued.iter().chain(&one.apart.unargued).collect());
        all.filter(|_| self.holders(DISSENT).all(tells_less))
    }

    /// Where what was found goes before what judges say only if there is some evidence, in every function that has the
    /// rule.
    pub(in crate::detect) fn takes_some(&self) -> Option<&'a Lines> {
        self.in_all("fact_supremacy", |one| one.apart.takes_some.as_ref())
    }

    /// Where what was found only lifts a score, in every function that has the rule.
    pub(in crate::detect) fn lifts(&self) -> Option<&'a Lines> {
        self.in_all("fact_supremacy", |one| one.apart.lifts.as_ref())
    }

    /// Where a dissent asks how far two of the judges lie apart, if none asks for the spread of all.
    pub(in crate::detect) fn paired(&self) -> Option<&'a Lines> {
        self.in_all(DISSENT, |one| one.apart.paired.as_ref())
    }

    /// What is written as a cap for security and may raise a score.
    pub(in crate::detect) fn raises(&self) -> Option<&'a RaisingCap> {
        self.live.iter().find_map(|one| one.raises.as_ref())
    }

    /// The bound of `rule` that the synthesis itself undoes, with the function that has it: where another function has
    /// the rule too, that may bound what this one sets.
    pub(in crate::detect) fn undone(
        &self,
        rule: &str,
    ) -> Option<(&'a JusticeFact, &'a UndoneBound)> {
        let mut holders = self.holders(rule);
        let (Some(justice), None) = (holders.next(), holders.next()) else { return None };
        let bound = match rule {
            "security_override" => &justice.security_undone,
            "fact_supremacy" => &justice.facts_undone,
            _ => return None,
        };
        Some((justice, bound.as_ref()?))
    }

    /// Whether a plain average of the judges' scores is all that a function which can run makes of them, and none weighs
    /// one judge more, or takes one's score for the others'.
    pub(in crate::detect) fn averages_evenly(&self) -> bool {
        let prefers = |one: &&JusticeFact| {
            one.weighted_average.is_some()
                || one.lead_alone.is_some()
                || one.spread.is_some_and(|spread| spread == SpreadUse::Choice)
                || one.averages.iter().any(|average| average.weighed)
        };
        self.live.iter().any(|one| one.average.is_some()) && !self.live.iter().any(prefers)
    }
}
