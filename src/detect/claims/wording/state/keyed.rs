//! Sentences that tell under which keys nodes put what they find.

use super::super::sentence::elsewhere;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// That evidence has the criteria of the rubric for its keys.
static BY_CRITERION: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bevidences?\b[^.;]{0,80}?\b(?:keyed|indexed) (?:by|on) (?:the |their |each )?(?:rubric(?:(?u:['’])s)? )?(?:dimensions?|criteri(?:on|a))\b",
    )
});

/// That each detective has keys of its own.
static APART: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:detectives?(?: nodes?| agents?)?|vision ?inspector) (?:each )?(?:writes?|returns?|puts?|stores?|adds?|appends?) (?:(?:its|their) (?:\w+ )?(?:findings|results|evidence|outputs?) )?(?:in|into|to|under|at) (?:an? |its |their )?(?:\w+ly )?(?:different|separate|distinct|unique|own|disjoint|dedicated) (?:\w+ )?keys?\b",
    )
});

/// That a node gives a list under a key that is written out.
static WRITES: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?P<node>[A-Z]\w+|[a-z]+_\w+)`?(?: (?:node|detective))? (?:writes|returns|puts|emits|yields|produces) `?\{ ?(?u:[\x22'“”])(?P<key>[\w-]+)(?u:[\x22'“”]) ?: ?\[(?P<value>[^\]]{0,40})",
    )
});

/// What stands for whatever a list may hold: `ev1`.
static PLACEHOLDER: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"^\s*[a-z]{1,8}_?[0-9]\b"));

/// Words by which the sentence speaks of another time, of others or of what is not so.
static ELSEWHERE: LazyLock<Phrase> =
    LazyLock::new(|| elsewhere::of_a_claim(r"if|never|not|cannot|no longer|must"));

/// Whether the sentence says that the criteria are the keys of the evidence.
pub(in crate::detect::claims) fn by_criterion(sentence: &str) -> bool {
    let sentence = sentence.replace("e.g.", "");
    sentence.contains("ed by") && BY_CRITERION.is_match(&sentence) && !ELSEWHERE.is_match(&sentence)
}

/// The nodes that are said to give lists under keys, each with its key.
pub(in crate::detect::claims) fn written(sentence: &str) -> Vec<(&str, &str)> {
    if !sentence.contains('{') || ELSEWHERE.is_match(sentence) {
        return Vec::new();
    }
    // Whose lists are made up has made up their keys as well.
    let all: Vec<_> = WRITES.captures_iter(sentence).collect();
    if all.iter().any(|found| PLACEHOLDER.is_match(&found["value"])) {
        return Vec::new();
    }
    let all = all.into_iter();
    all.filter_map(|found| Some((found.name("node")?.as_str(), found.name("key")?.as_str())))
        .collect()
}

/// Whether the sentence says that each detective has keys of its own.
pub(in crate::detect::claims) fn is_apart(sentence: &str) -> bool {
    let sentence = sentence.replace("e.g.", "");
    sentence.contains("key") && APART.is_match(&sentence) && !ELSEWHERE.is_match(&sentence)
}

/// Whether the sentence says any of that.
pub(in super::super) fn said(sentence: &str) -> bool {
    by_criterion(sentence) || !written(sentence).is_empty() || is_apart(sentence)
}
