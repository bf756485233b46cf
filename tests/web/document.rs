//! The document that describes the API, held against a server by a client.

use super::scene;
use super::site::{Site, run};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What is asked, and the status that comes back.
type Case = (&'static str, &'static str, Value, u16);

/// A question for every method of every path. `baker-l` is graded, `jones-p` runs.
fn cases(evidence: &str) -> Vec<Case> {
    let none = Value::Null;
    let get = |path: &'static str| ("get", path, Value::Null, 200);
    let order = |path: &'static str| ("post", path, Value::Null, 200);
    vec![
        get("/api/v1/status"),
        get("/api/v1/submissions"),
        (
            "post",
            "/api/v1/submissions",
            json!({
                "id": "newcomer", "repo_url": "https://github.com/class/newcomer.git",
                "report": { "kind": "in_repository", "path": "reports/final.pdf" },
            }),
            201,
        ),
        get("/api/v1/submissions/{id}"),
        get("/api/v1/submissions/{id}/result"),
        get("/api/v1/submissions/{id}/result.json"),
        get("/api/v1/submissions/{id}/result.md"),
        get("/api/v1/submissions/{id}/result.html"),
        get("/api/v1/submissions/{id}/result.sarif"),
        order("/api/v1/submissions/{id}/pause"),
        order("/api/v1/submissions/{id}/resume"),
        order("/api/v1/submissions/{id}/regrade"),
        order("/api/v1/submissions/{id}/retry"),
        order("/api/v1/submissions/{id}/cancel"),
        (
            "post",
            "/api/v1/submissions/{id}/override",
            json!({
                "criterion": "git_forensic_analysis", "score": 2, "reason": "seen in class", "by": "ada",
            }),
            200,
        ),
        get("/api/v1/audits/{audit}/events"),
        order("/api/v1/pause"),
        order("/api/v1/resume"),
        order("/api/v1/retry"),
        order("/api/v1/regrade"),
        order("/api/v1/cancel"),
        (
            "post",
            "/api/v1/waivers",
            json!({
                "evidence": evidence, "submission": "baker-l", "reason": "the call is a test’s", "until": 4_000_000_000_u64,
            }),
            200,
        ),
        get("/api/v1/events"),
        get("/api/v1/grades.csv"),
        get("/openapi.json"),
        get("/healthz"),
        get("/metrics"),
        ("delete", "/api/v1/submissions/{id}", none, 200),
    ]
}

/// Holds a value against a schema of the document.
#[track_caller]
fn check(document: &Value, schema: &Value, value: &Value) {
    let mut whole = schema.clone();
    whole["components"] = document["components"].clone();
    assert!(jsonschema::meta::is_valid(&whole), "it is no schema: {schema}");
    let validator = jsonschema::draft202012::new(&whole).unwrap();
    let wrong: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path))
        .collect();
    assert!(wrong.is_empty(), "{}\n{value}", wrong.join("\n"));
}

/// The part of an answer that the document describes, which must be there for its type.
#[track_caller]
fn described<'a>(document: &'a Value, operation: &'a Value, status: u16, kind: &str) -> &'a Value {
    let mut answer = &operation["responses"][status.to_string()];
    if answer.is_null() {
        answer = &operation["responses"]["default"];
    }
    if let Some(place) = answer["$ref"].as_str() {
        answer = document.pointer(place.strip_prefix('#').unwrap()).unwrap();
    }
    let bare = kind.split(';').next().unwrap();
    let schema = &answer["content"][bare]["schema"];
    assert!(!schema.is_null(), "{status} {kind} is not described: {operation}");
    schema
}

async fn ask(site: &Site, document: &Value, (method, path, body, expected): &Case) {
    let operation = &document["paths"][*path][*method];
    let address = path.replace("{id}", "baker-l").replace("{audit}", "jones-p-23");
    let body = if body.is_null() { String::new() } else { body.to_string() };
    if !body.is_empty() {
        let takes = &operation["requestBody"]["content"]["application/json"]["schema"];
        check(document, takes, &serde_json::from_str(&body).unwrap());
    }
    let mut answer = site.ask(&method.to_uppercase(), &address, &body).await;
    let status = answer.status().as_u16();
    let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
    let text = if kind == "text/event-stream" {
        String::from_utf8_lossy(&answer.chunk().await.unwrap().unwrap_or_default()).into_owned()
    } else {
        answer.text().await.unwrap()
    };
    assert_eq!(status, *expected, "{method} {path}: {text}");
    let value =
        if kind.contains("json") { serde_json::from_str(&text).unwrap() } else { json!(text) };
    check(document, described(document, operation, status, &kind), &value);
}

#[test]
fn every_method_of_every_path_answers_as_the_document_says() {
    run(async {
        let site = Site::of(scene::class()).await;
        let document: Value = serde_json::from_str(&site.page("/openapi.json").await).unwrap();
        assert_eq!(document["openapi"], "3.1.0");
        let report = &scene::audited("courtroom-agent").report;
        let evidence = report.evidences.values().flatten().next().unwrap().id.to_string();
        let cases = cases(&evidence);
        let mut told = BTreeSet::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            told.extend(methods.as_object().unwrap().keys().map(|one| (one.clone(), path.clone())));
        }
        let asked: BTreeSet<_> = cases
            .iter()
            .map(|(method, path, ..)| ((*method).to_owned(), (*path).to_owned()))
            .collect();
        assert_eq!(asked, told, "the document and these questions differ");
        for case in &cases {
            if case.1 == "/api/v1/events" {
                // A quiet stream would say nothing for a while.
                enter_soon(&site);
            }
            ask(&site, &document, case).await;
        }
    });
}

