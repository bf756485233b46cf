//! Who comes in: the name under which we are called, the token, and where a write comes from.

use super::app::{App, Shared};
use super::keys::Caller;
use super::problem::Problem;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv4Addr};

/// Where a connection comes from; unknown where there is none, as in a test of the router.
#[derive(Clone, Copy)]
pub(super) struct Peer(pub(super) IpAddr);

/// What anybody may see.
const OPEN: [&str; 2] = ["/healthz", "/login"];

/// Lets a request in, or says why not.
pub(super) async fn guard(State(app): State<Shared>, mut request: Request, next: Next) -> Response {
    match admit(&app, &request) {
        Err(problem) => problem.into_response(),
        Ok(caller) => {
            if let Some(caller) = caller {
                request.extensions_mut().insert(caller);
            }
            next.run(request).await
        }
    }
}

fn admit(app: &App, request: &Request) -> Result<Option<Caller>, Problem> {
    let host = called(app, request)?;
    let headers = request.headers();
    let is_write = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let origin = if is_write { origin(headers, &host)? } else { Origin::Untold };
    if OPEN.contains(&request.uri().path()) {
        return Ok(None);
    }
    let caller = known(app, headers, peer(request))?;
    let is_program = request.uri().path().starts_with("/api/");
    if is_write && is_program && caller == Caller::Browser && origin != Origin::Ours {
        // A form of ours has a mark besides. What a program of ours sends has none, and says its origin.
        let said = "A write with the cookie has to say that it comes from this site.";
        return Err(Problem::new(StatusCode::FORBIDDEN, said));
    }
    Ok(Some(caller))
}

/// The address that a request comes from.
pub(super) fn peer(request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0);
    peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// The host that the request asks for, where it is one of ours.
fn called(app: &App, request: &Request) -> Result<String, Problem> {
    let wrong = |said: &str| Problem::new(StatusCode::MISDIRECTED_REQUEST, said);
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Err(wrong("A request has to name one host."));
    };
    let host = host.to_str().unwrap_or_default().to_ascii_lowercase();
    let in_line = request.uri().authority().map(|one| one.as_str().to_ascii_lowercase());
    let is_ours = |host: &str| {
        let name = bare(host);
        app.settings.names.iter().any(|ours| ours.eq_ignore_ascii_case(name))
    };
    if is_ours(&host) && in_line.is_none_or(|other| other == host) {
        Ok(host)
    } else {
        Err(wrong("This server is not called by that name."))
    }
}

/// A host without its port.
fn bare(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => name,
        Some(_) | None => host,
    }
}

/// Where a write says that it comes from.
#[derive(PartialEq, Eq)]
enum Origin {
    Ours,
    Untold,
}

/// Refuses a write that another site made the browser send.
fn origin(headers: &HeaderMap, host: &str) -> Result<Origin, Problem> {
    let text = |name: &str| -> Option<&str> {
        headers.get(name).map(|value| value.to_str().unwrap_or("?"))
    };
    let foreign = || Problem::new(StatusCode::FORBIDDEN, "A write has to come from this site.");
    let site = text("sec-fetch-site");
    if site.is_some_and(|site| site != "same-origin") {
        return Err(foreign());
    }
    match text("origin") {
        // A form on a page that tells nobody where it stands is sent with `null`.
        None | Some("null") if site.is_none() => Ok(Origin::Untold),
        None | Some("null") => Ok(Origin::Ours),
        Some(origin) => {
            let origin = origin.to_ascii_lowercase();
            let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            if rest == Some(host) { Ok(Origin::Ours) } else { Err(foreign()) }
        }
    }
}

/// Whether the token or the cookie is there.
fn known(app: &App, headers: &HeaderMap, peer: IpAddr) -> Result<Caller, Problem> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let value = value.to_str().unwrap_or_default();
        let token =
            value.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        return try_token(app, token.map_or("", |(_, token)| token.trim()), peer)
            .map(|()| Caller::Program);
    }
    if cookies(headers, app.keys.cookie()).any(|value| app.keys.is_session(value)) {
        return Ok(Caller::Browser);
    }
    Err(Problem::new(StatusCode::UNAUTHORIZED, "The token is needed."))
}

/// Whether this is the token, for somebody who may try.
pub(super) fn try_token(app: &App, token: &str, peer: IpAddr) -> Result<(), Problem> {
    let now = app.now();
    if let Some(seconds) = app.attempts.barred(peer, now) {
        let said = "There were too many wrong tokens from this address.";
        return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, said).after(seconds));
    }
    if app.keys.is_token(token) {
        return Ok(());
    }
    app.attempts.wrong(peer, now);
    Err(Problem::new(StatusCode::UNAUTHORIZED, "That is not the token."))
}

/// The values of all cookies of this name.
pub(super) fn cookies<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(one, _)| *one == name).map(|(_, value)| value)
}
