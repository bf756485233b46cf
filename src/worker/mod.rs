//! The child process that reads a submission (`auditor __worker`).
//!
//! It takes one job from its standard input, limits itself, does the job and writes one answer. It reads
//! neither its environment nor the clock, and ends when its parent does.

mod confine;
mod extract;
mod pdf;
mod redact;
mod repository;
#[cfg(target_os = "linux")]
mod stand_by;
#[cfg(target_os = "linux")]
mod warm;

#[cfg(target_os = "linux")]
pub use stand_by::{Next, stand_by};

use crate::detect::secrets::Known;
use crate::domain::limits::Limits;
use crate::domain::repo_url::Hosts;
use crate::domain::request::{RepoSource, ReportFile};
use crate::ports::download::{DownloadError, download};
use crate::ports::git;
use crate::ports::pdf::{PdfError, open, read as pdf_bytes, reader};
use crate::ports::sandbox::{Answer, Failure, FailureKind, Job, Reply};
use crate::ports::tls;
use std::fs::File;
use std::io::{BufRead, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Longest job in bytes: questions of a rubric and bounds, nothing more.
const LONGEST_JOB: u64 = 4 << 20;
/// Bytes of an answer that are written at once: as many as a pipe holds.
const AT_ONCE: usize = 64 << 10;
/// The child's exit code when its parent went away.
const ABANDONED: i32 = 75;

/// Does one job as a child process; returns its exit code.
///
/// Zero means that an answer was written, also one that says why nothing could be read; 64 that the job could
/// not be understood; 71 that the process could not be limited; 74 that the answer could not be written.
///
/// `trusted` are further files and directories with the certificates that a fetch trusts.
///
/// Limits the whole process for good, and ends it when `input` closes: call it from `main` alone, before
/// there is another thread.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write, trusted: Vec<PathBuf>) -> u8 {
    let mut input = input.take(LONGEST_JOB);
    let mut line = Vec::new();
    let job: Job = match input.read_until(b'\n', &mut line).map(|_| serde_json::from_slice(&line)) {
        Ok(Ok(job)) => job,
        Ok(Err(_)) | Err(_) => return 64,
    };
    // A library is loaded before the process may open no more than its job; why it cannot be, the job itself says.
    let _ = job.engine().map(reader);
    // What was handed in is opened while the way to it can still be walked part by part; from then on this process
    // needs no more than the open file.
    let opened = job.report().filter(|report| report.within.is_some()).map(open);
    match confine::confine(&job, trusted) {
        Ok(confined) if confined.is_full() => {}
        // Seen by those who start a worker by hand, and in the last words of one that crashed.
        Ok(confined) => eprintln!("this system confines the reader in part: {confined}"),
        Err(error) => {
            eprintln!("cannot limit this process: {error}");
            return 71;
        }
    }
    std::thread::spawn(move || end_with_parent(input.into_inner()));
    let reply = redact::redacted(read(&job, opened));
    let written = write(&reply, output);
    // The process ends here: to free what the answer holds would only make the parent wait.
    std::mem::forget(reply);
    if written.is_ok() { 0 } else { 74 }
}

/// Writes an answer as one line, whose end tells the parent that it is whole.
fn write(reply: &Reply, output: impl Write) -> std::io::Result<()> {
    let mut output = BufWriter::with_capacity(AT_ONCE, output);
    serde_json::to_writer(&mut output, reply)?;
    output.write_all(b"\n")?;
    output.flush()
}

/// Waits until the parent closes the pipe, as the system does when the parent dies, and ends the process.
fn end_with_parent(mut input: impl Read) {
    let mut buffer = [0; 64];
    while matches!(input.read(&mut buffer), Ok(1..)) {}
    std::process::exit(ABANDONED);
}

/// Does one job in this process.
///
/// # Errors
/// [`Failure`] says why the repository or the report could not be read.
pub fn perform(job: &Job) -> Reply {
    redact::redacted(read(job, None))
}

/// A report that was opened before the job began.
type Opened = Option<Result<File, PdfError>>;

