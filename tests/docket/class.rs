//! A class in a temporary folder, whose submissions are the project's own sample.

use async_trait::async_trait;
use automaton_auditor::docket::{
    Annals, Cabinet, Command, Ending, Refusal, Registrar, RegistrarHandle, Registry, Settings,
    Spending, give_order, graded_class,
};
use automaton_auditor::domain::docket::{
    Docket, Order, Origin, Record, Revision, Schedule, Submission,
};
use automaton_auditor::domain::graded::{Graded, Yardstick};
use automaton_auditor::domain::ids::SubmissionId;
use automaton_auditor::domain::request::{RepoSource, ReportSource};
use automaton_auditor::domain::rubric::Rubric;
use automaton_auditor::engine::{EngineBuilder, Rooms, load_rubric};
use automaton_auditor::ports::sandbox::{
    Answer, ChildProcess, ExamineError, Examiner, InProcess, Job,
};
use automaton_auditor::worker;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub fn id(name: &str) -> SubmissionId {
    SubmissionId::new(name).unwrap()
}

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

fn rubric() -> Arc<Rubric> {
    Arc::new(load_rubric(include_bytes!("../../rubric.json")).unwrap())
}

/// Reads nothing for a long time.
struct Slow;

#[async_trait]
impl Examiner for Slow {
    async fn run(&self, _: Job) -> Result<Answer, ExamineError> {
        std::future::pending().await
    }
}

pub struct Class {
    folder: TempDir,
    examiner: Arc<dyn Examiner>,
    more: RefCell<Vec<(Submission, Revision)>>,
}

fn submission(name: &str, repository: &Path) -> (Submission, Revision) {
    let submission = Submission {
        id: id(name),
        student: None,
        repo: RepoSource::Local {
            path: repository.to_owned(),
            shown: "courtroom-agent.git".into(),
        },
        report: ReportSource::File {
            path: sample("courtroom-agent-report.pdf"),
            shown: "report.pdf".into(),
        },
        rubric: None,
        within: None,
        origin: Origin::List { file: "submissions.csv".into(), line: 2 },
    };
    let revision = Revision::of(&submission, None);
    (submission, revision)
}

/// Puts something else into the place of a report that was found, before a child reads it.
struct Swapping {
    child: ChildProcess,
    swap: Box<dyn Fn() + Send + Sync>,
}

#[async_trait]
impl Examiner for Swapping {
    async fn run(&self, job: Job) -> Result<Answer, ExamineError> {
        if job.report().is_some() {
            (self.swap)();
        }
        self.child.run(job).await
    }
}

impl Class {
    pub fn new() -> Self {
        Self::with(Arc::new(InProcess::new(worker::perform)))
    }

    /// A class whose submissions take for ever.
    pub fn slow() -> Self {
        Self::with(Arc::new(Slow))
    }

    /// A class whose reports are looked for in a folder, in which something is swapped before a report is read.
    pub fn swapping(swap: impl Fn() + Send + Sync + 'static) -> Self {
        let child = ChildProcess::new(env!("CARGO_BIN_EXE_auditor").into());
        Self::with(Arc::new(Swapping { child, swap: Box::new(swap) }))
    }

