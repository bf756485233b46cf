//! Settings in a file: `--config` and `auditor config`.

use crate::program::{Desk, names, sample};

/// An audit of a sample with settings in a file and some variables set; the state folder is not set.
fn audit(desk: &Desk, variables: &[(&str, &str)], more: &[&str]) -> (i32, String) {
    let (repository, report) =
        (sample("courtroom-agent.git"), sample("courtroom-agent-report.pdf"));
    let arguments =
        ["--config", "auditor.toml", "audit", &repository, "--pdf", &report, "--output", "out"];
    let all: Vec<&str> = arguments.into_iter().chain(more.iter().copied()).collect();
    let mut command = desk.command(&all);
    command.env_remove("AUDITOR_STATE").envs(variables.iter().copied());
    let output = command.output().expect("the program starts");
    let stderr = String::from_utf8(output.stderr).expect("output is UTF-8");
    (output.status.code().expect("it ends by itself"), stderr)
}

#[test]
fn flag_wins_over_environment_and_environment_over_file() {
    let desk = Desk::new();
    desk.write("auditor.toml", "state = \"of-file\"\n");
    let kept = |name: &str| desk.path(name).join("journal.db").exists();
    let (of_environment, of_flag) = (desk.argument("of-environment"), desk.argument("of-flag"));
    assert_eq!(audit(&desk, &[], &[]).0, 0);
    assert!(kept("of-file"));
    let variable = [("AUDITOR_STATE", of_environment.as_str())];
    assert_eq!(audit(&desk, &variable, &["--state", &of_flag]).0, 0);
    assert!(kept("of-flag") && !kept("of-environment"));
    assert_eq!(audit(&desk, &variable, &[]).0, 0);
    assert!(kept("of-environment"));
}

#[test]
fn judges_of_the_file_are_those_of_the_audit_unless_a_flag_names_others() {
    let desk = Desk::new();
    desk.write("auditor.toml", "[judges]\nbench = \"llm\"\n");
    let (code, said) = audit(&desk, &[], &[]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("model"), "{said}");
    assert_eq!(audit(&desk, &[], &["--judges", "auto"]).0, 0);
}

#[test]
fn log_lines_are_json_where_it_is_asked_for() {
    let desk = Desk::new();
    desk.write("auditor.toml", "log = \"trace\"\nlog_format = \"json\"\n");
    let lines_of = |more: &[&str]| {
        let (code, said) = audit(&desk, &[], more);
        assert_eq!(code, 0, "{said}");
        said.lines().filter(|line| line.contains("TRACE")).map(str::to_owned).collect::<Vec<_>>()
    };
    let lines = lines_of(&["--quiet"]);
    assert!(!lines.is_empty());
    for line in lines {
        let line: serde_json::Value = serde_json::from_str(&line).expect("a line is JSON");
        assert_eq!(line["level"], "TRACE");
        assert!(line["timestamp"].is_string() && line["target"].is_string(), "{line}");
    }
    let plain = lines_of(&["--quiet", "--log-format", "text"]);
    assert!(!plain.is_empty() && plain.iter().all(|line| !line.starts_with('{')), "{plain:?}");
}

#[test]
fn example_is_a_file_that_can_be_checked_and_used() {
    let desk = Desk::new();
    let example = desk.run(&["config", "--example"]);
    example.ended(0, "");
    desk.write("auditor.toml", &example.stdout);
    let checked = desk.run(&["config", "--check", "auditor.toml"]);
    assert_eq!(
        (checked.code, checked.stdout.as_str()),
        (0, "auditor.toml: all settings are understood\n")
    );
    desk.run(&["--config", "auditor.toml", "config", "--check"]).ended(0, "");
    desk.run(&["config", "--check"]).ended(2, "no file is named");
    desk.run(&["config"]).ended(2, "--example");
}

#[test]
fn mistake_in_a_file_ends_every_command_with_its_place() {
    let desk = Desk::new();
    desk.write("auditor.toml", "[judges]\nmodle = \"x\"\n");
    let says = "auditor.toml:2:1: the setting `judges.modle` is not known; did you mean `model`?";
    desk.run(&["config", "--check", "auditor.toml"]).ended(2, says);
    desk.run(&["doctor", "--config", "auditor.toml"]).ended(2, says);
    desk.write("auditor.toml", "openai_api_key = \"hush\"\n");
    let run = desk.run(&["doctor", "--config", "auditor.toml"]);
    run.ended(2, "this file is no place for one");
    assert!(!run.stderr.contains("hush"));
    desk.run(&["doctor", "--config", "none.toml"]).ended(2, "none.toml: the file cannot be read");
    assert_eq!(names(&desk.path(".")), ["auditor.toml"]);
}
