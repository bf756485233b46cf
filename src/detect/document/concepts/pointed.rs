//! Passages that hold a term and only point at something: at places, along arrows, at what somebody looks for.

use super::cites;
use crate::detect::document::path_words::words;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Words beside places and brackets that say nothing of how it is done.
const FEW: usize = 3;
/// Words of one member of a list that only names its members.
const MEMBER: usize = 3;
/// Words of a title before its colon.
const TITLE: usize = 8;

/// What begins a passage that only says where something is: `Verified in src/graph.py (parallel nodes)`.
static WHERE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)^\W*(?:the\s+)?(?:verified|found|implemented|located|present|seen|see|defined|confirmed|evidence|evidenced|cited|wired|stands|lives|sits|resides)\b:? ?(?:in|at|by|from)?\b",
    )
});
/// What joins places.
static JOINS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(r"(?i)^(?:and|or|also|in|at|by|from|the|lines?|file|files|with)$")
});
/// Who looks for something in others' work.
static LOOKS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?i)\b(?:judges?|prosecutor|defense|tech ?lead|detectives?|investigator|analyst|auditor|inspector|persona|mission|it|he|she)\b",
        r"[^.;]*\b(?:evaluates?|checks?|verif(?:y|ies)|assess(?:es)?|confirms?|examines?|asks?|determines?) (?:whether|if)\b[^.;]*$",
    ))
});
/// That something is looked for, to tell by it that the thing is there: `look for add_edge for fan-out detection`.
static LOOK_FOR: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::over_lines(r"(?i)\b(?:looks?|looking|scans?|search\w*) for\b"));
static DETECTION: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::over_lines(r"(?i)^s?\W*(?:detection|recognition)\b"));
/// What it looks for: that the thing is there.
static IS_THERE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)^(?:[^.;]|\.\w){0,60}\b(?:(?:is|are|was|were)(?: \w+)? (?:used|present|implemented|defined|there|applied|wired|declared|correct)|exists?)\b",
    )
});
/// What a judge asks for or grants, of which the thing itself is no part.
static ARGUES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?i)\b(?:judges?|prosecutor|defense|tech ?lead)\b[^.;]*",
        r"\b(?:accepts?|accepted|asks? for|asked for|requests?|requested|demands?|demanded|wants?|wanted|concedes?|conceded|credits?|credited|confirmed|cited|raised|flagged|noted|penali[sz]ed|praised)\b[^.;]*$",
    ))
});
/// What tells how, so that a list with it is more than its members.
static HOW: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?i)\b(?:because|so that|by [a-z]+ing|which|where|when|while|before|after|then|until|each|how|",
        r"argu\w*|resolv\w*|merg\w*|waits?|collect\w*|weigh\w*|debat\w*|render\w*|produc\w*)\b",
    ))
});

/// Whether a passage that stands alone only says where the thing is to be found.
pub(super) fn at_places(own: &str) -> bool {
    if !WHERE.is_match(own) {
        return false;
    }
    let mut depth = 0_usize;
    let outside: String = own
        .chars()
        .filter(|letter| match letter {
            '(' | '[' => {
                depth += 1;
                false
            }
            ')' | ']' => {
                depth = depth.saturating_sub(1);
                false
            }
            _ => depth == 0,
        })
        .collect();
    let said = words(&outside).into_iter().filter(|word| {
        word.text.contains(char::is_alphabetic) && !cites(word.text) && !JOINS.is_match(word.text)
    });
    // The word that begins it is one of them.
    said.count() <= FEW + 1
}

/// Whether the term is one stop of a way that arrows lead along, of which nothing else is said.
pub(super) fn along_arrows(term: &Phrase, said: &str) -> bool {
    let way = said.rsplit_once(": ").map_or(said, |(_, way)| way);
    let stops: Vec<&str> = way.split("->").flat_map(|part| part.split(['→', '⟶', '➜'])).collect();
    stops.len() > 2
        && !cites(way)
        && !HOW.is_match(said)
        && stops.iter().all(|stop| stop.split_whitespace().count() <= MEMBER + 1)
        && stops.iter().any(|stop| term.is_match(stop))
        && !said.strip_suffix(way).is_some_and(|before| term.is_match(before))
}

