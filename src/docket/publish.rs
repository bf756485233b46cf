//! What a registrar shows: the docket, what was recorded, and the files of results.

use super::registrar::Registrar;
use super::registry::Notice;
use super::results;
use crate::domain::docket::Item;
use crate::ports::reports::restore;
use std::sync::Arc;
use std::time::Duration;

/// The files of the class are written at most so often while audits run.
const WRITING: Duration = Duration::from_secs(2);

impl Registrar {
    /// Shows the docket as it stands, and then tells what was recorded: whoever is told can see it.
    pub(super) fn publish_docket(&mut self) {
        if self.shared.docket.borrow().next != self.docket.next {
            self.shared.docket.send_replace(Arc::new(self.docket.clone()));
        }
        for record in self.untold.drain(..) {
            // Nobody need be listening.
            let _ = self.shared.notices.send(Notice::Recorded(Arc::new(record)));
        }
    }

    /// Shows the class as it stands, and writes its files now and then.
    pub(super) async fn publish(&mut self) {
        self.publish_docket();
        let is_time = self.written.is_none_or(|at| at.elapsed() >= WRITING);
        let is_quiet = self.followers.is_empty() && self.unwritten.is_none();
        if self.is_dirty && (is_time || is_quiet) {
            self.write().await;
        }
    }

    /// Writes the files of submissions that changed, and those of the class. What cannot be written is told, and
    /// tried again.
    pub(super) async fn write(&mut self) {
        let shared = Arc::clone(&self.shared);
        // To compare all with all takes a while, and says little before most are there.
        let compares = self.followers.is_empty();
        let stale = std::mem::take(&mut self.stale);
        let left = stale.clone();
        let all = results::in_order(self.docket.items.iter());
        let all: Vec<_> = all.into_iter().cloned().collect();
        for item in all.iter().filter(|item| stale.contains(&item.submission.id)) {
            self.restore(item).await;
        }
        self.is_dirty = false;
        let done = tokio::task::spawn_blocking(move || shared.write(&stale, &all, compares)).await;
        let why = match done {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(error) => Some(error.to_string()),
        };
        // Nobody need be listening.
        let _ = self.shared.notices.send(match &why {
            None => Notice::Written,
            Some(why) => Notice::Unwritten(why.as_str().into()),
        });
        if let Some(error) = &why {
            tracing::error!(error, "results cannot be written");
            self.stale.extend(left);
            self.is_dirty = true;
        }
        self.unwritten = why;
        self.written = Some(tokio::time::Instant::now());
    }

    /// Writes the files of a submission's newest report again from its journal, where they are lost. That it cannot is
    /// told by whoever misses them.
    async fn restore(&self, item: &Item) {
        let Some(past) = item.latest() else { return };
        let files = results::files_of(&self.shared.cabinet, &item.submission.id, &past.audit);
        if files.iter().all(|file| file.exists()) {
            return;
        }
        let events = self.shared.events(&past.audit).await;
        let decided = events.iter().rev().find_map(|(_, event)| event.verdict().cloned());
        let Some(report) = decided else { return };
        let done = tokio::task::spawn_blocking(move || restore(&report, &files)).await;
        match done {
            Ok(Ok(restored)) => {
                tracing::info!(?restored.written, "files of a report are written again");
            }
            Ok(Err(error)) => tracing::warn!(%error, "files of a report cannot be written again"),
            Err(error) => tracing::warn!(%error, "files of a report cannot be written again"),
        }
    }
}
