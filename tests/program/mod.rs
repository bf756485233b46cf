//! Runs `auditor` as its users do: arguments in, exit code and output out.

pub mod git;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;
use tempfile::TempDir;

/// Longest time that a run may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// A run that ended.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// An empty working directory, a folder of its own for temporary files, and one in which audits are kept.
pub struct Desk {
    here: TempDir,
    temporary: TempDir,
    kept: TempDir,
}

/// A file of `samples`.
pub fn sample(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("samples").join(name).to_str().expect("the path is text").to_owned()
}

impl Desk {
    pub fn new() -> Self {
        let folder = || tempfile::tempdir().expect("a folder can be made");
        Self { here: folder(), temporary: folder(), kept: folder() }
    }

    /// A path on this desk.
    pub fn path(&self, name: &str) -> PathBuf {
        self.here.path().join(name)
    }

    /// A path on this desk, as an argument.
    pub fn argument(&self, name: &str) -> String {
        self.path(name).to_str().expect("the path is text").to_owned()
    }

    /// Puts a file on the desk.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), bytes).expect("the file can be written");
        self.argument(name)
    }

    /// The command on this desk, with nothing of the environment but what it is told.
    pub fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_auditor"));
        command.args(arguments).current_dir(self.here.path()).env_clear();
        command.env("TMPDIR", self.temporary.path()).env("HOME", self.temporary.path());
        command.env("AUDITOR_STATE", self.kept.path());
        command
    }

    /// Runs the command to its end.
    #[track_caller]
    pub fn run(&self, arguments: &[&str]) -> Run {
        self.run_with(&[], arguments)
    }

    /// Runs the command to its end, with these variables in its environment.
    #[track_caller]
    pub fn run_with(&self, variables: &[(&str, &str)], arguments: &[&str]) -> Run {
        let run = self.run_after_kill(variables, arguments);
        self.assert_tidy();
        run
    }

    /// Runs the command to its end where one that was killed left something among the temporary files.
    #[track_caller]
    pub fn run_after_kill(&self, variables: &[(&str, &str)], arguments: &[&str]) -> Run {
        let mut command = self.command(arguments);
        command.envs(variables.iter().copied());
        let mut command = tokio::process::Command::from(command);
        command.stdin(std::process::Stdio::null()).kill_on_drop(true);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let ended = runtime
            .expect("a runtime can be made")
            .block_on(async { tokio::time::timeout(PATIENCE, command.output()).await });
        let Output { status, stdout, stderr } =
            ended.expect("the run ends in time").expect("the program starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
        let code = status.code().expect("the program is not killed by a signal");
        Run { code, stdout: text(stdout), stderr: text(stderr) }
    }

    /// Runs an audit of a sample against its report, with more arguments.
    #[track_caller]
    pub fn audit(&self, name: &str, more: &[&str]) -> Run {
        let (repository, report) =
            (sample(&format!("{name}.git")), sample(&format!("{name}-report.pdf")));
        let arguments = ["audit", &repository, "--pdf", &report];
        self.run(&arguments.into_iter().chain(more.iter().copied()).collect::<Vec<_>>())
    }

    /// Checks that nothing is left among the temporary files, nor of what an audit fetched.
    #[track_caller]
    pub fn assert_tidy(&self) {
        assert_eq!(names(self.temporary.path()), [""; 0], "temporary files are left");
        let rooms = self.kept.path().join("work");
        if rooms.exists() {
            assert_eq!(names(&rooms), [""; 0], "folders of audits are left");
        }
    }

    /// The folder in which audits are kept.
    pub fn kept(&self) -> &Path {
        self.kept.path()
    }

    /// The names of what lies on the desk.
    pub fn files(&self) -> Vec<String> {
        names(self.here.path())
    }
}

/// The names of what is in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder can be listed");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry can be read").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// The only file in a folder with this ending.
#[track_caller]
pub fn only(folder: &Path, ending: &str) -> PathBuf {
    let mut found = names(folder);
    found.retain(|name| name.ends_with(ending));
    assert_eq!(found.len(), 1, "{found:?}");
    folder.join(&found[0])
}

/// The JSON report in a folder.
#[track_caller]
pub fn report(folder: &Path) -> Value {
    let bytes = std::fs::read(only(folder, ".json")).expect("the report can be read");
    serde_json::from_slice(&bytes).expect("the report is JSON")
}

impl Run {
    /// Checks the exit code, and that stderr says so.
    #[track_caller]
    pub fn ended(&self, code: i32, says: &str) -> &Self {
        assert_eq!(self.code, code, "stdout: {}\nstderr: {}", self.stdout, self.stderr);
        assert!(self.stderr.contains(says), "`{says}` is not in: {}", self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        self
    }
}

/// A list's items.
#[track_caller]
pub fn items(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("it is no list: {value}"))
}

/// A text.
#[track_caller]
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("it is no text: {value}"))
}

/// The ids of dimensions in a list of rulings or of what is not scored.
pub fn dimensions(list: &Value) -> Vec<&str> {
    items(list).iter().map(|one| text(&one["dimension_id"])).collect()
}
