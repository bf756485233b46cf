//! Does each job in a process of its own.

use super::reader::{Reader, Spoken};
use super::{Answer, ExamineError, Examiner, Job, LimitKind};
use async_trait::async_trait;
use rustix::process::Signal;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};

#[cfg(target_os = "linux")]
use super::copies::Copies;

/// Longest wait for a place among the readers; shorter than what a detective waits beyond a job's own deadline.
const COURTESY: Duration = Duration::from_secs(15);

/// Does each job in a child of `program`, which is called with the one argument `__worker`.
///
/// The child has an empty home, nothing of ours in its environment, its own process group, and sets its own limits. It is killed
/// with its descendants at the job's deadline, and when the future is dropped.
///
/// Copies share places: no more children read at a time than there are processors, since more would all be late.
/// Whoever has waited for long goes on without a place, and so does whoever asks a host and waits anyway.
#[derive(Clone, Debug)]
pub struct ChildProcess {
    program: PathBuf,
    network: Vec<(OsString, OsString)>,
    places: Arc<Semaphore>,
    ready: Arc<Mutex<Vec<Reader>>>,
    #[cfg(target_os = "linux")]
    copies: Option<Arc<Copies>>,
}

impl ChildProcess {
    /// Takes the executable to start: the path of this very program.
    #[must_use]
    pub fn new(program: PathBuf) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        // The repository and the report of one audit are read together even on one processor.
        let places = Arc::new(Semaphore::new(processors.max(2)));
        Self {
            program,
            network: Vec::new(),
            places,
            ready: Arc::default(),
            #[cfg(target_os = "linux")]
            copies: None,
        }
    }

    /// After `one_by_one` jobs, has one process start up once and fork for each job that asks no host, which is
    /// cheaper by a tenth of an audit. `program` must know the arguments `__worker stand-by`. Systems other than
    /// Linux start each reader by itself.
    #[must_use]
    pub fn with_fork_server(self, one_by_one: usize) -> Self {
        #[cfg(target_os = "linux")]
        {
            let copies = Some(Arc::new(Copies::of(self.program.clone(), one_by_one)));
            Self { copies, ..self }
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = one_by_one;
            self
        }
    }

    /// Starts children before there is a job for them, so that the first jobs need not wait for a process to
    /// start. Needs a tokio runtime around it. One that nobody needs ends with this value and its copies.
    pub fn prepare(&self, children: usize) {
        // Where none can be started, the first job finds out and says so.
        let started = (0..children).map_while(|_| Reader::start(&self.program, &[]).ok());
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).extend(started);
    }

    /// A child for a job: one that waits already, where it may do this one.
    fn reader(&self, job: &Job) -> std::io::Result<Reader> {
        if job.asks_a_host() {
            return Reader::start(&self.program, &self.network);
        }
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(mut reader) = ready.pop() {
            if reader.waits() {
                return Ok(reader);
            }
        }
        drop(ready);
        #[cfg(target_os = "linux")]
        if let Some(reader) = self.copies.as_ref().and_then(|copies| copies.reader()) {
            return Ok(reader);
        }
        Reader::start(&self.program, &[])
    }

    /// Sets the variables that what asks a host may see, such as `HTTPS_PROXY` and `SSL_CERT_FILE`; other jobs see none.
    #[must_use]
    pub fn with_network_environment(
        mut self,
        variables: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Self {
        self.network = variables.into_iter().collect();
        self
    }

    /// Waits for a place, as long as that is reasonable.
    async fn place(&self, job: &Job) -> Option<SemaphorePermit<'_>> {
        if job.asks_a_host() {
            return None;
        }
        tokio::time::timeout(COURTESY, self.places.acquire()).await.ok()?.ok()
    }
}

#[async_trait]
impl Examiner for ChildProcess {
    async fn run(&self, job: Job) -> Result<Answer, ExamineError> {
        let spawn = |error: std::io::Error| ExamineError::Spawn { reason: error.to_string() };
        let _place = self.place(&job).await;
        let reader = self.reader(&job).map_err(spawn)?;
        let deadline = job.deadline();
        let Ok(talk) = tokio::time::timeout(deadline, reader.converse(&job)).await else {
            return Err(ExamineError::Deadline { seconds: deadline.as_secs() });
        };
        match talk.map_err(spawn)? {
            Spoken::Answer(reply) => reply.map_err(ExamineError::from),
            Spoken::Silence { bytes, .. } if bytes > job.limits().worker_answer_bytes => {
                Err(ExamineError::Limit { which: LimitKind::Answer })
            }
            Spoken::Silence { status, stderr, .. } if !status.success() => {
                Err(crash(status, &stderr))
            }
            Spoken::Silence { why, .. } => Err(ExamineError::Protocol { reason: why.to_string() }),
        }
    }
}

fn crash(status: ExitStatus, stderr: &[u8]) -> ExamineError {
    let text = String::from_utf8_lossy(stderr);
    let text: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let signal = status.signal();
    let is = |wanted: Signal| signal == Some(wanted.as_raw());
    let which = if is(Signal::XCPU) {
        LimitKind::ProcessorTime
    } else if is(Signal::XFSZ) {
        LimitKind::FileSize
    } else if text.contains("memory allocation of") {
        LimitKind::Memory
    } else {
        let by = match (signal, status.code()) {
            (Some(signal), _) => format!("signal {signal}"),
            (None, code) => format!("exit code {}", code.unwrap_or(-1)),
        };
        return ExamineError::Crashed { by, stderr: text };
    };
    ExamineError::Limit { which }
}
