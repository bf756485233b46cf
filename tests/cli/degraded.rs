//! Submissions of which a part, or all, cannot be read.

use crate::program::git::git;
use crate::program::{Desk, dimensions, items, report, sample, text};
use serde_json::{Value, json};

const ABOUT_THE_REPORT: [&str; 3] = ["theoretical_depth", "report_accuracy", "swarm_visual"];

/// A PDF of one page with nothing on it.
const BLANK: &str = "%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 400 400]>> endobj
trailer <</Root 1 0 R>>";

/// Audits the good sample against something that is no readable report.
fn check_pdf(more: &[&str], desk: &Desk, says: &str) -> Value {
    let repository = sample("courtroom-agent.git");
    let arguments: Vec<&str> =
        ["audit", &repository, "--output", "out"].into_iter().chain(more.iter().copied()).collect();
    desk.run(&arguments).ended(6, "warning").ended(6, says);
    let report = report(&desk.path("out"));
    assert_eq!(dimensions(&report["not_scored"]), ABOUT_THE_REPORT);
    assert_eq!(items(&report["criteria"]).len(), 7);
    assert_eq!(report["overall_score"], 3.0);
    report
}

#[test]
fn missing_broken_or_empty_report_costs_the_dimensions_about_it_alone() {
    let desk = Desk::new();
    let nowhere = desk.argument("nowhere.pdf");
    check_pdf(&["--pdf", &nowhere], &desk, "nowhere.pdf");
    let broken = desk.write("broken.pdf", b"%PDF-1.7\n1 0 obj <</Type /Catalog");
    check_pdf(&["--pdf", &broken], &desk, "could not be examined");
    let babble = desk.write("babble.pdf", [0xff; 4096]);
    check_pdf(&["--pdf", &babble], &desk, "could not be examined");
    let empty = desk.write("empty.pdf", b"");
    check_pdf(&["--pdf", &empty], &desk, "could not be examined");
    std::fs::create_dir(desk.path("folder.pdf")).unwrap();
    check_pdf(&["--pdf", "folder.pdf"], &desk, "could not be examined");
}

#[test]
fn repository_without_a_report_is_audited_with_a_warning() {
    let desk = Desk::new();
    check_pdf(&[], &desk, "no report was named");
    check_pdf(&["--pdf-in-repo", "reports/none.pdf"], &desk, "reports/none.pdf");
}

#[test]
fn blank_report_leaves_its_text_unscored() {
    let desk = Desk::new();
    let blank = desk.write("blank.pdf", BLANK);
    let run =
        desk.run(&["audit", &sample("courtroom-agent.git"), "--pdf", &blank, "--output", "out"]);
    run.ended(6, "The report's text could not be examined: it has none");
    let report = report(&desk.path("out"));
    let not_scored = dimensions(&report["not_scored"]);
    assert!(not_scored.contains(&"theoretical_depth"), "{not_scored:?}");
    assert!(not_scored.contains(&"report_accuracy"), "{not_scored:?}");
}

#[test]
fn unreadable_repository_costs_the_dimensions_about_it_alone() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("plain")).unwrap();
    let file = desk.write("file.txt", "no repository");
    let pdf = sample("courtroom-agent-report.pdf");
    for (repository, out) in [("plain", "out"), (&file, "other")] {
        desk.run(&["audit", repository, "--pdf", &pdf, "--output", out])
            .ended(6, "The repository could not be examined");
        let report = report(&desk.path(out));
        let scored = dimensions(&report["criteria"]);
        assert!(scored.contains(&"theoretical_depth"), "{scored:?}");
        assert!(!scored.contains(&"git_forensic_analysis"), "{scored:?}");
        // Without a tree no cited path can be called absent.
        assert!(!scored.contains(&"report_accuracy"), "{scored:?}");
    }
}

