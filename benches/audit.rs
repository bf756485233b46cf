//! Speed and memory of whole offline audits, as ratios within one run.
//!
//! `cargo bench --bench audit` measures the sample; `cargo bench --bench audit -- REPO PDF [REPO PDF …]`
//! measures submissions of yours: the first one by itself, and all of them in turn in one process. The
//! baseline is `git clone --bare` plus `pdftotext` on the same files: what anybody has to do to read them at
//! all. Each figure is a median; the runs of the two take turns, so that a machine whose speed drifts slows
//! both.

mod times;

use automaton_auditor::domain::ids::AuditId;
use automaton_auditor::domain::request::{AuditRequest, RepoSource, ReportSource};
use automaton_auditor::engine::{EngineBuilder, Outcome, load_rubric};
use automaton_auditor::ports::reports::Folder;
use automaton_auditor::ports::sandbox::ChildProcess;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use times::{median, millis};

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const AUDITOR: &str = env!("CARGO_BIN_EXE_auditor");
/// Counted runs of each command, after one that is not.
const RUNS: usize = 15;
/// Audits whose memory is watched.
const WATCHED: usize = 5;
/// Fewest audits in one process; where fewer submissions are given they come again.
const BATCH: usize = 20;
/// CPU-seconds per submission of the reference: Python peers in a batch, measured with an instant
/// model.
const PEER_CPU_SECONDS: f64 = 2.4;

fn main() {
    let given: Vec<PathBuf> =
        std::env::args_os().skip(1).filter(|a| a != "--bench").map(PathBuf::from).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut submissions: Vec<(PathBuf, PathBuf)> =
        given.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    if submissions.is_empty() {
        let sample = root.join("samples/courtroom-agent.git");
        submissions.push((sample, root.join("samples/courtroom-agent-report.pdf")));
    }
    let (repo, pdf) = &submissions[0];
    println!("submission: {} with {}", repo.display(), pdf.display());
    startup();
    single(repo, pdf);
    batch(&submissions);
}

fn startup() {
    let times: Vec<Duration> =
        (0..RUNS * 3).map(|_| timed(Command::new(AUDITOR).arg("--version"))).collect();
    println!("startup (`auditor --version`): {:.1} ms", millis(median(times)));
}

fn single(repo: &Path, pdf: &Path) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let (mut ours, mut baseline) = (Vec::new(), Vec::new());
    let mut ratios = Vec::new();
    for run in 0..=RUNS {
        let ours_now = timed(&mut audit(repo, pdf, folder.path()));
        let Some(baseline_now) =
            read_plainly(repo, pdf, &folder.path().join(format!("clone{run}")))
        else {
            println!(
                "whole audit: {:.1} ms (no baseline: git or pdftotext is not installed)",
                millis(ours_now)
            );
            return;
        };
        if run > 0 {
            ours.push(ours_now);
            baseline.push(baseline_now);
            ratios.push(ours_now.as_secs_f64() / baseline_now.as_secs_f64());
        }
    }
    ratios.sort_by(f64::total_cmp);
    println!(
        "whole audit: {:.1} ms; git clone --bare + pdftotext: {:.1} ms; ratio {:.2} (goal: at most 3)",
        millis(median(ours)),
        millis(median(baseline)),
        ratios[ratios.len() / 2]
    );
    let (at_once, added_up) = peak_megabytes(repo, pdf);
    println!(
        "memory of all processes at once: {at_once} MB (goal: at most 80); their peaks added up, shared code in each: {added_up} MB"
    );
}

fn audit(repo: &Path, pdf: &Path, output: &Path) -> Command {
    let mut command = Command::new(AUDITOR);
    command.arg("audit").arg(repo).arg("--pdf").arg(pdf).arg("--output").arg(output).arg("-q");
    // A journal of its own, whatever else this machine keeps.
    command.env("AUDITOR_STATE", output.join("state"));
    command
}

/// Clones and extracts the text with the usual tools; `None` where they are not installed.
fn read_plainly(repo: &Path, pdf: &Path, into: &Path) -> Option<Duration> {
    let started = Instant::now();
    let mut clone = Command::new("git");
    clone.args(["clone", "--quiet", "--bare"]).arg(repo).arg(into);
    let mut text = Command::new("pdftotext");
    text.arg(pdf).arg("-");
    for command in [&mut clone, &mut text] {
        command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .ok()
            .filter(ExitStatus::success)?;
    }
    Some(started.elapsed())
}

fn timed(command: &mut Command) -> Duration {
    let started = Instant::now();
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("the program runs");
    started.elapsed()
}

