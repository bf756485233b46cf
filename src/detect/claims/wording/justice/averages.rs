//! Sentences that say how the judges' scores become one, and by whom no model is asked.

use super::super::sentence::elsewhere;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// That scores are not averaged, without a word that leaves another way to average them.
const DENIED: &str = concat!(
    r"(?i)^\W*no (?:score averaging|averaging of (?:the )?scores)\.|\b(?:(?:do|does)(?: not|n(?u:[’'])t) average (?:(?:the|their|all|these|three|judges?(?u:[’'])?|judicial) ){0,3}(?:scores|opinions|judges)\b",
    r"|(?:(?:scores|opinions|verdicts) are|(?:score|verdict|ruling) is) (?:not|never) averaged\b",
    r"|\b(?:score|verdict|ruling) is (?:not|never) an average[.,;]",
    r"|(?:is|are) (?:not|never) (?:achieved|obtained|reached|computed|calculated|determined|decided|produced|made) by averaging (?:(?:the|their|all|judges?(?u:[’'])?) ){0,2}(?:scores|opinions)\b",
    r"|(?:we|system|court|justice|it) (?:rejects?|refuses?|avoids?|never uses?) (?u:[“\x22'‘])?averag(?:e|ing)(?u:[”\x22'’])?(?: (?:of )?(?:the )?(?:scoring|scores))?[.,;]",
    r"|(?:rejects?|refuses?|avoids?) (?u:[“\x22'‘])?averag(?:e|ing)(?u:[”\x22'’])? (?:of )?(?:the )?(?:scoring|scores)\b",
    r"|never averages? (?:(?:the|their|all) )?(?:scores|opinions)\b",
    r"|rules?(?:,? (?:and )?not|,? rather than) (?:an? |plain )?averag(?:es?|ing)\b",
    r"|(?:output|score|verdict|ruling|synthesis|result) is not an average (?:but|of (?:the )?(?:scores|opinions|three))\b)",
);

/// Words by which another average may be meant, or only its excess be denied.
const OTHER: &str = concat!(
    r"(?i)\b(?:LLM|language model|model|just|simply|merely|only|blind\w*|weighted|across|overall|aggregate|total|dimensions|",
    r"criteria|peers?|would|could|if|when|unless|except|instead)\b",
);

/// That no average of scores is ever taken, of whatever kind.
const NEVER: &str = r"(?i)\bnever averages? (?:(?:the|their|all) )?(?:scores|opinions)\b";

/// That an average is not what is fallen back to.
const NO_FALLBACK: &str = r"(?i)\bno averag(?:e|ing)(?u:[-‑– ])(?:only(?u:[-‑– ]))?fallback\b";

/// What else is denied beside it, which may speak of a model.
const DENIED_TOO: &str = r"(?i),? (?:and|or|nor) (?:never|does not|(?:uses?|asks?|calls?|invokes?) no|without|(?:re-?)?prompting|asking|calling)\b[^,;.]*";

/// That the median is what becomes of the scores.
const MEDIAN: &str = concat!(
    r"(?i)\b(?:chief ?justice\w*|synthesi[sz]\w*|aggregat\w+|final score\w*|justice|scores? (?:is|are))\b[^.;]{0,80}\bmedian\b",
    r"|\b(?:takes?|uses?|computes?|applies) (?:the )?median (?:of )?(?:the )?(?:\w+ )?(?:scores?|opinions?)\b",
);

/// That the detectives ask no model.
const MODEL_FREE: &str = concat!(
    r"(?i)\b(?:repo ?investigator|doc ?analyst|detectives)\b[^.;]{0,60}?\b(?:",
    r"(?:without|make no|makes no|use no|uses no|zero|no) (?:an? |any )?(?:LLM|language[- ]model)s?(?: calls?| involvement| use)?\b",
    r"|(?:do|does) not (?:use|call|invoke|ask|rely on) (?:an? |any )?(?:LLM|language[- ]model)s?\b)",
);

/// Words by which only a part of the detectives' work may be meant.
const PARTLY: &str = r"(?i)\b(?:if|when|unless|fall ?back|available|mode|test\w*|key|first|before|initial\w*|judges?|chief)\b";

/// That an average of some kind is not what is taken, by a word that leaves another kind.
const DENIED_IN_PART: &str = concat!(
    r"(?i)\b(?:prevents?|avoids?|without|instead of|rather than) (?:any )?(?:opaque(?:ly)?|silent(?:ly)?|naive(?:ly)?|mechanical(?:ly)?) averag(?:e|es|ed|ing)\b",
    r"|\brather than averaging\b",
);

