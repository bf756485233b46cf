//! Whether the program is alive, for whoever restarts it.

use super::answer::Spoken;
use super::app::Shared;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

/// Whether the heart beats. It says nothing else, because anybody may ask.
#[derive(Serialize, JsonSchema)]
pub(super) struct Health {
    /// Whether the work goes on.
    alive: bool,
}

pub(super) async fn healthz(State(app): State<Shared>) -> Response {
    let alive = app.registry.vitals().is_alive;
    let status = if alive { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Spoken(Health { alive })).into_response()
}
