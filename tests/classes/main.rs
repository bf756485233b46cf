//! Classes of submissions by the command: `watch`, `batch`, and what people order.

#![cfg(unix)]

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../program/mod.rs"]
mod program;
mod wrong;

use program::{Desk, sample};
use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A desk with a list of these rows beside the sample's report.
fn desk(rows: &[&str]) -> Desk {
    let desk = Desk::new();
    fs::create_dir(desk.path("class")).unwrap();
    fs::copy(sample("courtroom-agent-report.pdf"), desk.path("class/report.pdf")).unwrap();
    list(&desk, rows);
    desk
}

fn list(desk: &Desk, rows: &[&str]) {
    let text = format!("id,repo_url,pdf\n{}\n", rows.join("\n"));
    fs::write(desk.path("class/submissions.csv"), text).unwrap();
}

/// A row of the good sample under a name.
fn row(name: &str) -> String {
    format!("{name},{},report.pdf", sample("courtroom-agent.git"))
}

#[track_caller]
fn read(desk: &Desk, name: &str) -> String {
    fs::read_to_string(desk.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

const ONCE: &[&str] = &["watch", "class", "--once", "--allow-local", "--settle", "0"];

#[test]
fn a_class_is_graded_and_bad_rows_are_reported_with_their_lines() {
    let rows = [row("ada"), "bob,not a url,".into(), row("ada"), row("cleo")];
    let desk = desk(&rows.each_ref().map(String::as_str));
    let run = desk.run(ONCE);
    assert!(run.stderr.contains("submissions.csv:3"), "{}", run.stderr);
    assert!(run.stderr.contains("submissions.csv:4"), "{}", run.stderr);
    assert!(run.stderr.contains("2 entries were not taken"), "{}", run.stderr);
    assert_eq!(run.code, 6, "something of the list is not graded");
    assert!(run.stdout.contains("2 submissions"), "{}", run.stdout);
    assert!(run.stdout.trim().ends_with("index.html"), "{}", run.stdout);
    let grades = read(&desk, "grades/grades.csv");
    let rows: Vec<&str> = grades.lines().skip(1).map(|line| &line[..4]).collect();
    assert_eq!(rows, ["ada,", "cleo"], "{grades}");
    assert!(read(&desk, "grades/ada/report.md").contains("# Audit report"));
    // Nothing is left to do the next time, and nothing changes.
    let again = desk.run(ONCE);
    assert_eq!((again.code, &again.stdout), (run.code, &run.stdout));
    assert_eq!(read(&desk, "grades/grades.csv"), grades);
}

#[test]
fn local_repositories_need_the_operators_word_and_links_are_never_followed() {
    let desk = desk(&[&row("ada")]);
    let secret = desk.write("secret.pdf", "%PDF-");
    std::os::unix::fs::symlink(&secret, desk.path("class/link.pdf")).unwrap();
    let refused = desk.run(&["watch", "class", "--once", "--settle", "0"]);
    assert!(refused.stderr.contains("--allow-local"), "{}", refused.stderr);
    assert!(refused.stdout.contains("No submission"), "{}", refused.stdout);
    list(
        &desk,
        &[
            "ada,https://github.com/ada/courtroom,link.pdf",
            "bob,https://github.com/b/c,../secret.pdf",
        ],
    );
    let refused = desk.run(&["watch", "class", "--once", "--settle", "0"]);
    assert!(refused.stderr.contains("submissions.csv:2"), "{}", refused.stderr);
    assert!(refused.stderr.contains("submissions.csv:3"), "{}", refused.stderr);
    assert!(refused.stdout.contains("No submission"), "{}", refused.stdout);
}

#[test]
fn a_persons_word_is_kept_and_shown() {
    let desk = desk(&[&row("ada")]);
    desk.run(ONCE);
    let criterion = "safe_tool_engineering";
    let scored = ["override", "ada", criterion, "4", "--reason", "A fixture, seen in class."];
    desk.run(&scored).ended(0, "written down");
    let grades = read(&desk, "grades/grades.csv");
    assert!(grades.contains(criterion) && grades.contains("seen in class"), "{grades}");
    desk.run(&["override", "ada", "no_such", "4", "--reason", "x"]).ended(2, "no criterion");
    desk.run(&["override", "bob", criterion, "4", "--reason", "x"]).ended(2, "no submission `bob`");
    desk.run(&["override", "ada", criterion, "6", "--reason", "x"]).ended(2, "from 1 to 5");
    let shown = desk.run(&["docket", "show", "ada"]);
    assert!(shown.stdout.contains("A fixture, seen in class."), "{}", shown.stdout);
    desk.run(&["docket", "regrade"]).ended(0, "written down");
    desk.run(ONCE);
    assert!(
        read(&desk, "grades/grades.csv").contains("seen in class"),
        "a regrade does not touch it"
    );
    let taken = ["override", "ada", criterion, "--withdraw", "--reason", "mistaken"];
    desk.run(&taken).ended(0, "written down");
    assert!(!read(&desk, "grades/grades.csv").contains("seen in class"));
    desk.run(&["docket", "list", "--class", "elsewhere"]).ended(2, "there is no class");
}

#[test]
fn a_batch_that_is_killed_goes_on_and_ends_in_the_same_files() {
    let names = ["ada", "bob", "cleo"];
    let rows = names.map(row);
    let rows = rows.each_ref().map(String::as_str);
    let batch = ["batch", "class/submissions.csv", "--allow-local"];
    let undisturbed = desk(&rows);
    undisturbed.run(&batch);
    let desk = desk(&rows);
    for after in [300, 600, 900] {
        let mut running = started(&desk, &batch);
        std::thread::sleep(Duration::from_millis(after));
        running.kill().unwrap();
        running.wait().unwrap();
    }
    let last = desk.run_after_kill(&[], &batch);
    assert!(last.stdout.contains("3 submissions"), "{} {}", last.stdout, last.stderr);
    for name in names {
        for file in ["report.md", "report.json", "feedback.html"] {
            let file = format!("grades/{name}/{file}");
            assert_eq!(read(&desk, &file), read(&undisturbed, &file), "{file}");
        }
    }
    let log = desk.run_after_kill(&[], &["log", "docket", "--state", "grades/.docket"]);
    assert_eq!(log.stdout.matches("graded").count(), 3, "{}", log.stdout);
}

#[test]
fn what_is_added_while_somebody_watches_is_audited() {
    let desk = desk(&[]);
    let mut watching = started(&desk, &["watch", "class", "--allow-local"]);
    until(|| desk.path("grades/index.html").exists());
    fs::create_dir(desk.path("class/dan")).unwrap();
    fs::copy(sample("courtroom-agent-report.pdf"), desk.path("class/dan/final.pdf")).unwrap();
    let json = format!("{{\"repo_url\": {:?}}}", sample("courtroom-agent.git"));
    fs::write(desk.path("class/dan/submission.json"), json).unwrap();
    until(|| desk.path("grades/dan/report.md").exists());
    assert!(read(&desk, "grades/dan/report.md").contains("final.pdf"));
    let id = rustix::process::Pid::from_raw(watching.id().try_into().unwrap()).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    assert_eq!(watching.wait().unwrap().code(), Some(143));
    desk.assert_tidy();
}

fn started(desk: &Desk, arguments: &[&str]) -> Child {
    let mut command = desk.command(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

#[track_caller]
fn until(is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_mins(1);
    while !is_so() {
        assert!(Instant::now() < end, "it did not become so within a minute");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn list_or_folder_that_is_not_there_makes_no_class() {
    let desk = Desk::new();
    desk.run(&["batch", "nope.csv"]).ended(2, "the list `nope.csv` does not exist");
    desk.run(&["batch", "."]).ended(2, "is a folder");
    desk.run(&["watch", "nope", "--once"]).ended(2, "the folder `nope` does not exist");
    assert_eq!(desk.files(), [""; 0]);
}

#[test]
fn waiver_that_would_end_before_it_begins_is_refused() {
    let desk = desk(&[]);
    let waiver = ["waive", "E-4862178a", "--reason", "x", "--until", "2020-01-01"];
    desk.run(&waiver).ended(2, "has begun already");
}
