//! Where routers lead: by what they ask, what they surely find, and what becomes of errors.

pub(super) mod asking;
pub(super) mod commands;
pub(super) mod declared;
pub(super) mod extended;
pub(super) mod flow;
pub(in crate::detect) mod for_errors;
pub(super) mod free;
pub(super) mod held;
pub(super) mod outcomes;
pub(super) mod replies;
pub(super) mod routed;
pub(super) mod router;
pub(super) mod seen;
pub(super) mod sent;
pub(super) mod starved;
pub(super) mod unreturned;
