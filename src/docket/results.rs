//! The files of a class: per submission its newest report and what goes to its author, and for the whole
//! the tables and the page.

use super::cabinet::Cabinet;
use crate::domain::docket::{Fingerprint, Item, Standing, likenesses};
use crate::domain::graded::{Graded, State, Yardstick};
use crate::domain::ids::{AuditId, SubmissionId};
use crate::domain::report::AuditReport;
use crate::ports::files::{Draft, FileError};
use crate::render::results::{
    CanvasAssignment, CohortHint, Visibility, canvas_csv, grades_csv, gradescope_json, index_html,
    submitter_feedback, summary_text,
};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files of the newest result that are copies of the audit's own.
const COPIED: &[&str] = &["report.html", "report.md", "report.json", "report.sarif"];

/// Bytes of a report's JSON that are read at most.
const MOST: u64 = 64 << 20;

/// A submission as results show it, with this report.
pub(super) fn graded(
    item: &Item,
    report: Option<Arc<AuditReport>>,
    yardstick: &Yardstick,
) -> Graded {
    let latest = item.latest();
    let state = match &item.standing {
        Standing::Waiting { .. } | Standing::Running { .. } => State::Waiting,
        Standing::Graded => match latest.and_then(|past| past.grade.partial.clone()) {
            Some(reason) => State::Partial { reason },
            None => State::Graded,
        },
        Standing::Parked { reason } => State::Parked { reason: reason.clone() },
        Standing::Cancelled => State::Cancelled,
    };
    let id = &item.submission.id;
    let mut one = Graded {
        student: item.submission.student.clone(),
        report,
        human: item.human(),
        yardstick: yardstick.clone(),
        ..Graded::new(id.clone(), state)
    };
    if latest.is_some() {
        let own = ["feedback.html", "gradescope.json"];
        let files = COPIED.iter().chain(&own).map(|name| format!("{id}/{name}"));
        let is_told = |name: &String| !name.ends_with("gradescope.json") || !one.is_withheld();
        one.files = files.filter(is_told).collect();
    }
    one
}

/// The files of an audit's report.
pub(super) fn files_of(cabinet: &Cabinet, id: &SubmissionId, audit: &AuditId) -> Vec<PathBuf> {
    let report = cabinet.report(id, audit);
    let endings = COPIED.iter().filter_map(|name| Path::new(name).extension());
    endings.map(|ending| report.with_extension(ending)).collect()
}

/// Reads the newest report of a submission; `None` where there is none that can be read.
pub(super) fn read(cabinet: &Cabinet, item: &Item) -> Option<Arc<AuditReport>> {
    let past = item.latest()?;
    let path = cabinet.report(&item.submission.id, &past.audit).with_extension("json");
    let is_small = path.metadata().is_ok_and(|file| file.len() <= MOST);
    let text = is_small.then(|| std::fs::read(&path).ok()).flatten()?;
    match serde_json::from_slice(&text) {
        Ok(report) => Some(Arc::new(report)),
        Err(error) => {
            tracing::warn!(%error, path = %path.display(), "a report cannot be read");
            None
        }
    }
}

/// Writes the files of one submission, from its whole report.
///
/// # Errors
/// When one cannot be written.
pub(super) fn write_one(cabinet: &Cabinet, item: &Item, one: &Graded) -> Result<(), FileError> {
    let id = &item.submission.id;
    let Some(past) = item.latest() else { return Ok(()) };
    let newest = cabinet.report(id, &past.audit);
    let mut files = Vec::new();
    for name in COPIED {
        let from = newest.with_extension(Path::new(name).extension().unwrap_or_default());
        let text = std::fs::read_to_string(&from);
        let text = text.map_err(|source| FileError { path: from.clone(), source })?;
        files.push((cabinet.of(id, name), text));
    }
    let page = submitter_feedback(one).map(|page| (cabinet.of(id, "feedback.html"), page));
    let path = cabinet.of(id, "gradescope.json");
    let results = gradescope_json(one, Visibility::AfterPublished);
    let is_withdrawn = results.is_none();
    files.extend(page.into_iter().chain(results.map(|results| (path.clone(), results))));
    write(files)?;
    // What an earlier result said is no grade any more.
    match is_withdrawn.then(|| std::fs::remove_file(&path)) {
        Some(Err(source)) if source.kind() != ErrorKind::NotFound => {
            Err(FileError { path, source })
        }
        Some(Ok(()) | Err(_)) | None => Ok(()),
    }
}

/// Writes the files of the whole class, from brief reports.
///
/// # Errors
/// When one cannot be written.
pub(super) fn write_all(
    cabinet: &Cabinet,
    class: &[Arc<Graded>],
    hints: &[CohortHint],
) -> Result<(), FileError> {
    let class: Vec<Graded> = class.iter().map(|one| one.as_ref().clone()).collect();
    let title = cabinet.title();
    let assignment = CanvasAssignment { title: title.clone(), points: 5.0 };
    let at = |name: &str| cabinet.folder().join(name);
    write(vec![
        (at("grades.csv"), grades_csv(&class)),
        (at("canvas.csv"), canvas_csv(&class, &assignment)),
        (at("summary.txt"), summary_text(&class)),
        (at("index.html"), index_html(&title, &class, hints)),
    ])
}

/// Keeps what a submission is compared with others by.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write_print(
    cabinet: &Cabinet,
    id: &SubmissionId,
    print: &Fingerprint,
) -> Result<(), FileError> {
    let text = serde_json::to_string(print).expect("fingerprints have keys that are strings");
    write(vec![(cabinet.print(id), text)])
}

/// What the submissions of a class have in common. One whose fingerprint cannot be read is left out.
pub(super) fn hints(cabinet: &Cabinet, all: &[Item]) -> Vec<CohortHint> {
    let read = |item: &Item| {
        let id = &item.submission.id;
        let text = std::fs::read(cabinet.print(id)).ok()?;
        Some((id.clone(), serde_json::from_slice(&text).ok()?))
    };
    let prints: BTreeMap<SubmissionId, Fingerprint> = all.iter().filter_map(read).collect();
    likenesses(&prints).iter().map(CohortHint::from).collect()
}

/// Writes those of the files that do not read so already.
fn write(mut files: Vec<(PathBuf, String)>) -> Result<(), FileError> {
    files.retain(|(path, text)| std::fs::read(path).map_or(true, |there| there != text.as_bytes()));
    Draft::all_of(&files)?.into_iter().try_for_each(Draft::keep)
}

/// The order of the class: that of entering.
pub(super) fn in_order<'a>(
    items: impl Iterator<Item = (&'a SubmissionId, &'a Item)>,
) -> Vec<&'a Item> {
    let mut items: Vec<&Item> = items.map(|(_, item)| item).collect();
    items.sort_by_key(|item| item.place);
    items
}
