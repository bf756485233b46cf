//! Audits that somebody stops.

use crate::program::{Desk, sample};
use rustix::process::{Pid, Signal, kill_process};
use std::net::TcpListener;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Longest time until a stopped run has ended.
const STOPPED_WITHIN: Duration = Duration::from_secs(10);

fn wait(child: &mut Child, longest: Duration) -> Option<ExitStatus> {
    let started = Instant::now();
    while started.elapsed() < longest {
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    None
}

/// Stops an audit while its fetch waits for a server that never answers.
fn check(signal: Signal, code: i32) {
    let desk = Desk::new();
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = silent.local_addr().expect("the port has a number");
    let (url, host) = (format!("http://{address}/ada/engine"), format!("http://{address}"));
    let pdf = sample("courtroom-agent-report.pdf");
    let mut child = desk
        .command(&["audit", &url, "--allow-host", &host, "--pdf", &pdf, "--output", "out"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (connected, connection) = mpsc::channel();
    std::thread::spawn(move || connected.send(silent.accept()));
    let connection = connection.recv_timeout(Duration::from_mins(1));
    assert!(connection.is_ok(), "nobody fetches: {:?}", child.kill());

    let id = Pid::from_raw(child.id().try_into().expect("ids are small")).expect("it is no zero");
    kill_process(id, signal).expect("the signal can be sent");
    let Some(status) = wait(&mut child, STOPPED_WITHIN) else {
        panic!("it did not stop: {:?}", child.kill())
    };
    assert_eq!(status.code(), Some(code));
    let output = child.wait_with_output().expect("the output can be read");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains(" kept; go on with `auditor resume "), "{said}");
    assert_eq!(desk.files(), [""; 0]);
    desk.assert_tidy();
    drop(connection);
}

#[test]
fn ctrl_c_during_a_slow_fetch_ends_soon_and_leaves_nothing() {
    check(Signal::INT, 130);
}

/// Whether these tests were started by something like `nohup`, whose children go on without a terminal.
fn outlives_its_terminal() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & 1 == 1)
}

#[test]
fn the_loss_of_the_terminal_during_a_slow_fetch_leaves_nothing() {
    if !outlives_its_terminal() {
        check(Signal::HUP, 129);
    }
}

#[test]
fn a_signal_in_the_first_moments_leaves_nothing() {
    let (repository, pdf) = (sample("courtroom-agent.git"), sample("courtroom-agent-report.pdf"));
    for (nth, after) in [5, 10, 15, 20, 30, 40, 60].into_iter().enumerate() {
        let desk = Desk::new();
        let mut command = desk.command(&["audit", &repository, "--pdf", &pdf, "--output", "out"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(after));
        let id = Pid::from_raw(child.id().try_into().expect("ids are small"));
        let signal = [Signal::INT, Signal::TERM, Signal::HUP][nth % 3];
        kill_process(id.expect("it is no zero"), signal).expect("the signal can be sent");
        assert!(wait(&mut child, STOPPED_WITHIN).is_some(), "it did not stop: {:?}", child.kill());
        desk.assert_tidy();
    }
}

#[test]
fn sigterm_during_a_slow_fetch_ends_soon_and_leaves_nothing() {
    check(Signal::TERM, 143);
}
