//! Audits that follow others, by the command: who is asked, and what is paid.

use crate::program::{Desk, Run, items, names, report, sample, text};
use crate::server::Server;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A desk with an audit of the good sample by a server's models.
struct Scene {
    desk: Desk,
    server: Server,
    former: String,
    url: String,
}

impl Scene {
    fn set() -> Self {
        let server = Server::taking(Duration::from_millis(20), |asked| asked.obediently(4));
        let (desk, url) = (Desk::new(), server.url());
        let (repository, pdf) =
            (sample("courtroom-agent.git"), sample("courtroom-agent-report.pdf"));
        let arguments = ["audit", &repository, "--pdf", &pdf, "--output", "out"];
        let arguments = [&arguments[..], &["--also", "html,sarif"]].concat();
        let mut scene = Self { desk, server, former: String::new(), url };
        scene.run(&arguments).ended(0, "");
        let log = scene.desk.run(&["log"]).stdout;
        scene.former = log.split_whitespace().next().expect("it is listed").into();
        assert_eq!(scene.server.asked(), (31, 30));
        scene
    }

    fn variables(&self) -> [(&str, &str); 2] {
        [("OPENAI_BASE_URL", &self.url), ("AUDITOR_MODEL", "m")]
    }

    fn run(&self, arguments: &[&str]) -> Run {
        self.desk.run_with(&self.variables(), arguments)
    }

    /// Regrades the former audit; returns the run and how many judges were asked.
    fn regrade(&self, more: &[&str]) -> (Run, usize) {
        let before = self.server.asked().1;
        let run = self.run(&[&["regrade", &self.former], more].concat());
        (run, self.server.asked().1 - before)
    }

    /// The program's rubric with something changed.
    fn rubric(&self, change: impl Fn(&mut Value)) -> String {
        let mut rubric: Value = serde_json::from_str(include_str!("../../rubric.json")).unwrap();
        rubric["dimensions"].as_array_mut().expect("it is a list").iter_mut().for_each(change);
        self.desk.write("changed.json", rubric.to_string())
    }

    /// The files of the report.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let folder = self.desk.path("out");
        let read = |name: String| {
            let bytes = std::fs::read(folder.join(&name)).expect("it can be read");
            (name, bytes)
        };
        names(&folder).into_iter().map(read).collect()
    }

    /// The report whose path a run printed.
    fn report(run: &Run) -> Value {
        let path = run.stdout.lines().next().expect("the path is printed");
        let bytes = std::fs::read(std::path::Path::new(path).with_extension("json"));
        serde_json::from_slice(&bytes.expect("it can be read")).expect("it is JSON")
    }
}

/// What the regrade in the folder ruled, and what it says to have moved.
fn ruled(scene: &Scene) -> [Value; 5] {
    let files = scene.files();
    assert_eq!(files.len(), 8, "the regrade stands beside the former report");
    let mut regraded = files.iter().filter(|(name, _)| name.contains("_regraded_"));
    // By name, the HTML comes first and the JSON after it.
    let (name, bytes) = regraded.nth(1).expect("there are four");
    assert!(name.contains(".json"), "{name}");
    let report: Value = serde_json::from_slice(bytes).expect("it is JSON");
    let provenance = &report["provenance"];
    [
        &report["criteria"],
        &report["moved"],
        &report["readings"],
        &provenance["taken_over"],
        &provenance["fingerprint"],
    ]
    .map(Value::clone)
}

fn on(id: &'static str) -> impl Fn(&mut Value, &dyn Fn(&mut Value)) {
    move |one, change| {
        if one["id"] == id {
            change(one);
        }
    }
}

#[test]
fn the_same_again_asks_no_model_at_all_and_leaves_the_former_report_alone() {
    let scene = Scene::set();
    let (former, first) = (report(&scene.desk.path("out")), scene.files());
    let (run, asked) = scene.regrade(&[]);
    run.ended(0, "");
    assert_eq!((asked, scene.server.asked().0), (0, 31), "a model is asked");
    let again = Scene::report(&run);
    assert_eq!(again["criteria"], former["criteria"]);
    let (taken, judging) = (&again["provenance"]["taken_over"], &again["provenance"]["judging"]);
    assert_eq!((&taken["opinions"], &taken["of"]), (&json!(30), &json!(30)));
    assert_eq!((&judging["calls"], &judging["cost"]), (&json!(0), &json!(0.0)));
    assert!(run.stdout.contains("Opinions: 30 of 30 taken over."), "{}", run.stdout);
    let files = scene.files();
    assert_eq!(files.len(), 8, "the new report stands beside the old one");
    assert!(first.iter().all(|file| files.contains(file)), "the old report is not what it was");
    let name = scene.desk.run(&["log"]).stdout;
    let name = name.lines().map(|line| line.split_whitespace().next().unwrap_or_default());
    for name in name {
        scene.desk.run(&["verify", name]).ended(0, "");
    }
}

