//! Where models that are bound are asked, and where their replies go.

pub(super) mod alone;
pub(super) mod beside;
pub(super) mod handed;
pub(super) mod kin;
pub(super) mod readers;
pub(super) mod reply;
pub(super) mod routed;
pub(super) mod sight;
pub(super) mod uses;
pub(super) mod way;
