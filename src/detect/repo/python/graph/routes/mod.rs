//! Where routers lead: by what they ask, what they surely find, and what becomes of errors.

pub(super) mod asking;
pub(super) mod barred;
pub(in crate::detect) mod bypass;
pub(super) mod commands;
pub(super) mod declared;
pub(super) mod dictated;
pub(super) mod errors;
pub(super) mod extended;
pub(super) mod flow;
pub(super) mod free;
pub(super) mod held;
pub(super) mod inputs;
pub(super) mod outcomes;
pub(super) mod passed;
pub(super) mod rejoined;
pub(super) mod replies;
pub(super) mod routed;
pub(super) mod router;
pub(super) mod sated;
pub(super) mod seen;
pub(super) mod sent;
pub(super) mod starved;
pub(super) mod unreturned;
