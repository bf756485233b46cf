//! One look at all that is handed in.

use super::change::{Changes, Previous};
use super::entry::{Desk, Held};
use super::field::{Row, unknown};
use super::list::{Listing, csv, json};
use super::{FOLDER_ENTRIES, LIST_BYTES, Settings};
use crate::domain::docket::Submission;
use crate::domain::ids::SubmissionId;
use crate::ports::shelf::{Inside, Shelf, Thing, read};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::SystemTime;

/// The lists of a watched folder, in the order in which they are read.
const LISTS: [&str; 2] = ["submissions.csv", "submissions.json"];

/// A submission that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The submission.
    pub submission: Submission,
    /// What tells the report's bytes from others where it is a file in the folder: their SHA-256, or the size
    /// of a file that is too large to be read.
    pub report_digest: Option<String>,
}

/// An entry that is no submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where: `submissions.csv:7`, or a path in the folder.
    pub place: String,
    /// What is wrong and what to do, a sentence without a capital letter and without a full stop.
    pub text: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}

/// An entry that is still being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Where the entry is: `submissions.csv:7`, or a path in the folder.
    pub place: String,
    /// The file that was changed lately, a path in the folder.
    pub file: String,
    /// When another look is worth it, if nothing is changed until then.
    pub ready_at: SystemTime,
}

/// What one look found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scan {
    /// The submissions: those of lists in their order, then those of folders by name.
    pub submissions: Vec<Found>,
    /// What cannot be a submission until somebody changes it.
    pub problems: Vec<Problem>,
    /// What is still being written.
    pub waiting: Vec<Waiting>,
    /// What is worth saying and stops nothing, a sentence each.
    pub remarks: Vec<String>,
    /// The folders in which something may change, by name.
    pub folders: Vec<String>,
    /// For the next scan.
    pub previous: Previous,
}

impl Scan {
    /// When another look is worth it although nothing was changed; `None` where nothing waits.
    #[must_use]
    pub fn ready_at(&self) -> Option<SystemTime> {
        self.waiting.iter().map(|waiting| waiting.ready_at).min()
    }
}

/// Looks at all that is handed in at `place`, a watched folder or a single list (`.csv` or `.json`).
///
/// `previous` is what the last scan left; `now` is the time of the clock by which files are dated. It does
/// not fail: what cannot be read is among the problems.
#[must_use]
pub fn scan(place: &Path, settings: &Settings, previous: &Previous, now: SystemTime) -> Scan {
    let unread = |why: String, previous: &Previous| {
        let place = place.display().to_string();
        let problems = vec![Problem { place, text: why }];
        Scan { problems, previous: previous.clone(), ..Scan::default() }
    };
    let root = match place.canonicalize() {
        Ok(root) => root,
        Err(error) => return unread(format!("it cannot be read: {error}"), previous),
    };
    let (root, list) = if root.is_dir() {
        (root.as_path(), None)
    } else {
        let name = root.file_name().and_then(|name| name.to_str());
        match root.parent().zip(name) {
            Some((parent, name)) => (parent, Some(name)),
            None => return unread("its name cannot be read".into(), previous),
        }
    };
    let shelf = match Shelf::open(root) {
        Ok(shelf) => shelf,
        Err(error) => return unread(format!("it cannot be opened: {error}"), previous),
    };
    let desk = Desk { shelf: &shelf, root, settings };
    let mut sweep = Sweep {
        desk,
        changes: Changes::new(previous, now, settings.settle),
        found: Scan::default(),
        taken: BTreeMap::new(),
        unknown: BTreeSet::new(),
    };
    match list {
        Some(list) => {
            sweep.list(list, true);
        }
        None => sweep.watched(),
    }
    sweep.finish()
}

/// A look under way.
pub(super) struct Sweep<'a> {
    pub(super) desk: Desk<'a>,
    pub(super) changes: Changes<'a>,
    pub(super) found: Scan,
    /// Where each name is taken.
    taken: BTreeMap<SubmissionId, String>,
    /// Keys of folders' entries that no field has.
    pub(super) unknown: BTreeSet<String>,
}

