//! Sentences that say of a term that it is not there, or is not explained: whoever says so explains nothing by it.

use super::super::others::SYSTEMS;
use super::{Passage, named};
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// What is said by a sentence that a term is not there.
static DENIED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?i)found ?= ?false|\b0 hits|\bno [\w/ -]{0,40}\b(?:hits?|mentions?|matches)\b|",
        r"\b(?:completely|entirely|totally) absent\b|keyword[- ](?:drop|stuff)\w*|superficial\w*|",
        // What is missing, what a criterion asks, and what a plan is good for.
        r"^\W*gaps? ?:|\b(?-i:Gap): (?-i:[A-Z])|\brubric impact ?:|",
        r"\bdo(?:es)? (?:the|this|a) (?:\w+ )?(?:report|pdf|document) (?:mention|explain|use|discuss|describe)\b[^.;]*\?|\b(?:just|merely|only) as (?:an? )?(?:\w+ )?buzz-?words?\b|",
        // What is told of a report, and not by one.
        r"^\W*the (?:\w+ )?(?:report|documentation|pdf) (?:mention(?:s|ed)|referenc(?:es|ed)|nam(?:es|ed)|demonstrates? (?:an? )?(?:\w+ )?understanding of)\b|",
        r"\b(?:judged|rated|scored|found) the explanations? (?:as|to be)\b|\b(?:recommended|suggested) (?:\w+ly )?(?:adding|generating|including|creating|providing)\b",
    ))
});
/// What denies a term right before it.
static BEFORE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)\b(?:(?:could|can|did|do|does|would)(?: not|n(?u:['’])t)|cannot|failed to) (?:yet )?(?:reali[sz]e|implement|build|achieve|do|support|use|add|provide)\s(?:[\w-]+[ /]){0,2}\W*$|\b(?:future|later|next|coming) (?:versions?|releases?|work|iterations?|semesters?) (?:will|could|should|may|might) (?:[\w-]+[ /]){0,3}\W*$|\b(?:no|lacks?|lacking|lack of|missing|without|absence of)\s(?:\w+[ /]){0,2}\W*$|\b(?:missing|absent|incomplete) (?:or|and) (?:missing|absent|incomplete)\s(?:[\w-]+[ /]){0,3}\W*$|\bno (?:[\w-]+ ){1,4}exists?(?: \w+ing)? (?:[\w-]+[ /]){0,3}\W*$",
    )
});
/// What denies a term right after it.
static AFTER: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?i)^\W*(?:\w+ ){0,2}(?:is|are|was|were)(?: \w+){0,3} \W*",
        r"(?:absent|missing|lacking|undefined|unexplained|unaddressed|not (?:yet )?(?:found|explained|mentioned|present|implemented|defined|discussed|given|addressed|covered|described|elaborated))",
        r"|^\W*(?:is|are|was|were) (?:\w+ )?(?:referenced|mentioned|named|listed|cited)(?: \w+){0,3}?,? (?:(?:but|yet|and|though) (?:is |was |are |were )?(?:not|never|no|lacks?)\b|without\b)",
        r"|^\W*(?:is|are|was|were) (?:not|never) (?:\w+ )?(?:needed|required|necessary|used|done|reali[sz]ed|built|supported|possible|part of)\b",
        r"|^\W*(?:is|are|was|were) (?:only|just|merely) (?:referenced|mentioned|named|listed|cited)\b",
        r"|^\W*(?:lacks?|has no|have no|receives? no|gets? no|does not (?:have|get|receive)|needs?|deserves?) (?:(?:an?|any|its|their|own|dedicated|more|further|deeper|explicit|separate|full|substantive|clear) ){0,4}(?:sub-?section|section|explanation|definition|treatment|discussion|coverage|depth)s?\b",
        r"|^\W*appears?(?: \w+)? (?:only in passing|without)\b",
    ))
});
/// What other systems do.
static OF_OTHERS: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::over_lines(&format!(r"^\W*(?:{SYSTEMS})(?u:['’]s)? \w+")));
/// A field of knowledge in which the term means something of its own.
static IN_A_FIELD: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)\bin (?:(?:the|modern|classical|digital|formal|educational|cognitive|developmental) )?(?:[\w-]+(?u:['’])s )?(?:psychology|logic|philosophy|biology|electronics|pedagogy|sociology|linguistics|neuroscience|economics|physics|chemistry)\b",
    )
});
/// Words by which the sentence speaks of the own work all the same.
static OWN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(r"(?i)\b(?:we|our|my|this|here|judges?|auditor|system|graph|court\w*)\b")
});
/// A label above what judges said, which names what it is an instance of.
static OF_OPINIONS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)^\W*(?:(?:judicial|judges?(?u:[’'])?) )?(?:opinions?|arguments|verdicts?) \([\w ]*$",
    )
});
/// The same with the judges right behind it: `Dialectical Tension: Prosecutor (1): …`.
static HEADS_OPINIONS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)^\W*(?:tensions?|disagreements?|debates?|conflicts?)? ?: (?:there was [^.]*\. )?(?:the )?(?:prosecutor|defen[sc]e|tech ?lead) (?:\([1-5](?: ?/ ?5)?\)|(?:\w+ly )?(?:scored|stated|approved|argued|gave|noted))",
    )
});
/// A statement that goes on about a term, and says that it is not explained.
static GOES_ON: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?i)^\W*(?:however,? |but |yet )?(?:it|this|the (?:term|concept|topic|word)) (?:is|was|has|receives|appears|gets)\b[^.;]{0,40}?",
        r"\b(?:not (?:\w+ )?(?:explained|discussed|given|defined|addressed|described|covered|mentioned)|never (?:explained|discussed|defined|described)|missing|absent|no (?:section|explanation|definition)|(?:only|merely) (?:mentioned|referenced|named)|without (?:an? |any |further )?(?:explanation|context|definition))\b",
    ))
});

