//! What people look at.

use super::super::app::{App, Shared};
use super::super::finish::with_policy;
use super::super::guard::cookies;
use super::super::input;
use super::super::problem::Problem;
use super::forms::GRADER;
use crate::docket::Vitals;
use crate::domain::docket::{Docket, Standing};
use crate::domain::graded::Graded;
use crate::domain::ids::{AuditId, SubmissionId};
use crate::render::dashboard::{
    self, Class, Filter, Line, Meter, Proceedings, Shown, View, cases, lines,
};
use crate::render::page_policy;
use crate::render::results::CohortHint;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a page is made from, read at one moment.
struct Room {
    title: String,
    grader: String,
    docket: Arc<Docket>,
    class: Vec<Arc<Graded>>,
    hints: Vec<CohortHint>,
}

impl Room {
    async fn of(app: &App, headers: &HeaderMap) -> Self {
        // The docket is read first: what comes after it is told by the events that a page asks for.
        let docket = app.registry.docket();
        let (class, hints) = app.registry.class().await;
        let grader = cookies(headers, GRADER).next().unwrap_or_default();
        let grader = url::form_urlencoded::parse(format!("g={grader}").as_bytes())
            .next()
            .map(|(_, name)| name.into_owned());
        let grader = grader.unwrap_or_default();
        Self { title: app.registry.title(), grader, docket, class, hints }
    }

    /// Reads the whole report of the submission whose case is looked at: a class may be held in brief,
    /// without the judges' arguments.
    async fn read_whole(&mut self, app: &App, key: &str) {
        let looked_at = {
            let lines = lines(&self.docket, &self.class);
            let cases = cases(&lines);
            let case = cases.iter().find(|case| case.key() == key).or(cases.first());
            case.map(|case| case.line.id.clone())
        };
        if let Some(id) = looked_at {
            self.read_report(app, &id).await;
        }
    }

    /// Puts the whole report of a submission in the place of the brief one.
    async fn read_report(&mut self, app: &App, id: &SubmissionId) {
        if let Some(whole) = app.registry.graded(id).await
            && let Some(place) = self.class.iter_mut().find(|one| one.id == *id)
        {
            *place = whole;
        }
    }

    fn view<'a>(&'a self, app: &'a App, waiting: usize) -> View<'a> {
        View {
            title: &self.title,
            csrf: app.keys.form(),
            next: self.docket.next,
            now: app.now().as_secs(),
            grader: &self.grader,
            waiting,
        }
    }
}

/// What a reader wants to see of the list.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Wanted {
    state: String,
    q: String,
    doubtful: String,
    page: usize,
}

/// `GET /`.
pub(super) async fn class(
    State(app): State<Shared>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Html<String> {
    let room = Room::of(&app, &headers).await;
    let lines = lines(&room.docket, &room.class);
    let view = room.view(&app, cases(&lines).len());
    let doubtful = wanted.doubtful == "1";
    let filter = Filter { state: wanted.state, text: wanted.q, doubtful, page: wanted.page };
    let running = running(&app, &room.docket).await;
    let meter = meter(app.registry.vitals());
    let class = Class {
        docket: &room.docket,
        lines: &lines,
        hints: &room.hints,
        running: &running,
        meter: &meter,
        filter: &filter,
    };
    Html(dashboard::class_page(&view, &class))
}

/// How the running audits go.
async fn running(app: &App, docket: &Docket) -> BTreeMap<SubmissionId, Proceedings> {
    let mut all = BTreeMap::new();
    for (id, audit) in docket.running() {
        if let Some(proceedings) = Proceedings::of(&app.registry.events(audit).await) {
            all.insert(id.clone(), proceedings);
        }
    }
    all
}

fn meter(vitals: Vitals) -> Meter {
    let spending = vitals.spending;
    Meter {
        cost: spending.cost,
        most_cost: spending.most_cost,
        currency: spending.currency,
        tokens: spending.tokens,
        in_flight: spending.in_flight,
        held: vitals.held,
        problems: vitals.problems,
        is_alive: vitals.is_alive,
    }
}

/// `GET /submissions/{id}`.
pub(super) async fn submission(
    State(app): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Html<String>, Problem> {
    let id = input::submission(&id)?;
    let mut room = Room::of(&app, &headers).await;
    room.read_report(&app, &id).await;
    let lines = lines(&room.docket, &room.class);
    let line = lines.iter().find(|line| *line.id == id);
    let line = line.ok_or_else(Problem::nameless)?;
    let audit = audit(line);
    let proceedings = match audit {
        Some(audit) => Proceedings::of(&app.registry.events(audit).await),
        None => None,
    };
    let view = room.view(&app, cases(&lines).len());
    let waivers = &room.docket.waivers;
    let shown = Shown { line, audit, proceedings: proceedings.as_ref(), waivers };
    Ok(Html(dashboard::submission_page(&view, &shown)))
}

/// The audit that runs, or the one that brought the newest result.
fn audit<'a>(line: &'a Line<'a>) -> Option<&'a AuditId> {
    match &line.item.standing {
        Standing::Running { audit, .. } => Some(audit),
        Standing::Waiting { .. }
        | Standing::Graded
        | Standing::Parked { .. }
        | Standing::Cancelled => line.item.latest().map(|past| &past.audit),
    }
}

/// `GET /submissions/{id}/report`.
pub(super) async fn report(
    State(app): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let id = input::submission(&id)?;
    let graded = app.registry.graded(&id).await;
    let graded = graded.ok_or_else(Problem::nameless)?;
    let page = dashboard::report_page(&graded);
    let page = page.ok_or_else(|| Problem::absent("There is no report yet."))?;
    Ok(with_policy(Html(page).into_response(), &page_policy()))
}

/// Which case a person looks at.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Which {
    case: String,
}

/// `GET /doubts`.
pub(super) async fn doubts(
    State(app): State<Shared>,
    Query(which): Query<Which>,
    headers: HeaderMap,
) -> Html<String> {
    let mut room = Room::of(&app, &headers).await;
    room.read_whole(&app, &which.case).await;
    let lines = lines(&room.docket, &room.class);
    let cases = cases(&lines);
    let view = room.view(&app, cases.len());
    Html(dashboard::queue_page(&view, &cases, &which.case))
}
