//! What lists of gaps say not to be there, and what is said to be all that is there.

use super::super::page::{items, sections};
use super::lacking::{self, Thing};
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// What heads a list, a table or a part of a paragraph about what the own code lacks.
static HEADS_GAPS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^[^A-Za-z]*(?:(?:honest|known|current|currently|remaining|open|present|existing|acknowledged|remediation|plan|for|the|and|our|self-assessed|interim) )*(?:gaps?|limitations?|shortcomings?|missing)\b",
    )
});

/// What heads a list of things each of which is not there.
static HEADS_ABSENT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^[^A-Za-z]*(?:(?:still|currently|features|components|parts|what is) )*(?:not (?:yet )?implemented|yet to be implemented|unimplemented)(?: yet)?\s*:?$",
    )
});

/// Words by which such a heading is about another time, about others, or about what has become of the gaps.
static SETTLED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:closed|fixed|resolved|resolutions?|solutions?|solved|addressed|mitigat\w+|status|before|after|previous\w*|initial\w*|earlier|were|was|peers?|target|student|how|what|detected|flagged|found in|actions? taken|fix(?:es)? applied)\b",
    )
});

/// A line that denies a thing, with whatever stands behind a dash, in brackets or in the next cell of its row.
const DENIES: &str = r"^[^A-Za-z]*(?:no|missing|lacks?|lack of|absence of) (?:(?:any|true|real|actual|proper|explicit|dedicated|full|working) )*";
const ENDS: &str = r"(?: yet)?(?:\s*\([^()]*\))?(?:\s*[.,;:!]|\s*$| but\b| (?u:[—–-]) | or [a-z]+ [a-z]| (?:in|from) (?:the )?(?:our )?`?(?:graph|StateGraph|code|codebase)`?\s*$| Identified as (?:a )?(?:known )?gap\b)";

/// That the detectives are all that is there.
static DETECTIVES_ALONE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^[^A-Za-z]*(?:(?:currently|so far|at present|today),? )?only the detectives?(?: layer| agents?| nodes?| swarm)? (?:is|are) (?:currently |fully |so far )?(?:implemented|complete|built|wired|live|functional)\b",
        r"|^[^A-Za-z]*(?:the )?judicial (?:layer|nodes?|(?:and|&) synthesis layers) (?:remains? to be|(?:is|are) (?:still )?(?:yet to be|not yet)|(?:has|have) (?:not yet|yet to) be(?:en)?) (?:implemented|built|written|wired)\b",
    ))
});

/// Words by which a sentence tells of another time or of a part alone.
static OTHERWISE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:was|were|had|until|before|when|if|now|since|added|fixed|resolved|previous\w*|initial\w*|no longer|peers?|target|(?:branch|commit|version|tag)\b)",
    )
});

/// What the sentence says not to be there, where it stands in a list of what the own code lacks, or says that
/// something else is all there is.
pub(in crate::detect::claims) fn denied(before: &str, sentence: &str) -> Option<Thing> {
    if OTHERWISE.is_match(sentence) || super::super::sentence::unclaimed::is_quoted(sentence) {
        return None;
    }
    if DETECTIVES_ALONE.is_match(sentence) {
        return Some(Thing::JudicialLayer);
    }
    let mut words = lacking::words();
    let small = sentence.to_lowercase();
    let listed = lists_gap(before, sentence)?;
    words.find_map(|(thing, parts, words)| {
        let named = parts.iter().any(|part| small.contains(part));
        let says = || match listed {
            Listed::Gap => Phrase::new(&format!("(?i){DENIES}{words}{ENDS}")),
            Listed::Absent => {
                Phrase::new(&format!(r"(?i)^[^A-Za-z]*{words}(?:\s*\([^()]*\))?\.?$"))
            }
        };
        (named && says().is_match(sentence)).then_some(thing)
    })
}

/// In which kind of list something stands.
#[derive(Clone, Copy)]
enum Listed {
    /// Of gaps, which say that something is not there.
    Gap,
    /// Of things that are not there.
    Absent,
}

/// In which list of what the code lacks a sentence stands, if it stands in one.
fn lists_gap(before: &str, sentence: &str) -> Option<Listed> {
    let denies = items::words(sentence)
        .split(' ')
        .next()
        .is_some_and(|first| ["No", "Missing", "Lack", "Lacks", "Absence"].contains(&first));
    // What goes on behind a label stands in its paragraph.
    let of_label = sections::label(before, sentence)
        .is_some_and(|label| HEADS_GAPS.is_match(label) && !SETTLED.is_match(label));
    let known = sentence.contains("known gap") && denies;
    if known || (denies && of_label) {
        return Some(Listed::Gap);
    }
    let head = items::head(before).filter(|head| !SETTLED.is_match(head))?;
    if HEADS_ABSENT.is_match(head) {
        return items::is_item(sentence).then_some(Listed::Absent);
    }
    (denies && HEADS_GAPS.is_match(head)).then_some(Listed::Gap)
}
