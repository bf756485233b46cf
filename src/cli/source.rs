//! What the operator typed → where the repository and the report are.

use crate::domain::repo_url::{Hosts, RepoUrl};
use crate::domain::report_url::ReportUrl;
use crate::domain::request::{RepoSource, ReportSource};
use clap::Args;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Which hosts are asked, and how, besides the well-known ones by https.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct HostArgs {
    /// Also allow this host (`HOST`, `HOST:PORT`, or `http://HOST:PORT` without encryption).
    #[arg(long, value_name = "HOST", value_parser = host)]
    pub(super) allow_host: Vec<String>,
    /// Also fetch `git@HOST:OWNER/REPO` from the allowed hosts, by this machine's `ssh` with your keys.
    #[arg(long)]
    pub(super) allow_ssh: bool,
}

impl HostArgs {
    /// The hosts of repositories.
    pub(super) fn of_repositories(&self) -> Hosts {
        Hosts::default().with(&self.allow_host).with_ssh(self.allow_ssh)
    }
}

/// Understands `REPO`: an https or ssh URL, a local path, or a `file://` URL. Local ones are fine because
/// the operator typed them; whether there is such a folder is [`there`]'s to say.
///
/// # Errors
/// When it is a URL that may not be fetched, or a path that may not be read; one clear sentence.
pub(super) fn repository(typed: &str, hosts: &Hosts) -> Result<RepoSource, String> {
    if typed.starts_with("file://") {
        let path = url::Url::parse(typed).ok().and_then(|url| url.to_file_path().ok());
        return match path {
            Some(path) => local(&path, typed),
            None => Err(format!("`{typed}` names no folder of this machine; write file:///FOLDER")),
        };
    }
    // What git takes for the name of a program that fetches is none of a folder, unless there is one.
    let names_a_helper = typed.contains("::") && !Path::new(typed).exists();
    let is_url =
        typed.contains("://") || (typed.contains('@') && typed.contains(':')) || names_a_helper;
    if !is_url {
        if typed.starts_with('-') {
            return Err(format!("`{typed}` looks like an option; write ./{typed} for a folder"));
        }
        if let Some(url) = meant(typed, hosts) {
            return Err(format!(
                "`{typed}` is no folder of this machine; write {url} for what is there"
            ));
        }
        return local(Path::new(typed), typed);
    }
    let url = RepoUrl::parse(typed, hosts).map_err(|error| error.to_string())?;
    Ok(RepoSource::Remote { url })
}

/// The repository of which an address was typed without `https://`, unless there is a folder of that name.
fn meant(typed: &str, hosts: &Hosts) -> Option<RepoUrl> {
    let is_there = Path::new(typed).exists();
    RepoUrl::parse(&format!("https://{typed}"), hosts).ok().filter(|_| !is_there)
}

fn local(path: &Path, shown: &str) -> Result<RepoSource, String> {
    if path.try_exists().is_err_and(|error| error.kind() == ErrorKind::PermissionDenied) {
        return Err(format!("the repository `{shown}` cannot be read: permission denied"));
    }
    let path = std::path::absolute(path).map_err(|_| absent(shown))?;
    // A report needs a name for it, which `.` and `..` are not.
    let is_nameless = Path::new(shown).file_name().is_none() || shown.ends_with("/.");
    let real = path.canonicalize().ok().filter(|_| is_nameless);
    let name = real.as_deref().and_then(Path::file_name);
    let name = name.map(|name| name.to_string_lossy().into_owned());
    Ok(RepoSource::Local { path, shown: name.unwrap_or_else(|| shown.to_owned()) })
}

/// That a repository of this machine is there. One that is elsewhere is known only once it is asked for.
///
/// # Errors
/// When there is none; one clear sentence.
pub(super) fn there(repo: &RepoSource) -> Result<(), String> {
    match repo {
        RepoSource::Local { path, shown } if !path.exists() => Err(absent(shown)),
        RepoSource::Local { path, shown } => match around(path) {
            Some(root) => Err(format!(
                "`{shown}` is a folder of the git repository at `{}`; name that one",
                root.display()
            )),
            None => Ok(()),
        },
        RepoSource::Remote { .. } => Ok(()),
    }
}

/// The root of the work tree that a folder lies in which is none itself.
fn around(path: &Path) -> Option<&Path> {
    let is_own = path.join(".git").exists() || path.join("HEAD").exists();
    let root = path.ancestors().skip(1).find(|folder| folder.join(".git").exists());
    root.filter(|_| !is_own && path.is_dir())
}

fn absent(shown: &str) -> String {
    format!(
        "the repository `{shown}` does not exist; give a folder with a git repository or a URL such as https://github.com/OWNER/REPO"
    )
}

