//! What the table of the API says of each of its rows.

use super::super::app::Shared;
use axum::routing::MethodRouter;
use schemars::{JsonSchema, Schema, SchemaGenerator};

/// What makes the schema of a body.
pub(super) type Shape = fn(&mut SchemaGenerator) -> Schema;

/// The shape of a type.
pub(super) fn shape<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// What an answer's body is.
#[derive(Clone, Copy)]
pub(super) enum Body {
    /// JSON of this shape.
    Json(Shape),
    /// Text of this type.
    Text(&'static str),
    /// The same thing in several types, as the caller wishes; the first is JSON of this shape.
    Either(Shape, &'static [&'static str]),
    /// JSON of this shape under a type of its own.
    Typed(&'static str, Shape),
}

/// One method of one path.
pub(super) struct Endpoint {
    /// `get`, `post` or `delete`.
    pub(super) method: &'static str,
    /// The path, with its parameters in braces.
    pub(super) path: &'static str,
    /// What it does, a sentence without its full stop.
    pub(super) summary: &'static str,
    /// What may be asked for behind the path: name, type and meaning.
    pub(super) query: &'static [(&'static str, &'static str, &'static str)],
    /// The body that it takes.
    pub(super) takes: Option<Shape>,
    /// Answers by status.
    pub(super) answers: &'static [(u16, &'static str, Body)],
    /// Who answers.
    pub(super) handler: fn() -> MethodRouter<Shared>,
}
