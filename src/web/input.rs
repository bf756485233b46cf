//! What requests say, checked before anybody acts on it.

use super::app::Shared;
use super::keys::Caller;
use super::problem::{Problem, sentence};
use crate::domain::ids::{AuditId, SubmissionId};
use crate::render::dashboard::CSRF;
use axum::extract::rejection::{FormRejection, JsonRejection};
use axum::extract::{Form, FromRequest, FromRequestParts, Json, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// A body of JSON.
pub(super) struct Told<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Shared> for Told<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Shared) -> Result<Self, Problem> {
        match Json::from_request(request, app).await {
            Ok(Json(value)) => Ok(Self(value)),
            Err(JsonRejection::JsonDataError(error)) => Err(Problem::unfit(inner(&error))),
            Err(error) => Err(Problem::new(error.status(), sentence(&error.body_text()))),
        }
    }
}

/// What is asked for behind the path.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Shared> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Problem> {
        match Query::from_request_parts(parts, app).await {
            Ok(Query(value)) => Ok(Self(value)),
            Err(error) => {
                let said = error.body_text();
                let plain = said.strip_prefix("Failed to deserialize query string: ");
                Err(Problem::new(error.status(), sentence(plain.unwrap_or(&said))))
            }
        }
    }
}

/// The sentence of a rejection without what the framework says before it.
fn inner(error: &dyn std::error::Error) -> String {
    let mut deepest: &dyn std::error::Error = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    sentence(&deepest.to_string())
}

/// The fields of a form that is ours.
pub(super) struct Filled(BTreeMap<String, String>);

impl FromRequest<Shared> for Filled {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Shared) -> Result<Self, Problem> {
        let caller = request.extensions().get::<Caller>().copied();
        let form = Form::<BTreeMap<String, String>>::from_request(request, app).await;
        let Form(fields) = form.map_err(|error: FormRejection| {
            Problem::new(error.status(), sentence(&error.body_text()))
        })?;
        let is_ours = fields.get(CSRF).is_some_and(|mark| app.keys.is_form(mark));
        if caller == Some(Caller::Browser) && !is_ours {
            let said =
                "The form is not one of this server’s. Load the page again, and send it again.";
            return Err(Problem::new(StatusCode::FORBIDDEN, said));
        }
        Ok(Self(fields))
    }
}

impl Filled {
    /// A field without blanks around it; empty where it is not there.
    pub(super) fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", |value| value.trim())
    }

    /// Where to go afterwards: an address of ours, or else `otherwise`.
    pub(super) fn back(&self, otherwise: &str) -> String {
        let back = self.get("back");
        let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"/?=:#._-".contains(&b);
        let is_ours =
            back.starts_with('/') && !back.starts_with("//") && back.bytes().all(is_plain);
        if is_ours { back.to_owned() } else { otherwise.to_owned() }
    }
}

/// The name of a submission. One that begins with a point would lead out of a folder, or hide in it.
pub(super) fn submission(text: &str) -> Result<SubmissionId, Problem> {
    let id = SubmissionId::new(text).ok().filter(|_| !text.starts_with('.'));
    id.ok_or_else(Problem::nameless)
}

/// The name of an audit.
pub(super) fn audit(text: &str) -> Result<AuditId, Problem> {
    AuditId::new(text).map_err(|_| Problem::absent("There is no audit of that name."))
}
