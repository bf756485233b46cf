//! One life of the program: started, and ended by itself or by us.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Longest life of a process.
const PATIENCE: Duration = Duration::from_mins(5);

/// How to start the program.
pub(super) struct Program {
    pub file: PathBuf,
    pub environment: Vec<(OsString, OsString)>,
    /// Set by whoever wants everything to end.
    pub stop: Arc<AtomicBool>,
}

/// How a life ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Death {
    /// By itself, with this exit code.
    Natural(i32),
    /// We killed it.
    Killed,
    /// It did not end, and was killed for that.
    Endless,
    /// It was killed because everything ends.
    Stopped,
}

impl Program {
    /// Lives one life in `folder`; it is killed once `has_come` says so of its age, if it lives so long.
    ///
    /// # Errors
    /// When it cannot be started or waited for.
    pub fn live(
        &self,
        folder: &Path,
        arguments: &[OsString],
        mut has_come: impl FnMut(Duration) -> bool,
    ) -> io::Result<Death> {
        let mut command = Command::new(&self.file);
        command.args(arguments).current_dir(folder).env_clear();
        command.env("HOME", folder).env("TMPDIR", folder);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let born = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Death::Natural(status.code().unwrap_or(-1)));
            }
            if self.stop.load(Ordering::Relaxed) {
                return killed(&mut child, Death::Stopped).map(|_| Death::Stopped);
            }
            if has_come(born.elapsed()) {
                return killed(&mut child, Death::Killed);
            }
            if born.elapsed() > PATIENCE {
                return killed(&mut child, Death::Endless);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// SIGKILL: the process learns nothing of it.
fn killed(child: &mut Child, how: Death) -> io::Result<Death> {
    child.kill()?;
    let status = child.wait()?;
    // It may have ended in the moment before.
    Ok(status.code().map_or(how, Death::Natural))
}
