//! The end of a court: in time, and without leftovers.

use crate::doubles::counsel::{ScriptedCounsel, Speech};
use crate::doubles::examiner::{Reading, ScriptedExaminer};
use crate::doubles::session::{PATIENCE, Session, close, record};
use crate::doubles::submission::remote_request;
use automaton_auditor::ports::sandbox::Job;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder of the audit, as the fetch was told.
fn folder(session: &Session) -> PathBuf {
    let jobs = session.examiner.jobs();
    let into = jobs.iter().find_map(|job| match job {
        Job::Fetch { into, .. } => Some(into.clone()),
        _ => None,
    });
    let into = into.expect("a fetch was asked for");
    into.parent().expect("the clone lies in the folder").to_owned()
}

/// Gives dropped values some turns to be dropped in.
async fn is_gone(folder: &Path) -> bool {
    for _ in 0..100 {
        if !folder.exists() {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}

/// Closes a court in which somebody hangs, and looks at what is left.
async fn check(session: Session) {
    let engine = session.engine().await;
    let mut handle = session.submit(&engine, "audit");
    // The first event shows that the audit runs; a while later everybody who can hang does.
    let opened = tokio::time::timeout(PATIENCE, handle.events.recv()).await;
    opened.expect("the audit is opened").expect("the court is open");
    tokio::time::sleep(Duration::from_secs(1)).await;
    let folder = folder(&session);
    assert!(folder.is_dir(), "the audit has no folder");
    let name = folder.file_name().expect("the folder has a name").to_string_lossy().into_owned();
    assert!(name.starts_with("auditor-"), "{name}");

    let started = tokio::time::Instant::now();
    close(engine).await;
    let passed = started.elapsed();
    assert!(passed < Duration::from_secs(12), "{passed:?}");
    let error = record(handle).await.outcome.expect_err("the audit was stopped");
    assert!(error.to_string().contains("adjourned"), "{error}");
    assert!(is_gone(&folder).await, "{} is left", folder.display());
    assert!(session.shelf.reports().is_empty());
}

#[tokio::test(start_paused = true)]
async fn shut_down_stops_within_its_patience_and_removes_the_audit_folder() {
    let hanging =
        |at: &'static str| {
            let examiner = ScriptedExaminer::new(move |kind, _| {
                if kind == at { Reading::Hangs } else { Reading::Submission }
            });
            Session { request: remote_request(), ..Session::with_examiner(examiner) }
        };
    check(hanging("fetch")).await;
    check(hanging("document")).await;
    let counsel = ScriptedCounsel::new(|_, _| Speech::Hangs);
    check(Session { request: remote_request(), ..Session::with_counsel(counsel) }).await;
}

#[tokio::test(start_paused = true)]
async fn finished_audit_leaves_no_folder_while_the_court_goes_on() {
    let session = Session { request: remote_request(), ..Session::default() };
    let engine = session.engine().await;
    record(session.submit(&engine, "audit")).await.report();
    assert!(is_gone(&folder(&session)).await);
    close(engine).await;
}

#[tokio::test(start_paused = true)]
async fn nothing_can_be_submitted_to_a_closed_court() {
    let session = Session::default();
    let engine = session.engine().await;
    let handle = session.submit(&engine, "audit");
    let following = handle.events.resubscribe();
    drop(handle);
    close(engine).await;
    // The court is gone, and with it whoever could tell more.
    let mut following = following;
    let end = async { while following.recv().await.is_ok() {} };
    tokio::time::timeout(PATIENCE, end).await.expect("the events end with the court");
}
