//! The commit at a repository's head.

use super::{Answer, ExamineError, Examiner, Job};
use crate::domain::limits::Limits;
use crate::domain::request::RepoSource;

/// Has the commit at a repository's head told, a full hexadecimal id, without fetching the repository.
///
/// A repository on a host is asked for within `limits.head_seconds`; one on this machine is read in place.
///
/// # Errors
/// [`ExamineError`] when it cannot be told.
pub async fn head(
    examiner: &dyn Examiner,
    repo: &RepoSource,
    limits: &Limits,
) -> Result<String, ExamineError> {
    let scratch =
        tempfile::tempdir().map_err(|error| ExamineError::Spawn { reason: error.to_string() })?;
    let job = Job::Head {
        repo: repo.clone(),
        scratch: scratch.path().to_owned(),
        limits: limits.clone(),
    };
    match examiner.run(job).await? {
        Answer::Head(commit) => Ok(commit),
        Answer::Fetched(_)
        | Answer::Downloaded(_)
        | Answer::Repository(_)
        | Answer::Document(_)
        | Answer::Figures(_)
        | Answer::Report { .. }
        | Answer::Regions(_)
        | Answer::Extracted(_) => {
            Err(ExamineError::Protocol { reason: "it is no answer to the question".into() })
        }
    }
}
