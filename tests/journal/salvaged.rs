//! What a salvage keeps, says and leaves alone.

use crate::book::{Book, event, events, fill, heard, id, words};
use automaton_auditor::domain::call::{CallKey, Errand};
use automaton_auditor::domain::chat::{ChatReply, ChatRequest, FinishReason, Usage};
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::failure::{Failure, FailureKind};
use automaton_auditor::domain::task::Task;
use automaton_auditor::ports::clock::Calendar;
use automaton_auditor::ports::journal::{CallBook, Journal, JournalError, Sqlite, State, salvage};
use rusqlite::Connection;
use std::fs;
use std::sync::Arc;

fn key(audit: &str) -> CallKey {
    let (model, messages) = (String::new(), Vec::new());
    let request = ChatRequest { model, messages, schema: None, max_output_tokens: 1, seed: 0 };
    CallKey {
        errand: Errand { audit: id(audit), task: Task::Look, attempt: 1 },
        call: request.id(),
    }
}

fn reply() -> ChatReply {
    let (text, finish) = ("yes".to_owned(), FinishReason::Stop);
    ChatReply { text, finish, refusal: None, usage: Usage::default(), model: None, stand_in: None }
}

/// Two audits that are over and one that goes on, each with terms and a finished call.
async fn full() -> Book {
    let book = Book::new();
    let journal = book.open();
    for name in ["one", "two", "three"] {
        journal.announce(&id(name), "1", "{}");
        fill(&journal, &id(name), 0, 10).await;
        journal.append(&id(name), 10, heard("Defense", "safety", 3)).await.unwrap();
        journal.begin(&key(name)).await.unwrap();
        journal.finish(&key(name), &Ok(reply())).await.unwrap();
    }
    journal.close(&id("one")).await;
    journal.close(&id("two")).await;
    book
}

fn run(book: &Book, sql: &str) {
    Connection::open(&book.path).unwrap().execute_batch(sql).unwrap();
}

#[tokio::test]
async fn what_is_sound_is_kept_and_what_is_not_is_named() {
    let book = full().await;
    run(
        &book,
        "UPDATE events SET at_ms = 0 WHERE audit = 'one' AND seq = 6;
                UPDATE audits SET terms = '[]' WHERE id = 'two';
                UPDATE calls SET outcome = NULL WHERE audit = 'three'",
    );
    let salvaged = salvage(&book.path).unwrap();
    let told: Vec<_> = salvaged
        .audits
        .iter()
        .map(|one| (one.id.as_str(), one.events, one.calls, one.losses.len()))
        .collect();
    assert_eq!(told, [("one", 6, 1, 1), ("three", 11, 0, 1), ("two", 11, 1, 1)]);
    assert!(matches!(salvaged.audits[0].losses[0], JournalError::Damaged { intact: 6, .. }));
    assert!(matches!(salvaged.audits[1].losses[0], JournalError::Spoilt { .. }));
    let journal = book.open();
    assert_eq!(journal.events(&id("one")).await.unwrap(), events(6));
    assert_eq!(journal.entry(&id("one")).await.unwrap().state, State::Open);
    assert_eq!(journal.terms(&id("one")).await.unwrap(), "{}");
    assert_eq!(journal.terms(&id("two")).await.unwrap(), "null");
    assert_eq!(journal.begin(&key("one")).await.unwrap(), Some(reply()));
    assert_eq!(journal.begin(&key("three")).await.unwrap(), None);
    journal.append(&id("one"), 6, event(6)).await.unwrap();
    let twice = journal.append(&id("three"), 11, heard("Defense", "safety", 5)).await;
    assert!(matches!(twice, Err(JournalError::HeardBefore { .. })), "{twice:?}");
}

#[tokio::test]
async fn a_damaged_name_makes_no_audit() {
    let book = full().await;
    run(&book, "UPDATE audits SET id = 'onf' WHERE id = 'one'");
    let salvaged = salvage(&book.path).unwrap();
    let told: Vec<_> = salvaged.audits.iter().map(|one| (one.id.as_str(), one.events)).collect();
    assert_eq!(told, [("one", 11), ("onf", 0), ("three", 11), ("two", 11)]);
    let journal = book.open();
    assert_eq!(journal.audits().await.unwrap().len(), 3);
    assert_eq!(journal.verify(&id("one")).await.unwrap(), 11);
    assert_eq!(journal.terms(&id("one")).await.unwrap(), "null");
}

#[tokio::test]
async fn an_audit_whose_last_event_ends_it_is_over_without_its_entry() {
    let book = full().await;
    let journal = book.open();
    let (task, failure) = (Task::Fetch, Failure::lasting(FailureKind::Unreachable, "gone"));
    let given_up = Arc::new(AuditEvent::Abandoned { task, failure });
    journal.append(&id("three"), 11, given_up).await.unwrap();
    drop(journal);
    run(&book, "DELETE FROM audits");
    let salvaged = salvage(&book.path).unwrap();
    assert!(salvaged.audits.iter().all(|one| !one.losses.is_empty()), "{salvaged:?}");
    let journal = book.open();
    for (name, state) in [("one", State::Open), ("three", State::Closed)] {
        assert_eq!(journal.entry(&id(name)).await.unwrap().state, state, "{name}");
    }
}

