//! Sentences on the code as it is that tell beside it what prompted it: what others said, or did.

use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::borrow::Cow;
use std::sync::LazyLock;

/// What stands in brackets only to tell what prompted the rest.
static ASIDE: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\s*\((?:thanks to|following|after|prompted by|in response to|based on|owing to|due to) [^()]*\b(?:peers?(?u:['’])?s?|feedback)\b[^()]*\)",
    )
});

/// What opens a sentence on the own code with others' words, or with a condition on theirs.
static OPENING: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"(?i)^(?:\W*(?:following|after|thanks to|in response to|prompted by|based on|as a result of|owing to) [^,.;:]*\b(?:peers?|feedback)\b[^,.;:]{0,120}, ",
        r"(?P<own>(?:the|our|my) (?:own )?(?:system|auditor|agent|graph|swarm|pipeline|program|judges?|detectives?)\b|(?:each|every) judge\b|all (?:three )?judges\b|(?:we|I) )",
        r"|\W*(?:if|when) (?:an?|the|another) peer(?u:['’])s [^,.;:]{0,80}, (?P<mine>(?:our|my) (?:own )?(?:system|auditor|agent|graph|swarm|pipeline|program|judges?|detectives?)\b))",
    ))
});

/// A cell of a table of criteria that tells, behind the score, how the code is now.
static CELL: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"^(?:[A-Z][\w&-]*(?: [\w&-]+){0,4} )?[1-5] ?/ ?5 (?:(?i:post|after)[- ](?i:refactor\w*|fix\w*|feedback): )?",
        r"(?P<own>[A-Z][^.;:!?]*\bnow (?:uses?|utili[sz]es?|binds?|calls?|runs?|enforces?|applies|validates?|relies|has|have|is|are)\b.*)$",
    ))
});

/// That the own code has changed, or does something now.
static OWN_NOW: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:my|our) (?:own )?(?:\w+ )?(?:agent|system|auditor|graph|judges?|nodes?|swarm|pipeline|detectives?|synthesis) now \w+s?\b",
        r"|\b(?:I|we) (?:have )?replaced (?:all|every)\b[^;]*\bwith\b",
    ))
});

/// What the sentence says of its author's own code, without what prompted it.
pub(in super::super) fn without_origin(sentence: &str) -> Cow<'_, str> {
    // The patterns are large, and compiled for the first report that needs them.
    if sentence.contains(" now ")
        && let Some(cell) = CELL.captures(sentence).and_then(|found| found.name("own"))
    {
        return Cow::Borrowed(cell.as_str());
    }
    let lower = sentence.to_ascii_lowercase();
    if !["peer", "feedback"].iter().any(|word| lower.contains(word)) {
        return Cow::Borrowed(sentence);
    }
    let opening = OPENING.captures(sentence);
    let own = opening.and_then(|found| found.name("own").or(found.name("mine")));
    let own = own.map_or(Cow::Borrowed(sentence), |own| {
        let rest = &sentence[own.start()..];
        Cow::Owned(format!("{}{}", rest[..1].to_ascii_uppercase(), &rest[1..]))
    });
    if !ASIDE.is_match(&own) {
        return own;
    }
    Cow::Owned(ASIDE.replace_all(&own, "").into_owned())
}

/// Whether the sentence says of the author's own code what it does now, wherever it stands.
pub(in crate::detect::claims) fn is_own_now(sentence: &str) -> bool {
    OWN_NOW.is_match(sentence)
}
