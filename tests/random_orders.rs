//! Messages of one audit in any order, any number of times, give the same report, byte for byte.

#[allow(dead_code, reason = "other tests use the rest of the doubles")]
mod doubles;

use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::opinion::Persona;
use automaton_auditor::domain::state::AgentState;
use automaton_auditor::{justice, render};
use doubles::counsel::{ScriptedCounsel, Speech};
use doubles::dice::Dice;
use doubles::examiner::{Reading, ScriptedExaminer};
use doubles::session::Session;
use std::sync::Arc;

const ORDERS: u64 = 1_000;

/// An audit with a second hearing, a judge who is missing, attempts that were lost, and pictures that
/// nobody could read.
fn session() -> Session {
    let counsel = ScriptedCounsel::new(|seat, attempt| {
        match (seat.criterion.as_str(), seat.persona, attempt) {
            ("words", Persona::Defense, 1 | 2) => Speech::Fails { transient: true },
            ("safety", Persona::TechLead, _) => Speech::Panics,
            ("history", Persona::Prosecutor, _) => Speech::Scores(1),
            ("history", Persona::Defense, _) => Speech::Scores(5),
            _ => Speech::Scores(4),
        }
    });
    let examiner = ScriptedExaminer::new(|kind, _| match kind {
        "figures" => Reading::Panics,
        _ => Reading::Submission,
    });
    Session { examiner: Arc::new(examiner), ..Session::with_counsel(counsel) }
}

#[tokio::test(start_paused = true)]
async fn messages_in_any_order_and_number_give_the_same_report() {
    let session = session();
    let record = session.hold().await;
    let messages: Vec<&AuditEvent> = record
        .events
        .iter()
        .map(AsRef::as_ref)
        .filter(|event| match event {
            AuditEvent::Examined { .. }
            | AuditEvent::Looked { .. }
            | AuditEvent::Testified { .. }
            | AuditEvent::Heard { .. }
            | AuditEvent::Adopted { .. }
            | AuditEvent::Lost { .. } => true,
            AuditEvent::Opened { .. }
            | AuditEvent::Fetched { .. }
            | AuditEvent::Located { .. }
            | AuditEvent::Decided { .. }
            | AuditEvent::Published { .. }
            | AuditEvent::Mislaid { .. }
            | AuditEvent::Abandoned { .. } => false,
        })
        .collect();
    // 2 examinations, 3 testimonies, 9 seats of which one is missing, 3 of a second hearing, and losses:
    // the pictures three times, the Defense twice, the Tech Lead three times.
    assert_eq!(messages.len(), 2 + 3 + 8 + 3 + 8);
    let expected = render::json(record.report());
    let version = &record.report().provenance.program_version;
    let opening = AgentState::new(Arc::new(session.request.clone()), Arc::clone(&session.rubric));
    for seed in 1..=ORDERS {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut order = messages.clone();
        for _ in 0..dice.throw(messages.len()) {
            order.push(messages[dice.throw(messages.len())]);
        }
        dice.shuffle(&mut order);
        let mut state = opening.clone();
        for message in &order {
            state.apply(message);
        }
        let report = render::json(&justice::decide(&state, version));
        assert!(report == expected, "order {seed} gives another report: {order:#?}");
    }
}

#[test]
fn dice_reach_every_order() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 1..=200_u64 {
        let mut items = [1, 2, 3, 4];
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)).shuffle(&mut items);
        seen.insert(items);
    }
    assert_eq!(seen.len(), 24);
}