impl Passage<'_> {
    /// Whether the statement says that the term is not there or not explained, of whichever of its mentions.
    pub(super) fn is_denied(&self) -> bool {
        let said = self.said();
        let Some(found) = self.pattern.find(said) else { return false };
        let (before, after) = (&said[..found.start], &said[found.end..]);
        let again =
            || self.pattern.all(said).skip(1).any(|found| AFTER.is_match(&said[found.end..]));
        DENIED.is_match(said)
            || BEFORE.is_match(before)
            || AFTER.is_match(after)
            || OF_OPINIONS.is_match(before)
            || HEADS_OPINIONS.is_match(after)
            || named::lacked(self.pattern, said)
            || OF_OTHERS.is_match(said)
            || (IN_A_FIELD.is_match(said) && !OWN.is_match(said))
            || again()
    }

    /// Whether a statement up to `end` goes on about the term, and says that it is not explained.
    pub(super) fn is_denied_before(&self, end: usize) -> bool {
        (self.number + 1..end).any(|number| GOES_ON.is_match(self.statements.said(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Statements, concept};
    use crate::detect::document::numbered;

    #[track_caller]
    fn check(text: &str, term: &str, expected: bool) {
        let uses = concept(&Statements::of(&numbered(&[text])), term);
        assert!(!uses.is_empty(), "{text}");
        assert_eq!(uses.iter().any(|one| one.substantive), expected, "{text}");
    }

    #[test]
    fn a_later_mention_that_denies_the_term_counts_as_well() {
        check(
            "Priority 5 — Metacognition Subsection in Report Rubric Dimension: Theoretical Depth File: docs/report.pdf Metacognition is referenced but not given its own subsection explaining how each judge evaluates quality.",
            "metacognition",
            false,
        );
        check(
            "On metacognition: the judges call it a node, and metacognition is not discussed when branches merge in src/graph.py.",
            "metacognition",
            false,
        );
        check(
            "Fan-in waits until each detective node returns its evidence; a graph without fan-in calls judges before that.",
            "fan-in",
            true,
        );
    }

    #[test]
    fn what_is_not_done_or_means_something_elsewhere_explains_nothing() {
        for said in [
            "Metacognition is not needed in our system, because nodes run one after the other and each judge is compared.",
            "We could not realise metacognition, since the reducer operator.add merges each opinion when a node is called again.",
            "Future versions will do metacognition: after each verdict the Chief Justice will compare scores and route to a node.",
            "AutoGen implements metacognition by routing a message to all agents, and merging each reply in a node.",
            "Metacognition in educational psychology means that learners evaluate, compare and weigh each of their results.",
        ] {
            check(said, "metacognition", false);
        }
        check(
            "Metacognition, as in cognitive psychology, is done here: the Chief Justice compares each judge and routes to a node.",
            "metacognition",
            true,
        );
    }

    #[test]
    fn what_is_said_to_be_missing_in_other_words_is_not_explained() {
        for said in [
            "Metacognition is only mentioned where each judge is compared by the chief justice.",
            "Metacognition lacks its own section on how each judge is compared by the chief justice.",
            "Metacognition was referenced in passing but never tied to what each judge returns and the nodes.",
            "The self-audit flagged missing or incomplete metacognition when each judge is compared by nodes.",
            "The report mentions metacognition, the judges, nodes and edges before each verdict.",
        ] {
            check(said, "metacognition", false);
        }
        check(
            "Metacognition is the way in which each judge is compared by the chief justice. It is not explained.",
            "metacognition",
            false,
        );
        check(
            "Metacognition is not a buzzword: each judge is compared with the evidence, and conflicts are resolved by the chief justice node.",
            "metacognition",
            true,
        );
        check(
            "Dialectical Tension: Prosecutor (1): 'No sandboxing in src/tools.py, so each node is unsafe.'",
            "dialectical",
            false,
        );
    }
}
