//! What the API says of a class.

use crate::docket::Vitals;
use crate::domain::docket::{Item, Past, Standing};
use crate::domain::graded::Graded;
use crate::domain::ids::{AuditId, CriterionId, SubmissionId};
use crate::domain::score::Score;
use crate::render::dashboard::Line;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A part of the list of submissions.
#[derive(Serialize, JsonSchema)]
pub(super) struct Listing {
    /// What the class is called.
    pub title: String,
    /// How many submissions fit what was asked for.
    pub total: usize,
    /// How many of those come before the first one here.
    pub offset: usize,
    /// How many of the whole class are in which state.
    pub counts: BTreeMap<String, usize>,
    /// The submissions, doubtful ones first.
    pub submissions: Vec<Entry>,
}

/// One submission in brief.
#[derive(Serialize, JsonSchema)]
pub(super) struct Entry {
    /// Its name.
    pub id: SubmissionId,
    /// Who handed it in, where the class's list says so.
    pub student: Option<String>,
    /// Its repository.
    pub repository: String,
    /// `waiting`, `running`, `graded`, `partial`, `parked` or `cancelled`.
    pub state: String,
    /// Why it did not come further, where there is something to say.
    pub reason: Option<String>,
    /// Whether it waits because somebody said so.
    pub paused: bool,
    /// The overall score that stands, 1–5; none where the report leaves so much out that it is no grade.
    pub overall: Option<f64>,
    /// The overall score without people's scores, 1–5.
    pub machine_overall: Option<f64>,
    /// Whether somebody should look at it before its result is handed out.
    pub doubtful: bool,
    /// Why, most pressing first.
    pub doubts: Vec<String>,
    /// The audit that runs, or the one that brought the newest result.
    pub audit: Option<AuditId>,
}

/// One submission with everything but its report.
#[derive(Serialize, JsonSchema)]
pub(super) struct Detail {
    /// What the list says of it.
    #[serde(flatten)]
    pub entry: Entry,
    /// Where it is listed.
    pub origin: String,
    /// Attempts that failed one after another.
    pub failures: u32,
    /// The scores that stand, by criterion; `null` for a criterion that has none.
    pub scores: BTreeMap<CriterionId, Option<Score>>,
    /// What people said on a criterion, the newest last; `null` took a score back.
    pub people: BTreeMap<CriterionId, Vec<Option<Human>>>,
    /// Its results, the newest last.
    pub results: Vec<Outcome>,
}

/// A person's score.
#[derive(Serialize, JsonSchema)]
pub(super) struct Human {
    /// The score.
    pub score: Score,
    /// Who gave it.
    pub by: String,
    /// Why.
    pub reason: String,
    /// When, in seconds since 1970 began in UTC.
    pub at: u64,
}

/// A result in brief.
#[derive(Serialize, JsonSchema)]
pub(super) struct Outcome {
    /// The audit that brought it.
    pub audit: AuditId,
    /// When, in seconds since 1970 began in UTC.
    pub at: u64,
    /// The overall score of the machine, 1–5.
    pub overall: Option<f64>,
    /// What the report leaves out.
    pub partial: Option<String>,
    /// The audited commit.
    pub commit: Option<String>,
    /// What model calls cost, where that is known.
    pub cost: Option<f64>,
    /// Tokens of model calls.
    pub tokens: u64,
    /// Seconds that it took.
    pub seconds: u64,
}

/// The events of an audit.
#[derive(Serialize, JsonSchema)]
pub(super) struct Events {
    /// The audit.
    pub audit: AuditId,
    /// Its events in order.
    pub events: Vec<Numbered>,
}

/// One event of an audit.
#[derive(Serialize, JsonSchema)]
pub(super) struct Numbered {
    /// Its number within the audit, from 0.
    pub seq: u64,
    /// The event; `event` names its kind.
    #[schemars(schema_with = "event_shape")]
    pub event: Value,
}

fn event_shape(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "type": "object",
        "required": ["event"],
        "properties": { "event": { "enum": [
            "opened", "fetched", "located", "mislaid", "examined", "looked", "testified", "heard",
            "lost", "decided", "published", "abandoned",
        ] } },
    })
}

/// That an order or a submission is kept.
#[derive(Serialize, JsonSchema)]
pub(in crate::web) struct Kept {
    /// The number of its record.
    pub record: u64,
}

