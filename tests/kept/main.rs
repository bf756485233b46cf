//! Audits that are killed, resumed, listed and verified, by the command.

#![cfg(unix)]

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../program/mod.rs"]
mod program;

use program::{Desk, Run, names, sample};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

/// The arguments of an audit of the good sample.
fn arguments() -> [String; 6] {
    let (repository, pdf) = (sample("courtroom-agent.git"), sample("courtroom-agent-report.pdf"));
    ["audit", &repository, "--pdf", &pdf, "--output", "out"].map(str::to_owned)
}

fn audited() -> Desk {
    let desk = Desk::new();
    let arguments = arguments();
    desk.run(&arguments.each_ref().map(String::as_str)).ended(0, "");
    desk
}

/// The files of a report with what is in them.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let read = |name: String| {
        let bytes = std::fs::read(folder.join(&name)).expect("the file can be read");
        (name, bytes)
    };
    names(folder).into_iter().map(read).collect()
}

/// The name of the only audit that is kept.
fn name(desk: &Desk) -> String {
    let list = desk.run(&["log"]).stdout;
    assert_eq!(list.lines().count(), 1, "{list}");
    list.split_whitespace().next().expect("a line begins with a name").to_owned()
}

/// A number from a seed, below `most`.
fn drawn(seed: u64, most: u64) -> u64 {
    let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^= x >> 29;
    x.wrapping_mul(0xBF58_476D_1CE4_E5B9) % most
}

