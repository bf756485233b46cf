//! What `deploy/` says of this program is true of it.

use super::{Cli, Command, caught};
use crate::config::EXAMPLE;
use clap::Parser;
use std::path::Path;

const UNIT: &str = include_str!("../../deploy/auditor.service");
const DOCKERFILE: &str = include_str!("../../deploy/Dockerfile");
const README: &str = include_str!("../../deploy/README.md");

/// The command that the program understands from these words; the first is the program.
#[track_caller]
fn understood(words: &[&str]) -> Command {
    let parsed = Cli::try_parse_from(words);
    parsed.unwrap_or_else(|error| panic!("`{}`: {error}", words.join(" "))).command
}

/// The values of a setting in the unit, or of an instruction in the Dockerfile.
fn values<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines().filter_map(move |line| line.strip_prefix(name))
}

/// The commands of a text: its lines without a comment\u{2019}s sign, one that ends in a backslash with the next.
fn commands(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(|line| line.trim_start_matches("# ").trim()).collect();
    lines.join("\n").replace("\\\n", " ").lines().map(str::to_owned).collect()
}

/// A variable of the environment that the file of settings tells of.
#[track_caller]
fn check_variable(setting: &str) {
    let name = setting.split('=').next().unwrap_or(setting);
    assert!(EXAMPLE.contains(&format!(" {name}\n")), "`{name}` is no variable of the program");
}

#[test]
fn the_unit_starts_the_program_by_arguments_that_it_has() {
    let words: Vec<&str> = values(UNIT, "ExecStart=").next().unwrap().split_whitespace().collect();
    assert!(matches!(understood(&words), Command::Watch(_)), "{words:?}");
    let folder = *words.last().unwrap();
    let made = values(UNIT, "ExecStartPre=").next().unwrap();
    assert_eq!(made, format!("/bin/mkdir -p {folder}"), "the watched folder is there");
    let state = values(UNIT, "StateDirectory=").next().unwrap();
    assert!(folder.starts_with(&format!("/var/lib/{state}/")), "it can be written");
    values(UNIT, "Environment=").for_each(check_variable);
}

#[test]
fn the_image_is_made_of_what_is_there_and_starts_what_it_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let copied = values(DOCKERFILE, "COPY ").filter(|line| !line.starts_with("--from"));
    for line in copied {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        words.pop();
        assert!(words.iter().all(|word| root.join(word).exists()), "{line}");
    }
    let version = format!("docker.io/library/rust:{}-", env!("CARGO_PKG_RUST_VERSION"));
    assert!(values(DOCKERFILE, "FROM ").any(|image| image.starts_with(&version)), "{version}");
    let start: Vec<String> =
        serde_json::from_str(values(DOCKERFILE, "ENTRYPOINT ").next().unwrap()).unwrap();
    assert!(DOCKERFILE.contains(&format!("/release/auditor {}\n", start[0])), "{start:?}");
    let shown: Vec<String> =
        serde_json::from_str(values(DOCKERFILE, "CMD ").next().unwrap()).unwrap();
    let shown = Cli::try_parse_from(start.iter().chain(&shown)).unwrap_err();
    assert_eq!(shown.kind(), clap::error::ErrorKind::DisplayHelp);
    values(DOCKERFILE, "ENV ").for_each(check_variable);
}

#[test]
fn the_commands_that_are_shown_are_understood() {
    let mut seen = 0;
    for command in commands(README).iter().chain(&commands(DOCKERFILE)) {
        let words: Vec<&str> = command.split_whitespace().collect();
        let of_program = match words.first() {
            Some(&"auditor") => &words[..],
            // The image has the program\u{2019}s name, and so has the container before it.
            Some(&"docker") if words.get(1) == Some(&"run") => {
                let image = words.iter().rposition(|word| *word == "auditor").expect(command);
                &words[image..]
            }
            Some(_) | None => continue,
        };
        let ends = of_program.iter().position(|word| matches!(*word, ">" | "|"));
        understood(&of_program[..ends.unwrap_or(of_program.len())]);
        seen += 1;
    }
    assert_eq!(seen, 3, "the example of settings, and the image twice");
}

#[test]
fn panic_is_told_and_ends_with_the_code_of_the_programs_own_failures() {
    let code = |work: fn() -> std::process::ExitCode| format!("{:?}", caught(work));
    let failed: std::process::ExitCode = super::exit::Exit::Internal.into();
    assert_eq!(code(|| panic!("a {}", "test")), format!("{failed:?}"));
    let sound = std::process::ExitCode::SUCCESS;
    assert_eq!(code(|| std::process::ExitCode::SUCCESS), format!("{sound:?}"));
}
