//! Classes in which something is wrong: results that are lost, a submission that is not there, settings of a stranger,
//! what is asked for that a class cannot have.

use super::{ONCE, desk, read, row};
use std::fs;

#[test]
fn results_that_are_lost_are_written_again_with_their_bytes() {
    let desk = desk(&[&row("ada"), &row("bob")]);
    desk.run(ONCE).ended(0, "");
    let files = ["report.md", "report.json", "report.html", "report.sarif", "feedback.html"];
    let all = || files.map(|name| read(&desk, &format!("grades/ada/{name}")));
    let before = (all(), read(&desk, "grades/grades.csv"));
    fs::remove_dir_all(desk.path("grades/ada")).unwrap();
    desk.run(ONCE).ended(0, "");
    assert_eq!((all(), read(&desk, "grades/grades.csv")), before);
    let audits = fs::read_dir(desk.path("grades/ada/audits")).unwrap();
    for audit in audits {
        fs::remove_file(audit.unwrap().path().join("report.json")).unwrap();
    }
    desk.run(ONCE).ended(0, "");
    assert_eq!((all(), read(&desk, "grades/grades.csv")), before);
}

#[test]
fn a_score_without_the_repository_is_no_grade() {
    let desk = desk(&[&row("ada"), "cleo,./empty,report.pdf"]);
    let empty = desk.path("class/empty");
    let made = std::process::Command::new("git").args(["init", "-q"]).arg(&empty).status();
    assert!(made.unwrap().success());
    let run = desk.run(ONCE);
    assert_eq!(run.code, 6, "{}", run.stderr);
    let grades = read(&desk, "grades/grades.csv");
    let line = grades.lines().find(|line| line.starts_with("cleo,")).unwrap();
    assert!(line.starts_with("cleo,partial,") && line.contains(",,4."), "{line}");
    assert!(!read(&desk, "grades/canvas.csv").contains("cleo"));
    assert!(!desk.path("grades/cleo/gradescope.json").exists());
    assert!(desk.path("grades/ada/gradescope.json").exists());
    let listed = desk.run(&["docket", "list"]).stdout;
    let first = listed.lines().next().unwrap();
    let cells: Vec<&str> = first.split_whitespace().take(3).collect();
    assert_eq!(cells, ["cleo", "partial", "-"], "{listed}");
}

#[test]
fn settings_in_what_is_listed_are_not_read() {
    let desk = desk(&[]);
    let stranger = desk.path("class/stranger");
    let made = std::process::Command::new("git").args(["init", "-q"]).arg(&stranger).status();
    assert!(made.unwrap().success());
    fs::write(stranger.join(".env"), "OPENAI_BASE_URL=http://127.0.0.1:9/v1\nAUDITOR_MODEL=m\n")
        .unwrap();
    let list = desk.write("class/own.csv", "id,repo_url,pdf\neve,./stranger,report.pdf\n");
    let folder = desk.argument("class");
    for arguments in [["batch", list.as_str()], ["watch", folder.as_str()]] {
        let once = if arguments[0] == "watch" { "--once" } else { "--allow-local" };
        let mut command = desk.command(&arguments);
        let run = command.args([once, "--judges", "llm"]).current_dir(&stranger).output().unwrap();
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(said.contains("lies in what is audited and was not read"), "{said}");
        assert!(said.contains("no language model is configured"), "{said}");
    }
}

#[test]
fn what_is_for_one_audit_is_not_offered_to_a_class_and_refused_before_anything_is_made() {
    let desk = desk(&[&row("ada")]);
    for (command, place) in [("batch", "class/submissions.csv"), ("watch", "class")] {
        let help = desk.run(&[command, "--help"]).stdout;
        assert!(help.contains("--max-cost") && help.contains("--no-warm-up"), "{help}");
        for typed in [&["--record", "tape"][..], &["--replay", "tape"], &["--estimate"]] {
            assert!(!help.contains(typed[0]), "{command} offers {}", typed[0]);
            desk.run(&[&[command, place], typed].concat()).ended(2, "are for one audit");
        }
        assert!(!help.contains("--show-prompts"), "{help}");
    }
    assert!(!desk.path("grades").exists());
}
