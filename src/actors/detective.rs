//! A detective: reads one artifact into facts, and turns facts into evidence.
//!
//! `RepoInvestigator`, `DocAnalyst` and `VisionInspector` are three actors of this shape; what each
//! of them knows is in `detect`. Reading happens in a child process behind the sandbox port.

use super::coordinator::CoordinatorMsg;
use super::{Belongings, Equipment, Hours, failure, until};
use crate::detect::{self, Ahead};
use crate::domain::call::Errand;
use crate::domain::chat::Account;
use crate::domain::event::AuditEvent;
use crate::domain::evidence::Detective as Role;
use crate::domain::facts::{Facts, Region, Sights};
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::ids::AuditId;
use crate::domain::limits::Limits;
use crate::domain::plan;
use crate::domain::planted::{Bug, is_planted};
use crate::domain::request::{RepoSource, ReportSource};
use crate::domain::state::AgentState;
use crate::domain::task::{Step, Task};
use crate::ports::aside::{aside, beforehand};
use crate::ports::llm::on_errand;
use crate::ports::sandbox::{Answer, Extracted, Job, ReportReading, render_regions};
use crate::ports::trouble::Moment;
use ractor::{Actor, ActorProcessingErr, ActorRef};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What an examiner gets beyond a job's own deadline, which it is to keep by itself.
const GRACE: Duration = Duration::from_secs(30);

/// What a detective accepts.
#[derive(Debug)]
pub enum DetectiveMsg {
    /// Do one step: fetch, locate, examine, look or testify. Answered by exactly one
    /// [`CoordinatorMsg::Record`], unless the detective crashes or the court closes.
    Undertake {
        /// The step.
        step: Step,
        /// The audit as it is now.
        state: Arc<AgentState>,
    },
}

/// One of the three detectives.
pub struct Detective(pub Role);

/// What a detective works with, and what it has begun.
pub struct Office {
    kit: Kit,
    /// What the report tells by itself, for the testimony on it.
    ahead: Option<JoinHandle<Option<Ahead>>>,
}

/// What the detectives, the Chief Justice and the clerk of an audit work with.
#[derive(Clone)]
pub struct Kit {
    /// The audit.
    pub audit: AuditId,
    /// The engine's ports and limits.
    pub equipment: Arc<Equipment>,
    /// The audit's folder, and where its report goes.
    pub belongings: Belongings,
    /// The court's hours.
    pub hours: watch::Receiver<Hours>,
    /// Who is told.
    pub coordinator: ActorRef<CoordinatorMsg>,
}

impl Kit {
    /// Lets trouble strike, where there is any.
    pub(super) async fn strike(&self, actor: &'static str, moment: Moment) {
        self.equipment.strike(actor, moment, || self.audit.to_string()).await;
    }
}

/// The name of the kind of actor.
fn kind(role: Role) -> &'static str {
    match role {
        Role::RepoInvestigator => "repo_investigator",
        Role::DocAnalyst => "doc_analyst",
        Role::VisionInspector => "vision_inspector",
    }
}

/// How long after its beginning a piece of work is taken to hang, and whoever does it is replaced. Whatever
/// waits inside of it has a shorter deadline of its own.
pub(super) fn patience(task: &Task, limits: &Limits) -> Duration {
    let spare = GRACE * 2;
    match task {
        Task::Fetch => Duration::from_secs(limits.fetch_seconds) + spare,
        Task::Locate => {
            Duration::from_secs(limits.repository_seconds.max(limits.download_seconds)) + spare
        }
        Task::Examine { detective: Role::RepoInvestigator } => {
            Duration::from_secs(limits.repository_seconds) + spare
        }
        Task::Examine { detective: Role::DocAnalyst | Role::VisionInspector } => {
            Duration::from_secs(limits.pdf_seconds.saturating_mul(2)) + spare
        }
        // A bench watches its judges itself.
        Task::Look | Task::Hear { .. } => Duration::from_mins(20),
        Task::Testify { .. } | Task::Decide | Task::Publish => Duration::from_mins(2),
    }
}

/// Which detective does a task. Taking the report out of the tree is the analyst's, so that the
/// investigator can read the sources meanwhile.
#[must_use]
pub fn whose(task: &Task) -> Option<Role> {
    match task {
        Task::Fetch => Some(Role::RepoInvestigator),
        Task::Locate => Some(Role::DocAnalyst),
        Task::Examine { detective } | Task::Testify { detective } => Some(*detective),
        Task::Look => Some(Role::VisionInspector),
        Task::Hear { .. } | Task::Decide | Task::Publish => None,
    }
}

impl Actor for Detective {
    type Msg = DetectiveMsg;
    type State = Office;
    type Arguments = Kit;

