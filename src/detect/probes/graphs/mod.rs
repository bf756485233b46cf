//! Probes of state graphs: how they are wired, what their nodes return, and how the state merges it.

pub(super) mod graph;
pub(super) mod reducers;
pub(super) mod updates;
pub(super) mod wiring;
