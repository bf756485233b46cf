//! A detective: reads one artifact into facts, and turns facts into evidence.
//!
//! `RepoInvestigator`, `DocAnalyst` and `VisionInspector` are three actors of this shape; what each
//! of them knows is in `detect`. Reading happens in a child process behind the sandbox port.

use super::coordinator::CoordinatorMsg;
use super::{Docket, Equipment, failure};
use crate::detect;
use crate::domain::event::AuditEvent;
use crate::domain::evidence::Detective as Role;
use crate::domain::facts::Facts;
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::plan;
use crate::domain::request::{RepoSource, ReportSource};
use crate::domain::state::AgentState;
use crate::domain::task::{Step, Task};
use crate::ports::sandbox::{Answer, Extracted, Job, ReportReading};
use ractor::{Actor, ActorProcessingErr, ActorRef};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What an examiner gets beyond a job's own deadline, which it is to keep by itself.
const GRACE: Duration = Duration::from_secs(30);

/// What a detective accepts.
#[derive(Debug)]
pub enum DetectiveMsg {
    /// Do one step: fetch, locate, examine or testify. Answered by exactly one
    /// [`CoordinatorMsg::Record`], unless the detective crashes.
    Undertake {
        /// The step.
        step: Step,
        /// The audit as it is now.
        state: Arc<AgentState>,
    },
}

/// One of the three detectives.
pub struct Detective(pub Role);

/// What a detective works with.
pub struct Kit {
    /// The engine's ports and limits.
    pub equipment: Equipment,
    /// The audit's folder.
    pub docket: Docket,
    /// Who is told.
    pub coordinator: ActorRef<CoordinatorMsg>,
}

/// Which detective does a task. Taking the report out of the tree is the analyst's, so that the
/// investigator can read the sources meanwhile.
#[must_use]
pub fn whose(task: &Task) -> Option<Role> {
    match task {
        Task::Fetch => Some(Role::RepoInvestigator),
        Task::Locate => Some(Role::DocAnalyst),
        Task::Examine { detective } | Task::Testify { detective } => Some(*detective),
        Task::Hear { .. } | Task::Decide | Task::Publish => None,
    }
}

impl Actor for Detective {
    type Msg = DetectiveMsg;
    type State = Kit;
    type Arguments = Kit;

    async fn pre_start(
        &self,
        _myself: ActorRef<DetectiveMsg>,
        kit: Kit,
    ) -> Result<Kit, ActorProcessingErr> {
        Ok(kit)
    }

    async fn handle(
        &self,
        _myself: ActorRef<DetectiveMsg>,
        DetectiveMsg::Undertake { step, state }: DetectiveMsg,
        kit: &mut Kit,
    ) -> Result<(), ActorProcessingErr> {
        let Step { task, attempt } = step;
        let event = match self.undertake(&task, &state, kit).await {
            Ok(event) => event,
            Err(failure) => AuditEvent::lost(task, attempt, failure),
        };
        kit.coordinator.cast(CoordinatorMsg::Record { attempt, event: Arc::new(event) })?;
        Ok(())
    }
}

impl Detective {
    async fn undertake(
        &self,
        task: &Task,
        state: &AgentState,
        kit: &Kit,
    ) -> Result<AuditEvent, Failure> {
        if let Task::Testify { detective } = task {
            let (evidences, readings) = detect::testify(*detective, state);
            return Ok(AuditEvent::Testified { detective: *detective, evidences, readings });
        }
        let job = job(task, state, kit)?;
        let event = match examine(job, is_shared(task, state), kit).await? {
            Answer::Fetched(_) => AuditEvent::Fetched { path: clone_path(kit) },
            Answer::Extracted(extracted) => located(extracted, state, kit)?,
            Answer::Repository(facts) => {
                examined(Role::RepoInvestigator, Facts::Repository(*facts))
            }
            Answer::Document(facts) => examined(Role::DocAnalyst, Facts::Document(*facts)),
            Answer::Figures(facts) => examined(Role::VisionInspector, Facts::Figures(*facts)),
            // No detective asks for pictures, and a report's halves come one by one.
            Answer::Regions(_) | Answer::Report { .. } => return Err(misplaced(self.0, task)),
        };
        // An event that ends other work would be ignored, and the audit would wait for ever.
        if event.ends().as_ref() == Some(task) { Ok(event) } else { Err(misplaced(self.0, task)) }
    }
}