    async fn pre_start(
        &self,
        _myself: ActorRef<DetectiveMsg>,
        kit: Kit,
    ) -> Result<Office, ActorProcessingErr> {
        kit.strike(kind(self.0), Moment::PreStart).await;
        Ok(Office { kit, ahead: None })
    }

    async fn post_start(
        &self,
        _myself: ActorRef<DetectiveMsg>,
        Office { kit, .. }: &mut Office,
    ) -> Result<(), ActorProcessingErr> {
        kit.strike(kind(self.0), Moment::PostStart).await;
        Ok(())
    }

    async fn handle(
        &self,
        _myself: ActorRef<DetectiveMsg>,
        DetectiveMsg::Undertake { step, state }: DetectiveMsg,
        Office { kit, ahead }: &mut Office,
    ) -> Result<(), ActorProcessingErr> {
        let Step { task, attempt } = step;
        let done = tokio::select! {
            biased;
            done = self.undertake(&task, attempt, &state, kit, ahead.take()) => done,
            () = until(Hours::Closing, kit.hours.clone()) => return Ok(()),
        };
        if let Ok(AuditEvent::Examined { facts, .. }) = &done {
            *ahead = read_ahead(facts, &state);
        }
        drop(state);
        if done.is_err() && is_planted(Bug::SilentDetective) {
            return Ok(());
        }
        let event = done.unwrap_or_else(|failure| AuditEvent::lost(task, attempt, failure));
        kit.equipment.tell(&kit.coordinator, attempt, event)
    }

    async fn post_stop(
        &self,
        _myself: ActorRef<DetectiveMsg>,
        Office { kit, .. }: &mut Office,
    ) -> Result<(), ActorProcessingErr> {
        kit.strike(kind(self.0), Moment::PostStop).await;
        Ok(())
    }
}

impl Detective {
    async fn undertake(
        &self,
        task: &Task,
        attempt: u32,
        state: &Arc<AgentState>,
        kit: &Kit,
        ahead: Option<JoinHandle<Option<Ahead>>>,
    ) -> Result<AuditEvent, Failure> {
        let key = || format!("{task} of {}", kit.audit);
        kit.equipment.strike(kind(self.0), Moment::Handle, key).await;
        if let Task::Testify { detective } = task {
            let (detective, given) = (*detective, Arc::clone(state));
            let slight = detect::is_slight(detective, &given);
            let ahead = match ahead {
                // Where that came to nothing, whatever it would have told is found now.
                Some(ahead) => ahead.await.ok().flatten(),
                None => None,
            };
            let testify = move || detect::testify_read_ahead(detective, &given, ahead.as_ref());
            let (evidences, readings) = if slight { testify() } else { aside(testify).await };
            return Ok(AuditEvent::Testified { detective, evidences, readings });
        }
        if *task == Task::Look {
            let errand = Errand { audit: kit.audit.clone(), task: task.clone(), attempt };
            return on_errand(errand, look(state, kit)).await;
        }
        let job = job(task, state, kit)?;
        let event = match examine(job, is_shared(task, state), kit).await? {
            Answer::Fetched(_) => AuditEvent::Fetched { path: clone_path(kit) },
            Answer::Extracted(extracted) => located(extracted, state, kit)?,
            Answer::Downloaded(_) => AuditEvent::Located {
                path: report_path(kit),
                shown: state.pdf_path.clone(),
                choice: None,
            },
            Answer::Repository(facts) => {
                examined(Role::RepoInvestigator, Facts::Repository(*facts))
            }
            Answer::Document(facts) => examined(Role::DocAnalyst, Facts::Document(*facts)),
            Answer::Figures(facts) => examined(Role::VisionInspector, Facts::Figures(*facts)),
            // No detective asks for pictures or heads, and a report's halves come one by one.
            Answer::Regions(_) | Answer::Head(_) | Answer::Report { .. } => {
                return Err(misplaced(self.0, task));
            }
        };
        // An event that ends other work would be ignored, and the audit would wait for ever.
        if event.ends().as_ref() == Some(task) { Ok(event) } else { Err(misplaced(self.0, task)) }
    }
}

/// Begins to read a report while the sources are still being read, unless there is next to nothing in it.
fn read_ahead(facts: &Arc<Facts>, state: &AgentState) -> Option<JoinHandle<Option<Ahead>>> {
    let Facts::Document(document) = facts.as_ref() else { return None };
    if detect::is_short(document) {
        return None;
    }
    let (rubric, facts) = (Arc::clone(&state.rubric), Arc::clone(facts));
    beforehand(move || detect::read_ahead(&rubric, &facts))
}

