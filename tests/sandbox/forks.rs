//! Readers that are copies of one process.

use super::{auditor, check, report, repository, submission};
use automaton_auditor::domain::limits::Limits;
use automaton_auditor::domain::request::PdfEngine;
use automaton_auditor::ports::sandbox::{
    ChildProcess, ExamineError, Examiner, InProcess, Job, LimitKind,
};
use automaton_auditor::worker;
use std::fs::read_to_string;
use std::path::Path;
use std::time::Duration;

fn forking() -> ChildProcess {
    auditor().with_fork_server(0)
}

/// The processes below this one that stand by, and those below them. Tests of one binary share a process, so they look
/// for their own children alone, by the thread that started them.
fn standing_by() -> Vec<u32> {
    let threads = std::fs::read_dir("/proc/self/task").unwrap().flatten();
    threads.flat_map(|thread| below(&thread.path())).filter(|pid| stands_by(*pid)).collect()
}

fn stands_by(pid: u32) -> bool {
    read_to_string(format!("/proc/{pid}/cmdline")).is_ok_and(|line| line.contains("stand-by"))
}

fn below(task: &Path) -> Vec<u32> {
    let children = read_to_string(task.join("children")).unwrap_or_default();
    children.split_whitespace().map(|pid| pid.parse().unwrap()).collect()
}

fn copies(pid: u32) -> Vec<u32> {
    below(Path::new(&format!("/proc/{pid}/task/{pid}")))
}

/// Waits until this holds, and fails after some seconds.
async fn until(holds: impl Fn() -> bool) {
    for _ in 0..1_000 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("it never came to that");
}

/// Everything of one process, so that it can count its children.
#[tokio::test]
async fn copies_read_like_any_other_reader_and_leave_nothing_behind() {
    let dir = submission();
    let job = repository(dir.path(), Limits::default());
    let expected = InProcess::new(worker::perform).run(job.clone()).await.unwrap();
    let reader = forking();
    let jobs = (0..12).map(|_| reader.run(job.clone()));
    for answer in futures_util::future::join_all(jobs).await {
        assert_eq!(answer.as_ref(), Ok(&expected));
    }
    let [server] = standing_by()[..] else { panic!("one process divides itself for all of them") };
    // Each ends after its one job.
    until(|| copies(server).is_empty()).await;
    let pdf = report(PdfEngine::default());
    let expected = InProcess::new(worker::perform).run(pdf.clone()).await.unwrap();
    assert_eq!(reader.run(pdf).await, Ok(expected));

    // Reasons and limits arrive as from any other.
    let nowhere = repository(Path::new("/nowhere/at/all"), Limits::default());
    check(reader.run(nowhere).await, "`/nowhere/at/all` does not exist");
    let small = Limits { worker_answer_bytes: 10, ..Limits::default() };
    let cut = reader.run(repository(dir.path(), small)).await;
    assert_eq!(cut, Err(ExamineError::Limit { which: LimitKind::Answer }));
    let starved = Limits { worker_memory_bytes: 1 << 20, ..Limits::default() };
    let starved = reader.run(repository(dir.path(), starved)).await;
    assert_eq!(starved, Err(ExamineError::Limit { which: LimitKind::Memory }));
    until(|| copies(server).is_empty()).await;

    // One that nobody waits for is killed, also where it hears of no job.
    let late = Limits { repository_seconds: 0, ..Limits::default() };
    let late = reader.run(repository(dir.path(), late)).await;
    assert_eq!(late, Err(ExamineError::Deadline { seconds: 0, setting: "repository_seconds" }));
    until(|| copies(server).is_empty()).await;

    // One that was killed is told by the signal.
    let (outcome, ()) = tokio::join!(reader.run(slow(dir.path())), async {
        until(|| copies(server).len() == 1).await;
        kill(copies(server)[0]);
    });
    check(outcome, "ended by signal 9");

    // Where the process itself is killed, its copies die with it; that passes, and another takes its place.
    let (outcome, ()) = tokio::join!(reader.run(slow(dir.path())), async {
        until(|| copies(server).len() == 1).await;
        kill(server);
    });
    let error = outcome.unwrap_err();
    assert!(error.is_transient() && error.to_string().contains("divides itself"), "{error}");
    assert!(reader.run(job).await.is_ok());
    let [second] = standing_by()[..] else { panic!("another divides itself now") };
    assert_ne!(second, server);
    drop(reader);
    assert_eq!(standing_by(), [0; 0], "it ends with the last that could ask");
}

fn kill(pid: u32) {
    let killed = std::process::Command::new("kill").args(["-KILL", &pid.to_string()]).status();
    assert!(killed.unwrap().success());
}

/// A job that takes some time.
fn slow(dir: &Path) -> Job {
    let path = dir.join("slow.py");
    std::fs::write(&path, "x = [1, 2, (3, {4: 5})]\n".repeat(80_000)).unwrap();
    super::git(dir, &["add", "-A"]);
    super::git(dir, &["commit", "-q", "--allow-empty", "-m", "slow"]);
    repository(dir, Limits::default())
}