#[test]
fn repository_without_a_commit_is_told_as_such() {
    let desk = Desk::new();
    let status =
        std::process::Command::new("git").args(["init", "-q"]).arg(desk.path("new")).status();
    assert!(status.expect("git can be started").success());
    let pdf = sample("courtroom-agent-report.pdf");
    let run = desk.run(&["audit", "new", "--pdf", &pdf, "--output", "out"]);
    run.ended(6, "The repository could not be examined");
    let report = report(&desk.path("out"));
    assert!(!dimensions(&report["criteria"]).contains(&"git_forensic_analysis"));
}

#[test]
fn shallow_clone_is_told_with_how_to_get_the_rest_and_accuses_nobody_of_its_history() {
    let desk = Desk::new();
    let whole = format!("file://{}", sample("courtroom-agent.git"));
    git(&desk.path("."), &["clone", "-q", "--depth", "2", &whole, "shallow"]);
    let pdf = sample("courtroom-agent-report.pdf");
    let run = desk.run(&["--quiet", "audit", "shallow", "--pdf", &pdf, "--output", "out"]);
    run.ended(6, "warning: The clone is shallow: 2 commits").ended(6, "`git fetch --unshallow`");
    let report = report(&desk.path("out"));
    assert!(
        text(&report["notices"][0]).starts_with("The clone is shallow"),
        "{}",
        report["notices"]
    );
    let of_history = |reading: &&Value| reading["criterion"] == "git_forensic_analysis";
    for reading in items(&report["readings"]).iter().filter(of_history) {
        let outcome = text(&reading["outcome"]["kind"]);
        assert!(["holds", "unknown"].contains(&outcome), "{reading}");
    }
}

#[test]
fn nothing_readable_is_no_report() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("plain")).unwrap();
    let run = desk.run(&["audit", "plain", "--pdf", "nowhere.pdf", "--output", "out"]);
    run.ended(3, "no report was written");
    assert_eq!(run.stdout, "");
    let run = desk.run(&["audit", "plain", "--output", "out"]);
    run.ended(3, "no report was written");
    assert_eq!(desk.files(), ["plain"]);
}

#[test]
fn rubric_about_the_report_alone_needs_the_report_alone() {
    let desk = Desk::new();
    let mut rubric: Value = serde_json::from_slice(include_bytes!("../../rubric.json")).unwrap();
    let all = rubric["dimensions"].as_array_mut().unwrap();
    all.retain(|dimension| dimension["id"] == "theoretical_depth");
    let rubric = desk.write("rubric.json", rubric.to_string());
    std::fs::create_dir(desk.path("plain")).unwrap();
    let audit = |repository: &str, pdf: &str| {
        desk.run(&["audit", repository, "--pdf", pdf, "--rubric", &rubric, "--output", "out"])
    };
    audit(&sample("courtroom-agent.git"), "nowhere.pdf").ended(4, "no report was written");
    audit("plain", "nowhere.pdf").ended(4, "no report was written");
    assert_eq!(desk.files(), ["plain", "rubric.json"]);
    audit(&sample("courtroom-agent.git"), &sample("courtroom-agent-report.pdf")).ended(0, "");
    assert_eq!(dimensions(&report(&desk.path("out"))["criteria"]), ["theoretical_depth"]);
}

#[test]
fn host_that_does_not_answer_costs_the_dimensions_about_the_repository_alone() {
    let desk = Desk::new();
    // A port that was free a moment ago refuses connections.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (url, host) = (format!("http://{free}/ada/engine"), format!("http://{free}"));
    let pdf = sample("courtroom-agent-report.pdf");
    let arguments = ["audit", &url, "--allow-host", &host, "--output", "out"];
    let with_pdf: Vec<&str> = arguments.iter().copied().chain(["--pdf", &pdf]).collect();
    desk.run(&with_pdf).ended(6, "The repository could not be examined");
    let report = report(&desk.path("out"));
    assert_eq!(report["repo_url"], json!(url));
    std::fs::remove_dir_all(desk.path("out")).unwrap();
    desk.run(&arguments).ended(3, "no report was written");
    assert_eq!(desk.files(), [""; 0]);
}