#[test]
fn changed_dimensions_are_paid_for_and_weights_are_not() {
    let scene = Scene::set();
    let history = on("git_forensic_analysis");
    let rubric = scene.rubric(|one| history(one, &|one| one["weight"] = json!(7)));
    let (run, asked) = scene.regrade(&["--rubric", &rubric]);
    run.ended(0, "");
    assert_eq!(asked, 0);
    assert!(run.stdout.contains("the weight (1 before, 7 now)"), "{}", run.stdout);
    let rubric = scene.rubric(|one| {
        history(one, &|one| one["forensic_instruction"] = json!("Read the history twice."));
    });
    let (run, asked) = scene.regrade(&["--rubric", &rubric]);
    run.ended(0, "");
    assert_eq!(asked, 3);
    let report = Scene::report(&run);
    assert_eq!(report["provenance"]["taken_over"]["opinions"], 27);
    assert_eq!(report["provenance"]["judging"]["calls"], 3);
    let moved = items(&report["moved"]["criteria"]);
    let anew = moved.iter().filter(|shift| shift["given_anew"] != 0);
    let anew: Vec<&str> = anew.map(|shift| text(&shift["criterion"])).collect();
    assert_eq!(anew, ["git_forensic_analysis"]);
}

#[test]
fn a_waived_flaw_is_shown_and_caps_nothing() {
    let scene = Scene::set();
    let former = report(&scene.desk.path("out"));
    let flaw = items(&former["evidences"]["safe_tool_engineering"])
        .iter()
        .find(|piece| piece["tag"] == "security_flaw")
        .expect("the sample has a flaw");
    let flaw = text(&flaw["id"]);
    let reason = "a *fixture* <b>of</b> the tests";
    let (run, asked) = scene.regrade(&["--waive", flaw, "--reason", reason, "--by", "Ada"]);
    run.ended(0, "");
    assert_eq!(asked, 3, "its dimension is judged again");
    assert!(run.stdout.contains(&format!("Waived: {flaw}.")), "{}", run.stdout);
    let again = Scene::report(&run);
    assert_eq!((&former["overall_cap"].is_string(), &again["overall_cap"]), (&true, &Value::Null));
    let path = std::path::Path::new(run.stdout.lines().next().unwrap());
    let markdown = std::fs::read_to_string(path).unwrap();
    assert!(markdown.contains("waived** by Ada: a \\*fixture\\*"), "{markdown}");
    let page = std::fs::read_to_string(path.with_extension("html")).unwrap();
    assert!(!page.contains("<b>of</b>") && page.contains("What moved"));
    let sarif = std::fs::read_to_string(path.with_extension("sarif")).unwrap();
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let results = items(&sarif["runs"][0]["results"]);
    assert!(results.iter().all(|result| result["level"] != "error"));
    assert!(results.iter().any(|result| result["suppressions"][0]["kind"] == "external"));
}

#[test]
fn a_regrade_that_is_killed_is_resumed_to_the_same_rulings() {
    let scene = Scene::set();
    let rubric = scene.rubric(|one| one["success_pattern"] = json!("It is all there."));
    let arguments = ["regrade", &scene.former, "--rubric", &rubric, "--quiet"];
    let mut command = scene.desk.command(&arguments);
    command.envs(scene.variables()).stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let since = Instant::now();
    while scene.server.asked().1 < 38 {
        assert!(since.elapsed() < Duration::from_mins(1), "the judges are not asked");
        std::thread::sleep(Duration::from_millis(5));
    }
    let id = Pid::from_raw(child.id().try_into().expect("ids are small")).expect("it is no zero");
    kill_process(id, Signal::KILL).expect("the signal can be sent");
    child.wait().expect("it is waited for");
    scene.desk.run_after_kill(&scene.variables(), &["resume"]).ended(0, "");
    let resumed = ruled(&scene);
    // What the server kept in its cache differs with the order of the calls, and so does the bill.
    scene.run(&arguments).ended(0, "");
    assert!(ruled(&scene) == resumed, "the resumed report is another one");
}

#[test]
fn what_cannot_be_regraded_is_said() {
    let scene = Scene::set();
    let (run, asked) = scene.regrade(&["--waive", "E-00000000", "--reason", "x"]);
    run.ended(2, "has no evidence `E-00000000`");
    scene.regrade(&["--waive", "E-00000000"]).0.ended(2, "--reason");
    scene.regrade(&["--restore", "E-00000000"]).0.ended(2, "has no waiver");
    let variables = [("OPENAI_BASE_URL", scene.url.as_str()), ("AUDITOR_MODEL", "another")];
    let other = scene.desk.run_with(&variables, &["regrade", &scene.former]);
    other.ended(2, "was judged by m at ");
    scene.desk.run(&["regrade", "nobody"]).ended(2, "there is no audit `nobody`");
    assert_eq!(asked, 0);
}
