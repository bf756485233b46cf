//! The table of the API: every row is a route, and a part of the document.

use super::super::health::{Health, healthz};
use super::super::{events, metrics};
use super::document::document;
use super::endpoint::{Body, Endpoint, shape};
use super::orders::{Override, Waived, Word, all, one, override_score, remove, waive};
use super::read::{audit_events, get as get_one, grades, list, status};
use super::result::{Form, TYPES, by_ending, by_liking};
use super::submit::{Handed, submit};
use super::views::{Detail, Events, Kept, Listing, Status};
use crate::domain::report::AuditReport;
use axum::routing::{delete, get, post};
use schemars::{Schema, SchemaGenerator, json_schema};

/// A row without anything that most have not.
const BARE: Endpoint = Endpoint {
    method: "get",
    path: "/",
    summary: "",
    query: &[],
    takes: None,
    answers: &[],
    handler: || get(document),
};
/// That an order is kept.
const KEPT: &[(u16, &str, Body)] = &[(200, "It is kept", Body::Json(shape::<Kept>))];

fn object(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object" })
}

/// An order on one submission.
const fn on_one(
    path: &'static str,
    summary: &'static str,
    handler: fn() -> axum::routing::MethodRouter<super::Shared>,
) -> Endpoint {
    Endpoint { method: "post", path, summary, answers: KEPT, handler, ..BARE }
}

/// Everything that programs may ask for.
pub(super) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        path: "/api/v1/status",
        summary: "How the work on the class goes",
        answers: &[(200, "How it goes", Body::Json(shape::<Status>))],
        handler: || get(status),
        ..BARE
    },
    Endpoint {
        path: "/api/v1/submissions",
        summary: "The submissions, doubtful ones first",
        query: &[
            ("state", "string", "those in this state alone"),
            ("q", "string", "those whose name, student or repository has these letters"),
            ("doubtful", "boolean", "those alone at which somebody should look"),
            ("offset", "integer", "how many to leave out at the beginning"),
            ("limit", "integer", "how many at most, up to 500; else 100"),
        ],
        answers: &[(200, "A part of the list", Body::Json(shape::<Listing>))],
        handler: || get(list),
        ..BARE
    },
    Endpoint {
        method: "post",
        path: "/api/v1/submissions",
        summary: "Hands a submission in",
        takes: Some(shape::<Handed>),
        answers: &[(201, "It is kept", Body::Json(shape::<Kept>))],
        handler: || post(submit),
        ..BARE
    },
    Endpoint {
        path: "/api/v1/submissions/{id}",
        summary: "One submission with everything but its report",
        answers: &[(200, "The submission", Body::Json(shape::<Detail>))],
        handler: || get(get_one),
        ..BARE
    },
    Endpoint {
        method: "delete",
        path: "/api/v1/submissions/{id}",
        summary: "Takes a submission off the docket; its files stay",
        answers: KEPT,
        handler: || delete(remove),
        ..BARE
    },
    on_one("/api/v1/submissions/{id}/pause", "Holds a submission back", || one(Word::Pause)),
    on_one("/api/v1/submissions/{id}/resume", "Takes its pause back", || one(Word::Resume)),
    on_one("/api/v1/submissions/{id}/cancel", "Calls a submission off", || one(Word::Cancel)),
    on_one("/api/v1/submissions/{id}/retry", "Audits it anew", || one(Word::Retry)),
    on_one(
        "/api/v1/submissions/{id}/regrade",
        "Audits it again, reusing what did not change",
        || one(Word::Regrade),
    ),
    Endpoint {
        method: "post",
        path: "/api/v1/submissions/{id}/override",
        summary: "Scores a criterion by a person, or takes that back",
        takes: Some(shape::<Override>),
        answers: KEPT,
        handler: || post(override_score),
        ..BARE
    },
    Endpoint {
        path: "/api/v1/submissions/{id}/result",
        summary: "The newest report, in the form that `Accept` likes best",
        answers: &[(200, "The report", Body::Either(shape::<AuditReport>, TYPES.split_at(1).1))],
        handler: || get(by_liking),
        ..BARE
    },
    Endpoint {
        path: "/api/v1/submissions/{id}/result.json",
        summary: "The newest report as JSON",
        answers: &[(200, "The report", Body::Json(shape::<AuditReport>))],
        handler: || by_ending(Form::Json),
        ..BARE
    },
    Endpoint {
        path: "/api/v1/submissions/{id}/result.md",
        summary: "The newest report as Markdown",
        answers: &[(200, "The report", Body::Text("text/markdown"))],
        handler: || by_ending(Form::Markdown),
        ..BARE
    },
    Endpoint {
        path: "/api/v1/submissions/{id}/result.html",
        summary: "The newest report as a page for the submitter",
        answers: &[(200, "The report", Body::Text("text/html"))],
        handler: || by_ending(Form::Html),
        ..BARE
    },
    Endpoint {
        path: "/api/v1/submissions/{id}/result.sarif",
        summary: "The findings of the newest report as SARIF",
        answers: &[(200, "The findings", Body::Typed("application/sarif+json", object))],
        handler: || by_ending(Form::Sarif),
        ..BARE
    },
    Endpoint {
        path: "/api/v1/audits/{audit}/events",
        summary: "The events of an audit, at most 500 of them",
        query: &[("from", "integer", "the number of the first one")],
        answers: &[(200, "The events", Body::Json(shape::<Events>))],
        handler: || get(audit_events),
        ..BARE
    },
    on_one("/api/v1/pause", "Begins nothing new", || all(Word::Pause)),
    on_one("/api/v1/resume", "Goes on; also the word for which a pilot waits", || {
        all(Word::Resume)
    }),
    on_one("/api/v1/cancel", "Calls everything off that waits or runs", || all(Word::Cancel)),
    on_one("/api/v1/retry", "Audits again what failed or was called off", || all(Word::Retry)),
    on_one("/api/v1/regrade", "Audits again what has a result", || all(Word::Regrade)),
    Endpoint {
        method: "post",
        path: "/api/v1/waivers",
        summary: "Declares a piece of evidence to be a false positive",
        takes: Some(shape::<Waived>),
        answers: KEPT,
        handler: || post(waive),
        ..BARE
    },
    Endpoint {
        path: "/api/v1/events",
        summary: "What happens, as server-sent events; `Last-Event-ID` takes a stream up again",
        query: &[("from", "integer", "the number of the first record; else from now on")],
        answers: &[(200, "The stream", Body::Text("text/event-stream"))],
        handler: || get(events::events),
        ..BARE
    },
    Endpoint {
        path: "/api/v1/grades.csv",
        summary: "One row per submission",
        answers: &[(200, "The table", Body::Text("text/csv"))],
        handler: || get(grades),
        ..BARE
    },
    Endpoint {
        path: "/openapi.json",
        summary: "This document",
        answers: &[(200, "The document", Body::Json(object))],
        handler: || get(document),
        ..BARE
    },
    Endpoint {
        path: "/healthz",
        summary: "Whether the program is alive; anybody may ask",
        answers: &[
            (200, "It is", Body::Json(shape::<Health>)),
            (503, "It is not", Body::Json(shape::<Health>)),
        ],
        handler: || get(healthz),
        ..BARE
    },
    Endpoint {
        path: "/metrics",
        summary: "Figures for Prometheus",
        answers: &[(200, "The figures", Body::Text("application/openmetrics-text"))],
        handler: || get(metrics::metrics),
        ..BARE
    },
];
