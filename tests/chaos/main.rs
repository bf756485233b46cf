//! `auditor chaos` from end to end: experiments, sweeps that go on, replays that repeat, plans made small.

#![cfg(unix)]

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../program/mod.rs"]
mod program;
mod real;

use program::Desk;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Faults of many kinds, so that a run has much that could be different the next time.
const TURMOIL: [&str; 7] = [
    "judge.handle:panic:0.2",
    "model:rate_limited:0.2",
    "model:malformed:0.1",
    "message:duplicate:0.2",
    "message:late:0.1",
    "journal:eio:0.02",
    "process:kill:0.03",
];

fn turmoil() -> Vec<&'static str> {
    TURMOIL.iter().flat_map(|fault| ["--fault", fault]).collect()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn every_experiment_is_listed_with_its_hypothesis() {
    let desk = Desk::new();
    let listed = json(&desk.run(&["chaos", "list", "--json"]).ended(0, "").stdout);
    let all = listed.as_array().expect("a list");
    assert!(all.len() >= 10, "{}", all.len());
    let words = &desk.run(&["chaos", "list"]).stdout;
    for one in all {
        let said = |key: &str| one[key].as_str().expect("a text").to_owned();
        assert!(words.contains(&said("name")) && words.contains(&said("hypothesis")), "{one}");
    }
}

#[test]
fn every_site_kind_and_expectation_is_listed() {
    let told = Desk::new().run(&["chaos", "sites"]).ended(0, "").stdout.clone();
    for word in
        ["judge.pre_start: panic", "model: hang", "  kill: ", "  complete: ", "reader.figures"]
    {
        assert!(told.contains(word), "`{word}` is not in {told}");
    }
}

#[test]
fn the_exit_code_says_whether_the_hypothesis_held() {
    let desk = Desk::new();
    let ok = desk.run(&["chaos", "run", "--fault", "judge:panic:0.2", "--seeds", "5"]);
    assert!(ok.ended(0, "").stdout.contains("Held in all 5 audits"), "{}", ok.stdout);
    assert_eq!(ok.stderr, "");
    let arguments =
        ["chaos", "run", "--fault", "model[Defense]:malformed:1", "--expect", "complete", "--json"];
    let failed = desk.run(&arguments);
    let summary = json(&failed.ended(1, "").stdout);
    assert_eq!(
        (&summary["held"], &summary["broken"][0]["invariant"]),
        (&false.into(), &"complete".into())
    );
    let replay = summary["broken"][0]["replay"].as_str().expect("a command");
    let words = replay.replace('\'', "");
    let words: Vec<&str> = words.split(' ').skip(1).collect();
    let again = desk.run(&words);
    assert!(
        again.ended(1, "").stdout.contains("not so: every audit ends with a report"),
        "{}",
        again.stdout
    );
}

#[test]
fn results_are_written_whole_beside_one_another() {
    let desk = Desk::new();
    let arguments = [
        "chaos",
        "run",
        "one-judge-down-for-good",
        "--seeds",
        "1",
        "--output",
        "lab",
        "--events",
        "all",
    ];
    desk.run(&arguments).ended(0, "");
    let folder = desk.path("lab");
    assert_eq!(program::names(&folder), ["events.jsonl", "index.html", "runs.csv", "summary.json"]);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("it is there");
    assert_eq!(json(&read("summary.json"))["held"], true);
    assert!(read("index.html").contains("The court completes with one judge down"));
    assert_eq!(read("runs.csv").lines().count(), 7);
    assert!(read("events.jsonl").lines().all(|line| json(line)["run"].is_u64()));
}

#[test]
fn a_replay_says_the_same_in_every_process() {
    let desk = Desk::new();
    let mut arguments = vec!["chaos", "replay", "--seed", "11"];
    arguments.extend(turmoil());
    let first = desk.run(&arguments);
    first.ended(0, "");
    assert!(
        first.stdout.contains("fingerprint ") && first.stdout.lines().count() > 40,
        "{}",
        first.stdout
    );
    assert_eq!(first.stdout, desk.run(&arguments).stdout);
    arguments[3] = "12";
    assert_ne!(first.stdout, desk.run(&arguments).stdout);
}

