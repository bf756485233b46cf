//! Sentences that say of all judges that they are given what the detectives found.

use super::elsewhere;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

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
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"can|if|when|never|not|cannot|instructed|told|asked|prompted|must|rubric (?:requires|says)",
    )
});

/// Whether the sentence says so of the program as it is.
pub(super) fn said(sentence: &str) -> bool {
    let named = ["evidence", "facts", "findings"].iter().any(|word| sentence.contains(word));
    named
        && sentence.trim_end().ends_with(['.', ':'])
        && GIVEN.is_match(sentence)
        && !ELSEWHERE.is_match(sentence)
}
