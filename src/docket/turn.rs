//! What a registrar does when its turn comes: begin, stop, take up, and book what ended.

use super::annals::AnnalsError;
use super::follow::{Followed, Over, UnderWay, follow, grade};
use super::registrar::{Registrar, Shared};
use super::results;
use crate::domain::docket::{Docket, DocketEvent, Due, Fingerprint, Item, Standing, due};
use crate::domain::event::AuditEvent;
use crate::domain::graded::Graded;
use crate::domain::ids::{AuditId, SubmissionId};
use crate::domain::request::AuditRequest;
use crate::domain::rubric::RUBRIC_BYTES;
use crate::domain::rubric::Rubric;
use crate::engine::{self, AuditHandle, EngineError, Following};
use crate::ports::files::{FileError, bytes_of};
use crate::ports::journal::Journal;
use crate::ports::reports::{Folder, Form};
use crate::ports::shelf;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, PoisonError};
use tokio::task::JoinError;

impl Registrar {
    pub(super) fn due(&self) -> Due {
        let spent = self.shared.pulse.spending().cost;
        due(&self.docket, &self.settings.schedule, self.shared.annals.now(), spent)
    }

    /// Does what is due; says what holds the rest back.
    pub(super) async fn turn(&mut self) -> Result<Option<String>, AnnalsError> {
        let Due { begin, stop, held, .. } = self.due();
        for (id, audit) in stop {
            if self.at_work.contains(&audit) {
                self.engine.cancel(&audit);
            } else {
                self.record(DocketEvent::Stopped { id, audit }).await?;
            }
        }
        for (id, after) in begin {
            self.begin(&id, after).await?;
        }
        Ok(held)
    }

    /// Follows the audits that were under way when the class was closed.
    pub(super) async fn take_up(&mut self) -> Result<(), AnnalsError> {
        let running: Vec<(SubmissionId, AuditId)> =
            self.docket.running().map(|(id, audit)| (id.clone(), audit.clone())).collect();
        for (id, audit) in running {
            let after = self.docket.items[&id].standing.after().cloned();
            self.conduct(id, audit, after).await?;
        }
        Ok(())
    }

    async fn begin(
        &mut self,
        id: &SubmissionId,
        after: Option<AuditId>,
    ) -> Result<(), AnnalsError> {
        let Some(item) = self.docket.items.get(id) else { return Ok(()) };
        let (revision, audit) = (item.revision.clone(), name(id, self.docket.next));
        let (id, former) = (id.clone(), after.clone());
        let begun = DocketEvent::Begun { id: id.clone(), revision, audit: audit.clone(), after };
        self.record(begun).await?;
        self.conduct(id, audit, former).await
    }

    /// Has the engine conduct an audit, from its beginning or from where its journal ends.
    async fn conduct(
        &mut self,
        id: SubmissionId,
        audit: AuditId,
        after: Option<AuditId>,
    ) -> Result<(), AnnalsError> {
        let Some(item) = self.docket.items.get(&id) else { return Ok(()) };
        let journal = self.shared.annals.journal();
        let next = journal.entry(&audit).await.map_or(0, |entry| entry.events);
        let report = self.shared.cabinet.report(&id, &audit);
        let reports = Arc::new(Folder::new(report).also(vec![Form::Html, Form::Sarif]));
        let handle = if next > 0 {
            self.engine.resume(audit.clone(), reports)
        } else {
            match rubric(&self.settings.rubric, item) {
                Ok(rubric) => self.submit(&audit, after, rubric, item, reports).await,
                Err(reason) => return self.fail(id, audit, reason, false).await,
            }
        };
        match handle {
            Ok(handle) => {
                self.at_work.insert(audit.clone());
                let notices = self.shared.notices.clone();
                self.followers.spawn(follow(UnderWay { id, audit, next }, handle, notices));
                Ok(())
            }
            Err(EngineError::Stopped(_)) => Ok(()),
            Err(error) => self.fail(id, audit, error.to_string(), true).await,
        }
    }

