//! Audits with language models that are interrupted: finished calls are not paid again.

use crate::program::{Desk, report, sample};
use crate::server::{Server, prompt};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Child, Command, Stdio};
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
    let id = Pid::from_raw(child.id().try_into().expect("ids are small")).expect("it is no zero");
    kill_process(id, signal).expect("the signal can be sent");
    child
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

fn criteria(desk: &Desk) -> Value {
    report(&desk.path("out"))["criteria"].clone()
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
