//! What a job must be able to touch.

use crate::domain::repo_url::{RepoUrl, Scheme};
use crate::domain::request::RepoSource;
use crate::ports::git;
use crate::ports::sandbox::Job;
use std::path::{Path, PathBuf};

/// Where the standard library learns how many processors a container may use.
const PROCESSORS: [&str; 2] = ["/proc/self/cgroup", "/sys/fs/cgroup"];

/// Where a system keeps the certificates it trusts, the way to its name servers, and what these need.
const NETWORK: [&str; 20] = [
    "/etc/ca-certificates",
    "/etc/crypto-policies",
    "/etc/gai.conf",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/ld.so.cache",
    "/etc/nsswitch.conf",
    "/etc/pki",
    "/etc/resolv.conf",
    "/etc/services",
    "/etc/ssl",
    "/gnu/store",
    "/lib",
    "/lib64",
    "/nix/store",
    "/run/nscd",
    "/run/systemd/resolve",
    "/system/etc/security",
    "/usr",
    "/var/lib/ca-certificates",
];

/// How far a job reaches beyond this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Not at all: it reads and answers.
    Nowhere,
    /// To a host, from within this process.
    Network,
    /// To a host, by a program of the operator (`ssh`) with its own settings and keys.
    Programs,
}

/// What a job must be able to touch. Paths that do not exist are not needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Needs {
    /// Files, and directories with all that is below them, that are read.
    pub(super) read: Vec<PathBuf>,
    /// The file, or the directory with all that is below it, that is written.
    pub(super) write: Option<PathBuf>,
    /// How far it reaches.
    pub(super) reach: Reach,
}

/// Says what `job` needs, and makes what it will write, since only what exists can be allowed.
///
/// `trusted` are further places of certificates for a fetch.
pub(super) fn prepare(job: &Job, trusted: Vec<PathBuf>) -> Needs {
    let (mut read, mut write, mut reach) = (Vec::new(), None, Reach::Nowhere);
    match job {
        Job::Fetch { url, into, .. } => {
            // What cannot be made will be said by the job itself.
            let _ = std::fs::create_dir_all(into);
            write = Some(into.clone());
            reach = way(url);
            read.extend(NETWORK.iter().map(PathBuf::from));
            read.extend(trusted);
        }
        Job::Download { into, .. } => {
            let _ = std::fs::OpenOptions::new().append(true).create(true).open(into);
            write = Some(into.clone());
            reach = Reach::Network;
            read.extend(NETWORK.iter().map(PathBuf::from));
            read.extend(trusted);
        }
        Job::Head { repo: RepoSource::Remote { url }, scratch, .. } => {
            write = Some(scratch.clone());
            reach = way(url);
            read.extend(NETWORK.iter().map(PathBuf::from));
            read.extend(trusted);
        }
        Job::Head { repo: RepoSource::Local { path, .. }, .. } => {
            read.extend(git::directories(path));
        }
        Job::Repository { path, .. } => read.extend(git::directories(path)),
        Job::Extract { repo, into, .. } => {
            let _ = std::fs::OpenOptions::new().append(true).create(true).open(into);
            write = Some(into.clone());
            read.extend(git::directories(repo));
        }
        Job::Document { report, .. }
        | Job::Figures { report, .. }
        | Job::Report { report, .. }
        | Job::Regions { report, .. } => {
            // One that was handed in is open already.
            read.extend(report.within.is_none().then(|| report.path.clone()));
        }
    }
    read.extend(PROCESSORS.iter().map(Path::new).map(Path::to_owned));
    Needs { read, write, reach }
}

/// How far a job reaches that asks the host of this repository.
fn way(url: &RepoUrl) -> Reach {
    match url.scheme() {
        Scheme::Https | Scheme::Http => Reach::Network,
        Scheme::Ssh => Reach::Programs,
    }
}
