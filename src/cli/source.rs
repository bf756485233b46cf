//! What the operator typed → where the repository and the report are.

use crate::domain::repo_url::{Hosts, RepoUrl};
use crate::domain::report_url::ReportUrl;
use crate::domain::request::{RepoSource, ReportSource};
use std::path::{Path, PathBuf};

/// Understands `REPO`: an https URL, a local path, or a `file://` URL. Local ones are fine because
/// the operator typed them. `allowed` names hosts besides the well-known ones.
///
/// # Errors
/// When it is a URL that may not be fetched, or a path that does not exist; one clear sentence.
pub(super) fn repository(typed: &str, allowed: &[String]) -> Result<RepoSource, String> {
    if let Some(path) = typed.strip_prefix("file://") {
        let path = path.strip_prefix("localhost").unwrap_or(path);
        return local(path, typed);
    }
    let is_url = typed.contains("://") || (typed.contains('@') && typed.contains(':'));
    if !is_url {
        return local(typed, typed);
    }
    let hosts = Hosts::default().with(allowed);
    let url = RepoUrl::parse(typed, &hosts).map_err(|error| error.to_string())?;
    Ok(RepoSource::Remote { url })
}

fn local(path: &str, shown: &str) -> Result<RepoSource, String> {
    match std::path::absolute(PathBuf::from(path)) {
        Ok(path) if path.exists() => Ok(RepoSource::Local { path, shown: shown.to_owned() }),
        Ok(_) | Err(_) => Err(format!(
            "the repository `{shown}` does not exist; give a folder with a git repository or a URL such as https://github.com/OWNER/REPO"
        )),
    }
}

/// Understands `--pdf`: an https URL, or a path. `allowed` names hosts besides the well-known ones.
///
/// # Errors
/// When it is a URL that may not be asked, or no path; one clear sentence.
pub(super) fn report(typed: &Path, allowed: &[String]) -> Result<ReportSource, String> {
    let shown = typed.display().to_string();
    if shown.contains("://") {
        let hosts = Hosts::of_reports().with(allowed);
        let url = ReportUrl::parse(&shown, &hosts);
        let url = url.map_err(|error| format!("the report cannot be asked for: {error}"))?;
        return Ok(ReportSource::Url { url, allowed: allowed.to_vec() });
    }
    match std::path::absolute(typed) {
        Ok(path) => Ok(ReportSource::File { path, shown }),
        Err(error) => Err(format!("`{shown}` is no path: {error}")),
    }
}
