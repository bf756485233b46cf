//! How far a sweep is, on stderr and only on a terminal.

use crate::chaos::run::Run;
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::Cell;
use std::io::IsTerminal;

/// A bar, where somebody sees it.
pub(super) struct Bar {
    bar: Option<ProgressBar>,
    failed: Cell<u64>,
}

impl Bar {
    /// Starts at `done` of `all`.
    pub fn start(all: usize, done: usize, quiet: bool) -> Self {
        let is_seen = !quiet && std::io::stderr().is_terminal();
        let bar = is_seen.then(|| {
            let style = ProgressStyle::with_template(
                "{bar:40.cyan/dim} {pos}/{len} audits, {per_sec}, {eta} left {msg}",
            );
            let bar = ProgressBar::new(all as u64).with_position(done as u64);
            bar.reset_eta();
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, failed: Cell::new(0) }
    }

    /// One audit more.
    pub fn step(&self, run: &Run) {
        let Some(bar) = &self.bar else { return };
        bar.inc(1);
        if !run.held() {
            self.failed.set(self.failed.get() + 1);
            bar.set_message(format!("· {} did not hold", self.failed.get()));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
