//! The state of one audit (contract §3.5), changed by events alone.

mod cases;

use super::chat::Account;
use super::event::AuditEvent;
use super::evidence::Detective;
use super::facts::{DocumentFacts, Facts, FigureFacts, RepositoryFacts, Sights};
use super::failure::{Failure, FailureKind};
use super::ids::CriterionId;
use super::opinion::{JudicialOpinion, Persona, Round, Seat};
use super::planted::{Bug, is_planted};
use super::reading::Reading;
use super::reducers::{self, Evidences};
use super::report::AuditReport;
use super::request::{AuditRequest, ReportFile, ReportSource};
use super::rubric::{Dimension, Rubric};
use super::task::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// Crashes after which a piece of work is set aside, however many attempts are left.
pub(super) const POISON: usize = 3;

/// The state of one audit. The first six fields are those of contract §3.5.
#[derive(Clone, Debug)]
pub struct AgentState {
    /// The repository as the operator named it.
    pub repo_url: String,
    /// The report as the operator named it, or its path in the repository once it is found.
    pub pdf_path: String,
    /// The rubric's dimensions.
    pub rubric_dimensions: Vec<Arc<Dimension>>,
    /// Evidence by dimension, merged by `ior`.
    pub evidences: Arc<Evidences>,
    /// All opinions, merged by `add`.
    pub opinions: Vec<JudicialOpinion>,
    /// The report, once the Chief Justice has ruled.
    pub final_report: Option<Arc<AuditReport>>,
    /// What was asked for.
    pub request: Arc<AuditRequest>,
    /// By which rubric.
    pub rubric: Arc<Rubric>,
    /// The repository on disk, once it is known.
    pub repository_path: Option<PathBuf>,
    /// The report on disk, once it is known.
    pub report_path: Option<PathBuf>,
    /// How the report was chosen, where the operator did not name it.
    pub report_choice: Option<String>,
    /// What the detectives read.
    pub facts: BTreeMap<Detective, Arc<Facts>>,
    /// What a vision model says of the report's figures, where one looked.
    pub sights: Option<Arc<Sights>>,
    /// Detectives who have given evidence.
    pub testified: BTreeSet<Detective>,
    /// How the facts answer the probes.
    pub readings: BTreeMap<CriterionId, Arc<Vec<Reading>>>,
    /// Seats whose opinions are taken over from the audit that this one follows.
    pub adopted: BTreeSet<Seat>,
    /// What finished model calls used; a call that is told twice counts once.
    pub account: Account,
    /// Attempts that came to nothing, by task and attempt.
    pub losses: BTreeMap<Task, BTreeMap<u32, Failure>>,
    /// The files of the report, once it is written.
    pub published: Option<Vec<PathBuf>>,
    /// Why the audit ended without a report, if it did.
    pub abandoned: Option<(Task, Failure)>,
}

/// The fields of contract §3.5 alone, for programs that read the state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContractState {
    /// The repository as the operator named it.
    pub repo_url: String,
    /// The report as the operator named it, or its path in the repository.
    pub pdf_path: String,
    /// The rubric's dimensions.
    pub rubric_dimensions: Vec<Arc<Dimension>>,
    /// Evidence by dimension.
    pub evidences: Evidences,
    /// All opinions.
    pub opinions: Vec<JudicialOpinion>,
    /// The report, once the Chief Justice has ruled.
    pub final_report: Option<AuditReport>,
}

impl AgentState {
    /// The fields of contract §3.5 alone.
    #[must_use]
    pub fn contract(&self) -> ContractState {
        ContractState {
            repo_url: self.repo_url.clone(),
            pdf_path: self.pdf_path.clone(),
            rubric_dimensions: self.rubric_dimensions.clone(),
            evidences: self.evidences.as_ref().clone(),
            opinions: self.opinions.clone(),
            final_report: self.final_report.as_deref().cloned(),
        }
    }

