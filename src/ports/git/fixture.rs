//! Real repositories for tests, made by `git` with fixed dates and identities.

use std::path::Path;
use std::process::Command;

/// A repository in a temporary directory.
pub(crate) struct TestRepo {
    dir: tempfile::TempDir,
}

impl TestRepo {
    pub(crate) fn new() -> Self {
        Self::with(&[])
    }

    /// Makes a repository with further options of `git init`.
    pub(crate) fn with(options: &[&str]) -> Self {
        let repo = Self { dir: tempfile::tempdir().unwrap() };
        repo.git(&[&["init", "-q", "-b", "main"], options].concat());
        repo
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Writes a file and its directories, without a commit.
    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// Commits one file and returns the commit's id.
    pub(crate) fn commit(&self, path: &str, text: &str, message: &str) -> String {
        self.write(path, text);
        self.commit_all(message)
    }

    /// Commits everything in the work tree and returns the commit's id.
    pub(crate) fn commit_all(&self, message: &str) -> String {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
        self.git(&["rev-parse", "HEAD"])
    }

    /// Runs git in the repository and returns what it printed. Each call is dated a second later.
    #[track_caller]
    pub(crate) fn git(&self, args: &[&str]) -> String {
        let clock = self.path().join(".git/test-clock");
        let now = std::fs::read_to_string(&clock).ok().and_then(|t| t.parse().ok());
        let now: u64 = now.unwrap_or(1_700_000_000) + 1;
        let date = format!("{now} +0000");
        let output = Command::new("git")
            .args(args)
            .current_dir(self.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .envs([("GIT_AUTHOR_NAME", "Ann"), ("GIT_AUTHOR_EMAIL", "ann@example.org")])
            .envs([("GIT_COMMITTER_NAME", "Bob"), ("GIT_COMMITTER_EMAIL", "bob@example.org")])
            .envs([("GIT_AUTHOR_DATE", &date), ("GIT_COMMITTER_DATE", &date)])
            .output()
            .expect("git can be started");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        let _ = std::fs::write(clock, now.to_string());
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

/// A git server on this machine: `git http-backend` behind the smallest HTTP server that does.
pub(crate) struct TestServer {
    address: std::net::SocketAddr,
}

impl TestServer {
    /// Serves the repositories below `root` until the process ends.
    pub(crate) fn new(root: &Path) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let root = root.to_owned();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let root = root.clone();
                std::thread::spawn(move || answer(stream, &root));
            }
        });
        Self { address }
    }

    /// The address of a repository, accepted because its host is listed for plain HTTP.
    pub(crate) fn url(&self, path: &str) -> crate::domain::repo_url::RepoUrl {
        let host = format!("http://{}", self.address);
        let hosts = crate::domain::repo_url::Hosts::new([&host]);
        crate::domain::repo_url::RepoUrl::parse(&format!("{host}/{path}"), &hosts).unwrap()
    }
}

/// Answers one request: `/private/…` asks for a login, `/silent/…` never answers, others go to git.
fn answer(mut stream: std::net::TcpStream, root: &Path) {
    use std::io::{BufRead, BufReader, Read, Write};
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let mut headers = std::collections::BTreeMap::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).unwrap();
        let Some((name, value)) = header.trim().split_once(": ") else { break };
        headers.insert(name.to_ascii_lowercase(), value.to_owned());
    }
    let header = |name: &str| headers.get(name).cloned().unwrap_or_default();
    let mut body = vec![0; header("content-length").parse().unwrap_or(0)];
    reader.read_exact(&mut body).unwrap();
    let (path, query) = words[1].split_once('?').unwrap_or((&words[1], ""));
    let plain = |status: &str| {
        format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    };
    if path.starts_with("/private/") {
        let _ = stream.write_all(plain("401 Unauthorized\r\nWWW-Authenticate: Basic").as_bytes());
        return;
    }
    if path.starts_with("/silent/") {
        std::thread::sleep(std::time::Duration::from_secs(20));
        return;
    }
    if path.starts_with("/busy/") {
        let _ = stream.write_all(plain("503 Service Unavailable").as_bytes());
        return;
    }
    let mut child = Command::new("git")
        .arg("http-backend")
        .env("GIT_PROJECT_ROOT", root)
        .env("GIT_HTTP_EXPORT_ALL", "1")
        .env("REQUEST_METHOD", &words[0])
        .env("PATH_INFO", path)
        .env("QUERY_STRING", query)
        .env("CONTENT_TYPE", header("content-type"))
        .env("CONTENT_LENGTH", body.len().to_string())
        .env("HTTP_CONTENT_ENCODING", header("content-encoding"))
        .env("GIT_PROTOCOL", header("git-protocol"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    std::thread::spawn(move || {
        let _ = input.write_all(&body);
    });
    let output = child.wait_with_output().unwrap().stdout;
    let end = output.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or(0);
    let head = String::from_utf8_lossy(&output[..end]).into_owned();
    let status = head.lines().find_map(|l| l.strip_prefix("Status: ")).unwrap_or("200 OK");
    let body = &output[(end + 4).min(output.len())..];
    let length = body.len();
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\n{head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let _ = stream.write_all(body);
}
