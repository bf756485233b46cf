//! Facts about the synthesis of verdicts.

use super::Lines;
use super::apart::{ApartFact, AverageFact};
use super::unconfirmed::UnconfirmedFlaw;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A function that synthesises verdicts.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own in the contract")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JusticeFact {
    /// The function's name, or the class's and the method's: `ChiefJustice.__call__`.
    pub function: String,
    /// Whether what a model replies to it can reach a score or a verdict; words do not.
    pub calls_model: bool,
    /// Whether a model is asked in it, or in what it calls, be it for words alone; a model that
    /// answers as a judge is not meant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asks_model: bool,
    /// The function that asks it, where that is one that it calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_in: Option<String>,
    /// Whether a model's reply goes where it could not be followed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reply_unclear: bool,
    /// Number of branches in it (`if`, `elif`, conditional expressions, cases of `match`), those
    /// that only word the report too, without those of functions that are listed themselves.
    pub branches: u32,
    /// Number of calls of `min`, `max` and `median` in it, counted likewise.
    #[serde(default)]
    pub picks: u32,
    /// Names of rules that it implements itself: `security_override`, `fact_supremacy`,
    /// `functionality_weight`, `variance_re_evaluation`, `dissent`.
    pub rules: Vec<String>,
    /// What decides by these rules, as far as that was seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<RulePlace>,
    /// The branches of rules that decide nothing in it: they come to the score that is come to without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inert: Vec<RulePlace>,
    /// Those of its rules of which nothing comes but what is written down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<PrintedRule>,
    /// Whether no statement of it puts down a score.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scoreless: bool,
    /// Whether it computes with scores: adds them up, weighs them or averages them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub computes: bool,
    /// Whether it puts down no score and gives back nothing but text.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_words: bool,
    /// The statement that gives a dissent to a variable which nothing reads, where no dissent is passed on elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<Lines>,
    /// That the score which it gives is the Tech Lead's whatever the others give.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead_alone: Option<LeadAlone>,
    /// The branch that caps because of a judge's score and of nothing that was found, where it has no other cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score_alone: Option<Lines>,
    /// The branch that caps because of words in what a judge argues, where all of its caps ask for a judge's words or
    /// score and for nothing that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words_alone: Option<Lines>,
    /// What that branch asks of scores besides, as written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words_scores: Vec<String>,
    /// Those of its other rules that decide only where words stand in what a judge argues.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_words: Vec<RuleByWords>,
    /// The condition by which whoever gave the Tech Lead's score is left out of the others' where it gives that weight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreeing: Option<RuleByWords>,
    /// The words of a judge that bring about its cap for security by themselves, where something else does as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words_besides: Option<RuleByWords>,
    /// The condition on a judge's score that brings about its cap for security by itself, where something else does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score_besides: Option<RuleByWords>,
    /// Where its cap for security passes over what the Prosecutor judges worst.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spared: Option<SparedOpinion>,
    /// The words for which its cap for security looks in evidence, where the program writes them itself to deny a flaw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub denied: Option<DeniedWords>,
    /// The evidence that its cap takes for a flaw where it was not found, as a failure writes it as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unconfirmed: Option<UnconfirmedFlaw>,
    /// Where it gives the Tech Lead more weight for every criterion alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub everywhere: Option<Lines>,
    /// The words that it asks the id of a criterion for before it does, where no criterion of the architecture in the
    /// rubric of the tree has one of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_id: Option<AskedId>,
    /// The judge that its cap for security asks for, where nobody signs so: it is none of its rules then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsigned: Option<UnsignedJudge>,
    /// Its cap for security, where that waits for evidence that nothing writes: it is none of its rules then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unmet: Option<super::UnmetCap>,
    /// What is written as a cap for security and may give more than the score would be without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raises: Option<RaisingCap>,
    /// What it gives for what was found, where another judge's score may raise that again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outbid: Option<RaisingCap>,
    /// Those of its rules that no case comes to which another rule decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bypassed: Vec<BypassedRule>,
    /// The text that its dissent is, where that is the same whatever the judges say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canned: Option<Lines>,
    /// The text that its dissent is on scores that lie far apart, where it tells judges and scores and no argument.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unargued: Option<Lines>,
    /// What it does for scores that lie far apart, beside its rules.
    #[serde(default, skip_serializing_if = "ApartFact::is_empty")]
    pub apart: ApartFact,
    /// The scores with which judges count in it who gave no opinion.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<AbsentJudge>,
    /// What it does where scores lie far apart, if that is no re-evaluation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<SpreadUse>,
    /// What it takes for the score then, where it does no more than that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread_takes: Option<SpreadTakes>,
    /// The statement that takes a plain average of the judges' scores, where nothing ordinary is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub average: Option<Lines>,
    /// The statement that takes one in which the judges are weighed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weighted_average: Option<Lines>,
    /// All statements that take an average of three judges or more, where nothing ordinary is missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub averages: Vec<AverageFact>,
    /// Its bound for security, where a later statement of the function, or of its caller, undoes that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub security_undone: Option<UndoneBound>,
    /// Its bound for what was found, where a later statement of the function undoes that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts_undone: Option<UndoneBound>,
    /// Whether nothing outside tests can call it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dead: bool,
    /// Whether surely nothing calls it, so that none of its rules decides.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncalled: bool,
    /// Whether nothing that runs outside the tests leads to it, as far as the whole of the sources tells.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unused: bool,
    /// The function.
    #[serde(flatten)]
    pub place: Lines,
    /// Whether the file is a test.
    pub in_tests: bool,
}

