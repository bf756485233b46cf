//! A real audit, killed and resumed until its report is there.

use super::process::{Death, Program};
use super::sample::laid;
use super::server::{Books, Server};
use crate::chaos::chronicle::Chronicle;
use crate::chaos::dice::roll;
use crate::chaos::mischief::{Mischief, Struck};
use crate::chaos::plan::{Fault, FaultKind};
use crate::chaos::run::{Outcome, Run};
use crate::domain::digest::sha256_hex;
use crate::domain::event::AuditEvent;
use crate::domain::invariants::{self, Allowance, Calls};
use crate::domain::report::AuditReport;
use crate::ports::journal::{self, Journal, JournalError, Sqlite, State};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Most kills of one audit.
const MOST_KILLS: u32 = 3;
/// Most lives of one audit: kills, and starts that left nothing behind.
const MOST_LIVES: u32 = 20;
/// Calls in flight at once.
const IN_FLIGHT: u32 = 4;
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
    #[error("{0} is not done to real processes; faults of the model's server are, but for `hang`")]
    Unreal(String),
}

/// Where real audits are held: a program, a submission, a model's server, and an undisturbed audit's report.
pub struct Court {
    folder: tempfile::TempDir,
    program: Program,
    server: Server,
    arguments: Vec<OsString>,
    faults: Vec<Fault>,
    twin: Option<Twin>,
}

struct Twin {
    files: Files,
    report: AuditReport,
    took: Duration,
}

/// Markdown and JSON.
type Files = [Vec<u8>; 2];

/// What the journal says of the audit in a folder.
struct Kept {
    name: Option<String>,
    is_over: bool,
    events: Vec<Arc<AuditEvent>>,
    calls: Vec<journal::Call>,
}

impl Court {
    /// Sets everything up and holds one audit undisturbed. `program` is the `auditor` command.
    ///
    /// # Errors
    /// [`RealError`]
    pub fn new(program: PathBuf, faults: Vec<Fault>) -> Result<Self, RealError> {
        let is_real = |fault: &&Fault| fault.site == "model" && fault.kind != FaultKind::Hang;
        if let Some(fault) = faults.iter().find(|fault| !is_real(fault)) {
            return Err(RealError::Unreal(fault.to_string()));
        }
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
        let program = Program { file: program, environment };
        let mut court = Self { folder, program, server, arguments, faults, twin: None };
        court.twin = Some(court.undisturbed()?);
        Ok(court)
    }

    fn undisturbed(&self) -> Result<Twin, RealError> {
        let folder = self.folder.path().join("undisturbed");
        std::fs::create_dir(&folder)?;
        self.server.begin(Arc::new(Mischief::new(0, Vec::new(), Arc::default())));
        let begun = Instant::now();
        let death = self.program.live(&folder, &self.arguments, None)?;
        let took = begun.elapsed();
        let code = if let Death::Natural(code) = death { code } else { -1 };
        let files = written(&folder).ok_or(RealError::NoTwin(code))?;
        let report = serde_json::from_slice(&files[1]).map_err(|_| RealError::NoTwin(code))?;
        Ok(Twin { files, report, took })
    }

    /// Holds one audit, kills its process one to three times at moments that the seed draws, and resumes it until
    /// it is over.
    ///
    /// # Errors
    /// [`RealError`]
    ///
    /// # Panics
    /// Never: a court is set up with its twin.
    pub fn run(&self, seed: u64) -> Result<Run, RealError> {
        let twin = self.twin.as_ref().expect("invariant: a court is set up with its twin");
        let folder = self.folder.path().join(format!("seed-{seed}"));
        std::fs::create_dir(&folder)?;
        let mischief =
            Arc::new(Mischief::new(seed, self.faults.clone(), Arc::new(Chronicle::default())));
        self.server.begin(Arc::clone(&mischief));
        let begun = Instant::now();
        let lived = self.lives(&folder, seed, twin.took)?;
        let ended = Ended {
            seed,
            lived,
            took: begun.elapsed(),
            made: self.server.settled(SETTLING),
            kept: kept(&folder)?,
            files: written(&folder),
            mischief,
        };
        std::fs::remove_dir_all(&folder)?;
        let run = ended.measured(twin);
        Ok(Run { faults: self.faults.iter().map(ToString::to_string).collect(), ..run })
    }

    /// Starts the process again as often as it is killed.
    fn lives(&self, folder: &Path, seed: u64, usual: Duration) -> Result<Lived, RealError> {
        let wanted = kills_wanted(seed);
        let mut lived = Lived { wanted, kills: 0, cut: 0, recovery: None };
        let mut last_kill = None;
        for life in 1..=MOST_LIVES {
            let before = kept(folder)?;
            if before.is_over {
                break;
            }
            let arguments =
                before.name.map_or_else(|| self.arguments.clone(), |name| resuming(&name));
            let moment = usual.mul_f64(roll(seed, "kill", "moment", "", life));
            let moment = (lived.kills < wanted).then_some(moment);
            if self.program.live(folder, &arguments, moment)? != Death::Killed {
                break;
            }
            lived.kills += 1;
            last_kill = Some(Instant::now());
            let made = self.server.settled(SETTLING).made;
            let after = kept(folder)?;
            lived.cut = made.saturating_sub(answered(&after.calls));
            self.server.know(finished(&after.calls));
        }
        lived.recovery = last_kill.map(|at: Instant| at.elapsed());
        Ok(lived)
    }
}

/// The lives of one audit.
struct Lived {
    wanted: u32,
    kills: u32,
    /// Calls that were in flight at the kills.
    cut: u32,
    /// From the last kill to the end.
    recovery: Option<Duration>,
}

