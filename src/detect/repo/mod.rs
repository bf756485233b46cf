//! What `RepoInvestigator` knows about repositories.

pub mod python;
