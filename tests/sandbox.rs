//! The reader as a child process: answers, limits, crashes and deadlines.

#![cfg(unix)]

#[cfg(target_os = "linux")]
#[path = "sandbox/forks.rs"]
mod forks;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "program/git.rs"]
mod git;

use automaton_auditor::domain::evidence::Evidence;
use automaton_auditor::domain::facts::{Area, Lookup, Region};
use automaton_auditor::domain::ids::AuditId;
use automaton_auditor::domain::limits::Limits;
use automaton_auditor::domain::request::{
    AuditRequest, PdfEngine, RepoSource, ReportFile, ReportSource,
};
use automaton_auditor::engine::{EngineBuilder, Outcome, load_rubric};
use automaton_auditor::ports::reports::Folder;
use automaton_auditor::ports::sandbox::{
    Answer, ChildProcess, ExamineError, Examiner, InProcess, Job, LimitKind, Png, head,
};
use automaton_auditor::worker;
use git::git;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

fn submission() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    git(dir.path(), &["init", "-q", "-b", "main"]);
    std::fs::create_dir(dir.path().join("reports")).unwrap();
    std::fs::write(dir.path().join("reports/final_report.pdf"), b"%PDF-1.7").unwrap();
    std::fs::write(dir.path().join("a.py"), "import os\nos.system('x')\n").unwrap();
    git(dir.path(), &["add", "-A"]);
    git(dir.path(), &["commit", "-q", "-m", "one"]);
    dir
}

fn auditor() -> ChildProcess {
    ChildProcess::new(env!("CARGO_BIN_EXE_auditor").into())
}

fn repository(path: &Path, limits: Limits) -> Job {
    let lookups = vec![Lookup::Literal { text: "os.system".into(), files: Vec::new() }];
    Job::Repository { path: path.into(), lookups, limits }
}

/// A child that is a shell script; it stands in for a reader that misbehaves.
fn script(dir: &Path, text: &str) -> ChildProcess {
    let path: PathBuf = dir.join("reader");
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    ChildProcess::new(path)
}

#[track_caller]
fn check(result: Result<Answer, ExamineError>, sentence: &str) {
    let error = result.expect_err("the job fails");
    assert!(error.to_string().contains(sentence), "{error}");
}

#[tokio::test]
async fn a_child_and_this_process_give_the_same_facts() {
    let dir = submission();
    let job = repository(dir.path(), Limits::default());
    let child = auditor().run(job.clone()).await.unwrap();
    assert_eq!(child, InProcess::new(worker::perform).run(job).await.unwrap());
    let Answer::Repository(facts) = child else { panic!("a repository was asked for") };
    assert_eq!((facts.history.commits.len(), facts.lookups[0].total), (1, 1));
    assert_eq!(facts.branch.as_deref(), Some("main"));
}

#[tokio::test]
async fn paths_of_a_request_are_those_of_the_process_that_submits_it() {
    let folder = tempfile::tempdir().unwrap();
    let engine = EngineBuilder::new(Arc::new(auditor())).start().await.unwrap();
    let sample = |name: &str| (Path::new("samples").join(name), name.to_owned());
    let (path, shown) = sample("courtroom-agent.git");
    let repo = RepoSource::Local { path, shown };
    let (path, shown) = sample("courtroom-agent-report.pdf");
    let request = AuditRequest::new(repo, ReportSource::File { path, shown });
    let rubric = Arc::new(load_rubric(include_bytes!("../rubric.json")).unwrap());
    let reports = Arc::new(Folder::new(folder.path().to_owned()));
    let audit = AuditId::new("a").unwrap();
    let outcome = engine.submit(audit, request, rubric, reports).unwrap().outcome().await;
    let Ok(Outcome::Reported { report, unread, .. }) = outcome else { panic!("{outcome:?}") };
    assert_eq!(unread, None);
    assert!(report.evidences.values().flatten().any(Evidence::confirms_flaw));
    engine.shut_down(Duration::from_secs(5)).await;
}

