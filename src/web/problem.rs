//! What is said when a request is not answered as asked: one clear sentence.

use super::answer::Spoken;
use crate::docket::Refusal;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

/// Why a request was not answered as asked, as RFC 9457 has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Problem {
    /// Always `about:blank`: the status says what kind of problem it is.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The status in words.
    pub(super) title: String,
    /// The status as a number.
    #[schemars(range(min = 400, max = 599))]
    status: u16,
    /// What is wrong, one sentence.
    pub(super) detail: String,
    /// Seconds after which it can be tried again.
    #[serde(skip)]
    again: Option<u64>,
}

impl Problem {
    pub(super) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        let title = status.canonical_reason().unwrap_or("Problem").to_owned();
        let (kind, status) = ("about:blank", status.as_u16());
        Self { kind, title, status, detail: detail.into(), again: None }
    }

    /// Says when it can be tried again.
    pub(super) fn after(self, seconds: u64) -> Self {
        Self { again: Some(seconds), ..self }
    }

    /// That something is not there.
    pub(super) fn absent(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail)
    }

    /// That nothing is called so.
    pub(super) fn nameless() -> Self {
        Self::absent("There is no submission of that name.")
    }

    /// That something was said that cannot be taken.
    pub(super) fn unfit(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
    }

    /// The status.
    pub(super) fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let sentence = sentence(&refusal.to_string());
        match refusal {
            Refusal::Unknown(_) => Self::absent(sentence),
            Refusal::Forbidden(_) => Self::new(StatusCode::CONFLICT, sentence),
            Refusal::NotKept(_) => Self::new(StatusCode::SERVICE_UNAVAILABLE, sentence),
            Refusal::Unanswered { .. } => Self::new(StatusCode::GATEWAY_TIMEOUT, sentence),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Spoken(&self)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if let Some(seconds) = self.again {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if self.status() == StatusCode::UNAUTHORIZED {
            let how = HeaderValue::from_static("Bearer realm=\"auditor\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, how);
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// A fragment as a sentence.
pub(super) fn sentence(fragment: &str) -> String {
    let mut letters = fragment.trim().trim_end_matches('.').chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}
