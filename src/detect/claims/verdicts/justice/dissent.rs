//! What rules are said to do, beside that they are there: what a dissent tells, and what is overruled without evidence.

use super::super::{Asked, Verdict, is_read_whole};
use crate::detect::phrase::Phrase;
use crate::detect::synthesis::Synthesis;
use crate::domain::facts::ClaimKind;
use crate::domain::facts::ClaimStatus::{Contradicted, Undecided};
use std::sync::LazyLock;

/// What is said of a dissent that nothing enters which a judge argues.
const BARE: &str = "is made of no more than fixed words, scores or judges' names";

/// That the dissent tells why judges differ.
static EXPLAINS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bdissent\w*\b[^.;]{0,80}\b(?:explain\w*|explanations?|why|argu(?:es?|ed|ments?)|reason(?:s|ing)?|rationales?)\b|\b(?:explain\w*|explanations?|argu(?:ed|ments?)|reason(?:s|ing)?|rationales?)\b[^.;]{0,40}\bdissent\w*|\bdissent\w*\b[^.;]{0,48}\b(?:referenc|captur|documents?|documenting|describ|detail|highlight|surfac|record|mak|allow)\w*\b[^.;]{0,60}\b(?:conflicts?|tensions?|both (?:sides|positions|views)|(?:opposing|conflicting) (?:sides|positions|views))\b",
    )
});

/// That it holds what judges argue.
static ARGUES: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\bargu(?:es?|ed|ments?)\b|\bwhy\b"));

/// What leaves open that a dissent tells why judges differ, where nothing that a judge argues enters it.
pub(in super::super) fn without_arguments(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    let Asked { kind, sentence, repository, .. } = asked;
    if kind != ClaimKind::SynthesisRules || !EXPLAINS.is_match(sentence) {
        return None;
    }
    let synthesis = Synthesis::of(&repository.python);
    let (places, what) = match (synthesis.canned(), synthesis.unargued()) {
        (Some(place), _) => (vec![place], "is one fixed text"),
        (None, Some(places)) => (places, BARE),
        (None, None) => return None,
    };
    let first = places.first()?;
    let fact = format!("{}, and what it writes for one at `{first}` {what}", shown.fact);
    let at_odds = ARGUES.is_match(sentence);
    Some(Verdict { at_odds, ..Verdict::of(Undecided, fact, places) })
}

/// That a model of language writes it.
static BY_MODEL: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:LLM|GPT\S*|AI|model)[- ](?:driven|generated|written|based|powered|authored|produced|composed)\b|\b(?:LLM|GPT\S*) synthesis\b|\b(?:written|generated|produced|composed|driven|authored) by (?:an? |the )?(?:LLM|GPT\S*|language[- ]model)\b",
    )
});

/// What leaves open that a model writes the dissent: that there is one does not tell who words it.
pub(in super::super) fn by_model(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    let is_said = asked.kind == ClaimKind::SynthesisRules
        && shown.fact.contains("dissent")
        && BY_MODEL.is_match(asked.sentence);
    is_said.then(|| {
        let fact = format!("{}, and whether a model writes it was not looked at", shown.fact);
        Verdict::of(Undecided, fact, &shown.places)
    })
}

/// That an opinion is overruled for which there is no evidence at all.
static WITHOUT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:without|lacks?|lacking|absent|in the absence of|(?:is|are) no) (?:any |underlying |supporting |forensic |detective |sufficient |corroborating ){0,3}(?:evidence|facts?|proof)\b|\bevidence (?:is|was) (?:missing|absent|lacking)\b",
    )
});

/// What leaves that open where the rule asks for evidence that says so: of none it never holds.
pub(in super::super) fn of_no_evidence(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    let Asked { kind, sentence, repository, .. } = asked;
    if kind != ClaimKind::SynthesisRules
        || !shown.fact.contains("fact_supremacy")
        || !WITHOUT.is_match(sentence)
    {
        return None;
    }
    let place = Synthesis::of(&repository.python).takes_some()?;
    let fact = format!(
        "{}, which asks at `{place}` for evidence that says that something was not found: where there is no evidence at all, nothing is overruled",
        shown.fact
    );
    Some(Verdict { at_odds: true, ..Verdict::of(Undecided, fact, [place]) })
}

/// That a dissent tells what judges argue.
static ARGUED: LazyLock<Phrase> = LazyLock::new(|| {
    let tells = r"(?:explain|summari[sz]|detail|includ|contain|captur|record|preserv|describ|document|tell|show|list|quot)\w*:?";
    let whose = r"(?:(?:each|every|both|all|the|three) ){0,2}(?:judges?|personas?|prosecutor|defen[sc]e|opposing|conflicting|dissenting)(?u:['’])?s?(?u:['’])?";
    Phrase::new(&format!(
        r"(?i)\bdissent\b[^.;]{{0,60}}?\b{tells}[^.;]{{0,60}}?(?:\bwhat {whose} (?:argu|said|say|claim)\w*|\b{whose} (?:arguments?|reasoning|rationales?|positions? and reasons)\b|\bboth arguments\b)"
    ))
});

/// What stands against a dissent that is said to tell what judges argue, where nothing that a judge argues enters any.
pub(in super::super) fn argued(asked: Asked<'_>) -> Option<Verdict> {
    let Asked { kind, text, repository, .. } = asked;
    if kind != ClaimKind::SynthesisRules || !ARGUED.is_match(text) {
        return None;
    }
    let places = Synthesis::of(&repository.python).unargued()?;
    let fact = format!("the dissent {BARE}, and nothing enters it that a judge argues");
    let certain = is_read_whole(repository);
    Some(Verdict::of(if certain { Contradicted } else { Undecided }, fact, places))
}
