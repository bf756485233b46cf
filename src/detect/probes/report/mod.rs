//! Probes of the report: its claims, its terms, its figures and the files that it cites.

pub(super) mod claims;
pub(super) mod document;
pub(super) mod figures;
pub(super) mod injection;
pub(super) mod paths;
pub(super) mod sights;
pub(super) mod term;
pub(super) mod unrelated;
