//! Values and decisions. Imports nothing of ours.

pub mod case;
pub mod conduct;
pub mod digest;
pub mod event;
pub mod evidence;
pub mod exhibit;
pub mod facts;
pub mod failure;
pub mod ids;
pub mod investigation;
pub mod limits;
pub mod opinion;
pub mod plan;
pub mod reading;
pub mod reducers;
pub mod repo_url;
pub mod report;
pub mod request;
pub mod retry;
pub mod rubric;
pub mod score;
pub mod state;
pub mod task;
pub mod verdict;
