//! How a class goes, on stderr: a bar on a terminal, a line per result elsewhere.

use super::super::exit::remark;
use crate::docket::{Notice, RegistrarHandle, Registry};
use crate::domain::docket::{Docket, DocketEvent, Standing};
use crate::render::escape;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinHandle;

/// Shows a class until it is finished.
pub(super) struct Progress {
    showing: Option<JoinHandle<()>>,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub fn start(handle: &RegistrarHandle, quiet: bool) -> Self {
        if quiet {
            return Self { showing: None, bar: None };
        }
        let bar = std::io::stderr().is_terminal().then(bar);
        let (handle, shown) = (handle.clone(), bar.clone());
        let showing = tokio::spawn(async move { show(&handle, shown.as_ref()).await });
        Self { showing: Some(showing), bar }
    }

    pub fn finish(self) {
        if let Some(showing) = self.showing {
            showing.abort();
        }
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    let style = "{spinner} {bar:28} {pos} of {len}  {elapsed}  {wide_msg}";
    bar.set_style(ProgressStyle::with_template(style).expect("the template is ours"));
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

fn said(bar: Option<&ProgressBar>, line: &str) {
    match bar {
        Some(bar) => bar.println(line),
        None => remark(line),
    }
}

async fn show(handle: &RegistrarHandle, bar: Option<&ProgressBar>) {
    let mut notices = handle.follow();
    let mut last = None;
    loop {
        match notices.recv().await {
            Ok(Notice::Recorded(record)) => {
                if let Some(line) = line(&record.event) {
                    said(bar, &escape::terminal(&line));
                }
            }
            Ok(Notice::Unwritten(why)) => {
                if last.as_ref() != Some(&why) {
                    let text =
                        format!("warning: results are not written, and it is tried again: {why}");
                    said(bar, &escape::terminal(&text));
                }
                last = Some(why);
            }
            Ok(Notice::Written) => last = None,
            Ok(Notice::Audited { .. }) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
        if let Some(bar) = bar {
            let docket = handle.docket();
            bar.set_length(docket.items.len() as u64);
            bar.set_position(settled(&docket) as u64);
            let running: Vec<&str> = docket.running().map(|(id, _)| id.as_str()).collect();
            bar.set_message(running.join(", "));
        }
    }
}

/// Submissions for which nothing more is to be done.
fn settled(docket: &Docket) -> usize {
    let is_settled = |standing: &Standing| match standing {
        Standing::Graded | Standing::Parked { .. } | Standing::Cancelled => true,
        Standing::Waiting { .. } | Standing::Running { .. } => false,
    };
    docket.items.values().filter(|item| is_settled(&item.standing)).count()
}

/// What is said of a record, if anything.
fn line(event: &DocketEvent) -> Option<String> {
    match event {
        DocketEvent::Graded { id, grade, .. } => {
            let overall = grade.overall.map_or("not scored".to_owned(), |it| format!("{it:.2}"));
            let partial = grade.partial.as_ref().map(|why| format!(" ({why})"));
            Some(format!("{id}: {overall}{}", partial.unwrap_or_default()))
        }
        DocketEvent::Failed { id, reason, passing, .. } => {
            let then = if *passing { "" } else { "; it is set aside" };
            Some(format!("{id}: {reason}{then}"))
        }
        DocketEvent::Stopped { id, .. } => Some(format!("{id}: called off")),
        DocketEvent::Entered { .. }
        | DocketEvent::Begun { .. }
        | DocketEvent::Ordered { .. }
        | DocketEvent::Piloted { .. } => None,
    }
}
