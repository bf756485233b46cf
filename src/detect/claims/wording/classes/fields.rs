//! Between which numbers a field lies, how many fields a class has, and what a field holds where nobody says otherwise.

use super::super::names::amounts::{COUNT, NUMBER, TO};
use super::super::sentence::unclaimed::{is_looked_for, is_stated};
use crate::detect::claims::words;
use crate::detect::parts::{Groups, Parts};
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// What is said of the fields of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) enum OfField<'t> {
    /// Between which numbers one lies.
    Bounds { field: &'t str, least: &'t str, most: &'t str },
    /// How many there are.
    Count { class: &'t str, count: usize },
    /// What one holds where nobody says otherwise.
    Default { field: &'t str, value: &'t str },
    /// That one need not be given.
    Optional { field: &'t str },
}

static BOUNDS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        concat!(
            // `score` is constrained between 1 and 5; confidence in [0, 1].
            r"`?(?:\b[A-Z]\w+\.)?\b(?P<kept>[a-z]\w*)`?(?: (?:fields?|values?))? (?:(?:is|are|must be|must lie|lies?|stays?|has to be)(?: \w+ly)? (?:(?:an? )?(?:int|float|integer|number)s? )?(?:(?:constrained|bounded|limited|restricted|validated|clamped|confined|held|kept|forced|enforced) )?)?(?:to be |to lie |to stay )?(?:between|within|in|to|from|inside) (?:the |an? )?(?:closed |inclusive )?(?:(?:range|interval)(?: of| from)? )?`?[\[(]?(?P<a1>{n}){to}(?P<b1>{n})",
            r"|\b(?:constrains?|bounds?|limits?|restricts?|clamps?|confines?|holds?) (?:the |each |every |its )?`?(?:[A-Z]\w+\.)?(?P<held>[a-z]\w*)`?(?: (?:fields?|values?))? (?:to|between|within|from) (?:the )?(?:range )?[\[(]?(?P<a4>{n}){to}(?P<b4>{n})",
        ),
        n = NUMBER,
        to = TO
    ))
});

/// The same as code, behind the field: `ge=1, le=5`, also within `conint`, and `Literal[1, 2, 3]`.
static AS_CODE: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        concat!(
            r"\bge ?= ?(?P<a2>{n})(?:,| and) ?`?le ?= ?(?P<b2>{n})",
            r"|\bLiteral\[(?P<a3>[0-9]{{1,2}})(?:, ?[0-9]{{1,2}})*, ?(?P<b3>[0-9]{{1,2}})\]",
        ),
        n = NUMBER
    ))
});

/// How far before such code its field may stand, in bytes.
const BEFORE: usize = 60;

static COUNTED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        r"\b(?P<class>[A-Z]\w*[a-z]\w*)`?(?: (?:Pydantic )?(?:model|class|schema|TypedDict|dataclass|object))? (?:has|holds|defines|declares|contains|carries|consists of|comprises) (?:exactly |a total of )?(?P<count>{COUNT}|[Tt]wo|[Tt]hree) (?:(?:typed|required|named|annotated|distinct|validated|Pydantic|state) )*(?:fields|attributes|keys|channels)\b",
    ))
});

/// A value as it is written in the sources.
const VALUE: &str = r#"-?[0-9]+(?:\.[0-9]+)?|None|True|False|"[^"]{0,40}"|'[^']{0,40}'|\[\]|\{\}"#;

static DEFAULTS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        concat!(
            r"`?(?:\b[A-Z]\w+\.)?\b(?P<field>[a-z]\w*)`?(?: (?:field|parameter))? (?:defaults to|(?:has|with) (?:a|the) default(?: value)? of|(?:has|with) default) `?(?P<value>{value})",
            r"|\bdefault(?: value)? (?:of|for) (?:the )?`?(?:[A-Z]\w+\.)?(?P<of>[a-z]\w*)`?(?: field)? is `?(?P<is>{value})",
        ),
        value = VALUE
    ))
});

static OPTIONAL: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"`?(?:\b[A-Z]\w+\.)?\b(?P<field>[a-z]\w*)`?(?: field)? is (?:an? |declared |typed |marked )*(?:as )?`?(?:optional|Optional)\b",
    )
});

/// Words by which it is otherwise, or said of something else.
static OTHERWISE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:not|never|no|without|instead|rather|if|when|whether|unless|variance|normali[sz]\w+|map\w*|scal\w+|lower\w+|rais\w+|pages?|commits?|prompt\w*|model is|students?|instructs?)\b",
    )
});

/// What the sentence says of a field or of the fields of a class.
pub(in crate::detect::claims) fn field(sentence: &str) -> Option<OfField<'_>> {
    let found = bounds(sentence)
        .or_else(|| counted(sentence))
        .or_else(|| default(sentence))
        .or_else(|| optional(sentence))?;
    let bare = sentence.replace("e.g.", " ");
    let states = !OTHERWISE.is_match(&bare) && !is_looked_for(&bare) && is_stated(&bare);
    states.then_some(found)
}

