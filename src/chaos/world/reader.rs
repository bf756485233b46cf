//! A reader of a submission that is in memory.

use super::submission::Submission;
use crate::chaos::mischief::{Mischief, SLOW};
use crate::chaos::plan::FaultKind;
use crate::ports::sandbox::{Answer, ExamineError, Examiner, Job, LimitKind};
use async_trait::async_trait;
use std::sync::Arc;

/// Answers with the submission, or as the plan has it.
pub struct ScriptedReader {
    submission: Arc<Submission>,
    mischief: Arc<Mischief>,
}

impl ScriptedReader {
    pub fn new(submission: Arc<Submission>, mischief: Arc<Mischief>) -> Self {
        Self { submission, mischief }
    }

    fn answer(&self, job: &Job) -> Answer {
        let submission = &self.submission;
        let document = || Box::new(submission.document.clone());
        let figures = || Box::new(submission.figures.clone());
        match job {
            Job::Repository { .. } => Answer::Repository(Box::new(submission.repository.clone())),
            Job::Document { .. } => Answer::Document(document()),
            Job::Figures { .. } => Answer::Figures(figures()),
            Job::Report { .. } => Answer::Report { document: document(), figures: figures() },
            // The submission lies on this machine, and nobody asks for pictures of it.
            Job::Fetch { .. }
            | Job::Head { .. }
            | Job::Download { .. }
            | Job::Extract { .. }
            | Job::Regions { .. } => Answer::Regions(Vec::new()),
        }
    }
}

/// The place of a job in plans.
fn site(job: &Job) -> &'static str {
    match job {
        Job::Repository { .. } => "reader.repository",
        Job::Document { .. } => "reader.document",
        Job::Figures { .. } => "reader.figures",
        Job::Report { .. } => "reader.report",
        Job::Fetch { .. } => "reader.fetch",
        Job::Head { .. } => "reader.head",
        Job::Download { .. } => "reader.download",
        Job::Extract { .. } => "reader.extract",
        Job::Regions { .. } => "reader.regions",
    }
}

#[async_trait]
impl Examiner for ScriptedReader {
    async fn run(&self, job: Job) -> Result<Answer, ExamineError> {
        match self.mischief.at(site(&job), "read") {
            Some(FaultKind::Hang) => std::future::pending().await,
            Some(FaultKind::Slow) => tokio::time::sleep(SLOW).await,
            Some(FaultKind::Oom) => {
                return Err(ExamineError::Limit { which: LimitKind::Memory });
            }
            Some(FaultKind::Poisoned) => {
                let message = "it is no PDF that can be parsed".to_owned();
                return Err(ExamineError::Report { message, transient: false });
            }
            Some(FaultKind::MissingObject) => {
                let message = "an object is missing".to_owned();
                return Err(ExamineError::Repository { message, transient: false });
            }
            Some(_) | None => {}
        }
        Ok(self.answer(&job))
    }
}
