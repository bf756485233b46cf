//! The bench: the personas, what their prompts ask for, and the models that are named.

pub(in crate::detect::claims) mod models;
mod personas;
pub(super) mod prompts;

pub(in super::super) use personas::{persona, personas};
pub(in super::super) use prompts::{is_one as share_a_prompt, shared_at_most};
