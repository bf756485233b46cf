//! Fetching a repository into a directory of ours.

use super::GitError;
use super::open::{chain, isolated};
use crate::domain::limits::Limits;
use crate::domain::repo_url::{RepoUrl, Scheme};
use gix::ObjectId;
use gix::bstr::BString;
use gix::protocol::handshake::Ref;
use gix::refs::transaction::{Change, LogChange, PreviousValue, RefEdit};
use gix::refs::{FullName, Target};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// What a fetch brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fetched {
    /// Full hexadecimal id of the commit at the remote's `HEAD`.
    pub head: String,
    /// Name of the remote's default branch, without `refs/heads/`.
    pub branch: Option<String>,
}

/// Fetches the full history of the default branch into a bare repository at `into`, an empty or absent directory.
///
/// There is no checkout, no credential is sent and no program is asked for one. Before it, the process
/// must have installed a TLS provider for `rustls`.
///
/// # Errors
/// [`GitError`]; whatever was written is removed again. Waiting for an answer's first byte cannot be
/// interrupted, so a deadline needs a process that can be killed, too.
pub fn fetch(url: &RepoUrl, into: &Path, limits: &Limits) -> Result<Fetched, GitError> {
    let options = isolated(limits, &ways(url)).with(gix::sec::Trust::Full);
    let address = url.fetch_url();
    let create =
        gix::create::Options { destination_must_be_empty: Some(true), ..Default::default() };
    let failed = |error: &gix::Error| explain(url, error);
    let mut prepared = gix::clone::PrepareFetch::new(
        address.as_str(),
        into,
        gix::create::Kind::Bare,
        create,
        options,
    )
    .map_err(|error| failed(&error))?
    .configure_remote(head_only);
    let stop = AtomicBool::new(false);
    let outcome =
        watched(into, limits, &stop, || prepared.fetch_only(gix::progress::Discard, &stop));
    let too_large = || GitError::TooLarge { url: url.to_string(), limit: limits.fetch_bytes };
    let settled = match outcome {
        (_, Ok(_)) if bytes_below(&into.join("objects")) > limits.fetch_bytes => Err(too_large()),
        (_, Ok((repo, outcome))) => {
            settle_head(&repo, &outcome.ref_map.remote_refs).map_err(|error| {
                error.map_or(GitError::Empty { branch: None, others: Vec::new() }, |error| {
                    failed(&error)
                })
            })
        }
        (Cut::Bytes, Err(_)) => Err(too_large()),
        (Cut::Time, Err(_)) => {
            Err(GitError::Timeout { url: url.to_string(), seconds: limits.fetch_seconds })
        }
        (Cut::None, Err(error)) => Err(failed(&error)),
    };
    if settled.is_err() {
        // The library removes what it wrote only when its own part failed.
        let _ = std::fs::remove_dir_all(into);
    }
    settled
}

/// Settings that open the way to the host of `url`, and no other way.
pub(super) fn ways(url: &RepoUrl) -> Vec<String> {
    let scheme = match url.scheme() {
        Scheme::Https => "https",
        Scheme::Http => "http",
        Scheme::Ssh => "ssh",
    };
    let mut settings = vec![
        format!("protocol.{scheme}.allow=always"),
        "fetch.fsckObjects=false".to_owned(),
        "gitoxide.http.connectTimeout=20000".to_owned(),
    ];
    if url.scheme() == Scheme::Ssh {
        settings.push("core.sshCommand=ssh -oBatchMode=yes -oConnectTimeout=20".to_owned());
    }
    settings
}

/// Asks for the default branch alone, without tags.
pub(super) fn head_only(remote: gix::Remote<'_>) -> gix::Result<gix::Remote<'_>> {
    remote
        .with_fetch_tags(gix::remote::fetch::Tags::None)
        .with_refspecs(["+HEAD:refs/audit/head"], gix::remote::Direction::Fetch)
}

/// Why a fetch was broken off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    None,
    Bytes,
    Time,
}

