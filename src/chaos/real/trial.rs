//! A real audit, killed and resumed until its report is there.

use super::deaths::{Deaths, Moment, killing};
use super::kept::{Files, Watch, kept, written};
use super::measured::{Ended, Lived};
use super::process::{Death, Program};
use super::sample::laid;
use super::server::Server;
use crate::chaos::chronicle::{Chronicle, Entry};
use crate::chaos::mischief::Mischief;
use crate::chaos::plan::{Fault, FaultKind, Plan};
use crate::chaos::run::Run;
use crate::domain::report::AuditReport;
use crate::ports::journal::JournalError;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Most lives of one audit, besides those that end by a kill: starts that left nothing behind.
const MOST_LIVES: u32 = 20;
/// Calls in flight at once.
pub(super) const IN_FLIGHT: u32 = 4;
/// Longest wait for connections of the dead to close.
const SETTLING: Duration = Duration::from_secs(10);

/// Why an experiment on real processes cannot be made. Completes "the experiment failed: …".
#[derive(Debug, thiserror::Error)]
pub enum RealError {
    /// The system refused.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The undisturbed audit brought no report.
    #[error("the undisturbed audit ended with exit code {0} and without a report")]
    NoTwin(i32),
    /// A fault that no real process can be given.
    #[error(
        "{0} is not done to real processes; faults of the model's server are, but for `hang`, and process:kill:@N"
    )]
    Unreal(String),
    /// Somebody stopped it.
    #[error("it was stopped")]
    Stopped,
}

/// Where real audits are held: a program, a submission, a model's server, and an undisturbed audit's report.
pub struct Court {
    folder: tempfile::TempDir,
    program: Program,
    server: Server,
    arguments: Vec<OsString>,
    twin: Option<Twin>,
}

/// What an undisturbed audit left.
pub(super) struct Twin {
    pub files: Files,
    pub report: AuditReport,
    took: Duration,
}

/// A real audit that was tried, and its folder, which goes unless it is kept.
pub struct Tried {
    /// What it shows.
    pub run: Run,
    /// What happened, in its order and in real time.
    pub entries: Vec<(Duration, Entry)>,
    folder: PathBuf,
}

impl Tried {
    /// Copies the journal and the report's files into a folder, in the place of what is there.
    ///
    /// # Errors
    /// What the system says against it.
    pub fn keep(&self, into: &Path) -> io::Result<()> {
        if into.exists() {
            std::fs::remove_dir_all(into)?;
        }
        for part in ["state", "out"] {
            let from = self.folder.join(part);
            if from.exists() {
                copy(&from, &into.join(part))?;
            }
        }
        Ok(())
    }
}

impl Drop for Tried {
    fn drop(&mut self) {
        // What cannot be removed goes with the court's own folder.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy(&from, &to)?;
        } else {
            std::fs::copy(&from, &to)?;
        }
    }
    Ok(())
}

impl Court {
    /// Sets everything up and holds one audit undisturbed. `program` is the `auditor` command; once `stop` is set
    /// whatever runs is ended.
    ///
    /// # Errors
    /// [`RealError`]
    pub fn new(program: PathBuf, stop: Arc<AtomicBool>) -> Result<Self, RealError> {
        let folder = tempfile::tempdir()?;
        let (repository, report) = laid(folder.path())?;
        let server = Server::start()?;
        let settings = [
            ("OPENAI_BASE_URL", server.url()),
            ("AUDITOR_MODEL", "scripted".to_owned()),
            ("AUDITOR_CALLS_IN_FLIGHT", IN_FLIGHT.to_string()),
            ("AUDITOR_STRUCTURED_OUTPUT", "json_schema".to_owned()),
        ];
        let environment = settings.map(|(name, value)| (name.into(), value.into())).to_vec();
        let mut arguments: Vec<OsString> = vec!["audit".into(), repository.into()];
        arguments.extend(["--pdf".into(), report.into(), "--judges".into(), "llm".into()]);
        arguments.extend(["--output".into(), "out".into(), "--state".into(), "state".into()]);
        let program = Program { file: program, environment, stop };
        let mut court = Self { folder, program, server, arguments, twin: None };
        court.twin = Some(court.undisturbed()?);
        Ok(court)
    }

    /// Whether everything in a plan can be done to a real process.
    ///
    /// # Errors
    /// [`RealError::Unreal`] with the first fault that cannot.
    pub fn check(plan: &Plan) -> Result<(), RealError> {
        let is_real = |fault: &&Fault| match fault.site.as_str() {
            "model" => fault.kind != FaultKind::Hang,
            _ => killing(fault).is_some(),
        };
        match plan.faults.iter().find(|fault| !is_real(fault)) {
            Some(fault) => Err(RealError::Unreal(fault.to_string())),
            None => Ok(()),
        }
    }

    fn undisturbed(&self) -> Result<Twin, RealError> {
        let folder = self.folder.path().join("undisturbed");
        std::fs::create_dir(&folder)?;
        self.server.begin(Arc::new(Mischief::new(0, Vec::new(), Arc::default())));
        let begun = Instant::now();
        let death = self.live(&folder, &self.arguments, |_| false)?;
        let took = begun.elapsed();
        let code = if let Death::Natural(code) = death { code } else { -1 };
        let files = written(&folder).ok_or(RealError::NoTwin(code))?;
        let report = serde_json::from_slice(&files[1]).map_err(|_| RealError::NoTwin(code))?;
        Ok(Twin { files, report, took })
    }

