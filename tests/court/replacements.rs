//! Actors that are replaced, and messages that come too late for them.

use crate::doubles::counsel::{ScriptedCounsel, Speech, opinion};
use crate::doubles::session::{PATIENCE, Session};
use crate::doubles::submission::CRITERIA;
use automaton_auditor::actors::bench::{BenchMsg, Summons};
use automaton_auditor::actors::coordinator::{Brief, Coordinator, CoordinatorMsg};
use automaton_auditor::actors::court::{Court, CourtMsg, Filing};
use automaton_auditor::actors::{Belongings, Equipment, Hours};
use automaton_auditor::domain::chat::Account;
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::failure::{Failure, FailureKind};
use automaton_auditor::domain::ids::AuditId;
use automaton_auditor::domain::limits::Limits;
use automaton_auditor::domain::state::AgentState;
use automaton_auditor::domain::task::Task;
use automaton_auditor::ports::clock::SystemClock;
use automaton_auditor::ports::workroom::Workroom;
use ractor::{Actor, ActorCell, ActorProcessingErr, ActorRef, ActorStatus};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{broadcast, oneshot, watch};

fn equipment(session: &Session) -> Equipment {
    Equipment {
        onlooker: None,
        examiner: Arc::clone(&session.examiner) as _,
        counsel: Arc::clone(&session.counsel) as _,
        journal: Arc::clone(&session.journal),
        clock: Arc::new(SystemClock::default()),
        limits: Limits::default(),
        judges_in_flight: session.judges_in_flight,
        hearing_deadline: session.hearing_deadline,
        program_version: "0".into(),
        trouble: None,
    }
}

fn belongings(session: &Session) -> Belongings {
    let folder = Workroom::temporary().expect("a folder can be made");
    Belongings {
        reports: Arc::clone(&session.shelf) as _,
        folder: Arc::new(folder),
        reading: Arc::default(),
    }
}

type Last = Result<Arc<AgentState>, String>;

/// Opens an audit in a court whose children a test can reach.
fn open(session: &Session, court: &ActorRef<CourtMsg>) -> oneshot::Receiver<Last> {
    let (done, waiting) = oneshot::channel();
    let filing = Filing {
        audit: AuditId::new("audit").unwrap(),
        opening: Some((Arc::new(session.request.clone()), Arc::clone(&session.rubric))),
        belongings: belongings(session),
        events: broadcast::channel(64).0,
        done,
    };
    court.cast(CourtMsg::Open(Box::new(filing))).expect("the court is open");
    waiting
}

