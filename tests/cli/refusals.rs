//! What is refused before anything is read: one clear sentence, exit code 2, nothing written; and what is not, since
//! only half of it is missing.

use crate::program::{Desk, names, sample};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// An audit of `repository` is refused with a sentence that contains `says`.
#[track_caller]
fn check(repository: &str, more: &[&str], says: &str) {
    let desk = Desk::new();
    let pdf = sample("courtroom-agent-report.pdf");
    let arguments = ["audit", "--output", "out", "--pdf", &pdf];
    let all: Vec<&str> =
        arguments.into_iter().chain(more.iter().copied()).chain(["--", repository]).collect();
    let run = desk.run(&all);
    run.ended(2, says);
    assert_eq!(run.stderr.trim_end().lines().count(), 1, "not one sentence: {}", run.stderr);
    assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    assert_eq!(run.stdout, "");
    assert_eq!(desk.files(), [""; 0]);
}

#[test]
fn addresses_that_could_do_more_than_name_a_repository_are_refused() {
    check("ext::sh -c id", &[], "");
    check("ext::sh://x", &[], "start a program");
    check("https://u:p@github.com/o/r", &[], "password");
    check("http://github.com/o/r", &[], "https");
    check("https://github.com/o/r?x=1", &[], "query");
    check("https://github.com/o/../r", &[], "`..`");
    check("https://github.com/o", &[], "names no repository");
    check("https://127.0.0.1/o/r", &[], "numeric");
    check("git@github.com:o/r.git", &[], "ssh");
    check("ftp://github.com/o/r", &[], "ftp");
    check("-c://x", &[], "dash");
    check("--upload-pack=x", &[], "looks like an option");
    check("", &[], "");
}

#[test]
fn address_that_looks_like_an_option_is_no_address() {
    let desk = Desk::new();
    desk.run(&["audit", "--upload-pack=x"]).ended(2, "--upload-pack");
    assert_eq!(desk.files(), [""; 0]);
}

#[test]
fn hosts_are_allowed_by_name() {
    check("https://git.example.org/o/r", &[], "not among the allowed hosts");
    check("https://github.com.example.org/o/r", &[], "not among the allowed hosts");
    check("https://git.example.org/o/r", &["--allow-host", "example.org"], "allowed hosts");
}

#[test]
fn folder_that_does_not_exist_is_told_with_what_to_give_instead() {
    let desk = Desk::new();
    desk.run(&["audit", "no/such/folder"])
        .ended(2, "`no/such/folder` does not exist; give a folder");
    assert_eq!(desk.files(), [""; 0]);
}

#[test]
fn folder_that_does_not_exist_leaves_the_report_to_be_read() {
    let desk = Desk::new();
    let pdf = sample("courtroom-agent-report.pdf");
    let run = desk.run(&["audit", "no/such/folder", "--pdf", &pdf]);
    run.ended(6, "The repository could not be examined");
    assert!(run.stderr.contains("no/such/folder` does not exist"), "{}", run.stderr);
    desk.run(&["audit", "no/such/folder", "--pdf", "none.pdf"]).ended(3, "does not exist");
}

#[test]
fn language_models_that_nobody_configured_are_told_how_to() {
    let desk = Desk::new();
    let run = desk.audit("courtroom-agent", &["--judges", "llm"]);
    run.ended(2, "set `OPENAI_API_KEY`");
    assert_eq!(desk.files(), [""; 0]);
}

#[test]
fn wrong_usage_is_explained() {
    let desk = Desk::new();
    desk.run(&[]).ended(2, "Usage");
    desk.run(&["audit"]).ended(2, "REPO");
    desk.run(&["audit", "x", "--repo-url", "y"]).ended(2, "cannot be used with");
    desk.run(&["audit", "x", "--pdf", "a", "--pdf-in-repo", "b"]).ended(2, "cannot be used with");
    desk.run(&["audit", "x", "--judges", "oracle"]).ended(2, "oracle");
    desk.run(&["audit", "x", "--fail-under", "high"]).ended(2, "high");
    desk.run(&["conjure"]).ended(2, "conjure");
    assert_eq!(desk.files(), [""; 0]);
}

#[test]
fn output_that_cannot_be_written_is_told_and_leaves_nothing_half_done() {
    let desk = Desk::new();
    desk.write("taken", "a file");
    let run = desk.audit("courtroom-agent", &["--output", "taken/out"]);
    run.ended(2, "no report can be written to `taken`");
    assert_eq!(run.stdout, "");
    assert_eq!(desk.files(), ["taken"]);

    // A folder stands where the Markdown file belongs, or the other one.
    for (folder, file) in [("a.md", "a.md"), ("b.json", "b.md")] {
        std::fs::create_dir(desk.path(folder)).unwrap();
        desk.audit("courtroom-agent", &["--output", file]).ended(2, "it is a folder");
        assert_eq!(names(&desk.path(folder)), [""; 0]);
    }
    assert_eq!(desk.files(), ["a.md", "b.json", "taken"]);
}

