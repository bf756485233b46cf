mod ids;

use super::*;
use crate::domain::docket::Origin;
use crate::domain::request::{RepoSource, ReportSource};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::{Duration, SystemTime};

const R: &str = "https://github.com/class/ada";

/// A watched folder, and the time at which it is looked at.
struct Class {
    folder: tempfile::TempDir,
    settings: Settings,
    now: SystemTime,
    previous: Previous,
}

impl Class {
    fn new() -> Self {
        // Long after everything that a test writes.
        let now = SystemTime::now() + Duration::from_hours(1);
        let folder = tempfile::tempdir().unwrap();
        Self { folder, settings: Settings::default(), now, previous: Previous::default() }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    fn list(&self, rows: &str) {
        self.write("submissions.csv", format!("id,repo_url,pdf,rubric\n{rows}"));
    }

    fn scan(&mut self) -> Scan {
        let scan = scan(self.folder.path(), &self.settings, &self.previous, self.now);
        self.previous = scan.previous.clone();
        scan
    }

    /// The only submission of a list with this row, or of the folder as it is.
    #[track_caller]
    fn one(&mut self) -> Found {
        let mut scan = self.scan();
        assert_eq!((&scan.problems, &scan.waiting), (&vec![], &vec![]));
        assert_eq!(scan.submissions.len(), 1, "{scan:?}");
        scan.submissions.remove(0)
    }

    #[track_caller]
    fn refused(&mut self, place: &str, sentence: &str) {
        let scan = self.scan();
        let said: Vec<String> = scan.problems.iter().map(ToString::to_string).collect();
        let is_said = scan.problems.iter().any(|p| p.place == place && p.text.contains(sentence));
        assert!(is_said, "{said:?}");
        assert_eq!(scan.submissions, vec![]);
    }
}

fn ids(scan: &Scan) -> Vec<&str> {
    scan.submissions.iter().map(|found| found.submission.id.as_str()).collect()
}

#[test]
fn a_list_says_where_everything_is() {
    let mut class = Class::new();
    class.write("pdfs/ada.pdf", "%PDF-1.7");
    class.write("rubric.json", "{}");
    class.list(&format!("ada,{R},pdfs/ada.pdf,rubric.json\n"));
    let Found { submission, report_digest } = class.one();
    assert_eq!(submission.repo.shown(), R);
    let (path, shown) = (class.path("pdfs/ada.pdf"), "pdfs/ada.pdf".to_owned());
    assert_eq!(submission.report, ReportSource::File { path, shown });
    assert_eq!(submission.rubric, Some(class.path("rubric.json")));
    assert_eq!(submission.within, class.folder.path().canonicalize().ok());
    assert_eq!(submission.origin, Origin::List { file: "submissions.csv".into(), line: 2 });
    assert_eq!(report_digest, Some(crate::domain::digest::sha256_hex(b"%PDF-1.7")));
}

#[test]
fn a_report_is_in_the_folder_else_in_the_repository_or_on_the_web_or_looked_for() {
    let mut class = Class::new();
    class.list(&format!(
        "a,{R},reports/final.pdf,\nb,{R},https://github.com/o/r/raw/main/x.pdf,\nc,{R},,\n"
    ));
    let scan = class.scan();
    let reports: Vec<&ReportSource> =
        scan.submissions.iter().map(|found| &found.submission.report).collect();
    assert!(
        matches!(reports[0], ReportSource::InRepository { path } if path == "reports/final.pdf")
    );
    assert!(matches!(reports[1], ReportSource::Url { .. }));
    assert_eq!(*reports[2], ReportSource::Search);
    assert_eq!(scan.problems, vec![]);
}

#[test]
fn students_are_told_and_an_id_is_made_up_where_none_is_given() {
    let mut class = Class::new();
    class.write(
        "submissions.csv",
        format!("repo_url,Student Name,sis_id,email,section\n{R},\"Lovelace, Ada\",007,ada@x,A\n"),
    );
    let submission = class.one().submission;
    assert_eq!(submission.id.as_str(), "class_ada");
    let student = submission.student.unwrap();
    assert_eq!((student.name.as_str(), student.number.as_str()), ("Lovelace, Ada", "007"));
    assert_eq!((student.login.as_str(), student.section.as_str()), ("ada@x", "A"));
}

#[test]
fn folders_are_submissions_of_their_own_name() {
    let mut class = Class::new();
    class.write("ada/submission.json", format!("{{\"repo_url\": \"{R}\", \"team\": 1}}"));
    class.write("ada/Report.PDF", "%PDF-1.7");
    class.write("empty/notes.txt", "");
    class.write("results/submission.json", "not for us");
    class.settings.passed_over.insert("results".into());
    let scan = class.scan();
    assert_eq!((ids(&scan), &scan.problems), (vec!["ada"], &vec![]));
    assert_eq!(scan.folders, ["ada", "empty"]);
    assert!(scan.remarks[0].contains("`team` is not known"), "{:?}", scan.remarks);
    let (path, shown) = (class.path("ada/Report.PDF"), "ada/Report.PDF".to_owned());
    assert_eq!(scan.submissions[0].submission.report, ReportSource::File { path, shown });
    class.write("ada/other.pdf", "%PDF-1.7");
    class.refused("ada/submission.json", "more than one PDF (`Report.PDF`, `other.pdf`)");
    class
        .write("ada/submission.json", format!("{{\"repo_url\": \"{R}\", \"pdf\": \"other.pdf\"}}"));
    assert!(class.one().report_digest.is_some());
}

#[test]
fn a_bad_entry_stops_no_other() {
    let mut class = Class::new();
    class.list(&format!(
        "a,https://evil.org/o/r,,\nb,,,\nc d,{R},,\n..,{R},,\nada,{R},,\nada,{R},,\ne,{R},x.pdf,none.json\nIndex.html,{R},,\n"
    ));
    class.write("ada/submission.json", format!("{{\"repo_url\": \"{R}\"}}"));
    class.write("bob/submission.json", "{");
    class.write("eve/submission.json", format!("{{\"repo_url\": \"{R}\"}}"));
    let scan = class.scan();
    assert_eq!(ids(&scan), ["ada", "eve"]);
    let said: Vec<String> = scan.problems.iter().map(ToString::to_string).collect();
    let expected = [
        "submissions.csv:2: the repository is refused: `evil.org` is not among the allowed hosts",
        "submissions.csv:3: it has no `repo_url`",
        "submissions.csv:4: the id `c d` must be",
        "submissions.csv:5: the id begins with a dot",
        "submissions.csv:7: the id `ada` is taken by submissions.csv:6",
        "submissions.csv:8: the rubric `none.json` does not exist",
        "submissions.csv:9: the id is the name of a file of the class",
        "ada/submission.json: the id `ada` is taken by submissions.csv:6",
        "bob/submission.json:1: the file is no JSON",
    ];
    assert_eq!(said.len(), expected.len(), "{said:#?}");
    for (said, expected) in said.iter().zip(expected) {
        assert!(said.starts_with(expected), "{said}");
    }
}

#[test]
fn nothing_leads_out_of_the_folder() {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret.pdf"), "%PDF-1.7").unwrap();
    let mut class = Class::new();
    class.write("pdfs/real.pdf", "%PDF-1.7");
    symlink(outside.path().join("secret.pdf"), class.path("pdfs/link.pdf")).unwrap();
    symlink("real.pdf", class.path("pdfs/inner.pdf")).unwrap();
    std::fs::create_dir(class.path("in")).unwrap();
    symlink(outside.path(), class.path("in/out")).unwrap();
    let mut check = |pdf: &str, sentence: &str| {
        class.list(&format!("ada,{R},{pdf},\n"));
        class.refused("submissions.csv:2", sentence);
    };
    check("pdfs/link.pdf", "is a symbolic link, which is not followed");
    check("pdfs/inner.pdf", "is a symbolic link, which is not followed");
    check("in/out/secret.pdf", "leads through `out`, which is a symbolic link");
    check("../secret.pdf", "leads out of the folder with `..`");
    check("pdfs/../../secret.pdf", "leads out of the folder with `..`");
    check("/etc/passwd", "is an absolute path");
    check("~/secret.pdf", "is an absolute path");
    check("pdfs", "is a folder");
    check("file:///etc/passwd", "`file://` addresses are not accepted");
    check("http://github.com/o/r/x.pdf", "use https://");
    class.list(&format!("ada,{R},,in/out/rubric.json\n"));
    class.refused("submissions.csv:2", "leads through `out`");
}

#[test]
fn pipes_devices_and_links_are_refused_and_never_opened() {
    use rustix::fs::{CWD, FileType, Mode, mkfifoat};
    let mut class = Class::new();
    mkfifoat(CWD, class.path("pipe.pdf"), Mode::RUSR | Mode::WUSR).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(class.path("socket")).unwrap();
    symlink("/dev/zero", class.path("zero.pdf")).unwrap();
    class.list(&format!("a,{R},pipe.pdf,\nb,{R},socket,\nc,{R},zero.pdf,\n"));
    class.refused("submissions.csv:2", "is a pipe");
    class.refused("submissions.csv:3", "is a socket");
    class.refused("submissions.csv:4", "is a symbolic link");
    class.refused("pipe.pdf", "it is a pipe");
    class.refused("zero.pdf", "it is a symbolic link");
    let devices = crate::ports::shelf::Shelf::open(Path::new("/dev")).unwrap();
    let null = crate::ports::shelf::Inside::new("null").unwrap();
    assert_eq!(devices.file(&null).unwrap_err(), "is a device");
    assert_eq!(FileType::from_raw_mode(0o020_000), FileType::CharacterDevice);
}

#[test]
fn lists_and_entries_that_are_no_files_are_refused() {
    use rustix::fs::{CWD, Mode, mkfifoat};
    let mut class = Class::new();
    symlink("/etc/passwd", class.path("submissions.csv")).unwrap();
    mkfifoat(CWD, class.path("submissions.json"), Mode::RUSR | Mode::WUSR).unwrap();
    std::fs::create_dir(class.path("ada")).unwrap();
    symlink("/etc/passwd", class.path("ada/submission.json")).unwrap();
    symlink("/etc", class.path("bob")).unwrap();
    class.refused("submissions.csv", "the list is a symbolic link");
    class.refused("submissions.json", "the list is a pipe");
    class.refused("ada/submission.json", "the file is a symbolic link");
    class.refused("bob", "it is a symbolic link");
    class.write("eve/submission.json", format!("{{\"repo_url\": \"{R}\"}}"));
    symlink("/etc/passwd", class.path("eve/report.pdf")).unwrap();
    class.refused("eve/submission.json", "the report `report.pdf` is a symbolic link");
}

#[test]
fn repositories_on_this_machine_are_accepted_where_the_operator_says_so() {
    let mut class = Class::new();
    std::fs::create_dir_all(class.path("repos/ada")).unwrap();
    symlink("/", class.path("repos/link")).unwrap();
    let absolute = class.path("repos/ada").display().to_string();
    for path in [absolute.clone(), format!("file://{absolute}"), "./repos/ada".into()] {
        class.list(&format!("ada,{path},,\n"));
        class.settings.allow_local = false;
        class.refused("submissions.csv:2", "start with `--allow-local`");
        class.settings.allow_local = true;
        let repo = class.one().submission.repo;
        assert_eq!(repo, RepoSource::Local { path: class.path("repos/ada"), shown: path });
    }
    let mut check = |path: &str, sentence: &str| {
        class.list(&format!("ada,{path},,\n"));
        class.refused("submissions.csv:2", sentence);
    };
    check("../elsewhere", "leads out of the folder");
    check("repos/link", "is no folder");
    check("repos/link/etc", "leads through `link`");
    check("/nowhere/at/all", "is no folder");
    check("https://evil.org/o/r", "not among the allowed hosts");
}

#[test]
fn a_folder_names_no_rubric_of_its_own_and_no_report_of_another() {
    let mut class = Class::new();
    class.write("easy.json", "{}");
    class.write("bob/report.pdf", "%PDF-1.7");
    class.write("ada/mine.json", "{}");
    let entry = |more: &str| format!("{{\"repo_url\": \"{R}\", {more}}}");
    class.write("ada/submission.json", entry("\"rubric\": \"ada/mine.json\""));
    class.refused("ada/submission.json", "lies in a folder");
    class.write("ada/submission.json", entry("\"pdf\": \"../bob/report.pdf\""));
    class.refused("ada/submission.json", "leads out of the folder");
    class.write(
        "ada/submission.json",
        entry("\"rubric\": \"easy.json\", \"pdf\": \"bob/report.pdf\""),
    );
    let found = class.one();
    assert_eq!(found.submission.rubric, Some(class.path("easy.json")));
    assert!(matches!(found.submission.report, ReportSource::InRepository { .. }));
}

#[test]
fn what_is_still_being_written_waits_and_is_no_problem() {
    let mut class = Class::new();
    class.now = SystemTime::now();
    class.write("submissions.csv", "id,re");
    class.write("eve/submission.json", format!("{{\"repo_url\": \"{R}\"}}"));
    let scan = class.scan();
    assert_eq!((ids(&scan), &scan.problems), (vec![], &vec![]));
    assert_eq!(scan.waiting[0].place, "submissions.csv");
    let left = scan.ready_at().unwrap().duration_since(class.now).unwrap();
    assert!(left <= Duration::from_secs(2), "{left:?}");
    class.list(&format!("ada,{R},,\n"));
    class.now += Duration::from_secs(10);
    let scan = class.scan();
    assert_eq!((ids(&scan), scan.ready_at()), (vec!["ada", "eve"], None));
    // A list that is written anew keeps its names while it waits.
    class.now = SystemTime::now();
    class.write("ada/submission.json", format!("{{\"repo_url\": \"{R}\"}}"));
    class.list(&format!("ada,{R},,\nbob,{R},,\n"));
    filetime(&class.path("ada/submission.json"), class.now - Duration::from_mins(1));
    filetime(&class.path("eve/submission.json"), class.now - Duration::from_mins(1));
    let scan = class.scan();
    assert_eq!((ids(&scan), scan.waiting.len()), (vec!["eve"], 1));
    assert!(scan.problems[0].text.contains("the id `ada` is taken by submissions.csv"));
}

/// Sets when a file's content changed.
fn filetime(path: &Path, moment: SystemTime) {
    std::fs::File::options().write(true).open(path).unwrap().set_modified(moment).unwrap();
}

#[test]
fn a_file_with_a_date_in_the_future_waits_until_it_was_left_alone() {
    let mut class = Class::new();
    class.list(&format!("ada,{R},,\n"));
    filetime(&class.path("submissions.csv"), class.now + Duration::from_hours(24));
    assert_eq!(class.scan().waiting.len(), 1);
    class.now += Duration::from_secs(1);
    assert_eq!(class.scan().waiting.len(), 1);
    class.now += Duration::from_secs(1);
    assert_eq!(ids(&class.scan()), ["ada"]);
}

#[test]
fn a_report_that_is_replaced_has_another_digest_once_it_is_whole() {
    let mut class = Class::new();
    class.write("ada.pdf", "%PDF-1.7 one");
    class.list(&format!("ada,{R},ada.pdf,\nbob,{R},,\n"));
    let first = class.scan().submissions[0].report_digest.clone();
    assert_eq!(class.scan().submissions[0].report_digest, first, "it is known from before");
    class.write("ada.pdf", "%PDF-1.7 two");
    filetime(&class.path("ada.pdf"), class.now);
    let scan = class.scan();
    assert_eq!(ids(&scan), ["bob"]);
    assert_eq!(
        (scan.waiting[0].place.as_str(), scan.waiting[0].file.as_str()),
        ("submissions.csv:2", "ada.pdf")
    );
    class.now += Duration::from_secs(3);
    let second = class.scan().submissions[0].report_digest.clone();
    assert!(second.is_some() && second != first);
}

#[test]
fn a_report_that_is_too_large_is_not_read() {
    let mut class = Class::new();
    class.settings.report_bytes = 10;
    class.write("ada.pdf", "%PDF-1.7 and more");
    class.list(&format!("ada,{R},ada.pdf,\n"));
    assert_eq!(class.one().report_digest.as_deref(), Some("17 bytes"));
}

#[test]
fn limits_are_told() {
    let mut class = Class::new();
    class.write("submissions.csv", vec![b'x'; (4 << 20) + 1]);
    class.refused("submissions.csv", "has more than the limit of 4194304 bytes");
    class.write("ada/submission.json", vec![b' '; (64 << 10) + 1]);
    class.refused("ada/submission.json", "has more than the limit of 65536 bytes");
}

#[test]
fn a_single_list_is_read_under_any_name_with_paths_beside_it() {
    let class = Class::new();
    class.write("ada.pdf", "%PDF-1.7");
    class.write(
        "class.json",
        format!("[{{\"id\": \"ada\", \"repo_url\": \"{R}\", \"pdf\": \"ada.pdf\"}}]"),
    );
    class.list(&format!("bob,{R},,\n"));
    let found = scan(&class.path("class.json"), &class.settings, &class.previous, class.now);
    assert_eq!((ids(&found), &found.problems), (vec!["ada"], &vec![]));
    assert!(found.submissions[0].report_digest.is_some());
    let none = scan(&class.path("none.csv"), &class.settings, &class.previous, class.now);
    assert!(none.problems[0].text.contains("cannot be read"), "{:?}", none.problems);
}

#[test]
fn an_empty_folder_says_what_it_waits_for() {
    let mut class = Class::new();
    let scan = class.scan();
    assert!(scan.remarks[0].contains("there is no `submissions.csv`"), "{:?}", scan.remarks);
    assert_eq!((scan.submissions, scan.problems), (vec![], vec![]));
}
