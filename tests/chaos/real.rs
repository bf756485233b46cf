//! Experiments on real processes: killed, resumed, and measured by what their journals say.

use crate::program::{self, Desk};
use crate::{json, stop};
use serde_json::Value;
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn real_processes_that_are_killed_come_to_the_same_bytes() {
    let desk = Desk::new();
    let arguments = [
        "chaos",
        "run",
        "--real",
        "--runs",
        "6",
        "--fault",
        "model:cut:@2",
        "--fault",
        "model[Defense]:rate_limited:0.2",
        "--json",
        "--events",
        "all",
        "--output",
        "lab",
    ];
    let summary = json(&desk.run(&arguments).ended(0, "").stdout);
    assert_eq!(summary["steady"]["count"], 6);
    assert!(summary["cells"][0]["kills"]["total"].as_f64() >= Some(1.0), "{summary}");
    let folder = desk.path("lab");
    assert_eq!(program::names(&folder), ["events.jsonl", "index.html", "runs.csv", "summary.json"]);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("it is there");
    let (rows, events) = (read("runs.csv"), read("events.jsonl"));
    let page = read("index.html");
    assert!(page.contains("Not measured: the journals of real processes do not tell"), "{page}");
    assert!(!page.contains("No actor was started again"), "{page}");
    for (nth, row) in rows.lines().skip(1).enumerate() {
        check_row(&Row::of(&rows, row), &events_of(&events, nth));
    }
}

/// A row of `runs.csv`, by its columns.
struct Row<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Row<'a> {
    /// No field of these has a comma.
    fn of(rows: &'a str, row: &'a str) -> Self {
        let names = rows.lines().next().expect("a line of names");
        Self(names.split(',').zip(row.split(',')).collect())
    }

    fn text(&self, name: &str) -> &'a str {
        self.0.iter().find(|(one, _)| *one == name).expect("there is such a column").1
    }

    fn list(&self, name: &str) -> Vec<&'a str> {
        self.text(name).split(';').filter(|one| !one.is_empty()).collect()
    }

    fn number(&self, name: &str) -> usize {
        self.text(name).parse().unwrap_or_else(|_| panic!("{name}: {:?}", self.0))
    }
}

fn events_of(events: &str, run: usize) -> Vec<Value> {
    let all = events.lines().map(json);
    all.filter(|line| line["run"] == run).collect()
}

