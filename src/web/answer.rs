//! Answers of JSON that are safe to print: what hides or reorders text is written as an escape, so that the
//! value stays the same.

use super::problem::Problem;
use crate::render::escape;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// A value as JSON.
pub(super) struct Spoken<T>(pub(super) T);

impl<T: Serialize> IntoResponse for Spoken<T> {
    fn into_response(self) -> Response {
        let Some(text) = text(&self.0) else {
            let said = "The answer could not be written.";
            return Problem::new(StatusCode::INTERNAL_SERVER_ERROR, said).into_response();
        };
        ([(header::CONTENT_TYPE, "application/json")], text).into_response()
    }
}

/// A value as the text of JSON; `None` for one that JSON cannot hold.
pub(super) fn text(value: &impl Serialize) -> Option<String> {
    serde_json::to_string(value).ok().map(|text| escape::json(&text))
}