#[tokio::test]
async fn a_sound_journal_stays_as_it_is() {
    let book = full().await;
    let files = || fs::read_dir(book.folder.path()).unwrap().count();
    let (before, there) = (fs::read(&book.path).unwrap(), files());
    let salvaged = salvage(&book.path).unwrap();
    assert_eq!((salvaged.set_aside, salvaged.audits.len()), (None, 3));
    assert!(salvaged.audits.iter().all(|one| one.losses.is_empty() && one.events == 11));
    assert!(before == fs::read(&book.path).unwrap());
    assert_eq!(files(), there, "nothing else is left");
}

/// The tables of the first format, whose rows lay in trees by their keys.
const FIRST_FORMAT: &str = "
CREATE TABLE audits (id TEXT NOT NULL PRIMARY KEY, opened_at_ms BIGINT NOT NULL,
    program_version TEXT NOT NULL, terms TEXT NOT NULL, seal TEXT NOT NULL, state TEXT NOT NULL,
    events BIGINT NOT NULL, head TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE events (audit TEXT NOT NULL, seq BIGINT NOT NULL, at_ms BIGINT NOT NULL,
    kind TEXT NOT NULL, seat TEXT, hash TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (audit, seq)) WITHOUT ROWID;
CREATE UNIQUE INDEX events_seat ON events (audit, seat) WHERE seat IS NOT NULL;
CREATE TABLE calls (audit TEXT NOT NULL, task TEXT NOT NULL, attempt BIGINT NOT NULL,
    call TEXT NOT NULL, idempotency_key TEXT NOT NULL, begun BIGINT NOT NULL,
    begun_at_ms BIGINT NOT NULL, finished_at_ms BIGINT, seal TEXT NOT NULL, outcome TEXT,
    PRIMARY KEY (audit, task, attempt, call)) WITHOUT ROWID;
PRAGMA application_id = 0x41754175;
PRAGMA user_version = 1;";

#[tokio::test]
async fn a_journal_of_the_first_format_is_brought_into_this_one() {
    let book = full().await;
    let old = book.folder.path().join("old.db");
    let made = Connection::open(&old).unwrap();
    made.execute_batch(&format!("PRAGMA page_size = 4096; {FIRST_FORMAT}")).unwrap();
    made.execute("ATTACH ?1 AS new", [book.path.to_str().unwrap()]).unwrap();
    for table in ["audits", "events", "calls"] {
        made.execute(&format!("INSERT INTO {table} SELECT * FROM new.{table}"), []).unwrap();
    }
    made.close().unwrap();
    fs::rename(&old, &book.path).unwrap();
    for opened in [Sqlite::open(&book.path, Calendar::default()), Sqlite::read_only(&book.path)] {
        let said = words(opened);
        assert!(said.contains("an earlier version of this program (format 1)"), "{said}");
    }
    let before = fs::read(&book.path).unwrap();
    let salvaged = salvage(&book.path).unwrap();
    let aside = book.folder.path().join("journal.db.former-1");
    assert_eq!(salvaged.set_aside.as_ref(), Some(&aside));
    assert!(before == fs::read(&aside).unwrap());
    assert!(salvaged.audits.iter().all(|one| one.losses.is_empty() && one.events == 11));
    let journal = book.open();
    for name in ["one", "two", "three"] {
        assert_eq!(journal.verify(&id(name)).await.unwrap(), 11);
        assert_eq!(journal.begin(&key(name)).await.unwrap(), Some(reply()));
    }
    assert_eq!(journal.entry(&id("one")).await.unwrap().state, State::Closed);
}

#[tokio::test]
async fn a_second_salvage_sets_aside_under_another_name() {
    let book = full().await;
    for n in 1..=2 {
        run(&book, &format!("UPDATE events SET at_ms = 0 WHERE audit = 'one' AND seq = {}", 5 - n));
        let aside = salvage(&book.path).unwrap().set_aside.unwrap();
        assert_eq!(aside, book.folder.path().join(format!("journal.db.damaged-{n}")));
        assert!(aside.exists());
    }
}

#[tokio::test]
async fn a_journal_in_use_is_not_salvaged() {
    let book = full().await;
    run(&book, "UPDATE events SET at_ms = 0 WHERE audit = 'one' AND seq = 6");
    let journal = book.open();
    let said = words(salvage(&book.path));
    assert!(said.contains("locked by another process"), "{said}");
    drop(journal);
    assert!(salvage(&book.path).unwrap().set_aside.is_some());
}

#[tokio::test]
async fn what_is_not_ours_to_mend_is_left_alone() {
    let book = Book::new();
    run(&book, "CREATE TABLE milk (bread)");
    let before = fs::read(&book.path).unwrap();
    let said = words(salvage(&book.path));
    assert!(said.contains("database of another program"), "{said}");
    assert!(before == fs::read(&book.path).unwrap());
    let book = full().await;
    run(&book, "PRAGMA user_version = 9");
    assert!(matches!(salvage(&book.path), Err(JournalError::Newer { format: 9, .. })));
    fs::write(&book.path, "A shopping list").unwrap();
    assert!(matches!(salvage(&book.path), Err(JournalError::NotAJournal { .. })));
    fs::remove_file(&book.path).unwrap();
    assert!(matches!(salvage(&book.path), Err(JournalError::Io { .. })));
}