/// Holds a row against the events of its run, by a computation of its own.
#[track_caller]
fn check_row(row: &Row<'_>, events: &[Value]) {
    let is = |line: &&Value, what: &str| line["what"] == what;
    let count = |what: &str| events.iter().filter(|line| is(line, what)).count();
    let kept = |kind: &'static str| {
        events.iter().filter(move |line| line["what"] == "told" && line["event"]["event"] == kind)
    };
    assert_eq!(row.number("kills"), count("death"), "{:?}", row.0);
    // One that is killed when all is done is not started again.
    assert!((count("life") - count("death")) <= 1);
    assert_eq!((count("end"), kept("published").count()), (1, 1));
    assert_eq!(row.number("opinions"), kept("heard").count());
    // Which fault struck how often; the kills are not among the faults of the plan.
    let strikes: usize = row.list("strikes").iter().map(|n| n.parse::<usize>().unwrap()).sum();
    assert_eq!(strikes, count("struck"));
    assert_eq!(row.number("fired"), strikes + row.number("kills"));
    // Each hearing that was lost, with the moment at which that was kept.
    let lost = kept("lost").filter(|line| line["event"]["task"]["kind"] == "hear");
    let at: Vec<String> =
        lost.map(|line| format!("{:.0}", line["at_ms"].as_f64().unwrap())).collect();
    let losses = row.list("losses");
    assert_eq!(losses.iter().map(|one| one.split(':').next().unwrap()).collect::<Vec<_>>(), at);
    // From a death to the last hearing that was under way at it.
    let heard_after = |from: usize, work: &str| {
        events[from..].iter().find_map(|line| {
            let opinion = &line["event"]["opinion"];
            let name = |key: &str| opinion[key].as_str().unwrap_or_default().to_owned();
            let is_second = opinion["round"] == "second";
            let tail = if is_second { " (second hearing)" } else { "" };
            let told = format!("hear{}on{}{tail}", name("judge"), name("criterion_id"));
            let same = told.replace(' ', "") == work.replace(' ', "");
            (line["what"] == "told" && same).then(|| line["at_ms"].as_f64().unwrap())
        })
    };
    let mut measured = row.list("recoveries_ms");
    for (nth, line) in events.iter().enumerate().filter(|(_, line)| is(line, "death")) {
        let work = line["under_way"].as_array().expect("a list");
        let work: Vec<&str> = work.iter().map(|one| one.as_str().unwrap()).collect();
        if work.is_empty() || !work.iter().all(|one| one.starts_with("hear ")) {
            continue;
        }
        let all: Option<Vec<f64>> = work.iter().map(|one| heard_after(nth, one)).collect();
        let latest = all.expect("all were heard").into_iter().fold(0.0, f64::max);
        let took = latest - line["at_ms"].as_f64().unwrap();
        let place = measured.iter().position(|ms| (ms.parse::<f64>().unwrap() - took).abs() <= 1.0);
        measured.remove(place.unwrap_or_else(|| panic!("{took} is not in {:?}", row.0)));
    }
    assert_eq!(row.text("restarts"), "");
    assert_eq!((row.text("drift"), row.text("overall_drift")), ("0.000000", "0.000000"));
    assert_eq!(row.number("repaid_kept"), 0);
    // Whatever was asked beyond one call for each opinion was turned away or asked again.
    let turned_away = events.iter().filter(|line| line["kind"] == "rate_limited").count();
    let more = row.number("paid_calls") - row.number("opinions");
    assert_eq!(row.number("repaid_calls"), more - turned_away, "{:?}", row.0);
}

#[test]
fn a_plan_file_kills_real_processes_at_the_events_that_it_names() {
    let desk = Desk::new();
    let plan = r#"{"seed": 4, "faults": ["process:kill:@6", "process:kill:@25"]}"#;
    let file = desk.write("plan.json", plan);
    let arguments =
        ["chaos", "run", "--real", "--plan", &file, "--events", "all", "--output", "lab"];
    desk.run(&arguments).ended(0, "");
    let read = |name: &str| std::fs::read_to_string(desk.path("lab").join(name)).expect("a file");
    let (rows, events) = (read("runs.csv"), read("events.jsonl"));
    let row = Row::of(&rows, rows.lines().nth(1).expect("a row"));
    assert_eq!((row.text("kills"), row.text("strikes"), row.text("seed")), ("2", "1;1", "4"));
    let events = events_of(&events, 0);
    let before = |nth: usize| {
        let mut deaths = events.iter().enumerate().filter(|(_, line)| line["what"] == "death");
        let (place, _) = deaths.nth(nth).expect("a death");
        events[..place].iter().filter(|line| line["what"] == "told").count()
    };
    assert!(before(0) >= 6 && before(1) >= 25, "{} {}", before(0), before(1));
    assert!(before(0) < 25, "it was killed long after the event: {}", before(0));
}

#[test]
fn a_signal_ends_real_processes_and_leaves_nothing_behind() {
    let desk = Desk::new();
    let room = desk.path("room");
    std::fs::create_dir(&room).expect("it can be made");
    let mut command = desk.command(&["chaos", "run", "--real", "--runs", "1000"]);
    let child = command.env("TMPDIR", &room).stderr(Stdio::piped()).stdout(Stdio::null());
    let child = child.spawn().expect("it starts");
    let begun = Instant::now();
    while program::names(&room).is_empty() {
        assert!(begun.elapsed() < Duration::from_mins(1), "nothing is begun");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(100));
    assert!(stop(&child), "it can be asked to stop");
    let ended = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(143), "{told}");
    assert!(told.contains("stopped after"), "{told}");
    assert_eq!(program::names(&room), [""; 0], "{told}");
}
