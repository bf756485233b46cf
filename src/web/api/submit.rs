//! Handing a submission in. Only what is fetched by https from an allowed host can be: nothing that lies on this
//! machine.

use super::super::answer::Spoken;
use super::super::app::{App, Shared};
use super::super::input::{self, Told};
use super::super::problem::{Problem, sentence};
use super::orders::kept;
use super::views::Kept;
use crate::domain::docket::{Origin, Submission};
use crate::domain::repo_url::{RepoUrl, Scheme};
use crate::domain::request::{RepoSource, ReportSource};
use axum::extract::State;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;

/// Longest path of a report in its repository, in bytes.
const LONGEST_PATH: usize = 512;

/// A submission that is handed in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct Handed {
    /// Its name within the class: letters, digits, `_`, `-` and `.`.
    #[schemars(regex(pattern = "^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$"))]
    pub(in crate::web) id: String,
    /// The address of its repository, by https from an allowed host.
    pub(in crate::web) repo_url: String,
    /// Where its report is.
    #[serde(default)]
    pub(in crate::web) report: Report,
}

/// Where a report is.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(in crate::web) enum Report {
    /// Somewhere in the repository.
    #[default]
    Search,
    /// At this path of the repository.
    InRepository {
        /// The path, with `/`.
        path: String,
    },
}

pub(super) async fn submit(
    State(app): State<Shared>,
    Told(handed): Told<Handed>,
) -> Result<(StatusCode, Spoken<Kept>), Problem> {
    let record = hand_in(&app, handed).await?;
    Ok((StatusCode::CREATED, kept(record)))
}

/// Hands it in, where it may be.
pub(in crate::web) async fn hand_in(app: &App, handed: Handed) -> Result<u64, Problem> {
    let said =
        "The name must be 1 to 64 letters, digits, `_`, `-` or `.`, and begin with no point.";
    let id = input::submission(&handed.id).map_err(|_| Problem::unfit(said))?;
    let url = RepoUrl::parse(&handed.repo_url, &app.settings.repositories);
    let url = url.map_err(|error| Problem::unfit(sentence(&error.to_string())))?;
    if url.scheme() != Scheme::Https {
        return Err(Problem::unfit("The repository has to be reached by https."));
    }
    let report = match handed.report {
        Report::Search => ReportSource::Search,
        Report::InRepository { path } if is_inside(&path) => ReportSource::InRepository { path },
        Report::InRepository { .. } => {
            return Err(Problem::unfit("The report’s path has to be one within the repository."));
        }
    };
    let submission = Submission {
        id,
        student: None,
        repo: RepoSource::Remote { url },
        report,
        rubric: None,
        within: None,
        origin: Origin::Web,
    };
    Ok(app.registry.submit(submission, "the dashboard").await?)
}

/// Whether a path stays within a tree.
fn is_inside(path: &str) -> bool {
    (1..=LONGEST_PATH).contains(&path.len())
        && !path.chars().any(char::is_control)
        && !path.contains('\\')
        && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}
