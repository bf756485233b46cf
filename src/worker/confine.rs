//! The limits that the child puts on itself before it reads anything.

use crate::ports::sandbox::Job;
use rlimit::Resource;

/// Most files that may be open at once: packs, indices and a connection.
const OPEN_FILES: u64 = 256;

/// Limits this process for `job`: memory, processor time, file sizes, open files, and no core dump.
///
/// # Errors
/// When the system refuses; the job must not be done then.
pub(super) fn confine(job: &Job) -> std::io::Result<()> {
    let processors = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let seconds = job.deadline().as_secs().saturating_add(1).saturating_mul(processors);
    lower(Resource::AS, job.limits().worker_memory_bytes)?;
    lower(Resource::CORE, 0)?;
    lower(Resource::CPU, seconds)?;
    lower(Resource::NOFILE, OPEN_FILES)?;
    lower(Resource::FSIZE, job.file_bytes())
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
