//! What asks the program to stop.

use super::exit::Exit;
use tokio::signal::unix::{self, Signal, SignalKind};

/// What asks the program to stop, from when it is listened for: a signal that comes before anybody waits for one is not
/// lost, and not obeyed before what was made is put away.
pub(super) struct Signals {
    interrupt: Signal,
    terminate: Signal,
    /// None where something else than to stop is meant by it.
    hangup: Option<Signal>,
}

impl Signals {
    /// Listens for Ctrl-C, SIGTERM and the loss of the terminal. Needs a runtime around.
    ///
    /// # Errors
    /// When the system has no room for another listener.
    pub fn listen() -> std::io::Result<Self> {
        let hangup =
            (!outlives_terminals()).then(|| unix::signal(SignalKind::hangup())).transpose()?;
        Ok(Self { hangup, ..Self::but_for_hangups()? })
    }

    /// Listens for Ctrl-C and SIGTERM alone.
    ///
    /// # Errors
    /// As [`Signals::listen`].
    pub fn but_for_hangups() -> std::io::Result<Self> {
        let interrupt = unix::signal(SignalKind::interrupt())?;
        let terminate = unix::signal(SignalKind::terminate())?;
        Ok(Self { interrupt, terminate, hangup: None })
    }

    /// Waits for one.
    pub async fn next(&mut self) -> Exit {
        let hung_up = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => None,
            }
        };
        tokio::select! {
            biased;
            Some(()) = self.interrupt.recv() => Exit::Interrupted,
            Some(()) = self.terminate.recv() => Exit::Terminated,
            Some(()) = hung_up => Exit::HungUp,
            else => std::future::pending().await,
        }
    }
}

/// Whether the program was started to go on without its terminal, as `nohup` does: then the signal is ignored from the
/// beginning. Where that cannot be known it is left as it is.
fn outlives_terminals() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // The first bit is that of the first signal, which is this one.
    ignored
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_none_or(|mask| mask & 1 == 1)
}

/// Waits for Ctrl-C or SIGTERM.
pub(super) async fn signal() -> Exit {
    match Signals::but_for_hangups() {
        Ok(mut signals) => signals.next().await,
        Err(_) => std::future::pending().await,
    }
}