/// That scores are not averaged at random, or that an average hides nothing: the average itself is not denied.
const ANOTHER: &str = concat!(
    r"(?i)\b(?:without|no|not|never|rather than|instead of|avoids?|prevents?) (?:random|arbitrary|haphazard)(?:ly)? averag\w*",
    r"|\bhid(?:e|es|ing|den)\b[^.;]{0,24}\b(?:in|behind|inside|by|under) (?:an? |the )?(?:\w+ )?averag\w*",
);

/// That the judges' scores become one by a plain average.
const TAKEN: &str = concat!(
    r"(?i)\b(?:scores?|verdicts?|rulings?) (?:is|are|equals?) (?:(?:computed|calculated|obtained|taken|formed|derived) )?(?:(?:as|by|from) )?",
    r"(?:(?:the|an?) )?(?:(?:plain|simple|arithmetic|unweighted|mathematical) )?(?:mean|average|averaging)(?: score)? of (?:(?:the|all|these|three|judges?(?u:[’'])?(?:s)?|judicial) ){0,4}",
    r"(?:judges?|scores|opinions)\b",
    r"|\b(?:chief ?justice\w*|synthesis(?: node)?) (?:simply )?averages (?:(?:the|all|these|three|judges?(?u:[’'])?(?:s)?) ){0,4}(?:judges|scores|opinions)\b",
);

static IS_TAKEN: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(TAKEN));
static TAKEN_ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"if|when\w*|unless|where|no|not|never|cannot|without|weighted|instead|rather|before|otherwise|fall ?backs?|default|consensus|agree\w*|once|must|median|other|some|only|across|criteria|dimensions",
    )
});

static IS_ANOTHER: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(ANOTHER));
static IS_DENIED_IN_PART: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(DENIED_IN_PART));
static IS_NEVER: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(NEVER));
static IS_NO_FALLBACK: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(NO_FALLBACK));
static IS_DENIED_TOO: LazyLock<Parts> = LazyLock::new(|| Parts::new(DENIED_TOO));
static IS_DENIED: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(DENIED));
static IS_OTHER: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(OTHER));
static IS_MEDIAN: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(MEDIAN));
static IS_MODEL_FREE: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(MODEL_FREE));
static IS_PARTLY: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(PARTLY));

/// Whether the sentence says that the scores become one otherwise than by a plain average.
pub(in crate::detect::claims) fn denies_average(sentence: &str) -> bool {
    let plain = || !IS_OTHER.is_match(&IS_DENIED_TOO.replace_all(sentence, " "));
    let denied = || IS_NO_FALLBACK.is_match(sentence) || (IS_DENIED.is_match(sentence) && plain());
    (sentence.contains("averag") && denied()) || names_median(sentence)
}

/// Whether the sentence says that the scores become one by a plain average.
pub(in crate::detect::claims) fn takes_average(sentence: &str) -> bool {
    sentence.contains("averag")
        && IS_TAKEN.is_match(sentence)
        && !TAKEN_ELSEWHERE.is_match(sentence)
}

/// Whether the sentence denies something of averages, and not that one is taken.
pub(in crate::detect::claims) fn denies_another(sentence: &str) -> bool {
    IS_ANOTHER.is_match(sentence)
}

/// Whether the sentence says that an average of some kind is not taken.
pub(super) fn denies_in_part(sentence: &str) -> bool {
    let plain = || !IS_OTHER.is_match(&IS_DENIED_TOO.replace_all(sentence, " "));
    sentence.contains("averag") && IS_DENIED_IN_PART.is_match(sentence) && plain()
}

/// Whether the sentence says of an average of the scores that it is taken or that it is not.
pub(in super::super) fn is_told(sentence: &str) -> bool {
    denies_average(sentence) || denies_in_part(sentence) || takes_average(sentence)
}

/// Whether the sentence says that no average of scores is ever taken, so that a weighted one is none either.
pub(in crate::detect::claims) fn denies_any_average(sentence: &str) -> bool {
    sentence.contains("averag") && IS_NEVER.is_match(sentence)
}

/// Whether the sentence says that the scores become one by their median.
pub(in crate::detect::claims) fn names_median(sentence: &str) -> bool {
    sentence.contains("median") && IS_MEDIAN.is_match(sentence)
}

/// Whether the sentence says that detectives ask no model.
pub(in super::super) fn is_model_free(sentence: &str) -> bool {
    IS_MODEL_FREE.is_match(sentence) && !IS_PARTLY.is_match(sentence)
}