/// An audit that is over, and what it left.
struct Ended {
    seed: u64,
    lived: Lived,
    took: Duration,
    made: Books,
    kept: Kept,
    files: Option<Files>,
    mischief: Arc<Mischief>,
}

impl Ended {
    fn measured(self, twin: &Twin) -> Run {
        let Self { seed, lived, took, made, kept, files, mischief } = self;
        let calls = Calls {
            made: made.made,
            answered: answered(&kept.calls),
            repaid: made.repaid,
            ..Calls::default()
        };
        let allowance = Allowance {
            cut: lived.cut.min(lived.kills * IN_FLIGHT),
            late: mischief.struck().iter().any(|struck| struck.kind == FaultKind::Slow),
            ..Allowance::default()
        };
        let trial = invariants::Trial {
            events: &kept.events,
            told: &[],
            acknowledged: 0,
            twin: Some(&twin.report),
            calls,
            allowance,
            ended: kept.is_over,
            given_up: false,
        };
        let breaches = invariants::breaches(&trial);
        let mut broken: Vec<String> =
            breaches.iter().map(|breach| breach.invariant.name().to_owned()).collect();
        let report: Option<AuditReport> =
            files.as_ref().and_then(|files| serde_json::from_slice(&files[1]).ok());
        let outcome = outcome(report.as_ref(), kept.is_over);
        // Where a judge was never heard, or a reply had to be mended, which costs, the report cannot be the same.
        let is_comparable = outcome != Outcome::Partial && !mischief.struck().iter().any(is_mended);
        if is_comparable && files.as_ref() != Some(&twin.files) {
            broken.push("same_bytes".to_owned());
        }
        let heard = kept.events.iter().filter(|event| matches!(***event, AuditEvent::Heard { .. }));
        let overall = |report: &AuditReport| report.overall_score - twin.report.overall_score;
        Run {
            experiment: "real".to_owned(),
            fault: "kill".to_owned(),
            target: "process".to_owned(),
            rate: f64::NAN,
            seed,
            dimensions: u8::try_from(twin.report.provenance.routing.len()).unwrap_or(u8::MAX),
            outcome,
            broken,
            opinions: whole(heard.count()),
            missing_seats: report.as_ref().map_or(0, missing_seats),
            armed: mischief.opportunities().iter().sum::<u32>() + lived.wanted,
            fired: whole(mischief.struck().len()) + lived.kills,
            kills: lived.kills,
            paid_calls: calls.made,
            repaid_calls: calls.repaid,
            overall_drift: report.as_ref().map_or(0.0, overall),
            virtual_ms: milliseconds(took),
            recoveries_ms: lived.recovery.into_iter().map(milliseconds).collect(),
            trace: sha256_hex(&files.unwrap_or_default().concat())[..16].to_owned(),
            ..Run::default()
        }
    }
}

/// Whether a fault makes the model be asked to mend its reply.
fn is_mended(struck: &Struck) -> bool {
    use FaultKind::{Freeform, Malformed, Truncated, Wrong};
    matches!(struck.kind, Freeform | Malformed | Truncated | Wrong)
}

fn whole(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn missing_seats(report: &AuditReport) -> u32 {
    whole(report.criteria.iter().map(|ruling| ruling.missing_seats.len()).sum())
}

/// One to three.
fn kills_wanted(seed: u64) -> u32 {
    let drawn = roll(seed, "kill", "number", "", 1);
    (1..=MOST_KILLS).find(|n| drawn * f64::from(MOST_KILLS) < f64::from(*n)).unwrap_or(MOST_KILLS)
}

fn resuming(name: &str) -> Vec<OsString> {
    ["resume", name, "--state", "state"].map(OsString::from).to_vec()
}

/// Calls that the journal knows the outcome of.
fn answered(calls: &[journal::Call]) -> u32 {
    whole(calls.iter().filter(|call| call.outcome.is_some()).count())
}

/// The keys of calls whose replies are kept.
fn finished(calls: &[journal::Call]) -> BTreeSet<String> {
    let finished =
        calls.iter().filter(|call| matches!(call.outcome, Some(journal::Outcome::Reply(_))));
    finished.map(|call| call.idempotency_key.clone()).collect()
}

/// What the journal in a folder says; nothing where there is none that holds an event.
fn kept(folder: &Path) -> Result<Kept, RealError> {
    let nothing = Kept { name: None, is_over: false, events: Vec::new(), calls: Vec::new() };
    let file = folder.join("state").join("journal.db");
    if !file.exists() {
        return Ok(nothing);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        // One that was killed while it made the file left no journal.
        let Ok(journal) = Sqlite::read_only(&file) else { return Ok(nothing) };
        let all = journal.audits().await?;
        let Some(entry) = all.into_iter().find(|entry| entry.events > 0) else {
            return Ok(nothing);
        };
        Ok(Kept {
            is_over: entry.state == State::Closed,
            events: journal.events(&entry.id).await?,
            calls: journal.calls(&entry.id).await?,
            name: Some(entry.id.to_string()),
        })
    })
}

/// The report in a folder, if it is whole.
fn written(folder: &Path) -> Option<Files> {
    let mut files = [None, None];
    for entry in std::fs::read_dir(folder.join("out")).ok()?.flatten() {
        let path = entry.path();
        let place = match path.extension()?.to_str()? {
            "md" => 0,
            "json" => 1,
            _ => continue,
        };
        files[place] = Some(std::fs::read(&path).ok()?);
    }
    let [markdown, json] = files;
    Some([markdown?, json?])
}

fn outcome(report: Option<&AuditReport>, is_over: bool) -> Outcome {
    match report {
        Some(report) if is_over => {
            if missing_seats(report) > 0 {
                Outcome::Partial
            } else {
                Outcome::Complete
            }
        }
        None if is_over => Outcome::Abandoned,
        Some(_) | None => Outcome::Stuck,
    }
}
