//! `auditor investigate`: evidence and facts without a judgement.

use crate::program::{Desk, Run, items, names, sample, text};
use serde_json::Value;

#[track_caller]
fn investigate(desk: &Desk, name: &str, more: &[&str]) -> Run {
    let (repository, report) =
        (sample(&format!("{name}.git")), sample(&format!("{name}-report.pdf")));
    let arguments = ["investigate", &repository, "--pdf", &report];
    desk.run(&arguments.into_iter().chain(more.iter().copied()).collect::<Vec<_>>())
}

#[test]
fn facts_are_printed_with_their_places_and_nothing_is_written() {
    let desk = Desk::new();
    let run = investigate(&desk, "courtroom-agent", &[]);
    run.ended(0, "");
    for line in [
        "history     24 commits by 2 authors on 10 days",
        "            fan-out at START, evidence_aggregator; fan-in at chief_justice, evidence_aggregator",
        "call        os.system (src/tools/archive_tools.py:23)",
        "absent      src/nodes/aggregator.py (page 2)",
    ] {
        assert!(run.stdout.contains(line), "`{line}` is not in: {}", run.stdout);
    }
    assert_eq!(desk.files(), [""; 0]);
}

#[test]
fn json_holds_the_evidence_and_facts_that_name_file_and_line() {
    let run = investigate(&Desk::new(), "courtroom-agent", &["--json", "-q"]);
    run.ended(0, "");
    let found: Value = serde_json::from_str(&run.stdout).expect("the output is JSON");
    assert_eq!(found["evidences"].as_object().expect("evidence is by dimension").len(), 10);
    let facts = &found["facts"];
    let call = &items(&facts["python"]["calls"])[0];
    assert_eq!(
        (text(&call["file"]), &call["line"]),
        ("src/tools/archive_tools.py", &Value::from(23))
    );
    assert_eq!(items(&facts["history"]["commits"]).len(), 24);
    assert_eq!(items(&facts["history"]["rhythm"]["author_names"]).len(), 2);
    let status = |status: &str| {
        let all = items(&facts["document"]["paths"]).iter();
        all.filter(|path| path["status"] == status).count()
    };
    assert!(status("verified") > 5 && status("absent") == 2 && status("unchecked") == 0);
    let claims = items(&facts["document"]["claims"]);
    let contradicted: Vec<&str> = claims
        .iter()
        .filter(|claim| claim["status"] == "contradicted")
        .map(|claim| text(&claim["kind"]))
        .collect();
    assert_eq!(contradicted, ["no_shell"]);
    assert!(items(&facts["document"]["concepts"]).iter().any(|one| one["substantive"] == true));
}

#[test]
fn figures_are_written_as_pictures() {
    let desk = Desk::new();
    let run = investigate(&desk, "courtroom-agent", &["--json", "--figures", "shown"]);
    run.ended(0, "");
    let found: Value = serde_json::from_str(&run.stdout).expect("the output is JSON");
    let figures = items(&found["facts"]["figures"]["figures"]);
    assert_eq!(names(&desk.path("shown")), ["figure_01_page_002.png", "figure_02_page_004.png"]);
    for figure in figures {
        let bytes =
            std::fs::read(desk.path("shown").join(text(&figure["png"]))).expect("it is there");
        let picture = image::load_from_memory(&bytes).expect("it is a PNG");
        let wide = figure["area"]["width"].as_f64() > figure["area"]["height"].as_f64();
        assert_eq!(picture.width() > picture.height(), wide, "{figure}");
        assert!(picture.width() > 600, "{} pixels are too few to read", picture.width());
    }
    let blocked = desk.write("file", "");
    investigate(&desk, "courtroom-agent", &["--figures", &blocked])
        .ended(2, "cannot be written to");
}

#[test]
fn same_submission_gives_the_same_bytes() {
    let once = investigate(&Desk::new(), "linear-agent", &["--json", "-q"]);
    let again = investigate(&Desk::new(), "linear-agent", &["--json", "-q"]);
    assert!(once.stdout == again.stdout, "two runs differ");
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_found() {
    let desk = Desk::new();
    let run = desk.run(&["investigate", &sample("courtroom-agent.git"), "--json"]);
    run.ended(6, "DocAnalyst could not read its artifact: no report was named");
    let found: Value = serde_json::from_str(&run.stdout).expect("the output is JSON");
    assert!(found["facts"]["document"].is_null() && found["facts"]["python"].is_object());
    desk.run(&["investigate", "nowhere"]).ended(2, "the repository `nowhere` does not exist");
    desk.run(&["investigate", &desk.argument("")]).ended(3, "error:");
}