    /// Asks for an audit: one that follows another where it may take something over from it.
    async fn submit(
        &self,
        audit: &AuditId,
        after: Option<AuditId>,
        rubric: Arc<Rubric>,
        item: &Item,
        reports: Arc<Folder>,
    ) -> Result<AuditHandle, EngineError> {
        let request = (self.settings.request)(&item.submission);
        let waivers = self.docket.waived(&item.submission.id, self.shared.annals.now());
        let request = AuditRequest { waivers, ..request };
        if let Some(after) = after {
            // What was read is the same as long as nobody entered another state of the submission.
            let former = item.results.iter().find(|past| past.audit == after);
            let reuse_facts = former.is_some_and(|past| past.revision == item.revision);
            let following = Following { audit: after, reuse_facts };
            let reports = Arc::clone(&reports) as _;
            let (request, rubric) = (request.clone(), Arc::clone(&rubric));
            match self.engine.regrade(audit.clone(), following, request, rubric, reports).await {
                Err(error @ (EngineError::NotRead { .. } | EngineError::NotFollowed { .. })) => {
                    tracing::warn!(%audit, %error, "nothing is taken over from the former audit");
                }
                handle => return handle,
            }
        }
        self.engine.submit(audit.clone(), request, rubric, reports)
    }

    async fn fail(
        &mut self,
        id: SubmissionId,
        audit: AuditId,
        reason: String,
        passing: bool,
    ) -> Result<(), AnnalsError> {
        tracing::warn!(submission = %id, %audit, reason, "an audit failed");
        self.record(DocketEvent::Failed { id, audit, reason, passing }).await?;
        Ok(())
    }

    /// Books the end of an audit.
    pub(super) async fn ended(
        &mut self,
        followed: Result<Followed, JoinError>,
    ) -> Result<(), AnnalsError> {
        let Followed { id, audit, over, print } = match followed {
            Ok(followed) => followed,
            Err(error) => {
                // Whoever followed it is lost, and with it the name: what nobody follows is taken up again.
                tracing::error!(%error, "nobody follows an audit any more");
                return self.follow_again().await;
            }
        };
        self.at_work.remove(&audit);
        match over {
            // Half a submission is no result as long as the other half may turn up.
            Over::Reported { unread: Some(reason), .. } if self.may_try_again(&id) => {
                self.fail(id, audit, reason, true).await
            }
            Over::Reported { report, files, unread: _ } => {
                let seconds = self.seconds(&id);
                self.keep_print(&id, &audit, print).await;
                let grade = grade(&report, &files, &self.shared.cabinet, seconds);
                tracing::info!(submission = %id, %audit, overall = grade.overall, "graded");
                self.record(DocketEvent::Graded { id, audit, grade }).await?;
                Ok(())
            }
            Over::Failed { reason, passing } => self.fail(id, audit, reason, passing).await,
            Over::Stopped { reason } if self.is_stopping(&id) => {
                tracing::info!(submission = %id, %audit, reason, "stopped as ordered");
                self.record(DocketEvent::Stopped { id, audit }).await?;
                Ok(())
            }
            Over::Stopped { reason } => self.fail(id, audit, reason, true).await,
        }
    }

    /// Keeps what a submission is compared with others by. A hint that is missing harms nobody.
    async fn keep_print(&mut self, id: &SubmissionId, audit: &AuditId, print: Option<Fingerprint>) {
        let print = match print {
            Some(print) if print != Fingerprint::default() => print,
            // Some of its facts were read before the class was closed, or taken over.
            Some(_) | None => self.print_of(audit).await,
        };
        if let Err(error) = results::write_print(&self.shared.cabinet, id, &print) {
            tracing::warn!(%error, submission = %id, "its fingerprint cannot be kept");
        }
    }

    /// What the facts of an audit come to, from its journal.
    async fn print_of(&self, audit: &AuditId) -> Fingerprint {
        let mut print = Fingerprint::default();
        for (_, event) in self.shared.events(audit).await {
            print.hear(&event);
        }
        print
    }

    async fn follow_again(&mut self) -> Result<(), AnnalsError> {
        self.at_work.clear();
        self.followers.abort_all();
        self.take_up().await
    }

    fn may_try_again(&self, id: &SubmissionId) -> bool {
        let attempts = self.settings.schedule.retry.attempts;
        self.docket.items.get(id).is_some_and(|item| item.failures + 1 < attempts)
    }

    fn is_stopping(&self, id: &SubmissionId) -> bool {
        let item = self.docket.items.get(id);
        item.is_some_and(|item| matches!(item.standing, Standing::Running { stopping: true, .. }))
    }

    fn seconds(&self, id: &SubmissionId) -> u64 {
        match self.docket.items.get(id).map(|item| &item.standing) {
            Some(Standing::Running { since, .. }) => {
                self.shared.annals.now().saturating_sub(*since)
            }
            Some(
                Standing::Waiting { .. }
                | Standing::Graded
                | Standing::Parked { .. }
                | Standing::Cancelled,
            )
            | None => 0,
        }
    }

