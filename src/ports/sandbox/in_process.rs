//! Does jobs in this process, for tests and for programs that trust what they read.

use super::{Answer, ExamineError, Examiner, Job, Reply};
use async_trait::async_trait;

/// Does jobs on the runtime's threads for blocking work, without any limit on the process.
#[derive(Clone, Copy, Debug)]
pub struct InProcess {
    perform: fn(&Job) -> Reply,
}

impl InProcess {
    /// Takes what does a job: `worker::perform`, or a stand-in.
    #[must_use]
    pub fn new(perform: fn(&Job) -> Reply) -> Self {
        Self { perform }
    }
}

#[async_trait]
impl Examiner for InProcess {
    async fn run(&self, job: Job) -> Result<Answer, ExamineError> {
        let (perform, deadline, late) = (self.perform, job.deadline(), job.late());
        let work = tokio::task::spawn_blocking(move || perform(&job));
        match tokio::time::timeout(deadline, work).await {
            Ok(Ok(reply)) => reply.map_err(ExamineError::from),
            Ok(Err(panic)) => {
                Err(ExamineError::Crashed { by: "panic".into(), stderr: panic.to_string() })
            }
            Err(_) => Err(late),
        }
    }
}
