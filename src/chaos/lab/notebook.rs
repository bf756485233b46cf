//! The notebook of a sweep: each run is written down when it ends, and is not run again by the next start.

use super::cases::Case;
use crate::chaos::run::Run;
use crate::domain::digest::sha256_hex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of runs: a line that says of which plan, then a line for each run, as they ended.
pub struct Notebook {
    file: File,
    path: PathBuf,
}

/// Why a notebook cannot be used. Completes "cannot sweep: …".
#[derive(Debug, thiserror::Error)]
pub enum NotebookError {
    /// The system refused.
    #[error("`{}`: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// It is of something else.
    #[error(
        "`{}` holds the runs of another plan, or of another version; take another folder, or remove the file",
        .0.display()
    )]
    AnotherPlan(PathBuf),
    /// A line is none.
    #[error("line {line} of `{}` is damaged; remove the file to start over", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Its line, from 1.
        line: usize,
    },
    /// Somebody else writes in it.
    #[error("another sweep is writing `{}`; wait for its end, or name another folder", .0.display())]
    InUse(PathBuf),
}

/// What a run tells and how it is measured. It is raised whenever one of both changes, since runs that were
/// measured in two ways do not go together.
const MEASURE: u32 = 2;

/// The first line.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    plan: String,
    cases: usize,
    program: String,
    #[serde(default)]
    measure: u32,
}

/// Any other line.
#[derive(Serialize, Deserialize)]
struct Line {
    case: usize,
    run: Run,
}

impl Notebook {
    /// Opens the notebook of these cases, or begins it; returns the runs that are in it, by their cases.
    ///
    /// A last line that was cut off is dropped, and its case is run again.
    ///
    /// # Errors
    /// [`NotebookError`] where the file cannot be read or written, or is not of these cases.
    pub fn open(
        path: &Path,
        cases: &[Case],
    ) -> Result<(Self, BTreeMap<usize, Run>), NotebookError> {
        let place = |source| NotebookError::Io { path: path.to_owned(), source };
        let options = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = options.map_err(place)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => NotebookError::InUse(path.to_owned()),
            TryLockError::Error(source) => place(source),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(place)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(place)?;
        file.seek(SeekFrom::End(0)).map_err(place)?;
        let mut notebook = Self { file, path: path.to_owned() };
        let head = head(cases);
        if whole == 0 {
            notebook.write(&head)?;
            return Ok((notebook, BTreeMap::new()));
        }
        let done = notebook.read(&bytes[..whole], &head)?;
        Ok((notebook, done))
    }

    fn read(&self, bytes: &[u8], head: &Head) -> Result<BTreeMap<usize, Run>, NotebookError> {
        let damaged = |line| NotebookError::Damaged { path: self.path.clone(), line };
        let mut lines =
            (1..).zip(bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()));
        let theirs = lines.next().and_then(|(_, line)| serde_json::from_slice(line).ok());
        let theirs: Head = theirs.ok_or_else(|| damaged(1))?;
        if theirs != *head {
            return Err(NotebookError::AnotherPlan(self.path.clone()));
        }
        let mut done = BTreeMap::new();
        for (nth, line) in lines {
            let Line { case, run } = serde_json::from_slice(line).map_err(|_| damaged(nth))?;
            if case >= head.cases {
                return Err(damaged(nth));
            }
            done.insert(case, run);
        }
        Ok(done)
    }

    /// Writes a run down.
    ///
    /// # Errors
    /// [`NotebookError::Io`] where the file takes no more.
    pub fn note(&mut self, case: usize, run: &Run) -> Result<(), NotebookError> {
        self.write(&Line { case, run: run.clone() })
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), NotebookError> {
        let mut text = serde_json::to_vec(line).expect("invariant: a line is plain data");
        text.push(b'\n');
        let written = self.file.write_all(&text);
        written.map_err(|source| NotebookError::Io { path: self.path.clone(), source })
    }
}

fn head(cases: &[Case]) -> Head {
    let mut text = String::new();
    for case in cases {
        text += &serde_json::to_string(case).expect("invariant: a case is plain data");
        text += case.expects.name;
        text.push('\n');
    }
    let plan = sha256_hex(text.as_bytes())[..16].to_owned();
    let program = env!("CARGO_PKG_VERSION").to_owned();
    Head { plan, cases: cases.len(), program, measure: MEASURE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chaos::lab::Expectation;
    use crate::chaos::plan::Plan;

    fn cases(seeds: u64) -> Vec<Case> {
        let plan = |seed| Plan { seed, ..Plan::default() };
        (0..seeds).map(|seed| Case::alone(plan(seed), Expectation::ENDS)).collect()
    }

    fn run(seed: u64) -> Run {
        Run { seed, rate: 0.5, ..Run::default() }
    }

    #[test]
    fn what_was_written_down_is_there_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.jsonl");
        let (mut notebook, done) = Notebook::open(&path, &cases(3)).unwrap();
        assert!(done.is_empty());
        notebook.note(2, &run(2)).unwrap();
        notebook.note(0, &run(0)).unwrap();
        drop(notebook);
        // Somebody was killed in the middle of a line.
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"case\":1,\"ru").unwrap();
        let (mut notebook, done) = Notebook::open(&path, &cases(3)).unwrap();
        assert_eq!(done, BTreeMap::from([(0, run(0)), (2, run(2))]));
        notebook.note(1, &run(1)).unwrap();
        drop(notebook);
        assert_eq!(Notebook::open(&path, &cases(3)).unwrap().1.len(), 3);
    }

    #[test]
    fn what_is_not_of_this_plan_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.jsonl");
        let (held, _) = Notebook::open(&path, &cases(3)).unwrap();
        let error = |cases: &[Case]| Notebook::open(&path, cases).err().unwrap().to_string();
        assert!(error(&cases(3)).contains("another sweep"));
        drop(held);
        assert!(error(&cases(4)).contains("another plan"));
        let mut others = cases(3);
        others[0].expects = Expectation::COMPLETE;
        assert!(error(&others).contains("another plan"));
        let text = std::fs::read_to_string(&path).unwrap();
        let former = text.replace(&format!(",\"measure\":{MEASURE}"), "");
        assert_ne!(former, text);
        std::fs::write(&path, former).unwrap();
        assert!(error(&cases(3)).contains("another version"));
        let text = text + "nonsense\n";
        std::fs::write(&path, text).unwrap();
        assert!(error(&cases(3)).contains("line 2"));
    }
}
