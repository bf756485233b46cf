//! What the engine itself costs: audits without work, memory of an open one, restarts, resumption, and the
//! journal's share of a real audit. Each figure is printed beside its goal.

#[allow(dead_code, reason = "tests use the rest")]
#[path = "../tests/doubles/mod.rs"]
mod doubles;

use async_trait::async_trait;
use automaton_auditor::domain::case::Case;
use automaton_auditor::domain::ids::AuditId;
use automaton_auditor::domain::report::AuditReport;
use automaton_auditor::domain::request::AuditRequest;
use automaton_auditor::domain::retry::RetryPolicy;
use automaton_auditor::domain::rubric::Rubric;
use automaton_auditor::engine::{AuditHandle, Engine, EngineBuilder, Rooms, load_rubric};
use automaton_auditor::ports::bench::{Counsel, Counselled};
use automaton_auditor::ports::clock::Calendar;
use automaton_auditor::ports::journal::{InMemory, Journal, Sqlite};
use automaton_auditor::ports::reports::{ReportError, Reports};
use automaton_auditor::ports::sandbox::{Answer, ExamineError, Examiner, Job};
use doubles::counsel::opinion;
use doubles::submission;
use mimalloc::MiMalloc;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// As in the program.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Audits that are open at once in the figures of many.
const MANY: usize = 1_000;
/// Pairs of audits, one journal on disk and one in memory; odd, so that one pair is the middle.
const PAIRS: usize = 61;
const AUDITOR: &str = env!("CARGO_BIN_EXE_auditor");

/// What the judges of a figure do.
enum Manner {
    /// They answer at once.
    Willing,
    /// They hang.
    Hanging,
    /// The first attempt at each seat panics.
    Falling,
}

struct Judges {
    manner: Manner,
    heard: AtomicUsize,
    /// When each seat fell, and how long it took until it was heard again.
    fallen: Mutex<BTreeMap<String, Instant>>,
    restarts: Mutex<Vec<Duration>>,
}

impl Judges {
    fn new(manner: Manner) -> Arc<Self> {
        let (heard, fallen, restarts) = (AtomicUsize::new(0), Mutex::default(), Mutex::default());
        Arc::new(Self { manner, heard, fallen, restarts })
    }
}

#[async_trait]
impl Counsel for Judges {
    async fn opine(&self, case: &Case) -> Counselled {
        self.heard.fetch_add(1, Ordering::Relaxed);
        match self.manner {
            Manner::Willing => {}
            Manner::Hanging => std::future::pending().await,
            Manner::Falling => {
                let seat = case.seat.to_string();
                let before = self.fallen.lock().expect("nobody panics with it").remove(&seat);
                let Some(fell) = before else {
                    self.fallen.lock().expect("nobody panics with it").insert(seat, Instant::now());
                    panic!("planned");
                };
                self.restarts.lock().expect("nobody panics with it").push(fell.elapsed());
            }
        }
        Ok(opinion(case, 4)).into()
    }
}

/// So many dimensions, and three times as many opinions. Of ten one is about the report's words and one about
/// its pictures, so that all detectives are called.
fn rubric(dimensions: usize) -> Arc<Rubric> {
    let dimension = |nth: usize| {
        let (artifact, probe, with) = match nth {
            9 => ("pdf_report", "document.concepts", json!({"terms": ["Fan-In"]})),
            10 => ("pdf_images", "figures.present", json!({})),
            _ => ("github_repo", "history.commits", json!({})),
        };
        json!({
            "id": format!("d{nth}"), "name": format!("D {nth}"), "target_artifact": artifact,
            "forensic_instruction": "look", "success_pattern": "good", "failure_pattern": "bad",
            "probes": [{
                "id": "p", "probe": probe, "asks": "it is so", "with": with, "flaw": false,
                "advice": "make it so",
            }],
        })
    };
    let rubric = json!({
        "rubric_metadata": {"rubric_name": "Plain", "grading_target": "Nothing", "version": "1"},
        "dimensions": (1..=dimensions).map(dimension).collect::<Vec<_>>(),
        "synthesis_rules": {
            "security_override": "x", "fact_supremacy": "x", "functionality_weight": "x",
            "dissent_requirement": "x", "variance_re_evaluation": "x", "security_cap": 3,
        },
    });
    Arc::new(load_rubric(rubric.to_string().as_bytes()).expect("the rubric is valid"))
}

