//! Word that something changed in a watched folder.
//!
//! The system's notices may be late, doubled or missing, as on network drives, so a look is due every now and
//! then in any case; notices only make it sooner.

use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

/// Most folders that are followed beside the watched one.
const MOST_FOLLOWED: usize = 4096;

/// Tells when another look at a watched folder is due.
#[derive(Debug)]
pub struct Notices {
    root: PathBuf,
    every: Duration,
    pause: Duration,
    watcher: Option<RecommendedWatcher>,
    /// Holds one notice: that there is one says all.
    told: mpsc::Receiver<()>,
    tell: mpsc::Sender<()>,
    followed: BTreeSet<String>,
    remark: Option<String>,
}

impl Notices {
    /// Begins to follow `place`, a watched folder or a single list.
    ///
    /// A look is due at the latest after `every`; changes within `pause` of each other make one notice. Where
    /// the system gives no notices, looks come by time alone, and [`Notices::remark`] says so.
    #[must_use]
    pub fn start(place: &Path, every: Duration, pause: Duration) -> Self {
        let (tell, told) = mpsc::channel(1);
        // Editors put a new file in the place of a list, so it is the list's folder that is followed.
        let parent = place.parent().filter(|parent| !parent.as_os_str().is_empty());
        let root = if place.is_dir() { place } else { parent.unwrap_or(Path::new(".")) };
        let mut notices = Self {
            root: root.to_owned(),
            every: every.max(Duration::from_millis(100)),
            pause,
            watcher: None,
            told,
            tell: tell.clone(),
            followed: BTreeSet::new(),
            remark: None,
        };
        let notice = move |event: notify::Result<Event>| {
            // One that waits already says the same.
            if event.as_ref().map_or(true, |event| is_change(event.kind)) {
                let _ = tell.try_send(());
            }
        };
        let config = Config::default().with_follow_symlinks(false);
        let watcher = RecommendedWatcher::new(notice, config).and_then(|mut watcher| {
            watcher.watch(&notices.root, RecursiveMode::NonRecursive)?;
            Ok(watcher)
        });
        match watcher {
            Ok(watcher) => notices.watcher = Some(watcher),
            Err(error) => notices.give_up(&error),
        }
        notices
    }

    /// Follows these folders of the watched one too, and no others. What was changed in a new one before it
    /// was followed is made up for by another notice.
    pub fn follow(&mut self, folders: &[String]) {
        let wanted: BTreeSet<String> = folders.iter().take(MOST_FOLLOWED).cloned().collect();
        if folders.len() > MOST_FOLLOWED {
            let text =
                format!("changes in more than {MOST_FOLLOWED} folders are noticed by time alone");
            self.remark.get_or_insert(text);
        }
        let Some(watcher) = &mut self.watcher else { return };
        for gone in self.followed.difference(&wanted) {
            // The system forgets a folder that is removed by itself.
            let _ = watcher.unwatch(&self.root.join(gone));
        }
        let mut failed = None;
        let mut followed = BTreeSet::new();
        for folder in wanted {
            let is_new = !self.followed.contains(&folder);
            if is_new && failed.is_none() {
                match watcher.watch(&self.root.join(&folder), RecursiveMode::NonRecursive) {
                    Ok(()) => drop(self.tell.try_send(())),
                    Err(error) if is_gone(&error) => continue,
                    Err(error) => failed = Some(error),
                }
            }
            if failed.is_none() || !is_new {
                followed.insert(folder);
            }
        }
        self.followed = followed;
        if let Some(error) = failed {
            self.remark.get_or_insert_with(|| by_time(&error));
        }
    }

    /// Waits until another look is due: something changed, or `every` has passed, or `soon` has, which is how
    /// long something is worth waiting for that is still being written.
    pub async fn next(&mut self, soon: Option<Duration>) {
        let longest = soon.map_or(self.every, |soon| soon.min(self.every));
        let latest = Instant::now() + longest;
        tokio::select! {
            biased;
            Some(()) = self.told.recv() => {
                sleep(self.pause).await;
                while self.told.try_recv().is_ok() {}
            }
            () = sleep_until(latest) => {}
        }
    }

    /// Why changes are noticed by time alone, a sentence; `None` where the system tells of them.
    #[must_use]
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    fn give_up(&mut self, error: &notify::Error) {
        self.remark = Some(by_time(error));
    }
}