/// Processes, and runs of the same plan in each.
const PROCESSES: usize = 8;
const RUNS: usize = 125;

#[test]
fn a_thousand_runs_of_one_plan_in_eight_processes_have_one_trace() {
    let desk = Desk::new();
    let plan = serde_json::json!({ "seed": 3, "faults": TURMOIL, "dimensions": 2 });
    let file = desk.write("plans.json", Value::Array(vec![plan; RUNS]).to_string());
    let mut traces = BTreeSet::new();
    let mut runs = 0;
    for _ in 0..PROCESSES {
        desk.run(&["chaos", "run", "--plan", &file, "--output", "lab"]).ended(0, "");
        let csv = std::fs::read_to_string(desk.path("lab/runs.csv")).expect("it is written");
        for line in csv.lines().skip(1) {
            traces.insert(line.rsplit(',').next().expect("a field").to_owned());
            runs += 1;
        }
    }
    assert_eq!((runs, traces.len()), (PROCESSES * RUNS, 1));
}

fn sweep(folder: &str) -> Vec<&str> {
    let grid =
        ["chaos", "sweep", "--fault", "judge:panic", "--fault", "process:kill + model:wrong"];
    let more = ["--rate", "0.02,0.2", "--seeds", "20", "--expect", "complete", "--output", folder];
    grid.into_iter().chain(more).collect()
}

fn lines(path: &Path) -> usize {
    std::fs::read_to_string(path).map_or(0, |text| text.matches('\n').count())
}

