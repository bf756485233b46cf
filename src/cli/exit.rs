//! Exit codes, and the one clear sentence that goes with a failure.

use crate::domain::evidence::Detective;
use crate::domain::report::AuditReport;
use crate::domain::task::Task;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// The report is written.
    Reported = 0,
    /// The report is written and its score is below the bar.
    BelowBar = 1,
    /// Wrong usage, or an invalid rubric.
    Usage = 2,
    /// The repository could not be read; there is no report.
    Repository = 3,
    /// The PDF could not be read; there is no report.
    Pdf = 4,
    /// The judges could not be reached; there is no report.
    Judges = 5,
    /// A report is written in which something is missing.
    Partial = 6,
    /// The program itself failed.
    Internal = 70,
    /// The terminal is gone.
    HungUp = 129,
    /// Interrupted by Ctrl-C.
    Interrupted = 130,
    /// Asked to stop by SIGTERM.
    Terminated = 143,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl Exit {
    /// The exit of a written report. Something missing outranks a low score: the score may be low
    /// for want of what is missing. A criterion that the facts do not decide is not missing.
    pub fn of_report(report: &AuditReport, fail_under: Option<f64>) -> Self {
        if report.is_partial() {
            Self::Partial
        } else if fail_under.is_some_and(|bar| report.overall_score < bar) {
            Self::BelowBar
        } else {
            Self::Reported
        }
    }

    /// The exit of an audit that ended without a report.
    pub fn of_abandoned(task: &Task) -> Self {
        match task {
            Task::Fetch | Task::Examine { detective: Detective::RepoInvestigator } => {
                Self::Repository
            }
            Task::Locate
            | Task::Examine { detective: Detective::DocAnalyst | Detective::VisionInspector } => {
                Self::Pdf
            }
            Task::Look
            | Task::Testify { .. }
            | Task::Hear { .. }
            | Task::Decide
            | Task::Publish => Self::Internal,
        }
    }
}

/// Whether all that is said on stderr is one JSON object a line, as trace lines are then.
static IN_JSON: AtomicBool = AtomicBool::new(false);

/// What [`remark`] and [`complain`] say as trace lines is said under this name.
pub(super) const SAID: &str = "auditor";

/// Has everything on stderr said as JSON from now on.
pub(super) fn say_in_json() {
    IN_JSON.store(true, Ordering::Relaxed);
}

/// Prints a remark to stderr, one that cannot play tricks on a terminal.
pub(super) fn remark(message: &str) {
    use std::io::Write;
    if IN_JSON.load(Ordering::Relaxed) {
        return tracing::info!(target: SAID, "{message}");
    }
    let lines: Vec<String> = message.lines().map(crate::render::escape::terminal).collect();
    // Nobody reads a closed stderr, which is no failure of the audit.
    let _ = writeln!(anstream::stderr(), "{}", lines.join("\n"));
}

/// Prints an error and ends with `exit`.
pub(super) fn fail(exit: Exit, message: &str) -> ExitCode {
    complain("error", message);
    exit.into()
}

/// Prints an error about the call and ends with the code for wrong usage.
pub(super) fn usage(message: &str) -> ExitCode {
    fail(Exit::Usage, message)
}

/// Prints a message to stderr, one that cannot play tricks on a terminal.
pub(super) fn complain(label: &str, message: &str) {
    use clap::builder::styling::{AnsiColor, Style};
    use std::io::Write;
    if IN_JSON.load(Ordering::Relaxed) {
        if label == "warning" {
            tracing::warn!(target: SAID, "{message}");
        } else {
            tracing::error!(target: SAID, "{message}");
        }
        return;
    }
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    let lines: Vec<String> = message.lines().map(crate::render::escape::terminal).collect();
    // Nobody reads a closed stderr, which is no failure of the audit.
    let _ = writeln!(anstream::stderr(), "{red}{label}:{red:#} {}", lines.join("\n"));
}