/// Reads the sample's report by this engine.
fn report(engine: PdfEngine) -> Job {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/courtroom-agent-report.pdf").into();
    Job::Report { report: ReportFile::named(path), engine, limits: Limits::default() }
}

#[tokio::test]
#[ignore = "needs a libpdfium, named by AUDITOR_PDFIUM"]
async fn a_confined_child_reads_a_report_by_a_library() {
    let library = std::env::var_os("AUDITOR_PDFIUM").map(PathBuf::from);
    let job = report(PdfEngine::Pdfium { library, build: None });
    let child = auditor().run(job.clone()).await.unwrap();
    assert_eq!(child, InProcess::new(worker::perform).run(job).await.unwrap());
    let Answer::Report { document, figures } = child else { panic!("a report was asked for") };
    assert_eq!((document.pages.len(), figures.pages), (5, 5));
    assert!(document.pages[0].text.len() > 500 && !document.paths.is_empty());
}

#[tokio::test]
async fn a_library_that_is_not_there_is_the_reason_why_a_report_is_not_read() {
    let library = Some("/nowhere/libpdfium.so".into());
    let job = report(PdfEngine::Pdfium { library, build: None });
    check(auditor().run(job).await, "there is no libpdfium at `/nowhere/libpdfium.so`");
}

#[tokio::test]
async fn the_report_is_taken_out_of_the_tree() {
    let dir = submission();
    let into = dir.path().join("out.pdf");
    let job = |file: Option<&str>, limits: Limits| Job::Extract {
        repo: dir.path().into(),
        commit: None,
        file: file.map(Into::into),
        into: into.clone(),
        limits,
    };
    let Answer::Extracted(found) = auditor().run(job(None, Limits::default())).await.unwrap()
    else {
        panic!("an extraction was asked for")
    };
    assert_eq!(found.chosen.as_deref(), Some("reports/final_report.pdf"));
    assert_eq!(std::fs::read(&into).unwrap(), b"%PDF-1.7");
    check(
        auditor().run(job(Some("b.pdf"), Limits::default())).await,
        "`b.pdf` is not in the repository",
    );
    let small = Limits { pdf_bytes: 3, ..Limits::default() };
    check(auditor().run(job(None, small)).await, "has 8 bytes, more than the limit of 3");
}

#[tokio::test]
async fn a_child_downloads_a_report_and_tells_why_it_cannot() {
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let host = format!("http://{}", server.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in server.incoming().flatten() {
            let mut asked = [0; 4096];
            let read = stream.read(&mut asked).unwrap_or(0);
            let body = if asked[..read].starts_with(b"GET /ok.pdf ") { "%PDF-1.7" } else { "no" };
            let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length:";
            let _ = write!(stream, "{head} {}\r\n\r\n{body}", body.len());
        }
    });
    let dir = tempfile::tempdir().unwrap();
    let into = dir.path().join("report.pdf");
    let run = async |file: &str| {
        let url = serde_json::from_value(format!("{host}/{file}").into()).unwrap();
        let (into, limits) = (into.clone(), Limits::default());
        auditor().run(Job::Download { url, allowed: Vec::new(), into, limits }).await
    };
    assert_eq!(run("ok.pdf").await, Ok(Answer::Downloaded(8)));
    assert_eq!(std::fs::read(&into).unwrap(), b"%PDF-1.7");
    check(run("no.pdf").await, "/no.pdf` is not a PDF");
    assert_eq!(std::fs::read(&into).unwrap(), b"");
}