#[test]
fn names_that_are_no_text_are_refused_before_anything_is_read() {
    let desk = Desk::new();
    let name = OsStr::from_bytes(b"a\xFFb");
    let arguments = ["audit", &sample("courtroom-agent.git")];
    let check = |command: &mut std::process::Command| {
        let ended = command.output().unwrap();
        let stderr = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("not UTF-8"), "{stderr}");
    };
    for option in ["--output", "--pdf", "--record"] {
        check(desk.command(&arguments).arg(option).arg(name));
    }
    assert_eq!(desk.files(), [""; 0]);
    let folder = desk.path(".").join(name);
    std::fs::create_dir(&folder).unwrap();
    check(desk.command(&["watch", "--once"]).arg(name));
    check(desk.command(&arguments).current_dir(&folder));
}

#[test]
fn rubrics_and_prices_that_might_never_end_are_refused() {
    let desk = Desk::new();
    let huge = desk.write("huge.json", vec![b' '; (4 << 20) + 1]);
    let refused = [
        ("/dev/zero", "is a device or a pipe; give it as a file"),
        (&*huge, "has more than 4 MiB"),
    ];
    for (file, why) in refused {
        desk.run(&["rubric", "check", file]).ended(2, why);
        desk.audit("courtroom-agent", &["--rubric", file]).ended(2, why);
        let settings = [("OPENAI_BASE_URL", "http://127.0.0.1:9/v1"), ("AUDITOR_MODEL", "m")];
        let repository = sample("courtroom-agent.git");
        desk.run_with(&settings, &["audit", &repository, "--prices", file]).ended(2, why);
    }
}

#[test]
fn settings_that_might_never_end_are_refused() {
    let desk = Desk::new();
    let why = "/dev/zero: the file is a device or a pipe; give it as a file";
    desk.run(&["--config", "/dev/zero", "doctor"]).ended(2, why);
    desk.run(&["config", "--check", "/dev/zero"]).ended(2, why);
}

#[test]
fn an_address_without_its_scheme_is_told_with_it_also_beside_a_report() {
    let desk = Desk::new();
    let pdf = sample("courtroom-agent-report.pdf");
    for more in [&[][..], &["--pdf", &pdf]] {
        let run = desk.run(&[&["audit", "github.com/o/r"], more].concat());
        run.ended(2, "write https://github.com/o/r for what is there");
    }
    assert_eq!(desk.files(), [""; 0]);
}

#[test]
fn figures_that_could_not_be_written_are_refused_before_anything_is_read() {
    let desk = Desk::new();
    let file = desk.write("taken", "a file");
    for folder in [file.clone(), format!("{file}/figures")] {
        let repository = sample("courtroom-agent.git");
        let run = desk.run(&["investigate", &repository, "--figures", &folder]);
        run.ended(2, "is a file, and they need a folder");
        assert_eq!((run.stdout.as_str(), run.stderr.lines().count()), ("", 1), "{}", run.stderr);
    }
}

#[test]
fn temporary_files_that_cannot_be_made_are_told_with_where_they_belong() {
    let desk = Desk::new();
    let nowhere = desk.argument("nowhere");
    let (repository, list) =
        (sample("courtroom-agent.git"), desk.write("list.csv", "id,repo_url\n"));
    for arguments in [&["audit", &repository][..], &["investigate", &repository], &["batch", &list]]
    {
        let run = desk.run_with(&[("TMPDIR", &nowhere)], arguments);
        run.ended(2, &format!("no temporary file can be made in `{nowhere}`: there is no such"));
        run.ended(2, "`TMPDIR`");
    }
}

#[test]
fn what_the_offline_bench_makes_no_use_of_is_told() {
    let desk = Desk::new();
    let options =
        ["--model", "m", "--prices", "nowhere.json", "--show-prompts", "--record", "tape"];
    let run = desk.audit("courtroom-agent", &[&["--output", "out"][..], &options].concat());
    run.ended(0, "");
    for option in ["--model", "--prices", "--show-prompts", "--record"] {
        let told = format!("warning: `{option}` has no effect: the offline bench judges");
        assert!(run.stderr.contains(&told), "{option}: {}", run.stderr);
    }
    assert_eq!(desk.files(), ["out"]);
}

#[test]
fn output_that_ends_as_a_folder_and_as_a_file_is_refused() {
    let desk = Desk::new();
    desk.audit("courtroom-agent", &["--output", "new.md/"]).ended(2, "ends with `/`");
    assert_eq!(desk.files(), [""; 0]);
}

#[test]
fn place_for_audits_that_is_none_is_told_as_wrong_usage() {
    let desk = Desk::new();
    let file = desk.write("file", "");
    for state in [&file, "/dev/null", "/proc/nothing/here"] {
        desk.audit("courtroom-agent", &["--state", state]).ended(2, state);
    }
    assert_eq!(desk.files(), ["file"]);
}
