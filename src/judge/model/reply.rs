//! What of a model's reply counts: one opinion of the judge who was asked, on the criterion it was asked
//! about, resting on evidence that exists. A reply is never turned into a default score.

use super::{quotes, strict};
use crate::domain::case::Case;
use crate::domain::chat::{ChatReply, FinishReason};
use crate::domain::ids::EvidenceId;
use crate::domain::opinion::JudicialOpinion;
use crate::domain::score::Score;
use serde_json::{Map, Value};

/// Longest reply in bytes.
const LONGEST: usize = 64 * 1024;
/// Longest argument in characters.
const LONGEST_ARGUMENT: usize = 4_000;
/// Most citations of one opinion.
const MOST_CITATIONS: usize = 32;
const KEYS: [&str; 5] = ["judge", "criterion_id", "score", "argument", "cited_evidence"];

/// Why a reply does not count. Completes "that reply does not count: …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Objection {
    /// The model declined.
    #[error("the model declined to answer")]
    Refused,
    /// The provider's filter cut it off.
    #[error("the provider's content filter stopped the reply")]
    Filtered,
    /// It ran into the limit of tokens.
    #[error("the reply was cut off at the limit of tokens; be brief")]
    CutOff,
    /// There is nothing.
    #[error("the reply is empty")]
    Empty,
    /// It is beyond the limit.
    #[error("the reply has {0} bytes, more than the {LONGEST} that are read")]
    TooLong(usize),
    /// There is no JSON object in it.
    #[error("the reply holds no JSON object")]
    NoObject,
    /// There are several.
    #[error("the reply holds more than one JSON object")]
    SeveralObjects,
    /// A key stands twice.
    #[error("a key stands twice in the JSON object")]
    DuplicateKey,
    /// A key is not there.
    #[error("the key `{0}` is missing")]
    MissingKey(&'static str),
    /// There are keys that nobody asked for.
    #[error("the JSON object has keys that are not asked for")]
    UnknownKeys,
    /// A value is not what it should be.
    #[error("`{0}` must be {1}")]
    Wrong(&'static str, String),
    /// Citations name no evidence of the criterion.
    #[error("{0} name no evidence on this criterion; cite only the ids that are listed")]
    Fabricated(String),
}

impl Objection {
    /// Whether asking the same model again can help.
    #[must_use]
    pub fn can_be_mended(&self) -> bool {
        !matches!(self, Self::Refused | Self::Filtered)
    }
}

/// Reads an opinion. Repairs lose nothing: fences and prose around the one JSON object, a score that is
/// written as text or with a point, brackets around an id.
///
/// # Errors
/// When the reply does not count. Source: contract §7.
pub fn weigh(case: &Case, reply: &ChatReply) -> Result<JudicialOpinion, Objection> {
    let object = object(reply)?;
    if object.keys().any(|key| !KEYS.contains(&key.as_str())) {
        return Err(Objection::UnknownKeys);
    }
    let persona = case.seat.persona;
    let expect = |key: &'static str, wanted: &str| match text(&object, key)? {
        said if said == wanted => Ok(()),
        _ => Err(Objection::Wrong(key, format!("\"{wanted}\""))),
    };
    expect("judge", persona.name())?;
    expect("criterion_id", case.seat.criterion.as_str())?;
    let score = score(value(&object, "score")?)?;
    let argument = argument(text(&object, "argument")?)?;
    let cited_evidence = citations(case, value(&object, "cited_evidence")?)?;
    let (argument, struck_quotes) = quotes::strike(argument, shown(case));
    Ok(JudicialOpinion {
        judge: persona,
        criterion_id: case.seat.criterion.clone(),
        score,
        argument,
        cited_evidence,
        round: case.seat.round,
        struck_quotes,
        given_by: None,
    })
}

/// The one JSON object of a reply that is whole.
pub(super) fn object(reply: &ChatReply) -> Result<Map<String, Value>, Objection> {
    if reply.refusal.as_deref().is_some_and(|words| !words.trim().is_empty()) {
        return Err(Objection::Refused);
    }
    match &reply.finish {
        FinishReason::ContentFilter => return Err(Objection::Filtered),
        FinishReason::Length => return Err(Objection::CutOff),
        FinishReason::Stop | FinishReason::Other(_) => {}
    }
    the_one(&reply.text)
}

/// The one JSON object of a text.
fn the_one(text: &str) -> Result<Map<String, Value>, Objection> {
    if text.len() > LONGEST {
        return Err(Objection::TooLong(text.len()));
    }
    let text = spoken(text);
    if text.is_empty() {
        return Err(Objection::Empty);
    }
    let (mut found, mut rest) = (None, text);
    while let Some(at) = rest.find('{') {
        rest = &rest[at..];
        match strict::leading(rest) {
            Ok((Value::Object(object), end)) if found.is_none() => {
                found = Some(object);
                rest = &rest[end..];
            }
            Ok((Value::Object(_), _)) => return Err(Objection::SeveralObjects),
            Err(error) if error.is_data() => return Err(Objection::DuplicateKey),
            // A brace in prose opens no object.
            Ok(_) | Err(_) => rest = &rest[1..],
        }
        if found.is_none() && rest.len() + LONGEST / 4 < text.len() {
            // Prose this long around an object is not an answer in JSON.
            break;
        }
    }
    found.ok_or(Objection::NoObject)
}

