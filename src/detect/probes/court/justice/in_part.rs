//! Rules that are there and do not do all of their work.

use crate::detect::probes::{Answer, listed};
use crate::detect::synthesis::Synthesis;
use crate::domain::evidence::Finding;
use crate::domain::facts::{
    AskedId, BypassedRule, DeniedWords, PrintedRule, RaisingCap, RuleByWords, SparedOpinion,
    UnconfirmedFlaw, UndoneBound,
};
use crate::domain::reading::Outcome;
use std::collections::BTreeSet;

/// The rule for caps.
const RULE: &str = "security_override";
/// The rule for what was found.
const FACTS: &str = "fact_supremacy";
/// The rule for what the Tech Lead says of the architecture.
const FUNCTION: &str = "functionality_weight";
/// The rule for what judges differ in.
const DISSENT: &str = "dissent";
/// How many places are named at most.
const SHOWN: usize = 4;
/// How much of a rule is granted where something of it is wanting.
const SHARE: f64 = 0.5;

/// Something that a rule is wanting in.
struct Want {
    rule: &'static str,
    note: String,
    /// What is missing of it; where nothing is, the note is all, and the rule counts in whole.
    missing: Option<String>,
    finding: Option<Finding>,
}

/// The same answer with this told of it: the rules are there, and hold in part.
pub(super) fn told(answer: Answer, rules: &[String], synthesis: &Synthesis<'_>) -> Answer {
    let caps = alone(synthesis).into_iter().chain(raising(synthesis));
    let caps = caps.chain(undone(synthesis, RULE)).chain(spared(synthesis));
    let caps = caps.chain(undone(synthesis, FACTS)).chain(denied(synthesis));
    let passed = ["variance_re_evaluation", DISSENT].map(|rule| bypassed(synthesis, rule));
    let wants = caps.chain(outbid(synthesis)).chain(passed.into_iter().flatten());
    let worded = [FACTS, FUNCTION].map(|rule| by_words(synthesis, rule));
    let printed = [FACTS, FUNCTION].map(|rule| printed(synthesis, rule));
    let wants = wants.chain(printed.into_iter().flatten());
    let dissents = canned(synthesis).or_else(|| unargued(synthesis));
    let wants = wants.chain(dissents).chain(paired(synthesis)).chain(worded.into_iter().flatten());
    let wants =
        wants.chain(everywhere(synthesis)).chain(asked_id(synthesis)).chain(besides(synthesis));
    let wants = wants.chain(score_enough(synthesis)).chain(unconfirmed(synthesis));
    let wants = wants.chain(agreeing(synthesis)).chain(lifting(synthesis));
    let wants: Vec<Want> =
        wants.filter(|want| rules.iter().any(|rule| rule == want.rule)).collect();
    let lacking = wants.iter().filter(|want| want.missing.is_some());
    let wanting: BTreeSet<&str> = lacking.map(|want| want.rule).collect();
    #[expect(clippy::cast_precision_loss, reason = "rules are few")]
    let (loss, least) =
        (SHARE * wanting.len() as f64 / rules.len() as f64, SHARE / rules.len() as f64);
    let Answer { outcome, mut statement, mut missing, mut findings } = answer;
    let outcome = match outcome {
        whole if wanting.is_empty() => whole,
        Outcome::Holds => Outcome::Partly { share: 1.0 - loss },
        Outcome::Partly { share } => Outcome::Partly { share: (share - loss).max(least) },
        other @ (Outcome::Fails | Outcome::Unknown { .. }) => other,
    };
    for want in wants {
        statement += &want.note;
        missing.extend(want.missing);
        findings.extend(want.finding);
    }
    Answer { outcome, statement, missing, findings }
}

/// What evidence decides and another judge's score may undo.
fn outbid(synthesis: &Synthesis<'_>) -> Option<Want> {
    let RaisingCap { gives, place } = synthesis.outbid()?;
    let why = "The judge's score may lie above what is worked out of the evidence.";
    Some(Want {
        rule: FACTS,
        note: note!(
            "`{FACTS}` does not last: what is found lowers the score, and `{gives}` at `{place}` lets a judge's score raise it again"
        ),
        missing: Some(format!("a score that no opinion raises above what was found, at `{place}`")),
        finding: Some(Finding::found(place.clone(), why).quoting(gives.clone())),
    })
}

