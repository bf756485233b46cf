//! Probes of the judges and of how their verdicts are synthesised.

pub(super) mod bound;
pub(super) mod judges;
pub(super) mod justice;
pub(super) mod shown;
pub(super) mod unwired;
