//! Audits of one process share the limits of an endpoint.

use crate::scene::{case, endpoint};
use crate::server::{Answer, Asked, Server};
use automaton_auditor::domain::models::{BenchModels, Bounds};
use automaton_auditor::domain::pace::PaceLimits;
use automaton_auditor::ports::bench::{Counsel, LanguageModels};
use automaton_auditor::ports::llm::{ChatModel, Gate};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Counts the calls that a server has in hand.
#[derive(Default)]
struct Hands {
    now: AtomicUsize,
    most: AtomicUsize,
}

fn server(hands: &Arc<Hands>, answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Server {
    let hands = Arc::clone(hands);
    Server::new(move |asked| {
        let now = hands.now.fetch_add(1, Ordering::SeqCst) + 1;
        hands.most.fetch_max(now, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(30));
        hands.now.fetch_sub(1, Ordering::SeqCst);
        answer(asked)
    })
}

/// Two benches before one gate, six hearings each.
async fn hearings(server: &Server, in_flight: u32) -> usize {
    let limits = PaceLimits { in_flight, per_minute: None };
    let gate: Arc<dyn ChatModel> =
        Arc::new(Gate::new(Arc::new(endpoint(server)), &server.host(), limits));
    let mut hearings = tokio::task::JoinSet::new();
    for nth in 0..12 {
        let models = BenchModels::one(server.host(), "m");
        let bench = LanguageModels::new(Arc::clone(&gate), models, Bounds::default(), nth % 2);
        let bench = bench.without_warm_up();
        hearings.spawn(async move { bench.opine(&case()).await.outcome.is_ok() });
    }
    hearings.join_all().await.into_iter().filter(|heard| *heard).count()
}

#[tokio::test]
async fn calls_in_flight_are_bounded_over_all_audits() {
    let hands = Arc::default();
    let server = server(&hands, |asked| asked.obediently(4));
    assert_eq!(hearings(&server, 3).await, 12);
    assert_eq!(hands.most.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn server_that_keeps_failing_is_left_alone() {
    let hands = Arc::default();
    let server = server(&hands, |asked| match asked.hearing {
        0 => asked.obediently(0),
        _ => Answer::Status(500, Vec::new(), String::new()),
    });
    assert_eq!(hearings(&server, 2).await, 0);
    let asked = server.asked().1;
    assert!((5..12).contains(&asked), "after five failures nobody asks any more: {asked}");
}