    /// The state of an audit that was just accepted.
    #[must_use]
    pub fn new(request: Arc<AuditRequest>, rubric: Arc<Rubric>) -> Self {
        use super::request::RepoSource;
        let repository_path = match &request.repo {
            RepoSource::Local { path, .. } => Some(path.clone()),
            RepoSource::Remote { .. } => None,
        };
        let kept = request.after.as_ref().map(|after| after.kept.clone()).unwrap_or_default();
        let (report_path, pdf_path) = match &request.report {
            ReportSource::File { path, shown } => (Some(path.clone()), shown.clone()),
            ReportSource::Url { url, .. } => (None, url.to_string()),
            ReportSource::InRepository { path } => (None, path.clone()),
            ReportSource::Search => (None, String::new()),
        };
        let (pdf_path, report_choice) = kept.located.unwrap_or((pdf_path, None));
        Self {
            repo_url: request.repo.shown(),
            pdf_path,
            rubric_dimensions: rubric.dimensions.clone(),
            evidences: Arc::default(),
            opinions: Vec::new(),
            final_report: None,
            request,
            rubric,
            repository_path,
            report_path,
            report_choice,
            facts: kept.facts,
            testified: BTreeSet::new(),
            readings: BTreeMap::new(),
            account: Account::new(),
            sights: kept.sights,
            adopted: BTreeSet::new(),
            losses: BTreeMap::new(),
            published: None,
            abandoned: None,
        }
    }

    /// Takes one event in. Taking it in twice changes nothing, and neither does the order of events
    /// that do not depend on each other.
    pub fn apply(&mut self, event: &AuditEvent) {
        match event {
            AuditEvent::Opened { .. } => {}
            AuditEvent::Fetched { path } => self.repository_path = Some(path.clone()),
            AuditEvent::Located { path, shown, choice } => {
                self.report_path = Some(path.clone());
                self.pdf_path.clone_from(shown);
                self.report_choice.clone_from(choice);
            }
            AuditEvent::Mislaid { tasks } => {
                if tasks.contains(&Task::Fetch) {
                    self.repository_path = None;
                }
                if tasks.contains(&Task::Locate) {
                    self.report_path = None;
                }
            }
            AuditEvent::Examined { detective, facts } => {
                self.facts.insert(*detective, Arc::clone(facts));
            }
            AuditEvent::Looked { sights, account } => {
                self.sights = Some(Arc::clone(sights));
                self.account.extend(account.clone());
            }
            AuditEvent::Testified { detective, evidences, readings } => {
                self.testify(*detective, evidences, readings);
            }
            AuditEvent::Heard { opinion, account, .. } => {
                let mut opinion = opinion.clone();
                if is_planted(Bug::SecondHearingCountsAsFirst) {
                    opinion.round = Round::First;
                }
                reducers::add(&mut self.opinions, [opinion]);
                self.account.extend(account.clone());
            }
            AuditEvent::Adopted { opinion, .. } => {
                self.adopted.insert(opinion.seat());
                reducers::add(&mut self.opinions, [opinion.clone()]);
            }
            AuditEvent::Lost { task, attempt, failure, account } => {
                self.account.extend(account.clone());
                let attempts = self.losses.entry(task.clone()).or_default();
                attempts.insert(*attempt, failure.clone());
            }
            AuditEvent::Decided { report } => self.final_report = Some(Arc::clone(report)),
            AuditEvent::Published { files } => self.published = Some(files.clone()),
            AuditEvent::Abandoned { task, failure } => {
                self.abandoned = Some((task.clone(), failure.clone()));
            }
        }
    }

    fn testify(&mut self, detective: Detective, evidences: &Evidences, readings: &[Reading]) {
        reducers::ior(Arc::make_mut(&mut self.evidences), evidences.clone());
        if self.testified.insert(detective) {
            for reading in readings {
                let all = self.readings.entry(reading.criterion.clone()).or_default();
                Arc::make_mut(all).push(reading.clone());
            }
        }
    }

    /// Whether the result of `attempt` at `task` still counts: nothing settled the task before, and
    /// the attempt was not given up.
    #[must_use]
    pub fn awaits(&self, task: &Task, attempt: u32) -> bool {
        !self.is_done(task) && self.attempts(task) + 1 == attempt
    }

    /// The report on disk and how to get to it, once it is known.
    #[must_use]
    pub fn report_file(&self) -> Option<ReportFile> {
        let within = match self.request.report {
            ReportSource::File { .. } => self.request.within.clone(),
            // The audit put it where it is.
            ReportSource::Url { .. } | ReportSource::InRepository { .. } | ReportSource::Search => {
                None
            }
        };
        Some(ReportFile { path: self.report_path.clone()?, within })
    }

    /// How many attempts at `task` came to nothing.
    #[must_use]
    pub fn attempts(&self, task: &Task) -> u32 {
        self.losses.get(task).map_or(0, |lost| u32::try_from(lost.len()).unwrap_or(u32::MAX))
    }

