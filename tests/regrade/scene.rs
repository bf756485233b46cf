//! One submission that is audited, and then audited again in another way.

use crate::doubles::counsel::{ScriptedCounsel, Speech};
use crate::doubles::examiner::ScriptedExaminer;
use crate::doubles::session::{Record, Session, close, record};
use async_trait::async_trait;
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::ids::{AuditId, CriterionId, EvidenceId};
use automaton_auditor::domain::opinion::{Persona, Seat};
use automaton_auditor::domain::request::AuditRequest;
use automaton_auditor::domain::rubric::{Dimension, Rubric};
use automaton_auditor::domain::state::AgentState;
use automaton_auditor::domain::waived::Waived;
use automaton_auditor::engine::{Engine, EngineError, Following};
use automaton_auditor::ports::journal::{InMemory, Journal, JournalError};
use std::sync::Arc;

/// A journal that forgets nothing while it is there.
#[derive(Default)]
pub struct Shelved(InMemory);

#[async_trait]
impl Journal for Shelved {
    async fn append(
        &self,
        audit: &AuditId,
        seq: u64,
        event: Arc<AuditEvent>,
    ) -> Result<(), JournalError> {
        self.0.append(audit, seq, event).await
    }

    async fn events(&self, audit: &AuditId) -> Result<Vec<Arc<AuditEvent>>, JournalError> {
        self.0.events(audit).await
    }

    async fn close(&self, _: &AuditId) {}
}

/// The judges are far apart on the history alone, so that there is a second hearing.
fn scores(seat: &Seat) -> u8 {
    match (seat.criterion.as_str(), seat.persona) {
        ("history", Persona::Prosecutor) => 1,
        ("history", Persona::Defense) => 5,
        (_, Persona::Prosecutor) => 3,
        (_, Persona::Defense | Persona::TechLead) => 4,
    }
}

/// An audit that came to its end under the name `former`, and the court that conducted it.
pub struct Scene {
    pub session: Session,
    pub former: Record,
    pub journal: Arc<Shelved>,
}

/// How an audit that follows is asked for.
pub struct Again {
    pub rubric: Rubric,
    pub request: AuditRequest,
    pub reuse_facts: bool,
}

/// How it went: the record, who was asked, and its last state.
pub struct Followed {
    pub record: Record,
    pub asked: Vec<Seat>,
    pub state: AgentState,
    pub examiner: Arc<ScriptedExaminer>,
}

impl Scene {
    pub async fn set() -> Self {
        let journal = Arc::<Shelved>::default();
        let session = Session { journal: Arc::clone(&journal) as _, ..Self::counselled() };
        let engine = session.engine().await;
        let former = record(session.submit(&engine, "former")).await;
        close(engine).await;
        former.report();
        Self { session, former, journal }
    }

    fn counselled() -> Session {
        Session::with_counsel(ScriptedCounsel::new(|seat, _| Speech::Scores(scores(seat))))
    }

    /// The same again.
    pub fn again(&self) -> Again {
        Again {
            rubric: self.session.rubric.as_ref().clone(),
            request: self.session.request.clone(),
            reuse_facts: true,
        }
    }

    /// Has it audited again, after the audit of this name.
    pub async fn follow(&self, again: Again, after: &str, name: &str) -> Followed {
        let session = Session { journal: Arc::clone(&self.journal) as _, ..Self::counselled() };
        let engine = session.engine().await;
        let handle = Self::regrade(&engine, &session, again, after, name).await;
        let record = record(handle.expect("the court takes the audit")).await;
        close(engine).await;
        Followed {
            record,
            asked: session.counsel.asked().into_keys().collect(),
            state: self.state(name).await,
            examiner: session.examiner,
        }
    }

    /// Why nothing can follow the audit of this name.
    pub async fn refused(&self, after: &str) -> EngineError {
        let session = Session { journal: Arc::clone(&self.journal) as _, ..Self::counselled() };
        let engine = session.engine().await;
        let refused = Self::regrade(&engine, &session, self.again(), after, "again").await;
        close(engine).await;
        refused.err().expect("nothing can follow it")
    }

    async fn regrade(
        engine: &Engine,
        session: &Session,
        again: Again,
        after: &str,
        name: &str,
    ) -> Result<automaton_auditor::engine::AuditHandle, EngineError> {
        let Again { rubric, request, reuse_facts } = again;
        let following = Following { audit: AuditId::new(after).unwrap(), reuse_facts };
        let reports = Arc::clone(&session.shelf);
        let (audit, rubric) = (AuditId::new(name).unwrap(), Arc::new(rubric));
        engine.regrade(audit, following, request, rubric, reports).await
    }

    /// The events of an audit.
    pub async fn events(&self, name: &str) -> Vec<Arc<AuditEvent>> {
        self.journal.events(&AuditId::new(name).unwrap()).await.unwrap()
    }

    /// The last state of an audit.
    pub async fn state(&self, name: &str) -> AgentState {
        let events = self.events(name).await;
        let AuditEvent::Opened { request, rubric } = events[0].as_ref() else {
            panic!("it does not begin at the beginning")
        };
        let mut state = AgentState::new(Arc::clone(request), Arc::clone(rubric));
        for event in &events {
            state.apply(event);
        }
        state
    }

    /// The first piece of evidence on a criterion of the former audit.
    pub fn evidence(&self, criterion: &str) -> EvidenceId {
        self.former.report().evidences[&id(criterion)][0].id.clone()
    }
}

impl Again {
    /// Changes one dimension of the rubric.
    pub fn changing(mut self, criterion: &str, change: impl FnOnce(&mut Dimension)) -> Self {
        let mut all = self.rubric.dimensions.iter_mut();
        let one = all.find(|one| one.id.as_str() == criterion).expect("the rubric has it");
        change(Arc::make_mut(one));
        self
    }

    /// Waives a piece of evidence.
    pub fn waiving(mut self, evidence: EvidenceId) -> Self {
        let (who, reason) = ("ada".to_owned(), "a fixture".to_owned());
        self.request.waivers.push(Waived { evidence, who, reason, until: None });
        self
    }
}

impl Followed {
    /// On what anybody was asked.
    pub fn asked_on(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.asked.iter().map(|seat| seat.criterion.as_str()).collect();
        all.dedup();
        all
    }
}

pub fn id(criterion: &str) -> CriterionId {
    CriterionId::new(criterion).unwrap()
}
