//! Calls that can run commands or code.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How sure a call's callee is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CallCertainty {
    /// The callee is resolved through imports and assignments.
    Definite,
    /// The name fits but its origin could not be decided.
    Possible,
}

/// A call that can run commands or code, or read an unsafe format.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a fact by itself, and any may go with any"
)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CallFact {
    /// The callee through imports and aliases, such as `os.system` or `subprocess.run`.
    pub callee: String,
    /// What makes it dangerous, such as `shell=True` or `bash -c`; `None` where the callee itself is. Keywords that
    /// may ask for a shell and could not be followed stand as they are written, such as `**options`.
    pub because: Option<String>,
    /// The call as written, shortened.
    pub written: String,
    /// How sure the callee is.
    pub certainty: CallCertainty,
    /// Whether the argument that matters is a constant of the source.
    pub constant_argument: bool,
    /// Whether it could not be followed to its end, so that it may be one all the same.
    #[serde(default)]
    pub open_argument: bool,
    /// The enclosing function.
    pub function: Option<String>,
    /// The call.
    #[serde(flatten)]
    pub place: Lines,
    /// Whether the file is a test.
    pub in_tests: bool,
    /// Whether the call can run; not where it stands under a condition that is never true, behind the end of its
    /// block, or in a private function that nothing calls.
    pub live: bool,
}

/// Programs that read their argument as commands.
pub const SHELLS: [&str; 9] =
    ["sh", "bash", "zsh", "dash", "ksh", "fish", "cmd", "powershell", "pwsh"];

/// Functions that give what they take to a shell.
pub const SHELL_CALLEES: [&str; 8] = [
    "os.system",
    "os.popen",
    "posix.system",
    "nt.system",
    "subprocess.getoutput",
    "subprocess.getstatusoutput",
    "asyncio.create_subprocess_shell",
    "asyncio.AbstractEventLoop.subprocess_shell",
];

impl CallFact {
    /// Whether it gives a command to a shell, if the callee is what it seems.
    #[must_use]
    pub fn asks_for_shell(&self) -> bool {
        SHELL_CALLEES.contains(&self.callee.as_str())
            || self.because.as_deref() == Some("shell=True")
    }

    /// Whether it starts a shell as a program of its own, such as `bash -c`.
    #[must_use]
    pub fn starts_shell(&self) -> bool {
        let first = self.because.as_deref().and_then(|because| because.split(' ').next());
        first.is_some_and(|first| SHELLS.contains(&first))
    }

    /// The keywords, as written, of which it could not be followed whether they ask for a shell.
    #[must_use]
    pub fn open_keywords(&self) -> Option<&str> {
        let is_open = |because: &&str| {
            because.starts_with("**") || because.starts_with("shell=") && *because != "shell=True"
        };
        self.because.as_deref().filter(is_open)
    }
}
