//! Courts that close in the middle of the work, and actors that hang.

use crate::doubles::counsel::{ScriptedCounsel, Speech};
use crate::doubles::examiner::{Reading, ScriptedExaminer};
use crate::doubles::session::{PATIENCE, Session, record};
use async_trait::async_trait;
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::ids::AuditId;
use automaton_auditor::engine::{Engine, EngineBuilder};
use automaton_auditor::ports::trouble::{Moment, Site, Trouble};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Makes one place hang once, and writes down who stopped in order.
#[derive(Default)]
struct Watchful {
    hangs: Mutex<Option<(&'static str, Moment)>>,
    stopped: Mutex<BTreeMap<&'static str, u32>>,
    /// Who never gets as far as to start.
    never_starts: Option<&'static str>,
}

#[async_trait]
impl Trouble for Watchful {
    async fn strike(&self, site: Site) {
        if site.moment == Moment::PostStop {
            *self.stopped.lock().unwrap().entry(site.actor).or_default() += 1;
        }
        let hangs = {
            let mut planned = self.hangs.lock().unwrap();
            planned.take_if(|planned| *planned == (site.actor, site.moment)).is_some()
        };
        let is_stillborn = self.never_starts == Some(site.actor);
        assert!(!is_stillborn || site.moment != Moment::PreStart, "it does not start");
        if hangs {
            std::future::pending::<()>().await;
        }
    }

    fn deliveries(&self, _: &str) -> Vec<Duration> {
        vec![Duration::ZERO]
    }
}

async fn engine(session: &Session, trouble: &Arc<Watchful>) -> Engine {
    EngineBuilder::new(Arc::clone(&session.examiner) as _)
        .counsel(Arc::clone(&session.counsel) as _)
        .journal(Arc::clone(&session.journal))
        .judges(session.judges_in_flight, session.hearing_deadline)
        .trouble(Arc::clone(trouble) as _)
        .start()
        .await
        .expect("the court opens")
}

/// Closes a court in which somebody may hang after a while; returns who stopped in order, and how long that took.
async fn closed(
    session: &Session,
    hangs: Option<(&'static str, Moment)>,
    after: Duration,
) -> (BTreeMap<&'static str, u32>, Duration) {
    let trouble = Arc::new(Watchful { hangs: Mutex::new(hangs), ..Watchful::default() });
    let engine = engine(session, &trouble).await;
    let _handle = session.submit(&engine, "audit");
    tokio::time::sleep(after).await;
    let since = tokio::time::Instant::now();
    engine.shut_down(Duration::from_mins(1)).await;
    let stopped = trouble.stopped.lock().unwrap().clone();
    (stopped, since.elapsed())
}

const FIVE: [&str; 5] =
    ["doc_analyst", "repo_investigator", "vision_inspector", "chief_justice", "clerk"];

#[tokio::test(start_paused = true)]
async fn everybody_stops_in_order_within_ten_seconds_also_in_the_middle_of_the_work() {
    let hanging_judges = Session::with_counsel(ScriptedCounsel::new(|_, _| Speech::Hangs));
    let hanging_readers = Session::with_examiner(ScriptedExaminer::new(|_, _| Reading::Hangs));
    let hanging_clerk = Some(("clerk", Moment::Handle));
    // Whoever has had nothing to do was not seated.
    for (session, hangs, desks, judges) in [
        (hanging_judges, None, &FIVE[..3], 8),
        (hanging_readers, None, &FIVE[..3], 0),
        (Session::default(), hanging_clerk, &FIVE[..], 8),
    ] {
        let (stopped, took) = closed(&session, hangs, Duration::from_secs(1)).await;
        assert!(took <= Duration::from_secs(10), "it takes {took:?}");
        let mut expected: BTreeMap<_, _> = desks.iter().map(|actor| (*actor, 1)).collect();
        expected.extend([("bench", 1), ("coordinator", 1)]);
        expected.extend((judges > 0).then_some(("judge", judges)));
        assert_eq!(stopped, expected);
    }
}

#[tokio::test(start_paused = true)]
async fn judges_finish_what_they_are_at_and_nobody_begins_anything_new() {
    let counsel = ScriptedCounsel::agreed().thinking_for(Duration::from_secs(3));
    let session = Session { judges_in_flight: 5, ..Session::with_counsel(counsel) };
    closed(&session, None, Duration::from_secs(1)).await;
    let events = session.journal.events(&AuditId::new("audit").unwrap()).await.unwrap();
    let heard = events.iter().filter(|event| matches!(***event, AuditEvent::Heard { .. })).count();
    assert_eq!((heard, session.counsel.asked().len()), (5, 5));
    let lost = events.iter().any(|event| matches!(**event, AuditEvent::Lost { .. }));
    assert!(!lost, "what was not begun is no loss");
}

#[tokio::test(start_paused = true)]
async fn whoever_hangs_is_found_out_and_replaced_and_the_verdict_is_the_same() {
    let expected = Session::default().hold().await.report().clone();
    let moments = [Moment::PreStart, Moment::PostStart, Moment::Handle];
    for actor in FIVE.iter().chain(&["bench", "coordinator", "judge"]) {
        for moment in moments {
            let session = Session::default();
            let trouble = Arc::new(Watchful::default());
            let engine = {
                // A bench that hangs at its first start keeps the whole court from opening.
                let engine = engine(&session, &trouble).await;
                *trouble.hangs.lock().unwrap() = Some((actor, moment));
                engine
            };
            let record = record(session.submit(&engine, "audit")).await;
            let report = record.report();
            assert_eq!(report.criteria, expected.criteria, "{actor} {}", moment.name());
            tokio::time::timeout(PATIENCE, engine.shut_down(Duration::from_secs(30)))
                .await
                .expect("the court closes");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_detective_that_never_starts_ends_in_a_report_without_its_criteria() {
    for actor in &FIVE[..3] {
        let session = Session::default();
        let trouble = Watchful { never_starts: Some(actor), ..Watchful::default() };
        let engine = engine(&session, &Arc::new(trouble)).await;
        let record = record(session.submit(&engine, "audit")).await;
        let lost = |event: &&Arc<AuditEvent>| matches!(***event, AuditEvent::Lost { .. });
        let losses = record.events.iter().filter(lost).count();
        assert!(losses > 0 && losses.is_multiple_of(3), "{actor}: {losses}");
        let (scored, left) = (&record.report().criteria, &record.report().not_scored);
        assert!(!scored.is_empty() && !left.is_empty(), "{actor}: {scored:?} {left:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_audit_that_is_called_off_ends_within_two_seconds_and_no_other_is_touched() {
    let session =
        Session::with_counsel(ScriptedCounsel::agreed().thinking_for(Duration::from_secs(40)));
    let engine = session.engine().await;
    let (first, second) = (session.submit(&engine, "first"), session.submit(&engine, "second"));
    tokio::time::sleep(Duration::from_secs(5)).await;
    let since = tokio::time::Instant::now();
    engine.cancel(&AuditId::new("first").unwrap());
    let Err(error) = first.outcome().await else { panic!("it was called off") };
    assert!(error.to_string().contains("called off"), "{error}");
    assert!(since.elapsed() <= Duration::from_secs(2), "{:?}", since.elapsed());
    record(second).await.report();
    // The places of its judges are free for the others: nobody waited for the rest of their speeches.
    assert!(since.elapsed() < Duration::from_mins(4), "{:?}", since.elapsed());
    engine.shut_down(Duration::from_secs(30)).await;
}