/// Runs `work` while a thread compares the clock and the directory's size with the limits.
fn watched<T>(
    into: &Path,
    limits: &Limits,
    stop: &AtomicBool,
    work: impl FnOnce() -> T,
) -> (Cut, T) {
    let cut = AtomicU8::new(0);
    let (done, finished) = mpsc::sync_channel::<()>(1);
    let deadline = Instant::now() + Duration::from_secs(limits.fetch_seconds);
    let result = std::thread::scope(|scope| {
        let cut = &cut;
        scope.spawn(move || {
            while finished.recv_timeout(Duration::from_millis(50))
                == Err(mpsc::RecvTimeoutError::Timeout)
            {
                let too_large = bytes_below(&into.join("objects")) > limits.fetch_bytes;
                if too_large || Instant::now() > deadline {
                    cut.store(if too_large { 1 } else { 2 }, Ordering::Relaxed);
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let result = work();
        drop(done);
        result
    });
    let cut = match cut.load(Ordering::Relaxed) {
        1 => Cut::Bytes,
        2 => Cut::Time,
        _ => Cut::None,
    };
    (cut, result)
}

/// Size of the files in `dir` and in the directories right below it.
fn bytes_below(dir: &Path) -> u64 {
    let list = |dir: &Path| std::fs::read_dir(dir).into_iter().flatten().flatten();
    let size = |entry: &std::fs::DirEntry| {
        entry.metadata().map_or(0, |m| if m.is_file() { m.len() } else { 0 })
    };
    list(dir).map(|e| size(&e) + list(&e.path()).map(|inner| size(&inner)).sum::<u64>()).sum()
}

/// The commit at the remote's `HEAD`, and the full name of the branch that it names.
pub(super) fn head_among(refs: &[Ref]) -> Option<(Option<BString>, ObjectId)> {
    refs.iter().find_map(|reference| match reference {
        Ref::Symbolic { full_ref_name, target, object, .. } if full_ref_name == "HEAD" => {
            Some((Some(target.clone()), *object))
        }
        Ref::Direct { full_ref_name, object } | Ref::Peeled { full_ref_name, object, .. }
            if full_ref_name == "HEAD" =>
        {
            Some((None, *object))
        }
        Ref::Symbolic { .. } | Ref::Direct { .. } | Ref::Peeled { .. } | Ref::Unborn { .. } => None,
    })
}

/// Lets `HEAD` name the remote's default branch; `Err(None)` when the remote has no commit.
fn settle_head(repo: &gix::Repository, refs: &[Ref]) -> Result<Fetched, Option<gix::Error>> {
    let Some((branch, id)) = head_among(refs) else { return Err(None) };
    // A name that git itself would not accept stays out of the repository.
    let branch = branch.and_then(|name| FullName::try_from(name).ok());
    let update = |name: FullName, new: Target| RefEdit {
        change: Change::Update { log: LogChange::default(), expected: PreviousValue::Any, new },
        name,
        deref: false,
    };
    let head_name = FullName::try_from("HEAD").expect("HEAD is a valid name");
    let edits = match &branch {
        Some(name) => vec![
            update(name.clone(), Target::Object(id)),
            update(head_name, Target::Symbolic(name.clone())),
        ],
        None => vec![update(head_name, Target::Object(id))],
    };
    repo.edit_references(edits).map_err(Some)?;
    Ok(Fetched { head: id.to_string(), branch: branch.map(|name| name.shorten().to_string()) })
}

/// Says what an error of the library means for whoever gave the address.
pub(super) fn explain(url: &RepoUrl, error: &gix::Error) -> GitError {
    let text = chain(error);
    let has = |needle: &str| text.contains(needle);
    let place = url.to_string();
    if has("HTTP status 404") || has("HTTP status 410") {
        GitError::NotFound { place }
    } else if error.is_unauthenticated()
        || has("HTTP status 401")
        || has("HTTP status 403")
        || has("redentials")
    {
        GitError::AuthRequired { url: place }
    } else if error.is_corrupted() || error.is_resource_exhausted() {
        GitError::damaged(text)
    } else {
        let transient = error.can_retry_lenient() || error.is_retryable() || has("HTTP status 429");
        // What `ssh` says itself is not passed on by the library.
        let is_mute = url.scheme() == Scheme::Ssh && has("failed to fill whole buffer");
        let reason = if is_mute { unread_by_ssh(url.host()) } else { plainly(url.host(), &text) };
        GitError::Unreachable { url: place, reason, transient: transient && !is_mute }
    }
}

/// What kept a connection from coming about, for whoever does not know the library's layers.
fn plainly(host: &str, text: &str) -> String {
    let behind = |mark: &str| text.rsplit_once(mark).map(|(_, cause)| cause);
    if let Some(why) = behind("invalid peer certificate: ") {
        return format!(
            "the certificate that `{host}` shows is not trusted ({why}); where the host or a proxy before it is your own, \
             name a file with the authority that signed it in `SSL_CERT_FILE`"
        );
    }
    if text.contains("received corrupt message") {
        return format!(
            "`{host}` answers without encryption; where it has none, write the address with http:// and allow \
             `http://HOST:PORT` by `--allow-host`"
        );
    }
    let causes = ["failed to lookup address information: ", "client error (Connect): "];
    let cause = causes.into_iter().find_map(behind);
    match cause {
        Some(cause) if text.contains("dns error") => format!("`{host}` was not found ({cause})"),
        Some(cause) => cause.to_owned(),
        None => text.strip_prefix("Transport handshake failed: ").unwrap_or(text).to_owned(),
    }
}

/// What may be the matter where `ssh` ends before anything was sent.
fn unread_by_ssh(host: &str) -> String {
    format!(
        "ssh ended before anything came: the repository may not be there, this machine may not know the host, or your key \
         may not read it; `ssh -T git@{host}` tells more"
    )
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{TestRepo, TestServer};
    use super::*;

    fn fetched(repo: &TestRepo, path: &str, limits: &Limits) -> Result<Fetched, GitError> {
        crate::ports::tls::provide();
        let into = tempfile::tempdir().unwrap();
        let target = into.path().join("repo.git");
        let result = fetch(&TestServer::new(repo.path()).url(path), &target, limits);
        match &result {
            Ok(done) => {
                let opened = super::super::open(&target, limits).unwrap();
                let exhibit = super::super::read(&opened, limits).unwrap();
                assert_eq!((&exhibit.commit, &exhibit.branch), (&done.head, &done.branch));
                assert_eq!(exhibit.commits.damage, Vec::<String>::new());
            }
            Err(_) => assert!(!target.join("HEAD").exists(), "what was fetched is removed"),
        }
        result
    }

    #[track_caller]
    fn check(path: &str, limits: &Limits, sentence: &str, transient: bool) {
        let repo = TestRepo::new();
        repo.git(&["init", "-q", "--bare", "o/empty.git"]);
        repo.commit("noise.bin", &"0123456789abcdef".repeat(10), "one");
        repo.git(&["clone", "-q", "--bare", ".git", "o/full.git"]);
        let error = fetched(&repo, path, limits).expect_err("the fetch fails");
        assert!(error.to_string().contains(sentence), "{error}");
        assert_eq!(error.is_transient(), transient, "{error:?}");
    }

    #[test]
    fn the_whole_history_of_the_default_branch_is_fetched() {
        let repo = TestRepo::new();
        repo.commit("a.py", "x = 1\n", "one");
        let head = repo.commit("a.py", "x = 2\n", "two");
        repo.git(&["checkout", "-q", "-b", "other"]);
        repo.commit("a.py", "x = 3\n", "three");
        repo.git(&["checkout", "-q", "main"]);
        repo.git(&["clone", "-q", "--bare", ".git", "o/r.git"]);
        let done = fetched(&repo, "o/r.git", &Limits::default()).unwrap();
        assert_eq!(done, Fetched { head, branch: Some("main".into()) });
    }

    #[test]
    fn what_kept_a_connection_from_coming_about_is_told_plainly() {
        let check = |cause: &str, expected: &str| {
            let text = format!(
                "Transport handshake failed: An IO error occurred when talking to the server: error sending request for url (https://h/o/r): client error (Connect): {cause}"
            );
            let told = plainly("h", &text);
            assert!(told.starts_with(expected) && !told.contains("handshake"), "{told}");
        };
        let inner = "I/O error (Other): I/O error (InvalidData): ";
        check(
            &format!("{inner}invalid peer certificate: UnknownIssuer"),
            "the certificate that `h` shows is not trusted (UnknownIssuer); where",
        );
        check(
            &format!("{inner}received corrupt message of type InvalidContentType"),
            "`h` answers without encryption; where it has none, write",
        );
        check(
            "dns error: error resolving DNS: I/O error (Uncategorized): failed to lookup address information: Name or service not known",
            "`h` was not found (Name or service not known)",
        );
        check("tcp connect error: Connection refused (os error 111)", "tcp connect error: Conn");
        assert_eq!(plainly("h", "Transport handshake failed: it broke off"), "it broke off");
    }

    #[test]
    fn each_failure_says_what_happened_and_whether_to_try_again() {
        let limits = Limits::default();
        check("o/none.git", &limits, "does not exist", false);
        check("o/empty.git", &limits, "has no commits", false);
        check("private/r.git", &limits, "asks for a login", false);
        check("busy/r.git", &limits, "cannot reach", true);
        let small = Limits { fetch_bytes: 0, ..Limits::default() };
        check("o/full.git", &small, "more than the limit of 0 bytes", false);
    }
}
