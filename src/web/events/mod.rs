//! What happens, as a stream of events that a follower can take up again where it broke off.

mod brief;
mod cursor;
mod follower;

use super::app::Shared;
use super::input::Asked;
use super::problem::Problem;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use cursor::Cursor;
use follower::Follower;
use serde::Deserialize;
use std::sync::Arc;
use tokio_stream::wrappers::ReceiverStream;

/// Events that wait for a slow follower before the others pass it by.
const WAITING: usize = 64;

/// From where on a follower wants to hear.
#[derive(Deserialize)]
pub(super) struct From {
    /// The number of the first record; from now on where it is not said.
    from: Option<u64>,
}

/// `GET /api/v1/events`.
pub(super) async fn events(
    State(app): State<Shared>,
    Asked(from): Asked<From>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let permit = Arc::clone(&app.followers).try_acquire_owned().map_err(|_| {
        let said = "As many follow the events as this server lets.";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, said).after(10)
    })?;
    let (tell, told) = tokio::sync::mpsc::channel(WAITING);
    // Whoever subscribes before reading what was misses nothing in between.
    let notices = app.registry.follow();
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    // From now on means from before the answer, however long that is on its way.
    let from = || Cursor::at(from.from.unwrap_or_else(|| app.registry.docket().next));
    let cursor = last.and_then(Cursor::parse).unwrap_or_else(from);
    let follower = Follower::new(Arc::clone(&app.registry), tell, cursor);
    app.counted.follower_came();
    let ending = app.ending.clone();
    tokio::spawn(async move {
        follower.follow(notices, ending).await;
        drop(permit);
    });
    let alive = KeepAlive::new().interval(app.settings.heartbeat);
    Ok(Sse::new(ReceiverStream::new(told)).keep_alive(alive).into_response())
}