/// Something happens a little later.
fn enter_soon(site: &Site) {
    let class = std::sync::Arc::clone(&site.class);
    tokio::spawn(async move {
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        scene::enter(&class, "later", "");
    });
}

#[test]
fn what_the_document_does_not_name_is_not_there() {
    run(async {
        let site = Site::of(scene::class()).await;
        let document: Value = serde_json::from_str(&site.page("/openapi.json").await).unwrap();
        for (path, methods) in document["paths"].as_object().unwrap() {
            let address = path.replace("{id}", "baker-l").replace("{audit}", "jones-p-23");
            for method in ["get", "post", "delete", "put", "patch"] {
                if methods.get(method).is_none() {
                    let answer = site.ask(&method.to_uppercase(), &address, "").await;
                    assert_eq!(answer.status(), 405, "{method} {path} is not in the document");
                }
            }
        }
        // The sources say of no other path for programs than the document.
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/src/web");
        let table = std::fs::read_to_string(format!("{root}/api/table.rs")).unwrap();
        let named: BTreeSet<&str> = table
            .split('"')
            .filter(|text| text.starts_with('/') && text.len() > 1 && !text.contains('\n'))
            .collect();
        let told: BTreeSet<&str> =
            document["paths"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(named, told);
        let pages = std::fs::read_to_string(format!("{root}/pages/mod.rs")).unwrap();
        assert!(!pages.contains("\"/api"), "a route for programs is not in the table");
    });
}

#[test]
fn problems_are_as_the_document_says_too() {
    run(async {
        let site = Site::of(scene::class()).await;
        let document: Value = serde_json::from_str(&site.page("/openapi.json").await).unwrap();
        let url = "https://github.com/class/x";
        let refused = |more: Value| {
            let mut body = json!({ "id": "x", "repo_url": url });
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            ("post", "/api/v1/submissions", body, 422)
        };
        let overriding = |body: Value| ("post", "/api/v1/submissions/{id}/override", body, 422);
        let waiver = |body: Value| ("post", "/api/v1/waivers", body, 422);
        let cases: Vec<Case> = vec![
            refused(json!({ "repo_url": "http://github.com/class/x" })),
            refused(json!({ "repo_url": "git@github.com:class/x" })),
            refused(json!({ "repo_url": "/etc" })),
            refused(json!({ "repo_url": "file:///etc" })),
            refused(json!({ "repo_url": "https://evil.example/class/x" })),
            refused(json!({ "repo_url": "https://169.254.169.254/class/x" })),
            refused(json!({ "repo_url": "https://github.com@evil.example/class/x" })),
            refused(json!({ "id": "../x" })),
            refused(json!({ "id": ".." })),
            refused(json!({ "report": { "kind": "in_repository", "path": "../../etc/passwd" } })),
            refused(json!({ "report": { "kind": "in_repository", "path": "/etc/passwd" } })),
            refused(json!({ "report": { "kind": "file", "path": "/etc/passwd", "shown": "x" } })),
            refused(json!({ "origin": { "kind": "web" } })),
            overriding(json!({ "criterion": "git_forensic_analysis", "score": 6, "reason": "x" })),
            overriding(json!({ "criterion": "git_forensic_analysis", "score": 3, "reason": "  " })),
            overriding(json!({ "criterion": "a b", "score": 3, "reason": "x" })),
            waiver(json!({ "evidence": "E-12345678", "reason": "x", "until": 1 })),
            waiver(json!({ "evidence": "E-12345678", "reason": "x", "submission": "a/b" })),
        ];
        for (method, path, body, expected) in cases {
            let address = path.replace("{id}", "baker-l");
            let answer = site.ask(&method.to_uppercase(), &address, &body.to_string()).await;
            let status = answer.status().as_u16();
            let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
            let value: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
            assert_eq!(status, expected, "{body}: {value}");
            let operation = &document["paths"][path][method];
            check(&document, described(&document, operation, status, &kind), &value);
            let said = value["detail"].as_str().unwrap();
            assert!(said.ends_with('.') && !said.contains('\n'), "{said}");
        }
        let unknown = json!({ "criterion": "unknown", "score": 3, "reason": "x" }).to_string();
        let answer = site.ask("POST", "/api/v1/submissions/baker-l/override", &unknown).await;
        assert_eq!(answer.status(), 404);
        assert!(site.class.orders().iter().all(|(_, by)| by == "ada"));
    });
}

#[test]
fn what_is_asked_for_behind_a_path_is_refused_as_the_document_says() {
    run(async {
        let site = Site::of(scene::class()).await;
        for query in [
            "limit=abc",
            "limit=-1",
            "offset=99999999999999999999",
            "state=bogus",
            "doubtful=maybe",
        ] {
            let address = format!("/api/v1/submissions?{query}");
            let answer = site.ask("GET", &address, "").await;
            assert_eq!(answer.status(), 400, "{query}");
            assert_eq!(answer.headers()["content-type"], "application/problem+json", "{query}");
            let value: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
            assert!(value["detail"].as_str().unwrap().ends_with('.'), "{value}");
        }
        for query in ["state=partial&doubtful=true", "state=&doubtful=", "doubtful=0&limit=1"] {
            let answer = site.ask("GET", &format!("/api/v1/submissions?{query}"), "").await;
            assert_eq!(answer.status(), 200, "{query}");
        }
    });
}