    /// Learns where a repository stands now: at another commit than the audited one, it is entered again.
    pub(super) async fn found_at(
        &mut self,
        id: &SubmissionId,
        commit: &str,
    ) -> Result<(), AnnalsError> {
        let Some(item) = self.docket.items.get(id) else { return Ok(()) };
        let audited = item.latest().and_then(|past| past.grade.commit.as_deref());
        let is_known = audited == Some(commit) || item.revision.commit.as_deref() == Some(commit);
        if is_known || audited.is_none() {
            return Ok(());
        }
        let (submission, revision) = (item.submission.clone(), item.revision.at(commit));
        self.record(DocketEvent::Entered { submission, revision }).await?;
        Ok(())
    }
}

/// The name of an audit: the submission's, and the number of the record with which it begins, which no
/// other has.
fn name(id: &SubmissionId, seq: u64) -> AuditId {
    let begin: String = id.as_str().chars().take(43).collect();
    AuditId::new(format!("{begin}.{seq}")).expect("the parts of an id are an id")
}

/// The rubric of a submission.
fn rubric(class: &Arc<Rubric>, item: &Item) -> Result<Arc<Rubric>, String> {
    let Some(path) = &item.submission.rubric else { return Ok(Arc::clone(class)) };
    load(path, item.submission.within.as_deref()).map(Arc::new)
}

fn load(path: &Path, within: Option<&Path>) -> Result<Rubric, String> {
    let shown = path.display();
    let bytes = match within {
        Some(folder) => shelf::bytes_within(folder, path, RUBRIC_BYTES),
        None => bytes_of(path, RUBRIC_BYTES),
    };
    let bytes = bytes.map_err(|why| format!("the rubric `{shown}` {why}"))?;
    engine::load_rubric(&bytes)
        .map_err(|error| format!("the rubric `{shown}` cannot be used: {error}"))
}

impl Shared {
    /// Writes the files of `stale` submissions, and those of the class.
    pub(super) fn write(
        &self,
        stale: &BTreeSet<SubmissionId>,
        all: &[Item],
        compares: bool,
    ) -> Result<(), FileError> {
        let yardstick = self.yardstick.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // What cannot be written is shown nonetheless, and the others are written.
        let mut written = Ok(());
        for item in all.iter().filter(|item| stale.contains(&item.submission.id)) {
            let report = results::read(&self.cabinet, item);
            let whole = results::graded(item, report.clone(), &yardstick);
            written = written.and(results::write_one(&self.cabinet, item, &whole));
            let brief = report.map(|report| Arc::new(report.brief()));
            let brief = Arc::new(Graded { report: brief, ..whole });
            let mut class = self.class.lock().unwrap_or_else(PoisonError::into_inner);
            class.graded.insert(item.submission.id.clone(), brief);
        }
        let hints = compares.then(|| results::hints(&self.cabinet, all));
        let known: BTreeSet<&SubmissionId> = all.iter().map(|item| &item.submission.id).collect();
        let (class, hints) = {
            let mut class = self.class.lock().unwrap_or_else(PoisonError::into_inner);
            class.graded.retain(|id, _| known.contains(id));
            if let Some(hints) = hints {
                class.hints = hints;
            }
            let ids = all.iter().map(|item| &item.submission.id);
            let class_in_order: Vec<_> =
                ids.filter_map(|id| class.graded.get(id).cloned()).collect();
            (class_in_order, class.hints.clone())
        };
        written.and(results::write_all(&self.cabinet, &class, &hints))
    }

    /// The whole report of a submission, with people's scores.
    pub(super) fn graded(&self, docket: &Docket, id: &SubmissionId) -> Option<Graded> {
        let item = docket.items.get(id)?;
        let yardstick = self.yardstick.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Some(results::graded(item, results::read(&self.cabinet, item), &yardstick))
    }

    /// The events of an audit, with their numbers.
    pub(super) async fn events(&self, audit: &AuditId) -> Vec<(u64, Arc<AuditEvent>)> {
        match self.annals.journal().events(audit).await {
            Ok(events) => (0..).zip(events).collect(),
            Err(error) => {
                tracing::warn!(%audit, %error, "the events of an audit cannot be read");
                Vec::new()
            }
        }
    }
}
