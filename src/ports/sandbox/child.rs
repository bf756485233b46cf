//! Does each job in a process of its own.

use super::{Answer, ExamineError, Examiner, Job, LimitKind, Reply};
use async_trait::async_trait;
use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::sync::{Semaphore, SemaphorePermit};

/// How much of a child's standard error is kept, in bytes.
const STDERR: usize = 2048;
/// Longest wait for a place among the readers; shorter than what a detective waits beyond a job's own deadline.
const COURTESY: Duration = Duration::from_secs(15);

/// How glibc takes a child's memory from the system: in steps of 8 MiB, and in large pages where there are any. A
/// child lives for some 50 ms and frees nothing that would be missed, and thousands of small steps take longer than
/// a tenth of that. Other C libraries do not look at it.
const HEAP: &str = "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=8388608";

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
}

/// A child that waits for its job, and its home.
#[derive(Debug)]
struct Reader {
    child: Child,
    home: TempDir,
}

impl ChildProcess {
    /// Takes the executable to start: the path of this very program.
    #[must_use]
    pub fn new(program: PathBuf) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        // The repository and the report of one audit are read together even on one processor.
        let places = Arc::new(Semaphore::new(processors.max(2)));
        Self { program, network: Vec::new(), places, ready: Arc::default() }
    }

    /// Starts children before there is a job for them, so that the first jobs need not wait for a process to
    /// start. Needs a tokio runtime around it. One that nobody needs ends with this value and its copies.
    pub fn prepare(&self, children: usize) {
        // Where none can be started, the first job finds out and says so.
        let started = (0..children).map_while(|_| self.start(false).ok());
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).extend(started);
    }

    /// A child for a job: one that waits already, where it may do this one.
    fn reader(&self, job: &Job) -> std::io::Result<Reader> {
        if !job.asks_a_host() {
            let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
            while let Some(mut reader) = ready.pop() {
                if matches!(reader.child.try_wait(), Ok(None)) {
                    return Ok(reader);
                }
            }
        }
        self.start(job.asks_a_host())
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

    fn start(&self, asks_a_host: bool) -> std::io::Result<Reader> {
        let home = tempfile::tempdir()?;
        let mut command = Command::new(&self.program);
        command.arg("__worker").env_clear().env("HOME", home.path());
        command.env("GLIBC_TUNABLES", HEAP);
        command.current_dir(home.path()).process_group(0);
        if asks_a_host {
            command.envs(self.network.iter().cloned());
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(Reader { child: command.kill_on_drop(true).spawn()?, home })
    }
}

#[async_trait]
impl Examiner for ChildProcess {
    async fn run(&self, job: Job) -> Result<Answer, ExamineError> {
        let spawn = |error: std::io::Error| ExamineError::Spawn { reason: error.to_string() };
        let _place = self.place(&job).await;
        // Its home lasts until the answer is here.
        let Reader { child, home: _home } = self.reader(&job).map_err(spawn)?;
        let deadline = job.deadline();
        let Ok(talk) = tokio::time::timeout(deadline, converse(child, &job)).await else {
            return Err(ExamineError::Deadline { seconds: deadline.as_secs() });
        };
        let (status, answer, stderr) = talk.map_err(spawn)?;
        understand(status, &answer, &stderr, job.limits().worker_answer_bytes)
    }
}

/// Kills a child's whole process group when dropped, so that no descendant outlives the job.
struct Group(Option<Pid>);

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(id) = self.0 {
            // The group may have ended by itself, which is as good.
            let _ = kill_process_group(id, Signal::KILL);
        }
    }
}

/// Hands over the job, takes the answer and waits for the end.
async fn converse(mut child: Child, job: &Job) -> std::io::Result<(ExitStatus, Vec<u8>, Vec<u8>)> {
    // Declared after the child and so dropped before it: the id is still the child's own.
    let mut group = Group(child.id().and_then(|id| Pid::from_raw(id.try_into().ok()?)));
    let mut line = serde_json::to_vec(job).map_err(std::io::Error::other)?;
    line.push(b'\n');
    let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (Some(mut stdin), Some(stdout), Some(stderr)) = pipes else {
        return Err(std::io::Error::other("a pipe to the reader is missing"));
    };
    let limit = job.limits().worker_answer_bytes.saturating_add(1);
    let mut answer = Vec::new();
    let take = async {
        let mut stdout = stdout.take(limit);
        stdout.read_to_end(&mut answer).await
    };
    // A child that died early breaks the pipe; its status tells more than the broken pipe.
    let (_, taken, stderr) = tokio::join!(stdin.write_all(&line), take, tail(stderr));
    taken?;
    let status = child.wait().await?;
    // The process was waited for, so its id may belong to another group by now.
    group.0 = None;
    // The child ends when this closes, so it must stay open until here.
    drop(stdin);
    Ok((status, answer, stderr))
}

/// The last bytes of a stream that is read to its end.
async fn tail(mut stream: impl AsyncRead + Unpin) -> Vec<u8> {
    let (mut kept, mut buffer) = (Vec::new(), [0; 1024]);
    while let Ok(read @ 1..) = stream.read(&mut buffer).await {
        kept.extend_from_slice(&buffer[..read]);
        kept.drain(..kept.len().saturating_sub(STDERR));
    }
    kept
}

fn understand(
    status: ExitStatus,
    answer: &[u8],
    stderr: &[u8],
    limit: u64,
) -> Result<Answer, ExamineError> {
    if answer.len() as u64 > limit {
        return Err(ExamineError::Limit { which: LimitKind::Answer });
    }
    if !status.success() {
        return Err(crash(status, stderr));
    }
    let reply: Reply = serde_json::from_slice(answer)
        .map_err(|error| ExamineError::Protocol { reason: error.to_string() })?;
    reply.map_err(ExamineError::from)
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