    fn with(examiner: Arc<dyn Examiner>) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), examiner, more: RefCell::default() }
    }

    /// Lists another submission.
    pub fn list(&self, name: &str, repository: &Path) {
        let (submission, _) = submission(name, repository);
        // Without a file of its own, the report is looked for in the repository.
        let submission = Submission { report: ReportSource::Search, ..submission };
        let revision = Revision::of(&submission, None);
        self.more.borrow_mut().push((submission, revision));
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.output().join(name)
    }

    fn output(&self) -> PathBuf {
        self.folder.path().join("spring")
    }

    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        let path = self.path(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn cabinet(&self) -> Cabinet {
        Cabinet::new(&self.output()).unwrap()
    }

    fn annals(&self) -> Annals {
        Annals::new(self.cabinet().journal().unwrap())
    }

    /// The records, read on a thread of their own.
    pub fn records(&self) -> Vec<Record> {
        let annals = self.annals();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(annals.records(0)).unwrap()
        })
        .join()
        .unwrap()
    }

    pub fn docket(&self) -> Docket {
        Docket::of(&self.records())
    }

    pub fn graded(&self, name: &str) -> Graded {
        let class = graded_class(&self.cabinet(), &self.docket(), &Yardstick::of(&rubric()));
        class.into_iter().find(|one| one.id == id(name)).unwrap()
    }

    /// Orders something from beside.
    pub async fn order(&self, order: Order) -> Result<bool, Refusal> {
        let yardstick = Yardstick::of(&rubric());
        give_order(&self.cabinet(), &self.annals(), &yardstick, order, "ada").await
    }

    fn seen(&self, names: &[&str]) -> Command {
        let sample = sample("courtroom-agent.git");
        let mut found: Vec<_> = names.iter().map(|name| submission(name, &sample)).collect();
        found.extend(self.more.borrow().iter().cloned());
        Command::Seen { found, problems: Vec::new(), more: false }
    }

    async fn open(
        &self,
        pilot: Option<u32>,
        once: bool,
    ) -> Result<(Registrar, RegistrarHandle), String> {
        let annals = self.annals();
        let engine = EngineBuilder::new(Arc::clone(&self.examiner))
            .journal(Arc::clone(annals.journal()) as _)
            .rooms(Rooms::Below(self.cabinet().work()))
            .start()
            .await
            .unwrap();
        let settings = Settings {
            schedule: Schedule { at_once: 2, ..Schedule::default() },
            rubric: rubric(),
            request: Box::new(Submission::request),
            meter: Box::new(Spending::default),
            pilot,
            once,
        };
        let opened = Registrar::open(self.cabinet(), annals, engine, settings).await;
        opened.map_err(|error| error.to_string())
    }

    pub async fn try_open(&self) -> Result<(), String> {
        self.open(None, true).await.map(drop)
    }

    /// Keeps the class until it is done, or for so long.
    pub async fn keep(&self, names: &[&str], most: Option<Duration>) -> Ending {
        self.run(None, vec![self.seen(names)], most).await
    }

    pub async fn pilot(&self, names: &[&str], first: u32) -> Ending {
        self.run(Some(first), vec![self.seen(names)], None).await
    }

    /// Keeps the class until it is done, having told it something.
    pub async fn keep_told(&self, mut commands: Vec<Command>) -> Ending {
        commands.push(self.seen(&[]));
        self.run(None, commands, None).await
    }

    async fn run(
        &self,
        pilot: Option<u32>,
        commands: Vec<Command>,
        most: Option<Duration>,
    ) -> Ending {
        let (registrar, handle) = self.open(pilot, true).await.unwrap();
        for command in commands {
            assert!(handle.tell(command).await);
        }
        let stop = async move {
            match most {
                Some(most) => tokio::time::sleep(most).await,
                None => std::future::pending().await,
            }
        };
        registrar.run(stop).await.unwrap()
    }

    /// Starts to keep the class until it is stopped.
    pub async fn start(
        &self,
        names: &[&str],
    ) -> (RegistrarHandle, JoinHandle<Ending>, oneshot::Sender<()>) {
        let (registrar, handle) = self.open(None, false).await.unwrap();
        assert!(handle.tell(self.seen(names)).await);
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(async move {
            let stop = async move { drop(stopped.await) };
            registrar.run(stop).await.unwrap()
        });
        (handle, running, stop)
    }

    /// Waits until the docket is so.
    pub async fn until(&self, handle: &RegistrarHandle, is_so: impl Fn(&Docket) -> bool) {
        let wait = async {
            while !is_so(&handle.docket()) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), wait).await.expect("it becomes so");
    }
}