/// The most that all processes of one audit hold at once, in MB, with memory that they share counted once
/// (what Linux calls their proportional set size); and the peak of each, added up, which counts the program's
/// own code in every one of them.
fn peak_megabytes(repo: &Path, pdf: &Path) -> (u64, u64) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let (mut at_once, mut peaks) = (0, BTreeMap::<u32, u64>::new());
    for _ in 0..WATCHED {
        let mut child = audit(repo, pdf, folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        peaks.clear();
        while child.try_wait().is_ok_and(|status| status.is_none()) {
            let family = family(child.id());
            let held = family.iter().filter_map(|pid| kilobytes(*pid, "smaps_rollup", "Pss:"));
            at_once = held.sum::<u64>().max(at_once);
            for pid in family {
                if let Some(peak) = kilobytes(pid, "status", "VmHWM:") {
                    let known = peaks.entry(pid).or_default();
                    *known = peak.max(*known);
                }
            }
        }
    }
    (at_once / 1024, peaks.values().sum::<u64>() / 1024)
}

fn family(pid: u32) -> Vec<u32> {
    let mut all = vec![pid];
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    for task in tasks {
        let children = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
        all.extend(children.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
    }
    all
}

fn kilobytes(pid: u32, file: &str, line: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/{file}")).ok()?;
    let line = text.lines().find(|candidate| candidate.starts_with(line))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// All submissions in one engine, one after the other; processor time of this process and of all its children.
fn batch(submissions: &[(PathBuf, PathBuf)]) {
    let rounds = BATCH.div_ceil(submissions.len());
    let audits = rounds * submissions.len();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.expect("a runtime can be built");
    let before = cpu_seconds();
    runtime.block_on(async {
        let examiner = ChildProcess::new(AUDITOR.into()).with_fork_server(0);
        let engine = EngineBuilder::new(Arc::new(examiner)).start().await.expect("the court opens");
        let rubric = include_bytes!("../rubric.json");
        let rubric = Arc::new(load_rubric(rubric).expect("our own rubric is valid"));
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        for (number, (repo, pdf)) in submissions.iter().cycle().take(audits).enumerate() {
            let request = AuditRequest::new(
                RepoSource::Local { path: repo.clone(), shown: "sample".into() },
                ReportSource::File { path: pdf.clone(), shown: "report.pdf".into() },
            );
            let audit = AuditId::new(format!("a{number}")).expect("a short name is an id");
            let reports = Arc::new(Folder::new(folder.path().join(number.to_string())));
            let handle = engine.submit(audit, request, Arc::clone(&rubric), reports);
            let outcome = handle.expect("the court is open").outcome().await;
            assert!(matches!(outcome, Ok(Outcome::Reported { .. })), "{outcome:?}");
        }
        engine.shut_down(Duration::from_secs(5)).await;
    });
    // What the readers took is known once the last of this process's children is gone.
    drop(runtime);
    #[expect(clippy::cast_precision_loss, reason = "so few audits are exact")]
    let [own, readers] = std::array::from_fn(|n| (cpu_seconds()[n] - before[n]) / audits as f64);
    let each = own + readers;
    println!(
        "batch of {audits} audits ({} submissions) in one process: {:.0} ms of CPU each, {:.0} of them in the readers; {:.0} times cheaper than {PEER_CPU_SECONDS} CPU-seconds (goal: at least 25)",
        submissions.len(),
        each * 1000.0,
        readers * 1000.0,
        PEER_CPU_SECONDS / each
    );
    if let Some(plainly) = read_all_plainly(submissions, audits) {
        println!(
            "the same with git clone --bare + pdftotext: {:.0} ms of CPU each; ratio {:.2}",
            plainly * 1000.0,
            each / plainly
        );
    }
}

/// CPU-seconds each of the usual tools on the same submissions, which tells a slow machine from a slow program;
/// `None` where they are not installed.
fn read_all_plainly(submissions: &[(PathBuf, PathBuf)], audits: usize) -> Option<f64> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let [_, before] = cpu_seconds();
    for (number, (repo, pdf)) in submissions.iter().cycle().take(audits).enumerate() {
        read_plainly(repo, pdf, &folder.path().join(number.to_string()))?;
    }
    #[expect(clippy::cast_precision_loss, reason = "so few audits are exact")]
    let audits = audits as f64;
    Some((cpu_seconds()[1] - before) / audits)
}

/// User and system time in seconds: of this process, and of its finished children.
fn cpu_seconds() -> [f64; 2] {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").expect("this is Linux");
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(4);
    let ticks: Vec<f64> = ticks.filter_map(|number| number.parse().ok()).collect();
    [0, 2].map(|from| ticks[from..from + 2].iter().sum::<f64>() / TICKS_PER_SECOND)
}
