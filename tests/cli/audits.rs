//! Audits of the samples.

use crate::program::{Desk, dimensions, items, only, report, sample, text};

#[test]
fn report_is_written_and_its_path_is_all_of_stdout() {
    let desk = Desk::new();
    let run = desk.audit("courtroom-agent", &["--output", "out", "--quiet"]);
    run.ended(0, "");
    assert_eq!(run.stderr, "");
    let markdown = only(&desk.path("out"), ".md");
    only(&desk.path("out"), ".json");
    assert_eq!(desk.path(run.stdout.trim_end()), markdown);
    assert_eq!(run.stdout.lines().count(), 1);
    assert_eq!(desk.files(), ["out"]);
}

/// `audit/sample/` shows a reader of the project what a report looks like. To bring it up to date:
/// `cargo run -- audit samples/courtroom-agent.git --pdf samples/courtroom-agent-report.pdf --output audit/sample`.
#[test]
fn report_that_the_project_shows_is_the_one_that_the_program_writes() {
    let desk = Desk::new();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = desk.argument("out");
    let mut command = desk.command(&[
        "audit",
        "samples/courtroom-agent.git",
        "--pdf",
        "samples/courtroom-agent-report.pdf",
        "--output",
        &out,
    ]);
    assert!(command.current_dir(root).status().expect("the program starts").success());
    for ending in [".md", ".json"] {
        let written = std::fs::read_to_string(only(&desk.path("out"), ending)).unwrap();
        let shown = std::fs::read_to_string(only(&root.join("audit/sample"), ending)).unwrap();
        assert!(written == shown, "audit/sample/*{ending} is out of date");
    }
}

#[test]
fn without_an_output_the_report_goes_to_the_folder_audit() {
    let desk = Desk::new();
    let run = desk.audit("linear-agent", &[]);
    run.ended(0, "");
    only(&desk.path("audit"), ".md");
    assert_eq!(desk.files(), ["audit"]);
}

#[test]
fn output_that_ends_in_md_names_the_file() {
    let desk = Desk::new();
    let run = desk.audit("courtroom-agent", &["--output", "grades/ada.md"]);
    run.ended(0, "");
    assert_eq!(run.stdout, "grades/ada.md\n");
    assert_eq!(crate::program::names(&desk.path("grades")), ["ada.json", "ada.md"]);
}

#[test]
fn contract_names_of_the_arguments_are_accepted() {
    let desk = Desk::new();
    let rubric = desk.write("rubric.json", include_bytes!("../../rubric.json"));
    let (repository, pdf) = (sample("courtroom-agent.git"), sample("courtroom-agent-report.pdf"));
    let arguments = [
        "audit",
        "--repo-url",
        &repository,
        "--pdf-path",
        &pdf,
        "--rubric-path",
        &rubric,
        "--output-path",
        "out",
    ];
    desk.run(&arguments).ended(0, "");
    let contract = report(&desk.path("out"));
    desk.audit("courtroom-agent", &["--output", "plain"]).ended(0, "");
    assert_eq!(contract, report(&desk.path("plain")));
}

#[test]
fn two_runs_give_the_same_bytes() {
    let desk = Desk::new();
    let read = |folder: &str, ending: &str| {
        std::fs::read(only(&desk.path(folder), ending)).expect("the report can be read")
    };
    for folder in ["first", "second"] {
        desk.audit("courtroom-agent", &["--output", folder]).ended(0, "");
    }
    assert!(read("first", ".json") == read("second", ".json"), "the JSON reports differ");
    assert!(read("first", ".md") == read("second", ".md"), "the Markdown reports differ");
    // The same report takes the place of the old one.
    desk.audit("courtroom-agent", &["--output", "first"]).ended(0, "");
    assert!(read("first", ".json") == read("second", ".json"), "the JSON reports differ");
}

#[test]
fn json_on_stdout_is_the_report() {
    let desk = Desk::new();
    let run = desk.audit("courtroom-agent", &["--json", "--output", "out"]);
    run.ended(0, "");
    let printed: serde_json::Value = serde_json::from_str(&run.stdout).expect("stdout is JSON");
    assert_eq!(printed, report(&desk.path("out")));
}

#[test]
fn score_below_the_bar_is_an_exit_code_of_its_own() {
    let desk = Desk::new();
    desk.audit("courtroom-agent", &["--fail-under", "5"]).ended(1, "");
    desk.audit("courtroom-agent", &["--fail-under", "2.5"]).ended(0, "");
    only(&desk.path("audit"), ".md");
}

#[test]
fn good_work_scores_higher_than_bad_work() {
    let desk = Desk::new();
    let score = |name: &str, notices: &[&str]| {
        let run = desk.audit(name, &["--output", name]);
        // A criterion that the facts do not decide is not missing.
        run.ended(0, "");
        let report = report(&desk.path(name));
        let told: Vec<&str> = items(&report["notices"]).iter().map(text).collect();
        assert_eq!(told.len(), notices.len(), "{told:?}");
        assert!(
            told.iter().zip(notices).all(|(told, begins)| told.starts_with(begins)),
            "{told:?}"
        );
        (report["mean_score"].as_f64().unwrap(), report["overall_score"].as_f64().unwrap())
    };
    let (strong, strong_overall) = score("courtroom-agent", &[]);
    let (weak, weak_overall) =
        score("linear-agent", &["Nothing of what the rubric asks the code for"]);
    assert!(strong >= 4.0, "{strong}");
    assert!(weak <= 2.0, "{weak}");
    assert!(strong >= weak + 2.0, "{strong} {weak}");
    assert!(strong_overall > weak_overall, "{strong_overall} {weak_overall}");
}

#[test]
fn repository_may_be_a_work_tree_or_a_file_url_and_hold_the_report() {
    let desk = Desk::new();
    let work = desk.path("work");
    let git = |arguments: &[&str]| {
        let status = std::process::Command::new("git")
            .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"])
            .args(arguments)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .status();
        assert!(status.expect("git can be started").success(), "{arguments:?}");
    };
    let place = work.to_str().unwrap();
    git(&["clone", "-q", &sample("linear-agent.git"), place]);
    std::fs::create_dir(work.join("reports")).unwrap();
    std::fs::copy(sample("linear-agent-report.pdf"), work.join("reports/final.pdf")).unwrap();
    git(&["-C", place, "add", "-A"]);
    git(&["-C", place, "commit", "-q", "-m", "report: say what was done"]);

    let run = desk.run(&["audit", "work", "--output", "searched"]);
    run.ended(0, "");
    let searched = report(&desk.path("searched"));
    let provenance = &searched["provenance"];
    assert_eq!(text(&provenance["report_path"]), "reports/final.pdf");
    assert!(text(&provenance["report_choice"]).contains("only report"), "{provenance}");
    assert_eq!(provenance["commits"], 3);

    let url = format!("file://{place}");
    let named = ["audit", &url, "--pdf-in-repo", "reports/final.pdf", "--output", "named"];
    assert_eq!(desk.run(&named).code, run.code);
    let named = report(&desk.path("named"));
    assert_eq!(dimensions(&named["criteria"]), dimensions(&searched["criteria"]));
    assert_eq!(named["mean_score"], searched["mean_score"]);
}
