//! What `RepoInvestigator` knows about repositories.

pub mod audits;
pub mod collected;
pub mod ignored;
pub mod lengths;
pub mod lookup;
mod manifests;
pub mod marks;
pub mod notebooks;
pub mod others;
pub mod pins;
pub mod python;
pub mod query;
pub mod rhythm;
pub(in crate::detect) mod vendored;
pub mod vocabulary;