/// The bench that hears cases, once it is there: a crashed one is replaced after a pause.
async fn bench(court: &ActorRef<CourtMsg>) -> ActorCell {
    let find = async {
        loop {
            let mut children = court.get_children().into_iter();
            let bench = children.find(|c| c.is_message_type_of::<BenchMsg>() == Some(true));
            match bench {
                Some(bench) if bench.get_status() == ActorStatus::Running => return bench,
                Some(_) | None => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    };
    tokio::time::timeout(PATIENCE, find).await.expect("a court has a bench")
}

async fn last(waiting: oneshot::Receiver<Last>) -> Arc<AgentState> {
    let last = tokio::time::timeout(PATIENCE, waiting).await.expect("the audit ends");
    last.expect("the court tells").expect("the audit is not given up")
}

/// First attempts hang, second ones bring an opinion.
fn hanging_once() -> Session {
    Session::with_counsel(ScriptedCounsel::new(|_, attempt| match attempt {
        1 => Speech::Hangs,
        _ => Speech::Scores(4),
    }))
}

#[tokio::test(start_paused = true)]
async fn crashed_bench_is_replaced_and_its_cases_are_heard_again() {
    let session = Session { judges_in_flight: 5, ..hanging_once() };
    let (court, ended) = Actor::spawn(None, Court, equipment(&session)).await.unwrap();
    let waiting = open(&session, &court);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(session.counsel.asked().len(), 5, "five judges sit and hang");
    bench(&court).await.kill();
    let state = last(waiting).await;
    let report = state.final_report.as_ref().expect("there is a report");
    assert_eq!(report.criteria.len(), CRITERIA.len());
    assert!(report.criteria.iter().all(|c| c.missing_seats.is_empty()));
    let lost = state.losses.values().flat_map(|attempts| attempts.values());
    let lost: Vec<&str> = lost.map(|failure| failure.message.as_str()).collect();
    // The bench held all twelve cases, five of them with a judge.
    let replaced = lost.iter().filter(|message| message.contains("the bench was replaced"));
    assert_eq!(replaced.count(), 12, "{lost:?}");
    court.cast(CourtMsg::Adjourn).unwrap();
    tokio::time::timeout(PATIENCE, ended).await.expect("the court closes").unwrap();
}

#[tokio::test(start_paused = true)]
async fn audit_that_is_opened_while_there_is_no_bench_waits_for_the_next() {
    let session = Session::default();
    let (court, ended) = Actor::spawn(None, Court, equipment(&session)).await.unwrap();
    bench(&court).await.kill();
    let state = last(open(&session, &court)).await;
    assert_eq!(state.opinions.len(), 12);
    // And a court whose bench is gone closes all the same.
    bench(&court).await.kill();
    tokio::task::yield_now().await;
    let started = tokio::time::Instant::now();
    court.cast(CourtMsg::Adjourn).unwrap();
    tokio::time::timeout(PATIENCE, ended).await.expect("the court closes").unwrap();
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

#[tokio::test(start_paused = true)]
async fn bench_that_crashes_three_times_leaves_its_seats_missing() {
    let session = Session::with_counsel(ScriptedCounsel::new(|_, _| Speech::Hangs));
    let (court, ended) = Actor::spawn(None, Court, equipment(&session)).await.unwrap();
    let waiting = open(&session, &court);
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        bench(&court).await.kill();
    }
    let state = last(waiting).await;
    assert_eq!(state.final_report.as_ref().expect("there is a report").not_scored.len(), 4);
    court.cast(CourtMsg::Adjourn).unwrap();
    tokio::time::timeout(PATIENCE, ended).await.expect("the court closes").unwrap();
}

#[tokio::test(start_paused = true)]
async fn bench_that_keeps_crashing_closes_the_court() {
    let mut session = Session::with_counsel(ScriptedCounsel::new(|_, _| Speech::Hangs));
    session.request.retry.attempts = 10;
    let (court, ended) = Actor::spawn(None, Court, equipment(&session)).await.unwrap();
    let waiting = open(&session, &court);
    tokio::time::sleep(Duration::from_millis(50)).await;
    for _ in 0..6 {
        bench(&court).await.kill();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let told = tokio::time::timeout(PATIENCE, waiting).await.expect("the audit ends").unwrap();
    assert!(told.unwrap_err().contains("the bench kept crashing"));
    tokio::time::timeout(PATIENCE, ended).await.expect("the court closes").unwrap();
}

#[tokio::test(start_paused = true)]
async fn killed_coordinator_is_started_again_and_asks_for_what_is_missing() {
    let session = hanging_once();
    let (court, ended) = Actor::spawn(None, Court, equipment(&session)).await.unwrap();
    let waiting = open(&session, &court);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let mut children = court.get_children().into_iter();
    let coordinator =
        children.find(|child| child.is_message_type_of::<CoordinatorMsg>() == Some(true));
    coordinator.expect("there is a coordinator").kill();
    let state = last(waiting).await;
    assert_eq!(state.opinions.len(), 12);
    for kind in ["repository", "document", "figures"] {
        assert_eq!(session.examiner.asked(kind), 1, "{kind} is in the journal");
    }
    court.cast(CourtMsg::Adjourn).unwrap();
    tokio::time::timeout(PATIENCE, ended).await.expect("the court closes").unwrap();
}

/// A bench that loses every first attempt, and after the second opinion brings the first one late.
struct LateBench;

impl Actor for LateBench {
    type Msg = BenchMsg;
    type State = ();
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<BenchMsg>, (): ()) -> Result<(), ActorProcessingErr> {
        Ok(())
    }

    async fn handle(
        &self,
        _: ActorRef<BenchMsg>,
        message: BenchMsg,
        (): &mut (),
    ) -> Result<(), ActorProcessingErr> {
        let BenchMsg::Hear(cases) = message else {
            return Ok(());
        };
        cases.into_iter().try_for_each(answer)
    }
}

/// Every first attempt fails, and its opinion comes late all the same.
fn answer(Summons { case, attempt, coordinator, .. }: Summons) -> Result<(), ActorProcessingErr> {
    let tell = |attempt, event| {
        coordinator.cast(CoordinatorMsg::Record { attempt, event: Arc::new(event) })
    };
    let heard = |attempt, score| AuditEvent::Heard {
        attempt,
        opinion: opinion(&case, score),
        account: Account::new(),
    };
    if attempt == 1 {
        let failure = Failure::passing(FailureKind::Deadline, "too slow");
        let task = Task::Hear { seat: case.seat.clone() };
        tell(1, AuditEvent::lost(task, 1, failure))?;
        // The opinion of the attempt that was given up, while the next one is awaited.
        tell(1, heard(1, 1))?;
    } else {
        tell(attempt, heard(attempt, 5))?;
        // And once more, when the seat is settled.
        tell(1, heard(1, 1))?;
        tell(attempt, heard(attempt, 2))?;
    }
    Ok(())
}

/// A court that only waits for the end of an audit.
struct Gallery(Mutex<Option<oneshot::Sender<Arc<AgentState>>>>);

impl Actor for Gallery {
    type Msg = CourtMsg;
    type State = ();
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<CourtMsg>, (): ()) -> Result<(), ActorProcessingErr> {
        Ok(())
    }

    async fn handle(
        &self,
        _: ActorRef<CourtMsg>,
        message: CourtMsg,
        (): &mut (),
    ) -> Result<(), ActorProcessingErr> {
        if let CourtMsg::Close { state, .. } = message
            && let Some(done) = self.0.lock().unwrap().take()
        {
            let _ = done.send(state);
        }
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn late_opinion_of_a_given_up_attempt_is_ignored() {
    let session = Session::default();
    let (done, waiting) = oneshot::channel();
    let gallery = Gallery(Mutex::new(Some(done)));
    let (court, _) = Actor::spawn(None, gallery, ()).await.unwrap();
    let (bench, _) = Actor::spawn(None, LateBench, ()).await.unwrap();
    let (events, mut told) = broadcast::channel(256);
    let brief = Brief {
        audit: AuditId::new("audit").unwrap(),
        opening: Some((Arc::new(session.request.clone()), Arc::clone(&session.rubric))),
        equipment: Arc::new(equipment(&session)),
        hours: watch::channel(Hours::Open).1,
        belongings: belongings(&session),
        bench: bench.clone(),
        court: court.clone(),
        events,
    };
    let (coordinator, _) = Actor::spawn(None, Coordinator, brief).await.unwrap();
    let state = tokio::time::timeout(PATIENCE, waiting).await.expect("the audit ends").unwrap();
    assert_eq!(state.opinions.len(), 12);
    assert!(state.opinions.iter().all(|opinion| opinion.score.get() == 5));
    assert!(state.losses.values().all(|attempts| attempts.len() == 1));
    let mut heard = 0;
    while let Ok(event) = told.try_recv() {
        if let AuditEvent::Heard { attempt, .. } = event.as_ref() {
            assert_eq!(*attempt, 2);
            heard += 1;
        }
    }
    assert_eq!(heard, 12);
    for cell in [coordinator.get_cell(), bench.get_cell(), court.get_cell()] {
        cell.stop(None);
    }
}