/// What was found speaks for the submission alone.
fn lifting(synthesis: &Synthesis<'_>) -> Option<Want> {
    let place = synthesis.lifts()?;
    let why = "The score is lifted here, and no branch lowers one by what was found.";
    Some(Want {
        rule: FACTS,
        note: note!(
            "`{FACTS}` at `{place}` only lifts a score for what was found, and lowers none for what was not"
        ),
        missing: Some("a score that is lowered where judges claim what was not found".to_owned()),
        finding: Some(Finding::found(place.clone(), why)),
    })
}

/// A rule that is passed over where another decides.
fn bypassed(synthesis: &Synthesis<'_>, rule: &'static str) -> Option<Want> {
    let BypassedRule { place, .. } = synthesis.bypassed(rule)?;
    Some(Want {
        rule,
        note: note!("`{rule}` is passed over where an earlier rule decides, at `{place}`"),
        missing: Some(format!("`{rule}` also where an earlier rule decides")),
        finding: None,
    })
}

/// A rule that changes a figure in the report's text and no score.
fn printed(synthesis: &Synthesis<'_>, rule: &'static str) -> Option<Want> {
    let PrintedRule { average, place, .. } = synthesis.printed(rule)?;
    Some(Want {
        rule,
        note: note!(
            "`{rule}` at `{place}` changes only what is written down there; the average at `{average}` is taken without it"
        ),
        missing: Some(format!(
            "`{rule}` in the score itself, and not only in a text, at `{place}`"
        )),
        finding: None,
    })
}

/// A dissent that tells nothing of the judges.
fn canned(synthesis: &Synthesis<'_>) -> Option<Want> {
    let place = synthesis.canned()?;
    Some(Want {
        rule: DISSENT,
        note: note!("the dissent at `{place}` is one fixed text, whatever the judges say"),
        missing: Some(format!("a dissent that tells why the judges differ, at `{place}`")),
        finding: None,
    })
}

/// A dissent that tells that judges differ, and not why.
fn unargued(synthesis: &Synthesis<'_>) -> Option<Want> {
    let places = synthesis.unargued()?;
    let at: Vec<String> = places.iter().take(SHOWN).map(ToString::to_string).collect();
    let at = listed(at.iter().map(String::as_str));
    let note = if places.len() == 1 {
        note!(
            "the dissent at {at} is made of no more than fixed words, scores or judges' names, and nothing enters it that a judge argues"
        )
    } else {
        note!(
            "the dissents at {at} are made of no more than fixed words, scores or judges' names, and nothing enters them that a judge argues"
        )
    };
    let missing = Some(format!("a dissent that tells why the judges differ, at {at}"));
    Some(Want { rule: DISSENT, note, missing, finding: None })
}

/// A dissent for which it is asked how far two judges lie apart.
fn paired(synthesis: &Synthesis<'_>) -> Option<Want> {
    let place = synthesis.paired()?;
    let why = "The distance of two judges is asked for, and no other.";
    Some(Want {
        rule: DISSENT,
        note: note!(
            "the dissent asks only how far the Prosecutor and the Defense lie apart, at `{place}`; where the Tech Lead lies far from one of them and these two do not lie far from each other, none is written"
        ),
        missing: None,
        finding: Some(Finding::found(place.clone(), why)),
    })
}

/// A cap that only a judge's score, or what a judge argues, brings about.
fn alone(synthesis: &Synthesis<'_>) -> Option<Want> {
    let note = match (synthesis.caps_by_score(), synthesis.caps_by_words()) {
        (Some(place), _) => note!(
            "the cap at `{place}` hangs on a judge's score alone, and nothing that was found confirms a flaw"
        ),
        (None, Some((place, []))) => note!(
            "the cap at `{place}` hangs on words in what a judge argues, which may stand there as well where the judge writes that there is no flaw; nothing that was found confirms one"
        ),
        (None, Some((place, scores))) => note!(
            "the cap at `{place}` hangs on words in what a judge argues, and on scores besides (the code asks {}); the words may stand there as well where the judge writes that there is no flaw, and nothing that was found confirms one",
            super::listed(scores.iter().map(String::as_str))
        ),
        (None, None) => return None,
    };
    Some(Want {
        rule: RULE,
        note,
        missing: Some("a cap for what evidence confirms".to_owned()),
        finding: None,
    })
}

