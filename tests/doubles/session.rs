//! One audit from its submission to its end, in a court of doubles.

use super::counsel::ScriptedCounsel;
use super::examiner::ScriptedExaminer;
use super::shelf::Shelf;
use super::submission;
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::ids::AuditId;
use automaton_auditor::domain::report::AuditReport;
use automaton_auditor::domain::request::AuditRequest;
use automaton_auditor::domain::rubric::Rubric;
use automaton_auditor::domain::verdict::CriterionResult;
use automaton_auditor::engine::{AuditHandle, Engine, EngineBuilder, EngineError, Outcome};
use automaton_auditor::ports::journal::{InMemory, Journal};
use std::sync::Arc;
use std::time::Duration;

/// Longest time that a test waits for anything. The clock of a test stands still while somebody works and
/// jumps while everybody waits, so that a court that hangs is found out at once.
pub const PATIENCE: Duration = Duration::from_hours(1);

/// What an audit is made of.
pub struct Session {
    pub examiner: Arc<ScriptedExaminer>,
    pub counsel: Arc<ScriptedCounsel>,
    pub journal: Arc<dyn Journal>,
    pub shelf: Arc<Shelf>,
    pub request: AuditRequest,
    pub rubric: Arc<Rubric>,
    pub judges_in_flight: usize,
    pub hearing_deadline: Duration,
}

/// How an audit went.
pub struct Record {
    pub outcome: Result<Outcome, EngineError>,
    pub events: Vec<Arc<AuditEvent>>,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            examiner: Arc::new(ScriptedExaminer::willing()),
            counsel: Arc::new(ScriptedCounsel::agreed()),
            journal: Arc::new(InMemory::default()),
            shelf: Arc::new(Shelf::default()),
            request: submission::request(),
            rubric: submission::rubric(),
            judges_in_flight: 8,
            hearing_deadline: Duration::from_mins(2),
        }
    }
}

impl Session {
    pub fn with_counsel(counsel: ScriptedCounsel) -> Self {
        Self { counsel: Arc::new(counsel), ..Self::default() }
    }

    pub fn with_examiner(examiner: ScriptedExaminer) -> Self {
        Self { examiner: Arc::new(examiner), ..Self::default() }
    }

    /// Opens a court with these doubles.
    pub async fn engine(&self) -> Engine {
        let examiner = Arc::clone(&self.examiner);
        let counsel = Arc::clone(&self.counsel);
        let builder = EngineBuilder::new(examiner)
            .counsel(counsel)
            .journal(Arc::clone(&self.journal))
            .judges(self.judges_in_flight, self.hearing_deadline);
        builder.start().await.expect("the court opens")
    }

    /// Submits the audit under a name.
    pub fn submit(&self, engine: &Engine, name: &str) -> AuditHandle {
        let audit = AuditId::new(name).expect("the name is plain");
        let reports = Arc::clone(&self.shelf);
        let (request, rubric) = (self.request.clone(), Arc::clone(&self.rubric));
        engine.submit(audit, request, rubric, reports).expect("the court takes the audit")
    }

    /// Conducts the audit to its end and closes the court.
    pub async fn hold(&self) -> Record {
        let engine = self.engine().await;
        let record = record(self.submit(&engine, "audit")).await;
        close(engine).await;
        record
    }
}

/// Waits for the end of an audit.
pub async fn record(handle: AuditHandle) -> Record {
    let mut events = Vec::new();
    let follow = handle.follow(|event| events.push(event));
    let (outcome, _) = tokio::time::timeout(PATIENCE, follow).await.expect("the audit ends");
    Record { outcome, events }
}

/// Closes a court.
pub async fn close(engine: Engine) {
    let patience = Duration::from_secs(30);
    tokio::time::timeout(PATIENCE, engine.shut_down(patience)).await.expect("the court closes");
}

impl Record {
    /// The report that was written.
    #[track_caller]
    pub fn report(&self) -> &AuditReport {
        match &self.outcome {
            Ok(Outcome::Reported { report, .. }) => report,
            other => panic!("there is no report: {other:?}"),
        }
    }

    /// The ruling on one criterion.
    #[track_caller]
    pub fn criterion(&self, id: &str) -> &CriterionResult {
        let found = self.report().criteria.iter().find(|c| c.dimension_id.as_str() == id);
        found.unwrap_or_else(|| panic!("`{id}` has no score"))
    }

    /// The ids of the criteria that have a score.
    pub fn scored(&self) -> Vec<&str> {
        self.report().criteria.iter().map(|c| c.dimension_id.as_str()).collect()
    }

    /// Why criteria have no score, by id.
    pub fn not_scored(&self) -> Vec<(&str, &str)> {
        let all = self.report().not_scored.iter();
        all.map(|one| (one.dimension_id.as_str(), one.reason.as_str())).collect()
    }

    /// Attempts that came to nothing: what, which, why.
    pub fn losses(&self) -> Vec<(String, u32, String)> {
        let lost = self.events.iter().filter_map(|event| match event.as_ref() {
            AuditEvent::Lost { task, attempt, failure, .. } => {
                Some((task.to_string(), *attempt, failure.message.clone()))
            }
            _ => None,
        });
        lost.collect()
    }
}