impl Sweep<'_> {
    fn finish(mut self) -> Scan {
        self.found.remarks.extend(unknown("submission.json", &self.unknown));
        self.found.previous = self.changes.into_previous();
        self.found
    }

    /// Looks at a whole folder.
    fn watched(&mut self) {
        let names = match self.desk.shelf.names(FOLDER_ENTRIES) {
            Ok((names, false)) => names,
            Ok((names, true)) => {
                let text = format!(
                    "the folder holds more than {FOLDER_ENTRIES} files and folders; some are not looked at, so take out what is done"
                );
                self.found.problems.push(Problem { place: ".".into(), text });
                names
            }
            Err(error) => {
                let text = format!("the folder cannot be listed: {error}");
                self.found.problems.push(Problem { place: ".".into(), text });
                return;
            }
        };
        // A name that a list takes is not a folder's, so folders wait for lists that nobody knows yet.
        let known: Vec<bool> = LISTS.iter().map(|file| self.list(file, false)).collect();
        let mut things: Vec<&(String, Thing)> = names.iter().collect();
        things.retain(|(name, _)| {
            !LISTS.contains(&name.as_str()) && !self.desk.settings.passed_over.contains(name)
        });
        // Whose an id is depends on which folders there are.
        let folders = things.iter().filter(|(_, thing)| matches!(thing, Thing::Folder));
        self.found.folders = folders.map(|(name, _)| name.clone()).collect();
        for (name, thing) in things {
            match thing {
                Thing::Folder => {
                    if known.iter().all(|known| *known) {
                        self.folder(name);
                    }
                }
                Thing::File => {}
                Thing::Link | Thing::Pipe | Thing::Socket | Thing::Device => {
                    let text =
                        format!("it is {}; put a file or a folder in its place", thing.name());
                    self.found.problems.push(Problem { place: name.clone(), text });
                }
            }
        }
        let Scan { submissions, problems, waiting, .. } = &self.found;
        if submissions.is_empty() && problems.is_empty() && waiting.is_empty() {
            let remark = "nothing is handed in yet: there is no `submissions.csv`, no `submissions.json`, and no folder with a `submission.json`";
            self.found.remarks.push(remark.to_owned());
        }
    }

    /// Reads a list. Returns whether it is known which names it takes.
    fn list(&mut self, file: &str, is_named: bool) -> bool {
        let refused =
            |why: &str| Problem { place: file.to_owned(), text: format!("the list {why}") };
        let Ok(path) = Inside::new(file) else { return true };
        let (opened, mark) = match self.desk.shelf.file(&path) {
            Ok(Some(opened)) => opened,
            Ok(None) => {
                if is_named {
                    self.found.problems.push(refused("does not exist"));
                }
                return true;
            }
            Err(why) => {
                self.found.problems.push(refused(&why));
                return true;
            }
        };
        if let Err(ready_at) = self.changes.settled(&path, mark) {
            self.wait(file, file, ready_at);
            return self.take_as_before(file);
        }
        let is_json = path.text().to_ascii_lowercase().ends_with(".json");
        let listing = read(opened, LIST_BYTES)
            .map_err(|why| refused(&format!("{why}; split it")))
            .and_then(|bytes| if is_json { json(file, &bytes) } else { csv(file, &bytes) });
        match listing {
            Ok(listing) => self.entries(file, listing),
            Err(problem) => {
                self.found.problems.push(problem);
                self.take_as_before(file);
            }
        }
        true
    }

    /// Takes the names of a list that cannot be read now; returns whether they are known.
    fn take_as_before(&mut self, file: &str) -> bool {
        let before = self.changes.unread_list(file);
        let is_known = before.is_some();
        for id in before.unwrap_or_default() {
            self.taken.entry(id).or_insert_with(|| file.to_owned());
        }
        is_known
    }

    fn entries(&mut self, file: &str, listing: Listing) {
        self.found.remarks.extend(unknown(file, &listing.unknown));
        self.found.problems.extend(listing.problems);
        let mut ids = Vec::new();
        for row in listing.rows {
            let place = row.origin.to_string();
            ids.extend(self.entry(&row, None, place));
        }
        self.changes.read_list(file, ids);
    }

    /// Reads an entry; `base` is its own folder, where it has one. Returns the name that it takes.
    pub(super) fn entry(
        &mut self,
        row: &Row,
        base: Option<&Inside>,
        place: String,
    ) -> Option<SubmissionId> {
        let (id, repo) = match self.desk.named(row, base) {
            Ok(named) => named,
            Err(text) => {
                self.found.problems.push(Problem { place, text });
                return None;
            }
        };
        let owner = base.and_then(|base| self.owner(&id, &base.text()));
        if let Some(other) = owner.as_ref().or_else(|| self.taken.get(&id)) {
            let text = format!("the id `{id}` is taken by {other}; give one of them another `id`");
            self.found.problems.push(Problem { place, text });
            return None;
        }
        self.taken.insert(id.clone(), place.clone());
        match self.desk.read(row, id.clone(), repo, base, &mut self.changes) {
            Ok(found) => self.found.submissions.push(found),
            Err(Held::Wrong(text)) => self.found.problems.push(Problem { place, text }),
            Err(Held::Waiting { file, ready_at }) => self.wait(&place, &file, ready_at),
        }
        Some(id)
    }

    /// Which other folder an id belongs to than the one that says it: that of the docket's submission, else the one of
    /// this name. What stands in a folder is its submitter's word, and no word takes another's name.
    fn owner(&self, id: &SubmissionId, own: &str) -> Option<String> {
        let is_there = |name: &&str| self.found.folders.iter().any(|folder| folder == name);
        let held = self.desk.settings.held.get(id).map(String::as_str).filter(is_there);
        let owner = held.or_else(|| Some(id.as_str()).filter(is_there))?;
        (owner != own).then(|| format!("{owner}/"))
    }

    pub(super) fn wait(&mut self, place: &str, file: &str, ready_at: SystemTime) {
        let (place, file) = (place.to_owned(), file.to_owned());
        self.found.waiting.push(Waiting { place, file, ready_at });
    }
}
