//! What all probes rest on: what a rubric asks, what was read, and what was not looked into.

pub(super) mod ahead;
pub(super) mod asked;
pub(super) mod catalogued;
pub(super) mod gaps;
pub(super) mod globs;
pub(super) mod record;
pub(super) mod words;
