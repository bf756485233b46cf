//! What the detectives found and what a model replies, on their way into a score.

pub(super) mod evidence;
pub(super) mod model;
pub(super) mod replies;
pub(super) mod supremacy;
