//! An audit of the journal that a command goes by: which one is meant, and what is known of it.

use super::exit::usage;
use super::keeping::{Keeping, Lasting, unusable};
use super::session::{self, Called};
use super::terms::Terms;
use crate::docket::DOCKET;
use crate::domain::event::AuditEvent;
use crate::domain::ids::AuditId;
use crate::domain::report::AuditReport;
use crate::domain::request::AuditRequest;
use crate::domain::rubric::Rubric;
use crate::domain::task::Task;
use crate::ports::journal::{Call, Entry, Journal, JournalError, State};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// What is known of an audit that was begun.
pub(super) struct Kept {
    /// Its name.
    pub audit: AuditId,
    /// What its command line said.
    pub terms: Terms,
    /// What was asked for.
    pub request: AuditRequest,
    /// By which rubric.
    pub rubric: Arc<Rubric>,
    /// All that happened, its opening first.
    pub events: Vec<Arc<AuditEvent>>,
    /// The model calls that were begun for it.
    pub calls: Vec<Call>,
    /// The journal, open to be written.
    pub keeping: Keeping,
}

impl Kept {
    /// Opens the journal and finds the audit whose name begins so; without a name, the only one that is open. Its
    /// report goes to `output`; without it, where the audit was to write it.
    ///
    /// # Errors
    /// When there is no journal, no such audit, or nothing of it was kept; the error is told.
    pub fn find(
        typed: Option<&str>,
        output: Option<&Path>,
        called: Called<'_>,
    ) -> Result<Self, ExitCode> {
        let lasting = Lasting::existing(called.config, called.state, true)?;
        session::runtime()?.block_on(Self::read(lasting, typed, output))
    }

    /// The verdict, where the audit is over and it could not be written.
    pub fn unwritten(&self) -> Option<Arc<AuditReport>> {
        let Some(AuditEvent::Abandoned { task: Task::Publish, .. }) =
            self.events.last().map(AsRef::as_ref)
        else {
            return None;
        };
        self.verdict()
    }

    /// The verdict and its files, where the audit is over and they were written.
    pub fn published(&self) -> Option<(Arc<AuditReport>, Vec<PathBuf>)> {
        let AuditEvent::Published { files } = self.events.last().map(AsRef::as_ref)? else {
            return None;
        };
        Some((self.verdict()?, files.clone()))
    }

    fn verdict(&self) -> Option<Arc<AuditReport>> {
        self.events.iter().rev().find_map(|event| event.verdict().cloned())
    }

    async fn read(
        lasting: Lasting,
        typed: Option<&str>,
        output: Option<&Path>,
    ) -> Result<Self, ExitCode> {
        let found = match typed {
            Some(typed) => named(&lasting, typed).await,
            None => the_open_one(&lasting).await,
        };
        let audit = found?;
        let told = |error: JournalError| unusable(&error);
        let terms = lasting.journal.terms(&audit).await.map_err(told)?;
        let terms = match output {
            Some(output) => Terms::from_json(&terms).unwrap_or_default().to(output),
            None => Terms::from_json(&terms).map_err(|message| usage(&message))?,
        };
        let events = lasting.journal.events(&audit).await.map_err(told)?;
        let Some(AuditEvent::Opened { request, rubric }) = events.first().map(AsRef::as_ref) else {
            return Err(usage(
                "the audit was interrupted before anything was kept; start it again",
            ));
        };
        let (request, rubric) = (request.as_ref().clone(), Arc::clone(rubric));
        let calls = lasting.journal.calls(&audit).await.map_err(told)?;
        Ok(Self {
            audit,
            terms,
            request,
            rubric,
            events,
            calls,
            keeping: Keeping::Lasting(lasting),
        })
    }
}

/// Finds an audit by its name or how it begins.
///
/// # Errors
/// Where none, or more than one, is meant, or the journal cannot be read; the error is told.
pub(super) async fn named(lasting: &Lasting, typed: &str) -> Result<AuditId, ExitCode> {
    let all = lasting.journal.audits().await.map_err(|error| unusable(&error))?;
    let meant: Vec<AuditId> =
        all.into_iter().map(|entry| entry.id).filter(|id| id.as_str().starts_with(typed)).collect();
    if let Some(exact) = meant.iter().find(|id| id.as_str() == typed) {
        return Ok(exact.clone());
    }
    match &meant[..] {
        [one] => Ok(one.clone()),
        [] => Err(usage(&format!(
            "there is no audit `{typed}`; `auditor log` lists those that are there"
        ))),
        some => Err(usage(&format!(
            "`{typed}` begins the names of {} audits; type more of it",
            some.len()
        ))),
    }
}

/// The only audit that is open.
async fn the_open_one(lasting: &Lasting) -> Result<AuditId, ExitCode> {
    let all = lasting.journal.audits().await.map_err(|error| unusable(&error))?;
    // The records of a class are no audit.
    let is_open = |entry: &Entry| entry.state == State::Open && entry.id.as_str() != DOCKET;
    let damaged = all.iter().filter(|entry| entry.state == State::Damaged).count();
    let open: Vec<AuditId> = all.into_iter().filter(is_open).map(|entry| entry.id).collect();
    match &open[..] {
        [one] => Ok(one.clone()),
        [] if damaged > 0 => Err(usage(&format!(
            "no audit is known to be open, and {damaged} cannot be read: `auditor log` lists those that are there, \
             `auditor verify --salvage` (with the same `--state`) keeps what is sound of them"
        ))),
        [] => Err(usage("no audit was interrupted; `auditor log` lists those that are there")),
        some => {
            let names: Vec<&str> = some.iter().map(AuditId::as_str).collect();
            let names = names.join(", ");
            Err(usage(&format!("{} audits are open; name one: {names}", some.len())))
        }
    }
}
