//! The process that divides itself for each job (`auditor __worker stand-by`).
//!
//! It makes ready whatever every reader needs, then waits for requests on its standard input. It has one thread
//! whenever it divides itself, and never reads what anybody handed in.

use super::warm::warm;
use crate::ports::sandbox::DESCRIPTORS;
use crate::spread;
use fork::{Fork, fork, waitpid_nohang};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
use rustix::process::{
    Pid, PidfdFlags, Signal, getppid, kill_process_group, pidfd_open,
    set_parent_process_death_signal, setpgid,
};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout, stdin};
use std::io::{IoSliceMut, Write};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;

/// What this process is to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Read: it is a copy, and its job will come on its standard input.
    Read,
    /// End, with this exit code: nobody will ask any more.
    End(u8),
}

/// Exit code of one that could not go on.
const BROKEN: u8 = 71;

/// A copy that reads.
struct Reader {
    pid: Pid,
    /// Can be read once the copy has ended.
    ended: OwnedFd,
    /// Hangs up when nobody wants the answer any more; `None` once that was seen.
    leash: Option<UnixStream>,
}

/// One request: the descriptors of a reader.
struct Request {
    stdin: OwnedFd,
    stdout: OwnedFd,
    stderr: OwnedFd,
    leash: OwnedFd,
    /// How many processors the reader may use at once.
    processors: u8,
}

/// Divides this process as often as its standard input asks for it. Returns in each copy, and at the end of the
/// standard input in the process itself.
///
/// Takes the whole process for itself: call it from `main` alone, before there is another thread.
pub fn stand_by() -> Next {
    // What it makes ready is kept by the one thread that its copies have of it.
    spread::share(1);
    warm();
    let mut readers: Vec<Reader> = Vec::new();
    loop {
        match round(&mut readers) {
            Ok(None) => {}
            Ok(Some(next)) => return next,
            Err(_) => {
                readers.iter().for_each(kill);
                return Next::End(BROKEN);
            }
        }
    }
}

/// Waits until something happens, and sees to all of it.
fn round(readers: &mut Vec<Reader>) -> rustix::io::Result<Option<Next>> {
    let (asked, ended, let_go) = wait(readers)?;
    for number in let_go {
        readers[number].leash = None;
        kill(&readers[number]);
    }
    // From behind, since the places of those before stay what they are.
    for number in ended.into_iter().rev() {
        bury(readers.swap_remove(number));
    }
    if !asked {
        return Ok(None);
    }
    let Some(request) = request()? else {
        readers.iter().for_each(kill);
        return Ok(Some(Next::End(0)));
    };
    Ok(divide(readers, request))
}

/// Whether somebody asks, which readers have ended, and whose answers nobody wants.
fn wait(readers: &[Reader]) -> rustix::io::Result<(bool, Vec<usize>, Vec<usize>)> {
    let mut watched = vec![PollFd::from_borrowed_fd(stdin(), PollFlags::IN)];
    watched.extend(readers.iter().map(|reader| PollFd::new(&reader.ended, PollFlags::IN)));
    let mut held = Vec::new();
    for (number, reader) in readers.iter().enumerate() {
        if let Some(leash) = &reader.leash {
            held.push(number);
            watched.push(PollFd::new(leash, PollFlags::IN));
        }
    }
    loop {
        match poll(&mut watched, None) {
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
            Ok(_) => break,
        }
    }
    let happened: Vec<bool> = watched.iter().map(|fd| !fd.revents().is_empty()).collect();
    let (own, rest) = happened.split_at(1);
    let (ends, leashes) = rest.split_at(readers.len());
    let ended = (0..readers.len()).filter(|number| ends[*number]).collect();
    let let_go = held.into_iter().zip(leashes).filter(|(_, gone)| **gone);
    Ok((own[0], ended, let_go.map(|(number, _)| number).collect()))
}

/// The next request; `None` when there will be no more.
fn request() -> rustix::io::Result<Option<Request>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut rights = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let received = loop {
        let flags = RecvFlags::CMSG_CLOEXEC;
        match recvmsg(stdin(), &mut [IoSliceMut::new(&mut byte)], &mut rights, flags) {
            Err(Errno::INTR) => {}
            other => break other?,
        }
    };
    if received.bytes == 0 {
        return Ok(None);
    }
    let mut descriptors = Vec::new();
    for message in rights.drain() {
        if let RecvAncillaryMessage::ScmRights(sent) = message {
            descriptors.extend(sent);
        }
    }
    let [stdin, stdout, stderr, leash] =
        <[OwnedFd; DESCRIPTORS]>::try_from(descriptors).map_err(|_| Errno::PROTO)?;
    Ok(Some(Request { stdin, stdout, stderr, leash, processors: byte[0] }))
}

/// Divides this process. The copy is told to read; the process itself goes on.
fn divide(readers: &mut Vec<Reader>, request: Request) -> Option<Next> {
    let own = rustix::process::getpid();
    match fork() {
        Ok(Fork::Child) => {
            readers.clear();
            Some(become_reader(&request, own).map_or(Next::End(BROKEN), |()| Next::Read))
        }
        Ok(Fork::Parent(pid)) => {
            let pid = Pid::from_raw(pid)?;
            // The copy does the same; whoever comes first.
            let _ = setpgid(Some(pid), Some(pid));
            let leash = Some(UnixStream::from(request.leash));
            match pidfd_open(pid, PidfdFlags::empty()) {
                Ok(ended) => readers.push(Reader { pid, ended, leash }),
                // One whose end would not be seen must not read. Its leash closes without a status.
                Err(_) => drop(rustix::process::kill_process(pid, Signal::KILL)),
            }
            None
        }
        // The leash closes without a status, which says that nobody reads.
        Err(_) => None,
    }
}

/// Makes this copy what a reader is that was started by itself.
fn become_reader(request: &Request, parent: Pid) -> rustix::io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    if getppid() != Some(parent) {
        return Err(Errno::SRCH);
    }
    // Its parent does the same; whoever comes first.
    let _ = setpgid(None, None);
    spread::share(request.processors.into());
    dup2_stdin(&request.stdin)?;
    dup2_stdout(&request.stdout)?;
    dup2_stderr(&request.stderr)
}

/// Kills a reader with its descendants. It has not been waited for, so that its id is still its own.
fn kill(reader: &Reader) {
    // It may have ended by itself, which is as good.
    let _ = kill_process_group(reader.pid, Signal::KILL);
}

/// Takes leave of a reader that has ended, and tells how.
fn bury(reader: Reader) {
    // No descendant outlives the job.
    kill(&reader);
    let status = waitpid_nohang(reader.pid.as_raw_pid());
    if let (Ok(Some(status)), Some(mut leash)) = (status, reader.leash) {
        // Whoever asked may have gone, which harms nobody.
        let _ = leash.write_all(&status.to_ne_bytes());
    }
}