/// How the work on the class goes.
#[derive(Serialize, JsonSchema)]
pub(super) struct Status {
    /// What the class is called.
    pub title: String,
    /// The number of the next record.
    pub next: u64,
    /// Whether nothing new is begun, by order.
    pub paused: bool,
    /// Why nothing new is begun.
    pub held: Option<String>,
    /// What could not be read of the class's lists.
    pub problems: Vec<String>,
    /// How many submissions are in which state.
    pub counts: BTreeMap<String, usize>,
    /// How many of them somebody should look at.
    pub doubtful: usize,
    /// Whether the heart beats.
    pub alive: bool,
    /// Seconds since the start.
    pub up_seconds: u64,
    /// Resident memory in bytes.
    pub resident_bytes: Option<u64>,
    /// What model calls cost so far.
    pub cost: f64,
    /// The most that they may cost.
    pub most_cost: Option<f64>,
    /// The currency of the prices; empty where there are none.
    pub currency: String,
    /// Tokens of all calls.
    pub tokens: u64,
    /// Calls under way.
    pub in_flight: u64,
}

impl Status {
    pub(super) fn of(
        title: String,
        next: u64,
        paused: bool,
        lines: &[Line<'_>],
        vitals: Vitals,
    ) -> Self {
        let spending = vitals.spending;
        Self {
            title,
            next,
            paused,
            held: vitals.held,
            problems: vitals.problems,
            counts: counts(lines),
            doubtful: lines.iter().filter(|line| line.is_doubtful()).count(),
            alive: vitals.is_alive,
            up_seconds: vitals.up_seconds,
            resident_bytes: vitals.resident_bytes,
            cost: spending.cost,
            most_cost: spending.most_cost,
            currency: spending.currency,
            tokens: spending.tokens,
            in_flight: spending.in_flight,
        }
    }
}

/// How many submissions are in which state.
pub(super) fn counts(lines: &[Line<'_>]) -> BTreeMap<String, usize> {
    let counts = crate::render::dashboard::counts(lines);
    counts.into_iter().map(|(state, number)| (state.to_owned(), number)).collect()
}

impl Entry {
    pub(super) fn of(line: &Line<'_>) -> Self {
        let student = line.item.submission.student.as_ref();
        Self {
            id: line.id.clone(),
            student: student.map(|who| who.name.clone()).filter(|name| !name.is_empty()),
            repository: line.item.submission.repo.shown(),
            state: line.state().to_owned(),
            reason: reason(line.item),
            paused: line.item.paused,
            overall: line.grade(),
            machine_overall: line.graded.and_then(Graded::machine_overall),
            doubtful: line.is_doubtful(),
            doubts: line.doubts.iter().map(crate::render::results::Doubt::in_words).collect(),
            audit: audit(line.item).cloned(),
        }
    }
}

impl Detail {
    pub(super) fn of(line: &Line<'_>) -> Self {
        let people = line.item.scores.iter().map(|(id, scores)| {
            let scores = scores.iter().map(|one| {
                one.as_ref().map(|human| Human {
                    score: human.score,
                    by: human.who.clone(),
                    reason: human.reason.clone(),
                    at: human.at,
                })
            });
            (id.clone(), scores.collect())
        });
        Self {
            entry: Entry::of(line),
            origin: line.item.submission.origin.to_string(),
            failures: line.item.failures,
            scores: line.graded.map(scores).unwrap_or_default(),
            people: people.collect(),
            results: line.item.results.iter().map(Outcome::of).collect(),
        }
    }
}

fn scores(graded: &Graded) -> BTreeMap<CriterionId, Option<Score>> {
    let report = graded.report.as_deref();
    let scored = report.into_iter().flat_map(|one| &one.criteria).map(|one| &one.dimension_id);
    let missing = report.into_iter().flat_map(|one| &one.not_scored).map(|one| &one.dimension_id);
    let all = scored.chain(missing).chain(graded.human.keys());
    all.map(|id| (id.clone(), graded.standing(id))).collect()
}

impl Outcome {
    fn of(past: &Past) -> Self {
        let grade = past.grade.clone();
        Self {
            audit: past.audit.clone(),
            at: past.at,
            overall: grade.overall,
            partial: grade.partial,
            commit: grade.commit,
            cost: grade.cost,
            tokens: grade.tokens,
            seconds: grade.seconds,
        }
    }
}

/// The audit that runs, or the one that brought the newest result.
pub(super) fn audit(item: &Item) -> Option<&AuditId> {
    match &item.standing {
        Standing::Running { audit, .. } => Some(audit),
        Standing::Waiting { .. }
        | Standing::Graded
        | Standing::Parked { .. }
        | Standing::Cancelled => item.latest().map(|past| &past.audit),
    }
}

fn reason(item: &Item) -> Option<String> {
    match &item.standing {
        Standing::Waiting { failure, .. } => failure.clone(),
        Standing::Parked { reason } => Some(reason.clone()),
        Standing::Graded => item.latest().and_then(|past| past.grade.partial.clone()),
        Standing::Running { .. } | Standing::Cancelled => None,
    }
}
