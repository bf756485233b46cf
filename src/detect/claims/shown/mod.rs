//! What a report shows as code: classes, functions and edges of a graph.

mod classes;
mod edges;
mod functions;
mod headed;

pub(super) use classes::{Field, Listing, listings};
pub(super) use edges::{ShownEdge, edges};
pub(super) use functions::{Excerpt, excerpts};
pub(super) use headed::{Headed, headed};
