//! The state: under which keys evidence is put there, what becomes of it, and what keeps it.

pub(super) mod checkpoints;
pub(super) mod evidence;
pub(super) mod keyed;

pub(in super::super) use checkpoints::{is_checkpointed, saver};
pub(in super::super) use keyed::{by_criterion, is_apart, written};
