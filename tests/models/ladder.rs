//! On which rung a model is held to a schema, and which parameters it takes, is found out and not
//! believed.

use crate::scene::endpoint;
use crate::server::{Answer, Asked, Server};
use automaton_auditor::ports::llm::{Dialect, ModelError, Rung};
use serde_json::json;

async fn dialect(server: &Server) -> Result<Dialect, ModelError> {
    endpoint(server).acquaint("m").await.map(|found| found.dialect)
}

fn password() -> String {
    json!({ "word": "quillfeather", "notes": [] }).to_string()
}

fn rung_of(asked: &Asked) -> Rung {
    match (asked.body["response_format"]["type"].as_str(), asked.body.get("tools")) {
        (Some("json_schema"), _) => Rung::JsonSchema,
        (_, Some(_)) => Rung::ToolCall,
        (Some("json_object"), _) => Rung::JsonObject,
        _ => Rung::Prompt,
    }
}

/// A server that accepts every rung, and enforces those from this one on down.
fn enforcing(first: Rung) -> Server {
    Server::new(move |asked| match rung_of(asked) {
        rung if rung < first => Answer::Says("{\"word\": \"hello\"} or so".to_owned()),
        Rung::JsonSchema => Answer::Says(password()),
        Rung::ToolCall => Answer::Calls(password()),
        Rung::JsonObject => Answer::Says("{\"hello\": 1}".to_owned()),
        Rung::Prompt => Answer::Says("hello".to_owned()),
    })
}

#[tokio::test]
async fn rung_is_the_first_that_is_enforced() {
    for rung in Rung::ALL {
        assert_eq!(dialect(&enforcing(rung)).await.expect("it answers").rung, rung);
    }
}

#[tokio::test]
async fn rung_that_is_refused_is_left() {
    let server = Server::new(|asked| match rung_of(asked) {
        Rung::JsonSchema => {
            Answer::Status(400, Vec::new(), "{\"error\":\"response_format is unknown\"}".into())
        }
        _ => Answer::Calls(password()),
    });
    assert_eq!(dialect(&server).await.expect("it answers").rung, Rung::ToolCall);
}

#[tokio::test]
async fn parameters_that_are_refused_are_left_out() {
    let server = Server::new(|asked| {
        for name in ["temperature", "seed", "max_tokens"] {
            if asked.body.get(name).is_some() {
                let words =
                    format!("{{\"error\":{{\"message\":\"Unsupported parameter: '{name}'\"}}}}");
                return Answer::Status(400, Vec::new(), words);
            }
        }
        if asked.body.to_string().contains("maxLength") {
            return Answer::Status(
                400,
                Vec::new(),
                "{\"error\":\"'maxLength' is not permitted\"}".into(),
            );
        }
        Answer::Says(password())
    });
    let dialect = dialect(&server).await.expect("it answers");
    assert_eq!(dialect.rung, Rung::JsonSchema);
    assert!(!dialect.temperature && !dialect.seed && !dialect.token_limit && !dialect.lengths);
}

#[tokio::test]
async fn other_name_of_the_limit_is_learnt() {
    let server = Server::new(|asked| {
        if asked.body.get("max_tokens").is_some() {
            let words = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
            return Answer::Status(
                400,
                Vec::new(),
                json!({ "error": { "message": words } }).to_string(),
            );
        }
        Answer::Says(password())
    });
    let dialect = dialect(&server).await.expect("it answers");
    assert!(dialect.completion_tokens && dialect.token_limit);
}

#[tokio::test]
async fn model_that_is_not_there_is_an_error_and_not_the_last_rung() {
    let server = Server::new(|_| {
        Answer::Status(404, Vec::new(), "{\"error\":{\"message\":\"no such model\"}}".into())
    });
    let error = dialect(&server).await.expect_err("there is no such model");
    assert!(error.to_string().ends_with("HTTP 404): no such model"), "{error}");
    assert_eq!(server.asked().0, 1);
}

#[tokio::test]
async fn model_is_asked_about_once() {
    let server = enforcing(Rung::JsonSchema);
    let endpoint = endpoint(&server);
    for _ in 0..3 {
        endpoint.acquaint("m").await.expect("it answers");
    }
    assert_eq!(server.asked().0, 1);
}