    /// Holds one audit, kills its process as the plan says or else one to three times at moments that its seed
    /// draws, and resumes it until it is over. Its dimensions are those of the rubric that ships.
    ///
    /// # Errors
    /// [`RealError`]
    ///
    /// # Panics
    /// Never: a court is set up with its twin.
    pub fn run(&self, plan: &Plan) -> Result<Tried, RealError> {
        Self::check(plan)?;
        let twin = self.twin.as_ref().expect("invariant: a court is set up with its twin");
        let folder = tempfile::tempdir_in(self.folder.path())?.keep();
        let chronicle = Arc::new(Chronicle::default());
        let faults = plan.faults.clone();
        let mischief = Arc::new(Mischief::new(plan.seed, faults, Arc::clone(&chronicle)));
        self.server.begin(Arc::clone(&mischief));
        let (begun, date) = (Instant::now(), SystemTime::now());
        chronicle.birth(1);
        let lived = self.lives(&folder, plan, twin.took, begun)?;
        let is_strike = |(_, entry): &(Duration, Entry)| matches!(entry, Entry::Struck(_));
        let date = date.duration_since(UNIX_EPOCH).unwrap_or_default();
        let ended = Ended {
            plan,
            lived,
            began_ms: u64::try_from(date.as_millis()).unwrap_or(u64::MAX),
            took: begun.elapsed(),
            made: self.server.settled(SETTLING),
            kept: kept(&folder)?,
            files: written(&folder),
            mischief,
            struck: chronicle.entries().into_iter().filter(is_strike).collect(),
        };
        let (run, entries) = ended.measured(twin);
        Ok(Tried { run, entries, folder })
    }

    /// Starts the process again as often as it is killed.
    fn lives(
        &self,
        folder: &Path,
        plan: &Plan,
        usual: Duration,
        begun: Instant,
    ) -> Result<Lived, RealError> {
        let mut deaths = Deaths::of(plan);
        let mut lived = Lived { wanted: deaths.wanted, ..Lived::default() };
        for life in 1..=MOST_LIVES.saturating_add(lived.wanted) {
            let before = kept(folder)?;
            if before.is_over {
                break;
            }
            lived.entries.push((begun.elapsed(), Entry::Life(life)));
            let arguments =
                before.name.as_ref().map_or_else(|| self.arguments.clone(), |name| resuming(name));
            let death = deaths.next(usual, life, before.events.len());
            let ended = match death {
                None => self.live(folder, &arguments, |_| false)?,
                Some(Moment::After(age)) => self.live(folder, &arguments, |old| old >= age)?,
                Some(Moment::Append(nth, _)) => {
                    let mut watch = Watch::new(folder)?;
                    self.live(folder, &arguments, |_| watch.events() >= u64::from(nth))?
                }
            };
            if ended != Death::Killed {
                break;
            }
            let at = begun.elapsed();
            deaths.came();
            lived.kills += 1;
            lived.killed_by.extend(death.and_then(Moment::fault));
            // What was sent is counted before it is held against the book.
            self.server.settled(SETTLING);
            let after = kept(folder)?;
            lived.entries.push((at, Entry::Death(after.under_way())));
            lived.cut.note(&after.calls);
            self.server.know(after.finished());
        }
        Ok(lived)
    }

    fn live(
        &self,
        folder: &Path,
        arguments: &[OsString],
        has_come: impl FnMut(Duration) -> bool,
    ) -> Result<Death, RealError> {
        match self.program.live(folder, arguments, has_come)? {
            Death::Stopped => Err(RealError::Stopped),
            death @ (Death::Natural(_) | Death::Killed | Death::Endless) => Ok(death),
        }
    }
}

fn resuming(name: &str) -> Vec<OsString> {
    ["resume", name, "--state", "state"].map(OsString::from).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_done_to_a_process_is_refused() {
        let is_done = |fault: &str| {
            let faults = vec![fault.parse().unwrap()];
            Court::check(&Plan { faults, ..Plan::default() }).is_ok()
        };
        assert!(is_done("model:rate_limited:0.3") && is_done("process:kill:@7"));
        assert!(!is_done("process:kill:0.3") && !is_done("process:torn:@7"));
        assert!(!is_done("model:hang:1") && !is_done("judge:panic:@1"));
    }

    #[test]
    fn what_an_audit_left_is_gone_unless_it_is_kept() {
        let room = tempfile::tempdir().unwrap();
        let folder = room.path().join("audit");
        std::fs::create_dir_all(folder.join("state")).unwrap();
        std::fs::write(folder.join("state/journal.db"), "events").unwrap();
        let tried = Tried { run: Run::default(), entries: Vec::new(), folder: folder.clone() };
        let into = room.path().join("journals/0-seed-7");
        std::fs::create_dir_all(into.join("of another time")).unwrap();
        tried.keep(&into).unwrap();
        drop(tried);
        assert!(!folder.exists() && !into.join("of another time").exists());
        assert_eq!(std::fs::read(into.join("state/journal.db")).unwrap(), b"events");
    }
}