/// Words that the id of a criterion is asked for, and what the rubric in the tree has of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AskedId {
    /// The words, in small letters: one of them has to stand in the id.
    pub words: Vec<String>,
    /// The ids of other criteria that have one.
    pub fits: Vec<String>,
    /// The ids of the criteria of the architecture, none of which has.
    pub missed: Vec<String>,
    /// The rubric's file.
    pub rubric: String,
    /// The condition.
    #[serde(flatten)]
    pub place: Lines,
}

/// What the synthesis does with what the detectives found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceFact {
    /// What it serves there.
    pub serves: EvidenceUse,
    /// The function that leads the synthesis.
    pub function: String,
    /// Where evidence reaches a score or is lost sight of; else that function.
    #[serde(flatten)]
    pub place: Lines,
}

/// What evidence serves in the synthesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceUse {
    /// Nothing: it is not read.
    Unread,
    /// No score depends on it, though one does on what opinions cite.
    Cited,
    /// No score depends on it.
    Words,
    /// It reaches a score under conditions that ask for security alone.
    Security,
    /// It reaches a score.
    Score,
    /// It may go where it could not be followed.
    Unclear,
}

/// Where a function of the synthesis decides by a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulePlace {
    /// The rule.
    pub rule: String,
    /// The branch, or the statement.
    #[serde(flatten)]
    pub place: Lines,
}

/// A rule of which nothing comes but what is written down, in a function that averages the judges' scores without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PrintedRule {
    /// The rule.
    pub rule: String,
    /// The statement that averages.
    pub average: Lines,
    /// The branch, or the statement, of the rule.
    #[serde(flatten)]
    pub place: Lines,
}

/// A function that gives the Tech Lead's score in every case, or that score held to a bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeadAlone {
    /// Where it is held to a bound.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounded: Vec<Lines>,
    /// The last statement that gives it.
    #[serde(flatten)]
    pub place: Lines,
}

/// A name in the code of the synthesis that speaks of a rule which was not recognised.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own in the contract")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleTrace {
    /// The rule.
    pub rule: String,
    /// The function, variable or key; or the words.
    pub name: String,
    /// Whether no name but a comment or a text speaks of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_words: bool,
    /// Whether it is the name of a function that nothing calls.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncalled: bool,
    /// Whether it names the Tech Lead where all judges are treated alike.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub even: bool,
    /// Whether nothing comes of what it names but words.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub told: bool,
    /// Whether it is a weight of criteria, where no function of the synthesis tells the judges apart.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub criteria: bool,
    /// The branch below a comment that changes a score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<Lines>,
    /// The setting for want of which the branch that speaks of it never runs; the place is what the branch asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setting: Option<String>,
    /// Where it stands.
    #[serde(flatten)]
    pub place: Lines,
}

/// A score that the synthesis has for a judge who gave no opinion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AbsentJudge {
    /// The score.
    pub score: u32,
    /// What gives it.
    #[serde(flatten)]
    pub place: Lines,
}

/// A bound on a score that does not last: a later statement of the same function, or of the one that calls it, puts
/// another score in its place, and nothing bounds that again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndoneBound {
    /// The variable.
    pub score: String,
    /// The function that calls the one which bounds, where it is undone there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caller: Option<String>,
    /// The statement that bounds it, or that takes what is bounded.
    pub bounded: Lines,
    /// The conditions under which it is set anew, as written, outermost first; none of an `else`.
    pub when: Vec<String>,
    /// The statement that sets it anew, as written.
    pub by: String,
    /// Where that stands.
    #[serde(flatten)]
    pub place: Lines,
}

/// What is written as a cap for security and may give more than the score would be without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RaisingCap {
    /// The score that it gives, as written.
    pub gives: String,
    /// Where it gives it.
    #[serde(flatten)]
    pub place: Lines,
}

/// A rule that no case comes to which another rule decided before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BypassedRule {
    /// The rule.
    pub rule: String,
    /// The condition under which an earlier rule decides.
    #[serde(flatten)]
    pub place: Lines,
}

/// What a rule decides by that is no evidence: words in what a judge argues, as they may stand where the judge writes
/// the opposite, or a judge's score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleByWords {
    /// The rule.
    pub rule: String,
    /// The condition on them, as written.
    pub asks: String,
    /// Where it stands.
    #[serde(flatten)]
    pub place: Lines,
}

/// A condition under which a cap for security passes over an opinion of the Prosecutor because its score is low.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SparedOpinion {
    /// The condition, as written.
    pub when: String,
    /// Where it stands.
    #[serde(flatten)]
    pub place: Lines,
}

/// Words for which a cap looks in evidence, and which evidence has that the program writes where it found no flaw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeniedWords {
    /// The words.
    pub word: String,
    /// The text that denies them, as written.
    pub says: String,
    /// Where that stands.
    pub said: Lines,
    /// The condition that looks for them.
    #[serde(flatten)]
    pub place: Lines,
}

/// A judge that a cap asks for by a name with which no opinion was seen to be signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnsignedJudge {
    /// The name that is asked for.
    pub name: String,
    /// What the same judge's opinions are signed with.
    pub signed: String,
    /// Where one is.
    pub signed_at: Lines,
    /// Whether some text outside the tests has the name besides, so that an opinion may get it.
    pub is_elsewhere: bool,
    /// The cap.
    #[serde(flatten)]
    pub place: Lines,
}

/// What serves the distance of scores that are not evaluated again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpreadUse {
    /// Only texts and labels follow from it.
    Words,
    /// One of the scores, or their average, is chosen by it.
    Choice,
}

/// What is taken for the score where scores lie far apart: nothing is looked at again for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpreadTakes {
    /// In words: `the median`, `a fixed score or the Tech Lead's score`.
    pub takes: String,
    /// Whether a cap for security is put on it there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub capped: bool,
    /// The branch that takes it.
    #[serde(flatten)]
    pub place: Lines,
}
