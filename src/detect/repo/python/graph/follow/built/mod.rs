//! The graphs that come of the wiring, and those that are built without it.

pub(in super::super) mod begun;
pub(in super::super) mod engines;
pub(in super::super) mod escapes;
pub(in super::super) mod frameworks;
pub(in super::super) mod ready;
pub(in super::super) mod runs;
pub(in super::super) mod unnamed;
pub(in super::super) mod unseen;
pub(in super::super) mod wiring;
pub(in super::super) mod worlds;
