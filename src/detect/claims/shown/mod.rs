//! What a report shows as code: classes, functions and edges of a graph.

mod classes;
mod edges;
mod functions;

pub(super) use classes::{Field, Listing, listings};
pub(super) use edges::{ShownEdge, edges};
pub(super) use functions::{Excerpt, excerpts};
