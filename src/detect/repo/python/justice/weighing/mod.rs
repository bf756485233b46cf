//! Whose score counts for more: averages, weights, and the Tech Lead's lead.

pub(super) mod absent;
pub(super) mod agreeing;
pub(super) mod asked_id;
pub(super) mod averages;
pub(super) mod evenly;
pub(super) mod everywhere;
pub(super) mod lead;
pub(super) mod misgiven;
pub(super) mod weights;
