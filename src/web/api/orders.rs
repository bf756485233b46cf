//! What can be ordered.

use super::super::answer::Spoken;
use super::super::app::{App, Shared};
use super::super::input::{self, Told};
use super::super::problem::{Problem, sentence};
use super::views::Kept;
use crate::domain::docket::{Order, Waiver};
use crate::domain::ids::{CriterionId, EvidenceId, SubmissionId};
use crate::domain::score::Score;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{MethodRouter, post};
use schemars::JsonSchema;
use serde::Deserialize;

/// Who orders where nobody says who they are.
const SOMEBODY: &str = "the dashboard";

/// An order of one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::web) enum Word {
    Pause,
    Resume,
    Cancel,
    Retry,
    Regrade,
    Remove,
}

impl Word {
    /// Reads it as a form says it.
    pub(in crate::web) fn parse(word: &str) -> Option<Self> {
        match word {
            "pause" => Some(Self::Pause),
            "resume" => Some(Self::Resume),
            "cancel" => Some(Self::Cancel),
            "retry" => Some(Self::Retry),
            "regrade" => Some(Self::Regrade),
            "remove" => Some(Self::Remove),
            _ => None,
        }
    }

    /// The order for one submission, or for all; `None` for what there is for one alone.
    pub(in crate::web) fn order(self, id: Option<SubmissionId>) -> Option<Order> {
        match self {
            Self::Pause => Some(Order::Pause { id }),
            Self::Resume => Some(Order::Resume { id }),
            Self::Cancel => Some(Order::Cancel { id }),
            Self::Retry => Some(Order::Retry { id }),
            Self::Regrade => Some(Order::Regrade { id }),
            Self::Remove => id.map(|id| Order::Remove { id }),
        }
    }
}

/// Gives an order that fits the class as it stands.
pub(in crate::web) async fn give(app: &App, order: Order, by: &str) -> Result<u64, Problem> {
    if let Some(id) = order.about()
        && !app.registry.docket().items.contains_key(id)
    {
        return Err(Problem::nameless());
    }
    if let Some(flaw) = order.flaw(by) {
        return Err(Problem::unfit(sentence(flaw)));
    }
    let by = by.trim();
    let by = if by.is_empty() { SOMEBODY } else { by };
    Ok(app.registry.order(order, by).await?)
}

/// That it is kept.
pub(in crate::web) fn kept(record: u64) -> Spoken<Kept> {
    Spoken(Kept { record })
}

/// The route of an order on one submission.
pub(super) fn one(word: Word) -> MethodRouter<Shared> {
    post(async move |State(app): State<Shared>, Path(id): Path<String>| {
        let id = input::submission(&id)?;
        let order = word.order(Some(id)).expect("every word is an order on one");
        give(&app, order, "").await.map(kept)
    })
}

/// The route of an order on all of them.
pub(super) fn all(word: Word) -> MethodRouter<Shared> {
    post(async move |State(app): State<Shared>| {
        let order = word.order(None).ok_or_else(|| Problem::absent("There is no such order."))?;
        give(&app, order, "").await.map(kept)
    })
}

pub(super) async fn remove(
    State(app): State<Shared>,
    Path(id): Path<String>,
) -> Result<Spoken<Kept>, Problem> {
    let id = input::submission(&id)?;
    give(&app, Order::Remove { id }, "").await.map(kept)
}

/// A person's score.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Override {
    /// Which criterion.
    criterion: CriterionId,
    /// The score, 1–5; `null` takes the person's score back.
    score: Option<Score>,
    /// Why, a sentence of the person's.
    reason: String,
    /// Who says so.
    #[serde(default)]
    by: String,
}

pub(super) async fn override_score(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Told(said): Told<Override>,
) -> Result<Spoken<Kept>, Problem> {
    let id = input::submission(&id)?;
    let Override { criterion, score, reason, by } = said;
    give(&app, Order::Override { id, criterion, score, reason }, &by).await.map(kept)
}

/// That a piece of evidence is a false positive.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Waived {
    /// The evidence.
    evidence: EvidenceId,
    /// In which submission; in all of them where it is not said.
    #[serde(default)]
    submission: Option<SubmissionId>,
    /// Why, a sentence of the person's.
    reason: String,
    /// Until when, in seconds since 1970 began in UTC; for good where it is not said.
    #[serde(default)]
    until: Option<u64>,
    /// Who says so.
    #[serde(default)]
    by: String,
}

pub(super) async fn waive(
    State(app): State<Shared>,
    Told(said): Told<Waived>,
) -> Result<Spoken<Kept>, Problem> {
    let Waived { evidence, submission, reason, until, by } = said;
    if until.is_some_and(|until| until <= app.now().as_secs()) {
        let said = "The waiver would end before it begins.";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, said));
    }
    let waiver = Waiver { evidence, submission, reason, until };
    give(&app, Order::Waive(waiver), &by).await.map(kept)
}
