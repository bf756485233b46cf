//! What a journal takes and what it refuses.

use crate::book::{Book, event, events, fill, heard, id, open, words};
use crate::doubles::session::Session;
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::failure::{Failure, FailureKind};
use automaton_auditor::domain::task::Task;
use automaton_auditor::ports::journal::{Journal, JournalError, State};
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;

#[tokio::test]
async fn events_are_read_as_they_were_written_and_after_reopening_too() {
    let book = Book::new();
    let audit = id("one");
    let journal = book.open();
    assert_eq!(journal.events(&audit).await.unwrap(), []);
    fill(&journal, &audit, 0, 20).await;
    assert_eq!(journal.events(&audit).await.unwrap(), events(20));
    drop(journal);
    let journal = book.open();
    assert_eq!(journal.events(&audit).await.unwrap(), events(20));
    fill(&journal, &audit, 20, 25).await;
    assert_eq!(journal.verify(&audit).await.unwrap(), 25);
}

#[tokio::test]
async fn a_whole_audit_is_read_as_it_happened() {
    let book = Book::new();
    let journal = book.open();
    let session = Session { journal: journal.clone(), ..Session::default() };
    let record = session.hold().await;
    record.report();
    let kept = journal.events(&id("audit")).await.unwrap();
    assert!(kept.len() > 10 && record.events.iter().all(|event| kept.contains(event)));
    let again: Vec<String> =
        kept.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    let logged = journal.log(&id("audit")).await.unwrap();
    let bodies: Vec<String> = logged.events.into_iter().map(|event| event.body).collect();
    assert_eq!(again, bodies, "an event read and written again is the same, byte for byte");
    assert_eq!(journal.entry(&id("audit")).await.unwrap().state, State::Closed);
}

#[tokio::test]
async fn the_kind_of_an_event_is_the_one_that_its_body_names() {
    let book = Book::new();
    let journal = book.open();
    let session = Session { journal: journal.clone(), ..Session::default() };
    session.hold().await;
    journal.append(&id("x"), 0, event(0)).await.unwrap();
    let mut logged = journal.log(&id("audit")).await.unwrap().events;
    logged.extend(journal.log(&id("x")).await.unwrap().events);
    for event in logged {
        let body: serde_json::Value = serde_json::from_str(&event.body).unwrap();
        assert_eq!(body["event"], event.kind.as_str());
        assert_eq!(event.seat.is_some(), event.kind == "heard");
    }
}

#[tokio::test]
async fn an_append_whose_answer_was_lost_may_be_repeated() {
    let book = Book::new();
    let (journal, audit) = (book.open(), id("one"));
    fill(&journal, &audit, 0, 3).await;
    journal.append(&audit, 1, event(1)).await.unwrap();
    journal.append(&audit, 2, event(2)).await.unwrap();
    assert_eq!(journal.events(&audit).await.unwrap(), events(3));
    journal.close(&audit).await;
    journal.append(&audit, 2, event(2)).await.unwrap();
}

#[tokio::test]
async fn another_event_under_a_taken_number_is_refused() {
    let book = Book::new();
    let (journal, audit) = (book.open(), id("one"));
    fill(&journal, &audit, 0, 3).await;
    let refused = journal.append(&audit, 1, event(7)).await.unwrap_err();
    assert_eq!(refused, JournalError::Taken { audit: audit.clone(), seq: 1 });
    assert_eq!(journal.events(&audit).await.unwrap(), events(3));
}

#[tokio::test]
async fn an_event_out_of_turn_or_after_the_end_is_refused() {
    let book = Book::new();
    let (journal, audit) = (book.open(), id("one"));
    let early = JournalError::OutOfTurn { audit: audit.clone(), seq: 1, next: 0 };
    assert_eq!(journal.append(&audit, 1, event(1)).await.unwrap_err(), early);
    fill(&journal, &audit, 0, 3).await;
    let early = JournalError::OutOfTurn { audit: audit.clone(), seq: 4, next: 3 };
    assert_eq!(journal.append(&audit, 4, event(4)).await.unwrap_err(), early);
    journal.close(&audit).await;
    let late = journal.append(&audit, 3, event(3)).await.unwrap_err();
    assert_eq!(late, JournalError::Closed { audit: audit.clone() });
    assert_eq!(journal.events(&audit).await.unwrap(), events(3));
}

