//! Reads git repositories from their object database, without a checkout.
//!
//! Nothing of a repository is executed or followed: no hooks, filters, submodules, alternates, replace
//! refs or configuration of the machine. What cannot be read is stated as damage beside what can.

mod barriers;
mod beginnings;
mod broken;
mod changes;
mod departures;
mod error;
mod everywhere;
mod fetch;
mod head;
mod history;
mod kept;
mod lines;
mod moved;
mod names;
mod objects;
mod open;
mod past;
mod read;
mod sources;
mod tools;
mod tree;

#[cfg(test)]
mod fixture;

pub use error::GitError;
pub use fetch::{Fetched, fetch};
pub use head::remote_head;
pub use names::{Names, names, origin};
pub use open::{Repository, directories, open};
pub use past::{Past, PastFile, past_files};
pub use read::{head_commit, read};
pub use tools::{ClonedRepo, clone_repo, extract_git_history};
pub use tree::{list_at, read_file};
