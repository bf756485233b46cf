//! The class that a sentence is about, where it begins with it: `An opinion is a Pydantic model`.

use super::super::Verdict;
use super::kinds::fields;
use crate::detect::claims::words::number;
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::{Supported, Undecided};
use crate::domain::facts::{ClassFact, PythonFacts};
use std::sync::LazyLock;

static SUBJECT: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"^[^0-9A-Za-z_`]*(?i:(?:the|our|my|each|every|an?|this) )?(?:`(?P<code>\w+)`|(?P<word>[A-Za-z]\w+))",
        r"(?: (?:class|model|schema|object|type|dataclass))? (?:is|are) (?:(?:\w+ly|now|itself) )?",
        r"(?:(?:implemented|defined|modell?ed|typed|declared|built) (?:as|with|using|through|via) )?",
        r"(?:an? |the )?(?:(?:\w+ly|strict|typed|validated|frozen|plain) )*(?i:pydantic|`?BaseModel|`?TypedDict|`?data ?class)",
    ))
});

/// Words that stand for classes of whatever name.
const ANY: &[&str] = &[
    "class",
    "classe",
    "code",
    "contract",
    "data",
    "entitie",
    "entity",
    "everything",
    "it",
    "model",
    "object",
    "output",
    "record",
    "schema",
    "structure",
    "that",
    "these",
    "they",
    "this",
    "type",
    "which",
];

/// Fewest letters of a word that tells a class by a part of its name.
const TELLING: usize = 4;

/// The classes among `ours` that a sentence may be about, where it begins with the name of one or with a word for it.
/// An error, with what is left open, where there is none.
pub(super) fn meant<'c>(
    ours: &[&'c ClassFact],
    text: &str,
) -> Option<Result<Vec<&'c ClassFact>, Verdict>> {
    let found = SUBJECT.captures(text)?;
    let name = found.name("code").or(found.name("word"))?.as_str();
    let small = name.to_lowercase();
    let stem = small.strip_suffix('s').unwrap_or(&small);
    let is_code = found.name("code").is_some();
    if !is_code && (stem.len() < TELLING || ANY.contains(&stem) || stem == "state") {
        return None;
    }
    let is_it = |class: &&&ClassFact| {
        let other = class.name.to_lowercase();
        if is_code { other == small || other == stem } else { other.contains(stem) }
    };
    let those: Vec<&ClassFact> = ours.iter().filter(is_it).copied().collect();
    Some(if those.is_empty() {
        let fact = if is_code {
            format!("no class `{name}` was found")
        } else {
            format!("no class was found whose name says `{name}`")
        };
        Err(Verdict::undecided(fact))
    } else {
        Ok(those)
    })
}

static COUNT: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\b(?:has|have|with|of|contains?|defines?) (?:exactly |the |its )?(?P<count>[0-9]{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:\w+ )?(?:fields|attributes)\b",
    )
});

/// What becomes of the support for one class where the sentence tells how many fields it has as well.
pub(super) fn counted(
    python: &PythonFacts,
    class: &ClassFact,
    text: &str,
    shown: Verdict,
) -> Verdict {
    let Some(found) = COUNT.captures(text) else { return shown };
    let count = fields(python, class).len();
    if shown.status != Supported || number(&found["count"]) == Some(count) {
        return shown;
    }
    let fact = format!("{}, of which {count} fields were found", shown.fact);
    Verdict { at_odds: true, ..Verdict::of(Undecided, fact, &shown.places) }
}

static REPLIES: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\b(?:repl(?:y|ies)|responses?|outputs?|completions?|answers?)\b[^.;]{0,30}\b(?:validated|parsed|enforced|checked|coerced)\b",
    )
});

/// Whether a sentence says that what a model replies is held against classes.
pub(super) fn are_of_replies(text: &str) -> bool {
    REPLIES.is_match(text)
}
