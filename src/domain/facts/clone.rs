//! Facts about clones of repositories.

use super::{Lines, Remains};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place where a repository is cloned.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own in the contract")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CloneFact {
    /// `subprocess.run`, `git.Repo.clone_from`, `os.system` and the like.
    pub method: String,
    /// The enclosing function.
    pub function: Option<String>,
    /// Whether the target comes from `tempfile`; `None` when undecided.
    pub temporary: Option<bool>,
    /// Whether the clone is shallow (`--depth`); `None` when undecided, such as where a branch adds it.
    #[serde(default)]
    pub shallow: Option<bool>,
    /// Whether failures are noticed (`check=True`, a return code that is read, `except`); `None` when undecided.
    pub handles_errors: Option<bool>,
    /// Whether a timeout bounds it; `None` when undecided.
    pub timeout: Option<bool>,
    /// The limit of time in seconds, where a number says so that no caller changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u32>,
    /// Whether it is given a limit of time that its library does not keep.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub limit_ignored: bool,
    /// How many commits it fetches, where a number says so that no caller changes.
    #[serde(default)]
    pub depth: Option<u32>,
    /// How many it fetches where something runs that may not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perhaps: Option<PerhapsShallow>,
    /// Whether a time limit that is reached ends the program, because nothing catches `TimeoutExpired`.
    #[serde(default)]
    pub timeout_escapes: bool,
    /// The calls of its function from which that is so, where something may catch it at others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timeout_escapes_at: Vec<Lines>,
    /// Whether a failure is noticed only because it raises, with no `try` around the call or around each call of its
    /// function.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_raises: bool,
    /// Whether a failure that raises ends the program, because nothing catches it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failure_escapes: bool,
    /// The calls of its function from which that is so, where something may catch it at others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failure_escapes_at: Vec<Lines>,
    /// What becomes of the temporary directory, where that is not as it should be and certain.
    #[serde(default)]
    pub remains: Option<Remains>,
    /// A call of the function, where that is a context manager and no call of it is entered: it never clones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unentered: Option<Lines>,
    /// Whether the program imports the file, step by step, from where it starts; `None` when undecided.
    #[serde(default)]
    pub live: Option<bool>,
    /// The enclosing function, or the call at module level.
    #[serde(flatten)]
    pub place: Lines,
    /// Whether the file is a test.
    pub in_tests: bool,
}

/// How many commits a clone fetches where one branch of its function is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PerhapsShallow {
    /// How many.
    pub depth: u32,
    /// What that branch adds to the command.
    #[serde(flatten)]
    pub place: Lines,
}