/// A reader that finds a history of one commit, and a report of one page with one figure.
struct Reader;

#[async_trait]
impl Examiner for Reader {
    async fn run(&self, job: Job) -> Result<Answer, ExamineError> {
        let (document, figures) = (submission::document(), submission::figures());
        match job {
            Job::Repository { .. } => {
                let mut facts = submission::repository();
                facts.history.commits.truncate(1);
                Ok(Answer::Repository(Box::new(facts)))
            }
            Job::Report { .. } => {
                let (document, figures) = (Box::new(document), Box::new(figures));
                Ok(Answer::Report { document, figures })
            }
            other => Err(ExamineError::Protocol { reason: format!("{other:?} is not asked for") }),
        }
    }
}

/// Where reports go that nobody reads.
struct Nowhere;

#[async_trait]
impl Reports for Nowhere {
    async fn publish(&self, _: &Arc<AuditReport>) -> Result<Vec<PathBuf>, ReportError> {
        Ok(vec!["report.md".into()])
    }
}

async fn engine(judges: &Arc<Judges>, journal: Arc<dyn Journal>, places: usize) -> Engine {
    EngineBuilder::new(Arc::new(Reader))
        .counsel(Arc::clone(judges) as _)
        .journal(journal)
        .rooms(Rooms::Imagined)
        .judges(places, Duration::from_mins(10))
        .start()
        .await
        .expect("the court opens")
}

fn name(nth: usize) -> AuditId {
    AuditId::new(format!("a{nth}")).expect("the name is plain")
}

fn submitted(
    engine: &Engine,
    rubric: &Arc<Rubric>,
    nth: usize,
    request: AuditRequest,
) -> AuditHandle {
    let handle = engine.submit(name(nth), request, Arc::clone(rubric), Arc::new(Nowhere));
    handle.expect("the court takes the audit")
}

/// Audits per second whose readers and judges have nothing to do.
async fn without_work(rubric: &Arc<Rubric>) {
    let judges = Judges::new(Manner::Willing);
    let engine = engine(&judges, Arc::new(InMemory::default()), 64).await;
    let (begun, mut done) = (Instant::now(), 0_u32);
    while begun.elapsed() < Duration::from_secs(3) {
        let first = done as usize;
        let handles: Vec<_> = (first..first + 100)
            .map(|n| submitted(&engine, rubric, n, submission::request()))
            .collect();
        for handle in handles {
            handle.outcome().await.expect("the audit ends");
            done += 1;
        }
    }
    let rate = f64::from(done) / begun.elapsed().as_secs_f64();
    println!("audits without work, 30 opinions each: {rate:.0}/s on all cores (goal 4000)");
    engine.shut_down(Duration::from_secs(10)).await;
}

fn resident_kib() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap_or(0) * 4
}

/// Memory of an audit that waits for its judges.
async fn memory(rubric: &Arc<Rubric>) {
    let judges = Judges::new(Manner::Hanging);
    let engine = engine(&judges, Arc::new(InMemory::default()), 8).await;
    let before = resident_kib();
    let handles: Vec<_> =
        (0..MANY).map(|n| submitted(&engine, rubric, n, submission::request())).collect();
    tokio::time::sleep(Duration::from_secs(4)).await;
    let each = resident_kib().saturating_sub(before) / MANY;
    println!("memory of an open audit: {each} KiB each of {MANY} (goal: below 100)");
    drop(handles);
    engine.shut_down(Duration::from_secs(30)).await;
}

/// Time from a judge's crash until its case is heard again, with no pause between attempts.
async fn restarts() {
    // Three judges on eight places: no case waits for another.
    let rubric = rubric(1);
    let judges = Judges::new(Manner::Falling);
    let engine = engine(&judges, Arc::new(InMemory::default()), 8).await;
    for n in 0..400 {
        let retry = RetryPolicy { attempts: 3, base_ms: 0, cap_ms: 0 };
        let request = AuditRequest { retry, ..submission::request() };
        submitted(&engine, &rubric, n, request).outcome().await.expect("the audit ends");
    }
    let mut times = std::mem::take(&mut *judges.restarts.lock().expect("nobody panics with it"));
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
    println!(
        "a crashed judge's case is heard again after {:.3} ms (median), {:.3} ms (p99) of {} (goal: p99 below \
         1 ms, apart from the back-off)",
        at(50),
        at(99),
        times.len()
    );
    engine.shut_down(Duration::from_secs(10)).await;
}