/// A cap that passes over the worst that is said.
fn spared(synthesis: &Synthesis<'_>) -> Option<Want> {
    let SparedOpinion { when, place } = synthesis.spared()?;
    let why = "The loop goes on to the next opinion, and no cap is come to without another one.";
    Some(Want {
        rule: RULE,
        note: note!(
            "`{RULE}` passes over a Prosecutor's opinion where `{when}`, at `{place}`, so that the score is not capped where the Prosecutor judges worst"
        ),
        missing: Some(format!("a cap also where the Prosecutor's score is low, at `{place}`")),
        finding: Some(Finding::found(place.clone(), why).quoting(when.clone())),
    })
}

/// A cap that fires for what the program writes where it found no flaw.
fn denied(synthesis: &Synthesis<'_>) -> Option<Want> {
    let DeniedWords { word, says, said, place } = synthesis.denied()?;
    let why =
        "Evidence that is marked as found is given this text, which denies what the cap looks for.";
    Some(Want {
        rule: RULE,
        note: note!(
            "the cap looks for `{word}` in what evidence says, at `{place}`, and evidence to which the program gives a text at `{said}` has that word to say that there is none"
        ),
        missing: Some("a cap for what evidence confirms".to_owned()),
        finding: Some(Finding::found(said.clone(), why).quoting(says.clone())),
    })
}

/// A cap that a failure of the detective brings about as well.
fn unconfirmed(synthesis: &Synthesis<'_>) -> Option<Want> {
    let UnconfirmedFlaw { evidence, written, place } = synthesis.unconfirmed()?;
    let why = "The handler of a failure writes this, where nothing could be looked at.";
    Some(Want {
        rule: RULE,
        note: note!(
            "the cap asks no more of `{evidence}` than that it was not found, at `{place}`, and at `{written}` it is written so as well where a failure left nothing to look at"
        ),
        missing: Some("a cap for what evidence confirms".to_owned()),
        finding: Some(Finding::found(written.clone(), why)),
    })
}

/// A weight that is the same for all criteria.
fn everywhere(synthesis: &Synthesis<'_>) -> Option<Want> {
    let place = synthesis.everywhere()?;
    let vain = synthesis.vain_weight().map_or_else(String::new, |vain| {
        format!("; the branch at `{vain}` gives the score that is given without it")
    });
    Some(Want {
        rule: FUNCTION,
        note: note!(
            "`{FUNCTION}` at `{place}` weighs the Tech Lead for every criterion alike, not for the architecture alone{vain}"
        ),
        missing: None,
        finding: None,
    })
}

/// A weight beside which whoever agrees with the Tech Lead does not count.
fn agreeing(synthesis: &Synthesis<'_>) -> Option<Want> {
    let RuleByWords { asks, place, .. } = synthesis.agreeing()?;
    let why = "Scores are compared here, not judges.";
    Some(Want {
        rule: FUNCTION,
        note: note!(
            "beside the Tech Lead's score another judge's is left out where it is the same, by `{asks}` at `{place}`, so that whoever disagrees counts for more"
        ),
        missing: None,
        finding: Some(Finding::found(place.clone(), why).quoting(asks.clone())),
    })
}

/// A weight that no criterion of the architecture comes to.
fn asked_id(synthesis: &Synthesis<'_>) -> Option<Want> {
    let AskedId { words, fits, missed, rubric, place } = synthesis.asked_id()?;
    let has = |ids: &[String]| if ids.len() == 1 { "has" } else { "have" };
    let others = if fits.is_empty() {
        String::new()
    } else {
        format!(", and {} {}", listed(fits.iter().map(String::as_str)), has(fits))
    };
    let none = has(missed);
    let (words, missed) =
        (listed(words.iter().map(String::as_str)), listed(missed.iter().map(String::as_str)));
    let why = "The id of the criterion is asked for these words.";
    Some(Want {
        rule: FUNCTION,
        note: note!(
            "`{FUNCTION}` at `{place}` asks the id of the criterion for one of {words}; in `{rubric}` {missed} {none} none of them{others}"
        ),
        missing: Some(format!("a Tech Lead's weight that comes to {missed}, at `{place}`")),
        finding: Some(Finding::found(place.clone(), why)),
    })
}