fn bounds(sentence: &str) -> Option<OfField<'_>> {
    let found = BOUNDS.captures(sentence);
    let (field, least, most) = match &found {
        Some(found) => (
            part(sentence, found, &["kept", "held"])?,
            part(sentence, found, &["a1", "a4"])?,
            part(sentence, found, &["b1", "b4"])?,
        ),
        None => as_code(sentence)?,
    };
    let ascending = least.parse::<f64>().ok()? < most.parse::<f64>().ok()?;
    (ascending && is_field(sentence, field)).then_some(OfField::Bounds { field, least, most })
}

/// The field, the least and the greatest number, where these are told as code.
fn as_code(sentence: &str) -> Option<(&str, &str, &str)> {
    let found = AS_CODE.captures(sentence)?;
    let end = found.get(0)?.start();
    let before = &sentence[sentence.floor_char_boundary(end.saturating_sub(BEFORE))..end];
    let before = before.rsplit(['.', ';']).next().unwrap_or_default();
    let field = words::identifiers(before).filter(|word| is_field(sentence, word)).last()?;
    Some((field, part(sentence, &found, &["a2", "a3"])?, part(sentence, &found, &["b2", "b3"])?))
}

fn counted(sentence: &str) -> Option<OfField<'_>> {
    let found = COUNTED.captures(sentence)?;
    let count = words::number(part(sentence, &found, &["count"])?)?;
    Some(OfField::Count { class: part(sentence, &found, &["class"])?, count })
}

fn default(sentence: &str) -> Option<OfField<'_>> {
    let found = DEFAULTS.captures(sentence)?;
    let field = part(sentence, &found, &["field", "of"])?;
    let value = part(sentence, &found, &["value", "is"])?;
    is_field(sentence, field).then_some(OfField::Default { field, value })
}

fn optional(sentence: &str) -> Option<OfField<'_>> {
    let found = OPTIONAL.captures(sentence)?;
    let field = part(sentence, &found, &["field"])?;
    is_field(sentence, field).then_some(OfField::Optional { field })
}

/// Whether a word is surely a field: it is written as code is, or with its class, or is one that every opinion has.
fn is_field(sentence: &str, word: &str) -> bool {
    let at = word.as_ptr() as usize - sentence.as_ptr() as usize;
    let before = sentence[..at].chars().next_back();
    words::is_snake(word)
        || matches!(before, Some('`' | '.'))
        || ["score", "confidence"].contains(&word)
}

/// What the first of these groups that fits holds.
fn part<'t>(sentence: &'t str, found: &Groups<'t>, names: &[&str]) -> Option<&'t str> {
    let part = names.iter().find_map(|name| found.name(name))?;
    sentence.get(part.start()..part.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_fields_is_read_in_many_words() {
        let check = |sentence: &str, expected| {
            assert_eq!(field(sentence), Some(expected), "{sentence}");
        };
        let bounds = |field, least, most| OfField::Bounds { field, least, most };
        check("The score is constrained between 1 and 5.", bounds("score", "1", "5"));
        check("Evidence carries a confidence in [0, 1].", bounds("confidence", "0", "1"));
        check("`weight` is bounded with ge=0, le=10.", bounds("weight", "0", "10"));
        check("The score is a conint(ge=1, le=5).", bounds("score", "1", "5"));
        check("JudicialOpinion types score as Literal[1, 2, 3, 4, 5].", bounds("score", "1", "5"));
        check("Pydantic restricts the score to 1-5.", bounds("score", "1", "5"));
        check("`Evidence` has six fields.", OfField::Count { class: "Evidence", count: 6 });
        check(
            "AgentState defines exactly 9 typed keys.",
            OfField::Count { class: "AgentState", count: 9 },
        );
        check(
            "`confidence` defaults to 0.5.",
            OfField::Default { field: "confidence", value: "0.5" },
        );
        check(
            "The default value of `found` is False.",
            OfField::Default { field: "found", value: "False" },
        );
        check("`content` is Optional.", OfField::Optional { field: "content" });
        check("Evidence.content is an optional field.", OfField::Optional { field: "content" });
    }

    #[test]
    fn what_prompts_ask_for_and_scores_that_are_given_are_no_fields() {
        for sentence in [
            "The prompt tells the model that the score is between 1 and 5.",
            "Scores are normalized to 1 to 5.",
            "The graph has six fields of view.",
            "The vision step is optional.",
            "The score is not constrained between 1 and 5.",
            "The score would be constrained between 1 and 5.",
            "The timeout is between 1 and 5 minutes.",
        ] {
            assert_eq!(field(sentence), None, "{sentence}");
        }
    }
}
