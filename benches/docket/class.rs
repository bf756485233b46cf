//! A class in a temporary folder, and the program that grades it.

use super::scripted_model::Server;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Calls that may be in flight.
pub const IN_FLIGHT: usize = 64;
const AUDITOR: &str = env!("CARGO_BIN_EXE_auditor");

pub struct Class {
    folder: TempDir,
}

/// A run of the program.
pub struct Running(Child);

impl Class {
    /// A class of so many submissions, in a list.
    pub fn of(number: usize) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let class = Self { folder };
        fs::create_dir(class.path("class")).expect("a folder can be made");
        copy(&sample("courtroom-agent.git"), &class.path("sample.git"));
        fs::copy(sample("courtroom-agent-report.pdf"), class.path("class/report.pdf"))
            .expect("the sample is there");
        class.list(number);
        class
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn list(&self, number: usize) {
        let mut list = "id,repo_url,pdf\n".to_owned();
        for n in 0..number {
            writeln!(list, "s{n},{},report.pdf", self.path("sample.git").display())
                .expect("text takes text");
        }
        // As a careful writer does: whole, or not at all.
        fs::write(self.path("class/list.part"), list).expect("it can be written");
        fs::rename(self.path("class/list.part"), self.path("class/submissions.csv"))
            .expect("it can be renamed");
    }

    /// Adds submission number `n` to the list.
    pub fn add(&self, n: usize) {
        self.list(n + 1);
    }

    fn command(&self, server: &Server) -> Command {
        let mut command = Command::new(AUDITOR);
        command.env_clear().env("HOME", self.folder.path());
        command.env("OPENAI_BASE_URL", server.base()).env("AUDITOR_MODEL", "m");
        command.env("AUDITOR_CALLS_IN_FLIGHT", IN_FLIGHT.to_string());
        command.current_dir(self.folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    pub fn batch(&self, server: &Server) -> Running {
        let mut command = self.command(server);
        command.args([
            "batch",
            "class/submissions.csv",
            "--allow-local",
            "--judges",
            "llm",
            "--no-warm-up",
        ]);
        Running(command.spawn().expect("the program starts"))
    }

    pub fn watch(&self, server: &Server) -> Running {
        let mut command = self.command(server);
        command.args(["watch", "class", "--allow-local", "--judges", "llm"]);
        Running(command.spawn().expect("the program starts"))
    }

    pub fn order(&self, words: &[&str]) {
        let mut command = Command::new(AUDITOR);
        command.arg("docket").args(words).arg("--quiet").current_dir(self.folder.path());
        assert!(command.status().expect("the program starts").success());
    }

    /// What is in the files of these submissions' newest results.
    pub fn files(&self, ids: &[String]) -> Vec<Vec<String>> {
        let names = ["report.md", "report.json", "report.sarif", "feedback.html"];
        let read = |id: &String, name: &str| {
            let file = self.path("grades").join(id).join(name);
            fs::read_to_string(file).expect("the result is there")
        };
        ids.iter().map(|id| names.map(|name| read(id, name)).to_vec()).collect()
    }

    /// Forgets all results.
    pub fn forget(&self) {
        fs::remove_dir_all(self.path("grades")).expect("it is there");
    }

    /// Model calls that are not booked as finished.
    pub fn open_calls(&self) -> usize {
        let mut command = Command::new(AUDITOR);
        command
            .args(["log", "--json", "--state", "grades/.docket"])
            .current_dir(self.folder.path());
        let output = command.output().expect("the program starts");
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        let open = |line: &str| {
            let entry: Value = serde_json::from_str(line).expect("a line is JSON");
            entry["calls_in_flight"].as_u64().expect("it is a number")
        };
        usize::try_from(lines.lines().map(open).sum::<u64>()).expect("there are few")
    }

    /// Waits until the list of submissions is so.
    pub fn until(&self, is_so: impl Fn(&str) -> bool) {
        let end = Instant::now() + Duration::from_mins(1);
        loop {
            let mut command = Command::new(AUDITOR);
            command.args(["docket", "list", "--json"]).current_dir(self.folder.path());
            let output = command.output().expect("the program starts");
            if output.status.success() && is_so(&String::from_utf8_lossy(&output.stdout)) {
                return;
            }
            assert!(Instant::now() < end, "it did not become so within a minute");
        }
    }
}

impl Running {
    pub fn wait(&mut self) -> ExitStatus {
        self.0.wait().expect("it can be waited for")
    }

    pub fn kill(&mut self) {
        self.0.kill().expect("it can be killed");
        self.wait();
    }

    /// Waits for the end; returns the most memory that was resident, in bytes.
    pub fn watch_memory(&mut self) -> u64 {
        let mut most = 0;
        while self.0.try_wait().expect("it can be waited for").is_none() {
            let statm =
                fs::read_to_string(format!("/proc/{}/statm", self.0.id())).unwrap_or_default();
            let pages = statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
            most = most.max(pages.unwrap_or(0) * 4_096);
            std::thread::sleep(Duration::from_millis(20));
        }
        most
    }
}

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("the sample is there").flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(from, to).expect("it can be copied");
        }
    }
}