#[test]
fn a_sweep_that_was_killed_goes_on_to_the_results_of_an_undisturbed_one() {
    let desk = Desk::new();
    let quick = [&sweep("undisturbed")[..], &["--jobs", "3"]].concat();
    // A judge who crashes thrice leaves a seat empty, so that there are failures to be written down.
    desk.run(&quick).ended(1, "");
    let mut arguments = sweep("killed");
    arguments.extend(["--jobs", "1"]);
    let mut child = desk.command(&arguments).stdout(Stdio::null()).spawn().expect("it starts");
    let notebook = desk.path("killed/runs.jsonl");
    let begun = Instant::now();
    while lines(&notebook) < 20 {
        assert!(begun.elapsed() < Duration::from_mins(1), "nothing is written down");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ended");
    let there = lines(&notebook);
    assert!(there < 81, "it was killed too late to show anything");
    assert!(!desk.path("killed/summary.json").exists());
    let resumed = desk.run(&sweep("killed"));
    resumed.ended(1, &format!("{} of 80 audits are done already", there - 1));
    for name in ["runs.csv", "events.jsonl", "summary.json", "index.html"] {
        let read =
            |folder: &str| std::fs::read(desk.path(folder).join(name)).expect("it is written");
        assert!(read("undisturbed") == read("killed"), "{name} differs");
    }
    // A third start has nothing left to run and writes the same.
    desk.run(&sweep("killed")).ended(1, "80 of 80 audits are done already");
    let mut other = sweep("killed");
    other[9] = "21";
    assert_eq!(other[8], "--seeds");
    desk.run(&other).ended(2, "another plan");
}

#[test]
fn a_sweep_that_is_stopped_says_how_to_go_on() {
    let desk = Desk::new();
    let mut arguments = sweep("lab");
    arguments.extend(["--jobs", "1", "--dimensions", "10"]);
    let mut command = desk.command(&arguments);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    let begun = Instant::now();
    while lines(&desk.path("lab/runs.jsonl")) < 5 {
        assert!(begun.elapsed() < Duration::from_mins(1), "nothing is written down");
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(stop(&child), "it can be asked to stop");
    let ended = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(143), "{told}");
    assert!(told.contains("the same command goes on where it was"), "{told}");
}

/// SIGTERM.
fn stop(child: &Child) -> bool {
    Command::new("kill").arg(child.id().to_string()).status().is_ok_and(|status| status.success())
}

#[test]
fn an_audit_survives_a_kill_at_each_of_its_writes() {
    let desk = Desk::new();
    let arguments = [
        "chaos",
        "sweep",
        "--kill-at-every-append",
        "--seeds",
        "1",
        "--dimensions",
        "2",
        "--expect",
        "complete",
        "--json",
        "--output",
        "lab",
    ];
    let summary = json(&desk.run(&arguments).ended(0, "").stdout);
    let audits = summary["audits"].as_u64().expect("a number");
    assert!(audits >= 40, "{audits}");
    assert_eq!(summary["steady_where_struck"]["count"].as_u64(), Some(audits));
}

#[test]
fn shrinking_finds_the_one_guilty_fault_of_three() {
    let desk = Desk::new();
    let three = [
        "chaos",
        "shrink",
        "--seed",
        "5",
        "--expect",
        "complete",
        "--fault",
        "message:duplicate:0.4",
        "--fault",
        "judge[TechLead]:panic:1",
        "--fault",
        "clock:jump:0.3",
    ];
    let found = desk.run(&three);
    let plan = json(&found.ended(1, "seed 5 fails with 3 faults, and still with").stdout);
    let faults = plan["faults"].as_array().expect("a list");
    let guilty = |fault: &Value| {
        fault.as_str().is_some_and(|one| one.starts_with("judge[TechLead].handle:panic:@"))
    };
    assert!(!faults.is_empty() && faults.iter().all(guilty), "{plan}");
    // What is printed is a plan file, and it fails.
    let file = desk.write("small.json", &found.stdout);
    desk.run(&["chaos", "run", "--plan", &file, "--expect", "complete"]).ended(1, "");
    let harmless = ["chaos", "shrink", "--fault", "message:duplicate:1", "--seeds", "3"];
    desk.run(&harmless).ended(0, "everything held in 3 audits");
}

#[test]
fn wrong_usage_is_told_with_what_is_right() {
    let desk = Desk::new();
    let check = |arguments: &[&str], says: &str| {
        desk.run(&[&["chaos"], arguments].concat()).ended(2, says);
    };
    check(&["run"], "say what to run");
    check(&["run", "no-such-experiment"], "there is no experiment `no-such-experiment`");
    check(&["run", "--fault", "judge:sulk:0.2"], "is no kind of fault");
    check(&["run", "--fault", "judge:panic"], "SITE:KIND:RATE");
    check(&["run", "--fault", "model:kill:1"], "strikes at process");
    check(&["run", "--fault", "judge:panic:2"], "neither a probability");
    check(&["run", "all", "--fault", "judge:panic:1"], "cannot be used with");
    check(&["run", "all", "--dimensions", "11"], "1..=10");
    check(&["run", "--fault", "judge:panic:1", "--expect", "luck"], "it is one of");
    check(&["run", "--real", "--fault", "judge:panic:1"], "is not done to real processes");
    check(&["run", "all", "--real"], "cannot be used with");
    check(&["run", "--real", "--fault", "process:kill:0.1"], "process:kill:@N");
    check(&["run", "--fault", "clock:jump:1"], "clock:jump alone never strikes");
    check(&["sweep", "--fault", "clock:jump", "--output", "lab"], "clock:jump alone never strikes");
    check(&["run", "--fault", "model:cut:1", "--runs", "3"], "--real");
    check(&["run", "--plan", "nowhere.json"], "cannot read `nowhere.json`");
    let file = desk.write("plan.json", r#"{"seed": 1, "fault": []}"#);
    check(&["run", "--plan", &file], "unknown field `fault`");
    let file = desk.write("plan.json", r#"{"dimensions": 99}"#);
    check(&["replay", "--plan", &file], "1 to 10");
    check(&["sweep", "--fault", "judge:panic"], "--output");
    check(&["sweep", "--fault", "judge", "--output", "lab"], "SITE:KIND:RATE");
    check(&["sweep", "--rate", "2", "--output", "lab"], "a probability from 0 to 1");
}
