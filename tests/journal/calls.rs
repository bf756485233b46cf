//! The book of model calls.

use crate::book::{Book, fill, id};
use automaton_auditor::domain::call::{CallKey, Errand};
use automaton_auditor::domain::chat::{ChatReply, ChatRequest, FinishReason, Message, Role, Usage};
use automaton_auditor::domain::failure::{Failure, FailureKind};
use automaton_auditor::domain::task::Task;
use automaton_auditor::ports::journal::{CallBook, JournalError, Outcome};

fn key(question: &str, attempt: u32) -> CallKey {
    let request = ChatRequest {
        model: "m".to_owned(),
        messages: vec![Message::new(Role::User, question)],
        schema: None,
        max_output_tokens: 10,
        seed: 0,
    };
    let errand = Errand { audit: id("one"), task: Task::Look, attempt };
    CallKey { errand, call: request.id() }
}

fn reply(text: &str) -> ChatReply {
    let usage =
        Usage { prompt_tokens: 5, cached_tokens: 1, completion_tokens: 2, estimated: false };
    let finish = FinishReason::Other("odd".to_owned());
    ChatReply {
        text: text.to_owned(),
        finish,
        refusal: None,
        usage,
        model: Some("m-1".to_owned()),
        stand_in: None,
    }
}

#[tokio::test]
async fn a_finished_call_is_replayed_and_one_in_flight_is_made_again() {
    let book = Book::new();
    let journal = book.open();
    let (done, lost) = (key("a", 1), key("b", 1));
    assert_eq!(journal.begin(&done).await.unwrap(), None);
    assert_eq!(journal.begin(&lost).await.unwrap(), None);
    journal.finish(&done, &Ok(reply("yes"))).await.unwrap();
    drop(journal);
    let journal = book.open();
    assert_eq!(journal.begin(&done).await.unwrap(), Some(reply("yes")));
    assert_eq!(journal.begin(&lost).await.unwrap(), None);
    assert_eq!(journal.begin(&key("a", 2)).await.unwrap(), None, "another attempt is another call");
    let calls = journal.calls(&id("one")).await.unwrap();
    let mut seen: Vec<_> =
        calls.iter().map(|c| (c.attempt, c.begun, c.outcome.is_some())).collect();
    seen.sort_unstable();
    assert_eq!(seen, [(1, 1, true), (1, 2, false), (2, 1, false)]);
    let finished = calls.iter().find(|call| call.outcome.is_some()).unwrap();
    assert_eq!(finished.idempotency_key, done.idempotency_key());
    assert_eq!(finished.outcome, Some(Outcome::Reply(reply("yes"))));
    assert!(finished.finished_at_ms.unwrap() >= finished.begun_at_ms);
}

#[tokio::test]
async fn a_failed_call_may_be_made_again_and_a_reply_stays() {
    let book = Book::new();
    let journal = book.open();
    let key = key("a", 1);
    let failure = Failure::passing(FailureKind::RateLimited, "slow down");
    journal.begin(&key).await.unwrap();
    journal.finish(&key, &Err(failure.clone())).await.unwrap();
    let call = journal.calls(&id("one")).await.unwrap().remove(0);
    assert_eq!(call.outcome, Some(Outcome::Failure(failure.clone())));
    assert_eq!(journal.begin(&key).await.unwrap(), None);
    assert_eq!(journal.calls(&id("one")).await.unwrap()[0].outcome, None);
    journal.finish(&key, &Ok(reply("first"))).await.unwrap();
    journal.finish(&key, &Ok(reply("second"))).await.unwrap();
    journal.finish(&key, &Err(failure)).await.unwrap();
    assert_eq!(journal.begin(&key).await.unwrap(), Some(reply("first")));
}

#[tokio::test]
async fn the_list_of_audits_counts_calls() {
    let book = Book::new();
    let journal = book.open();
    fill(&journal, &id("one"), 0, 1).await;
    for (n, question) in ["a", "b", "c"].into_iter().enumerate() {
        journal.begin(&key(question, 1)).await.unwrap();
        if n > 0 {
            journal.finish(&key(question, 1), &Ok(reply("x"))).await.unwrap();
        }
    }
    let entry = journal.entry(&id("one")).await.unwrap();
    assert_eq!((entry.calls_finished, entry.calls_in_flight), (2, 1));
    journal.forget(&id("one")).await.unwrap();
    assert_eq!(journal.calls(&id("one")).await.unwrap(), []);
}

#[tokio::test]
async fn a_changed_reply_is_never_replayed() {
    let book = Book::new();
    let journal = book.open();
    let key = key("a", 1);
    journal.begin(&key).await.unwrap();
    journal.finish(&key, &Ok(reply("score 2"))).await.unwrap();
    let raw = rusqlite::Connection::open(&book.path).unwrap();
    raw.execute("UPDATE calls SET outcome = replace(outcome, 'score 2', 'score 5')", []).unwrap();
    let refused = journal.begin(&key).await;
    assert!(matches!(refused, Err(JournalError::Spoilt { .. })), "{refused:?}");
    assert!(journal.calls(&id("one")).await.is_err());
}
