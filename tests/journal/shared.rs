//! One file, several hands.

use crate::book::{Book, event, events, fill, id};
use automaton_auditor::ports::journal::{Journal, JournalError, Sqlite};
use std::sync::Arc;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_writers_with_the_file_open_keep_their_audits() {
    let book = Book::new();
    let write = |journal: Arc<Sqlite>, name: &'static str| {
        tokio::spawn(async move { fill(&journal, &id(name), 0, 150).await })
    };
    let writers = [write(book.open(), "one"), write(book.open(), "two")];
    let looking = Sqlite::read_only(&book.path).unwrap();
    for _ in 0..20 {
        for audit in looking.audits().await.unwrap() {
            looking.verify(&audit.id).await.unwrap();
        }
    }
    for writer in writers {
        writer.await.unwrap();
    }
    for name in ["one", "two"] {
        assert_eq!(looking.events(&id(name)).await.unwrap(), events(150));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_writers_at_one_audit_one_is_told() {
    let book = Book::new();
    let (one, two) = (book.open(), book.open());
    let audit = id("one");
    fill(&one, &audit, 0, 3).await;
    two.append(&audit, 3, event(3)).await.unwrap();
    let refused = one.append(&audit, 3, event(77)).await.unwrap_err();
    assert_eq!(refused, JournalError::Taken { audit: audit.clone(), seq: 3 });
    one.append(&audit, 4, event(4)).await.unwrap();
    assert_eq!(two.events(&audit).await.unwrap(), events(5));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_who_make_the_file_at_once_make_one() {
    let book = Book::new();
    let hands: Vec<_> = (0..8)
        .map(|n| {
            let path = book.path.clone();
            let make = move || {
                Sqlite::open(&path, automaton_auditor::ports::clock::Calendar::default()).unwrap()
            };
            tokio::task::spawn_blocking(move || (n, make()))
        })
        .collect();
    for hand in hands {
        let (n, journal) = hand.await.unwrap();
        fill(&journal, &id(&format!("audit-{n}")), 0, 3).await;
    }
    assert_eq!(book.open().audits().await.unwrap().len(), 8);
}
