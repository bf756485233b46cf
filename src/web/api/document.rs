//! The document that describes the API, as `OpenAPI` 3.1 has it.

use super::super::answer::Spoken;
use super::super::problem::Problem;
use super::endpoint::{Body, Endpoint, shape};
use super::table::ENDPOINTS;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

pub(super) async fn document() -> Spoken<Value> {
    Spoken(openapi())
}

/// The whole document.
fn openapi() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut generator = SchemaGenerator::new(settings);
    let mut paths = Map::new();
    for endpoint in ENDPOINTS {
        let path = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        path[endpoint.method] = operation(endpoint, &mut generator);
    }
    let problem = json!({
        "description": "What is wrong, in one sentence",
        "content": { "application/problem+json": { "schema": shape::<Problem>(&mut generator) } },
    });
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Automaton Auditor",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "A class of submissions: what became of each, what happens, and what \
                            people order.",
        },
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "responses": { "Problem": problem },
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
        "security": [{ "token": [] }],
    })
}

fn operation(endpoint: &Endpoint, generator: &mut SchemaGenerator) -> Value {
    let mut answers = Map::new();
    for (status, meaning, body) in endpoint.answers {
        let answer = json!({ "description": meaning, "content": content(*body, generator) });
        answers.insert(status.to_string(), answer);
    }
    answers.insert("default".to_owned(), json!({ "$ref": "#/components/responses/Problem" }));
    let mut operation = json!({
        "summary": endpoint.summary,
        "parameters": parameters(endpoint),
        "responses": answers,
    });
    if let Some(takes) = endpoint.takes {
        let body = json!({ "application/json": { "schema": takes(generator) } });
        operation["requestBody"] = json!({ "required": true, "content": body });
    }
    if endpoint.path == "/healthz" {
        operation["security"] = json!([]);
    }
    operation
}

fn content(body: Body, generator: &mut SchemaGenerator) -> Value {
    let text = || json!({ "schema": { "type": "string" } });
    let mut content = Map::new();
    match body {
        Body::Json(shape) => {
            content.insert("application/json".into(), json!({ "schema": shape(generator) }));
        }
        Body::Typed(kind, shape) => {
            content.insert(kind.into(), json!({ "schema": shape(generator) }));
        }
        Body::Text(kind) => {
            content.insert(kind.into(), text());
        }
        Body::Either(shape, others) => {
            content.insert("application/json".into(), json!({ "schema": shape(generator) }));
            for kind in others {
                let is_object = kind.ends_with("json");
                let other = json!({ "schema": { "type": "object" } });
                content.insert((*kind).into(), if is_object { other } else { text() });
            }
        }
    }
    Value::Object(content)
}

fn parameters(endpoint: &Endpoint) -> Vec<Value> {
    let in_path = endpoint.path.split('/').filter_map(|part| {
        let name = part.strip_prefix('{')?.strip_suffix('}')?;
        Some(json!({
            "name": name, "in": "path", "required": true,
            "schema": { "type": "string", "pattern": "^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$" },
        }))
    });
    let in_query = endpoint.query.iter().map(|(name, kind, meaning)| {
        let schema = json!({ "type": kind });
        json!({ "name": name, "in": "query", "description": meaning, "schema": schema })
    });
    in_path.chain(in_query).collect()
}
