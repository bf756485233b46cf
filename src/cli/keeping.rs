//! Where audits are kept, so that they outlive this process: the journal and the folders of open audits.

use super::exit::{Exit, complain, fail};
use crate::config::Config;
use crate::domain::ids::AuditId;
use crate::engine::Rooms;
use crate::ports::clock::Calendar;
use crate::ports::journal::{CallBook, InMemory, Journal, JournalError, Sqlite};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Whether an audit outlives this process, and where it is kept.
#[derive(Clone)]
pub(super) enum Keeping {
    /// In this process alone.
    Forgetful(Arc<InMemory>),
    /// In a file.
    Lasting(Lasting),
}

/// A journal in a file.
#[derive(Clone)]
pub(super) struct Lasting {
    pub journal: Arc<Sqlite>,
    folder: PathBuf,
}

/// The journal's file in a state folder.
fn file(folder: &Path) -> PathBuf {
    folder.join("journal.db")
}

impl Keeping {
    /// Nothing outlives this process.
    pub fn forgetful() -> Self {
        Self::Forgetful(Arc::default())
    }

    /// Opens the journal in the folder that the operator names, else in the usual one. Where the usual one
    /// cannot be used, an audit is better done than not, and the operator is told.
    ///
    /// # Errors
    /// When the folder that is named cannot be used.
    pub fn open(config: &Config, named: Option<&Path>, quiet: bool) -> Result<Self, ExitCode> {
        if let Some(folder) = named.or(config.state.as_deref()) {
            let lasting = Lasting::open(folder);
            return lasting.map(Self::Lasting).map_err(|error| unusable(&error));
        }
        let usual = config.usual_state.as_deref();
        match usual.map(Lasting::open) {
            Some(Ok(lasting)) => Ok(Self::Lasting(lasting)),
            Some(Err(error)) => {
                warn(&format!("{error}; this audit cannot be resumed"), quiet);
                Ok(Self::forgetful())
            }
            None => {
                let why = "no folder for audits is known; name one with `--state`";
                warn(&format!("{why}; this audit cannot be resumed"), quiet);
                Ok(Self::forgetful())
            }
        }
    }

    pub fn journal(&self) -> Arc<dyn Journal> {
        match self {
            Self::Forgetful(memory) => Arc::clone(memory) as _,
            Self::Lasting(lasting) => Arc::clone(&lasting.journal) as _,
        }
    }

    pub fn book(&self) -> Arc<dyn CallBook> {
        match self {
            Self::Forgetful(memory) => Arc::clone(memory) as _,
            Self::Lasting(lasting) => Arc::clone(&lasting.journal) as _,
        }
    }

    pub fn rooms(&self) -> Rooms {
        match self {
            Self::Forgetful(_) => Rooms::Temporary,
            Self::Lasting(lasting) => Rooms::Below(lasting.folder.join("work")),
        }
    }

    /// How the operator goes on with an audit; `None` where nothing of it is left.
    pub async fn how_to_resume(&self, audit: &AuditId) -> Option<String> {
        let Self::Lasting(lasting) = self else { return None };
        let events = lasting.journal.entry(audit).await.ok()?.events;
        let things = if events == 1 { "thing that is" } else { "things that are" };
        Some(format!("{events} {things} done is kept; go on with `auditor resume {audit}`"))
    }
}

impl Lasting {
    fn open(folder: &Path) -> Result<Self, JournalError> {
        let journal = Sqlite::open(&file(folder), Calendar::default())?;
        Ok(Self { journal, folder: folder.to_owned() })
    }

    /// Opens a journal that has to be there.
    ///
    /// # Errors
    /// When it is not, or cannot be used; the error is told.
    pub fn existing(
        config: &Config,
        named: Option<&Path>,
        to_write: bool,
    ) -> Result<Self, ExitCode> {
        let file = place(config, named)?;
        let folder = file.parent().unwrap_or(Path::new("."));
        let opened = if to_write {
            Self::open(folder)
        } else {
            let journal = Sqlite::read_only(&file);
            journal.map(|journal| Self { journal, folder: folder.to_owned() })
        };
        opened.map_err(|error| unusable(&error))
    }
}

/// The file of a journal that has to be there.
///
/// # Errors
/// When it is not; the error is told.
pub(super) fn place(config: &Config, named: Option<&Path>) -> Result<PathBuf, ExitCode> {
    let folder = named.or(config.state.as_deref()).or(config.usual_state.as_deref());
    let Some(folder) = folder else {
        return Err(fail(Exit::Usage, "no folder for audits is known; name one with `--state`"));
    };
    let file = file(folder);
    if file.exists() {
        return Ok(file);
    }
    Err(fail(Exit::Usage, &format!("no audit is kept in `{}`", folder.display())))
}

/// Tells why a journal cannot be used.
pub(super) fn unusable(error: &JournalError) -> ExitCode {
    fail(Exit::Internal, &format!("the journal cannot be used: {error}"))
}

fn warn(message: &str, quiet: bool) {
    if !quiet {
        complain("warning", message);
    }
}

/// A name for a new audit: the moment, so that the list reads well, and some digits that no other has.
pub(super) fn new_name() -> AuditId {
    let now = Calendar::default().now();
    let moment = i64::try_from(now.as_secs()).unwrap_or(i64::MAX);
    let moment = jiff::Timestamp::from_second(moment).unwrap_or_default();
    let process = std::process::id();
    let digest = crate::domain::digest::sha256_of_parts(&[
        &now.as_nanos().to_string(),
        &process.to_string(),
        &format!("{:p}", &raw const process),
    ]);
    let name = format!("{}-{}", moment.strftime("%Y%m%d-%H%M%S"), &digest[..6]);
    AuditId::new(name).expect("digits and dashes are a name")
}
