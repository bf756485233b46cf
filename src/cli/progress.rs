//! Progress on stderr: live lines on a terminal, plain lines elsewhere, nothing when quiet.

use super::exit::remark;
use crate::domain::event::AuditEvent;
use crate::domain::evidence::Detective;
use crate::domain::opinion::{Persona, Round};
use crate::domain::request::Scope;
use crate::domain::rubric::Rubric;
use crate::render;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// How often a live line moves.
const TICK: Duration = Duration::from_millis(100);

/// Shows what an audit is doing.
pub(super) enum Progress {
    /// Nothing is shown.
    Quiet,
    /// A line per event.
    Plain,
    /// A line per detective and judge that moves.
    Live(Box<Live>),
}

/// The lines on the terminal.
pub(super) struct Live {
    all: MultiProgress,
    detectives: BTreeMap<Detective, ProgressBar>,
    judges: BTreeMap<Persona, ProgressBar>,
}

impl Progress {
    /// Chooses by what stderr is.
    pub fn start(quiet: bool, rubric: &Rubric, scope: Scope) -> Self {
        if quiet {
            Self::Quiet
        } else if std::io::stderr().is_terminal() {
            Self::Live(Box::new(Live::start(rubric, scope)))
        } else {
            Self::Plain
        }
    }

    /// Shows one event.
    pub fn show(&self, event: &AuditEvent) {
        match self {
            Self::Quiet => {}
            Self::Plain => {
                if let Some(line) = render::progress_line(event) {
                    remark(&line);
                }
            }
            Self::Live(live) => live.show(event),
        }
    }

    /// Leaves the live lines as they stand: what did not come is not shown as if it had.
    pub fn finish(&self) {
        if let Self::Live(live) = self {
            for bar in live.detectives.values().chain(live.judges.values()) {
                bar.abandon();
            }
            // What comes next starts on a line of its own.
            let _ = writeln!(std::io::stderr());
        }
    }
}

impl Live {
    fn start(rubric: &Rubric, scope: Scope) -> Self {
        let all = MultiProgress::new();
        let spinner =
            ProgressStyle::with_template("{spinner:.cyan} {prefix:<17} {elapsed:>4} {msg}");
        let counter = ProgressStyle::with_template(
            "{spinner:.cyan} {prefix:<17} {elapsed:>4} {bar:20.cyan/dim} {pos}/{len} {msg}",
        );
        let spinner = spinner.unwrap_or_else(|_| ProgressStyle::default_spinner());
        let counter = counter.unwrap_or_else(|_| ProgressStyle::default_bar());
        let line = |bar: ProgressBar, style: &ProgressStyle, name: &'static str| {
            let bar = all.add(bar.with_style(style.clone()).with_prefix(name));
            bar.enable_steady_tick(TICK);
            bar
        };
        let wanted =
            |d: &Detective| rubric.dimensions.iter().any(|x| x.target_artifact.detective() == *d);
        let detectives = Detective::ALL.into_iter().filter(wanted);
        let detectives: BTreeMap<Detective, ProgressBar> =
            detectives.map(|d| (d, line(ProgressBar::new_spinner(), &spinner, d.name()))).collect();
        let cases = rubric.dimensions.len() as u64;
        let bench = Persona::ALL.into_iter().filter(|_| scope == Scope::Audit);
        let judges: BTreeMap<Persona, ProgressBar> =
            bench.map(|p| (p, line(ProgressBar::new(cases), &counter, p.title()))).collect();
        Self { all, detectives, judges }
    }

    fn show(&self, event: &AuditEvent) {
        let told = render::progress_line(event);
        match event {
            AuditEvent::Examined { detective, .. } => {
                if let (Some(bar), Some(told)) = (self.detectives.get(detective), told) {
                    let told = told.strip_prefix(detective.name()).unwrap_or(&told).trim_start();
                    bar.set_message(told.to_owned());
                }
            }
            AuditEvent::Testified { detective, .. } => {
                if let Some(bar) = self.detectives.get(detective) {
                    bar.finish();
                }
            }
            AuditEvent::Heard { opinion, .. } | AuditEvent::Adopted { opinion, .. } => {
                if let Some(bar) = self.judges.get(&opinion.judge) {
                    if opinion.round == Round::First {
                        bar.inc(1);
                    }
                    bar.set_message(format!("{}: {}", opinion.criterion_id, opinion.score));
                    // With the last first opinion the time stands still, unless there is a second hearing.
                    if bar.length() == Some(bar.position()) {
                        bar.finish();
                    }
                }
            }
            AuditEvent::Lost { .. }
            | AuditEvent::Located { .. }
            | AuditEvent::Looked { .. }
            | AuditEvent::Fetched { .. }
            | AuditEvent::Decided { .. } => {
                if let Some(told) = told {
                    // A terminal that went away is no failure of the audit.
                    let _ = self.all.println(told);
                }
            }
            AuditEvent::Opened { .. }
            | AuditEvent::Published { .. }
            | AuditEvent::Mislaid { .. }
            | AuditEvent::Abandoned { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::load_rubric;
    use serde_json::json;

    #[test]
    fn an_audit_that_ends_early_shows_no_opinion_that_nobody_gave() {
        let rubric = load_rubric(include_bytes!("../../rubric.json")).unwrap();
        let progress = Progress::Live(Box::new(Live::start(&rubric, Scope::Audit)));
        let opinion = json!({
            "judge": "Defense", "criterion_id": rubric.dimensions[0].id, "score": 4,
            "argument": "so it is", "cited_evidence": [],
        });
        let heard = json!({ "event": "heard", "attempt": 1, "opinion": opinion });
        progress.show(&serde_json::from_value(heard).unwrap());
        progress.finish();
        let Progress::Live(live) = &progress else { panic!("it is live") };
        for (judge, bar) in &live.judges {
            assert!(bar.is_finished());
            assert_eq!(bar.position(), u64::from(*judge == Persona::Defense), "{judge:?}");
        }
    }
}
