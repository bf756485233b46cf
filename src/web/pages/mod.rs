//! The pages that people look at, and the forms that they send.

mod entry;
mod forms;
mod look;

use super::app::Shared;
use crate::render::dashboard::STYLE;
use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

/// The dashboard's program.
const SCRIPT: &str = include_str!("../dashboard.js");

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/", get(look::class))
        .route("/submissions", post(forms::hand_in))
        .route("/submissions/{id}", get(look::submission))
        .route("/submissions/{id}/report", get(look::report))
        .route("/submissions/{id}/orders", post(forms::order_one))
        .route("/submissions/{id}/override", post(forms::score))
        .route("/submissions/{id}/waivers", post(forms::waive))
        .route("/orders", post(forms::order_all))
        .route("/doubts", get(look::doubts))
        .route("/login", get(entry::login).post(entry::log_in))
        .route("/logout", post(entry::log_out))
        .route("/assets/style.css", get(async || asset("text/css; charset=utf-8", STYLE)))
        .route(
            "/assets/dashboard.js",
            get(async || asset("text/javascript; charset=utf-8", SCRIPT)),
        )
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