/// Has a job done, a `shared` one together with the job of the other detective who reads the report.
async fn examine(job: Job, shared: bool, kit: &Kit) -> Result<Answer, Failure> {
    let examiner = &*kit.equipment.examiner;
    let deadline = if shared { ReportReading::deadline(&job) } else { job.deadline() };
    let patience = deadline.saturating_add(GRACE);
    let answer = async {
        if shared { kit.docket.reading.run(examiner, job).await } else { examiner.run(job).await }
    };
    let Ok(answer) = tokio::time::timeout(patience, answer).await else {
        let message = format!("no answer within {} s", patience.as_secs());
        return Err(Failure::lasting(FailureKind::Deadline, message));
    };
    answer.map_err(|error| failure(&error))
}

/// Whether another detective reads the same report for something else.
fn is_shared(task: &Task, state: &AgentState) -> bool {
    match task {
        Task::Examine { detective: Role::DocAnalyst | Role::VisionInspector } => {
            let called = plan::called(state);
            called.contains(&Role::DocAnalyst) && called.contains(&Role::VisionInspector)
        }
        Task::Examine { detective: Role::RepoInvestigator }
        | Task::Fetch
        | Task::Locate
        | Task::Testify { .. }
        | Task::Hear { .. }
        | Task::Decide
        | Task::Publish => false,
    }
}

fn misplaced(detective: Role, task: &Task) -> Failure {
    let message = format!("the answer to {detective} is not one to `{task}`");
    Failure::lasting(FailureKind::Malformed, message)
}

fn examined(detective: Role, facts: Facts) -> AuditEvent {
    AuditEvent::Examined { detective, facts: Arc::new(facts) }
}

fn clone_path(kit: &Kit) -> PathBuf {
    kit.docket.folder.path().join("repository.git")
}

/// The job that a task comes down to.
fn job(task: &Task, state: &AgentState, kit: &Kit) -> Result<Job, Failure> {
    let limits = kit.equipment.limits.clone();
    let unknown = || Failure::lasting(FailureKind::Unreadable, "it is not known where to find it");
    let repository = || state.repository_path.clone().ok_or_else(unknown);
    let report = || state.report_path.clone().ok_or_else(unknown);
    match (task, &state.request.repo, &state.request.report) {
        (Task::Fetch, RepoSource::Remote { url }, _) => {
            Ok(Job::Fetch { url: url.clone(), into: clone_path(kit), limits })
        }
        (Task::Locate, _, source) => {
            let file = match source {
                ReportSource::InRepository { path } => Some(path.clone()),
                ReportSource::Search | ReportSource::File { .. } => None,
            };
            let into = kit.docket.folder.path().join("report.pdf");
            Ok(Job::Extract { repo: repository()?, file, into, limits })
        }
        (Task::Examine { detective: Role::RepoInvestigator }, ..) => {
            let lookups = detect::lookups(&state.rubric);
            Ok(Job::Repository { path: repository()?, lookups, limits })
        }
        (Task::Examine { detective: Role::DocAnalyst }, ..) => {
            Ok(Job::Document { path: report()?, limits })
        }
        (Task::Examine { detective: Role::VisionInspector }, ..) => {
            Ok(Job::Figures { path: report()?, limits })
        }
        (
            Task::Fetch | Task::Testify { .. } | Task::Hear { .. } | Task::Decide | Task::Publish,
            ..,
        ) => Err(Failure::lasting(FailureKind::Malformed, format!("no job fits `{task}`"))),
    }
}

fn located(extracted: Extracted, state: &AgentState, kit: &Kit) -> Result<AuditEvent, Failure> {
    let Some(chosen) = extracted.chosen else {
        let message = "no report was named, and none of the usual places (`reports/*.pdf`, `report*.pdf`) has one";
        return Err(Failure::lasting(FailureKind::Unreadable, message));
    };
    let choice = (state.request.report == ReportSource::Search).then(|| {
        let others = extracted.candidates.len().saturating_sub(1);
        match others {
            0 => format!("`{chosen}` is the only report in the usual places of the repository."),
            1 => format!(
                "`{chosen}` was chosen from 2 candidates in the repository; the other is `{}`.",
                extracted.candidates[1]
            ),
            _ => format!("`{chosen}` was chosen from {} candidates in the repository.", others + 1),
        }
    });
    Ok(AuditEvent::Located {
        path: kit.docket.folder.path().join("report.pdf"),
        shown: chosen,
        choice,
    })
}
