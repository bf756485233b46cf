//! The state: how its fields are merged, under which keys evidence is put there, and what keeps it.

mod bound;
pub(super) mod checkpoints;
pub(super) mod evidence;
pub(super) mod keyed;
mod one_key;
pub(super) mod reducers;
mod unheeded;
mod unmerged;
