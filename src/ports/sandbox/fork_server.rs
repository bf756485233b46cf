//! A process that is ready to read, and divides itself for each job.
//!
//! Starting the program and compiling what it searches by costs a reader as much as a tenth of its work. One
//! process does both once and forks for each job; the copies share nothing that is written, confine themselves like
//! any other reader, and end after their one job. It has read nothing that anybody handed in.

use rustix::io::Errno;
use rustix::net::{
    AddressFamily, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags, SocketType,
    sendmsg, socketpair,
};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{PidfdFlags, getpid, pidfd_open};
use std::io::IoSlice;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream as PlainStream;
use std::path::Path;
use std::process::{Child, Stdio};
use tempfile::TempDir;
use tokio::net::UnixStream;
use tokio::net::unix::pipe;

/// The second argument of a child that is to divide itself, after `__worker`.
pub const STAND_BY: &str = "stand-by";
/// Descriptors of one request, in this order: the standard input, output and error of the reader, and its leash. The
/// byte that comes with them is the number of processors that the reader may use at once.
///
/// The reader is killed when the other end of the leash closes; its end is told there by its wait status, four
/// bytes in this machine's order.
pub const DESCRIPTORS: usize = 4;

/// The process. Dropping this ends it, and whatever it still has reading.
#[derive(Debug)]
pub(super) struct ForkServer {
    process: Child,
    requests: OwnedFd,
    _home: TempDir,
}

/// A copy of the process that waits for its job.
#[derive(Debug)]
pub(super) struct Forked {
    pub(super) stdin: pipe::Sender,
    pub(super) stdout: pipe::Receiver,
    pub(super) stderr: pipe::Receiver,
    pub(super) leash: UnixStream,
}

impl ForkServer {
    /// Starts the process: a child of `program` with an empty environment and home.
    ///
    /// # Errors
    /// When the system cannot start it, or has no means to see its copies end.
    pub(super) fn start(program: &Path) -> std::io::Result<Self> {
        // Without it the process could not see its copies end; older systems and some containers refuse it.
        drop(pidfd_open(getpid(), PidfdFlags::empty())?);
        let (requests, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        let (mut command, home) = super::reader::bare(program)?;
        command.arg(STAND_BY);
        command.stdin(theirs).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self { process: command.spawn()?, requests, _home: home })
    }

    /// Whether it still takes requests.
    pub(super) fn lives(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// Asks for a copy that may use so many processors at once. Needs a tokio runtime around it.
    ///
    /// # Errors
    /// When no request can be made; that the process could not divide itself is told by the end of the leash.
    pub(super) fn fork(&self, processors: u8) -> std::io::Result<Forked> {
        let (their_stdin, stdin) = pipe_with(PipeFlags::CLOEXEC)?;
        let (stdout, their_stdout) = pipe_with(PipeFlags::CLOEXEC)?;
        let (stderr, their_stderr) = pipe_with(PipeFlags::CLOEXEC)?;
        let (leash, their_leash) = PlainStream::pair()?;
        leash.set_nonblocking(true)?;
        let theirs: [_; DESCRIPTORS] =
            [their_stdin.as_fd(), their_stdout.as_fd(), their_stderr.as_fd(), their_leash.as_fd()];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
        let mut rights = SendAncillaryBuffer::new(&mut space);
        if !rights.push(SendAncillaryMessage::ScmRights(&theirs)) {
            return Err(Errno::NOBUFS.into());
        }
        // One that has not taken the requests of before will not take this one soon.
        let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
        sendmsg(&self.requests, &[IoSlice::new(&[processors])], &mut rights, flags)?;
        Ok(Forked {
            stdin: pipe::Sender::from_owned_fd(stdin)?,
            stdout: pipe::Receiver::from_owned_fd(stdout)?,
            stderr: pipe::Receiver::from_owned_fd(stderr)?,
            leash: UnixStream::from_std(leash)?,
        })
    }
}

impl Drop for ForkServer {
    fn drop(&mut self) {
        // Its copies asked to die with it. One that has ended cannot be killed, which is as good.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
