//! Facts about the commits.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The history reachable from the audited commit, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryFacts {
    /// Commits in topological order, parents before children, oldest first.
    pub commits: Vec<CommitFact>,
    /// What tells steps from one heap.
    #[serde(default)]
    pub rhythm: Rhythm,
    /// Number of commits with more than one parent.
    pub merges: u32,
    /// Distinct authors, first seen first; a mail address, a login or a spelling in common makes one.
    pub authors: Vec<Identity>,
    /// What could not be read, each a full sentence; empty when all of it could.
    pub damage: Vec<String>,
    /// Whether damage hides older commits.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// Whether the walk ended at the limit on commits.
    pub truncated: bool,
    /// The seconds after which no more changes were counted, where these were too few for all commits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_seconds: Option<u64>,
    /// Whether the clone is shallow, so that older commits are missing from it.
    pub shallow: bool,
    /// How many commits the branches and tags lead to, all together; nothing where there is one branch alone, as
    /// in what was fetched, or where not all of them could be read.
    #[serde(default)]
    pub everywhere: Option<u32>,
    /// Files that the tree had once and does not have now, each with the commit that took it away last, newest first;
    /// of many the newest, and none of a commit that took very many.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub departures: Vec<Departure>,
}

/// A file that left the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Departure {
    /// Where it lay.
    pub path: String,
    /// The file that came with the same content in the same commit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Full hexadecimal id of the commit.
    pub commit: String,
}

impl HistoryFacts {
    /// That dates cannot all be true, a few sentences.
    #[must_use]
    pub fn odd_dates(&self) -> Vec<String> {
        const MOST: usize = 4;
        let odd = &self.rhythm.odd_dates;
        let mut told: Vec<String> = odd.iter().take(MOST).map(ToString::to_string).collect();
        match odd.len().saturating_sub(MOST) {
            0 => {}
            1 => told.push("1 more commit has such a date.".to_owned()),
            more => told.push(format!("{more} more commits have such dates.")),
        }
        told
    }

    /// Whether there are older commits than those that were read.
    #[must_use]
    pub const fn goes_further_back(&self) -> bool {
        self.cut || self.truncated || self.shallow
    }
}

/// How the work came: in steps or in one heap. Merges are left out where lines are counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rhythm {
    /// Distinct names of authors, first seen first.
    pub author_names: Vec<String>,
    /// Earliest and latest time of writing, in seconds since 1970-01-01 UTC.
    pub author_times: Option<(i64, i64)>,
    /// Earliest and latest time of committing, in seconds since 1970-01-01 UTC.
    pub committer_times: Option<(i64, i64)>,
    /// The commit that added most lines; `None` where none added any.
    pub largest: Option<LargestCommit>,
    /// The commit that added most lines to the source texts of programs; `None` where none added any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub largest_of_programs: Option<LargestCommit>,
    /// Commits that were not counted because their difference could not be taken.
    pub uncounted: u32,
    /// Runs of at least three commits that added lines, written less than ten minutes after each other.
    pub bursts: Vec<Burst>,
    /// The same of the commits that added lines to the source texts of programs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bursts_of_programs: Vec<Burst>,
    /// Days, by the authors' own clocks, on which something was written.
    pub days_active: u32,
    /// Ids of commits whose subject consists of empty words such as `update` or `fix` alone.
    pub empty_subjects: Vec<String>,
    /// Ids of commits that have the subject of an earlier one, whose change is another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeated_subjects: Vec<String>,
    /// Commits whose dates cannot all be true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub odd_dates: Vec<OddDate>,
}

/// A date of a commit that no clock can have shown there. A date is what its committer writes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OddDate {
    /// Full hexadecimal id of the commit.
    pub id: String,
    /// The date, in seconds since 1970-01-01 UTC.
    pub time: i64,
    /// By how many days the commit is dated before its parent; `None` where the date is odd by itself.
    #[serde(default)]
    pub days_back: Option<u32>,
}