#[tokio::test]
async fn regions_of_a_report_are_drawn_by_a_child_and_one_that_is_not_there_says_so() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/courtroom-agent-report.pdf");
    let area = Area { x: 60.0, y: 60.0, width: 200.0, height: 120.0 };
    let regions = vec![Region { page: 1, area }, Region { page: 900, area }];
    let engine = PdfEngine::default();
    let job = Job::Regions {
        report: ReportFile::named(sample),
        regions,
        engine,
        limits: Limits::default(),
    };
    let child = auditor().run(job.clone()).await.unwrap();
    assert_eq!(child, InProcess::new(worker::perform).run(job).await.unwrap());
    let Answer::Regions(pictures) = child else { panic!("regions were asked for") };
    let [Ok(Png(picture)), Err(reason)] = &pictures[..] else { panic!("{pictures:?}") };
    let size = image::load_from_memory(picture).unwrap().to_rgba8().dimensions();
    assert!(size.0 > size.1 && size.1 >= 120, "{size:?}");
    assert!(reason.contains("900"), "{reason}");
    let broken = Job::Regions {
        report: ReportFile::named("/nowhere/report.pdf".into()),
        regions: vec![Region { page: 1, area }],
        engine: PdfEngine::default(),
        limits: Limits::default(),
    };
    check(auditor().run(broken).await, "there is no file");
}

#[tokio::test]
async fn the_head_of_a_repository_is_told_also_of_one_on_this_machine() {
    let dir = submission();
    let repo = |path: &Path| RepoSource::Local { path: path.to_owned(), shown: "it".to_owned() };
    let ask = async |path: &Path| head(&auditor(), &repo(path), &Limits::default()).await;
    let first = ask(dir.path()).await.unwrap();
    assert_eq!(first.len(), 40);
    git(dir.path(), &["commit", "-q", "--allow-empty", "-m", "two"]);
    assert_ne!(ask(dir.path()).await.unwrap(), first);
    let error = ask(Path::new("/nowhere/at/all")).await.unwrap_err();
    assert!(error.to_string().contains("does not exist"), "{error}");
}

#[tokio::test]
async fn a_host_that_does_not_answer_holds_a_question_up_to_its_deadline_alone() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/owner/repo", silent.local_addr().unwrap());
    let repo = RepoSource::Remote { url: serde_json::from_value(url.into()).unwrap() };
    let limits = Limits { head_seconds: 1, ..Limits::default() };
    let begun = std::time::Instant::now();
    let error = head(&auditor(), &repo, &limits).await.unwrap_err();
    assert_eq!(error, ExamineError::Deadline { seconds: 1, setting: "head_seconds" });
    assert!(begun.elapsed().as_secs() < 10);
}

#[tokio::test]
async fn reasons_of_the_reader_arrive_typed() {
    let job = repository(Path::new("/nowhere/at/all"), Limits::default());
    let error = auditor().run(job).await.unwrap_err();
    let message = "`/nowhere/at/all` does not exist".to_owned();
    assert_eq!(error, ExamineError::Repository { message, transient: false });
}

#[tokio::test]
async fn limits_on_the_process_are_told_apart_from_crashes() {
    let dir = submission();
    let reader = auditor();
    let run = |limits| reader.run(repository(dir.path(), limits));
    let small = Limits { worker_answer_bytes: 10, ..Limits::default() };
    assert_eq!(run(small).await, Err(ExamineError::Limit { which: LimitKind::Answer }));
    let starved = Limits { worker_memory_bytes: 1 << 20, ..Limits::default() };
    assert_eq!(run(starved).await, Err(ExamineError::Limit { which: LimitKind::Memory }));
}

#[tokio::test]
async fn a_reader_that_crashes_hangs_or_babbles_is_an_error_of_its_kind() {
    let dir = tempfile::tempdir().unwrap();
    let limits = Limits { repository_seconds: 2, ..Limits::default() };
    let job = || repository(Path::new("/"), limits.clone());
    let run = |text: &str| {
        let reader = script(dir.path(), text);
        let job = job();
        async move { reader.run(job).await }
    };
    check(run("echo oops >&2; kill -SEGV $$").await, "ended by signal 11: oops");
    check(
        run("echo thread panicked >&2; exit 101").await,
        "ended by exit code 101: thread panicked",
    );
    check(run("echo '{}'").await, "cannot be understood");
    check(
        run("echo memory allocation of 9 bytes failed >&2; kill -ABRT $$").await,
        "limit on memory",
    );
    check(run("kill -XCPU $$").await, "limit on processor time");
    check(run("(/bin/sleep 30; echo late > survived) & wait").await, "did not finish within 2 s");
    check(ChildProcess::new("/nowhere".into()).run(job()).await, "could not be started");
}