#[tokio::test]
async fn a_seat_is_heard_once() {
    let book = Book::new();
    let (journal, audit) = (book.open(), id("one"));
    journal.append(&audit, 0, heard("Defense", "safety", 4)).await.unwrap();
    journal.append(&audit, 1, heard("Prosecutor", "safety", 2)).await.unwrap();
    journal.append(&audit, 2, heard("Defense", "history", 4)).await.unwrap();
    journal.append(&id("two"), 0, heard("Defense", "safety", 4)).await.unwrap();
    let refused = journal.append(&audit, 3, heard("Defense", "safety", 1)).await;
    assert_eq!(words(refused), "audit one has an opinion of Defense on safety already, in event 0");
    let same = journal.append(&audit, 3, heard("Defense", "safety", 4)).await;
    assert!(matches!(same, Err(JournalError::HeardBefore { seq: 0, .. })), "{same:?}");
    journal.append(&audit, 3, event(3)).await.unwrap();
    assert_eq!(journal.verify(&audit).await.unwrap(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thousands_of_appends_at_once_are_all_kept_and_answered() {
    let book = Book::new();
    let journal = book.open();
    let audits: Vec<_> = (0..64).map(|n| id(&format!("audit-{n}"))).collect();
    let work = audits.iter().cloned().map(|audit| {
        let journal = Arc::clone(&journal);
        tokio::spawn(async move { fill(&journal, &audit, 0, 50).await })
    });
    let work: Vec<_> = work.collect();
    for one in work {
        one.await.unwrap();
    }
    for audit in &audits {
        assert_eq!(journal.events(audit).await.unwrap(), events(50));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_event_fails_nobody_else_in_its_group() {
    let book = Book::new();
    let journal = book.open();
    let attempt = |name: String, seq: u64| {
        let journal = Arc::clone(&journal);
        tokio::spawn(async move { (seq, journal.append(&id(&name), seq, event(seq)).await) })
    };
    // Of every three, one begins an audit and two are out of turn.
    let work: Vec<_> = (0..900).map(|n| attempt(format!("audit-{n}"), n % 3)).collect();
    for one in work {
        let (seq, result) = one.await.unwrap();
        assert_eq!(result.is_ok(), seq == 0, "{result:?}");
    }
    assert_eq!(journal.audits().await.unwrap().len(), 300);
}

#[tokio::test]
async fn what_nobody_waits_for_any_more_is_kept_all_the_same() {
    let book = Book::new();
    let journal = book.open();
    let audit = id("one");
    let mut impatient = Box::pin(journal.append(&audit, 0, event(0)));
    // Polled once, it is on its way; then whoever asked goes.
    let first = futures_poll(&mut impatient).await;
    drop(impatient);
    drop(journal);
    let kept = open(&book.path).events(&audit).await.unwrap();
    assert!(first.is_none() && kept.len() == 1, "{first:?} {kept:?}");
}

/// What a future has after it was asked once.
async fn futures_poll<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
    std::future::poll_fn(|context| {
        let asked = std::pin::Pin::new(&mut *future).poll(context);
        std::task::Poll::Ready(match asked {
            std::task::Poll::Ready(output) => Some(output),
            std::task::Poll::Pending => None,
        })
    })
    .await
}

#[tokio::test]
async fn how_an_audit_was_asked_for_is_kept() {
    let book = Book::new();
    let (journal, audit) = (book.open(), id("one"));
    journal.announce(&audit, "1.2.3", r#"{"judges":"rules"}"#);
    assert_eq!(journal.events(&audit).await, Ok(Vec::new()));
    assert!(journal.entry(&audit).await.is_err(), "nothing is kept before the first event");
    fill(&journal, &audit, 0, 2).await;
    journal.announce(&audit, "1.2.3", r#"{"judges":"rules"}"#);
    fill(&journal, &audit, 0, 2).await;
    journal.announce(&audit, "1.2.3", r#"{"judges":"llm"}"#);
    let other = journal.append(&audit, 0, event(0)).await;
    assert_eq!(other, Err(JournalError::Enrolled { audit: audit.clone() }));
    assert_eq!(book.open().events(&audit).await, Ok(events(2)));
    assert_eq!(journal.terms(&audit).await.unwrap(), r#"{"judges":"rules"}"#);
    let entry = journal.entry(&audit).await.unwrap();
    assert_eq!((entry.events, entry.state), (2, State::Open));
    assert_eq!(entry.program_version, "1.2.3");
    journal.append(&id("two"), 0, event(0)).await.unwrap();
    assert_eq!(journal.terms(&id("two")).await.unwrap(), "null");
}

#[tokio::test]
async fn an_audit_is_over_once_its_report_is_published() {
    let book = Book::new();
    let (journal, audit) = (book.open(), id("one"));
    fill(&journal, &audit, 0, 1).await;
    let published = Arc::new(AuditEvent::Published { files: vec!["report.md".into()] });
    journal.append(&audit, 1, published).await.unwrap();
    assert_eq!(journal.entry(&audit).await.unwrap().state, State::Closed);
    let late = journal.append(&audit, 2, event(2)).await;
    assert_eq!(late, Err(JournalError::Closed { audit: audit.clone() }));
    journal.close(&audit).await;
    assert_eq!(journal.entry(&audit).await.unwrap().events, 2);
}

#[tokio::test]
async fn audits_are_listed_newest_first_until_they_are_forgotten() {
    let book = Book::new();
    let journal = book.open();
    for name in ["first", "second", "third"] {
        fill(&journal, &id(name), 0, 2).await;
        tokio::time::sleep(std::time::Duration::from_millis(3)).await;
    }
    journal.close(&id("second")).await;
    let names = |entries: Vec<automaton_auditor::ports::journal::Entry>| -> Vec<String> {
        entries.into_iter().map(|entry| format!("{} {:?}", entry.id, entry.state)).collect()
    };
    let listed = names(journal.audits().await.unwrap());
    assert_eq!(listed, ["third Open", "second Closed", "first Open"]);
    journal.forget(&id("third")).await.unwrap();
    assert_eq!(names(journal.audits().await.unwrap()), ["second Closed", "first Open"]);
    assert_eq!(journal.events(&id("third")).await.unwrap(), []);
    assert_eq!(journal.events(&id("first")).await.unwrap(), events(2));
    for unknown in
        [journal.forget(&id("third")).await, journal.verify(&id("third")).await.map(drop)]
    {
        assert!(matches!(unknown, Err(JournalError::Unknown { .. })), "{unknown:?}");
    }
    assert!(
        journal.entry(&id("third")).await.is_err() && journal.terms(&id("third")).await.is_err()
    );
}

#[tokio::test]
async fn what_is_forgotten_stands_neither_in_the_file_nor_in_its_log() {
    let book = Book::new();
    let journal = book.open();
    fill(&journal, &id("kept"), 0, 2).await;
    journal.append(&id("gone"), 0, heard("Defense", "never_to_be_read_again", 3)).await.unwrap();
    let places = || -> Vec<String> {
        let files = std::fs::read_dir(book.folder.path()).unwrap().map(|entry| entry.unwrap());
        let has = |path: &std::path::Path| {
            let bytes = std::fs::read(path).unwrap();
            memchr::memmem::find(&bytes, b"never_to_be_read_again").is_some()
        };
        let holding = files.filter(|entry| has(&entry.path()));
        holding.map(|entry| entry.file_name().into_string().unwrap()).collect()
    };
    assert_eq!(places(), ["journal.db-wal"]);
    journal.forget(&id("gone")).await.unwrap();
    assert!(places().is_empty(), "{:?}", places());
    drop(journal);
    assert_eq!(book.open().events(&id("kept")).await.unwrap(), events(2));
}

#[tokio::test]
async fn a_log_that_was_long_is_short_again_after_the_next_opening() {
    let book = Book::new();
    let journal = book.open();
    let words = "x".repeat(100_000);
    let long: Vec<_> = (1..60)
        .map(|attempt| {
            let failure = Failure::passing(FailureKind::Unreachable, words.clone());
            Arc::new(AuditEvent::lost(Task::Fetch, attempt, failure))
        })
        .collect();
    journal.append_all(&id("long"), 0, &long).await.unwrap();
    drop(journal);
    let length = || std::fs::metadata(book.path.with_file_name("journal.db-wal")).unwrap().len();
    assert!(length() > 4 << 20, "{}", length());
    let journal = book.open();
    fill(&journal, &id("short"), 0, 1).await;
    assert!(length() <= 1 << 20, "{}", length());
    assert_eq!(journal.events(&id("long")).await.unwrap(), long);
}

#[tokio::test]
async fn the_file_is_its_owners_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/deeper/journal.db");
    let journal = open(&path);
    journal.append(&id("one"), 0, event(0)).await.unwrap();
    let mode =
        |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&path), 0o600);
    assert_eq!(mode(&path.with_file_name("journal.db-wal")), 0o600);
    assert_eq!(mode(path.parent().unwrap()), 0o700);
}

#[tokio::test]
async fn an_event_that_this_version_cannot_read_is_told_from_damage() {
    let book = Book::new();
    let (journal, audit) = (book.open(), id("one"));
    let odd: Arc<AuditEvent> = event(0);
    journal.append(&audit, 0, odd).await.unwrap();
    let logged = journal.log(&audit).await.unwrap().events.remove(0);
    let mut later = logged.clone();
    later.body = logged.body.replace("lost", "sung");
    later.hash = later.hash_after("", &audit);
    let raw = rusqlite::Connection::open(&book.path).unwrap();
    let values = [&later.body, &later.hash];
    raw.execute("UPDATE events SET body = ?1, hash = ?2", values).unwrap();
    raw.execute("UPDATE audits SET head = ?1", [&later.hash]).unwrap();
    assert_eq!(journal.verify(&audit).await.unwrap(), 1);
    let unreadable = words(journal.events(&audit).await);
    assert!(
        unreadable.contains("event 0 of audit one") && unreadable.contains("`sung`"),
        "{unreadable}"
    );
}
