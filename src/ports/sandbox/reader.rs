//! One process that takes one job and answers it, whoever started it.

#[cfg(target_os = "linux")]
use super::fork_server::Forked;
use super::protocol::{Job, Reply};
use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::OsString;
use std::path::Path;
use std::pin::Pin;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::process::{Child, Command};

/// How much of a reader's standard error is kept, in bytes.
const STDERR: usize = 2048;
/// How long a reader that has answered may take to end; it is killed then.
const FAREWELL: Duration = Duration::from_secs(5);

/// A process that waits for its job. It is killed with its descendants when this is dropped.
pub(super) struct Reader {
    stdin: Pin<Box<dyn AsyncWrite + Send>>,
    stdout: Pin<Box<dyn AsyncRead + Send>>,
    stderr: Pin<Box<dyn AsyncRead + Send>>,
    life: Life,
}

/// What came of a job.
pub(super) enum Spoken {
    /// A whole answer. The reader ends by itself, and nobody has to wait for that.
    Answer(Reply),
    /// None that is whole, and how the reader ended.
    Silence {
        status: ExitStatus,
        /// How long its answer was, in bytes; one that is longer than the job allows was not read.
        bytes: u64,
        /// Why it was not understood.
        why: serde_json::Error,
        /// Its last words on its standard error.
        stderr: Vec<u8>,
    },
}

/// How a reader's end is learnt, and brought about.
enum Life {
    /// It is a child of this process. The fields are dropped in their order: while its group is killed, the id is
    /// still its own.
    Child { group: Group, child: Child, _home: TempDir },
    /// It is a child of the process that divides itself, which kills it when the other end of this closes.
    #[cfg(target_os = "linux")]
    Forked { leash: tokio::net::UnixStream },
}

/// A command that calls `program` as a reader, which sees nothing of this process; and its home, which has to last as
/// long as the process does.
pub(super) fn bare(program: &Path) -> std::io::Result<(std::process::Command, TempDir)> {
    use std::os::unix::process::CommandExt;

    let home = tempfile::tempdir()?;
    let mut command = std::process::Command::new(program);
    command.arg("__worker").env_clear().env("HOME", home.path());
    // It lives for some 50 ms: what its allocator would give back to the system is given back at its end.
    command.env("MIMALLOC_PURGE_DELAY", "-1");
    // What it sets aside counts as held: 64 MiB at a time instead of a gigabyte, in KiB.
    command.env("MIMALLOC_ARENA_RESERVE", "65536");
    command.current_dir(home.path()).process_group(0);
    Ok((command, home))
}

impl Reader {
    /// Starts a child of `program` with these variables in its environment. Needs a tokio runtime around it.
    pub(super) fn start(
        program: &Path,
        variables: &[(OsString, OsString)],
    ) -> std::io::Result<Self> {
        let (command, home) = bare(program)?;
        let mut command = Command::from(command);
        command.envs(variables.iter().cloned());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.kill_on_drop(true).spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(std::io::Error::other("a pipe to the reader is missing"));
        };
        let group = Group(child.id().and_then(|id| Pid::from_raw(id.try_into().ok()?)));
        let life = Life::Child { group, child, _home: home };
        Ok(Self {
            stdin: Box::pin(stdin),
            stdout: Box::pin(stdout),
            stderr: Box::pin(stderr),
            life,
        })
    }

    /// Whether it still waits, as far as that can be told without asking it.
    pub(super) fn waits(&mut self) -> bool {
        match &mut self.life {
            Life::Child { child, .. } => matches!(child.try_wait(), Ok(None)),
            #[cfg(target_os = "linux")]
            Life::Forked { .. } => true,
        }
    }

    /// Hands over the job and takes the answer. Where there is none, it waits for the end.
    ///
    /// # Errors
    /// When neither an answer nor the end can be learnt.
    pub(super) async fn converse(mut self, job: &Job) -> std::io::Result<Spoken> {
        let mut request = serde_json::to_vec(job).map_err(std::io::Error::other)?;
        request.push(b'\n');
        let limit = job.limits().worker_answer_bytes;
        let talk = async {
            // A reader that died early breaks the pipe; its status tells more than the broken pipe.
            let (_, taken) =
                tokio::join!(self.stdin.write_all(&request), answer(self.stdout, limit));
            let answer = taken?;
            let bytes = answer.len() as u64;
            let understood = if bytes > limit { &[] } else { &answer[..] };
            std::io::Result::Ok((bytes, serde_json::from_slice(understood)))
        };
        let mut last_words = tokio::spawn(tail(self.stderr));
        let (bytes, reply) = talk.await?;
        let (mut life, stdin) = (self.life, self.stdin);
        let end = async move {
            let stderr = (&mut last_words).await.unwrap_or_default();
            let status = life.end().await;
            // The reader ends when this closes, so it must stay open until here.
            drop(stdin);
            if !stderr.is_empty() {
                tracing::info!(says = ?String::from_utf8_lossy(&stderr), "a reader remarks");
            }
            status
                .inspect(|status| tracing::debug!(%status, bytes, "a reader ended"))
                .map(|status| (status, stderr))
        };
        match reply {
            Ok(reply) => {
                tokio::spawn(tokio::time::timeout(FAREWELL, end));
                Ok(Spoken::Answer(reply))
            }
            Err(why) => {
                let (status, stderr) = end.await?;
                Ok(Spoken::Silence { status, bytes, why, stderr })
            }
        }
    }
}

#[cfg(target_os = "linux")]
impl From<Forked> for Reader {
    fn from(forked: Forked) -> Self {
        let Forked { stdin, stdout, stderr, leash } = forked;
        Self {
            stdin: Box::pin(stdin),
            stdout: Box::pin(stdout),
            stderr: Box::pin(stderr),
            life: Life::Forked { leash },
        }
    }
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

impl Life {
    /// Waits for the end.
    async fn end(&mut self) -> std::io::Result<ExitStatus> {
        match self {
            Self::Child { group, child, .. } => {
                let status = child.wait().await?;
                // The process was waited for, so its id may belong to another group by now.
                group.0 = None;
                Ok(status)
            }
            #[cfg(target_os = "linux")]
            Self::Forked { leash } => {
                use std::os::unix::process::ExitStatusExt;

                let mut status = [0; 4];
                leash.read_exact(&mut status).await.map_err(|_| {
                    std::io::Error::other("the process that divides itself for readers ended")
                })?;
                Ok(ExitStatus::from_raw(i32::from_ne_bytes(status)))
            }
        }
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

/// What a reader says until its line ends, or its output does; at most one byte more than `limit`.
async fn answer(stdout: impl AsyncRead + Unpin, limit: u64) -> std::io::Result<Vec<u8>> {
    let (mut answer, mut stdout) = (Vec::new(), stdout.take(limit.saturating_add(1)));
    while stdout.read_buf(&mut answer).await? > 0 && !answer.ends_with(b"\n") {}
    Ok(answer)
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
