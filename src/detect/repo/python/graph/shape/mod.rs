//! What follows from the edges of a whole graph: where branches meet, what runs, and how it is told.

pub(super) mod apart;
pub(super) mod discarded;
pub(super) mod facts;
pub(super) mod inner;
pub(in crate::detect) mod joins;
pub(super) mod leading;
pub(super) mod leaving;
pub(in crate::detect) mod lost;
pub(in crate::detect) mod mending;
pub(super) mod met;
pub(super) mod refusal;
pub(super) mod rounds;
pub(super) mod runner;
pub(super) mod steps;
pub(super) mod summary;
pub(super) mod supposed;
pub(super) mod unawaited;
pub(super) mod unyielding;
pub(super) mod ways;
