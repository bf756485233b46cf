//! Coordinators that crash in the middle of an audit.

use crate::doubles::counsel::{ScriptedCounsel, Speech};
use crate::doubles::journal::ScriptedJournal;
use crate::doubles::session::Session;
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::opinion::Persona;
use automaton_auditor::render;
use std::sync::Arc;

/// An audit with a second hearing and a judge who is missing in the end.
fn session(journal: ScriptedJournal) -> Session {
    let counsel = ScriptedCounsel::new(|seat, _| match (seat.criterion.as_str(), seat.persona) {
        ("history", Persona::Prosecutor) => Speech::Scores(1),
        ("history", Persona::Defense) => Speech::Scores(5),
        ("words", Persona::Prosecutor) => Speech::Fails { transient: false },
        _ => Speech::Scores(4),
    });
    Session { journal: Arc::new(journal), ..Session::with_counsel(counsel) }
}

#[tokio::test(start_paused = true)]
async fn coordinator_that_crashes_goes_on_from_its_journal_to_the_same_report() {
    let undisturbed = session(ScriptedJournal::default()).hold().await;
    let expected = render::json(undisturbed.report());
    for number in 0..undisturbed.events.len() as u64 {
        let session = session(ScriptedJournal::failing_once_at([number]));
        let record = session.hold().await;
        assert_eq!(render::json(record.report()), expected, "crash at event {number}");
        let told: Vec<&AuditEvent> = record.events.iter().map(AsRef::as_ref).collect();
        let opened = told.iter().filter(|event| matches!(event, AuditEvent::Opened { .. }));
        assert_eq!(opened.count(), 1, "crash at event {number}");
        assert_eq!(told.len(), undisturbed.events.len(), "crash at event {number}");
    }
}

#[tokio::test(start_paused = true)]
async fn coordinator_may_crash_five_times_a_minute() {
    let record = session(ScriptedJournal::failing_once_at([1, 4, 5, 9, 12])).hold().await;
    record.report();
    let record = session(ScriptedJournal::failing_once_at([1, 4, 5, 9, 12, 13])).hold().await;
    let error = record.outcome.expect_err("the sixth crash is one too many");
    assert!(error.to_string().contains("kept crashing"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn audit_whose_journal_keeps_nothing_is_given_up_and_says_why() {
    let session = session(ScriptedJournal::broken());
    let record = session.hold().await;
    let error = record.outcome.expect_err("nothing can be recorded").to_string();
    assert!(error.contains("kept crashing") && error.contains("is written already"), "{error}");
    assert!(record.events.is_empty(), "told without being kept: {:?}", record.events);
    assert!(session.shelf.reports().is_empty());
}
