//! Whole audits of wicked repositories: a report is written that says what was met, and nothing else is.

use crate::forge::Forge;
use crate::program::{Desk, names, report, sample};
use gix::objs::Kind;

/// Audits a repository against the sample's report.
#[track_caller]
fn check(forge: &Forge, says: &str) {
    let desk = Desk::new();
    let before = names(&forge.path());
    let (repository, pdf) = (forge.path(), sample("courtroom-agent-report.pdf"));
    let repository = repository.to_str().unwrap();
    let run = desk.run(&["audit", repository, "--pdf", &pdf, "--output", "out"]);
    assert!(matches!(run.code, 0 | 6), "{}: {}", run.code, run.stderr);
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    let report = report(&desk.path("out")).to_string();
    assert!(report.contains(says), "`{says}` is not in {report}");
    assert_eq!(desk.files(), ["out"], "something is written beside the report");
    assert_eq!(names(&forge.path()), before, "the repository is changed");
}

#[test]
fn a_repository_of_names_that_lead_astray_is_audited() {
    let forge = Forge::new();
    let blob = forge.blob("x = 1\n");
    forge.only(&[("100644", "..", blob), ("100644", "../../escaped.py", blob)]);
    check(&forge, "which git refuses");
}

#[test]
fn a_history_of_forged_dates_and_malformed_commits_is_audited() {
    let forge = Forge::new();
    let tree = forge.tree(&[("100644", "a.py", forge.blob("x = 1\n"))]);
    let first = forge.dated(tree, &[], "root", "-9223372036854775808 +0000");
    let text = format!("tree ?\nparent {first}\n\nmalformed\n");
    let second = forge.object(Kind::Commit, text.as_bytes());
    let third = forge.dated(tree, &[second], "late", "9223372036854775807 -9999");
    forge.head(forge.dated(tree, &[third], "early", "0 +0000"));
    check(&forge, "it names no tree");
}

#[test]
fn a_repository_of_bombs_is_audited() {
    let forge = Forge::new();
    let bomb = forge.bulk(&vec![b'\n'; 8 << 20]);
    let deep = forge.blob(&format!("x = {}\n", "[".repeat(100_000)));
    forge.only(&[("100644", "bomb.py", bomb), ("100644", "deep.py", deep)]);
    check(&forge, "bytes, more than the limit of");
}

#[test]
fn a_repository_whose_head_is_gone_is_audited_as_unreadable() {
    let forge = Forge::new();
    forge.head(gix::ObjectId::from_hex(&[b'7'; 40]).unwrap());
    check(&forge, "the repository is damaged");
}
