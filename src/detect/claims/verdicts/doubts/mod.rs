//! What weakens a verdict: what a sentence says besides the fact that supports it, and what the fact does not show.

pub(super) mod astray;
pub(super) mod idle;
pub(super) mod not_followed;
pub(super) mod of_every;
pub(super) mod only_called;
pub(super) mod said_to_do;
mod undefined;
pub(super) mod unproven;
pub(super) mod unrun;
pub(super) mod untaken;