/// What a job brought, with the secrets that were found on the way.
fn read(job: &Job, opened: Opened) -> Result<(Answer, Known), Failure> {
    let none = |answer| (answer, Known::default());
    match job {
        Job::Fetch { url, into, limits } => {
            tls::provide();
            git::fetch(url, into, limits).map(Answer::Fetched).map(none).map_err(Failure::from)
        }
        Job::Head { repo, scratch, limits } => {
            head(repo, scratch, limits).map(Answer::Head).map(none).map_err(Failure::from)
        }
        Job::Download { url, allowed, into, limits } => {
            tls::provide();
            let hosts = Hosts::of_reports().with(allowed);
            download(url, &hosts, into, limits)
                .map(Answer::Downloaded)
                .map(none)
                .map_err(Failure::from)
        }
        Job::Repository { path, lookups, limits } => repository::facts(path, lookups, limits)
            .map(|(facts, known)| (Answer::Repository(Box::new(facts)), known))
            .map_err(Failure::from),
        Job::Extract { repo, commit, file, into, limits } => {
            extract::extract(repo, commit.as_deref(), file.as_deref(), into, limits)
                .map(Answer::Extracted)
                .map(none)
        }
        Job::Document { report, engine, limits } => bytes(report, opened, limits)
            .and_then(|bytes| pdf::document_facts(&*reader(engine)?, &bytes, limits))
            .map(|(facts, known)| (Answer::Document(Box::new(facts)), known))
            .map_err(Failure::from),
        Job::Figures { report, engine, limits } => bytes(report, opened, limits)
            .and_then(|bytes| pdf::figure_facts(&*reader(engine)?, &bytes, limits))
            .map(|(facts, known)| (Answer::Figures(Box::new(facts)), known))
            .map_err(Failure::from),
        Job::Report { report, engine, limits } => bytes(report, opened, limits)
            .and_then(|bytes| pdf::report_facts(&*reader(engine)?, &bytes, limits))
            .map(|(document, figures, known)| {
                let (document, figures) = (Box::new(document), Box::new(figures));
                (Answer::Report { document, figures }, known)
            })
            .map_err(Failure::from),
        Job::Regions { report, engine, regions, limits } => bytes(report, opened, limits)
            .and_then(|bytes| pdf::pictures(&*reader(engine)?, &bytes, regions, limits))
            .map(Answer::Regions)
            .map(none)
            .map_err(Failure::from),
    }
}

/// The bytes of a report.
fn bytes(report: &ReportFile, opened: Opened, limits: &Limits) -> Result<Vec<u8>, PdfError> {
    pdf_bytes(opened.unwrap_or_else(|| open(report))?, &report.path, limits)
}

/// The commit at a repository's head; one on this machine is read in place.
fn head(repo: &RepoSource, scratch: &Path, limits: &Limits) -> Result<String, git::GitError> {
    match repo {
        RepoSource::Remote { url } => {
            tls::provide();
            git::remote_head(url, scratch, limits)
        }
        RepoSource::Local { path, .. } => git::head_commit(&git::open(path, limits)?),
    }
}

impl From<DownloadError> for Failure {
    fn from(error: DownloadError) -> Self {
        let transient = error.is_transient();
        Self { kind: FailureKind::Report, message: error.to_string(), transient }
    }
}

impl From<PdfError> for Failure {
    fn from(error: PdfError) -> Self {
        Self { kind: FailureKind::Report, message: error.to_string(), transient: false }
    }
}

impl From<git::GitError> for Failure {
    fn from(error: git::GitError) -> Self {
        let transient = error.is_transient();
        Self { kind: FailureKind::Repository, message: error.to_string(), transient }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_that_cannot_be_understood_is_an_exit_code() {
        assert_eq!(run(&b"{}\n"[..], Vec::new(), Vec::new()), 64);
        assert_eq!(run(&b"\xff"[..], Vec::new(), Vec::new()), 64);
    }

    #[test]
    fn a_reason_survives_the_pipe() {
        let job = Job::Repository {
            path: "/nowhere/at/all".into(),
            lookups: Vec::new(),
            limits: Limits::default(),
        };
        let job: Job = serde_json::from_str(&serde_json::to_string(&job).unwrap()).unwrap();
        let reply = perform(&job);
        let json = serde_json::to_string(&reply).unwrap();
        assert_eq!(serde_json::from_str::<Reply>(&json).unwrap(), reply);
        assert_eq!(reply.unwrap_err().message, "`/nowhere/at/all` does not exist");
    }
}
