//! What `RepoInvestigator` knows about repositories.

pub mod lookup;
pub mod python;
pub mod query;
pub mod rhythm;
pub mod vocabulary;
