//! The limits that the child puts on itself before it reads anything.
//!
//! Resource limits are a must. What the process may touch is confined as far as the system can: files by
//! Landlock, system calls by seccomp. Each of the two makes up for what the other cannot express.

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod linux;
mod needs;

use crate::ports::sandbox::Job;
use rlimit::Resource;
use std::path::PathBuf;

/// Most files that may be open at once: packs, indices and a connection.
const OPEN_FILES: u64 = 256;
/// Most bytes of addresses that hold nothing of this process's own: the program, the packs of a repository, and room
/// that an allocator sets aside.
const MAPPED: u64 = 4 << 30;
/// How far this process steps back, in steps of `nice`: reading is long and can wait, the court that started it
/// answers people and models.
const STEP_BACK: i32 = 10;

/// How much of one kind of confinement the system has put into force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Force {
    /// All that was asked for.
    Full,
    /// Some of it; the system is older than the rest.
    Partial,
    /// Nothing.
    None,
}

/// What the system has put into force beyond the limits on resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Confined {
    /// Which files may be read and written.
    pub(super) files: Force,
    /// Which system calls may be made.
    pub(super) calls: Force,
}

impl Confined {
    /// Whether nothing is missing.
    pub(super) fn is_full(self) -> bool {
        self == Self { files: Force::Full, calls: Force::Full }
    }
}

impl std::fmt::Display for Confined {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let word = |force| match force {
            Force::Full => "in full",
            Force::Partial => "in part",
            Force::None => "not at all",
        };
        write!(f, "files {}, system calls {}", word(self.files), word(self.calls))
    }
}

/// Limits this process for `job`: memory, processor time, file sizes, open files, no core dump, and as far
/// as the system can, the files and the system calls that the job needs.
///
/// Holds for this thread and those that it starts: call it while there is no other.
///
/// # Errors
/// When the system refuses a limit on resources; the job must not be done then.
pub(super) fn confine(job: &Job, trusted: Vec<PathBuf>) -> std::io::Result<Confined> {
    let processors = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let seconds = job.deadline().as_secs().saturating_add(1).saturating_mul(processors);
    lower(Resource::DATA, job.memory_bytes())?;
    lower(Resource::AS, job.memory_bytes().saturating_add(MAPPED))?;
    lower(Resource::CORE, 0)?;
    lower(Resource::CPU, seconds)?;
    lower(Resource::NOFILE, OPEN_FILES)?;
    lower(Resource::FSIZE, job.file_bytes())?;
    // One that may not step back reads as well.
    let _ = rustix::process::nice(STEP_BACK);
    Ok(linux::lock(&needs::prepare(job, trusted)))
}

/// Lowers a limit for good, and leaves one that is lower already.
fn lower(resource: Resource, most: u64) -> std::io::Result<()> {
    if !resource.is_supported() {
        return Ok(());
    }
    let (_, hard) = resource.get()?;
    let most = most.min(hard);
    resource.set(most, most)
}

/// Systems that can do neither have the limits on resources alone.
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod linux {
    pub(super) fn lock(_: &super::needs::Needs) -> super::Confined {
        super::Confined { files: super::Force::None, calls: super::Force::None }
    }
}
