//! The report of a submission, in the form that the caller wishes.

use super::super::app::{App, Shared};
use super::super::finish::with_policy;
use super::super::input;
use super::super::problem::Problem;
use crate::render::page_policy;
use crate::render::results::{sarif, submitter_feedback};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};

/// The forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Json,
    Markdown,
    Html,
    Sarif,
}

/// The types of the forms, in the order of [`Form`].
pub(super) const TYPES: [&str; 4] =
    ["application/json", "text/markdown", "text/html", "application/sarif+json"];

impl Form {
    const ALL: [Self; 4] = [Self::Json, Self::Markdown, Self::Html, Self::Sarif];

    fn kind(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Html => "text/html; charset=utf-8",
            Self::Sarif => "application/sarif+json",
        }
    }

    /// The form that a caller likes best; `None` where they take none of them.
    fn liked(accept: &str) -> Option<Self> {
        let mut best: Option<(f32, Self)> = None;
        for (form, kind) in Self::ALL.into_iter().zip(TYPES) {
            // The most exact word on a type counts, wherever it stands.
            let words = accept.split(',').filter_map(|part| {
                let mut words = part.split(';').map(str::trim);
                let range = words.next()?;
                let exact = match range {
                    range if range.eq_ignore_ascii_case(kind) => 2,
                    "*/*" => 0,
                    range
                        if Some(range)
                            == kind.split_once('/').map(|(a, _)| format!("{a}/*")).as_deref() =>
                    {
                        1
                    }
                    _ => return None,
                };
                let liking = words.find_map(|word| word.strip_prefix("q=")?.parse().ok());
                Some((exact, liking.unwrap_or(1.0_f32)))
            });
            let liking = words.max_by_key(|(exact, _)| *exact).map_or(0.0, |(_, liking)| liking);
            if liking > best.map_or(0.0, |(before, _)| before) {
                best = Some((liking, form));
            }
        }
        best.map(|(_, form)| form)
    }
}

/// The route of a form by its ending.
pub(super) fn by_ending(form: Form) -> MethodRouter<Shared> {
    get(async move |State(app): State<Shared>, Path(id): Path<String>| {
        result(&app, &id, form).await
    })
}

pub(super) async fn by_liking(
    State(app): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let accept = headers.get(header::ACCEPT).map(|value| value.to_str().unwrap_or_default());
    let form = match accept {
        None | Some("") => Some(Form::Json),
        Some(accept) => Form::liked(accept),
    };
    let said = "A result is JSON, Markdown, HTML or SARIF.";
    let form = form.ok_or_else(|| Problem::new(StatusCode::NOT_ACCEPTABLE, said))?;
    let mut answer = result(&app, &id, form).await?;
    answer.headers_mut().insert(header::VARY, HeaderValue::from_static("accept"));
    Ok(answer)
}

async fn result(app: &App, id: &str, form: Form) -> Result<Response, Problem> {
    let id = input::submission(id)?;
    let graded = app.registry.graded(&id).await;
    let graded = graded.ok_or_else(Problem::nameless)?;
    let none = || Problem::absent("There is no result yet.");
    let report = graded.report.as_deref().ok_or_else(none)?;
    let text = match form {
        Form::Json => crate::render::json(report),
        Form::Markdown => crate::render::markdown(report),
        Form::Html => submitter_feedback(&graded).ok_or_else(none)?,
        Form::Sarif => sarif(report),
    };
    let answer = ([(header::CONTENT_TYPE, form.kind())], text).into_response();
    Ok(if form == Form::Html { with_policy(answer, &page_policy()) } else { answer })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(accept: &str, form: Option<Form>) {
        assert_eq!(Form::liked(accept), form, "{accept}");
    }

    #[test]
    fn callers_get_the_form_that_they_like_best() {
        check("*/*", Some(Form::Json));
        check("text/html,application/xhtml+xml,*/*;q=0.8", Some(Form::Html));
        check("text/markdown;q=0.5, application/sarif+json", Some(Form::Sarif));
        check("text/*", Some(Form::Markdown));
        check("application/json;q=0, */*", Some(Form::Markdown));
        check("image/png", None);
        check("text/html;q=0", None);
    }
}
