//! What a judge is asked: the court's rules, the record, the criterion, and the judge's own brief last.

use super::fence::{Fence, clean};
use super::record::Record;
use super::reply::Objection;
use crate::domain::case::Case;
use crate::domain::chat::{Message, ReplySchema, Role};
use crate::domain::ids::EvidenceId;
use crate::domain::opinion::{JudicialOpinion, Persona, Round};
use crate::domain::reading::Outcome;
use crate::judge::personas;
use serde::Serialize;
use serde_json::{Value, json};

/// What holds for every call of every audit.
const SYSTEM: &str = include_str!("system.md");
/// Longest statement of a finding, and longest argument of another judge, in characters.
const STATEMENT: usize = 400;
const ARGUMENT: usize = 1_200;
/// What a schema allows, for endpoints that keep to lengths: 120 words, and every sensible citation.
const LONGEST_ARGUMENT: usize = 1_200;
const MOST_CITATIONS: usize = 12;

#[derive(Serialize)]
struct FindingRow<'a> {
    asks: &'a str,
    answer: String,
    statement: String,
    essential: bool,
    evidence: &'a [EvidenceId],
}

#[derive(Serialize)]
struct OpinionRow<'a> {
    judge: &'static str,
    score: u8,
    argument: String,
    cited_evidence: &'a [EvidenceId],
}

/// The conversation that asks for one opinion. What all calls of an audit share comes first, what the
/// three judges of a criterion share after it, what is one judge's own last. `record` is laid out from the
/// case's own.
#[must_use]
pub fn brief(case: &Case, record: &Record) -> Vec<Message> {
    let question = [
        format!(
            "The mark of this audit is {}. The record of the detectives:\n{}",
            record.mark, record.text
        ),
        criterion(case, record),
        second_hearing(case, record),
        seat(case),
    ];
    vec![
        Message::new(Role::System, SYSTEM.trim_end()),
        Message::new(Role::User, question.concat().trim_end()),
    ]
}

/// The message that asks a judge once more, after an answer that does not count. It repeats nothing of
/// the answer but ids.
#[must_use]
pub fn repair(objection: &Objection) -> Message {
    let text = format!(
        "That reply does not count: {objection}. Reply again with one JSON object and nothing else, \
         with exactly the keys judge, criterion_id, score, argument and cited_evidence."
    );
    Message::new(Role::User, text)
}

/// The shape of an opinion, the same for every call: a provider may put it in front of the prompt.
/// Source: contract §3.2 and §7.
#[must_use]
pub fn reply_schema() -> ReplySchema {
    schema(&json!({ "enum": Persona::ALL.map(Persona::name) }), &json!({}), &json!({}), 0)
}

/// The shape of the one opinion that a case asks for: its judge, its criterion, and its evidence as the
/// only citations. For endpoints that keep schemas out of the prompt.
#[must_use]
pub fn reply_schema_of(case: &Case) -> ReplySchema {
    let ids: Vec<&str> = case.evidence().into_iter().map(|evidence| evidence.id.as_str()).collect();
    let citation = if ids.is_empty() { json!({}) } else { json!({ "enum": ids }) };
    let judge = json!({ "enum": [case.seat.persona.name()] });
    let criterion = json!({ "enum": [case.seat.criterion.as_str()] });
    schema(&judge, &criterion, &citation, usize::from(!ids.is_empty()))
}

/// The shape of an opinion with what is known of three of its texts, and how much is cited at least.
fn schema(judge: &Value, criterion: &Value, citation: &Value, fewest: usize) -> ReplySchema {
    let text = |known: &Value| {
        let mut text = json!({ "type": "string" });
        if let (Value::Object(text), Value::Object(known)) = (&mut text, known) {
            text.extend(known.clone());
        }
        text
    };
    let schema = json!({
        "type": "object",
        "properties": {
            "judge": text(judge),
            "criterion_id": text(criterion),
            "score": { "type": "integer", "minimum": 1, "maximum": 5 },
            "argument": { "type": "string", "maxLength": LONGEST_ARGUMENT },
            "cited_evidence": {
                "type": "array",
                "items": text(citation),
                "minItems": fewest,
                "maxItems": MOST_CITATIONS,
            },
        },
        "required": ["judge", "criterion_id", "score", "argument", "cited_evidence"],
        "additionalProperties": false,
    });
    ReplySchema { name: "JudicialOpinion".to_owned(), schema }
}