/// Whether the term stands in what somebody looks for in others' work, as a thing that is to be there, or in what a
/// judge asks for or grants.
pub(super) fn looked_for(term: &Phrase, said: &str) -> bool {
    let Some(found) = term.find(said) else { return false };
    let (before, after) = (&said[..found.start], &said[found.end..]);
    let is_argued = ARGUES.is_match(before) && !HOW.is_match(after) && !cites(after);
    let is_detected = DETECTION.is_match(after) && LOOK_FOR.is_match(before);
    is_argued || is_detected || (LOOKS.is_match(before) && IS_THERE.is_match(after))
}

/// Whether the term is an adjective of one member of a list: `parallel detectives, dialectical judges, a synthesis`.
pub(super) fn among_members(term: &Phrase, said: &str) -> bool {
    let Some(found) = term.find(said) else { return false };
    let parts = [',', ';', '—', '–', '|'];
    let (before, after) = (&said[..found.start], &said[found.end..]);
    let start = before.rfind(parts);
    let end = after.find(parts);
    let (Some(start), Some(end)) = (start, end) else { return false };
    let member = &said[start..found.end + end];
    let member = member.trim_start_matches(|sign: char| !sign.is_alphanumeric());
    // What tells how before the list began tells it of the whole.
    member.split_whitespace().count() <= MEMBER
        && !HOW.is_match(&said[start..])
        && !member.contains(['_', '(', '/'])
}

/// Whether an item has the term in its title, before a colon.
pub(super) fn titles(term: &Phrase, item: &str) -> bool {
    let Some((title, _)) = item.split_once(':') else { return false };
    title.split_whitespace().count() <= TITLE && term.is_match(title)
}

/// The head of a caption; a sentence that speaks of the figure has a verb there.
static CAPTIONED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)^\W{0,3}(?:figur[ae]?|fig\.?|diagram) ?(?:[A-Z][.-]?)?[0-9]+(?:\.[0-9]+)*(?u: ?[:.—–])",
    )
});

/// Whether a statement begins as the caption of a figure does, which names what is shown and explains nothing.
pub(super) fn heads_caption(said: &str) -> bool {
    CAPTIONED.is_match(said)
}

/// Whether a statement is the number of a figure alone, as before a caption that begins behind a full stop.
pub(super) fn numbers_a_figure(said: &str) -> bool {
    CAPTIONED.find(said).is_some_and(|found| found.end == said.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::super::{Statements, concept};
    use crate::detect::document::numbered;

    #[test]
    fn a_caption_explains_nothing() {
        let said = "With fan-in the judges wait for all detectives, whose nodes return evidence.";
        let explains = |text: &str| {
            let uses = concept(&Statements::of(&numbered(&[text])), "fan-in");
            uses.iter().any(|one| one.substantive)
        };
        for caption in ["Figure 2.6: ", "Figure B.1: ", "Figura 2 – ", "Fig. 3. "] {
            assert!(!explains(&format!("{caption}{said}")), "{caption}");
        }
        for other in ["", "As Figure 3 shows: ", "Figure 3 shows that it holds. "] {
            assert!(explains(&format!("{other}{said}")), "{other}");
        }
        assert!(explains(&format!("Figure 1: The graph\n\n{said}")));
    }

    #[test]
    fn a_sentence_on_something_else_explains_nothing() {
        let named = "Metacognition is a key feature of our auditor.";
        let other = "The PDF is read with pypdf because it is fast, so that pages arrive in order.";
        let own = "It compares the scores of all judges, then asks again when they differ by more than two points.";
        let explains = |text: &str, term: &str| {
            let uses = concept(&Statements::of(&numbered(&[text])), term);
            uses.iter().any(|one| one.substantive)
        };
        assert!(!explains(&format!("{named} {other}"), "metacognition"));
        assert!(explains(&format!("{named} {own}"), "metacognition"));
        let place = "The fan-in stands at src/graph.py:23, the reducer at src/state.py.";
        assert!(!explains(place, "fan-in"));
        let listed = "The diagrams matter because they show that it supports uploads, SignalR fan-out, and processing of transcripts.";
        assert!(!explains(listed, "fan-out"));
    }
}
