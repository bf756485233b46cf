//! The bench: the judges, their prompts, the models they ask, and to what they hold the replies.

pub(super) mod court;
pub(super) mod models;
pub(super) mod personas;
pub(super) mod prompts;
pub(super) mod retries;
mod schemas;
pub(super) mod structured_output;
mod unbound;
