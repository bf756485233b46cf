//! What keeping an event costs, and reading it back.
//!
//! Latencies stand as ratios to a named baseline measured in the same run, turn by turn: one `fsync` of
//! 4 KiB appended to a plain file. Run it on the disk that matters: `TMPDIR=… cargo bench --bench journal`.

#[allow(dead_code, reason = "others use the rest")]
mod times;

use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::failure::{Failure, FailureKind};
use automaton_auditor::domain::ids::AuditId;
use automaton_auditor::domain::task::Task;
use automaton_auditor::ports::clock::Calendar;
use automaton_auditor::ports::journal::{Journal, Sqlite};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use times::millis;

const TURNS: u64 = 10;
const COMMITS: u64 = 100;
const WRITERS: u64 = 64;
const EVENTS: u64 = 60;
const OPEN_AUDITS: u64 = 1_000;
const SECOND: Duration = Duration::from_secs(1);

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let baseline = commits(folder.path()).await;
    crowd(folder.path(), baseline).await;
    resume(folder.path()).await;
}

/// One writer and the baseline, turn by turn; returns the baseline's median.
async fn commits(folder: &Path) -> Duration {
    let journal = open(&folder.join("one.db"));
    let audit = id(0);
    let mut plain = File::create(folder.join("plain")).expect("a file can be made");
    let (mut fsyncs, mut appends) = (Vec::new(), Vec::new());
    for turn in 0..TURNS {
        for _ in 0..COMMITS {
            let start = Instant::now();
            plain.write_all(&[7; 4096]).and_then(|()| plain.sync_all()).expect("the disk takes it");
            fsyncs.push(start.elapsed());
        }
        for seq in turn * COMMITS..(turn + 1) * COMMITS {
            let start = Instant::now();
            append(&journal, &audit, seq).await;
            appends.push(start.elapsed());
        }
    }
    let baseline = show("fsync of 4 KiB to a plain file", &mut fsyncs, None);
    show("append, one audit", &mut appends, Some(baseline));
    baseline
}

/// Many audits at once.
async fn crowd(folder: &Path, baseline: Duration) {
    let journal = open(&folder.join("crowd.db"));
    let start = Instant::now();
    let writers = (0..WRITERS).map(|n| {
        let journal = Arc::clone(&journal);
        tokio::spawn(async move {
            let mut times = Vec::new();
            for seq in 0..EVENTS * 5 {
                let start = Instant::now();
                append(&journal, &id(n), seq).await;
                times.push(start.elapsed());
            }
            times
        })
    });
    let mut times = Vec::new();
    for writer in writers.collect::<Vec<_>>() {
        times.extend(writer.await.expect("a writer ends"));
    }
    let (took, count) = (start.elapsed(), times.len());
    show(&format!("append, {WRITERS} audits at once"), &mut times, Some(baseline));
    let per_second = rate(count, took);
    let ratio = per_second * baseline.as_secs_f64();
    println!("group commit: {per_second:.0} events/s, {ratio:.1} events per fsync of the baseline");
}

/// Reading all events of many open audits, as a start does after a crash.
async fn resume(folder: &Path) {
    let path = folder.join("resume.db");
    let journal = open(&path);
    let writers = (0..WRITERS).map(|first| {
        let journal = Arc::clone(&journal);
        tokio::spawn(async move {
            for audit in
                (first..OPEN_AUDITS).step_by(usize::try_from(WRITERS).expect("it is small"))
            {
                for seq in 0..EVENTS {
                    append(&journal, &id(audit), seq).await;
                }
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.expect("a writer ends");
    }
    drop(journal);
    let start = Instant::now();
    let journal = open(&path);
    let audits = journal.audits().await.expect("the list can be read");
    let listed = start.elapsed();
    let readers = audits.into_iter().map(|entry| {
        let journal = Arc::clone(&journal);
        tokio::spawn(async move { journal.events(&entry.id).await.expect("it is sound").len() })
    });
    let mut events = 0;
    for reader in readers.collect::<Vec<_>>() {
        events += reader.await.expect("a reader ends");
    }
    let took = start.elapsed();
    println!(
        "open and list {OPEN_AUDITS} audits: {:.0} ms; with all their {events} events checked and \
         decoded: {:.0} ms, {:.2} of a second (goal 1)",
        millis(listed),
        millis(took),
        took.as_secs_f64() / SECOND.as_secs_f64()
    );
}

fn open(path: &Path) -> Arc<Sqlite> {
    Sqlite::open(path, Calendar::default()).expect("a journal can be made")
}

fn id(n: u64) -> AuditId {
    AuditId::new(format!("audit-{n}")).expect("the name is plain")
}

async fn append(journal: &Sqlite, audit: &AuditId, seq: u64) {
    let failure = Failure::passing(FailureKind::Unreachable, "the server was away ".repeat(20));
    let attempt = u32::try_from(seq).expect("it is small") + 1;
    let event = Arc::new(AuditEvent::lost(Task::Fetch, attempt, failure));
    journal.append(audit, seq, event).await.expect("the event is kept");
}

/// Prints how long something took, and returns the median.
fn show(what: &str, times: &mut [Duration], baseline: Option<Duration>) -> Duration {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    let (half, most) = (at(50), at(99));
    let ratio = baseline.map(|baseline| {
        format!(", {:.2} times the baseline's median", half.as_secs_f64() / baseline.as_secs_f64())
    });
    println!(
        "{what}: p50 {:.3} ms, p99 {:.3} ms{}",
        millis(half),
        millis(most),
        ratio.unwrap_or_default()
    );
    half
}

#[expect(clippy::cast_precision_loss, reason = "counts of a benchmark are small")]
fn rate(count: usize, took: Duration) -> f64 {
    count as f64 / took.as_secs_f64()
}
