//! A watched folder in which something is swapped between the look at it and the audit.

use super::class::{Class, id};
use automaton_auditor::docket::intake::{Found, Previous, Settings, scan};
use automaton_auditor::docket::{Command, Ending};
use automaton_auditor::domain::digest::sha256_hex;
use automaton_auditor::domain::docket::{Revision, Standing};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// What stands in another's file, and never in a report.
const SECRET: &str = "the-words-of-another";

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/courtroom-agent-report.pdf");

/// A watched folder with one submission, and beside it what is another's.
struct Inbox(TempDir);

impl Inbox {
    fn new() -> Self {
        let inbox = Self(tempfile::tempdir().unwrap());
        fs::create_dir_all(inbox.path("watched/pdfs")).unwrap();
        fs::create_dir(inbox.path("others")).unwrap();
        fs::copy(SAMPLE, inbox.path("watched/pdfs/ada.pdf")).unwrap();
        fs::copy(SAMPLE, inbox.path("others/ada.pdf")).unwrap();
        fs::write(inbox.path("others/rubric.json"), format!("{{\"{SECRET}\"")).unwrap();
        fs::copy(
            concat!(env!("CARGO_MANIFEST_DIR"), "/rubric.json"),
            inbox.path("watched/rubric.json"),
        )
        .unwrap();
        let repository = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/courtroom-agent.git");
        let list = format!("id,repo_url,pdf,rubric\nada,{repository},pdfs/ada.pdf,rubric.json\n");
        fs::write(inbox.path("watched/submissions.csv"), list).unwrap();
        inbox
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// What a look at it finds.
    fn seen(&self) -> Command {
        let settings =
            Settings { allow_local: true, settle: Duration::ZERO, ..Settings::default() };
        let now = std::time::SystemTime::now() + Duration::from_secs(1);
        let scan = scan(&self.path("watched"), &settings, &Previous::default(), now);
        assert_eq!((scan.submissions.len(), &scan.problems), (1, &vec![]), "{scan:?}");
        let entered = |found: Found| {
            let revision = Revision::of(&found.submission, found.report_digest.as_deref());
            (found.submission, revision)
        };
        let found = scan.submissions.into_iter().map(entered).collect();
        Command::Seen { found, problems: Vec::new(), more: false }
    }
}

/// The report in JSON on the submission, with `swap` done once the folder was looked at and the report is about to
/// be read.
async fn audited(swap: impl Fn(&Path) + Send + Sync + 'static) -> String {
    let inbox = Inbox::new();
    let root = inbox.0.path().to_owned();
    let class = Class::swapping(move || swap(&root));
    assert_eq!(class.keep_told(vec![inbox.seen()]).await, Ending::Done);
    class.read("ada/report.json")
}

#[track_caller]
fn check(report: &str, refusal: &str) {
    assert!(report.contains(refusal), "`{refusal}` is not in {report}");
    let sample = sha256_hex(&fs::read(SAMPLE).unwrap());
    assert!(!report.contains(&sample), "what the link leads to was read");
}

#[tokio::test]
async fn a_report_that_nobody_swapped_is_read() {
    let report = audited(|_| {}).await;
    let sample = sha256_hex(&fs::read(SAMPLE).unwrap());
    assert!(report.contains(&sample), "{report}");
}

#[tokio::test]
async fn a_report_that_became_a_link_is_refused() {
    let report = audited(|root| {
        let ours = root.join("watched/pdfs/ada.pdf");
        // The second reader finds it swapped already.
        let _ = fs::remove_file(&ours);
        let _ = symlink(root.join("others/ada.pdf"), &ours);
    })
    .await;
    check(&report, "pdfs/ada.pdf` is a symbolic link, which is not followed");
}

#[tokio::test]
async fn a_report_whose_folder_became_a_link_is_refused() {
    let report = audited(|root| {
        let _ = fs::rename(root.join("watched/pdfs"), root.join("watched/before"));
        let _ = symlink(root.join("others"), root.join("watched/pdfs"));
    })
    .await;
    check(&report, "leads through `pdfs`, which is a symbolic link, which is not followed");
}

#[tokio::test]
async fn a_report_that_became_a_pipe_is_refused_and_nobody_waits_for_it() {
    use rustix::fs::{CWD, Mode, mkfifoat};
    let report = audited(|root| {
        let ours = root.join("watched/pdfs/ada.pdf");
        let _ = fs::remove_file(&ours);
        let _ = mkfifoat(CWD, &ours, Mode::RUSR | Mode::WUSR);
    })
    .await;
    check(&report, "pdfs/ada.pdf` is a pipe");
}

#[tokio::test]
async fn a_rubric_that_became_a_link_is_refused_and_nothing_of_the_other_file_is_told() {
    let inbox = Inbox::new();
    let seen = inbox.seen();
    fs::remove_file(inbox.path("watched/rubric.json")).unwrap();
    symlink(inbox.path("others/rubric.json"), inbox.path("watched/rubric.json")).unwrap();
    let class = Class::new();
    assert_eq!(class.keep_told(vec![seen]).await, Ending::Done);
    let Standing::Parked { reason } = &class.docket().items[&id("ada")].standing else {
        panic!("{:?}", class.docket())
    };
    assert!(reason.contains("rubric.json` is a symbolic link, which is not followed"), "{reason}");
    assert!(!reason.contains(SECRET), "{reason}");
}