/// What is said aloud: some models think in front of their answer and mark where that ends.
fn spoken(text: &str) -> &str {
    let text = text.trim_start_matches('\u{feff}').trim();
    let thinks = text.starts_with("<think>");
    let end = thinks.then(|| text.find("</think>")).flatten();
    end.map_or(text, |at| text[at + "</think>".len()..].trim())
}

fn value<'a>(object: &'a Map<String, Value>, key: &'static str) -> Result<&'a Value, Objection> {
    object.get(key).ok_or(Objection::MissingKey(key))
}

pub(super) fn text<'a>(
    object: &'a Map<String, Value>,
    key: &'static str,
) -> Result<&'a str, Objection> {
    let wrong = || Objection::Wrong(key, "a string".to_owned());
    value(object, key)?.as_str().map(str::trim).ok_or_else(wrong)
}

/// A whole number from 1 to 5, also as `5.0` or `"5"`.
fn score(value: &Value) -> Result<Score, Objection> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse::<u8>().ok().map(f64::from),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    };
    let whole = (1..=5u8).find(|whole| number == Some(f64::from(*whole)));
    whole
        .and_then(|whole| Score::new(whole).ok())
        .ok_or_else(|| Objection::Wrong("score", "a whole number from 1 to 5".to_owned()))
}

fn argument(text: &str) -> Result<&str, Objection> {
    let wrong = |wanted: &str| Objection::Wrong("argument", wanted.to_owned());
    if text.is_empty() {
        return Err(wrong("an argument in words"));
    }
    if text.chars().count() > LONGEST_ARGUMENT {
        return Err(wrong("at most 120 words"));
    }
    Ok(text)
}

/// Citations, each once, from the closed set of the criterion's evidence.
fn citations(case: &Case, value: &Value) -> Result<Vec<EvidenceId>, Objection> {
    let wrong = |wanted: &str| Objection::Wrong("cited_evidence", wanted.to_owned());
    let items = value.as_array().ok_or_else(|| wrong("a list of ids"))?;
    if items.len() > MOST_CITATIONS {
        return Err(wrong("a list of at most 32 ids"));
    }
    let evidence = case.evidence();
    let (mut cited, mut unknown) = (Vec::new(), Vec::new());
    for item in items {
        let id = item.as_str().ok_or_else(|| wrong("a list of ids as strings"))?;
        let id = id.trim_matches(|c: char| c.is_whitespace() || "()[]`".contains(c));
        match evidence.iter().find(|evidence| evidence.id.as_str() == id) {
            Some(evidence) if cited.contains(&evidence.id) => {}
            Some(evidence) => cited.push(evidence.id.clone()),
            None => unknown.push(id),
        }
    }
    if !unknown.is_empty() {
        return Err(Objection::Fabricated(named(&unknown)));
    }
    if cited.is_empty() && !evidence.is_empty() {
        return Err(wrong("a list with at least one of the ids that are listed"));
    }
    Ok(cited)
}

/// Names what looks like an id; anything else is a model's text, which is not repeated.
fn named(unknown: &[&str]) -> String {
    let is_id = |id: &&&str| {
        let digits = id.strip_prefix("E-").unwrap_or_default();
        digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let ids: Vec<&str> = unknown.iter().filter(is_id).take(5).copied().collect();
    match (ids.is_empty(), unknown.len()) {
        (true, 1) => "a citation that is no id at all and does".to_owned(),
        (true, some) => format!("{some} citations"),
        (false, _) => ids.join(", "),
    }
}

/// All that the judge was shown and may quote.
fn shown(case: &Case) -> impl Iterator<Item = &str> {
    let evidence = case.record.values().flatten().flat_map(|evidence| {
        [Some(evidence.rationale.as_str()), evidence.content.as_deref(), Some(&*evidence.location)]
    });
    let dimension = &case.dimension;
    let rubric = [
        dimension.name.as_str(),
        &dimension.forensic_instruction,
        &dimension.success_pattern,
        &dimension.failure_pattern,
    ];
    let logic = dimension.judicial_logic.values().map(String::as_str);
    let asks = dimension.probes.iter().map(|spec| spec.asks.as_str());
    let statements = case.readings.iter().map(|reading| reading.statement.as_str());
    let heard = case.heard.iter().map(|opinion| opinion.argument.as_str());
    evidence.flatten().chain(rubric).chain(logic).chain(asks).chain(statements).chain(heard)
}
