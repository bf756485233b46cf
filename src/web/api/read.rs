//! What can be read: the list, a submission, the events of an audit, the grades, and how the work goes.

use super::super::answer::Spoken;
use super::super::app::Shared;
use super::super::input::{self, Asked};
use super::super::problem::Problem;
use super::views::{Detail, Entry, Events, Listing, Numbered, Status, counts};
use crate::domain::graded::Graded;
use crate::render::dashboard::{Filter, STATES, lines};
use crate::render::results::grades_csv;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

/// Most submissions or events of one answer.
const MOST: usize = 500;

/// Which submissions are asked for.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Wanted {
    state: String,
    q: String,
    doubtful: String,
    offset: usize,
    limit: Option<usize>,
}

pub(super) async fn list(
    State(app): State<Shared>,
    Asked(wanted): Asked<Wanted>,
) -> Result<Spoken<Listing>, Problem> {
    let unknown = |what: String| Problem::new(StatusCode::BAD_REQUEST, what);
    if !wanted.state.is_empty() && !STATES.contains(&wanted.state.as_str()) {
        return Err(unknown(format!("A state is one of {}.", STATES.join(", "))));
    }
    let doubtful = match wanted.doubtful.as_str() {
        "" | "0" | "false" => false,
        "1" | "true" => true,
        _ => return Err(unknown("`doubtful` is true or false.".to_owned())),
    };
    let docket = app.registry.docket();
    let (class, _) = app.registry.class().await;
    let all = lines(&docket, &class);
    let filter = Filter { state: wanted.state, text: wanted.q, doubtful, page: 0 };
    let kept: Vec<_> = all.iter().filter(|line| filter.keeps(line)).collect();
    let limit = wanted.limit.unwrap_or(100).min(MOST);
    let part = kept.iter().skip(wanted.offset).take(limit);
    Ok(Spoken(Listing {
        title: app.registry.title(),
        total: kept.len(),
        offset: wanted.offset,
        counts: counts(&all),
        submissions: part.map(|line| Entry::of(line)).collect(),
    }))
}

pub(super) async fn get(
    State(app): State<Shared>,
    Path(id): Path<String>,
) -> Result<Spoken<Detail>, Problem> {
    let id = input::submission(&id)?;
    let docket = app.registry.docket();
    let class: Vec<_> = app.registry.graded(&id).await.into_iter().collect();
    let all = lines(&docket, &class);
    let line = all.iter().find(|line| *line.id == id);
    let line = line.ok_or_else(Problem::nameless)?;
    Ok(Spoken(Detail::of(line)))
}

/// From which event on.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Since {
    from: u64,
}

pub(super) async fn audit_events(
    State(app): State<Shared>,
    Path(audit): Path<String>,
    Asked(since): Asked<Since>,
) -> Result<Spoken<Events>, Problem> {
    let audit = input::audit(&audit)?;
    let events = app.registry.events(&audit).await;
    if events.is_empty() {
        return Err(Problem::absent("Nothing is known of an audit of that name."));
    }
    let events = events.into_iter().filter(|(seq, _)| *seq >= since.from).take(MOST);
    let events = events.map(|(seq, event)| {
        let event = serde_json::to_value(event.as_ref()).map_err(|_| {
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "An event could not be written.")
        })?;
        Ok(Numbered { seq, event })
    });
    Ok(Spoken(Events { events: events.collect::<Result<_, Problem>>()?, audit }))
}

pub(super) async fn status(State(app): State<Shared>) -> Spoken<Status> {
    let docket = app.registry.docket();
    let (class, _) = app.registry.class().await;
    let all = lines(&docket, &class);
    let (title, vitals) = (app.registry.title(), app.registry.vitals());
    Spoken(Status::of(title, docket.next, docket.paused, &all, vitals))
}

pub(super) async fn grades(State(app): State<Shared>) -> Response {
    let (class, _) = app.registry.class().await;
    let class: Vec<Graded> = class.iter().map(|one| one.as_ref().clone()).collect();
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"grades.csv\""),
    ];
    (headers, grades_csv(&class)).into_response()
}
