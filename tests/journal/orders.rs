//! Whatever is asked of a journal, in whatever order, it does what a plain list in memory would.

use crate::book::{Book, event, heard, id, open};
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::ports::journal::{Journal, JournalError, State};
use std::collections::BTreeMap;
use std::sync::Arc;

const JUDGES: [&str; 3] = ["Prosecutor", "Defense", "TechLead"];
const AUDITS: usize = 3;

/// What should be in the journal.
#[derive(Default)]
struct Model {
    events: Vec<Arc<AuditEvent>>,
    is_closed: bool,
}

impl Model {
    /// What an append should do.
    fn append(&mut self, seq: usize, event: &Arc<AuditEvent>) -> &'static str {
        if let Some(there) = self.events.get(seq) {
            return if there == event { "kept" } else { "taken" };
        }
        if seq > self.events.len() {
            return "out of turn";
        }
        if self.is_closed {
            return "closed";
        }
        let seat = |event: &AuditEvent| match event {
            AuditEvent::Heard { opinion, .. } => Some(opinion.seat()),
            _ => None,
        };
        if seat(event).is_some() && self.events.iter().any(|there| seat(there) == seat(event)) {
            return "heard before";
        }
        self.events.push(Arc::clone(event));
        "kept"
    }
}

fn said(result: &Result<(), JournalError>) -> &'static str {
    match result {
        Ok(()) => "kept",
        Err(JournalError::Taken { .. }) => "taken",
        Err(JournalError::OutOfTurn { .. }) => "out of turn",
        Err(JournalError::Closed { .. }) => "closed",
        Err(JournalError::HeardBefore { .. }) => "heard before",
        Err(JournalError::Unknown { .. }) => "unknown",
        Err(error) => panic!("{error:?}"),
    }
}

#[tokio::test]
async fn a_journal_does_what_a_list_would() {
    for seed in 1..=12_u64 {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut below = |limit: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state % limit as u64).unwrap()
        };
        let book = Book::fast();
        let mut journal = book.open();
        let mut models: BTreeMap<usize, Model> = BTreeMap::new();
        for step in 0..150 {
            let what = format!("seed {seed}, step {step}");
            let which = below(AUDITS);
            let audit = id(&format!("audit-{which}"));
            match below(40) {
                0 => {
                    drop(journal);
                    journal = open(&book.path);
                }
                1 => {
                    journal.close(&audit).await;
                    if let Some(model) = models.get_mut(&which) {
                        model.is_closed = true;
                    }
                }
                2 => {
                    let wanted = if models.remove(&which).is_some() { "kept" } else { "unknown" };
                    assert_eq!(said(&journal.forget(&audit).await), wanted, "{what}");
                }
                _ => {
                    let length = models.get(&which).map_or(0, |model| model.events.len());
                    let seq = [length, length, length, length + 1, length / 2][below(5)];
                    let event = match below(3) {
                        0 => heard(JUDGES[below(3)], "safety", 3),
                        _ => event(seq as u64 + below(2) as u64),
                    };
                    let mut fresh = Model::default();
                    let wanted = models.get_mut(&which).unwrap_or(&mut fresh).append(seq, &event);
                    if !fresh.events.is_empty() {
                        models.insert(which, fresh);
                    }
                    let result = journal.append(&audit, seq as u64, event).await;
                    assert_eq!(said(&result), wanted, "{what}");
                }
            }
        }
        for (which, model) in &models {
            let audit = id(&format!("audit-{which}"));
            assert_eq!(journal.events(&audit).await.unwrap(), model.events, "seed {seed}");
            let is_closed = journal.entry(&audit).await.unwrap().state == State::Closed;
            assert_eq!(is_closed, model.is_closed, "seed {seed}");
        }
        assert_eq!(journal.audits().await.unwrap().len(), models.len(), "seed {seed}");
    }
}
