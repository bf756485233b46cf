//! Headings of parts on somebody else's work, or on what somebody else says of this one.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Systems of agents that reports are compared with, as the choices of a pattern.
pub(in crate::detect) const SYSTEMS: &str = "AutoGen|AutoGPT|BabyAGI|CAMEL|ChatDev|MetaGPT|PoLL";

static OTHERS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)\b(?:peers?|partner|classmate|colleague)(?:(?u:['’])s?)?\b")
});

/// What makes such a part one on the other's work: `Audit of the peer's repository`, `Me to peer B`.
static THEIR_WORK: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:to|of|on|in|about|for|with) (?:(?:my|our|the|an?|another|assigned) ){0,2}(?:peers?|partner|classmate|colleague)\b",
        r"|\b(?:audited|auditing|reviewed|reviewing) (?:(?:my|our|the|an?|another|assigned) ){0,2}(?:peers?|partner|classmate|colleague)\b",
        r"|\b(?:peers?|partner|classmate|colleague)(?:(?u:['’])s)? (?:[A-Z] )?(?:repo\w*|code\w*|work|submission|project|graph|system|implementation)\b",
    ))
});

/// What makes it one on the own work all the same: what the other says of it, or what came of that.
static OWN_WORK: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:to|on|in|of|about|for|from|by|against) (?:me|us|mine|ours|(?:my|our) (?:own )?(?:system|agent|auditor|code\w*|repo\w*|work|submission|project|graph|swarm|implementation))\b",
        r"|\b(?:from|by) (?:(?:my|our|the|an?|another) )?(?:peers?|partner|classmate|colleague)\b|\breceived\b|\bmissed\b",
        r"|\b(?:changes?|improve\w*|updates?|updated|fix\w*|respon\w+|learn\w*|lessons?|adapt\w*|evolution|how (?:we|i)|compar\w+)\b",
    ))
});

/// Words by which a sentence in such a part speaks of the own work.
static OWN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:we|us|ours|mine|(?:our|my) own|(?:our|my) (?:\w+ )?(?:graph|state|judges?|detectives?|system|code|implementation|",
        r"aggregator|nodes?|architecture|reducers?|swarm|pipeline|synthesis))\b",
    ))
});

/// Whether a heading opens a part on somebody else's code, or on what somebody else says of this one.
pub(in crate::detect) fn heads_others(heading: &str) -> bool {
    OTHERS.is_match(heading)
}

/// Whether a heading opens a part on somebody else's work, and on nothing of one's own.
pub(super) fn heads_their_work(heading: &str) -> bool {
    OTHERS.is_match(heading) && THEIR_WORK.is_match(heading) && !OWN_WORK.is_match(heading)
}

/// Whether a heading is on the own work, although it may name others.
pub(super) fn heads_own_work(heading: &str) -> bool {
    OWN_WORK.is_match(heading) || OWN.is_match(heading)
}

/// Whether a sentence in such a part speaks of the own work all the same.
pub(super) fn is_of_own(sentence: &str) -> bool {
    OWN.is_match(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_on_the_work_of_others_is_told_from_one_on_what_they_say_of_this() {
        for heading in [
            "Me to Peer B’s Auditor:",
            "5.1 Findings from our audit of the peer's repository",
            "My Audit of Peer Repository (Outgoing)",
            "What My Agent Discovered in My Peer’s Repository",
            "4.3 Peer Audit Findings (What our agent discovered in the peer's repo)",
            "4.3 Findings From Auditing Peer",
        ] {
            assert!(heads_others(heading) && heads_their_work(heading), "{heading}");
        }
        for heading in [
            "Peer A’s Auditor to me:",
            "6.1 What the Peer Agent Caught",
            "4.1 Peer Findings Received (What the peer found in our work)",
            "Findings from our peer’s audit of our repo",
            "5.3 How we could update the agent after peer feedback",
            "Changes after the audit of my peer's code",
        ] {
            assert!(heads_others(heading) && !heads_their_work(heading), "{heading}");
        }
        assert!(!heads_others("2.1 The Graph of the Court"));
    }
}
