//! When readers are forked, and from which process.

use super::fork_server::ForkServer;
use super::reader::Reader;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Processes that may end by themselves before no other is started.
const MOST_PROCESSES: u32 = 5;

/// Hands out readers that are copies of one process, once it is worth keeping one.
#[derive(Debug)]
pub(super) struct Copies {
    program: PathBuf,
    one_by_one: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    asked: usize,
    started: u32,
    server: Option<ForkServer>,
}

impl Copies {
    /// Takes the executable to start, and how many readers are started one by one before a process is kept for them.
    pub(super) fn of(program: PathBuf, one_by_one: usize) -> Self {
        Self { program, one_by_one, state: Mutex::default() }
    }

    /// A copy that waits for its job and may use so many processors at once; `None` where one is to be started by itself.
    /// Needs a tokio runtime around it.
    pub(super) fn reader(&self, processors: u8) -> Option<Reader> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.asked = state.asked.saturating_add(1);
        if state.asked <= self.one_by_one {
            return None;
        }
        if !state.server.as_mut().is_some_and(ForkServer::lives) {
            if state.started >= MOST_PROCESSES {
                return None;
            }
            state.started += 1;
            state.server = ForkServer::start(&self.program).ok();
        }
        // What cannot be forked can still be started.
        state.server.as_ref()?.fork(processors).ok().map(Reader::from)
    }
}
