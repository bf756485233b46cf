//! Figures for Prometheus. What the class says is read when somebody asks; requests are counted as they are
//! answered.

use super::app::Shared;
use super::problem::Problem;
use crate::docket::Vitals;
use crate::domain::docket::{Docket, DocketEvent, Record};
use axum::extract::State;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::{Registry, Unit};
use std::sync::atomic::{AtomicU64, Ordering};

/// What is counted over the life of the server.
#[derive(Default)]
pub(super) struct Counted {
    requests: Family<Asked, Counter>,
    tally: tokio::sync::Mutex<Tally>,
    followers: AtomicU64,
}

/// A kind of request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    route: String,
    method: &'static str,
    status: u16,
}

/// What the records come to that were read so far.
#[derive(Clone, Copy, Default)]
struct Tally {
    next: u64,
    begun: u64,
    graded: u64,
    failed: u64,
    stopped: u64,
}

impl Counted {
    /// Counts an answer.
    pub(super) fn answered(&self, route: String, method: &Method, status: StatusCode) {
        let asked = Asked { route, method: known(method), status: status.as_u16() };
        self.requests.get_or_create(&asked).inc();
    }

    /// Counts a follower who came.
    pub(super) fn follower_came(&self) {
        self.followers.fetch_add(1, Ordering::Relaxed);
    }
}

/// A method by its name; the names that anybody can invent are one.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        "PATCH" => "PATCH",
        _ => "other",
    }
}

impl Tally {
    fn take(&mut self, record: &Record) {
        if record.seq < self.next {
            return;
        }
        self.next = record.seq + 1;
        match record.event {
            DocketEvent::Begun { .. } => self.begun += 1,
            DocketEvent::Graded { .. } => self.graded += 1,
            DocketEvent::Failed { .. } => self.failed += 1,
            DocketEvent::Stopped { .. } => self.stopped += 1,
            DocketEvent::Entered { .. }
            | DocketEvent::Ordered { .. }
            | DocketEvent::Piloted { .. } => {}
        }
    }
}

pub(super) async fn metrics(State(app): State<Shared>) -> Result<Response, Problem> {
    let tally = {
        // Two who ask at a time read the same records; each record is taken once.
        let mut tally = app.counted.tally.lock().await;
        let fresh = app.registry.records(tally.next).await;
        for record in &fresh {
            tally.take(record);
        }
        *tally
    };
    let mut registry = Registry::with_prefix("auditor");
    of_class(&mut registry, &app.registry.docket(), tally);
    of_work(&mut registry, &app.registry.vitals());
    let help = "Requests that were answered";
    registry.register("http_requests", help, app.counted.requests.clone());
    let followers = ConstCounter::new(app.counted.followers.load(Ordering::Relaxed));
    registry.register("followers", "Followers of events that came", followers);
    let mut text = String::new();
    encode(&mut text, &registry).map_err(|_| {
        let said = "The figures could not be written.";
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, said)
    })?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct InState {
    standing: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Ended {
    outcome: &'static str,
}

fn of_class(registry: &mut Registry, docket: &Docket, tally: Tally) {
    let standings = Family::<InState, prometheus_client::metrics::gauge::Gauge>::default();
    for standing in ["waiting", "running", "graded", "parked", "cancelled"] {
        let number = docket.items.values().filter(|item| item.standing.name() == standing).count();
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        standings.get_or_create(&InState { standing }).set(number);
    }
    registry.register("submissions", "Submissions by how far they are", standings);
    let audits = Family::<Ended, Counter>::default();
    let all = [
        ("begun", tally.begun),
        ("graded", tally.graded),
        ("failed", tally.failed),
        ("stopped", tally.stopped),
    ];
    for (outcome, number) in all {
        audits.get_or_create(&Ended { outcome }).inc_by(number);
    }
    registry.register("audits", "Audits that were begun, and how they ended", audits);
    let paused = ConstGauge::new(i64::from(docket.paused));
    registry.register("paused", "Whether nothing new is begun, by order", paused);
}

fn of_work(registry: &mut Registry, vitals: &Vitals) {
    let spending = &vitals.spending;
    let cost = ConstGauge::new(spending.cost);
    registry.register("cost", "What model calls cost, in the currency of the prices", cost);
    let tokens = ConstCounter::new(spending.tokens);
    registry.register("tokens", "Tokens of model calls", tokens);
    let in_flight = ConstGauge::new(whole(spending.in_flight));
    registry.register("calls_in_flight", "Model calls under way", in_flight);
    let alive = ConstGauge::new(i64::from(vitals.is_alive));
    registry.register("alive", "Whether the heart beats", alive);
    let beat = ConstGauge::new(vitals.beat_seconds);
    let help = "Time since the heart beat last";
    registry.register_with_unit("heartbeat_age", help, Unit::Seconds, beat);
    let up = ConstGauge::new(whole(vitals.up_seconds));
    registry.register_with_unit("up", "Time since the start", Unit::Seconds, up);
    if let Some(bytes) = vitals.resident_bytes {
        let memory = ConstGauge::new(whole(bytes));
        registry.register_with_unit("resident_memory", "Resident memory", Unit::Bytes, memory);
    }
}

fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
