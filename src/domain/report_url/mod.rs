//! The address of a PDF report, checked before any library sees it.

mod error;
mod parse;

pub use error::ReportUrlError;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The address of a report that may be downloaded.
///
/// Valid from [`ReportUrl::parse`] on: scheme and host in lower case, a host that the operator allows, a path
/// that stays what it is, no query and no password.
///
/// ```
/// use automaton_auditor::domain::repo_url::Hosts;
/// use automaton_auditor::domain::report_url::ReportUrl;
/// let text = "https://github.com/owner/repo/raw/main/reports/final.pdf";
/// assert_eq!(ReportUrl::parse(text, &Hosts::of_reports())?.as_str(), text);
/// # Ok::<(), automaton_auditor::domain::report_url::ReportUrlError>(())
/// ```
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct ReportUrl(String);

impl ReportUrl {
    /// The address in its canonical spelling.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for ReportUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<ReportUrl> for String {
    fn from(url: ReportUrl) -> Self {
        url.0
    }
}

/// Checks the form alone: a stored address was compared with the list of hosts when it was accepted.
impl TryFrom<String> for ReportUrl {
    type Error = ReportUrlError;

    fn try_from(text: String) -> Result<Self, ReportUrlError> {
        Self::parse(&text, &super::repo_url::Hosts::unchecked())
    }
}
