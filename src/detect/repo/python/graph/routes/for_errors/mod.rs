//! Routers for errors: whether they deal with them, and whether a run comes to the ways that they have for them.

pub(in super::super) mod anyway;
pub(in super::super) mod barred;
pub(in crate::detect) mod bypass;
pub(in super::super) mod dictated;
pub(in super::super) mod errors;
pub(in super::super) mod inputs;
pub(in super::super) mod passed;
pub(in super::super) mod rejoined;
pub(in super::super) mod sated;