fn by_time(error: &notify::Error) -> String {
    let advice = match error.kind {
        notify::ErrorKind::MaxFilesWatch => {
            "; raise `fs.inotify.max_user_watches` to notice them at once"
        }
        notify::ErrorKind::Generic(_)
        | notify::ErrorKind::Io(_)
        | notify::ErrorKind::PathNotFound
        | notify::ErrorKind::WatchNotFound
        | notify::ErrorKind::InvalidConfig(_) => "",
    };
    format!(
        "the system does not tell of every change ({error}), so some are noticed by time alone{advice}"
    )
}

/// Whether a folder went away before it could be followed.
fn is_gone(error: &notify::Error) -> bool {
    match &error.kind {
        notify::ErrorKind::PathNotFound => true,
        notify::ErrorKind::Io(error) => error.kind() == std::io::ErrorKind::NotFound,
        notify::ErrorKind::Generic(_)
        | notify::ErrorKind::WatchNotFound
        | notify::ErrorKind::InvalidConfig(_)
        | notify::ErrorKind::MaxFilesWatch => false,
    }
}

/// Whether something is another way than before; that somebody reads is no change, and we read ourselves.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(access) => {
            use notify::event::{AccessKind, AccessMode};
            matches!(access, AccessKind::Close(AccessMode::Write))
        }
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(_)
        | EventKind::Remove(_)
        | EventKind::Other => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a notice comes within a time in which no look is due by time.
    async fn is_told(notices: &mut Notices) -> bool {
        let patience = Duration::from_secs(10);
        tokio::time::timeout(patience, notices.next(None)).await.is_ok()
    }

    async fn is_quiet(notices: &mut Notices) -> bool {
        let moment = Duration::from_millis(300);
        tokio::time::timeout(moment, notices.next(None)).await.is_err()
    }

    fn start(root: &Path) -> Notices {
        let notices = Notices::start(root, Duration::from_mins(10), Duration::from_millis(20));
        assert_eq!(notices.remark(), None);
        notices
    }

    #[tokio::test]
    async fn what_changes_in_the_folder_or_below_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut notices = start(folder.path());
        assert!(is_quiet(&mut notices).await);
        std::fs::write(folder.path().join("submissions.csv"), "id").unwrap();
        assert!(is_told(&mut notices).await);
        assert!(is_quiet(&mut notices).await, "one change makes one notice");
        std::fs::create_dir(folder.path().join("ada")).unwrap();
        assert!(is_told(&mut notices).await);
        notices.follow(&["ada".to_owned()]);
        assert!(is_told(&mut notices).await, "what was changed meanwhile is made up for");
        std::fs::write(folder.path().join("ada/submission.json"), "{}").unwrap();
        assert!(is_told(&mut notices).await);
        notices.follow(&["ada".to_owned()]);
        assert!(is_quiet(&mut notices).await, "what is followed is not told anew");
        notices.follow(&[]);
        std::fs::write(folder.path().join("ada/report.pdf"), "x").unwrap();
        assert!(is_quiet(&mut notices).await, "what is not followed is not told");
    }

    #[tokio::test]
    async fn reading_is_no_change() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("submissions.csv");
        std::fs::write(&file, "id").unwrap();
        let mut notices = start(folder.path());
        assert_eq!(std::fs::read(&file).unwrap(), b"id");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(is_quiet(&mut notices).await);
    }

    #[tokio::test]
    async fn a_list_of_its_own_is_followed_through_its_replacement() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("class.csv");
        std::fs::write(&list, "id").unwrap();
        let mut notices = start(&list);
        std::fs::write(folder.path().join("new"), "id,repo_url").unwrap();
        std::fs::rename(folder.path().join("new"), &list).unwrap();
        assert!(is_told(&mut notices).await);
    }

    #[tokio::test(start_paused = true)]
    async fn where_the_system_tells_nothing_looks_come_by_time() {
        let nowhere = Path::new("/nowhere/at/all/class");
        let mut notices = Notices::start(nowhere, Duration::from_secs(30), Duration::ZERO);
        assert!(notices.remark().is_some_and(|remark| remark.contains("by time alone")));
        notices.follow(&["ada".to_owned()]);
        let begun = Instant::now();
        notices.next(None).await;
        assert_eq!(begun.elapsed().as_secs(), 30);
        notices.next(Some(Duration::from_secs(2))).await;
        assert_eq!(begun.elapsed().as_secs(), 32);
    }
}
