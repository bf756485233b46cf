//! Audits with language models that are interrupted: finished calls are not paid again.

use crate::program::{Desk, report, sample};
use crate::server::{Answer, Server, prompt};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Calls that may be in flight at once by default.
const IN_FLIGHT: usize = 10;

fn audit(desk: &Desk, server: &Server) -> Command {
    let (repository, pdf) = (sample("courtroom-agent.git"), sample("courtroom-agent-report.pdf"));
    let mut command =
        desk.command(&["audit", &repository, "--pdf", &pdf, "--output", "out", "--quiet"]);
    command.env("OPENAI_BASE_URL", server.url()).env("AUDITOR_MODEL", "m");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn server() -> Server {
    Server::taking(Duration::from_millis(100), |asked| asked.obediently(4))
}

/// Interrupts an audit after so many replies.
fn interrupted(desk: &Desk, server: &Server, replies: usize, signal: Signal) -> Child {
    let child = audit(desk, server).spawn().expect("the program starts");
    let since = Instant::now();
    while server.books().replies < replies {
        assert!(since.elapsed() < Duration::from_mins(1), "the judges are not asked");
        std::thread::sleep(Duration::from_millis(5));
    }
    send(&child, signal);
    child
}

fn send(child: &Child, signal: Signal) {
    let id = Pid::from_raw(child.id().try_into().expect("ids are small")).expect("it is no zero");
    kill_process(id, signal).expect("the signal can be sent");
}

/// How often each question was asked, those that find the dialect out aside.
fn questions(server: &Server) -> BTreeMap<String, usize> {
    let mut asked = BTreeMap::new();
    let probe = prompt(&server.bodies()[0]);
    for question in server.bodies().iter().map(prompt).filter(|question| *question != probe) {
        *asked.entry(question).or_default() += 1;
    }
    asked
}

/// The rulings of a report. Who gave the opinions is another server in each test.
fn criteria(desk: &Desk) -> Value {
    let mut criteria = report(&desk.path("out"))["criteria"].clone();
    for criterion in criteria.as_array_mut().expect("there are some") {
        for opinion in criterion["judge_opinions"].as_array_mut().expect("there are some") {
            let given_by = opinion["given_by"].as_object_mut().expect("a model gave it");
            assert!(given_by.remove("endpoint").is_some());
        }
    }
    criteria
}

fn undisturbed() -> Value {
    let (desk, server) = (Desk::new(), server());
    assert!(audit(&desk, &server).status().expect("the program starts").success());
    criteria(&desk)
}

/// Goes on with the audit; returns how many questions were asked a second time.
fn resumed(desk: &Desk, server: &Server) -> usize {
    let url = server.url();
    let variables = [("OPENAI_BASE_URL", url.as_str()), ("AUDITOR_MODEL", "m")];
    desk.run_after_kill(&variables, &["resume"]).ended(0, "");
    let asked = questions(server);
    assert_eq!(asked.len(), 30);
    asked.values().map(|times| times - 1).sum()
}

#[test]
fn a_killed_audit_pays_again_for_calls_in_flight_alone_and_ends_the_same() {
    let twin = undisturbed();
    for replies in [3, 12, 25] {
        let (desk, server) = (Desk::new(), server());
        interrupted(&desk, &server, replies, Signal::KILL).wait().expect("it is waited for");
        let again = resumed(&desk, &server);
        assert!(again <= IN_FLIGHT, "{again} calls were paid again after {replies} replies");
        assert_eq!(criteria(&desk), twin);
    }
}

#[test]
fn a_call_that_is_made_again_bears_the_same_key() {
    let keys = Arc::new(Mutex::new(BTreeMap::<String, BTreeSet<String>>::new()));
    let seen = Arc::clone(&keys);
    let server = Server::taking(Duration::from_millis(100), move |asked| {
        if asked.hearing > 0 {
            let key = asked.idempotency_key.clone().expect("a hearing has a key");
            seen.lock().unwrap().entry(prompt(&asked.body)).or_default().insert(key);
        }
        asked.obediently(4)
    });
    let desk = Desk::new();
    interrupted(&desk, &server, 12, Signal::KILL).wait().expect("it is waited for");
    resumed(&desk, &server);
    let keys = keys.lock().unwrap();
    assert!(keys.values().all(|keys| keys.len() == 1), "a question has several keys");
    assert_eq!(keys.values().flatten().collect::<BTreeSet<_>>().len(), 30);
}

#[test]
fn a_stopped_audit_lets_its_judges_finish_and_pays_nothing_again() {
    let twin = undisturbed();
    let (desk, server) = (Desk::new(), server());
    let since = Instant::now();
    let child = interrupted(&desk, &server, 12, Signal::TERM);
    let ended = child.wait_with_output().expect("it is waited for");
    assert!(since.elapsed() < Duration::from_secs(20), "it takes {:?}", since.elapsed());
    assert_eq!(ended.status.code(), Some(143));
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(said.contains("go on with `auditor resume "), "{said}");
    assert_eq!(resumed(&desk, &server), 0, "a call that was in flight is paid again");
    assert_eq!(criteria(&desk), twin);
}

#[test]
fn other_models_than_those_that_began_an_audit_do_not_go_on_with_it() {
    let (desk, server) = (Desk::new(), server());
    interrupted(&desk, &server, 12, Signal::KILL).wait().expect("it is waited for");
    let url = server.url();
    let variables = [("OPENAI_BASE_URL", url.as_str()), ("AUDITOR_MODEL", "another")];
    desk.run_after_kill(&variables, &["resume"]).ended(2, "was begun with m at ");
}

#[test]
fn an_audit_whose_models_are_away_says_what_is_kept_and_how_it_goes_on() {
    let (desk, server) = (Desk::new(), server());
    interrupted(&desk, &server, 12, Signal::KILL).wait().expect("it is waited for");
    server.stop();
    let url = server.url();
    let variables = [("OPENAI_BASE_URL", url.as_str()), ("AUDITOR_MODEL", "m")];
    let run = desk.run_after_kill(&variables, &["resume"]);
    run.ended(5, "that are done are kept; go on with `auditor resume ");
    assert!(!run.stderr.contains("nothing was paid for"), "{}", run.stderr);
    let again = audit(&Desk::new(), &server).output().expect("the program starts");
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(said.contains("nothing was read and nothing was paid for"), "{said}");
}

#[test]
fn an_audit_that_is_stopped_before_its_models_answer_says_how_it_goes_on() {
    let silent = Arc::new(AtomicBool::new(false));
    let is_silent = Arc::clone(&silent);
    let server = Server::taking(Duration::from_millis(100), move |asked| {
        if is_silent.load(Ordering::Relaxed) { Answer::Hangs } else { asked.obediently(4) }
    });
    let desk = Desk::new();
    interrupted(&desk, &server, 12, Signal::KILL).wait().expect("it is waited for");
    silent.store(true, Ordering::Relaxed);
    let mut resume = desk.command(&["resume"]);
    resume.env("OPENAI_BASE_URL", server.url()).env("AUDITOR_MODEL", "m");
    resume.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let stopped = |command: &mut Command| {
        let before = server.asked().0;
        let child = command.spawn().expect("the program starts");
        let since = Instant::now();
        while server.asked().0 == before {
            assert!(since.elapsed() < Duration::from_mins(1), "nobody asks");
            std::thread::sleep(Duration::from_millis(5));
        }
        send(&child, Signal::INT);
        let ended = child.wait_with_output().expect("it is waited for");
        assert_eq!(ended.status.code(), Some(130), "{ended:?}");
        String::from_utf8_lossy(&ended.stderr).into_owned()
    };
    let said = stopped(&mut resume);
    assert!(said.contains("are kept; go on with `auditor resume "), "{said}");
    let said = stopped(&mut audit(&Desk::new(), &server));
    assert!(said.contains("interrupted; nothing was written"), "{said}");
}

/// A library that makes a disk fail; `None` where there is no compiler for it.
#[cfg(target_os = "linux")]
fn failing_disk(desk: &Desk) -> Option<PathBuf> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/models/failing_disk.c");
    let library = desk.path("failing_disk.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).args([source, "-ldl"]);
    compiler.status().is_ok_and(|status| status.success()).then_some(library)
}

#[cfg(target_os = "linux")]
#[test]
fn an_audit_whose_disk_goes_on_failing_is_resumed_to_the_same_report() {
    let twin = undisturbed();
    for from in [10, 20, 30] {
        let (desk, server) = (Desk::new(), server());
        let Some(library) = failing_disk(&desk) else {
            eprintln!("not tried: there is no compiler for a disk that fails");
            return;
        };
        let mut command = audit(&desk, &server);
        command.env("LD_PRELOAD", library).env("FAILS_FROM", from.to_string());
        let ended = command.output().expect("the program starts");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(70), "from {from}: {said}");
        assert!(said.contains("are kept; go on with `auditor resume "), "from {from}: {said}");
        resumed(&desk, &server);
        assert_eq!(criteria(&desk), twin, "from {from}");
    }
}
