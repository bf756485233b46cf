//! One entry of a class's list.

use crate::domain::graded::Student;
use crate::domain::ids::SubmissionId;
use crate::domain::request::{AuditRequest, RepoSource, ReportSource};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What somebody handed in, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// Its name within the class, and that of its folder of results.
    pub id: SubmissionId,
    /// Who handed it in, where the list says so.
    #[serde(default)]
    pub student: Option<Student>,
    /// The repository.
    pub repo: RepoSource,
    /// The report.
    pub report: ReportSource,
    /// The rubric's file; the class's where it is `None`.
    #[serde(default)]
    pub rubric: Option<PathBuf>,
    /// The folder within which the files of the report and of the rubric lie; submitters may write into it.
    #[serde(default)]
    pub within: Option<PathBuf>,
    /// Where it is listed.
    pub origin: Origin,
}

impl Submission {
    /// Its audit by the offline bench.
    #[must_use]
    pub fn request(&self) -> AuditRequest {
        let request = AuditRequest::new(self.repo.clone(), self.report.clone());
        AuditRequest { within: self.within.clone(), ..request }
    }
}

/// Where a submission is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Origin {
    /// In a list.
    List {
        /// The list as the operator named it.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// In a folder of its own.
    Folder {
        /// The folder's name.
        name: String,
    },
    /// It was handed in through the web.
    Web,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::List { file, line } => write!(f, "{file}:{line}"),
            Self::Folder { name } => write!(f, "{name}/"),
            Self::Web => f.write_str("the web"),
        }
    }
}

/// What state of a submission an audit is of. Another revision is audited again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Revision {
    /// A digest over its entry: where things are, and the bytes of a report that lies beside the list.
    pub entry: String,
    /// The commit at which the repository was found later, where it was no longer the audited one.
    #[serde(default)]
    pub commit: Option<String>,
}

impl Revision {
    /// The revision of a submission as it is entered; `report` is the digest of its report file, where it
    /// has one.
    ///
    /// # Panics
    /// Never: places have string keys.
    #[must_use]
    pub fn of(submission: &Submission, report: Option<&str>) -> Self {
        // Allowing another host makes no other submission.
        let source = match &submission.report {
            ReportSource::Url { url, .. } => {
                &ReportSource::Url { url: url.clone(), allowed: Vec::new() }
            }
            known @ (ReportSource::File { .. }
            | ReportSource::InRepository { .. }
            | ReportSource::Search) => known,
        };
        let place =
            serde_json::to_string(&(&submission.repo, source)).expect("places have string keys");
        let rubric = submission.rubric.as_ref().map(|path| path.display().to_string());
        let digest = crate::domain::digest::sha256_of_parts(&[
            &place,
            rubric.as_deref().unwrap_or_default(),
            report.unwrap_or_default(),
        ]);
        Self { entry: digest[..12].to_owned(), commit: None }
    }

    /// The same entry with its repository at another commit.
    #[must_use]
    pub fn at(&self, commit: &str) -> Self {
        Self { entry: self.entry.clone(), commit: Some(commit.to_owned()) }
    }
}
