//! A class and its submissions, on stdout.

use super::super::exit::{Exit, fail, usage};
use super::super::{print, session};
use super::existing;
use crate::docket::graded_class;
use crate::domain::docket::{Docket, Item, Standing};
use crate::domain::graded::{Graded, Yardstick};
use crate::domain::ids::SubmissionId;
use crate::render::escape;
use crate::render::results::{Doubt, doubts, ranked};
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;

/// The docket of a class, and its submissions in the order of entering.
fn read(folder: &Path) -> Result<(Docket, Vec<Graded>), ExitCode> {
    let (cabinet, annals) = existing(folder)?;
    let runtime = session::runtime()?;
    let records = runtime.block_on(annals.records(0));
    let records = records.map_err(|error| fail(Exit::Internal, &error.to_string()))?;
    let docket = Docket::of(&records);
    let class = graded_class(&cabinet, &docket, &Yardstick::default());
    Ok((docket, class))
}

/// Lists a class, doubtful cases first.
pub(super) fn list(folder: &Path, json: bool) -> ExitCode {
    let (docket, class) = match read(folder) {
        Ok(read) => read,
        Err(exit) => return exit,
    };
    for (one, doubts) in ranked(&class) {
        let item = &docket.items[&one.id];
        print(&if json { listed_json(one, item, &doubts) } else { listed(one, item, &doubts) });
    }
    ExitCode::SUCCESS
}

fn listed(one: &Graded, item: &Item, doubts: &[Doubt]) -> String {
    let overall = one.grade().map_or("-".to_owned(), |overall| format!("{overall:.2}"));
    let pressing = doubts.iter().filter(|doubt| doubt.is_pressing()).map(Doubt::in_words);
    let note: Vec<String> = waiting(&item.standing).into_iter().chain(pressing).collect();
    let note = escape::terminal(&note.join("; "));
    let standing = if one.is_withheld() { one.state.name() } else { item.standing.name() };
    let line = format!("{:<24} {standing:<9} {overall:>5}  {note}", one.id);
    line.trim_end().to_owned()
}

/// Why a submission waits, where there is something to say.
fn waiting(standing: &Standing) -> Option<String> {
    match standing {
        Standing::Waiting { failure: Some(failure), .. } => {
            Some(format!("will be tried again: {failure}"))
        }
        Standing::Waiting { .. }
        | Standing::Running { .. }
        | Standing::Graded
        | Standing::Parked { .. }
        | Standing::Cancelled => None,
    }
}

fn listed_json(one: &Graded, item: &Item, doubts: &[Doubt]) -> String {
    let doubts: Vec<String> = doubts.iter().map(Doubt::in_words).collect();
    json!({
        "id": one.id,
        "standing": item.standing,
        "overall": one.grade(),
        "machine_overall": one.machine_overall(),
        "doubts": doubts,
        "files": one.files,
    })
    .to_string()
}

/// Shows one submission.
pub(super) fn show(folder: &Path, id: &SubmissionId) -> ExitCode {
    let (docket, class) = match read(folder) {
        Ok(read) => read,
        Err(exit) => return exit,
    };
    let (Some(item), Some(one)) = (docket.items.get(id), class.iter().find(|one| one.id == *id))
    else {
        return usage(&format!("there is no submission `{id}`; `auditor docket list` lists all"));
    };
    let mut lines = shown(item, one).into_iter();
    print(&escape::terminal(&lines.next().unwrap_or_default()));
    for line in lines {
        print(&format!("  {}", escape::terminal(&line)));
    }
    ExitCode::SUCCESS
}

fn shown(item: &Item, one: &Graded) -> Vec<String> {
    let listed = &item.submission.origin;
    let mut lines = vec![format!("{}: {} (listed at {listed})", one.id, item.standing.name())];
    lines.push(format!("repository {}", item.submission.repo.shown()));
    match &item.standing {
        Standing::Parked { reason } => lines.push(format!("given up: {reason}")),
        Standing::Waiting { failure: Some(failure), .. } => {
            lines.push(format!("failed {} times, last: {failure}", item.failures));
        }
        Standing::Waiting { .. }
        | Standing::Running { .. }
        | Standing::Graded
        | Standing::Cancelled => {}
    }
    for past in &item.results {
        let overall = past.grade.overall.map_or("not scored".to_owned(), |it| format!("{it:.2}"));
        let commit = past
            .grade
            .commit
            .as_deref()
            .map_or("unknown", |commit| commit.get(..7).unwrap_or(commit));
        lines.push(format!("audit {}: {overall} at commit {commit}", past.audit));
    }
    for (criterion, scores) in &item.scores {
        for score in scores {
            lines.push(match score {
                Some(said) => {
                    format!("{criterion}: {} by {}: {}", said.score.get(), said.who, said.reason)
                }
                None => format!("{criterion}: taken back"),
            });
        }
    }
    lines.extend(doubts(one).iter().map(|doubt| format!("look at: {}", doubt.in_words())));
    lines
}
