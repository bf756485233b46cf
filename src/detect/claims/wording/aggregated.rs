//! Sentences that say what the node at which detectives meet makes of their evidence.

use super::elsewhere;
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
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
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

/// Whether the sentence says so of the program as it is.
pub(super) fn said(sentence: &str) -> bool {
    sentence.to_ascii_lowercase().contains("aggregator")
        && sentence.trim_end().ends_with('.')
        && WORKS.find(sentence).is_some_and(|part| !OF_ANOTHER.is_match(&sentence[part]))
        && !ELSEWHERE.is_match(sentence)
}
