//! What is handed in: a folder or a list becomes submissions, with a sentence for each entry that cannot.
//!
//! A watched folder holds a list (`submissions.csv`, `submissions.json`), folders with a `submission.json` and
//! a PDF each, or both. Whoever may write into it may be a submitter: nothing is followed out of it, nothing
//! but ordinary files is opened, and what is still being written waits.
//!
//! That something is not listed any more, or waits, does not take it back: orders alone do.

mod change;
mod entry;
mod field;
mod folder;
mod list;
mod notices;
mod scan;

#[cfg(test)]
mod tests;

pub use change::Previous;
pub use notices::Notices;
pub use scan::{Found, Problem, Scan, Waiting, scan};

use crate::domain::ids::SubmissionId;
use crate::domain::limits::Limits;
use crate::domain::repo_url::Hosts;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

/// Largest list, in bytes.
const LIST_BYTES: u64 = 4 << 20;
/// Most entries of a list.
const LIST_ENTRIES: usize = 10_000;
/// Most folders and files of a watched folder that are looked at.
const FOLDER_ENTRIES: usize = 10_000;
/// Largest `submission.json`, in bytes.
const SUBMISSION_BYTES: u64 = 64 << 10;

/// What is accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Hosts besides the well-known ones, of repositories and of reports.
    pub allow_hosts: Vec<String>,
    /// Whether repositories are fetched by ssh, too, with the operator's own keys.
    pub allow_ssh: bool,
    /// Whether repositories on this machine are accepted. Only absolute paths and paths inside the folder are.
    pub allow_local: bool,
    /// The file `.env` that settings were read from, if there is one: it lies in no submission.
    pub dotenv: Option<PathBuf>,
    /// How long a file must have been left alone before it is read.
    pub settle: Duration,
    /// Names in the watched folder that are passed over, such as that of the folder of results.
    pub passed_over: BTreeSet<String>,
    /// In which folders the submissions of the docket were handed in: an id is that of whoever had it first.
    pub held: BTreeMap<SubmissionId, String>,
    /// Largest report of which every byte counts for whether it changed.
    pub report_bytes: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            allow_hosts: Vec::new(),
            allow_ssh: false,
            allow_local: false,
            dotenv: None,
            settle: Duration::from_secs(2),
            passed_over: BTreeSet::new(),
            held: BTreeMap::new(),
            report_bytes: Limits::default().pdf_bytes,
        }
    }
}

impl Settings {
    /// The hosts of repositories.
    fn repository_hosts(&self) -> Hosts {
        Hosts::default().with(&self.allow_hosts).with_ssh(self.allow_ssh)
    }

    /// The hosts of reports.
    fn report_hosts(&self) -> Hosts {
        Hosts::of_reports().with(&self.allow_hosts)
    }
}