impl std::fmt::Display for OddDate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let id = self.id.get(..7).unwrap_or(&self.id);
        let day = jiff::Timestamp::from_second(self.time).map_or_else(
            |_| format!("in the year {}", 1970 + self.time.div_euclid(YEAR)),
            |time| time.strftime("%Y-%m-%d").to_string(),
        );
        match self.days_back {
            Some(1) => write!(f, "Commit {id} is dated {day}, 1 day before its parent."),
            Some(days) => write!(f, "Commit {id} is dated {day}, {days} days before its parent."),
            None if self.time < BEFORE_GIT => {
                write!(f, "Commit {id} is dated {day}, before there was git.")
            }
            None => write!(f, "Commit {id} is dated {day}, which is still to come."),
        }
    }
}

/// The mean length of a year, in seconds.
const YEAR: i64 = 31_556_952;

/// The first moment of the year in which git was written, in seconds since 1970-01-01 UTC.
pub const BEFORE_GIT: i64 = 1_104_537_600;

/// The commit that added most lines, of all or of some.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LargestCommit {
    /// Full hexadecimal id.
    pub id: String,
    /// Lines it added, lock files left out.
    pub insertions: u32,
    /// Share of all such lines that were added outside lock files, 0–1.
    pub share: f64,
}

/// Lines that were added to the files of a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FolderLines {
    /// Its name.
    pub folder: String,
    /// How many they are, lock files left out.
    pub insertions: u32,
}

/// Commits written shortly after each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Burst {
    /// Full hexadecimal id of the first.
    pub first: String,
    /// Full hexadecimal id of the last.
    pub last: String,
    /// How many they are, from 3.
    pub commits: u32,
    /// Time from the first to the last in seconds.
    pub seconds: i64,
    /// Lines they added, lock files left out.
    #[serde(default)]
    pub insertions: u32,
    /// Those of them that stand in source texts of programs.
    #[serde(default)]
    pub program_insertions: u32,
}

/// One commit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommitFact {
    /// Full hexadecimal id.
    pub id: String,
    /// Full hexadecimal ids of the parents, in their order.
    pub parents: Vec<String>,
    /// Who wrote it.
    pub author: Identity,
    /// When it was written, in seconds since 1970-01-01 UTC.
    pub author_time: i64,
    /// How far the author's clock is ahead of UTC, in seconds.
    #[serde(default)]
    pub author_offset: i32,
    /// When it was committed, in seconds since 1970-01-01 UTC.
    pub committer_time: i64,
    /// First line of the message.
    pub subject: String,
    /// Whole message.
    pub message: String,
    /// Files that differ from the first parent; `None` when the difference was not taken.
    pub files_changed: Option<u32>,
    /// The names of these files and of the folders that they lie in, without their paths, where there are few.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names_changed: Vec<String>,
    /// Lines added against the first parent.
    pub insertions: Option<u32>,
    /// Those of them that stand in lock files such as `uv.lock`, which no person writes.
    #[serde(default)]
    pub locked_insertions: u32,
    /// Those of them that stand in files which a package manager put there, as into a committed virtual environment.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub installed_insertions: u32,
    /// Lines added to source texts of programs, installed ones left out.
    #[serde(default)]
    pub program_insertions: u32,
    /// The outermost folder to whose files most lines were added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heaviest_folder: Option<FolderLines>,
    /// Lines removed against the first parent.
    pub deletions: Option<u32>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the serialiser hands out references")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl CommitFact {
    /// Lines added outside lock files and installed packages; `None` when the difference was not taken.
    #[must_use]
    pub fn written(&self) -> Option<u32> {
        let by_tools = self.locked_insertions.saturating_add(self.installed_insertions);
        self.insertions.map(|lines| lines.saturating_sub(by_tools))
    }

    /// Lines added to source texts of programs; `None` when the difference was not taken.
    #[must_use]
    pub fn of_programs(&self) -> Option<u32> {
        self.insertions.map(|_| self.program_insertions)
    }
}

/// A name and a mail address as a commit states them.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub struct Identity {
    /// Display name.
    pub name: String,
    /// Mail address.
    pub email: String,
}
