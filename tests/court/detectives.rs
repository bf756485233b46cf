//! Detectives that crash or cannot read.

use crate::doubles::examiner::{Reading, ScriptedExaminer};
use crate::doubles::session::Session;
use crate::doubles::shelf::Shelf;
use crate::doubles::submission::{CRITERIA, remote_request, rubric_of};
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::evidence::{Detective, Standing};
use automaton_auditor::domain::failure::FailureKind;
use automaton_auditor::domain::report_url::ReportUrl;
use automaton_auditor::domain::request::{AuditRequest, ReportSource};
use automaton_auditor::domain::task::Task;
use automaton_auditor::engine::Outcome;
use automaton_auditor::ports::sandbox::ExamineError;
use std::sync::Arc;

fn unreadable(transient: bool) -> Reading {
    Reading::Fails(ExamineError::Report { message: "the ink is dry".into(), transient })
}

/// A court in which one kind of job goes by a script, and every other is done.
fn with(kind: &'static str, script: impl Fn(u32) -> Reading + Send + Sync + 'static) -> Session {
    Session::with_examiner(ScriptedExaminer::new(move |asked, nth| {
        if asked == kind { script(nth) } else { Reading::Submission }
    }))
}

/// What a crash of the reader of one kind of job costs.
async fn check_panic(kind: &'static str, lost: &[&str]) {
    let session = with(kind, |_| Reading::Panics);
    let record = session.hold().await;
    assert_eq!(session.examiner.asked(kind), 3, "what crashes three times is set aside");
    let scored: Vec<&str> = CRITERIA.into_iter().filter(|id| !lost.contains(id)).collect();
    assert_eq!(record.scored(), scored);
    let not_scored = record.not_scored();
    assert_eq!(not_scored.iter().map(|(id, _)| *id).collect::<Vec<_>>(), lost);
    for (id, reason) in not_scored {
        assert!(reason.contains("crashed") && reason.contains("stumbled"), "{reason}");
        let evidence = &record.report().evidences.iter().find(|(of, _)| of.as_str() == id);
        let (_, evidence) = evidence.expect("every criterion has an entry");
        assert!(!evidence.is_empty(), "{id} has no evidence of the failure");
        assert!(evidence.iter().all(|e| e.standing == Standing::Unknown && !e.found), "{id}");
        assert!(evidence.iter().any(|e| e.rationale.contains("stumbled")), "{id}: {evidence:?}");
    }
    let asked = session.counsel.asked();
    assert!(asked.keys().all(|seat| !lost.contains(&seat.criterion.as_str())));
    assert_eq!(record.report().notices.len(), 1, "{:?}", record.report().notices);
    assert_eq!(session.shelf.reports().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn panicking_detective_becomes_evidence_of_its_failure() {
    check_panic("document", &["words"]).await;
    check_panic("figures", &["pictures"]).await;
    check_panic("repository", &["history", "safety"]).await;
}

#[tokio::test(start_paused = true)]
async fn detective_that_panics_once_is_replaced_and_nothing_is_missing() {
    for kind in ["document", "figures", "repository"] {
        let script = |nth| if nth == 1 { Reading::Panics } else { Reading::Submission };
        let session = with(kind, script);
        let record = session.hold().await;
        assert_eq!(record.report(), Session::default().hold().await.report(), "{kind}");
        assert_eq!(record.losses().len(), 1, "{:?}", record.losses());
    }
}

#[tokio::test(start_paused = true)]
async fn two_detectives_share_one_reading_of_the_report() {
    let session = Session::with_examiner(ScriptedExaminer::willing().jointly());
    let record = session.hold().await;
    assert_eq!(record.report(), Session::default().hold().await.report());
    let asked = ["report", "document", "figures"].map(|kind| session.examiner.asked(kind));
    assert_eq!(asked, [1, 0, 0]);
}

#[tokio::test(start_paused = true)]
async fn joint_reader_that_stumbles_costs_neither_detective_its_half() {
    let fails = || Reading::Fails(ExamineError::Deadline { seconds: 30, setting: "pdf_seconds" });
    let script = move |kind, _| if kind == "report" { fails() } else { Reading::Submission };
    let session = Session::with_examiner(ScriptedExaminer::new(script).jointly());
    let record = session.hold().await;
    assert_eq!(record.report(), Session::default().hold().await.report());
    let asked = ["report", "document", "figures"].map(|kind| session.examiner.asked(kind));
    assert_eq!(asked, [1, 1, 1]);
}

#[tokio::test(start_paused = true)]
async fn lasting_examine_failure_gives_a_degraded_report() {
    let session = with("document", |_| unreadable(false));
    let record = session.hold().await;
    assert_eq!(session.examiner.asked("document"), 1);
    assert_eq!(record.scored(), ["history", "safety", "pictures"]);
    let expected = "Its artifact could not be examined: failed to read report: the ink is dry.";
    assert_eq!(record.not_scored(), [("words", expected)]);
    let notices = &record.report().notices;
    assert_eq!(notices.len(), 1);
    assert!(notices[0].contains("the ink is dry"), "{notices:?}");
}

#[tokio::test(start_paused = true)]
async fn passing_examine_failure_is_tried_again_and_leaves_no_trace_in_the_report() {
    let session = with("figures", |nth| match nth {
        1 | 2 => unreadable(true),
        _ => Reading::Submission,
    });
    let record = session.hold().await;
    assert_eq!(session.examiner.asked("figures"), 3);
    assert_eq!(record.losses().len(), 2);
    assert_eq!(record.report(), Session::default().hold().await.report());
}

#[tokio::test(start_paused = true)]
async fn passing_failure_that_does_not_pass_is_given_up_after_three_attempts() {
    let session = with("figures", |_| unreadable(true));
    let record = session.hold().await;
    assert_eq!(session.examiner.asked("figures"), 3);
    assert_eq!(record.scored(), ["history", "safety", "words"]);
}

#[tokio::test(start_paused = true)]
async fn both_artifacts_unreadable_abandons_without_report() {
    let session = Session::with_examiner(ScriptedExaminer::new(|_, _| unreadable(false)));
    let record = session.hold().await;
    let Ok(Outcome::Abandoned { task, failure }) = &record.outcome else {
        panic!("it was not abandoned: {:?}", record.outcome)
    };
    assert_eq!(*task, Task::Examine { detective: Detective::RepoInvestigator });
    assert_eq!(failure.kind, FailureKind::Unreadable);
    assert!(session.shelf.reports().is_empty());
    assert!(session.counsel.asked().is_empty());
    let abandoned = record.events.iter().filter(|e| matches!(***e, AuditEvent::Abandoned { .. }));
    assert_eq!(abandoned.count(), 1);
    assert!(matches!(record.events.last().map(AsRef::as_ref), Some(AuditEvent::Abandoned { .. })));
}

#[tokio::test(start_paused = true)]
async fn rubric_about_the_report_alone_is_abandoned_with_the_report() {
    let session = Session {
        rubric: rubric_of(&["words", "pictures"]),
        ..Session::with_examiner(ScriptedExaminer::new(|kind, _| match kind {
            "repository" => Reading::Submission,
            _ => unreadable(false),
        }))
    };
    let record = session.hold().await;
    let Ok(Outcome::Abandoned { task, .. }) = record.outcome else {
        panic!("it was not abandoned: {:?}", record.outcome)
    };
    assert_eq!(task, Task::Examine { detective: Detective::DocAnalyst });
}

#[tokio::test(start_paused = true)]
async fn only_the_detectives_that_the_rubric_calls_are_sent() {
    let session = Session { rubric: rubric_of(&["history"]), ..Session::default() };
    let record = session.hold().await;
    assert_eq!(record.scored(), ["history"]);
    assert_eq!(session.examiner.asked("repository"), 1);
    assert_eq!(session.examiner.asked("document") + session.examiner.asked("figures"), 0);
}

#[tokio::test(start_paused = true)]
async fn any_choice_of_criteria_is_audited_to_its_end() {
    for choice in 1_u8..16 {
        let wanted = CRITERIA.into_iter().enumerate().filter(|(at, _)| choice & (1 << at) != 0);
        let wanted: Vec<&str> = wanted.map(|(_, id)| id).collect();
        let session = Session { rubric: rubric_of(&wanted), ..Session::default() };
        let record = session.hold().await;
        assert_eq!(record.scored(), wanted);
        assert!(record.losses().is_empty(), "{wanted:?}: {:?}", record.losses());
        assert!(record.report().notices.is_empty(), "{wanted:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn remote_submission_is_fetched_once_and_its_report_taken_out_of_it() {
    let session = Session { request: remote_request(), ..Session::default() };
    let record = session.hold().await;
    assert_eq!(record.scored(), CRITERIA);
    for kind in ["fetch", "extract", "repository", "document", "figures"] {
        assert_eq!(session.examiner.asked(kind), 1, "{kind}");
    }
    let provenance = &record.report().provenance;
    assert_eq!(provenance.report_path.as_deref(), Some("reports/final.pdf"));
    assert!(provenance.report_choice.is_some());
}

/// A request for a repository that has to be fetched, and a report on the web.
fn web_request() -> AuditRequest {
    let url: ReportUrl =
        "https://github.com/ada/engine/raw/main/final.pdf".to_owned().try_into().unwrap();
    AuditRequest { report: ReportSource::Url { url, allowed: Vec::new() }, ..remote_request() }
}

#[tokio::test(start_paused = true)]
async fn report_on_the_web_is_downloaded_and_not_looked_for_in_the_repository() {
    let session = Session {
        request: web_request(),
        ..with("download", |nth| match nth {
            1 => unreadable(true),
            _ => Reading::Submission,
        })
    };
    let record = session.hold().await;
    assert_eq!(record.scored(), CRITERIA);
    assert_eq!((session.examiner.asked("download"), session.examiner.asked("extract")), (2, 0));
    let shown = record.report().provenance.report_path.clone();
    assert_eq!(shown.as_deref(), Some("https://github.com/ada/engine/raw/main/final.pdf"));
}

#[tokio::test(start_paused = true)]
async fn report_on_the_web_is_read_although_its_repository_cannot_be_fetched() {
    let session = Session {
        request: web_request(),
        ..with("fetch", |_| {
            let message = "there is no such repository".to_owned();
            Reading::Fails(ExamineError::Repository { message, transient: false })
        })
    };
    let record = session.hold().await;
    assert_eq!((session.examiner.asked("document"), session.examiner.asked("figures")), (1, 1));
    assert!(!record.report().notices.is_empty());
}

#[tokio::test(start_paused = true)]
async fn report_that_cannot_be_downloaded_leaves_the_repository_to_be_judged() {
    let session = Session { request: web_request(), ..with("download", |_| unreadable(false)) };
    let record = session.hold().await;
    assert_eq!(record.scored(), ["history", "safety"]);
    assert_eq!(session.examiner.asked("document") + session.examiner.asked("extract"), 0);
}

#[tokio::test(start_paused = true)]
async fn fetch_that_fails_for_good_leaves_nothing_to_report_on() {
    let session = Session {
        request: remote_request(),
        ..with("fetch", |_| {
            let message = "there is no such repository".to_owned();
            Reading::Fails(ExamineError::Repository { message, transient: false })
        })
    };
    let record = session.hold().await;
    assert!(matches!(record.outcome, Ok(Outcome::Abandoned { .. })), "{:?}", record.outcome);
    assert_eq!(session.examiner.asked("repository") + session.examiner.asked("extract"), 0);
}

#[tokio::test(start_paused = true)]
async fn report_that_cannot_be_written_abandons_the_audit_and_says_so() {
    let session = Session { shelf: Arc::new(Shelf::full()), ..Session::default() };
    let record = session.hold().await;
    let Ok(Outcome::Abandoned { task, failure }) = record.outcome else {
        panic!("it was not abandoned: {:?}", record.outcome)
    };
    assert_eq!(task, Task::Publish);
    assert!(failure.message.contains("the shelf is full"), "{failure}");
}
