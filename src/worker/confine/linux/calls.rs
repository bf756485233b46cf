//! Which system calls this process may make: seccomp.
//!
//! The list says what is allowed. Any other call fails as if the system did not have it, so that libraries
//! take the older way that they know, and a reader that was taken over finds neither a socket nor a way to
//! start a program.

use super::super::Force;
use super::super::needs::Reach;
use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch,
};
use std::collections::BTreeMap;

/// What every job needs: memory, threads, time, and files that are open or opened for reading.
const ALWAYS: &[c_long] = &[
    libc::SYS_brk,
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_close,
    libc::SYS_dup,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fcntl,
    libc::SYS_fstat,
    libc::SYS_fstatfs,
    libc::SYS_futex,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getpid,
    libc::SYS_getrandom,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_getuid,
    libc::SYS_lseek,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_newfstatat,
    libc::SYS_ppoll,
    libc::SYS_pread64,
    libc::SYS_read,
    libc::SYS_readlinkat,
    libc::SYS_readv,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_sigaltstack,
    libc::SYS_statfs,
    libc::SYS_statx,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_write,
    libc::SYS_writev,
];

/// The same by their older names, which only one architecture still has.
#[cfg(target_arch = "x86_64")]
const ALWAYS_OLD: &[c_long] = &[
    libc::SYS_access,
    libc::SYS_lstat,
    libc::SYS_poll,
    libc::SYS_readlink,
    libc::SYS_stat,
    libc::SYS_time,
];
#[cfg(target_arch = "aarch64")]
const ALWAYS_OLD: &[c_long] = &[];

/// What a fetch needs on top: a connection, and a directory to build.
const FETCH: &[c_long] = &[
    libc::SYS_bind,
    libc::SYS_connect,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2,
    libc::SYS_fallocate,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fdatasync,
    libc::SYS_flock,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_getpeername,
    libc::SYS_getsockname,
    libc::SYS_getsockopt,
    libc::SYS_ioctl,
    libc::SYS_linkat,
    libc::SYS_mkdirat,
    libc::SYS_openat,
    libc::SYS_pipe2,
    libc::SYS_pselect6,
    libc::SYS_pwrite64,
    libc::SYS_recvfrom,
    libc::SYS_recvmmsg,
    libc::SYS_recvmsg,
    libc::SYS_renameat2,
    libc::SYS_sendmmsg,
    libc::SYS_sendmsg,
    libc::SYS_sendto,
    libc::SYS_setsockopt,
    libc::SYS_shutdown,
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_umask,
    libc::SYS_unlinkat,
    libc::SYS_utimensat,
];

#[cfg(target_arch = "x86_64")]
const FETCH_OLD: &[c_long] = &[
    libc::SYS_chmod,
    libc::SYS_epoll_wait,
    libc::SYS_link,
    libc::SYS_mkdir,
    libc::SYS_open,
    libc::SYS_rename,
    libc::SYS_renameat,
    libc::SYS_rmdir,
    libc::SYS_select,
    libc::SYS_unlink,
];
#[cfg(target_arch = "aarch64")]
const FETCH_OLD: &[c_long] = &[
    // `renameat`, which the C library uses and the crate does not name for this architecture.
    38,
];

/// The bit by which a thread differs from a process when it is started.
const THREAD: u64 = libc::CLONE_THREAD.unsigned_abs() as u64;
/// The only thing that a process may ask about itself by `prctl`: to give a thread a name.
const NAME_THREAD: u64 = libc::PR_SET_NAME.unsigned_abs() as u64;

/// Gives up all system calls but those that are needed, for this thread and those that it starts.
pub(super) fn lock(reach: Reach, writes: bool) -> Force {
    if reach == Reach::Programs {
        // What a program of the operator needs is not ours to know, so nothing is asked for.
        return Force::Full;
    }
    let applied = compile(reach, writes)
        .map_err(seccompiler::Error::from)
        .and_then(|program| seccompiler::apply_filter(&program));
    if applied.is_ok() { Force::Full } else { Force::None }
}

fn compile(reach: Reach, writes: bool) -> Result<BpfProgram, BackendError> {
    let mut rules: BTreeMap<c_long, Vec<SeccompRule>> = BTreeMap::new();
    let mut allow = |calls: &[c_long]| rules.extend(calls.iter().map(|call| (*call, Vec::new())));
    allow(ALWAYS);
    allow(ALWAYS_OLD);
    match reach {
        Reach::Nowhere if writes => allow(&[libc::SYS_openat]),
        Reach::Nowhere => {
            rules.insert(libc::SYS_openat, vec![opens_for_reading(2)?]);
        }
        Reach::Network | Reach::Programs => {
            allow(FETCH);
            allow(FETCH_OLD);
        }
    }
    rules.insert(libc::SYS_clone, vec![masked(0, THREAD, THREAD)?]);
    rules.insert(libc::SYS_prctl, vec![equal(0, NAME_THREAD)?]);
    // Setting a limit of this very process, which can only be lowered; asked for by threads as they start.
    rules.insert(libc::SYS_prlimit64, vec![equal(0, 0)?]);
    // The way in which a process aborts itself.
    rules.insert(libc::SYS_tgkill, vec![equal(0, std::process::id().into())?]);
    let missing = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
    let arch = if cfg!(target_arch = "aarch64") { TargetArch::aarch64 } else { TargetArch::x86_64 };
    SeccompFilter::new(rules, missing, SeccompAction::Allow, arch)?.try_into()
}

/// A rule that holds when those bits of an argument that are in `mask` are the bits of `value`.
fn masked(argument: u8, mask: u64, value: u64) -> Result<SeccompRule, BackendError> {
    let bits = SeccompCmpOp::MaskedEq(mask);
    SeccompRule::new(vec![SeccompCondition::new(argument, SeccompCmpArgLen::Dword, bits, value)?])
}

/// A rule that holds when the lower half of an argument is `value`.
fn equal(argument: u8, value: u64) -> Result<SeccompRule, BackendError> {
    masked(argument, u32::MAX.into(), value)
}

/// A rule that holds when a file is neither made nor opened for writing.
fn opens_for_reading(flags: u8) -> Result<SeccompRule, BackendError> {
    let writing = libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC;
    masked(flags, writing.unsigned_abs().into(), 0)
}