#[tokio::test]
async fn children_that_wait_do_the_first_jobs() {
    let dir = tempfile::tempdir().unwrap();
    let job = || repository(Path::new("/"), Limits { repository_seconds: 20, ..Limits::default() });
    let started = dir.path().join("started");
    let child = script(dir.path(), &format!("echo $$ >> {}; read job; exit 9", started.display()));
    let all = || std::fs::read_to_string(&started).unwrap_or_default();
    child.prepare(2);
    while all().lines().count() < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    check(child.run(job()).await, "ended by exit code 9");
    assert_eq!(all().lines().count(), 2, "the first job starts no other");
    // One that is gone is not asked: another is started for it.
    let waits = |pid: &&str| Path::new("/proc").join(pid).exists();
    let waiting: Vec<String> = all().lines().filter(waits).map(str::to_owned).collect();
    assert_eq!(waiting.len(), 1, "the other has done its job");
    let killed = Command::new("kill").arg("-KILL").args(&waiting).status();
    assert!(killed.unwrap().success());
    tokio::time::sleep(Duration::from_millis(100)).await;
    check(child.run(job()).await, "ended by exit code 9");
    assert_eq!(all().lines().count(), 3);
}

#[tokio::test]
async fn a_child_sees_an_empty_environment() {
    let dir = tempfile::tempdir().unwrap();
    let text =
        "/usr/bin/env | /usr/bin/cut -d= -f1 | /usr/bin/sort | /usr/bin/tr '\\n' ' ' >&2; exit 3";
    let job = repository(Path::new("/"), Limits::default());
    let error = script(dir.path(), text).run(job).await.unwrap_err().to_string();
    assert!(error.contains("HOME"), "{error}");
    assert!(!error.contains("CARGO") && !error.contains("USER"), "{error}");
}

#[tokio::test]
async fn no_more_children_read_at_a_time_than_there_are_processors() {
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("log");
    // Short lines are appended whole.
    let text = format!("echo 1 >> {0}; /bin/sleep 0.1; echo -1 >> {0}; exit 3", log.display());
    let reader = script(dir.path(), &text);
    let jobs = (0..12).map(|_| reader.run(repository(Path::new("/"), Limits::default())));
    for result in futures_util::future::join_all(jobs).await {
        check(result, "ended by exit code 3");
    }
    let log = std::fs::read_to_string(&log).unwrap();
    let steps = log.lines().map(|step| step.parse::<isize>().unwrap());
    let reading = steps.scan(0, |reading, step| {
        *reading += step;
        Some(*reading)
    });
    let most = reading.max().unwrap().cast_unsigned();
    let processors = std::thread::available_parallelism().unwrap().get();
    assert!((2..=processors.max(2)).contains(&most), "{most} at a time");
}

#[test]
fn a_child_ends_when_its_parent_closes_the_pipe() {
    // A server that takes the connection and never answers keeps the child waiting.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let into = tempfile::tempdir().unwrap();
    let url = format!("http://{}/owner/repo", silent.local_addr().unwrap());
    let job = serde_json::json!({
        "kind": "fetch", "url": url, "into": into.path().join("repo.git"), "limits": {},
    });
    let mut child = Command::new(env!("CARGO_BIN_EXE_auditor"))
        .arg("__worker")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{job}").unwrap();
    let connection = silent.accept().unwrap();
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(75));
    drop(connection);
}
