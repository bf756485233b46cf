//! A reader that answers by a script.

use super::submission;
use async_trait::async_trait;
use automaton_auditor::ports::git::Fetched;
use automaton_auditor::ports::sandbox::{Answer, ExamineError, Examiner, Extracted, Job};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// What a reader does with a job.
pub enum Reading {
    /// It answers with the submission in memory.
    Submission,
    /// It fails.
    Fails(ExamineError),
    /// It panics.
    Panics,
    /// It never answers.
    Hangs,
}

/// Decides on a reading from the kind of the job and how often that kind was asked, from 1.
type Script = dyn Fn(&'static str, u32) -> Reading + Send + Sync;

/// A reader that answers by a script and remembers its jobs.
pub struct ScriptedExaminer {
    script: Box<Script>,
    jobs: Mutex<Vec<Job>>,
    asked: Mutex<BTreeMap<&'static str, u32>>,
    joint: bool,
}

impl ScriptedExaminer {
    pub fn new(script: impl Fn(&'static str, u32) -> Reading + Send + Sync + 'static) -> Self {
        let (jobs, asked) = (Mutex::default(), Mutex::default());
        Self { script: Box::new(script), jobs, asked, joint: false }
    }

    /// Reads a report's text and figures at once, as the kind `report`.
    pub fn jointly(self) -> Self {
        Self { joint: true, ..self }
    }

    /// Reads everything.
    pub fn willing() -> Self {
        Self::new(|_, _| Reading::Submission)
    }

    /// How often a kind of job was asked for.
    pub fn asked(&self, kind: &str) -> u32 {
        self.asked.lock().unwrap().get(kind).copied().unwrap_or_default()
    }

    /// The jobs, in the order in which they came.
    pub fn jobs(&self) -> Vec<Job> {
        self.jobs.lock().unwrap().clone()
    }
}

fn kind(job: &Job) -> &'static str {
    match job {
        Job::Fetch { .. } => "fetch",
        Job::Head { .. } => "head",
        Job::Download { .. } => "download",
        Job::Repository { .. } => "repository",
        Job::Document { .. } => "document",
        Job::Figures { .. } => "figures",
        Job::Report { .. } => "report",
        Job::Regions { .. } => "regions",
        Job::Extract { .. } => "extract",
    }
}

fn answer(job: &Job) -> Answer {
    match job {
        Job::Fetch { .. } => Answer::Fetched(Fetched { head: "4".repeat(40), branch: None }),
        Job::Head { .. } => Answer::Head("4".repeat(40)),
        Job::Download { .. } => Answer::Downloaded(1),
        Job::Repository { .. } => Answer::Repository(Box::new(submission::repository())),
        Job::Document { .. } => Answer::Document(Box::new(submission::document())),
        Job::Figures { .. } => Answer::Figures(Box::new(submission::figures())),
        Job::Report { .. } => {
            let (document, figures) = (submission::document(), submission::figures());
            Answer::Report { document: Box::new(document), figures: Box::new(figures) }
        }
        Job::Regions { regions, .. } => {
            Answer::Regions(regions.iter().map(|_| Err("nothing is drawn here".into())).collect())
        }
        Job::Extract { .. } => {
            let path = "reports/final.pdf".to_owned();
            Answer::Extracted(Extracted { chosen: Some(path.clone()), candidates: vec![path] })
        }
    }
}

#[async_trait]
impl Examiner for ScriptedExaminer {
    async fn run(&self, job: Job) -> Result<Answer, ExamineError> {
        let kind = kind(&job);
        if kind == "report" && !self.joint {
            // The two detectives then ask one by one, and scripts can tell them apart.
            let by = "a reader that reads one thing at a time".into();
            return Err(ExamineError::Crashed { by, stderr: String::new() });
        }
        let nth = {
            let mut asked = self.asked.lock().unwrap();
            let count = asked.entry(kind).or_default();
            *count += 1;
            *count
        };
        self.jobs.lock().unwrap().push(job.clone());
        match (self.script)(kind, nth) {
            Reading::Submission => Ok(answer(&job)),
            Reading::Fails(error) => Err(error),
            Reading::Panics => panic!("the reader of the {kind} stumbled"),
            Reading::Hangs => std::future::pending().await,
        }
    }
}
