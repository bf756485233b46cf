//! Sentences that say what becomes of the evidence on its way to the judges: what the aggregator makes of it, and that
//! all judges are given it.

use super::super::sentence::elsewhere;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// That the aggregator makes something else of the evidence than all of it side by side: what reducers do is not
/// its work.
static WORKS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^[^A-Za-z]*(?:[\w-]+ \([^()]{1,24}\):? )?(?:(?:the|our|this|an?) )?`?(?:evidence[ _]?)?aggregator(?:[ _]?node)?`?(?: \([^()]{1,40}\))?(?: (?:that|which|then|also)| ?:)? ",
        r"[^.;]{0,120}?\b(?:de-?duplicates|normali[sz]es|structures|re-?organi[sz]es|organi[sz]es|groups|sorts|filters|enriches|annotates|ranks|re-?structures|categori[sz]es|standardi[sz]es|cleans)\b",
        r" (?:(?:all|the|their|and|collected|raw|incoming|forensic|detectives?(?u:['’])?|\w+s) ){0,4}(?:evidences?|findings|outputs|results)\b",
    ))
});

/// Words by which the sentence speaks of another time, of a condition, of others or of what merges without the node.
static AGGREGATED_ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"can|if|when|never|not|cannot|reducers?|operator|langgraph|merge_\w+|llm|judges? (?:then|groups?|filters?)",
    )
});

/// Words behind which another one than the aggregator may do it.
static OF_ANOTHER: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:until|before|after|once|while|so that|by which|(?:detectives?|judges?) (?:that|who|which))\b",
    )
});

/// Whether the sentence says of the program as it is what the node at which detectives meet makes of their evidence.
pub(in super::super) fn is_aggregated(sentence: &str) -> bool {
    sentence.to_ascii_lowercase().contains("aggregator")
        && sentence.trim_end().ends_with('.')
        && WORKS.find(sentence).is_some_and(|part| !OF_ANOTHER.is_match(&sentence[part]))
        && !AGGREGATED_ELSEWHERE.is_match(sentence)
}

/// That several judges, of whom all are meant, look at evidence.
static GIVEN: LazyLock<Phrase> = LazyLock::new(|| {
    let looks = r"(?:receiv|evaluat|analy[sz]|review|examin|assess|consum|process|interpret|read|weigh|scrutini[sz]|debat)\w*";
    let evidence = r"(?:(?:the|this|all|same|very|exact|identical|shared|aggregated|collected|merged|forensic|full|structured|pydantic|detectives?(?u:['’])?) ){1,4}(?:evidence|evidences|facts|findings)\b";
    Phrase::new(&format!(
        concat!(
            r"(?i)\b(?:all|each|every|three|the three)(?: of (?:the|these|our))?(?: three)? (?:[\w-]+ ){{0,3}}?(?:judges?|personas?)\b(?: \([^()]{{0,60}}\))?,?(?: (?:all|each|then|independently|separately|now))?(?: that| which)? {looks} (?:and {looks} )?{evidence}",
            r"|\bjudges?\b[^.;]{{0,60}}\b(?:deliberate|run|execute|work|operate)s? [^.;]{{0,32}}\b(?:on|over|against) (?:the )?(?:same|identical|shared) (?:\w+ )?evidence\b",
            r"|\bprosecutor(?: \([^()]*\))?,? and (?:the )?defen[sc]e(?: \([^()]*\))? {looks} {evidence}",
        ),
        looks = looks,
        evidence = evidence,
    ))
});

/// Words by which the sentence speaks of another time, of a condition, of others or of what somebody is told to do.
static GIVEN_ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"can|if|when|never|not|cannot|instructed|told|asked|prompted|must|rubric (?:requires|says)",
    )
});

/// Whether the sentence says of all judges, in the program as it is, that they are given what the detectives found.
pub(in super::super) fn is_shared(sentence: &str) -> bool {
    let named = ["evidence", "facts", "findings"].iter().any(|word| sentence.contains(word));
    named
        && sentence.trim_end().ends_with(['.', ':'])
        && GIVEN.is_match(sentence)
        && !GIVEN_ELSEWHERE.is_match(sentence)
}
