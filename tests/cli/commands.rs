//! The commands beside `audit`.

use crate::program::Desk;

#[track_caller]
fn check(arguments: &[&str], says: &[&str]) {
    let desk = Desk::new();
    let run = desk.run(arguments);
    run.ended(0, "");
    for words in says {
        assert!(run.stdout.contains(words), "`{words}` is not in: {}", run.stdout);
    }
    assert_eq!(run.stderr, "");
    assert_eq!(desk.files(), [""; 0]);
}

#[test]
fn help_and_version_are_told() {
    check(&["--help"], &["Usage: auditor", "Exit codes", "audit", "rubric", "schema"]);
    check(&["audit", "--help"], &["--pdf", "--rubric", "--output", "Examples"]);
    check(&["rubric", "--help"], &["check", "probes", "show"]);
    check(&["--version"], &[env!("CARGO_PKG_VERSION")]);
}

#[test]
fn exit_codes_of_the_help_are_complete() {
    let codes = ["0  ", "1  ", "2  ", "3  ", "4  ", "5  ", "6  ", "70 ", "130, 143"];
    check(&["--help"], &codes);
}

#[test]
fn probes_are_listed_with_examples() {
    check(
        &["rubric", "probes"],
        &["history.commits", "python.calls", "document.paths", "example:"],
    );
}

#[test]
fn completions_are_printed_for_shells() {
    check(&["completions", "bash"], &["_auditor", "complete"]);
    check(&["completions", "zsh"], &["#compdef auditor"]);
    check(&["completions", "fish"], &["complete -c auditor"]);
}

#[test]
fn results_that_cannot_be_written_are_a_failure() {
    let desk = Desk::new();
    let commands: [&[&str]; 4] =
        [&["completions", "bash"], &["rubric", "show"], &["schema", "report"], &["prices"]];
    for arguments in commands {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let ended = desk.command(arguments).stdout(full).output().unwrap();
        let stderr = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(70), "{arguments:?}: {stderr}");
        assert!(stderr.contains("the results cannot be written"), "{stderr}");
    }
}

#[test]
fn results_that_nobody_reads_to_their_end_are_no_failure() {
    let desk = Desk::new();
    for arguments in [["completions", "zsh"], ["rubric", "show"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ended = desk.command(&arguments).stdout(writer).output().unwrap();
        assert_eq!(ended.status.code(), Some(0), "{arguments:?}");
        assert_eq!(ended.stderr, b"");
    }
}

#[test]
fn schemas_are_listed_by_name() {
    check(&["schema"], &["evidence", "opinion", "criterion", "report", "state"]);
    Desk::new().run(&["schema", "poem"]).ended(2, "there is no schema `poem`");
}

#[test]
fn every_variable_that_is_read_is_explained_in_the_example() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect("the file can be read");
    let source = read("src/config.rs") + &read("src/config/telemetry.rs");
    let example = read(".env.example");
    let is_name = |text: &&str| {
        text.len() > 3
            && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
    };
    let names: Vec<&str> = source.split('"').skip(1).step_by(2).filter(is_name).collect();
    assert!(names.len() > 30, "{names:?}");
    for name in names {
        assert!(example.contains(name), "`{name}` is not in .env.example");
    }
}
