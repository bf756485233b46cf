//! Runs a reader in a child process with limits.
//!
//! The parent never parses a submitter's bytes. It hands a [`Job`] to a child of the same executable and
//! takes one [`Answer`] back; a crash or a limit in the child is an [`ExamineError`], never a crash here.

mod child;
#[cfg(target_os = "linux")]
mod copies;
mod error;
#[cfg(target_os = "linux")]
mod fork_server;
mod head;
mod in_process;
mod protocol;
mod reader;
mod regions;
mod report;

pub use child::ChildProcess;
pub use error::{ExamineError, LimitKind};
#[cfg(target_os = "linux")]
pub use fork_server::{DESCRIPTORS, STAND_BY};
pub use head::head;
pub use in_process::InProcess;
pub use protocol::{Answer, Extracted, Failure, FailureKind, Job, Png, Rendered, Reply};
pub use regions::render_regions;
pub use report::ReportReading;

use async_trait::async_trait;

/// Does jobs that read what a submitter made.
#[async_trait]
pub trait Examiner: Send + Sync {
    /// Does one job within the job's own limits and deadline; tries once.
    async fn run(&self, job: Job) -> Result<Answer, ExamineError>;
}
