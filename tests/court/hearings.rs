//! First and second hearings, and what is told about them.

use crate::doubles::counsel::{ScriptedCounsel, Speech};
use crate::doubles::journal::ScriptedJournal;
use crate::doubles::session::{PATIENCE, Session, close, record};
use crate::doubles::submission::CRITERIA;
use async_trait::async_trait;
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::ids::AuditId;
use automaton_auditor::domain::opinion::{Persona, Round};
use automaton_auditor::ports::journal::{CutOff, InMemory, Journal, JournalError};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

#[tokio::test(start_paused = true)]
async fn every_seat_is_heard_exactly_once() {
    let session = Session::default();
    let record = session.hold().await;
    let asked = session.counsel.asked();
    assert_eq!(asked.len(), CRITERIA.len() * Persona::ALL.len());
    assert!(asked.values().all(|times| *times == 1), "{asked:?}");
    for id in CRITERIA {
        let heard: Vec<Persona> =
            record.criterion(id).judge_opinions.iter().map(|opinion| opinion.judge).collect();
        assert_eq!(heard, Persona::ALL, "{id}");
    }
    assert!(record.losses().is_empty());
    assert_eq!(session.shelf.reports(), [record.report().clone()]);
}

/// Counts the opinions of each commit.
#[derive(Default)]
struct Counting {
    kept: InMemory,
    commits: Mutex<Vec<usize>>,
}

#[async_trait]
impl Journal for Counting {
    async fn append(
        &self,
        id: &AuditId,
        seq: u64,
        event: Arc<AuditEvent>,
    ) -> Result<(), JournalError> {
        self.kept.append(id, seq, event).await
    }

    async fn append_all(
        &self,
        id: &AuditId,
        seq: u64,
        all: &[Arc<AuditEvent>],
    ) -> Result<(), CutOff> {
        let heard = all.iter().filter(|event| matches!(***event, AuditEvent::Heard { .. })).count();
        self.commits.lock().unwrap().push(heard);
        self.kept.append_all(id, seq, all).await
    }

    async fn events(&self, id: &AuditId) -> Result<Vec<Arc<AuditEvent>>, JournalError> {
        self.kept.events(id).await
    }

    async fn close(&self, id: &AuditId) {
        self.kept.close(id).await;
    }
}

#[tokio::test(start_paused = true)]
async fn opinions_that_come_together_are_kept_together_and_nobody_waits_for_the_slow() {
    let commits = |slow: bool| async move {
        let counsel = ScriptedCounsel::new(move |seat, times| match (seat.persona, times) {
            (Persona::Defense, 1) if slow => Speech::Fails { transient: true },
            _ => Speech::Scores(4),
        });
        let journal = Arc::new(Counting::default());
        let session =
            Session { journal: Arc::clone(&journal) as _, ..Session::with_counsel(counsel) };
        session.hold().await;
        let commits = journal.commits.lock().unwrap().clone();
        commits.into_iter().filter(|heard| *heard > 0).collect::<Vec<_>>()
    };
    assert_eq!(commits(false).await, [12]);
    let late = commits(true).await;
    assert_eq!((late[0], late.iter().sum::<usize>()), (8, 12), "{late:?}");
}

#[tokio::test(start_paused = true)]
async fn no_judge_is_heard_before_every_detective_has_testified() {
    let record = Session::default().hold().await;
    let at = |wanted: fn(&AuditEvent) -> bool| {
        let places = record.events.iter().enumerate().filter(move |(_, event)| wanted(event));
        places.map(|(place, _)| place).collect::<Vec<_>>()
    };
    let testified = at(|event| matches!(event, AuditEvent::Testified { .. }));
    let heard = at(|event| matches!(event, AuditEvent::Heard { .. }));
    assert_eq!((testified.len(), heard.len()), (3, 12));
    assert!(testified.last() < heard.first());
    let kinds = [
        at(|event| matches!(event, AuditEvent::Opened { .. })),
        at(|event| matches!(event, AuditEvent::Decided { .. })),
        at(|event| matches!(event, AuditEvent::Published { .. })),
    ];
    let last = record.events.len() - 1;
    assert_eq!(kinds, [vec![0], vec![last - 1], vec![last]]);
}

