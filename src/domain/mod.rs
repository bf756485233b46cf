//! Values and decisions. Imports nothing of ours.

pub mod exhibit;
pub mod facts;
pub mod limits;
pub mod repo_url;