/// Understands `--pdf`: an https URL, or a path. `allowed` names hosts besides the well-known ones.
///
/// # Errors
/// When it is a URL that may not be asked, or no path; one clear sentence.
pub(super) fn report(typed: &Path, allowed: &[String]) -> Result<ReportSource, String> {
    let shown = typed.display().to_string();
    if shown.contains("://") {
        let hosts = Hosts::of_reports().with(allowed);
        let url = ReportUrl::parse(&shown, &hosts);
        let url = url.map_err(|error| format!("the report cannot be asked for: {error}"))?;
        return Ok(ReportSource::Url { url, allowed: allowed.to_vec() });
    }
    match std::path::absolute(typed) {
        // Reading from a device or a pipe would not end; that a file is missing is told when it is looked for.
        Ok(path) if path.metadata().is_ok_and(|file| !file.is_file() && !file.is_dir()) => {
            Err(format!("`{shown}` is a device or a pipe; give the report as a file"))
        }
        Ok(path) => own_name(&path)
            .map(|path| ReportSource::File { path, shown })
            .map_err(|error| format!("`{}` cannot be read: {error}", typed.display())),
        Err(error) => Err(format!("`{shown}` is no path: {error}")),
    }
}

/// Understands `--allow-host`.
///
/// # Errors
/// When it names no host, and would allow nothing.
pub(super) fn host(typed: &str) -> Result<String, String> {
    let address = if typed.contains("://") { typed.to_owned() } else { format!("https://{typed}") };
    let is_plain = |url: &url::Url| {
        matches!(url.scheme(), "https" | "http")
            && url.path() == "/"
            && url.query().or(url.fragment()).is_none()
            && url.username().is_empty()
    };
    let is_host = !typed.contains('*') && url::Url::parse(&address).is_ok_and(|url| is_plain(&url));
    if is_host {
        Ok(typed.to_owned())
    } else {
        Err("a host is written as HOST, HOST:PORT or http://HOST:PORT".to_owned())
    }
}

/// The name under which others find a file, too: what `/dev/stdin` and its like mean is another thing in another
/// process.
fn own_name(path: &Path) -> std::io::Result<PathBuf> {
    let is_of_process = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
    if is_of_process { path.canonicalize() } else { Ok(path.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsRawFd;

    #[test]
    fn what_names_no_host_is_not_allowed_as_one() {
        for typed in ["git.example.org", "localhost:3000", "http://10.0.0.7:8080", "https://x.org/"]
        {
            assert_eq!(host(typed), Ok(typed.to_owned()));
        }
        for typed in
            ["", "*", "*.org", "a b", "x/y", "localhost:99999", "ssh://x", "me@x.org", "x?y"]
        {
            assert!(host(typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn a_folder_within_a_repository_is_told_from_its_root() {
        let root = tempfile::tempdir().unwrap();
        for folder in [".git", "src/deep", "kept.git"] {
            std::fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        std::fs::write(root.path().join("kept.git/HEAD"), "ref: refs/heads/main").unwrap();
        let told = |folder: &str| {
            let path = root.path().join(folder);
            there(&RepoSource::Local { path, shown: folder.to_owned() })
        };
        let refused = told("src/deep").unwrap_err();
        let named = format!("the git repository at `{}`", root.path().display());
        assert!(refused.contains(&named), "{refused}");
        assert_eq!((told(""), told("kept.git")), (Ok(()), Ok(())));
        assert!(told("nowhere").unwrap_err().contains("does not exist"));
    }

    #[test]
    fn an_address_without_its_scheme_is_told_with_it() {
        let hosts = Hosts::default();
        for typed in ["github.com/o/r", "www.github.com/o/r", "github.com/o/r.git"] {
            let refused = repository(typed, &hosts).unwrap_err();
            assert!(refused.contains("write https://github.com/o/r for"), "{refused}");
        }
        for typed in ["example.org/o/r", "o/r", "github.com", "./github.com/o/r"] {
            assert!(matches!(repository(typed, &hosts), Ok(RepoSource::Local { .. })), "{typed}");
        }
    }

    #[test]
    fn ssh_is_a_way_where_the_operator_says_so() {
        let mut hosts = HostArgs::default();
        let typed = "git@github.com:o/r.git";
        let refused = repository(typed, &hosts.of_repositories()).unwrap_err();
        assert!(refused.contains("--allow-ssh"), "{refused}");
        hosts.allow_ssh = true;
        let Ok(RepoSource::Remote { url }) = repository(typed, &hosts.of_repositories()) else {
            panic!("{typed} is refused")
        };
        assert_eq!(url.to_string(), "ssh://git@github.com/o/r");
        assert!(repository("git@elsewhere.org:o/r.git", &hosts.of_repositories()).is_err());
    }

    #[test]
    fn a_file_that_is_open_here_is_named_so_that_others_find_it() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let typed = format!("/proc/self/fd/{}", file.as_file().as_raw_fd());
        let Ok(ReportSource::File { path, shown }) = report(Path::new(&typed), &[]) else {
            panic!("{typed} is refused")
        };
        assert_eq!((path, shown), (file.path().canonicalize().unwrap(), typed));
        assert!(report(Path::new("/dev/null"), &[]).unwrap_err().contains("device"));
    }
}
