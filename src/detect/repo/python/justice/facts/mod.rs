//! What the detectives found and what a model replies, on their way into a score.

mod asking;
pub(super) mod evidence;
pub(super) mod model;
pub(super) mod replies;
mod schema;
pub(super) mod supremacy;
