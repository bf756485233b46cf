//! What is audited: the arguments that `audit` and `investigate` share, and what they come to.

use super::reading::ReadingArgs;
use super::source::{self, HostArgs};
use crate::config::Config;
use crate::domain::repo_url::Hosts;
use crate::domain::request::{AuditRequest, RepoSource, ReportSource};
use crate::domain::rubric::RUBRIC_BYTES;
use crate::domain::rubric::{Problem, Rubric};
use crate::engine;
use crate::ports::files::bytes_of;
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The rubric that ships with the program.
pub(super) const OWN_RUBRIC: &[u8] = include_bytes!("../../rubric.json");

/// One submission, and by what it is examined.
#[derive(Debug, Args)]
pub(super) struct SubmissionArgs {
    /// The repository: an https URL, a local folder, or a `file://` URL.
    #[arg(value_name = "REPO", required_unless_present = "repo_url")]
    repo: Option<String>,
    /// The repository, by the contract's name.
    #[arg(long, value_name = "REPO", conflicts_with = "repo")]
    repo_url: Option<String>,
    /// The report: a file, or its https URL.
    #[arg(long, alias = "pdf-path", value_name = "PATH|URL")]
    pdf: Option<PathBuf>,
    /// Take the report from the repository's tree.
    #[arg(long, value_name = "PATH", conflicts_with = "pdf")]
    pdf_in_repo: Option<String>,
    /// The rubric; without it the program's own.
    #[arg(long, alias = "rubric-path", value_name = "FILE")]
    rubric: Option<PathBuf>,
    #[command(flatten)]
    hosts: HostArgs,
    #[command(flatten)]
    reading: ReadingArgs,
}

impl SubmissionArgs {
    /// The folder of this machine that is audited, if it is one.
    pub fn audited(&self) -> Option<PathBuf> {
        let typed = self.repo.as_deref().or(self.repo_url.as_deref()).unwrap_or_default();
        match source::repository(typed, &Hosts::default()) {
            Ok(RepoSource::Local { path, .. }) => Some(path),
            Ok(RepoSource::Remote { .. }) | Err(_) => None,
        }
    }

    /// The rubric and the request.
    ///
    /// # Errors
    /// When the rubric or the PDF engine cannot be used, or an argument names nothing; one clear sentence.
    pub fn prepare(&self, config: &Config) -> Result<(Arc<Rubric>, AuditRequest), String> {
        let rubric = load_rubric(self.rubric.as_deref())?;
        let typed = self.repo.as_deref().or(self.repo_url.as_deref()).unwrap_or_default();
        let repo = source::repository(typed, &self.hosts.of_repositories())?;
        if self.pdf.is_none() {
            // Beside a report that can be read, the missing half is told in what is written of the other.
            source::there(&repo)?;
        }
        let report = match (&self.pdf, &self.pdf_in_repo) {
            (Some(path), _) => source::report(path, &self.hosts.allow_host)?,
            (None, Some(path)) => ReportSource::InRepository { path: path.clone() },
            (None, None) => ReportSource::Search,
        };
        let pdf_engine = self.reading.engine(config)?;
        let request = AuditRequest { pdf_engine, ..AuditRequest::new(repo, report) };
        Ok((Arc::new(rubric), request))
    }
}

/// Loads the operator's rubric, or the program's own.
pub(super) fn load_rubric(path: Option<&Path>) -> Result<Rubric, String> {
    load_rubric_warned(path).map(|(rubric, _)| rubric)
}

/// The same with what its author may have meant otherwise.
pub(super) fn load_rubric_warned(path: Option<&Path>) -> Result<(Rubric, Vec<Problem>), String> {
    let Some(path) = path else {
        return engine::load_rubric_warned(OWN_RUBRIC).map_err(|error| error.to_string());
    };
    let shown = path.display();
    let bytes =
        bytes_of(path, RUBRIC_BYTES).map_err(|why| format!("the rubric `{shown}` {why}"))?;
    engine::load_rubric_warned(&bytes)
        .map_err(|error| format!("the rubric `{shown}` cannot be used: {error}"))
}
