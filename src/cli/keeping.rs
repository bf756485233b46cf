//! Where audits are kept, so that they outlive this process: the journal and the folders of open audits.

use super::exit::{Exit, complain, fail, usage};
use crate::config::Config;
use crate::domain::ids::AuditId;
use crate::engine::{Outcome, Rooms};
use crate::ports::clock::Calendar;
use crate::ports::journal::{CallBook, InMemory, Journal, JournalError, Sqlite, State};
use crate::ports::workroom::Workroom;
use crate::render::escape::shell;
use std::fs::DirBuilder;
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
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
    /// Where the command line says that audits are kept: whoever goes on with one has to say it again.
    named: Option<PathBuf>,
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
            fit(folder).map_err(|why| usage(&why))?;
            let lasting = Lasting::open(folder, named);
            return lasting.map(Self::Lasting).map_err(|error| unusable(&error));
        }
        let usual = config.usual_state.as_deref();
        match usual.map(|folder| Lasting::open(folder, None)) {
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

    /// Removes what a process left of audits that are over, because it was killed in its last moment.
    pub async fn tidy(&self) {
        let Self::Lasting(lasting) = self else { return };
        let work = lasting.folder.join("work");
        let Ok(rooms) = std::fs::read_dir(&work) else { return };
        for room in rooms.flatten() {
            let name = room.path().file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let Some(audit) = name.and_then(|name| AuditId::new(name).ok()) else { continue };
            let entry = lasting.journal.entry(&audit).await;
            if entry.is_ok_and(|entry| entry.state == State::Closed) {
                // One that somebody is in is left alone.
                drop(Workroom::kept(&work, &audit));
            }
        }
    }

    /// How the operator goes on with an audit; `None` where nothing of it is left.
    pub async fn how_to_resume(&self, audit: &AuditId) -> Option<String> {
        let Self::Lasting(lasting) = self else { return None };
        let events = lasting.journal.entry(audit).await.ok()?.events;
        let kept = if events == 1 { "thing that is done is" } else { "things that are done are" };
        Some(format!("{events} {kept} kept; go on with `{}`", lasting.resume(audit)))
    }

    /// How the operator has the judges asked who gave no opinion; `None` where each did, or nothing is left.
    pub fn how_to_ask(&self, audit: &AuditId, outcome: &Outcome) -> Option<String> {
        let (Self::Lasting(lasting), Outcome::Reported { report, .. }) = (self, outcome) else {
            return None;
        };
        let how = lasting.command("regrade", audit);
        report.lacks_opinions().then(|| {
            format!(
                "Once its cause is mended, `{how}` asks the seats that are missing, and no others."
            )
        })
    }

    /// How the operator has the verdict written of an audit whose report could not be; `None` where nothing of it
    /// is left.
    pub fn how_to_write(&self, audit: &AuditId) -> Option<String> {
        let Self::Lasting(lasting) = self else { return None };
        Some(format!(
            "the verdict is kept: `{}` writes it once that is mended, and with `--output` elsewhere",
            lasting.resume(audit)
        ))
    }
}

impl Lasting {
    fn open(folder: &Path, named: Option<&Path>) -> Result<Self, JournalError> {
        let journal = Sqlite::open(&file(folder), Calendar::default())?;
        let (folder, named) = (folder.to_owned(), named.map(Path::to_owned));
        Ok(Self { journal, folder, named })
    }

    /// The command that goes on with an audit.
    fn resume(&self, audit: &AuditId) -> String {
        self.command("resume", audit)
    }

    /// A command on an audit.
    fn command(&self, verb: &str, audit: &AuditId) -> String {
        let state = self
            .named
            .as_ref()
            .map(|folder| format!("--state {} ", shell(&folder.to_string_lossy())));
        format!("auditor {}{verb} {audit}", state.unwrap_or_default())
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
            Self::open(folder, named)
        } else {
            let journal = Sqlite::read_only(&file);
            let (folder, named) = (folder.to_owned(), named.map(Path::to_owned));
            journal.map(|journal| Self { journal, folder, named })
        };
        let lasting = opened.map_err(|error| unusable(&error))?;
        if let Some(remark) = lasting.journal.remark() {
            complain("warning", &remark);
        }
        Ok(lasting)
    }
}

/// Makes sure that a folder that the operator names for audits can be one; it is made where it is not there.
fn fit(folder: &Path) -> Result<(), String> {
    let shown = folder.display();
    if folder.exists() && !folder.is_dir() {
        return Err(format!("`{shown}` is no folder: name one to keep audits in with `--state`"));
    }
    let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    match made.map_err(|error| (error.kind(), error)) {
        // A disk that is full is no fault of the name.
        Ok(()) | Err((ErrorKind::StorageFull | ErrorKind::QuotaExceeded, _)) => Ok(()),
        Err((_, error)) => {
            Err(format!("the folder `{shown}`, to keep audits in, cannot be made: {error}"))
        }
    }
}

/// Makes sure that readers find room among the temporary files.
///
/// # Errors
/// When nothing can be made there; one clear sentence.
pub(super) fn room() -> Result<(), String> {
    let folder = std::env::temp_dir();
    let shown = folder.display();
    Workroom::temporary().map(drop).map_err(|error| {
        let why = match error.kind() {
            ErrorKind::NotFound => "there is no such folder".to_owned(),
            kind => kind.to_string(),
        };
        format!(
            "no temporary file can be made in `{shown}`: {why}; name another folder in `TMPDIR`"
        )
    })
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
    match file.try_exists() {
        Ok(true) => return Ok(file),
        // Whoever may not look does not know.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            let why = format!("`{}` cannot be read: {error}", folder.display());
            return Err(fail(Exit::Internal, &why));
        }
        Ok(false) | Err(_) => {}
    }
    if folder.is_file() {
        let why = format!("`{}` is a file: audits are kept in a folder", folder.display());
        return Err(fail(Exit::Usage, &why));
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
