//! The chain: whatever is changed in the file's rows shows, and what is before it is kept.

use crate::book::{Book, assert_prefix, events, fill, heard, id};
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::ports::journal::{Journal, JournalError, Sound, State};
use rusqlite::Connection;
use std::sync::Arc;

/// Runs `sql` on the file of an audit of ten events; then `intact` of them are sound, and the damage is
/// told with words that contain `why`.
#[track_caller]
fn check(sql: &str, intact: u64, why: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let book = Book::new();
        let (journal, audit) = (book.open(), id("one"));
        fill(&journal, &audit, 0, 10).await;
        fill(&journal, &id("other"), 0, 10).await;
        let raw = Connection::open(&book.path).unwrap();
        raw.execute_batch(sql).unwrap();
        let Sound { events: sound, damage } = journal.log(&audit).await.unwrap();
        assert_eq!(sound.len() as u64, intact, "{sql}: {damage:?}");
        let bodies = sound.iter().map(|event| serde_json::from_str(&event.body).unwrap());
        assert_prefix(&bodies.map(Arc::new).collect::<Vec<Arc<AuditEvent>>>());
        let damage = damage.expect(sql);
        assert!(damage.to_string().contains(why), "{sql}: {damage}");
        let JournalError::Damaged { intact: told, .. } = &damage else { panic!("{damage:?}") };
        assert_eq!(*told, intact);
        // Who has those before hears the same.
        let rest = journal.log_from(&audit, intact).await.unwrap();
        assert_eq!((rest.events, rest.damage.as_ref()), (Vec::new(), Some(&damage)), "{sql}");
        assert_eq!(journal.events(&audit).await.unwrap_err(), damage);
        assert_eq!(journal.verify(&audit).await.unwrap_err(), damage);
        assert_eq!(journal.events(&id("other")).await.unwrap(), events(10), "{sql}");
    });
}

#[test]
fn a_changed_column_shows() {
    let changed = "event 4 is not as it was written";
    let set = |what: &str| format!("UPDATE events SET {what} WHERE audit = 'one' AND seq = 4");
    check(&set("body = replace(body, 'away', 'awaz')"), 4, changed);
    check(&set("hash = replace(hash, substr(hash, 9, 1), 'x')"), 4, changed);
    check(&set("at_ms = at_ms + 1"), 4, changed);
    check(&set("kind = 'lose'"), 4, changed);
    check(&set("seat = 'Defense on safety'"), 4, changed);
    check(&set("body = x'ff00'"), 4, "Invalid column type");
    check(&set("at_ms = -1"), 4, "out of range");
    check(&set("body = cast(x'22ff22' AS TEXT)"), 4, "utf-8");
}

#[test]
fn a_changed_number_shows() {
    check("UPDATE events SET seq = 40 WHERE audit = 'one' AND seq = 4", 4, "event 4 is missing");
    check("UPDATE events SET seq = 10 WHERE audit = 'one' AND seq = 0", 0, "event 0 is missing");
    check("UPDATE events SET seq = -1 WHERE audit = 'one' AND seq = 4", 0, "out of range");
}

#[test]
fn events_that_changed_places_show() {
    let swap = "UPDATE events SET seq = seq + 1000 WHERE audit = 'one' AND seq IN (4, 5);
                UPDATE events SET seq = 1009 - seq WHERE audit = 'one' AND seq > 1000;";
    check(swap, 4, "event 4 is not as it was written");
    let swap = "UPDATE events SET audit = 'was' WHERE audit = 'one' AND seq = 4;
                UPDATE events SET audit = 'one' WHERE audit = 'other' AND seq = 4;
                UPDATE events SET audit = 'other' WHERE audit = 'was';";
    // The other audit is damaged by this as well, so only the swap within one audit uses it.
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let book = Book::new();
        let journal = book.open();
        fill(&journal, &id("one"), 0, 10).await;
        fill(&journal, &id("other"), 0, 10).await;
        Connection::open(&book.path).unwrap().execute_batch(swap).unwrap();
        for audit in ["one", "other"] {
            assert_eq!(journal.log(&id(audit)).await.unwrap().events.len(), 4);
        }
    });
}

#[test]
fn a_missing_event_shows_wherever_it_stood() {
    let cut = |condition: &str| format!("DELETE FROM events WHERE audit = 'one' AND {condition}");
    check(&cut("seq = 0"), 0, "event 0 is missing");
    check(&cut("seq = 4"), 4, "event 4 is missing");
    check(&cut("seq = 9"), 9, "10 events were written and 9 are there");
    check(&cut("seq >= 3"), 3, "10 events were written and 3 are there");
    check(&cut("seq >= 0"), 0, "10 events were written and 0 are there");
}

#[test]
fn a_changed_entry_shows() {
    let set = |what: &str| format!("UPDATE audits SET {what} WHERE id = 'one'");
    check(&set("events = 9"), 10, "9 events were written and 10 are there");
    check(&set("events = -9"), 10, "out of range");
    check(&set("head = 'x'"), 10, "another last event");
    check(&set("state = 'opem'"), 10, "no state");
    check("DELETE FROM audits WHERE id = 'one'", 10, "entry in the list of audits is missing");
}

#[tokio::test]
async fn a_changed_record_of_how_an_audit_was_asked_for_is_not_handed_out() {
    let book = Book::new();
    let (journal, audit) = (book.open(), id("one"));
    journal.announce(&audit, "1", r#"{"spread":2}"#);
    fill(&journal, &audit, 0, 3).await;
    let raw = Connection::open(&book.path).unwrap();
    raw.execute("UPDATE audits SET terms = replace(terms, '2', '3')", []).unwrap();
    let spoilt = journal.terms(&audit).await.unwrap_err();
    assert!(matches!(spoilt, JournalError::Spoilt { .. }), "{spoilt:?}");
    assert_eq!(journal.entry(&audit).await.unwrap().state, State::Damaged);
    assert_eq!(
        journal.events(&audit).await.unwrap(),
        events(3),
        "the events are sound all the same"
    );
}

#[tokio::test]
async fn an_opinion_moved_to_another_seat_shows() {
    let book = Book::new();
    let (journal, audit) = (book.open(), id("one"));
    journal.append(&audit, 0, heard("Defense", "safety", 4)).await.unwrap();
    let raw = Connection::open(&book.path).unwrap();
    raw.execute("UPDATE events SET seat = NULL", []).unwrap();
    assert!(matches!(journal.events(&audit).await, Err(JournalError::Damaged { intact: 0, .. })));
}
