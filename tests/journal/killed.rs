//! A process that is killed at any moment loses nothing that it was told is kept.

use crate::book::{assert_prefix, event, id, open};
use automaton_auditor::ports::journal::{Journal, Sqlite};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

const ROUNDS: u64 = 20;
const AUDITS: u64 = 4;
const FILE: &str = "AUDITOR_TEST_JOURNAL";

#[tokio::test]
async fn every_event_that_was_acknowledged_is_there_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.db");
    let mut acknowledged: BTreeMap<u64, u64> = BTreeMap::new();
    let mut grown = 0;
    for round in 0..ROUNDS {
        let before: u64 = acknowledged.values().sum();
        // Every other round is killed while it starts or soon after; the others well into the writing.
        let moment = match round % 2 {
            0 => Moment::After(Duration::from_millis(5 + round * 37 % 59)),
            _ => Moment::Acknowledged(1 + round * 61 % 400),
        };
        run_and_kill(&path, moment, &mut acknowledged);
        grown += u64::from(acknowledged.values().sum::<u64>() > before);
        let journal = open(&path);
        for (audit, count) in &acknowledged {
            let kept = journal.events(&id(&format!("audit-{audit}"))).await.unwrap();
            assert!(kept.len() as u64 >= *count, "round {round}: {} of {count}", kept.len());
            assert_prefix(&kept);
        }
    }
    assert!(grown >= ROUNDS / 2, "only {grown} rounds wrote anything");
}

/// When a child is killed.
#[derive(Clone, Copy)]
enum Moment {
    After(Duration),
    /// Once it has told of so many events.
    Acknowledged(u64),
}

/// Runs a child that writes to `path`, kills it at some moment, and adds up what it was told is kept.
fn run_and_kill(path: &Path, moment: Moment, acknowledged: &mut BTreeMap<u64, u64>) {
    let mut child = child(path);
    let output = BufReader::new(child.stdout.take().unwrap());
    let mut left = match moment {
        Moment::After(time) => {
            std::thread::sleep(time);
            child.kill().unwrap();
            0
        }
        Moment::Acknowledged(count) => count,
    };
    // What is in the pipe was written before the kill, but for a last line that was cut off.
    for line in output.split(b'\n').map(Result::unwrap) {
        let line = String::from_utf8(line).unwrap();
        let Some((_, told)) = line.split_once("kept ") else { continue };
        let Some((audit, seq)) = told.strip_suffix(" .").and_then(|told| told.split_once(' '))
        else {
            continue;
        };
        acknowledged.insert(audit.parse().unwrap(), seq.parse::<u64>().unwrap() + 1);
        if left == 1 {
            child.kill().unwrap();
        }
        left = left.saturating_sub(1);
    }
    child.wait().unwrap();
}

/// Starts a child that writes to `path`.
fn child(path: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killed::child_that_writes_until_it_is_killed"])
        .args(["--ignored", "--nocapture", "--test-threads=1"])
        .env(FILE, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[tokio::test]
async fn two_processes_write_to_one_file_and_read_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.db");
    let journal = open(&path);
    let mut child = child(&path);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("kept ") {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0, "the child ended");
    }
    // What it says from here on goes unread: a full pipe only makes it wait.
    let looking = Sqlite::read_only(&path).unwrap();
    for seq in 0..60 {
        journal.append(&id("parent"), seq, event(seq)).await.unwrap();
        if seq % 20 == 0 {
            assert_prefix(&looking.events(&id("audit-0")).await.unwrap());
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(journal.verify(&id("parent")).await.unwrap(), 60);
    for entry in journal.audits().await.unwrap() {
        assert_eq!(journal.verify(&entry.id).await.unwrap(), entry.events);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "it is the child that another test starts and kills"]
async fn child_that_writes_until_it_is_killed() {
    let path = std::env::var_os(FILE).expect("the file is named");
    let journal = open(Path::new(&path));
    let writers = (0..AUDITS).map(|audit| tokio::spawn(write(Arc::clone(&journal), audit)));
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
}

async fn write(journal: Arc<Sqlite>, audit: u64) {
    let name = id(&format!("audit-{audit}"));
    let from = journal.events(&name).await.unwrap().len() as u64;
    for seq in from.. {
        journal.append(&name, seq, event(seq)).await.unwrap();
        let line = format!("kept {audit} {seq} .\n");
        std::io::stdout().write_all(line.as_bytes()).unwrap();
        std::io::stdout().flush().unwrap();
    }
}