/// Has the figures drawn, and shown to whoever can see.
async fn look(state: &AgentState, kit: &Kit) -> Result<AuditEvent, Failure> {
    let nothing = || Failure::lasting(FailureKind::Unreadable, "there is nothing to look at");
    let eyes = kit.equipment.onlooker.as_ref().ok_or_else(nothing)?;
    let (facts, report) = state.figures().zip(state.report_file()).ok_or_else(nothing)?;
    let figures = facts.worth_a_look();
    let regions = figures.iter().map(|figure| Region::from(*figure)).collect();
    let limits = kit.equipment.limits.clone();
    let engine = state.request.pdf_engine.clone();
    let drawn = render_regions(&*kit.equipment.examiner, report, engine, regions, limits).await;
    let drawn = drawn.map_err(|error| failure(&error))?;
    let questions = detect::questions(&state.rubric);
    let mut sights = Sights { model: eyes.name().to_owned(), seen: Vec::new(), unseen: Vec::new() };
    let mut account = Account::new();
    for (figure, picture) in figures.into_iter().zip(drawn) {
        let unseen = |why: &str| format!("The figure on page {} was not seen: {why}.", figure.page);
        let picture = match picture {
            Ok(picture) => picture,
            Err(why) => {
                sights.unseen.push(unseen(&why));
                continue;
            }
        };
        let looked = eyes.look(&picture.0, figure, &questions).await;
        account.extend(looked.account);
        match looked.outcome {
            Ok(sight) => sights.seen.push(sight),
            Err(failure) if failure.transient => return Err(failure),
            Err(failure) => sights.unseen.push(unseen(&failure.message)),
        }
    }
    Ok(AuditEvent::Looked { sights: Arc::new(sights), account })
}

/// Has a job done, a `shared` one together with the job of the other detective who reads the report.
async fn examine(job: Job, shared: bool, kit: &Kit) -> Result<Answer, Failure> {
    let examiner = &*kit.equipment.examiner;
    let deadline = if shared { ReportReading::deadline(&job) } else { job.deadline() };
    let patience = deadline.saturating_add(GRACE);
    let answer = async {
        if shared {
            kit.belongings.reading.run(examiner, job).await
        } else {
            examiner.run(job).await
        }
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
        | Task::Look
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
    kit.belongings.folder.path().join("repository.git")
}

fn report_path(kit: &Kit) -> PathBuf {
    kit.belongings.folder.path().join("report.pdf")
}

/// The job that a task comes down to.
fn job(task: &Task, state: &AgentState, kit: &Kit) -> Result<Job, Failure> {
    let limits = kit.equipment.limits.clone();
    let unknown = || Failure::lasting(FailureKind::Unreadable, "it is not known where to find it");
    let repository = || state.repository_path.clone().ok_or_else(unknown);
    let report = || state.report_file().ok_or_else(unknown);
    let engine = || state.request.pdf_engine.clone();
    match (task, &state.request.repo, &state.request.report) {
        (Task::Fetch, RepoSource::Remote { url }, _) => {
            Ok(Job::Fetch { url: url.clone(), into: clone_path(kit), limits })
        }
        (Task::Locate, _, ReportSource::Url { url, allowed }) => {
            let (url, allowed, into) = (url.clone(), allowed.clone(), report_path(kit));
            Ok(Job::Download { url, allowed, into, limits })
        }
        (
            Task::Locate,
            _,
            source @ (ReportSource::InRepository { .. }
            | ReportSource::Search
            | ReportSource::File { .. }),
        ) => {
            let file = match source {
                ReportSource::InRepository { path } => Some(path.clone()),
                ReportSource::Search | ReportSource::File { .. } | ReportSource::Url { .. } => None,
            };
            let into = report_path(kit);
            // The report is taken from the commit that was examined, also when there is a newer one now.
            let commit = state.repository().map(|facts| facts.commit.clone());
            Ok(Job::Extract { repo: repository()?, commit, file, into, limits })
        }
        (Task::Examine { detective: Role::RepoInvestigator }, ..) => {
            let lookups = detect::lookups(&state.rubric);
            Ok(Job::Repository { path: repository()?, lookups, limits })
        }
        (Task::Examine { detective: Role::DocAnalyst }, ..) => {
            Ok(Job::Document { report: report()?, engine: engine(), limits })
        }
        (Task::Examine { detective: Role::VisionInspector }, ..) => {
            Ok(Job::Figures { report: report()?, engine: engine(), limits })
        }
        (
            Task::Fetch
            | Task::Look
            | Task::Testify { .. }
            | Task::Hear { .. }
            | Task::Decide
            | Task::Publish,
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
    Ok(AuditEvent::Located { path: report_path(kit), shown: chosen, choice })
}
