//! Sentences that say that the Tech Lead decides where the scores lie far apart.

use super::rules;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// That the Tech Lead's score is taken where the scores lie far apart.
static TAKES_THE_LEAD: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:variance|spread|disagree\w*|diverg\w*|far apart)\b[^.;]{0,160}(?:",
        r"\b(?:us(?:es?|ing)|tak(?:es?|ing)|adopt(?:s|ing)?|defer(?:s|ring)? to) (?:the )?tech[-_ ]?lead(?u:['’]s)?(?: (?:score|opinion))?(?: as\b|[.,;)]|$)",
        r"|\btech[-_ ]?lead(?u:['’]s)?(?: (?:\w+ )?(?:score|opinion|assessment))? (?:(?:is|was) (?:used|taken|adopted)|decides|prevails|breaks the tie|acts as (?:the )?tie-?breaker)\b)",
    ))
});

/// Words by which the sentence speaks of another time, of others or of what is not so.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:will|would|should|could|may|might|plan\w*|peers?|previous\w*|initial\w*|propos\w+|recommend\w*|unless|not|never|must)\b",
    )
});

/// Whether the text says so.
pub(in crate::detect::claims) fn takes_the_lead(text: &str) -> bool {
    // No sentence ends there.
    TAKES_THE_LEAD.is_match(&text.replace("e.g.", "such as"))
}

/// Whether the sentence says so of scores that are as far apart as a number tells, and states no rule by its name.
pub(in crate::detect::claims) fn tells_of_the_lead(sentence: &str) -> bool {
    let named = sentence.contains("ead");
    named
        && takes_the_lead(sentence)
        && !ELSEWHERE.is_match(sentence)
        && rules::limits(sentence).len() == 1
        && rules::stated(sentence).is_empty()
}

/// That the Tech Lead breaks ties, whatever those are.
static BREAKS_TIES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\btech[-_ ]?lead(?u:['’]s)?(?: (?:score|opinion|judge|node))? (?:(?:is|is used|acts|serves|functions)(?: as)? (?:the |a |its )?(?:\w+ )?tie-?breaker|breaks (?:the )?ties|decides (?:the )?ties)\b",
        r"|\b(?:uses?|using|takes?|with) (?:the )?tech[-_ ]?lead(?u:['’]s)?(?: (?:score|opinion))? as (?:the |a )?(?:\w+ )?tie-?breaker\b",
    ))
});

/// Whether the sentence says of a synthesis that it has the Tech Lead break ties: what a prompt says of a judge may
/// be meant as well, so that nothing stands against it.
pub(in crate::detect::claims) fn breaks_ties(sentence: &str) -> bool {
    sentence.contains("ead") && BREAKS_TIES.is_match(sentence) && !ELSEWHERE.is_match(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lead_is_told_to_break_ties() {
        let check = |sentence, expected| assert_eq!(breaks_ties(sentence), expected, "{sentence}");
        check("The system records dissent and uses Tech Lead as tie-breaker.", true);
        check("Tech Lead acts as the tie-breaker between the two.", true);
        check("The Tech Lead breaks ties.", true);
        check("The Tech Lead should break ties.", false);
        check("A tie between judges is rare.", false);
    }

    #[test]
    fn the_lead_is_told_to_decide_from_a_distance_on() {
        let check = |sentence, expected| {
            assert_eq!(tells_of_the_lead(sentence), expected, "{sentence}");
        };
        check(
            "When score variance ≥ 3 (e.g. 1 and 5), the Tech Lead’s pragmatic assessment is adopted as the final score.",
            true,
        );
        check("Where the spread exceeds 2, the Tech Lead's score is taken.", true);
        check("Where the spread is wide, the Tech Lead's score is taken.", false);
        check("Where the spread exceeds 2, the Tech Lead's score should be taken.", false);
        check("Where the spread exceeds 2, the Tech Lead asks again.", false);
    }
}