/// Starts a run and kills it after a while.
fn killed(desk: &Desk, arguments: &[&str], after: Duration) {
    let mut command = desk.command(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    std::thread::sleep(after);
    child.kill().expect("it can be killed");
    child.wait().expect("it is waited for");
}

#[test]
fn a_lost_report_is_written_again_and_an_altered_one_is_told_and_left() {
    let desk = audited();
    let (name, before) = (name(&desk), files(&desk.path("out")));
    std::fs::remove_dir_all(desk.path("out")).unwrap();
    desk.run(&["resume", &name]).ended(0, "");
    assert_eq!(files(&desk.path("out")), before);
    let altered =
        before.iter().find(|(name, _)| Path::new(name).extension() == Some("md".as_ref())).unwrap();
    let altered = desk.path("out").join(&altered.0);
    std::fs::write(&altered, "mine").unwrap();
    desk.run(&["resume", &name]).ended(0, "is not as it was written");
    assert_eq!(std::fs::read_to_string(&altered).unwrap(), "mine");
    desk.run(&["resume", &name, "--output", "elsewhere"]).ended(0, "");
    assert_eq!(files(&desk.path("elsewhere")), before);
}

#[test]
fn an_audit_that_is_killed_at_any_moment_is_resumed_to_the_same_bytes() {
    let twin = files(&audited().path("out"));
    let arguments = arguments();
    let arguments = arguments.each_ref().map(String::as_str);
    for seed in 1..=12 {
        let desk = Desk::new();
        killed(&desk, &arguments, Duration::from_millis(drawn(seed, 900)));
        killed(&desk, &["resume"], Duration::from_millis(drawn(seed + 100, 500)));
        let run = desk.run_after_kill(&[], &["resume"]);
        if run.code == 2 {
            // It was killed before anything was kept, or it was over already.
            let says_so = ["no audit", "before anything"].iter().any(|s| run.stderr.contains(s));
            assert!(says_so, "{}", run.stderr);
            if !desk.path("out").exists() {
                desk.run_after_kill(&[], &arguments).ended(0, "");
            }
        } else {
            run.ended(0, "");
        }
        assert_eq!(files(&desk.path("out")), twin, "seed {seed}");
    }
}

/// Starts a run and kills it once it has said so many lines.
fn killed_after_saying(desk: &Desk, arguments: &[&str], lines: usize) {
    let mut command = desk.command(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let said = BufReader::new(child.stderr.take().expect("it is piped"));
    assert_eq!(said.lines().take(lines).count(), lines, "it says less");
    child.kill().expect("it can be killed");
    child.wait().expect("it is waited for");
}

#[test]
fn a_regrade_that_is_killed_at_any_moment_is_resumed_to_the_same_bytes() {
    for lines in [1, 2, 6, 20] {
        let desk = audited();
        let name = name(&desk);
        let arguments = ["regrade", name.as_str()];
        killed_after_saying(&desk, &arguments, lines);
        let run = desk.run_after_kill(&[], &["resume"]);
        if run.code == 2 {
            // It was faster than the one who kills.
            assert!(run.stderr.contains("no audit"), "{}", run.stderr);
        } else {
            run.ended(0, "");
        }
        let resumed = files(&desk.path("out"));
        assert_eq!(resumed.len(), 4);
        desk.run_after_kill(&[], &arguments).ended(0, "");
        assert!(files(&desk.path("out")) == resumed, "another report after {lines} lines");
    }
}

#[test]
fn a_finished_audit_is_listed_shown_verified_and_resumed_to_its_report() {
    let desk = audited();
    let name = name(&desk);
    let list = desk.run(&["log"]).stdout;
    assert!(list.contains(" over ") && list.contains(" 3.0 "), "{list}");
    assert!(list.contains("courtroom-agent.git, "), "{list}");
    let log = desk.run(&["log", &name]);
    log.ended(0, "");
    assert!(log.stdout.contains("opened") && log.stdout.contains("published"), "{}", log.stdout);
    let first = desk.run(&["log", &name, "--json"]).stdout;
    let first: serde_json::Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    assert_eq!(first["event"]["event"], "opened");
    let verified = desk.run(&["verify", &name]);
    verified.ended(0, "");
    assert_eq!(verified.stdout.matches("holds:").count(), 5, "{}", verified.stdout);
    let resumed = desk.run(&["resume", &name]);
    resumed.ended(0, "");
    assert!(resumed.stdout.trim().ends_with("_e026bc2.md"), "{}", resumed.stdout);
}

#[test]
fn a_report_that_somebody_touched_is_found_out() {
    let desk = audited();
    let name = name(&desk);
    let report = program::only(&desk.path("out"), ".md");
    let text = std::fs::read_to_string(&report).unwrap();
    std::fs::write(&report, text.replacen("3.0", "5.0", 1)).unwrap();
    desk.run(&["verify", &name]).ended(1, "is not as it was written");
}

/// The journal's file, with all in it: what the log beside it has would be read in place of what is touched.
fn taken_in(desk: &Desk) -> PathBuf {
    let file = desk.kept().join("journal.db");
    let journal = rusqlite::Connection::open(&file).unwrap();
    journal.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    file
}

#[test]
fn a_list_of_audits_that_was_lost_is_damage_and_leaves_them_over() {
    let desk = audited();
    let name = name(&desk);
    let file = taken_in(&desk);
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[4096..2 * 4096].fill(0);
    std::fs::write(&file, bytes).unwrap();
    for arguments in [&["verify", &name][..], &["log", &name], &["resume", &name], &["resume"]] {
        desk.run(arguments).ended(70, "is damaged");
    }
    let rescued = desk.run(&["verify", "--salvage"]);
    rescued.ended(0, "");
    assert!(
        rescued.stdout.contains("how it was asked for is damaged and left out"),
        "{}",
        rescued.stdout
    );
    desk.run(&["resume"]).ended(2, "no audit was interrupted");
    desk.run(&["verify", &name]).ended(0, "");
}

#[test]
fn a_journal_that_somebody_touched_is_found_out_and_salvaged() {
    let desk = audited();
    let name = name(&desk);
    let file = taken_in(&desk);
    let mut bytes = std::fs::read(&file).unwrap();
    // The score of an opinion, somewhere in the middle.
    let word = b"\"score\":5";
    let places: Vec<usize> =
        (0..bytes.len() - word.len()).filter(|at| &bytes[*at..at + word.len()] == word).collect();
    let at = places[places.len() / 2];
    bytes[at + word.len() - 1] = b'1';
    std::fs::write(&file, bytes).unwrap();
    desk.run(&["verify", &name]).ended(70, "events are intact");
    let log = desk.run(&["log", &name]);
    log.ended(70, "is damaged");
    let before = log.stdout.lines().count();
    assert!(before > 5, "{}", log.stdout);
    let rescued = desk.run(&["verify", "--salvage"]);
    rescued.ended(0, "");
    assert!(rescued.stdout.contains(&format!("{name}: {before} events")), "{}", rescued.stdout);
    // What is sound is gone on from.
    desk.run(&["resume", &name]).ended(0, "");
    desk.run(&["verify", &name]).ended(0, "");
}

#[test]
fn a_verdict_that_could_not_be_written_is_written_later_or_elsewhere() {
    let twin = files(&audited().path("out"));
    let desk = Desk::new();
    // A folder stands where the report is to be.
    std::fs::create_dir_all(desk.path("out").join(&twin[1].0)).unwrap();
    let arguments = arguments();
    let arguments = arguments.each_ref().map(String::as_str);
    let failed = desk.run(&[&["--state", "kept here"], &arguments[..]].concat());
    failed.ended(70, "the verdict is kept: `auditor --state 'kept here' resume ");
    let resume = ["--state", "kept here", "resume"];
    let listed = desk.run(&["--state", "kept here", "log"]).stdout;
    let name = listed.split_whitespace().next().expect("it is listed");
    desk.run(&[&resume[..], &[name]].concat()).ended(70, "no report was written");
    desk.run(&[&resume[..], &[name, "--output", "elsewhere"]].concat()).ended(0, "");
    assert!(files(&desk.path("elsewhere")) == twin, "another report");
}

#[test]
fn what_a_killed_process_left_of_an_audit_that_is_over_goes_with_the_next() {
    let desk = audited();
    let (work, name) = (desk.kept().join("work"), name(&desk));
    std::fs::create_dir_all(work.join(&name).join("repository.git")).unwrap();
    std::fs::write(work.join(format!("{name}.lock")), "").unwrap();
    std::fs::create_dir(work.join("of-nobody-known")).unwrap();
    desk.run_after_kill(&[], &["regrade", &name]).ended(0, "");
    assert_eq!(names(&work), ["of-nobody-known"]);
}

#[test]
fn where_no_report_can_be_written_nothing_is_read() {
    let desk = Desk::new();
    std::fs::write(desk.path("notes"), "text").unwrap();
    let [audit, repository, flag, pdf, ..] = arguments();
    for output in ["notes", "notes/deeper"] {
        let run = desk.run(&[&audit, &repository, &flag, &pdf, "--output", output]);
        run.ended(2, "`notes`: it is no folder");
        let listed = desk.run(&["log"]).stdout;
        assert!(!listed.contains("events"), "{listed}");
    }
}

#[test]
fn replies_and_terms_that_somebody_touched_are_found_out() {
    for (damage, code) in
        [("UPDATE audits SET terms = '{}'", 70), ("UPDATE audits SET program_version = '9'", 70)]
    {
        let desk = audited();
        let name = name(&desk);
        let journal = rusqlite::Connection::open(desk.kept().join("journal.db")).unwrap();
        journal.execute_batch(damage).unwrap();
        drop(journal);
        desk.run(&["verify", &name]).ended(code, "how it was asked for");
        desk.run(&["resume"]).ended(2, "cannot be read");
        desk.run(&["verify", "--salvage"]).ended(0, "");
        desk.run(&["resume", &name]).ended(2, "say where its report goes");
        desk.run(&["resume", &name, "--output", "again"]).ended(0, "");
    }
}

#[test]
fn an_audit_that_goes_on_elsewhere_is_left_alone() {
    let desk = Desk::new();
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = silent.local_addr().expect("the port has a number");
    let (url, host) = (format!("http://{address}/ada/engine"), format!("http://{address}"));
    let pdf = sample("courtroom-agent-report.pdf");
    let mut child = desk
        .command(&["audit", &url, "--allow-host", &host, "--pdf", &pdf, "--output", "out", "-q"])
        .stdin(Stdio::null())
        .spawn()
        .expect("the program starts");
    let connection = silent.accept().expect("somebody fetches");
    let mut other = desk.command(&["resume"]);
    let output = other.stdin(Stdio::null()).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    child.kill().expect("it can be killed");
    child.wait().expect("it is waited for");
    drop(connection);
    assert!(said.contains("is being conducted by another process"), "{said}");
    assert!(!said.contains("go on with"), "{said}");
    assert_eq!(output.status.code(), Some(70));
}

#[test]
fn what_is_not_there_is_said() {
    let desk = Desk::new();
    let says = |run: &Run, words: &str| {
        run.ended(2, words);
    };
    says(&desk.run(&["log"]), "no audit is kept in");
    says(&desk.run(&["resume"]), "no audit is kept in");
    let desk = audited();
    says(&desk.run(&["resume"]), "no audit was interrupted");
    says(&desk.run(&["verify", "nobody"]), "there is no audit `nobody`");
    let not_a_journal = desk.kept().join("journal.db");
    std::fs::write(&not_a_journal, "something else, and enough of it to be no empty file").unwrap();
    for suffix in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(desk.kept().join(format!("journal.db{suffix}")));
    }
    desk.run(&["log"]).ended(70, "is not a journal");
    let arguments = arguments();
    let run = desk.run(&arguments.each_ref().map(String::as_str));
    run.ended(70, "is not a journal");
    assert_eq!(std::fs::read(&not_a_journal).unwrap().len(), 52);
}