/// A rule that hangs on words in what a judge argues.
fn by_words(synthesis: &Synthesis<'_>, rule: &'static str) -> Option<Want> {
    let RuleByWords { asks, place, .. } = synthesis.by_words(rule)?;
    let why = "The words may stand there as well where the judge writes the opposite.";
    // What was found overrules nobody where no score depends on it.
    let unfounded = synthesis.unfounded().filter(|_| rule == FACTS);
    let besides = unfounded.map_or_else(String::new, |function| {
        format!(
            "; no score in `{function}`, or in what it calls, depends on what the detectives found"
        )
    });
    Some(Want {
        rule,
        note: note!(
            "`{rule}` decides only where words stand in what a judge argues, at `{place}`; they may stand there as well where the judge writes the opposite{besides}"
        ),
        missing: unfounded
            .map(|_| format!("a score that hangs on what the detectives found, at `{place}`")),
        finding: Some(Finding::found(place.clone(), why).quoting(asks.clone())),
    })
}

/// A cap for which words in what a judge argues are enough, whatever was found.
fn besides(synthesis: &Synthesis<'_>) -> Option<Want> {
    let RuleByWords { asks, place, .. } = synthesis.words_besides()?;
    let why = "Nothing else is asked for where these words are there.";
    Some(Want {
        rule: RULE,
        note: note!(
            "for the cap words in what a judge argues are enough, at `{place}`, whatever was found; they may stand there as well where the judge writes that there is no flaw"
        ),
        missing: None,
        finding: Some(Finding::found(place.clone(), why).quoting(asks.clone())),
    })
}

/// A judge's score that brings about a cap by itself, besides what else does.
fn score_enough(synthesis: &Synthesis<'_>) -> Option<Want> {
    let RuleByWords { asks, place, .. } = synthesis.score_besides()?;
    let why = "Nothing else is asked for where a judge gives such a score.";
    Some(Want {
        rule: RULE,
        note: note!(
            "the cap also falls where a judge gives a low score (`{asks}` at `{place}`), whatever for and whatever was found"
        ),
        missing: Some(format!("a cap that no judge's score brings about by itself, at `{place}`")),
        finding: Some(Finding::found(place.clone(), why).quoting(asks.clone())),
    })
}

/// What is written as a cap and may raise a score.
fn raising(synthesis: &Synthesis<'_>) -> Option<Want> {
    let RaisingCap { gives, place } = synthesis.raises()?;
    let why = "What is worked out without this branch may be less.";
    Some(Want {
        rule: RULE,
        note: note!(
            "the cap for security at `{place}` gives `{gives}`, also where the score would be lower without it"
        ),
        missing: Some(format!("a cap that never raises a score at `{place}`")),
        finding: Some(Finding::found(place.clone(), why).quoting(gives.clone())),
    })
}

/// A bound of a rule that the synthesis itself undoes.
fn undone(synthesis: &Synthesis<'_>, rule: &'static str) -> Option<Want> {
    let (justice, bound) = synthesis.undone(rule)?;
    let what = if rule == RULE { "security" } else { "what was found" };
    let UndoneBound { score, caller, bounded, when, by, place } = bound;
    let function = caller.as_ref().unwrap_or(&justice.function);
    let when = if when.is_empty() {
        String::new()
    } else {
        format!(" where {}", super::listed(when.iter().map(String::as_str)))
    };
    let why = format!("Nothing after it in `{function}` holds `{score}` to that bound again.");
    Some(Want {
        rule,
        note: note!(
            "`{rule}` does not last: `{score}` is bounded at `{bounded}`, and `{by}` at `{place}` puts another score in its place{when}"
        ),
        missing: Some(format!("a bound for {what} that lasts to the end of `{function}`")),
        finding: Some(Finding::found(place.clone(), why).quoting(by.clone())),
    })
}

#[cfg(test)]
mod tests;
