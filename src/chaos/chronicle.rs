//! What happened in a run, in its order, in virtual time that goes on over the deaths of the process.

use super::mischief::Struck;
use crate::domain::digest::sha256_hex;
use crate::domain::event::AuditEvent;
use crate::domain::task::Task;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// Most entries of one life of the process. An audit that goes round in circles reaches it, however little
/// time that takes.
const MOST_ENTRIES: usize = 10_000;

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Entry {
    /// The process was started; the number counts from 1.
    Life(u32),
    /// A fault struck.
    Struck(Struck),
    /// Followers of the audit were told of an event; of a real process, its journal keeps one.
    Told(Arc<AuditEvent>),
    /// The process died, while this work was under way.
    Death(Vec<Task>),
    /// The audit came to its end, in these words.
    End(String),
}

/// Everything that happened, with its moment since the beginning.
#[derive(Default)]
pub struct Chronicle {
    book: Mutex<Book>,
    /// Told when there are too many entries.
    flood: Notify,
}

#[derive(Default)]
struct Book {
    /// The time that former lives took.
    before: Duration,
    born: Option<Instant>,
    /// Entries of former lives.
    earlier: usize,
    entries: Vec<(Duration, Entry)>,
}

impl Chronicle {
    fn with<T>(&self, act: impl FnOnce(&mut Book) -> T) -> T {
        act(&mut self.book.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A process is started, within its runtime.
    pub fn birth(&self, life: u32) {
        self.with(|book| {
            book.born = Some(Instant::now());
            book.earlier = book.entries.len();
        });
        self.note(Entry::Life(life));
    }

    /// The process is gone.
    pub fn death(&self, entry: Entry) {
        self.note(entry);
        self.with(|book| {
            book.before = book.now();
            book.born = None;
        });
    }

    /// Something happened now.
    pub fn note(&self, entry: Entry) {
        let is_flood = self.with(|book| {
            let now = book.now();
            book.entries.push((now, entry));
            book.entries.len() - book.earlier > MOST_ENTRIES
        });
        if is_flood {
            self.flood.notify_one();
        }
    }

    /// Returns when more happens in one life of the process than in any audit that comes to an end.
    pub async fn flood(&self) {
        self.flood.notified().await;
    }

    /// Everything so far.
    pub fn entries(&self) -> Vec<(Duration, Entry)> {
        self.with(|book| book.entries.clone())
    }
}

impl Book {
    fn now(&self) -> Duration {
        self.before + self.born.map_or(Duration::ZERO, |born| born.elapsed())
    }
}

/// The chronicle in words, a line for each entry.
///
/// # Panics
/// Never: a string takes what is written.
#[must_use]
pub fn in_words(entries: &[(Duration, Entry)]) -> String {
    let mut text = String::with_capacity(entries.len() * 64);
    for (at, entry) in entries {
        write!(text, "{:>10.3} s  ", at.as_secs_f64()).expect("a string takes what is written");
        let written = match entry {
            Entry::Life(life) => writeln!(text, "the process starts, life {life}"),
            Entry::Struck(Struck { kind, site, key, .. }) => {
                writeln!(text, "! {} at {site} ({key})", kind.name())
            }
            Entry::Told(event) => event_in_words(&mut text, event),
            Entry::Death(under_way) if under_way.is_empty() => {
                writeln!(text, "! the process dies, with nothing under way")
            }
            Entry::Death(under_way) => {
                let all: Vec<String> = under_way.iter().map(Task::to_string).collect();
                writeln!(text, "! the process dies; under way: {}", all.join(", "))
            }
            Entry::End(words) => writeln!(text, "{words}"),
        };
        written.expect("a string takes what is written");
    }
    text
}

fn event_in_words(text: &mut String, event: &AuditEvent) -> std::fmt::Result {
    match event {
        AuditEvent::Opened { .. } => writeln!(text, "opened"),
        AuditEvent::Fetched { .. } => writeln!(text, "fetched"),
        AuditEvent::Located { shown, .. } => writeln!(text, "located {shown}"),
        AuditEvent::Mislaid { tasks } => writeln!(text, "mislaid, {} to do again", tasks.len()),
        AuditEvent::Examined { detective, .. } => writeln!(text, "{detective} examined"),
        AuditEvent::Looked { .. } => writeln!(text, "looked"),
        AuditEvent::Testified { detective, readings, .. } => {
            writeln!(text, "{detective} testified, {} readings", readings.len())
        }
        AuditEvent::Heard { attempt, opinion, .. } => {
            writeln!(text, "heard {} (attempt {attempt}): {}", opinion.seat(), opinion.score)
        }
        AuditEvent::Adopted { opinion, from } => {
            writeln!(text, "adopted {} from {from}: {}", opinion.seat(), opinion.score)
        }
        AuditEvent::Lost { task, attempt, failure, .. } => {
            writeln!(text, "lost: {task} (attempt {attempt}): {failure}")
        }
        AuditEvent::Decided { report } => writeln!(text, "decided: {:.3}", report.overall_score),
        AuditEvent::Published { .. } => writeln!(text, "published"),
        AuditEvent::Abandoned { task, failure } => writeln!(text, "abandoned at {task}: {failure}"),
    }
}

/// Names a chronicle by all that is in it: 16 hexadecimal digits.
#[must_use]
pub fn fingerprint(entries: &[(Duration, Entry)]) -> String {
    sha256_hex(in_words(entries).as_bytes())[..16].to_owned()
}
