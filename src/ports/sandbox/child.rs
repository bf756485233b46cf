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
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::sync::{Mutex, Semaphore, SemaphorePermit};

#[cfg(target_os = "linux")]
use super::copies::Copies;

/// How many read at once: the repository and the report of one audit are read together even on one processor.
const fn places(processors: usize) -> usize {
    if processors < 2 { 2 } else { processors }
}

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
    processors: usize,
    places: Arc<Semaphore>,
    /// Those that were started before there was a job for them, in their order.
    ready: Arc<Mutex<Option<Receiver<Reader>>>>,
    #[cfg(target_os = "linux")]
    copies: Option<Arc<Copies>>,
}

impl ChildProcess {
    /// Takes the executable to start: the path of this very program.
    #[must_use]
    pub fn new(program: PathBuf) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let places = Arc::new(Semaphore::new(places(processors)));
        Self {
            program,
            network: Vec::new(),
            processors,
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
    /// start: one now, the others while this goes on. Needs a tokio runtime around it. One that nobody needs ends with
    /// this value and its copies.
    pub fn prepare(&self, children: usize) {
        let Ok(mut ready) = self.ready.try_lock() else { return };
        let (started, waiting) = channel(children.max(1));
        *ready = Some(waiting);
        let program = self.program.clone();
        // Where none can be started, the first job finds out and says so.
        let start = move || {
            let reader = Reader::start(&program, &[]).ok();
            reader.is_some_and(|reader| started.try_send(reader).is_ok())
        };
        if children > 0 && start() && children > 1 {
            tokio::task::spawn_blocking(move || (1..children).all(|_| start()));
        }
    }

    /// A child for a job: one that waits already, where it may do this one.
    async fn reader(&self, job: &Job) -> std::io::Result<Reader> {
        if job.asks_a_host() {
            return Reader::start(&self.program, &self.network);
        }
        while let Some(mut reader) = self.prepared().await {
            if reader.waits() {
                return Ok(reader);
            }
        }
        #[cfg(target_os = "linux")]
        if let Some(reader) = self.copies.as_ref().and_then(|copies| copies.reader(self.share())) {
            return Ok(reader);
        }
        Reader::start(&self.program, &[])
    }

    /// How many processors are left for each of those that read now, of whom one more has a place already.
    #[cfg(target_os = "linux")]
    fn share(&self) -> u8 {
        let reading =
            places(self.processors).saturating_sub(self.places.available_permits()).max(1);
        u8::try_from((self.processors / reading).max(1)).unwrap_or(u8::MAX)
    }

    /// The next child that was started before there was a job for it.
    async fn prepared(&self) -> Option<Reader> {
        self.ready.lock().await.as_mut()?.recv().await
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
        let reader = self.reader(&job).await.map_err(spawn)?;
        let Ok(talk) = tokio::time::timeout(job.deadline(), reader.converse(&job)).await else {
            return Err(job.late());
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

/// What a process says that ends for want of memory: of what it holds, or of a stack for a thread.
const STARVED: [&str; 3] =
    ["memory allocation of", "failed to spawn thread", "Cannot allocate memory"];

fn crash(status: ExitStatus, stderr: &[u8]) -> ExamineError {
    let text = String::from_utf8_lossy(stderr);
    let text: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let signal = status.signal();
    let is = |wanted: Signal| signal == Some(wanted.as_raw());
    let which = if is(Signal::XCPU) {
        LimitKind::ProcessorTime
    } else if is(Signal::XFSZ) {
        LimitKind::FileSize
    } else if STARVED.iter().any(|words| text.contains(words)) {
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn those_that_read_at_once_share_the_processors() {
        let places = |processors| Arc::new(Semaphore::new(places(processors)));
        let of = |processors| ChildProcess {
            processors,
            places: places(processors),
            ..ChildProcess::new("auditor".into())
        };
        let four = of(4);
        let mut reading = vec![four.places.try_acquire().expect("it is free")];
        assert_eq!(four.share(), 4, "one reads alone");
        reading.push(four.places.try_acquire().expect("it is free"));
        assert_eq!(four.share(), 2);
        reading.push(four.places.try_acquire().expect("it is free"));
        assert_eq!(four.share(), 1, "what is left over is left to others");
        let one = of(1);
        let _reading = one.places.try_acquire().expect("it is free");
        assert_eq!(one.share(), 1);
    }
}