/// The criterion, and what the facts answer to its questions.
fn criterion(case: &Case, record: &Record) -> String {
    let dimension = &case.dimension;
    let findings = dimension.probes.iter().filter_map(|spec| {
        let reading = case.readings.iter().find(|reading| reading.probe == spec.id)?;
        Some(FindingRow {
            asks: &spec.asks,
            answer: answer(&reading.outcome),
            statement: clean(&reading.statement, STATEMENT),
            essential: spec.essential,
            evidence: &reading.evidence,
        })
    });
    let findings = Fence::new(&record.mark).enclose("findings", findings);
    let ids: Vec<&str> = case.evidence().into_iter().map(|evidence| evidence.id.as_str()).collect();
    format!(
        "\nThe criterion is {} ({}).\nThe detective was told: {}\nSuccess: {}\nFailure: {}\n\
         What the facts answer to its questions:\n{findings}\
         {CITABLE}{}\n",
        dimension.id,
        dimension.name,
        dimension.forensic_instruction,
        dimension.success_pattern,
        dimension.failure_pattern,
        ids.join(", "),
    )
}

fn answer(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Holds => "holds".to_owned(),
        Outcome::Partly { share } => format!("holds in part ({:.0} %)", share * 100.0),
        Outcome::Fails => "fails".to_owned(),
        Outcome::Unknown { neutral: true, .. } => "not examined; counts neither way".to_owned(),
        Outcome::Unknown { neutral: false, .. } => "unknown".to_owned(),
    }
}

/// What the three said first, and on which evidence they differ.
fn second_hearing(case: &Case, record: &Record) -> String {
    if case.seat.round == Round::First {
        return String::new();
    }
    let opinions = case.heard.iter().map(|opinion| OpinionRow {
        judge: opinion.judge.name(),
        score: opinion.score.get(),
        argument: clean(&opinion.argument, ARGUMENT),
        cited_evidence: &opinion.cited_evidence,
    });
    let opinions = Fence::new(&record.mark).enclose("opinions", opinions);
    let contested: Vec<&str> = contested(&case.heard).map(EvidenceId::as_str).collect();
    let contested = match contested.as_slice() {
        [] => "All three cite the same evidence.".to_owned(),
        ids => format!("Not all of them cite {}: look there again.", ids.join(", ")),
    };
    format!(
        "\nThis is the second hearing: the first opinions lie far apart.\n{opinions}{contested} \
         Answer the strongest argument against your first opinion, then keep your score or change it.\n"
    )
}

/// Evidence that one judge cites and another does not.
fn contested(heard: &[JudicialOpinion]) -> impl Iterator<Item = &EvidenceId> {
    let cited = |id: &EvidenceId| heard.iter().filter(|o| o.cited_evidence.contains(id)).count();
    let mut all: Vec<&EvidenceId> = heard.iter().flat_map(|o| &o.cited_evidence).collect();
    all.sort();
    all.dedup();
    all.into_iter().filter(move |id| cited(id) < heard.len())
}

/// Who is asked: the only part that differs between the judges of a criterion.
fn seat(case: &Case) -> String {
    let persona = case.seat.persona;
    let logic = case
        .dimension
        .judicial_logic
        .get(&persona)
        .map_or_else(String::new, |logic| format!("\nOn this criterion: {logic}"));
    format!(
        "\n{}{logic}\n{OF_JUDGE}{}\", {OF_CRITERION}{}\".",
        personas::brief(persona),
        persona.name(),
        case.seat.criterion,
    )
}

/// What stands before the ids that may be cited, the judge, and the criterion.
const CITABLE: &str = "Ids that may be cited: ";
const OF_JUDGE: &str = "Give your opinion: judge \"";
const OF_CRITERION: &str = "criterion_id \"";

/// Who is asked for an opinion on what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question<'p> {
    /// The judge, as an opinion names them.
    pub judge: &'p str,
    /// The criterion's id.
    pub criterion: &'p str,
    /// The ids of the evidence that may be cited.
    pub citable: Vec<&'p str>,
}

/// Reads from the words of a [`brief`] who is asked what: what a server goes by that stands in for a model. Nothing
/// where no opinion is asked for.
#[must_use]
pub fn question(words: &str) -> Option<Question<'_>> {
    let after = |start: &str, end: char| {
        let (_, rest) = words.rsplit_once(start)?;
        rest.split(end).next()
    };
    let (judge, criterion) = (after(OF_JUDGE, '"')?, after(OF_CRITERION, '"')?);
    let ids = after(CITABLE, '\n').unwrap_or_default();
    let citable = ids.split(", ").filter(|id| !id.is_empty()).collect();
    Some(Question { judge, criterion, citable })
}
