//! What every answer gets on its way out: a deadline, the headers that bind a browser, and a place in the
//! figures.

use super::app::Shared;
use super::problem::Problem;
use crate::render::dashboard::{login_page, problem_page};
use crate::render::entry_policy;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

/// What a page of the dashboard may do.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; \
                      base-uri 'none'";

/// Headers of every answer that has not its own.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Sees an answer out.
pub(super) async fn finish(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let is_page = is_page(request.uri().path());
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let method = request.method().clone();
    let answer = tokio::time::timeout(app.settings.patience, next.run(request)).await;
    let mut answer = answer.unwrap_or_else(|_| {
        let said = "The answer took too long.";
        Problem::new(StatusCode::GATEWAY_TIMEOUT, said).into_response()
    });
    if is_page && let Some(problem) = answer.extensions().get::<Problem>().cloned() {
        answer = shown(&problem, answer.headers());
    }
    for (name, value) in HEADERS {
        let headers = answer.headers_mut();
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    let route = route.unwrap_or_else(|| "none".to_owned());
    app.counted.answered(route, &method, answer.status());
    answer
}

/// Whether a person looks at what stands at a path, rather than a program.
fn is_page(path: &str) -> bool {
    let for_programs = ["/api/", "/assets/", "/healthz", "/metrics", "/openapi.json"];
    !for_programs.iter().any(|one| path.starts_with(one))
}

/// A problem as a page, with the headers that say what to do about it.
fn shown(problem: &Problem, headers: &HeaderMap) -> Response {
    let page = match problem.status() {
        StatusCode::UNAUTHORIZED => login_page(None),
        _ => problem_page(&problem.title, &problem.detail),
    };
    let mut answer = entry(problem.status(), page);
    for name in [header::RETRY_AFTER, header::WWW_AUTHENTICATE, header::ALLOW] {
        if let Some(value) = headers.get(&name) {
            answer.headers_mut().insert(name, value.clone());
        }
    }
    answer
}

/// A page that carries its style, under the policy that admits it.
pub(super) fn entry(status: StatusCode, page: String) -> Response {
    with_policy((status, Html(page)).into_response(), &entry_policy())
}

/// An answer under a policy of its own, which nobody may frame.
pub(super) fn with_policy(mut answer: Response, policy: &str) -> Response {
    let policy = format!("{policy}; frame-ancestors 'none'");
    let policy = HeaderValue::try_from(policy).expect("a policy of ours has plain characters");
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    answer
}