#[tokio::test(start_paused = true)]
async fn second_hearing_is_held_exactly_where_the_spread_exceeds_two() {
    let session = Session::with_counsel(ScriptedCounsel::new(|seat, _| {
        Speech::Scores(match (seat.criterion.as_str(), seat.round, seat.persona) {
            ("history", Round::First, Persona::Prosecutor) => 1,
            ("words", Round::First, Persona::Prosecutor) => 2,
            ("history" | "words", Round::First, Persona::Defense) => 4,
            _ => 3,
        })
    }));
    let record = session.hold().await;
    for id in CRITERIA {
        let ruling = record.criterion(id);
        let is_contested = id == "history";
        assert_eq!(ruling.second_hearing.len(), if is_contested { 3 } else { 0 }, "{id}");
        assert_eq!(ruling.dissent_summary.is_some(), is_contested, "{id}");
        assert_eq!(ruling.spread > 2, is_contested, "{id}");
    }
    let second: BTreeSet<_> =
        session.counsel.asked().into_keys().filter(|seat| seat.round == Round::Second).collect();
    assert_eq!(second.len(), 3);
    assert!(second.iter().all(|seat| seat.criterion.as_str() == "history"));
}

#[tokio::test(start_paused = true)]
async fn judges_know_each_others_opinions_in_the_second_hearing_alone() {
    let session = Session::with_counsel(ScriptedCounsel::new(|seat, _| match seat.persona {
        Persona::Prosecutor => Speech::Scores(1),
        Persona::Defense | Persona::TechLead => Speech::Scores(5),
    }));
    session.hold().await;
    let cases = session.counsel.cases();
    assert_eq!(cases.len(), 24);
    for case in cases {
        let heard: Vec<u8> = case.heard.iter().map(|opinion| opinion.score.get()).collect();
        match case.seat.round {
            Round::First => assert!(heard.is_empty(), "{}", case.seat),
            Round::Second => assert_eq!(heard, [1, 5, 5], "{}", case.seat),
        }
        assert!(case.evidence().iter().all(|one| one.goal == case.seat.criterion.as_str()));
    }
}

#[tokio::test(start_paused = true)]
async fn an_event_is_in_the_journal_before_anybody_is_told() {
    let journal = Arc::new(ScriptedJournal::slow(Duration::from_millis(10)));
    let kept: Arc<dyn Journal> = Arc::clone(&journal) as _;
    let session = Session { journal: kept, ..Session::default() };
    let engine = session.engine().await;
    let handle = session.submit(&engine, "audit");
    let mut events = handle.events.resubscribe();
    let follow = tokio::spawn(async move {
        let audit = AuditId::new("audit").unwrap();
        let mut told = Vec::new();
        loop {
            match events.recv().await {
                Ok(event) => told.push(event),
                Err(RecvError::Closed) => return told,
                Err(RecvError::Lagged(missed)) => panic!("{missed} events were missed"),
            }
            let kept = journal.events(&audit).await.unwrap();
            assert_eq!(kept.get(..told.len()), Some(&told[..]), "told before it was kept");
        }
    });
    record(handle).await.report();
    close(engine).await;
    let told = tokio::time::timeout(PATIENCE, follow).await.expect("the last event comes").unwrap();
    assert!(matches!(told.last().map(AsRef::as_ref), Some(AuditEvent::Published { .. })));
}

#[tokio::test(start_paused = true)]
async fn audits_in_one_court_do_not_mix() {
    let alone = Session::default().hold().await.report().clone();
    let session = Session { judges_in_flight: 3, ..Session::default() };
    let engine = session.engine().await;
    let handles: Vec<_> =
        (0..6).map(|number| session.submit(&engine, &format!("audit-{number}"))).collect();
    for handle in handles {
        assert_eq!(*record(handle).await.report(), alone);
    }
    close(engine).await;
    assert!(session.counsel.asked().values().all(|asked| *asked == 6));
}

#[tokio::test(start_paused = true)]
async fn the_order_in_which_judges_speak_shows_in_no_report() {
    let run = |first: Persona| {
        let counsel = ScriptedCounsel::new(move |seat, attempt| match seat.persona {
            persona if persona == first && attempt == 1 => Speech::Fails { transient: true },
            Persona::Prosecutor => Speech::Scores(1),
            Persona::Defense => Speech::Scores(5),
            Persona::TechLead => Speech::Scores(2),
        });
        async move { Session::with_counsel(counsel).hold().await.report().clone() }
    };
    let json = automaton_auditor::render::json;
    let expected = json(&run(Persona::Prosecutor).await);
    assert_eq!(json(&run(Persona::Defense).await), expected);
    assert_eq!(json(&run(Persona::TechLead).await), expected);
}
