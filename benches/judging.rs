//! How much slower judging is than the model: wall time of an audit's judging, as a ratio to the ideal.
//!
//! A server on this machine takes 200 ms for every call, and ten calls may be in flight. Thirty opinions
//! then take three rounds, 600 ms, or four, 800 ms, when the first call is waited for so that a provider
//! has its prefix in the cache. What reading the submission takes is measured by the offline bench in
//! the same run and taken off.

mod scripted_model;
mod times;

use scripted_model::{CALL, Server};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use times::{median, millis};

const AUDITOR: &str = env!("CARGO_BIN_EXE_auditor");
const RUNS: usize = 9;

fn main() {
    let server = Server::start();
    let offline: Vec<Duration> = (0..RUNS).map(|_| audit(&["--judges", "rules"], None)).collect();
    let reading = median(offline);
    println!("reading and offline judging: {:.0} ms", millis(reading));
    for (name, more, rounds) in
        [("with a warm-up call", &[][..], 4), ("without", &["--no-warm-up"][..], 3)]
    {
        // One call finds out how the model is spoken to, before anything else.
        let dialect = CALL;
        let times: Vec<Duration> = (0..RUNS).map(|_| audit(more, Some(server.base()))).collect();
        let judging = median(times).saturating_sub(reading + dialect);
        let ideal = CALL * rounds;
        println!(
            "judging {name}: {:.0} ms, ideal {:.0} ms in {rounds} rounds, ratio {:.2} (goal 1.15)",
            millis(judging),
            millis(ideal),
            millis(judging) / millis(ideal)
        );
    }
    let books = server.books();
    let (calls, audits) = (books.calls, 2 * RUNS);
    println!(
        "{calls} calls for {audits} audits, {} of them different, at most {} at a time",
        books.by_key.len(),
        books.most_in_flight
    );
}

fn audit(more: &[&str], base: Option<&str>) -> Duration {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut command = Command::new(AUDITOR);
    command.arg("audit").arg(root.join("samples/courtroom-agent.git"));
    command.arg("--pdf").arg(root.join("samples/courtroom-agent-report.pdf"));
    command.arg("--output").arg(folder.path()).arg("--quiet").args(more);
    command.env_clear().env("HOME", folder.path()).stdout(Stdio::null());
    if let Some(base) = base {
        command.env("OPENAI_BASE_URL", base).env("AUDITOR_MODEL", "m");
    }
    let start = Instant::now();
    let status = command.status().expect("the program starts");
    let time = start.elapsed();
    assert!(status.success(), "the audit ended with {status}");
    time
}