/// Time until 1,000 audits that a dead process left are under way again.
async fn resumption(rubric: &Arc<Rubric>) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("journal.db");
    let open = || Sqlite::open(&file, Calendar::default()).expect("the journal opens");
    let judges = Judges::new(Manner::Hanging);
    let first = engine(&judges, open(), 8).await;
    let handles: Vec<_> =
        (0..MANY).map(|n| submitted(&first, rubric, n, submission::request())).collect();
    let journal = open();
    // Every audit has read its submission and waits for its judges.
    loop {
        let all = journal.audits().await.expect("the list is read");
        if all.iter().filter(|entry| entry.events >= 3).count() == MANY {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let events: u64 = journal.audits().await.expect("it is read").iter().map(|e| e.events).sum();
    drop(handles);
    first.shut_down(Duration::from_secs(30)).await;
    let judges = Judges::new(Manner::Hanging);
    let begun = Instant::now();
    let second = engine(&judges, open(), 30 * MANY).await;
    let handles: Vec<_> = (0..MANY)
        .map(|n| second.resume(name(n), Arc::new(Nowhere)).expect("the court takes it"))
        .collect();
    while judges.heard.load(Ordering::Relaxed) < 30 * MANY {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    println!(
        "{MANY} open audits ({events} events) are resumed and each of their 30 judges asked within {:.2} s \
         (goal: 1 s to resume)",
        begun.elapsed().as_secs_f64()
    );
    drop(handles);
    second.shut_down(Duration::from_secs(30)).await;
}

/// How much longer a real audit takes with its journal on disk than with one in memory.
fn share_of_the_journal(submission: &str, repo: &Path, pdf: &Path) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let audit = |kept: bool| {
        let mut command = Command::new(AUDITOR);
        command.arg("audit").arg(repo).arg("--pdf").arg(pdf);
        command.arg("--output").arg(folder.path().join("out")).arg("--quiet");
        command.env_clear().stdout(Stdio::null());
        if kept {
            command.env("AUDITOR_STATE", folder.path().join("state"));
        }
        let begun = Instant::now();
        assert!(command.status().expect("the program starts").success());
        begun.elapsed().as_secs_f64() * 1e3
    };
    audit(true);
    // In turns, and each first as often as the other, so that what else the machine does hits both alike.
    let pair = |nth: usize| {
        if nth.is_multiple_of(2) {
            let with = audit(true);
            (with, audit(false))
        } else {
            let without = audit(false);
            (audit(true), without)
        }
    };
    let pairs: Vec<(f64, f64)> = (0..PAIRS).map(pair).collect();
    let sorted = |mut all: Vec<f64>| {
        all.sort_by(f64::total_cmp);
        all
    };
    let with = sorted(pairs.iter().map(|(with, _)| *with).collect())[PAIRS / 2];
    let without = sorted(pairs.iter().map(|(_, without)| *without).collect())[PAIRS / 2];
    let more = sorted(pairs.iter().map(|(with, without)| with - without).collect());
    let share = |nth: usize| more[nth] / without * 100.0;
    println!(
        "an audit of {submission} takes {with:.0} ms with its journal on disk and {without:.0} ms with one in \
         memory; {:+.1} ms in the median pair: {:+.1} % (goal: at most 5 %), {:+.1} to {:+.1} % in half of all",
        more[PAIRS / 2],
        share(PAIRS / 2),
        share(PAIRS / 4),
        share(PAIRS * 3 / 4)
    );
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.expect("a runtime can be made");
    let rubric = rubric(10);
    runtime.block_on(async {
        without_work(&rubric).await;
        restarts().await;
        memory(&rubric).await;
        resumption(&rubric).await;
    });
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let (repo, pdf) = (root.join("courtroom-agent.git"), root.join("courtroom-agent-report.pdf"));
    share_of_the_journal("the sample", &repo, &pdf);
    let given: Vec<PathBuf> =
        std::env::args_os().skip(1).filter(|arg| arg != "--bench").map(PathBuf::from).collect();
    if let [repo, pdf] = given.as_slice() {
        share_of_the_journal("the submission", repo, pdf);
    }
}
