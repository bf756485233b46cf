//! At which score the synthesis is said to cap what is unsafe, and that it has all rules of the rubric.

use super::super::{Verdict, done, is_read_whole};
use super::rules::decides;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::detect::synthesis::{Standing, Synthesis};
use crate::domain::facts::ClaimStatus::{Contradicted, Undecided};
use crate::domain::facts::{
    JusticeFact, Practice, PracticeFact, PythonFacts, RepositoryFacts, UnconfirmedFlaw,
};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static CAP: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\bcap(?:s|ped|ping)?\b[^.;]{0,40}?\bat (?P<number>[0-9]+(?:\.[0-9]+)?)(?P<share> ?%| percent\b)?",
    )
});

/// What stands against the score at which a security rule is said to cap, where the code has such a rule.
pub(super) fn otherwise(
    repository: &RepositoryFacts,
    ours: &[&JusticeFact],
    stated: &[&str],
    text: &str,
) -> Option<Verdict> {
    let mut said = CAP.captures_iter(text);
    let (found, None) = (said.next()?, said.next()) else { return None };
    let number = &found["number"];
    let said: f64 = number.parse().ok()?;
    if stated != ["security_override"] || found.name("share").is_some() {
        return None;
    }
    let known = done(&repository.python, Practice::Bound);
    let of = |fact: &PracticeFact| fact.by.parse::<f64>().ok();
    if known.iter().any(|fact| of(fact).is_some_and(|one| (one - said).abs() < 1e-9)) {
        return None;
    }
    let own = deciding(ours, &known);
    let numbers: BTreeSet<&str> = own.iter().map(|fact| fact.by.as_str()).collect();
    let certain = !numbers.is_empty()
        && known.iter().all(|fact| of(fact).is_some())
        && is_read_whole(repository);
    if !certain {
        let fact = format!("no bound of {number} was found in the synthesis");
        return Some(Verdict::undecided(fact));
    }
    let numbers = numbers.into_iter().collect::<Vec<_>>().join(", ");
    // A cap may be another rule's.
    let of_security = OF_SECURITY.is_match(text);
    let by = if of_security { "the rule of security" } else { "the synthesis" };
    let fact = format!("{by} bounds the score by {numbers}, and nothing by {number}");
    Some(Verdict::of(Contradicted, fact, own.iter().map(|fact| &fact.place)))
}

/// That a cap is that of a flaw.
static OF_SECURITY: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)secur|vulnerab|\bflaws?\b|unsafe|sandbox"));

/// That a cap is said to follow where a flaw is there, or is confirmed.
static CONFIRMED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:confirmed|proven|verified) (?:\w+ )?(?:flaws?|vulnerabilit\w+|violations?|issues?)\b|\b(?:flaws?|vulnerabilit\w+|markers?|violations?) (?:\([^()]*\) )?(?:is|are|was|were) (?:\w+ly )?(?:present|confirmed|found|detected|proven|verified)\b",
    )
});

/// What leaves open that a cap follows where a flaw is there: it hangs on what a judge scores or argues alone.
pub(super) fn unconfirmed(synthesis: &Synthesis<'_>, text: &str) -> Option<Verdict> {
    let said = || CONFIRMED.is_match(text);
    if let Some(UnconfirmedFlaw { evidence, written, place }) = synthesis.unconfirmed() {
        let fact = format!(
            "the cap at `{place}` asks no more of `{evidence}` than that it was not found, which the handler of a failure writes as well"
        );
        return said().then(|| Verdict::of(Undecided, fact, [place, written]));
    }
    let (what, place) = match (synthesis.caps_by_score(), synthesis.caps_by_words()) {
        (Some(place), _) => ("a judge's score alone", place),
        (None, Some((place, _))) => ("words in what a judge argues", place),
        (None, None) => return None,
    };
    let fact =
        format!("the cap at `{place}` hangs on {what}, and nothing that was found confirms a flaw");
    said().then(|| Verdict::of(Undecided, fact, [place]))
}

/// The bounds that stand where the rule of security decides: they are its cap.
fn deciding<'p>(ours: &[&JusticeFact], known: &[&'p PracticeFact]) -> Vec<&'p PracticeFact> {
    let decides = |fact: &&&PracticeFact| {
        let places = ours.iter().flat_map(|justice| &justice.places);
        let mut places = places.filter(|one| one.rule == "security_override");
        places.any(|one| {
            let (rule, bound) = (&one.place, &fact.place);
            rule.file == bound.file && (rule.line..=rule.end_line).contains(&bound.line)
        })
    };
    known.iter().filter(decides).copied().collect()
}

/// That the rules are those of the rubric, of which none is left out.
static ALL: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:appl(?:y|ies)|implements?|enforces?|follows?|executes?) (?:all (?:of )?)?(?:the )?(?:rubric(?u:['’])?s? |five )(?:\w+ )?synthesis[ _]rules\b",
    )
});

/// The rules of the contract.
const RULES: [&str; 5] = [
    "security_override",
    "fact_supremacy",
    "functionality_weight",
    "variance_re_evaluation",
    "dissent",
];

/// The first rule of the contract that was not recognised, where all rules of the rubric are said to be applied.
pub(super) fn lacking(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    if !ALL.is_match(text) {
        return None;
    }
    let synthesis = Synthesis::of(&repository.python);
    let open = |rule: &&&str| match synthesis.standing(rule) {
        Standing::Recognised => false,
        Standing::Told(_)
        | Standing::Lacking { .. }
        | Standing::Nowhere
        | Standing::Undecided { .. } => true,
    };
    let rule = RULES.iter().find(open)?;
    let fact = format!("no code was recognised that implements `{rule}`, one of these rules");
    Some(Verdict::of(Undecided, fact, synthesis.live.iter().map(|justice| &justice.place)))
}

/// Whether a plain average is all that the synthesis makes of the scores: it surely lacks each rule that sets one.
pub(super) fn are_no_rules(python: &PythonFacts) -> bool {
    let synthesis = Synthesis::of(python);
    let lacks = |rule: &&str| match synthesis.standing(rule) {
        Standing::Told(_) | Standing::Lacking { .. } | Standing::Nowhere => true,
        Standing::Recognised | Standing::Undecided { .. } => false,
    };
    synthesis.averages_evenly() && RULES.iter().filter(|rule| decides(rule)).all(lacks)
}
