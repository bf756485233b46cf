//! Coming in and going out.

use super::super::app::{App, Shared};
use super::super::finish::entry;
use super::super::guard::{peer, try_token};
use super::super::input::Filled;
use super::super::problem::Problem;
use crate::render::dashboard::login_page;
use axum::extract::{FromRequest, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use std::net::IpAddr;

/// The link that the program prints has the token in it.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Link {
    token: String,
}

/// `GET /login`: the form, or the way in for whoever has the link.
pub(super) async fn login(
    State(app): State<Shared>,
    Query(link): Query<Link>,
    request: Request,
) -> Response {
    if link.token.is_empty() {
        return entry(StatusCode::OK, login_page(None));
    }
    let peer = peer(&request);
    welcome(&app, &link.token, peer)
}

/// `POST /login`: the form's way in.
pub(super) async fn log_in(State(app): State<Shared>, request: Request) -> Response {
    let peer = peer(&request);
    match Filled::from_request(request, &app).await {
        Ok(form) => welcome(&app, form.get("token"), peer),
        Err(problem) => problem.into_response(),
    }
}

/// Sets the cookie for whoever has the token. The address without the token follows, so that it stays in no
/// history.
fn welcome(app: &App, token: &str, peer: IpAddr) -> Response {
    match try_token(app, token, peer) {
        Ok(()) => with_cookie(Redirect::to("/"), &app.keys.welcome()),
        Err(problem) if problem.status() == StatusCode::UNAUTHORIZED => {
            entry(StatusCode::UNAUTHORIZED, login_page(Some("That is not the token.")))
        }
        Err(problem) => problem.into_response(),
    }
}

/// `POST /logout`: takes the cookie back.
pub(super) async fn log_out(State(app): State<Shared>, _form: Filled) -> Result<Response, Problem> {
    Ok(with_cookie(Redirect::to("/login"), &app.keys.farewell()))
}

fn with_cookie(answer: impl IntoResponse, cookie: &str) -> Response {
    let mut answer = answer.into_response();
    let cookie = HeaderValue::from_str(cookie).expect("a cookie of ours has plain characters");
    answer.headers_mut().insert(header::SET_COOKIE, cookie);
    answer
}