    /// Whether `task` came to its end.
    #[must_use]
    pub fn is_done(&self, task: &Task) -> bool {
        match task {
            Task::Fetch => self.repository_path.is_some(),
            Task::Locate => self.report_path.is_some(),
            Task::Examine { detective } => self.facts.contains_key(detective),
            Task::Look => self.sights.is_some(),
            Task::Testify { detective } => self.testified.contains(detective),
            Task::Hear { seat } => self.opinion(seat).is_some(),
            Task::Decide => self.final_report.is_some(),
            Task::Publish => self.published.is_some(),
        }
    }

    /// Why `task` is given up for good: its last failure, once another attempt is out of the question.
    #[must_use]
    pub fn given_up(&self, task: &Task) -> Option<&Failure> {
        if self.is_done(task) {
            return None;
        }
        let (_, last) = self.losses.get(task)?.last_key_value()?;
        let spent = self.attempts(task) >= self.request.retry.attempts
            && !is_planted(Bug::AttemptsNeverRunOut)
            || is_planted(Bug::GivesUpAtOnce);
        (spent || !last.transient || self.is_poison(task)).then_some(last)
    }

    /// Whether `task` crashed whoever did it so often that it is set aside.
    fn is_poison(&self, task: &Task) -> bool {
        let attempts = self.losses.get(task).into_iter().flatten();
        attempts.filter(|(_, failure)| failure.kind == FailureKind::Crash).count() >= POISON
            && !is_planted(Bug::PoisonNeverSetAside)
    }

    /// Whether nothing more is to be expected of `task`.
    #[must_use]
    pub fn is_settled(&self, task: &Task) -> bool {
        self.is_done(task) || self.given_up(task).is_some()
    }

    /// The opinion given from a seat.
    #[must_use]
    pub fn opinion(&self, seat: &Seat) -> Option<&JudicialOpinion> {
        self.given(&seat.criterion, seat.round, seat.persona)
    }

    /// The opinion that a judge gave on a criterion in a hearing.
    #[must_use]
    pub fn given(
        &self,
        criterion: &CriterionId,
        round: Round,
        persona: Persona,
    ) -> Option<&JudicialOpinion> {
        let place = (criterion, round, persona);
        let found = self.opinions.binary_search_by(|opinion| opinion.order().cmp(&place));
        found.ok().map(|at| &self.opinions[at])
    }

    /// What `RepoInvestigator` read.
    #[must_use]
    pub fn repository(&self) -> Option<&RepositoryFacts> {
        match self.facts.get(&Detective::RepoInvestigator).map(AsRef::as_ref) {
            Some(Facts::Repository(facts)) => Some(facts),
            Some(Facts::Document(_) | Facts::Figures(_)) | None => None,
        }
    }

    /// What `DocAnalyst` read.
    #[must_use]
    pub fn document(&self) -> Option<&DocumentFacts> {
        match self.facts.get(&Detective::DocAnalyst).map(AsRef::as_ref) {
            Some(Facts::Document(facts)) => Some(facts),
            Some(Facts::Repository(_) | Facts::Figures(_)) | None => None,
        }
    }

    /// What `VisionInspector` read.
    #[must_use]
    pub fn figures(&self) -> Option<&FigureFacts> {
        match self.facts.get(&Detective::VisionInspector).map(AsRef::as_ref) {
            Some(Facts::Figures(facts)) => Some(facts),
            Some(Facts::Repository(_) | Facts::Document(_)) | None => None,
        }
    }

    /// Why a detective could not read its artifact: its own failure, or that of what it needed.
    #[must_use]
    pub fn why_unread(&self, detective: Detective) -> Option<&Failure> {
        if self.facts.contains_key(&detective) {
            return None;
        }
        // A report that the operator has on disk needs no repository.
        let before: &[Task] = match (detective, &self.request.report) {
            (Detective::RepoInvestigator, _) => &[Task::Fetch],
            (Detective::DocAnalyst | Detective::VisionInspector, ReportSource::File { .. }) => &[],
            (Detective::DocAnalyst | Detective::VisionInspector, ReportSource::Url { .. }) => {
                &[Task::Locate]
            }
            (
                Detective::DocAnalyst | Detective::VisionInspector,
                ReportSource::InRepository { .. } | ReportSource::Search,
            ) => &[Task::Locate, Task::Fetch],
        };
        let own = self.given_up(&Task::Examine { detective });
        own.or_else(|| before.iter().find_map(|task| self.given_up(task)))
    }

    /// Why an artifact that is called for could not be read, where another audit may read it.
    #[must_use]
    pub fn passing_failure(&self) -> Option<&Failure> {
        let unread = super::plan::called(self).into_iter().filter_map(|one| self.why_unread(one));
        unread.into_iter().find(|failure| failure.transient)
    }
}
