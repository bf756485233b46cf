//! What becomes of a call that brings no reply.

use crate::scene::{endpoint, heard};
use crate::server::{Answer, Server};
use automaton_auditor::domain::failure::{Failure, FailureKind};
use std::time::Duration;

/// A server that knows its dialect and then answers every judge like this.
fn failing(answer: impl Fn() -> Answer + Send + Sync + 'static) -> Server {
    Server::new(move |asked| if asked.hearing == 0 { asked.obediently(0) } else { answer() })
}

/// The call fails like this; it is made once, since trying again is the plan's business.
#[track_caller]
fn check(
    answer: impl Fn() -> Answer + Send + Sync + 'static,
    kind: FailureKind,
    transient: bool,
    says: &str,
) -> Failure {
    let server = failing(answer);
    let failure = heard(&server).outcome.expect_err("there is no reply");
    assert_eq!((failure.kind, failure.transient), (kind, transient), "{failure}");
    assert!(failure.message.contains(says), "{failure}");
    assert_eq!(server.asked().1, 1);
    failure
}

fn status(status: u16, body: &'static str) -> impl Fn() -> Answer + Send + Sync + 'static {
    move || Answer::Status(status, Vec::new(), body.to_owned())
}

#[test]
fn status_decides_whether_trying_again_can_help() {
    check(status(429, ""), FailureKind::RateLimited, true, "fewer calls");
    check(status(500, "oops"), FailureKind::Unreachable, true, "HTTP 500): oops");
    check(status(503, "<html>busy</html>"), FailureKind::Unreachable, true, "HTTP 503)");
    check(status(529, "{}"), FailureKind::Unreachable, true, "HTTP 529)");
    check(status(401, "{\"error\":\"bad key\"}"), FailureKind::Unauthorised, false, "bad key");
    check(status(403, "{}"), FailureKind::Unauthorised, false, "HTTP 403");
    check(status(402, "{}"), FailureKind::Unauthorised, false, "no quota left");
    check(
        status(429, r#"{"error":{"code":"insufficient_quota","message":"pay first"}}"#),
        FailureKind::Unauthorised,
        false,
        "no quota left: pay first",
    );
    check(
        status(400, r#"{"error":{"code":400,"message":"too long"}}"#),
        FailureKind::Malformed,
        false,
        "HTTP 400): too long",
    );
}

#[test]
fn pause_that_a_server_asks_for_is_kept() {
    for (name, value, wanted) in [
        ("retry-after", "7", 7_000),
        ("retry-after-ms", "250", 250),
        ("retry-after", "9999", 120_000),
    ] {
        let failure = check(
            move || Answer::Status(429, vec![(name, value.to_owned())], String::new()),
            FailureKind::RateLimited,
            true,
            "429",
        );
        assert_eq!(failure.after_ms, Some(wanted), "{name}: {value}");
    }
}

#[test]
fn error_in_a_successful_reply_is_an_error() {
    let body = |body: &'static str| move || Answer::Body(body.to_owned());
    check(
        body(r#"{"error":{"message":"overloaded","code":503}}"#),
        FailureKind::Unreachable,
        true,
        "HTTP 503): overloaded",
    );
    check(
        body(r#"{"error":{"message":"slow down","code":429}}"#),
        FailureKind::RateLimited,
        true,
        "",
    );
    check(body(r#"{"error":"something"}"#), FailureKind::Unreachable, true, "something");
    check(body(r#"{"object":"list"}"#), FailureKind::Malformed, false, "JSON without `choices`");
}

#[test]
fn what_is_no_json_is_told_apart() {
    let body = |body: &'static str| move || Answer::Body(body.to_owned());
    check(body("<!doctype html><p>Sign in"), FailureKind::Malformed, false, "an HTML page");
    check(body(""), FailureKind::Malformed, true, "an empty body");
    check(body("data: {}\n\n"), FailureKind::Malformed, false, "a stream of events");
    check(body("{\"choices\": [{"), FailureKind::Malformed, true, "breaks off");
}

#[test]
fn reply_that_is_too_large_is_not_read_to_its_end() {
    let huge = || Answer::Body(format!("{{\"choices\": \"{}\"}}", "x".repeat(5 << 20)));
    check(huge, FailureKind::Limit, false, "more than 2097152 bytes");
}

#[test]
fn connection_that_breaks_or_stays_silent_may_be_tried_again() {
    check(|| Answer::Breaks, FailureKind::Unreachable, true, "broke the connection off");
    check(|| Answer::Hangs, FailureKind::Deadline, true, "no reply within 2 s");
}

#[tokio::test]
async fn server_that_is_not_there_is_named() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let server = Server::new(|asked| asked.obediently(4));
    drop(endpoint(&server));
    let settings = automaton_auditor::ports::llm::EndpointSettings {
        base_url: format!("http://127.0.0.1:{port}/v1"),
        key: None,
        rung: None,
        deadline: Duration::from_secs(2),
    };
    let endpoint = automaton_auditor::ports::llm::Endpoint::new(settings).unwrap();
    let error = endpoint.acquaint("m").await.expect_err("nobody is there");
    assert!(
        error.to_string().starts_with(&format!("127.0.0.1:{port} cannot be reached")),
        "{error}"
    );
    assert!(error.is_transient());
}
