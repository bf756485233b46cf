//! Sentences that give a name a number: `confidence = 0.9 when both are found`.

use super::super::sentence::elsewhere;
use crate::detect::claims::words::number;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// A name that is given a number under a condition, or for good.
static GIVEN: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"\b(?P<name>[a-z][a-z_]*) ?= ?(?P<number>[0-9]*\.[0-9]+)",
        r"(?: (?:when|if|where|only|otherwise|by default|unless)\b| ?\((?:constant|fixed|always)\b)",
        r"|\b(?:gives|sets|yields|assigns) (?P<set>[a-z][a-z_]*) ?= ?(?P<to>[0-9]*\.[0-9]+)",
        r"|\b(?P<option>extra) ?= ?[`\x22'](?P<value>forbid|allow)[`\x22']`? (?:blocks?|prevents?|rejects?|forbids?|disallows?|stops?|raises?|ensures?|guarantees?|makes?|is set)\b",
        r"|\b[Aa]ll (?P<count>[0-9]{1,2}|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:rubric )?(?:dimensions|criteria) are (?:evaluated|judged|scored|heard|examined|graded) by\b",
    ))
});

/// Words by which the sentence speaks of another time or of others.
static ELSEWHERE: LazyLock<Phrase> =
    LazyLock::new(|| elsewhere::of_a_claim(r"example|imagine|suppose|returned|was|were"));

/// The part of a sentence that gives a name a number.
pub(in super::super) fn said(sentence: &str) -> Option<String> {
    let found = GIVEN.find(sentence)?;
    (!ELSEWHERE.is_match(sentence)).then(|| found.as_str().to_owned())
}

/// A number of dimensions, whatever is said of them.
static COUNTED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\b(?P<count>[0-9]{1,2}|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:rubric |scoring |evaluation )?(?:dimensions|criteria)\b",
    )
});

/// Every number of dimensions that a text tells.
pub(in crate::detect::claims) fn dimensions(text: &str) -> Vec<usize> {
    COUNTED.captures_iter(text).filter_map(|found| number(&found["count"])).collect()
}

/// Whether the part that [`said`] has found speaks of all dimensions, of which the report tells another number too: then
/// those of a table may be meant.
pub(in crate::detect::claims) fn is_one_of_several(text: &str, told: &[usize]) -> bool {
    let Some(Given::Dimensions(count)) = given(text) else { return false };
    told.iter().any(|other| *other != count)
}

/// What is given: the name, and the number as written.
pub(in crate::detect::claims) enum Given<'t> {
    /// A name has a number.
    Name(&'t str, &'t str),
    /// A model is configured by a value.
    Option(&'t str),
    /// The rubric has so many dimensions.
    Dimensions(usize),
}

/// Reads what [`said`] has found.
pub(in crate::detect::claims) fn given(text: &str) -> Option<Given<'_>> {
    let found = GIVEN.captures(text)?;
    let part = |name: &str| found.name(name).map(|part| part.as_str());
    let pair = |name: &str, number: &str| Some(Given::Name(part(name)?, part(number)?));
    let count = || Some(Given::Dimensions(number(part("count")?)?));
    let option = || part("value").map(Given::Option);
    pair("name", "number").or_else(|| pair("set", "to")).or_else(option).or_else(count)
}
